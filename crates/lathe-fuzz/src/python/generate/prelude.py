import math
def show(v):
    if isinstance(v, (set, frozenset)):
        return type(v).__name__ + repr(sorted(v, key=repr))
    if isinstance(v, int) and not -10 ** 300 < v < 10 ** 300:
        return 'big %d' % (v % 1000000007)
    if isinstance(v, complex):
        v = complex(v.real + 0.0, v.imag + 0.0)
    text = repr(v)
    return text if len(text) < 160 else '%s...%d %s' % (text[:70], len(text), text[-70:])
def cap(v):
    if isinstance(v, int):
        return v if -10 ** 40 < v < 10 ** 40 else v % 170141183460469231731687303715884105727
    if isinstance(v, float):
        return v if -1e200 < v < 1e200 else 0.5
    if isinstance(v, complex):
        return v if abs(v.real) < 1e50 and abs(v.imag) < 1e50 else 1j
    return v[-30:] if len(v) > 30 else v
def check(tag, v):
    print(tag, type(v).__name__, show(v))
def caught(tag, e):
    text = str(e)
    if 'unpack (expected' in text:
        text = text.split(',')[0].rstrip(')')
    if text.startswith('complex() '):
        text = 'complex()'
    print(tag, type(e).__name__, text, type(e.__context__).__name__, type(e.__cause__).__name__)
class Oops(Exception):
    pass
class Worse(Oops):
    def __init__(self, code, text='worse'):
        super().__init__(code, text)
        self.code = code
class Closing:
    def __init__(self, name, swallow=()):
        self.name, self.swallow, self.log = name, swallow, []
    def __enter__(self):
        self.log.append('in')
        return self
    def __exit__(self, kind, value, traceback):
        self.log.append('out' if kind is None else kind.__name__)
        return kind is not None and issubclass(kind, self.swallow)
