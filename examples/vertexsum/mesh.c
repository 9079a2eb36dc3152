/* SPDX-License-Identifier: BSD-3-Clause */
#include "mesh.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int make_room(struct mesh *m)
{
    m->corner = malloc((size_t)m->elements * (size_t)m->sides * sizeof *m->corner);
    m->x = malloc((size_t)m->vertices * sizeof *m->x);
    m->y = malloc((size_t)m->vertices * sizeof *m->y);
    return m->corner && m->x && m->y ? 0 : -1;
}

int mesh_make(int64_t rows, int64_t columns, struct mesh *m)
{
    const int64_t width = columns + 1;
    *m = (struct mesh){.rows = rows,
                       .columns = columns,
                       .elements = rows * columns,
                       .vertices = (rows + 1) * width,
                       .sides = 4,
                       .corner = NULL};
    if (make_room(m) != 0)
        return -1;
    for (int64_t v = 0; v < m->vertices; v++) {
        const double s = (double)(v % width) / (double)columns, t = (double)(v / width) / (double)rows;
        m->x[v] = s * (1 + s);
        m->y[v] = t * (1 + t);
    }
    for (int64_t e = 0; e < m->elements; e++) {
        const int32_t v = (int32_t)(e / columns * width + e % columns);
        int32_t *corner = m->corner + 4 * e;
        corner[0] = v;
        corner[1] = v + 1;
        corner[2] = v + 1 + (int32_t)width;
        corner[3] = v + (int32_t)width;
    }
    return 0;
}

/* ---- triangles ------------------------------------------------------------------------------------------- */

/* A number from 0 to below @p count that looks random. */
static int64_t drawn(uint64_t *state, int64_t count)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int64_t)((*state >> 33) % (uint64_t)count);
}

/* The numbers from 0 on in no order. @return NULL without memory */
static int32_t *shuffled(int64_t count, uint64_t *state)
{
    int32_t *number = malloc((size_t)count * sizeof *number);
    for (int64_t k = 0; number && k < count; k++) {
        const int64_t other = drawn(state, k + 1);
        number[k] = number[other];
        number[other] = (int32_t)k;
    }
    return number;
}

/* The triangles of a cell whose corners are v[0] to v[3], going around. */
static void halve(const int32_t v[4], int other, int32_t one[3], int32_t two[3])
{
    for (int k = 0; k < 3; k++) {
        one[k] = v[(k + other) % 4];
        two[k] = v[(k + 2 + other) % 4];
    }
}

int mesh_make_triangles(int64_t rows, int64_t columns, struct mesh *m)
{
    const int64_t width = columns + 1, cells = rows * columns;
    uint64_t state = 1;
    *m = (struct mesh){.elements = 2 * cells, .vertices = (rows + 1) * width, .sides = 3, .corner = NULL};
    int32_t *vertex = shuffled(m->vertices, &state), *element = shuffled(m->elements, &state);
    const int made = vertex && element ? make_room(m) : -1;
    for (int64_t v = 0; v < m->vertices && made == 0; v++) {
        m->x[vertex[v]] = (double)(v % width) + (double)drawn(&state, 1000) / 2500;
        m->y[vertex[v]] = (double)(v / width) + (double)drawn(&state, 1000) / 2500;
    }
    for (int64_t c = 0; c < cells && made == 0; c++) {
        const int64_t v = c / columns * width + c % columns;
        const int32_t corner[4] = {vertex[v], vertex[v + 1], vertex[v + 1 + width], vertex[v + width]};
        halve(corner, (int)drawn(&state, 2), m->corner + 3 * (int64_t)element[2 * c],
              m->corner + 3 * (int64_t)element[2 * c + 1]);
    }
    free(vertex);
    free(element);
    return made;
}

static int read_numbers(FILE *f, struct mesh *m)
{
    for (int64_t v = 0; v < m->vertices; v++)
        if (fscanf(f, "%lf %lf", &m->x[v], &m->y[v]) != 2)
            return -1;
    for (int64_t k = 0; k < 3 * m->elements; k++)
        if (fscanf(f, "%" SCNd32, &m->corner[k]) != 1 || m->corner[k] < 0 || m->corner[k] >= m->vertices)
            return -1;
    return 0;
}

int mesh_read(const char *path, struct mesh *m)
{
    *m = (struct mesh){.sides = 3, .corner = NULL};
    FILE *f = fopen(path, "r");
    if (!f) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    int status = fscanf(f, "%" SCNd64 " %" SCNd64, &m->vertices, &m->elements) == 2 && m->vertices > 0 &&
                         m->vertices <= INT32_MAX && m->elements > 0 && m->elements <= INT32_MAX
                     ? 0
                     : -1;
    if (status == 0 && make_room(m) != 0)
        status = -1;
    if (status == 0)
        status = read_numbers(f, m);
    fclose(f);
    if (status != 0)
        fprintf(stderr, "%s: expected vertices and triangles as mesh.h has them\n", path);
    return status;
}

int mesh_write(const char *path, const struct mesh *m)
{
    FILE *f = fopen(path, "w");
    if (f) {
        fprintf(f, "%" PRId64 " %" PRId64 "\n", m->vertices, m->elements);
        for (int64_t v = 0; v < m->vertices; v++)
            fprintf(f, "%.17g %.17g\n", m->x[v], m->y[v]);
        for (int64_t e = 0; e < m->elements; e++)
            fprintf(f, "%" PRId32 " %" PRId32 " %" PRId32 "\n", m->corner[3 * e], m->corner[3 * e + 1],
                    m->corner[3 * e + 2]);
    }
    if (f && !ferror(f) && fclose(f) == 0)
        return 0;
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return -1;
}

void mesh_free(struct mesh *m)
{
    free(m->corner);
    free(m->x);
    free(m->y);
    *m = (struct mesh){.elements = 0};
}

void mesh_colors(const struct mesh *m, int32_t element[], int64_t count[4])
{
    int64_t n = 0;
    for (int c = 0; c < 4; c++) {
        const int64_t begin = n;
        for (int64_t i = c / 2; i < m->rows; i += 2)
            for (int64_t j = c % 2; j < m->columns; j += 2)
                element[n++] = (int32_t)(i * m->columns + j);
        count[c] = n - begin;
    }
}

void mesh_vertex_sum(const struct mesh *m, double sum[])
{
    for (int64_t v = 0; v < m->vertices; v++)
        sum[v] = 0;
    for (int64_t e = 0; e < m->elements; e++) {
        const int32_t *v = m->corner + m->sides * e;
        double twice = 0;
        for (int k = 2; k < m->sides; k++)
            twice += (m->x[v[k - 1]] - m->x[v[0]]) * (m->y[v[k]] - m->y[v[0]]) -
                     (m->x[v[k]] - m->x[v[0]]) * (m->y[v[k - 1]] - m->y[v[0]]);
        for (int k = 0; k < m->sides; k++)
            sum[v[k]] += 0.5 * twice / m->sides;
    }
}
