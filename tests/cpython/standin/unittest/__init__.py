"""A stand-in for the library's unittest: what CPython's own tests use of it, and nothing that needs more than the language.

The library's unittest brings in a good part of the library. A test of `int` should say something about `int`, whatever else works.
"""

import sys

from unittest.case import (
    FunctionTestCase, SkipTest, TestCase, addModuleCleanup, doModuleCleanups, enterModuleContext, expectedFailure, skip, skipIf, skipUnless)
from unittest.async_case import IsolatedAsyncioTestCase
from unittest.suite import BaseTestSuite, TestLoader, TestSuite, defaultTestLoader, findTestCases, makeSuite


def main(*args, **kwargs):
    raise SystemExit("the cases of this file are run by guest.py")


class TestResult:
    """Only for tests that look at what a run of another test gives."""

    def __init__(self, *args, **kwargs):
        self.failures, self.errors, self.skipped, self.testsRun = [], [], [], 0

    def wasSuccessful(self):
        return not self.failures and not self.errors
