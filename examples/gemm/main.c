/* SPDX-License-Identifier: BSD-3-Clause */
/* gemm: calls of BLAS between loops over the same views, recorded in a region. README.md says what. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gemm.h"
#include "gemm_kernels.h"

enum { EXIT_USAGE = 2, MOST = 4096, RUNS = 3 };

/* One step: a = -a by a loop, c = a b + c by BLAS, c = -c by a loop. */
struct run {
    sl_index m, n, k;
    gemm product;
    double *a, *b, *c; /* the same in plain C, by columns */
    int wrong;
};

static sl_status create(struct run *r)
{
    SL_TRY(sl_view_create("a", SL_DOUBLE, SL_LAYOUT_LEFT, SL_EXTENTS(r->m, r->k), &r->product.a));
    SL_TRY(sl_view_create("b", SL_DOUBLE, SL_LAYOUT_LEFT, SL_EXTENTS(r->k, r->n), &r->product.b));
    SL_TRY(sl_view_create("c", SL_DOUBLE, SL_LAYOUT_LEFT, SL_EXTENTS(r->m, r->n), &r->product.c));
    r->a = malloc((size_t)(r->m * r->k) * sizeof *r->a);
    r->b = malloc((size_t)(r->k * r->n) * sizeof *r->b);
    r->c = malloc((size_t)(r->m * r->n) * sizeof *r->c);
    return r->a != NULL && r->b != NULL && r->c != NULL ? SL_SUCCESS : SL_ERR_MEMORY;
}

static void destroy(struct run *r)
{
    sl_view_destroy(&r->product.a);
    sl_view_destroy(&r->product.b);
    sl_view_destroy(&r->product.c);
    free(r->a);
    free(r->b);
    free(r->c);
}

/* A view, by a loop, and the same in plain C. */
static sl_status fill(sl_view *view, double *plain, sl_index seed)
{
    const sl_index rows = sl_view_extent(view, 0), columns = sl_view_extent(view, 1);
    for (sl_index j = 0; j < columns; j++)
        for (sl_index i = 0; i < rows; i++)
            plain[i + j * rows] = (double)((i * 7919 + j * 104729 + seed) % 1009 % 10) - 4;
    return sl_forall(gemm_fill, SL_BOX(0, rows, 0, columns), seed, view);
}

static void plain_step(struct run *r)
{
    for (sl_index i = 0; i < r->m * r->k; i++)
        r->a[i] = -r->a[i];
    for (sl_index j = 0; j < r->n; j++)
        for (sl_index i = 0; i < r->m; i++) {
            double sum = r->c[i + j * r->m];
            for (sl_index l = 0; l < r->k; l++)
                sum += r->a[i + l * r->m] * r->b[l + j * r->k];
            r->c[i + j * r->m] = -sum;
        }
}

/* All numbers are whole, so that no order of additions matters. */
static sl_status compare(struct run *r)
{
    const double *c = SL_HOST_READ(double, r->product.c);
    if (c == NULL)
        return sl_last_status();
    sl_index wrong = 0;
    for (sl_index i = 0; i < r->m * r->n; i++)
        wrong += c[i] != r->c[i];
    printf("%s\n", wrong == 0 ? "right" : "wrong");
    r->wrong |= wrong != 0;
    return sl_host_end(r->product.c);
}

static sl_status multiply(struct run *r, sl_where where)
{
    sl_region *step = NULL;
    sl_region_counts counts;
    SL_TRY(fill(r->product.a, r->a, 1));
    SL_TRY(fill(r->product.b, r->b, 2));
    SL_TRY(fill(r->product.c, r->c, 3));
    SL_TRY(sl_region_begin(&step));
    SL_TRY(sl_forall(gemm_negate, SL_BOX(0, r->m, 0, r->k), r->product.a));
    SL_TRY(gemm_queue(where, &r->product));
    SL_TRY(sl_forall(gemm_negate, SL_BOX(0, r->m, 0, r->n), r->product.c));
    SL_TRY(sl_region_end(step));
    for (int s = 0; s < RUNS; s++)
        plain_step(r);
    for (int s = 0; s < RUNS; s++)
        SL_TRY(sl_region_run(step));
    SL_TRY(sl_region_count(step, &counts));
    sl_region_destroy(&step);
    printf("%lld x %lld by %lld x %lld on %s, by %s: %d runs of %d tasks: ", (long long)r->m, (long long)r->k,
           (long long)r->k, (long long)r->n, where == SL_CUDA ? "a GPU" : "CPUs", gemm_library(where), (int)counts.runs,
           counts.tasks);
    return compare(r);
}

static sl_status run_all(struct run *r)
{
    SL_TRY(create(r));
    SL_TRY(multiply(r, SL_CPU));
    if (sl_gpus() == 0 || gemm_library(SL_CUDA) == NULL) {
        printf("on a GPU: skipped, there is no %s\n", sl_gpus() == 0 ? "GPU" : "cuBLAS");
        return SL_SUCCESS;
    }
    return multiply(r, SL_CUDA);
}

static int read_size(const char *text, sl_index *size)
{
    char *end;
    errno = 0;
    *size = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *size >= 1 && *size <= MOST;
}

int main(int argc, char **argv)
{
    struct run r = {.m = 90, .n = 50, .k = 70};
    if ((argc != 1 && argc != 4) ||
        (argc == 4 && !(read_size(argv[1], &r.m) && read_size(argv[2], &r.n) && read_size(argv[3], &r.k)))) {
        fprintf(stderr, "Usage: gemm [rows columns inner, each 1 to %d]\n", MOST);
        return EXIT_USAGE;
    }
    if (sl_init(NULL) != SL_SUCCESS)
        return EXIT_FAILURE;
    sl_status status = run_all(&r);
    destroy(&r);
    const sl_status ended = sl_wait();
    gemm_end();
    const sl_status last = sl_finalize();
    status = status != SL_SUCCESS ? status : ended != SL_SUCCESS ? ended : last;
    return status != SL_SUCCESS || r.wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
