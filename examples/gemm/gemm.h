/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief c = a b + c as a host task, by the library of the side where it runs. */
#ifndef GEMM_GEMM_H
#define GEMM_GEMM_H

#include <starloop.h>

/** One product: views of doubles in layout left, as BLAS has its matrices. */
typedef struct gemm {
    sl_view *a; /**< m x k */
    sl_view *b; /**< k x n */
    sl_view *c; /**< m x n */
} gemm;

/** What calls of BLAS on CPUs, or on GPUs, go to: "cblas", "a plain loop", "cuBLAS"; NULL: nothing. */
const char *gemm_library(sl_where where);

/** Queues c = a b + c, or has a region record it. @p product must live until it has run for the last time.
 *  @param[in] where  #SL_CPU or #SL_CUDA  @return as sl_task_submit(). */
sl_status gemm_queue(sl_where where, gemm *product);

/** Gives back what cuBLAS has on each device. When all products have ended. */
void gemm_end(void);

#endif
