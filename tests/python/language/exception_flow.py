# try, except, else, finally: the order of things.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def flow(n):
    out = []
    try:
        out.append("try")
        if n == 1: raise ValueError("v")
        if n == 2: raise KeyError("k")
        if n == 3: return out + ["return"]
        if n == 4: 1 / 0
    except ValueError as e:
        out.append(f"value {e}")
    except (KeyError, IndexError) as e:
        out.append("lookup")
        raise RuntimeError("again") from e
    else:
        out.append("else")
    finally:
        out.append("finally")
        if n == 4: return out + ["swallowed"]
    return out
for n in range(5):
    t(lambda: flow(n))
def loop():
    seen = []
    for i in range(6):
        try:
            if i == 1: continue
            if i == 4: break
            seen.append(i)
        finally:
            seen.append("f%d" % i)
    else:
        seen.append("else")
    return seen
print(loop())
def nested():
    try:
        try:
            raise ValueError(1)
        finally:
            try:
                raise KeyError(2)
            except KeyError:
                pass
    except ValueError as e:
        return "outer", e.args, e.__context__
print(nested())
def rebind():
    e = 5
    try:
        raise ValueError
    except ValueError as e:
        pass
    return e
t(rebind)
def bare():
    raise
t(bare)
for bad in (5, "a", None, int, object()):
    try:
        raise bad
    except TypeError as e:
        print(e)
def catch_bad():
    try:
        1 / 0
    except 5:
        pass
t(catch_bad)
counts = {}
for i in range(200):
    try:
        try:
            if i % 3 == 0: [][i]
            if i % 5 == 0: {}[i]
            if i % 7 == 0: int("x")
        except IndexError:
            counts["index"] = counts.get("index", 0) + 1
        finally:
            counts["all"] = counts.get("all", 0) + 1
    except (KeyError, ValueError) as e:
        name = type(e).__name__
        counts[name] = counts.get(name, 0) + 1
print(counts)
