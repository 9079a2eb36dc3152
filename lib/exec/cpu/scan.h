/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A scan on the threads of a worker group, or of all groups.
 *
 * Threads take units in their order. A unit is scanned by itself, from its own beginning, while it comes into the
 * cache; then it waits for what the unit before it has come to, hands that on with its own joined to it, and finishes.
 * So what is scanned is read from memory once, and a result depends on the blocks alone. Nobody waits for a unit that
 * nobody has taken. */
#ifndef STARLOOP_LIB_EXEC_CPU_SCAN_H
#define STARLOOP_LIB_EXEC_CPU_SCAN_H

#include "exec/cpu/loop.h"
#include "exec/cpu/scan_blocks.h"

/** The lines of a view. */
typedef struct sl__scan_lines {
    const char *x;
    char *y;
    sl_index sx[SL_MAX_RANK], sy[SL_MAX_RANK]; /**< strides, in elements */
    sl_index n[SL_MAX_RANK];
    int rank, dim;
    int beside;        /**< a dimension along which lines are taken side by side; -1: they are not */
    sl_index bundles;  /**< so many such along that dimension; 1 */
    sl_index together; /**< lines of a unit, where one has whole lines one after another; 1 */
    sl_index tile;     /**< elements of a line that are in a unit */
} sl__scan_lines;

/** One run of a scan. */
typedef struct sl__scan {
    sl__loop_exec *run;
    int op, exclusive;
    sl_type type;
    size_t elem;
    sl__scanned initial, neutral; /**< of a view */
    const sl__arg_info *result;   /**< of a body: its argument of kind reduce */
    sl_index units;
    sl_index chain; /**< so many units follow one another */
    int width;      /**< values that a unit hands on */
    int rooms;      /**< threads that may come */
    size_t link;    /**< bytes from one link to the next */
    size_t room;    /**< bytes of a thread's room */
    char *links;    /**< [units + 1] what units begin with */
    char *memory;   /**< [rooms] rooms */
    sl__scan_lines lines;
} sl__scan;

/** Cuts a scan of a view into units, of which @p cut gets the number.
 *  @param[in] args  packed  @param[in] streams  when to write past the caches */
void sl__scan_cut(const sl__task *task, const void *args, unsigned streams, sl__cut *cut);

/** Runs a scan that is cut, and stores its result, where it has one.
 *  @param[in] buffers  [views of the task] struct sl__interface each  @return 0 without memory. */
int sl__scan_run(sl__loop_exec *r, void *buffers[]);

#endif
