/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The twin as its own file sees it, and bench/case_minimd.c, where its forces run over the melt's memory. */
#ifndef MINIMD_TWIN_PARTS_H
#define MINIMD_TWIN_PARTS_H

#include "lattice.h"
#include "twin.h"

struct md_twin {
    struct md_problem problem;
    double length;
    int64_t own, all, room, width, bin_count;
    struct md_bins bins;
    int left;                           /* vectors and near are in layout left, else right: md_twin_create() */
    double *x, *v, *f, *sorted, *shift; /* [room, 3] */
    int32_t *bin, *order, *source;      /* [room] */
    int32_t *start;                     /* [bin_count + 1] */
    int32_t *near, *near_length;        /* [own, width], [own] */
    double *share;                      /* [threads, room, 3] forces of half lists, those of each thread */
    int threads;
    long steps;
    struct md_counts counts;
    double last;
};

/** Finds the forces from the lists, and of half lists those on the images, too, which are folded in. */
void md_twin_find_forces(struct md_twin *twin);

#endif
