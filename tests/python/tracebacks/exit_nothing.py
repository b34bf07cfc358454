def f():
    raise SystemExit


print("bye")
f()
