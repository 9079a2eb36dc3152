/* SPDX-License-Identifier: BSD-3-Clause */
#include "ranks.h"

#include <math.h>
#include <mpi.h>
#include <stdlib.h>

#include "../minimd/minimd_kernels.h"
#include "../minimd/melt_parts.h"
#include "ranks_kernels.h"

enum { DOWN, UP, SIDES };

/* Slabs lie in a ring along z. A rank alone, or one of two, is its own neighbour, or has one on both sides. */
struct md_ranks {
    int rank, ranks;
    int neighbour[SIDES];
    double by[SIDES];                /* what positions change by on their way to that neighbour */
    sl_view *list[SIDES];            /* atoms that go to a neighbour */
    sl_view *out[SIDES], *in[SIDES]; /* [.., 3] what goes to a neighbour, what comes from it */
    int64_t sent[SIDES], got[SIDES]; /* how many atoms do */
};

/* --- messages --------------------------------------------------------------------------------------------------- */

/* Atoms with lo <= z < hi, in a list that is long enough. */
static sl_status pick(struct md_melt *m, double lo, double hi, sl_view **list, int64_t *count)
{
    for (;;) {
        SL_TRY(sl_reduce(md_pick, SL_RANGE(0, m->own), lo, hi, m->vector[X], *list, count));
        if (*count <= sl_view_extent(*list, 0))
            return SL_SUCCESS;
        SL_TRY(sl_view_resize(list, SL_EXTENTS(*count + *count / 4)));
    }
}

static sl_status make_buffer(sl_view **buffer, int64_t count)
{
    if (count <= sl_view_extent(*buffer, 0))
        return SL_SUCCESS;
    return sl_view_resize(buffer, SL_EXTENTS(count + count / 4, 3));
}

/* Tells the neighbours how many atoms go to them. */
static sl_status exchange_counts(struct md_ranks *r)
{
    for (int side = DOWN; side <= UP; side++) {
        MPI_Sendrecv(&r->sent[side], 1, MPI_INT64_T, r->neighbour[side], side, &r->got[!side], 1, MPI_INT64_T,
                     r->neighbour[!side], side, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SL_TRY(make_buffer(&r->out[side], r->sent[side]));
        SL_TRY(make_buffer(&r->in[!side], r->got[!side]));
    }
    return SL_SUCCESS;
}

/* Sends n atoms to one neighbour and receives k from the other one. Buffers have layout right. */
static sl_status exchange(const struct md_ranks *r, int side, sl_view *out, int64_t n, sl_view *in, int64_t k)
{
    const double *send = SL_HOST_READ(double, out);
    if (!send)
        return sl_last_status();
    double *receive = SL_HOST_WRITE(double, in);
    if (!receive)
        return sl_last_status();
    MPI_Sendrecv(send, (int)(3 * n), MPI_DOUBLE, r->neighbour[side], side, receive, (int)(3 * k), MPI_DOUBLE,
                 r->neighbour[!side], side, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SL_TRY(sl_host_end(out));
    return sl_host_end(in);
}

/* What lies in `from` of the listed atoms goes to the neighbours; what comes from them is put into `to`, from `at` on.
 */
static sl_status send_lists(struct md_ranks *r, sl_view *from, int are_positions, sl_view *to, int64_t at)
{
    for (int side = DOWN; side <= UP; side++)
        SL_TRY(sl_forall(md_pack, SL_RANGE(0, r->sent[side]), r->list[side], are_positions ? r->by[side] : 0.0, from,
                         r->out[side]));
    for (int side = DOWN; side <= UP; side++)
        SL_TRY(exchange(r, side, r->out[side], r->sent[side], r->in[!side], r->got[!side]));
    for (int side = DOWN; side <= UP; side++) {
        SL_TRY(sl_forall(md_unpack, SL_RANGE(0, r->got[side]), at, r->in[side], to));
        at += r->got[side];
    }
    return SL_SUCCESS;
}

/* --- what the melt asks for ------------------------------------------------------------------------------------- */

static sl_status sum(struct md_melt *m, double *value, int count)
{
    (void)m;
    MPI_Allreduce(MPI_IN_PLACE, value, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return SL_SUCCESS;
}

/* Those that stay move together, those that come are put behind them. */
static sl_status migrate(struct md_melt *m)
{
    struct md_ranks *r = m->self;
    int64_t stay;
    SL_TRY(pick(m, -HUGE_VAL, m->lo, &r->list[DOWN], &r->sent[DOWN]));
    SL_TRY(pick(m, m->hi, HUGE_VAL, &r->list[UP], &r->sent[UP]));
    SL_TRY(pick(m, m->lo, m->hi, &m->number[ORDER], &stay));
    SL_TRY(exchange_counts(r));
    if (stay + r->got[DOWN] + r->got[UP] > m->room)
        SL_TRY(md_melt_make_room(m, stay + r->got[DOWN] + r->got[UP]));
    SL_TRY(sl_forall(md_gather, SL_RANGE(0, stay), m->number[ORDER], m->vector[X], m->vector[V], m->vector[SORTED_X],
                     m->vector[SORTED_V]));
    SL_TRY(send_lists(r, m->vector[X], 1, m->vector[SORTED_X], stay));
    SL_TRY(send_lists(r, m->vector[V], 0, m->vector[SORTED_V], stay));
    SL_TRY(sl_view_swap(&m->vector[X], &m->vector[SORTED_X]));
    m->own = stay + r->got[DOWN] + r->got[UP];
    return sl_view_swap(&m->vector[V], &m->vector[SORTED_V]);
}

static sl_status move_borders(struct md_melt *m)
{
    return send_lists(m->self, m->vector[X], 1, m->vector[X], m->own);
}

/* The lists stay for the steps until the next ones. */
static sl_status find_borders(struct md_melt *m)
{
    struct md_ranks *r = m->self;
    SL_TRY(pick(m, -HUGE_VAL, m->lo + MD_REACH, &r->list[DOWN], &r->sent[DOWN]));
    SL_TRY(pick(m, m->hi - MD_REACH, HUGE_VAL, &r->list[UP], &r->sent[UP]));
    SL_TRY(exchange_counts(r));
    m->held = m->own + r->got[DOWN] + r->got[UP];
    if (m->held > m->room)
        SL_TRY(md_melt_make_room(m, m->held + m->held / 4));
    return move_borders(m);
}

/* The way back: what came in by a side goes out by it. */
static sl_status fold_borders(struct md_melt *m)
{
    struct md_ranks *r = m->self;
    sl_index at = m->own;
    for (int side = DOWN; side <= UP; at += r->got[side], side++)
        SL_TRY(sl_forall(md_pack_forces, SL_RANGE(0, r->got[side]), at, m->vector[F], r->in[side]));
    for (int side = DOWN; side <= UP; side++)
        SL_TRY(exchange(r, side, r->in[side], r->got[side], r->out[!side], r->sent[!side]));
    for (int side = DOWN; side <= UP; side++)
        SL_TRY(sl_forall(md_add_forces, SL_RANGE(0, r->sent[side]), r->list[side], r->out[side], m->vector[F]));
    return SL_SUCCESS;
}

/* --- the set-up ------------------------------------------------------------------------------------------------- */

static sl_status create_buffers(struct md_ranks *r)
{
    static const char *const list[] = {"down list", "up list"}, *const out[] = {"down out", "up out"},
                             *const in[] = {"down in", "up in"};
    for (int side = DOWN; side <= UP; side++) {
        SL_TRY(sl_view_create(list[side], SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &r->list[side]));
        SL_TRY(sl_view_create(out[side], SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1, 3), &r->out[side]));
        SL_TRY(sl_view_create(in[side], SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1, 3), &r->in[side]));
    }
    return SL_SUCCESS;
}

sl_status md_ranks_create(const struct md_problem *problem, sl_layout layout, struct md_ranks **ranks,
                          struct md_melt **melt)
{
    static const struct md_others others = {sum, migrate, find_borders, move_borders, fold_borders};
    struct md_ranks *r = calloc(1, sizeof *r);
    if (!r)
        return SL_ERR_MEMORY;
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->ranks);
    const double length = (double)problem->cells * MD_SPACING;
    r->neighbour[DOWN] = (r->rank + r->ranks - 1) % r->ranks;
    r->neighbour[UP] = (r->rank + 1) % r->ranks;
    r->by[DOWN] = r->rank == 0 ? length : 0.0;
    r->by[UP] = r->rank == r->ranks - 1 ? -length : 0.0;
    const struct md_part part = {.first = problem->cells * r->rank / r->ranks,
                                 .end = problem->cells * (r->rank + 1) / r->ranks,
                                 .others = &others,
                                 .self = r};
    sl_status status = create_buffers(r);
    if (status == SL_SUCCESS)
        status = md_melt_create_part(problem, layout, 0, &part, melt);
    if (status == SL_SUCCESS)
        *ranks = r;
    else
        md_ranks_destroy(&r);
    return status;
}

void md_ranks_destroy(struct md_ranks **ranks)
{
    struct md_ranks *r = *ranks;
    if (!r)
        return;
    for (int side = DOWN; side <= UP; side++) {
        sl_view_destroy(&r->list[side]);
        sl_view_destroy(&r->out[side]);
        sl_view_destroy(&r->in[side]);
    }
    free(r);
    *ranks = NULL;
}
