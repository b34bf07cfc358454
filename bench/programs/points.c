#include "checked.h"

typedef struct { double x, y; } point;

static point plus(point a, point b) { return (point){a.x + b.x, a.y + b.y}; }
static point times(point a, double k) { return (point){a.x * k, a.y * k}; }

static double orbit(long n) {
  point p = {1.0, 0.0}, c = {0.25, 0.5};
  for (; n > 0; n--) p = plus(times(p, 0.5), c);
  return p.x + p.y;
}

void run(long n) { printf("%.17g\n", orbit(n)); }
