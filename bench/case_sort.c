/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Cases sort and sort_pairs: a copy of 32-bit keys is sorted, alone or with the places that they had.
 *
 * A key is made of its place by steps that can be taken back, so all are different, and each tells its place. */
#include "bench.h"
#include "kernels.h"
#include "native.h"
#include "native_cuda.h"

#define FACTOR UINT32_C(0x9E3779B1)
#define SECOND UINT32_C(0x85EBCA6B)

static uint32_t key_of(uint32_t place)
{
    uint32_t h = place * FACTOR;
    h ^= h >> 16;
    return h * SECOND;
}

/* Of an odd number, modulo 2^32: each step doubles the bits that are right. */
static uint32_t inverse(uint32_t odd)
{
    uint32_t y = odd;
    for (int step = 0; step < 5; step++)
        y *= 2 - odd * y;
    return y;
}

static uint32_t place_of(uint32_t key)
{
    uint32_t h = key * inverse(SECOND);
    h ^= h >> 16;
    return h * inverse(FACTOR);
}

static uint32_t *words(struct bench_state *s, int view)
{
    return (uint32_t *)(void *)s->host[view];
}

static uint32_t *gpu_words(struct bench_state *s, int view)
{
    return (uint32_t *)(void *)s->gpu[view];
}

static sl_status create_sort(struct bench_state *s)
{
    s->outputs = 1;
    SL_TRY(bench_add_view_of(s, "x", SL_UINT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n)));
    return bench_add_view_of(s, "keys", SL_UINT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n));
}

static sl_status create_pairs(struct bench_state *s)
{
    SL_TRY(create_sort(s));
    s->outputs = 2;
    return bench_add_view_of(s, "values", SL_UINT32, SL_LAYOUT_RIGHT, SL_EXTENTS(s->n));
}

static void fill_sort(struct bench_state *s)
{
    for (int v = 0; v < s->count; v++) {
        uint32_t *const a = words(s, v);
#pragma omp parallel for schedule(static)
        for (sl_index i = 0; i < s->n; i++)
            a[i] = v == 0 ? key_of((uint32_t)i) : 0;
    }
}

static sl_status queue_sort(struct bench_state *s)
{
    SL_TRY(sl_forall_with(s->policy, bench_keys_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1]));
    return sl_sort_with(s->policy, SL_ASCENDING, s->view[1]);
}

static sl_status queue_pairs(struct bench_state *s)
{
    SL_TRY(sl_forall_with(s->policy, bench_pairs_kernel, SL_RANGE(0, s->n), s->view[0], s->view[1], s->view[2]));
    return sl_sort_pairs_with(s->policy, SL_ASCENDING, s->view[1], s->view[2]);
}

static int call_sort(struct bench_state *s)
{
    return native_sort(s->n, words(s, 0), words(s, 1));
}

static int call_pairs(struct bench_state *s)
{
    return native_sort_pairs(s->n, words(s, 0), words(s, 1), words(s, 2));
}

static int cuda_sort(struct bench_state *s)
{
    return native_cuda_sort(s->n, gpu_words(s, 0), gpu_words(s, 1));
}

static int cuda_pairs(struct bench_state *s)
{
    return native_cuda_sort_pairs(s->n, gpu_words(s, 0), gpu_words(s, 1), gpu_words(s, 2));
}

/* Keys that ascend, and whose places are those of the case, are all of them. */
static long wrong_sort(struct bench_state *s, const char *side)
{
    const uint32_t *const keys = words(s, 1);
    long wrong = 0;
    for (sl_index i = 0; i < s->n; i++) {
        const uint32_t place = place_of(keys[i]);
        if ((sl_index)place >= s->n)
            bench_report(wrong++, side, "keys", i, keys[i], key_of(0));
        else if (i > 0 && keys[i] <= keys[i - 1])
            bench_report(wrong++, side, "keys", i, keys[i], keys[i - 1] + 1.0);
        else if (s->count > 2 && words(s, 2)[i] != place)
            bench_report(wrong++, side, "values", i, words(s, 2)[i], place);
    }
    return wrong;
}

const struct bench_case bench_sort = {.name = "sort",
                                      .what = "32-bit keys; twin: the best of three sorts, on a GPU CUB",
                                      .unit = "elements",
                                      .sizes = {{10000000, 0}, {100000000, 0}},
                                      .smallest = 1,
                                      .create = create_sort,
                                      .fill = fill_sort,
                                      .queue = queue_sort,
                                      .native = call_sort,
                                      .cuda = cuda_sort,
                                      .wrong = wrong_sort};
const struct bench_case bench_sort_pairs = {.name = "sort_pairs",
                                            .what = "32-bit keys with values; twin: the best of three sorts, on a "
                                                    "GPU CUB",
                                            .unit = "elements",
                                            .sizes = {{10000000, 0}, {100000000, 0}},
                                            .smallest = 1,
                                            .create = create_pairs,
                                            .fill = fill_sort,
                                            .queue = queue_pairs,
                                            .native = call_pairs,
                                            .cuda = cuda_pairs,
                                            .wrong = wrong_sort};
