class C(B):
    def f(self, x):
        super().f(x)
        a = super().y
        s = super()
        return super(C, self).z()
