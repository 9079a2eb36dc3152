/* SPDX-License-Identifier: BSD-3-Clause */
/* Over lines, k * i + c, whose numbers are exact in a double: a fused multiply-add makes no difference. */
#include <starloop/kernel.h>

SL_KERNEL(rc_add, (i), scalar(double, a), inout(double, 1, x, own))
{
    SL_AT(x, i) += a;
}

SL_KERNEL(rc_triad, (i), scalar(double, c), in(double, 1, x, own), in(double, 1, y, own), out(double, 1, z, own))
{
    SL_AT(z, i) = SL_AT(x, i) + c * SL_AT(y, i);
}

/* Leaves a line as it is. */
SL_KERNEL(rc_mean, (i), in(double, 1, z, halo(1)), out(double, 1, w, own))
{
    SL_AT(w, i) = SL_AT(z, i - 1) - SL_AT(z, i) + SL_AT(z, i + 1);
}

SL_KERNEL(rc_gather, (i), in(double, 1, w, own), inout(double, 1, s, own))
{
    SL_AT(s, i) += SL_AT(w, i);
}

SL_KERNEL(rc_sum, (i), in(double, 1, x, own), reduce(double, sum, e))
{
    *e += SL_AT(x, i);
}

SL_KERNEL(rc_shift, (i), in(double, 0, e), scalar(double, f), inout(double, 1, y, own))
{
    SL_AT(y, i) += f * SL_AT0(e);
}

SL_KERNEL(rc_pack, (i, j, k), scalar(int, di), scalar(int, dj), scalar(int, dk), in(double, 3, from),
          out(double, 3, to, own))
{
    SL_AT(to, i, j, k) = SL_AT(from, i + di, j + dj, k + dk);
}

SL_KERNEL(rc_fail, (i), scalar(int64_t, at), in(double, 1, x, own), out(double, 1, y, own))
{
    if (i == at)
        SL_RAISE(5);
    SL_AT(y, i) = SL_AT(x, i);
}
