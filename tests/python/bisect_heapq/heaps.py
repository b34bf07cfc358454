# heapq: the heaps are laid out as CPython's are.
from heapq import *
import heapq

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

state = 42
def rand(n):
    global state
    state = (state * 1103515245 + 12345) % 2 ** 31
    return (state >> 8) % n
for n in (0, 1, 2, 5, 11):
    for make in (int, float, str, lambda v: (v % 3, v), lambda v: v if v % 2 else float(v)):
        items = [make(rand(30)) for _ in range(n)]
        heapify(items)
        copy = items[:]
        out = [heappop(copy) for _ in range(n)]
        print(items, out == sorted(items))
heap = []
for v in (5, 2, 8, 1, 9, 3):
    heappush(heap, v)
    print(heap, end=" ")
print(heapreplace(heap, 7), heap, heappushpop(heap, 0), heappushpop(heap, 4), heap, heappushpop([], 3))
show(heappop, [])
show(heapreplace, [], 1)
show(heappush, (1,), 2)
show(heappop, 5)
show(heapify, "abc")
show(heappush, [1], "a")
show(heapify, [1, "a", 2])
print(nsmallest(3, [5, 1, 4, 2, 3]), nlargest(2, [5, 1, 4]), nsmallest(0, [1]), nlargest(10, [2, 3]), nsmallest(-1, [1]))
print(nsmallest(2, ["bb", "a", "ccc", "d"], key=len), nlargest(2, ["bb", "a", "cc", "d"], key=len), nlargest(1, []))
print(nsmallest(3, (i * 7 % 11 for i in range(11))), nlargest(3, iter(range(20)), key=lambda v: v % 5))
show(nsmallest, 1, 5)
show(nlargest, 2, [1, "a", 3])
print(list(merge([1, 4, 7], [2, 5], [3])), list(merge()), list(merge([1])), list(merge([], [2])))
print(list(merge("abe", "Bcd", key=str.lower)), list(merge([5, 3], [4, 1], reverse=True)), list(merge([1, 1], [1], key=lambda v: 0)))
show(list, merge([1], 5))
show(list, merge([1, 2], ["a"]))
class Nasty:
    def __init__(self, heap, n):
        self.heap, self.n = heap, n
    def __lt__(self, other):
        self.heap.clear()
        return True
h = []
h.extend(Nasty(h, i) for i in range(5))
show(heappop, h)
h.extend(Nasty(h, i) for i in range(5))
show(heapify, h)
h.extend(Nasty(h, i) for i in range(3))
show(heappush, h, Nasty(h, 1))
queue, order = [], []
for i in range(40):
    heappush(queue, (rand(10), i))
    if i % 3 == 2:
        order.append(heappop(queue)[1])
print(order[:10], len(queue), sum(order))
