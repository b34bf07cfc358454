#include "checked.h"

static long walk(long n) {
  long x = 1, a = 0, b = 0;
  for (; n > 0; n = sub(n, 1)) {
    x = add(mul(x, 1103515245), 12345) % 2147483648;
    if (x / 65536 % 2 == 0) a = add(a, x); else a = sub(a, n);
    if (x % 65536 < 32768) b = add(b, x); else b = sub(b, 3);
  }
  return a + b;
}

void run(long n) { printf("%ld\n", walk(n)); }
