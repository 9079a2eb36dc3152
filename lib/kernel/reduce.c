/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/reduce.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <starloop/kernel/abi.h>

/* Smallest and largest values: X(enumerator, C type, largest, smallest, operators). Adding a type is one line. */
#define OF_NUMBERS(X) SL__OPERATORS_OF_NUMBERS(X)
#define OF_INTEGERS(X) SL__OPERATORS_OF_NUMBERS(X) SL__OPERATORS_OF_INTEGERS(X)
#define TYPES(X) \
    X(SL_FLOAT, float, INFINITY, -INFINITY, OF_NUMBERS) \
    X(SL_DOUBLE, double, INFINITY, -INFINITY, OF_NUMBERS) \
    X(SL_INT8, int8_t, INT8_MAX, INT8_MIN, OF_INTEGERS) \
    X(SL_INT16, int16_t, INT16_MAX, INT16_MIN, OF_INTEGERS) \
    X(SL_INT32, int32_t, INT32_MAX, INT32_MIN, OF_INTEGERS) \
    X(SL_INT64, int64_t, INT64_MAX, INT64_MIN, OF_INTEGERS) \
    X(SL_UINT8, uint8_t, UINT8_MAX, 0, OF_INTEGERS) \
    X(SL_UINT16, uint16_t, UINT16_MAX, 0, OF_INTEGERS) \
    X(SL_UINT32, uint32_t, UINT32_MAX, 0, OF_INTEGERS) \
    X(SL_UINT64, uint64_t, UINT64_MAX, 0, OF_INTEGERS)

/* For each type a function that knows its operators, one that knows the identities, and one that joins: each level of
 * the tree joins neighbours and keeps an odd one at the end. */
#define KNOWN(word) \
    case SL__OP_SL_OPERATOR_##word: \
        known = 1; \
        break;
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
#define JOIN_INTO(word) \
    case SL__OP_SL_OPERATOR_##word: \
        for (sl_index i = 0; i < count; i++) \
            SL__JOIN_SL_OPERATOR_##word(p[i], q[i]); \
        break;
#define FUNCTIONS(name, ctype, the_largest, the_smallest, operators) \
    static int known_##ctype(int op) \
    { \
        int known = 0; \
        switch (op) { \
            operators(KNOWN) \
        } \
        return known; \
    } \
    static ctype identity_##ctype(int op) \
    { \
        const ctype largest = the_largest, smallest = the_smallest; \
        ctype x = 0; \
        switch (op) { \
            operators(IDENTITY_OF) \
        } \
        return x; \
    } \
    static void combine_##ctype(int op, ctype *p, sl_index count) \
    { \
        for (sl_index n = count; n > 1; n = (n + 1) / 2) { \
            switch (op) { \
                operators(JOIN_BY) \
            } \
            if (n % 2 != 0) \
                p[n / 2] = p[n - 1]; \
        } \
    } \
    static void fill_##ctype(int op, ctype *p, sl_index count) \
    { \
        const ctype x = identity_##ctype(op); \
        for (sl_index i = 0; i < count; i++) \
            p[i] = x; \
    } \
    static void join_##ctype(int op, ctype *__restrict__ p, const ctype *__restrict__ q, sl_index count) \
    { \
        switch (op) { \
            operators(JOIN_INTO) \
        } \
    }
TYPES(FUNCTIONS)
#undef FUNCTIONS

int sl__reduce_known(int op, sl_type type)
{
    switch (type) {
#define CASE(name, ctype, largest, smallest, operators) \
    case name: return known_##ctype(op);
        TYPES(CASE)
#undef CASE
    default: return 0;
    }
}

sl__value sl__reduce_identity(int op, sl_type type)
{
    sl__value value = {.u = 0};
    switch (type) {
#define IDENTITY(name, ctype, largest, smallest, operators) \
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
#define CASE(name, ctype, largest, smallest, operators) \
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

void sl__reduce_fill(int op, sl_type type, void *to, sl_index count)
{
    switch (type) {
#define CASE(name, ctype, largest, smallest, operators) \
    case name: fill_##ctype(op, to, count); break;
        TYPES(CASE)
#undef CASE
    default: break;
    }
}

void sl__reduce_join(int op, sl_type type, void *to, const void *from, sl_index count)
{
    switch (type) {
#define CASE(name, ctype, largest, smallest, operators) \
    case name: join_##ctype(op, to, from, count); break;
        TYPES(CASE)
#undef CASE
    default: break;
    }
}

/* ---- arguments ------------------------------------------------------------------------------------------------- */

/* What is behind the partial results: first so much that lies in another line, then the identity. */
enum { BEHIND = 56 };

size_t sl__reduce_lanes(const sl__arg_info *info, int ordered)
{
    return ordered ? SL__REDUCER_BYTES : (SL__LANES_2D * info->size + 63) / 64 * 64;
}

size_t sl__reduce_room(const sl__arg_info *info, sl_index count)
{
    return ((size_t)count * info->size + BEHIND + 15) / 16 * 16 + (info->size + 15) / 16 * 16;
}

void sl__reduce_nothing(const sl__arg_info *info, void *to)
{
    const struct sl__reducer *r = info->reducer_;
    sl__value number = r ? sl__reduce_identity(SL__MIN, r->limits_) : sl__reduce_identity(info->op, info->type);
    if (r == NULL) {
        memcpy(to, number.bytes, info->size);
    } else {
        sl__value smallest = sl__reduce_identity(SL__MAX, r->limits_);
        r->identity_(to, number.bytes, smallest.bytes);
    }
}

const void *sl__reduce_begin(const sl__arg_info *info, void *partial, sl_index count)
{
    char *to = (char *)partial + ((size_t)count * info->size + BEHIND + 15) / 16 * 16;
    sl__reduce_nothing(info, to);
    return to;
}

void sl__reduce_partials(const sl__arg_info *info, void *partial, sl_index count)
{
    if (info->reducer_ != NULL) {
        info->reducer_->combine_(partial, count);
    } else {
        sl__value value = sl__reduce_combine(info->op, info->type, partial, count);
        memcpy(partial, value.bytes, info->size);
    }
}

void sl__reduce_put(const sl__arg_info *info, const void *result, int combine, void *target)
{
    _Alignas(16) unsigned char pair[2 * SL__REDUCER_BYTES];
    if (combine) {
        memcpy(pair, target, info->size);
        memcpy(pair + info->size, result, info->size);
        sl__reduce_partials(info, pair, 2);
        result = pair;
    }
    memcpy(target, result, info->size);
}

void sl__reduce_end(const sl__arg_info *info, void *partial, sl_index count, int combine, void *target)
{
    if (count > 0)
        sl__reduce_partials(info, partial, count);
    else
        sl__reduce_nothing(info, partial);
    sl__reduce_put(info, partial, combine, target);
}
