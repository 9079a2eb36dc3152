/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief How a loop lies on a grid of CUDA blocks. Pure functions; nothing here knows a device's library. */
#ifndef STARLOOP_LIB_EXEC_LAUNCH_H
#define STARLOOP_LIB_EXEC_LAUNCH_H

#include <starloop/kernel/abi.h>

#include "exec/pack.h"
#include "exec/scan_tiles.h"
#include "kernel/blocks.h"

/** What the device says about itself and a kernel's function. */
typedef struct sl__launch_limits {
    int multiprocessors;
    int threads_per_sm;
    int threads;  /**< most threads of a block of this function */
    int clusters; /**< the blocks of a grid may be a cluster, SL__DEVICE_CLUSTER of them */
    int shared;   /**< bytes of shared memory that a block may have where its launch says so */
} sl__launch_limits;

/** What a launch is made from. */
typedef struct sl__launch_call {
    const sl_policy *policy;
    const sl_space *space;
    const sl_space *whole; /**< of the loop of which this is a part; NULL: it is all */
    sl__layouts layouts;   /**< of the views */
    int across;            /**< what it reduces is to be left as CPUs leave it, whatever .reproducible says */
    sl_index before;       /**< places of the loop before the part along dimension 0 */
    int reductions;        /**< of the kernel */
    sl_index elements;     /**< of the arrays that it reduces into, all together */
    size_t bytes;          /**< of these; 0: there are none */
    int turns;             /**< iterations that a thread may have in the kernel's functions, but in SL__DEVICE_WIDE */
    int bound;             /**< threads of a block for which its functions were compiled; 0: any number */
    int own;               /**< the kernel touches its views at the loop's own indices only */
    sl__scan_tiles scan;   /**< of a scan */
    const struct sl__nest_launch *nest; /**< of a nest; NULL: it is none */
    const int64_t *sizes;               /**< of its tiles, by the numbers of arguments */
    int form;                           /**< of the kernel: SL__FORM_* */
    int checked;                        /**< with bounds checks */
    size_t copies;                      /**< bytes of a block's copies of what the loop scatters into; 0: it has none */
    sl_index scattered;                 /**< their elements */
    int threads;                        /**< of a nest: of a block whose levels take any number; 0: we choose */
    const sl_index *scratch;            /**< of a team [SL__ROOMS]: bytes of scratch memory */
    int64_t results;                    /**< of a team: sl__launch_team_results() */
} sl__launch_call;

/** A launch. */
typedef struct sl__launch {
    int order[SL_MAX_RANK]; /**< of the loops, outermost first */
    int function;           /**< that of a layout, SL__CASE_ANY, or SL__DEVICE_WIDE */
    int reduces;            /**< the kernel reduces, or scans */
    int strides;            /**< CUDA's largest grid does not cover the space */
    unsigned block[3];      /**< threads along x, y, z */
    unsigned grid[3];       /**< blocks that cover the space; sl__launch_limit() lowers them */
    unsigned cluster;       /**< all blocks of the grid, where they are to be a cluster; 1: they are not */
    int copies;             /**< a block has copies of what the loop scatters into */
    unsigned shared;        /**< bytes of a block's shared memory, for copies or for a team */
    int64_t planes;         /**< of a nest that is launched plane by plane; 0: one launch has all */
    sl__device_box box;
    sl__device_reduction reduction; /**< tiles and groups, for a kernel that reduces */
    int part;                       /**< it is a part of a loop, which leaves what its blocks have reduced */
    sl__part_results part_results;  /**< its groups among those of the loop */
} sl__launch;

/** @return the most threads of a block for which the device code of a kernel was compiled; 0: any number. */
int sl__launch_compiled_bound(const sl_kernel *kernel);
/** The same, or the most that any block has. */
int sl__launch_bound(const sl_kernel *kernel);

/** Lays a loop out: the innermost dimension along x, and so on. box.fault_, and the pointers and identities of a
 *  reduction are the caller's. */
void sl__launch_make(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch);

/** Lay out a launch of a form whose box is made: sl__launch_make() calls that in the form's row of exec/form.c. */
void sl__launch_loop(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch);
void sl__launch_scan(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch);
void sl__launch_nest(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch);
void sl__launch_team(const sl__launch_call *call, const sl__launch_limits *limits, sl__launch *launch);

/** The CUDA block of a team: what it is made from, and what it is. */
typedef struct sl__team_block {
    const sl_policy *policy;
    const sl_index *scratch; /**< [SL__ROOMS] bytes of scratch memory of a team, of a thread, ... */
    int bound;               /**< lanes of a block for which the kernel was compiled; 0: any number */
    int most;                /**< lanes that a block may have */
    int checked;             /**< with bounds checks */
    int64_t results;         /**< bytes of shared memory for the results of the launch, which are joined by whole warps;
                                0: it has none */
    int64_t room;            /**< bytes of shared memory that a block may have */
    int threads;    /**< of the team, 1 or more; where the policy leaves it open, no more than there is room for */
    int64_t shared; /**< bytes of shared memory beside those for results: by which threads hand on numbers, and
                       scratch memory, with bounds checks with guards */
    int64_t slot;   /**< bytes of device memory that a block has of its own, for scratch memory, too */
} sl__team_block;
void sl__launch_team_block(sl__team_block *block);

/** @return bytes of device memory that the scratch memory of all teams of a launch may take; one team of a kernel that
 *  runs on a device takes no more. @param[in] room  what a device has for views, bytes */
int64_t sl__launch_slots_room(int64_t room);

/** @return the most blocks of a launch whose blocks have device memory of their own: as many as are there at once, and
 * as that suffices for; 1 or more.
 *  @param[in] blocks_per_sm  blocks of the function that fit a multiprocessor
 *  @param[in] room           what the device has for views, bytes */
sl_index sl__launch_most_slots(const sl__launch *launch, const sl__launch_limits *limits, int blocks_per_sm,
                               int64_t room);

/** @return bytes of shared memory of a team's block that are for the results of a launch of a kernel. */
int64_t sl__launch_team_results(const sl_kernel *kernel);

/** Aims the launch of a nest at one of its planes. @param[out] grid  the blocks that the plane takes */
void sl__launch_plane(const sl__launch_call *call, int64_t plane, sl__launch *launch, unsigned grid[3]);

/** @return the most blocks that .grid and .occupancy allow; 0: no limit.
 *  @param[in] blocks_per_sm  blocks of the function that fit a multiprocessor */
sl_index sl__launch_most(const sl_policy *policy, const sl__launch *launch, const sl__launch_limits *limits,
                         int blocks_per_sm);

/** @return the most blocks of a launch whose blocks have copies: as many as are there at once, and no more than have as
 *  many iterations as elements to join in the end, and one a thread.
 *  @param[in] blocks_per_sm  blocks of the function that fit a multiprocessor */
sl_index sl__launch_most_copies(const sl__launch_call *call, const sl__launch *launch, const sl__launch_limits *limits,
                                int blocks_per_sm);

/** @return the blocks of the grid as it is, where they can be a cluster and something is gained by that: a small
 *  reduction; else 1. */
unsigned sl__launch_cluster(const sl__launch *launch, const sl__launch_limits *limits);

/** Lowers the grid to @p most blocks (0: no limit), and changes to the function that strides over it. */
void sl__launch_limit(sl__launch *launch, sl_index most);

#endif
