"""format, str.format, % and f-strings: results and errors."""


def show(f, *args, **kw):
    try:
        print(repr(f(*args, **kw)))
    except Exception as e:
        print(type(e).__name__, e)
class P:
    x = 5
    d = {"k": [1, 2, 3], 7: "seven"}
    def __format__(self, spec): return "P<" + spec + ">"
    def __repr__(self): return "P()"
    def __str__(self): return "Pé"
p = P()
for fmt in ["{}", "{0}", "{} {}", "{1} {0}", "{a}", "{a.x}", "{a.d[k]}", "{a.d[k][1]}", "{0!r:>10}", "{!s:>6}", "{!a}", "{:{}}", "{:{w}.{p}f}", "{{}}", "{{{}}}", "{",
            "}", "{0", "{0!}", "{0!x}", "{0!r", "{0.}", "{0[}", "{0[]}", "{0[a]b}", "{} {0}", "{0} {}", "{9}", "{zz}", "{a.d[7]}", "{:{:{}}}", "{0:{1}>{2}}", "{:>10}", "{:^+09.2f}", "{!r:{w}}", "{a!z}", "{0:}}", "{a[0]}", "{:d}", "{:x}", "{0.real}", "{0.imag}", "{-1}", "{ }", "{0 }"]:
    show(fmt.format, 42, 9, 3, a=p, w=12, p=3)
    show(fmt.format, 3.25, "*", 12, a=p, w="^9", p="x")
    show(fmt.format)
show("{a}{b}".format_map, {"a": 1, "b": 2}); show("{}".format_map, {}); show("{q}".format_map, {})
for fmt in ["%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%x", "%#x", "%#o", "%X", "%e", "%.3f", "%g", "%#g", "%s", "%r", "%a", "%%", "%5%", "%(a)d", "%(a)s %(b)r", "%*d", "%.*f", "%z", "%", "%5", "%(a", "%d %d", "%10.3s|", "%-10s|", "%i", "%u", "%ld", "%5.2e", "%F", "%G", "%E", "%05s", "%.0f", "%+.1e", "%020.5f"]:
    for v in [42, -7, 3.5, "x", "xyz", (1, 2), {"a": 1, "b": "q"}, (5, 2.5), p, None, True, 2**70, float("inf"), (), [1], ("a", 1), b"q", -1, 1114112, (7, 42)]:
        print(fmt, end=" ")
        show(lambda: fmt % v)
for v in [1, -1, 2**70, 3.14159, 1e300, float("nan"), True, 2+3j, "text", "é中", None, p]:
    for spec in ["", "d", "5", "<8", ">8", "^8", "*^9", "08", "+", ",", "_", "x", "#b", ".2", ".2f", "e", "%", "s", ".1s", "z", "c", "n", "10.3g", "=+12", "é>6", "q", "1000000000000", "5.", ",d", "_x", ",_"]:
        if spec == "1000000000000": continue
        show(format, v, spec)
w, prec = 10, 3
print(f"{3.14159:{w}.{prec}f}|{'x':>{w}}|{42!r:5}|{p!s:>4}|{p:abc}|{1+1=}|{2**64:,}|{0.1+0.2}")
