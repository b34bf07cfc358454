# Python 3.14: template strings. CPython 3.11 cannot run it: the expectation is our own output, read over.
name, n = "World", 3.14159
t = t"Hello {name}! {n:.2f} {n!r:>10} end"
print(type(t).__name__, t.strings, t.values)
for i in t.interpolations:
    print(i.value, i.expression, i.conversion, repr(i.format_spec))
print(t"", t"plain".strings, t"{name}".strings, (t"{name}{n}").strings)
print([x if isinstance(x, str) else x.expression for x in t])


def render(template):
    out = []
    for part in template:
        if isinstance(part, str):
            out.append(part)
        else:
            value = {"r": repr, "s": str, "a": ascii, None: lambda v: v}[part.conversion](part.value)
            out.append(format(value, part.format_spec))
    return "".join(out)


print(render(t), render(t) == f"Hello {name}! {n:.2f} {n!r:>10} end")
both = t"a{1}" + t"b{2}c"
print(both.strings, both.values)
width = 8
nested = t"{name:>{width}}"
print(nested.interpolations[0].format_spec, render(nested))
for f in [lambda: t"a" + "b", lambda: "a" + t"b"]:
    try:
        f()
    except TypeError as e:
        print(type(e).__name__)
Template, Interpolation = type(t), type(t.interpolations[0])
made = Template("x", "y", Interpolation(5, "five", "r", ">3"), "z")
print(made, render(made))
match t.interpolations[0]:
    case Interpolation(value, expression):
        print(value, expression)
print(t"{name=}".strings, t"{{}} {n}".strings, rt"\n{n}".strings, t"one {1}" t" two {2}".strings if False else (t"one {1}" t" two {2}").strings)
total = 0
for i in range(120):
    total += sum(t"{i}{i * 2}".values)
print(total)
