/* SPDX-License-Identifier: BSD-3-Clause */
#include "twin.h"

#include <math.h>
#include <stdlib.h>

#include "element.h"

struct twin {
    struct box box;
    int64_t points, elements;
    double *place, *fixed, *value, *b, *x, *r, *d, *w; /* as in system.h and solver.c */
    int64_t *begin;
    int32_t *corner, *column;
};

struct twin *twin_mesh(const struct box *box)
{
    struct twin *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    const int64_t nx = box->nx, ny = box->ny, nz = box->nz, points = box_points(box), elements = box_elements(box);
    *t = (struct twin){.box = *box, .points = points, .elements = elements};
    t->place = malloc((size_t)points * 3 * sizeof *t->place);
    t->fixed = malloc((size_t)points * sizeof *t->fixed);
    t->corner = malloc((size_t)elements * CORNERS * sizeof *t->corner);
    if (!t->place || !t->fixed || !t->corner) {
        twin_destroy(t);
        return NULL;
    }
#pragma omp parallel for
    for (int64_t p = 0; p < points; p++) {
        const int64_t i = p % (nx + 1), j = p / (nx + 1) % (ny + 1), k = p / (nx + 1) / (ny + 1);
        t->place[3 * p] = (double)i / (double)nx;
        t->place[3 * p + 1] = (double)j / (double)ny;
        t->place[3 * p + 2] = (double)k / (double)nz;
        t->fixed[p] = minife_fixed(i, j, k, nx, ny, nz);
    }
#pragma omp parallel for
    for (int64_t e = 0; e < elements; e++) {
        const int64_t i = e % nx, j = e / nx % ny, k = e / nx / ny;
        for (int a = 0; a < CORNERS; a++)
            t->corner[e * CORNERS + a] = (int32_t)(((k + a / 4) * (ny + 1) + j + a / 2 % 2) * (nx + 1) + i + a % 2);
    }
    return t;
}

static int64_t span(int64_t at, int64_t last)
{
    return 1 + (at > 0) + (at < last);
}

static void fill_row(struct twin *t, int64_t i, int64_t j, int64_t k)
{
    const int64_t nx = t->box.nx, ny = t->box.ny, nz = t->box.nz, row = (k * (ny + 1) + j) * (nx + 1) + i;
    int64_t at = t->begin[row];
    for (int64_t c = k - 1; c <= k + 1; c++)
        for (int64_t b = j - 1; b <= j + 1; b++)
            for (int64_t a = i - 1; a <= i + 1; a++)
                if (a >= 0 && a <= nx && b >= 0 && b <= ny && c >= 0 && c <= nz)
                    t->column[at++] = (int32_t)((c * (ny + 1) + b) * (nx + 1) + a);
}

int twin_structure(struct twin *t)
{
    const int64_t nx = t->box.nx, ny = t->box.ny, nz = t->box.nz;
    const size_t vector = (size_t)t->points * sizeof(double);
    t->begin = malloc((size_t)(t->points + 1) * sizeof *t->begin);
    t->b = malloc(vector);
    t->x = malloc(vector);
    t->r = malloc(vector);
    t->d = malloc(vector);
    t->w = malloc(vector);
    if (!t->begin || !t->b || !t->x || !t->r || !t->d || !t->w)
        return -1;
    t->begin[0] = 0;
    for (int64_t p = 0; p < t->points; p++)
        t->begin[p + 1] = t->begin[p] + span(p % (nx + 1), nx) * span(p / (nx + 1) % (ny + 1), ny) *
                                            span(p / (nx + 1) / (ny + 1), nz);
    t->column = malloc((size_t)t->begin[t->points] * sizeof *t->column);
    t->value = malloc((size_t)t->begin[t->points] * sizeof *t->value);
    if (!t->column || !t->value)
        return -1;
#pragma omp parallel for collapse(2)
    for (int64_t k = 0; k <= nz; k++)
        for (int64_t j = 0; j <= ny; j++)
            for (int64_t i = 0; i <= nx; i++)
                fill_row(t, i, j, k);
    return 0;
}

void twin_assemble(struct twin *t)
{
#pragma omp parallel for
    for (int64_t p = 0; p < t->points; p++) {
        t->b[p] = 0;
        for (int64_t k = t->begin[p]; k < t->begin[p + 1]; k++)
            t->value[k] = 0;
    }
#pragma omp parallel for
    for (int64_t e = 0; e < t->elements; e++) {
        const int32_t *corner = t->corner + e * CORNERS;
        double at[CORNERS][3], matrix[CORNERS][CORNERS], vector[CORNERS];
        for (int a = 0; a < CORNERS; a++)
            for (int d = 0; d < 3; d++)
                at[a][d] = t->place[3 * (int64_t)corner[a] + d];
        minife_element(at, matrix, vector);
        for (int a = 0; a < CORNERS; a++) {
            int64_t k = t->begin[corner[a]];
#pragma omp atomic
            t->b[corner[a]] += vector[a];
            for (int c = 0; c < CORNERS; c++) {
                while (t->column[k] != corner[c])
                    k++;
#pragma omp atomic
                t->value[k] += matrix[a][c];
            }
        }
    }
}

void twin_dirichlet(struct twin *t)
{
#pragma omp parallel for
    for (int64_t p = 0; p < t->points; p++) {
        for (int64_t k = t->begin[p]; k < t->begin[p + 1]; k++) {
            const int32_t c = t->column[k];
            if (t->fixed[p] >= 0) {
                t->value[k] = c == p;
            } else if (t->fixed[c] >= 0) {
                t->b[p] -= t->value[k] * t->fixed[c];
                t->value[k] = 0;
            }
        }
        if (t->fixed[p] >= 0)
            t->b[p] = t->fixed[p];
    }
}

/* w = A d; @return d.w */
static double product(struct twin *t)
{
    double dw = 0;
#pragma omp parallel for reduction(+ : dw)
    for (int64_t p = 0; p < t->points; p++) {
        double sum = 0;
        for (int64_t k = t->begin[p]; k < t->begin[p + 1]; k++)
            sum += t->value[k] * t->d[t->column[k]];
        t->w[p] = sum;
        dw += t->d[p] * sum;
    }
    return dw;
}

long twin_solve(struct twin *t, long iterations, double tolerance, double *residual)
{
    double rr = 0;
    long made = 0;
#pragma omp parallel for reduction(+ : rr)
    for (int64_t p = 0; p < t->points; p++) {
        t->x[p] = 0;
        t->r[p] = t->d[p] = t->b[p];
        rr += t->b[p] * t->b[p];
    }
    const double stop = tolerance * tolerance * rr;
    for (; made < iterations && rr > stop; made++) {
        const double alpha = rr / product(t);
        double now = 0;
#pragma omp parallel for simd reduction(+ : now)
        for (int64_t p = 0; p < t->points; p++) {
            t->x[p] += alpha * t->d[p];
            t->r[p] -= alpha * t->w[p];
            now += t->r[p] * t->r[p];
        }
        const double beta = now / rr;
#pragma omp parallel for simd
        for (int64_t p = 0; p < t->points; p++)
            t->d[p] = t->r[p] + beta * t->d[p];
        rr = now;
    }
    *residual = sqrt(rr);
    return made;
}

const double *twin_solution(const struct twin *t)
{
    return t->x;
}

void twin_destroy(struct twin *t)
{
    if (!t)
        return;
    void *const arrays[] = {t->place, t->fixed, t->value, t->b, t->x, t->r, t->d, t->w, t->begin, t->corner, t->column};
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
        free(arrays[a]);
    free(t);
}
