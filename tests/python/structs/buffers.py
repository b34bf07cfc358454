# struct: into and out of buffers; Struct objects; iteration.
import struct

s = struct.Struct(b"<hb")
print(s.format, s.size)
b = bytearray(10)
s.pack_into(b, 2, 513, -1)
print(bytes(b))
struct.pack_into(">I", b, -4, 0x01020304)
print(bytes(b), struct.unpack_from("<hb", b, 2), s.unpack_from(b, offset=2), s.unpack_from(buffer=b))
m = memoryview(b)
struct.pack_into("<i", m[1:5], 0, -1)
print(bytes(b), struct.unpack("<i", m[1:5]))
print(list(struct.iter_unpack("<bb", b"abcdef")), list(s.iter_unpack(b"abcdef")))
it = struct.iter_unpack("b", b"xyz")
print(next(it), it.__length_hint__(), list(it), list(it), iter(it) is it)
try:
    next(it)
except StopIteration:
    print("StopIteration")


class Sub(struct.Struct):
    def both(self, *values):
        return self.unpack(self.pack(*values))


sub = Sub("<2i")
print(sub.both(3, 4), sub.size, isinstance(sub, struct.Struct))
records = b"".join(struct.pack("<Id", i, i / 4) for i in range(120))
total = 0
for i, x in struct.iter_unpack("<Id", records):
    total += i * x
print(len(records), total)
header = struct.Struct("!4sHHI")
packet = header.pack(b"DATA", 1, 2, 3) + b"payload"
print(packet, header.unpack(packet[: header.size]), packet[header.size :])

