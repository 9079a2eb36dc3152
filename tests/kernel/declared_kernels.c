/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "declared.h"

SL_KERNEL(de_same, (i), scalar(double, a), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = a + SL_AT(x, i);
}

SL_KERNEL(de_typedef, (i), scalar(double, a), scalar(int64_t, n), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = a + (double)n + SL_AT(x, i);
}

SL_KERNEL(de_names, (i), scalar(double, a), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = a + SL_AT(x, i);
}

SL_KERNEL(de_struct, (i), scalar(struct de_pair, p), out(double, 1, y, own))
{
    SL_AT(y, i) = (double)(p.a + p.b);
}

SL_KERNEL(de_upper, (i), scalar(double, a), in(double, 1, x, own), out(double, 1, y, own(0)))
{
    SL_AT(y, i) = a + SL_AT(x, i);
}

SL_KERNEL(de_many_modifiers, (i, j), in(double, 2, x, fixed(4, 5), halo(1, 2), random), out(double, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, i, j);
}

/* ---- declared otherwise ---------------------------------------------------------------------------------- */

#define FILL(NAME) \
    SL_KERNEL(NAME, (i), scalar(double, a), out(double, 1, y, own)) \
    { \
        SL_AT(y, i) = a; \
    }
FILL(de_scalar_type)
FILL(de_view_type)
FILL(de_kind)
FILL(de_view_for_scalar)
FILL(de_rank)
FILL(de_indices)
FILL(de_modifier)
FILL(de_fewer)
FILL(de_more)

SL_KERNEL(de_sign, (i), scalar(double, a), out(int32_t, 1, y, own))
{
    SL_AT(y, i) = (int32_t)a;
}

SL_KERNEL(de_struct_size, (i), scalar(struct de_pair, p), out(double, 1, y, own))
{
    SL_AT(y, i) = (double)p.a;
}

SL_KERNEL(de_modifier_numbers, (i), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(de_own_numbers, (i, j), in(double, 2, x, own(1, 0)), out(double, 2, y, own))
{
    SL_AT(y, i, j) = SL_AT(x, j, i);
}

SL_KERNEL(de_fixed_numbers, (i), in(double, 1, x, own), out(double, 1, y, own, fixed(10)))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(de_order, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i);
}

SL_KERNEL(de_order_types, (i), scalar(int64_t, n), scalar(double, a), out(double, 1, y, own))
{
    SL_AT(y, i) = a + (double)n;
}

SL_KERNEL(de_operator, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}

SL_KERNEL(de_result_type, (i), in(double, 1, x, own), reduce(double, sum, s))
{
    *s += SL_AT(x, i);
}

SL_KERNEL(de_table, (i), table(double, t), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(t, i);
}
