/* SPDX-License-Identifier: BSD-3-Clause */
#include "hexahedra.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Most columns of a row: a corner has eight elements, whose corners are 27. */
enum { MOST = 27 };

static void make_elements(struct problem *p)
{
    const int64_t n = p->n, width = n + 1;
    for (int64_t e = 0; e < p->elements; e++) {
        const int64_t x = e % n, y = e / n % n, z = e / n / n;
        for (int a = 0; a < CORNERS; a++)
            p->corner[e * CORNERS + a] = (int32_t)(((z + a / 4) * width + y + a / 2 % 2) * width + x + a % 2);
        p->factor[e] = x + y < n ? 1 : 10; /* two materials */
    }
}

/* The integral over the unit cube of the products of the gradients of the trilinear functions of two corners, exactly,
 * by two points of Gauss along each axis. */
static void make_local(struct problem *p)
{
    const double g[2] = {0.5 - sqrt(3) / 6, 0.5 + sqrt(3) / 6};
    memset(p->local, 0, sizeof p->local);
    for (int q = 0; q < 8; q++) {
        const double at[3] = {g[q % 2], g[q / 2 % 2], g[q / 4]};
        double gradient[CORNERS][3];
        for (int a = 0; a < CORNERS; a++)
            for (int d = 0; d < 3; d++) {
                gradient[a][d] = 1;
                for (int k = 0; k < 3; k++) {
                    const int upper = a >> k & 1;
                    gradient[a][d] *= k == d ? (upper ? 1 : -1) : upper ? at[k] : 1 - at[k];
                }
            }
        for (int a = 0; a < CORNERS; a++)
            for (int b = 0; b < CORNERS; b++)
                for (int d = 0; d < 3; d++)
                    p->local[a][b] += gradient[a][d] * gradient[b][d] / 8;
    }
}

/* Puts a column into a row whose columns go up, if it is not there. */
static void put(int32_t row[], int *count, int32_t column)
{
    int k = *count;
    while (k > 0 && row[k - 1] > column)
        k--;
    if (k > 0 && row[k - 1] == column)
        return;
    memmove(row + k + 1, row + k, (size_t)(*count - k) * sizeof *row);
    row[k] = column;
    ++*count;
}

/* The rows, from the corners alone. @param rows  [points, MOST + 1] the number of columns, and these */
static void make_rows(struct problem *p, int32_t rows[])
{
    for (int64_t e = 0; e < p->elements; e++)
        for (int a = 0; a < CORNERS; a++) {
            int32_t *row = rows + (int64_t)p->corner[e * CORNERS + a] * (MOST + 1);
            int count = row[0];
            for (int b = 0; b < CORNERS; b++)
                put(row + 1, &count, p->corner[e * CORNERS + b]);
            row[0] = count;
        }
    p->begin[0] = 0;
    for (int64_t r = 0; r < p->points; r++)
        p->begin[r + 1] = p->begin[r] + rows[r * (MOST + 1)];
    p->entries = p->begin[p->points];
}

static void make_places(struct problem *p)
{
    for (int64_t e = 0; e < p->elements; e++)
        for (int k = 0; k < PAIRS; k++) {
            const int32_t *corner = p->corner + e * CORNERS;
            int64_t at = p->begin[corner[k / CORNERS]];
            while (p->column[at] != corner[k % CORNERS])
                at++;
            p->place[e * PAIRS + k] = (int32_t)at;
        }
}

int problem_make(int64_t n, struct problem *p)
{
    *p = (struct problem){.n = n, .elements = n * n * n, .points = (n + 1) * (n + 1) * (n + 1), .corner = NULL};
    int32_t *rows = calloc((size_t)p->points * (MOST + 1), sizeof *rows);
    p->corner = malloc((size_t)p->elements * CORNERS * sizeof *p->corner);
    p->factor = malloc((size_t)p->elements * sizeof *p->factor);
    p->begin = malloc((size_t)(p->points + 1) * sizeof *p->begin);
    p->place = malloc((size_t)p->elements * PAIRS * sizeof *p->place);
    if (rows && p->corner && p->factor && p->begin && p->place) {
        make_elements(p);
        make_local(p);
        make_rows(p, rows);
        p->column = malloc((size_t)p->entries * sizeof *p->column);
    }
    for (int64_t r = 0; p->column && r < p->points; r++)
        memcpy(p->column + p->begin[r], rows + r * (MOST + 1) + 1,
               (size_t)(p->begin[r + 1] - p->begin[r]) * sizeof *p->column);
    free(rows);
    if (!p->column)
        return -1;
    make_places(p);
    return 0;
}

void problem_free(struct problem *p)
{
    free(p->corner);
    free(p->factor);
    free(p->begin);
    free(p->column);
    free(p->place);
    *p = (struct problem){.n = 0};
}

void problem_assemble(const struct problem *p, double value[])
{
    memset(value, 0, (size_t)p->entries * sizeof *value);
    for (int64_t e = 0; e < p->elements; e++)
        for (int k = 0; k < PAIRS; k++)
            value[p->place[e * PAIRS + k]] += p->factor[e] * p->local[k / CORNERS][k % CORNERS];
}
