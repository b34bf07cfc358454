"""Recursion of every kind ends in an error."""


def show(function, *args):
    try:
        result = function(*args)
        print(function.__name__, "gave", type(result).__name__)
    except (RecursionError, MemoryError) as error:
        print(function.__name__, type(error).__name__)


def plain(n=0):
    return plain(n + 1)


def through_map(n=0):
    return list(map(through_map, [n]))


def through_sorted(n=0):
    return sorted([1, 2], key=through_sorted)


class Endless:
    def __repr__(self):
        return repr(self)

    def __eq__(self, other):
        return self == other

    def __hash__(self):
        return hash(self)

    def __getattr__(self, name):
        return getattr(self, name + "x")

    def __add__(self, other):
        return self + other

    def __len__(self):
        return len(self)

    def __call__(self):
        return self()

    def __getitem__(self, i):
        return self[i]

    def __iter__(self):
        return iter(self)

    def __bool__(self):
        return bool(self)

    def __str__(self):
        return f"{self}"

    def __lt__(self, other):
        return self < other

    def __contains__(self, x):
        return x in self


e = Endless()


def endless_repr(): return repr(e)
def endless_eq(): return e == Endless()
def endless_hash(): return hash(e)
def endless_getattr(): return e.name
def endless_add(): return e + 1
def endless_len(): return len(e)
def endless_call(): return e()
def endless_getitem(): return e[0]
def endless_bool(): return bool(e)
def endless_str(): return str(e)
def endless_lt(): return e < e
def endless_contains(): return 1 in e


def generators():
    def nest(n):
        yield from nest(n + 1)
    return list(nest(0))


def init():
    class Again:
        def __init__(self):
            self.other = Again()
    return Again()


def properties():
    class P:
        @property
        def x(self):
            return self.x
    return P().x


for function in (plain, through_map, through_sorted, endless_repr, endless_eq, endless_hash, endless_getattr, endless_add,
                 endless_len, endless_call, endless_getitem, endless_bool, endless_str, endless_lt, endless_contains, generators, init, properties):
    show(function)
print("still here")
