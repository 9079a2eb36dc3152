/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The team kernel of tests/teams/team_tokens.c. */
#ifndef STARLOOP_TESTS_TEAM_TOKENS_H
#define STARLOOP_TESTS_TEAM_TOKENS_H

#include <starloop.h>

enum { TT_WIDTH = 70 };
/** How its block is left. */
enum { TT_END, TT_BREAK, TT_CONTINUE, TT_RETURN, TT_WAYS, TT_RAISE };

SL_KERNEL_DECLARE(tt_rows, (t), scalar(int32_t, way), inout(int, 1, tokens, atomic), inout(int64_t, 2, work),
                  inout(int64_t, 1, turns), out(int64_t, 1, y, own), out(int64_t, 1, number, own),
                  reduce(int64_t, sum, wrong));

#endif
