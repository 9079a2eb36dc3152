/* SPDX-License-Identifier: BSD-3-Clause */
/* spmv: a sparse matrix times a vector by teams, compared with a plain loop. README.md says how. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "matrix.h"
#include "spmv_kernels.h"

enum { EXIT_USAGE = 2, STEPS = 10, MOST = 5000000 /* rows: entries are counted in 32 bits */ };

/* The matrix and two vectors, which change places from step to step; and what the plain loop needs. */
struct product {
    int64_t n;
    sl_view *row, *column, *value, *x[2], *squares;
    double *plain[2];
    int wrong;
};

static sl_status create(struct product *p)
{
    int64_t entries = 0;
    for (int64_t i = 0; i < p->n; i++)
        entries += matrix_row_length(p->n, i);
    SL_TRY(sl_view_create("row", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(p->n + 1), &p->row));
    SL_TRY(sl_view_create("column", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(entries), &p->column));
    SL_TRY(sl_view_create("value", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(entries), &p->value));
    SL_TRY(sl_view_create("squares", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &p->squares));
    for (int v = 0; v < 2; v++) {
        SL_TRY(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(p->n), &p->x[v]));
        p->plain[v] = malloc((size_t)p->n * sizeof(double));
        if (p->plain[v] == NULL)
            return SL_ERR_MEMORY;
    }
    return SL_SUCCESS;
}

static void destroy(struct product *p)
{
    sl_view_destroy(&p->row);
    sl_view_destroy(&p->column);
    sl_view_destroy(&p->value);
    sl_view_destroy(&p->squares);
    for (int v = 0; v < 2; v++) {
        sl_view_destroy(&p->x[v]);
        free(p->plain[v]);
    }
}

static sl_status fill_matrix(struct product *p)
{
    int32_t *row = SL_HOST_WRITE(int32_t, p->row), *column = SL_HOST_WRITE(int32_t, p->column);
    double *value = SL_HOST_WRITE(double, p->value);
    if (row == NULL || column == NULL || value == NULL)
        return sl_last_status();
    row[0] = 0;
    for (int64_t i = 0; i < p->n; i++)
        row[i + 1] = row[i] + matrix_row_length(p->n, i);
    matrix_fill(p->n, row, column, value);
    SL_TRY(sl_host_end(p->row));
    SL_TRY(sl_host_end(p->column));
    return sl_host_end(p->value);
}

static sl_status fill_vector(struct product *p)
{
    double *x = SL_HOST_WRITE(double, p->x[0]);
    if (x == NULL)
        return sl_last_status();
    for (int64_t i = 0; i < p->n; i++)
        x[i] = p->plain[0][i] = (double)(i * 31 % MODULUS);
    return sl_host_end(p->x[0]);
}

/* The same steps in plain C. */
static sl_status multiply_plainly(struct product *p, double *squares)
{
    const int32_t *row = SL_HOST_READ(int32_t, p->row), *column = SL_HOST_READ(int32_t, p->column);
    const double *value = SL_HOST_READ(double, p->value);
    if (row == NULL || column == NULL || value == NULL)
        return sl_last_status();
    *squares = 0;
    for (int step = 0; step < STEPS; step++)
        *squares += matrix_multiply(p->n, row, column, value, p->plain[step % 2], p->plain[(step + 1) % 2]);
    SL_TRY(sl_host_end(p->row));
    SL_TRY(sl_host_end(p->column));
    return sl_host_end(p->value);
}

static sl_status multiply(struct product *p, int blocks)
{
    const sl_policy rows = SL_POLICY(.league = p->n, .team = 1, .vector = 32, .schedule = SL_DYNAMIC, .chunk = 256);
    const sl_policy tiles = SL_POLICY(.league = (p->n + BLOCK_ROWS - 1) / BLOCK_ROWS, .team = BLOCK_ROWS, .vector = 8,
                                      .schedule = SL_DYNAMIC, .chunk = 16);
    for (int step = 0; step < STEPS; step++) {
        sl_view *from = p->x[step % 2], *to = p->x[(step + 1) % 2];
        if (blocks)
            SL_TRY(sl_launch(tiles, spmv_blocks, (double)MODULUS, p->row, p->column, p->value, from, to, p->squares));
        else
            SL_TRY(sl_launch(rows, spmv_rows, (double)MODULUS, p->row, p->column, p->value, from, to, p->squares));
    }
    return SL_SUCCESS;
}

static sl_status compare(struct product *p, const char *what, double want)
{
    const double *x = SL_HOST_READ(double, p->x[STEPS % 2]), *squares = SL_HOST_READ(double, p->squares);
    int64_t wrong = 0;
    if (x == NULL || squares == NULL)
        return sl_last_status();
    for (int64_t i = 0; i < p->n; i++)
        wrong += x[i] != p->plain[STEPS % 2][i];
    printf("%s: %lld of %lld elements are wrong, the sum of squares is %s\n", what, (long long)wrong, (long long)p->n,
           *squares == want ? "right" : "wrong");
    p->wrong |= wrong != 0 || *squares != want;
    SL_TRY(sl_host_end(p->x[STEPS % 2]));
    return sl_host_end(p->squares);
}

static sl_status run(struct product *p)
{
    static const char *const what[] = {"a team a row", "a team a block of rows"};
    SL_TRY(create(p));
    SL_TRY(fill_matrix(p));
    for (int way = 0; way < 2; way++) {
        double squares = 0;
        SL_TRY(fill_vector(p));
        SL_TRY(SL_VIEW_FILL(double, p->squares, 0));
        SL_TRY(multiply_plainly(p, &squares));
        SL_TRY(multiply(p, way));
        SL_TRY(compare(p, what[way], squares));
    }
    return SL_SUCCESS;
}

static int solve(struct product *p)
{
    sl_status status = sl_init(NULL);
    if (status != SL_SUCCESS) {
        fprintf(stderr, "spmv: %s\n", sl_last_error());
        return EXIT_FAILURE;
    }
    status = run(p);
    if (status != SL_SUCCESS)
        fprintf(stderr, "spmv: %s\n", sl_last_error());
    destroy(p);
    if (sl_finalize() != SL_SUCCESS)
        status = sl_last_status();
    return status == SL_SUCCESS && !p->wrong ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct product p = {.n = 100000};
    char *end = NULL;
    if (argc > 2) {
        fprintf(stderr, "Usage: spmv [rows]\n");
        return EXIT_USAGE;
    }
    if (argc == 2) {
        errno = 0;
        p.n = strtol(argv[1], &end, 10);
        if (end == argv[1] || *end || errno || p.n < 1 || p.n > MOST) {
            fprintf(stderr, "spmv: rows: expected a whole number from 1 to %d, got \"%s\"\n", MOST, argv[1]);
            return EXIT_USAGE;
        }
    }
    return solve(&p);
}
