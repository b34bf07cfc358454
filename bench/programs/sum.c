#include "checked.h"

static long sum(long n) {
  long total = 0;
  for (long i = 0; i < n; i = add(i, 1)) total = add(total, i);
  return total;
}

void run(long n) { printf("%ld\n", sum(n)); }
