# slice objects.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


s = slice(1, 10, 2)
print(s, s.start, s.stop, s.step, s.indices(5), slice(5), slice(None), slice(1, None), s == slice(1, 10, 2), s != slice(1), slice(1, 2) < slice(1, 3), slice(-1, -5, -1).indices(10), slice(None, None, -1).indices(4), slice(100, 200).indices(10), slice("a", "b"))
class G:
    def __getitem__(self, k): return k
    def __setitem__(self, k, v): print("set", k, v)
    def __delitem__(self, k): print("del", k)
g = G()
print(g[1], g[1:2], g[1:2:3], g[:, 1], g[...], g[1:, ::2], g["a":"b"], g[()], g[1,], g[*(1, 2)])
g[1:2] = 5; g[0, :] = 6
del g[::3]
for f in (lambda: slice(), lambda: slice(1, 2, 3, 4), lambda: s.indices(-1), lambda: s.indices("a"), lambda: slice(None, None, 0).indices(3), lambda: slice("a").indices(3), lambda: slice(1) < 5, lambda: setattr(s, "start", 5)):
    t(f)
class I:
    def __index__(self): return 2
print("abcdef"[slice(I())], [1, 2, 3, 4][slice(0, I())], slice(I(), 5).indices(9), "abcdef"[slice(None, None, I())])
