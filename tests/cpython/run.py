#!/usr/bin/env python3
"""CPython's own tests of the language, run with Lathe.

    python3 tests/cpython/run.py                 all files of files.txt, as a table; compared with expected.txt
    python3 tests/cpython/run.py int list        these files
    python3 tests/cpython/run.py -v list         ... with what each case that does not pass says
    python3 tests/cpython/run.py -k sort -t list ... only cases with `sort` in their name, with tracebacks
    python3 tests/cpython/run.py --write         writes expected.txt

The tests are those that are installed (Debian: libpython3.11-testsuite); none is copied. A file is run in a process of its own; when
that crashes or hangs, the case it was at is counted as crashed, and another process goes on behind it.

Exit code: 0 if everything is as in expected.txt, 1 if something passes or fails that did not, 2 if it cannot be run.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Not those that tests do without, or skip cases for: these are looked for in the ordinary way.
LIBRARY = {name for name in sys.stdlib_module_names if not name.startswith("_")} - {"sys", "unittest", "test", "ctypes", "readline"}
KINDS = ["passed", "failed", "error", "skipped", "crashed"]


def installed():
    """Where CPython's tests are."""
    spec = importlib.util.find_spec("test")
    for folder in (spec and spec.submodule_search_locations) or []:
        if pathlib.Path(folder, "test_grammar.py").exists():
            return pathlib.Path(folder)
    return None


def interpreter(choice):
    if choice:
        return choice
    for kind in ("release", "debug"):
        path = ROOT / "target" / kind / "lathe-python"
        if path.exists():
            return str(path)
    sys.exit("run.py: build it first: cargo build --release -p lathe-cli")


class File:
    def __init__(self, name):
        self.name, self.cases, self.verdicts, self.trouble = name, 0, {}, None

    def count(self, kind):
        return sum(1 for verdict, _ in self.verdicts.values() if verdict == kind)


class Runner:
    def __init__(self, options, folder, scratch):
        self.options, self.scratch = options, scratch
        self.program = interpreter(options.python)
        # The stand-in for the package `test` finds the files behind this link.
        link = pathlib.Path(scratch, "cpython-tests")
        link.mkdir()
        os.symlink(folder, link / "test")
        self.path = [str(HERE / "standin"), str(HERE), str(link)]
        self.folder = folder

    def process(self, name, skipped):
        source = (
            "import sys\n"
            f"sys.path = {self.path!r} + sys.path[1:]\n"
            f"{self.prelude()}"
            "import guest, absent\n"
            f"absent.provide({self.imports(name)!r})\n"
            f"import test.{name} as module\n"
            f"guest.run(module, {set(skipped)!r}, {self.options.k!r}, {self.options.trace!r})\n")
        script = pathlib.Path(self.scratch, "main.py")
        script.write_text(source)
        command = [self.program, *self.options.jit, str(script)]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=self.options.timeout,
                                  cwd=self.scratch, preexec_fn=limit)
            return done.stdout, done.stderr, done.returncode
        except subprocess.TimeoutExpired as hang:
            return hang.stdout or b"", hang.stderr or b"", "no end"

    def prelude(self):
        return pathlib.Path(self.options.prelude).read_text() if self.options.prelude else ""

    def imports(self, name):
        """The modules of the library that a test file asks for."""
        path = pathlib.Path(self.folder, f"{name}.py")
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        found = re.findall(r"^\s*(?:from|import) ([\w.]+(?:, *[\w.]+)*)", text, re.M)
        names = sorted({name for line in found for name in re.split(", *", line)})
        return [name for name in names if name.split(".")[0] in LIBRARY and not name.startswith(("test.", "unittest."))]

    def run(self, name):
        file = File(name)
        for _ in range(200):
            out, err, code = self.process(name, list(file.verdicts))
            now, ended, began = None, False, False
            for line in out.decode("utf-8", "replace").split("\n"):
                if not line.startswith("@@ "):
                    continue
                _, kind, *rest = line.split(" ", 3)
                if kind == "cases":
                    file.cases, began = int(rest[0]), True
                elif kind == "start":
                    now = rest[0]
                elif kind == "end":
                    ended = True
                else:
                    kind = {"expected": "passed", "unexpected": "failed"}.get(kind, kind)
                    file.verdicts[rest[0]] = (kind, rest[1] if len(rest) > 1 else "")
                    now = None
            if self.options.trace:
                sys.stdout.write(err.decode("utf-8", "replace"))
            if ended:
                return file
            last = (err.decode("utf-8", "replace").strip().split("\n") or [""])
            last = next((line for line in last if "panicked" in line), last[-1])
            if not began:
                file.trouble = f"{last} (exit {code})"
                return file
            if now is None:
                file.trouble = f"between cases: {last} (exit {code})"
                return file
            file.verdicts[now] = ("crashed", f"exit {code}: {last}")
        return file


def limit():
    import resource
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def row(file):
    if file.trouble and not file.cases:
        return f"{file.name:<28} cannot be loaded"
    counts = "".join(f"{file.count(kind):>8}" for kind in KINDS)
    return f"{file.name:<28}{file.cases:>8}{counts}"


def record(file):
    """The lines of expected.txt for a file."""
    lines = [row(file)]
    for name, (kind, _) in sorted(file.verdicts.items()):
        if kind not in ("passed", "skipped"):
            lines.append(f"    {kind:<8} {name}")
    return lines


def parse_expected(text):
    files, name = {}, None
    for line in text.split("\n"):
        if not line or line.startswith("#"):
            continue
        if not line.startswith(" "):
            name = line.split()[0]
            files[name] = []
        files[name].append(line)
    return files


def main():
    parser = argparse.ArgumentParser(description="CPython's own tests, run with Lathe")
    parser.add_argument("names", nargs="*", help="test files, without `test_` and `.py`")
    parser.add_argument("-v", "--verbose", action="store_true", help="what cases say that do not pass")
    parser.add_argument("-k", action="append", default=[], help="only cases with this in their name")
    parser.add_argument("-t", "--trace", action="store_true", help="tracebacks of cases that do not pass")
    parser.add_argument("--python", help="the interpreter (default: target/release/lathe-python, or debug)")
    parser.add_argument("--jit", nargs=1, default=[], help="an option for the interpreter, such as --jit=off")
    parser.add_argument("--prelude", help="a file to be run first")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for a file, or a case that hangs")
    parser.add_argument("--write", action="store_true", help="write expected.txt")
    options = parser.parse_args()
    options.jit = [f"--jit={mode}" for mode in options.jit]
    folder = installed()
    if folder is None:
        print("run.py: CPython's tests are not installed (Debian: apt-get install libpython3.11-testsuite)", file=sys.stderr)
        return 2
    everything = [line.split("#")[0].strip() for line in (HERE / "files.txt").read_text().split("\n")]
    everything = [name for line in everything for name in line.split()]
    names = options.names or everything
    names = [name if name.startswith("test_") else f"test_{name}" for name in names]
    expected_path = HERE / "expected.txt"
    expected = parse_expected(expected_path.read_text()) if expected_path.exists() else {}
    results, different = {}, []
    print(f"{'':<28}{'cases':>8}" + "".join(f"{kind:>8}" for kind in KINDS))
    with tempfile.TemporaryDirectory() as scratch:
        runner = Runner(options, folder, scratch)
        for name in names:
            file = results[name] = runner.run(name)
            print(row(file), flush=True)
            if file.trouble:
                print(f"    {file.trouble}")
            if options.verbose:
                for case, (kind, text) in file.verdicts.items():
                    if kind not in ("passed", "skipped"):
                        print(f"    {kind:<8} {case}  {text}")
            if not options.k and record(file) != expected.get(name, []):
                different.append(name)
    total = f"{'total':<28}{sum(file.cases for file in results.values()):>8}"
    total += "".join(f"{sum(file.count(kind) for file in results.values()):>8}" for kind in KINDS)
    print(total)
    if options.write:
        expected.update({name: record(file) for name, file in results.items()})
        order = {name: index for index, name in enumerate(f"test_{name}" for name in everything)}
        lines = [line for name in sorted(expected, key=lambda name: order.get(name, 999)) for line in expected[name]]
        header = "# Written by run.py --write: cases, passed, failed, errors, skipped, crashed; then the cases that do not pass.\n"
        expected_path.write_text(header + "\n".join(lines) + "\n")
        return 0
    for name in different:
        before, after = set(expected.get(name, [])), set(record(results[name]))
        for line in sorted(before - after):
            print(f"- {name}: {line.strip()}")
        for line in sorted(after - before):
            print(f"+ {name}: {line.strip()}")
    return 1 if different and not options.k else 0


if __name__ == "__main__":
    sys.exit(main())
