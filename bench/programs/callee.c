#include "checked.h"

static long __attribute__((noinline)) triangle(long n) {
  long sum = 0;
  for (; n > 0; n = sub(n, 1)) sum = add(sum, n);
  return sum;
}

static long pyramid(long n) {
  long sum = 0;
  for (; n > 0; n = sub(n, 1)) sum = add(sum, triangle(20 + n % 4));
  return sum;
}

void run(long n) { printf("%ld\n", pyramid(n)); }
