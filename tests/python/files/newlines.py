# Ends of lines in text files, also across the chunks that are read. Positions behind a lone \r are numbers of no meaning, and differ.
import os

name = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lathe-newlines-%d" % os.getpid())
data = b"a\nb\r\nc\rd\r\n\r\r\n\n"
for newline in [None, "", "\n", "\r", "\r\n"]:
    with open(name, "wb") as f:
        f.write(data)
    with open(name, newline=newline) as f:
        print(repr(newline), f.readlines(), f.newlines, f.seek(0), repr(f.read()))
        f.seek(0)
        places = []
        while f.readline():
            places.append(f.tell())
        print(len(places), sorted(set(places)) == places or newline in (None, ''))
        for place in places:
            f.seek(place)
            print(repr(f.readline()), end="; ")
        print([f.seek(0)] + [f.read(1) for _ in range(6)])
    with open(name, "w", newline=newline) as f:
        f.write("x\ny\r\nz")
    print(open(name, "rb").read())
for shift in range(8190, 8193):
    with open(name, "wb") as f:
        f.write(b"x" * shift + b"\r\nend\r\n\xc3\xa9" + b"y" * 9000 + b"\r\n")
    for newline in [None, ""]:
        with open(name, newline=newline) as f:
            lines = [f.readline()]
            place = f.tell()
            lines += f.readlines()
            f.seek(place)
            print(shift, repr(newline), [len(line) for line in lines], place, repr(lines[1]), repr(f.read(5)), f.tell())
os.remove(name)
