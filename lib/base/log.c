/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The one log: a level, and a handler that may be changed while other threads write. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "base/signals.h"

/* A handler and its argument change together, so both hang on one pointer. The nodes are never freed, as
 * another thread may be about to call one; equal pairs share a node, so there are as many as different pairs. */
struct sink {
    sl_log_handler handler;
    void *arg;
    struct sink *older;
};

_Atomic int sl__log_threshold = -1;

static _Atomic int overridden;
static _Atomic int stderr_closed;
static _Atomic(struct sink *) sinks;
static _Atomic(struct sink *) current;

int sl__log_threshold_read(void)
{
    int64_t value = SL_LOG_WARN;
    const char *text = getenv("STARLOOP_LOG");
    int expected = -1;

    /* A bad value is reported by sl_init(), which reads the whole table. */
    if (!text || !*text || !sl__env_parse(SL__ENV_LOG, text, &value))
        value = SL_LOG_WARN;
    atomic_compare_exchange_strong(&sl__log_threshold, &expected, (int)value);
    return atomic_load(&sl__log_threshold);
}

void sl__log_watch_stderr(int closed)
{
    atomic_store(&stderr_closed, closed);
}

void sl__log_level_from_env(int level)
{
    if (!atomic_load(&overridden))
        atomic_store(&sl__log_threshold, level);
}

void sl_log_set_level(sl_log_level level)
{
    int value = (int)level < SL_LOG_NONE ? SL_LOG_NONE : (int)level > SL_LOG_DEBUG ? SL_LOG_DEBUG : (int)level;

    atomic_store(&overridden, 1);
    atomic_store(&sl__log_threshold, value);
}

void sl_log_set_handler(sl_log_handler handler, void *arg)
{
    struct sink *sink = NULL, *head;

    if (handler) {
        head = atomic_load(&sinks);
        for (sink = head; sink; sink = sink->older)
            if (sink->handler == handler && sink->arg == arg)
                break;
        if (!sink) {
            sink = malloc(sizeof *sink);
            if (!sink) {
                sl__log_write(SL_LOG_ERROR, __FILE__, __LINE__, "sl_log_set_handler: out of memory, unchanged");
                return;
            }
            sink->handler = handler;
            sink->arg = arg;
            sink->older = head;
            while (!atomic_compare_exchange_weak(&sinks, &sink->older, sink)) {
                /* another thread was faster: go in front of its node, which the exchange has put into older */
            }
        }
    }
    atomic_store(&current, sink);
}

const char *sl__log_file(const char *path)
{
    const char *found = NULL, *at = path;

    while ((at = strstr(at, "lib/")) != NULL) {
        if (at == path || at[-1] == '/')
            found = at;
        at += 4;
    }
    return found ? found : path;
}

/* A message is one line, but a label of the program's may have line breaks. */
static void one_line(const char *text, char line[2 * SL__ERROR_TEXT])
{
    snprintf(line, 2 * SL__ERROR_TEXT, "%s", text);
    for (char *at = line; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
}

/* In one call for the whole line, so that lines of several threads do not mix. A pipe may have no reader any more. */
static void write_line(const char *level, const char *text, const char *file, int line)
{
    sl__signals before;

    if (atomic_load(&stderr_closed))
        return;
    sl__signals_block_writes(&before);
    if (file != NULL)
        fprintf(stderr, "starloop: %s: %s (%s:%d)\n", level, text, file, line);
    else
        fprintf(stderr, "starloop: %s: %s\n", level, text);
    sl__signals_restore(&before);
}

void sl__log_text(sl_log_level level, const char *file, int line, const char *message)
{
    static const char *const names[] = {"none", "error", "warning", "info", "debug"};
    struct sink *sink = atomic_load(&current);
    char text[2 * SL__ERROR_TEXT];
    one_line(message, text);

    const int placed = sl__log_enabled(SL_LOG_DEBUG); /* the library's own lines mean nothing to others */
    if (sink)
        sink->handler(level, placed ? sl__log_file(file) : "", placed ? line : 0, text, sink->arg);
    else
        write_line(names[level], text, placed ? sl__log_file(file) : NULL, line);
}

void sl__log_write(sl_log_level level, const char *file, int line, const char *format, ...)
{
    char text[2 * SL__ERROR_TEXT];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    sl__log_text(level, file, line, text);
}
