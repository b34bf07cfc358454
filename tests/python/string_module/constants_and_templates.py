# string: constants, capwords, Template.
import string
from string import Template, capwords

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
for name in ("ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "octdigits", "punctuation", "printable", "whitespace"):
    print(name, repr(getattr(string, name)))
print(capwords("hello wORLD  foo"), capwords("a-b-c", "-"), repr(capwords("  x  y ")), repr(capwords("  x  y ", " ")), capwords(""))
t = Template("$who likes ${what}s, costs $$5")
print(t.substitute(who="tim", what="egg"), t.substitute({"who": "a", "what": "b"}), t.substitute({"who": "a"}, what="c"), t.template)
print(t.safe_substitute(who="x"), Template("$a $b ${c} $").safe_substitute(a=1), Template("$1 ${x").safe_substitute())
show(t.substitute)
show(t.substitute, who="x")
show(Template("a $").substitute)
show(Template("line\nb $1").substitute)
show(Template("${").substitute)
print(Template("$a$b").substitute(a=1, b=2.5), Template("").substitute(), Template("$_x $X1").substitute(_x=1, X1=2))
class Percent(Template):
    delimiter = "%%"
p = Percent("%%a $b %%%%c %%{d}e")
print(p.substitute(a=1, d=2), p.is_valid(), p.get_identifiers(), Template("$a $ $b").is_valid(), Template("$a $b ${a}").get_identifiers())
print(Template("$ä $aä").safe_substitute(a=1), Template("${a} ${a ${} $${a}").safe_substitute(a=1))
class Defaults(dict):
    def __missing__(self, key):
        return f"<{key}>"
print(Template("$x $y").substitute(Defaults(x=1)), Template("$x $y").substitute(Defaults(x=1), y=2))
for i in range(20):
    out = Template("$i and ${j}").substitute(i=i, j=i * i)
print(out)
