"""A stand-in for CPython's test.support: what the tests of the language use of it."""

import sys
import unittest

from test.support.comparable import (
    ALWAYS_EQ, LARGEST, NEVER_EQ, SMALLEST)
from test.support.limits import (
    MAX_Py_ssize_t, _1G, _1M, _2G, _4G, adjust_int_max_str_digits, bigaddrspacetest, bigmemtest, infinite_recursion,
    set_recursion_limit)
from test.support.streams import (
    Error, TestFailed, captured_output, captured_stderr, captured_stdin, captured_stdout, catch_unraisable_exception)
from test.support.swapping import disable_gc, gc_collect, swap_attr, swap_item

verbose = 0
use_resources = None
max_memuse = 0
real_max_memuse = 0
is_jython = is_emscripten = is_wasi = is_android = is_apple = False
has_fork_support = has_subprocess_support = False
has_socket_support = False
has_strftime_extensions = True
MS_WINDOWS = False
TEST_HOME_DIR = TEST_SUPPORT_DIR = ""
LOOPBACK_TIMEOUT, INTERNET_TIMEOUT, SHORT_TIMEOUT, LONG_TIMEOUT = 5.0, 60.0, 30.0, 300.0
HAVE_DOCSTRINGS = True
MISSING_C_DOCSTRINGS = False
PGO = PGO_EXTENDED = False
Py_DEBUG = False
NHASHBITS = 64
TEST_DATA_DIR = ""


class ResourceDenied(unittest.SkipTest):
    pass


def requires_mac_ver(*args):
    return lambda item: item


def no_tracing(function):
    return function


def refcount_test(function):
    return unittest.skip("there are no reference counts")(function)


def check_impl_detail(**guards):
    """Should a detail of an implementation be tested? Only where its name is given: ours is nobody's."""
    if not guards:
        return False
    values = list(guards.values())
    return False if values[0] else True


def impl_detail(msg=None, **guards):
    if check_impl_detail(**guards):
        return lambda item: item
    return unittest.skip(msg or "a detail of another implementation")


def cpython_only(item):
    return unittest.skip("a detail of CPython's")(item)


def requires_IEEE_754(item):
    return item


def requires_docstrings(item):
    return unittest.skip("docstrings of C functions")(item)


def requires_legacy_unicode_capi(item=None):
    skipping = unittest.skip("the C API")
    return skipping if item is None else skipping(item)


def requires_fork(item=None):
    skipping = unittest.skip("fork")
    return skipping if item is None else skipping(item)


requires_subprocess = requires_working_socket = requires_fork


def requires_resource(name):
    return unittest.skip("resource " + name + " is not enabled")


def requires(resource, msg=None):
    raise ResourceDenied(msg or resource)


def is_resource_enabled(name):
    return False


def requires_zlib(reason=""):
    return unittest.skip("zlib")


requires_gzip = requires_bz2 = requires_lzma = requires_zlib


def skip_if_pgo_task(item):
    return item


def skip_if_buildbot(reason=None):
    return lambda item: item


def skip_if_sanitizer(*args, **kwargs):
    return lambda item: item


def check_sanitizer(**kinds):
    return False


def anticipate_failure(condition):
    return unittest.expectedFailure if condition else lambda item: item


def run_with_locale(category, *locales):
    return lambda function: unittest.skip("locales")(function)


def run_with_tz(tz):
    return lambda function: unittest.skip("time zones")(function)


def check_syntax_error(case, statement, errtext="", *, lineno=None, offset=None):
    with case.assertRaisesRegex(SyntaxError, errtext) as caught:
        compile(statement, "<test string>", "exec")
    error = caught.exception
    case.assertIsNotNone(error.lineno)
    if lineno is not None:
        case.assertEqual(error.lineno, lineno)
    case.assertIsNotNone(error.offset)
    if offset is not None:
        case.assertEqual(error.offset, offset)


def check_free_after_iterating(case, iter, cls, args=()):
    """When an iterator is exhausted, what it went over may go. (When it does go is a matter of the collector.)"""
    class Freed(cls):
        def __del__(self):
            nonlocal done
            done = True
            try:
                next(iterator)
            except StopIteration:
                pass

    done = False
    iterator = iter(Freed(*args))
    case.assertRaises(StopIteration, next, iterator)
    gc_collect()
    case.assertTrue(done)


def check_disallow_instantiation(case, kind, *args, **kwargs):
    case.assertRaisesRegex(TypeError, "cannot create '.*%s' instances" % kind.__name__, kind, *args, **kwargs)


def get_attribute(item, name):
    try:
        return getattr(item, name)
    except AttributeError:
        raise unittest.SkipTest("object %r has no attribute %r" % (item, name))


def sortdict(mapping):
    return "{" + ", ".join("%r: %r" % item for item in sorted(mapping.items())) + "}"


def calcobjsize(fmt):
    return 0


calcvobjsize = calcobjsize


def check_sizeof(case, value, size):
    raise unittest.SkipTest("sizes of objects")


def findfile(filename, subdir=None):
    import test
    for folder in test.__path__:
        path = folder + "/" + (subdir + "/" if subdir else "") + filename
        try:
            open(path).close()
        except OSError:
            continue
        return path
    return filename


def collision_stats(bins, balls):
    import math
    filled = bins - bins * (1 - 1 / bins) ** balls
    return balls - filled, math.sqrt(filled)


def setswitchinterval(interval):
    pass


def reap_children():
    pass


def maybe_get_event_loop_policy():
    import asyncio.events
    return asyncio.events._event_loop_policy


def wait_process(*args, **kwargs):
    raise unittest.SkipTest("processes")


def run_doctest(module, verbosity=None, optionflags=0):
    raise unittest.SkipTest("doctest")


def run_unittest(*classes):
    raise unittest.SkipTest("the cases are run by guest.py")


def args_from_interpreter_flags():
    return []


def patch(case, target, name, value):
    old = getattr(target, name)
    case.addCleanup(setattr, target, name, old)
    setattr(target, name, value)


class Matcher:
    pass


class SaveSignals:
    def save(self):
        pass

    restore = save


def missing_compiler_executable(names=()):
    return "cc"


def skip_unless_bind_unix_socket(item):
    return unittest.skip("sockets")(item)


def load_package_tests(*args):
    raise unittest.SkipTest("packages of tests")
