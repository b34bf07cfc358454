def primes(n):
    found = []
    for i in range(2, n):
        for p in found:
            if i % p == 0:
                break
        else:
            found.append(i)
    return found
print(primes(60))
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    else:
        steps = -steps
    return steps
print([collatz(n) for n in range(1, 12)])
def skip(xs):
    out = []
    for x in xs:
        if x == 3: continue
        if x > 6: break
        out.append(x)
    return out, x
print(skip(range(10)))
def nested():
    for i in range(5):
        while True:
            if i == 2: break
            i += 1
            if i > 3: break
        print(i, end=" ")
    print()
nested()
for i, (a, *b) in enumerate([(1, 2, 3), "xyz"]):
    print(i, a, b)
def unbound(n):
    for k in range(n): pass
    try:
        return k
    except UnboundLocalError as e:
        return str(e)
print(unbound(0), unbound(3))
