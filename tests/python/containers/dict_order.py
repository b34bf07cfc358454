# Dicts keep their order, through deletions and reinsertions.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


d = {}
for i in range(20):
    d[i * 7 % 20] = i
print(list(d))
for i in range(0, 20, 3):
    del d[i]
d[0] = "again"
d[5] = "same place"
print(d)
print(list(d.items())[-1], d.popitem(), list(reversed(d.items()))[:2], list(reversed(d)), list(reversed(d.values()))[0])
for f in (lambda: [d.pop(k) for k in d], lambda: [d.setdefault(k + 100, 0) for k in d]):
    t(f)
def grow():
    e = {1: 1}
    for k in e:
        e[k + 1] = 1
def change():
    e = {1: 1, 2: 2}
    for k in e:
        e[k] = 5
    return e
t(grow)
t(change)
count = {}
for i in range(200):
    k = str(i * i % 37)
    count[k] = count.get(k, 0) + 1
    if i % 50 == 49:
        count.pop(min(count))
print(count)
e = {}
for i in range(300):
    e[i % 10] = e.pop(i % 10, 0) + i
print(e)
