# Random operations on heaps of all kinds of items: what they look like after each.
import heapq
from bisect import insort, bisect_left, bisect_right

state = 5
def rand(n):
    global state
    state = (state * 1103515245 + 12345) % 2 ** 31
    return (state >> 8) % n

class Item:
    def __init__(self, n):
        self.n = n
    def __lt__(self, other):
        return self.n < other.n
    def __repr__(self):
        return f"I{self.n}"
kinds = [lambda v: v, lambda v: v / 4, lambda v: v if v % 3 else v / 2, lambda v: "abcdefghij"[v % 10], lambda v: (v % 4, -v), Item]
for number, make in enumerate(kinds):
    heap = [make(rand(20)) for _ in range(rand(6))]
    heapq.heapify(heap)
    for step in range(14):
        op = rand(4)
        if op == 0 or not heap:
            heapq.heappush(heap, make(rand(20)))
        elif op == 1:
            print(heapq.heappop(heap), end=" ")
        elif op == 2:
            print(heapq.heapreplace(heap, make(rand(20))), end=" ")
        else:
            print(heapq.heappushpop(heap, make(rand(20))), end=" ")
    print(number, heap)
    if make is not Item:
        print(heapq.nsmallest(3, heap), heapq.nlargest(3, heap), sorted(heap) == list(heapq.merge(sorted(heap[::2]), sorted(heap[1::2]))))
        ordered = []
        for item in heap:
            insort(ordered, item)
        x = make(rand(20))
        print(ordered == sorted(heap), bisect_left(ordered, x), bisect_right(ordered, x), sum(i < x for i in ordered))
