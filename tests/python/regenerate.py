"""Writes what CPython prints for each program beside it, as NAME.out; for programs in `tracebacks` also what goes to standard
error, as NAME.err, without the names of folders.

    python3 tests/python/regenerate.py [FOLDER ...]
"""

import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
folders = [pathlib.Path(word) for word in sys.argv[1:]] or [here]
for folder in folders:
    for program in sorted(folder.rglob("*.py")):
        if program.resolve() == pathlib.Path(__file__).resolve() or program.name.startswith("_"):
            continue
        if program.read_text().startswith("# Python 3.1"):
            # A later language than this one's; what it prints is written by hand.
            continue
        run = subprocess.run([sys.executable, "-B", program.name], cwd=program.parent, capture_output=True, text=True, timeout=60)
        program.with_suffix(".out").write_text(run.stdout + (f"exit {run.returncode}\n" if run.returncode else ""))
        home = program.parent.resolve()
        if home.name == "tracebacks":
            program.with_suffix(".err").write_text(run.stderr.replace(f"{home}/", ""))
        print(program, "exit", run.returncode)
