# os.stat and what it gives.
import os
import stat


base = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lathe-status-%d" % os.getpid())
os.mkdir(base)
name = os.path.join(base, "f")
with open(name, "wb") as f:
    f.write(b"12345")
    f.flush()
    print(os.fstat(f.fileno()).st_size)
os.chmod(name, 0o640)
os.utime(name, (1000000000, 1000000001))
s = os.stat(name)
print(oct(s.st_mode), stat.S_ISREG(s.st_mode), s.st_size, s.st_nlink, s[6], s.st_mtime, s.st_atime, s[8], s.st_mtime_ns, s.st_atime_ns)
print(len(s), type(s), isinstance(s, tuple), s == tuple(s), s.n_fields >= 16, s.n_sequence_fields)
print(repr(s).startswith("os.stat_result(st_mode=33184, st_ino="), repr(s).split(", ")[-2:-1])
print(os.path.getmtime(name), os.path.getsize(name), os.stat(name, follow_symlinks=False).st_size)
os.utime(name, ns=(5, 1500000000123456789))
print(os.stat(name).st_mtime_ns, os.stat(name).st_atime_ns)
os.truncate(name, 2)
print(os.stat(name).st_size, open(name, "rb").read())
print(os.access(name, os.R_OK), os.access(name + "x", os.F_OK))
fd = os.open(name, os.O_RDWR)
print(os.read(fd, 10), os.write(fd, b"xyz"), os.lseek(fd, 0, os.SEEK_SET), os.read(fd, 3), os.isatty(fd))
os.ftruncate(fd, 1)
print(os.fstat(fd).st_size)
os.close(fd)
r, w = os.pipe()
print(os.write(w, b"through"), os.read(r, 100))
os.close(w)
print(os.read(r, 10))
os.close(r)
for action in [lambda: os.close(fd), lambda: os.read(fd, 1), lambda: os.fstat(10**6), lambda: setattr(s, "st_size", 1), lambda: os.open(name + "/x", os.O_RDONLY)]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, str(error).replace(base, "BASE"))
os.remove(name)
os.rmdir(base)
print(os.stat_result(range(10)).st_mode, os.stat_result(range(10))[9], os.stat_result(range(10)).st_ctime)
try:
    os.stat_result((1, 2))
except TypeError as error:
    print(error)
