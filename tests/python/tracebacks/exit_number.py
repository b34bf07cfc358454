import sys

try:
    sys.exit(7)
except SystemExit as error:
    print(error.code, error.args, repr(error))
for value in (None, 0, 1, "text", (1, 2), True):
    try:
        sys.exit(value)
    except SystemExit as error:
        print(repr(error.code), error.args)
try:
    sys.exit(1, 2)
except TypeError as error:
    print(error)
print(SystemExit(1, 2).code, SystemExit().code)
try:
    sys.exit(3)
finally:
    print("finally")
