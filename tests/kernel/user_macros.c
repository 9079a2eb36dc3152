/* SPDX-License-Identifier: BSD-3-Clause */
/* Macros of the program named min, max, in, out, local, sum, ... in kernel file and program, function-like and
 * object-like:
 * Starloop's words are still understood, and the macros still work in bodies. */
#include "tap.h"

#define min 5
#define max 6
#define in(x, y) in_two_arguments
#define out outside
#define inout(x) 3
#define local(x) x
#define sum(x, y) ((x) + (y))
#define scalar vector
#define reduce(x) 4
#define end ]
#define none nothing at all
#define own +own
#define fixed 7
#define halo(x, y) (x +
#define random ]

#include <starloop.h>

SL_KERNEL_DECLARE(um_clamp, (i), scalar(double, low), scalar(double, high), in(double, 1, x, SL_OWN),
                  out(double, 1, y, SL_OWN));
SL_KERNEL_DECLARE(um_range, (i), in(double, 1, x, SL_OWN), reduce(double, min, a), reduce(double, max, b),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(um_upper, (i), SL_SCALAR(double, f), SL_IN(double, 1, x, SL_OWN), SL_INOUT(double, 1, y, SL_OWN),
                  SL_OUT(double, 1, z, SL_OWN));
SL_KERNEL_DECLARE(um_upper_sum, (i), SL_IN(double, 1, x, SL_OWN), SL_REDUCE(double, sum, s));
SL_KERNEL_DECLARE(um_reach, (i), in(double, 1, x, SL_HALO(1)), out(double, 1, y, SL_OWN));
SL_KERNEL_DECLARE(um_fixed, (i), in(double, 2, x, SL_FIXED(4, 3), SL_RANDOM), inout(double, 1, y, SL_OWN(0)));

enum { N = 1000 };

int main(void)
{
    sl_view *x = NULL, *y = NULL, *z = NULL;
    double a = 0, b = 0, s = 0, want = 0;
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x);
    sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y);
    sl_view_create("z", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &z);
    double *p = SL_HOST_WRITE(double, x);
    for (int i = 0; p && i < N; i++) {
        p[i] = i;
        want += i < 100 ? 100 : i > 199 ? 199 : i;
    }
    sl_host_end(x);
    is_int(sl_forall(um_clamp, SL_RANGE(0, N), 100.0, 199.0, x, y), SL_SUCCESS,
           "scalar, in and out under macros of these names");
    is_int(sl_reduce(um_range, SL_RANGE(0, N), y, &a, &b, &s), SL_SUCCESS, "reduce with min, max and sum likewise");
    is_close(a, 100, 0, "the program's min and max work in bodies: the smallest");
    is_close(b, 199, 0, "and the largest");
    is_close(s, want, 0, "and the sum");
    is_int(sl_forall(um_upper, SL_RANGE(0, N), 2.0, x, y, z), SL_SUCCESS, "the upper-case words");
    is_int(sl_reduce(um_upper_sum, SL_RANGE(0, N), z, &b), SL_SUCCESS, "and SL_REDUCE");
    is_close(b, want + 2.0 * N * (N - 1) / 2, 0, "mean the same");
    is_int(sl_forall(um_reach, SL_RANGE(1, N - 1), x, y), SL_SUCCESS,
           "the upper-case modifiers, under macros of the names of the others");
    sl_clear_error();
    is_int(sl_forall(um_reach, SL_RANGE(0, N + 1), x, y), SL_ERR_EXTENT, "are kept to as theirs: SL_OWN");
    sl_view *plane = NULL;
    sl_view_create("plane", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 5), &plane);
    is_int(sl_forall(um_fixed, SL_RANGE(0, 4), plane, y), SL_ERR_EXTENT, "and SL_FIXED");
    is_int(sl_wait(), SL_SUCCESS, "nothing has failed");
    sl_view_destroy(&plane);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
