/* SPDX-License-Identifier: BSD-3-Clause */
/* Each block has a place for its copies in one message, which is or-ed: the places of other ranks' blocks are 0 there.
 */
#include "call/pooled.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "data/create.h"
#include "data/host.h"
#include "kernel/reduce.h"
#include "kernel/scatter.h"

static sl_status make_copy(const sl__pooled *pooled, const char *function, sl_view **copy)
{
    const sl_view *whole = pooled->whole;
    sl_extents e = {.rank = whole->rank};
    sl_layout layout = SL_LAYOUT_RIGHT;
    memcpy(e.n, whole->n, sizeof e.n);
    layout.firsts = whole->rank;
    memcpy(layout.first, whole->indices.first, sizeof layout.first);
    SL_TRY(sl__view_create(function, whole->label, whole->type, &layout, &e, SL_VIEW_UNINITIALIZED, copy));
    if (whole->count > 0 && pooled->results) /* nothing has used it */
        sl__reduce_fill(pooled->op, whole->type, (*copy)->data, whole->count);
    else if (whole->count > 0)
        sl__scatter_fill(pooled->op, whole->type, (*copy)->data, whole->count);
    return SL_SUCCESS;
}

sl_status sl__pooled_begin(sl__pooled *pooled, const sl__spread *spread, const char *function)
{
    pooled->copy = calloc((size_t)spread->own + 1, sizeof *pooled->copy);
    if (pooled->copy == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for copies of \"%s\", got none", function,
                       pooled->whole->label);
    for (int own = 0; own < spread->own; own++)
        SL_TRY(make_copy(pooled, function, &pooled->copy[own]));
    return SL_SUCCESS;
}

static size_t pooled_bytes(const sl_view *view)
{
    return (size_t)view->count * view->elem;
}

/* Puts the copies of a block into its place. */
static sl_status collect(const sl__pooled pooled[], int n, int own, const char *function, char *place)
{
    for (int k = 0; k < n; k++) {
        sl_view *copy = pooled[k].copy[own];
        if (copy->count == 0)
            continue;
        const void *data = sl_host_begin(copy, SL_READ, copy->type, function);
        if (data == NULL)
            return sl_last_status();
        memcpy(place, data, pooled_bytes(copy));
        place += pooled_bytes(copy);
        SL_TRY(sl__host_end(copy, function));
    }
    return SL_SUCCESS;
}

/* Joins elements into those of the view, which are so far apart. */
static void pooled_join_elements(const sl__pooled *p, char *to, sl_index stride, const char *from, sl_index n)
{
    const sl_view *v = p->whole;
    if (!p->results) {
        sl__scatter_join(p->op, v->type, to, stride, from, n);
        return;
    }
    for (sl_index k = 0; k < n; k++, to += stride * (sl_index)v->elem, from += v->elem) {
        if (p->combine)
            sl__reduce_join(p->op, v->type, to, from, 1);
        else
            memcpy(to, from, v->elem);
    }
}

/* Joins rows of a copy into those of a view: dimension d and those behind it. @return where the copy goes on */
static const char *join_rows(const sl__pooled *p, int d, char *to, const char *from)
{
    const sl_view *v = p->whole;
    const int last = v->rank - 1;
    if (d >= last) {
        const sl_index n = v->rank > 0 ? v->n[last] : 1;
        pooled_join_elements(p, to, v->rank > 0 ? v->s[last] : 1, from, n);
        return from + (size_t)n * v->elem;
    }
    for (sl_index i = 0; i < v->n[d]; i++)
        from = join_rows(p, d + 1, to + i * v->s[d] * (sl_index)v->elem, from);
    return from;
}

/* Joins what all blocks have, in their order: values into the view, results with one another before.
 * @param[in] each  bytes of a block's place */
static sl_status pooled_put(const sl__pooled *p, const char *function, char *place, size_t each, int blocks)
{
    if (p->whole->count == 0)
        return SL_SUCCESS;
    char *data = sl_host_begin(p->whole, SL_RDWR, p->whole->type, function);
    if (data == NULL)
        return sl_last_status();
    for (int b = 1; b < blocks && p->results; b++)
        sl__reduce_join(p->op, p->whole->type, place, place + (size_t)b * each, p->whole->count);
    for (int b = 0; b < (p->results ? 1 : blocks); b++)
        (void)join_rows(p, 0, data, place + (size_t)b * each);
    return sl__host_end(p->whole, function);
}

sl_status sl__pooled_join(const sl__pooled pooled[], int n, const sl__spread *spread, const char *function,
                          sl_status status)
{
    const int blocks = spread->grid->parts;
    size_t each = 0;
    for (int k = 0; k < n; k++)
        each += pooled_bytes(pooled[k].whole);
    char *message = calloc(1, SL__RANK_HEAD + (size_t)blocks * each);
    if (message == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for what all ranks join into \"%s\", got none", function,
                       pooled[0].whole->label);
    for (int own = 0; own < spread->own && status == SL_SUCCESS; own++)
        status =
            collect(pooled, n, own, function, message + SL__RANK_HEAD + (size_t)sl__spread_block(spread, own) * each);
    status = sl__spread_agree(function, status, message, (size_t)blocks * each);
    char *place = message + SL__RANK_HEAD;
    for (int k = 0; k < n && status == SL_SUCCESS; k++) {
        status = pooled_put(&pooled[k], function, place, each, blocks);
        place += pooled_bytes(pooled[k].whole);
    }
    free(message);
    return status;
}

void sl__pooled_end(sl__pooled pooled[], int n, const sl__spread *spread)
{
    for (int k = 0; k < n; k++) {
        for (int own = 0; pooled[k].copy != NULL && own < spread->own; own++)
            if (pooled[k].copy[own] != NULL)
                sl_view_destroy(&pooled[k].copy[own]);
        free(pooled[k].copy);
    }
}
