/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "nest_groups.h"

/* Sums of rows, and how many threads have made each: as many waits as there are rows, and more. */
SL_NEST(ng_rows, (i, j), lambdas(4), local(int32_t, n), local(double, s), in(double, 2, x), out(double, 1, sum),
        out(int32_t, 1, count))
{
    SL_LAMBDA(0)
    {
        *n = 0;
        *s = 0;
    }
    SL_LAMBDA(1)
    {
        *n = 1;
        *s += SL_AT(x, i, j);
    }
    SL_LAMBDA(2)
    {
        SL_AT(count, i) = *n;
    }
    SL_LAMBDA(3)
    {
        SL_AT(sum, i) = *s;
    }
}
SL_NEST_POLICY(ng_rows, equal,
               FOR(0, seq, DO(0), FOR(1, omp, DO(1)), REDUCE(omp, sum, n, DO(2)), REDUCE(omp, sum, s, DO(3))))
SL_NEST_POLICY(ng_rows, dealt,
               FOR(0, seq, DO(0), FOR(1, omp_dynamic(2), DO(1)), REDUCE(omp, sum, n, DO(2)),
                   REDUCE(omp, sum, s, DO(3))))
