def t(f, *a):
    try:
        return f(*a)
    except BaseException as e:
        c = e.__context__; k = e.__cause__
        return type(e).__name__, str(e), type(c).__name__ if c else None, type(k).__name__ if k else None
def basic(n):
    try:
        if n == 0: raise ValueError("zero")
        if n == 1: return "one"
        if n == 2: 1 / 0
        x = n
    except ValueError as e:
        return "V" + str(e)
    except (ZeroDivisionError, TypeError):
        return "Z"
    else:
        return "else", x
    finally:
        print("finally", n, end="; ")
print([basic(n) for n in range(4)])
def reraise():
    try:
        raise KeyError("a")
    except KeyError:
        raise
print(t(reraise))
def chain():
    try:
        raise KeyError("a")
    except KeyError as e:
        raise ValueError("b") from e
print(t(chain))
def context():
    try:
        {}["x"]
    except KeyError:
        int("q")
print(t(context))
def fin_return():
    try:
        raise ValueError
    finally:
        return "swallowed"
print(t(fin_return))
def fin_loop():
    out = []
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            out.append(i)
        finally:
            out.append(-i)
    return out
print(fin_loop())
def fin_value(x):
    try:
        return x
    finally:
        x = 99
print(fin_value(1))
def nested():
    try:
        try:
            raise ValueError("inner")
        finally:
            print("f1", end=" ")
            try:
                raise KeyError("k")
            except KeyError:
                print("caught k", end=" ")
    except ValueError as e:
        print("outer", e)
        try:
            raise
        except ValueError as e2:
            print(e2 is e)
        try:
            print(e)
        except NameError as n:
            print("name error", n)
nested()
def unbinds():
    e = 1
    try:
        raise ValueError
    except ValueError as e:
        pass
    try:
        return e
    except UnboundLocalError:
        return "unbound"
print(unbinds())
try:
    raise ValueError("m")
except ValueError as err:
    pass
print("err" in globals())
def no_active():
    raise
print(t(no_active))
def bad_class():
    try:
        raise ValueError
    except 3:
        pass
print(t(bad_class))
def in_loop():
    for i in range(3):
        try:
            raise ValueError(i)
        except ValueError as e:
            if i == 1:
                continue
            if i == 2:
                break
            print("got", e)
    return i
print(in_loop())
class CM:
    def __init__(self, n, sup=False): self.n, self.sup = n, sup
    def __enter__(self): print("enter", self.n, end=" "); return self.n
    def __exit__(self, *a): print("exit", self.n, a[0] and a[0].__name__, end=" "); return self.sup
def withs():
    with CM(1) as a, CM(2) as b:
        print(a, b, end=" ")
        return a + b
print(withs())
def with_raise(sup):
    with CM(1, sup):
        with CM(2):
            raise ValueError("w")
    return "after"
print(t(with_raise, True)); print(t(with_raise, False))
for i in range(3):
    with CM(i) as x:
        if i == 0: continue
        if i == 1: break
print(i)
def no_cm():
    with 3: pass
print(t(no_cm))
def assertion(x):
    assert x > 1, f"bad {x}"
    assert x
    return x
print(t(assertion, 1), t(assertion, 2))
import sys
def state():
    try:
        raise ValueError(1)
    except ValueError:
        try:
            raise KeyError(2)
        except KeyError as k:
            a = k.__context__.args
        try:
            raise IndexError(3)
        except IndexError as k:
            b = k.__context__.args
    return a, b
print(state())
def star():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* ValueError as e:
        print("V", e.exceptions)
    except* TypeError as e:
        print("T", e.exceptions)
def star_ok():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError as e:
        print("V", e.exceptions)
    else:
        print("no")
    finally:
        print("fin")
    return "done"
print(t(star)); print(t(star_ok))
def star_none():
    try:
        pass
    except* ValueError:
        pass
    else:
        return "else"
print(star_none())
def deep_finally():
    r = []
    def f():
        for i in range(2):
            try:
                try:
                    with CM("d"):
                        if i: return "ret"
                        r.append(i)
                finally:
                    r.append("a")
            finally:
                r.append("b")
    return f(), r
print(deep_finally())
