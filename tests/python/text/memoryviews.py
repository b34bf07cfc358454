# Views of memory.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


data = bytearray(b"abcdefgh")
m = memoryview(data)
print(len(m), m[0], m[-1], bytes(m[2:5]), m[::-1].tolist(), m.tolist(), m.tobytes(), m.nbytes, m.itemsize, m.format, m.ndim, m.shape, m.strides, m.readonly, m.contiguous)
m[0] = 90; m[1:3] = b"XY"; print(data, m == data, m == b"ZXYdefgh", m[1:3] == b"XY", 90 in m, list(m[:3]), m.hex())
r = memoryview(b"abc")
print(r.readonly, hash(r) == hash(b"abc"), r.obj, bytes(r), r[1:].tobytes(), r == memoryview(b"abc"))
for f in (lambda: r.__setitem__(0, 1), lambda: m.__setitem__(0, 256), lambda: m.__setitem__(0, "a"), lambda: m[100], lambda: m.__setitem__(slice(0, 2), b"abc"), lambda: memoryview("a"), lambda: hash(m), lambda: m["a"], lambda: memoryview(5)):
    t(f)
with memoryview(data) as v:
    print(v[0])
t(lambda: v[0])
m.release()
t(lambda: m[0])
t(lambda: len(m))
data.append(1)
print(data)
