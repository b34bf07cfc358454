"""Runs one program several times and prints the time of each run, and its result.

    python3 bench/python/measure.py PROGRAM [--runs N] [ARGUMENT ...]

PROGRAM is the name of a file in `kernels` or `programs`. A line `time SECONDS` for each run, and `result TEXT` at the end: that of
the first run, since some go on with what the last has left.
"""

import sys
from time import perf_counter


def main(words):
    name, words, runs = words[0], words[1:], 1
    if words[:1] == ["--runs"]:
        runs, words = int(words[1]), words[2:]
    here = __file__.rpartition("/")[0] or "."
    sys.path[:0] = [here + "/kernels", here + "/programs"]
    program = __import__(name)
    arguments = [int(word) if word.lstrip("-").isdigit() else word for word in words] or program.DEFAULT
    state = program.setup(*arguments)
    result = None
    for _ in range(runs):
        start = perf_counter()
        program.run(state)
        print("time", perf_counter() - start, flush=True)
        if result is None:
            result = program.result(state)
    print("result", result)


main(sys.argv[1:])
