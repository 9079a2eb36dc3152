/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The forms of a kernel: how each runs, on cores and on a device. What it is stands in kernel/form.c. */
#ifndef STARLOOP_LIB_EXEC_FORM_H
#define STARLOOP_LIB_EXEC_FORM_H

#include "exec/launch.h"
#include "task/task.h"

struct sl__loop_exec;
struct sl__cut;

/** How a form runs: a row of exec/form.c. */
typedef struct sl__form_exec {
    /** Changes a loop's cut into what its threads take. NULL: they take boxes. @param[in] packed  arguments
     *  @param[in] streams  when to write past the caches */
    void (*cut)(const sl__task *task, const void *packed, unsigned streams, struct sl__cut *cut);
    /** Runs a loop that is cut on its threads, and stores its results.
     *  @param[in] buffers  [views of the task] struct sl__interface each  @return 0 without memory */
    int (*run)(struct sl__loop_exec *r, void *buffers[]);
    /** Lays a launch out, whose box is made. */
    void (*launch)(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch);
    unsigned char launches_itself; /**< on a device, by a function of the kernel */
} sl__form_exec;

/** The forms, by SL__FORM_*. */
extern const sl__form_exec sl__forms_exec[SL__FORMS_END];

/** @return how a kernel runs. */
static inline const sl__form_exec *sl__form_exec_of(const sl_kernel *kernel)
{
    return &sl__forms_exec[kernel->form];
}

#endif
