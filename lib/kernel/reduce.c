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
    return (op == SL__SUM || op == SL__MIN || op == SL__MAX) && type > 0 && type < SL__TYPE_BUILTIN_END;
}

sl__value sl__reduce_identity(int op, sl_type type)
{
    sl__value value = {.u = 0};
    switch (type) {
#define IDENTITY(name, ctype, largest, smallest) \
    case name: { \
        ctype x = op == SL__SUM ? (ctype)0 : op == SL__MIN ? (ctype)(largest) : (ctype)(smallest); \
        memcpy(value.bytes, &x, sizeof x); \
        break; \
    }
        TYPES(IDENTITY)
#undef IDENTITY
    default: break;
    }
    return value;
}

/* One function a type: each level of the tree joins neighbours and keeps an odd one at the end. */
#define COMBINE(name, ctype, largest, smallest) \
    static void combine_##ctype(int op, ctype *p, sl_index count) \
    { \
        for (sl_index n = count; n > 1; n = (n + 1) / 2) { \
            if (op == SL__SUM) \
                for (sl_index i = 0; i < n / 2; i++) \
                    p[i] = (ctype)(p[2 * i] + p[2 * i + 1]); \
            else if (op == SL__MIN) \
                for (sl_index i = 0; i < n / 2; i++) \
                    p[i] = p[2 * i + 1] < p[2 * i] ? p[2 * i + 1] : p[2 * i]; \
            else \
                for (sl_index i = 0; i < n / 2; i++) \
                    p[i] = p[2 * i + 1] > p[2 * i] ? p[2 * i + 1] : p[2 * i]; \
            if (n % 2 != 0) \
                p[n / 2] = p[n - 1]; \
        } \
    }
TYPES(COMBINE)
#undef COMBINE

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
