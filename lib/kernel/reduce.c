/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/reduce.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <starloop/kernel/abi.h>

/* Smallest and largest values: X(enumerator, C type, largest, smallest). Adding a type is one line. */
#define TYPES(X) \
    X(SL_FLOAT, float, INFINITY, -INFINITY) \
    X(SL_DOUBLE, double, INFINITY, -INFINITY) \
    X(SL_INT8, int8_t, INT8_MAX, INT8_MIN) \
    X(SL_INT16, int16_t, INT16_MAX, INT16_MIN) \
    X(SL_INT32, int32_t, INT32_MAX, INT32_MIN) \
    X(SL_INT64, int64_t, INT64_MAX, INT64_MIN) \
    X(SL_UINT8, uint8_t, UINT8_MAX, 0) \
    X(SL_UINT16, uint16_t, UINT16_MAX, 0) \
    X(SL_UINT32, uint32_t, UINT32_MAX, 0) \
    X(SL_UINT64, uint64_t, UINT64_MAX, 0)

int sl__reduce_known(int op, sl_type type)
{
    return op > 0 && op < SL__OPERATORS_END && type > 0 && type < SL__TYPE_BUILTIN_END;
}

/* For each type one function that knows the identities, and one that joins: each level of the tree joins neighbours and
 * keeps an odd one at the end. */
#define IDENTITY_OF(word) \
    case SL__OP_SL_OPERATOR_##word: \
        x = SL__IDENTITY_SL_OPERATOR_##word(largest, smallest); \
        break;
#define JOIN_BY(word) \
    case SL__OP_SL_OPERATOR_##word: \
        for (sl_index i = 0; i < n / 2; i++) { \
            SL__JOIN_SL_OPERATOR_##word(p[2 * i], p[2 * i + 1]); \
            p[i] = p[2 * i]; \
        } \
        break;
#define FUNCTIONS(name, ctype, the_largest, the_smallest) \
    static ctype identity_##ctype(int op) \
    { \
        const ctype largest = the_largest, smallest = the_smallest; \
        ctype x = 0; \
        switch (op) { \
            SL__OPERATORS(IDENTITY_OF) \
        } \
        return x; \
    } \
    static void combine_##ctype(int op, ctype *p, sl_index count) \
    { \
        for (sl_index n = count; n > 1; n = (n + 1) / 2) { \
            switch (op) { \
                SL__OPERATORS(JOIN_BY) \
            } \
            if (n % 2 != 0) \
                p[n / 2] = p[n - 1]; \
        } \
    }
TYPES(FUNCTIONS)
#undef FUNCTIONS

sl__value sl__reduce_identity(int op, sl_type type)
{
    sl__value value = {.u = 0};
    switch (type) {
#define IDENTITY(name, ctype, largest, smallest) \
    case name: { \
        ctype x = identity_##ctype(op); \
        memcpy(value.bytes, &x, sizeof x); \
        break; \
    }
        TYPES(IDENTITY)
#undef IDENTITY
    default: break;
    }
    return value;
}

sl__value sl__reduce_combine(int op, sl_type type, void *partial, sl_index count)
{
    sl__value value = sl__reduce_identity(op, type);
    if (count < 1)
        return value;
    switch (type) {
#define CASE(name, ctype, largest, smallest) \
    case name: \
        combine_##ctype(op, partial, count); \
        memcpy(value.bytes, partial, sizeof(ctype)); \
        break;
        TYPES(CASE)
#undef CASE
    default: break;
    }
    return value;
}
