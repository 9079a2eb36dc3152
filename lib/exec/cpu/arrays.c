/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/arrays.h"

#include <string.h>

#include "kernel/reduce.h"

const sl_policy *sl__arrays_policy(sl_policy *policy, int rank)
{
    memset(policy->tile, 0, sizeof policy->tile);
    policy->iterate_inner = policy->iterate_outer = SL_ITERATE_DEFAULT;
    for (int d = 0; d < rank; d++)
        policy->order[d] = d;
    policy->collapse = rank;
    return policy;
}

void sl__arrays_see(sl__copied *v, const void *args, const sl__window *window)
{
    const unsigned char *slot = (const unsigned char *)args + v->info->offset;
    memcpy(&v->to, slot, sizeof v->to);
    memcpy(&v->stride, slot + sizeof(void *), sizeof v->stride);
    memcpy(&v->count, slot + sizeof(void *) + sizeof v->stride, sizeof v->count);
    v->first = window != NULL ? window->first[0] : 0;
    v->to += v->first * v->stride * (sl_index)v->info->size;
    v->s[0] = 1;
}

static char *array_copy(const sl__copies *c, const sl__copied *v, int copy)
{
    return (char *)c->memory + (size_t)copy * c->each + v->at;
}

/* An only block may have the view itself: so an array of any length needs no more memory. */
static int is_in_place(const sl__copies *c, const sl__copied *v)
{
    return c->count == 1 && c->branch == 0 && !c->combine && (v->stride == 1 || v->count <= 1);
}

void *sl__arrays_take(const sl__copies *c, const sl__copied *v, int copy)
{
    char *memory = is_in_place(c, v) ? v->to : array_copy(c, v, copy);
    sl__reduce_fill(v->info->op, v->type, memory, v->count);
    return memory - v->first * (sl_index)v->info->size;
}

static void put_results(const sl__copies *c, const sl__copied *v, const char *from, sl_index at, sl_index end)
{
    const sl_index size = (sl_index)v->info->size;
    for (sl_index i = at; i < end; i++, from += size) {
        char *to = v->to + i * v->stride * size;
        if (c->combine)
            sl__reduce_join(v->info->op, v->type, to, from, 1);
        else
            memcpy(to, from, (size_t)size);
    }
}

/* Of no iterations the result is the identity. */
static void join_nothing(const sl__copies *c, const sl__copied *v, sl_index at, sl_index end)
{
    const sl_index size = (sl_index)v->info->size;
    for (sl_index i = at; i < end && !c->combine; i++)
        sl__reduce_fill(v->info->op, v->type, v->to + i * v->stride * size, 1);
}

/* Of a part of a loop: each branch of the tree stays by itself. */
static void leave_branches(const sl__copies *c, const sl__copied *v, size_t first, size_t bytes)
{
    char *to = v->to;
    for (int copy = 0; copy < c->count; copy += (int)c->branch, to += v->apart)
        memcpy(to + first, array_copy(c, v, copy) + first, bytes);
}

void sl__arrays_join(const sl__copies *c, const sl__copied *v, sl_index at, sl_index end)
{
    const size_t first = (size_t)at * v->info->size;
    const int most = c->branch > 0 && c->branch < c->count ? (int)c->branch : c->count;
    if (!c->used[0]) {
        join_nothing(c, v, at, end);
        return;
    }
    if (is_in_place(c, v))
        return;
    for (int step = 1; step < most; step *= 2)
        for (int copy = 0; copy + step < c->count; copy += 2 * step)
            if (c->used[copy + step]) /* some threads of a nest may not have come */
                sl__reduce_join(v->info->op, v->type, array_copy(c, v, copy) + first,
                                array_copy(c, v, copy + step) + first, end - at);
    if (c->branch > 0)
        leave_branches(c, v, first, (size_t)(end - at) * v->info->size);
    else
        put_results(c, v, array_copy(c, v, 0) + first, at, end);
}
