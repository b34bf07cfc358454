# bisect: places, keys, bounds, errors.
from bisect import bisect, bisect_left, bisect_right, insort, insort_left, insort_right

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

for a in ([], [1], [1, 2, 2, 2, 3], [1.0, 2.0, 2.0, 3.0], list("abbbc"), (1, 2, 2, 3), range(0, 20, 2), [1, 2.0, True + 1, 3]):
    for x in (0, 2, 5, 2.0, "b"):
        try:
            print(bisect_left(a, x), bisect_right(a, x), bisect(a, x), end=" | ")
        except TypeError as e:
            print(e, end=" | ")
    print()
a = [1, 3, 3, 3, 5]
print(bisect_left(a, 3, 2), bisect_right(a, 3, 0, 2), bisect_left(a, 3, lo=1, hi=3), bisect_left(a, 9, 3, 3), bisect(a, 2, 4, 2))
show(bisect_left, a, 3, -1)
show(bisect_left, a, 9, 0, 10)
show(bisect_left, a, 3, 0, None)
show(bisect_left, 5, 3)
show(bisect_left, a)
show(bisect_left, a, 1, "x")
words = ["a", "bb", "ccc", "dddd"]
print(bisect_left(words, 3, key=len), bisect_right(words, 3, key=len), bisect(words, 2, key=None))if False else print(bisect_left(words, 3, key=len), bisect_right(words, 3, key=len))
insort(words, "xx", key=len)
insort_left(words, "yy", key=len)
print(words)
nums = []
for x in (5, 1, 4, 1, 3, 2.5, 9):
    insort(nums, x)
print(nums, insort_right(nums, 0), nums)
nan = float("nan")
f = [1.0, nan, 3.0]
print(bisect_left(f, 2.0), bisect_right(f, 2.0), bisect_left(f, nan), bisect_right(f, nan))
class Seq:
    def __init__(self, n):
        self.items = list(range(n))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, i):
        return self.items[i] * 10
    def insert(self, i, x):
        print("insert", i, x)
s = Seq(5)
print(bisect_left(s, 25), bisect_right(s, 30))
insort(s, 15)
class Shrinking:
    def __init__(self, items):
        self.items = items
    def __lt__(self, other):
        del self.items[2:]
        return True
items = list("abcdefgh")
show(bisect_right, items, Shrinking(items))
data = []
state = 7
for i in range(40):
    state = state * 1103515245 % 2147483648
    insort(data, state % 100)
print(data == sorted(data), bisect(data, 50), len(data))
