# Nested loops, and loops in functions that are called from loops.
def inner(n):
    s = 0
    for i in range(n):
        s += i
    return s

def outer(n):
    s = 0
    for i in range(n):
        for j in range(i):
            if (i + j) % 3 == 0:
                continue
            if j > 20:
                break
            s += j
        else:
            s += 1000
        s += inner(i)
    return s

print(outer(10), outer(200))

def find(n):
    for a in range(1, n):
        for b in range(a, n):
            c = a * a + b * b
            r = int(c ** 0.5)
            if r * r == c:
                yield a, b, r

print(list(find(40)))
