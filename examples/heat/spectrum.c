/* SPDX-License-Identifier: BSD-3-Clause */
#include "spectrum.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* One sweep of rotations from row m up to row l, with Wilkinson's shift: e[l] becomes smaller. */
static void sweep(double *d, double *e, long l, long m)
{
    const double half = (d[l + 1] - d[l]) / (2.0 * e[l]);
    double g = d[m] - d[l] + e[l] / (half + copysign(hypot(half, 1.0), half));
    double sine = 1.0, cosine = 1.0, shift = 0.0;
    for (long i = m - 1; i >= l; i--) {
        const double f = sine * e[i], b = cosine * e[i], length = hypot(f, g);
        e[i + 1] = length;
        if (length == 0.0) { /* the matrix falls into two */
            d[i + 1] -= shift;
            e[m] = 0.0;
            return;
        }
        sine = f / length;
        cosine = g / length;
        g = d[i + 1] - shift;
        const double t = (d[i] - g) * sine + 2.0 * cosine * b;
        shift = sine * t;
        d[i + 1] = g + shift;
        g = cosine * t - b;
    }
    d[l] -= shift;
    e[l] = g;
    e[m] = 0.0;
}

int heat_eigenvalues(double *d, double *e, long n)
{
    e[n - 1] = 0.0;
    for (long l = 0; l < n; l++)
        for (int tries = 0;; tries++) {
            long m = l;
            while (m < n - 1 && fabs(e[m]) > DBL_EPSILON * (fabs(d[m]) + fabs(d[m + 1])))
                m++;
            if (m == l)
                break;
            if (tries == 50)
                return -1;
            sweep(d, e, l, m);
        }
    return 0;
}

int heat_spectrum(const double *alpha, const double *beta, long n, struct heat_chebyshev *c)
{
    double *d = malloc(2 * (size_t)n * sizeof *d), *e = d + n;
    int result = d ? 0 : -1;
    if (result)
        return result;
    for (long i = 0; i < n; i++) {
        d[i] = 1.0 / alpha[i] + (i > 0 ? beta[i - 1] / alpha[i - 1] : 0.0);
        e[i] = sqrt(beta[i]) / alpha[i];
    }
    result = heat_eigenvalues(d, e, n);
    double least = d[0], most = d[0];
    for (long i = 1; i < n; i++) {
        least = fmin(least, d[i]);
        most = fmax(most, d[i]);
    }
    free(d);
    if (result || !(least > 0.0) || !isfinite(most))
        return -1;
    *c = (struct heat_chebyshev){.theta = (1.05 * most + 0.95 * least) / 2.0,
                                 .delta = (1.05 * most - 0.95 * least) / 2.0};
    return 0;
}

void heat_chebyshev_next(struct heat_chebyshev *c, double *a, double *b)
{
    if (c->rho == 0.0) {
        *a = 0.0;
        *b = 1.0 / c->theta;
        c->rho = c->delta / c->theta;
        return;
    }
    const double rho = 1.0 / (2.0 * c->theta / c->delta - c->rho);
    *a = rho * c->rho;
    *b = 2.0 * rho / c->delta;
    c->rho = rho;
}
