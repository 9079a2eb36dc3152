/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/scatter.h"

#include <math.h>
#include <string.h>

#include <starloop/complex.h>
#include <starloop/kernel/abi.h>
#include <starloop/kernel/operators.h>

/* X(enumerator, C type, the type in which it wraps around and is no int, identities of sum, prod, min, max, its
 * operators of bits). A NaN is no minimum and no maximum of it and a number, as in the atomics, so it is what changes
 * nothing. */
#define TYPES(X) \
    X(SL_FLOAT, float, float, -0.0F, 1, NAN, NAN, NO_BITS) \
    X(SL_DOUBLE, double, double, -0.0, 1, NAN, NAN, NO_BITS) \
    X(SL_INT8, int8_t, uint32_t, 0, 1, INT8_MAX, INT8_MIN, BITS) \
    X(SL_INT16, int16_t, uint32_t, 0, 1, INT16_MAX, INT16_MIN, BITS) \
    X(SL_INT32, int32_t, uint32_t, 0, 1, INT32_MAX, INT32_MIN, BITS) \
    X(SL_INT64, int64_t, uint64_t, 0, 1, INT64_MAX, INT64_MIN, BITS) \
    X(SL_UINT8, uint8_t, uint32_t, 0, 1, UINT8_MAX, 0, BITS) \
    X(SL_UINT16, uint16_t, uint32_t, 0, 1, UINT16_MAX, 0, BITS) \
    X(SL_UINT32, uint32_t, uint32_t, 0, 1, UINT32_MAX, 0, BITS) \
    X(SL_UINT64, uint64_t, uint64_t, 0, 1, UINT64_MAX, 0, BITS)
#define NO_BITS(ctype)
#define BITS(ctype) \
    case SL__BAND: JOIN(ctype, o &v) \
    case SL__BOR: JOIN(ctype, o | v) \
    case SL__BXOR: \
        JOIN(ctype, o ^ v)

#define LESS(v, o) ((v) < (o) || (o) != (o) ? (v) : (o))
#define MORE(v, o) ((v) > (o) || (o) != (o) ? (v) : (o))

#define JOIN(ctype, joined) \
    for (sl_index i = 0; i < count; i++) { \
        const ctype v = copy[i], o = view[i * stride]; \
        view[i * stride] = (ctype)(joined); \
    } \
    break;
#define FUNCTIONS(name, ctype, wraps, sum, prod, least, most, bits) \
    static void fill_##ctype(int op, ctype *copy, sl_index count) \
    { \
        const ctype x = op == SL__SUM                     ? (ctype)sum \
                        : op == SL__PROD                  ? (ctype)prod \
                        : op == SL__MIN                   ? (ctype)least \
                        : op == SL__BAND                  ? (ctype)-1 \
                        : op == SL__BOR || op == SL__BXOR ? (ctype)0 \
                                                          : (ctype)most; \
        for (sl_index i = 0; i < count; i++) \
            copy[i] = x; \
    } \
    static void join_##ctype(int op, ctype *view, sl_index stride, const ctype *copy, sl_index count) \
    { \
        switch (op) { \
        case SL__SUM: JOIN(ctype, (wraps)o + (wraps)v) \
        case SL__PROD: JOIN(ctype, (wraps)o *(wraps)v) \
        case SL__MIN: JOIN(ctype, LESS(v, o)) bits(ctype) default : JOIN(ctype, MORE(v, o)) \
        } \
    }
TYPES(FUNCTIONS)

/* Both parts together. What has nothing in it is joined into nothing: of an infinite element it would make a NaN. */
#define COMPLEX(ctype) \
    static void fill_##ctype(ctype *copy, sl_index count) \
    { \
        for (sl_index i = 0; i < count; i++) \
            copy[i] = (ctype){1, 0}; \
    } \
    static void join_##ctype(ctype *view, sl_index stride, const ctype *copy, sl_index count) \
    { \
        static const ctype nothing = {1, 0}; \
        for (sl_index i = 0; i < count; i++) \
            if (memcmp(&copy[i], &nothing, sizeof nothing) != 0) \
                SL__JOIN_SL_OPERATOR_prod_complex(view[i * stride], copy[i]); \
    }
COMPLEX(sl_complex)
COMPLEX(sl_complexf)

sl_type sl__scatter_number(int joins, sl_type type)
{
    return SL__JOINS_TYPE(joins) != 0 ? SL__JOINS_TYPE(joins) : type;
}

int sl__scatter_known(int joins, sl_type type)
{
    const int op = SL__JOINS_OP(joins), bits = op == SL__BAND || op == SL__BOR || op == SL__BXOR;
    const int known = op == SL__SUM || op == SL__PROD || op == SL__MIN || op == SL__MAX;
    const sl_type number = sl__scatter_number(joins, type);
    if (op == SL__PROD_COMPLEX)
        return number == SL_TYPE(sl_complex) || number == SL_TYPE(sl_complexf);
    switch (number) {
#define KNOWN(name, ...) \
    case name: return known || (bits && number > SL_DOUBLE);
        TYPES(KNOWN)
    default: return 0;
    }
}

int sl__scatter_has_order(int joins, sl_type type)
{
    const sl_type number = sl__scatter_number(joins, type);
    return number == SL_FLOAT || number == SL_DOUBLE || SL__JOINS_OP(joins) == SL__PROD_COMPLEX;
}

void sl__scatter_fill(int joins, sl_type type, void *copy, sl_index count)
{
    const int op = SL__JOINS_OP(joins);
    const sl_type number = sl__scatter_number(joins, type);
    count *= (sl_index)(sl_type_size(type) / sl_type_size(number));
    if (op == SL__PROD_COMPLEX && sl_type_size(number) == sizeof(sl_complex))
        fill_sl_complex(copy, count);
    else if (op == SL__PROD_COMPLEX)
        fill_sl_complexf(copy, count);
    switch (number) {
#define FILL(name, ctype, ...) \
    case name: fill_##ctype(op, copy, count); break;
        TYPES(FILL)
    default: break;
    }
}

static void join_numbers(int op, sl_type number, void *view, sl_index stride, const void *copy, sl_index count)
{
    switch (number) {
#define JOIN_ALL(name, ctype, ...) \
    case name: join_##ctype(op, view, stride, copy, count); break;
        TYPES(JOIN_ALL)
    default: break;
    }
}

void sl__scatter_join(int joins, sl_type type, void *view, sl_index stride, const void *copy, sl_index count)
{
    const sl_type number = sl__scatter_number(joins, type);
    const size_t bytes = sl_type_size(type);
    const sl_index parts = (sl_index)(bytes / sl_type_size(number));
    if (SL__JOINS_OP(joins) == SL__PROD_COMPLEX) {
        if (bytes == sizeof(sl_complex))
            join_sl_complex(view, stride, copy, count);
        else
            join_sl_complexf(view, stride, copy, count);
        return;
    }
    if (parts == 1) {
        join_numbers(SL__JOINS_OP(joins), number, view, stride, copy, count);
        return;
    }
    const sl_index together = stride == 1 ? count : 1; /* elements whose numbers are one after another */
    for (sl_index i = 0; i < count; i += together)
        join_numbers(SL__JOINS_OP(joins), number, (char *)view + i * stride * (sl_index)bytes, 1,
                     (const char *)copy + i * (sl_index)bytes, together * parts);
}
