// What the C library says about its heap: <malloc.h> is in no module of Swift's.
#ifndef HEARTCAM_CHEAP_SHIM_H
#define HEARTCAM_CHEAP_SHIM_H

#include <malloc.h>
#include <stddef.h>

// Bytes that are allocated and not freed, blocks mapped on their own included.
static inline size_t heartcam_heap_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

#endif
