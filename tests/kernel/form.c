/* SPDX-License-Identifier: BSD-3-Clause */
/* A form of kernels that a test adds by macros alone: the library runs its chunk functions as those of any loop. In
 * sequence each iteration writes the number of its turn, from which the order is seen. */
#include "loop_testing.h"

SL_KERNEL_DECLARE(form_back, (i), scalar(double, a), inout(double, 1, turn), out(double, 1, y, own));
SL_KERNEL_DECLARE(form_forth, (i), scalar(double, a), inout(double, 1, turn), out(double, 1, y, own));

enum { N = 1000 };

/* Sets what counts the turns to 0. */
static void restart(sl_view *turn)
{
    double *t = SL_HOST_WRITE(double, turn);
    *t = 0;
    must(sl_host_end(turn));
}

/* y is a times the turn that iteration i has. */
static void check_turns(sl_view *y, double a, int backwards, const char *sentence)
{
    double want[N];
    for (int i = 0; i < N; i++)
        want[i] = a * (backwards ? N - 1 - i : i);
    same_array(SL_HOST_READ(double, y), want, N, "%s", sentence);
    must(sl_host_end(y));
}

static void test_form(void)
{
    sl_view *turn = view_of("turn", SL_DOUBLE, RIGHT, SL_EXTENTS(1));
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_policy policy = {.schedule = SL_SEQ, .where = SL_CPU};
    restart(turn);
    must(sl_forall_with(policy, form_back, SL_RANGE(0, N), 2.0, turn, y));
    check_turns(y, 2, 1, "a kernel of the test's own form runs from the last index to the first");
    restart(turn);
    must(sl_forall_with(policy, form_forth, SL_RANGE(0, N), 3.0, turn, y));
    check_turns(y, 3, 0, "a plain one from the first to the last");
    sl_view_destroy(&turn);
    sl_view_destroy(&y);
}

int main(void)
{
    must(sl_init(NULL));
    test_form();
    must(sl_finalize());
    return done_testing();
}
