# os.environ, getenv, and what the process knows of itself.
import os

os.environ["LATHE_TEST"] = "é value"
print(os.environ["LATHE_TEST"], os.getenv("LATHE_TEST"), os.getenv("LATHE_NOT"), os.getenv("LATHE_NOT", "default"), "LATHE_TEST" in os.environ)
print(os.environ.get("LATHE_NOT"), os.environ.setdefault("LATHE_TEST", "x"), os.environ.setdefault("LATHE_TEST2", "y"))
print(os.system('test "$LATHE_TEST2" = y'), os.waitstatus_to_exitcode(os.system("exit 3")))
os.environ.update(LATHE_A="1", LATHE_B="2")
os.environ |= {"LATHE_C": "3"}
print(sorted(k for k in os.environ if k.startswith("LATHE_")), len(os.environ) == len(list(os.environ.items())))
print(os.environ.pop("LATHE_A"), os.environ.pop("LATHE_A", None), repr(os.environ)[:9], type(os.environ.copy()))
del os.environ["LATHE_B"]
for action in [
    lambda: os.environ["LATHE_B"],
    lambda: os.environ.__delitem__("LATHE_B"),
    lambda: os.environ.__setitem__("LATHE_B", 3),
    lambda: os.environ.__setitem__(3, "x"),
    lambda: os.environ.pop("LATHE_B"),
    lambda: os.environ.__setitem__("a=b", "x"),
    lambda: os.getenv(3),
]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
print(os.path.expandvars("$LATHE_C-${LATHE_C}x$LATHE_NOT$"), os.path.expandvars("plain"))
os.environ["HOME"] = "/home/me/"
print(os.path.expanduser("~"), os.path.expanduser("~/x"), os.path.expanduser("a~"), os.path.expanduser("~nobody-of-that-name/x"))
print(isinstance(os.getpid(), int), os.getpid() > 0, len(os.urandom(16)), os.urandom(0), os.urandom(8) != os.urandom(8), os.strerror(2), os.cpu_count() >= 1)
print(os.uname().sysname, len(os.uname()), os.times().user >= 0, os.umask(0o22) >= 0)
try:
    os.urandom(-1)
except ValueError as error:
    print(error)
