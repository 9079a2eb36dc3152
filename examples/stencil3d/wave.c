/* SPDX-License-Identifier: BSD-3-Clause */
#include "wave.h"

#include <math.h>
#include <stdlib.h>

int wave_make(struct wave *w, const int64_t n[3], const int64_t half_waves[3])
{
    double sum = 1.0;
    *w = (struct wave){.n = {n[0], n[1], n[2]}};
    for (int d = 0; d < 3; d++) {
        const int64_t waves = half_waves[d] < n[d] - 2 ? half_waves[d] : n[d] - 2;
        const double angle = waves > 0 ? acos(-1.0) * (double)waves / (double)(n[d] - 1) : 0.0;
        w->along[d] = malloc((size_t)n[d] * sizeof(double));
        if (w->along[d] == NULL)
            return -1;
        for (int64_t i = 0; i < n[d]; i++)
            w->along[d][i] = i == 0 || i == n[d] - 1 ? 0.0 : sin(angle * (double)i);
        w->cosine[d] = cos(angle);
        sum += w->cosine[d];
    }
    w->decay = sum / 4.0;
    return 0;
}

void wave_free(struct wave *w)
{
    for (int d = 0; d < 3; d++)
        free(w->along[d]);
}

double wave_height(const struct wave *w, long steps)
{
    return pow(w->decay, (double)steps);
}

void wave_fill(const struct wave *w, double height, double *u)
{
    for (int64_t k = 0; k < w->n[0]; k++)
        for (int64_t j = 0; j < w->n[1]; j++)
            for (int64_t i = 0; i < w->n[2]; i++)
                *u++ = height * w->along[0][k] * w->along[1][j] * w->along[2][i];
}

double wave_error(const struct wave *w, double height, const double *u)
{
    double most = 0.0;
    for (int64_t k = 0; k < w->n[0]; k++)
        for (int64_t j = 0; j < w->n[1]; j++)
            for (int64_t i = 0; i < w->n[2]; i++) {
                const double off = fabs(*u++ - height * w->along[0][k] * w->along[1][j] * w->along[2][i]);
                if (!(off <= most)) /* what is no number is the largest, too */
                    most = off;
            }
    return most;
}
