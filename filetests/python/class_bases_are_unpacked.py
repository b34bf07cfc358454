class C(*bases, **kw): pass
