/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed views in files: a header, then all elements as in SL_LAYOUT_RIGHT, so that a file says nothing of ranks
 * and blocks. Each rank opens the file by itself, and moves its own blocks: nobody waits for another rank but between
 * the steps, and a slow disk is not taken for a rank that is silent. */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/state.h"
#include "mpi/blocks.h"
#include "mpi/starpu_mpi.h"

#define MAGIC "STARLOOP"
#define UNFINISHED ".part" /* behind the name of a file that is being written */

enum { VERSION = 1, BYTE_ORDER_MARK = 0x01020304, TYPE_ROOM = 44 };

/* What a file begins with; doc/guide/several-nodes.md says it, too. */
typedef struct header {
    char magic[sizeof MAGIC - 1];
    uint32_t order, version;
    uint64_t data;    /* bytes before the elements */
    uint64_t element; /* bytes of one */
    int64_t extent[SL_MAX_RANK];
    int32_t rank;
    char type[TYPE_ROOM]; /* its name, cut where it is longer, and zeros */
} header;
_Static_assert(sizeof(header) == 128 && offsetof(header, type) == 84, "files have it without gaps");

/* A view that is written to a file, or read from one. */
typedef struct transit {
    const char *function;
    sl_view *view;
    const char *path;
    int writes;
    sl__spread *spread;
    sl_status found; /* whether there is one */
    sl__opened blocks;
    char *unfinished; /* its name */
    int made;         /* by this rank, and not there for good yet */
    MPI_File file;    /* MPI_FILE_NULL: not open */
    const char *name; /* of that */
    MPI_Offset data;  /* where the elements begin */
} transit;

/* ---- calls of MPI -------------------------------------------------------------------------------------------- */

static sl_status check_io(const transit *t, const char *call, int code)
{
    char text[MPI_MAX_ERROR_STRING];
    if (code == MPI_SUCCESS)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_SYSTEM, "%s: path: expected a file that can be %s, got \"%s\": %s: %s", t->function,
                   t->writes ? "written" : "read", t->name, call, sl__mpi_error_text(code, text));
}

static sl_status open_file(transit *t, const char *name, int mode)
{
    t->name = name;
    return check_io(t, "MPI_File_open", MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &t->file));
}

static sl_status close_file(transit *t)
{
    return t->file == MPI_FILE_NULL ? SL_SUCCESS : check_io(t, "MPI_File_close", MPI_File_close(&t->file));
}

/* Has what was written on the disk, and closes the file. */
static sl_status finish_file(transit *t)
{
    SL_TRY(check_io(t, "MPI_File_sync", MPI_File_sync(t->file)));
    return close_file(t);
}

/* From a place of the file on, or to there. */
static sl_status move_bytes(const transit *t, MPI_Offset place, char *data, size_t bytes)
{
    const char *const call = t->writes ? "MPI_File_write_at" : "MPI_File_read_at";
    for (size_t at = 0; at < bytes; at += SL__MPI_PIECE) {
        const int count = sl__mpi_piece(bytes - at);
        int moved = 0;
        MPI_Status state;
        SL_TRY(check_io(t, call,
                        t->writes
                            ? MPI_File_write_at(t->file, place + (MPI_Offset)at, data + at, count, MPI_BYTE, &state)
                            : MPI_File_read_at(t->file, place + (MPI_Offset)at, data + at, count, MPI_BYTE, &state)));
        MPI_Get_count(&state, MPI_BYTE, &moved);
        if (moved != count)
            return SL_FAIL(SL_ERR_SYSTEM, "%s: path: expected to have %d bytes %s, got %d of them: \"%s\"", t->function,
                           count, t->writes ? "written" : "read", moved, t->name);
    }
    return SL_SUCCESS;
}

/* Strides of the elements in a file, and the bytes of all. */
static int64_t file_strides(const sl_view *view, sl_index stride[])
{
    int64_t count = 1;
    for (int d = view->rank - 1; d >= 0; d--) {
        stride[d] = count;
        count *= view->n[d];
    }
    return count * (int64_t)view->elem;
}

/* Dimension d of a box and those behind it, which begin at that place of the file. */
static sl_status move_box(const transit *t, const sl__box *box, const sl_index stride[], int d, MPI_Offset place,
                          char *at)
{
    int run = box->rank;
    sl_index elements = 1;
    while (run > d && box->s[run - 1] == elements && stride[run - 1] == elements)
        elements *= box->n[--run];
    if (run == d)
        return move_bytes(t, place, at, (size_t)elements * box->elem);
    for (sl_index k = 0; k < box->n[d]; k++)
        SL_TRY(move_box(t, box, stride, d + 1, place + (MPI_Offset)(k * stride[d] * (sl_index)box->elem),
                        at + (size_t)(k * box->s[d]) * box->elem));
    return SL_SUCCESS;
}

static sl_status move_own_blocks(const transit *t)
{
    sl_index stride[SL_MAX_RANK];
    (void)file_strides(t->view, stride);
    for (int k = 0; k < t->spread->own; k++) {
        const int block = sl__spread_block(t->spread, k);
        const sl__grid_part *part = &t->spread->grid->part[block];
        const sl__box box = sl__opened_box(&t->blocks, block, part->lo, part->hi);
        MPI_Offset place = t->data;
        for (int d = 0; d < box.rank; d++)
            place += (MPI_Offset)(part->lo[d] * stride[d] * (sl_index)box.elem);
        SL_TRY(move_box(t, &box, stride, 0, place, box.at));
    }
    return SL_SUCCESS;
}

/* ---- headers ------------------------------------------------------------------------------------------------- */

static header header_of(const sl_view *view)
{
    header h = {.order = BYTE_ORDER_MARK, .version = VERSION, .data = sizeof h, .element = view->elem};
    memcpy(h.magic, MAGIC, sizeof h.magic);
    h.rank = view->rank;
    for (int d = 0; d < view->rank; d++)
        h.extent[d] = view->n[d];
    snprintf(h.type, sizeof h.type, "%s", sl_type_name(view->type));
    return h;
}

/* Whether the file has a header that this library can read. */
static sl_status check_format(const transit *t, const header *h)
{
    if (memcmp(h->magic, MAGIC, sizeof h->magic) != 0)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: path: expected a file of sl_mpi_write(), got \"%s\", which does not begin with " MAGIC,
                       t->function, t->path);
    if (h->order != BYTE_ORDER_MARK)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: path: expected a file in this machine's order of bytes, got \"%s\" in %s", t->function,
                       t->path, h->order == __builtin_bswap32(BYTE_ORDER_MARK) ? "the other one" : "none");
    if (h->version != VERSION)
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: path: expected a file of version %d, got \"%s\" of version %" PRIu32,
                       t->function, VERSION, t->path, h->version);
    return SL_SUCCESS;
}

/* Whether it has such elements as the view. */
static sl_status check_shape_of(const transit *t, const header *h)
{
    const sl_view *view = t->view;
    const header want = header_of(view);
    if (memcmp(h->type, want.type, sizeof h->type) != 0 || h->element != want.element)
        return SL_FAIL_OF(SL_ERR_TYPE, sl__view_made(view),
                          "%s: path: expected elements of %s, %" PRIu64 " bytes each, as \"%s\" has, got %.*s, %" PRIu64
                          " bytes each: \"%s\"",
                          t->function, want.type, want.element, view->label, TYPE_ROOM - 1, h->type, h->element,
                          t->path);
    if (h->rank != want.rank)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(view),
                          "%s: path: expected rank %d, as \"%s\" has, got %" PRId32 ": \"%s\"", t->function, want.rank,
                          view->label, h->rank, t->path);
    for (int d = 0; d < want.rank; d++)
        if (h->extent[d] != want.extent[d])
            return SL_FAIL_OF(SL_ERR_EXTENT, sl__view_made(view),
                              "%s: path: expected extent %" PRId64 " of dimension %d, as \"%s\" has, got %" PRId64
                              ": \"%s\"",
                              t->function, want.extent[d], d, view->label, h->extent[d], t->path);
    return SL_SUCCESS;
}

static sl_status check_file_length(const transit *t, const header *h, uint64_t length)
{
    sl_index stride[SL_MAX_RANK];
    const uint64_t bytes = (uint64_t)file_strides(t->view, stride);
    if (h->data < sizeof *h || h->data > length || length - h->data != bytes)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: path: expected %" PRIu64 " bytes of elements from byte %" PRIu64 " on, got %" PRIu64
                       " bytes in all: \"%s\"",
                       t->function, bytes, h->data, length, t->path);
    return SL_SUCCESS;
}

static sl_status read_header(transit *t)
{
    MPI_Offset length = 0;
    header h;
    SL_TRY(check_io(t, "MPI_File_get_size", MPI_File_get_size(t->file, &length)));
    if (length < (MPI_Offset)sizeof h)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: path: expected a file of sl_mpi_write(), got \"%s\" of %lld bytes, which has no header",
                       t->function, t->path, (long long)length);
    SL_TRY(move_bytes(t, 0, (char *)&h, sizeof h));
    SL_TRY(check_format(t, &h));
    SL_TRY(check_shape_of(t, &h));
    SL_TRY(check_file_length(t, &h, (uint64_t)length));
    t->data = (MPI_Offset)h.data;
    return SL_SUCCESS;
}

/* ---- steps --------------------------------------------------------------------------------------------------- */

static sl_status check_found(const transit *t)
{
    if (t->found != SL_SUCCESS)
        return t->found;
    if (t->path == NULL || t->path[0] == '\0')
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: path: expected the name of a file, got %s", t->function,
                       t->path == NULL ? "NULL" : "\"\"");
    return SL_SUCCESS;
}

static sl_status name_unfinished(transit *t)
{
    const size_t room = strlen(t->path) + sizeof UNFINISHED;
    t->unfinished = malloc(room);
    if (t->unfinished == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for the name of a file, got none", t->function);
    snprintf(t->unfinished, room, "%s" UNFINISHED, t->path);
    return SL_SUCCESS;
}

static sl_status begin_writing(void *arg)
{
    transit *t = arg;
    SL_TRY(check_found(t));
    SL_TRY(name_unfinished(t));
    return sl__opened_begin(t->function, t->spread, SL_READ, &t->blocks);
}

/* The file of that name is a new one, whatever a job that was killed has left. */
static sl_status make_file(void *arg)
{
    transit *t = arg;
    header h = header_of(t->view);
    if (t->spread->rank != 0)
        return SL_SUCCESS;
    (void)remove(t->unfinished);
    SL_TRY(open_file(t, t->unfinished, MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_EXCL));
    t->made = 1;
    SL_TRY(move_bytes(t, 0, (char *)&h, sizeof h));
    return finish_file(t);
}

static sl_status write_blocks(void *arg)
{
    transit *t = arg;
    t->data = sizeof(header);
    if (t->spread->own == 0)
        return SL_SUCCESS;
    SL_TRY(open_file(t, t->unfinished, MPI_MODE_WRONLY));
    SL_TRY(move_own_blocks(t));
    return finish_file(t);
}

static sl_status name_file(void *arg)
{
    transit *t = arg;
    if (!t->made)
        return SL_SUCCESS;
    if (rename(t->unfinished, t->path) != 0)
        return SL_FAIL(SL_ERR_SYSTEM, "%s: path: expected a name that \"%s\" can have, got \"%s\": %s", t->function,
                       t->unfinished, t->path, strerror(errno));
    t->made = 0;
    return SL_SUCCESS;
}

static sl_status begin_reading(void *arg)
{
    transit *t = arg;
    SL_TRY(check_found(t));
    SL_TRY(open_file(t, t->path, MPI_MODE_RDONLY));
    SL_TRY(read_header(t));
    return sl__opened_may(t->function, t->spread);
}

static sl_status open_blocks(void *arg)
{
    transit *t = arg;
    return sl__opened_begin(t->function, t->spread, SL_WRITE, &t->blocks);
}

static sl_status read_blocks(void *arg)
{
    transit *t = arg;
    SL_TRY(move_own_blocks(t));
    return close_file(t);
}

/* ---- calls --------------------------------------------------------------------------------------------------- */

/* Other views and other paths are other calls. */
static void count_transit(transit *t)
{
    t->spread = sl__spread_find(t->view, t->function, "view", &t->found);
    const int64_t number = t->spread != NULL ? t->spread->number : 0;
    const uint64_t hash = sl__spread_mix(0, &number, sizeof number);
    sl__spread_called(t->path != NULL ? sl__spread_mix(hash, t->path, strlen(t->path)) : hash, t->function, NULL,
                      t->spread != NULL ? t->view->label : NULL);
}

/* @return the first error of what was still open */
static sl_status clean_up(transit *t)
{
    const sl_status closed = close_file(t), ended = sl__opened_end(&t->blocks);
    if (t->made)
        (void)remove(t->unfinished);
    free(t->unfinished);
    return closed != SL_SUCCESS ? closed : ended;
}

static sl_status transit_run(transit *t, sl_status (*const steps[])(void *arg), int count)
{
    int taken = 0;
    SL_TRY(sl__mpi_here(t->function));
    t->file = MPI_FILE_NULL;
    count_transit(t);
    const sl_status status = sl__mpi_steps(t->function, steps, count, t, &taken);
    const sl_status cleaned = clean_up(t);
    if (taken > 0 && !t->writes)
        sl__spread_rewritten(t->spread);
    return status != SL_SUCCESS ? status : cleaned;
}

sl_status sl_mpi_write(sl_view *view, const char *path)
{
    SL__CALL();
    static sl_status (*const steps[])(void *) = {begin_writing, make_file, write_blocks, name_file};
    transit t = {.function = "sl_mpi_write", .view = view, .path = path, .writes = 1};
    return transit_run(&t, steps, sizeof steps / sizeof *steps);
}

sl_status sl_mpi_read(sl_view *view, const char *path)
{
    SL__CALL();
    static sl_status (*const steps[])(void *) = {begin_reading, open_blocks, read_blocks};
    transit t = {.function = "sl_mpi_read", .view = view, .path = path};
    return transit_run(&t, steps, sizeof steps / sizeof *steps);
}
