# Runs programs that come through standard input, each in a namespace of its own. A program is announced by a line with a word
# (which is ignored here) and its length in bytes; a line that begins with a zero byte follows what it prints.
import io
import re
import sys

# What 3.14 says in other words than 3.11.
WORDING = [
    ("integer division or modulo by zero", "division by zero"),
    ("integer modulo by zero", "division by zero"),
    ("float division by zero", "division by zero"),
    ("float floor division by zero", "division by zero"),
    ("float modulo", "division by zero"),
    ("float divmod()", "division by zero"),
    ("complex division by zero", "division by zero"),
    ("0.0 cannot be raised to a negative power", "zero to a negative power"),
    ("() arg is an empty sequence", "() iterable argument is empty"),
    ("0.0 to a negative or complex power", "zero to a negative or complex power"),
]

source, out = sys.stdin.buffer, sys.stdout.buffer
while True:
    head = source.readline()
    if not head:
        break
    text = source.read(int(head.split()[1])).decode()
    sys.stdout = captured = io.StringIO()
    status = "ok"
    try:
        code = compile(text, "<program>", "exec")
    except SyntaxError as error:
        status = "syntax"
    else:
        try:
            exec(code, {"__name__": "__main__"})
        except BaseException as error:
            print("uncaught", type(error).__name__, error, file=captured)
    text = captured.getvalue()
    for old, new in WORDING:
        text = text.replace(old, new)
    text = re.sub(r"(argument of type '\w+' is not) iterable", r"\1 a container or iterable", text)
    text = re.sub(r"ValueError .{1,200}? is not in list ", "ValueError list.index(x): x not in list ", text)
    out.write(text.encode("utf-8", "backslashreplace") + b"\0" + status.encode() + b"\n")
    out.flush()
