/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(sh_line, (i), scalar(int64_t, a), inout(double, 1, x, own))
{
    SL_AT(x, i) = (double)((a * (int64_t)SL_AT(x, i) + i) % 1009);
}

SL_KERNEL(sh_turn, (i), inout(sl_complex, 1, z, own))
{
    const sl_complex v = SL_AT(z, i);
    SL_AT(z, i) = sl_complex_of(v.im, v.re + 1);
}

SL_KERNEL(sh_block, (i, j), inout(double, 2, m, own))
{
    SL_AT(m, i, j) += (double)(2 * i + j);
}

/* The sign of a double. */
SL_KERNEL(sh_bits, (i), inout(uint64_t, 1, b, own))
{
    SL_AT(b, i) ^= (uint64_t)1 << 63;
}

SL_KERNEL(sh_copy, (i), in(double, 1, from, own), out(double, 1, to, own))
{
    SL_AT(to, i) = SL_AT(from, i) + 1;
}
