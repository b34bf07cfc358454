# A deque that changes while it is looked at; random operations against a list.
from collections import deque

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
d = deque(range(5))
it = iter(d)
print(next(it), it.__length_hint__())
d.append(9)
show(next, it)
show(next, it)
it = reversed(d)
print(next(it), next(it))
d[0] = "changed"
print(next(it))
d.pop()
show(next, it)
it = iter(deque())
print(next(it, "end"))
class Evil:
    def __init__(self, d, n=0):
        self.d = d
    def __eq__(self, other):
        self.d.append("more")
        return False
for name in ("count", "index", "remove", "__contains__"):
    d = deque([1, 2, 3])
    show(getattr(d, name), Evil(d))
d = deque([1, 2]); e = deque([Evil(d), 2])
show(lambda: d == e)
def gen(d):
    for i in range(3):
        d.appendleft(i)
        yield i * 10
d = deque([1])
d.extend(gen(d)); print(d)
d.extendleft(gen(d)); print(d)

state = 99
def rand(n):
    global state
    state = (state * 1103515245 + 12345) % 2 ** 31
    return (state >> 8) % n
for max_length in (None, 1, 4, 9):
    d, model = deque(maxlen=max_length), []
    for step in range(25):
        k, v = rand(9), rand(5)
        if k < 2:
            d.append(v); model.append(v)
            if max_length is not None and len(model) > max_length: del model[0]
        elif k < 4:
            d.appendleft(v); model.insert(0, v)
            if max_length is not None and len(model) > max_length: del model[-1]
        elif k == 4 and model:
            assert d.pop() == model.pop()
        elif k == 5 and model:
            assert d.popleft() == model.pop(0)
        elif k == 6 and model:
            n = rand(7) - 3
            d.rotate(n)
            n %= len(model)
            model = model[len(model) - n:] + model[:len(model) - n]
        elif k == 7 and v in model:
            d.remove(v); model.remove(v)
        elif k == 8 and model:
            i = rand(len(model))
            d[i] = step; model[i] = step
            del d[i]; del model[i]
        assert list(d) == model and list(reversed(d)) == model[::-1] and len(d) == len(model), (d, model)
    print(max_length, d)
