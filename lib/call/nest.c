/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of nests: which policy runs. */
#include <starloop/kernel/abi.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "base/error.h"
#include "base/position.h"
#include "base/types.h"
#include "call/nest_auto.h"
#include "call/submit.h"
#include "data/index_set.h"
#include "exec/nest_pair.h"
#include "exec/nest_shape.h"
#include "kernel/policy.h"
#include "kernel/space.h"
#include "task/kernel_state.h"

typedef struct sl__nest_policy nest_policy;

/* The names of a nest's policies, for a message. */
static void list_names(const sl_kernel *nest, const nest_policy **first, const nest_policy **last, char *text,
                       size_t size)
{
    size_t at = 0;
    text[0] = '\0';
    for (const nest_policy **p = first; p < last && at < size; p++)
        if ((*p)->nest_ == nest)
            at += (size_t)snprintf(text + at, size - at, "%s\"%s\"", at > 0 ? ", " : "", (*p)->name_);
}

/* Whether the next of several names is a policy's. */
static int is_next(const nest_policy *policy, const char *names)
{
    const size_t length = strlen(policy->name_);
    return strncmp(names, policy->name_, length) == 0 && strchr(", ", names[length]) != NULL;
}

/* Behind the next of several names and its comma; NULL: it was the last one. */
static const char *next_name(const char *names)
{
    const char *comma = strchr(names, ',');
    return comma != NULL ? comma + 1 + strspn(comma + 1, " ") : NULL;
}

static int is_named(const nest_policy *policy, const char *names)
{
    while (names != NULL && !is_next(policy, names))
        names = next_name(names);
    return names != NULL;
}

/* The policy for CPUs, or for devices, of those names; the one that is first in its file where there are none. */
static const nest_policy *find_policy(const sl_kernel *nest, const nest_policy **first, const nest_policy **last,
                                      const char *names, int device)
{
    const nest_policy *found = NULL;
    for (const nest_policy **p = first; p < last; p++)
        if ((*p)->nest_ == nest && ((*p)->launch_ != NULL) == device && (names == NULL || is_named(*p, names)) &&
            (found == NULL || (*p)->number_ < found->number_))
            found = *p;
    return found;
}

/* Whether there is a policy of each name. */
static int are_known(const sl_kernel *nest, const nest_policy **first, const nest_policy **last, const char *names)
{
    int known = 1;
    for (; names != NULL && known; names = next_name(names)) {
        known = 0;
        for (const nest_policy **p = first; p < last; p++)
            known |= (*p)->nest_ == nest && is_next(*p, names);
    }
    return known;
}

/* What of a policy the nest's own says. */
static sl_status check_fields(const sl_kernel *nest, const sl_policy *policy)
{
    const char *field = NULL;
    for (int d = 0; d < SL_MAX_RANK; d++)
        field = policy->tile[d] != 0 ? "tile" : policy->order[d] != 0 ? "order" : field;
    field = policy->iterate_inner != SL_ITERATE_DEFAULT   ? "iterate_inner"
            : policy->iterate_outer != SL_ITERATE_DEFAULT ? "iterate_outer"
                                                          : field;
    field = policy->chunk != 0                                ? "chunk"
            : policy->collapse != 0                           ? "collapse"
            : policy->block != 0                              ? "block"
            : policy->min_blocks != 0                         ? "min_blocks"
            : policy->grid != 0                               ? "grid"
            : policy->occupancy.kind != SL__OCCUPANCY_DEFAULT ? "occupancy"
                                                              : field;
    if (field != NULL)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "sl_nest: nest %s: policy.%s: expected 0, since its SL_NEST_POLICY says it, "
                       "got another value",
                       nest->name, field);
    if (policy->reproducible == SL_ACROSS_DEVICES)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "sl_nest: nest %s: policy.reproducible: expected SL_NO or SL_YES for a nest, whose own policies "
                       "say in what order it adds, got SL_ACROSS_DEVICES",
                       nest->name);
    return SL_SUCCESS;
}

/* An argument that is a size of tiles. */
static sl_status check_size(const sl_kernel *nest, int i, const sl_arg args[], int64_t *size)
{
    const sl__arg_info *info = &nest->args[i];
    if (info->type <= SL_DOUBLE || info->type >= SL__TYPE_BUILTIN_END)
        return SL_FAIL(SL_ERR_TYPE, "sl_nest: nest %s, argument %s: expected an integer for the size of tiles, got %s",
                       nest->name, info->name, info->type_name);
    *size = sl__type_integer(info->type, args[i].data);
    if (*size < 1)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_nest: nest %s, argument %s: expected 1 or more for the size of tiles, got %" PRId64,
                       nest->name, info->name, *size);
    return SL_SUCCESS;
}

/* @param[in,out] sizes  which arguments are such, as bits, are added */
static sl_status check_sizes(const nest_policy *policy, const sl_arg args[], int n, uint32_t *sizes)
{
    const sl_kernel *k = policy->kernel_;
    int64_t size;
    for (const char *name = policy->sizes_, *end; (end = strchr(name, ' ')) != NULL; name = end + 1)
        for (int i = 0; i < n; i++) {
            const size_t length = (size_t)(end - name);
            if (strncmp(k->args[i].name, name, length) != 0 || k->args[i].name[length] != '\0')
                continue;
            SL_TRY(check_size(k, i, args, &size));
            *sizes |= UINT32_C(1) << i;
        }
    return SL_SUCCESS;
}

/* Whether there is a grid for the space. What the call's own checks refuse is left to them.
 * @param[out] why  [SL__NEST_WHY] there is none */
static int has_grid(const sl_kernel *nest, const nest_policy *device, const sl_space *space, const sl_arg args[], int n,
                    char *why)
{
    const struct sl__nest_launch *launch = device->launch_;
    int64_t value[SL_MAX_ARGS] = {0};
    unsigned block[3], grid[3];
    if (n != nest->nargs || space->rank != nest->rank || sl__space_ops_of(space->kind) == NULL)
        return 1;
    for (int l = 0; l < launch->levels_; l++)
        if (launch->level_[l].size_ < 0) {
            const int i = (int)(-1 - launch->level_[l].size_);
            value[i] = sl__type_integer(nest->args[i].type, args[i].data);
        }
    const sl__nest_call call = {.launch = launch, .space = space, .value = value, .threads = SL__BLOCK_THREADS};
    return sl__nest_shape(&call, block, grid, why);
}

static sl_status check_device_sizes(const sl_kernel *nest, const nest_policy *device, const sl_arg args[], int n,
                                    uint32_t *sizes)
{
    const struct sl__nest_launch *launch = device->launch_;
    int64_t size;
    for (int l = 0; l < launch->levels_ && n == nest->nargs; l++)
        if (launch->level_[l].size_ < 0) {
            SL_TRY(check_size(nest, (int)(-1 - launch->level_[l].size_), args, &size));
            *sizes |= UINT32_C(1) << (-1 - launch->level_[l].size_);
        }
    return SL_SUCCESS;
}

/* Queues what was chosen, which is to know its sizes of tiles: sl_region_set() checks them. */
static sl_status submit_sized(const sl_kernel *kernel, uint32_t sizes, const sl_policy *policy, const sl_space *space,
                              const sl_arg args[], int n)
{
    sl__kernel_state *state;
    if (sizes != 0) {
        SL_TRY(sl__kernel_state_of(kernel, "sl_nest", &state));
        if ((atomic_load_explicit(&state->sizes, memory_order_relaxed) & sizes) != sizes)
            atomic_fetch_or_explicit(&state->sizes, sizes, memory_order_relaxed);
    }
    return sl__submit_from("sl_nest", 0, kernel, policy, space, args, n);
}

static sl_status check_grid(const sl_kernel *nest, const nest_policy *device, const sl_space *space,
                            const sl_arg args[], int n, uint32_t *sizes)
{
    char why[SL__NEST_WHY];
    SL_TRY(check_device_sizes(nest, device, args, n, sizes));
    return has_grid(nest, device, space, args, n, why)
               ? SL_SUCCESS
               : SL_FAIL(SL_ERR_ARGUMENT, "sl_nest: nest %s.%s: %s", nest->name, device->name_, why);
}

/* The policies that a call names, or the first ones: one for CPUs, and one for devices, where there is one. A call that
 * names one for devices only runs there. */
static sl_status choose_policies(const sl_kernel *nest, const nest_policy **first, const nest_policy **last,
                                 const sl_policy *policy, sl_policy *own, const nest_policy *found[2])
{
    char names[512];
    const char *wish = policy->nest;
    const sl_where where = sl__policy_where(policy);
    const sl__backend *b = where == SL_ANYWHERE ? sl__backend_now() : sl__backend_of(where);
    found[0] = find_policy(nest, first, last, wish, 0);
    found[1] = find_policy(nest, first, last, wish, 1);
    const int only = found[0] == NULL && found[1] != NULL && wish != NULL;
    if (only)
        found[0] = find_policy(nest, first, last, NULL, 0);
    if (found[0] == NULL || !are_known(nest, first, last, wish)) {
        list_names(nest, first, last, names, sizeof names);
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_nest: nest %s: policy.nest: expected %s%s, got %s%s%s", nest->name,
                       names[0] != '\0' ? "\"auto\", " : "",
                       names[0] != '\0' ? names : "an SL_NEST_POLICY of it in its file", wish ? "\"" : "",
                       wish ? wish : "none", wish ? "\"" : "");
    }
    if (only && where == SL_CPU)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "sl_nest: nest %s: policy.nest: expected a policy for CPUs with SL_CPU, got "
                       "\"%s\", which is for %s",
                       nest->name, wish, sl__backend_now()->place);
    if (found[1] == NULL && where != SL_ANYWHERE && b != NULL)
        return SL_FAIL(SL_ERR_DEVICE,
                       "sl_nest: nest %s: policy.where: expected SL_CPU or SL_ANYWHERE, got %s: the nest has no such "
                       "policy for it, and runs on CPUs",
                       nest->name, b->place);
    if (only && b != NULL)
        own->where = b->where;
    return SL_SUCCESS;
}

/* Leaves of the policies for devices those that there is a grid for; an error where there is none for any. */
static sl_status leave_with_grid(const sl_kernel *nest, sl__nest_set *device, const sl_space *space,
                                 const sl_arg args[], int n, uint32_t *sizes)
{
    sl__nest_set fit = {.count = 0};
    char why[SL__NEST_WHY];
    for (int i = 0; i < device->count; i++) {
        SL_TRY(check_device_sizes(nest, device->policy[i], args, n, sizes));
        if (has_grid(nest, device->policy[i], space, args, n, why))
            fit.policy[fit.count++] = device->policy[i];
    }
    if (device->count > 0 && fit.count == 0)
        return check_grid(nest, device->policy[0], space, args, n, sizes);
    *device = fit;
    return SL_SUCCESS;
}

/* .nest = "auto": all of its policies, but for those that the place rules out. */
static sl_status submit_auto(const sl_kernel *nest, const nest_policy **first, const nest_policy **last, sl_policy *own,
                             const sl_space *space, const sl_arg args[], int n)
{
    const nest_policy *found[2];
    const sl_kernel *kernel;
    uint32_t sizes = 0;
    own->nest = NULL;
    SL_TRY(choose_policies(nest, first, last, own, own, found)); /* there are some, also for the place */
    sl__nest_set host = sl__nest_set_of(nest, first, last, 0), device = {.count = 0};
    for (int i = 0; i < host.count; i++)
        SL_TRY(check_sizes(host.policy[i], args, n, &sizes));
    if (own->where != SL_CPU && sl__backend_now() != NULL) {
        device = sl__nest_set_of(nest, first, last, 1);
        SL_TRY(leave_with_grid(nest, &device, space, args, n, &sizes));
    }
    SL_TRY(sl__nest_auto_choose(&host, &device, own, space, &kernel));
    return submit_sized(kernel, sizes, own, space, args, n);
}

/* Some statements may run where a dimension is empty, so the others are counted in any case. An end that lies before
 * its begin is put there: code for devices counts turns by the difference. What else is wrong the call's own checks
 * find. */
static sl_status take_space(const sl_kernel *nest, const sl_space *space, sl_space *own)
{
    *own = *space;
    if (own->kind == SL_SPACE_SET)
        SL_TRY(sl__index_set_list((sl_index_set *)own->object[0], "sl_nest", "space", own));
    if (own->kind == SL_SPACE_RANGE_VIEW && own->lo[0] <= own->hi[0])
        own->kind = own->lo[0] < own->hi[0] ? SL_SPACE_PRODUCT : SL_SPACE_BOX;
    if ((own->kind != SL_SPACE_BOX && own->kind != SL_SPACE_PRODUCT) || own->rank < 1 || own->rank > SL_MAX_RANK)
        return SL_SUCCESS;
    for (int d = 0; d < own->rank; d++)
        own->hi[d] = own->hi[d] < own->lo[d] ? own->lo[d] : own->hi[d];
    if (sl__space_around(own) < 0)
        return SL_FAIL(SL_ERR_EXTENT,
                       "sl_nest: nest %s: space: expected fewer than 2^63 points along the dimensions that are not "
                       "empty, got more",
                       nest->name);
    return SL_SUCCESS;
}

static sl_status nest_submit(const sl_kernel *nest, const nest_policy **first, const nest_policy **last,
                             const sl_policy *policy, const sl_space *space, const sl_arg args[], int n)
{
    sl_policy own = *policy;
    sl_space box;
    uint32_t sizes = 0;
    const nest_policy *found[2];
    SL_TRY(check_fields(nest, policy));
    SL_TRY(take_space(nest, space, &box));
    if (policy->nest != NULL && strcmp(policy->nest, "auto") == 0)
        return submit_auto(nest, first, last, &own, &box, args, n);
    SL_TRY(choose_policies(nest, first, last, policy, &own, found));
    const sl_kernel *kernel = found[0]->kernel_;
    SL_TRY(check_sizes(found[0], args, n, &sizes));
    if (found[1] != NULL && own.where != SL_CPU) {
        SL_TRY(check_grid(nest, found[1], &box, args, n, &sizes));
        SL_TRY(sl__nest_pair(found[0], found[1], &kernel));
    }
    own.nest = NULL;
    return submit_sized(kernel, sizes, &own, &box, args, n);
}

sl_status sl__nest_submit(const sl_kernel *nest, const nest_policy **first, const nest_policy **last,
                          const sl_policy *policy, const sl_space *space, const sl_arg args[], int n,
                          const sl__call *call)
{
    const char *const outer = sl__submit_set_position(call, nest);
    const sl_policy *given = policy ? policy : &sl__policy_default;
    const sl_status status = sl__submit_noted(nest_submit(nest, first, last, given, space, args, n));
    sl__position = outer;
    return status;
}
