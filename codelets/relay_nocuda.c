/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies between views of which one has no strides, which run on CPUs: lib/call/copy.c. */
/* Not checked: an element goes by the address of its first byte, which is all that a check would see. */
#undef SL_BOUNDS_CHECK
#include <starloop/kernel.h>

#include <string.h>

#include "relay.h"

SL_STRUCT(struct sl__relay);

static inline int64_t relay_place(const struct sl__relay_side *side, int rank, const int64_t n[], const int64_t x[])
{
    if (side->map == SL__LAYOUT_BLOCKED)
        return sl__place_blocked(rank, x, n, side->s);
    if (side->map == SL__LAYOUT_MORTON)
        return sl__place_morton(rank, x, side->s);
    if (side->map == SL__LAYOUT_MAPPED)
        return side->own(x, n);
    int64_t place = 0;
    for (int d = 0; d < rank; d++)
        place += x[d] * side->s[d];
    return place;
}

/* Copies the elements along the last dimension. */
static inline void relay_row(const struct sl__relay *r, int64_t row, const char *from, char *to)
{
    const size_t elem = (size_t)r->elem;
    const int last = r->rank - 1;
    int64_t x[6] = {0};
    for (int d = last - 1; d >= 0; d--) {
        x[d] = row % r->n[d];
        row /= r->n[d];
    }
    for (; x[last] < r->n[last]; x[last]++)
        memcpy(to + (size_t)relay_place(&r->to, r->rank, r->n, x) * elem,
               from + (size_t)relay_place(&r->from, r->rank, r->n, x) * elem, elem);
}

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

SL_KERNEL(sl__relay_rows, (row), scalar(struct sl__relay, relay), in(uint8_t, 1, from), out(uint8_t, 1, to))
{
    relay_row(&relay, row, (const char *)&SL_AT(from, 0), (char *)&SL_AT(to, 0));
}

#pragma GCC visibility pop
