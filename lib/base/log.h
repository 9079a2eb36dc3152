/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The one log of the library. */
#ifndef STARLOOP_LIB_BASE_LOG_H
#define STARLOOP_LIB_BASE_LOG_H

#include <stdarg.h>
#include <stdatomic.h>

#include <starloop/status.h>

/** The level in force, -1 until STARLOOP_LOG was read. */
extern _Atomic int sl__log_threshold;

/** Reads STARLOOP_LOG on first use. @return the level in force. */
int sl__log_threshold_read(void);

/** @return whether messages of @p level are written. */
static inline int sl__log_enabled(sl_log_level level)
{
    int threshold = atomic_load_explicit(&sl__log_threshold, memory_order_relaxed);
    return (int)level <= (threshold < 0 ? sl__log_threshold_read() : threshold);
}

/** Writes one message; the arguments are not evaluated when the level is off. */
#define SL_LOG(level, ...) \
    do { \
        if (sl__log_enabled(level)) \
            sl__log_write((level), __FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

/** The same, at most once per place in the source and process. */
#define SL_LOG_ONCE(level, ...) \
    do { \
        static atomic_flag sl__once_ = ATOMIC_FLAG_INIT; \
        if (sl__log_enabled(level) && !atomic_flag_test_and_set(&sl__once_)) \
            sl__log_write((level), __FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

/** What the macros call: formats the message and hands it to the handler, whatever the level in force. */
void sl__log_write(sl_log_level level, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Hands a text that is formatted already to the handler, as one line: control characters are blanks. */
void sl__log_text(sl_log_level level, const char *file, int line, const char *message);

/** Says whether the process has no standard error: then nothing is written on it, as another file may have its number.
 */
void sl__log_watch_stderr(int closed);

/** Takes the level of STARLOOP_LOG again, unless sl_log_set_level() has overridden it. */
void sl__log_level_from_env(int level);

/** @return the part of a source path that a reader wants: from its last "lib/" on. */
const char *sl__log_file(const char *path);

#endif
