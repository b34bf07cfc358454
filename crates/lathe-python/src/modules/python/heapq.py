"""Heaps in lists: heap[k] <= heap[2*k+1] and heap[k] <= heap[2*k+2]."""

from _heapq import *
from _heapq import _heapify_max, _heappop_max, _heapreplace_max

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop',
           'heappush_max', 'heappop_max', 'heapify_max', 'heapreplace_max', 'heappushpop_max']


def merge(*iterables, key=None, reverse=False):
    """Goes over several sorted inputs as if they were one."""
    if reverse:
        make_heap, take, put, direction = heapify_max, heappop_max, heapreplace_max, -1
    else:
        make_heap, take, put, direction = heapify, heappop, heapreplace, 1
    # An entry is [key, number of the input, function that gives the next, item]. Numbers decide between equal keys.
    heap = []
    for number, iterable in enumerate(iterables):
        step = iter(iterable).__next__
        try:
            item = step()
        except StopIteration:
            continue
        heap.append([item if key is None else key(item), number * direction, step, item])
    make_heap(heap)
    while len(heap) > 1:
        entry = heap[0]
        step = entry[2]
        while True:
            yield entry[3]
            try:
                entry[3] = item = step()
            except StopIteration:
                take(heap)
                break
            entry[0] = item if key is None else key(item)
            put(heap, entry)
            if heap[0] is not entry:
                break
    if heap:
        _, _, step, item = heap[0]
        yield item
        yield from step.__self__


def _best(n, iterable, key, smallest):
    """The n best items, the best first; of equal ones those that came first."""
    if n <= 0:
        iter(iterable)
        return []
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key, reverse=not smallest)[:n]
    items = iter(iterable)
    # The worst of those kept is at the top.
    direction = 1 if smallest else -1
    kept = []
    for number, item in zip(range(n), items):
        kept.append((item if key is None else key(item), number * direction, item))
    if not kept:
        return []
    if smallest:
        heapify_max(kept)
        replace = heapreplace_max
    else:
        heapify(kept)
        replace = heapreplace
    worst = kept[0][0]
    number = n
    for item in items:
        value = item if key is None else key(item)
        if value < worst if smallest else worst < value:
            replace(kept, (value, number * direction, item))
            worst = kept[0][0]
            number += 1
    kept.sort(reverse=not smallest)
    return [entry[2] for entry in kept]


def nsmallest(n, iterable, key=None):
    """The n smallest items: sorted(iterable, key=key)[:n]."""
    return _best(n, iterable, key, True)


def nlargest(n, iterable, key=None):
    """The n largest items: sorted(iterable, key=key, reverse=True)[:n]."""
    return _best(n, iterable, key, False)
