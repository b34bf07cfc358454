#include "checked.h"

typedef struct cons { long header, head; struct cons *tail; } cons;

static long __attribute__((noinline)) sum(cons *list) {
  long total = 0;
  for (; list; list = list->tail) total = add(total, list->head);
  return total;
}

void run(long n) {
  cons *list = NULL;
  for (long i = 0; i < 1000; i++) {
    cons *cell = malloc(sizeof *cell);
    *cell = (cons){0, i, list};
    list = cell;
  }
  long total = 0;
  for (; n > 0; n--) total = add(total, sum(list));
  printf("%ld\n", total);
}
