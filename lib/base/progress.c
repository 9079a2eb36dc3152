/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Counting tasks and waiting for them.
 *
 *  One word holds twice the number of finished tasks, and in its lowest bit whether somebody sleeps. Finishing a
 *  task is one atomic addition to it, going to sleep one atomic "or". As both change the same word, one of them
 *  comes first: either the sleeper sees what the task has written, or the task sees the sleeper. No wake-up is
 *  lost. A task that sees sleepers asks their predicates and wakes only those that are done: waiting for the
 *  last of a thousand tasks costs one wake-up, not a thousand. */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "base/env.h"
#include "base/error.h"
#include "base/measured.h"
#include "base/progress.h"
#include "base/state.h"
#include "base/starpu.h"
#include "base/wait_times.h"
#include "base/wait.h"

#define LINE 64
#define NS 1000000000LL

/* Programs submit from one thread and tasks run on others, so the counts are on cache lines of their own. */
static _Alignas(LINE) _Atomic int64_t submitted;
static _Alignas(LINE) _Atomic int64_t started;
static _Alignas(LINE) _Atomic int64_t finished_word; /* 2 x finished + (somebody sleeps) */
static _Alignas(LINE) _Atomic int64_t passed;        /* counted loosely */
static _Thread_local unsigned thread_submitted;      /* since sl__progress_submitted_many() was last true */
static _Thread_local double thread_expected;         /* seconds of what was queued since the last wait */
static _Atomic int has_spare;

struct sleeper {
    sl__done_fn done;
    void *arg;
    int ready;
    pthread_cond_t wake;
    struct sleeper *next;
};

static _Alignas(LINE) pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sleeper *sleepers;
static unsigned poll_requests; /* under the lock */
static _Atomic(void (*)(char *, size_t)) namer, holders;
static _Atomic(int (*)(int)) poller;
static _Atomic(sl_status (*)(const char *)) ranks_alive;

void sl__progress_expect(double seconds)
{
    thread_expected += seconds;
}

void sl__progress_set_spare(int spare)
{
    atomic_store_explicit(&has_spare, spare, memory_order_relaxed);
}

/* Where loops use all cores, one of their threads cannot run while this one polls, and all others wait for it: nobody
 * polls for an end that cannot come meanwhile. With a core of its own it polls to the end, and a bit longer. */
int64_t sl__progress_polls(double expected, int spare)
{
    const double ns = 1e9 * expected;
    if (spare)
        return SL__POLL_NS +
               (ns > SL__POLL_LONGEST_NS ? 0 : (int64_t)(ns + fmin(SL__POLL_SHARE * ns, SL__POLL_BEYOND_NS)));
    return ns > SL__POLL_NS ? 0 : SL__POLL_NS;
}

static int64_t finished(void)
{
    return atomic_load_explicit(&finished_word, memory_order_acquire) >> 1;
}

void sl__progress_submitted(void)
{
    atomic_fetch_add_explicit(&submitted, 1, memory_order_relaxed);
    thread_submitted++;
}

int sl__progress_submitted_many(unsigned many)
{
    if (thread_submitted < many)
        return 0;
    thread_submitted = 0;
    return 1;
}

void sl__progress_started(void)
{
    atomic_fetch_add(&started, 1); /* before what the task reads next: see sl__progress_running() */
}

int64_t sl__progress_running(void)
{
    int64_t done = finished(); /* first: never negative */
    return atomic_load(&started) - done;
}

/* Lets go of the core afterwards: where all cores are busy, the thread that was woken may be waiting for this one, and
 * Linux would let it wait until the next tick, for up to 4 ms. */
static void wake_the_done(void)
{
    int woken = 0;
    pthread_mutex_lock(&lock);
    for (struct sleeper *s = sleepers; s; s = s->next) {
        if (!s->ready && s->done(s->arg)) {
            s->ready = woken = 1;
            pthread_cond_signal(&s->wake);
        }
    }
    pthread_mutex_unlock(&lock);
    if (woken)
        sched_yield();
}

void sl__progress_finished(void)
{
    if (atomic_fetch_add_explicit(&finished_word, 2, memory_order_acq_rel) & 1)
        wake_the_done();
}

void sl__progress_wake(void)
{
    if (atomic_fetch_add_explicit(&finished_word, 0, memory_order_acq_rel) & 1)
        wake_the_done();
}

/* Two threads may count as one; that there was any is life enough. */
void sl__progress_passed(void)
{
    atomic_store_explicit(&passed, atomic_load_explicit(&passed, memory_order_relaxed) + 1, memory_order_relaxed);
    if (atomic_load(&finished_word) & 1) /* after what the sleeper asks for was written: all in one order */
        wake_the_done();
}

int64_t sl__progress_passes(void)
{
    return atomic_load_explicit(&passed, memory_order_relaxed);
}

void sl__progress_poll_needed(void)
{
    if (!(atomic_load(&finished_word) & 1))
        return;
    pthread_mutex_lock(&lock);
    poll_requests++;
    for (struct sleeper *s = sleepers; s; s = s->next)
        pthread_cond_signal(&s->wake);
    pthread_mutex_unlock(&lock);
}

void sl__progress_withdrawn(void)
{
    atomic_fetch_sub_explicit(&submitted, 1, memory_order_relaxed);
    sl__progress_wake();
}

int64_t sl__progress_pending(void)
{
    /* Both belong to one moment where none has finished in between: a thread that loses its core between the two
     * would count what came and went meanwhile. */
    int64_t before, done = finished(), queued;
    do {
        before = done;
        queued = atomic_load_explicit(&submitted, memory_order_acquire);
        done = finished();
    } while (done != before);
    return queued - done;
}

void sl__progress_set_namer(void (*function)(char *text, size_t size))
{
    atomic_store(&namer, function);
}

void sl__progress_set_holders(void (*function)(char *text, size_t size))
{
    atomic_store(&holders, function);
}

void sl__progress_set_poll(int (*function)(int most))
{
    atomic_store(&poller, function);
}

/* @return how many tasks are left for it. */
static int poll_some(int most)
{
    int (*function)(int) = atomic_load_explicit(&poller, memory_order_acquire);
    return function ? function(most) : 0;
}

static int poll(void)
{
    return poll_some(INT_MAX);
}

void sl__progress_poll(void)
{
    (void)poll();
}

void sl__progress_poll_one(void)
{
    (void)poll_some(1);
}

void sl__progress_drain(void)
{
    for (sl__wait wait = {0}; poll() > 0;)
        sl__wait_again(&wait);
}

/* Whether StarPU runs, or is about to run, a task that is not counted here: a codelet of the program's own. While it is
 * paused it starts nothing. */
static int starpu_is_busy(void)
{
    return starpu_is_initialized() && !sl__runtime_paused() && starpu_task_nready() > 0;
}

/* What the stall detector watches: any change of these is life. */
struct pulse {
    int64_t submitted, started, finished, passed, since;
};

static void take_pulse(struct pulse *now)
{
    now->finished = finished(); /* in this order: a task that comes and goes in between is life */
    now->started = atomic_load(&started);
    now->submitted = atomic_load(&submitted);
    now->passed = sl__progress_passes();
}

/* Whether nothing has moved in between, and nothing runs. */
static int is_still(const struct pulse *now, const struct pulse *before)
{
    return now->submitted == before->submitted && now->started == before->started &&
           now->finished == before->finished && now->passed == before->passed && now->started <= now->finished &&
           !starpu_is_busy();
}

static int is_alive(struct pulse *pulse)
{
    struct pulse now;

    take_pulse(&now);
    if (is_still(&now, pulse) && now.submitted > now.finished)
        return 0;
    now.since = sl__wait_now_ns();
    *pulse = now;
    return 1;
}

int sl__progress_still(int waits)
{
    static struct pulse last = {-1, -1, -1, -1, 0};
    struct pulse now;

    take_pulse(&now);
    const int still = is_still(&now, &last) && (waits || (atomic_load(&finished_word) & 1));
    last = now;
    return still;
}

void sl__progress_set_ranks(sl_status (*alive)(const char *function))
{
    atomic_store(&ranks_alive, alive);
}

/* Whether a rank is silent, or all wait; what runs here ends by itself. */
static int is_cut_off(void)
{
    sl_status (*alive)(const char *) = atomic_load_explicit(&ranks_alive, memory_order_acquire);
    return alive && alive(NULL) != SL_SUCCESS && sl__progress_running() == 0 && !starpu_is_busy();
}

static void ask_name(void (*name)(char *, size_t), char *text, size_t size)
{
    text[0] = '\0';
    if (name)
        name(text, size);
}

void sl__progress_first(char *text, size_t size)
{
    ask_name(atomic_load(&namer), text, size);
    if (text[0] == '\0')
        snprintf(text, size, "unknown");
}

/* With ranks tasks may wait for what another one computes: lib/mpi/alive.c asks all. */
static int may_stall(void)
{
    char held[SL__ERROR_TEXT / 2];
    if (!atomic_load(&ranks_alive))
        return 1;
    ask_name(atomic_load(&holders), held, sizeof held);
    return held[0] != '\0';
}

static sl_status cut_off(const char *function)
{
    sl_status (*alive)(const char *) = atomic_load(&ranks_alive);
    return alive ? alive(function) : SL_SUCCESS;
}

static sl_status stalled(const char *function, const char *what)
{
    char first[128], held[SL__ERROR_TEXT / 2];

    sl__progress_first(first, sizeof first);
    ask_name(atomic_load(&holders), held, sizeof held);
    return SL_FAIL(SL_ERR_STALLED, "%s: waiting for %s: %lld tasks are queued but none runs; first: %s%s%s", function,
                   what, (long long)sl__progress_pending(), first, held[0] ? "; the host holds " : "", held);
}

/* Sleeps until woken or @p until; the lock is held. */
static void sleep_until(struct sleeper *self, int64_t until)
{
    struct timespec t = {.tv_sec = (time_t)(until / NS), .tv_nsec = (long)(until % NS)};
    pthread_cond_timedwait(&self->wake, &lock, &t);
}

static void enlist(struct sleeper *self)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&self->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_lock(&lock);
    self->next = sleepers;
    sleepers = self;
    atomic_fetch_or(&finished_word, 1);
}

static void delist(struct sleeper *self)
{
    struct sleeper **at = &sleepers;

    while (*at != self)
        at = &(*at)->next;
    *at = self->next;
    if (!sleepers)
        atomic_fetch_and_explicit(&finished_word, ~(int64_t)1, memory_order_acq_rel);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&self->wake);
}

/* @return 1 when done, 0 when the stall detector gave up, -1 when that of ranks did. */
static int block(sl__done_fn done, void *arg)
{
    struct sleeper self = {.done = done, .arg = arg};
    int64_t stall_limit = sl__env_int(SL__ENV_STALL_SECONDS) * NS;
    int64_t step = stall_limit > 0 && stall_limit < 4 * NS ? stall_limit / 4 : NS;
    struct pulse pulse = {-1, -1, -1, -1, 0};
    int over;

    is_alive(&pulse);
    enlist(&self);
    over = self.ready = done(arg) != 0;
    while (!over) {
        unsigned before = poll_requests;
        pthread_mutex_unlock(&lock); /* the end of a task takes it */
        int more = poll();
        pthread_mutex_lock(&lock);
        if ((over = self.ready || done(arg)) != 0)
            break;
        if (before != poll_requests)
            continue;
        sleep_until(&self, sl__wait_now_ns() + (more ? SL__POLL_NS : step));
        /* Asking again costs nothing and forgives a part that forgot to wake. */
        over = self.ready || done(arg);
        if (!over && is_cut_off()) {
            over = -1;
            break;
        }
        if (!over && !is_alive(&pulse) && stall_limit > 0 && sl__wait_now_ns() - pulse.since >= stall_limit &&
            may_stall())
            break;
    }
    delist(&self);
    return over;
}

/* Polls for a while, then sleeps. @return as block() */
static int poll_and_block(sl__done_fn done, void *arg, int64_t begin, int64_t polls)
{
    int64_t now;
    int more;
    if (polls == 0)
        return block(done, arg);
    do {
        for (int i = 0; i < SL__WAIT_OFTEN; i++) {
            sl__wait_pause();
            if (done(arg))
                return 1;
        }
        more = poll();
        now = sl__wait_now_ns();
    } while (now < begin + polls || (more && now < begin + SL__POLL_WHILE_MORE_NS));
    return block(done, arg);
}

sl_status sl__progress_wait(sl__done_fn done, void *arg, const char *function, const char *what)
{
    const int64_t polls = sl__progress_polls(thread_expected, atomic_load_explicit(&has_spare, memory_order_relaxed));
    thread_expected = 0;
    if (done(arg))
        return SL_SUCCESS;
    const int64_t begin = sl__wait_now_ns();
    const int watched = sl__wait_times_watched();
    const uint64_t tool_wait = watched ? sl__wait_times_begin(function) : 0;
    const int over = poll_and_block(done, arg, begin, polls);
    if (watched) {
        sl__wait_times_count(function, begin, sl__wait_now_ns());
        sl__wait_times_end(tool_wait);
    }
    if (over < 0)
        return cut_off(function);
    return over ? SL_SUCCESS : stalled(function, what);
}
