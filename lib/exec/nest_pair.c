/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/nest_pair.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* Kept until the process ends, as the states of kernels are. */
typedef struct nest_pair {
    const struct sl__nest_policy *host, *device;
    sl_kernel kernel;
    struct sl__kernel_state *state;
    struct nest_pair *next;
    char name[];
} nest_pair;

static _Atomic(nest_pair *) nest_pairs;
static pthread_mutex_t nest_pairs_lock = PTHREAD_MUTEX_INITIALIZER; /* of those who add to them */

static nest_pair *find_pair(const struct sl__nest_policy *host, const struct sl__nest_policy *device)
{
    nest_pair *p = atomic_load_explicit(&nest_pairs, memory_order_acquire);
    while (p != NULL && (p->host != host || p->device != device))
        p = p->next;
    return p;
}

/* Two policies of one name have it together. */
static nest_pair *make_pair(const struct sl__nest_policy *host, const struct sl__nest_policy *device)
{
    const size_t length = strlen(host->kernel_->name) + strlen(device->name_) + 2;
    const int same_name = strcmp(host->name_, device->name_) == 0;
    nest_pair *p = calloc(1, sizeof *p + length);
    if (p == NULL)
        return NULL;
    snprintf(p->name, length, "%s%s%s", host->kernel_->name, same_name ? "" : ".", same_name ? "" : device->name_);
    p->host = host;
    p->device = device;
    p->kernel = *host->kernel_;
    p->kernel.name = p->name;
    p->kernel.state = &p->state;
    p->kernel.cuda = device->launch_->code_;
    p->kernel.nest_ = device->launch_;
    p->next = atomic_load_explicit(&nest_pairs, memory_order_relaxed);
    atomic_store_explicit(&nest_pairs, p, memory_order_release);
    return p;
}

sl_status sl__nest_pair(const struct sl__nest_policy *host, const struct sl__nest_policy *device,
                        const sl_kernel **kernel)
{
    nest_pair *p = find_pair(host, device);
    if (p == NULL) {
        pthread_mutex_lock(&nest_pairs_lock);
        p = find_pair(host, device);
        if (p == NULL)
            p = make_pair(host, device);
        pthread_mutex_unlock(&nest_pairs_lock);
    }
    if (p == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "sl_nest: nest %s: expected memory for its policies %s and %s, got none",
                       host->nest_->name, host->name_, device->name_);
    *kernel = &p->kernel;
    return SL_SUCCESS;
}
