"""Writes what CPython prints for each program beside it, as NAME.out.

    python3 tests/python/regenerate.py [FOLDER ...]
"""

import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
folders = [pathlib.Path(word) for word in sys.argv[1:]] or [here]
for folder in folders:
    for program in sorted(folder.rglob("*.py")):
        if program == pathlib.Path(__file__) or program.name.startswith("_"):
            continue
        run = subprocess.run([sys.executable, program.name], cwd=program.parent, capture_output=True, text=True, timeout=60)
        program.with_suffix(".out").write_text(run.stdout + (f"exit {run.returncode}\n" if run.returncode else ""))
        print(program, "exit", run.returncode)
