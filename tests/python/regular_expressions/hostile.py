# re: patterns that need many choices, and texts that are long.
import re

n = 20000
print(re.match("(?:a|b)*c", "ab" * n + "c").end(), re.match("(?:a|b)*c", "ab" * n))
print(len(re.findall("x", "xy" * n)), re.match("(a*)*b", "a" * 18), re.match(".*b", "a" * n), re.search("(.)*", "a" * n).end())
print(re.match(r"(?:(?:(?:a)*)*)*", "a" * 100).end(), re.match(r"(?:x|xx)*y", "x" * 20), re.match("(|a)+", "aaa").span(), re.match("(a|)+", "aaa").span())
print(re.match(r"(?:a?){30}a{30}", "a" * 30 if False else "a" * 60).end())
print(re.fullmatch(r"(\d{3}-?)+", "123-456-789").groups(), re.match(r"(a(b)?)+", "aba").groups(), re.match(r"(?:(a)|(b))+", "ab").groups())
print(re.match(r"(?:(x)|y){2}", "xy").groups(), re.search(r"(?=(\w+))\1:", "abc:").group(1), re.match(r"(?!(a)b)a(c)", "ac").groups())
print(re.match(r"(?P<n>a)(?:b(?P=n))*", "ababa").end(), re.match("a{0}b", "b").span(), re.match("(?:){3}", "x").span(), re.match("(a{1,2}){2}", "aaa").groups())
print(re.match("(?:a|ab|abc)(?:d|cd|bcd)$", "abcd").span(), [m.span() for m in re.finditer("(?=a)", "aab")], re.sub("(?<=,)", "_", "a,b,"))
print(re.split(r"(?=[A-Z])", "helloWorldFoo"), re.match("[^\n]*", "x" * 1000).end(), re.search(r"\Z", "abc").start(), re.search(r"\A", "abc").start())
p = re.compile("[%s]" % "".join(chr(c) for c in range(0x400, 0x600, 3)))
print(p.search("a" + chr(0x403)).start(), p.search(chr(0x401)), len(p.findall("".join(map(chr, range(0x3F0, 0x620))))))
p = re.compile("[\U0001F600-\U0001F610a-z]+")
print(p.search("...\U0001F600b\U0001F611").span())
