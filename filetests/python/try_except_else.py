def f():
    try:
        a()
    except ValueError:
        b()
    except (A, B) as e:
        c(e)
    else:
        d()
