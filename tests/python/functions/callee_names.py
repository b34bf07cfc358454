# How calls with wrong `*` and `**` name what is called.
def f():
    pass


class C:
    def m(self):
        pass


for callee in (f, C, C.m, C().m, len, [].append, print, int, 5, None):
    for call in (lambda: callee(*1), lambda: callee(**1), lambda: callee(a=1, **{"a": 2})):
        try:
            call()
        except TypeError as e:
            print(e)
try:
    (lambda: 0)(*2.5)
except TypeError as e:
    print(e)
