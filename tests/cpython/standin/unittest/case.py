"""TestCase: assertions, sub-tests, skipping, fixtures.

A case is run with an outcome-recording `result` that has one method, `record(kind, case, exception)`; kinds are "passed", "failed",
"error", "skipped", "expected" and "unexpected".
"""

from unittest.assertions import Assertions


class SkipTest(Exception):
    pass


class _ShouldStop(Exception):
    pass


def skip(reason=""):
    def decorator(item):
        if not isinstance(item, type):
            def skipped(*args, **kwargs):
                raise SkipTest(reason)
            skipped.__name__ = item.__name__
            item = skipped
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item
    if callable(reason):
        function, reason = reason, ""
        return decorator(function)
    return decorator


def skipIf(condition, reason):
    return skip(reason) if condition else lambda item: item


def skipUnless(condition, reason):
    return skipIf(not condition, reason)


def expectedFailure(item):
    item.__unittest_expecting_failure__ = True
    return item


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    _module_cleanups.append((function, args, kwargs))


def doModuleCleanups():
    while _module_cleanups:
        function, args, kwargs = _module_cleanups.pop()
        function(*args, **kwargs)


def enterModuleContext(manager):
    value = manager.__enter__()
    addModuleCleanup(manager.__exit__, None, None, None)
    return value


class TestCase(Assertions):
    failureException = AssertionError
    longMessage = True
    maxDiff = 640
    _classSetupFailed = False

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._cleanups = []
        self._result = None
        self._subtest = None
        self._type_equality = {}

    # --- What cases define ----------------------------------------------------------------------------------------------

    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    # --- What they ask for ----------------------------------------------------------------------------------------------

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, manager):
        value = type(manager).__enter__(manager)
        self.addCleanup(type(manager).__exit__, manager, None, None, None)
        return value

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        cls.__dict__.get("_class_cleanups") or setattr(cls, "_class_cleanups", [])
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, manager):
        value = type(manager).__enter__(manager)
        cls.addClassCleanup(type(manager).__exit__, manager, None, None, None)
        return value

    @classmethod
    def doClassCleanups(cls):
        cleanups = cls.__dict__.get("_class_cleanups", [])
        while cleanups:
            function, args, kwargs = cleanups.pop()
            function(*args, **kwargs)

    def doCleanups(self):
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._call(function, *args, **kwargs)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def subTest(self, msg=None, **params):
        return _SubTest(self, msg, params)

    def id(self):
        return type(self).__qualname__ + "." + self._testMethodName

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        import unittest
        return unittest.TestResult()

    def shortDescription(self):
        return None

    def __str__(self):
        return self.id()

    # --- Running --------------------------------------------------------------------------------------------------------

    def _call(self, function, *args, **kwargs):
        return function(*args, **kwargs)

    def _set_up(self):
        self.setUp()

    def _tear_down(self):
        self.tearDown()

    def run(self, result):
        self._result = result
        method = getattr(self, self._testMethodName)
        for item in (type(self), method):
            if getattr(item, "__unittest_skip__", False):
                result.record("skipped", self, SkipTest(getattr(item, "__unittest_skip_why__", "")))
                return
        expecting = (getattr(type(self), "__unittest_expecting_failure__", False)
                     or getattr(method, "__unittest_expecting_failure__", False))
        recorder = _Recorder() if expecting else result
        self._result = recorder
        self._failed = False
        if self._phase(self._set_up, recorder):
            self._phase(lambda: self._call(method), recorder)
            self._phase(self._tear_down, recorder)
        self._phase(self.doCleanups, recorder)
        if expecting:
            result.record("expected" if recorder.seen else "unexpected", self, None)
        elif not self._failed:
            result.record("passed", self, None)

    def _phase(self, function, result):
        try:
            function()
        except KeyboardInterrupt:
            raise
        except SkipTest as exception:
            self._failed = True
            result.record("skipped", self, exception)
        except _ShouldStop:
            pass
        except BaseException as exception:
            self._failed = True
            result.record("failed" if isinstance(exception, self.failureException) else "error", self, exception)
        else:
            return True
        return False

    def __call__(self, *args, **kwargs):
        return self.run(*args, **kwargs)

    def debug(self):
        self._set_up()
        self._call(getattr(self, self._testMethodName))
        self._tear_down()
        self.doCleanups()


class _Recorder:
    def __init__(self):
        self.seen = []

    def record(self, kind, case, exception, where=""):
        if kind != "passed":
            self.seen.append(kind)


class _SubTest:
    """A failure in it is recorded, and the test goes on behind it."""

    def __init__(self, case, message, params):
        self.case, self.message, self.params = case, message, params

    def __enter__(self):
        return self

    def __exit__(self, kind, exception, traceback):
        if kind is None:
            return False
        if not issubclass(kind, Exception):
            return False
        case = self.case
        if case._result is None:
            return False
        if issubclass(kind, SkipTest):
            return True
        case._failed = True
        words = [repr(self.message)] if self.message is not None else []
        words += ["%s=%r" % item for item in self.params.items()]
        verdict = "failed" if issubclass(kind, case.failureException) else "error"
        case._result.record(verdict, case, exception, "(" + ", ".join(words) + ")")
        return True


class FunctionTestCase(TestCase):
    def __init__(self, function, setUp=None, tearDown=None, description=None):
        TestCase.__init__(self, "runTest")
        self._function, self._set, self._tear = function, setUp, tearDown

    def setUp(self):
        if self._set is not None:
            self._set()

    def tearDown(self):
        if self._tear is not None:
            self._tear()

    def runTest(self):
        self._function()

    def id(self):
        return self._function.__name__
