/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Command lines, for several examples. */
#ifndef COMMON_COMMAND_LINE_H
#define COMMON_COMMAND_LINE_H

#include "setting.h"

enum { EXIT_USAGE = 2 };

/** Reads the options of a program, and the name of a file behind them where it wants one.
 *  @param[in]  program   its name, for the help and for messages
 *  @param[in]  help      what --help prints behind "Usage: PROGRAM"
 *  @param[in]  options   each with "--" in front of its word; one without a word ends them, and there are 20 at most
 *  @param[out] file      what stands behind the options; NULL: nothing may
 *  @return -1 to go on; else the exit status, after a message or the help */
int read_command_line(int argc, char **argv, const char *program, const char *help, const struct setting *options,
                      const char **file);

/** Writes what is left of standard output, at the end of a program.
 *  @return @p result; EXIT_FAILURE, after a message, where not all could be written */
int end_output(const char *program, int result);

#endif
