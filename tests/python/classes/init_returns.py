# `__init__` must return None, also where it is called from a hot loop.
class A:
    def __init__(self, n):
        if n == 150:
            return n

made = 0
try:
    for i in range(300):
        A(i)
        made += 1
except TypeError as e:
    print(made, e)

class B:
    def f(self):
        return super(A, self)
try:
    B().f()
except TypeError as e:
    print("TypeError")
