/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies between views, and views filled with a value: lib/call/copy.c. Elements are moved in units of 8, 4 or 1 bytes,
 * whatever their type is. */
#include <starloop/kernel.h>

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

#define COPY(U, BITS, R, INDICES, ...) \
    SL_KERNEL(sl__copy##U##_##R, INDICES, in(uint##BITS##_t, R, from, own), out(uint##BITS##_t, R, to, own)) \
    { \
        SL_AT(to, __VA_ARGS__) = SL_AT(from, __VA_ARGS__); \
    }

#define FILL(U, BITS, R, INDICES, ...) \
    SL_KERNEL(sl__fill##U##_##R, INDICES, scalar(uint##BITS##_t, value), out(uint##BITS##_t, R, to, own)) \
    { \
        SL_AT(to, __VA_ARGS__) = value; \
    }

/* One kernel for each rank. */
#define COPIES(U, BITS) \
    COPY(U, BITS, 1, (i), i) \
    COPY(U, BITS, 2, (i, j), i, j) \
    COPY(U, BITS, 3, (i, j, k), i, j, k) \
    COPY(U, BITS, 4, (i, j, k, l), i, j, k, l) \
    COPY(U, BITS, 5, (i, j, k, l, m), i, j, k, l, m) \
    COPY(U, BITS, 6, (i, j, k, l, m, n), i, j, k, l, m, n)
#define FILLS(U, BITS) \
    FILL(U, BITS, 1, (i), i) \
    FILL(U, BITS, 2, (i, j), i, j) \
    FILL(U, BITS, 3, (i, j, k), i, j, k)

COPIES(8, 64)
COPIES(4, 32)
COPIES(1, 8)
FILLS(8, 64)
FILLS(4, 32)

#pragma GCC visibility pop /* what nvcc adds behind is the CUDA library's */
