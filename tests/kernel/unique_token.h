/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Kernels with tokens. */
#ifndef STARLOOP_TESTS_UNIQUE_TOKEN_H
#define STARLOOP_TESTS_UNIQUE_TOKEN_H

#include <starloop.h>

/** What a row of `work` has, and how often an iteration goes over it. */
enum { UT_COLUMNS = 5, UT_TURNS = 4 };

/** How a block is left: by the iteration's number modulo UT_WAYS. */
enum { UT_END, UT_BREAK, UT_CONTINUE, UT_RETURN, UT_WAYS };

/* Adds x(i) to each column of the token's row, in several steps. inside(id) is how many are in the block with id, and
 * bad(0) how often somebody else was. */
SL_KERNEL_DECLARE(ut_add, (i), in(int64_t, 1, x, own), inout(int, 1, tokens, atomic), inout(int64_t, 1, inside),
                  inout(int64_t, 2, work), inout(int64_t, 1, bad));
/* The same of two indices, with the sum of what was added, as a reduction. */
SL_KERNEL_DECLARE(ut_add_plane, (i, j), in(int64_t, 2, x, own), inout(int, 1, tokens, atomic),
                  inout(int64_t, 1, inside), inout(int64_t, 2, work), inout(int64_t, 1, bad),
                  reduce(int64_t, sum, all));
/* Adds x(i) to total(0) in UT_TURNS blocks, which one iteration at a time has, and 1 to total(1). */
SL_KERNEL_DECLARE(ut_mutex, (i), in(int64_t, 1, x, own), inout(int, 1, lock, atomic), inout(int64_t, 1, total));
/* Leaves the block in the ways above, raises at iteration `at`, and adds 1 to y(i) behind the block. */
SL_KERNEL_DECLARE(ut_leave, (i), scalar(int64_t, at), inout(int, 1, tokens, atomic), inout(int64_t, 1, work),
                  inout(int64_t, 1, y, own));
/* One block in another, of another view or of the same one, and one behind it. */
SL_KERNEL_DECLARE(ut_nested, (i), inout(int, 1, a, atomic), inout(int, 1, b, atomic), inout(int64_t, 1, of_a),
                  inout(int64_t, 2, of_both), inout(int64_t, 1, of_b), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(ut_same, (i), inout(int, 1, a, atomic), out(int64_t, 1, y, own));
/* ut_leave's y alone, to go before and after. */
SL_KERNEL_DECLARE(ut_step, (i), inout(int64_t, 1, y, own));

/** What ut_checked does in the block: adds to the token's own row; also to another one; to row 0; behind the
 *  block to row 0. */
enum { UT_RIGHT, UT_NESTED, UT_NOBODY, UT_AFTER };
/* Looks for races. Adds 3 to y(i), some of it in blocks. */
SL_KERNEL_DECLARE(ut_checked, (i), scalar(int, how), inout(int, 1, tokens, atomic), inout(int, 1, others, atomic),
                  inout(int64_t, 2, work), inout(int64_t, 1, y));
/* A team's threads add each j to the row of their token, and to y. */
SL_KERNEL_DECLARE(ut_team, (team), inout(int, 1, tokens, atomic), inout(int64_t, 1, work), inout(int64_t, 1, y));
/* Adds i + j to the row of the token, and writes it to y. */
SL_NEST_DECLARE(ut_nest, (i, j), lambdas(1), inout(int, 1, tokens, atomic), inout(int64_t, 1, work),
                out(int64_t, 2, y, own));

#endif
