/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Layouts: pure functions from extents to strides, sizes and runs of contiguous elements. */
#ifndef STARLOOP_LIB_DATA_LAYOUT_H
#define STARLOOP_LIB_DATA_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include <starloop/view.h>

/** The most bytes that a view may span. */
#define SL__MOST_BYTES ((int64_t)1 << 62)

/** A shape in memory. */
typedef struct sl__shape {
    int rank;                   /* 0 to SL_MAX_RANK */
    size_t elem;                /* bytes of an element */
    int64_t n[SL_MAX_RANK];     /* extents; 1 beyond the rank */
    int64_t s[SL_MAX_RANK];     /* strides in elements; 1 beyond the rank */
    int64_t count;              /* number of elements; 1 for rank 0 */
    size_t span;                /* bytes from the first element to the end of the last; 0 when empty */
    int64_t first[SL_MAX_RANK]; /* the first index of each dimension */
    int shifted;                /* one of them is not 0 */
    unsigned cases;             /* SL__TAKES_* or-ed (kernel/cases.h) */
    int automatic;              /* devices have the elements in layout left, with sl__layout_left() as strides */
    int turns;                  /* of SL_LAYOUT_AUTO, though its extents may leave nothing to turn */
    sl_layout_kind map; /* SL__LAYOUT_BLOCKED, _MORTON, _MAPPED: there are no strides, and s has the extents of a block,
                           the bits of each index, or first the number of places; else SL__LAYOUT_RIGHT */
} sl__shape;

/** @return the place of an element, of indices from 0, in a blocked or Morton layout, or one with strides.
 *  @param[in] map  of the shape  @param[in] x  [rank]  @param[in] n  [rank] extents
 *  @param[in] s    [rank] of the shape */
int64_t sl__layout_place(sl_layout_kind map, int rank, const int64_t x[], const int64_t n[], const int64_t s[]);

/** Checks extents and layout and computes the shape.
 *  @param[in] elem  bytes of an element, 1 or more
 *  @return SL_SUCCESS; SL_ERR_RANK, SL_ERR_EXTENT, SL_ERR_ARGUMENT, recorded in the name of @p function. */
sl_status sl__layout_shape(const char *function, size_t elem, const sl_layout *layout, const sl_extents *extents,
                           sl__shape *shape);

/** Makes the strides of layout left without gaps. @param[in] n  [rank] extents  @param[out] s  [rank] in elements */
void sl__layout_left(int rank, const int64_t n[], int64_t s[]);

/** @return a layout without gaps for extents @p n [rank], whose dimensions follow each other in memory as those with
 * the strides @p s [rank] do, with the first indices @p first [rank]. */
sl_layout sl__layout_dense(int rank, const int64_t n[], const int64_t s[], const int64_t first[]);

/** The elements of a shape as contiguous runs of bytes, as few as there can be, in ascending order of addresses. */
typedef struct sl__runs {
    size_t run;               /* bytes of a run; 0 when the shape is empty */
    int rank;                 /* dimensions in which runs repeat */
    int64_t n[SL_MAX_RANK];   /* [rank] repetitions, the closest ones first */
    size_t step[SL_MAX_RANK]; /* [rank] bytes from one to the next */
} sl__runs;

/** Merges neighbouring dimensions. @p n and @p s are [rank], of a shape that sl__layout_shape() has accepted. */
sl__runs sl__layout_runs(int rank, size_t elem, const int64_t n[], const int64_t s[]);

/** Steps @p index [rank] from dimension @p first on, adding to and taking from @p offset.
 *  @return 0 when all were visited. */
int sl__runs_next(const sl__runs *runs, int first, int64_t index[], size_t *offset);

/** How to copy a shape between the memories of host and device. */
typedef enum sl__copy_way {
    SL__COPY_SPAN, /**< everything from the first element to the last, gaps too, at once */
    SL__COPY_ROWS, /**< runs that repeat at a constant step at once, by the device's copy of rows */
    SL__COPY_STAGE /**< everything to a staging buffer, and from there the elements, by the host */
} sl__copy_way;

/** Picks the way that is likely to be fastest.
 *  @param[in] span   bytes from the first element to the end of the last
 *  @param[in] gaps   whether the gaps of the target may be written
 *  @param[in] stage  whether staging is possible */
sl__copy_way sl__layout_copy_way(const sl__runs *runs, size_t span, int gaps, int stage);

/** A walk over runs, in ascending order of addresses, that can stop at any byte. */
typedef struct sl__scatter {
    sl__runs runs;
    int64_t index[SL_MAX_RANK]; /**< of the run that is next, or that was begun */
    size_t offset;              /**< where it begins */
} sl__scatter;

/** Copies the parts of runs that lie in the bytes [begin, end) of a shape's span from a copy of just these bytes.
 *  The ends of one call are the beginning of the next; the first begins at 0 with everything else but the runs zero.
 *  @param[out] data  the first element of the shape */
void sl__layout_scatter(sl__scatter *scatter, void *data, const void *bytes, size_t begin, size_t end);

#endif
