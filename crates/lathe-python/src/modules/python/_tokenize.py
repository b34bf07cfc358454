"""The tokens of Python are not to be had one by one yet."""


class TokenizerIter:
    def __init__(self, readline, *, encoding=None, extra_tokens=False):
        raise NotImplementedError("tokenize is not there yet")
