# Heaps with the greatest first are public since 3.14: CPython 3.11 has some under other names.
import heapq
try:
    from heapq import heapify_max, heappop_max, heapreplace_max, heappush_max, heappushpop_max
except ImportError:
    from heapq import _heapify_max as heapify_max, _heappop_max as heappop_max, _heapreplace_max as heapreplace_max
    def heappush_max(heap, item):
        heap.append(item)
        heapq._siftdown_max(heap, 0, len(heap) - 1)
    def heappushpop_max(heap, item):
        return heapreplace_max(heap, item) if heap and item < heap[0] else item

for items in ([], [1], [3, 1, 2], [2.5, 9.0, -1.0, 4.0], list("heap"), [(1, "a"), (2, "b"), (0, "c")]):
    heapify_max(items)
    print(items)
    out = []
    while items:
        out.append(heappop_max(items))
    print(out)
heap = []
for v in (4, 9, 1, 7, 3):
    heappush_max(heap, v)
    print(heap, end=" ")
print(heapreplace_max(heap, 5), heap, heappushpop_max(heap, 2), heappushpop_max(heap, 8), heap)
total = 0
for i in range(40):
    heappush_max(heap, i * 7 % 31)
    total += heappop_max(heap)
print(total, heap)
