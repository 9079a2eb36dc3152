/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What the two sources of tests/call/inline share: the ways in which everything is tried. */
#ifndef STARLOOP_TESTS_INLINE_WHERE_H
#define STARLOOP_TESTS_INLINE_WHERE_H

#include "inline.h"
#include "inline_testing.h"

/** Elements of most views. */
enum { N = 60 };

/** The ways: STARLOOP_INLINE=0; 1; and 1 where StarPU is asked, too. */
enum { QUEUED, INLINE, INLINE_ASKING, MODES };
extern const char *const mode_name[MODES];
extern int mode;

/** Makes a call until it runs in the calling thread, where loops may. */
#define becomes_inline(call) \
    do { \
        int here_ = 0; \
        call_often(call, mode == QUEUED ? 20 : 20000, here_) \
            is_int(here_ > 0, mode != QUEUED, "%s: %s", mode_name[mode], #call); \
    } while (0)

/** Opens the gate of inline_testing.h, and waits for all that was behind it. */
static void open_gate(void)
{
    atomic_store(&gate_open, 1);
    finish();
}

/** Tries which loops run in the calling thread, in one of the modes. */
void test_where(void);

/** Tries loops that a group would run on one thread, and those that are waited for. Starts the library itself. */
void test_one_thread(void);

#endif
