#include "checked.h"

typedef struct { unsigned long length; double items[40]; } row;
typedef struct { unsigned long length; row *rows[40]; } matrix;

static matrix *new_matrix(unsigned long size, long seed) {
  matrix *m = malloc(sizeof *m);
  m->length = size;
  for (unsigned long i = 0; i < size; i++) {
    m->rows[i] = malloc(sizeof(row));
    m->rows[i]->length = size;
    for (unsigned long j = 0; j < size; j++) m->rows[i]->items[j] = (long)(i * seed + j) % 7 - 3;
  }
  return m;
}

static double item(matrix *m, unsigned long i, unsigned long j) {
  row *r = m->rows[at(i, m->length)];
  return r->items[at(j, r->length)];
}

static void __attribute__((noinline)) multiply(matrix *a, matrix *b, matrix *out) {
  unsigned long size = a->length;
  for (unsigned long i = 0; i < size; i++)
    for (unsigned long j = 0; j < size; j++) {
      double sum = 0.0;
      for (unsigned long k = 0; k < size; k++) sum = sum + item(a, i, k) * item(b, k, j);
      row *r = out->rows[at(i, out->length)];
      r->items[at(j, r->length)] = sum;
    }
}

void run(long n) {
  matrix *a = new_matrix(40, 3), *b = new_matrix(40, 5), *out = new_matrix(40, 1);
  for (; n > 0; n--) multiply(a, b, out);
  printf("%.17g %.17g %.17g\n", item(out, 0, 0), item(out, 7, 31), item(out, 39, 39));
}
