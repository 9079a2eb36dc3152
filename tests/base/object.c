/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Objects with references, and failures, which are shared in the same way. */
#include <pthread.h>

#include "base/failure.h"
#include "base/object.h"
#include <tap.h>

#define THREADS 4
#define ROUNDS 20000

static sl__object shared;
static _Atomic int killers, lasts;
static char logged[1024];
static int log_calls;

static void keep(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)level;
    (void)file;
    (void)line;
    (void)arg;
    log_calls++;
    snprintf(logged, sizeof logged, "%s", text);
}

static void *use(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        sl__object_retain(&shared);
        if (sl__object_release(&shared))
            atomic_fetch_add(&lasts, 1000);
    }
    if (sl__object_kill(&shared, SL__MAGIC_VIEW, "use", "shared", "a view") == SL_SUCCESS)
        atomic_fetch_add(&killers, 1);
    if (sl__object_release(&shared))
        atomic_fetch_add(&lasts, 1);
    return NULL;
}

static void objects(void)
{
    sl__object o;
    pthread_t thread[THREADS];

    sl__object_init(&o, SL__MAGIC_VIEW);
    ok(sl__object_live(&o, SL__MAGIC_VIEW), "a new object is live");
    ok(!sl__object_live(&o, SL__MAGIC_EVENT), "but none of another kind");
    ok(!sl__object_live(NULL, SL__MAGIC_VIEW), "NULL is no live object");
    sl__object_retain(&o);
    is_int(sl__object_kill(&o, SL__MAGIC_EVENT, "f", "o", "an event"), SL_ERR_DESTROYED,
           "it cannot be killed as another kind");
    is_int(sl__object_kill(&o, SL__MAGIC_VIEW, "f", "o", "a view"), SL_SUCCESS, "it can be killed once");
    is_int(sl__object_kill(&o, SL__MAGIC_VIEW, "f", "o", "a view"), SL_ERR_DESTROYED, "but not twice");
    ok(!sl__object_live(&o, SL__MAGIC_VIEW), "then it is not live");
    is_int(sl__object_references(&o), 2, "though referred to");
    is_int(sl__object_release(&o), 0, "the first release is not the last");
    is_int(sl__object_release(&o), 1, "the second is");

    sl__object_init(&shared, SL__MAGIC_VIEW);
    for (int t = 1; t < THREADS; t++)
        sl__object_retain(&shared);
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, use, NULL);
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    is_int(killers, 1, "of %d threads that kill an object, one does", THREADS);
    is_int(lasts, 1, "of those that release it, one is the last");
}

/* The end of a failure's text, against one that is put together here. */
static void position_is(sl__at at, const char *want, const char *what)
{
    sl__failure *f = sl__failure_new(at, SL_ERR_TASK, "task a");
    is_str(f->text, want, "%s", what);
    sl__failure_release(f);
}

static void positions(void)
{
    char path[201], want[512];
    memset(path, 'p', 200);
    memcpy(path + 195, "c:123", 6);
    position_is((sl__at){0}, "task a", "a call that is not known");
    position_is((sl__at){.call = "a.c:1"}, "task a (called at a.c:1)", "a call");
    position_is((sl__at){"a.c:1", "b.c:2"}, "task a (called at a.c:1, in the region run at b.c:2)", "one in a region");
    position_is((sl__at){.run = "b.c:2"}, "task a (in the region run at b.c:2)", "one that is not known, in a region");
    snprintf(want, sizeof want, "task a (called at %s, in the region run at %s)", path + 120, path + 120);
    position_is((sl__at){path, path}, want, "of two long paths there are the ends");
    log_calls = 0;
    sl_clear_error();
}

static void failures(void)
{
    sl__failure *a = sl__failure_new((sl__at){0}, SL_ERR_RAISED, "kernel %s raised %d", "k", 5);
    sl__failure *b = sl__failure_new((sl__at){0}, SL_ERR_TASK, "task b"),
                *c = sl__failure_new((sl__at){0}, SL_ERR_BOUNDS, "task c");

    is_int(log_calls, 3, "failures are logged where they happen");
    is_str(a->text, "kernel k raised 5", "with a formatted text");
    is_int(sl__failure_take(), SL_SUCCESS, "there is nothing to take at first");
    sl__failure_report(a, 1);
    sl__failure_report(b, 1);
    sl__failure_report(a, 1);
    sl__failure_report(b, 1);
    is_int(sl__failure_take(), SL_ERR_RAISED, "the first failure is taken");
    is_str(sl_last_error(), "kernel k raised 5", "and is the last error");
    is_int(log_calls, 3, "and is not logged again");
    is_int(sl__failure_take(), SL_SUCCESS, "the later ones are forgotten then");
    sl__failure_report(a, 1);
    is_int(sl__failure_take(), SL_SUCCESS, "a failure that was taken does not come again");
    is_int(a->references, 1, "and the list holds no reference");

    sl__failure_release(a);
    sl__failure_release(b);
    a = sl__failure_new((sl__at){0}, SL_ERR_RAISED, "a");
    b = sl__failure_new((sl__at){0}, SL_ERR_TASK, "b");
    sl__failure_report(a, 1);
    sl__failure_report(b, 1);
    sl__failure_report(c, 1);
    is_int(sl__failure_raise(b), SL_ERR_TASK, "the wait of a view reports its own failure");
    is_str(sl_last_error(), "b", "as the last error");
    is_int(sl__failure_raise(c), SL_ERR_BOUNDS, "another view's wait the failure at the end of the list");
    is_int(sl__failure_raise(b), SL_ERR_TASK, "a view that stays poisoned reports it again");
    sl__failure_report(b, 1);
    is_int(sl__failure_take(), SL_ERR_RAISED, "sl_wait() then hears of the one nobody has reported");
    is_int(sl__failure_take(), SL_SUCCESS, "and of no other");
    sl__failure_release(c);
    c = sl__failure_new((sl__at){0}, SL_ERR_STATE, "c");
    sl__failure_report(c, 1);
    is_int(sl__failure_raise(c), SL_ERR_STATE, "the only one in the list can be raised");
    sl__failure_report(a, 1);
    is_int(sl__failure_take(), SL_SUCCESS, "and leaves the list empty");
    is_int(a->references + b->references + c->references, 3, "all references are back");
    is_int(sl__failure_raise(NULL), SL_SUCCESS, "NULL is no failure");
    sl__failure_report(NULL, 1);
    sl__failure_release(sl__failure_retain(NULL));
    sl__failure_release(a);
    sl__failure_release(b);
    sl__failure_release(c);
}

static void *fail_often(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2000; i++) {
        sl__failure *f = sl__failure_new((sl__at){0}, SL_ERR_TASK, "%d", i);
        sl__failure_report(f, 1);
        if (i % 3 == 0)
            sl__failure_raise(f);
        sl__failure_release(f);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];

    sl_log_set_level(SL_LOG_NONE);
    objects();
    sl_log_set_level(SL_LOG_WARN);
    sl_log_set_handler(keep, NULL);
    positions();
    failures();
    sl_log_set_level(SL_LOG_NONE);
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, fail_often, NULL);
    for (int i = 0; i < 500; i++)
        sl__failure_take();
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    sl__failure_take();
    is_int(sl__failure_take(), SL_SUCCESS, "failures from several threads leave the list in order");
    return done_testing();
}
