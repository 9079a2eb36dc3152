/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "reduce_combine.h"

SL_KERNEL(cb_all, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, lo),
          reduce(SL_LOC(double), maxloc, hi), reduce(uint8_t, bxor, b))
{
    const double v = SL_AT(x, i);
    *s += v;
    if (v < *lo)
        *lo = v;
    sl_maxloc(hi, v, i);
    *b = (uint8_t)(*b ^ (uint8_t)v);
}

SL_REDUCER(behind, stretch, ({0, 0, 0, 0}), p, q)
{
    if (p->count == 0) {
        *p = *q;
    } else if (q->count > 0) {
        p->broken = p->broken || q->broken || q->first != p->last + 1;
        p->last = q->last;
        p->count += q->count;
    }
}

SL_KERNEL(cb_behind, (i), in(double, 1, x, own), reduce(stretch, behind, r))
{
    const stretch at = {1, i, i, SL_AT(x, i) < 0};
    SL_JOIN(behind, r, &at);
}

SL_KERNEL(cb_fail, (i), out(double, 1, x, own))
{
    SL_AT(x, i) = 0;
    SL_RAISE(3);
}
