/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The log: levels, handlers, the format on standard error, several threads. */
#include <pthread.h>
#include <unistd.h>

#include "base/log.h"
#include <tap.h>

#define THREADS 4
#define ROUNDS 2000

static int evaluated;

static int evaluate(void)
{
    return ++evaluated;
}

struct sink {
    _Atomic int calls;
    _Atomic int strange;
    int tag;
};

static void count(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    struct sink *sink = arg;
    atomic_fetch_add(&sink->calls, 1);
    if (sink->tag != 7 && sink->tag != 8)
        atomic_fetch_add(&sink->strange, 1);
    if (level < SL_LOG_ERROR || !file || (line > 0) != (file[0] != '\0') || !text || strchr(text, '\n'))
        atomic_fetch_add(&sink->strange, 1);
}

/* A second handler that checks that its argument came along. */
static void count_eight(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    struct sink *sink = arg;
    count(level, file, line, text, arg);
    if (sink->tag != 8)
        atomic_fetch_add(&sink->strange, 1);
}

static void *write_lines(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++)
        SL_LOG(SL_LOG_WARN, "line %d", i);
    return NULL;
}

static void once(void)
{
    SL_LOG_ONCE(SL_LOG_WARN, "once");
}

/* What the log writes to standard error. */
static void capture(char *text, size_t size)
{
    FILE *file = tmpfile();
    int saved = dup(2);
    size_t n;

    fflush(stderr);
    dup2(fileno(file), 2);
    sl__log_write(SL_LOG_ERROR, "../../some/lib/core/x.c", 12, "sl_f: %s: expected %d", "n", 3);
    sl__log_write(SL_LOG_WARN, "other.c", 1, "second");
    fflush(stderr);
    dup2(saved, 2);
    close(saved);
    rewind(file);
    n = fread(text, 1, size - 1, file);
    text[n] = '\0';
    fclose(file);
}

int main(void)
{
    struct sink seven = {.tag = 7}, eight = {.tag = 8};
    pthread_t thread[THREADS];
    char text[512];

    unsetenv("STARLOOP_LOG");
    ok(sl__log_enabled(SL_LOG_WARN) && !sl__log_enabled(SL_LOG_INFO), "the level is warn by default");
    capture(text, sizeof text);
    is_str(text, "starloop: error: sl_f: n: expected 3\nstarloop: warning: second\n",
           "standard error gets level and text");
    sl_log_set_level(SL_LOG_DEBUG);
    capture(text, sizeof text);
    is_str(text, "starloop: error: sl_f: n: expected 3 (lib/core/x.c:12)\nstarloop: warning: second (other.c:1)\n",
           "at level debug also file from lib/ on, and line");
    sl_log_set_level(SL_LOG_WARN);

    sl_log_set_handler(count, &seven);
    SL_LOG(SL_LOG_DEBUG, "%d", evaluate());
    is_int(evaluated, 0, "the arguments of a message that is off are not evaluated");
    is_int(seven.calls, 0, "nor is it written");
    SL_LOG(SL_LOG_WARN, "%d", evaluate());
    is_int(evaluated, 1, "those of one that is on are evaluated once");
    is_int(seven.calls, 1, "and it goes to the handler");
    sl_log_set_level(SL_LOG_DEBUG);
    SL_LOG(SL_LOG_DEBUG, "debug");
    is_int(seven.calls, 2, "the level can be raised");
    sl__log_level_from_env(SL_LOG_ERROR);
    SL_LOG(SL_LOG_DEBUG, "debug");
    is_int(seven.calls, 3, "STARLOOP_LOG does not override sl_log_set_level()");
    sl_log_set_level(SL_LOG_NONE);
    SL_LOG(SL_LOG_ERROR, "error");
    is_int(seven.calls, 3, "level none writes nothing");
    sl_log_set_level((sl_log_level)99);
    ok(sl__log_enabled(SL_LOG_DEBUG), "a level that is too high means debug");
    sl_log_set_level((sl_log_level)-5);
    ok(!sl__log_enabled(SL_LOG_ERROR), "one that is too low means none");
    once();
    sl_log_set_level(SL_LOG_WARN);
    once();
    once();
    is_int(seven.calls, 4, "SL_LOG_ONCE writes once, and what was off does not count");

    atomic_store(&seven.calls, 0);
    for (int t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, write_lines, NULL);
    for (int i = 0; i < 500; i++) {
        sl_log_set_handler(count_eight, &eight);
        sl_log_set_handler(count, &seven);
    }
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    is_int(seven.calls + eight.calls, THREADS * ROUNDS, "no message is lost while the handler changes");
    is_int(seven.strange + eight.strange, 0, "every handler gets its own argument and a whole message");
    sl_log_set_handler(NULL, NULL);
    capture(text, sizeof text);
    like(text, "second", "NULL restores standard error");
    return done_testing();
}
