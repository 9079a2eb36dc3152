/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests of distributed views share: plain arrays, one whole on each rank, and comparing views with them.
 */
#ifndef STARLOOP_TESTS_MPI_DISTRIBUTED_H
#define STARLOOP_TESTS_MPI_DISTRIBUTED_H

#include <starloop.h>
#include <starloop/mpi.h>

#include "ranks.h"

/** Ends the job when a call that must succeed does not: other ranks may wait for this one. */
#define must_all(call) must_all_((call), #call, __FILE__, __LINE__)
__attribute__((unused)) static void must_all_(sl_status status, const char *call, const char *file, int line)
{
    if (status == SL_SUCCESS)
        return;
    printf("Bail out! rank %d of %d: %s:%d: %s: %s: %s\n", ranks_me, ranks_all, file, line, call,
           sl_status_name(status), sl_last_error());
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/** What comparing says where nothing differs; no message of the library has these words. */
#define ALIKE "every element is right"

/** @return #ALIKE where two numbers have the same bits, or both */
__attribute__((unused)) static const char *bits(double got, double want)
{
    static char text[120];
    if (memcmp(&got, &want, sizeof got) == 0)
        return ALIKE;
    snprintf(text, sizeof text, "got %.17g (%a), want %.17g (%a)", got, got, want, want);
    return text;
}

/** A plain array in the order of C. */
typedef struct plain {
    int rank;
    sl_index n[SL_MAX_RANK], count;
    uint64_t *at;
} plain;

/** @return one of zeros. */
__attribute__((unused)) static plain plain_of(sl_extents e)
{
    plain p = {.rank = e.rank, .count = 1};
    for (int d = 0; d < e.rank; d++)
        p.count *= p.n[d] = e.n[d];
    p.at = calloc((size_t)p.count, sizeof p.at[0]);
    return p;
}

/** @return how far apart two neighbours along a dimension are. */
__attribute__((unused)) static sl_index plain_stride(const plain *p, int d)
{
    sl_index stride = 1;
    for (int e = d + 1; e < p->rank; e++)
        stride *= p->n[e];
    return stride;
}

__attribute__((unused)) static sl_index plain_place(const plain *p, const sl_index x[])
{
    sl_index at = 0;
    for (int d = 0; d < p->rank; d++)
        at = at * p->n[d] + x[d];
    return at;
}

/** The next point of a box, or of a range with a step. @return 0 after the last */
__attribute__((unused)) static int plain_next(const sl_space *s, sl_index x[])
{
    for (int d = s->rank - 1; d >= 0; d--) {
        x[d] += s->step[d] > 1 ? s->step[d] : 1;
        if (x[d] < s->hi[d])
            return 1;
        x[d] = s->lo[d];
    }
    return 0;
}

/** The first point. @return 0: there is none */
__attribute__((unused)) static int plain_first(const sl_space *s, sl_index x[])
{
    int any = 1;
    for (int d = 0; d < s->rank; d++) {
        x[d] = s->lo[d];
        any = any && s->lo[d] < s->hi[d];
    }
    return any;
}

/** @return what the stencils of the kernel files find at a point: the element, and of each dimension d those that are
 *  o = 1 to reach[d] away, times 7 o + 5 d + 1 before it and times 2 o + d + 3 behind it. */
__attribute__((unused)) static uint64_t plain_around(const plain *from, const sl_index x[], const sl_index reach[])
{
    const sl_index here = plain_place(from, x);
    uint64_t v = from->at[here];
    for (int d = 0; d < from->rank; d++)
        for (sl_index o = 1; o <= reach[d]; o++) {
            const sl_index away = o * plain_stride(from, d);
            v += from->at[here - away] * (uint64_t)(7 * o + 5 * d + 1);
            v += from->at[here + away] * (uint64_t)(2 * o + d + 3);
        }
    return v;
}

/** That at all points of a space. */
__attribute__((unused)) static void plain_stencil(const plain *from, plain *to, const sl_space *s,
                                                  const sl_index reach[])
{
    sl_index x[SL_MAX_RANK];
    for (int any = plain_first(s, x); any; any = plain_next(s, x))
        to->at[plain_place(to, x)] = plain_around(from, x, reach);
}

/** The box of all points that are so far from the border. */
__attribute__((unused)) static sl_space plain_inside(const plain *p, const sl_index reach[])
{
    sl_index bounds[2 * SL_MAX_RANK];
    for (int d = 0; d < p->rank; d++) {
        bounds[2 * d] = reach ? reach[d] : 0;
        bounds[2 * d + 1] = p->n[d] - (reach ? reach[d] : 0);
    }
    return sl_space_box(2 * p->rank, bounds);
}

__attribute__((unused)) static void plain_swap(plain *a, plain *b)
{
    const plain c = *a;
    *a = *b;
    *b = c;
}

__attribute__((unused)) static void plain_copy(plain *to, const plain *from)
{
    memcpy(to->at, from->at, (size_t)from->count * sizeof from->at[0]);
}

__attribute__((unused)) static sl_extents plain_extents(const plain *p)
{
    sl_extents e = {.rank = p->rank};
    memcpy(e.n, p->n, sizeof e.n);
    return e;
}

/* @return #ALIKE, or which element differs first */
__attribute__((unused)) static const char *plain_compare(const uint64_t *got, const uint64_t *want, sl_index n,
                                                         sl_index first)
{
    static char text[200];
    for (sl_index k = 0; k < n; k++)
        if (got[k] != want[k]) {
            snprintf(text, sizeof text, "element %lld: got %" PRIu64 ", want %" PRIu64, (long long)(first + k), got[k],
                     want[k]);
            return text;
        }
    return ALIKE;
}

/** Gathers a view to a rank, which compares it. @return #ALIKE, or what differs, on every rank */
__attribute__((unused)) static const char *whole_is(sl_view *view, const plain *want, int root)
{
    static char text[512];
    sl_view *whole = NULL;
    snprintf(text, sizeof text, ALIKE);
    if (ranks_me == root)
        must_all(sl_view_create("whole", SL_UINT64, SL_LAYOUT_RIGHT, plain_extents(want), &whole));
    if (sl_mpi_gather(view, root, whole) != SL_SUCCESS) {
        snprintf(text, sizeof text, "%s", sl_last_error());
    } else if (ranks_me == root) {
        const uint64_t *got = SL_HOST_READ(uint64_t, whole);
        snprintf(text, sizeof text, "%s", got ? plain_compare(got, want->at, want->count, 0) : sl_last_error());
        if (got)
            must_all(sl_host_end(whole));
    }
    sl_view_destroy(&whole);
    MPI_Bcast(text, sizeof text, MPI_CHAR, root, ranks_comm);
    return text;
}

/** Goes through the elements of a block, which the host has open: gives those of each such row what the array has, or
 *  compares them. @param[in] each  1: all rows  @return #ALIKE, or which element differs first */
__attribute__((unused)) static const char *plain_block(const plain *p, const sl_view *local, uint64_t *data, int writes,
                                                       sl_index each)
{
    static char text[200];
    sl_space box = {.rank = p->rank};
    sl_index x[SL_MAX_RANK];
    for (int d = 0; d < p->rank; d++) {
        box.lo[d] = sl_view_first(local, d);
        box.hi[d] = box.lo[d] + sl_view_extent(local, d);
    }
    for (int any = plain_first(&box, x); any; any = plain_next(&box, x)) {
        const sl_index place = plain_place(p, x);
        uint64_t *at = data;
        for (int d = 0; d < p->rank; d++)
            at += (x[d] - box.lo[d]) * sl_view_stride(local, d);
        if (x[0] % each != 0)
            continue;
        if (writes)
            *at = p->at[place];
        if (*at != p->at[place]) {
            snprintf(text, sizeof text, "element %lld: got %" PRIu64 ", want %" PRIu64, (long long)place, *at,
                     p->at[place]);
            return text;
        }
    }
    return ALIKE;
}

/** Opens this rank's blocks: plain_block() of each. @return #ALIKE, or what differs on this rank */
__attribute__((unused)) static const char *plain_blocks(sl_view *view, const plain *p, int writes, sl_index each)
{
    static char text[512];
    snprintf(text, sizeof text, ALIKE);
    for (int k = 0; k < sl_mpi_blocks(view); k++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(view, k, &local));
        if (local == NULL)
            continue;
        uint64_t *at = writes ? SL_HOST_RDWR(uint64_t, local) : (uint64_t *)(uintptr_t)SL_HOST_READ(uint64_t, local);
        if (strcmp(text, ALIKE) == 0)
            snprintf(text, sizeof text, "%s", at ? plain_block(p, local, at, writes, each) : sl_last_error());
        if (at)
            must_all(sl_host_end(local));
        sl_view_destroy(&local);
    }
    return text;
}

/** Compares this rank's blocks. @return #ALIKE, or what differs on this rank */
__attribute__((unused)) static const char *blocks_are(sl_view *view, const plain *want)
{
    return plain_blocks(view, want, 0, 1);
}

/** Passes when the view, gathered to rank 0, is the array. */
#define same_all(view, want, ...) like_all(whole_is((view), (want), 0), ALIKE, __VA_ARGS__)

#endif
