/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/pack_arguments.h"

#include <inttypes.h>

#include "base/error.h"

static sl_status open_one(const sl__packs *packs, const char *function, int i, const sl_arg *arg, sl_arg each[])
{
    const sl_kernel *k = packs->written;
    const char *name = k->args[i].name;
    const int members = packs->members[i];
    if (arg->kind != SL_ARG_PACK)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s, argument %s: expected an array of %d views, got another kind",
                       function, k->name, name, members);
    if (arg->data == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s, argument %s: expected an array of %d views, got NULL", function,
                       k->name, name, members);
    if (arg->rank != members)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s, argument %s: expected an array of %d views, got one of %d",
                       function, k->name, name, members, arg->rank);
    sl_view *const *views = (sl_view *const *)arg->data;
    for (int c = 0; c < members; c++)
        each[sl__packs_row(packs, i, c)] = (sl_arg){.kind = SL_ARG_VIEW, .view = views[c]};
    return SL_SUCCESS;
}

sl_status sl__pack_arguments(const sl__packs *packs, const char *function, const sl_arg args[], int n, sl_arg each[])
{
    const sl_kernel *k = packs->written;
    if (n != k->nargs || args == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: expected %d arguments, got %d", function, k->name, k->nargs,
                       args != NULL ? n : 0);
    for (int i = 0; i < n; i++)
        if (packs->members[i] > 0)
            SL_TRY(open_one(packs, function, i, &args[i], each));
        else
            each[i] = args[i];
    return SL_SUCCESS;
}

sl_status sl__pack_check_shape(const sl__request *c, int i)
{
    const int first = c->state->packs->of[i];
    const sl_view *shape = c->args[first].view, *view = c->args[i].view;
    for (int d = 0; d < view->rank; d++)
        if (view->n[d] != shape->n[d] || view->indices.first[d] != shape->indices.first[d])
            return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                              "%s: kernel %s, argument %s: expected indices in [%" PRId64 ", %" PRId64
                              ") for dimension %d, as of argument %s, got [%" PRId64 ", %" PRId64 ") of \"%s\"",
                              c->function, c->kernel->name, c->kernel->args[i].name, shape->indices.first[d],
                              shape->indices.first[d] + shape->n[d], d, c->kernel->args[first].name,
                              view->indices.first[d], view->indices.first[d] + view->n[d], view->label);
    return SL_SUCCESS;
}
