"""Signals: their names. What a program sets is remembered; only an interrupt ever comes, and raises KeyboardInterrupt."""

NSIG = 65
SIG_DFL, SIG_IGN = 0, 1
SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK = 0, 1, 2
_names = "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS"
for _number, _name in enumerate(_names.split(), 1):
    globals()["SIG" + _name] = _number
del _number, _name


def default_int_handler(signalnum, frame, /):
    raise KeyboardInterrupt


_handlers = {SIGINT: default_int_handler}


def getsignal(signalnum, /):
    if not 0 < signalnum < NSIG:
        raise ValueError("signal number out of range")
    return _handlers.get(signalnum, SIG_DFL)


def signal(signalnum, handler, /):
    old = getsignal(signalnum)
    if not callable(handler) and handler not in (SIG_DFL, SIG_IGN):
        raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
    _handlers[signalnum] = handler
    return old


def raise_signal(signalnum, /):
    handler = getsignal(signalnum)
    if callable(handler):
        handler(signalnum, None)


def valid_signals():
    return set(range(1, NSIG))


def strsignal(signalnum, /):
    return None
