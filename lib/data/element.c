/* SPDX-License-Identifier: BSD-3-Clause */
/* An element is opened as a subview of its own, which makes the host access copy that element alone from a device, and
 * keep the others. Where there are no subviews (layouts without strides) the view is opened. */
#include <starloop/element.h>

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "data/host.h"
#include "data/subview.h"
#include "data/view.h"

/* What is opened for an element, and where it is in that. */
typedef struct element {
    sl_view *opened, *made; /* made: to destroy afterwards; NULL: none */
    sl_index place;         /* elements */
} element;

/* The index of the only element, where none is given. */
static sl_status element_index(const sl_view *v, sl_extents *index, const char *function)
{
    if (index->rank != 0 || v->rank == 0)
        return SL_SUCCESS;
    if (v->count != 1)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(v),
                          "%s: index: expected %d indices for \"%s\", which has %" PRId64 " elements, got none",
                          function, v->rank, v->label, v->count);
    index->rank = v->rank;
    memcpy(index->n, v->indices.first, sizeof index->n);
    return SL_SUCCESS;
}

static sl_status element_find(element *e, sl_view *v, sl_extents index, const char *function)
{
    struct sl__slice slices[SL_MAX_RANK];
    *e = (element){.opened = v};
    SL_TRY(element_index(v, &index, function));
    SL_TRY(sl__view_find(v, function, index.rank, index.n, &e->place));
    if (v->count == 1 || v->layout.map != SL__LAYOUT_RIGHT || v->root->layout.automatic)
        return SL_SUCCESS;
    for (int d = 0; d < v->rank; d++)
        slices[d] = (struct sl__slice){index.n[d], index.n[d] + 1, 0};
    SL_TRY(sl__view_sub(function, v, v->rank, slices, &e->made));
    e->opened = e->made;
    e->place = 0;
    return SL_SUCCESS;
}

static sl_status element_check(sl_view *v, sl_access access, sl_type type, const void *value, const char *function)
{
    SL_TRY(sl__host_check(v, access, type, function));
    return value != NULL ? SL_SUCCESS
                         : SL_FAIL(SL_ERR_ARGUMENT, "%s: value: expected memory of an element, got NULL", function);
}

/* Copies the element, from the view or into it. */
static sl_status element_move(sl_view *v, sl_access access, sl_type type, sl_extents index, void *to, const void *from,
                              const char *function)
{
    element e;
    SL_TRY(element_check(v, access, type, to ? to : from, function));
    SL_TRY(element_find(&e, v, index, function));
    char *data = sl_host_begin(e.opened, v->count > 1 && e.made == NULL && access == SL_WRITE ? SL_RDWR : access, type,
                               function);
    sl_status status = data != NULL ? SL_SUCCESS : sl_last_status();
    if (data != NULL) {
        char *at = data + (size_t)e.place * v->elem;
        memcpy(to ? to : at, from ? from : at, v->elem);
        status = sl__host_end(e.opened, function);
    }
    if (e.made != NULL)
        sl_view_destroy(&e.made);
    return status;
}

sl_status sl_element_get(sl_view *view, sl_type type, sl_extents index, void *value, const char *function)
{
    SL__CALL();
    if (function == NULL)
        function = "sl_element_get";
    return element_move(view, SL_READ, type, index, value, NULL, function);
}

sl_status sl_element_put(sl_view *view, sl_type type, sl_extents index, const void *value, const char *function)
{
    SL__CALL();
    if (function == NULL)
        function = "sl_element_put";
    return element_move(view, SL_WRITE, type, index, NULL, value, function);
}
