/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How the library runs a kernel, by its form. */
#ifndef STARLOOP_LIB_KERNEL_FORM_H
#define STARLOOP_LIB_KERNEL_FORM_H

#include <starloop/kernel/abi.h>

#include "kernel/space.h"

/** Whether its loop is no set of boxes that may run in any order: it is neither split nor part of a chain. */
static inline int sl__kernel_whole(const sl_kernel *kernel)
{
    return kernel->form != SL__FORM_LOOP && kernel->form != SL__FORM_TEAM;
}

/** Whether the iterations of its loop are a team's each. */
static inline int sl__kernel_teams(const sl_kernel *kernel)
{
    return kernel->form == SL__FORM_TEAM;
}

/** Whether a kernel is a nest, or a policy of one. */
static inline int sl__kernel_nests(const sl_kernel *kernel)
{
    return kernel->form >= SL__FORM_NEST && kernel->form <= SL__FORM_NEST_AUTO;
}

/** Whether a kernel is a scan: its task has blocks of its own, which wait for each other. */
static inline int sl__kernel_scans(const sl_kernel *kernel)
{
    return sl__kernel_whole(kernel) && !sl__kernel_nests(kernel);
}

/** @return how many iterations there are over a space; of a nest, whose statements may stand outside of the loop over
 * an empty dimension, those along the other ones. At most INT64_MAX. NULL, a host function, is allowed. */
static inline sl_index sl__kernel_points(const sl_kernel *kernel, const sl_space *space)
{
    if (kernel == NULL || !sl__kernel_nests(kernel))
        return sl_space_size(space);
    const sl_index count = sl__space_around(space);
    return count < 0 ? INT64_MAX : count;
}

/** @return what a kernel that runs whole is called in messages. */
static inline const char *sl__kernel_noun(const sl_kernel *kernel)
{
    return sl__kernel_nests(kernel) ? "nest" : "scan";
}

#endif
