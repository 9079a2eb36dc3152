/* SPDX-License-Identifier: BSD-3-Clause */
#include "basin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One side of a triangle. */
struct side {
    int32_t low, high; /* its vertices */
    int32_t cell, number;
};

static int by_vertices(const void *a, const void *b)
{
    const struct side *s = a, *t = b;
    if (s->low != t->low)
        return s->low < t->low ? -1 : 1;
    if (s->high != t->high)
        return s->high < t->high ? -1 : 1;
    return s->cell < t->cell ? -1 : s->cell > t->cell;
}

static void set_edge(struct basin *b, int64_t e, const struct side *one, const struct side *two)
{
    const struct mesh *m = &b->mesh;
    const double dx = m->x[one->high] - m->x[one->low], dy = m->y[one->high] - m->y[one->low], length = hypot(dx, dy);
    const double out = dy * (m->x[one->low] - b->x[one->cell]) - dx * (m->y[one->low] - b->y[one->cell]);
    const double sign = out > 0 ? 1 : -1;
    b->edge[e] = (struct edge){sign * dy / length, -sign * dx / length, length};
    b->edge_cells[2 * e] = one->cell;
    b->edge_cells[2 * e + 1] = two->cell;
    b->cell_edges[3 * (int64_t)one->cell + one->number] = b->cell_edges[3 * (int64_t)two->cell + two->number] =
        (int32_t)e;
}

/* Sides that two triangles have in common become one edge. */
static int find_edges(struct basin *b)
{
    const int64_t sides = 3 * b->cells;
    struct side *side = malloc((size_t)sides * sizeof *side);
    if (!side)
        return -1;
    for (int64_t s = 0; s < sides; s++) {
        const int32_t v = b->mesh.corner[s], w = b->mesh.corner[s / 3 * 3 + (s + 1) % 3];
        side[s] = (struct side){v < w ? v : w, v < w ? w : v, (int32_t)(s / 3), (int32_t)(s % 3)};
    }
    qsort(side, (size_t)sides, sizeof *side, by_vertices);
    for (int64_t s = 0; s < sides; b->edges++) {
        const int both = s + 1 < sides && side[s].low == side[s + 1].low && side[s].high == side[s + 1].high;
        set_edge(b, b->edges, &side[s], &side[s + both]);
        s += 1 + both;
    }
    free(side);
    return 0;
}

static void measure_cells(struct basin *b)
{
    const struct mesh *m = &b->mesh;
    for (int64_t c = 0; c < b->cells; c++) {
        const int32_t *v = m->corner + 3 * c;
        b->x[c] = (m->x[v[0]] + m->x[v[1]] + m->x[v[2]]) / 3;
        b->y[c] = (m->y[v[0]] + m->y[v[1]] + m->y[v[2]]) / 3;
        b->area[c] = 0.5 * fabs((m->x[v[1]] - m->x[v[0]]) * (m->y[v[2]] - m->y[v[0]]) -
                                (m->x[v[2]] - m->x[v[0]]) * (m->y[v[1]] - m->y[v[0]]));
    }
}

/* No wave crosses more than a part of the smallest cell: none is faster than water that runs into a dry basin. */
static double safe_step(const struct basin *b)
{
    double least = INFINITY;
    for (int64_t c = 0; c < b->cells; c++) {
        double around = 0;
        for (int k = 0; k < 3; k++)
            around += b->edge[b->cell_edges[3 * c + k]].length;
        least = fmin(least, 2 * b->area[c] / around);
    }
    return 0.8 * least / (2 * sqrt(GRAVITY * HIGH));
}

static void scale(struct mesh *m)
{
    double from = INFINITY, to = -INFINITY;
    for (int64_t v = 0; v < m->vertices; v++) {
        from = fmin(from, m->x[v]);
        to = fmax(to, m->x[v]);
    }
    for (int64_t v = 0; v < m->vertices; v++) {
        m->x[v] = (m->x[v] - from) * LENGTH / (to - from);
        m->y[v] *= LENGTH / (to - from);
    }
}

static int complete(struct basin *b)
{
    struct mesh *m = &b->mesh;
    scale(m);
    b->cells = m->elements;
    const size_t n = (size_t)b->cells;
    b->x = malloc(n * sizeof *b->x);
    b->y = malloc(n * sizeof *b->y);
    b->area = malloc(n * sizeof *b->area);
    b->cell_edges = malloc(3 * n * sizeof *b->cell_edges);
    b->edge_cells = malloc(6 * n * sizeof *b->edge_cells);
    b->edge = malloc(3 * n * sizeof *b->edge);
    if (!b->x || !b->y || !b->area || !b->cell_edges || !b->edge_cells || !b->edge)
        return -1;
    measure_cells(b);
    if (find_edges(b) != 0)
        return -1;
    b->dt = safe_step(b);
    return 0;
}

/* mesh_make_triangles() moves vertices by less than 0.4 from whole numbers. */
static double straighten(double at, int64_t last)
{
    return at < 0.5 ? 0 : at >= (double)last ? (double)last : at;
}

int basin_make(int64_t rows, int64_t columns, struct basin *b)
{
    memset(b, 0, sizeof *b);
    if (mesh_make_triangles(rows, columns, &b->mesh) != 0)
        return -1;
    for (int64_t v = 0; v < b->mesh.vertices; v++) {
        b->mesh.x[v] = straighten(b->mesh.x[v], columns);
        b->mesh.y[v] = straighten(b->mesh.y[v], rows);
    }
    b->straight = 1;
    return complete(b);
}

int basin_read(const char *path, struct basin *b)
{
    memset(b, 0, sizeof *b);
    return mesh_read(path, &b->mesh) == 0 ? complete(b) : -1;
}

void basin_free(struct basin *b)
{
    mesh_free(&b->mesh);
    free(b->x);
    free(b->y);
    free(b->area);
    free(b->cell_edges);
    free(b->edge_cells);
    free(b->edge);
    memset(b, 0, sizeof *b);
}

/* ---- the exact profile ----------------------------------------------------------------------------------------- */

/* The depth between the two waves: there the velocity behind the falling one is that behind the bore. */
static double middle_depth(void)
{
    double low = LOW, high = HIGH;
    while (high - low > 1e-14) {
        const double h = (low + high) / 2;
        const double falling = 2 * (sqrt(GRAVITY * HIGH) - sqrt(GRAVITY * h));
        const double bore = (h - LOW) * sqrt(GRAVITY * (h + LOW) / (2 * h * LOW));
        if (falling > bore)
            low = h;
        else
            high = h;
    }
    return low;
}

static double bore_speed(double h)
{
    return sqrt(GRAVITY * h * (h + LOW) / (2 * LOW));
}

void basin_exact(double x, double time, double *depth, double *velocity)
{
    const double h = middle_depth(), c = sqrt(GRAVITY * HIGH), v = 2 * (c - sqrt(GRAVITY * h));
    const double speed = time > 0 ? (x - DAM) / time : x < DAM ? -INFINITY : INFINITY;
    *depth = LOW;
    *velocity = 0;
    if (speed <= -c) {
        *depth = HIGH;
    } else if (speed < v - sqrt(GRAVITY * h)) { /* in the falling wave */
        const double local = (2 * c - speed) / 3;
        *depth = local * local / GRAVITY;
        *velocity = 2 * (c + speed) / 3;
    } else if (speed < bore_speed(h)) {
        *depth = h;
        *velocity = v;
    }
}

double basin_time(void)
{
    return fmin(DAM / sqrt(GRAVITY * HIGH), (LENGTH - DAM) / bore_speed(middle_depth()));
}
