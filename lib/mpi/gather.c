/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed views to one rank, and from one: blocks go as they lie, by MPI's own messages. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "data/spread.h"
#include "mpi/alive.h"
#include "mpi/starpu_mpi.h"

/* A copy between a distributed view and one that a rank has whole. */
typedef struct transfer {
    const char *function;
    sl__spread *spread;
    MPI_Comm comm;
    int root;
    sl_view *whole; /* on the root; else NULL */
    int gathers;    /* to the root */
    int opened;     /* views that the host has open */
    char **data;    /* [own blocks, and the whole behind them] where it has them */
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

static sl_view *opened_view(const transfer *t, int k)
{
    return k < t->spread->own ? t->spread->block[k] : t->whole;
}

/* Opens the blocks of this rank, and the whole on the root. */
static sl_status open_all(transfer *t)
{
    const int views = t->spread->own + (t->whole != NULL);
    t->data = calloc((size_t)views + 1, sizeof *t->data);
    if (t->data == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a word of each block, got none", t->function);
    for (int k = 0; k < views; k++, t->opened++) {
        const int reads = (k < t->spread->own) == t->gathers;
        t->data[k] = sl_host_begin(opened_view(t, k), reads ? SL_READ : SL_WRITE, t->spread->view->type, t->function);
        if (t->data[k] == NULL)
            return sl_last_status();
    }
    return SL_SUCCESS;
}

static sl_status close_all(transfer *t)
{
    sl_status status = SL_SUCCESS;
    for (int k = 0; k < t->opened; k++) {
        const sl_status ended = sl_host_end(opened_view(t, k));
        status = status == SL_SUCCESS ? ended : status;
    }
    free(t->data);
    return status;
}

/* ---- messages ------------------------------------------------------------------------------------------------ */

/* One block, of this rank or, on the root, of another. @param[in] mine  its elements here; NULL: another rank's */
static sl_status move_block(const transfer *t, int block, char *mine)
{
    const sl_view *view = t->spread->view;
    const sl__grid_part *part = &t->spread->grid->part[block];
    const size_t row = (size_t)view->s[0] * view->elem, bytes = (size_t)(part->hi[0] - part->lo[0]) * row;
    const int owner = sl__spread_owner(t->spread, block);
    char *there = t->whole != NULL ? t->data[t->spread->own] + (size_t)part->lo[0] * row : NULL;
    if (mine != NULL && there != NULL) {
        memcpy(t->gathers ? there : mine, t->gathers ? mine : there, bytes);
        return SL_SUCCESS;
    }
    for (size_t at = 0; at < bytes; at += INT_MAX) {
        const int count = bytes - at < INT_MAX ? (int)(bytes - at) : INT_MAX;
        const int sends = (mine != NULL) == t->gathers, rank = mine != NULL ? t->root : owner;
        char *data = (mine != NULL ? mine : there) + at;
        const char *const call = sends ? "MPI_Isend" : "MPI_Irecv";
        MPI_Request request;
        SL_TRY(sl__mpi_check(t->function, call,
                             sends ? MPI_Isend(data, count, MPI_BYTE, rank, block, t->comm, &request)
                                   : MPI_Irecv(data, count, MPI_BYTE, rank, block, t->comm, &request)));
        SL_TRY(sl__mpi_complete(t->function, call, &request));
    }
    return SL_SUCCESS;
}

/* In ascending order on both sides. */
static sl_status move_all(const transfer *t)
{
    const sl__spread *spread = t->spread;
    for (int block = 0, k = 0; block < spread->grid->parts; block++) {
        const int mine = sl__spread_owner(spread, block) == spread->rank;
        if (mine || t->whole != NULL)
            SL_TRY(move_block(t, block, mine ? t->data[k] : NULL));
        k += mine;
    }
    return SL_SUCCESS;
}

/* ---- calls --------------------------------------------------------------------------------------------------- */

static sl_status transfer_run(transfer *t, sl_view *view, int root, sl_view *whole)
{
    SL_TRY(sl__runtime_check_blocking(t->function));
    if (sl__ranks_now() == NULL)
        return SL_FAIL(SL_ERR_STATE, "%s: expected a call between sl_mpi_init() and sl_mpi_finalize(), got another",
                       t->function);
    sl__spread_called(sl__spread_mix(0, &root, sizeof root), t->function, NULL, NULL);
    sl_status status = check_transfer(t, view, root, whole);
    if (status == SL_SUCCESS)
        status = open_all(t);
    status = sl__spread_agree(t->function, status, NULL, 0);
    if (status == SL_SUCCESS)
        status = move_all(t);
    const sl_status closed = t->spread != NULL ? close_all(t) : SL_SUCCESS;
    if (t->spread != NULL && !t->gathers)
        sl__spread_rewritten(t->spread);
    return status != SL_SUCCESS ? status : closed;
}

sl_status sl_mpi_gather(sl_view *view, int root, sl_view *whole)
{
    SL__CALL();
    transfer t = {.function = "sl_mpi_gather", .comm = sl__mpi_comm(), .gathers = 1};
    return transfer_run(&t, view, root, whole);
}

sl_status sl_mpi_scatter(sl_view *whole, int root, sl_view *view)
{
    SL__CALL();
    transfer t = {.function = "sl_mpi_scatter", .comm = sl__mpi_comm()};
    return transfer_run(&t, view, root, whole);
}
