# What objects say about how to make them again: __reduce_ex__, __getstate__, __getnewargs__.
def show(value):
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show, value)) + ")"
    if hasattr(value, "__next__"):
        return "iterator of " + repr(list(value))
    return getattr(value, "__name__", None) or repr(value)


class Plain:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)


class Slots:
    __slots__ = "a", "b"


class Both(Slots):
    pass


class Text(str):
    pass


class Items(list):
    pass


class Pairs(dict):
    pass


class New:
    def __new__(cls, *args, **kwargs):
        return object.__new__(cls)

    def __getnewargs_ex__(self):
        return (1, 2), {"k": 3}


class Stated:
    def __getstate__(self):
        return "state"


def attempt(work):
    try:
        print(show(work()))
    except Exception as e:
        print(type(e).__name__, e)


for value in [Plain(), Plain(x=1), Stated(), Text("t"), Items([1, 2]), Pairs(a=1), New(), 5, 2.5, 1j, "s", b"b", (1, 2), [3], {4: 5}]:
    attempt(lambda: value.__reduce_ex__(2))
s, b = Slots(), Both()
s.a = b.a = 1
b.c = 2
attempt(lambda: s.__reduce_ex__(2))
attempt(lambda: s.__reduce_ex__(0))
attempt(lambda: Plain(y=2).__reduce_ex__(1))
print(Plain(z=1).__getstate__(), Plain().__getstate__(), object().__getstate__())
for value in [{1}, frozenset([2]), range(1, 9, 2), bytearray(b"\x80x"), ValueError("v", 1), Ellipsis, NotImplemented]:
    attempt(value.__reduce__)
e = KeyError(1)
e.extra = 2
attempt(e.__reduce__)
e.__setstate__({"other": 3})
print(e.other)
attempt(lambda: e.__setstate__(3))
attempt(lambda: (i for i in "").__reduce_ex__(2))
attempt(lambda: True.__getnewargs__())
attempt(lambda: [].append.__reduce__())
print(object.__subclasshook__(int), (5).__sizeof__() > 0)
