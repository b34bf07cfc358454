# Making, listing, renaming and removing folders and files.
import os


base = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lathe-folders-%d" % os.getpid())
os.mkdir(base)
here = os.getcwd()
os.chdir(base)
print(os.path.samefile(os.getcwd(), base), os.listdir(), os.listdir("."))
os.mkdir("a")
os.makedirs("b/c/d")
os.makedirs("b/c/d", exist_ok=True)
with open("b/f.txt", "w") as f:
    f.write("hello")
print(sorted(os.listdir("b")), sorted(os.listdir(b"b")), os.path.isdir("b"), os.path.isfile("b"), os.path.isfile("b/f.txt"))
print(os.path.exists("b/f.txt"), os.path.exists("nothing"), os.path.getsize("b/f.txt"), os.path.islink("b"), os.path.exists("a\0b"))
with os.scandir("b") as entries:
    for entry in sorted(entries, key=lambda e: e.name):
        print(entry.name, entry.path, entry.is_dir(), entry.is_file(), entry.is_symlink(), entry, os.fspath(entry), entry.stat().st_size if entry.is_file() else "-")
os.symlink("f.txt", "b/link")
print(os.readlink("b/link"), os.path.islink("b/link"), os.path.isfile("b/link"), os.path.realpath("b/link") == os.path.realpath("b/f.txt"), os.lstat("b/link").st_size)
os.rename("b/f.txt", "b/g.txt")
print(os.path.exists("b/link"), os.path.lexists("b/link"), sorted(os.listdir("b")))
os.remove("b/link")
os.replace("b/g.txt", "a/g.txt")
print(sorted((top, sorted(dirs), sorted(files)) for top, dirs, files in os.walk(".")))
print([top for top, _, _ in os.walk("b", topdown=False)])
for action in [
    lambda: os.mkdir("a"),
    lambda: os.makedirs("a"),
    lambda: os.rmdir("nothing"),
    lambda: os.rmdir("a"),
    lambda: os.remove("a"),
    lambda: os.remove("nothing"),
    lambda: os.listdir("a/g.txt"),
    lambda: os.listdir("nothing"),
    lambda: os.rename("nothing", "other"),
    lambda: os.chdir("nothing"),
    lambda: os.stat("nothing"),
    lambda: os.scandir("nothing"),
    lambda: open("a"),
    lambda: open("nothing"),
    lambda: open("a/g.txt", "x"),
    lambda: open("a/g.txt/x"),
    lambda: os.remove(1.5),
    lambda: os.stat(1.5),
    lambda: os.listdir(1.5),
    lambda: os.mkdir("x\0y"),
    lambda: os.path.getsize("nothing"),
]:
    try:
        action()
        print("done")
    except OSError as error:
        print(type(error).__name__, error, error.errno, error.strerror, error.filename, error.filename2)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
os.remove("a/g.txt")
os.rmdir("a")
os.removedirs("b/c/d")
print(os.listdir())
os.chdir(here)
if os.path.exists(base):
    os.rmdir(base)
print(os.path.exists(base))
