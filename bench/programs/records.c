#include "checked.h"

typedef struct { long x, y, steps; } point;

static void __attribute__((noinline)) walk(point *p, long n) {
  for (; n > 0; n = sub(n, 1)) {
    p->x = add(p->x, p->y);
    p->y = sub(p->y, 1);
    p->steps = add(p->steps, 1);
  }
}

void run(long n) {
  point p = {0, 7, 0};
  walk(&p, n);
  printf("%ld %ld %ld\n", p.x, p.y, p.steps);
}
