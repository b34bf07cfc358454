"""What `__del__` raises is told and forgotten."""
import gc


class Noisy:
    def __del__(self):
        raise ValueError("in __del__")


def make():
    Noisy()


make()
gc.collect()
print("goes on")
