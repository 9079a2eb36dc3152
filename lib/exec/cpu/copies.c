/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/copies.h"

#include <stdlib.h>
#include <string.h>

#include "exec/cpu/arrays.h"
#include "exec/cpu/workspace.h"
#include "exec/cpu/measured.h"
#include "kernel/cases.h"
#include "kernel/kinds.h"
#include "kernel/scatter.h"

enum {
    LINE = 64,
    MOST_BYTES = 256 << 20, /* of all copies of a loop */
    FIXED = 16,             /* most copies where their number is fixed */
    SHARE = 4096            /* iterations that are worth a copy */
};

static size_t rounded(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

/* Strides without gaps, with the dimensions in the order of the view's. */
static void pack_closely(sl__copied *v)
{
    const struct sl__interface *view = v->view;
    unsigned taken = 0;
    sl_index stride = 1;
    for (int k = 0; k < view->rank; k++) {
        int next = -1;
        for (int d = 0; d < view->rank; d++)
            if (!(taken >> d & 1) && (next < 0 || llabs(view->s[d]) < llabs(view->s[next])))
                next = d;
        taken |= 1u << next;
        v->s[next] = stride;
        stride *= view->n[next];
        if (k == 0)
            v->inner = next;
    }
    v->row = view->n[v->inner];
}

/* @return 0 where it cannot be copied. */
static int copied_make(sl__copied *v)
{
    const struct sl__interface *view = v->view;
    v->count = view->count;
    if (view->span == (size_t)view->count * view->elem) {
        v->inner = -1;
        v->row = view->count;
        memcpy(v->s, view->s, sizeof v->s);
        return 1;
    }
    pack_closely(v);
    return sl__cases_are_strides(view->rank, view->n, view->s);
}

sl_index sl__copies_make(const sl__task *task, void *buffers[], const void *args, sl__copies *c)
{
    c->views = 0;
    c->each = 0;
    c->elements = 0;
    c->possible = 1;
    c->args = args;
    c->args_bytes = rounded(task->kernel->args_size);
    for (int i = 0; i < task->kernel->nargs; i++) {
        if (sl__joins_of(task->kernel->args[i].kind) != (c->arrays ? SL__JOINS_RESULTS : SL__JOINS_VALUES))
            continue;
        sl__copied *v = &c->view[c->views++];
        v->info = &task->kernel->args[i];
        v->type = task->state->parameter[i].type;
        v->view = buffers[task->slot[i]];
        v->at = c->each;
        if (c->arrays)
            sl__arrays_see(v, args, sl__window_at(task->windows, i));
        else
            c->possible &= copied_make(v) && sl__window_at(task->windows, i) == NULL;
        v->apart = rounded((size_t)v->count * v->info->size);
        c->each += v->apart;
        c->elements += v->count;
    }
    const sl_index most = c->each > 0 ? (sl_index)(MOST_BYTES / c->each) : FIXED;
    return c->possible ? most : 0;
}

int sl__copies_fixed(const sl__copies *c, sl_index points, sl_index most)
{
    sl_index count = points / (c->elements > SHARE ? c->elements : SHARE);
    count = count < most ? count : most;
    count = count < FIXED ? count : FIXED;
    return count > 1 ? (int)count : 1;
}

int sl__copies_begin(sl__copies *c)
{
    const size_t count = (size_t)c->count, used = rounded(count);
    unsigned char *memory = sl__workspace(SL__WORKSPACE_COPIES, used + count * (c->args_bytes + c->each), &c->own);
    if (memory == NULL)
        return 0;
    c->used = memory;
    c->packed = memory + used;
    c->memory = c->packed + count * c->args_bytes;
    memset(c->used, 0, count);
    return 1;
}

void sl__copies_end(sl__copies *c)
{
    sl__memory_put(&c->own);
}

const void *sl__copies_take(sl__copies *c, int copy)
{
    unsigned char *packed = c->packed + (size_t)copy * c->args_bytes;
    memcpy(packed, c->args, c->args_bytes);
    for (int k = 0; k < c->views; k++) {
        const sl__copied *v = &c->view[k];
        void *memory = c->memory + (size_t)copy * c->each + v->at;
        unsigned char *slot = packed + v->info->offset;
        if (c->arrays)
            memory = sl__arrays_take(c, v, copy);
        else
            sl__scatter_fill(v->info->op, v->type, memory, v->count);
        memcpy(slot, &memory, sizeof memory);
        memcpy(slot + sizeof memory, v->s, (size_t)v->info->rank * sizeof(sl_index));
    }
    c->used[copy] = 1;
    return packed;
}

/* Where element @p at of a copy stands in the view, which has the dimensions in the same order. */
static sl_index place_in_view(const sl__copied *v, sl_index at)
{
    sl_index place = 0;
    if (v->inner < 0)
        return at;
    for (int d = 0; d < v->view->rank; d++)
        place += at / v->s[d] % v->view->n[d] * v->view->s[d];
    return place;
}

/* Joins elements [at, end) of all copies, which are in one row. */
static void join_elements(const sl__copies *c, const sl__copied *v, sl_index at, sl_index end)
{
    const size_t elem = v->view->elem;
    char *to = (char *)v->view->ptr + place_in_view(v, at) * (sl_index)elem;
    const sl_index stride = v->inner < 0 ? 1 : v->view->s[v->inner];
    for (int copy = 0; copy < c->count; copy++)
        if (c->used[copy])
            sl__scatter_join(v->info->op, v->type, to, stride,
                             c->memory + (size_t)copy * c->each + v->at + (size_t)at * elem, end - at);
}

void sl__copies_join(const sl__copies *c, int part, int parts)
{
    for (int k = 0; k < c->views; k++) {
        const sl__copied *v = &c->view[k];
        const sl_index count = v->count, lines = (count + LINE - 1) / LINE;
        const sl_index last = lines * (part + 1) / parts * LINE, end = last < count ? last : count;
        for (sl_index at = lines * part / parts * LINE, to; at < end; at = to) {
            if (c->arrays) {
                to = at + SL__COPIES_JOINED < end ? at + SL__COPIES_JOINED : end;
                sl__arrays_join(c, v, at, to);
                continue;
            }
            to = at - at % v->row + v->row;
            to = to < at + SL__COPIES_JOINED ? to : at + SL__COPIES_JOINED;
            to = to < end ? to : end;
            join_elements(c, v, at, to);
        }
    }
}
