/* SPDX-License-Identifier: BSD-3-Clause */
/* A million loops, queued without a wait, take no more memory than those that may be queued at a time, and each runs
 * once: in batches, each as a StarPU task, and as runs of a region; from one thread and from several. So it is with a
 * million parts of loops over split views. The quick form has a fifth of a million, which is many more than may be
 * queued. */
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/env.h"
#include "base/progress.h"
#include "call/split.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(mq_add, (i), scalar(double, a), inout(double, 1, y, own));

#define CALLS (quick() ? 200000 : 1000000)
enum { VIEWS = 5, N = 4, PARTS = 4, THREADS = 4, REGION = 20, LARGE = 20000 };
enum { MOST_BYTES = 192 << 20 };

/* The address sanitizer keeps what was freed. */
#if defined(__SANITIZE_ADDRESS__)
enum { MEMORY_TELLS = 0 };
#else
enum { MEMORY_TELLS = 1 };
#endif

static int64_t peak_bytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (int64_t)usage.ru_maxrss * 1024;
}

typedef struct share {
    sl_view **view;
    int calls, region; /* loops, and how many in a run; 0: no region */
    int64_t refused, longest;
} share;

static void *queue(void *arg)
{
    share *s = arg;
    for (int i = 0; i < s->calls; i++) {
        s->refused += sl_forall(mq_add, SL_RANGE(0, N), 1.0, s->view[i % VIEWS]) != SL_SUCCESS;
        if (i % 64 == 0 && sl__progress_pending() > s->longest)
            s->longest = sl__progress_pending();
    }
    return NULL;
}

static void *queue_runs(void *arg)
{
    share *s = arg;
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    for (int i = 0; i < s->region; i++)
        must(sl_forall(mq_add, SL_RANGE(0, N), 1.0, s->view[i % VIEWS]));
    must(sl_region_end(region));
    for (int i = 0; i < s->calls / s->region; i++) {
        s->refused += sl_region_run(region) != SL_SUCCESS;
        if (sl__progress_pending() > s->longest)
            s->longest = sl__progress_pending();
    }
    sl_region_destroy(&region);
    return NULL;
}

#define HOLD_SECONDS 1

/* Nothing runs until twice as many are queued as may be, or for a second: that no more come is seen by waiting only. */
static int hold(void *arg)
{
    double end = sl__clock_now() + HOLD_SECONDS;
    while (sl__clock_now() < end && sl__progress_pending() < 2 * sl__env_int(SL__ENV_MAX_QUEUED))
        sched_yield();
    return arg != NULL;
}

/* @param[in] loops  of a run of a region; 0: none  @param[in] parts  of each loop */
static void test(const char *what, int threads, int loops, int parts)
{
    const int calls = CALLS / parts;
    sl_view *view[VIEWS];
    pthread_t thread[THREADS];
    share part[THREADS];
    int64_t before = peak_bytes(), limit = sl__env_int(SL__ENV_MAX_QUEUED), refused = 0, longest = 0;
    int wrong = 0;
    for (int v = 0; v < VIEWS; v++)
        view[v] = misuse_vector("y", N, v);
    must(sl_task(hold, NULL, SL_RW(view[0]), SL_RW(view[1]), SL_RW(view[2]), SL_RW(view[3]), SL_RW(view[4])));
    for (int v = 0; v < VIEWS && parts > 1; v++) {
        must(sl_view_split(view[v], SL_SPLIT(parts)));
        /* While a thread is stopped within a call, loops over a view that was split after that call began run whole:
         * one loop that all threads come after ends this. */
        must(sl_forall(mq_add, SL_RANGE(0, N), 0.0, view[v]));
    }
    for (int t = 0; t < threads; t++) {
        part[t] = (share){.view = view, .calls = calls / threads, .region = loops};
        pthread_create(&thread[t], NULL, loops ? queue_runs : queue, &part[t]);
    }
    for (int t = 0; t < threads; t++) {
        pthread_join(thread[t], NULL);
        refused += part[t].refused;
        longest = part[t].longest > longest ? part[t].longest : longest;
    }
    is_int(refused, 0, "%s: %d loops are accepted", what, calls);
    is_int(sl__split_parts_queued(), parts > 1 ? CALLS + VIEWS * parts : 0, "each in %s", parts > 1 ? "parts" : "one");
    /* A thread looks at the count once in 32 loops or parts, or a run. */
    ok(longest <= limit + threads * (33 + loops), "never many more than %lld are queued", (long long)limit);
    is_int(sl_wait(), SL_SUCCESS, "all end");
    for (int v = 0; v < VIEWS; v++) {
        wrong += misuse_changed(view[v], v + calls / VIEWS);
        sl_view_destroy(&view[v]);
    }
    is_int(wrong, 0, "and each has run once");
    int64_t more = peak_bytes() - before;
    diag("%s: %lld queued at most, %lld bytes more at most", what, (long long)longest, (long long)more);
    if (MEMORY_TELLS)
        ok(more < MOST_BYTES, "they took less than %d bytes", MOST_BYTES);
    else
        skip("the address sanitizer keeps memory", "%s: memory", what);
}

static void session(const char *what, int threads, int loops, const char *batch)
{
    setenv("STARLOOP_BATCH", batch, 1);
    if (!is_int(sl_init(NULL), SL_SUCCESS, "sl_init"))
        return;
    test(what, threads, loops, 1);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
}

static void session_in_parts(const char *what, int threads)
{
    if (!is_int(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE, .gpus = -1}), SL_SUCCESS, "sl_init"))
        return;
    if (sl_cpu_workers() > 1)
        test(what, threads, 0, PARTS);
    else
        skip("there is one worker group", "%s: %d parts", what, CALLS);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
}

int main(void)
{
    setenv("STARLOOP_INLINE", "0", 1); /* what runs at once is not queued */
    setenv("STARLOOP_STALL_SECONDS", "60", 1);
    session("in batches", 1, 0, "64");
    session("in batches, four threads", THREADS, 0, "64");
    session("runs of a region", 1, REGION, "64");
    session("runs of a large region", 1, LARGE, "64");
    session("a task each", 1, 0, "1");
    session_in_parts("in parts", 1);
    session_in_parts("in parts, four threads", THREADS);
    return done_testing();
}
