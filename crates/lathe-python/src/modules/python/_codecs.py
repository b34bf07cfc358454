"""Codecs by name: what str.encode and bytes.decode know, and what programs register."""

_searchers, _known, _handlers = [], {}, {}
_builtin = {"utf_8": "utf-8", "utf8": "utf-8", "latin_1": "latin-1", "iso8859_1": "iso8859-1", "iso_8859_1": "iso8859-1", "ascii": "ascii"}


def register(search_function, /):
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _searchers.append(search_function)


def unregister(search_function, /):
    if search_function in _searchers:
        _searchers.remove(search_function)
        _known.clear()


def lookup(encoding, /):
    name = encoding.lower().replace("-", "_").replace(" ", "_")
    if name in _known:
        return _known[name]
    found = None
    if name in _builtin:
        found = _info(_builtin[name])
    else:
        for search in _searchers:
            found = search(name)
            if found is not None:
                break
    if found is None:
        raise LookupError(f"unknown encoding: {encoding}")
    _known[name] = found
    return found


def _info(name):
    import codecs

    def encode(text, errors="strict"):
        return text.encode(name, errors), len(text)

    def decode(data, errors="strict"):
        return bytes(data).decode(name, errors), len(data)

    class Encoder(codecs.IncrementalEncoder):
        def encode(self, text, final=False):
            return text.encode(name, self.errors)

    class Decoder(codecs.BufferedIncrementalDecoder):
        def _buffer_decode(self, data, errors, final):
            if final or name != "utf-8":
                return decode(data, errors)
            # The end of the data may be the middle of a character.
            for missing in range(4):
                try:
                    return bytes(data[: len(data) - missing]).decode(name, errors), len(data) - missing
                except UnicodeDecodeError as error:
                    if missing == 3 or error.reason != "unexpected end of data":
                        raise
            return "", 0

    class Reader(codecs.StreamReader):
        pass

    class Writer(codecs.StreamWriter):
        pass

    for stream in (Reader, Writer):
        stream.encode, stream.decode = staticmethod(encode), staticmethod(decode)
    return codecs.CodecInfo(encode, decode, Reader, Writer, Encoder, Decoder, name=name)


def encode(obj, encoding="utf-8", errors="strict"):
    return lookup(encoding).encode(obj, errors)[0]


def decode(obj, encoding="utf-8", errors="strict"):
    return lookup(encoding).decode(obj, errors)[0]


def register_error(errors, handler, /):
    if not callable(handler):
        raise TypeError("handler must be callable")
    _handlers[errors] = handler


def lookup_error(name, /):
    if name not in _handlers:
        raise LookupError(f"unknown error handler name '{name}'")
    return _handlers[name]


def _strict(error):
    if isinstance(error, BaseException):
        raise error
    raise TypeError("codec must pass exception instance")


def _ignore(error):
    return "", error.end


def _replace(error):
    mark = "?" if isinstance(error, UnicodeEncodeError) else "\ufffd"
    return mark * (error.end - error.start if mark == "?" else 1), error.end


def _backslashreplace(error):
    part = error.object[error.start : error.end]
    if isinstance(error, UnicodeDecodeError):
        return "".join(f"\\x{byte:02x}" for byte in part), error.end
    return part.encode("ascii", "backslashreplace").decode("ascii"), error.end


def _xmlcharrefreplace(error):
    return "".join(f"&#{ord(c)};" for c in error.object[error.start : error.end]), error.end


for _name in ("strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace"):
    register_error(_name, globals()["_" + _name])
register_error("namereplace", _backslashreplace)
register_error("surrogateescape", _strict)
register_error("surrogatepass", _strict)


def _pair(name):
    def encoder(text, errors="strict", /):
        return text.encode(name, errors), len(text)

    def decoder(data, errors="strict", final=True, /):
        return bytes(data).decode(name, errors), len(data)

    return encoder, decoder


utf_8_encode, utf_8_decode = _pair("utf-8")
latin_1_encode, latin_1_decode = _pair("latin-1")
ascii_encode, ascii_decode = _pair("ascii")
