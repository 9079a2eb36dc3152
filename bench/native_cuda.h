/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The native twins for a GPU: plain CUDA, what a careful programmer writes without Starloop.
 *
 * All pointers are device memory. A twin queues its work on the stream of native_cuda_start() and returns; its result
 * is in device memory too. Loop form, one iteration a thread, and layouts are those of native.h. Functions that
 * return int give 0, or -1 after a message on stderr.
 *
 * Without CUDA in the build none of these functions exists: they are weak, and NULL then (bench_cuda_built()).
 */
#ifndef STARLOOP_BENCH_NATIVE_CUDA_H
#define STARLOOP_BENCH_NATIVE_CUDA_H

#include <stddef.h>
#include <stdint.h>

struct md_twin;

#ifdef __cplusplus
#define NATIVE_CUDA extern "C"
#else
#define NATIVE_CUDA extern __attribute__((weak))
#endif

/** Makes a device this thread's and creates the twins' stream. */
NATIVE_CUDA int native_cuda_start(int device);
/** Undoes it. */
NATIVE_CUDA void native_cuda_stop(void);
/** @return the device's name, valid until native_cuda_stop(). */
NATIVE_CUDA const char *native_cuda_name(void);
/** Waits for what is on the stream. */
NATIVE_CUDA int native_cuda_wait(void);
/** @return bytes a second, read and written together, of the faster of CUDA's own device-to-device copy and a plain
 *  copy kernel over so many bytes; 0 after a message when it cannot be measured. Blocking. */
NATIVE_CUDA double native_cuda_bandwidth(double bytes);

/** Copies so many bytes from pinned memory of its own to the device, and keeps both until native_cuda_stop(). */
NATIVE_CUDA int native_cuda_upload(size_t bytes);

/** a = b + s c. @param[in] n elements @param[in] b,c [n] @param[out] a [n] */
NATIVE_CUDA int native_cuda_triad(int64_t n, double s, const double *b, const double *c, double *a);
/** y += s x. @param[in] x [n] @param[in,out] y [n] */
NATIVE_CUDA int native_cuda_axpy(int64_t n, double s, const double *x, double *y);
/** c = a. @param[in] a [n] @param[out] c [n] */
NATIVE_CUDA int native_cuda_copy(int64_t n, const double *a, double *c);
/** b = s c. @param[in] c [n] @param[out] b [n] */
NATIVE_CUDA int native_cuda_scale(int64_t n, double s, const double *c, double *b);
/** c = a + b. @param[in] a,b [n] @param[out] c [n] */
NATIVE_CUDA int native_cuda_add(int64_t n, const double *a, const double *b, double *c);
/** total = x.y. @param[in] x,y [n] @param[out] total [1] */
NATIVE_CUDA int native_cuda_dot(int64_t n, const double *x, const double *y, double *total);
/** Sum, minimum and maximum in one pass. @param[in] x [n] @param[out] total,low,high [1] each */
NATIVE_CUDA int native_cuda_reduce3(int64_t n, const double *x, double *total, double *low, double *high);
/** The minimum and the smallest index of an element that is it. @param[in] x [n] @param[out] result [1] sl_loc_double
 */
NATIVE_CUDA int native_cuda_minloc(int64_t n, const double *x, void *result);
/** Fills up to 26 buffers in one launch: to[k] [cells] from row k of from [buffers, cells]; the pointers are in host
 *  memory. */
NATIVE_CUDA int native_cuda_packs(int buffers, int64_t cells, const double *from, double *const to[]);
/** Forces on @p n atoms from their neighbours (lj.h); views in layout left, or right. Device memory. */
NATIVE_CUDA int native_cuda_lj(int64_t n, int left, const int32_t *near, const double *x, double *f);
/** As md_twin_find_forces() (examples/minimd/twin_parts.h); its arrays are device memory, and `share` is not used. */
NATIVE_CUDA int native_cuda_minimd(const struct md_twin *twin);
/** h[b] += 1 for each x[i] = b, by atomics, or by bins of a block in shared memory where these fit: what was faster in
 *  the first calls with these sizes. @param[in] x [n] whole numbers below bins @param[in,out] h [bins] */
NATIVE_CUDA int native_cuda_histogram(int64_t n, int64_t bins, const double *x, double *h);
/** y = A x, a thread a row. @param[in] a [n, n] @param[in] x [n] @param[out] y [n] */
NATIVE_CUDA int native_cuda_rows(int64_t n, int left, const double *a, const double *x, double *y);
/** The same of compressed rows, as the next one takes them. */
NATIVE_CUDA int native_cuda_spmv_rows(int64_t n, const int32_t *row, const int32_t *column, const double *value,
                                      const double *x, double *y);
/** y = A x. @param[in] row [n + 1] @param[in] column,value [row[n]] @param[in] x [n] @param[out] y [n] */
NATIVE_CUDA int native_cuda_spmv(int64_t n, const int32_t *row, const int32_t *column, const double *value,
                                 const double *x, double *y);
NATIVE_CUDA int native_cuda_spmv_sum(int64_t n, const int32_t *row, const int32_t *column, const double *value,
                                     const double *x, double *y, double *total);
/** h[i stride mod elements] += 1 for each i, after so many pow() of x[i]. @param[in] x [n] above 0
 *  @param[in,out] h [elements] */
NATIVE_CUDA int native_cuda_contention(int64_t n, int64_t elements, int64_t stride, int work, const double *x,
                                       double *h);
/** y[i] = x[0] + ... + x[i - 1], by CUB. @param[in] x [n] @param[out] y [n] */
NATIVE_CUDA int native_cuda_scan(int64_t n, const double *x, double *y);
/** Likewise y = those of x that are less than @p limit. @param[in] x [n] @param[out] y [n] @param[out] count [1] */
NATIVE_CUDA int native_cuda_copy_if(int64_t n, double limit, const double *x, double *y, int64_t *count);
/** y = x, sorted, by CUB. @param[in] x [n] @param[out] y [n] */
NATIVE_CUDA int native_cuda_sort(int64_t n, const uint32_t *x, uint32_t *y);
/** keys = x, sorted, values = the places in x, by CUB. @param[in] x [n] @param[out] keys,values [n] */
NATIVE_CUDA int native_cuda_sort_pairs(int64_t n, const uint32_t *x, uint32_t *keys, uint32_t *values);
/** c += a b on a stream of the caller's, for a bare StarPU task. @param[in] a,b [n] @param[in,out] c [n] */
NATIVE_CUDA int native_cuda_launch(void *stream, int64_t n, const double *a, const double *b, double *c);

/** w = mean of u's four neighbours, on the interior, right. @param[in] u [n, n] @param[out] w [n, n] */
NATIVE_CUDA int native_cuda_jacobi_right(int64_t n, const double *u, double *w);
/** The same, left. */
NATIVE_CUDA int native_cuda_jacobi_left(int64_t n, const double *u, double *w);
/** out (left) = in (right). @param[in] in [n, n] @param[out] out [n, n] */
NATIVE_CUDA int native_cuda_transpose(int64_t n, const double *in, double *out);
/** c = a b, right, one (i, j) a thread. @param[in] a,b [n, n] @param[out] c [n, n] */
NATIVE_CUDA int native_cuda_matmul(int64_t n, const double *a, const double *b, double *c);
/** The same with BENCH_BLOCK columns to one thread; n is a multiple of that. */
NATIVE_CUDA int native_cuda_matmul_blocked(int64_t n, const double *a, const double *b, double *c);

/** The product by other loops (native_cuda_nest.cu): a block a row; that summed in memory; tiles in shared memory. */
NATIVE_CUDA int native_cuda_product_blocks(int64_t n, const double *a, const double *b, double *c);
NATIVE_CUDA int native_cuda_product_memory(int64_t n, const double *a, const double *b, double *c);
NATIVE_CUDA int native_cuda_product_shared(int64_t n, const double *a, const double *b, double *c);
/** y(j, i) = x(i, j), both right, by a tile in shared memory. @param[in] x [n, n] @param[out] y [n, n] */
NATIVE_CUDA int native_cuda_turn(int64_t n, const double *x, double *y);
/** w = sum of u's six neighbours less 6 u, on the interior. @param[in] u [n, n, n] @param[out] w [n, n, n] */
NATIVE_CUDA int native_cuda_stencil7(int64_t n, const double *u, double *w);
/** Smith-Waterman, a launch an anti-diagonal. @param[in] a,b [n] @param[in,out] h [n + 1, n + 1], row and column 0 set
 */
NATIVE_CUDA int native_cuda_wavefront(int64_t n, const int32_t *a, const int32_t *b, int32_t *h);
/** phi += ell psi. @param[in] ell [25, 64] @param[in] psi [zones, 32, 64] @param[in,out] phi [zones, 32, 25] */
NATIVE_CUDA int native_cuda_ltimes(int64_t zones, const double *ell, const double *psi, double *phi);

/** Most GPUs of the twins on several. */
enum { NATIVE_GPUS = 16 };
/** Makes arrays of doubles, [rows, row], whose rows lie on several GPUs, as many on each as on the others or one less.
 *  Where a GPU's rows end, so many of its neighbour's follow, @p reach. There is one set at a time.
 *  @param[in] device [count] @return 0, or -1 after a message, with nothing made */
NATIVE_CUDA int native_cuda_gpus_open(int count, const int *device, int arrays, int64_t rows, int64_t row,
                                      int64_t reach);
/** Copies an array there from host memory, or back. @param host [rows, row]. Blocking. */
NATIVE_CUDA int native_cuda_gpus_put(int array, const double *host);
NATIVE_CUDA int native_cuda_gpus_get(int array, double *host);
/** Waits for the work of all GPUs. */
NATIVE_CUDA int native_cuda_gpus_wait(void);
/** Frees the arrays. */
NATIVE_CUDA void native_cuda_gpus_close(void);
/** Array 2 = array 0 + s array 1. */
NATIVE_CUDA int native_cuda_gpus_triad(double s);
/** Sweeps of native_cuda_jacobi_right() from array 0, [n, n], to array 1 and back, as often as @p sweeps says in all.
 */
NATIVE_CUDA int native_cuda_gpus_jacobi(int64_t n, int sweeps);
/** The same of native_stencil3d(): [n, n, n]. */
NATIVE_CUDA int native_cuda_gpus_stencil3d(int64_t n, int sweeps);

/** Conjugate gradients of examples/heat on a GPU, with fields of its own. */
struct native_cuda_heat;

/** The problem as the host has set it up; every field is host memory, [ny + 2, nx + 2]. */
struct native_cuda_heat_setup {
    int64_t nx, ny;            /**< cells */
    double eps;                /**< a solve ends when |r|^2 is below it */
    long max_iters;            /**< most iterations of a solve */
    const double *density, *u; /**< of the cells */
    const double *kx, *ky;     /**< coefficients of the faces */
};

/** Copies the set-up to the device. @return NULL after a message. Blocking. */
NATIVE_CUDA struct native_cuda_heat *native_cuda_heat_create(const struct native_cuda_heat_setup *setup);
/** Makes one time step. @param[out] iterations that changed the answer @param[out] residual |r|^2 after the last */
NATIVE_CUDA int native_cuda_heat_step(struct native_cuda_heat *heat, long *iterations, double *residual);
/** Fetches the answer. @param[out] u,energy host memory, [ny + 2, nx + 2] */
NATIVE_CUDA int native_cuda_heat_fetch(struct native_cuda_heat *heat, double *u, double *energy);
/** Frees it; takes NULL. */
NATIVE_CUDA void native_cuda_heat_destroy(struct native_cuda_heat *heat);

#endif
