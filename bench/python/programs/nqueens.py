"""nqueens(n): the ways to put n queens on a board, by filtering permutations and by search."""

DEFAULT = (7,)


def setup(n):
    return [n, None]


def permutations(items):
    """All orders of some items, one after the other."""
    n = len(items)
    order = list(range(n))
    cycles = list(range(n, 0, -1))
    yield tuple(items)
    while n:
        for i in reversed(range(n)):
            cycles[i] -= 1
            if cycles[i] == 0:
                order[i:] = order[i + 1:] + order[i:i + 1]
                cycles[i] = n - i
            else:
                j = n - cycles[i]
                order[i], order[j] = order[j], order[i]
                yield tuple(items[k] for k in order)
                break
        else:
            return


def by_filtering(n):
    columns = range(n)
    found = 0
    for board in permutations(columns):
        if n == len(set(board[i] + i for i in columns)) == len(set(board[i] - i for i in columns)):
            found += 1
    return found


def by_search(n, row=0, columns=0, left=0, right=0):
    if row == n:
        return 1
    found, free = 0, ~(columns | left | right) & ((1 << n) - 1)
    while free:
        place = free & -free
        free ^= place
        found += by_search(n, row + 1, columns | place, (left | place) << 1, (right | place) >> 1)
    return found


def run(state):
    n = state[0]
    state[1] = (by_filtering(n), by_search(n + 2))


def result(state):
    filtered, searched = state[1]
    return filtered * 1000 + searched
