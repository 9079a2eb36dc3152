/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The spectrum of a matrix, from conjugate gradients, and what Chebyshev's iteration makes of it. */
#ifndef HEAT_SPECTRUM_H
#define HEAT_SPECTRUM_H

/** Chebyshev's iteration on an interval of eigenvalues: p = a p + b z, u += p, r -= A p with z = M^-1 r, where the
 * first step has a = 0. Members but for the recurrence stay what they are. */
struct heat_chebyshev {
    double theta; /**< the middle of the interval; 0: not known */
    double delta; /**< half its length */
    double rho;   /**< of the step before; 0: none was made */
};

/** Eigenvalue number k, from 0 up, of a symmetric tridiagonal matrix, by bisection.
 *  @param[in] d  [n] the diagonal  @param[in] e  [n - 1] beside it */
double heat_eigenvalue(const double *d, const double *e, long n, long k);

/** The interval that n iterations of conjugate gradients tell, or the first #HEAT_MAX_PRESTEPS: the extreme eigenvalues
 * of their Lanczos matrix, widened to 0.95 of the least and 1.05 of the largest, as TeaLeaf does.
 *  @param[in]  alpha  [n] lengths of the steps, r.z / p.Ap
 *  @param[in]  beta   [n] r.z of each iteration over r.z of the one before
 *  @param[out] c      ready for the first step
 *  @return 0, or -1 where they tell none. */
int heat_spectrum(const double *alpha, const double *beta, long n, struct heat_chebyshev *c);

/** The next step. @param[out] a, b its coefficients */
void heat_chebyshev_next(struct heat_chebyshev *c, double *a, double *b);

#endif
