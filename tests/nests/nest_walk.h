/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Walks through the grid of a CUDA policy on the host, one CUDA block after another, without a GPU: each thread
 *  runs what the host's compiler has made of the policy, and those of a block wait for each other where it says so. */
#ifndef STARLOOP_TESTS_NEST_WALK_H
#define STARLOOP_TESTS_NEST_WALK_H

#include <pthread.h>
#include <string.h>

#include <starloop/kernel/abi.h>

#include "exec/nest_shape.h"
#include "loop_testing.h"
#include "nest_walked.h"

/* The linker makes these. */
extern const struct sl__nest_policy *__start_sl__nests[], *__stop_sl__nests[];

static _Thread_local unsigned walk_thread[3];
static unsigned walk_block[3], walk_threads[3], walk_blocks[3];
static pthread_barrier_t walk_barrier;
static int walk_waits;
static sl_index walk_plane;

sl_index sl__grid_walked(const char *what, int axis);
sl_index sl__grid_walked(const char *what, int axis)
{
    return strcmp(what, "plane") == 0       ? walk_plane
           : strcmp(what, "threadIdx") == 0 ? walk_thread[axis]
           : strcmp(what, "blockIdx") == 0  ? walk_block[axis]
           : strcmp(what, "blockDim") == 0  ? walk_threads[axis]
                                            : walk_blocks[axis];
}

void sl__grid_meet(int warp);
void sl__grid_meet(int warp)
{
    (void)warp;
    if (walk_waits)
        pthread_barrier_wait(&walk_barrier);
}

typedef struct walker {
    const walked *w;
    const unsigned char *args;
    const struct sl__box *box;
    unsigned number;
} walker;

static void *walk_one(void *arg)
{
    const walker *r = arg;
    walk_thread[0] = r->number % walk_threads[0];
    walk_thread[1] = r->number / walk_threads[0] % walk_threads[1];
    walk_thread[2] = r->number / walk_threads[0] / walk_threads[1];
    r->w->run(r->args, r->box);
    return NULL;
}

static void walk_through(const walked *w, const unsigned char *args, const struct sl__box *box)
{
    enum { MOST = SL__BLOCK_THREADS };
    static walker all[MOST];
    static pthread_t thread[MOST];
    const unsigned count = walk_threads[0] * walk_threads[1] * walk_threads[2];
    walk_waits = w->waits;
    pthread_barrier_init(&walk_barrier, NULL, count);
    for (unsigned t = 0; t < count; t++) {
        all[t] = (walker){w, args, box, t};
        if (!w->waits)
            walk_one(&all[t]);
        else if (pthread_create(&thread[t], NULL, walk_one, &all[t]) != 0)
            must(SL_ERR_MEMORY);
    }
    for (unsigned t = 0; t < count && w->waits; t++)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&walk_barrier);
}

static const struct sl__nest_policy *walk_policy(const walked *w)
{
    const struct sl__nest_policy **p = __start_sl__nests;
    while (p < __stop_sl__nests &&
           ((*p)->launch_ == NULL || strcmp((*p)->nest_->name, w->nest) != 0 || strcmp((*p)->name_, w->policy) != 0))
        p++;
    must(p < __stop_sl__nests ? SL_SUCCESS : SL_ERR_ARGUMENT);
    return *p;
}

/* A view's slot, as lib/exec/pack.c fills it. */
static void walk_pack(unsigned char *slot, sl_view *view)
{
    const int rank = sl_view_rank(view);
    void *data = sl_host_begin(view, SL_RDWR, sl_view_type(view), "walk");
    memcpy(slot, &data, sizeof data);
    slot += sizeof data;
    for (int d = 0; d < rank; d++) {
        const sl_index stride = sl_view_stride(view, d), extent = sl_view_extent(view, d);
        memcpy(slot + (size_t)d * sizeof stride, &stride, sizeof stride);
        memcpy(slot + (size_t)(rank + d) * sizeof extent, &extent, sizeof extent);
    }
}

/* A launch. */
static void walk_launch(const walked *w, const unsigned char *args, const struct sl__box *box)
{
    for (walk_block[2] = 0; walk_block[2] < walk_blocks[2]; walk_block[2]++)
        for (walk_block[1] = 0; walk_block[1] < walk_blocks[1]; walk_block[1]++)
            for (walk_block[0] = 0; walk_block[0] < walk_blocks[0]; walk_block[0]++)
                walk_through(w, args, box);
}

static void walk_launches(const walked *w, const sl__nest_call *call, const unsigned char *args,
                          const struct sl__box *box)
{
    const unsigned grid[3] = {walk_blocks[0], walk_blocks[1], walk_blocks[2]};
    const int64_t planes = sl__nest_planes(call, grid);
    walk_plane = -1;
    if (planes == 0)
        walk_launch(w, args, box);
    for (walk_plane = 0; walk_plane < planes; walk_plane++) {
        sl__nest_plane(call, walk_plane, walk_threads, grid, walk_blocks);
        walk_launch(w, args, box);
    }
}

/** Runs a policy over a space. @return what sl__nest_shape() says */
static int walk(const walked *w, const sl_space *space, const sl_arg args[], char *why)
{
    _Alignas(64) unsigned char packed[1024] = {0};
    const struct sl__nest_policy *policy = walk_policy(w);
    const sl_kernel *k = policy->nest_;
    int64_t value[SL_MAX_ARGS] = {0};
    struct sl__box box = {.fault_ = NULL};
    for (int i = 0; i < k->nargs; i++)
        if (args[i].kind == SL_ARG_VIEW) {
            walk_pack(packed + k->args[i].offset, args[i].view);
        } else {
            memcpy(packed + k->args[i].offset, args[i].data, k->args[i].size);
            value[i] = *(const int32_t *)args[i].data; /* all scalars of these tests */
        }
    for (int d = 0; d < space->rank; d++) {
        box.lo_[d] = space->lo[d];
        box.hi_[d] = space->hi[d];
    }
    const sl__nest_call call = {policy->launch_, space, value, SL__BLOCK_THREADS, 0};
    const int fits = sl__nest_shape(&call, walk_threads, walk_blocks, why);
    if (fits)
        walk_launches(w, &call, packed, &box);
    for (int i = 0; i < k->nargs; i++)
        if (args[i].kind == SL_ARG_VIEW)
            must(sl_host_end(args[i].view));
    return fits;
}

#endif
