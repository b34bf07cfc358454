# Loops that get hot: integers that become large, floats, both.
def total(n):
    s = 0
    i = 0
    while i < n:
        s = s + i * i
        i = i + 1
    return s

def floats(n):
    x = 0.0
    for i in range(n):
        x = x * 0.5 + i
    return x

def grows(n):
    x = 1
    for i in range(n):
        x = x * 3 + 1
    return x

def mixed(n, step):
    x = 0
    for i in range(n):
        x = x + step
    return x

def backwards(n):
    s = 0
    for i in range(n, 0, -3):
        s -= i
    return s

def divides(n):
    s = 0
    for i in range(1, n):
        s += n // i + n % i - (-n) // i
    return s

print(total(3000), floats(3000), grows(100))
print(mixed(1000, 2), mixed(1000, 0.5), mixed(1000, 2**61), mixed(3, True))
print(backwards(1000), divides(2000))
print([mixed(500, k) for k in (1, 1.5, 10**18)])
