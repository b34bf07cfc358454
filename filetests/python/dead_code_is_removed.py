def f():
    return 1
    g()
    while True:
        h()
if 0:
    x()
elif True:
    y()
else:
    z()
