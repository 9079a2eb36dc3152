/* SPDX-License-Identifier: BSD-3-Clause */
/* Epochs under every way in which the thread that closes them and a worker that ends a task can take turns: the source
 * is compiled in here with a point before each atomic operation where the other thread may go on. Two threads, of which
 * one runs at a time, try all orders with up to four changes between them. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "base/progress.h"
#include "task/task.h"
#include "tap.h"

static int woken;
static void turn(void);

#undef atomic_load
#undef atomic_store
#undef atomic_exchange
#undef atomic_fetch_add
#undef atomic_fetch_sub
#define atomic_load(p) (turn(), atomic_load_explicit(p, memory_order_seq_cst))
#define atomic_store(p, v) (turn(), atomic_store_explicit(p, v, memory_order_seq_cst))
#define atomic_exchange(p, v) (turn(), atomic_exchange_explicit(p, v, memory_order_seq_cst))
#define atomic_fetch_add(p, v) (turn(), atomic_fetch_add_explicit(p, v, memory_order_seq_cst))
#define atomic_fetch_sub(p, v) (turn(), atomic_fetch_sub_explicit(p, v, memory_order_seq_cst))
#define sl__progress_wake() ((void)woken++)
#include "task/epoch.c"
#include "task/epoch.h"

enum { CLOSER, WORKER, CHANGES = 4, CLOSER_STEPS = 16, WORKER_STEPS = 5 };

static sem_t may_run[2], asked, answered;
static int trying, running, changes, budget[CHANGES], left, finished[2];
static sl__task *ending;

/* The running thread comes to a point: when it has used its steps up, the other one goes on. */
static void turn(void)
{
    int self = running;
    if (!trying || finished[!self] || left-- > 0)
        return;
    left = ++changes < CHANGES ? budget[changes] : 1000;
    running = !self;
    sem_post(&may_run[!self]);
    sem_wait(&may_run[self]);
}

/* This thread has nothing more to do. */
static void finish(int self)
{
    finished[self] = 1;
    running = !self;
    left = 1000;
    if (!finished[!self])
        sem_post(&may_run[!self]);
}

static void *worker(void *arg)
{
    (void)arg;
    for (;;) {
        sem_wait(&asked);
        if (!ending)
            return NULL;
        sem_wait(&may_run[WORKER]);
        sl__task_give(ending);
        finish(WORKER);
        sem_post(&answered);
    }
}

static int over(sl__epoch *epoch)
{
    return atomic_load_explicit(&epoch->over, memory_order_seq_cst);
}

/* One order: a worker ends a task while the program records an event, drops it, and records two more. The first may
 * be used again for the third. @return 0 when all is well, else what is wrong. */
static int try_order(void)
{
    sl__epoch *event, *second;
    int wrong = 0;
    if (sl__task_init() != SL_SUCCESS)
        return 1;
    ending = sl__task_take();
    changes = 0;
    left = budget[0];
    finished[CLOSER] = finished[WORKER] = 0;
    running = CLOSER;
    trying = 1;
    sem_post(&asked);
    event = sl__epoch_close();
    sl__epoch_release(event);
    second = sl__epoch_close();
    finish(CLOSER);
    sem_wait(&answered);
    trying = 0;
    if (!over(second))
        wrong |= 2;
    sl__task *task = sl__task_take();
    sl__epoch *third = sl__epoch_close();
    if (over(third))
        wrong |= 4;
    sl__task_give(task);
    if (!over(third))
        wrong |= 8;
    if (wrong == 0) { /* else the references are not right either */
        sl__epoch_release(second);
        sl__epoch_release(third);
    }
    sl__task_fini();
    return wrong;
}

static void test_orders(void)
{
    pthread_t thread;
    int tried = 0, bad = 0, reached = 0;
    sem_init(&may_run[CLOSER], 0, 0);
    sem_init(&may_run[WORKER], 0, 0);
    sem_init(&asked, 0, 0);
    sem_init(&answered, 0, 0);
    pthread_create(&thread, NULL, worker, NULL);
    for (budget[0] = 0; budget[0] <= CLOSER_STEPS; budget[0]++)
        for (budget[1] = 0; budget[1] <= WORKER_STEPS; budget[1]++)
            for (budget[2] = 0; budget[2] <= CLOSER_STEPS; budget[2]++)
                for (budget[3] = 0; budget[3] <= WORKER_STEPS && bad < 3; budget[3]++) {
                    int wrong = try_order();
                    tried++;
                    reached += changes >= CHANGES;
                    if (wrong && bad++ < 3)
                        diag("order %d %d %d %d: wrong %d (2: a closed epoch of ended tasks is not over, 4: one is "
                             "before its task, 8: one is not after it)",
                             budget[0], budget[1], budget[2], budget[3], wrong);
                }
    ending = NULL;
    sem_post(&asked);
    pthread_join(thread, NULL);
    is_int(bad, 0, "an epoch is over when its tasks and those before it are, in every order");
    ok(reached > 100, "%d orders were tried, %d with four changes", tried, reached);
}

static void test_wakes(void)
{
    sl__task_init();
    sl__task *first = sl__task_take(), *second = sl__task_take();
    woken = 0;
    sl__epoch_release(sl__epoch_close());
    is_int(woken, 1, "closing an epoch wakes: it may end one that another thread has closed after it");
    sl__task_drop(first);
    is_int(woken, 2, "so does giving a task back outside a worker");
    sl__task_give(second);
    is_int(woken, 2, "a worker does so by itself");
    sl__task_fini();
}

static void test_numbers(void)
{
    sl__task_init();
    sl__task *first = sl__task_take(), *second = sl__task_take();
    sl__epoch *epoch = sl__epoch_close();
    sl__task *third = sl__task_take();
    ok(first->number < epoch->end && second->number < epoch->end && third->number >= epoch->end,
       "the tasks of an epoch are told from later ones by their numbers");
    sl__task_give(third);
    sl__task_give(first);
    ok(!over(epoch), "an epoch is not over while a task of it is left, whatever later ones do");
    sl__task_give(second);
    ok(over(epoch), "and is then");
    sl__epoch_release(epoch);
    sl__task_fini();
}

int main(void)
{
    test_orders();
    test_wakes();
    test_numbers();
    return done_testing();
}
