/* SPDX-License-Identifier: BSD-3-Clause */
/* Tokens in a kernel that looks for races. */
#ifndef SL_BOUNDS_CHECK
#define SL_BOUNDS_CHECK
#endif
#include <starloop/kernel.h>

#include "unique_token.h"

SL_KERNEL(ut_checked, (i), scalar(int, how), inout(int, 1, tokens, atomic), inout(int, 1, others, atomic),
          inout(int64_t, 2, work), inout(int64_t, 1, y))
{
    SL_AT(y, i) += 1;
    SL_UNIQUE_TOKEN(id, tokens)
    {
        if (how == UT_RIGHT || how == UT_AFTER)
            SL_AT(work, id, 0) += i + 1;
        if (how == UT_NOBODY) /* whoever has whichever number */
            SL_AT(work, 0, 0) += i + 1;
        if (how == UT_NESTED)
            SL_UNIQUE_TOKEN(other, others)
            {
                SL_AT(work, other, 0) += i + 1;
                SL_AT(work, id, 1) += i + 1;
            }
        SL_AT(y, i) += 1;
    }
    if (how == UT_AFTER)
        SL_AT(work, 0, 0) += 1;
    SL_UNIQUE_TOKEN(id, others)
    {
        SL_AT(y, i) += 1;
        SL_AT(work, id, 2) += 1;
    }
}
