# re: matching, searching, groups.
import re

for pattern, text in (
    (r"abc", "xxabcxx"), (r"a*b", "aaab"), (r"a*?b", "aaab"), (r"a+?", "aaa"), (r"(a|b)*c", "ababc"), (r"(?:ab)+", "ababx"), (r"[a-c]+", "zzabcabz"),
    (r"[^a-c]+", "abczzz"), (r"\d+", "ab12cd345"), (r"\w+\s\w+", "hello world"), (r"^x", "yx"), (r"x$", "yx\n"), (r"\bfoo\b", "a foo b"), (r"\Boo", "foo"),
    (r"(\w)\1", "hello"), (r"(?P<q>['\"]).*?(?P=q)", "say 'hi' \"x\""), (r"(?=foo)f", "foo"), (r"(?!foo)f", "foo fa"), (r"(?<=a)b", "ab"), (r"(?<!a)b", "ab b"),
    (r"a{2,3}", "aaaa"), (r"a{2,3}?", "aaaa"), (r"a{,2}", "aaa"), (r"(a)?b", "b"), (r"(a)?(?(1)b|c)", "ab"), (r"(a)?(?(1)b|c)", "c"), (r".", "\n"),
    (r"(?s).", "\n"), (r"(?i)ABC", "xabc"), (r"(?m)^b", "a\nb"), (r"(?x) a  b # comment", "ab"), (r"", "abc"), (r"(?:)", ""), (r"\.\*", "a.*"),
    (r"(a+)+b", "aaaaaaaab"), (r"(x+x+)+y", "xxxxxxxxy"), (r"((a)|b)+", "ab"), (r"(?>a+)b", "aaab"), (r"(?>a+)ab", "aaab"), (r"a++b", "aab"), (r"a*+a", "aaa"),
    (r"(?:ab){2}+", "ababab"), (r"(a|ab)(c|bcd)(d*)", "abcd"), (r"[\d\-x]+", "1-x9"), (r"[]a]+", "a]"), (r"\x41\u0042\101", "ABA"),
    (r"é+", "xéé"), (r"[а-я]+", "привет мир"), (r"\w+", "日本語 text"), (r"😀.", "x😀y"), (r"(?a)\w+", "éa"), (r"(?i)ÉCOLE", "école"), (r"(?i)[k-m]+", "KLM"),
):
    m = re.search(pattern, text)
    if m is None:
        print(pattern, None, re.match(pattern, text), re.fullmatch(pattern, text))
    else:
        print(pattern, m, m.groups(), m.span(), m.lastindex, m.lastgroup, bool(re.match(pattern, text)), bool(re.fullmatch(pattern, text)))
m = re.match(r"(?P<first>\w+) (?P<second>\w+)( \w+)?", "hello world")
print(m.group(), m.group(0), m.group(1, 2), m["first"], m[2], m.group("second", 1), m[3])
print(m.groups(), m.groups("none"), m.groupdict(), m.groupdict(0), m.regs)
print(m.start(), m.end(), m.span(2), m.start("second"), m.span(3), m.pos, m.endpos, m.string, m.re.pattern)
for f in (lambda: m.group(9), lambda: m.group("x"), lambda: m[9], lambda: m.start(5), lambda: m.group(1.5), lambda: m.group(2**70)):
    try:
        print(f())
    except IndexError as e:
        print("IndexError", e)
p = re.compile("b+")
print(p.match("abb", 1), p.search("abbb", 0, 3), p.fullmatch("abb", 1), p.match("abb", 5), p.search("xbx", -5, 2**62))
print(p, re.compile(b"x", re.I), re.compile("a", re.I | re.M | re.S | re.X | re.A), p.flags, p.groups, p.groupindex, p == re.compile("b+"), p != re.compile("c"))
print(re.compile("(?P<a>x)(?P<b>y)").groupindex, hash(p) == hash(re.compile("b+")))
for f in (lambda: p.match(1), lambda: p.match(b"x"), lambda: re.compile(b"x").match("a"), lambda: p.match()):
    try:
        print(f())
    except TypeError as e:
        print("TypeError", e)
