# deque, defaultdict, Counter, OrderedDict and named tuples in loops that become hot.
from collections import deque, defaultdict, Counter, OrderedDict, namedtuple

def breadth_first(n):
    edges = defaultdict(list)
    for i in range(n):
        edges[i].append((i * 3 + 1) % n)
        edges[i].append((i * 5 + 2) % n)
    distance, queue = {0: 0}, deque([0])
    while queue:
        node = queue.popleft()
        for other in edges[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return sum(distance.values()), len(distance)
print(breadth_first(30), breadth_first(47))

def moving(values, size):
    window, total, out = deque(maxlen=size), 0, []
    for v in values:
        if len(window) == size:
            total -= window[0]
        window.append(v)
        total += v
        out.append(total / len(window))
    return out[::9]
print(moving(range(60), 5), moving([0.5 * i for i in range(40)], 3))

Point = namedtuple("Point", "x y")
def walk(n):
    p = Point(0, 0)
    for i in range(n):
        p = Point(p.x + i % 3, p.y - i % 2) if i % 4 else p._replace(x=p.y, y=p.x)
    return p
print(walk(30), walk(31).x)

def histogram(text):
    counts = Counter()
    for ch in text:
        counts[ch] += 1
    return counts.most_common(3)
print(histogram("the quick brown fox jumps over the lazy dog" * 2))

def least_recent(n, size):
    cache, missed = OrderedDict(), 0
    for i in range(n):
        key = (i * i) % 13
        if key in cache:
            cache.move_to_end(key)
        else:
            missed += 1
            cache[key] = i
            if len(cache) > size:
                cache.popitem(last=False)
    return missed, list(cache)
print(least_recent(50, 3), least_recent(50, 7))
