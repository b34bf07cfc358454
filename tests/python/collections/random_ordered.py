# Random operations on an OrderedDict, against a list of pairs.
from collections import OrderedDict

state = 2024
def rand(n):
    global state
    state = (state * 1103515245 + 12345) % 2 ** 31
    return (state >> 8) % n

def place(model, key):
    for i, (k, v) in enumerate(model):
        if k == key:
            return i
    return -1

o, model = OrderedDict(), []
for step in range(45):
    op, key = rand(9), rand(8)
    at = place(model, key)
    if op < 3:
        o[key] = step
        if at < 0:
            model.append((key, step))
        else:
            model[at] = (key, step)
    elif op == 3:
        got = o.pop(key, None)
        assert got == (model.pop(at)[1] if at >= 0 else None)
    elif op == 4 and model:
        last = rand(2) == 0
        assert o.popitem(last) == model.pop(-1 if last else 0)
    elif op == 5 and at >= 0:
        last = rand(2) == 0
        o.move_to_end(key, last)
        model.insert(len(model) if last else 0, model.pop(at))
    elif op == 6 and rand(6) == 0:
        o = o.copy() if rand(2) else OrderedDict(reversed(o.items()))
        if list(o.items()) != model:
            model.reverse()
    elif op == 7:
        assert o.setdefault(key, step) == (model[at][1] if at >= 0 else step)
        if at < 0:
            model.append((key, step))
    assert list(o.items()) == model and list(reversed(o)) == [k for k, v in reversed(model)], (step, op)
    assert len(o) == len(model) and (o == dict(model)) and o == OrderedDict(model)
    if len(model) > 1:
        assert o != OrderedDict(model[::-1])
print(list(o.items()), model == list(zip(o.keys(), o.values())))
