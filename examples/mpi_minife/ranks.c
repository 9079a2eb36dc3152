/* SPDX-License-Identifier: BSD-3-Clause */
#include "ranks.h"

#include <mpi.h>
#include <stdlib.h>

enum { DOWN, UP, SIDES };

struct ranks {
    struct box box;
    int neighbour[SIDES];  /* MPI_PROC_NULL: none */
    sl_view *own[SIDES];   /* the outermost own planes of the vector, parts of it */
    sl_view *other[SIDES]; /* the neighbours' planes beside them */
    sl_view *out[SIDES];   /* [points of a plane] what goes to a neighbour, */
    sl_view *in[SIDES];    /* and what comes */
};

sl_status ranks_create(const struct box *box, int rank, int count, struct ranks **ranks)
{
    struct ranks *r = *ranks = calloc(1, sizeof *r);
    sl_status status = r != NULL ? SL_SUCCESS : SL_ERR_MEMORY;
    if (r == NULL)
        return status;
    r->box = *box;
    r->neighbour[DOWN] = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    r->neighbour[UP] = rank < count - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int side = 0; side < SIDES && status == SL_SUCCESS; side++) {
        status = sl_view_create("out", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(box_plane(box)), &r->out[side]);
        if (status == SL_SUCCESS)
            status = sl_view_create("in", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(box_plane(box)), &r->in[side]);
    }
    if (status != SL_SUCCESS)
        ranks_destroy(ranks);
    return status;
}

void ranks_destroy(struct ranks **ranks)
{
    struct ranks *r = *ranks;
    *ranks = NULL;
    for (int side = 0; r != NULL && side < SIDES; side++) {
        sl_view_destroy(&r->own[side]);
        sl_view_destroy(&r->other[side]);
        sl_view_destroy(&r->out[side]);
        sl_view_destroy(&r->in[side]);
    }
    free(r);
}

/* The planes of a vector, when it is seen first. */
static sl_status find_planes(struct ranks *r, sl_view *d)
{
    const int64_t plane = box_plane(&r->box), first = box_row(&r->box, 0), end = box_row(&r->box, 1);
    const int64_t own[SIDES] = {first, end - plane}, other[SIDES] = {first - plane, end};
    for (int side = 0; side < SIDES; side++)
        if (r->neighbour[side] != MPI_PROC_NULL) {
            SL_TRY(sl_subview(d, &r->own[side], SL_PAIR(own[side], own[side] + plane)));
            SL_TRY(sl_subview(d, &r->other[side], SL_PAIR(other[side], other[side] + plane)));
        }
    return SL_SUCCESS;
}

/* Sends one way and receives from the other one. */
static sl_status exchange(struct ranks *r, int to, int from)
{
    const int n = (int)box_plane(&r->box);
    const double *out = SL_HOST_READ(double, r->out[to]);
    double *in = out != NULL ? SL_HOST_WRITE(double, r->in[from]) : NULL;
    if (in == NULL)
        return sl_last_status();
    MPI_Sendrecv(out, n, MPI_DOUBLE, r->neighbour[to], 0, in, n, MPI_DOUBLE, r->neighbour[from], 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    SL_TRY(sl_host_end(r->out[to]));
    return sl_host_end(r->in[from]);
}

static sl_status borders(void *data, sl_view *d)
{
    struct ranks *r = data;
    if (r->own[DOWN] == NULL && r->own[UP] == NULL)
        SL_TRY(find_planes(r, d));
    for (int side = 0; side < SIDES; side++)
        if (r->neighbour[side] != MPI_PROC_NULL)
            SL_TRY(sl_deep_copy(r->out[side], r->own[side]));
    SL_TRY(exchange(r, UP, DOWN));
    SL_TRY(exchange(r, DOWN, UP));
    for (int side = 0; side < SIDES; side++)
        if (r->neighbour[side] != MPI_PROC_NULL)
            SL_TRY(sl_deep_copy(r->other[side], r->in[side]));
    return SL_SUCCESS;
}

static sl_status sum(void *data, sl_view *scalar)
{
    double own = 0, all;
    (void)data;
    SL_TRY(SL_GET(double, scalar, &own));
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return SL_PUT(double, scalar, all);
}

struct neighbours ranks_functions(struct ranks *ranks)
{
    return (struct neighbours){borders, sum, ranks};
}

void ranks_gather(const struct box *box, int rank, int count, const double *own, double *all)
{
    const int64_t row = box_row(box, 0);
    if (rank > 0) {
        MPI_Send(own + row, (int)(box_row(box, 1) - row), MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
        return;
    }
    for (int64_t p = row; p < box_row(box, 1); p++)
        all[p] = own[p];
    for (int k = 1; k < count; k++) {
        const struct box theirs = box_part(box->nx, box->ny, box->nz, k, count);
        MPI_Recv(all + box_plane(box) * theirs.own[0], (int)(box_row(&theirs, 1) - box_row(&theirs, 0)), MPI_DOUBLE, k,
                 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}
