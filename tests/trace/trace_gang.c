/* SPDX-License-Identifier: BSD-3-Clause */
/* A loop that several worker groups share has a bar on the row of each. */
#include "exec/cpu/gang.h"
#include "loop_testing.h"
#include "trace.h"

SL_KERNEL_DECLARE(trace_set, (i), scalar(double, s), out(double, 1, a, own));

enum { N = 1 << 22, LOOPS = 30 };

/* The bar of the call itself: that of the group which has called the others. */
static const span *call_of(const span *s)
{
    for (int i = 0; i < span_count; i++)
        if (spans[i].task == s->task && !joins(&spans[i]))
            return &spans[i];
    return s;
}

static double iterations(const span *s)
{
    return json_number(json_get(s->event, "args"), "iterations");
}

static void check_gangs(void)
{
    int calls = 0, members = 0, outside = 0, same_row = 0, wrong = 0;
    for (int i = 0; i < span_count; i++) {
        const span *s = &spans[i], *call = call_of(s);
        calls += call == s;
        if (call == s) {
            wrong += iterations(s) != N;
            continue;
        }
        members++;
        outside += s->begin < call->begin || s->end > call->end;
        same_row += s->row == call->row;
        wrong += iterations(s) < 0 || iterations(s) > N || strcmp(label_of(s), "shared") != 0;
    }
    is_int(calls, LOOPS, "each call has a bar");
    ok(members > 0, "the groups that join have bars of their own (%d)", members);
    is_int(outside, 0, "within that of the call");
    is_int(same_row, 0, "on other rows");
    is_int(wrong, 0, "with the label of the call and the iterations that they ran");
    ok(nests(), "the bars do not overlap on a row");
    is_int(arrows("shared", "shared"), LOOPS - 1, "and each call has one arrow from the one before");
}

void test_gangs(void)
{
    setenv("STARLOOP_CPU_WORKERS", "core", 1);
    begin_trace();
    unsetenv("STARLOOP_CPU_WORKERS");
    int several = sl_cpu_workers() > 1;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl__gang_always = 1;
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall_with(SL_POLICY(.label = "shared", .where = SL_CPU), trace_set, SL_RANGE(0, N), 1.0, x));
    must(sl_wait());
    sl__gang_always = 0;
    sl_view_destroy(&x);
    end_trace();
    if (!load(trace_path))
        return;
    if (several)
        check_gangs();
    else
        skip("there is one worker group", "each group that shares a loop has a bar");
}
