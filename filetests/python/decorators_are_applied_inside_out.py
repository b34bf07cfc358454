@a
@b.c(1)
def f(): pass
@d
class C: pass
