/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Numbers of command lines, for several examples. */
#ifndef COMMON_COMMAND_LINE_H
#define COMMON_COMMAND_LINE_H

/** Reads what stands behind an option.
 *  @param[in] program  its name, for the message  @param[in] option  without "--"
 *  @return the number; -1, after a message, where it is no whole number from @p least, 0 or more, to @p most */
long read_count(const char *program, const char *option, const char *text, long least, long most);

#endif
