# Integers to bytes and back.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for n, length, order, signed in [(0, 1, "big", False), (255, 1, "little", False), (-1, 2, "big", True), (-128, 1, "big", True), (1 << 70, 12, "little", False), (65535, 3, "big", True)]:
    data = n.to_bytes(length, order, signed=signed)
    print(data, int.from_bytes(data, order, signed=signed))
t(lambda: (256).to_bytes(1, "big"))
t(lambda: (-1).to_bytes(1, "big"))
t(lambda: (128).to_bytes(1, "big", signed=True))
t(lambda: (1).to_bytes(-1, "big"))
t(lambda: (1).to_bytes(1, "middle"))
t(lambda: (5).to_bytes())
t(lambda: (0).to_bytes(0, "big"))
t(lambda: int.from_bytes(b"", "big"))
t(lambda: int.from_bytes([1, 2, 3], "little"))
t(lambda: int.from_bytes("ab", "big"))
t(lambda: int.from_bytes([300], "big"))
t(lambda: int.from_bytes(b"\xff\xff", byteorder="big", signed=True))
total = 0
for i in range(200):
    total += int.from_bytes((i * i * 12345).to_bytes(8, "big"), "little") % 1000003
print(total)
