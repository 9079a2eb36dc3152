/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled as C and, from main.cpp, as C++: y = i + 2 * 1, then the sum of x * y against its closed form. */
#include <starloop.h>

#include <math.h>
#include <stdio.h>

SL_KERNEL_DECLARE(install_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(install_dot, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, total));

enum { N = 100001 };

static sl_status compute(double *total)
{
    sl_view *x = NULL, *y = NULL;
    SL_TRY(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    SL_TRY(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y));
    double *px = SL_HOST_WRITE(double, x), *py = SL_HOST_WRITE(double, y);
    if (!px || !py)
        return SL_ERR_STATE;
    for (int i = 0; i < N; i++) {
        px[i] = 1.0;
        py[i] = i;
    }
    SL_TRY(sl_host_end(x));
    SL_TRY(sl_host_end(y));
    SL_TRY(sl_forall(install_axpy, SL_RANGE(0, N), 2.0, x, y));
    SL_TRY(sl_reduce(install_dot, SL_RANGE(0, N), x, y, total));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return SL_SUCCESS;
}

int main(void)
{
    double total = 0, want = 0.5 * N * (N - 1.0) + 2.0 * N;
    SL_TRY(sl_init(NULL));
    SL_TRY(compute(&total));
    SL_TRY(sl_finalize());
    printf("version %s, total %.17g, want %.17g\n", sl_version(), total, want);
    return fabs(total - want) > 1e-12 * want;
}
