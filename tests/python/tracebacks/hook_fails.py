"""A hook that raises."""
import sys


def hook(kind, value, tb):
    raise RuntimeError("in the hook")


sys.excepthook = hook
{}["key"]
