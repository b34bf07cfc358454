"""Writes `tests/python/random_containers.py`: random operations on containers, and what CPython says to them.

    python3 -W ignore crates/lathe-python/tests/generate/containers.py > tests/python/random_containers.py

The program compares what it sees with what this run of CPython saw. The order of sets is never shown, nor are messages that differ
between versions. Other seeds and lengths: two arguments.
"""

import random
import re
import sys

SEED, COUNT = map(int, sys.argv[1:] or (1, 300))
choose = random.Random(SEED).choice

# What stands for something else: V any value, H a hashable one, I an index, S a slice, Q something to iterate over (or not), N a step.
PLACES = {
    "V": ["I", "I", "I", "0.5", "-1.25", "2.0", "1e100", "-0.0", "True", "False", "''", "'a'", "'ab'", "'é'", "'語'", "1<<62",
          "1<<63", "-(1<<63)", "1<<64", "(1<<63)-1", "(V,)", "()", "(V, V)", "[V]", "[]", "[V, V]", "{H: V}", "{}"],
    "H": ["I", "I", "I", "0.5", "2.0", "1.0", "0.0", "True", "False", "''", "'a'", "'ab'", "'é'", "1<<62", "1<<63", "-(1<<63)",
          "(H,)", "()", "(H, H)"],
    "I": [str(n) for n in range(-8, 9)],
    "E": ["", "", "I", "I", "I", "None", "1<<70", "-(1<<70)"],
    "S": ["E:E", "E:E", "E:E:N", "E:E:"],
    "N": ["1", "2", "-1", "-2", "3", "-3", "0"],
    "Q": ["l", "l", "t", "d", "[V]", "(V,)", "range(I)", "sorted(s, key=repr)", "'xy'", "iter(t)", "zip(t, t)", "reversed(l)", "5", "None"],
}

STATEMENTS = """
l.append(V)
l.append()
l.insert(I, V)
p(l.pop())
p(l.pop(I))
p(l.pop(1, 2))
l.extend(Q)
l += Q
p(l + Q)
p(l * I)
l *= 2
l[I] = V
l[S] = Q
l[S] = Q
del l[S]
del l[I]
p(l[S])
p(l[I])
x = V; p(x in l and l.index(x))
p(l.count(V))
l.remove(V)
l.reverse()
p(V in l)
p(l == Q, l != t)
p(l < [V])
p(l >= [V, V])
l.sort()
l.sort(key=repr)
l.sort(key=repr, reverse=True)
p(sorted(range(I), key=lambda x: x % 3))
t = tuple(Q)
p(t[S])
p(t + Q)
p(t * I)
p(t < (V,))
p(t.index(V))
p(t.count(V))
p(hash(t) == hash(tuple(list(t))))
d[H] = V
d[H] = V
del d[H]
p(d[V])
p(d.pop(H))
p(d.pop(H, V))
p(d.get(H))
p(d.get())
p(d.setdefault(H, V))
p(d.popitem())
d.update(Q)
d = d | {H: 1}
p(dict(Q))
p(dict.fromkeys(Q))
p(list(d.items()))
p(list(reversed(d)))
p(H in d)
p(d == dict(d), list(d.values()))
p(sorted(d.keys() & {H, H}, key=repr))
p(sorted(d.keys() ^ s, key=repr))
p(sorted(d.keys() - s, key=repr))
p(d.keys() <= s, d.keys() > s, d.keys() == s)
s.add(H)
s.add(V)
s.add()
s.discard(V)
s.remove(H)
s.update(Q)
s |= {H}
s &= {H, H, H, 1, 2, 3, 'a'}
s ^= {H, H}
s -= {H}
p(sorted(s.union(Q), key=repr))
p(sorted(s.intersection(Q), key=repr))
p(s.isdisjoint(Q), s.issubset(Q))
p(s <= {H, H}, s > {H})
p(s == frozenset(s), hash(frozenset([H])) == hash(frozenset([1])))
p(len(s), sorted(s, key=repr))
p(range(I, I, N)[S])
p(list(range(I, I, N)))
p(V in range(I, I, N))
p(slice(E0, E0, N).indices(I))
p(list(zip(l, Q)))
p(list(enumerate(Q, I)))
p(list(map(repr, Q)))
p(list(filter(None, Q)))
p(min(Q, default=0), len(Q))
p(any(Q), all(Q), sum(range(I)))
a, *b = Q; p(a, b)
p([*Q, *Q])
p(repr(l), str(d))
p(l.copy() is l, t[:] is t)
p(list(Q))
""".strip().splitlines()

HEAD = """# Random operations on containers. Says nothing if all is as in CPython.
# Written by crates/lathe-python/tests/generate/containers.py: do not edit.

seen = []

def p(*values):
    seen.append(" ".join(map(repr, values)))

l, t, d, s = [1, 2, 3], (1, 'a'), {1: 2}, {1, 2}
"""

TAIL = """
for number, (mine, expected) in enumerate(zip(seen, EXPECTED, strict=True)):
    if mine != expected:
        raise AssertionError(number, mine, expected)
"""


def filled(text):
    text = text.replace("E0", choose(["None", "I"]))
    while place := re.search(r"\b[VHIESNQ]\b(?!')", text):
        text = text[: place.start()] + choose(PLACES[place.group()]) + text[place.end() :]
    return text


lines = [HEAD]
for number in range(COUNT):
    if number % 15 == 0:
        # They must not become so large that nobody can read what has gone wrong.
        lines.append("l, t = l[:6], t[:6]")
        lines.append("if len(repr(l)) > 200: l = [1, 2]")
        lines.append("if len(repr(d)) > 200: d = {}")
    lines.append(f"try: {filled(choose(STATEMENTS))}")
    lines.append(f"except Exception as e: seen.append(f'{number} {{type(e).__name__}} {{e}}')")
program = "\n".join(lines)
namespace = {}
exec(program, namespace)
expected = "".join(f"    {line!r},\n" for line in namespace["seen"])
print(f"{program}\n\nEXPECTED = [\n{expected}]\n{TAIL}", end="")
