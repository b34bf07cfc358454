#include "checked.h"

typedef struct { unsigned long length; double items[1000]; } array;

/* The weights are arguments, as in tiny: without `noipa` they are constants. */
static void __attribute__((noipa)) convolve(array *a, array *b, double w0, double w1, double w2) {
  long last = sub(a->length, 1);
  for (long i = 1; i < last; i = add(i, 1)) {
    double left = a->items[at(sub(i, 1), a->length)], middle = a->items[at(i, a->length)];
    double right = a->items[at(add(i, 1), a->length)];
    b->items[at(i, b->length)] = w0 * left + w1 * middle + w2 * right;
  }
}

void run(long n) {
  static array a = {1000, {0}}, b = {1000, {0}};
  for (long i = 0; i < 1000; i++) a.items[i] = i % 17;
  for (; n > 0; n--) convolve(&a, &b, 0.25, 0.5, 0.25);
  printf("%.17g %.17g %.17g\n", b.items[1], b.items[500], b.items[998]);
}
