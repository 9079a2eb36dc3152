/* SPDX-License-Identifier: BSD-3-Clause */
#include "forms_kernels.h"

SL_KERNEL(fm_set, (i, j), scalar(uint64_t, a), out(uint64_t, 2, x, own))
{
    SL_AT(x, i, j) = a + 101 * (uint64_t)i + 3 * (uint64_t)j;
}
SL_KERNEL(fm_near, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i - 1, j) + 3 * SL_AT(x, i, j) + 5 * SL_AT(x, i + 1, j) + 7 * SL_AT(x, i, j - 1) +
                     11 * SL_AT(x, i, j + 1);
}
SL_KERNEL(fm_wide, (i, j), in(uint64_t, 2, x, halo(3, 1)), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT(x, i - 3, j) + 3 * SL_AT(x, i, j + 1) + 5 * SL_AT(x, i + 2, j);
}
SL_KERNEL(fm_sum, (i, j), in(uint64_t, 2, x, own), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i, j);
}
SL_KERNEL(fm_sum1, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s))
{
    *s += SL_AT(x, i) + 1;
}
SL_KERNEL(fm_scale, (i, j), in(uint64_t, 0, a), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT0(a);
}
/* The sum of the point's row from the left border on, and of what is above and below. */
SL_NEST(fm_rows, (i, j), lambdas(3), local(uint64_t, s), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own))
{
    SL_LAMBDA(0)
    {
        *s = 0;
    }
    SL_LAMBDA(1)
    {
        *s += SL_AT(x, i, j);
        SL_AT(y, i, j) = *s + SL_AT(x, i - 1, j);
    }
    SL_LAMBDA(2)
    {
        SL_AT(y, i, 0) = *s + SL_AT(x, i + 1, 0);
    }
}
SL_NEST_POLICY(fm_rows, rows, FOR(0, omp, DO(0), FOR(1, seq, DO(1)), DO(2)))
SL_NEST_POLICY(fm_rows, tiles, TILE(0, fixed(16), omp, FOR(0, seq, DO(0), FOR(1, seq, DO(1)), DO(2))))
SL_NEST(fm_doubled, (i, j), lambdas(1), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own))
{
    SL_LAMBDA(0)
    {
        SL_AT(y, i, j) = 2 * SL_AT(x, i, j);
    }
}
SL_NEST_POLICY(fm_doubled, tiles, TILE(0, fixed(16), omp, FOR(0, seq, FOR(1, seq, DO(0)))))
