# unittest: cases pass, fail, are skipped and have errors.
import io
import unittest


class Cases(unittest.TestCase):
    def setUp(self):
        self.items = [1, 2]

    def test_equal(self):
        self.assertEqual(self.items, [1, 2])
        self.assertNotEqual(1, 2)
        self.assertIn(1, self.items)
        self.assertIsNone(None)
        self.assertAlmostEqual(0.1 + 0.2, 0.3)
        self.assertRegex("abc", "b")

    def test_fails(self):
        self.assertEqual(1, 2)

    def test_error(self):
        raise KeyError("x")

    def test_raises(self):
        with self.assertRaises(ValueError) as caught:
            int("x")
        self.assertIn("invalid literal", str(caught.exception))
        self.assertRaisesRegex(ZeroDivisionError, "division", lambda: 1 // 0)

    @unittest.skip("not today")
    def test_skipped(self):
        pass

    @unittest.expectedFailure
    def test_expected(self):
        self.assertTrue(False)

    def test_parts(self):
        for i in range(4):
            with self.subTest(i=i):
                self.assertNotEqual(i, 2)


suite = unittest.defaultTestLoader.loadTestsFromTestCase(Cases)
result = unittest.TextTestRunner(stream=io.StringIO(), verbosity=2).run(suite)
print(result.testsRun, len(result.failures), len(result.errors), len(result.skipped), len(result.expectedFailures), result.wasSuccessful())
print([str(test).split()[0] for test, _ in result.failures], [text.splitlines()[-1] for _, text in result.failures + result.errors])
