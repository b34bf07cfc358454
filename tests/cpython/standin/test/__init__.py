"""The package that CPython's tests belong to: our `support`, and their files, which stay where they are installed."""

import sys

for _folder in sys.path:
    if _folder.endswith("/standin"):
        continue
    if _folder.endswith("/cpython-tests"):
        __path__.append(_folder + "/test")
