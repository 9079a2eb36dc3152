/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starloop's StarPU data interface: what buffers[i] of a codelet function points to.
 *
 * The struct holds the pointer and the geometry of one copy of a view and nothing else. StarPU's allocation
 * cache writes a whole recycled struct over a new one of the same footprint, so every field besides the pointer
 * is covered by the compare function; label, owner and flags live in struct sl_view. */
#ifndef STARLOOP_LIB_DATA_INTERFACE_H
#define STARLOOP_LIB_DATA_INTERFACE_H

#include <stdint.h>

#include "base/starpu.h"

#include <starloop/types.h>

/** One copy of a view on one memory node. */
struct sl__interface {
    enum starpu_data_interface_id id; /**< ours; the first member, as StarPU wants it */
    uintptr_t ptr;                    /**< element (0, ..., 0); on a CPU node a host pointer, 0 when not allocated */
    uintptr_t dev_handle;             /**< what StarPU copies from and to: ptr, or a disk object */
    size_t room;            /**< bytes that a copy has for itself before its first element and behind its last,
                                 where it is allocated: for rows of the parts beside it, data/edges.h */
    size_t elem;            /**< bytes of an element */
    size_t span;            /**< bytes from the first element to the end of the last; 0 when empty */
    int64_t count;          /**< number of elements; 1 for rank 0 */
    int rank;               /**< 0 to SL_MAX_RANK */
    int64_t n[SL_MAX_RANK]; /**< [rank] extents */
    int64_t s[SL_MAX_RANK]; /**< [rank] strides in elements; of one that is automatic those of layout left on
                                 devices, of layout right elsewhere; else the same on every node */
    int automatic;          /**< see there; no gaps */
    int edge;               /**< it is an edge of a part, data/edges.h */
    uintptr_t home;         /**< where the view is in main memory: its name for a tool */
};

/** The operations to register handles with; valid after sl__interface_init(). */
extern struct starpu_data_interface_ops sl__interface_ops;

/** The copy methods in it. A back end sets the typed methods for its memory (from main memory to the device and
 *  so on) from its own initialisation, before the first handle is registered; this file knows no back end. */
extern struct starpu_data_copy_methods sl__interface_copies;

/** Asks StarPU for our interface id, and makes its table of interfaces ready for threads that register handles at the
 *  same time. After each starpu_init(), before another thread may register. */
void sl__interface_init(void);

/** Our interface's id; to tell our handles from others. */
static inline enum starpu_data_interface_id sl__interface_id(void)
{
    return sl__interface_ops.interfaceid;
}

struct sl_view;
/** @return a box of a view, with the view's strides and no memory. @param[in] n  [rank] its extents */
struct sl__interface sl__interface_of_box(const struct sl_view *v, const sl_index n[]);

/** Takes memory on a node, and gives it back, which a tool is told. @param[in] home  as above  @return 0: none is left
 */
uintptr_t sl__interface_take(unsigned node, size_t bytes, uintptr_t home);
void sl__interface_give(unsigned node, uintptr_t address, size_t bytes);

/* The operations, by name for the tests. */

/** Tests only: memory nodes of CPUs, but main memory, have what is automatic in layout left, as devices do. */
extern int sl__interface_left_nodes;

/** Copies the elements of one copy into another of the same geometry, on nodes that starpu_interface_copy() knows. */
int sl__interface_copy(void *src, unsigned src_node, void *dst, unsigned dst_node, void *async_data);
/** Copies elements between two host copies with memcpy: no StarPU call in it. */
int sl__interface_copy_host(void *src, unsigned src_node, void *dst, unsigned dst_node);

/** @return where an element of a copy of a view is. @param[in] place  that in the host's copy, in elements
 *  @param[in] size  bytes of one, as the caller sees it */
static inline void *sl__interface_element(const struct sl__interface *itf, int64_t place, size_t size)
{
    int64_t there = itf->automatic ? 0 : place;
    for (int d = itf->rank - 1; itf->automatic && d >= 0; d--) { /* layout right has no gaps there */
        there += place % itf->n[d] * itf->s[d];
        place /= itf->n[d];
    }
    return (char *)itf->ptr + there * (int64_t)size;
}

#endif
