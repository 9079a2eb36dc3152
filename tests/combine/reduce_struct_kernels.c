/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "reduce_struct.h"
#include "reduce_struct_extremes.h"

STRUCT_TYPES_CUDA(EXTREMES)

SL_KERNEL(extremes_rank3, (i, j, k), in(float, 3, x, own), reduce(SL_MINMAXLOC(float), minmaxloc, e),
          reduce(int64_t, sum, n))
{
    sl_minmaxloc(e, SL_AT(x, i, j, k), (i * SL_EXTENT(x, 1) + j) * SL_EXTENT(x, 2) + k);
    *n += 1;
}

SL_REDUCER(times, matrix, ({1, 0, 0, 1}), p, q)
{
    const matrix m = {p->a * q->a + p->b * q->c, p->a * q->b + p->b * q->d, p->c * q->a + p->d * q->c,
                      p->c * q->b + p->d * q->d};
    *p = m;
}

SL_REDUCER(behind, run, ({0, 0, 0, 0}), p, q)
{
    if (p->count == 0) {
        *p = *q;
    } else if (q->count > 0) {
        p->broken = p->broken || q->broken || q->first != p->last + 1;
        p->last = q->last;
        p->count += q->count;
    }
}

SL_FN maps maps_none(void)
{
    maps f;
    for (int k = 0; k < 16; k++) {
        f.a[k] = 1;
        f.b[k] = 0;
    }
    return f;
}

SL_REDUCER(after, maps, maps_none(), p, q)
{
    for (int k = 0; k < 16; k++) {
        p->b[k] = q->a[k] * p->b[k] + q->b[k];
        p->a[k] *= q->a[k];
    }
}

SL_REDUCER(plus, plain_sum, ({0}), p, q)
{
    p->s += q->s;
}

/* What stands for a value of the views. */
SL_FN matrix matrix_of(uint32_t v)
{
    matrix m = {v, 1, v >> 3 | 1, 2};
    return m;
}

SL_FN maps maps_of(uint32_t v)
{
    maps f;
    for (int k = 0; k < 16; k++) {
        f.a[k] = v + (uint32_t)k;
        f.b[k] = v ^ (uint32_t)k;
    }
    return f;
}

SL_KERNEL(in_order_1, (i), in(uint32_t, 1, x, own), reduce(matrix, times, m), reduce(run, behind, r),
          reduce(maps, after, f), reduce(plain_sum, plus, s))
{
    const matrix v = matrix_of(SL_AT(x, i));
    const run at = {1, i, i, 0};
    const maps g = maps_of(SL_AT(x, i));
    SL_JOIN(times, m, &v);
    SL_JOIN(behind, r, &at);
    SL_JOIN(after, f, &g);
    s->s += 1.0 / (1.0 + SL_AT(x, i));
}

SL_KERNEL(in_order_2, (i, j), in(uint32_t, 2, x, own), scalar(sl_index, n1), reduce(matrix, times, m),
          reduce(run, behind, r), reduce(plain_sum, plus, s))
{
    const matrix v = matrix_of(SL_AT(x, i, j));
    const run at = {1, i * n1 + j, i * n1 + j, 0};
    SL_JOIN(times, m, &v);
    SL_JOIN(behind, r, &at);
    s->s += 1.0 / (1.0 + SL_AT(x, i, j));
}

SL_KERNEL(in_order_4, (i, j, k, l), in(uint32_t, 4, x, own), scalar(sl_index, n1), scalar(sl_index, n2),
          scalar(sl_index, n3), reduce(matrix, times, m), reduce(run, behind, r))
{
    const matrix v = matrix_of(SL_AT(x, i, j, k, l));
    const run at = {1, ((i * n1 + j) * n2 + k) * n3 + l, ((i * n1 + j) * n2 + k) * n3 + l, 0};
    SL_JOIN(times, m, &v);
    SL_JOIN(behind, r, &at);
}

SL_KERNEL(eight, (i), in(uint32_t, 1, x, own), reduce(double, sum, s), reduce(matrix, times, m),
          reduce(SL_LOC(uint32_t), minloc, lo), reduce(uint32_t, max, hi), reduce(maps, after, f),
          reduce(uint8_t, bxor, b), reduce(SL_MINMAX(uint32_t), minmax, e), reduce(run, behind, r),
          out(uint32_t, 1, z, own))
{
    const uint32_t w = SL_AT(x, i);
    const matrix v = matrix_of(w);
    const run at = {1, i, i, 0};
    const maps g = maps_of(w);
    *s += w;
    SL_JOIN(times, m, &v);
    sl_minloc(lo, w, i);
    SL_JOIN(max, hi, &w);
    SL_JOIN(after, f, &g);
    *b = (uint8_t)(*b ^ w);
    sl_minmax(e, w);
    SL_JOIN(behind, r, &at);
    SL_AT(z, i) = w + 1;
}

SL_REDUCER_MEMBERS(each, struct members, (land, all), (max, high), (lor, any), (min, low), (sum, sum), (prod, product),
                   (bor, ones), (band, both), (bxor, odd));

SL_FN struct members members_of(uint32_t v)
{
    struct members m;
    m.all = v != 7;
    m.high = v % 100000;
    m.any = v == 7;
    m.low = -(float)(v % 1000);
    m.sum = v;
    m.product = v | 1;
    m.ones = (int8_t)(v & 5);
    m.both = v | 0x8001;
    m.odd = (uint16_t)v;
    return m;
}

SL_KERNEL(members_1, (i), in(uint32_t, 1, x, own), reduce(struct members, each, m), reduce(int64_t, sum, n))
{
    const struct members v = members_of(SL_AT(x, i));
    SL_JOIN(each, m, &v);
    *n += 1;
}

SL_KERNEL(members_3, (i, j, k), in(uint32_t, 3, x, own), reduce(struct members, each, m))
{
    const struct members v = members_of(SL_AT(x, i, j, k));
    SL_JOIN(sum, &m->sum, &v.sum);
    m->product *= v.product;
    if (v.low < m->low)
        m->low = v.low;
    SL_JOIN(max, &m->high, &v.high);
    m->all = m->all && v.all;
    m->any = m->any || v.any;
    m->both &= v.both;
    m->ones = (int8_t)(m->ones | v.ones);
    m->odd = (uint16_t)(m->odd ^ v.odd);
}
