/* SPDX-License-Identifier: BSD-3-Clause */
/* Merge sorts of views by a C function, which run on CPUs: lib/call/sort.c. A stable sort has one result, so that
 * blocks and threads make no difference to it. */
/* Not checked: elements go by the address of the first one, which is all that a check would see. */
#undef SL_BOUNDS_CHECK
#include <starloop/kernel.h>

#include <string.h>

#include "sort.h"

SL_STRUCT(struct sl__merge);

#pragma GCC visibility push(hidden) /* nothing of it is the library's interface */

static int64_t merge_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Merges count elements from a and b on, which end before a_end and b_end; a goes first among equals. */
static void merge_runs(const struct sl__merge *m, char *to, const char *a, const char *a_end, const char *b,
                       const char *b_end, int64_t count)
{
    const size_t elem = (size_t)m->elem;
    for (; count > 0; count--, to += elem) {
        const int from_b = a == a_end || (b != b_end && m->compare(b, a) < 0);
        memcpy(to, from_b ? b : a, elem);
        if (from_b)
            b += elem;
        else
            a += elem;
    }
}

/* How many of the first `rank` merged elements come from a, of a_count; the others from b, of b_count. */
static int64_t merge_split(const struct sl__merge *m, const char *a, int64_t a_count, const char *b, int64_t b_count,
                           int64_t rank)
{
    int64_t low = rank > b_count ? rank - b_count : 0, high = merge_least(rank, a_count);
    while (low < high) {
        const int64_t i = low + (high - low) / 2; /* a[i] is among the first when b[rank - i - 1] is not less */
        if (m->compare(b + (rank - i - 1) * m->elem, a + i * m->elem) < 0)
            high = i;
        else
            low = i + 1;
    }
    return low;
}

/* Sorts one block, with as much room. */
SL_KERNEL(sl__merge_block, (b), scalar(struct sl__merge, m), inout(uint8_t, 1, data), out(uint8_t, 1, room))
{
    const int64_t first = b * m.block, count = merge_least(m.block, m.count - first);
    char *const home = (char *)&SL_AT(data, first * m.elem), *from = home, *to = (char *)&SL_AT(room, first * m.elem);
    for (int64_t width = 1; width < count; width *= 2) {
        for (int64_t i = 0; i < count; i += 2 * width) {
            const int64_t middle = merge_least(i + width, count), end = merge_least(i + 2 * width, count);
            merge_runs(&m, to + i * m.elem, from + i * m.elem, from + middle * m.elem, from + middle * m.elem,
                       from + end * m.elem, end - i);
        }
        char *const other = from;
        from = to;
        to = other;
    }
    if (from != home)
        memcpy(home, from, (size_t)(count * m.elem));
}

/* Makes one block of runs twice as long. */
SL_KERNEL(sl__merge_runs, (b), scalar(struct sl__merge, m), in(uint8_t, 1, data), out(uint8_t, 1, room))
{
    const int64_t first = b * m.block, run = first / (2 * m.width) * (2 * m.width);
    const int64_t middle = merge_least(run + m.width, m.count), end = merge_least(run + 2 * m.width, m.count);
    const char *left = (const char *)&SL_AT(data, 0) + run * m.elem, *right = left + (middle - run) * m.elem;
    const int64_t rank = first - run, from_left = merge_split(&m, left, middle - run, right, end - middle, rank);
    merge_runs(&m, (char *)&SL_AT(room, first * m.elem), left + from_left * m.elem, right,
               right + (rank - from_left) * m.elem, right + (end - middle) * m.elem,
               merge_least(m.block, m.count - first));
}

/* Keys become elements that have their places, and keys and places again. */
SL_KERNEL(sl__merge_pack, (i), scalar(struct sl__merge, m), in(uint8_t, 2, keys, own(0, all)), out(uint8_t, 1, data))
{
    const int64_t place = i;
    uint8_t *const element = &SL_AT(data, i * m.elem);
    memcpy(element, &SL_AT(keys, i, 0), (size_t)m.key);
    memcpy(element + m.elem - sizeof place, &place, sizeof place);
}

SL_KERNEL(sl__merge_unpack, (i), scalar(struct sl__merge, m), in(uint8_t, 1, data), out(uint8_t, 2, keys, own(0, all)),
          out(int64_t, 1, index, own))
{
    const uint8_t *const element = &SL_AT(data, i * m.elem);
    int64_t place;
    memcpy(&SL_AT(keys, i, 0), element, (size_t)m.key);
    memcpy(&place, element + m.elem - sizeof place, sizeof place);
    SL_AT(index, i) = place;
}

#pragma GCC visibility pop
