# Arrays of bytes are changed in place.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


a = bytearray(b"hello")
a.append(33); print(a)
a.extend(b"ab"); a.extend([1, 2]); print(a)
a.insert(0, 65); a.insert(-1, 66); a.insert(100, 67); print(a)
print(a.pop(), a.pop(0), a.pop(-2), a)
a.remove(108); print(a)
a.reverse(); print(a)
a[0] = 90; a[1:3] = b"xyz"; a[::2] = b"-" * len(a[::2]); print(a)
del a[0]; del a[1:3]; del a[::3]; print(a)
a += b"++"; a *= 2; print(a, len(a))
c = a.copy(); a.clear(); print(a, c, c == bytes(c), c.upper(), c.find(b"+"), bytes(c), c.decode("latin-1"), repr(c), str(c), bytearray(3), bytearray("é", "utf-8"), bytearray([1, 2]))
for f in (lambda: c.append(256), lambda: c.append("a"), lambda: c.remove(0), lambda: bytearray().pop(), lambda: c.pop(100), lambda: c.__setitem__(0, 300), lambda: c.__setitem__(99, 1), lambda: c.extend([256]), lambda: c.__setitem__(slice(0, 4, 2), b"abc"), lambda: c.insert(0, -1), lambda: hash(c), lambda: c + "a", lambda: c.__delitem__(99), lambda: bytearray("a"), lambda: c.__setitem__(slice(0, 1), "a"), lambda: c.__setitem__(slice(0, 1), 5)):
    t(f)
h = bytearray(16)
for i in range(200):
    h[i % 16] = (h[i % 16] * 31 + i) & 255
    h[(i * 7) % 16] ^= 85
print(h.hex())
