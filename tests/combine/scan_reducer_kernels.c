/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "scan_reducer.h"

SL_REDUCER(then, affine, ({1, 0}), p, q)
{
    p->b = q->a * p->b + q->b;
    p->a *= q->a;
}

/* The result before it, of 3: exclusive. */
SL_SCAN_KERNEL(sr_affine, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, y, own), reduce(affine, then, s))
{
    const affine here = {SL_AT(x, i) | 1, SL_AT(x, i) >> 3};
    if (SL_FINAL)
        SL_AT(y, i) = s->a * 3 + s->b;
    SL_JOIN(then, s, &here);
}

SL_REDUCER(real_then, real_affine, ({1, 0}), p, q)
{
    p->b = q->a * p->b + q->b;
    p->a *= q->a;
}

/* A recurrence in place. */
SL_SCAN_KERNEL(sr_real, (i), inout(double, 1, x, own), reduce(real_affine, real_then, s))
{
    const real_affine here = {0.75, SL_AT(x, i)};
    SL_JOIN(real_then, s, &here);
    if (SL_FINAL)
        SL_AT(x, i) = s->b;
}

SL_REDUCER(behind, row, ({0, 0, 0, 0}), p, q)
{
    if (p->count == 0) {
        *p = *q;
    } else if (q->count > 0) {
        p->broken = p->broken || q->broken || q->first != p->last + 1;
        p->last = q->last;
        p->count += q->count;
    }
}

SL_SCAN_KERNEL(sr_row, (i), scalar(int64_t, bad), in(int64_t, 1, x, own), out(int64_t, 1, y, own),
               reduce(row, behind, s))
{
    const row here = {SL_AT(x, i), SL_AT(x, i), 1, 0};
    if (SL_AT(x, i) == bad)
        SL_RAISE(7);
    SL_JOIN(behind, s, &here);
    if (SL_FINAL)
        SL_AT(y, i) = s->broken ? -1 : s->count;
}

SL_FN many many_none(void)
{
    many m;
    for (int k = 0; k < 32; k++) {
        m.f[k].a = 1;
        m.f[k].b = 0;
    }
    return m;
}

SL_REDUCER(many_then, many, many_none(), p, q)
{
    for (int k = 0; k < 32; k++) {
        p->f[k].b = q->f[k].a * p->f[k].b + q->f[k].b;
        p->f[k].a *= q->f[k].a;
    }
}

SL_SCAN_KERNEL(sr_many, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, y, own), reduce(many, many_then, s))
{
    many here;
    for (uint32_t k = 0; k < 32; k++) {
        here.f[k].a = SL_AT(x, i) + 2 * k + 1;
        here.f[k].b = k;
    }
    SL_JOIN(many_then, s, &here);
    if (SL_FINAL)
        SL_AT(y, i) = s->f[i % 32].a * 5 + s->f[i % 32].b;
}

/* ---- operators of structs that are built in -------------------------------------------------------------------- */

SL_SCAN_KERNEL(sr_least, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(SL_LOC(float), minloc, s))
{
    sl_minloc(s, SL_AT(x, i), i);
    if (SL_FINAL)
        SL_AT(y, i) = s->index;
}

SL_SCAN_KERNEL(sr_most, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(SL_LOC(float), maxloc, s))
{
    sl_maxloc(s, SL_AT(x, i), i);
    if (SL_FINAL)
        SL_AT(y, i) = s->index;
}

SL_SCAN_KERNEL(sr_span, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(SL_MINMAX(float), minmax, s))
{
    sl_minmax(s, SL_AT(x, i));
    if (SL_FINAL)
        SL_AT(y, i) = s->hi < s->lo ? -1 : (int64_t)(s->hi - s->lo);
}

SL_SCAN_KERNEL(sr_both, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(SL_MINMAXLOC(float), minmaxloc, s))
{
    sl_minmaxloc(s, SL_AT(x, i), i);
    if (SL_FINAL)
        SL_AT(y, i) = s->hi_index - s->lo_index;
}

/* Which way it looks after quarter turns: 1, i, -1 or -i, as re + 2 im. */
SL_SCAN_KERNEL(sr_turns, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(sl_complex, prod, s))
{
    if (SL_AT(x, i) > 500)
        *s = sl_complex_mul(*s, sl_complex_of(0, 1));
    if (SL_FINAL)
        SL_AT(y, i) = (int64_t)(s->re + 2 * s->im);
}

/* Where it stands after steps to one side or the other. */
SL_SCAN_KERNEL(sr_walk, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(sl_complexf, sum, s))
{
    *s = sl_complexf_add(*s, SL_AT(x, i) > 500 ? sl_complexf_of(1, 0) : sl_complexf_of(0, 1));
    if (SL_FINAL)
        SL_AT(y, i) = (int64_t)s->re * 100000 + (int64_t)s->im;
}

/* ---- bits ------------------------------------------------------------------------------------------------------ */

SL_SCAN_KERNEL(sr_any, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(uint64_t, bor, s))
{
    const float v = SL_AT(x, i);
    *s |= v == v ? (uint64_t)1 << (int)v % 60 : 0;
    if (SL_FINAL)
        SL_AT(y, i) = (int64_t)*s;
}

SL_SCAN_KERNEL(sr_each, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(uint32_t, band, s))
{
    const float v = SL_AT(x, i);
    *s &= v == v ? ~((uint32_t)1 << (int)v % 32) : UINT32_MAX;
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}

SL_SCAN_KERNEL(sr_odd, (i), in(float, 1, x, own), out(int64_t, 1, y, own), reduce(int16_t, bxor, s))
{
    const float v = SL_AT(x, i);
    *s = (int16_t)(*s ^ (v == v ? (int16_t)v : 0));
    if (SL_FINAL)
        SL_AT(y, i) = *s;
}
