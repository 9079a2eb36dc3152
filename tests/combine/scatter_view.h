/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of scatter_view.c: iteration i scatters a value into element i % n. */
#ifndef STARLOOP_TESTS_SCATTER_VIEW_H
#define STARLOOP_TESTS_SCATTER_VIEW_H

#include <starloop.h>
#include <starloop/complex.h>

#define SV_DECLARE(T, code, word) \
    SL_KERNEL_DECLARE(sv_##word##_##code, (i), scalar(int64_t, n), scatter(T, word, 1, x));
#define SV_DECLARE_ALL(T, code) \
    SV_DECLARE(T, code, sum) SV_DECLARE(T, code, prod) SV_DECLARE(T, code, min) SV_DECLARE(T, code, max)
SV_DECLARE_ALL(float, f32)
SV_DECLARE_ALL(double, f64)
#define SV_DECLARE_INTEGER(T, code) \
    SV_DECLARE_ALL(T, code) SV_DECLARE(T, code, band) SV_DECLARE(T, code, bor) SV_DECLARE(T, code, bxor)
SV_DECLARE_INTEGER(int8_t, i8)
SV_DECLARE_INTEGER(int16_t, i16)
SV_DECLARE_INTEGER(int32_t, i32)
SV_DECLARE_INTEGER(int64_t, i64)
SV_DECLARE_INTEGER(uint8_t, u8)
SV_DECLARE_INTEGER(uint16_t, u16)
SV_DECLARE_INTEGER(uint32_t, u32)
SV_DECLARE_INTEGER(uint64_t, u64)
SL_KERNEL_DECLARE(sv_prod_complex, (i), scalar(int64_t, n), scatter(sl_complex, prod, 1, x));
SL_KERNEL_DECLARE(sv_prod_complexf, (i), scalar(int64_t, n), scatter(sl_complexf, prod, 1, x));
SL_KERNEL_DECLARE(sv_corners, (i, j, k), scatter(double, sum, 3, x));

/* No number. */
struct sv_pair {
    int32_t a, b;
};
SL_STRUCT(struct sv_pair);

/* Whole numbers that floats add and multiply exactly; of 37 elements each loses one bit and gains another. */
#define SV_VALUE(T, op, i) \
    ((T)((op) == SL_PROD   ? 1 + ((i) % 97 == 3) \
         : (op) == SL_SUM  ? (i) % 7 \
         : (op) == SL_BAND ? ~(1 << (i) % 37 % 3) \
         : (op) == SL_BOR  ? 8 << (i) % 37 % 4 \
                           : ((i)*31) % 101 - ((T)-1 < (T)1 ? 50 : 0)))

#endif
