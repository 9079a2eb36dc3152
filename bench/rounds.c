/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Rounds: the two sides in turn, with the cores quiet before either begins. README.md says why. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "measure.h"

#define ROUND_SECONDS 0.020 /* least length of a round: a hundred times what starting and waiting cost */
#define TOTAL_SECONDS 3.0   /* of all rounds, unless the least number of rounds takes longer */
#define CALLS_MAX 10000     /* below STARLOOP_MAX_QUEUED, so that queuing never waits */
#define ROUNDS_MIN 7
#define ROUNDS_MAX 51
#define SETTLE_SECONDS 0.1
#define WARM_ROUNDS 4 /* of two calls: a scatter tries three ways twice, on both sides */
#define WARM_SECONDS 0.5
#define SUMS_DIFFER 1e-7 /* of both sides in a round, where a case has them, relative */

static int failed(const struct bench_case *c, sl_status status)
{
    if (status == SL_SUCCESS)
        return 0;
    fprintf(stderr, "sl-bench: %s: %s: %s\n", c->name, sl_status_message(status), sl_last_error());
    return -1;
}

/* Waits until this process uses no core. A team of OpenMP threads spins for some milliseconds after its last
   region before it sleeps; whoever spins takes a core from the other side. */
static void settle(void)
{
    const struct timespec window = {.tv_nsec = 1000000};
    const double end = bench_now() + SETTLE_SECONDS;
    for (double used = 1.0; used > 0.1 && bench_now() < end;) {
        struct timespec a, b;
        double start = bench_now();
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        nanosleep(&window, NULL);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        used = ((double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec)) / (bench_now() - start);
    }
}

static sl_status end_access(struct bench_state *s)
{
    sl_status status = SL_SUCCESS;
    for (int i = 0; i < s->count; i++) {
        sl_status ended = s->host[i] ? sl_host_end(s->view[i]) : SL_SUCCESS;
        s->host[i] = NULL;
        status = status == SL_SUCCESS ? ended : status;
    }
    return status;
}

static sl_status give_memory(const struct bench_case *c, struct bench_state *s)
{
    if (c->memory != BENCH_DEVICE_MEMORY)
        return end_access(s);
    bench_cuda_release(s);
    return SL_SUCCESS;
}

static sl_status take_memory(const struct bench_case *c, struct bench_state *s)
{
    if (c->memory == BENCH_DEVICE_MEMORY)
        return bench_cuda_acquire(s) ? SL_ERR_STARPU : SL_SUCCESS;
    for (int i = 0; i < s->count; i++)
        if (!(s->host[i] = sl_host_begin(s->view[i], SL_RDWR, sl_view_type(s->view[i]), "sl-bench"))) {
            sl_status status = sl_last_status();
            end_access(s);
            return status;
        }
    return SL_SUCCESS;
}

sl_status bench_native_begin(const struct bench_case *c, struct bench_state *s)
{
    if (c->memory != BENCH_STARPU_MEMORY) {
        SL_TRY(take_memory(c, s));
        sl_status status = sl_pause();
        if (status != SL_SUCCESS) {
            give_memory(c, s);
            return status;
        }
        settle();
        if (c->memory == BENCH_HOST_MEMORY)
            bench_cores_pin();
    }
    return c->begin ? c->begin(s, BENCH_NATIVE) : SL_SUCCESS;
}

sl_status bench_native_end(const struct bench_case *c, struct bench_state *s)
{
    sl_status status = c->end ? c->end(s, BENCH_NATIVE) : SL_SUCCESS;
    if (c->memory == BENCH_STARPU_MEMORY)
        return status;
    if (c->memory == BENCH_HOST_MEMORY)
        bench_cores_unpin();
    settle();
    sl_status resumed = sl_resume(), ended = give_memory(c, s);
    return status != SL_SUCCESS ? status : resumed != SL_SUCCESS ? resumed : ended;
}

/* @return seconds a call; negative on failure */
static double native_calls(const struct bench_case *c, struct bench_state *s, int calls, int wait)
{
    int status = 0;
    double start = bench_now();
    for (int i = 0; i < calls; i++) {
        status |= c->native(s);
        if (wait && c->native_wait)
            status |= c->native_wait(s);
    }
    if (!wait && c->native_wait)
        status |= c->native_wait(s);
    double seconds = (bench_now() - start) / calls;
    s->applied += calls;
    if (status)
        fprintf(stderr, "sl-bench: %s: the native call failed\n", c->name);
    return status ? -1.0 : seconds;
}

static sl_status starloop_calls(const struct bench_case *c, struct bench_state *s, int calls, int wait, double *seconds)
{
    double start = bench_now();
    for (int i = 0; i < calls; i++) {
        SL_TRY(c->queue(s));
        if (wait)
            SL_TRY(sl_wait());
    }
    if (!wait)
        SL_TRY(sl_wait());
    *seconds = (bench_now() - start) / calls;
    s->applied += calls;
    return SL_SUCCESS;
}

/* One round of one side, measured as the case wants it. */
static int measured_round(const struct bench_case *c, struct bench_state *s, enum bench_side side, double *seconds)
{
    if (side == BENCH_STARLOOP)
        return c->measure(s, side, seconds);
    if (failed(c, bench_native_begin(c, s)))
        return -1;
    const int status = c->measure(s, side, seconds);
    return failed(c, bench_native_end(c, s)) || status ? -1 : 0;
}

/* A call that is a round by itself can be long: what it takes to wake the threads is not seen in it. */
static int wakes_first(const struct bench_case *c)
{
    return c->calls != 1;
}

/* One round of one side, after one call to wake the threads and warm the caches. */
static int one_round(const struct bench_case *c, struct bench_state *s, enum bench_side side, int calls, int wait,
                     double *seconds)
{
    if (c->measure)
        return measured_round(c, s, side, seconds);
    if (side == BENCH_NATIVE) {
        if (failed(c, bench_native_begin(c, s)))
            return -1;
        *seconds = wakes_first(c) ? native_calls(c, s, 1, 1) : 0.0;
        if (*seconds >= 0.0)
            *seconds = native_calls(c, s, calls, wait);
        return failed(c, bench_native_end(c, s)) || *seconds < 0.0 ? -1 : 0;
    }
    sl_status status = c->begin ? c->begin(s, BENCH_STARLOOP) : SL_SUCCESS;
    if (status == SL_SUCCESS && wakes_first(c))
        status = starloop_calls(c, s, 1, 1, seconds);
    if (status == SL_SUCCESS)
        status = starloop_calls(c, s, calls, wait, seconds);
    sl_status ended = c->end ? c->end(s, BENCH_STARLOOP) : SL_SUCCESS;
    return failed(c, status != SL_SUCCESS ? status : ended);
}

/* How many calls make a round of the faster side long enough. @param[in,out] calls  0: to be chosen */
static int choose_calls(const struct bench_case *c, struct bench_state *s, int wait, int *calls, double *seconds)
{
    const int given = *calls > 0;
    for (*calls = given ? *calls : 1;;) {
        double side[2];
        if (one_round(c, s, BENCH_STARLOOP, *calls, wait, &side[0]) ||
            one_round(c, s, BENCH_NATIVE, *calls, wait, &side[1]))
            return -1;
        double faster = fmax(fmin(side[0], side[1]), 1e-9);
        *seconds = (*calls + wakes_first(c)) * (side[0] + side[1]);
        if (given || *calls * faster >= ROUND_SECONDS || *calls == CALLS_MAX)
            return 0;
        double want = ceil(1.2 * ROUND_SECONDS / faster), most = 10.0 * *calls;
        *calls = (int)fmin(fmin(want, most), CALLS_MAX);
    }
}

/* Of so many bytes, word by word; the last one may have fewer. */
static uint64_t digest(const void *memory, size_t bytes)
{
    const char *const a = memory;
    const sl_index words = (sl_index)((bytes + 7) / 8);
    uint64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (sl_index i = 0; i < words; i++) {
        const size_t from = (size_t)i * 8;
        uint64_t bits = 0;
        memcpy(&bits, a + from, bytes - from < 8 ? bytes - from : 8);
        sum += (bits ^ (bits >> 29)) * (2 * (uint64_t)i + 1);
    }
    return sum;
}

/* @return 0 when the contents are right; also gives a digest of the outputs */
static int check_contents(const struct bench_case *c, struct bench_state *s, const char *side, uint64_t *sum)
{
    *sum = 0;
    long wrong = c->wrong(s, side);
    for (int i = s->count - s->outputs; i < s->count; i++)
        *sum =
            *sum * 31 + digest(s->host[i], sl_type_size(sl_view_type(s->view[i])) * (size_t)sl_view_size(s->view[i]));
    if (wrong)
        fprintf(stderr, "sl-bench: %s: %ld wrong results from %s\n", c->name, wrong, side);
    return wrong ? -1 : 0;
}

/* Takes the host memory and looks at what a side left there. */
static int check_host(const struct bench_case *host, struct bench_state *s, const char *side, uint64_t *sum)
{
    if (failed(host, bench_native_begin(host, s)))
        return -1;
    int status = check_contents(host, s, side, sum);
    return failed(host, bench_native_end(host, s)) || status ? -1 : 0;
}

/* One call of the twin, not timed. */
static int call_native(const struct bench_case *c, struct bench_state *s)
{
    if (failed(c, bench_native_begin(c, s)))
        return -1;
    int status = native_calls(c, s, 1, 1) < 0.0 ? -1 : 0;
    return failed(c, bench_native_end(c, s)) || status ? -1 : 0;
}

/* New contents, in the memory of both sides: what a loop does not write keeps them. */
static int refill(const struct bench_case *c, const struct bench_case *host, struct bench_state *s)
{
    if (failed(host, bench_native_begin(host, s)))
        return -1;
    host->fill(s);
    s->applied = 0;
    if (failed(host, bench_native_end(host, s)))
        return -1;
    if (c->memory == BENCH_DEVICE_MEMORY) {
        if (bench_cuda_acquire(s))
            return -1;
        bench_cuda_release(s);
    }
    return 0;
}

/* Both sides once from the same contents: each against the reference, and one against the other. */
static int check_both(const struct bench_case *c, const struct bench_case *host, struct bench_state *s)
{
    uint64_t sum[2];
    double seconds;
    if (refill(c, host, s) || failed(c, starloop_calls(c, s, 1, 1, &seconds)) ||
        check_host(host, s, "Starloop", &sum[0]) || refill(c, host, s) || call_native(c, s) ||
        check_host(host, s, "the native twin", &sum[1]))
        return -1;
    if (sum[0] == sum[1])
        return 0;
    fprintf(stderr, "sl-bench: %s: the results of Starloop and of the native twin differ\n", c->name);
    return -1;
}

/* Filling and checking want the host memory even where the twin does not. */
static struct bench_case host_case(const struct bench_case *c)
{
    struct bench_case host = *c;
    host.begin = NULL;
    host.end = NULL;
    host.memory = BENCH_HOST_MEMORY;
    return host;
}

int bench_prepare(const struct bench_case *c, struct bench_state *s, int repeat, int calls, int wait,
                  struct bench_result *result)
{
    const struct bench_case host = host_case(c);
    if (c->check ? c->check(s) : check_both(c, &host, s))
        return -1;
    double seconds = TOTAL_SECONDS;
    const int known = repeat ? repeat : c->rounds;
    /* A call that is a round by itself can be long, and has run in the check: no trial when nothing is to be chosen. */
    result->calls = calls ? (int)fmin(calls, CALLS_MAX) : c->calls;
    if ((result->calls != 1 || known == 0 || c->measure) && choose_calls(c, s, wait, &result->calls, &seconds))
        return -1;
    const int fitting = (int)fmin(fmax(TOTAL_SECONDS / seconds, ROUNDS_MIN), ROUNDS_MAX);
    result->rounds = known ? known : fitting;
    return 0;
}

int bench_warm_up(const struct bench_case *c, struct bench_state *s, enum bench_side side, int wait)
{
    const struct bench_case host = host_case(c);
    const double begin = bench_now();
    double seconds;
    if (!c->check && refill(c, &host, s))
        return -1;
    for (int i = 0; i < WARM_ROUNDS && wakes_first(c) && bench_now() - begin < WARM_SECONDS; i++)
        if (one_round(c, s, side, 1, wait, &seconds))
            return -1;
    return 0;
}

int bench_compare_sums(const struct bench_case *c, const double sum[2])
{
    if (fabs(sum[BENCH_STARLOOP] - sum[BENCH_NATIVE]) <= SUMS_DIFFER * fabs(sum[BENCH_NATIVE]))
        return 0;
    fprintf(stderr, "sl-bench: %s: the sum of a round: got %.17g, the native twin has %.17g\n", c->name,
            sum[BENCH_STARLOOP], sum[BENCH_NATIVE]);
    return -1;
}

int bench_race(const struct bench_case *c, struct bench_state *s, enum bench_sides sides, int wait,
               struct bench_result *result)
{
    const struct bench_case host = host_case(c);
    const int rounds = result->rounds;
    double *time[2] = {calloc((size_t)rounds, 2 * sizeof(double))};
    if (!time[0])
        return failed(c, SL_ERR_MEMORY);
    time[1] = time[0] + rounds;
    int status = 0;
    for (int r = 0; r < rounds && !status; r++) {
        for (int side = BENCH_STARLOOP; side <= BENCH_NATIVE && !status; side++)
            if (sides & 1 << side)
                status = one_round(c, s, (enum bench_side)side, result->calls, wait, &time[side][r]);
        if (sides == BENCH_BOTH && !status)
            status = bench_compare_sums(c, s->sum);
    }
    for (int side = BENCH_STARLOOP; side <= BENCH_NATIVE && !status; side++) {
        result->sum[side] = s->sum[side];
        result->least[side] = bench_least(time[side], rounds);
        result->seconds[side] = bench_median(time[side], rounds);
    }
    free(time[0]);
    uint64_t sum;
    if (!status && !c->check)
        status = check_host(&host, s, "the timed rounds", &sum);
    return status ? -1 : 0;
}
