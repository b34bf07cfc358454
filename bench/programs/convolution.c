#include "checked.h"

typedef struct { unsigned long length; long items[1000]; } array;

/* The weights are arguments, as in tiny: without `noipa` they are constants. */
static void __attribute__((noipa)) convolve(array *a, array *b, long w0, long w1, long w2) {
  long last = sub(a->length, 1);
  for (long i = 1; i < last; i = add(i, 1)) {
    long left = a->items[at(sub(i, 1), a->length)], middle = a->items[at(i, a->length)];
    long right = a->items[at(add(i, 1), a->length)];
    b->items[at(i, b->length)] = add(add(mul(w0, left), mul(w1, middle)), mul(w2, right));
  }
}

void run(long n) {
  static array a = {1000, {0}}, b = {1000, {0}};
  for (long i = 0; i < 1000; i++) a.items[i] = i % 17;
  for (; n > 0; n--) convolve(&a, &b, 1, 2, 3);
  printf("%ld %ld %ld\n", b.items[1], b.items[500], b.items[998]);
}
