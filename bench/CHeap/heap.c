#include "CHeap.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

// The GNU C library's own functions, under the names that stay when others take their place: a program
// may define malloc and its kin, and what it defines is what all its libraries call.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_size_t allocations, plain;

static inline void count(void) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

static inline void count_plain(void) {
  count();
  atomic_fetch_add_explicit(&plain, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count_plain();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count_plain();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

// Vectors of more than 16 bytes come by these.
void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count();
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *block = memory;
  return 0;
}

size_t heartcam_heap_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

size_t heartcam_allocations(void) {
  return atomic_load_explicit(&allocations, memory_order_relaxed);
}

size_t heartcam_plain_allocations(void) {
  return atomic_load_explicit(&plain, memory_order_relaxed);
}
