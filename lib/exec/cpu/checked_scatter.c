/* SPDX-License-Identifier: BSD-3-Clause */
/* Scatter beside its map: iterations that scatter into one element, and whose rows have nothing in common. */
#include "exec/cpu/checked_argument.h"

/* Which of the numbers in a row another row has, too: bits of the first 64. */
static uint64_t numbers_in_common(const sl__row_map *map, sl_index row, sl_index other, int *any)
{
    uint64_t bits = 0;
    *any = 0;
    for (sl_index j = 0; j < map->of.each; j++) {
        const sl_index number = sl__target_of(&map->of, map->of.wide, row, j);
        int found = 0;
        for (sl_index k = 0; number >= 0 && k < map->of.each && !found; k++)
            found = sl__target_of(&map->of, map->of.wide, other, k) == number;
        *any |= found;
        bits |= j < 64 && found ? (uint64_t)1 << j : 0;
    }
    return bits;
}

static void record_beside(struct sl__shadow *s, sl_index element, sl__visit one, sl__visit other)
{
    struct sl__fault *const fault = &s->task->fault;
    if (!sl__fault_take(fault))
        return;
    fault->argument_ = s->argument;
    fault->index_ = sl__shadow_number(s, NULL, element);
    fault->at_[0] = one.at < other.at ? one.at : other.at;
    fault->extent_ = one.at < other.at ? other.at : one.at;
    fault->where_[0] = one.at < other.at ? one.where : other.where;
    fault->where_[1] = one.at < other.at ? other.where : one.where;
    sl__fault_set(fault, SL__FAULT_BESIDE);
}

/* Iterations may scatter into one element where their rows have a number in common. All that have come so far have what
 * is in `common`; where that is nothing, who comes is compared with the first one and the last one. */
void sl__shadow_target(struct sl__shadow *s, sl_index element, sl_index row, const char *where)
{
    const sl__row_map *map = s->rows;
    const sl__visit by = {1, row, where};
    if (row < map->lo || row >= map->hi)
        return; /* found elsewhere */
    sl__touches *t = sl__touches_take(s, element);
    const sl__visit first = t->first, last = t->another;
    int with_first = 1, with_last = 1;
    if (first.number == 0) {
        t->first = t->another = by;
        t->common = UINT64_MAX;
    } else if (row != first.at && row != last.at) {
        t->common &= numbers_in_common(map, first.at, row, &with_first);
        if (t->common == 0)
            (void)numbers_in_common(map, last.at, row, &with_last);
        t->another = by;
    }
    sl__touches_leave(t);
    if (!with_first || !with_last)
        record_beside(s, element, with_first ? last : first, by);
}
