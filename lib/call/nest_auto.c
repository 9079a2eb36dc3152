/* SPDX-License-Identifier: BSD-3-Clause */
/* A device tells the time of what it ran later, and to the times of the kernel, which the placement asks. So each
 * policy for devices makes a kernel of its own, whose times there are looked at by the next calls. */
#include "call/nest_auto.h"

#include <stdatomic.h>

#include "kernel/form.h"
#include "task/kernel_state.h"
#include "trace/choices.h"

/* Of all nests: the keys of their calls differ. */
static sl__way_times device_times;
static _Atomic unsigned turns;

/* The ways whose time there is not known yet; of the others it is noted. @param[out] made  with it the choice is made
 */
static unsigned look(const sl__nest_set *device, const sl_kernel *const kernels[], const sl_policy *policy,
                     const sl_space *space, uint32_t key, int *made)
{
    const unsigned ways = sl__nest_set_ways(device);
    unsigned unknown = 0;
    for (int way = 1; way <= device->count; way++) {
        sl__kernel_state *state = __atomic_load_n(kernels[way]->state, __ATOMIC_ACQUIRE);
        const uint32_t own = state != NULL ? sl__kernel_key(kernels[way], policy, space) : 0;
        if (state == NULL || sl__times_is_new(&state->times, own, SL__BY_DEVICE)) {
            unknown |= 1u << way;
            continue;
        }
        const double seconds = sl__times_of(&state->times, own, SL__BY_DEVICE, 1);
        for (int k = 0; k < SL__TRUSTED; k++)
            *made |= sl__ways_note(&device_times, key, ways, way, 1, seconds);
    }
    return unknown;
}

/* Those that are not known take turns: what was queued meanwhile has no time yet. */
static int next_way(unsigned unknown)
{
    unsigned turn = atomic_fetch_add_explicit(&turns, 1, memory_order_relaxed);
    for (turn %= (unsigned)__builtin_popcount(unknown); turn > 0; turn--)
        unknown &= unknown - 1;
    return __builtin_ctz(unknown);
}

static int device_way(const sl__nest_set *device, const sl_kernel *const kernels[], const sl_policy *policy,
                      const sl_space *space)
{
    const unsigned ways = sl__nest_set_ways(device);
    const uint32_t key = sl__ways_key(sl__kernel_key(kernels[1], policy, space), 0);
    int timed, made = 0, way = sl__ways_choose(&device_times, key, ways, &timed);
    if (!timed)
        return way;
    const unsigned unknown = look(device, kernels, policy, space, key, &made);
    if (unknown != 0)
        return next_way(unknown);
    const char *names[SL__WAY_END];
    way = sl__ways_choose(&device_times, key, ways, &timed);
    if (made)
        sl__choice_report(&(sl__choice){.kernel = kernels[way],
                                        .label = policy->label != NULL ? policy->label : kernels[way]->name,
                                        .points = sl__kernel_points(kernels[way], space),
                                        .times = &device_times,
                                        .key = key,
                                        .ways = ways,
                                        .chosen = way,
                                        .names = sl__nest_set_names(device, names),
                                        .verb = "run on the device by policy"});
    return way;
}

sl_status sl__nest_auto_choose(const sl__nest_set *host, const sl__nest_set *device, const sl_policy *policy,
                               const sl_space *space, const sl_kernel **kernel)
{
    const sl_kernel *kernels[SL__WAY_END];
    if (device->count == 0)
        return sl__nest_auto_of(host, NULL, kernel);
    for (int way = 1; way <= device->count; way++)
        SL_TRY(sl__nest_auto_of(host, device->policy[way - 1], &kernels[way]));
    *kernel = kernels[device->count > 1 ? device_way(device, kernels, policy, space) : 1];
    return SL_SUCCESS;
}
