/* Runs a program of size argv[1]. How long that took, in nanoseconds, is the last line. */
#include "checked.h"
#include <time.h>

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 1;
  long start = now();
  run(n);
  printf("%ld\n", now() - start);
  return 0;
}
