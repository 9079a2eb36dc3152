/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/scatter.h"

static const sl_scatter ways[] = {SL_SCATTER_ATOMIC, SL_SCATTER_DUPLICATE};
enum { WAYS = sizeof ways / sizeof *ways };

uint32_t sl__scatter_key(uint32_t loop, sl_index elements)
{
    const uint32_t key =
        (loop ^ (uint32_t)sl__size_class(elements)) * UINT32_C(0x9e3779b1); /* 2^32 / the golden ratio */
    return key != 0 ? key : 1;
}

/* Room for a class that is new there, perhaps another one's. */
static sl__scatter_class *class_of(sl__scatter_times *times, uint32_t key)
{
    sl__scatter_class *at = &times->sizes[key % SL__SCATTER_CLASSES];
    for (int i = 0; i < SL__SCATTER_CLASSES; i++) {
        sl__scatter_class *other = &times->sizes[(key + (uint32_t)i) % SL__SCATTER_CLASSES];
        const uint32_t has = atomic_load_explicit(&other->key, memory_order_relaxed);
        if (has == key)
            return other;
        if (has == 0) {
            at = other;
            break;
        }
    }
    for (int k = 0; k < SL__SCATTER_WAYS; k++)
        atomic_store_explicit(&at->way[k].count, 0, memory_order_relaxed); /* which forgets the others */
    atomic_store_explicit(&at->key, key, memory_order_relaxed);
    return at;
}

sl_scatter sl__scatter_choose(sl__scatter_times *times, uint32_t key, int *timed)
{
    const sl__scatter_class *class = class_of(times, key);
    sl_scatter best = ways[0];
    *timed = 1;
    for (int k = 0; k < WAYS; k++)
        if (sl__time_is_new(&class->way[ways[k]]))
            return ways[k];
    *timed = 0;
    for (int k = 1; k < WAYS; k++)
        if (sl__time_of(&class->way[ways[k]]) < sl__time_of(&class->way[best]))
            best = ways[k];
    return best;
}

int sl__scatter_note(sl__scatter_times *times, uint32_t key, sl_scatter way, sl_index points, double seconds)
{
    sl__scatter_class *class = class_of(times, key);
    int was_new = 0, is_new = 0;
    for (int k = 0; k < WAYS; k++)
        was_new |= sl__time_is_new(&class->way[ways[k]]);
    sl__time_note(&class->way[way], seconds / (double)(points > 0 ? points : 1));
    for (int k = 0; k < WAYS; k++)
        is_new |= sl__time_is_new(&class->way[ways[k]]);
    return was_new && !is_new;
}
