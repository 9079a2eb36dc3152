/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The native twins: plain C with OpenMP, what a careful programmer writes without Starloop.
 *
 * They are compiled with the kernels' own flags (-O3 -march=native) plus -fopenmp, take plain pointers, and run on
 * the calling thread and its OpenMP team. Two-dimensional arrays are [n, n]; "right" means element (i, j) at
 * i * n + j, "left" at i + j * n.
 */
#ifndef STARLOOP_BENCH_NATIVE_H
#define STARLOOP_BENCH_NATIVE_H

#include <stdint.h>

#ifdef __cplusplus
#define NATIVE_CXX extern "C"
#else
#define NATIVE_CXX extern __attribute__((weak))
#endif

/** a = b + s c, plain stores. @param[in] n elements @param[in] b,c [n] @param[out] a [n] */
void native_triad(int64_t n, double s, const double *b, const double *c, double *a);
/** a = b + s c with non-temporal stores where the processor has them: for the bandwidth, not a twin. */
void native_triad_streaming(int64_t n, double s, const double *b, const double *c, double *a);
/** y += s x. @param[in] x [n] @param[in,out] y [n] */
void native_axpy(int64_t n, double s, const double *x, double *y);
/** y[i] += s x[i] for the indices i of a list. @param[in] list [n] @param[in] x @param[in,out] y */
void native_list_axpy(int64_t n, const int32_t *list, double s, const double *x, double *y);
/** c = a. @param[in] a [n] @param[out] c [n] */
void native_copy(int64_t n, const double *a, double *c);
/** b = s c. @param[in] c [n] @param[out] b [n] */
void native_scale(int64_t n, double s, const double *c, double *b);
/** c = a + b. @param[in] a,b [n] @param[out] c [n] */
void native_add(int64_t n, const double *a, const double *b, double *c);
/** c += a b, on the calling thread. @param[in] a,b [n] @param[in,out] c [n] */
void native_multiply_add(int64_t n, const double *a, const double *b, double *c);
/** @return the dot product of x and y, both [n]. */
double native_dot(int64_t n, const double *x, const double *y);
/** @return the sum of x [n]: for the bandwidth, not a twin. */
double native_sum(int64_t n, const double *x);
/** Sum, minimum and maximum in one pass. @param[in] x [n] @param[out] result [3] sum, min, max */
void native_reduce3(int64_t n, const double *x, double result[3]);
/** Sum, minimum, maximum, sum of squares, how many are above 512, product of those that are not above 0, in one pass.
 *  @param[in] x [n] @param[out] result [6] */
void native_reduce6(int64_t n, const double *x, double result[6]);
/** The minimum and the smallest index of an element that is it: the better of a minimum a block, whose place is looked
 *  for when it is a new one, and of a declared reduction. @param[in] x [n] @param[out] value,index [1] */
void native_minloc(int64_t n, const double *x, double *value, int64_t *index);
/** Minimum and maximum. @param[in] x [n] @param[out] ends [2] */
void native_minmax(int64_t n, const double *x, double ends[2]);
/** Sum, minimum and maximum of either array. @param[in] x,y [n] @param[out] result [6] */
void native_statistics(int64_t n, const double *x, const double *y, double result[6]);
/** y[i] = x[0] + ... + x[i - 1]. @param[in] x [n] @param[out] y [n] */
void native_scan(int64_t n, const double *x, double *y);
/** y = those of x that are less than @p limit, in their order. @param[in] x [n] @param[out] y [n] @return how many */
int64_t native_copy_if(int64_t n, double limit, const double *x, double *y);

/** y = x, sorted: by digits of 8 or of 11 bits, or by native_sort_parallel(); what was fastest in the first calls with
 *  this size. On one calling thread. @param[in] x [n] @param[out] y [n] @return 0, or -1 without memory */
int native_sort(int64_t n, const uint32_t *x, uint32_t *y);
/** keys = x, sorted, values = the places in x, likewise. @param[in] x [n] @param[out] keys,values [n] @return as there
 */
int native_sort_pairs(int64_t n, const uint32_t *x, uint32_t *keys, uint32_t *values);
/** The same by std::__parallel::sort; of pairs as structs of the two. Without libstdc++'s parallel mode it does not
 *  exist: it is weak, and NULL then. @param[out] values [n] NULL: keys alone  @return 0, or -1 after a message */
NATIVE_CXX int native_sort_parallel(int64_t n, const uint32_t *x, uint32_t *keys, uint32_t *values);

/** h[b] += 1 for each x[i] = b, by atomics or a copy of h for each thread: what was faster in the first calls with
 * these sizes. On one calling thread. @param[in] x [n] whole numbers below bins @param[in,out] h [bins]
 *  @return 0, or -1 without memory */
int native_histogram(int64_t n, int64_t bins, const double *x, double *h);

/** y = A x. @param[in] a [n, n], in layout right or left @param[in] x [n] @param[out] y [n] */
void native_rows_right(int64_t n, const double *a, const double *x, double *y);
void native_rows_left(int64_t n, const double *a, const double *x, double *y);
/** y = A x. @param[in] row [n + 1] where each row begins in column and value @param[in] column,value [row[n]]
 *  @param[in] x [n] @param[out] y [n] */
void native_spmv(int64_t n, const int32_t *row, const int32_t *column, const double *value, const double *x, double *y);
/** The same. @return the sum of y. */
double native_spmv_sum(int64_t n, const int32_t *row, const int32_t *column, const double *value, const double *x,
                       double *y);

/** Eight copies in one loop. @param[in] from [8][n] @param[out] to [8][n] */
void native_copy8(int64_t n, double *const from[8], double *const to[8]);
/** w = u / (exp(v / 1024) - 1). @param[in] u,v [n] @param[out] w [n] */
void native_planck(int64_t n, const double *u, const double *v, double *w);
/** Sums over the corners of zones, or twelve times their volumes: zone.h. @param[in] zone [n] their first corners
 *  @param[in] x,y,z at the corners @param[out] sum,volume [n] */
void native_corners(int64_t n, int64_t row, int64_t plane, const int32_t *zone, const double *x, double *sum);
void native_volume(int64_t n, int64_t row, int64_t plane, const int32_t *zone, const double *x, const double *y,
                   const double *z, double *volume);

/** @param[in] x [n] @param[out] result [3] its sum, minimum and maximum */
void native_integers(int64_t n, const int32_t *x, int32_t result[3]);
/** KINDS_SWEEP of kinds.h over the inner points of squares. @param[in] a,b,c,d [n, n] @param[out] u,v [n, n] */
void native_sweep(int64_t n, const double *a, const double *b, const double *c, const double *d, double *u, double *v);
/** y = x A, column by column. @param[in] a [n, n] @param[in] x [n] @param[out] y [n] */
void native_columns(int64_t n, const double *a, const double *x, double *y);
/** m[k] = b b^T with b = weight d[k]. @param[in] weight [8] @param[in] d [n, 8] @param[out] m [n, 8, 8] */
void native_mass(int64_t n, const double *weight, const double *d, double *m);
/** z = KINDS_BRANCHES(x, y) of kinds.h. @param[in] x,y [n] @param[out] z [n] */
void native_branches(int64_t n, const double *x, const double *y, double *z);
/** c = a b, in tiles that are copied first. @param[in] a,b [n, n] @param[out] c [n, n] */
void native_tiles(int64_t n, const double *a, const double *b, double *c);

/** Copies the cells @p from of three fields into buffers [3][cells], and then from there into the cells @p to. */
void native_halo(int64_t cells, const int32_t *from, const int32_t *to, double *const field[3], double *buffer);
/** to[k][i] = from[k * cells + i], by a loop for each k in one parallel region. */
void native_packs(int buffers, int64_t cells, const double *from, double *const to[]);

/** h[i stride mod elements] += 1 for each i, by atomics, after so many pow() of x[i]. @param[in] x [n] above 0
 *  @param[in,out] h [elements] */
void native_contention(int64_t n, int64_t elements, int64_t stride, int work, const double *x, double *h);

/** Elements by their colours. */
struct native_colors {
    int32_t *element;  /**< those of each colour, going up */
    int64_t begin[65]; /**< where each colour begins; past the last one all */
};

/** Colours quadrilaterals: each in its turn gets the first colour that none with a common corner has; on one thread.
 *  @param[in] corner  [n, 4] below vertices
 *  @return the colours, until the next call; NULL without memory, or where 64 colours are too few */
const struct native_colors *native_color(int64_t n, int64_t vertices, const int32_t *corner);
/** sum[v] += area[e] for each corner v of each element e, by atomics, a copy of sum for each thread or colours: what
 * was fastest in the first calls with these sizes. On one calling thread. @param[in] corner [n, 4] @param[in] area [n]
 *  @param[in,out] sum [vertices] @return 0, or -1 as native_color() has NULL */
int native_vertexsum(int64_t n, int64_t vertices, const int32_t *corner, const double *area, double *sum);
/** value[place] += factor[e] local[k] for each entry k of each hexahedron e, in one of these ways, likewise.
 *  @param[in] corner [n, 8] below vertices @param[in] place [n, 64] below entries @param[in] local [64]
 *  @param[in] factor [n] @param[in,out] value [entries] @return as native_vertexsum() */
int native_assembly(int64_t n, int64_t vertices, int64_t entries, const int32_t *corner, const int32_t *place,
                    const double *local, const double *factor, double *value);

/** w = an eighth of u's six neighbours and of twice u, on the interior. @param[in] u [n, n, n] @param[out] w likewise
 */
void native_stencil3d(int64_t n, const double *u, double *w);
/** w = mean of u's four neighbours, on the interior, right. @param[in] u [n, n] @param[out] w [n, n] */
void native_jacobi_right(int64_t n, const double *u, double *w);
/** The same, left. */
void native_jacobi_left(int64_t n, const double *u, double *w);
/** out (left) = in (right): element (i, j) to element (i, j). @param[in] in [n, n] @param[out] out [n, n] */
void native_transpose(int64_t n, const double *in, double *out);
/** c = a b, right, one (i, j) body with an inner loop over k. @param[in] a,b [n, n] @param[out] c [n, n] */
void native_matmul(int64_t n, const double *a, const double *b, double *c);
/** The same with BENCH_BLOCK columns to one body; n is a multiple of that. */
void native_matmul_blocked(int64_t n, const double *a, const double *b, double *c);

/** The product by the loops of the nest's policies: i, j, k with a sum in a register, the same with i and j collapsed,
 *  i, k, j with the sum in memory, and that in tiles. @param[in] a,b [n, n] @param[out] c [n, n] */
void native_product_rows(int64_t n, const double *a, const double *b, double *c);
void native_product_collapsed(int64_t n, const double *a, const double *b, double *c);
void native_product_order(int64_t n, const double *a, const double *b, double *c);
void native_product_tiled(int64_t n, const double *a, const double *b, double *c);
/** w = the sum of u's six neighbours less 6 u, on the interior, in tiles. @param[in] u [n, n, n] @param[out] w likewise
 */
void native_stencil7(int64_t n, const double *u, double *w);
/** Scores of the matches of two sequences, plane by plane. @param[in] a,b [n]
 *  @param[in,out] h  [n + 1, n + 1], row and column 0 are 0 */
void native_wavefront(int64_t n, const int32_t *a, const int32_t *b, int32_t *h);
/** c = alpha a b + beta d. @param[in] a,b,d [n, n] @param[out] c [n, n] */
void native_2mm(int64_t n, double alpha, double beta, const double *a, const double *b, const double *d, double *c);
/** phi(z, g, m) += sum over d of ell(m, d) psi(z, g, d). @param[in] ell [moments, directions]
 *  @param[in] psi  [zones, groups, directions] @param[in,out] phi [zones, groups, moments] */
void native_ltimes(int64_t zones, int64_t groups, int64_t moments, int64_t directions, const double *ell,
                   const double *psi, double *phi);

/** The work of metg at one point: FMAs that depend on each other, @p length of them, and both sides call it.
 *  @param[in] one  1.0, which the compiler does not know
 *  @return left + 2 own + right + length modulo NATIVE_UNIT_MODULUS; the arguments are whole and below that */
double native_unit(double left, double own, double right, int64_t length, double one);
enum { NATIVE_UNIT_MODULUS = 1000003 };
/** Steps of metg in one parallel region, a barrier after each: every point takes in itself and its neighbours of the
 *  step before; beyond the ends stands the end. @param[in,out] a [width] contents, and the result for even @p steps
 *  @param[out] b [width] the result for odd ones */
void native_unit_steps(int64_t width, int64_t steps, int64_t length, double *a, double *b);
/** @return seconds of one FMA of native_unit() while the whole team is at it. */
double native_unit_seconds(void);

/** Forces on @p n atoms from their neighbours (lj.h); views in layout right, or left. */
void native_lj_right(int64_t n, const int32_t *near, const double *x, double *f);
void native_lj_left(int64_t n, const int32_t *near, const double *x, double *f);

#endif
