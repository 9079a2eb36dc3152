/* SPDX-License-Identifier: BSD-3-Clause */
#include "twin.h"

#include <stdio.h>
#include <stdlib.h>

#include "cell.h"

/* u, next and c of all cells with the edge, [rows + 2, columns + 2] each. */
struct grid {
    long rows, width;
    double *u, *next, *c;
};

static void set(struct grid *g)
{
    for (long k = 0; k < g->rows + 2; k++)
        for (long j = 0; j < g->width; j++) {
            const long at = k * g->width + j;
            g->u[at] = g->next[at] = mpi_heat_start(k, j, g->rows + 2, g->width);
            g->c[at] = mpi_heat_conduction(k, j, g->rows + 2, g->width);
        }
}

static void step(struct grid *g)
{
    double *u = g->u;
    for (long k = 1; k <= g->rows; k++)
        for (long j = 1; j < g->width - 1; j++) {
            const long at = k * g->width + j;
            g->next[at] = mpi_heat_next(u[at], u[at - g->width], u[at + g->width], u[at - 1], u[at + 1], g->c[at]);
        }
    g->u = g->next;
    g->next = u;
}

static void sum_up(const struct grid *g, struct mpi_heat_summary *sum)
{
    sum->change = sum->heat = 0.0;
    for (long k = 1; k <= g->rows; k++) {
        double row = 0.0;
        for (long j = 1; j < g->width - 1; j++) {
            const long at = k * g->width + j;
            const double d = g->u[at] - g->next[at], size = d < 0.0 ? -d : d;
            row += g->u[at];
            if (size > sum->change)
                sum->change = size;
        }
        sum->heat += row;
    }
}

static int write_rows(const struct grid *g, const char *path)
{
    FILE *file = fopen(path, "wb");
    size_t written = 0;
    const size_t columns = (size_t)(g->width - 2);
    for (long k = 1; file && k <= g->rows; k++)
        written += fwrite(g->u + k * g->width + 1, sizeof(double), columns, file);
    if (!file || fclose(file) || written != columns * (size_t)g->rows) {
        fprintf(stderr, "mpi_heat: --output: %s cannot be written\n", path);
        return -1;
    }
    return 0;
}

int mpi_heat_serial(const struct mpi_heat_options *o, struct mpi_heat_summary *sum)
{
    struct grid g = {.rows = o->rows, .width = o->columns + 2};
    const size_t cells = (size_t)(g.rows + 2) * (size_t)g.width;
    double *memory = calloc(3 * cells, sizeof *memory);
    if (!memory) {
        fprintf(stderr, "mpi_heat: --serial: no memory for %zu cells\n", cells);
        return -1;
    }
    g.u = memory;
    g.next = memory + cells;
    g.c = memory + 2 * cells;
    set(&g);
    for (long s = 0; s < o->steps; s++)
        step(&g);
    sum_up(&g, sum);
    const int result = o->output ? write_rows(&g, o->output) : 0;
    free(memory);
    return result;
}
