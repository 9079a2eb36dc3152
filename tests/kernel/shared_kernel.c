/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels in a shared library that the program is linked with. compilers/shared_kernel_dlopen.sh opens one at run time.
 */
#include <starloop.h>

#include "tap.h"

SL_KERNEL_DECLARE(sk_scale, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(sk_sum, (i), in(double, 1, x, own), reduce(double, sum, s));

enum { N = 10000 };

int main(void)
{
    for (int round = 0; round < 2; round++) {
        sl_view *y = NULL;
        double s = 0;
        if (!ok(sl_init(NULL) == SL_SUCCESS, "round %d: sl_init", round))
            return done_testing();
        sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y);
        double *p = SL_HOST_WRITE(double, y);
        for (int i = 0; p && i < N; i++)
            p[i] = i;
        sl_host_end(y);
        is_int(sl_forall(sk_scale, SL_RANGE(0, N), 3.0, y), SL_SUCCESS, "a kernel of the shared library is queued");
        is_int(sl_reduce(sk_sum, SL_RANGE(0, N), y, &s), SL_SUCCESS, "and a reduction of it");
        is_close(s, 3.0 * N * (N - 1) / 2, 0, "with the right sum");
        sl_view_destroy(&y);
        is_int(sl_finalize(), SL_SUCCESS, "round %d: sl_finalize", round);
    }
    return done_testing();
}
