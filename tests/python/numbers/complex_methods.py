# Complex numbers: making, printing, arithmetic.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for text in ("1+2j", "j", "-j", "1e3-2.5j", " (1+2j) ", "1", "inf-infj", "nanj", "1+", "1 + 2j", "", "1j2", "(1", "+1.5"):
    t(lambda: complex(text))
for z in (1 + 2j, -1j, 0j, complex(0.5, -0.5), complex(float("inf"), 1), complex(-0.0, 2)):
    print(z, repr(z), z.real, z.imag, z.conjugate(), abs(z), -z, bool(z), z == z.real)
a, b = 3 - 4j, 1 + 2j
print(a + b, a - b, a * b, a / b, a ** 2, a ** 0, a ** -1, b ** 0.5 == b ** 0.5, a == 3 - 4j, a != b)
for f in (lambda: a < b, lambda: a // b, lambda: a % b, lambda: divmod(a, b), lambda: int(a), lambda: float(a)):
    t(f)
print(complex(), complex(1.5), complex(real=1, imag=2), complex(1j, 1j), complex(True, False), hash(1 + 0j) == hash(1))
print(f"{1+2j:.2f} {1.5-2j:>12} {1234567+1j:,}", "{:e}".format(1j))
z = 0j
c = 0.1 + 0.3j
for i in range(150):
    z = z * z + c
print(f"{z:.6f}")
