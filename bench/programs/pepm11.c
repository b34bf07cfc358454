#include "checked.h"

static long f(long y) {
  long res = 0;
  while (y > 0) {
    res = add(add(res, y), -100);
    y = add(y, -1);
  }
  return res;
}

void run(long n) { printf("%ld\n", f(n)); }
