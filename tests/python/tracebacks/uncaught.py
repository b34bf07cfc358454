"""The end of a program: standard output comes first, the exit code is 1."""


def outer(n):
    return inner(n - 1) + 1


def inner(n):
    values = [n, n - 1, n - 2]
    return sum(10 / v for v in values)


print("before")
print(outer(5))
print(outer(2))
print("never")
