/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/log.h"
#include "base/order.h"
#include "base/wait.h"
#include "machine/lend.h"
#include "machine/measured.h"

#define FOR_EVER ((int64_t)1 << 60) /* nanoseconds: a thread that polls so long never sleeps */

/* A thread that is called. What it is called for is begun by it, or by the leader in its place, once. */
typedef struct member {
    _Alignas(64) _Atomic unsigned begun; /* the last call of which that is so */
    unsigned last;                       /* call that it has seen */
    int number;
    pthread_t thread;
    struct sl__crew *crew;
} member;

struct sl__crew {
    _Alignas(64) _Atomic unsigned call; /* counts them; the next three are of this one, for who has begun it */
    int threads;
    sl__crew_work work; /* NULL: threads end */
    void *arg;
    _Alignas(64) _Atomic int left; /* of the threads but the leader's, those that have not ended the call */
    _Alignas(64) _Atomic int asleep;
    _Alignas(64) _Atomic uint64_t said; /* the call in which it was, and the number */
    _Alignas(64) const sl__group *group;
    int count, room;     /* of the next, the leader counted */
    _Atomic int crowded; /* there are more than cores */
    member **members;    /* [count], from 1 */
    int64_t polls;       /* nanoseconds */
    int woken;
};

/* Of what this thread runs for a crew. */
static _Thread_local struct {
    sl__crew *crew;
    int thread, threads;
} current = {NULL, 0, 1};

int sl__crew_thread(void)
{
    return current.thread;
}

int sl__crew_threads(void)
{
    return current.threads;
}

/* ---- threads ------------------------------------------------------------------------------------------------- */

static void crew_run_as(sl__crew *crew, int thread)
{
    current.crew = crew;
    current.thread = thread;
    current.threads = crew->threads;
    sl__order_begin();
    crew->work(crew->arg, thread, crew->threads);
    sl__order_end();
    current.crew = NULL;
    current.thread = 0;
    current.threads = 1;
}

/* Polls until there is another call, for so long. One thread looks for what else the leader's core is needed for.
 * @return whether there is */
static int poll_for(const member *m, int64_t until)
{
    for (sl__wait wait = {0}; sl__wait_until(&wait, until);) {
        if (atomic_load_explicit(&m->crew->call, memory_order_acquire) != m->last)
            return 1;
        if (m->number == 1 && wait.looks % SL__WAIT_OFTEN == 0)
            sl__lend_look();
    }
    return 0;
}

static void await_call(member *m, int64_t polls)
{
    sl__crew *crew = m->crew;
    if (!poll_for(m, sl__wait_now_ns() + polls)) {
        sl__lend_watch();
        atomic_fetch_add(&crew->asleep, 1); /* the leader looks at it after it has called */
        while (atomic_load(&crew->call) == m->last)
            sl__wait_sleep(&crew->call, m->last, 0);
        atomic_fetch_sub_explicit(&crew->asleep, 1, memory_order_relaxed);
    }
    m->last = atomic_load_explicit(&crew->call, memory_order_acquire);
}

/* @return whether the calling thread begins a call for a member. All before it have been begun: that is not so of one
 * that is over. */
static int member_begins(member *m, unsigned call)
{
    unsigned before = call - 1;
    return atomic_compare_exchange_strong_explicit(&m->begun, &before, call, memory_order_acq_rel,
                                                   memory_order_relaxed);
}

/* It has come late, and keeps its core, where it is no other thread's, until the call is over: the next one may follow
 * at once. */
static void await_end(const member *m)
{
    while (atomic_load_explicit(&m->crew->left, memory_order_relaxed) != 0 &&
           atomic_load_explicit(&m->crew->call, memory_order_relaxed) == m->last)
        sl__wait_pause();
}

static void *member_run(void *arg)
{
    member *m = arg;
    sl__crew *crew = m->crew;
    int64_t polls = crew->polls;
    sl__machine_bind_thread(crew->group, m->number);
    for (;;) {
        await_call(m, polls);
        const int crowded = atomic_load_explicit(&crew->crowded, memory_order_relaxed);
        polls = crowded ? crew->polls / SL__CREW_CROWDED : crew->polls;
        if (!member_begins(m, m->last)) {
            if (!crowded)
                await_end(m);
            continue;
        }
        if (crew->work == NULL)
            return NULL;
        crew_run_as(crew, m->number);
        atomic_fetch_sub_explicit(&crew->left, 1, memory_order_release);
    }
}

/* @return whether there is another thread. */
static int crew_add(sl__crew *crew)
{
    member *m = aligned_alloc(64, sizeof *m);
    if (m == NULL)
        return 0;
    const unsigned call = atomic_load_explicit(&crew->call, memory_order_relaxed);
    *m = (member){.begun = call, .last = call, .number = crew->count, .crew = crew};
    const int error = pthread_create(&m->thread, NULL, member_run, m);
    if (error != 0) {
        SL_LOG_ONCE(SL_LOG_WARN, "a thread for loops cannot be made (%s): they run on fewer cores", strerror(error));
        free(m);
        return 0;
    }
    crew->members[crew->count++] = m;
    atomic_store_explicit(&crew->crowded, crew->count > crew->group->size, memory_order_relaxed);
    return 1;
}

static void crew_grow(sl__crew *crew, int threads)
{
    if (crew->room < threads) {
        member **more = realloc(crew->members, (size_t)threads * sizeof *more);
        if (more == NULL)
            return;
        crew->members = more;
        crew->room = threads;
    }
    while (crew->count < threads && crew_add(crew))
        ;
}

/* ---- calls ------------------------------------------------------------------------------------------------------ */

static void call_all(sl__crew *crew, int threads, sl__crew_work work, void *arg)
{
    crew->threads = threads;
    crew->work = work;
    crew->arg = arg;
    atomic_store_explicit(&crew->left, threads - 1, memory_order_relaxed);
    for (int i = threads; i < crew->count; i++) /* they have nothing to begin */
        atomic_fetch_add_explicit(&crew->members[i]->begun, 1, memory_order_relaxed);
    sl__order_end();
    atomic_fetch_add(&crew->call, 1); /* before the look at who sleeps: all in one order */
    crew->woken = atomic_load(&crew->asleep) > 0 ? crew->woken + 1 : 0;
    if (crew->woken > 0)
        sl__wait_wake(&crew->call);
}

/* The leader does what a thread would, that has not begun although all of the leader's is done. */
static void crew_stand_in(sl__crew *crew, int thread)
{
    if (!member_begins(crew->members[thread], atomic_load_explicit(&crew->call, memory_order_relaxed)))
        return;
    crew_run_as(crew, thread);
    atomic_fetch_sub_explicit(&crew->left, 1, memory_order_relaxed);
}

static void await_all(sl__crew *crew, int each)
{
    int next = each ? crew->threads : 1;
    for (sl__wait wait = {0}; atomic_load_explicit(&crew->left, memory_order_acquire) != 0;) {
        if (wait.looks >= SL__CREW_LATE && next < crew->threads)
            crew_stand_in(crew, next++);
        else
            sl__wait_again(&wait);
    }
}

static void crew_call(const sl__group *group, int threads, sl__crew_work work, void *arg, int each)
{
    sl__crew *crew = group != NULL ? group->crew : NULL;
    if (crew != NULL && current.crew == NULL && threads > crew->count)
        crew_grow(crew, threads);
    if (crew == NULL || current.crew != NULL || threads < 2 || crew->count < 2) {
        work(arg, 0, 1);
        return;
    }
    call_all(crew, threads < crew->count ? threads : crew->count, work, arg);
    crew_run_as(crew, 0);
    await_all(crew, each);
    sl__order_begin();
}

void sl__crew_run(const sl__group *group, int threads, sl__crew_work work, void *arg)
{
    crew_call(group, threads, work, arg, 0);
}

void sl__crew_run_each(const sl__group *group, int threads, sl__crew_work work, void *arg)
{
    crew_call(group, threads, work, arg, 1);
}

int sl__crew_woken(const sl__group *group)
{
    return group != NULL && group->crew != NULL ? group->crew->woken : 0;
}

int sl__crew_share(int said)
{
    sl__crew *crew = current.crew;
    if (crew == NULL)
        return said;
    const uint64_t call = atomic_load_explicit(&crew->call, memory_order_relaxed);
    uint64_t heard;
    if (current.thread == 0) {
        atomic_store_explicit(&crew->said, call << 32 | (uint32_t)said, memory_order_release);
        return said;
    }
    for (sl__wait wait = {0}; (heard = atomic_load_explicit(&crew->said, memory_order_acquire)) >> 32 != call;)
        sl__wait_again(&wait);
    return (int)(uint32_t)heard;
}

/* ---- beginning and end ------------------------------------------------------------------------------------------ */

/* What OMP_WAIT_POLICY says: its threads take the place of OpenMP's. */
static int64_t crew_polls(void)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    if (policy != NULL && strcasecmp(policy, "active") == 0)
        return FOR_EVER;
    return policy != NULL && strcasecmp(policy, "passive") == 0 ? 0 : SL__CREW_POLL_NS;
}

sl__crew *sl__crew_make(const sl__group *group)
{
    sl__crew *crew = aligned_alloc(64, sizeof *crew);
    if (crew == NULL)
        return NULL;
    memset(crew, 0, sizeof *crew);
    crew->group = group;
    crew->count = 1;
    crew->polls = crew_polls();
    return crew;
}

void sl__crew_free(sl__crew *crew)
{
    if (crew == NULL)
        return;
    call_all(crew, crew->count, NULL, NULL);
    for (int i = 1; i < crew->count; i++) {
        pthread_join(crew->members[i]->thread, NULL);
        free(crew->members[i]);
    }
    free(crew->members);
    free(crew);
}
