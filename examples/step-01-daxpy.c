/* SPDX-License-Identifier: BSD-3-Clause */
/* Step 1: views, a loop, a reduction.
 *
 * Goal: fill two vectors in host memory, add a multiple of one to the other in a queued loop, and sum up the result
 * in a second loop, which the library runs after the first because it reads what that one writes.
 *
 * Build, with Starloop installed:
 *     starloop-cc -c step-01_kernels.c -o step-01_kernels.o
 *     cc -std=gnu11 step-01-daxpy.c step-01_kernels.o $(pkg-config --cflags --libs starloop) -o step-01-daxpy
 *
 * Expected output:
 *     y[0] = 3, y[99999] = 200001
 *     x.y = 666671666550000
 */
#include <stdio.h>

#include <starloop.h>

SL_KERNEL_DECLARE(daxpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(dot, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, s));

enum { N = 100000 };

/* Every call may fail; SL_TRY returns the status of the first that does. */
static sl_status compute(sl_view *x, sl_view *y)
{
    /* The host has a view's memory between SL_HOST_... and sl_host_end(). */
    double *hx = SL_HOST_WRITE(double, x), *hy = SL_HOST_WRITE(double, y);
    if (!hx || !hy)
        return sl_last_status();
    for (sl_index i = 0; i < N; i++) {
        hx[i] = (double)i;
        hy[i] = 3.0;
    }
    SL_TRY(sl_host_end(x));
    SL_TRY(sl_host_end(y));

    double sum;
    SL_TRY(sl_forall(daxpy, SL_RANGE(0, N), 2.0, x, y)); /* queued: returns at once */
    SL_TRY(sl_reduce(dot, SL_RANGE(0, N), x, y, &sum));  /* waits for its result */

    const double *result = SL_HOST_READ(double, y);
    if (!result)
        return sl_last_status();
    printf("y[0] = %.0f, y[%d] = %.0f\n", result[0], N - 1, result[N - 1]);
    printf("x.y = %.0f\n", sum);
    return sl_host_end(y);
}

static sl_status run(void)
{
    sl_view *x = NULL, *y = NULL;
    SL_TRY(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    sl_status status = sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y);
    if (status == SL_SUCCESS)
        status = compute(x, y);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    return status;
}

int main(void)
{
    if (sl_init(NULL) != SL_SUCCESS)
        return 1;
    sl_status status = run();
    return sl_finalize() == SL_SUCCESS && status == SL_SUCCESS ? 0 : 1;
}
