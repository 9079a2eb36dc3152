/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels with packs: beneath the call each view of a pack is an argument of its own. */
#ifndef STARLOOP_LIB_TASK_PACKS_H
#define STARLOOP_LIB_TASK_PACKS_H

#include <starloop/kernel/abi.h>

/** A kernel as the library runs it, with a row of the table for each view of a pack: "x[0]", "x[1]", ... The first one
 *  is in the place of the argument, by whose number bodies know it; the others follow after all arguments. */
typedef struct sl__packs {
    sl_kernel kernel;         /**< the same but for args and nargs */
    const sl_kernel *written; /**< the program's */
    int members[SL_MAX_ARGS]; /**< [written->nargs] number of views of a pack; 0: it is none */
    int rest[SL_MAX_ARGS];    /**< [written->nargs] row of a pack's second view */
    int of[SL_MAX_ARGS];      /**< [kernel.nargs] the argument that a row is of */
    sl__arg_info *args;       /**< [kernel.nargs] */
} sl__packs;

/** @return the row of a view of a pack, or of another argument as view 0. */
static inline int sl__packs_row(const sl__packs *packs, int argument, int member)
{
    return member == 0 ? argument : packs->rest[argument] + member - 1;
}

/** @return the kernel as the program has it. @param[in] packs  NULL: it has none */
static inline const sl_kernel *sl__packs_written(const sl__packs *packs, const sl_kernel *kernel)
{
    return packs != NULL ? packs->written : kernel;
}

/** Opens the packs of a kernel. @param[out] packs  NULL: it has none. Never freed.
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT for more than #SL_MAX_ARGS views and arguments; #SL_ERR_MEMORY. */
sl_status sl__packs_open(const sl_kernel *kernel, const char *function, sl__packs **packs);

#endif
