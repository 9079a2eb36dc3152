/* SPDX-License-Identifier: BSD-3-Clause */
/* Two kernel files in one program, which include the declarations of both. */
#include "two_files.h"

#include "tap.h"

enum { N = 10000 };

int main(void)
{
    sl_view *x = NULL, *y = NULL, *z = NULL;
    double s = 0, low = 0, high = 0;
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x);
    sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y);
    sl_view_create("z", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &z);
    double *p = SL_HOST_WRITE(double, x);
    for (int i = 0; p && i < N; i++)
        p[i] = i;
    sl_host_end(x);
    is_int(sl_forall(tf_first, SL_RANGE(0, N), x, y), SL_SUCCESS, "a kernel of the first file is queued");
    is_int(sl_forall(tf_second, SL_RANGE(0, N), y, z), SL_SUCCESS, "one of the second file behind it");
    is_int(sl_reduce(tf_total, SL_RANGE(0, N), z, &s, &low, &high), SL_SUCCESS, "a reduction of the second file runs");
    is_close(s, 10.0 * ((double)N * (N - 1) / 2 + N), 0, "each file used its own helper: the sum");
    is_close(low, 10, 0, "the smallest value");
    is_close(high, 10.0 * N, 0, "the largest value");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
