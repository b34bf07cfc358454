"""Cases together, and finding them."""

from unittest.case import TestCase


class BaseTestSuite:
    def __init__(self, tests=()):
        self._tests = []
        self.addTests(tests)

    def addTest(self, test):
        self._tests.append(test)

    def addTests(self, tests):
        for test in tests:
            self.addTest(test)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        return sum(test.countTestCases() for test in self)


class TestSuite(BaseTestSuite):
    pass


class TestLoader:
    testMethodPrefix = "test"
    suiteClass = TestSuite

    def getTestCaseNames(self, case):
        return [name for name in dir(case)
                if name.startswith(self.testMethodPrefix) and callable(getattr(case, name, None))]

    def loadTestsFromTestCase(self, case):
        names = self.getTestCaseNames(case)
        if not names and hasattr(case, "runTest"):
            names = ["runTest"]
        return self.suiteClass([case(name) for name in names])

    def loadTestsFromModule(self, module, *args, pattern=None):
        cases = [value for name, value in sorted(module.__dict__.items(), key=lambda item: item[0])
                 if isinstance(value, type) and issubclass(value, TestCase)
                 and value.__module__ != "unittest.case" and value.__module__ != "unittest.async_case"]
        suite = self.suiteClass([self.loadTestsFromTestCase(case) for case in cases])
        load_tests = getattr(module, "load_tests", None)
        return suite if load_tests is None else load_tests(self, suite, pattern)


defaultTestLoader = TestLoader()


def makeSuite(case, *args, **kwargs):
    return defaultTestLoader.loadTestsFromTestCase(case)


def findTestCases(module, *args, **kwargs):
    return defaultTestLoader.loadTestsFromModule(module)
