/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread on each rank sends a small message to the next rank in a ring, and hears of the one before: so each rank is
 * watched by one other, and the cost does not grow with ranks. Who hears nothing for too long tells all ranks, once.
 *
 * Ranks that call otherwise may all be alive and wait for each other. So a sign says for how long no rank from rank 0
 * on has moved: the least of what this rank has seen of itself and what it has heard. Rank 0 hears that of all in the
 * end. News of a rank takes a round for each rank on its way, so that many more rounds are waited for before rank 0
 * tells all that none will move. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/progress.h"
#include "base/wait.h"
#include "mpi/alive.h"
#include "mpi/measured.h"
#include "runtime/part.h"

#define NS 1000000000LL

enum { SIGN, TOLD }; /* tags */
enum { ROUNDS_TO_HEAR = 2 };
enum { SIGNS_A_LIMIT = 8 };        /* in the time after which a rank is silent, so that some may be late */
enum { NONE = -1, ALL_WAIT = -2 }; /* instead of a rank that is silent */

static const int64_t longest_round = NS / 2, ending_round = NS / 1000;

static struct {
    MPI_Comm comm;
    int rank, count, next, before;
    int64_t limit, round; /* ns */
    int64_t still_limit;  /* ns; 0: none */
    pthread_t thread;
    int made, runs;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    int ending, leaves; /* under the lock, which the thread begins with: it leaves at once */
} ring = {.comm = MPI_COMM_NULL, .lock = PTHREAD_MUTEX_INITIALIZER};

static _Atomic int silent_rank = NONE, must_abort;
static _Atomic int completing;                        /* threads in sl__mpi_complete() */
static _Atomic int64_t silent_seconds, still_seconds; /* limits */

typedef struct sign {
    int64_t ends;  /* it is the last */
    int64_t still; /* ns: no rank has moved for so long, as far as is known */
} sign;
enum { SIGN_WORDS = sizeof(sign) / sizeof(int64_t) };

/* What is under way, in the thread alone. */
typedef struct signs {
    MPI_Request sends, hears, told;
    sign sent, hearing;
    int news;
    int says_end, heard_end;
    int64_t last;         /* ns: the last look */
    int64_t quiet, still; /* ns, as far as this thread ran: since the rank before was heard; this rank is still */
    int64_t still_before; /* what that one said */
    int known;            /* rounds since a rank became silent, or all waited */
} signs;

static int64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * NS + t.tv_nsec;
}

/* ---- who is silent ------------------------------------------------------------------------------------------- */

static sl_status all_wait(const char *function)
{
    char first[128];
    const long long tasks = sl__progress_pending();
    sl__progress_first(first, sizeof first);
    return SL_FAIL(SL_ERR_MPI,
                   "%s: expected a rank that goes on within %lld s, got none: each waits for another one, as when they "
                   "make other calls with distributed views; tasks that wait on rank %d: %lld, first: %s",
                   function, (long long)atomic_load(&still_seconds), ring.rank, tasks, tasks > 0 ? first : "none");
}

sl_status sl__mpi_alive(const char *function)
{
    const int rank = atomic_load(&silent_rank);
    if (rank == NONE)
        return SL_SUCCESS;
    if (function == NULL)
        return SL_ERR_MPI;
    if (rank == ALL_WAIT)
        return all_wait(function);
    return SL_FAIL(SL_ERR_MPI, "%s: expected a sign of life from rank %d within %lld s, got none", function, rank,
                   (long long)atomic_load(&silent_seconds));
}

static void became_silent(int rank)
{
    int none = NONE;
    (void)atomic_compare_exchange_strong(&silent_rank, &none, rank);
    sl__progress_poll_needed(); /* those that sleep look */
}

/* Small messages, which MPI sends without the receiver: nobody waits for them, and the job is about to end. */
static void tell_all(int rank)
{
    static int told;
    told = rank;
    became_silent(rank);
    for (int r = 0; r < ring.count; r++) {
        MPI_Request request;
        if (r != ring.rank && r != rank && MPI_Isend(&told, 1, MPI_INT, r, TOLD, ring.comm, &request) == MPI_SUCCESS)
            MPI_Request_free(&request);
    }
}

/* ---- the thread ---------------------------------------------------------------------------------------------- */

static int is_over(MPI_Request *request)
{
    int over = 0;
    return MPI_Test(request, &over, MPI_STATUS_IGNORE) != MPI_SUCCESS || over;
}

static void hear_sign(signs *s)
{
    while (!s->heard_end && is_over(&s->hears)) {
        s->quiet = 0;
        s->still_before = s->hearing.still;
        s->heard_end = s->hearing.ends != 0;
        if (!s->heard_end)
            MPI_Irecv(&s->hearing, SIGN_WORDS, MPI_INT64_T, ring.before, SIGN, ring.comm, &s->hears);
    }
}

static void hear_news(signs *s)
{
    if (s->told == MPI_REQUEST_NULL || !is_over(&s->told))
        return;
    became_silent(s->news);
}

/* For how long this rank has not moved, nor those of which the rank before knew. */
static int64_t all_still(const signs *s)
{
    const int64_t before = s->still_before + s->quiet;
    return before < s->still ? before : s->still;
}

/* Not before the waits of other ranks can have heard, and said, the same. */
static void abort_if_silent(signs *s)
{
    if (atomic_load(&silent_rank) == NONE || ++s->known <= ROUNDS_TO_HEAR || !atomic_load(&must_abort))
        return;
    (void)sl__mpi_alive("sl_mpi_finalize");
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

/* At most one is under way: a rank that does not receive costs no memory. */
static void give_sign(signs *s, int ending)
{
    if (s->says_end || !is_over(&s->sends))
        return;
    s->sent = (sign){.ends = ending, .still = ring.rank == 0 ? s->still : all_still(s)};
    s->says_end = ending;
    MPI_Isend(&s->sent, SIGN_WORDS, MPI_INT64_T, ring.next, SIGN, ring.comm, &s->sends);
}

/* A process that was stopped, with all others or alone, has not listened meanwhile: that counts as one round. */
static void judge(signs *s)
{
    const int64_t now = clock_ns(), most = 2 * ring.round, passed = now - s->last < most ? now - s->last : most;
    s->quiet += passed;
    s->last = now;
    s->still = sl__progress_still(atomic_load(&completing) > 0 || atomic_load(&must_abort)) ? s->still + passed : 0;
    hear_sign(s);
    hear_news(s);
    if (s->heard_end || atomic_load(&silent_rank) != NONE)
        return;
    if (s->quiet >= ring.limit)
        tell_all(ring.before);
    else if (ring.rank == 0 && ring.still_limit > 0 && all_still(s) >= ring.still_limit + ring.count * ring.round)
        tell_all(ALL_WAIT);
}

/* @return whether sl_mpi_finalize() has come */
static int pause_round(int ending)
{
    const int64_t until = clock_ns() + (ending ? ending_round : ring.round);
    const struct timespec t = {.tv_sec = (time_t)(until / NS), .tv_nsec = (long)(until % NS)};
    pthread_mutex_lock(&ring.lock);
    for (int code = 0; code != ETIMEDOUT && (ending || !ring.ending);)
        code = pthread_cond_timedwait(&ring.wake, &ring.lock, &t);
    ending = ring.ending;
    pthread_mutex_unlock(&ring.lock);
    return ending;
}

static void take_back(MPI_Request *request)
{
    if (*request == MPI_REQUEST_NULL)
        return;
    MPI_Cancel(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

static void *alive_thread(void *unused)
{
    signs s = {.sends = MPI_REQUEST_NULL, .last = clock_ns()};
    (void)unused;
    pthread_mutex_lock(&ring.lock);
    const int leaves = ring.leaves;
    pthread_mutex_unlock(&ring.lock);
    if (leaves)
        return NULL;
    MPI_Irecv(&s.hearing, SIGN_WORDS, MPI_INT64_T, ring.before, SIGN, ring.comm, &s.hears);
    MPI_Irecv(&s.news, 1, MPI_INT, MPI_ANY_SOURCE, TOLD, ring.comm, &s.told);
    for (int ending = 0; !s.says_end || !s.heard_end || !is_over(&s.sends);) {
        give_sign(&s, ending);
        judge(&s);
        abort_if_silent(&s);
        ending = pause_round(ending);
    }
    take_back(&s.told);
    return NULL;
}

/* ---- beginning and end --------------------------------------------------------------------------------------- */

/* The thread waits for the lock. */
static sl_status make_alive_thread(void)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&ring.wake, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_lock(&ring.lock);
    const int code = pthread_create(&ring.thread, NULL, alive_thread, NULL);
    if (code == 0)
        return SL_SUCCESS;
    pthread_mutex_unlock(&ring.lock);
    pthread_cond_destroy(&ring.wake);
    return SL_FAIL(SL_ERR_SYSTEM, "sl_mpi_init: expected a thread for signs of life, got: %s", strerror(code));
}

/* The least of all ranks: a limit that one of them has not is kept by none. */
static sl_status least_limits(MPI_Comm comm, int64_t *limits, int count)
{
    return sl__mpi_check("sl_mpi_init", "MPI_Allreduce",
                         MPI_Allreduce(MPI_IN_PLACE, limits, count, MPI_INT64_T, MPI_MIN, comm));
}

sl_status sl__mpi_alive_begin(MPI_Comm comm)
{
    int64_t limits[2];
    MPI_Comm_size(comm, &ring.count);
    sl__mpi_limits(&limits[0], &limits[1]);
    SL_TRY(least_limits(comm, limits, 2));
    if (ring.count < 2 || limits[0] == 0)
        return SL_SUCCESS;
    SL_TRY(sl__mpi_check("sl_mpi_init", "MPI_Comm_dup", MPI_Comm_dup(comm, &ring.comm)));
    MPI_Comm_rank(comm, &ring.rank);
    ring.next = (ring.rank + 1) % ring.count;
    ring.before = (ring.rank + ring.count - 1) % ring.count;
    ring.limit = limits[0] * NS;
    ring.still_limit = limits[1] * NS;
    ring.round = ring.limit / SIGNS_A_LIMIT < longest_round ? ring.limit / SIGNS_A_LIMIT : longest_round;
    ring.ending = ring.leaves = 0;
    atomic_store(&silent_seconds, limits[0]);
    atomic_store(&still_seconds, limits[1]);
    atomic_store(&silent_rank, NONE);
    atomic_store(&must_abort, 0);
    const sl_status status = make_alive_thread();
    ring.made = status == SL_SUCCESS;
    return status;
}

static void end_alive_thread(void)
{
    if (ring.made) {
        pthread_join(ring.thread, NULL);
        pthread_cond_destroy(&ring.wake);
    }
    MPI_Comm_free(&ring.comm);
}

void sl__mpi_alive_go(int all)
{
    if (ring.comm == MPI_COMM_NULL)
        return;
    ring.leaves = !all;
    if (ring.made)
        pthread_mutex_unlock(&ring.lock);
    ring.runs = all;
    if (all)
        sl__progress_set_ranks(sl__mpi_alive);
    else
        end_alive_thread();
}

void sl__mpi_alive_or_abort(void)
{
    atomic_store(&must_abort, 1);
    if (sl__mpi_alive(NULL) != SL_SUCCESS)
        pthread_join(ring.thread, NULL); /* which ends the job */
}

void sl__mpi_alive_end(void)
{
    if (!ring.runs)
        return;
    pthread_mutex_lock(&ring.lock);
    ring.ending = 1;
    pthread_cond_signal(&ring.wake);
    pthread_mutex_unlock(&ring.lock);
    end_alive_thread();
    sl__progress_set_ranks(NULL);
    ring.runs = 0;
}

/* ---- waiting ------------------------------------------------------------------------------------------------- */

/* What is waited for another process does, which wakes nobody here. Where StarPU-MPI's thread has a core of its own
 * this one looks for a while. Else its core may be needed by a worker that has something to do for what it waits for,
 * or by that thread. Offered by sched_yield() it goes to a worker that looks for tasks, for a whole slice of the
 * system's: so this thread sleeps, after some looks. */
static void look_later(sl__wait *wait, unsigned looks)
{
    if (++wait->looks < looks)
        sl__wait_pause();
    else
        (void)nanosleep(&(struct timespec){.tv_nsec = SL__MPI_NAP_NS}, NULL);
}

static sl_status complete(const char *function, const char *call, MPI_Request *request)
{
    const unsigned looks = sl__mpi_has_core() ? SL__MPI_LOOKS_BESIDE : SL__MPI_LOOKS;
    int over = 0;
    for (sl__wait wait = {0};; look_later(&wait, looks)) {
        SL_TRY(sl__mpi_check(function, call, MPI_Test(request, &over, MPI_STATUS_IGNORE)));
        if (over)
            break;
        SL_TRY(sl__mpi_alive(function));
    }
    sl__progress_passed(); /* who has many requests moves */
    return SL_SUCCESS;
}

sl_status sl__mpi_complete(const char *function, const char *call, MPI_Request *request)
{
    atomic_fetch_add(&completing, 1);
    const sl_status status = complete(function, call, request);
    atomic_fetch_sub(&completing, 1);
    return status;
}
