/* SPDX-License-Identifier: BSD-3-Clause */
#include "mesh.h"

#include <stdlib.h>

int mesh_make(int64_t rows, int64_t columns, struct mesh *m)
{
    const int64_t width = columns + 1;
    *m = (struct mesh){
        .rows = rows, .columns = columns, .elements = rows * columns, .vertices = (rows + 1) * width, .corner = NULL};
    m->corner = malloc((size_t)m->elements * 4 * sizeof *m->corner);
    m->x = malloc((size_t)m->vertices * sizeof *m->x);
    m->y = malloc((size_t)m->vertices * sizeof *m->y);
    if (!m->corner || !m->x || !m->y)
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
        const int32_t *v = m->corner + 4 * e;
        const double area = 0.5 * ((m->x[v[2]] - m->x[v[0]]) * (m->y[v[3]] - m->y[v[1]]) -
                                   (m->x[v[3]] - m->x[v[1]]) * (m->y[v[2]] - m->y[v[0]]));
        for (int k = 0; k < 4; k++)
            sum[v[k]] += 0.25 * area;
    }
}
