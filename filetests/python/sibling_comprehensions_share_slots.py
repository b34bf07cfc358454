def f(xs):
    return [x for x in xs], {x for x in xs}, {x: [x for x in x] for x in xs}
