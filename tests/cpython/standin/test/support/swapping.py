"""Attributes and items that are another for a while; collections."""


class swap_attr:
    def __init__(self, target, name, value):
        self.target, self.name, self.value = target, name, value

    def __enter__(self):
        self.had = hasattr(self.target, self.name)
        self.old = getattr(self.target, self.name, None)
        setattr(self.target, self.name, self.value)
        return self.old

    def __exit__(self, *exception):
        if self.had:
            setattr(self.target, self.name, self.old)
        elif hasattr(self.target, self.name):
            delattr(self.target, self.name)


class swap_item:
    def __init__(self, target, key, value):
        self.target, self.key, self.value = target, key, value

    def __enter__(self):
        self.had = self.key in self.target
        self.old = self.target[self.key] if self.had else None
        self.target[self.key] = self.value
        return self.old

    def __exit__(self, *exception):
        if self.had:
            self.target[self.key] = self.old
        elif self.key in self.target:
            del self.target[self.key]


def gc_collect():
    import gc
    for _ in range(3):
        gc.collect()


class disable_gc:
    def __enter__(self):
        import gc
        self.was = gc.isenabled()
        gc.disable()

    def __exit__(self, *exception):
        import gc
        if self.was:
            gc.enable()
