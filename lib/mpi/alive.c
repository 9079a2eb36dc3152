/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread on each rank sends a small message to the next rank in a ring, and hears of the one before: so each rank is
 * watched by one other, and the cost does not grow with ranks. Who hears nothing for too long tells all ranks, once. */
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
#include "runtime/part.h"

#define NS 1000000000LL

enum { SIGN, SILENT };      /* tags */
enum { LIVES, ENDS };       /* what a sign says */
enum { SIGNS_A_LIMIT = 8 }; /* in the time after which a rank is silent, so that some may be late */
enum { NONE = -1 };         /* no rank is silent */

static const int64_t longest_round = NS / 2, ending_round = NS / 1000;

static struct {
    MPI_Comm comm;
    int rank, count, next, before;
    int64_t limit, round; /* ns */
    pthread_t thread;
    int runs;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    int ending; /* under the lock */
} ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Atomic int silent_rank = NONE, must_abort;
static _Atomic int64_t silent_limit; /* s */

/* What is under way, in the thread alone. */
typedef struct signs {
    MPI_Request sends, hears, told;
    int sent, heard, news; /* their words */
    int says_end, heard_end;
    int64_t last, quiet; /* ns: the last look; since the rank before was heard, as far as this thread ran */
} signs;

static int64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * NS + t.tv_nsec;
}

/* ---- who is silent ------------------------------------------------------------------------------------------- */

sl_status sl__mpi_alive(const char *function)
{
    const int rank = atomic_load(&silent_rank);
    if (rank == NONE)
        return SL_SUCCESS;
    if (function == NULL)
        return SL_ERR_MPI;
    return SL_FAIL(SL_ERR_MPI, "%s: expected a sign of life from rank %d within %lld s, got none", function, rank,
                   (long long)atomic_load(&silent_limit));
}

static void abort_if_silent(void)
{
    if (!atomic_load(&must_abort) || sl__mpi_alive("sl_mpi_finalize") == SL_SUCCESS)
        return;
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static void became_silent(int rank)
{
    int none = NONE;
    (void)atomic_compare_exchange_strong(&silent_rank, &none, rank);
}

/* Small messages, which MPI sends without the receiver: nobody waits for them, and the job is about to end. */
static void tell_all(void)
{
    static int rank;
    rank = ring.before;
    for (int r = 0; r < ring.count; r++) {
        MPI_Request request;
        if (r != ring.rank && r != rank && MPI_Isend(&rank, 1, MPI_INT, r, SILENT, ring.comm, &request) == MPI_SUCCESS)
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
        s->heard_end = s->heard == ENDS;
        if (!s->heard_end)
            MPI_Irecv(&s->heard, 1, MPI_INT, ring.before, SIGN, ring.comm, &s->hears);
    }
}

static void hear_news(signs *s)
{
    if (s->told == MPI_REQUEST_NULL || !is_over(&s->told))
        return;
    became_silent(s->news);
}

/* At most one is under way: a rank that does not receive costs no memory. */
static void give_sign(signs *s, int ending)
{
    if (s->says_end || !is_over(&s->sends))
        return;
    s->sent = ending ? ENDS : LIVES;
    s->says_end = ending;
    MPI_Isend(&s->sent, 1, MPI_INT, ring.next, SIGN, ring.comm, &s->sends);
}

/* A process that was stopped, with all others or alone, has not listened meanwhile: that counts as one round. */
static void judge(signs *s)
{
    const int64_t now = clock_ns(), most = 2 * ring.round;
    s->quiet += now - s->last < most ? now - s->last : most;
    s->last = now;
    hear_sign(s);
    hear_news(s);
    if (s->heard_end || s->quiet < ring.limit || atomic_load(&silent_rank) != NONE)
        return;
    became_silent(ring.before);
    tell_all();
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
    MPI_Irecv(&s.heard, 1, MPI_INT, ring.before, SIGN, ring.comm, &s.hears);
    MPI_Irecv(&s.news, 1, MPI_INT, MPI_ANY_SOURCE, SILENT, ring.comm, &s.told);
    for (int ending = 0; !s.says_end || !s.heard_end || !is_over(&s.sends);) {
        give_sign(&s, ending);
        judge(&s);
        abort_if_silent();
        ending = pause_round(ending);
    }
    take_back(&s.told);
    return NULL;
}

/* ---- beginning and end --------------------------------------------------------------------------------------- */

static sl_status start_alive_thread(void)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&ring.wake, &attributes);
    pthread_condattr_destroy(&attributes);
    const int code = pthread_create(&ring.thread, NULL, alive_thread, NULL);
    if (code == 0)
        return SL_SUCCESS;
    pthread_cond_destroy(&ring.wake);
    return SL_FAIL(SL_ERR_SYSTEM, "sl_mpi_init: expected a thread for signs of life, got: %s", strerror(code));
}

sl_status sl__mpi_alive_begin(MPI_Comm comm)
{
    const int64_t seconds = sl__mpi_timeout();
    MPI_Comm_size(comm, &ring.count);
    if (ring.count < 2 || seconds == 0)
        return SL_SUCCESS;
    SL_TRY(sl__mpi_check("sl_mpi_init", "MPI_Comm_dup", MPI_Comm_dup(comm, &ring.comm)));
    MPI_Comm_rank(comm, &ring.rank);
    ring.next = (ring.rank + 1) % ring.count;
    ring.before = (ring.rank + ring.count - 1) % ring.count;
    ring.limit = seconds * NS;
    ring.round = ring.limit / SIGNS_A_LIMIT < longest_round ? ring.limit / SIGNS_A_LIMIT : longest_round;
    ring.ending = 0;
    atomic_store(&silent_limit, seconds);
    atomic_store(&silent_rank, NONE);
    atomic_store(&must_abort, 0);
    const sl_status status = start_alive_thread();
    if (status != SL_SUCCESS) {
        MPI_Comm_free(&ring.comm);
        return status;
    }
    ring.runs = 1;
    sl__progress_set_ranks(sl__mpi_alive);
    return SL_SUCCESS;
}

void sl__mpi_alive_or_abort(void)
{
    atomic_store(&must_abort, 1);
    abort_if_silent();
}

void sl__mpi_alive_end(void)
{
    if (!ring.runs)
        return;
    pthread_mutex_lock(&ring.lock);
    ring.ending = 1;
    pthread_cond_signal(&ring.wake);
    pthread_mutex_unlock(&ring.lock);
    pthread_join(ring.thread, NULL);
    pthread_cond_destroy(&ring.wake);
    sl__progress_set_ranks(NULL);
    MPI_Comm_free(&ring.comm);
    ring.runs = 0;
}

/* ---- waiting ------------------------------------------------------------------------------------------------- */

sl_status sl__mpi_complete(const char *function, const char *call, MPI_Request *request)
{
    int over = 0;
    for (sl__wait wait = {0};; sl__wait_again(&wait)) {
        SL_TRY(sl__mpi_check(function, call, MPI_Test(request, &over, MPI_STATUS_IGNORE)));
        if (over)
            return SL_SUCCESS;
        SL_TRY(sl__mpi_alive(function));
    }
}
