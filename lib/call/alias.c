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

/* A result in host memory shares it neither with a view of the call nor with another one before it. */
static sl_status check_host_alias(const sl__request *c, int host)
{
    const sl__uses *uses = c->uses;
    const void *data = c->args[host].data;
    const size_t size = c->kernel->args[host].size;
    for (int u = 0; u < uses->count; u++)
        if (uses->argument[u] >= 0 && sl__view_meets(uses->view[u], data, size))
            return SL__REFUSE(SL_ERR_ALIAS, c, host,
                              "expected memory outside of the views, got a pointer into \"%s\" of argument %s",
                              uses->view[u]->label, c->kernel->args[uses->argument[u]].name);
    for (int other = 0; other < host; other++)
        if (c->args[other].kind == SL_ARG_HOST &&
            bytes_overlap(data, size, c->args[other].data, c->kernel->args[other].size))
            return SL__REFUSE(SL_ERR_ALIAS, c, host, "expected a pointer of its own, got that of argument %s",
                              c->kernel->args[other].name);
    return SL_SUCCESS;
}

/* Whether two arguments are targets that are different elements of one view. */
static int are_elements(const sl__request *c, int u, int v)
{
    const sl_arg *a = &c->args[c->uses->argument[u]], *b = &c->args[c->uses->argument[v]];
    return a->kind == SL_ARG_INTO && b->kind == SL_ARG_INTO && c->uses->view[u] == c->uses->view[v] &&
           memcmp(a->index, b->index, (size_t)c->uses->view[u]->rank * sizeof(sl_index)) != 0;
}

/* No written view overlaps another one, nor the list that the loop runs over, nor the end of its range. */
static sl_status check_alias(const sl__request *c, int u, int v)
{
    const sl__uses *uses = c->uses;
    const sl_view *a = uses->view[u], *b = uses->view[v];
    if (!(uses->writes[u] | uses->writes[v]) || (a != b && !sl__view_overlap(a, b)))
        return SL_SUCCESS;
    if (uses->argument[v] < 0)
        return SL__REFUSE(SL_ERR_ALIAS, c, uses->argument[u],
                          "expected memory of its own, got \"%s\", which overlaps the %s \"%s\"", a->label,
                          sl__space_ends_in_view(c->space, -1 - uses->argument[v]) ? "end of the space," : "list",
                          b->label);
    if (are_elements(c, u, v))
        return SL_SUCCESS;
    return SL__REFUSE(SL_ERR_ALIAS, c, uses->argument[v],
                      "expected memory of its own, got \"%s\", which overlaps \"%s\" of argument %s", b->label,
                      a->label, c->kernel->args[uses->argument[u]].name);
}

sl_status sl__request_aliases(const sl__request *c)
{
    for (int v = 1; v < c->uses->count; v++)
        for (int u = 0; u < v; u++)
            SL_TRY(check_alias(c, u, v));
    for (int i = 0; i < c->kernel->nargs; i++)
        if (c->args[i].kind == SL_ARG_HOST)
            SL_TRY(check_host_alias(c, i));
    return SL_SUCCESS;
}
