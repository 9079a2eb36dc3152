/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/scatter.h"

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

/* The first of some ways that was timed too seldom; SL_SCATTER_AUTO: none was. */
static sl_scatter new_way(const sl__scatter_class *class, unsigned ways)
{
    for (int way = SL_SCATTER_ATOMIC; way < SL__SCATTER_WAYS; way++)
        if ((ways >> way & 1) && sl__time_is_new(&class->way[way]))
            return (sl_scatter)way;
    return SL_SCATTER_AUTO;
}

sl_scatter sl__scatter_choose(sl__scatter_times *times, uint32_t key, unsigned ways, int *timed)
{
    const sl__scatter_class *class = class_of(times, key);
    sl_scatter best = new_way(class, ways);
    *timed = best != SL_SCATTER_AUTO;
    if (*timed)
        return best;
    for (int way = SL_SCATTER_ATOMIC; way < SL__SCATTER_WAYS; way++)
        if ((ways >> way & 1) &&
            (best == SL_SCATTER_AUTO || sl__time_of(&class->way[way]) < sl__time_of(&class->way[best])))
            best = (sl_scatter)way;
    return best;
}

int sl__scatter_note(sl__scatter_times *times, uint32_t key, unsigned ways, sl_scatter way, sl_index points,
                     double seconds)
{
    sl__scatter_class *class = class_of(times, key);
    const int was_new = new_way(class, ways) != SL_SCATTER_AUTO;
    sl__time_note(&class->way[way], seconds / (double)(points > 0 ? points : 1));
    return was_new && new_way(class, ways) == SL_SCATTER_AUTO;
}
