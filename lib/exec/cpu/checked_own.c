/* SPDX-License-Identifier: BSD-3-Clause */
/* Own elements of a checked loop that nobody writes. */
#include <string.h>

#include "exec/cpu/checked_argument.h"
#include "kernel/space.h"

static const unsigned char pattern[SL__SHADOW_PATTERN] = {0xb7, 0x5a, 0xe1, 0x9c, 0x3d, 0xc6, 0x71, 0x8f};

/* The own elements of a loop: the axes of a box of them, which are the loop's indices that the view follows, and its
 * free dimensions. In a space that is no box the first axis has the indices of its places instead. */
typedef struct own_elements {
    const struct sl__shadow *shadow;
    const sl__parameter *p;
    int axes;
    int listed;     /* the first axis has them */
    sl_index place; /* of the space: the next one */
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
    sl_index at[SL_MAX_RANK]; /* where the walk is */
    int along[SL_MAX_RANK];   /* the axis that a dimension of the view follows */
} own_elements;

static int add_axis(own_elements *own, sl_index lo, sl_index hi)
{
    const int k = own->axes++;
    own->lo[k] = own->at[k] = lo;
    own->hi[k] = hi;
    return k;
}

static sl_index first_index(const struct sl__shadow *s, int d)
{
    return s->first != NULL ? s->first[d] : 0;
}

/* The next place of a stride or list whose element the view has: the indices of a list in a view are not known before.
 */
static int next_place(own_elements *own)
{
    const struct sl__shadow *s = own->shadow;
    sl_index lo, hi;
    sl__space_places(s->space, 0, &lo, &hi);
    while (own->place < hi) {
        int inside = 1;
        sl__places_fetch(s->places, own->place, own->place + 1, own->at);
        own->place++;
        for (int d = 0; d < own->p->info->rank; d++)
            inside &= own->p->reach.index[d] != 0 ||
                      (own->at[0] >= first_index(s, d) && own->at[0] - first_index(s, d) < s->view->n[d]);
        if (inside)
            return 1;
    }
    return 0;
}

/* Where the loop's indices end; of a range whose end is in a view it is there. */
static sl_index own_end(const struct sl__shadow *s, int q)
{
    if (s->space->kind != SL_SPACE_RANGE_VIEW)
        return s->space->hi[q];
    const sl_index end = sl__space_end(s->places);
    return sl__space_may_end(s->space, end) ? end : s->space->lo[q];
}

/* At the first one. @return 0: there is none, as of a loop without iterations. */
static int own_begin(own_elements *own, const struct sl__shadow *s, const sl__parameter *p)
{
    const sl_space *space = s->space;
    for (int q = 0; q < space->rank; q++)
        if (sl__space_length(space, q) == 0 || own_end(s, q) <= space->lo[q])
            return 0;
    *own = (own_elements){.shadow = s, .p = p};
    for (int q = 0; q < space->rank; q++) {
        int axis = -1;
        for (int d = 0; d < p->info->rank; d++)
            if (p->reach.index[d] == q)
                own->along[d] = axis = axis < 0 ? add_axis(own, space->lo[q], own_end(s, q)) : axis;
        own->listed |= axis >= 0 && !sl__space_is_plain(space); /* of rank 1 */
    }
    for (int d = 0; d < p->info->rank; d++)
        if (p->reach.index[d] == SL__FREE)
            own->along[d] = add_axis(own, first_index(s, d), first_index(s, d) + s->view->n[d]);
    return !own->listed || next_place(own);
}

/* Moves on to the next one. @return 0: that was the last one. */
static int own_next(own_elements *own)
{
    for (int k = own->axes - 1; k >= own->listed; k--) {
        if (++own->at[k] < own->hi[k])
            return 1;
        own->at[k] = own->lo[k];
    }
    return own->listed && next_place(own);
}

static sl_index own_place(const own_elements *own, sl__map map)
{
    sl_index at[SL_MAX_RANK] = {0};
    for (int d = 0; d < own->p->info->rank; d++)
        at[d] = own->at[own->along[d]];
    return sl__shadow_place(own->shadow, map, at) - own->shadow->origin;
}

/* As if the view had the layout right. */
static sl_index own_number(const own_elements *own)
{
    sl_index number = 0;
    for (int d = 0; d < own->p->info->rank; d++)
        number = number * own->shadow->view->n[d] + own->at[own->along[d]] - first_index(own->shadow, d);
    return number;
}

void sl__shadow_fill(const struct sl__shadow *s, const sl__parameter *p)
{
    own_elements own;
    for (int some = own_begin(&own, s, p); some; some = own_next(&own)) {
        char *to = s->data + (size_t)own_place(&own, NULL) * s->size;
        for (size_t b = 0; b < s->size; b += SL__SHADOW_PATTERN)
            memcpy(to + b, pattern, s->size - b < SL__SHADOW_PATTERN ? s->size - b : SL__SHADOW_PATTERN);
    }
}

static int has_pattern(const char *bytes, size_t size)
{
    for (size_t b = 0; b < size; b += SL__SHADOW_PATTERN)
        if (memcmp(bytes + b, pattern, size - b < SL__SHADOW_PATTERN ? size - b : SL__SHADOW_PATTERN) != 0)
            return 0;
    return 1;
}

/* Of a view with a map an element that was touched is taken for written: nobody knows the map before. */
static int is_unwritten(const struct sl__shadow *s, sl_index place)
{
    if (s->mapped)
        return s->touches[place].phase == 0;
    return has_pattern(s->data + (size_t)place * s->size, s->size) &&
           (s->touches == NULL || s->size >= SL__SHADOW_PATTERN || s->touches[place].phase == 0);
}

void sl__shadow_unwritten(const struct sl__shadow *s)
{
    own_elements own;
    const sl__map map = atomic_load(&s->map);
    if (!s->owns)
        return;
    for (int some = own_begin(&own, s, &s->task->state->parameter[s->argument]); some; some = own_next(&own)) {
        const sl_index place = s->mapped && map == NULL ? 0 : own_place(&own, map);
        if (is_unwritten(s, place) && sl__fault_take(&s->task->fault)) {
            s->task->fault.argument_ = s->argument;
            s->task->fault.index_ = s->mapped ? own_number(&own) : place;
            sl__fault_set(&s->task->fault, SL__FAULT_UNWRITTEN);
        }
    }
}
