x = 1
def f():
    global x
    x = x + 1
    del x
