# What sys says of the interpreter. Versions differ, so they are not shown.
import sys

print(sys.maxsize == 2**63 - 1, sys.maxunicode, sys.byteorder, sys.platform, type(sys.version), sys.float_repr_style)
v = sys.version_info
print(v[0], v.major, v >= (3, 11), v[:2] == (v.major, v.minor), v.releaselevel, v.serial, len(v), type(v), repr(v)[:24], v.micro >= 0)
print(sys.hexversion >> 24, sys.hexversion >> 16 & 255 == v.minor, sys.implementation.version == v, sys.implementation.cache_tag != "")
print(sys.float_info)
print(sys.float_info.max, sys.float_info.epsilon, sys.int_info.bits_per_digit, sys.int_info[1], sys.hash_info.width, sys.hash_info.modulus, sys.hash_info.inf)
print(sys.flags.optimize, sys.flags.debug, type(sys.flags), sys.flags[0])
print(sys.getdefaultencoding(), sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())
print(sys.argv, type(sys.path), sys.modules["sys"] is sys, "builtins" in sys.builtin_module_names, "sys" in sys.builtin_module_names)
print(sys.stdout.encoding, sys.stdin.encoding, sys.stderr.errors, sys.stdout.errors, sys.stdout is sys.__stdout__, sys.stdin.name, sys.stdout.mode)
print(sys.stdout, sys.stdin, sys.stderr, sys.stdout.fileno(), sys.stdin.fileno(), sys.stdout.buffer.fileno())
print(sys.stdout.newlines, sys.stdout.writable(), sys.stdout.readable(), sys.stdin.readable())
print(type(sys.executable), sys.exc_info(), sys.intern("abc") is sys.intern("abc"))
for action in [lambda: type(v)(), lambda: setattr(v, "major", 4), lambda: sys.nothing, lambda: type(sys.flags)(()), lambda: sys.float_info.nothing]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
sys.displayhook(5)
sys.displayhook(None)
sys.displayhook("x")
print(_)
print(hash(v) == hash(tuple(v)), len(v + (1,)), v == tuple(v), {v: 1}[tuple(v)], [*v][0])
