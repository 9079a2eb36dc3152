/* SPDX-License-Identifier: BSD-3-Clause */
#include "strip.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels.h"

enum { UP, DOWN, SIDES };

/* Views of rows 0 to rows + 1: the rank's own are 1 to rows, the others belong to its neighbours or are the edge. Two
   fields take turns. The rows that go to a neighbour and come from it are small views of their own: the host looks at
   these, and the fields stay where the loops run, on a GPU for instance. */
struct strip {
    int rank, ranks;
    long first, rows, columns; /* row 0 here is row `first` of all; cells inside of the edge */
    int neighbour[SIDES];      /* MPI_PROC_NULL at the edge */
    int now;                   /* which field has the temperature */
    sl_view *u[2], *c, *sums;
    sl_view *own[2][SIDES], *halo[2][SIDES]; /* [field] subviews: the first and last own rows, and those beside */
    sl_view *out[SIDES], *in[SIDES];         /* [columns] what goes to a neighbour, what comes from it */
};

static sl_status create_views(struct strip *s)
{
    const sl_index rows = s->rows + 2, width = s->columns + 2;
    static const char *const out[] = {"up out", "down out"}, *const in[] = {"up in", "down in"};
    SL_TRY(sl_view_create("u", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(rows, width), &s->u[0]));
    SL_TRY(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(rows, width), &s->u[1]));
    SL_TRY(sl_view_create("c", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(rows, width), &s->c));
    SL_TRY(sl_view_create("sums", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(rows), &s->sums));
    for (int side = 0; side < SIDES; side++) {
        const sl_index own = side == UP ? 1 : s->rows, halo = side == UP ? 0 : s->rows + 1;
        SL_TRY(sl_view_create(out[side], SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(s->columns), &s->out[side]));
        SL_TRY(sl_view_create(in[side], SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(s->columns), &s->in[side]));
        for (int f = 0; f < 2; f++) {
            SL_TRY(sl_subview(s->u[f], &s->own[f][side], own, SL_PAIR(1, s->columns + 1)));
            SL_TRY(sl_subview(s->u[f], &s->halo[f][side], halo, SL_PAIR(1, s->columns + 1)));
        }
    }
    return SL_SUCCESS;
}

sl_status strip_create(const struct mpi_heat_options *o, struct strip **strip)
{
    struct strip *s = calloc(1, sizeof *s);
    if (!s)
        return SL_ERR_MEMORY;
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->ranks);
    s->first = o->rows / s->ranks * s->rank + (s->rank < o->rows % s->ranks ? s->rank : o->rows % s->ranks);
    s->rows = o->rows / s->ranks + (s->rank < o->rows % s->ranks);
    s->columns = o->columns;
    s->neighbour[UP] = s->rank > 0 ? s->rank - 1 : MPI_PROC_NULL;
    s->neighbour[DOWN] = s->rank < s->ranks - 1 ? s->rank + 1 : MPI_PROC_NULL;
    sl_status status = create_views(s);
    if (status == SL_SUCCESS)
        status = sl_forall(mpi_heat_set, SL_BOX(0, s->rows + 2, 0, s->columns + 2), s->first, o->rows + 2,
                           o->columns + 2, s->u[0], s->u[1], s->c);
    if (status == SL_SUCCESS)
        *strip = s;
    else
        strip_destroy(&s);
    return status;
}

/* Own rows from `lo` up to but not `hi`. */
static sl_status sweep(struct strip *s, sl_index lo, sl_index hi)
{
    return sl_forall(mpi_heat_sweep, SL_BOX(lo, hi, 1, s->columns + 1), s->u[s->now], s->c, s->u[!s->now]);
}

/* Sends one way and receives from the other one. The host waits for the loop that fills the row, not for those after.
 */
static sl_status exchange(struct strip *s, int to, int from)
{
    const double *out = SL_HOST_READ(double, s->out[to]);
    if (!out)
        return sl_last_status();
    double *in = SL_HOST_WRITE(double, s->in[from]);
    if (!in)
        return sl_last_status();
    MPI_Sendrecv(out, (int)s->columns, MPI_DOUBLE, s->neighbour[to], 0, in, (int)s->columns, MPI_DOUBLE,
                 s->neighbour[from], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SL_TRY(sl_host_end(s->out[to]));
    return sl_host_end(s->in[from]);
}

/* The rows that need no neighbour's are computed while the others are on their way. */
sl_status strip_step(struct strip *s)
{
    for (int side = 0; side < SIDES; side++)
        if (s->neighbour[side] != MPI_PROC_NULL)
            SL_TRY(sl_deep_copy(s->out[side], s->own[s->now][side]));
    if (s->rows > 2)
        SL_TRY(sweep(s, 2, s->rows));
    SL_TRY(exchange(s, UP, DOWN));
    SL_TRY(exchange(s, DOWN, UP));
    for (int side = 0; side < SIDES; side++)
        if (s->neighbour[side] != MPI_PROC_NULL)
            SL_TRY(sl_deep_copy(s->halo[s->now][side], s->in[side]));
    SL_TRY(sweep(s, 1, 2));
    if (s->rows > 1)
        SL_TRY(sweep(s, s->rows, s->rows + 1));
    s->now = !s->now;
    return SL_SUCCESS;
}

/* Adds up the sums of the rows of all ranks in the order of the rows, from rank to rank. */
static sl_status add_heat(struct strip *s, double *heat)
{
    const double *sums = SL_HOST_READ(double, s->sums);
    if (!sums)
        return sl_last_status();
    double all = 0.0;
    const int last = s->ranks - 1;
    if (s->rank > 0)
        MPI_Recv(&all, 1, MPI_DOUBLE, s->rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (long k = 1; k <= s->rows; k++)
        all += sums[k];
    if (s->rank < last)
        MPI_Send(&all, 1, MPI_DOUBLE, s->rank + 1, 1, MPI_COMM_WORLD);
    MPI_Bcast(&all, 1, MPI_DOUBLE, last, MPI_COMM_WORLD);
    *heat = all;
    return sl_host_end(s->sums);
}

sl_status strip_summary(struct strip *s, struct mpi_heat_summary *sum)
{
    const sl_space own = SL_BOX(1, s->rows + 1, 1, s->columns + 1);
    double change = 0.0;
    SL_TRY(sl_forall(mpi_heat_row_sum, SL_RANGE(1, s->rows + 1), s->columns, s->u[s->now], s->sums));
    SL_TRY(sl_reduce(mpi_heat_change, own, s->u[s->now], s->u[!s->now], &change));
    MPI_Allreduce(&change, &sum->change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return add_heat(s, &sum->heat);
}

/* Receives the rows of the other ranks, one by one. @return how many elements were written */
static size_t write_others(const struct strip *s, long rows, double *row, FILE *file)
{
    size_t written = 0;
    for (int rank = 1; rank < s->ranks; rank++)
        for (long k = rows / s->ranks + (rank < rows % s->ranks); k > 0; k--) {
            MPI_Recv(row, (int)s->columns, MPI_DOUBLE, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            written += fwrite(row, sizeof *row, (size_t)s->columns, file);
        }
    return written;
}

static sl_status write_all(const struct strip *s, const double *u, sl_index stride, const char *path)
{
    long rows = s->rows, all;
    size_t written = 0;
    MPI_Reduce(&rows, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (s->rank > 0) {
        for (long k = 1; k <= s->rows; k++)
            MPI_Send(u + k * stride + 1, (int)s->columns, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
        return SL_SUCCESS;
    }
    FILE *file = fopen(path, "wb");
    double *row = malloc((size_t)s->columns * sizeof *row);
    if (file && row) {
        for (long k = 1; k <= s->rows; k++)
            written += fwrite(u + k * stride + 1, sizeof *u, (size_t)s->columns, file);
        written += write_others(s, all, row, file);
    }
    free(row);
    if (file && fclose(file) == 0 && written == (size_t)all * (size_t)s->columns)
        return SL_SUCCESS;
    fprintf(stderr, "mpi_heat: --output: %s cannot be written\n", path);
    return SL_ERR_SYSTEM;
}

sl_status strip_write(struct strip *s, const char *path)
{
    sl_view *view = s->u[s->now];
    const double *u = SL_HOST_READ(double, view);
    if (!u)
        return sl_last_status();
    const sl_status status = write_all(s, u, sl_view_stride(view, 0), path);
    const sl_status ended = sl_host_end(view);
    return status != SL_SUCCESS ? status : ended;
}

void strip_destroy(struct strip **strip)
{
    struct strip *s = *strip;
    if (!s)
        return;
    for (int side = 0; side < SIDES; side++) {
        for (int f = 0; f < 2; f++) {
            sl_view_destroy(&s->own[f][side]);
            sl_view_destroy(&s->halo[f][side]);
        }
        sl_view_destroy(&s->out[side]);
        sl_view_destroy(&s->in[side]);
    }
    sl_view_destroy(&s->u[0]);
    sl_view_destroy(&s->u[1]);
    sl_view_destroy(&s->c);
    sl_view_destroy(&s->sums);
    free(s);
    *strip = NULL;
}
