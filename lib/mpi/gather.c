/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed views to one rank, and from one: blocks go as they lie, by MPI's own messages. */
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "data/host.h"
#include "data/spread.h"
#include "mpi/alive.h"
#include "mpi/blocks.h"
#include "mpi/starpu_mpi.h"

/* A copy between a distributed view and one that a rank has whole. */
typedef struct transfer {
    const char *function;
    sl__spread *spread;
    int root;
    sl_view *whole; /* on the root; else NULL */
    int gathers;    /* to the root */
    sl__opened blocks;
    char *whole_data; /* where the host has it; NULL: not open */
} transfer;

/* ---- checks -------------------------------------------------------------------------------------------------- */

/* The view of the root. */
static sl_status check_whole(const transfer *t)
{
    const sl_view *whole = t->whole, *view = t->spread->view;
    SL_TRY(sl__view_check(whole, t->function, "whole"));
    if (whole->type != view->type)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(whole),
                          "%s: whole: expected a view of %s, as \"%s\", got \"%s\" of %s", t->function,
                          sl_type_name(view->type), view->label, whole->label, sl_type_name(whole->type));
    if (whole->rank != view->rank || memcmp(whole->n, view->n, sizeof whole->n) != 0)
        return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(whole),
                          "%s: whole: expected a view of the extents of \"%s\", got \"%s\" of others", t->function,
                          view->label, whole->label);
    if (memcmp(whole->s, view->s, sizeof whole->s) != 0 || whole->layout.map != SL__LAYOUT_RIGHT ||
        whole->layout.automatic)
        return SL_FAIL_OF(SL_ERR_UNSUPPORTED, sl__view_made(whole),
                          "%s: whole: expected a view of SL_LAYOUT_RIGHT, without gaps, got \"%s\" of another layout",
                          t->function, whole->label);
    return t->gathers ? sl__view_check_writable(whole, t->function, "whole") : SL_SUCCESS;
}

static sl_status check_transfer(transfer *t, sl_view *view, int root, sl_view *whole)
{
    sl_status status;
    t->spread = sl__spread_find(view, t->function, "view", &status);
    SL_TRY(status);
    if (root < 0 || root >= sl_mpi_size())
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: root: expected a rank from 0 to %d, got %d", t->function,
                       sl_mpi_size() - 1, root);
    t->root = root;
    t->whole = root == sl_mpi_rank() ? whole : NULL;
    return root == sl_mpi_rank() ? check_whole(t) : SL_SUCCESS;
}

/* ---- host accesses ------------------------------------------------------------------------------------------- */

static sl_status open_whole(transfer *t)
{
    if (t->whole == NULL)
        return SL_SUCCESS;
    t->whole_data = sl_host_begin(t->whole, t->gathers ? SL_WRITE : SL_READ, t->spread->view->type, t->function);
    return t->whole_data != NULL ? SL_SUCCESS : sl_last_status();
}

/* Opens what is read. What is written is as before where a rank cannot. */
static sl_status open_from(transfer *t)
{
    if (!t->gathers) {
        SL_TRY(sl__opened_may(t->function, t->spread));
        return open_whole(t);
    }
    SL_TRY(sl__opened_begin(t->function, t->spread, SL_READ, &t->blocks));
    return t->whole != NULL ? sl__view_check_host(t->whole, SL_WRITE, t->function, NULL, "whole") : SL_SUCCESS;
}

static sl_status open_to(transfer *t)
{
    return t->gathers ? open_whole(t) : sl__opened_begin(t->function, t->spread, SL_WRITE, &t->blocks);
}

static sl_status close_all(transfer *t)
{
    const sl_status blocks = sl__opened_end(&t->blocks);
    const sl_status whole = t->whole_data != NULL ? sl_host_end(t->whole) : SL_SUCCESS;
    return blocks != SL_SUCCESS ? blocks : whole;
}

/* ---- messages ------------------------------------------------------------------------------------------------ */

/* A block goes to another rank, or comes from there. @param[in] box  where it is here */
static sl_status move_box_between(const transfer *t, const sl__box *box, int sends, int rank)
{
    for (int64_t k = 0; k < sl__box_pieces(box); k++) {
        const sl__box piece = sl__box_piece(box, k);
        MPI_Request request;
        SL_TRY(sl__box_post(t->function, &piece, sends, rank, &request));
        SL_TRY(sl__mpi_complete(t->function, sends ? "MPI_Isend" : "MPI_Irecv", &request));
    }
    return SL_SUCCESS;
}

/* One block, of this rank or, on the root, of another. */
static sl_status move_block(const transfer *t, int block)
{
    const sl__grid_part *part = &t->spread->grid->part[block];
    const int owner = sl__spread_owner(t->spread, block), mine = owner == t->spread->rank;
    sl__box here, there;
    if (mine)
        here = sl__opened_box(&t->blocks, block, part->lo, part->hi);
    if (t->whole != NULL)
        there = sl__whole_box(t->whole, t->whole_data, part->lo, part->hi);
    if (mine && t->whole != NULL) {
        sl__box_copy(t->gathers ? &there : &here, t->gathers ? &here : &there);
        return SL_SUCCESS;
    }
    return move_box_between(t, mine ? &here : &there, mine == t->gathers, mine ? t->root : owner);
}

/* In ascending order on both sides. */
static sl_status move_all(const transfer *t)
{
    for (int block = 0; block < t->spread->grid->parts; block++)
        if (t->whole != NULL || sl__spread_owner(t->spread, block) == t->spread->rank)
            SL_TRY(move_block(t, block));
    return SL_SUCCESS;
}

/* ---- calls --------------------------------------------------------------------------------------------------- */

static sl_status transfer_run(transfer *t, sl_view *view, int root, sl_view *whole)
{
    SL_TRY(sl__mpi_here(t->function));
    sl__spread_called(sl__spread_mix(0, &root, sizeof root), t->function, NULL, NULL);
    sl_status status = check_transfer(t, view, root, whole);
    if (status == SL_SUCCESS)
        status = open_from(t);
    status = sl__spread_agree(t->function, status, NULL, 0);
    if (status == SL_SUCCESS)
        status = sl__spread_agree(t->function, open_to(t), NULL, 0);
    const int agreed = status == SL_SUCCESS;
    if (agreed)
        status = move_all(t);
    const sl_status closed = close_all(t);
    if (agreed && !t->gathers)
        sl__spread_rewritten(t->spread); /* on all ranks, or on none */
    return status != SL_SUCCESS ? status : closed;
}

sl_status sl_mpi_gather(sl_view *view, int root, sl_view *whole)
{
    SL__CALL();
    transfer t = {.function = "sl_mpi_gather", .gathers = 1};
    return transfer_run(&t, view, root, whole);
}

sl_status sl_mpi_scatter(sl_view *whole, int root, sl_view *view)
{
    SL__CALL();
    transfer t = {.function = "sl_mpi_scatter"};
    return transfer_run(&t, view, root, whole);
}
