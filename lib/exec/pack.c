/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/pack.h"

#include <string.h>

#include "data/interface.h"
#include "kernel/cases.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/space.h"

/* Fills a view's slot: pointer, strides, extents. */
static void pack_view(unsigned char *slot, const struct sl__interface *view)
{
    memcpy(slot, &view->ptr, sizeof(void *));
    memcpy(slot + sizeof(void *), view->s, (size_t)view->rank * sizeof(sl_index));
    memcpy(slot + sizeof(void *) + (size_t)view->rank * sizeof(sl_index), view->n,
           (size_t)view->rank * sizeof(sl_index));
}

void sl__pack_shadow(unsigned char *slot, int rank, struct sl__shadow *shadow)
{
    memcpy(slot + sizeof(void *) + 2 * (size_t)rank * sizeof(sl_index), &shadow, sizeof(void *));
}

/* What a slot has with bounds checks only: no shadow so far, the first indices, and how far from which loop index each
 * dimension may be touched. */
static void pack_reach(unsigned char *slot, const sl__parameter *p, const sl__window *window)
{
    static const sl_index zero[SL_MAX_RANK];
    const sl_index most = (sl_index)1 << 61;
    const sl__reach *reach = sl__joins_of(p->info->kind) == SL__JOINS_VALUES ? &p->joins : &p->reach;
    size_t rank = (size_t)p->info->rank;
    sl_index width[SL_MAX_RANK];
    for (size_t d = 0; d < rank; d++)
        width[d] = reach->kind == SL__REACH_ANY || reach->index[d] == SL__FREE ? -1
                   : reach->width[d] < most                                    ? reach->width[d]
                                                                               : most;
    sl__pack_shadow(slot, p->info->rank, NULL);
    slot += 2 * sizeof(void *) + 2 * rank * sizeof(sl_index);
    memcpy(slot, window != NULL ? window->first : zero, rank * sizeof *zero);
    slot += rank * sizeof *zero;
    memcpy(slot, width, rank * sizeof *width);
    memcpy(slot + rank * sizeof *width, reach->index, rank * sizeof *reach->index);
}

/* A scan of views goes by their extents: of a part of it they are those of the part. */
static void pack_part(unsigned char *slot, int rank, const struct sl__interface *view, const sl_space *part)
{
    const char *data = (const char *)view->ptr;
    sl_index n[SL_MAX_RANK];
    for (int d = 0; d < rank; d++) {
        data += part->lo[d] * view->s[d] * (sl_index)view->elem;
        n[d] = part->hi[d] - part->lo[d];
    }
    memcpy(slot, &data, sizeof data);
    memcpy(slot + sizeof data + (size_t)rank * sizeof *n, n, (size_t)rank * sizeof *n);
}

/* Under bounds checks every index of an empty view leads to the one element that there is room for, also one that lies
 * within its extent: the strides are 0, so there is no layout. */
static void pack_empty(unsigned char *slot, const struct sl__interface *view)
{
    memset(slot + sizeof(void *), 0, (size_t)view->rank * sizeof(sl_index));
}

sl__layouts sl__task_pack(const sl__task *task, void *buffers[], unsigned char *packed)
{
    const sl__form *const form = sl__form_of(task->kernel);
    sl__layouts layouts = {.all = SL__TAKES_ALL, .written = SL__TAKES_ALL};
    for (int i = 0; i < task->kernel->nargs; i++) {
        const sl__parameter *p = &task->state->parameter[i];
        if (p->class == SL__CLASS_VALUE) {
            memcpy(packed + p->info->offset, task->scalars + p->scalar, p->info->size);
        } else if (p->class == SL__CLASS_VIEW) {
            struct sl__interface seen;
            const struct sl__interface *view = sl__window_see(task->windows, i, buffers[task->slot[i]], &seen);
            pack_view(packed + p->info->offset, view);
            if (task->whole != NULL && form->lines)
                pack_part(packed + p->info->offset, view->rank, view, &task->space);
            unsigned layout = p->reach.map == SL__LAYOUT_RIGHT ? sl__cases_of(view->rank, view->n, view->s)
                                                               : SL__TAKES_ALL; /* its map does not ask */
            if (task->kernel->bounds_checked) {
                pack_reach(packed + p->info->offset, p, sl__window_at(task->windows, i));
                if (view->count == 0 && p->reach.map == SL__LAYOUT_RIGHT) {
                    pack_empty(packed + p->info->offset, view);
                    layout = 0;
                }
            }
            layouts.all &= layout;
            layouts.written &= p->writes ? layout : ~0u;
        }
    }
    if (form->pack != NULL) {
        const void *value[SL_MAX_ARGS];
        form->pack(sl__task_values(task, value), value, task->policy, packed);
    }
    if (task->state->turned)
        sl__task_turn(task, buffers, &layouts);
    return layouts;
}

void sl__refuse_end(struct sl__fault *fault, int d, sl_index end)
{
    if (!sl__fault_take(fault))
        return;
    fault->index_ = end;
    fault->at_[0] = d;
    sl__fault_set(fault, SL__FAULT_END);
}

void sl__set_end(const sl__task *task, sl_space *known, int d, sl_index end, struct sl__fault *fault)
{
    const int may = sl__space_may_end(sl__task_whole(task), d, end);
    if (!may)
        sl__refuse_end(fault, d, end);
    if (!may || end < known->lo[d])
        end = known->lo[d];
    known->hi[d] = end < known->hi[d] ? end : known->hi[d];
    known->object[d] = NULL;
}

void sl__task_places(const sl__task *task, void *buffers[], struct sl__places places[])
{
    const sl_space *space = &task->space;
    memset(places, 0, SL_MAX_RANK * sizeof *places);
    if (space->kind == SL_SPACE_BOX)
        return;
    for (int d = 0; d < space->rank; d++) {
        places[d] = sl__space_stride_places(space, d);
        if (sl__space_view(space, d) == NULL ||
            sl__space_length(space, d) == 0) /* a nest may ask for its first index */
            continue;
        places[d] = task->list[d];
        places[d].list_ = (const void *)((const struct sl__interface *)buffers[task->lists[d]])->ptr;
    }
}
