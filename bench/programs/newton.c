#include "checked.h"

static double root(double y, long n) {
  double x = 1.0;
  for (long i = 0; i < n; i++) x = (x + y / x) / 2.0;
  return x;
}

void run(long n) { printf("%.17g\n", root(2.0, n)); }
