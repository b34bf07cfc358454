"""The assert methods of TestCase."""


def _short(value):
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    return text if len(text) < 120 else text[:117] + "..."


class Assertions:
    def _message(self, given, standard):
        return standard if given is None else "%s : %s" % (standard, given)

    _formatMessage = _message

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _fail(self, given, standard):
        raise self.failureException(self._message(given, standard))

    # --- Values ---------------------------------------------------------------------------------------------------------

    def addTypeEqualityFunc(self, kind, function):
        self._type_equality[kind] = function

    def assertEqual(self, first, second, msg=None):
        if type(first) is type(second) and type(first) in self._type_equality:
            function = self._type_equality[type(first)]
            if isinstance(function, str):
                function = getattr(self, function)
            function(first, second, msg=msg)
            return
        if not first == second:
            self._fail(msg, "%s != %s" % (_short(first), _short(second)))

    def assertNotEqual(self, first, second, msg=None):
        if not first != second:
            self._fail(msg, "%s == %s" % (_short(first), _short(second)))

    def assertTrue(self, value, msg=None):
        if not value:
            self._fail(msg, "%s is not true" % _short(value))

    def assertFalse(self, value, msg=None):
        if value:
            self._fail(msg, "%s is not false" % _short(value))

    def assertIs(self, first, second, msg=None):
        if first is not second:
            self._fail(msg, "%s is not %s" % (_short(first), _short(second)))

    def assertIsNot(self, first, second, msg=None):
        if first is second:
            self._fail(msg, "unexpectedly identical: %s" % _short(first))

    def assertIsNone(self, value, msg=None):
        if value is not None:
            self._fail(msg, "%s is not None" % _short(value))

    def assertIsNotNone(self, value, msg=None):
        if value is None:
            self._fail(msg, "unexpectedly None")

    def assertIsInstance(self, value, kind, msg=None):
        if not isinstance(value, kind):
            self._fail(msg, "%s is not an instance of %r" % (_short(value), kind))

    def assertNotIsInstance(self, value, kind, msg=None):
        if isinstance(value, kind):
            self._fail(msg, "%s is an instance of %r" % (_short(value), kind))

    def assertIn(self, member, container, msg=None):
        if member not in container:
            self._fail(msg, "%s not found in %s" % (_short(member), _short(container)))

    def assertNotIn(self, member, container, msg=None):
        if member in container:
            self._fail(msg, "%s unexpectedly found in %s" % (_short(member), _short(container)))

    def assertLess(self, first, second, msg=None):
        if not first < second:
            self._fail(msg, "%s not less than %s" % (_short(first), _short(second)))

    def assertLessEqual(self, first, second, msg=None):
        if not first <= second:
            self._fail(msg, "%s not less than or equal to %s" % (_short(first), _short(second)))

    def assertGreater(self, first, second, msg=None):
        if not first > second:
            self._fail(msg, "%s not greater than %s" % (_short(first), _short(second)))

    def assertGreaterEqual(self, first, second, msg=None):
        if not first >= second:
            self._fail(msg, "%s not greater than or equal to %s" % (_short(first), _short(second)))

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        difference = abs(first - second)
        near = difference <= delta if delta is not None else round(difference, 7 if places is None else places) == 0
        if not near:
            self._fail(msg, "%s and %s are too far apart" % (_short(first), _short(second)))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        difference = abs(first - second)
        near = difference <= delta if delta is not None else round(difference, 7 if places is None else places) == 0
        if first == second or near:
            self._fail(msg, "%s and %s are too near" % (_short(first), _short(second)))

    # --- Containers and text --------------------------------------------------------------------------------------------

    def assertSequenceEqual(self, first, second, msg=None, seq_type=None):
        if seq_type is not None:
            self.assertIsInstance(first, seq_type)
            self.assertIsInstance(second, seq_type)
        if first == second:
            return
        if len(first) != len(second):
            self._fail(msg, "lengths %d and %d: %s, %s" % (len(first), len(second), _short(first), _short(second)))
        for index in range(len(first)):
            if not first[index] == second[index]:
                self._fail(msg, "items %d differ: %s, %s" % (index, _short(first[index]), _short(second[index])))
        if seq_type is not None or type(first) is type(second):
            self._fail(msg, "%s != %s" % (_short(first), _short(second)))

    def assertListEqual(self, first, second, msg=None):
        self.assertSequenceEqual(first, second, msg, list)

    def assertTupleEqual(self, first, second, msg=None):
        self.assertSequenceEqual(first, second, msg, tuple)

    def assertSetEqual(self, first, second, msg=None):
        if first.difference(second) or second.difference(first):
            self._fail(msg, "%s != %s" % (_short(first), _short(second)))

    def assertDictEqual(self, first, second, msg=None):
        self.assertIsInstance(first, dict)
        self.assertIsInstance(second, dict)
        if first != second:
            self._fail(msg, "%s != %s" % (_short(first), _short(second)))

    def assertCountEqual(self, first, second, msg=None):
        left, right = list(first), list(second)
        for item in list(left):
            if item in right:
                right.remove(item)
                left.remove(item)
        if left or right:
            self._fail(msg, "only in the first: %s, only in the second: %s" % (_short(left), _short(right)))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertIsInstance(first, str)
        self.assertIsInstance(second, str)
        if first != second:
            lines = first.split("\n"), second.split("\n")
            for one, two in zip(*lines):
                if one != two:
                    self._fail(msg, "lines differ: %s, %s" % (_short(one), _short(two)))
            self._fail(msg, "%s != %s" % (_short(first), _short(second)))

    def assertRegex(self, text, expected, msg=None):
        if not _search(expected, text):
            self._fail(msg, "%s does not match %s" % (_short(text), _short(_pattern(expected))))

    def assertNotRegex(self, text, unexpected, msg=None):
        if _search(unexpected, text):
            self._fail(msg, "%s matches %s" % (_short(text), _short(_pattern(unexpected))))

    # --- What is raised -------------------------------------------------------------------------------------------------

    def assertRaises(self, kind, *args, **kwargs):
        return _Raising(self, kind, None)._handle(args, kwargs)

    def assertRaisesRegex(self, kind, expected, *args, **kwargs):
        return _Raising(self, kind, expected)._handle(args, kwargs)

    def assertWarns(self, kind, *args, **kwargs):
        return _Warning(self, kind, None)._handle(args, kwargs)

    def assertWarnsRegex(self, kind, expected, *args, **kwargs):
        return _Warning(self, kind, expected)._handle(args, kwargs)

    def assertLogs(self, *args, **kwargs):
        self.skipTest("logs")

    assertEquals = assertEqual
    assertItemsEqual = assertCountEqual


def _pattern(expected):
    return getattr(expected, "pattern", expected)


_SPECIAL = "\\.^$*+?{}[]|()"


def _search(expected, text):
    """Does the pattern match somewhere? Without a regular expression in it, nothing but text is needed for that."""
    if isinstance(expected, (str, bytes)):
        pattern = expected if isinstance(expected, str) else expected.decode("latin-1")
        subject = text if isinstance(text, str) else bytes(text).decode("latin-1")
        plain, index = "", 0
        while index < len(pattern):
            if pattern[index] == "\\" and index + 1 < len(pattern) and not pattern[index + 1].isalnum():
                index += 1
            elif pattern[index] in _SPECIAL:
                break
            plain += pattern[index]
            index += 1
        if index == len(pattern):
            return plain in subject
        import re
        return re.search(expected, text)
    return expected.search(text)


class _Raising:
    def __init__(self, case, kind, expected):
        self.case, self.kind, self.expected = case, kind, expected

    def _handle(self, args, kwargs):
        if not args:
            self.msg = kwargs.get("msg")
            return self
        function, *rest = args
        with self:
            function(*rest, **kwargs)

    def _name(self):
        if isinstance(self.kind, tuple):
            return " or ".join(kind.__name__ for kind in self.kind)
        return self.kind.__name__

    def __enter__(self):
        return self

    def __exit__(self, kind, exception, traceback):
        if kind is None:
            self.case._fail(None, "%s not raised" % self._name())
        if not issubclass(kind, self.kind):
            return False
        self.exception = exception.with_traceback(None)
        if self.expected is not None and not _search(self.expected, str(exception)):
            self.case._fail(None, "%s does not match %s" % (_short(str(exception)), _short(_pattern(self.expected))))
        return True


class _Warning(_Raising):
    def __enter__(self):
        import warnings
        self._catch = warnings.catch_warnings(record=True)
        self._seen = self._catch.__enter__()
        warnings.simplefilter("always", self.kind)
        return self

    def __exit__(self, kind, exception, traceback):
        self._catch.__exit__(kind, exception, traceback)
        if kind is not None:
            return False
        first = None
        for seen in self._seen:
            if not isinstance(seen.message, self.kind):
                continue
            first = first or seen
            if self.expected is None or _search(self.expected, str(seen.message)):
                self.warning, self.filename, self.lineno = seen.message, seen.filename, seen.lineno
                self.warnings = self._seen
                return False
        if first is not None:
            self.case._fail(None, "%s does not match %s" % (_short(str(first.message)), _short(_pattern(self.expected))))
        self.case._fail(None, "%s not triggered" % self._name())
