// The inner loops of the color sums, in vector instructions that Swift cannot ask for. Each exists
// twice: for every x86-64 machine, and for those with AVX2. `kernels.h` holds the loops once and is
// included for each form.
//
// A kernel reads nothing beyond the pixels that it is given.
#ifndef HEARTCAM_CPIXELSUMS_SHIM_H
#define HEARTCAM_CPIXELSUMS_SHIM_H

#if defined(__x86_64__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A row is cut into columns, and each has its own sums. Column i holds the pixels from `columns[i]`
// up to `columns[i + 1]`.
enum { HEARTCAM_COLUMNS = 8 };

// How a row stores its samples. Words are little endian unless swapped.
typedef enum {
  HEARTCAM_BYTES,
  HEARTCAM_WORDS,
  HEARTCAM_SWAPPED_WORDS,
} heartcam_samples;

// Where a site's two color differences are stored: in two separate rows, in pairs in one row, or
// beside the luma of two pixels (Y A Y B, or A Y B Y). A site is a place where chroma was sampled.
typedef enum {
  HEARTCAM_PLANAR,
  HEARTCAM_PAIRED,
  HEARTCAM_LUMA_FIRST,
  HEARTCAM_LUMA_SECOND,
} heartcam_differences;

// The totals that a kernel adds to: the three components, and the numbers of clipped and of black
// sites.
typedef struct {
  uint64_t first, second, third, clipped, black;
} heartcam_sums;

// The bounds from which a site is clipped or black, in 64ths of an 8-bit level. The greatest
// component is 64 luma + max(a da, b db, mixed_a da + mixed_b db), with differences relative to
// 128.
typedef struct {
  int16_t a, b, mixed_a, mixed_b;
  int16_t clipped_from, black_up_to;
  uint16_t shift;  // down to the upper 8 bits of a word
} heartcam_rule;

// Returns whether this machine and its kernel support AVX2.
static inline bool heartcam_has_avx2(void) { return __builtin_cpu_supports("avx2"); }

#pragma clang diagnostic push
// Vectors of 32 bytes are passed only to functions that are always inlined.
#pragma clang diagnostic ignored "-Wpsabi"

#define HEARTCAM_FORM(name) heartcam_##name##_baseline
#include "kernels.h"
#undef HEARTCAM_FORM

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define HEARTCAM_FORM(name) heartcam_##name##_avx2
#include "kernels.h"
#undef HEARTCAM_FORM
#pragma clang attribute pop

#pragma clang diagnostic pop

// Each function chooses the form. `kernels.h` documents what it does.

static inline void heartcam_sum(
    bool avx2, const uint8_t *row, const intptr_t *columns, heartcam_samples samples,
    heartcam_sums *sums) {
  if (avx2) heartcam_sum_avx2(row, columns, samples, sums);
  else heartcam_sum_baseline(row, columns, samples, sums);
}

static inline void heartcam_planes(
    bool avx2, const uint8_t *a, const uint8_t *b, const uint8_t *c, int planes,
    const intptr_t *columns, heartcam_samples samples, const heartcam_rule *rule,
    heartcam_sums *sums) {
  if (avx2) heartcam_planes_avx2(a, b, c, planes, columns, samples, rule, sums);
  else heartcam_planes_baseline(a, b, c, planes, columns, samples, rule, sums);
}

static inline void heartcam_triples(
    bool avx2, const uint8_t *row, intptr_t width, const intptr_t *columns,
    const heartcam_rule *rule, heartcam_sums *sums) {
  if (avx2) heartcam_triples_avx2(row, width, columns, rule, sums);
  else heartcam_triples_baseline(row, width, columns, rule, sums);
}

static inline void heartcam_quads(
    bool avx2, const uint8_t *row, size_t offset, const intptr_t *columns,
    const heartcam_rule *rule, heartcam_sums *sums) {
  if (avx2) heartcam_quads_avx2(row, offset, columns, rule, sums);
  else heartcam_quads_baseline(row, offset, columns, rule, sums);
}

static inline void heartcam_sites(
    bool avx2, const uint8_t *luma, intptr_t width, int shift, const uint8_t *a,
    const uint8_t *b, const intptr_t *columns, heartcam_samples samples,
    heartcam_differences differences, bool adds_luma, const heartcam_rule *rule,
    heartcam_sums *sums) {
  if (avx2)
    heartcam_sites_avx2(
        luma, width, shift, a, b, columns, samples, differences, adds_luma, rule, sums);
  else
    heartcam_sites_baseline(
        luma, width, shift, a, b, columns, samples, differences, adds_luma, rule, sums);
}

#endif
#endif
