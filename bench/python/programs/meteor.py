"""meteor(n): the first n ways to fill a board of fifty hexagons with ten pieces of five, by sets of cells."""

DEFAULT = (300,)
WIDTH, HEIGHT = 5, 10
EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(6)

# Each piece as a walk from cell to cell.
PIECES = (
    (EAST, EAST, EAST, SOUTH_EAST),
    (SOUTH_EAST, SOUTH_WEST, WEST, SOUTH_WEST),
    (WEST, WEST, SOUTH_WEST, SOUTH_EAST),
    (EAST, EAST, SOUTH_WEST, SOUTH_EAST),
    (NORTH_WEST, WEST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST),
    (EAST, EAST, NORTH_EAST, WEST),
    (NORTH_WEST, NORTH_EAST, NORTH_EAST, WEST),
    (NORTH_EAST, SOUTH_EAST, EAST, NORTH_EAST),
    (SOUTH_EAST, SOUTH_EAST, EAST, SOUTH_EAST),
    (EAST, NORTH_WEST, NORTH_WEST, NORTH_WEST),
)


def step(cell, direction):
    """The cell next to (x, y) in rows that are shifted by half a cell, every other to the right."""
    x, y = cell
    if direction == EAST:
        return x + 1, y
    if direction == WEST:
        return x - 1, y
    shifted = y % 2
    dy = -1 if direction in (NORTH_EAST, NORTH_WEST) else 1
    if direction in (NORTH_EAST, SOUTH_EAST):
        return x + shifted, y + dy
    return x + shifted - 1, y + dy


def flipped(walk):
    mirror = {EAST: WEST, WEST: EAST, NORTH_EAST: NORTH_WEST, NORTH_WEST: NORTH_EAST,
              SOUTH_EAST: SOUTH_WEST, SOUTH_WEST: SOUTH_EAST}
    return [mirror[direction] for direction in walk]


def cells_of(walk, start):
    cells = [start]
    for direction in walk:
        cells.append(step(cells[-1], direction))
    return frozenset(cells)


def placements():
    """For each cell and piece: the ways to lay the piece so that this is its first cell."""
    board = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
    number = {cell: i for i, cell in enumerate(board)}
    table = [[set() for _ in PIECES] for _ in board]
    for piece, walk in enumerate(PIECES):
        for turned in (walk, flipped(walk)):
            for rotation in range(6):
                way = [(direction + rotation) % 6 for direction in turned]
                for start in board:
                    cells = cells_of(way, start)
                    if all(cell in number for cell in cells):
                        places = frozenset(number[cell] for cell in cells)
                        table[min(places)][piece].add(places)
    return [[sorted(ways, key=sorted) for ways in row] for row in table]


def hopeless(free):
    """Whether some free cells hang together in a number that no pieces fill."""
    free = set(free)
    while free:
        todo, size = [free.pop()], 0
        while todo:
            size += 1
            cell = todo.pop()
            for other in NEIGHBOURS[cell]:
                if other in free:
                    free.remove(other)
                    todo.append(other)
        if size % 5:
            return True
    return False


def neighbours():
    found = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            around = (step((x, y), direction) for direction in range(6))
            found.append([b * WIDTH + a for a, b in around if 0 <= a < WIDTH and 0 <= b < HEIGHT])
    return found


NEIGHBOURS = neighbours()


def solve(table, wanted):
    solutions = []
    board = [-1] * (WIDTH * HEIGHT)

    def place(free, pieces):
        first = min(free)
        for piece in pieces:
            for cells in table[first][piece]:
                if cells <= free:
                    rest = free - cells
                    if rest and hopeless(rest):
                        continue
                    for cell in cells:
                        board[cell] = piece
                    if not rest:
                        solutions.append("".join(map(str, board)))
                    else:
                        place(rest, pieces - {piece})
                    if len(solutions) >= wanted:
                        return

    place(frozenset(range(WIDTH * HEIGHT)), frozenset(range(len(PIECES))))
    return solutions


def setup(wanted):
    return [placements(), wanted, None]


def run(state):
    state[2] = solve(state[0], state[1])


def result(state):
    total = 0
    for solution in sorted(state[2]):
        total = (total * 31 + int(solution)) % 1000000007
    return total
