// Included once for each form (see shim.h), so it has no include guard.
//
// A step takes 32 bytes of each row, or 16 sites. Lanes of bytes or words are added up for as many
// steps as cannot overflow them, then folded. An end that is shorter than a step is copied into a
// buffer of zeros, and only its own lanes are judged.

#define HEARTCAM_INLINE static inline __attribute__((always_inline))
#define F(name) HEARTCAM_FORM(name)

typedef uint8_t F(u8) __attribute__((vector_size(32)));
typedef uint16_t F(u16) __attribute__((vector_size(32)));
typedef int16_t F(i16) __attribute__((vector_size(32)));
typedef uint32_t F(u32) __attribute__((vector_size(32)));
typedef uint8_t F(half_u8) __attribute__((vector_size(16)));
typedef uint32_t F(two_u32) __attribute__((vector_size(64)));

// The number of whole steps between two foldings. At most one more step joins them: 128 * 2 * 255 <
// 2^16.
HEARTCAM_INLINE size_t F(whole)(size_t length, size_t step) {
  size_t steps = length / step;
  return steps < 127 ? steps : 127;
}

HEARTCAM_INLINE F(u16) F(load)(const uint8_t *p) {
  F(u16) v;
  __builtin_memcpy(&v, p, 32);
  return v;
}

HEARTCAM_INLINE F(u16) F(swapped)(F(u16) v) { return (v << 8) | (v >> 8); }

// Add neighboring bytes, and neighboring words.
HEARTCAM_INLINE F(u16) F(byte_pairs)(F(u16) v) { return (v & 0xFF) + (v >> 8); }
HEARTCAM_INLINE F(u32) F(word_pairs)(F(u16) v) {
  return ((F(u32))v & 0xFFFF) + ((F(u32))v >> 16);
}

HEARTCAM_INLINE uint64_t F(total)(F(u32) v) { return __builtin_reduce_add(v); }
HEARTCAM_INLINE uint64_t F(word_total)(F(u16) v) { return F(total)(F(word_pairs)(v)); }

// Returns a mask of the first `count` lanes.
HEARTCAM_INLINE F(u8) F(first_bytes)(size_t count) {
  const F(u8) lanes = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                       16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  return (F(u8))(lanes < (uint8_t)count);
}
HEARTCAM_INLINE F(u16) F(first_words)(size_t count) {
  const F(u16) lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return (F(u16))((F(i16))lanes < (int16_t)count);
}

// Adds samples lane by lane. Bytes and words have separate lanes.
typedef struct {
  F(u16) words;
  F(u32) longs;
} F(adder);

HEARTCAM_INLINE void F(add)(F(adder) *adder, F(u16) v, heartcam_samples samples) {
  if (samples == HEARTCAM_BYTES) adder->words += F(byte_pairs)(v);
  else adder->longs += F(word_pairs)(v);
}

HEARTCAM_INLINE uint64_t F(sum_of)(const F(adder) *adder, heartcam_samples samples) {
  return samples == HEARTCAM_BYTES ? F(word_total)(adder->words) : F(total)(adder->longs);
}

// Adds two counts of at most 510 in lanes of words, and folds both at once.
HEARTCAM_INLINE void F(count)(heartcam_sums *sums, F(u16) clipped, F(u16) black) {
  uint64_t both = F(total)(F(word_pairs)(clipped) + (F(word_pairs)(black) << 16));
  sums->clipped += both & 0xFFFF;
  sums->black += both >> 16;
}

// MARK: - The sum of a row

HEARTCAM_INLINE void F(sum_step)(
    F(adder) *adder, const uint8_t *p, heartcam_samples samples) {
  F(u16) v = F(load)(p);
  F(add)(adder, samples == HEARTCAM_SWAPPED_WORDS ? F(swapped)(v) : v, samples);
}

HEARTCAM_INLINE uint64_t F(sum_of_kind)(
    const uint8_t *row, size_t length, heartcam_samples samples) {
  uint64_t total = 0;
  while (length) {
    F(adder) adder = {0};
    for (size_t whole = F(whole)(length, 32); whole; whole--, row += 32, length -= 32)
      F(sum_step)(&adder, row, samples);
    if (length && length < 32) {
      uint8_t room[32] = {0};
      __builtin_memcpy(room, row, length);
      F(sum_step)(&adder, room, samples);
      length = 0;
    }
    total += F(sum_of)(&adder, samples);
  }
  return total;
}

// Adds the samples of a row to `first` of each column.
static inline void F(sum)(
    const uint8_t *row, const intptr_t *columns, heartcam_samples samples, heartcam_sums *sums) {
#define HEARTCAM_CASE(kind, bytes)                                       \
  case kind:                                                             \
    for (int i = 0; i < HEARTCAM_COLUMNS; i++)                           \
      sums[i].first += F(sum_of_kind)(                                   \
          row + bytes * columns[i], bytes * (size_t)(columns[i + 1] - columns[i]), kind); \
    break;
  switch (samples) {
    HEARTCAM_CASE(HEARTCAM_BYTES, 1)
    HEARTCAM_CASE(HEARTCAM_WORDS, 2)
    HEARTCAM_CASE(HEARTCAM_SWAPPED_WORDS, 2)
  }
#undef HEARTCAM_CASE
}

// MARK: - Pixels whose components are compared as they are

// Compares the upper 8 bits of each sample with the two levels; a lane is -1 if true. Samples of
// one byte are compared as they are.
HEARTCAM_INLINE void F(judge)(
    F(u16) most, F(u16) present, const heartcam_rule *rule, heartcam_samples samples,
    F(u16) *clipped, F(u16) *black) {
  // 64ths of whole levels.
  uint8_t clipped_from = (uint8_t)((rule->clipped_from + 63) >> 6);
  uint8_t black_up_to = (uint8_t)(rule->black_up_to >> 6);
  if (samples == HEARTCAM_BYTES) {
    *clipped = (F(u16))((F(u8))*clipped - ((F(u8))((F(u8))most >= clipped_from) & (F(u8))present));
    *black = (F(u16))((F(u8))*black - ((F(u8))((F(u8))most <= black_up_to) & (F(u8))present));
  } else {
    F(i16) level = (F(i16))(most >> rule->shift);
    *clipped -= (F(u16))(level > (int16_t)(clipped_from - 1)) & present;
    *black -= (F(u16))(level < (int16_t)(black_up_to + 1)) & present;
  }
}

typedef struct {
  F(adder) first, second, third;
  F(u16) clipped, black;
} F(plane_lanes);

// Reads 32 bytes of one plane, and raises the lanes of `most` to them.
HEARTCAM_INLINE void F(plane_step)(
    F(adder) *adder, const uint8_t *p, heartcam_samples samples, F(u16) *most) {
  // The hardware's own prefetching does not keep up with planes that are read side by side.
  __builtin_prefetch(p + 1024);
  F(u16) v = F(load)(p);
  if (samples == HEARTCAM_SWAPPED_WORDS) v = F(swapped)(v);
  F(add)(adder, v, samples);
  *most = samples == HEARTCAM_BYTES ? (F(u16))__builtin_elementwise_max((F(u8))*most, (F(u8))v)
                                    : __builtin_elementwise_max(*most, v);
}

HEARTCAM_INLINE void F(planes_step)(
    F(plane_lanes) *lanes, const uint8_t *a, const uint8_t *b, const uint8_t *c, int planes,
    heartcam_samples samples, const heartcam_rule *rule, F(u16) present) {
  F(u16) most = {0};
  F(plane_step)(&lanes->first, a, samples, &most);
  if (planes == 3) {
    F(plane_step)(&lanes->second, b, samples, &most);
    F(plane_step)(&lanes->third, c, samples, &most);
  }
  F(judge)(most, present, rule, samples, &lanes->clipped, &lanes->black);
}

HEARTCAM_INLINE void F(planes_of_kind)(
    const uint8_t *a, const uint8_t *b, const uint8_t *c, int planes, size_t count,
    heartcam_samples samples, const heartcam_rule *rule, heartcam_sums *sums) {
  size_t bytes = samples == HEARTCAM_BYTES ? 1 : 2;
  size_t length = count * bytes;
  for (size_t at = 0; at < length;) {
    F(plane_lanes) lanes = {0};
    for (size_t whole = F(whole)(length - at, 32); whole; whole--, at += 32)
      F(planes_step)(
          &lanes, a + at, b + at, c + at, planes, samples, rule, ~(F(u16)){0});
    size_t left = length - at;
    if (left && left < 32) {
      uint8_t room[3][32] = {{0}};
      __builtin_memcpy(room[0], a + at, left);
      __builtin_memcpy(room[1], b + at, left);
      __builtin_memcpy(room[2], c + at, left);
      F(u16) present = bytes == 1 ? (F(u16))F(first_bytes)(left) : F(first_words)(left / 2);
      F(planes_step)(&lanes, room[0], room[1], room[2], planes, samples, rule, present);
      at = length;
    }
    sums->first += F(sum_of)(&lanes.first, samples);
    if (planes == 3) {
      sums->second += F(sum_of)(&lanes.second, samples);
      sums->third += F(sum_of)(&lanes.third, samples);
    }
    if (bytes == 1) F(count)(sums, F(byte_pairs)(lanes.clipped), F(byte_pairs)(lanes.black));
    else F(count)(sums, lanes.clipped, lanes.black);
  }
}

HEARTCAM_INLINE void F(planes_row)(
    const uint8_t *a, const uint8_t *b, const uint8_t *c, int planes, const intptr_t *columns,
    heartcam_samples samples, const heartcam_rule *rule, heartcam_sums *sums) {
  for (int i = 0; i < HEARTCAM_COLUMNS; i++) {
    intptr_t at = columns[i] * (samples == HEARTCAM_BYTES ? 1 : 2);
    F(planes_of_kind)(
        a + at, b + at, c + at, planes, (size_t)(columns[i + 1] - columns[i]), samples, rule,
        sums + i);
  }
}

// Adds up and judges the pixels of a row. `planes` is 3, or 1 if only the first holds color.
static inline void F(planes)(
    const uint8_t *a, const uint8_t *b, const uint8_t *c, int planes, const intptr_t *columns,
    heartcam_samples samples, const heartcam_rule *rule, heartcam_sums *sums) {
#define HEARTCAM_CASE(kind)                                                 \
  case kind:                                                                \
    if (planes == 1) F(planes_row)(a, b, c, 1, columns, kind, rule, sums);  \
    else F(planes_row)(a, b, c, 3, columns, kind, rule, sums);              \
    break;
  switch (samples) {
    HEARTCAM_CASE(HEARTCAM_BYTES)
    HEARTCAM_CASE(HEARTCAM_WORDS)
    HEARTCAM_CASE(HEARTCAM_SWAPPED_WORDS)
  }
#undef HEARTCAM_CASE
}

typedef struct {
  F(u16) even, odd, clipped, black;
} F(byte_lanes);

HEARTCAM_INLINE void F(quads_step)(
    F(byte_lanes) *lanes, const uint8_t *p, size_t offset, const heartcam_rule *rule,
    F(u8) present) {
  __builtin_prefetch(p + 1024);
  F(u32) v = (F(u32))F(load)(p) >> (uint32_t)(8 * offset);
  lanes->even += (F(u16))v & 0xFF;
  lanes->odd += (F(u16))v >> 8;
  // Valid in the first byte of each pixel; the other bytes are ignored.
  F(u8) most = __builtin_elementwise_max(
      __builtin_elementwise_max((F(u8))v, (F(u8))(v >> 8)), (F(u8))(v >> 16));
  F(judge)(
      (F(u16))most, (F(u16))present, rule, HEARTCAM_BYTES, &lanes->clipped, &lanes->black);
}

HEARTCAM_INLINE void F(quads_of_column)(
    const uint8_t *row, size_t offset, size_t count, const heartcam_rule *rule,
    heartcam_sums *sums) {
  size_t length = 4 * count;
  while (length) {
    F(byte_lanes) lanes = {0};
    for (size_t whole = F(whole)(length, 32); whole; whole--, row += 32, length -= 32)
      F(quads_step)(&lanes, row, offset, rule, ~(F(u8)){0});
    if (length && length < 32) {
      uint8_t room[32] = {0};
      __builtin_memcpy(room, row, length);
      F(quads_step)(&lanes, room, offset, rule, F(first_bytes)(length));
      length = 0;
    }
    sums->first += F(total)((F(u32))lanes.even & 0xFFFF);
    sums->second += F(total)((F(u32))lanes.odd & 0xFFFF);
    sums->third += F(total)((F(u32))lanes.even >> 16);
    const F(u16) firsts = (F(u16))((F(u32)){0} + 0xFF);
    F(count)(sums, lanes.clipped & firsts, lanes.black & firsts);
  }
}

// Adds up and judges pixels of four bytes; the three colors begin at byte `offset`, 0 or 1.
static inline void F(quads)(
    const uint8_t *row, size_t offset, const intptr_t *columns, const heartcam_rule *rule,
    heartcam_sums *sums) {
  for (int i = 0; i < HEARTCAM_COLUMNS; i++)
    F(quads_of_column)(
        row + 4 * columns[i], offset, (size_t)(columns[i + 1] - columns[i]), rule, sums + i);
}

// Returns a mask of the lanes for which `lane % 3` is `phase`.
HEARTCAM_INLINE F(u16) F(thirds)(int phase) {
  const F(u16) lanes = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0};
  return (F(u16))(lanes == (uint16_t)(phase % 3));
}

// Judges one vector. Two more bytes are read, for lanes in which no pixel begins.
HEARTCAM_INLINE void F(triples_part)(
    F(byte_lanes) *lanes, const uint8_t *p, const heartcam_rule *rule, F(u8) present) {
  __builtin_prefetch(p + 1024);
  F(u16) v = F(load)(p);
  lanes->even += v & 0xFF;
  lanes->odd += v >> 8;
  F(u8) most = __builtin_elementwise_max(
      __builtin_elementwise_max((F(u8))v, (F(u8))F(load)(p + 1)), (F(u8))F(load)(p + 2));
  F(judge)(
      (F(u16))most, (F(u16))present, rule, HEARTCAM_BYTES, &lanes->clipped, &lanes->black);
}

// The totals so far. Byte i = 2 lane or 2 lane + 1 of component c in vector n has i % 3 = (c + n) % 3.
typedef struct {
  F(u16) first, second, third, clipped, black;
} F(triple_totals);

HEARTCAM_INLINE void F(fold_triples)(F(triple_totals) *totals, F(byte_lanes) *lanes, int n) {
  F(u16) a = F(thirds)(2 * n), b = F(thirds)(2 * n + 1), c = F(thirds)(2 * n + 2);
  totals->first += (lanes->even & a) + (lanes->odd & b);
  totals->second += (lanes->even & c) + (lanes->odd & a);
  totals->third += (lanes->even & b) + (lanes->odd & c);
  F(u16) starts = (a & 0x00FF) | (b & 0xFF00);
  totals->clipped += lanes->clipped & starts;
  totals->black += lanes->black & starts;
}

HEARTCAM_INLINE void F(triples_of_column)(
    const uint8_t *row, size_t count, size_t readable, const heartcam_rule *rule,
    heartcam_sums *sums) {
  size_t length = 3 * count;
  size_t ahead = readable < length + 2 ? 2 : 0;
  const F(u8) all = ~(F(u8)){0};
  while (length) {
    F(byte_lanes) a = {0}, b = {0}, c = {0};
    // Folding adds up six lanes: 6 * 42 * 255 < 2^16.
    size_t whole = length < ahead ? 0 : (length - ahead) / 96;
    for (whole = whole < 41 ? whole : 41; whole; whole--, row += 96, length -= 96) {
      F(triples_part)(&a, row, rule, all);
      F(triples_part)(&b, row + 32, rule, all);
      F(triples_part)(&c, row + 64, rule, all);
    }
    if (length && length < 96 + ahead) {
      uint8_t room[98] = {0};
      __builtin_memcpy(room, row, length);
      F(triples_part)(&a, room, rule, F(first_bytes)(length));
      F(triples_part)(&b, room + 32, rule, F(first_bytes)(length > 32 ? length - 32 : 0));
      F(triples_part)(&c, room + 64, rule, F(first_bytes)(length > 64 ? length - 64 : 0));
      length = 0;
    }
    F(triple_totals) totals = {0};
    F(fold_triples)(&totals, &a, 0);
    F(fold_triples)(&totals, &b, 1);
    F(fold_triples)(&totals, &c, 2);
    sums->first += F(word_total)(totals.first);
    sums->second += F(word_total)(totals.second);
    sums->third += F(word_total)(totals.third);
    F(count)(sums, F(byte_pairs)(totals.clipped), F(byte_pairs)(totals.black));
  }
}

// Adds up and judges the pixels of a row of `width` pixels of three bytes.
//
// Pixels need not be taken apart: 96 bytes are 32 pixels, so each lane of three vectors always
// belongs to the same component. In vector n, byte i belongs to component (2 n + i) % 3.
static inline void F(triples)(
    const uint8_t *row, intptr_t width, const intptr_t *columns, const heartcam_rule *rule,
    heartcam_sums *sums) {
  for (int i = 0; i < HEARTCAM_COLUMNS; i++)
    F(triples_of_column)(
        row + 3 * columns[i], (size_t)(columns[i + 1] - columns[i]),
        3 * (size_t)(width - columns[i]), rule, sums + i);
}

// MARK: - Sites of luma and two color differences

// Returns the luma of sixteen sites, which are `1 << shift` samples apart.
HEARTCAM_INLINE F(u16) F(luma_of_sites)(const uint8_t *p, heartcam_samples samples, int shift) {
  F(u16) v;
  if (samples == HEARTCAM_BYTES) {
    if (shift == 0) {
      F(half_u8) bytes;
      __builtin_memcpy(&bytes, p, 16);
      return __builtin_convertvector(bytes, F(u16));
    }
    if (shift == 1) return F(load)(p) & 0xFF;
    F(two_u32) quads;
    __builtin_memcpy(&quads, p, 64);
    return __builtin_convertvector(quads & 0xFF, F(u16));
  }
  if (shift == 0) v = F(load)(p);
  else if (shift == 1) {
    F(two_u32) pairs;
    __builtin_memcpy(&pairs, p, 64);
    v = __builtin_convertvector(pairs & 0xFFFF, F(u16));
  } else {
    for (int site = 0; site < 16; site++) __builtin_memcpy((uint16_t *)&v + site, p + 8 * site, 2);
  }
  return samples == HEARTCAM_SWAPPED_WORDS ? F(swapped)(v) : v;
}

HEARTCAM_INLINE void F(pairs_of_sites)(
    const uint8_t *p, heartcam_samples samples, F(u16) *a, F(u16) *b) {
  if (samples == HEARTCAM_BYTES) {
    F(u16) v = F(load)(p);
    *a = v & 0xFF;
    *b = v >> 8;
    return;
  }
  F(two_u32) pairs;
  __builtin_memcpy(&pairs, p, 64);
  *a = __builtin_convertvector(pairs & 0xFFFF, F(u16));
  *b = __builtin_convertvector(pairs >> 16, F(u16));
  if (samples == HEARTCAM_SWAPPED_WORDS) *a = F(swapped)(*a), *b = F(swapped)(*b);
}

typedef struct {
  F(adder) luma, a, b;
  F(u16) clipped, black;
} F(site_lanes);

HEARTCAM_INLINE void F(sites_step)(
    F(site_lanes) *lanes, const uint8_t *luma, int shift, const uint8_t *a, const uint8_t *b,
    heartcam_samples samples, heartcam_differences differences, const heartcam_rule *rule,
    F(u16) present) {
  F(u16) y, da, db;
  if (differences == HEARTCAM_PLANAR) {
    y = F(luma_of_sites)(luma, samples, shift);
    da = F(luma_of_sites)(a, samples, 0);
    db = F(luma_of_sites)(b, samples, 0);
  } else if (differences == HEARTCAM_PAIRED) {
    y = F(luma_of_sites)(luma, samples, shift);
    F(pairs_of_sites)(a, samples, &da, &db);
  } else {
    bool is_first = differences == HEARTCAM_LUMA_FIRST;
    F(two_u32) v;
    __builtin_memcpy(&v, a, 64);
    F(u16) v0 = F(load)(a), v1 = F(load)(a + 32);
    lanes->luma.words += is_first ? (v0 & 0xFF) + (v1 & 0xFF) : (v0 >> 8) + (v1 >> 8);
    y = __builtin_convertvector((is_first ? v : v >> 8) & 0xFF, F(u16));
    da = __builtin_convertvector((is_first ? v >> 8 : v) & 0xFF, F(u16));
    db = __builtin_convertvector(is_first ? v >> 24 : (v >> 16) & 0xFF, F(u16));
  }
  bool has_luma_row = differences == HEARTCAM_PLANAR || differences == HEARTCAM_PAIRED;
  if (samples == HEARTCAM_BYTES) {
    if (has_luma_row && shift == 0) lanes->luma.words += y;
    lanes->a.words += da;
    lanes->b.words += db;
  } else {
    if (has_luma_row && shift == 0) lanes->luma.longs += F(word_pairs)(y);
    lanes->a.longs += F(word_pairs)(da);
    lanes->b.longs += F(word_pairs)(db);
    y >>= rule->shift;
    da >>= rule->shift;
    db >>= rule->shift;
  }
  F(i16) ca = (F(i16))da - 128, cb = (F(i16))db - 128;
  F(i16) most = __builtin_elementwise_max(
      __builtin_elementwise_max(ca * rule->a, cb * rule->b),
      ca * rule->mixed_a + cb * rule->mixed_b);
  most += (F(i16))(y << 6);
  lanes->clipped -= (F(u16))(most > (int16_t)(rule->clipped_from - 1)) & present;
  lanes->black -= (F(u16))(most < (int16_t)(rule->black_up_to + 1)) & present;
}

HEARTCAM_INLINE void F(sites_of_kind)(
    const uint8_t *luma, size_t luma_length, int shift, const uint8_t *a, const uint8_t *b,
    size_t count, heartcam_samples samples, heartcam_differences differences, bool adds_luma,
    const heartcam_rule *rule, heartcam_sums *sums) {
  size_t bytes = samples == HEARTCAM_BYTES ? 1 : 2;
  size_t luma_step = 16 * (bytes << shift);
  size_t pair = differences == HEARTCAM_PLANAR   ? bytes
                : differences == HEARTCAM_PAIRED ? 2 * bytes
                                                 : 4;
  // The group that holds the last site's luma may reach beyond the row.
  bool has_luma_row = differences == HEARTCAM_PLANAR || differences == HEARTCAM_PAIRED;
  size_t wholes = count / 16;
  if (has_luma_row && wholes > luma_length / luma_step) wholes = luma_length / luma_step;
  while (count) {
    F(site_lanes) lanes = {0};
    size_t whole = wholes < 127 ? wholes : 127;
    wholes -= whole;
    count -= 16 * whole;
    for (; whole; whole--, luma += luma_step, luma_length -= luma_step) {
      F(sites_step)(
          &lanes, luma, shift, a, b, samples, differences, rule, ~(F(u16)){0});
      a += 16 * pair;
      b += 16 * pair;
    }
    if (count && !wholes) {
      uint8_t room[3][128] = {{0}};
      size_t luma_left = shift == 0 ? count * bytes : luma_length;
      if (has_luma_row)
        __builtin_memcpy(room[0], luma, luma_left < luma_step ? luma_left : luma_step);
      __builtin_memcpy(room[1], a, count * pair);
      if (differences == HEARTCAM_PLANAR) __builtin_memcpy(room[2], b, count * pair);
      F(sites_step)(
          &lanes, room[0], shift, room[1], room[2], samples, differences, rule,
          F(first_words)(count));
      count = 0;
    }
    if (adds_luma) sums->first += F(sum_of)(&lanes.luma, samples);
    sums->second += F(sum_of)(&lanes.a, samples);
    sums->third += F(sum_of)(&lanes.b, samples);
    F(count)(sums, lanes.clipped, lanes.black);
  }
}

HEARTCAM_INLINE void F(sites_row)(
    const uint8_t *luma, intptr_t width, int shift, const uint8_t *a, const uint8_t *b,
    const intptr_t *columns, heartcam_samples samples, heartcam_differences differences,
    bool adds_luma, const heartcam_rule *rule, heartcam_sums *sums) {
  intptr_t bytes = samples == HEARTCAM_BYTES ? 1 : 2;
  intptr_t pair = differences == HEARTCAM_PLANAR ? bytes
                : differences == HEARTCAM_PAIRED ? 2 * bytes
                                                 : 4;
  for (int i = 0; i < HEARTCAM_COLUMNS; i++) {
    if (columns[i] == columns[i + 1]) continue;
    intptr_t first = columns[i] >> shift, last = (columns[i + 1] - 1) >> shift;
    intptr_t luma_start = (first << shift) * bytes;
    F(sites_of_kind)(
        luma + luma_start, (size_t)(width * bytes - luma_start), shift, a + first * pair,
        b + first * pair, (size_t)(last - first + 1), samples, differences, adds_luma, rule,
        sums + i);
  }
}

// Adds up the differences of the sites that hold a row's pixels, and judges each site with its
// luma: the first of `1 << shift` samples in a row of `width`. Differences in pairs, and those
// beside their luma, are read from `a` alone. With `adds_luma`, luma is added up on the way. That
// is possible if no two pixels share a difference, or if differences are stored beside luma; then
// the luma of both pixels of a site is added.
static inline void F(sites)(
    const uint8_t *luma, intptr_t width, int shift, const uint8_t *a, const uint8_t *b,
    const intptr_t *columns, heartcam_samples samples, heartcam_differences differences,
    bool adds_luma, const heartcam_rule *rule, heartcam_sums *sums) {
#define HEARTCAM_SITES(shift, kind, where) \
  F(sites_row)(luma, width, shift, a, b, columns, kind, where, adds_luma, rule, sums)
#define HEARTCAM_SHIFTS(kind, where)                     \
  switch (shift) {                                       \
    case 0: HEARTCAM_SITES(0, kind, where); return;      \
    case 1: HEARTCAM_SITES(1, kind, where); return;      \
    default: HEARTCAM_SITES(2, kind, where); return;     \
  }
#define HEARTCAM_SAMPLES(where)                                                          \
  switch (samples) {                                                                     \
    case HEARTCAM_BYTES: HEARTCAM_SHIFTS(HEARTCAM_BYTES, where)                          \
    case HEARTCAM_WORDS: HEARTCAM_SHIFTS(HEARTCAM_WORDS, where)                          \
    case HEARTCAM_SWAPPED_WORDS: HEARTCAM_SHIFTS(HEARTCAM_SWAPPED_WORDS, where)          \
  }
  switch (differences) {
    case HEARTCAM_PLANAR: HEARTCAM_SAMPLES(HEARTCAM_PLANAR) break;
    case HEARTCAM_PAIRED: HEARTCAM_SAMPLES(HEARTCAM_PAIRED) break;
    case HEARTCAM_LUMA_FIRST: HEARTCAM_SITES(1, HEARTCAM_BYTES, HEARTCAM_LUMA_FIRST); break;
    case HEARTCAM_LUMA_SECOND: HEARTCAM_SITES(1, HEARTCAM_BYTES, HEARTCAM_LUMA_SECOND); break;
  }
#undef HEARTCAM_SAMPLES
#undef HEARTCAM_SHIFTS
#undef HEARTCAM_SITES
}

#undef F
#undef HEARTCAM_INLINE
