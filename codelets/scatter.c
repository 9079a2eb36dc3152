/* SPDX-License-Identifier: BSD-3-Clause */
/* What was scattered into a view of its own is joined into another: lib/call/scatter_view.c. As the atomics have it: a
 * NaN is no minimum and no maximum of it and a number, and integers wrap. */
#include <starloop/kernel.h>

#include "scatter.h"

SL_STRUCT(struct sl__join);

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

/* IS_NAN: 1 when `o` is a NaN; integers have none. */
#define IS_NAN(o) ((o) != (o))
#define NEVER(o) 0
#define JOIN(code, T, W, NAN_OF) \
    SL_KERNEL(sl__scatter_join_##code, (i), scalar(struct sl__join, j), in(T, 1, from), inout(T, 1, to)) \
    { \
        SL__JOIN_PLACES(j, i, a, b); \
        const T v = SL_AT(from, a), o = SL_AT(to, b); \
        SL_AT(to, b) = (T)(j.op == SL__SUM    ? (T)((W)o + (W)v) \
                           : j.op == SL__PROD ? (T)((W)o * (W)v) \
                           : j.op == SL__MIN  ? (v < o || NAN_OF(o) ? v : o) \
                                              : (v > o || NAN_OF(o) ? v : o)); \
    }
JOIN(f32, float, float, IS_NAN)
JOIN(f64, double, double, IS_NAN)
JOIN(i32, int32_t, uint32_t, NEVER)
JOIN(i64, int64_t, uint64_t, NEVER)
JOIN(u32, uint32_t, uint32_t, NEVER)
JOIN(u64, uint64_t, uint64_t, NEVER)

#pragma GCC visibility pop /* what nvcc adds behind is the CUDA library's */
