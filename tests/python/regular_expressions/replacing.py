# re: sub, split, findall, finditer, escape, templates.
import re

print(re.sub("a", "b", "banana"), re.sub("a", "b", "banana", count=2), re.subn("a", "", "banana"), re.sub("x", "y", "banana"))
print(re.sub(r"(\w)(\w)", r"\2\1", "abcdef"), re.sub(r"(?P<x>\d+)", r"<\g<x>>", "a1b22"), re.sub(r"\d", r"\g<0>\g<0>", "a1"), re.sub("b*", "-", "abc"))
print(re.sub(r"\d+", lambda m: str(int(m[0]) * 2), "1 22 333"), re.sub("", "-", "abc"), re.sub("x*", "-", "abxd"), re.sub("(a)|b", r"[\1]", "ab"))
print(re.sub("a", r"\n\t\\", "xax"), re.sub(b"a", b"b", b"banana"), re.sub("a", "é", "cab"), re.sub("é", "日本", "cafés"))
print(re.split(r"\s+", "a b  c"), re.split(r"(\s)", "a b c"), re.split("x*", "axbc"), re.split(",", "a,b,c", maxsplit=1), re.split("(a)|b", "xaybz"), re.split("q", "abc"), re.split("", "ab"))
print(re.findall(r"\d+", "1 22 x3"), re.findall(r"(\w)(\d)", "a1 b2"), re.findall(r"(\w)\d", "a1 b2"), re.findall("a*", "baac"), re.findall(r"(a)|(b)", "ab"), re.findall("x", "abc"))
print([m.span() for m in re.finditer(r"\w+", "one two three")], [m.group() for m in re.finditer("a|", "ba")])
print(re.escape("a.b*c[d]"), re.escape("héllo wörld!"), re.escape(b"a.b"))
print(re.compile(r"(\d+)-(\d+)").match("10-20").expand(r"\2/\1 \g<1>"))
for f in (
    lambda: re.sub("(", "", "x"), lambda: re.compile("a**"), lambda: re.compile("[a"), lambda: re.compile("(?P<1a>x)"), lambda: re.compile(r"\1"), lambda: re.compile("(?<=a*)b"),
    lambda: re.compile("*a"), lambda: re.compile("a{3,2}"), lambda: re.compile("(?P<a>x)(?P<a>y)"), lambda: re.sub("a", r"\9", "a"), lambda: re.compile("(?z)"), lambda: re.compile("x)"),
):
    try:
        print(f())
    except re.error as e:
        print("error", e, e.pos, e.lineno, e.colno)
try:
    re.sub("a", r"\g<q>", "a")
except IndexError as e:
    print("IndexError", e)
try:
    re.sub("a", lambda m: 1, "abc")
except TypeError as e:
    print("TypeError", e)
print(re.I, re.MULTILINE | re.DOTALL, re.RegexFlag(0), repr(re.A), re.IGNORECASE == 2)
words = "the quick brown fox jumps over the lazy dog " * 5
total = 0
p = re.compile(r"\b(\w)(\w*)\b")
for i in range(3):
    for m in p.finditer(words):
        total += len(m.group(2)) + m.start()
print(total, len(p.sub(r"\2\1ay", words)))
print(re.sub(r"(?i)THE", "a", words[:50]), re.split(r"[ox]", words[:45]))
scanner = re.Scanner([(r"\d+", lambda s, t: ("int", t)), (r"\w+", lambda s, t: ("word", t)), (r"\s+", None)])
print(scanner.scan("abc 12 x ?"))
