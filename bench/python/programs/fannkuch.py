"""fannkuch(n): the most flips that bring a one to the front, over all permutations of 1..n."""

DEFAULT = (9,)


def setup(n):
    return [n, None]


def fannkuch(n):
    count = list(range(1, n + 1))
    permutation = list(range(n))
    most, checksum, rank, even = 0, 0, n, True
    while True:
        if permutation[0] != 0:
            flips, line = 0, permutation[:]
            first = line[0]
            while first != 0:
                line[:first + 1] = line[first::-1]
                flips += 1
                first = line[0]
            if flips > most:
                most = flips
            checksum += flips if even else -flips
        if even:
            permutation[0], permutation[1] = permutation[1], permutation[0]
            even = False
            continue
        permutation[1], permutation[2] = permutation[2], permutation[1]
        even = True
        rank = 2
        while True:
            count[rank] -= 1
            if count[rank] > 0:
                break
            count[rank] = rank + 1
            if rank == n - 1:
                return most, checksum
            rank += 1
            # The first goes to the end of the part that turns.
            permutation.insert(rank, permutation.pop(0))


def run(state):
    state[1] = fannkuch(state[0])


def result(state):
    most, checksum = state[1]
    return most * 1000000 + checksum
