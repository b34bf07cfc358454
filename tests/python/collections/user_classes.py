# ChainMap, UserDict, UserList, UserString.
from collections import ChainMap, UserDict, UserList, UserString

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
base, top = {"a": 1, "b": 2}, {"b": 20, "c": 30}
m = ChainMap(top, base)
print(m, m["a"], m["b"], len(m), list(m), dict(m), "c" in m, m.get("zz", 5), bool(m), bool(ChainMap()), m.maps)
m["a"] = 100; del m["c"]
print(m, base, list(m.items()), sorted(m.values()), m.parents, m.new_child({"n": 1}), m.new_child(), m.pop("a"))
for f, args in ((m.__getitem__, ("zz",)), (m.__delitem__, ("a",)), (m.pop, ("a",)), (ChainMap().popitem, ())):
    show(f, *args)
print(m.copy() == m, m == dict(m), m | {"q": 1}, {"q": 1} | m, ChainMap.fromkeys("ab", 0), m.popitem(), m.setdefault("s", 3))
m.update(x=1); m.clear(); print(m)

class Upper(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)
    def __missing__(self, key):
        return ("missing", key)
u = Upper({"a": 1}, b=2)
u.update(c=3); u.setdefault("d", 4)
print(u, u["A"], u["zz"], len(u), "A" in u, u.get("A"), u.pop("C"), list(u), u.data, u == {"A": 1, "B": 2, "D": 4}, u | {"e": 5})
plain = UserDict(x=1)
show(lambda: plain["y"])
print(plain.copy(), type(plain.copy()).__name__, plain.keys(), list(plain.items()), UserDict.fromkeys("ab"), plain.popitem(), plain)

l = UserList([3, 1, 2])
l.append(5); l += [6]; l.insert(0, 9); l.sort(); l.reverse()
print(l, l[0], l[1:3], type(l[1:3]).__name__, len(l), 5 in l, l + [1], [1] + l, l * 2, l == [9, 6, 5, 3, 2, 1], l < [10], l.index(5), l.count(1))
print(l.pop(), l.remove(9), l, l.copy(), list(reversed(l)), UserList(l), UserList("ab"), l.extend("x"), l, l.clear(), l)
show(l.pop)
show(lambda: UserList([1]) + 5)

s = UserString("Hello")
print(s, repr(s), s.upper(), type(s.upper()).__name__, s + " x", "x " + s, s[1], s[1:3], len(s), "ell" in s, s == "Hello", s < "Z", s * 2, hash(s) == hash("Hello"))
print(s.find("l"), s.replace("l", "L"), s.split("l"), s.startswith("He"), s.center(9, "*"), s % (), UserString("%d") % 5, s.encode(), s.join(["a", "b"]), int(UserString("12")), s.count("l"), s.isalpha(), UserString(5))
show(lambda: s[10])
show(s.index, "z")
total = 0
for i in range(25):
    u[str(i % 7)] = i
    total += u[str(i % 5)] if i > 7 else 0
    m[i % 3] = i
print(total, len(u), m)
