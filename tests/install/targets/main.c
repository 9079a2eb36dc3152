/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints the sum over 10 iterations of SCALE, as it was when the kernels were compiled. */
#include <starloop.h>
#include <stdio.h>
SL_KERNEL_DECLARE(count, (i), reduce(int64_t, sum, s));
int main(void)
{
    int64_t s = 0;
    SL_TRY(sl_init(NULL));
    SL_TRY(sl_reduce(count, SL_RANGE(0, 10), &s));
    printf("sum %d\n", (int)s);
    return sl_finalize();
}
