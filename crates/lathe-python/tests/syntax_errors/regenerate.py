"""Writes expected.txt: what CPython says to the cases. Cases that 3.14 words differently than this CPython are listed in differs.txt, with
what they must say; they are left alone."""

import os
import sys
import tempfile
import traceback

here = os.path.dirname(os.path.abspath(__file__))


def cases():
    with open(os.path.join(here, "cases.txt"), encoding="utf-8") as file:
        parts = file.read().split("#### ")[1:]
    for part in parts:
        name, source = part.split("\n", 1)
        yield name, source


def message(source):
    # Some errors show the line as it is in the file.
    with open("x.py", "w", encoding="utf-8") as file:
        file.write(source)
    try:
        compile(source, "x.py", "exec", dont_inherit=True)
    except SyntaxError as error:
        lines = traceback.format_exception_only(type(error), error)
        return "".join(lines)
    return "no error\n"


with tempfile.TemporaryDirectory() as folder, open(os.path.join(here, "expected.txt"), "w", encoding="utf-8") as file:
    os.chdir(folder)
    for name, source in cases():
        file.write(f"#### {name}\n{message(source)}")
    os.chdir(here)
print("CPython", sys.version.split()[0])
