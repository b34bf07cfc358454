# string.Formatter, and its methods overridden.
import string
from string import Formatter

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
f = Formatter()
print(f.format("{0} {1!r:>5} {x:03d} {} literal {{}}".replace("{}", "", 1) if False else "{0} {1!r:>5} {x:03d} {{}}", 1, "a", x=7))
print(f.format("{} {} {}", 1, 2, 3), f.format("{a.real} {b[0]} {b[1][k]}", a=5, b=[1, {"k": 2}]), f.vformat("{0}{k}", ("x",), {"k": "y"}))
print(f.format("{:{}}|{:>{w}}", "a", 5, "b", w=4), f.format("{!s} {!r} {!a}", "é", "é", "é"))
show(f.format, "{} {0}", 1, 2)
print(list(f.parse("a{b!r:c}d{{e}}{0[x].y:{z}}")), list(f.parse("")), list(f.parse("plain")))
show(f.format, "{0} {}", 1, 2)
show(f.format, "{1}", 1)
show(f.format, "{x}")
show(f.format, "{")
show(f.format, "}")
show(f.format, "{!z}", 1)
show(f.format)
print(f.get_field("0.real", (5,), {}), f.get_field("a[b]", (), {"a": {"b": 3}}), f.get_value(0, [7], {}), f.get_value("k", [], {"k": 8}))
print(f.convert_field("a", "r"), f.convert_field("a", None), f.format_field(3, ">4"))
class Named(Formatter):
    def get_value(self, key, args, kwargs):
        if isinstance(key, str):
            return kwargs.get(key, f"<{key}>")
        return super().get_value(key, args, kwargs)
    def convert_field(self, value, conversion):
        if conversion == "u":
            return str(value).upper()
        return super().convert_field(value, conversion)
    def format_field(self, value, spec):
        return "none" if value is None else super().format_field(value, spec)
    def check_unused_args(self, used, args, kwargs):
        print("used", sorted(map(str, used)))
print(Named().format("{a} {0!u} {missing} {n}", "shout", a=1, n=None))
for i in range(10):
    out = f.format("{:>{w}} {k}", i, w=i % 5, k="x" * (i % 3))
print(out)
