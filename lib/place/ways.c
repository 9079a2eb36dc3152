/* SPDX-License-Identifier: BSD-3-Clause */
#include "place/ways.h"

uint32_t sl__ways_key(uint32_t loop, sl_index elements)
{
    const uint32_t key =
        (loop ^ (uint32_t)sl__size_class(elements)) * UINT32_C(0x9e3779b1); /* 2^32 / the golden ratio */
    return key != 0 ? key : 1;
}

/* Room for a class that is new there, perhaps another one's. */
static sl__way_class *class_of(sl__way_times *times, uint32_t key)
{
    sl__way_class *at = &times->sizes[key % SL__WAYS_CLASSES];
    for (int i = 0; i < SL__WAYS_CLASSES; i++) {
        sl__way_class *other = &times->sizes[(key + (uint32_t)i) % SL__WAYS_CLASSES];
        const uint32_t has = atomic_load_explicit(&other->key, memory_order_relaxed);
        if (has == key)
            return other;
        if (has == 0) {
            at = other;
            break;
        }
    }
    for (int k = 0; k < SL__WAY_END; k++)
        atomic_store_explicit(&at->way[k].count, 0, memory_order_relaxed); /* which forgets the others */
    atomic_store_explicit(&at->key, key, memory_order_relaxed);
    return at;
}

/* The first of some ways that was timed too seldom; 0: none was. */
static int new_way(const sl__way_class *class, unsigned ways)
{
    for (int way = 1; way < SL__WAY_END; way++)
        if ((ways >> way & 1) && sl__time_is_new(&class->way[way]))
            return way;
    return 0;
}

int sl__ways_choose(sl__way_times *times, uint32_t key, unsigned ways, int *timed)
{
    const sl__way_class *class = class_of(times, key);
    int best = new_way(class, ways);
    *timed = best != 0;
    if (*timed)
        return best;
    for (int way = 1; way < SL__WAY_END; way++)
        if ((ways >> way & 1) && (best == 0 || sl__time_of(&class->way[way]) < sl__time_of(&class->way[best])))
            best = way;
    return best;
}

double sl__ways_time(sl__way_times *times, uint32_t key, int way)
{
    return sl__time_of(&class_of(times, key)->way[way]);
}

int sl__ways_note(sl__way_times *times, uint32_t key, unsigned ways, int way, sl_index points, double seconds)
{
    sl__way_class *class = class_of(times, key);
    const int was_new = new_way(class, ways) != 0;
    sl__time_note(&class->way[way], seconds / (double)(points > 0 ? points : 1));
    return was_new && new_way(class, ways) == 0;
}
