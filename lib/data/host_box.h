/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Host access to a part of a view, where copies of the view are on several memory nodes: only the part moves.
 *
 * The host gets main memory, as ever. But StarPU is not asked to bring the view there: it locks all copies where they
 * are. What the part has is copied to main memory from a node that has it, and after a writer to all nodes that have
 * the view. So a program that exchanges the halos of a view which is on a GPU moves the halos, and the view stays where
 * it is. */
#ifndef STARLOOP_LIB_DATA_HOST_BOX_H
#define STARLOOP_LIB_DATA_HOST_BOX_H

#include "data/window.h"

/** A part that the host has so. */
typedef struct sl__host_box {
    struct sl__host_box *next; /**< of the view: sl__host.boxes, under its lock */
    const sl_view *view;       /**< the subview, by which the access ends */
    uint64_t thread;           /**< whose access it is: sl__host_thread.thread */
    int writes;
    sl__window window; /**< what it has of the root */
} sl__host_box;

/** Whether the host had better have a view so: it is at most half of its root, whose copies are on several nodes in one
 *  layout, and such accesses have not brought as much to the host as the root has, since it was written last. */
int sl__host_box_pays(sl_view *root, const sl_view *view);

/** @return the access, for a root whose copies are locked; NULL without memory, and where no node that can be copied
 *  from has the view. @param[in] access  #SL_READ and #SL_RDWR copy the part to main memory */
sl__host_box *sl__host_box_open(sl_view *root, const sl_view *view, sl_access access);

/** Copies what a writer wrote to the other nodes, and frees the access. The copies of the root are still locked. */
void sl__host_box_close(sl_view *root, sl__host_box *box);

#endif
