/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/sort_codes.h"

#include <string.h>

/* Always inlined, so that the sizes that callers say are constant. */
#define INLINE static inline __attribute__((always_inline))

INLINE uint64_t code_at(const char *codes, sl_index i, size_t key)
{
    const char *const at = codes + i * (sl_index)key;
    uint64_t code;
    uint32_t half;
    uint16_t quarter;
    switch (key) {
    case 8: memcpy(&code, at, 8); return code;
    case 4: memcpy(&half, at, 4); return half;
    case 2: memcpy(&quarter, at, 2); return quarter;
    default: return *(const unsigned char *)at;
    }
}

INLINE uint64_t bits_between(const char *codes, sl_index n, const char *first, size_t key)
{
    const uint64_t one = code_at(first, 0, key);
    uint64_t bits = 0;
#pragma omp simd reduction(| : bits)
    for (sl_index i = 0; i < n; i++)
        bits |= code_at(codes, i, key) ^ one;
    return bits;
}

INLINE void count_digits(const char *codes, sl_index n, int shift, sl_index count[], size_t key)
{
    for (sl_index i = 0; i < n; i++)
        count[code_at(codes, i, key) >> shift & (SL__DIGITS - 1)]++;
}

INLINE void move_element(const sl__sorted *from, sl_index i, const sl__sorted *to, sl_index place, size_t key,
                         size_t value)
{
    memcpy(to->codes + place * (sl_index)key, from->codes + i * (sl_index)key, key);
    if (value > 0)
        memcpy(to->values + place * (sl_index)value, from->values + i * (sl_index)value, value);
}

INLINE void move_elements(const sl__sorted *from, sl_index n, int shift, sl_index at[], const sl__sorted *to,
                          size_t key, size_t value)
{
    const sl__sorted f = *from, t = *to; /* what is written could be these */
    for (sl_index i = 0; i < n; i++)
        move_element(&f, i, &t, at[code_at(f.codes, i, key) >> shift & (SL__DIGITS - 1)]++, key, value);
}

INLINE void insert_elements(const sl__sorted *from, sl_index n, const sl__sorted *to, size_t key, size_t value)
{
    for (sl_index i = 0; i < n; i++) {
        char code[8], with[8];
        const sl__sorted one = {code, with};
        move_element(from, i, &one, 0, key, value);
        sl_index place = i;
        for (; place > 0 && code_at(to->codes, place - 1, key) > code_at(code, 0, key); place--)
            move_element(to, place - 1, to, place, key, value);
        move_element(&one, 0, to, place, key, value);
    }
}

/* ---- a function for each size ------------------------------------------------------------------------------ */

#define KEYS(BITS, KEY) \
    INLINE void recode##BITS(const sl__sort_args *args, const char *from, sl_index from_stride, char *to, \
                             sl_index to_stride, sl_index n, int back) \
    { \
        const struct sl__codes c = args->codes_; \
        const int descending = args->descending_; \
        _Pragma("omp simd") for (sl_index i = 0; i < n; i++) \
        { \
            uint##BITS##_t code; \
            memcpy(&code, from + i * from_stride * KEY, KEY); \
            if (!back) { \
                SL__ENCODE(uint##BITS##_t, code, c); \
            } \
            if (descending) \
                SL__TURN(uint##BITS##_t, code, c); \
            if (back) { \
                SL__DECODE(uint##BITS##_t, code, c); \
            } \
            memcpy(to + i * to_stride * KEY, &code, KEY); \
        } \
    } \
    static void encode##BITS(const sl__sort_args *args, const char *numbers, sl_index stride, sl_index n, char *codes) \
    { \
        if (stride == 1) \
            recode##BITS(args, numbers, 1, codes, 1, n, 0); \
        else \
            recode##BITS(args, numbers, stride, codes, 1, n, 0); \
    } \
    static void decode##BITS(const sl__sort_args *args, const char *codes, sl_index n, char *numbers, sl_index stride) \
    { \
        if (stride == 1) \
            recode##BITS(args, codes, 1, numbers, 1, n, 1); \
        else \
            recode##BITS(args, codes, 1, numbers, stride, n, 1); \
    } \
    static uint64_t differing##BITS(const char *codes, sl_index n, const char *first) \
    { \
        return bits_between(codes, n, first, KEY); \
    } \
    static void count##BITS(const char *codes, sl_index n, int shift, sl_index count[]) \
    { \
        count_digits(codes, n, shift, count, KEY); \
    }
KEYS(8, 1)
KEYS(16, 2)
KEYS(32, 4)
KEYS(64, 8)

/* X(name of both, bits of a key, its bytes, bytes of a value) */
#define VALUES_OF(X, BITS, KEY) \
    X(BITS##_0, BITS, KEY, 0) \
    X(BITS##_1, BITS, KEY, 1) \
    X(BITS##_2, BITS, KEY, 2) X(BITS##_4, BITS, KEY, 4) X(BITS##_8, BITS, KEY, 8)
#define PAIRS(X) VALUES_OF(X, 8, 1) VALUES_OF(X, 16, 2) VALUES_OF(X, 32, 4) VALUES_OF(X, 64, 8)

#define MOVES(NAME, BITS, KEY, VALUE) \
    static void move##NAME(const sl__sorted *from, sl_index n, int shift, sl_index at[], const sl__sorted *to) \
    { \
        move_elements(from, n, shift, at, to, KEY, VALUE); \
    } \
    static void insert##NAME(const sl__sorted *from, sl_index n, const sl__sorted *to) \
    { \
        insert_elements(from, n, to, KEY, VALUE); \
    }
PAIRS(MOVES)

#define LOOPS(NAME, BITS, KEY, VALUE) \
    {KEY, VALUE, {encode##BITS, decode##BITS, differing##BITS, count##BITS, move##NAME, insert##NAME}},
static const struct {
    size_t key, value;
    sl__sort_loops loops;
} loops_of[] = {PAIRS(LOOPS)};

const sl__sort_loops *sl__sort_loops_of(size_t key, size_t value)
{
    int k = 0;
    while (loops_of[k].key != key || loops_of[k].value != value)
        k++;
    return &loops_of[k].loops;
}
