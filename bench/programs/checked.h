/* Arithmetic that notices overflow, arrays that notice wrong indexes, and lines of output: what tiny has as well. */
#include <stdio.h>
#include <stdlib.h>

static inline long add(long a, long b) {
  long sum;
  if (__builtin_add_overflow(a, b, &sum)) abort();
  return sum;
}

static inline long sub(long a, long b) {
  long difference;
  if (__builtin_sub_overflow(a, b, &difference)) abort();
  return difference;
}

static inline long mul(long a, long b) {
  long product;
  if (__builtin_mul_overflow(a, b, &product)) abort();
  return product;
}

static inline unsigned long at(unsigned long index, unsigned long length) {
  if (index >= length) abort();
  return index;
}

/* Called by main.c, and timed. */
void run(long n);
