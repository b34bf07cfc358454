# Encodings and error handlers that programs register.
import codecs

print(codecs.lookup("utf-8").name, codecs.lookup("UTF8").name, codecs.lookup("latin-1").name, codecs.lookup("ascii").name)
print(codecs.encode("é", "utf-8"), codecs.decode(b"\xc3\xa9", "utf-8"), codecs.encode("x", "utf-16-le"))
print(codecs.utf_8_encode("aé"), codecs.utf_8_decode(b"a\xc3"), codecs.utf_8_decode(b"\xc3\xa9", "strict", True), codecs.latin_1_decode(b"\xe9"), codecs.ascii_encode("x"))
print("€uro".encode("utf-8-sig"), b"\xef\xbb\xbfa".decode("utf-8-sig"))


def stars(error):
    return "*" * (error.end - error.start), error.end


codecs.register_error("test.stars", stars)
print("aéb€€c".encode("ascii", "test.stars"), b"a\xff\xfeb".decode("ascii", "test.stars"), b"\xffx".decode("utf-8", "test.stars"))
codecs.register_error("test.bytes", lambda error: (b"??", error.end))
codecs.register_error("test.bad", lambda error: 5)
codecs.register_error("test.far", lambda error: ("", 100))
codecs.register_error("test.raise", codecs.strict_errors)
print("é!".encode("ascii", "test.bytes"), codecs.lookup_error("test.stars") is stars)
for name in ["ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace"]:
    handler = codecs.lookup_error(name)
    print(name, handler(UnicodeEncodeError("ascii", "aéb", 1, 2, "why")))
print(codecs.replace_errors(UnicodeDecodeError("ascii", b"a\xff", 1, 2, "why")))


def search(name):
    if name.startswith("reversed"):
        return codecs.CodecInfo(lambda text, errors="strict": (text[::-1].encode(), len(text)), lambda data, errors="strict": (bytes(data).decode()[::-1], len(data)), name="reversed")
    return None


codecs.register(search)
print("abc".encode("reversed-x"), b"abc".decode("reversed-x"), codecs.encode("xyz", "reversed"))
decoder = codecs.getincrementaldecoder("utf-8")()
print([decoder.decode(bytes([byte])) for byte in "é€".encode()], decoder.decode(b"", True))
for action in [
    lambda: "x".encode("no-such-encoding"), lambda: b"x".decode("no-such-encoding"), lambda: codecs.lookup("no-such-encoding"), lambda: "é".encode("ascii", "no-such-handler"),
    lambda: codecs.lookup_error("no-such-handler"), lambda: "é".encode("ascii", "test.bad"), lambda: b"\xff".decode("ascii", "test.bad"), lambda: b"\xff".decode("ascii", "test.bytes"),
    lambda: "é".encode("ascii", "test.far"), lambda: "é".encode("ascii", "test.raise"), lambda: codecs.register(5), lambda: codecs.register_error("x", 5),
]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
