# Reading and writing in hot loops.
import io
import os

name = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lathe-lines-%d" % os.getpid())
with open(name, "w") as f:
    for i in range(120):
        f.write("%d %s\n" % (i, "x" * (i % 7)))
count = total = 0
with open(name) as f:
    for line in f:
        number, _, rest = line.partition(" ")
        total += int(number) + len(rest)
        count += 1
print(count, total)
with open(name, "rb") as f:
    print(sum(len(line) for line in f), f.tell(), f.seek(0))
    chunks = 0
    while chunk := f.read(17):
        chunks += len(chunk)
    print(chunks)
with open(name) as f:
    f.readline()
    places = [f.tell()]
    while f.readline():
        places.append(f.tell())
    f.seek(places[50])
    print(len(places), places[50], repr(f.readline()), sum(places))
out = io.StringIO()
for i in range(100):
    print(i, i * i, sep="=", end=";", file=out)
text = out.getvalue()
print(len(text), text[:20], text[-12:])
words = io.StringIO(text.replace(";", "\n"))
print(sum(int(line.split("=")[1]) for line in words))
b = io.BytesIO()
for i in range(100):
    b.write(bytes([i]))
    if i % 10 == 0:
        b.seek(i // 2)
print(b.getvalue())
os.remove(name)
