/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Where in the program a public call stands: "file:line", as the macros of starloop/called_at.h and of the
 *  kernel's calls tell it. NULL: not known, as for a call by a pointer or of another language. */
#ifndef STARLOOP_LIB_BASE_POSITION_H
#define STARLOOP_LIB_BASE_POSITION_H

#include <stddef.h>

/** Where the public call stands that this thread is in. Good while the call lasts: a plugin that made it may go. */
extern _Thread_local const char *sl__position;

/** @return the same for as long as the process lasts: one copy of each text. NULL for NULL, or without memory.
 *  Thread-safe. */
const char *sl__position_keep(const char *position);

/** Where the call stands that is behind a task. */
typedef struct sl__at {
    const char *call; /**< NULL: not known */
    const char *run;  /**< of one that a region has recorded: the call that runs the region; NULL: none, or not known */
} sl__at;

/** @return both by sl__position_keep(). */
sl__at sl__at_keep(sl__at at);

/** Adds " (called at file:line)" to a text, or " (called at file:line, in the region run at file:line)". The text's end
 *  is cut where there is no room, and a path's begin where it is long. Nothing where neither is known, and where the
 * text has one.  @param[in,out] text  [size] */
void sl__position_append(char *text, size_t size, sl__at at);

enum { SL__MADE_NOTE = 224 };
/** Says where an object was made, for a text in which it is misused.
 *  @param[out] note     '; "x" was made at file:line', "; it was made at ..." where @p label is NULL; "": not known
 *  @param[in] made_at   by sl__position_keep()  @return @p note */
const char *sl__position_made(char note[SL__MADE_NOTE], const char *label, const char *made_at);

/** Adds that to a text, whole or not at all, and once; there stays room for sl__position_append().
 *  @param[in,out] text  [size] */
void sl__position_add_made(char *text, size_t size, const char *label, const char *made_at);

#endif
