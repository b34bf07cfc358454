# Generators: next, send, throw, close, yield from.
def count(n):
    for i in range(n):
        yield i

print(sum(count(1000)), list(count(3)))

def echo():
    received = []
    try:
        while True:
            x = yield len(received)
            received.append(x)
    except ValueError as e:
        yield ("caught", str(e), received)
    finally:
        print("closing")

g = echo()
print(next(g), g.send("a"), g.send("b"))
print(g.throw(ValueError("v")))
g.close()

def chain(*its):
    for it in its:
        result = yield from it
        print("sub gave", result)
def sub(n):
    yield n
    yield n + 1
    return n * 10
print(list(chain(sub(1), sub(5))))
print(sum(x * x for x in range(100) if x % 2))
try:
    next(iter([]))
except StopIteration:
    print("stop")
def primes(limit):
    sieve = [True] * limit
    for i in range(2, limit):
        if sieve[i]:
            yield i
            for j in range(i * i, limit, i):
                sieve[j] = False
print(list(primes(60)), sum(primes(2000)))
