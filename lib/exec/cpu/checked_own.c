/* SPDX-License-Identifier: BSD-3-Clause */
/* Own elements of a checked loop that nobody writes. */
#include <string.h>

#include "exec/cpu/checked_argument.h"
#include "kernel/space.h"

static const unsigned char pattern[SL__SHADOW_PATTERN] = {0xb7, 0x5a, 0xe1, 0x9c, 0x3d, 0xc6, 0x71, 0x8f};

/* The own elements of a loop: the axes of a box of places, which are those of the loop's indices that the view follows,
 * and its free dimensions. */
typedef struct own_elements {
    const struct sl__shadow *shadow;
    const sl__parameter *p;
    int axes;
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
    int of[SL_MAX_RANK];         /* the dimension of the space; SL__FREE: of the view alone */
    sl_index place[SL_MAX_RANK]; /* where the walk is, */
    sl_index at[SL_MAX_RANK];    /* and the index there */
    int along[SL_MAX_RANK];      /* the axis that a dimension of the view follows */
} own_elements;

static int add_axis(own_elements *own, int q, sl_index lo, sl_index hi)
{
    const int k = own->axes++;
    own->of[k] = q;
    own->lo[k] = own->place[k] = lo;
    own->hi[k] = hi;
    return k;
}

static sl_index first_index(const struct sl__shadow *s, int d)
{
    return s->first != NULL ? s->first[d] : 0;
}

/* Sets the indices. @return whether the view has the element: those of a list in a view are not known before. */
static int is_inside(own_elements *own)
{
    const struct sl__shadow *s = own->shadow;
    int inside = 1;
    for (int k = 0; k < own->axes; k++)
        if (own->of[k] == SL__FREE || sl__space_is_plain(s->space))
            own->at[k] = own->place[k];
        else
            sl__places_fetch(&s->places[own->of[k]], own->place[k], own->place[k] + 1, &own->at[k]);
    for (int d = 0; d < own->p->info->rank; d++) {
        const sl_index at = own->at[own->along[d]];
        inside &= at >= first_index(s, d) && at - first_index(s, d) < s->view->n[d];
    }
    return inside;
}

/* Where the loop's places end; of a range whose end is in a view it is there. */
static sl_index own_end(const struct sl__shadow *s, int q, sl_index hi)
{
    if (s->space->kind != SL_SPACE_RANGE_VIEW)
        return hi;
    const sl_index end = sl__space_end(s->places);
    if (!sl__space_may_end(sl__task_whole(s->task), 0, end) || end < s->space->lo[q])
        return s->space->lo[q];
    return end < hi ? end : hi;
}

/* Moves on to the next one. @return 0: that was the last one. */
static int own_next(own_elements *own)
{
    for (int k = own->axes - 1; k >= 0; k--) {
        if (++own->place[k] < own->hi[k]) {
            if (is_inside(own))
                return 1;
            k = own->axes; /* the next one */
            continue;
        }
        own->place[k] = own->lo[k];
    }
    return 0;
}

/* At the first one. @return 0: there is none, as of a loop without iterations. */
static int own_begin(own_elements *own, const struct sl__shadow *s, const sl__parameter *p)
{
    const sl_space *space = s->space;
    *own = (own_elements){.shadow = s, .p = p};
    for (int q = 0; q < space->rank; q++) {
        sl_index lo, hi;
        int axis = -1;
        sl__space_places(space, q, &lo, &hi);
        hi = own_end(s, q, hi);
        if (hi <= lo)
            return 0;
        for (int d = 0; d < p->info->rank; d++)
            if (p->reach.index[d] == q)
                own->along[d] = axis = axis < 0 ? add_axis(own, q, lo, hi) : axis;
    }
    for (int d = 0; d < p->info->rank; d++)
        if (p->reach.index[d] == SL__FREE)
            own->along[d] = add_axis(own, SL__FREE, first_index(s, d), first_index(s, d) + s->view->n[d]);
    return is_inside(own) || own_next(own);
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
