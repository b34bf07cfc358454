import sys

del sys.excepthook
{}["key"]
