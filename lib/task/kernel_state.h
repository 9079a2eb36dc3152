/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the library keeps about a kernel: its table read and checked once, its codelet, its measured times. */
#ifndef STARLOOP_LIB_TASK_KERNEL_STATE_H
#define STARLOOP_LIB_TASK_KERNEL_STATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "base/starpu.h"

#include <starloop/kernel/abi.h>

#include "kernel/modifiers.h"
#include "place/times.h"
#include "task/packs.h"

/** The state of a kernel. Made at its first call, kept until the process ends. */
struct sl__kernel_state {
    sl__parameter parameter[SL_MAX_ARGS];
    size_t scalars;        /**< bytes of the packed scalars */
    int views, reductions; /**< counts of arguments */
    int scatters;          /**< likewise: views that it scatters or reduces into */
    int arrays;            /**< of those: arrays of results, of which blocks have copies */
    int map;               /**< the argument that names the elements into which it scatters; -1: none does */
    int scatter_order;     /**< the order in which values are joined into one of them matters */
    int blocks;            /**< SL__BLOCKS_* of its reductions */
    int own;               /**< touches its views at the loop's own indices only, but for those of rank 0 */
    int turned;            /**< has a view whose dimensions follow the loop's indices in another order: own(1, 0) */
    _Atomic uint32_t halo_logged;  /**< arguments whose halo has left its view, which the log says once: bits */
    int writes;                    /**< has a view that it writes */
    int streams;                   /**< has an `out(..., own)` of the kernel's rank, of small elements */
    uint32_t hash;                 /**< of name, file and table */
    _Atomic uint32_t sizes;        /**< of a nest: scalars that are sizes of tiles: bits */
    atomic_flag whole_logged;      /**< that a loop over split views runs whole was logged */
    _Atomic unsigned char awaited; /**< how often of late the program has waited right after a loop: task/awaited.h */
    _Atomic unsigned char at_once; /**< and how often it has done nothing else before */
    int may_fail;                  /**< its bodies may record a fault: it has an SL_RAISE, or bounds checks */
    struct starpu_codelet codelet;
    _Atomic uint64_t overlaps; /**< devices of which it is known (bit d) that it may begin before what was launched
                                    before it has ended (bit d + 32) */
    _Atomic unsigned short device_threads[32];  /**< most threads of a block that devices allow it; 0: not known */
    _Atomic unsigned char is_read[SL_MAX_ARGS]; /**< the host has read a view that this argument had reduced into */
    sl__times times;
    struct starpu_perfmodel perfmodel;
    char symbol[160];              /**< under which StarPU knows that: name, hash and StarPU's version */
    const sl__packs *packs;        /**< the kernel as it is run, if it has packs; NULL: it has none */
    struct sl__kernel_state *next; /**< in the list of all */
    char *name, *file;             /**< copies: the kernel's own may be in a library that was closed, like what `info`
                                        points to, which is for calls only */
    int line;
};
typedef struct sl__kernel_state sl__kernel_state;

/** Finds the state of a kernel, making it at the first call.
 *  @param[in] function  public function for messages
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT for a kernel that is none, was compiled against another version, or whose
 *  modifiers make no sense, which are named; #SL_ERR_TYPE; #SL_ERR_MEMORY. Thread-safe. */
sl_status sl__kernel_state_of(const sl_kernel *kernel, const char *function, sl__kernel_state **state);

/** Whether a loop has results even where it has no iterations. */
static inline int sl__kernel_reduces(const sl__kernel_state *state)
{
    return state->reductions + state->arrays > 0;
}

/** @return the state of a kernel that has one; else NULL. @param[in] kernel  NULL, or a damaged one, has none */
static inline const sl__kernel_state *sl__kernel_known(const sl_kernel *kernel)
{
    return kernel != NULL && (kernel->abi & ~SL__ABI_PLAIN) == SL__ABI && kernel->state != NULL
               ? __atomic_load_n(kernel->state, __ATOMIC_ACQUIRE)
               : NULL;
}

/** @return a hash of the kernel's name, its file's name and its table: the same in every run of a program. */
uint32_t sl__kernel_hash(const sl_kernel *kernel);

/** @return the key of a loop's size class: kernel, bits of each extent, and what of the policy changes its speed. */
uint32_t sl__kernel_key(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space);

/** Prints the kernels called so far that have no code for the devices in use, where there are some; for
 * sl_info_print(). */
void sl__kernels_print_missing(FILE *f);

#endif
