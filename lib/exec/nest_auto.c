/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/nest_auto.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* Kept until the process ends, as the states of kernels are. */
static _Atomic(sl__nest_auto *) nest_autos;
static pthread_mutex_t nest_autos_lock = PTHREAD_MUTEX_INITIALIZER; /* of those who add to them */

/* Puts a policy behind those that stand before it in the file; the last ones are left out. */
static void set_add(sl__nest_set *set, const struct sl__nest_policy *policy)
{
    int at = set->count;
    while (at > 0 && set->policy[at - 1]->number_ > policy->number_)
        at--;
    if (at == SL__NEST_WAYS)
        return;
    set->count += set->count < SL__NEST_WAYS;
    for (int i = set->count - 1; i > at; i--)
        set->policy[i] = set->policy[i - 1];
    set->policy[at] = policy;
}

sl__nest_set sl__nest_set_of(const sl_kernel *nest, const struct sl__nest_policy **first,
                             const struct sl__nest_policy **last, int device)
{
    sl__nest_set set = {.count = 0};
    for (const struct sl__nest_policy **p = first; p < last; p++)
        if ((*p)->nest_ == nest && ((*p)->launch_ != NULL) == device)
            set_add(&set, *p);
    return set;
}

const char *const *sl__nest_set_names(const sl__nest_set *set, const char *names[SL__WAY_END])
{
    for (int way = 1; way <= set->count; way++)
        names[way] = set->policy[way - 1]->name_;
    return names;
}

static sl__nest_auto *find_auto(const sl__nest_set *set, const struct sl__nest_policy *device)
{
    sl__nest_auto *a = atomic_load_explicit(&nest_autos, memory_order_acquire);
    while (a != NULL && (a->set.policy[0] != set->policy[0] || a->device != device))
        a = a->next;
    return a;
}

static sl__nest_auto *make_auto(const sl__nest_set *set, const struct sl__nest_policy *device)
{
    const sl_kernel *nest = set->policy[0]->nest_;
    const size_t length = strlen(nest->name) + sizeof ".auto." + (device != NULL ? strlen(device->name_) : 0);
    sl__nest_auto *a = calloc(1, sizeof *a + length);
    if (a == NULL)
        return NULL;
    snprintf(a->name, length, "%s.auto%s%s", nest->name, device != NULL ? "." : "",
             device != NULL ? device->name_ : "");
    a->set = *set;
    a->device = device;
    a->kernel = *set->policy[0]->kernel_; /* all have the same arguments and layout cases */
    a->kernel.name = a->name;
    a->kernel.form = SL__FORM_NEST_AUTO;
    a->kernel.state = &a->state;
    a->kernel.cuda = device != NULL ? device->launch_->code_ : NULL;
    a->kernel.nest_ = device != NULL ? device->launch_ : NULL;
    a->next = atomic_load_explicit(&nest_autos, memory_order_relaxed);
    atomic_store_explicit(&nest_autos, a, memory_order_release);
    return a;
}

sl_status sl__nest_auto_of(const sl__nest_set *set, const struct sl__nest_policy *device, const sl_kernel **kernel)
{
    sl__nest_auto *a = find_auto(set, device);
    if (a == NULL) {
        pthread_mutex_lock(&nest_autos_lock);
        a = find_auto(set, device);
        if (a == NULL)
            a = make_auto(set, device);
        pthread_mutex_unlock(&nest_autos_lock);
    }
    if (a == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "sl_nest: nest %s: expected memory for the choice of its policies, got none",
                       set->policy[0]->nest_->name);
    *kernel = &a->kernel;
    return SL_SUCCESS;
}
