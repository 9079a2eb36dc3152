/* SPDX-License-Identifier: BSD-3-Clause */
#include "gemm.h"

#include <stddef.h>

#ifdef HAVE_CBLAS
#include <cblas.h>
#endif
#ifdef HAVE_CUBLAS
#include <cublas_v2.h>

enum { DEVICES = 64 };
static cublasHandle_t handle[DEVICES]; /* of each device; only its worker's thread looks */
#endif

const char *gemm_library(sl_where where)
{
#ifdef HAVE_CUBLAS
    if (where == SL_CUDA)
        return "cuBLAS";
#endif
#ifdef HAVE_CBLAS
    return where == SL_CPU ? "cblas" : NULL;
#else
    return where == SL_CPU ? "a plain loop" : NULL;
#endif
}

/* Extents as BLAS takes them. */
struct sizes {
    int m, n, k;
};

static struct sizes sizes_of(const gemm *p)
{
    return (struct sizes){(int)sl_view_extent(p->c, 0), (int)sl_view_extent(p->c, 1), (int)sl_view_extent(p->a, 1)};
}

static int on_cpu(const gemm *p)
{
    const struct sizes s = sizes_of(p);
    const double *a = sl_task_data(p->a), *b = sl_task_data(p->b);
    double *c = sl_task_data(p->c);
#ifdef HAVE_CBLAS
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, s.m, s.n, s.k, 1, a, s.m, b, s.k, 1, c, s.m);
#else
    for (ptrdiff_t j = 0; j < s.n; j++)
        for (ptrdiff_t l = 0; l < s.k; l++)
            for (ptrdiff_t i = 0; i < s.m; i++)
                c[i + j * s.m] += a[i + l * s.m] * b[l + j * s.k];
#endif
    return 0;
}

/* Called by the thread of a GPU, which is the current device; returns without waiting. */
static int on_gpu(const gemm *p)
{
#ifdef HAVE_CUBLAS
    const struct sizes s = sizes_of(p);
    const double one = 1;
    int device;
    if (cudaGetDevice(&device) != cudaSuccess || device >= DEVICES)
        return 1;
    if (handle[device] == NULL && cublasCreate(&handle[device]) != CUBLAS_STATUS_SUCCESS)
        return 2;
    if (cublasSetStream(handle[device], sl_task_stream()) != CUBLAS_STATUS_SUCCESS)
        return 3;
    return (int)cublasDgemm(handle[device], CUBLAS_OP_N, CUBLAS_OP_N, s.m, s.n, s.k, &one, sl_task_data(p->a), s.m,
                            sl_task_data(p->b), s.k, &one, sl_task_data(p->c), s.m);
#else
    (void)p;
    return 1;
#endif
}

static int multiply(void *product)
{
    return sl_task_stream() == NULL ? on_cpu(product) : on_gpu(product);
}

sl_status gemm_queue(sl_where where, gemm *product)
{
    return sl_task_with(SL_POLICY(.where = where, .label = "gemm"), multiply, product, SL_R(product->a),
                        SL_R(product->b), SL_RW(product->c));
}

void gemm_end(void)
{
#ifdef HAVE_CUBLAS
    for (int device = 0; device < DEVICES; device++)
        if (handle[device] != NULL && cudaSetDevice(device) == cudaSuccess) {
            cublasDestroy(handle[device]);
            handle[device] = NULL;
        }
#endif
}
