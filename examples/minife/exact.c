/* SPDX-License-Identifier: BSD-3-Clause */
#include "exact.h"

#include <math.h>

enum { TERMS = 51 /* along an axis, odd ones: what follows is below 1e-16 for x <= 3/4 */ };

/* sinh(a x) / sinh(a) for large a and x in [0, 1]. */
static double decay(double a, double x)
{
    return exp(-a * (1 - x)) * (1 - exp(-2 * a * x)) / (1 - exp(-2 * a));
}

/* Two parts: what the hot face gives, by separation of variables, and x(1-x) y(1-y) z(1-z), whose Laplacian is the
 * source. */
double minife_exact(double x, double y, double z)
{
    const double pi = acos(-1);
    double face = 0;
    for (int m = 1; m < TERMS; m += 2)
        for (int n = 1; n < TERMS; n += 2)
            face += sin(m * pi * y) * sin(n * pi * z) / (m * n) * decay(pi * sqrt((double)(m * m + n * n)), x);
    return 16 / (pi * pi) * face + x * (1 - x) * y * (1 - y) * z * (1 - z);
}
