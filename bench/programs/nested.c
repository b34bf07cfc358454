#include "checked.h"

static long count(long n) {
  long total = 0;
  for (long a = 0; a < n; a = add(a, 1))
    for (long b = 0; b < 20; b = add(b, 1))
      for (long c = 0; c < b; c = add(c, 1)) total = sub(add(total, a), c);
  return total;
}

void run(long n) { printf("%ld\n", count(n)); }
