/* SPDX-License-Identifier: BSD-3-Clause */
/* halo_packing: the halos of several fields go through buffers, one for each neighbour and field. README.md says how.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "halo.h"
#include "halo_kernels.h"

enum { EXIT_USAGE = 2, FIELDS = 3, STEPS = 3, MOST = 1000 /* cells along a side: they are numbered in 32 bits */ };

/* Fields with their halo, the last index of a cell fastest; and of each neighbour the lists and buffers. */
struct block {
    int64_t n;
    sl_view *field[FIELDS];
    sl_list *send[NEIGHBOURS], *receive[NEIGHBOURS];
    sl_view *buffer[NEIGHBOURS][FIELDS];
    sl_region *exchange;
};

static sl_status make_list(int neighbour, int64_t n, int inside, sl_list **list)
{
    const int64_t count = halo_count(neighbour, n);
    int32_t *cells = malloc((size_t)count * sizeof *cells);
    if (cells == NULL)
        return SL_ERR_MEMORY;
    halo_cells(neighbour, n, inside, cells);
    const sl_status status = sl_list_create("cells", SL_INT32, cells, count, list);
    free(cells);
    return status;
}

static sl_status create(struct block *b)
{
    const int64_t side = b->n + 2;
    for (int f = 0; f < FIELDS; f++)
        SL_TRY(sl_view_create("field", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(side * side * side), &b->field[f]));
    for (int d = 0; d < NEIGHBOURS; d++) {
        SL_TRY(make_list(d, b->n, 1, &b->send[d]));
        SL_TRY(make_list(d, b->n, 0, &b->receive[d]));
        for (int f = 0; f < FIELDS; f++)
            SL_TRY(sl_view_create("buffer", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(halo_count(d, b->n)),
                                  &b->buffer[d][f]));
    }
    return SL_SUCCESS;
}

static void destroy(struct block *b)
{
    sl_region_destroy(&b->exchange);
    for (int d = 0; d < NEIGHBOURS; d++) {
        sl_list_destroy(&b->send[d]);
        sl_list_destroy(&b->receive[d]);
        for (int f = 0; f < FIELDS; f++)
            sl_view_destroy(&b->buffer[d][f]);
    }
    for (int f = 0; f < FIELDS; f++)
        sl_view_destroy(&b->field[f]);
}

/* All loops of an exchange, recorded once: a run of it is a few tasks, on a GPU CUDA graphs. The block is its own
 * neighbour on all sides; between ranks the messages go between the two halves, each in a region of its own. */
static sl_status record(struct block *b)
{
    SL_TRY(sl_region_begin(&b->exchange));
    for (int d = 0; d < NEIGHBOURS; d++)
        for (int f = 0; f < FIELDS; f++)
            SL_TRY(sl_forall(halo_pack, SL_LIST(b->send[d]), b->field[f], b->buffer[d][f]));
    for (int d = 0; d < NEIGHBOURS; d++)
        for (int f = 0; f < FIELDS; f++)
            SL_TRY(sl_forall(halo_unpack, SL_LIST(b->receive[d]), b->buffer[NEIGHBOURS - 1 - d][f], b->field[f]));
    return sl_region_end(b->exchange);
}

/* Each cell of the halo holds what the cell a period away holds. */
static sl_status count_wrong(const struct block *b, int field, double seed, int64_t *wrong)
{
    const int64_t n = b->n, side = n + 2;
    const double *x = SL_HOST_READ(double, b->field[field]);
    if (x == NULL)
        return sl_last_status();
    for (int64_t i = 0; i < side; i++)
        for (int64_t j = 0; j < side; j++)
            for (int64_t k = 0; k < side; k++) {
                const int64_t want = ((i + n - 1) % n * n + (j + n - 1) % n) * n + (k + n - 1) % n;
                *wrong += x[(i * side + j) * side + k] != seed + (double)want;
            }
    return sl_host_end(b->field[field]);
}

static sl_status run(struct block *b, int64_t *wrong)
{
    const int64_t side = b->n + 2;
    SL_TRY(create(b));
    SL_TRY(record(b));
    for (int step = 0; step < STEPS; step++) {
        for (int f = 0; f < FIELDS; f++)
            SL_TRY(sl_forall(halo_fill, SL_BOX(0, side, 0, side, 0, side), b->n, (double)(1000000 * f + step),
                             b->field[f]));
        SL_TRY(sl_region_run(b->exchange));
        for (int f = 0; f < FIELDS; f++)
            SL_TRY(count_wrong(b, f, 1000000 * f + step, wrong));
    }
    printf("%d exchanges of %d fields with %d neighbours: %lld wrong cells\n", STEPS, FIELDS, NEIGHBOURS,
           (long long)*wrong);
    return SL_SUCCESS;
}

static int solve(struct block *b)
{
    int64_t wrong = 0;
    sl_status status = sl_init(NULL);
    if (status != SL_SUCCESS) {
        fprintf(stderr, "halo_packing: %s\n", sl_last_error());
        return EXIT_FAILURE;
    }
    status = run(b, &wrong);
    if (status != SL_SUCCESS)
        fprintf(stderr, "halo_packing: %s\n", sl_last_error());
    destroy(b);
    if (sl_finalize() != SL_SUCCESS)
        status = sl_last_status();
    return status == SL_SUCCESS && wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct block b = {.n = 32};
    char *end = NULL;
    if (argc > 2) {
        fprintf(stderr, "Usage: halo_packing [cells along a side]\n");
        return EXIT_USAGE;
    }
    if (argc == 2) {
        errno = 0;
        b.n = strtol(argv[1], &end, 10);
        if (end == argv[1] || *end || errno || b.n < 1 || b.n > MOST) {
            fprintf(stderr, "halo_packing: cells: expected a whole number from 1 to %d, got \"%s\"\n", MOST, argv[1]);
            return EXIT_USAGE;
        }
    }
    return solve(&b);
}
