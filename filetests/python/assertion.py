def f(x):
    assert x, 'message'
    assert x > 1
