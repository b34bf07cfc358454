# Lists of one type that get another, in hot loops.
def fill(n, make):
    l = []
    for i in range(n):
        l.append(make(i))
    return l
print(fill(5, lambda i: i), fill(5, float), fill(5, str), fill(6, lambda i: i if i % 2 else i / 2), fill(4, lambda i: 2 ** (61 + i)), fill(3, lambda i: None), fill(4, lambda i: i > 1))
l = [1, 2, 3]
for i in range(100):
    if i == 60:
        l[1] = "text"
    if i == 80:
        l[2] = 2.5
    l[0] = l[0] + i
print(l)
l = [0.0] * 10
for i in range(150):
    l[i % 10] += i * 0.5
    if i == 140:
        l[3] = 7
print(l, sum(x for x in l if isinstance(x, int)))
l = list(range(20))
for i in range(100):
    l[i % 20], l[(i * 7) % 20] = l[(i * 7) % 20], l[i % 20] + (1 << 60)
print(l[:4])
l = [True, 1, 0, False]
print(l, [1, True][1] is True, [0.0, False], [1.0, 1], [1, 1.0][1], [1, 2.0, 3][1] / 2)
l = [1.5]; l.insert(0, 2); l.extend([3, 4.5]); print(l, l.index(3), l.count(1.5), sorted(l))
print([-0.0, 0.0], min([2.5, 1, True]), [2 ** 63, 1][0])
