# Case and classification.
words = ["", "a", "A", "hello World", "ÉTÉ", "straße", "ǅ", "ﬁ", "İ", "Σας", "1a", "a1B", "\u01c5x", "they're bill's", "ŉ"]
for w in words:
    print([w.upper(), w.lower(), w.title(), w.capitalize(), w.swapcase(), w.casefold()])
tests = ["", "a", "1", "²", "½", "Ⅷ", "a1", " ", "\t\n", "A", "Ab", "ab", "_x", "x-y", "é", "中", "\x00", "ǅ", "A1 B2", "if"]
for w in tests:
    print(ascii(w), w.isalpha(), w.isdigit(), w.isdecimal(), w.isnumeric(), w.isalnum(), w.isspace(), w.isupper(), w.islower(), w.istitle(), w.isidentifier(), w.isprintable(), w.isascii())
