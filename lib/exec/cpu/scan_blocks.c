/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/scan_blocks.h"

/* Always inlined, so that what callers say in constants is constant. */
#define INLINE static inline __attribute__((always_inline))

/* One element after another has to wait for the sum before it, some cycles: several blocks side by side do not wait for
 * each other. The lines of a finish are independent. */
#define FUNCTIONS(T, word) \
    INLINE void walk_##T##_##word(int exclusive, int count, sl_index length, const void *const x[], sl_index stride, \
                                  void *const s[], const void *start, T *total) \
    { \
        const T *from[SL__SCAN_TOGETHER]; \
        T *to[SL__SCAN_TOGETHER], sum[SL__SCAN_TOGETHER]; \
        _Pragma("GCC unroll 8") for (int b = 0; b < count; b++) \
        { \
            from[b] = x[b]; \
            to[b] = s[b]; \
            sum[b] = *(const T *)start; \
        } \
        for (sl_index i = 0; i < length; i++) { \
            _Pragma("GCC unroll 8") for (int b = 0; b < count; b++) \
            { \
                if (exclusive) \
                    to[b][i] = sum[b]; \
                SL__JOIN_SL_OPERATOR_##word(sum[b], from[b][i * stride]); \
                if (!exclusive) \
                    to[b][i] = sum[b]; \
            } \
        } \
        _Pragma("GCC unroll 8") for (int b = 0; b < count; b++) total[b] = sum[b]; \
    } \
    static void blocks_##T##_##word(int exclusive, int count, sl_index length, const void *const x[], sl_index stride, \
                                    void *const s[], const void *start, void *total) \
    { \
        T *sum = total; \
        int b = 0; \
        for (; stride == 1 && count - b >= SL__SCAN_TOGETHER; b += SL__SCAN_TOGETHER) \
            if (exclusive) \
                walk_##T##_##word(1, SL__SCAN_TOGETHER, length, x + b, 1, s + b, start, sum + b); \
            else \
                walk_##T##_##word(0, SL__SCAN_TOGETHER, length, x + b, 1, s + b, start, sum + b); \
        for (; b < count; b++) \
            walk_##T##_##word(exclusive, 1, length, x + b, stride, s + b, start, sum + b); \
    } \
    INLINE void walk_beside_##T##_##word(int exclusive, int lines, sl_index length, const T *x, sl_index stride, \
                                         sl_index step, T *s, const T *start, T *total) \
    { \
        for (int l = 0; l < lines; l++) \
            total[l] = *start; \
        for (sl_index i = 0; i < length; i++) { \
            const T *from = x + i * stride; \
            T *to = s + i * lines; \
            _Pragma("omp simd") for (int l = 0; l < lines; l++) \
            { \
                T sum = total[l]; \
                if (exclusive) \
                    to[l] = sum; \
                SL__JOIN_SL_OPERATOR_##word(sum, from[l * step]); \
                if (!exclusive) \
                    to[l] = sum; \
                total[l] = sum; \
            } \
        } \
    } \
    static void beside_##T##_##word(int exclusive, int lines, sl_index length, const void *x, sl_index stride, \
                                    sl_index step, void *s, const void *start, void *total) \
    { \
        if (step == 1 && exclusive) \
            walk_beside_##T##_##word(1, lines, length, x, stride, 1, s, start, total); \
        else if (step == 1) \
            walk_beside_##T##_##word(0, lines, length, x, stride, 1, s, start, total); \
        else \
            walk_beside_##T##_##word(exclusive, lines, length, x, stride, step, s, start, total); \
    } \
    static void join_##T##_##word(void *a, const void *b, int count) \
    { \
        for (int i = 0; i < count; i++) \
            SL__JOIN_SL_OPERATOR_##word(((T *)a)[i], ((const T *)b)[i]); \
    } \
    INLINE void put_##T##_##word(T *y, sl_index stride, const T *s, sl_index length, const T before) \
    { \
        _Pragma("omp simd") for (sl_index i = 0; i < length; i++) \
        { \
            T sum = before; \
            SL__JOIN_SL_OPERATOR_##word(sum, s[i]); \
            y[i * stride] = sum; \
        } \
    } \
    static void finish_##T##_##word(void *y, sl_index stride, const void *s, sl_index length, const void *before) \
    { \
        if (stride == 1) \
            put_##T##_##word(y, 1, s, length, *(const T *)before); \
        else \
            put_##T##_##word(y, stride, s, length, *(const T *)before); \
    } \
    static void finish_beside_##T##_##word(int lines, void *y, sl_index stride, sl_index step, const void *s, \
                                           sl_index length, const void *before) \
    { \
        const T *from = s, *first = before; \
        for (sl_index i = 0; i < length; i++) { \
            T *to = (T *)y + i * stride; \
            for (int l = 0; l < lines; l++) { \
                T sum = first[l]; \
                SL__JOIN_SL_OPERATOR_##word(sum, from[i * lines + l]); \
                to[l * step] = sum; \
            } \
        } \
    }

#define OF_NUMBERS(T, prod) FUNCTIONS(T, sum) FUNCTIONS(T, min) FUNCTIONS(T, max) FUNCTIONS(T, prod)
#define OF_BITS(T) FUNCTIONS(T, band) FUNCTIONS(T, bor) FUNCTIONS(T, bxor)
#define OF_INTEGERS(T, U) FUNCTIONS(T, min) FUNCTIONS(T, max) OF_NUMBERS(U, prod_wrapped) OF_BITS(U)
OF_INTEGERS(int8_t, uint8_t)
OF_INTEGERS(int16_t, uint16_t)
OF_INTEGERS(int32_t, uint32_t)
OF_INTEGERS(int64_t, uint64_t)
OF_NUMBERS(float, prod)
OF_NUMBERS(double, prod)
#define OF_COMPLEX(T) FUNCTIONS(T, sum_complex) FUNCTIONS(T, prod_complex)
OF_COMPLEX(sl_complex)
OF_COMPLEX(sl_complexf)
#define OF_PLACES(name, value, T, text) FUNCTIONS(sl_loc_##T, minloc) FUNCTIONS(sl_loc_##T, maxloc)
SL_TYPE_TABLE(OF_PLACES)

#define OPERATOR(word, T) \
    {blocks_##T##_##word, beside_##T##_##word, join_##T##_##word, finish_##T##_##word, finish_beside_##T##_##word},
#define NO_OPERATOR() {0},
#define TYPE(name, T, U, KIND) {SL__SCAN_OF_##KIND(OPERATOR, NO_OPERATOR, T, U)},
static const sl__scan_ops ops[][SL__SCAN_OPERATORS] = {SL__SCAN_TYPES(TYPE)};

const sl__scan_ops *sl__scan_ops_of(int op, sl_type type)
{
    return &ops[sl__scan_number(type)][op];
}
