/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Copies of the views that a loop scatters into: a thread has one to itself, and all are joined in the end.
 *
 * A copy has the view's elements without gaps, in an order in which the kernel's chunk function runs, too. Their memory
 * is kept by the worker from loop to loop, and bounded. */
#ifndef STARLOOP_LIB_EXEC_CPU_COPIES_H
#define STARLOOP_LIB_EXEC_CPU_COPIES_H

#include <starloop/kernel/abi.h>

#include "data/interface.h"
#include "exec/fastest.h"
#include "task/task.h"

/** One view that is scattered or reduced into. */
typedef struct sl__copied {
    const sl__arg_info *info;
    sl_type type;
    const struct sl__interface *view;
    sl_index s[SL_MAX_RANK]; /**< strides of a copy, in elements */
    sl_index count;          /**< of its elements */
    size_t at;               /**< where it begins in the memory of a copy, bytes */
    sl_index row;            /**< elements that follow one another in both, by a stride each */
    int inner;               /**< dimension of a row; -1: all of the view is one, without gaps */
    char *to;                /**< an array of results: its first element, ... */
    sl_index stride, first;  /**< ... how many elements lie between two, and the index of the first one */
    size_t apart; /**< bytes of a copy, from where the next one may begin: of those that a part of a loop leaves */
} sl__copied;

/** The copies of a loop. */
typedef struct sl__copies {
    int views;
    sl__copied view[SL_MAX_ARGS];
    size_t each;       /**< bytes of one copy of all views */
    sl_index elements; /**< of it */
    int possible;      /**< whether they can be made: not of a view that no strides describe, with gaps */
    int count;         /**< of copies */
    int arrays;        /**< they are arrays of results, each of a block: exec/cpu/arrays.h */
    int combine;       /**< of those: the results are joined into what the views hold */
    int fixed;         /**< copy c takes share c of the iterations, whatever the threads are; else thread c's */
    sl_index first, shares, units; /**< of those: share first + c of so many of so many units */
    sl_index before;    /**< of a part of a loop: so many units of the whole loop, whose shares these are, come
                             before its own */
    sl_index branch;    /**< so many copies of arrays are joined in pairs, and left by the part; 0: it is a whole loop,
                             of which all are joined */
    sl__fastest choice; /**< how the loop scatters, where the library chooses */
    const void *args;   /**< the loop's packed arguments */
    size_t args_bytes;  /**< of them */
    sl__block own;      /**< memory, where no worker keeps it */
    unsigned char *packed; /**< [count] packed arguments, a multiple of 64 bytes each, then the copies */
    unsigned char *memory; /**< [count] copies */
    unsigned char *used;   /**< [count] whether a thread came for it */
} sl__copies;

/** Works out what a copy is, and how many there may be at most.
 *  @param[in] buffers  [views of the task]  @return their most */
sl_index sl__copies_make(const sl__task *task, void *buffers[], const void *args, sl__copies *c);

/** @return how many copies there are where their number depends on the space and the views alone; 1: the loop runs in
 * one thread without any. @param[in] most  that there may be */
int sl__copies_fixed(const sl__copies *c, sl_index points, sl_index most);

/** Gets memory for c->count copies. @return 0 without any */
int sl__copies_begin(sl__copies *c);

/** The calling thread's copy is made to hold what changes nothing. @return packed arguments that lead to it */
const void *sl__copies_take(sl__copies *c, int copy);

/** Joins part @p part of @p parts of the elements of all copies into the views, in the order of the copies. */
void sl__copies_join(const sl__copies *c, int part, int parts);

/** Gives the memory back. */
void sl__copies_end(sl__copies *c);

#endif
