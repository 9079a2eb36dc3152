/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Filling in the packed-argument struct that a kernel's compiled functions read. */
#ifndef STARLOOP_LIB_EXEC_PACK_H
#define STARLOOP_LIB_EXEC_PACK_H

#include "task/task.h"

/** The layouts that the views of a loop have in common: SL__TAKES_* or-ed (kernel/cases.h). */
typedef struct sl__layouts {
    unsigned all;     /**< what all views of a loop have */
    unsigned written; /**< what those that it writes have */
} sl__layouts;

/** Packs scalars, and views as they are on the memory node where the task runs.
 *  @param[in]  buffers  [task->views] struct sl__interface each
 *  @param[out] packed   [kernel->args_size] the struct
 *  @return what the layouts have in common. */
sl__layouts sl__task_pack(const sl__task *task, void *buffers[], unsigned char *packed);

/** @return the places of a loop over a stride or list, where the task runs; of another space none.
 *  @param[in] buffers  [task->views] struct sl__interface each */
struct sl__places sl__task_places(const sl__task *task, void *buffers[]);

/** Puts the shadow of a view into its slot; of a kernel with bounds checks.
 *  @param[in] rank  of the view; 0: there is no room, nor need */
void sl__pack_shadow(unsigned char *slot, int rank, struct sl__shadow *shadow);

#endif
