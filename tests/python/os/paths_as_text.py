# os.path: what can be said of a path without looking at files.
import os
from os import path

print(os.path is path, os.sep, os.curdir, os.pardir, os.pathsep, repr(os.linesep), os.name, os.extsep, os.altsep, os.devnull)
for parts in [("a", "b"), ("a/", "b"), ("a", "/b", "c"), ("", "a"), ("a", ""), ("/", "a"), ("a",), (b"x", b"y"), ("é", "日本")]:
    print(parts, path.join(*parts))
samples = ["", "/", "//", "a", "a/b", "/a/b/", "a//b", "/a", "a.txt", ".bashrc", "a.tar.gz", "..", "x/.y", "a.b/c", "...a.b", "é/ü.x", b"p/q.r"]
for p in samples:
    print(repr(p), path.split(p), path.splitext(p), repr(path.basename(p)), repr(path.dirname(p)), path.isabs(p), repr(path.normpath(p)))
for p in ["a/./b", "a/../b", "/../a", "../..", "a/b/../../..", "///a", "//a", "./", "a/b/c/../../d"]:
    print(p, path.normpath(p))
print(path.relpath("/a/b/c", "/a/d"), path.relpath("/a", "/a"), path.relpath("/a/b", "/"), path.relpath("x/y", "x"), path.relpath("x"))
print(path.commonprefix(["/usr/lib", "/usr/local"]), repr(path.commonprefix([])), path.commonprefix([["a", "b"], ["a", "c"]]), path.commonprefix(["é", "è"]))
print(path.commonpath(["/usr/lib", "/usr/local/x"]), path.commonpath(["a/b", "a/c", "a"]), repr(path.commonpath(["a", "b"])))
print(path.splitdrive("/a"), path.normcase("A/b"), path.isabs("a"))
print(path.abspath("x") == path.join(os.getcwd(), "x"), path.abspath("/a/../b"))


class P:
    def __init__(self, p):
        self.p = p

    def __fspath__(self):
        return self.p


print(path.join(P("a"), P("b")), path.basename(P("x/y")), os.fspath(P("q")), os.fsencode("é"), os.fsdecode(b"\xff") == "\udcff")
for action in [
    lambda: path.join("a", 1),
    lambda: path.join("a", b"b"),
    lambda: path.join(1, "a"),
    lambda: path.split(None),
    lambda: path.relpath(""),
    lambda: path.commonpath([]),
    lambda: path.commonpath(["/a", "b"]),
    lambda: os.fspath(3),
    lambda: os.fspath(P(3)),
    lambda: path.normpath(3.5),
]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
