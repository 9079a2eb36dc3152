/* SPDX-License-Identifier: BSD-3-Clause */
#include "spectrum.h"

#include <math.h>

#include "deck.h"

/* How many eigenvalues are below x: Sturm's sequence. */
static long count_below(const double *d, const double *e, long n, double x)
{
    long count = 0;
    double q = 1.0;
    for (long i = 0; i < n; i++) {
        q = d[i] - x - (i > 0 ? e[i - 1] * e[i - 1] / q : 0.0);
        q = q == 0.0 ? 1e-300 : q;
        count += q < 0.0;
    }
    return count;
}

double heat_eigenvalue(const double *d, const double *e, long n, long k)
{
    double low = d[0], high = d[0];
    for (long i = 0; i < n; i++) { /* Gershgorin's discs hold all */
        const double radius = (i > 0 ? fabs(e[i - 1]) : 0.0) + (i < n - 1 ? fabs(e[i]) : 0.0);
        low = fmin(low, d[i] - radius);
        high = fmax(high, d[i] + radius);
    }
    for (;;) {
        const double middle = (low + high) / 2.0;
        if (!(low < middle && middle < high))
            return low;
        if (count_below(d, e, n, middle) > k)
            high = middle;
        else
            low = middle;
    }
}

int heat_spectrum(const double *alpha, const double *beta, long n, struct heat_chebyshev *c)
{
    double d[HEAT_MAX_PRESTEPS], e[HEAT_MAX_PRESTEPS];
    n = n < HEAT_MAX_PRESTEPS ? n : HEAT_MAX_PRESTEPS;
    for (long i = 0; i < n; i++) {
        d[i] = 1.0 / alpha[i] + (i > 0 ? beta[i - 1] / alpha[i - 1] : 0.0);
        e[i] = sqrt(beta[i]) / alpha[i];
        if (!isfinite(d[i] + e[i]))
            return -1;
    }
    const double least = 0.95 * heat_eigenvalue(d, e, n, 0), most = 1.05 * heat_eigenvalue(d, e, n, n - 1);
    if (!(least > 0.0) || !isfinite(most))
        return -1;
    *c = (struct heat_chebyshev){.theta = (most + least) / 2.0, .delta = (most - least) / 2.0};
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
