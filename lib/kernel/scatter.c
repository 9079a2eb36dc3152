/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/scatter.h"

#include <math.h>

#include <starloop/kernel/abi.h>

/* X(enumerator, C type, the type in which it wraps around, identities of sum, prod, min, max). A NaN is no minimum and
 * no maximum of it and a number, as in the atomics, so it is what changes nothing. */
#define TYPES(X) \
    X(SL_FLOAT, float, float, -0.0F, 1, NAN, NAN) \
    X(SL_DOUBLE, double, double, -0.0, 1, NAN, NAN) \
    X(SL_INT32, int32_t, uint32_t, 0, 1, INT32_MAX, INT32_MIN) \
    X(SL_INT64, int64_t, uint64_t, 0, 1, INT64_MAX, INT64_MIN) \
    X(SL_UINT32, uint32_t, uint32_t, 0, 1, UINT32_MAX, 0) \
    X(SL_UINT64, uint64_t, uint64_t, 0, 1, UINT64_MAX, 0)

#define LESS(v, o) ((v) < (o) || (o) != (o) ? (v) : (o))
#define MORE(v, o) ((v) > (o) || (o) != (o) ? (v) : (o))

#define JOIN(ctype, joined) \
    for (sl_index i = 0; i < count; i++) { \
        const ctype v = copy[i], o = view[i * stride]; \
        view[i * stride] = (ctype)(joined); \
    } \
    break;
#define FUNCTIONS(name, ctype, wraps, sum, prod, least, most) \
    static void fill_##ctype(int op, ctype *copy, sl_index count) \
    { \
        const ctype x = op == SL__SUM    ? (ctype)sum \
                        : op == SL__PROD ? (ctype)prod \
                        : op == SL__MIN  ? (ctype)least \
                                         : (ctype)most; \
        for (sl_index i = 0; i < count; i++) \
            copy[i] = x; \
    } \
    static void join_##ctype(int op, ctype *view, sl_index stride, const ctype *copy, sl_index count) \
    { \
        switch (op) { \
        case SL__SUM: JOIN(ctype, (wraps)o + (wraps)v) \
        case SL__PROD: JOIN(ctype, (wraps)o *(wraps)v) \
        case SL__MIN: JOIN(ctype, LESS(v, o)) \
        default: JOIN(ctype, MORE(v, o)) \
        } \
    }
TYPES(FUNCTIONS)

int sl__scatter_known(int op, sl_type type)
{
    const int known = op == SL__SUM || op == SL__PROD || op == SL__MIN || op == SL__MAX;
    switch (type) {
#define KNOWN(name, ...) \
    case name: return known;
        TYPES(KNOWN)
    default: return 0;
    }
}

int sl__scatter_has_order(sl_type type)
{
    return type == SL_FLOAT || type == SL_DOUBLE;
}

void sl__scatter_fill(int op, sl_type type, void *copy, sl_index count)
{
    switch (type) {
#define FILL(name, ctype, ...) \
    case name: fill_##ctype(op, copy, count); break;
        TYPES(FILL)
    default: break;
    }
}

void sl__scatter_join(int op, sl_type type, void *view, sl_index stride, const void *copy, sl_index count)
{
    switch (type) {
#define JOIN_ALL(name, ctype, ...) \
    case name: join_##ctype(op, view, stride, copy, count); break;
        TYPES(JOIN_ALL)
    default: break;
    }
}
