/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which part of a node one of several processes takes that a launcher (mpirun, srun) has started there. */
#ifndef STARLOOP_LIB_MACHINE_SHARE_H
#define STARLOOP_LIB_MACHINE_SHARE_H

#include "machine/machine.h"

/** Values of SL__ENV_SHARE. */
typedef enum sl__share_mode {
    SL__SHARE_LAUNCHER, /**< what the launcher has bound is obeyed; else as SL__SHARE_EVEN */
    SL__SHARE_EVEN,     /**< by local rank, whatever is bound */
    SL__SHARE_NONE      /**< everything for each */
} sl__share_mode;

/** A process among those that a launcher has started on this node. */
typedef struct sl__share {
    int rank, size;       /**< local rank, and how many there are; 0 and 1 where no launcher is known */
    const char *launcher; /**< its name; NULL where none is known. Not to be freed */
    sl__share_mode mode;
} sl__share;

/** Reads from the launcher's variables who this process is. Variables that are incomplete or make no sense are ignored,
 *  with a warning that names them. With SL__SHARE_NONE none are read. */
sl__share sl__share_read(sl__share_mode mode);

/** @return whether this process is the only rank on all nodes, as far as a launcher says: where none is there, too. */
int sl__share_alone(void);

/** Cuts @p n things, in their order, into a range for each rank: disjoint, together complete, their sizes one apart at
 *  most, and with an end where each of m equal objects ends if m divides the size. Of fewer things than ranks each rank
 *  takes one, in turn. Pure.
 *  @param[in] n  1 or more  @param[out] count  1 or more */
void sl__share_range(int n, int rank, int size, int *first, int *count);

/** Which cores of @p topology, and so all of their hardware threads, a rank takes. Pure.
 *  @return whether it was cut: 0 where each has all. */
int sl__share_cores(const sl__topology *topology, const sl__share *share, int *first, int *count);

/** Which GPUs a rank takes: a range of them in the order of their NUMA nodes, which is the order of the cores. Of fewer
 *  GPUs than ranks, ranks that are next to each other share one. Pure.
 *  @param[in] numa    [n] NUMA node near each, -1 when it is unknown
 *  @param[in] bound   whether the launcher has given each rank GPUs of its own
 *  @param[out] place  [n] numbers of the GPUs, of which the first are used  @return how many */
int sl__share_gpus(int n, const int *numa, const sl__share *share, int bound, int *place);

/** @return whether the launcher says that the GPUs which this process sees are its own. */
int sl__share_gpus_bound(void);

/** Takes all cores but the share's out of @p topology, and says so. */
void sl__share_apply(sl__topology *topology, const sl__share *share);

#endif
