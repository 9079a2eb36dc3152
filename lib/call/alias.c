/* SPDX-License-Identifier: BSD-3-Clause */
/* What the arguments of a call may share. */
#include <string.h>

#include "base/error.h"
#include "call/request.h"
#include "data/view.h"
#include "kernel/space.h"

static int bytes_overlap(const void *a, size_t bytes_a, const void *b, size_t bytes_b)
{
    return (uintptr_t)a < (uintptr_t)b + bytes_b && (uintptr_t)b < (uintptr_t)a + bytes_a && bytes_a > 0 && bytes_b > 0;
}

/* A result in host memory shares it neither with another one nor with a view of the call. */
static sl_status check_host_alias(const sl__request *c, int i, int j)
{
    int host = c->args[i].kind == SL_ARG_HOST ? i : j, other = i + j - host;
    const sl_view *view = sl__request_view(c, other);
    const void *data = c->args[host].data;
    size_t size = c->kernel->args[host].size;
    if (view != NULL && bytes_overlap(data, size, view->data, view->span))
        return SL__REFUSE(SL_ERR_ALIAS, c, host,
                          "expected memory outside of the views, got a pointer into \"%s\" of argument %s", view->label,
                          c->kernel->args[other].name);
    if (c->args[other].kind == SL_ARG_HOST &&
        bytes_overlap(data, size, c->args[other].data, c->kernel->args[other].size))
        return SL__REFUSE(SL_ERR_ALIAS, c, host, "expected a pointer of its own, got that of argument %s",
                          c->kernel->args[other].name);
    return SL_SUCCESS;
}

/* No written view has the list that the loop runs over, or the end of its range. */
static sl_status check_space_alias(const sl__request *c, const sl_view *view)
{
    for (int i = 0; i < c->kernel->nargs; i++)
        if (sl__request_writes(c, i) && sl__request_view(c, i) != NULL &&
            sl__view_overlap(sl__request_view(c, i), view))
            return SL__REFUSE(SL_ERR_ALIAS, c, i,
                              "expected memory of its own, got \"%s\", which overlaps the %s \"%s\"",
                              sl__request_view(c, i)->label,
                              c->space->kind == SL_SPACE_LIST ? "list" : "end of the space,", view->label);
    return SL_SUCCESS;
}

sl_status sl__request_aliases(const sl__request *c)
{
    if (sl__space_view(c->space) != NULL)
        SL_TRY(check_space_alias(c, sl__space_view(c->space)));
    for (int i = 1; i < c->kernel->nargs; i++)
        for (int j = 0; j < i; j++) {
            const sl_view *a = sl__request_view(c, j), *b = sl__request_view(c, i);
            if (c->args[i].kind == SL_ARG_HOST || c->args[j].kind == SL_ARG_HOST)
                SL_TRY(check_host_alias(c, i, j));
            int written = sl__request_writes(c, i) || sl__request_writes(c, j);
            int targets = c->args[i].kind == SL_ARG_INTO && c->args[j].kind == SL_ARG_INTO;
            if (a == NULL || b == NULL || !written || (a != b && !sl__view_overlap(a, b)))
                continue;
            if (targets && a == b &&
                memcmp(c->args[i].index, c->args[j].index, (size_t)a->rank * sizeof(sl_index)) != 0)
                continue;
            return SL__REFUSE(SL_ERR_ALIAS, c, i,
                              "expected memory of its own, got \"%s\", "
                              "which overlaps \"%s\" of argument %s",
                              b->label, a->label, c->kernel->args[j].name);
        }
    return SL_SUCCESS;
}
