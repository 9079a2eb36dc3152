/* SPDX-License-Identifier: BSD-3-Clause */
/* From a distributed view to another one in other blocks: elements that a block of either has go from rank to rank.
 * Each rank goes through all pairs of blocks with common elements, in one order, by which messages between two ranks
 * are told apart. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "mpi/alive.h"
#include "mpi/blocks.h"
#include "mpi/starpu_mpi.h"

static const char redistribute_name[] = "sl_mpi_redistribute";

typedef struct exchange {
    sl_view *from_view, *to_view;
    sl__spread *from, *to;
    sl_status found; /* whether there are both */
    sl__opened from_blocks, to_blocks;
    MPI_Request *request; /* [requests] */
    int requests;
} exchange;

/* Elements that a block of either view has. */
typedef struct common {
    int from_block, to_block;
    int from_rank, to_rank;
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
} common;

/* ---- checks -------------------------------------------------------------------------------------------------- */

static sl_status check_alike(const sl_view *from, const sl_view *to)
{
    if (from == to)
        return SL_FAIL_OF(SL_ERR_ALIAS, sl__view_made(to),
                          "%s: to: expected another view than from, got \"%s\" for both", redistribute_name, to->label);
    if (from->type != to->type)
        return SL_FAIL_OF_BOTH(SL_ERR_TYPE, sl__view_made(to), sl__view_made(from),
                               "%s: to: expected a view of %s, as \"%s\", got \"%s\" of %s", redistribute_name,
                               sl_type_name(from->type), from->label, to->label, sl_type_name(to->type));
    if (from->rank != to->rank)
        return SL_FAIL_OF_BOTH(SL_ERR_RANK, sl__view_made(to), sl__view_made(from),
                               "%s: to: expected a view of rank %d, as \"%s\", got \"%s\" of rank %d",
                               redistribute_name, from->rank, from->label, to->label, to->rank);
    for (int d = 0; d < from->rank; d++)
        if (from->n[d] != to->n[d])
            return SL_FAIL_OF_BOTH(SL_ERR_EXTENT, sl__view_made(to), sl__view_made(from),
                                   "%s: to: expected extent %" PRId64
                                   " of dimension %d, as \"%s\", got \"%s\" of %" PRId64,
                                   redistribute_name, from->n[d], d, from->label, to->label, to->n[d]);
    return SL_SUCCESS;
}

/* ---- elements ------------------------------------------------------------------------------------------------ */

/* What two blocks have in common. @return 0: nothing */
static int find_common(const exchange *e, common *c)
{
    const sl__grid_part *from = &e->from->grid->part[c->from_block], *to = &e->to->grid->part[c->to_block];
    for (int d = 0; d < e->from_view->rank; d++) {
        c->lo[d] = from->lo[d] > to->lo[d] ? from->lo[d] : to->lo[d];
        c->hi[d] = from->hi[d] < to->hi[d] ? from->hi[d] : to->hi[d];
        if (c->lo[d] >= c->hi[d])
            return 0;
    }
    return 1;
}

/* Calls a function for all pairs of blocks with common elements, of which this rank has one. */
static sl_status for_common(exchange *e, sl_status (*each)(exchange *e, const common *c))
{
    for (int f = 0; f < e->from->grid->parts; f++)
        for (int t = 0; t < e->to->grid->parts; t++) {
            common c = {.from_block = f,
                        .to_block = t,
                        .from_rank = sl__spread_owner(e->from, f),
                        .to_rank = sl__spread_owner(e->to, t)};
            if ((c.from_rank == e->from->rank || c.to_rank == e->from->rank) && find_common(e, &c))
                SL_TRY(each(e, &c));
        }
    return SL_SUCCESS;
}

static sl_status count_messages(exchange *e, const common *c)
{
    sl__box box = {.rank = e->from_view->rank, .elem = e->from_view->elem};
    for (int d = 0; d < box.rank; d++)
        box.n[d] = c->hi[d] - c->lo[d];
    if (c->from_rank != c->to_rank)
        e->requests += (int)sl__box_pieces(&box);
    return SL_SUCCESS;
}

static sl_status move_common(exchange *e, const common *c)
{
    const int sends = c->from_rank == e->from->rank, receives = c->to_rank == e->from->rank;
    sl__box from, to;
    if (sends)
        from = sl__opened_box(&e->from_blocks, c->from_block, c->lo, c->hi);
    if (receives)
        to = sl__opened_box(&e->to_blocks, c->to_block, c->lo, c->hi);
    if (sends && receives) {
        sl__box_copy(&to, &from);
        return SL_SUCCESS;
    }
    const sl__box *box = sends ? &from : &to;
    for (int64_t k = 0; k < sl__box_pieces(box); k++) {
        const sl__box piece = sl__box_piece(box, k);
        SL_TRY(sl__box_post(redistribute_name, &piece, sends, sends ? c->to_rank : c->from_rank,
                            &e->request[e->requests]));
        e->requests++;
    }
    return SL_SUCCESS;
}

/* ---- steps --------------------------------------------------------------------------------------------------- */

static sl_status begin_exchange(void *arg)
{
    exchange *e = arg;
    if (e->found != SL_SUCCESS)
        return e->found;
    SL_TRY(check_alike(e->from_view, e->to_view));
    SL_TRY(for_common(e, count_messages));
    e->request = calloc((size_t)e->requests + 1, sizeof *e->request);
    if (e->request == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a word of each of %d messages, got none",
                       redistribute_name, e->requests);
    e->requests = 0;
    SL_TRY(sl__opened_begin(redistribute_name, e->from, SL_READ, &e->from_blocks));
    return sl__opened_may(redistribute_name, e->to);
}

static sl_status open_target(void *arg)
{
    exchange *e = arg;
    return sl__opened_begin(redistribute_name, e->to, SL_WRITE, &e->to_blocks);
}

static sl_status move_elements(void *arg)
{
    exchange *e = arg;
    SL_TRY(for_common(e, move_common));
    for (int k = 0; k < e->requests; k++)
        SL_TRY(sl__mpi_complete(redistribute_name, "MPI_Isend or MPI_Irecv", &e->request[k]));
    return SL_SUCCESS;
}

/* ---- the call ------------------------------------------------------------------------------------------------ */

/* Other views are another call. */
static void count_exchange(exchange *e)
{
    e->from = sl__spread_find(e->from_view, redistribute_name, "from", &e->found);
    if (e->from != NULL)
        e->to = sl__spread_find(e->to_view, redistribute_name, "to", &e->found);
    const int64_t numbers[2] = {e->from != NULL ? e->from->number : 0, e->to != NULL ? e->to->number : 0};
    sl__spread_called(sl__spread_mix(0, numbers, sizeof numbers), redistribute_name, NULL,
                      e->from != NULL ? e->from_view->label : NULL);
}

sl_status sl_mpi_redistribute(sl_view *from, sl_view *to)
{
    SL__CALL();
    static sl_status (*const steps[])(void *) = {begin_exchange, open_target, move_elements};
    exchange e = {.from_view = from, .to_view = to};
    int taken = 0;
    SL_TRY(sl__mpi_here(redistribute_name));
    count_exchange(&e);
    const sl_status status = sl__mpi_steps(redistribute_name, steps, sizeof steps / sizeof *steps, &e, &taken);
    const sl_status from_ended = sl__opened_end(&e.from_blocks), to_ended = sl__opened_end(&e.to_blocks);
    free(e.request);
    if (taken > 0)
        sl__spread_rewritten(e.to);
    return status != SL_SUCCESS ? status : from_ended != SL_SUCCESS ? from_ended : to_ended;
}
