/* SPDX-License-Identifier: BSD-3-Clause */
#include "gpus_kernels.h"

SL_KERNEL(gr_set, (i, j), scalar(uint64_t, a), out(uint64_t, 2, x, own))
{
    SL_AT(x, i, j) = a + 101 * (uint64_t)i + 3 * (uint64_t)j;
}
SL_KERNEL(gr_side, (i, j), inout(uint64_t, 2, x, own))
{
#ifdef __CUDA_ARCH__
    SL_AT(x, i, j) += SIDE_GPU;
#else
    SL_AT(x, i, j) += SIDE_CPU;
#endif
}
SL_KERNEL(gr_near, (i, j), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i - 1, j) + 3 * SL_AT(x, i, j) + 5 * SL_AT(x, i + 1, j) + 7 * SL_AT(x, i, j - 1) +
                     11 * SL_AT(x, i, j + 1);
}
SL_KERNEL(gr_wide, (i, j), in(uint64_t, 2, x, halo(2, 0)), inout(uint64_t, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT(x, i - 2, j) + 3 * SL_AT(x, i + 1, j);
}
SL_KERNEL(gr_line, (i), in(uint64_t, 1, t), in(uint64_t, 1, x, halo(1)), inout(uint64_t, 1, y, own))
{
    SL_AT(y, i) += SL_AT(t, i % 7) * SL_AT(x, i - 1) + 5 * SL_AT(x, i + 1);
}

/* Numbers of many magnitudes, so that the order of a sum shows in its last bits. */
SL_FN double gr_number(uint64_t k)
{
    uint64_t v = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    double scale = 1;
    v = (v ^ (v >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    for (uint64_t e = 0; e < (v & 15); e++)
        scale *= 2;
    return ((double)(int64_t)v / 9223372036854775808.0) * scale;
}
SL_KERNEL(gr_real, (i, j), scalar(uint64_t, a), out(double, 2, x, own))
{
    SL_AT(x, i, j) = gr_number(a + 10007 * (uint64_t)i + (uint64_t)j);
}
SL_KERNEL(gr_real1, (i), scalar(uint64_t, a), out(double, 1, x, own))
{
    SL_AT(x, i) = gr_number(a + (uint64_t)i);
}
SL_KERNEL(gr_sum, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(double, max, most),
          reduce(SL_LOC(double), minloc, at))
{
    const double v = SL_AT(x, i, j);
    *s += v;
    *most = v > *most ? v : *most;
    sl_minloc(at, v, 100000 * i + j);
}
SL_KERNEL(gr_sum1, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, most))
{
    *s += SL_AT(x, i);
    *most = SL_AT(x, i) > *most ? SL_AT(x, i) : *most;
}
/* Without products, which a GPU might add without rounding them. */
SL_KERNEL(gr_beside, (i, j), in(double, 2, x, halo(1)), reduce(double, sum, s))
{
    *s += SL_AT(x, i - 1, j) - SL_AT(x, i + 1, j) + SL_AT(x, i, j - 1) - SL_AT(x, i, j + 1);
}
SL_KERNEL(gr_twice, (i, j), in(double, 2, x, own), out(double, 2, y, own), reduce(double, sum, s))
{
    SL_AT(y, i, j) = SL_AT(x, i, j) + SL_AT(x, i, j);
    *s += SL_AT(y, i, j);
}
SL_KERNEL(gr_add, (i, j), in(double, 0, a), inout(double, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT0(a);
}

/* The sum of the point's row from the left border on, and of what is above and below. */
SL_NEST(gr_rows, (i, j), lambdas(3), local(uint64_t, s), in(uint64_t, 2, x, halo(1)), out(uint64_t, 2, y, own))
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
SL_NEST_POLICY(gr_rows, rows, FOR(0, omp, DO(0), FOR(1, seq, DO(1)), DO(2)))
SL_NEST_POLICY_CUDA(gr_rows, gpu_rows, CUDA_KERNEL(FOR(0, global_y_loop, DO(0), FOR(1, seq, DO(1)), DO(2))))

SL_TEAM_KERNEL(gr_team, (t), scalar(sl_index, n), in(uint64_t, 2, x, own(0, all)), out(uint64_t, 2, y, own(0, all)))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    uint64_t sum;
    SL_TEAM_REDUCE(t, j, 0, n, uint64_t, sum, sum)
    sum += SL_AT(x, i, j);
    SL_TEAM_FOR(t, j, 0, n)
    SL_AT(y, i, j) = sum + SL_AT(x, i, n - 1 - j);
}
SL_TEAM_KERNEL(gr_teams, (t), scalar(sl_index, n), in(uint64_t, 2, x, own(0, all)), reduce(uint64_t, sum, s))
{
    const sl_index i = SL_LEAGUE_RANK(t);
    SL_TEAM_VECTOR_FOR(t, j, 0, n)
    *s += SL_AT(x, i, j);
}
