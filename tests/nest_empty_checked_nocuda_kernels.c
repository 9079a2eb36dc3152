/* SPDX-License-Identifier: BSD-3-Clause */
/* Always compiled with bounds checks, whatever the build says: the nest empty_own once more. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

#include "nest_empty.h"

SL_NEST(empty_checked, (i, j), lambdas(2), scalar(int32_t, raise), out(int32_t, 1, y, own(0)), out(int32_t, 2, z, own))
{
    SL_LAMBDA(0)
    {
        if (raise)
            SL_RAISE(3);
        SL_AT(y, i) = 5;
    }
    SL_LAMBDA(1)
    {
        SL_AT(z, i, j) = 6;
    }
}
SL_NEST_POLICY(empty_checked, outside, FOR(0, omp, DO(0), FOR(1, seq, DO(1))))
SL_NEST_POLICY(empty_checked, inside, FOR(0, omp, FOR(1, seq, DO(0), DO(1))))
