class C(A, B, metaclass=M, k=1):
    'doc'
    x: int = 1
    def f(self): return __class__
