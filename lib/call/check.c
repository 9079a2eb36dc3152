/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/check.h"

#include <inttypes.h>
#include <stdio.h>

#include "backend/backend.h"
#include "base/error.h"
#include "call/pack_arguments.h"
#include "data/argument.h"
#include "data/list.h"
#include "exec/launch.h"
#include "kernel/check.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/policy.h"
#include "kernel/space.h"
#include "kernel/teams.h"
#include "task/packs.h"
#include "task/stuck.h"

/* ---- one argument -------------------------------------------------------------------------------------- */

static sl_status check_kind(const sl__request *c, int i)
{
    static const char *const names[] = {"nothing",       "a scalar",       "a view",
                                        "SL_INTO(view)", "a host pointer", "an array of views"};
    const sl__kind *kind = &sl__kinds[c->kernel->args[i].kind];
    int got = (int)c->args[i].kind;
    const char *text = got >= SL_ARG_SCALAR && got <= SL_ARG_PACK ? names[got] : "an unknown kind";
    if (got < SL_ARG_SCALAR || got > SL_ARG_PACK || !(kind->takes >> got & 1))
        return SL__REFUSE(SL_ERR_ARGUMENT, c, i, "expected %s, got %s", kind->expects, text);
    if ((got == SL_ARG_SCALAR || got == SL_ARG_HOST) && c->args[i].data == NULL)
        return SL__REFUSE(SL_ERR_ARGUMENT, c, i, "expected a pointer, got NULL");
    return SL_SUCCESS;
}

/* ---- all of them --------------------------------------------------------------------------------------- */

/* What a team has for the arrays of its kernel. */
static sl_status check_scratch(sl__request *c)
{
    const void *value[SL_MAX_ARGS];
    for (int i = 0; i < c->kernel->nargs; i++)
        value[i] = c->args[i].kind == SL_ARG_SCALAR ? c->args[i].data : NULL;
    return sl__teams_arrays(sl__packs_written(c->state->packs, c->kernel), value, c->policy, c->function, c->scratch);
}

/* A space without points, by rank. */
static const sl_space nothing[SL_MAX_RANK + 1] = {{.rank = 0}, {.rank = 1}, {.rank = 2}, {.rank = 3},
                                                  {.rank = 4}, {.rank = 5}, {.rank = 6}};

/* @param[out] into  [n] of those that are SL_INTO: which element of the view */
static sl_status check_arguments(const sl__request *c, int n, sl_index into[])
{
    sl__argument argument = {.function = c->function,
                             .kernel = c->kernel,
                             .args = c->args,
                             .space = c->space,
                             .sequential = c->policy->schedule == SL_SEQ,
                             .waits = c->waits,
                             .edges = (_Atomic uint32_t *)&c->state->halo_logged};
    for (int i = 0; i < n; i++) {
        argument.parameter = &c->state->parameter[i];
        argument.arg = &c->args[i];
        if (c->args[i].kind == SL_ARG_INTO)
            SL_TRY(sl__argument_check_into(&argument, &into[i]));
        if (c->args[i].kind != SL_ARG_VIEW)
            continue;
        SL_TRY(sl__argument_check_view(&argument));
        if (argument.parameter->reach.pack > 0)
            SL_TRY(sl__pack_check_shape(c, i));
    }
    return SL_SUCCESS;
}

static void note_use(sl__uses *uses, const sl_view *view, int argument, int writes)
{
    const int u = uses->count++;
    uses->view[u] = view;
    uses->root[u] = sl__view_root(view);
    uses->argument[u] = (signed char)argument;
    uses->writes[u] = (unsigned char)writes;
}

static void note_uses(const sl__request *c)
{
    c->uses->count = 0;
    for (int i = 0; i < c->kernel->nargs; i++)
        if (sl__request_view(c, i) != NULL)
            note_use(c->uses, sl__request_view(c, i), i, c->state->parameter[i].writes);
    for (int d = 0; d < c->space->rank; d++)
        if (sl__space_view(c->space, d) != NULL)
            note_use(c->uses, sl__space_view(c->space, d), -1 - d, 0);
}

sl_status sl__check_call(sl__request *c, const sl_arg args[], int n, sl_index into[])
{
    const sl_kernel *k = c->kernel;
    SL_TRY(sl__kernel_check(k, c->policy, c->space, sl__launch_bound(k), c->function));
    SL_TRY(sl__list_check_space(c->space, c->function, k->name));
    if (n != k->nargs || (n > 0 && args == NULL))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s: expected %d arguments, got %d", c->function, k->name, k->nargs,
                       args ? n : 0);
    if (c->policy->schedule == SL_SEQ && c->state->reductions > 0 && !sl__policy_lexical(c->policy, k->rank))
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: kernel %s: policy.order: expected the default order for SL_SEQ with a "
                       "reduction, got another",
                       c->function, k->name);
    if (c->policy->combine && !sl__kernel_reduces(c->state))
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: kernel %s: policy.combine: expected a kernel that reduces, got one that does not",
                       c->function, k->name);
    if (c->policy->scatter != SL_SCATTER_AUTO)
        SL_TRY(sl__request_scatter(c));
    for (int i = 0; i < n; i++) {
        into[i] = 0;
        SL_TRY(check_kind(c, i));
        c->waits |= args[i].kind == SL_ARG_HOST;
    }
    c->scratch[SL__ROOM_TEAM] = (sl_index)c->policy->scratch_bytes;
    if (k->scratch_ != NULL)
        SL_TRY(check_scratch(c));
    c->empty = sl__kernel_points(k, c->space) == 0;
    if (c->empty) /* its other extents may be too large to be counted */
        c->space = &nothing[k->rank];
    c->waits |= c->policy->synchronous != 0;
    SL_TRY(check_arguments(c, n, into));
    note_uses(c);
    return sl__request_aliases(c);
}

sl_status sl__check_scratch_set(const sl__task *call, int changed, const void *with)
{
    const void *value[SL_MAX_ARGS];
    const sl_kernel *written = sl__task_values(call, value);
    sl_index bytes[SL__ROOMS];
    sl__team_lack lack;
    if (written->scratch_ == NULL)
        return SL_SUCCESS;
    value[changed] = with;
    SL_TRY(sl__teams_arrays(written, value, call->policy, "sl_region_set", bytes));
    char who[256];
    if (!(call->where & SL__SIDE_DEVICE) || sl__request_team_fits(call->kernel, call->policy, bytes, &lack))
        return SL_SUCCESS;
    snprintf(who, sizeof who, "sl_region_set: value: kernel %s, which may run on a device", call->kernel->name);
    return sl__request_team_lacks(&lack, who);
}

sl_status sl__check_stuck(const sl__request *c)
{
    const sl__uses *uses = c->uses;
    for (int u = 0; u < uses->count; u++)
        if (uses->argument[u] < 0 || atomic_load(&uses->root[u]->splits) == NULL)
            SL_TRY(sl__stuck_view(uses->root[u], uses->writes[u] ? SL_RDWR : SL_READ, c->function));
    return SL_SUCCESS;
}
