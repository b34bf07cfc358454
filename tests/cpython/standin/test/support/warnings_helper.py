"""Warnings that are expected, or are not."""


def _warnings():
    import warnings
    return warnings


def check_syntax_warning(case, statement, errtext="", *, lineno=1, offset=None):
    warnings = _warnings()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SyntaxWarning)
        compile(statement, "<testcase>", "exec")
    case.assertEqual(len(caught), 1, caught)
    case.assertTrue(issubclass(caught[0].category, SyntaxWarning))
    if errtext:
        case.assertRegex(str(caught[0].message), errtext)
    case.assertEqual(caught[0].filename, "<testcase>")
    if lineno is not None:
        case.assertEqual(caught[0].lineno, lineno)


def ignore_warnings(*, category):
    def decorator(function):
        def wrapper(*args, **kwargs):
            warnings = _warnings()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", category=category)
                return function(*args, **kwargs)
        wrapper.__name__ = function.__name__
        return wrapper
    return decorator


class WarningsRecorder:
    def __init__(self, caught):
        self._caught, self._last = caught, 0

    @property
    def warnings(self):
        return self._caught[self._last:]

    def reset(self):
        self._last = len(self._caught)


class check_warnings:
    def __init__(self, *filters, quiet=None):
        self.filters = filters or ((("", Warning),) if not quiet and quiet is not None else ())
        self.quiet = quiet if quiet is not None else not filters

    def __enter__(self):
        warnings = _warnings()
        self.catch = warnings.catch_warnings(record=True)
        self.caught = self.catch.__enter__()
        warnings.simplefilter("always")
        return WarningsRecorder(self.caught)

    def __exit__(self, kind, exception, traceback):
        self.catch.__exit__(kind, exception, traceback)
        if kind is not None:
            return False
        left = [warning.message for warning in self.caught]
        for text, category in self.filters:
            fitting = [message for message in left if isinstance(message, category) and text.lower() in str(message).lower()]
            left = [message for message in left if message not in fitting]
            if not fitting and not self.quiet:
                raise AssertionError("filter (%r, %s) did not catch any warning" % (text, category.__name__))
        if left and not self.quiet:
            raise AssertionError("unhandled warning %r" % left[0])
        return False


class check_no_warnings:
    def __init__(self, case, message="", category=Warning, force_gc=False):
        self.case = case

    def __enter__(self):
        warnings = _warnings()
        self.catch = warnings.catch_warnings(record=True)
        self.caught = self.catch.__enter__()
        warnings.simplefilter("always")

    def __exit__(self, *exception):
        self.catch.__exit__(*exception)
        self.case.assertEqual(self.caught, [])


check_no_resource_warning = check_no_warnings


def save_restore_warnings_filters():
    return _warnings().catch_warnings()
