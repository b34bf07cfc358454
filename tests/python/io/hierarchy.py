# The classes of io, and what they know of each other.
import io

print(io.DEFAULT_BUFFER_SIZE >= 8192, io.SEEK_SET, io.SEEK_CUR, io.SEEK_END, io.open is open, io.BlockingIOError is BlockingIOError)
print(issubclass(io.UnsupportedOperation, OSError), issubclass(io.UnsupportedOperation, ValueError), io.UnsupportedOperation.__name__, io.UnsupportedOperation.__module__)
error = io.UnsupportedOperation("what")
print(repr(error), str(error), error.args, error.errno)
names = ["IOBase", "RawIOBase", "BufferedIOBase", "TextIOBase", "FileIO", "BufferedReader", "BufferedWriter", "BufferedRandom", "BytesIO", "TextIOWrapper", "StringIO"]
for name in names:
    print(name, [base for base in names if issubclass(getattr(io, name), getattr(io, base))])
for name in names[4:]:
    cls = getattr(io, name)
    print(cls, cls.__name__, cls.__module__, cls.__qualname__)
for method in ["read", "readline", "write", "seek", "tell", "close", "flush", "truncate", "readinto", "read1", "peek", "detach", "getvalue", "fileno", "reconfigure"]:
    print(method, [name for name in names if hasattr(getattr(io, name), method)])
b = io.BytesIO()
print(repr(b).startswith("<_io.BytesIO object at 0x"), hash(b) == hash(b), b == b, bool(b))
try:
    io.TextIOWrapper()
except TypeError as e:
    print(e)
try:
    io.BytesIO(1, 2)
except TypeError as e:
    print(type(e).__name__)
x = io.TextIOWrapper.__new__(io.TextIOWrapper)
for action in [lambda: x.read(), lambda: x.encoding, lambda: io.BytesIO.read(io.StringIO()), lambda: io.StringIO.__new__(io.StringIO).read()]:
    try:
        print(action())
    except Exception as e:
        print(type(e).__name__)
