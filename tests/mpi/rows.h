/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests of files and of redistribution share: plain bytes, whole on each rank, views of any type, whose
 *  blocks the host writes and compares, and the cases. */
#ifndef STARLOOP_TESTS_MPI_ROWS_H
#define STARLOOP_TESTS_MPI_ROWS_H

#include "distributed.h"

/** All elements of a view, as bytes. */
typedef struct rows {
    sl_type type;
    sl_extents e;
    size_t row, count; /**< bytes */
    unsigned char *at;
} rows;

typedef struct rows_three {
    char c[3];
} rows_three;

/** One case: type, extents, and how many blocks are asked for. */
typedef struct rows_case {
    sl_type type;
    const char *name;
    sl_extents e;
} rows_case;

enum { ROWS_CASES = 8 };

/** Uneven ones, of rank 1 to 4; few rows, of which some ranks have none. */
__attribute__((unused)) static rows_case rows_case_of(int c)
{
    const rows_case all[ROWS_CASES] = {
        {SL_UINT64, "uint64_t", {1, {20011}}},
        {SL_DOUBLE, "double", {2, {403, 97}}},
        {SL_TYPE(rows_three), "structs of 3 bytes", {2, {61, 5}}},
        {SL_FLOAT, "float", {3, {67, 4, 3}}},
        {SL_INT16, "int16_t", {4, {59, 3, 2, 5}}},
        {SL_UINT8, "uint8_t", {1, {61}}},
        {SL_INT32, "int32_t", {2, {2, 30001}}},
        {SL_UINT64, "uint64_t", {1, {1}}},
    };
    return all[c];
}

__attribute__((unused)) static rows rows_of(sl_type type, sl_extents e, unsigned seed)
{
    rows r = {.type = type, .e = e, .row = sl_type_size(type)};
    for (int d = 1; d < e.rank; d++)
        r.row *= (size_t)e.n[d];
    r.count = r.row * (size_t)e.n[0];
    r.at = malloc(r.count);
    for (size_t k = 0; k < r.count; k++)
        r.at[k] = (unsigned char)((k + seed) * 31 + (k >> 7) * 5 + (k >> 15));
    return r;
}

__attribute__((unused)) static const char *rows_text(sl_extents e)
{
    static char text[120];
    int at = 0;
    for (int d = 0; d < e.rank; d++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s%lld", d ? " x " : "", (long long)e.n[d]);
    return text;
}

/** The numbers of blocks that are tried for so many rows; 0: the library chooses. @return how many */
__attribute__((unused)) static int rows_blocks(sl_index most, int number[8])
{
    const int all[] = {0, 1, ranks_all, 2 * ranks_all + 1, ranks_all > 2 ? ranks_all - 1 : 50};
    int n = 0;
    for (int k = 0; k < (int)(sizeof all / sizeof *all) - (quick() ? 1 : 0); k++)
        if (all[k] <= most && (k < 2 || all[k] != number[n - 1]))
            number[n++] = all[k];
    return n;
}

__attribute__((unused)) static sl_view *rows_view(const rows *r, int blocks)
{
    sl_view *view = NULL;
    must_all(sl_mpi_view_create("v", r->type, SL_LAYOUT_RIGHT, r->e, SL_BLOCKS(blocks), &view));
    return view;
}

/* Goes through this rank's blocks. @return #ALIKE, or what differs on this rank */
__attribute__((unused)) static const char *rows_through(sl_view *view, const rows *r, int writes)
{
    static char text[200];
    snprintf(text, sizeof text, ALIKE);
    for (int k = 0; k < sl_mpi_blocks(view); k++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(view, k, &local));
        if (local == NULL)
            continue;
        const size_t at = (size_t)sl_view_first(local, 0) * r->row, n = (size_t)sl_view_extent(local, 0) * r->row;
        unsigned char *p = sl_host_begin(local, writes ? SL_WRITE : SL_READ, r->type, NULL);
        must_all(p != NULL ? SL_SUCCESS : sl_last_status());
        if (writes)
            memcpy(p, r->at + at, n);
        for (size_t b = 0; b < n && strcmp(text, ALIKE) == 0; b++)
            if (p[b] != r->at[at + b])
                snprintf(text, sizeof text, "byte %zu: got %d, want %d", at + b, p[b], r->at[at + b]);
        must_all(sl_host_end(local));
        sl_view_destroy(&local);
    }
    return text;
}

/** Writes all blocks. */
__attribute__((unused)) static void rows_put(sl_view *view, const rows *r)
{
    (void)rows_through(view, r, 1);
}

/** Passes when all blocks of all ranks have these bytes. */
#define rows_same(view, r, ...) like_all(rows_through((view), (r), 0), ALIKE, __VA_ARGS__)

/** Passes when a call has failed on all ranks: with its own sentence on those that are bad, and elsewhere with one that
 *  names @p other. */
#define refused_all(status, want, sentence, bad, other, ...) \
    do { \
        ok_all((status) == ((bad) ? (want) : SL_ERR_MPI), __VA_ARGS__); \
        like_all(sl_last_error(), (bad) ? (sentence) : (other), "each rank says why"); \
    } while (0)

#endif
