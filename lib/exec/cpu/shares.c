/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/shares.h"

#include "exec/cpu/measured.h"

void sl__shares_make(sl__shares *shares, sl__cursor cursor[], int count, sl_index units, sl_index chunk, sl_index least)
{
    *shares = (sl__shares){.units = units, .chunk = chunk, .least = least, .count = count, .cursor = cursor};
    for (int i = 0; i < count; i++)
        atomic_store_explicit(&cursor[i].taken, 0, memory_order_relaxed);
}

/* What is next in share number i when so much of it is taken: the units, and how much is taken then. */
static int next_piece(const sl__shares *s, int i, sl_index taken, sl_index *first, sl_index *last, sl_index *then)
{
    if (s->chunk > 0) {
        *first = (taken * s->count + i) * s->chunk;
        *last = *first + s->chunk < s->units ? *first + s->chunk : s->units;
        *then = taken + 1;
        return *first < s->units;
    }
    sl_index each = s->units / s->count, more = s->units % s->count;
    sl_index left = each + (i < more) - taken,
             piece = left / SL__SHARE_PIECES > s->least ? left / SL__SHARE_PIECES : s->least;
    *first = i * each + (i < more ? i : more) + taken;
    *last = *first + (piece < left ? piece : left);
    *then = taken + (*last - *first);
    return left > 0;
}

static int take_from(const sl__shares *s, int i, sl_index *first, sl_index *last)
{
    _Atomic sl_index *cursor = &s->cursor[i].taken;
    sl_index taken = atomic_load_explicit(cursor, memory_order_relaxed), then;
    do {
        if (!next_piece(s, i, taken, first, last, &then))
            return 0;
    } while (!atomic_compare_exchange_weak_explicit(cursor, &taken, then, memory_order_relaxed, memory_order_relaxed));
    return 1;
}

int sl__shares_take(const sl__shares *shares, int own, int *from, sl_index *first, sl_index *last)
{
    do {
        if (take_from(shares, *from, first, last))
            return 1;
        *from = *from + 1 < shares->count ? *from + 1 : 0;
    } while (*from != own);
    return 0;
}
