/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the sources of tests/cuda/cuda_copies share: a CUDA of our own, and views for it. */
#ifndef STARLOOP_TESTS_CUDA_COPIES_H
#define STARLOOP_TESTS_CUDA_COPIES_H

#include "base/starpu.h"
#include "data/view.h"
#include "tap.h"

/** What our CUDA was asked for, and what it refuses. */
extern struct fake_cuda {
    int queued; /**< work that was put off */
    int copies, host_functions, synchronized;
    int registered, unregistered, allocated;
    size_t registered_bytes; /**< the last time */
    int fail_copy;           /**< the copy after so many fails; -1: none */
    int fail_synchronize, refuse_registration, refuse_allocation;
    const void *known;               /**< to CUDA: the program has pinned it */
    void (*when_synchronized)(void); /**< called before the next time */
} fake;

/** Does the work that was put off. */
void fake_drain(void);

/** @return the view over wrapped memory that the registry of wrapped memory wants. */
static inline sl_view wrapped_view(void *data, size_t span)
{
    sl_view v = {.data = data, .span = span, .label = "w"};
    return v;
}

/** Pinned memory and its slabs. */
void test_pinned_memory(void);

#endif
