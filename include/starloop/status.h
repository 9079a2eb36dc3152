/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file
 * @brief Statuses, the last error of a thread, and the log.
 *
 * The error convention of the whole library, stated once: a fallible function returns an ::sl_status,
 * which is #SL_SUCCESS (0) or one of the values of #SL_STATUS_TABLE. Outputs are written on success only.
 * The function that first decides on an error records its text and logs it once; callers propagate with
 * #SL_TRY. A function that returns a pointer returns NULL instead of a status. Nothing in the library
 * ends the program.
 */
#ifndef STARLOOP_STATUS_H
#define STARLOOP_STATUS_H

#include <starloop/export.h>

/** Every status: X(enumerator, value, message). 14 is not in use. What a task could not do because its input was not
 *  computed has the status of the failure behind that. */
#define SL_STATUS_TABLE(X) \
    X(SL_SUCCESS, 0, "success") \
    X(SL_ERR_ARGUMENT, 1, "an argument is invalid") \
    X(SL_ERR_TYPE, 2, "the element type does not match") \
    X(SL_ERR_RANK, 3, "the rank does not match") \
    X(SL_ERR_EXTENT, 4, "an extent or range does not match") \
    X(SL_ERR_ALIAS, 5, "two arguments overlap in memory") \
    X(SL_ERR_STATE, 6, "the object or library is not in a state that allows this call") \
    X(SL_ERR_DESTROYED, 7, "the object was destroyed or is not one") \
    X(SL_ERR_BUSY, 8, "the object is in use by the host") \
    X(SL_ERR_CONTEXT, 9, "something waits where nothing may wait") \
    X(SL_ERR_MEMORY, 10, "memory could not be had") \
    X(SL_ERR_BOUNDS, 11, "an index is out of bounds") \
    X(SL_ERR_RAISED, 12, "a kernel body raised an error") \
    X(SL_ERR_TASK, 13, "a host task failed") \
    X(SL_ERR_STALLED, 15, "the queued tasks make no progress") \
    X(SL_ERR_UNSUPPORTED, 16, "this is not supported") \
    X(SL_ERR_DEVICE, 17, "no such device or place to run") \
    X(SL_ERR_SYSTEM, 18, "the operating system refused") \
    X(SL_ERR_STARPU, 19, "StarPU refused") \
    X(SL_ERR_FORKED, 20, "the process was forked after sl_init") \
    X(SL_ERR_CUDA, 21, "CUDA refused") \
    X(SL_ERR_REACH, 22, "an index is outside the declared reach of an argument") \
    X(SL_ERR_RACE, 23, "two iterations of a loop touch an element that one of them writes") \
    X(SL_ERR_UNWRITTEN, 24, "an element that out(..., own) promises was not written") \
    X(SL_ERR_MPI, 25, "MPI refused, or another rank did")

/** Result of a call; 0 is success. */
typedef enum sl_status {
#define SL__STATUS_ENUM(name, value, message) name = value,
    SL_STATUS_TABLE(SL__STATUS_ENUM)
#undef SL__STATUS_ENUM
} sl_status;

/** Returns the status of @p expr from the enclosing function unless it is #SL_SUCCESS. */
#define SL_TRY(expr) \
    do { \
        sl_status sl__try_ = (expr); \
        if (sl__try_ != SL_SUCCESS) \
            return sl__try_; \
    } while (0)

SL_BEGIN_DECLS

/** Names a status.
 *  @param[in] status  any value
 *  @return the enumerator's name, for instance "SL_ERR_RANK"; "SL_ERR_?" for a value that is none.
 *  Never NULL, static storage. Thread-safe. */
SL_API const char *sl_status_name(sl_status status_);

/** Says what a status means.
 *  @param[in] status_  any value
 *  @return one general sentence for @p status. Never NULL, static storage. Thread-safe. */
SL_API const char *sl_status_message(sl_status status_);

/** @return the text of the last error that this thread met, which names function, argument, expected and
 *  got, and ends with file and line of the program's call; "" when there was none. Valid until this thread's next
 * failing call. Thread-safe. */
SL_API const char *sl_last_error(void);

/** @return the status that belongs to sl_last_error(), #SL_SUCCESS when there was none. Thread-safe. */
SL_API sl_status sl_last_status(void);

/** Forgets this thread's last error. Thread-safe. */
SL_API void sl_clear_error(void);

/** For interfaces of other languages, which decide on some errors themselves: records a text as this thread's last
 *  error, and logs it.
 *  @param[in] status_  what it is  @param[in] text_  names function, argument, expected and got; copied
 *  @return @p status_. Thread-safe. */
SL_API sl_status sl__refuse(sl_status status_, const char *text_);

/** Levels of the log; STARLOOP_LOG names one, and messages above it are not written. */
typedef enum sl_log_level {
    SL_LOG_NONE = 0,  /**< nothing at all */
    SL_LOG_ERROR = 1, /**< errors, once each, where they are first decided on */
    SL_LOG_WARN = 2,  /**< what works but is not as it was asked for (the default level) */
    SL_LOG_INFO = 3,  /**< what was found and chosen */
    SL_LOG_DEBUG = 4  /**< every task that is queued, by its label, and what StarPU says when it starts */
} sl_log_level;

/** Receives log messages. @p text_ is one line without its end; @p file_ and @p line_ are the library's own, at level
 *  #SL_LOG_DEBUG, and else "" and 0. May be called from any thread, of StarPU's too, and
 *  where the library holds locks of its own: a handler calls nothing of Starloop but the functions of this header, and
 *  waits for no thread that might be inside Starloop. */
typedef void (*sl_log_handler)(sl_log_level level_, const char *file_, int line_, const char *text_, void *arg_);

/** Sends the log to @p handler_ instead of standard error; NULL restores standard error. Thread-safe.
 *  @param[in] handler_  called with each message that is written
 *  @param[in] arg_      handed on to it */
SL_API void sl_log_set_handler(sl_log_handler handler_, void *arg_);

/** Sets the level, overriding STARLOOP_LOG. Thread-safe.
 *  @param[in] level_  the highest level that is written */
SL_API void sl_log_set_level(sl_log_level level_);

SL_END_DECLS

#endif
