/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The melt as its own file sees it, examples/mpi_minimd, where each rank of MPI has a slab of it, and
 *         bench/case_minimd.c, which times its forces. */
#ifndef MINIMD_MELT_PARTS_H
#define MINIMD_MELT_PARTS_H

#include "lattice.h"
#include "melt.h"

enum { X, V, F, SORTED_X, SORTED_V, SHIFT, VECTORS }; /* [room, 3] */
enum { BIN, ORDER, SOURCE, NUMBERS };                 /* [room] */

/** What a slab of the melt, lo <= z < hi, asks of the other ones. */
struct md_others {
    sl_status (*sum)(struct md_melt *melt, double *value, int count); /**< sums over all slabs */
    sl_status (*migrate)(struct md_melt *melt);      /**< atoms outside go to the slabs where they are */
    sl_status (*find_borders)(struct md_melt *melt); /**< ghosts of other slabs, behind the own atoms up to `held` */
    sl_status (*move_borders)(struct md_melt *melt); /**< these follow their atoms */
    sl_status (*fold_borders)(struct md_melt *melt); /**< forces on them are added to those on their atoms */
};

/** Which layers of cells along z are in a slab. */
struct md_part {
    long first, end;
    const struct md_others *others; /**< NULL: there are none */
    void *self;                     /**< for their use */
};

/** The atoms are 0 to own - 1 of each view; ghosts of other slabs follow up to held - 1, images of all these up to
 *  all - 1. */
struct md_melt {
    struct md_problem problem;
    sl_layout layout;
    double length, lo, hi; /* of the box; ends of the slab */
    int64_t atoms;         /* in all slabs */
    sl_index own, held, all, room;
    struct md_bins bins;
    sl_index bin_count;
    sl_view *vector[VECTORS], *number[NUMBERS];
    sl_view *bin_length, *bin_start; /* [bin_count + 1] */
    sl_view *near, *near_length;     /* [own or more, width], [own or more]: the neighbours of each atom */
    sl_region *step;                 /* a step without new lists */
    long steps;
    struct md_counts counts;
    int phases;
    double last; /* when the last phase ended */
    const struct md_others *others;
    void *self;
};

/** As md_melt_create(), for a slab: all of them call it, and the functions of melt.h, together. */
sl_status md_melt_create_part(const struct md_problem *problem, sl_layout layout, int phases,
                              const struct md_part *part, struct md_melt **melt);

/** Makes the views of atoms and ghosts longer. @return as sl_view_resize() */
sl_status md_melt_make_room(struct md_melt *melt, sl_index room);

/** Queues the loops that find the forces from the lists. @return as sl_forall() */
sl_status md_melt_find_forces(struct md_melt *melt);

#endif
