// What the process asks of the heap: Swift's C library module offers neither.
#ifndef HEARTCAM_CHEAP_H
#define HEARTCAM_CHEAP_H

#include <stddef.h>

// Bytes that are allocated and not freed, blocks mapped on their own included.
size_t heartcam_heap_in_use(void);

// How often memory has been asked for since the process began.
size_t heartcam_allocations(void);

// The same of malloc and calloc alone, by which Swift gets memory and FFmpeg does not.
size_t heartcam_plain_allocations(void);

#endif
