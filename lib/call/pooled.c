/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank has a place for its copies in one message, which is or-ed: the places of others are 0 there. */
#include "call/pooled.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "data/create.h"
#include "data/host.h"
#include "data/spread.h"
#include "kernel/scatter.h"

sl_status sl__pooled_begin(sl__pooled *pooled, const char *function)
{
    const sl_view *whole = pooled->whole;
    sl_extents e = {.rank = whole->rank};
    sl_layout layout = SL_LAYOUT_RIGHT;
    memcpy(e.n, whole->n, sizeof e.n);
    layout.firsts = whole->rank;
    memcpy(layout.first, whole->indices.first, sizeof layout.first);
    SL_TRY(sl__view_create(function, whole->label, whole->type, &layout, &e, SL_VIEW_UNINITIALIZED, &pooled->copy));
    if (whole->count > 0)
        sl__scatter_fill(pooled->joins, whole->type, pooled->copy->data, whole->count); /* nothing has used it */
    return SL_SUCCESS;
}

static size_t pooled_bytes(const sl_view *view)
{
    return (size_t)view->count * view->elem;
}

/* Puts this rank's copies into its place. */
static sl_status collect(const sl__pooled pooled[], int n, const char *function, char *place)
{
    for (int k = 0; k < n; k++) {
        sl_view *copy = pooled[k].copy;
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

/* Joins rows of a copy into those of a view: dimension d and those behind it. @return where the copy goes on */
static const char *join_rows(const sl__pooled *p, int d, char *to, const char *from)
{
    const sl_view *v = p->whole;
    const int last = v->rank - 1;
    if (d >= last) {
        const sl_index n = v->rank > 0 ? v->n[last] : 1;
        sl__scatter_join(p->joins, v->type, to, v->rank > 0 ? v->s[last] : 1, from, n);
        return from + (size_t)n * v->elem;
    }
    for (sl_index i = 0; i < v->n[d]; i++)
        from = join_rows(p, d + 1, to + i * v->s[d] * (sl_index)v->elem, from);
    return from;
}

/* Joins what all ranks have, in their order. @param[in] each  bytes of a rank's place */
static sl_status pooled_put(const sl__pooled *p, const char *function, const char *place, size_t each, int ranks)
{
    if (p->whole->count == 0)
        return SL_SUCCESS;
    char *data = sl_host_begin(p->whole, SL_RDWR, p->whole->type, function);
    if (data == NULL)
        return sl_last_status();
    for (int r = 0; r < ranks; r++)
        (void)join_rows(p, 0, data, place + (size_t)r * each);
    return sl__host_end(p->whole, function);
}

sl_status sl__pooled_join(const sl__pooled pooled[], int n, const char *function, sl_status status)
{
    const sl__ranks *ranks = sl__ranks_now();
    size_t each = 0;
    for (int k = 0; k < n; k++)
        each += pooled_bytes(pooled[k].whole);
    char *message = calloc(1, SL__RANK_HEAD + (size_t)ranks->count * each);
    if (message == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for what all ranks scatter into \"%s\", got none", function,
                       pooled[0].whole->label);
    if (status == SL_SUCCESS)
        status = collect(pooled, n, function, message + SL__RANK_HEAD + (size_t)ranks->rank * each);
    status = sl__spread_agree(function, status, message, (size_t)ranks->count * each);
    const char *place = message + SL__RANK_HEAD;
    for (int k = 0; k < n && status == SL_SUCCESS; k++) {
        status = pooled_put(&pooled[k], function, place, each, ranks->count);
        place += pooled_bytes(pooled[k].whole);
    }
    free(message);
    return status;
}

void sl__pooled_end(sl__pooled pooled[], int n)
{
    for (int k = 0; k < n; k++)
        if (pooled[k].copy != NULL)
            sl_view_destroy(&pooled[k].copy);
}
