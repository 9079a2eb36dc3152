/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Checks of iteration spaces. */
#ifndef STARLOOP_LIB_KERNEL_SPACE_H
#define STARLOOP_LIB_KERNEL_SPACE_H

#include <starloop/space.h>

/** What a kind of spaces can do. The kind #SL_SPACE_BOX has none of it called through the table where a loop is short:
 *  sl_space_size(). */
typedef struct sl__space_ops {
    sl_index (*points)(const sl_space *space);           /**< their number; -1 when it does not fit */
    uint64_t (*footprint)(const sl_space *space, int d); /**< what a loop's time depends on, of dimension d */
} sl__space_ops;

/** @return what a kind can do; NULL: there is no such kind. */
const sl__space_ops *sl__space_ops_of(int kind);

/** @return what a loop's time depends on, of dimension d: of a box its extent, as a number without sign. */
static inline uint64_t sl__space_footprint(const sl_space *space, int d)
{
    if (space->kind != SL_SPACE_BOX)
        return sl__space_ops_of(space->kind)->footprint(space, d);
    return space->hi[d] > space->lo[d] ? (uint64_t)space->hi[d] - (uint64_t)space->lo[d] : 0;
}

/** Gives the point of a number within a space's bounds; from 0, the last dimension runs fastest.
 *  @param[out] at  [SL_MAX_RANK] its indices, 0 behind the last dimension */
void sl__space_point(const sl_space *space, sl_index number, sl_index at[]);

/** Refuses a space that is none, of no known kind, has another rank than the kernel, or too many points to count.
 *  @return #SL_SUCCESS, #SL_ERR_ARGUMENT, #SL_ERR_RANK or #SL_ERR_EXTENT. */
sl_status sl__space_check(const sl_space *space, const char *function, const char *kernel, int rank);

#endif
