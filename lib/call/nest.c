/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of nests: which policy runs. */
#include <starloop/kernel/abi.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/types.h"
#include "call/submit.h"
#include "kernel/policy.h"

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

/* The policy of that name; the one that is first in its file where there is none. */
static const nest_policy *find_policy(const sl_kernel *nest, const nest_policy **first, const nest_policy **last,
                                      const char *name)
{
    const nest_policy *found = NULL;
    for (const nest_policy **p = first; p < last; p++)
        if ((*p)->nest_ == nest && (name == NULL || strcmp((*p)->name_, name) == 0) &&
            (found == NULL || (*p)->number_ < found->number_))
            found = *p;
    return found;
}

/* What of a policy the nest's own says. */
static sl_status check_fields(const sl_kernel *nest, const sl_policy *policy)
{
    const char *field = NULL;
    for (int d = 0; d < SL_MAX_RANK; d++)
        field = policy->tile[d] != 0 ? "tile" : policy->order[d] != 0 ? "order" : field;
    field = policy->chunk != 0 ? "chunk" : policy->collapse != 0 ? "collapse" : field;
    if (field != NULL)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "sl_nest: nest %s: policy.%s: expected 0, since its SL_NEST_POLICY says it, "
                       "got another value",
                       nest->name, field);
    if (policy->where == SL_CUDA)
        return SL_FAIL(SL_ERR_DEVICE,
                       "sl_nest: nest %s: policy.where: expected SL_CPU or SL_ANYWHERE, got SL_CUDA: "
                       "nests run on CPUs",
                       nest->name);
    return SL_SUCCESS;
}

/* Scalars that are sizes of tiles are 1 or more. */
static sl_status check_sizes(const nest_policy *policy, const sl_arg args[], int n)
{
    const sl_kernel *k = policy->kernel_;
    for (const char *name = policy->sizes_, *end; (end = strchr(name, ' ')) != NULL; name = end + 1)
        for (int i = 0; i < n; i++) {
            const size_t length = (size_t)(end - name);
            if (strncmp(k->args[i].name, name, length) != 0 || k->args[i].name[length] != '\0')
                continue;
            if (k->args[i].type <= SL_DOUBLE || k->args[i].type >= SL__TYPE_BUILTIN_END)
                return SL_FAIL(SL_ERR_TYPE,
                               "sl_nest: nest %s, argument %s: expected an integer for the size of tiles, got %s",
                               k->name, k->args[i].name, k->args[i].type_name);
            const int64_t size = sl__type_integer(k->args[i].type, args[i].data);
            if (size < 1)
                return SL_FAIL(SL_ERR_ARGUMENT,
                               "sl_nest: nest %s, argument %s: expected 1 or more for the size of tiles, got %" PRId64,
                               k->name, k->args[i].name, size);
        }
    return SL_SUCCESS;
}

static sl_status nest_submit(const sl_kernel *nest, const nest_policy **first, const nest_policy **last,
                             const sl_policy *policy, const sl_space *space, const sl_arg args[], int n)
{
    char names[256];
    sl_policy own = *policy;
    const nest_policy *found = find_policy(nest, first, last, policy->nest);
    if (found == NULL) {
        list_names(nest, first, last, names, sizeof names);
        return SL_FAIL(SL_ERR_ARGUMENT, "sl_nest: nest %s: policy.nest: expected %s, got %s%s%s", nest->name,
                       names[0] != '\0' ? names : "an SL_NEST_POLICY of it in its file", policy->nest ? "\"" : "",
                       policy->nest ? policy->nest : "none", policy->nest ? "\"" : "");
    }
    SL_TRY(check_fields(nest, policy));
    SL_TRY(check_sizes(found, args, n));
    own.nest = NULL;
    return sl__submit_from("sl_nest", 0, found->kernel_, &own, space, args, n);
}

sl_status sl__nest_submit(const sl_kernel *nest, const nest_policy **first, const nest_policy **last,
                          const sl_policy *policy, const sl_space *space, const sl_arg args[], int n)
{
    return sl__submit_noted(nest_submit(nest, first, last, policy, space, args, n));
}
