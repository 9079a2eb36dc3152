/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_KERNEL(bench_triad_kernel, (i), scalar(double, s), in(double, 1, b, own), in(double, 1, c, own),
          out(double, 1, a, own))
{
    SL_AT(a, i) = SL_AT(b, i) + s * SL_AT(c, i);
}

SL_KERNEL(bench_axpy_kernel, (i), scalar(double, s), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += s * SL_AT(x, i);
}

SL_KERNEL(bench_copy_kernel, (i), in(double, 1, a, own), out(double, 1, c, own))
{
    SL_AT(c, i) = SL_AT(a, i);
}

SL_KERNEL(bench_scale_kernel, (i), scalar(double, s), in(double, 1, c, own), out(double, 1, b, own))
{
    SL_AT(b, i) = s * SL_AT(c, i);
}

SL_KERNEL(bench_add_kernel, (i), in(double, 1, a, own), in(double, 1, b, own), out(double, 1, c, own))
{
    SL_AT(c, i) = SL_AT(a, i) + SL_AT(b, i);
}

SL_KERNEL(bench_launch2_kernel, (i, j), in(double, 2, a, own), in(double, 2, b, own), inout(double, 2, c, own))
{
    SL_AT(c, i, j) += SL_AT(a, i, j) * SL_AT(b, i, j);
}

SL_KERNEL(bench_launch_kernel, (i), in(double, 1, a, own), in(double, 1, b, own), inout(double, 1, c, own))
{
    SL_AT(c, i) += SL_AT(a, i) * SL_AT(b, i);
}

SL_KERNEL(bench_pack_kernel, (i, j), scalar(int, k), in(double, 3, from), out(double, 2, to, own))
{
    SL_AT(to, i, j) = SL_AT(from, k, i, j);
}

SL_KERNEL(bench_packs_kernel, (k, i, j), in(double, 3, from), out(double, 2, to, pack(26)))
{
    SL_AT(to, k, i, j) = SL_AT(from, k, i, j);
}
