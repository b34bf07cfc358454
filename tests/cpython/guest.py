"""Runs the cases of one test file, inside the interpreter that is tested.

What happens is printed as lines that begin with a mark, so that whatever tests print themselves does no harm:

    @@ cases N          so many were found
    @@ start NAME
    @@ passed NAME      or failed, error, skipped, expected, unexpected; then the exception, on one line
"""

import sys
import unittest


def flatten(suite, into):
    for test in suite:
        if hasattr(test, "run"):
            into.append(test)
        else:
            flatten(test, into)
    return into


def say(*words):
    print("\n@@", *words, flush=True, **({} if OUT is None else {"file": OUT}))


OUT = getattr(sys, "__stdout__", None)


def line(exception):
    if exception is None:
        return ""
    try:
        text = str(exception)
    except BaseException:
        text = "?"
    text = type(exception).__name__ + ": " + text
    return text.encode("ascii", "backslashreplace").decode("ascii").replace("\n", "\\n")[:300]


class Result:
    """One verdict a case: the first that is not a pass."""

    def __init__(self, name):
        self.name, self.verdict = name, None

    def record(self, kind, case, exception, where=""):
        if self.verdict is None or self.verdict == "passed":
            self.verdict = kind
            self.text = where + " " + line(exception) if where else line(exception)
            if TRACE and exception is not None:
                import traceback
                traceback.print_exception(exception)


TRACE = False


def run(module, skipped, only, trace):
    global TRACE
    TRACE = trace
    if hasattr(module, "setUpModule"):
        module.setUpModule()
    cases = flatten(unittest.defaultTestLoader.loadTestsFromModule(module), [])
    names, count = [], {}
    for case in cases:
        name = case.id()
        count[name] = count.get(name, 0) + 1
        names.append(name if count[name] == 1 else name + "#" + str(count[name]))
    say("cases", len(cases))
    ready = {}
    for name, case in zip(names, cases):
        if name in skipped or only and not any(one in name for one in only):
            continue
        say("start", name)
        result = Result(name)
        kind = type(case)
        if kind not in ready:
            try:
                kind.setUpClass()
                ready[kind] = None
            except BaseException as exception:
                ready[kind] = exception
        if ready[kind] is not None:
            result.record("skipped" if isinstance(ready[kind], unittest.SkipTest) else "error", case, ready[kind])
        else:
            case.run(result)
        say(result.verdict, name, result.text)
    say("end")
