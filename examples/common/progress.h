/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A line on the terminal that tells how far a program is. For several examples. */
#ifndef COMMON_PROGRESS_H
#define COMMON_PROGRESS_H

/** @return whether there is a terminal for it: not where standard output is a pipe, whose reader may write to the same
 *  terminal */
int progress_possible(void);

/** Shows a line in the place of the one before. What does not fit is left out, from a comma on. */
__attribute__((format(printf, 1, 2))) void progress_show(const char *format, ...);

/** Clears the line. */
void progress_clear(void);

#endif
