def f(xs):
    for x in xs:
        if x == 1:
            continue
        if x == 2:
            break
    else:
        return 0
    return x
