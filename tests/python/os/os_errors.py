import errno
print(errno.ENOENT, errno.errorcode[11], errno.errorcode[35], errno.errorcode[95])
for args in [(), (2,), (2,'x'), (2,'x','f'), (17,'e','a',None,'b'), (99999,'z'), (11,'again',5), (1,2,3,4,5,6), ('a','b')]:
    e = OSError(*args)
    print(type(e).__name__, e.args, str(e), repr(e), e.errno, e.strerror, e.filename, e.filename2, getattr(e,'characters_written','-'))
class E(OSError):
    def __init__(self, x): super().__init__(2, 'gone', x)
e = E('q'); print(type(e).__name__, e, e.args, e.filename, e.errno)
class F(OSError):
    def __init__(self, a, b): pass
print(F(1,2).args, F(1,2).errno)
class G(OSError): pass
print(type(G(2,'x')), G(2,'x'))
try: OSError(2,'x',k=1)
except TypeError as e: print(e)
e = FileNotFoundError(1,'x'); print(type(e), e); e.errno=7; e.filename='u'; print(e)
