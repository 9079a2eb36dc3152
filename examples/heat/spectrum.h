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

/** Eigenvalues of a symmetric tridiagonal matrix, by implicit QL.
 *  @param[in,out] d  [n] the diagonal; the eigenvalues, in no order
 *  @param[in,out] e  [n] beside it, the last one is not read; destroyed
 *  @return 0, or -1 where an eigenvalue is not found. */
int heat_eigenvalues(double *d, double *e, long n);

/** The interval that n iterations of conjugate gradients tell: the extreme eigenvalues of their Lanczos matrix,
 *  widened to 0.95 of the least and 1.05 of the largest, as TeaLeaf does.
 *  @param[in]  alpha  [n] lengths of the steps, r.z / p.Ap
 *  @param[in]  beta   [n] r.z of each iteration over r.z of the one before
 *  @param[out] c      ready for the first step
 *  @return 0, or -1 where they tell none or memory is short. */
int heat_spectrum(const double *alpha, const double *beta, long n, struct heat_chebyshev *c);

/** The next step. @param[out] a, b its coefficients */
void heat_chebyshev_next(struct heat_chebyshev *c, double *a, double *b);

#endif
