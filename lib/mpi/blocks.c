/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/blocks.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "data/host.h"
#include "mpi/starpu_mpi.h"

sl_status sl__mpi_here(const char *function)
{
    SL_TRY(sl__runtime_check_blocking(function));
    return sl__ranks_now() != NULL
               ? SL_SUCCESS
               : SL_FAIL(SL_ERR_STATE, "%s: expected a call between sl_mpi_init() and sl_mpi_finalize(), got another",
                         function);
}

sl_status sl__mpi_steps(const char *function, sl_status (*const steps[])(void *arg), int count, void *arg, int *taken)
{
    for (*taken = 0; *taken < count; ++*taken)
        SL_TRY(sl__spread_agree(function, steps[*taken](arg), NULL, 0));
    return SL_SUCCESS;
}

sl_status sl__opened_may(const char *function, sl__spread *spread)
{
    for (int k = 0; k < spread->own; k++)
        SL_TRY(sl__view_check_host(spread->block[k], SL_WRITE, function, NULL, "view"));
    return SL_SUCCESS;
}

sl_status sl__opened_begin(const char *function, sl__spread *spread, sl_access access, sl__opened *opened)
{
    *opened = (sl__opened){.spread = spread, .data = calloc((size_t)spread->own + 1, sizeof *opened->data)};
    if (opened->data == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a word of each block, got none", function);
    for (int k = 0; k < spread->own; k++, opened->count++) {
        opened->data[k] = sl_host_begin(spread->block[k], access, spread->view->type, function);
        if (opened->data[k] == NULL)
            return sl_last_status();
    }
    return SL_SUCCESS;
}

sl_status sl__opened_end(sl__opened *opened)
{
    sl_status status = SL_SUCCESS;
    for (int k = 0; k < opened->count; k++) {
        const sl_status ended = sl_host_end(opened->spread->block[k]);
        status = status == SL_SUCCESS ? ended : status;
    }
    free(opened->data);
    *opened = (sl__opened){0};
    return status;
}

/* ---- boxes --------------------------------------------------------------------------------------------------- */

/* @param[in] first  [rank] indices of the element at data; NULL: all 0 */
static sl__box box_in(const sl_view *view, char *data, const sl_index first[], const sl_index lo[], const sl_index hi[])
{
    sl__box box = {.rank = view->rank, .elem = view->elem};
    sl_index place = 0;
    for (int d = 0; d < view->rank; d++) {
        box.n[d] = hi[d] - lo[d];
        box.s[d] = view->s[d];
        place += (lo[d] - (first != NULL ? first[d] : 0)) * view->s[d];
    }
    box.at = data + place * (sl_index)view->elem;
    return box;
}

sl__box sl__opened_box(const sl__opened *opened, int block, const sl_index lo[], const sl_index hi[])
{
    const int own = block / opened->spread->ranks;
    const sl_view *view = opened->spread->block[own];
    return box_in(view, opened->data[own], view->indices.first, lo, hi);
}

sl__box sl__whole_box(const sl_view *whole, char *data, const sl_index lo[], const sl_index hi[])
{
    return box_in(whole, data, NULL, lo, hi);
}

/* Dimensions that lie in one run of memory, from the last one on. @param[out] run  elements of it
 * @return the first of them */
static int box_run(const sl__box *box, sl_index *run)
{
    int d = box->rank;
    *run = 1;
    while (d > 0 && (box->s[d - 1] == *run || box->n[d - 1] == 1))
        *run *= box->n[--d];
    return d;
}

/* Dimension d and those behind it; from dimension last on they are one run on both sides. */
static void copy_box_from(const sl__box *to, const sl__box *from, int d, int last, size_t bytes, char *target,
                          const char *source)
{
    if (d >= last) {
        memcpy(target, source, bytes);
        return;
    }
    for (sl_index k = 0; k < to->n[d]; k++)
        copy_box_from(to, from, d + 1, last, bytes, target + (size_t)(k * to->s[d]) * to->elem,
                      source + (size_t)(k * from->s[d]) * from->elem);
}

void sl__box_copy(const sl__box *to, const sl__box *from)
{
    sl_index run_to, run_from;
    const int last_to = box_run(to, &run_to), last_from = box_run(from, &run_from);
    const int last = last_to > last_from ? last_to : last_from;
    copy_box_from(to, from, 0, last, (size_t)(last_to > last_from ? run_to : run_from) * to->elem, to->at, from->at);
}

/* A piece has one index of each dimension before d, and so many of that at most. @return d */
static int box_cut(const sl__box *box, sl_index *most)
{
    size_t bytes = box->elem; /* of one index of dimension d */
    int d = box->rank - 1;
    while (d > 0 && bytes * (size_t)box->n[d] <= SL__MPI_PIECE)
        bytes *= (size_t)box->n[d--];
    *most = bytes < SL__MPI_PIECE ? (sl_index)(SL__MPI_PIECE / bytes) : 1;
    return d;
}

int64_t sl__box_pieces(const sl__box *box)
{
    sl_index most;
    const int cut = box_cut(box, &most);
    int64_t pieces = (box->n[cut] + most - 1) / most;
    for (int d = 0; d < cut; d++)
        pieces *= box->n[d];
    return pieces;
}

sl__box sl__box_piece(const sl__box *box, int64_t k)
{
    sl__box piece = *box;
    sl_index most;
    const int cut = box_cut(box, &most);
    for (int d = cut; d >= 0; d--) {
        const sl_index each = d == cut ? most : 1, parts = (box->n[d] + each - 1) / each, at = k % parts * each;
        k /= parts;
        piece.n[d] = box->n[d] - at < each ? box->n[d] - at : each;
        piece.at += (size_t)(at * box->s[d]) * box->elem;
    }
    return piece;
}

/* A type of MPI for the dimensions before the last ones, which are one run. */
static int make_box_type(const sl__box *piece, int last, sl_index run, MPI_Datatype *type)
{
    int code = MPI_Type_contiguous((int)((size_t)run * piece->elem), MPI_BYTE, type);
    for (int d = last - 1; d >= 0 && code == MPI_SUCCESS; d--) {
        MPI_Datatype inner = *type;
        code = MPI_Type_create_hvector((int)piece->n[d], 1, (MPI_Aint)((size_t)piece->s[d] * piece->elem), inner, type);
        (void)MPI_Type_free(&inner);
    }
    return code == MPI_SUCCESS ? MPI_Type_commit(type) : code;
}

sl_status sl__box_post(const char *function, const sl__box *piece, int sends, int rank, MPI_Request *request)
{
    sl_index run;
    const int last = box_run(piece, &run);
    MPI_Datatype type;
    SL_TRY(sl__mpi_check(function, "MPI_Type_create_hvector", make_box_type(piece, last, run, &type)));
    const int code = sends ? MPI_Isend(piece->at, 1, type, rank, SL__MPI_TAG, sl__mpi_comm(), request)
                           : MPI_Irecv(piece->at, 1, type, rank, SL__MPI_TAG, sl__mpi_comm(), request);
    (void)MPI_Type_free(&type); /* when the message is over */
    return sl__mpi_check(function, sends ? "MPI_Isend" : "MPI_Irecv", code);
}
