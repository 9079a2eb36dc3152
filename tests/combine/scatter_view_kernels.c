/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "scatter_view.h"

#define KERNEL(T, code, word, op) \
    SL_KERNEL(sv_##word##_##code, (i), scalar(int64_t, n), scatter(T, word, 1, x)) \
    { \
        SL_SCATTER(x, i % n, SV_VALUE(T, op, i)); \
    }
#define KERNELS(T, code) \
    KERNEL(T, code, sum, SL_SUM) \
    KERNEL(T, code, prod, SL_PROD) KERNEL(T, code, min, SL_MIN) KERNEL(T, code, max, SL_MAX)
KERNELS(float, f32)
KERNELS(double, f64)
#define INTEGER_KERNELS(T, code) \
    KERNELS(T, code) \
    KERNEL(T, code, band, SL_BAND) KERNEL(T, code, bor, SL_BOR) KERNEL(T, code, bxor, SL_BXOR)
INTEGER_KERNELS(int8_t, i8)
INTEGER_KERNELS(int16_t, i16)
INTEGER_KERNELS(int32_t, i32)
INTEGER_KERNELS(int64_t, i64)
INTEGER_KERNELS(uint8_t, u8)
INTEGER_KERNELS(uint16_t, u16)
INTEGER_KERNELS(uint32_t, u32)
INTEGER_KERNELS(uint64_t, u64)

/* By i, and by 2 or 1/2 in turn. */
SL_KERNEL(sv_prod_complex, (i), scalar(int64_t, n), scatter(sl_complex, prod, 1, x))
{
    SL_SCATTER(x, i % n, sl_complex_of(0, i % 2 == 0 ? 2 : 0.5));
}

SL_KERNEL(sv_prod_complexf, (i), scalar(int64_t, n), scatter(sl_complexf, prod, 1, x))
{
    SL_SCATTER(x, i % n, sl_complexf_of(0, i % 2 == 0 ? 2 : 0.5F));
}

SL_KERNEL(sv_corners, (i, j, k), scatter(double, sum, 3, x))
{
    SL_SCATTER(x, i / 2, j / 2, k / 2, (double)(i + 10 * j + 100 * k));
}
