"""Cases whose tests are coroutines, run to their end by hand."""

from unittest.case import TestCase


class IsolatedAsyncioTestCase(TestCase):
    async def asyncSetUp(self):
        pass

    async def asyncTearDown(self):
        pass

    def addAsyncCleanup(self, function, /, *args, **kwargs):
        self.addCleanup(function, *args, **kwargs)

    def _call(self, function, *args, **kwargs):
        result = function(*args, **kwargs)
        return self._run(result) if hasattr(result, "__await__") else result

    def _run(self, awaitable):
        import asyncio
        return asyncio.run(awaitable)

    def _set_up(self):
        self.setUp()
        self._call(self.asyncSetUp)

    def _tear_down(self):
        self._call(self.asyncTearDown)
        self.tearDown()
