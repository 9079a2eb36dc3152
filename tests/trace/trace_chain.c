/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of a chain run side by side, part by part. Their arrows lead from the part that the first part of a loop had to
 * wait for, and so never back. Worked out from the spans of the trace and the declared reach, in plain C. */
#include <starloop/kernel/abi.h>

#include "exec/cpu/cpu.h"
#include "exec/cpu/parts.h"
#include "loop_testing.h"
#include "trace.h"

SL_KERNEL_DECLARE(trace_set, (i), scalar(double, s), out(double, 1, a, own));
SL_KERNEL_DECLARE(trace_add, (i), in(double, 1, a, own), inout(double, 1, b, own));
SL_KERNEL_DECLARE(trace_sum, (i), in(double, 1, a, own), reduce(double, sum, total));
SL_KERNEL_DECLARE(trace_blur, (i), in(double, 1, a, halo(1)), out(double, 1, b, own));
SL_KERNEL_DECLARE(trace_turn, (i), in(double, 1, a), out(double, 1, b, own));
SL_KERNEL_DECLARE(trace_shift, (i), in(double, 0, s), inout(double, 1, a, own));

extern const sl_kernel trace_add__kernel;

enum { N = 1 << 18, RUNS = 2 };

/* What the first part of a loop needs of one before it: the same part, its neighbours too, all parts; or the one before
 * ran before the chain, or after it. */
enum { OWN, HALO, ALL, OUTSIDE };

static const struct {
    const char *from, *to;
    int needs, count;
} edges[] = {{"set", "add", OWN, RUNS},     {"add", "blur", HALO, RUNS},  {"blur", "turn", ALL, RUNS},
             {"turn", "sum", OWN, RUNS},    {"sum", "shift", ALL, RUNS},  {"add", "shift", OWN, RUNS},
             {"before", "set", OUTSIDE, 1}, {"shift", "set", OUTSIDE, 1}, {"blur", "add", OUTSIDE, 1},
             {"turn", "blur", OUTSIDE, 1},  {"sum", "turn", OUTSIDE, 1},  {"shift", "sum", OUTSIDE, 1},
             {"shift", "after", OUTSIDE, 1}};
enum { EDGES = sizeof edges / sizeof *edges };

/* ---- what is to be found in the trace -------------------------------------------------------------------- */

static double between; /* when the second run had not begun */

static int part_of(const span *s)
{
    return (int)json_number(json_get(s->event, "args"), "part");
}

static int same_run(const span *a, const span *b)
{
    return (a->begin < between) == (b->begin < between);
}

static int is_first(const span *s)
{
    for (int i = 0; i < span_count; i++)
        if (spans[i].task == s->task && same_run(&spans[i], s) && spans[i].begin < s->begin)
            return 0;
    return 1;
}

/* Of the parts of its loop that lie so near to one. */
static int is_last(const span *s, int part, int near)
{
    for (int i = 0; i < span_count; i++)
        if (spans[i].task == s->task && same_run(&spans[i], s) && spans[i].end > s->end + 1e-6 &&
            abs(part_of(&spans[i]) - part) <= near)
            return 0;
    return abs(part_of(s) - part) <= near;
}

static int is_right(const span *from, const span *to, int needs)
{
    const int part = part_of(to);
    if (from->end > to->begin + 1e-6 || !is_first(to))
        return 0;
    return is_last(from, part, needs == OWN ? 0 : needs == HALO ? 1 : 1 << 20);
}

/* Arrows of an edge that are as they should be. */
static int right_arrows(int edge)
{
    const span *a, *b;
    int right = 0;
    for (const struct json *e = events; e; e = e->next) {
        if (!is_phase(e, "s") || !arrow_ends(e, &a, &b) || strcmp(label_of(a), edges[edge].from) != 0 ||
            strcmp(label_of(b), edges[edge].to) != 0)
            continue;
        int good = is_right(a, b, edges[edge].needs);
        if (!good)
            diag("%s part %d [%.3f, %.3f] to %s part %d [%.3f, %.3f]", edges[edge].from, part_of(a), a->begin, a->end,
                 edges[edge].to, part_of(b), b->begin, b->end);
        right += good;
    }
    return right;
}

static int flows_back(void)
{
    const span *a, *b;
    int back = 0;
    for (const struct json *e = events; e; e = e->next)
        back += is_phase(e, "s") && !arrow_ends(e, &a, &b);
    return back;
}

/* ---- a chain ---------------------------------------------------------------------------------------------- */

static int touch(void *arg)
{
    *(int *)arg += 1;
    return 0;
}

static void host_task(const char *label, sl_view *view, int access)
{
    static int touched;
    must(sl_task_submit(&(sl_policy){.label = label, .synchronous = 1}, touch, &touched, (sl_use[]){{view, access}},
                        view != NULL));
}

static sl_policy on_cpu(const char *label)
{
    return SL_POLICY(.label = label, .where = SL_CPU);
}

static void run_chain(void)
{
    sl_region *region = NULL;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *z = view_of("z", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *w = view_of("w", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *t = view_of("t", SL_DOUBLE, RIGHT, SL_EXTENTS());
    must(sl_region_begin(&region));
    must(sl_forall_with(on_cpu("set"), trace_set, SL_RANGE(0, N), 1.0, x));
    must(sl_forall_with(on_cpu("add"), trace_add, SL_RANGE(0, N), x, y));
    must(sl_forall_with(on_cpu("blur"), trace_blur, SL_RANGE(1, N - 1), y, z));
    must(sl_forall_with(on_cpu("turn"), trace_turn, SL_RANGE(0, N), z, w));
    must(sl_forall_with(on_cpu("sum"), trace_sum, SL_RANGE(0, N), w, SL_INTO(t)));
    must(sl_forall_with(on_cpu("shift"), trace_shift, SL_RANGE(0, N), t, x));
    must(sl_region_end(region));
    host_task("before", x, SL_WRITE);
    must(sl_region_run(region));
    must(sl_wait());
    host_task("between", NULL, SL_READ);
    must(sl_region_run(region));
    host_task("after", x, SL_READ);
    sl_region_destroy(&region);
    sl_view_destroy(&x), sl_view_destroy(&y), sl_view_destroy(&z), sl_view_destroy(&w), sl_view_destroy(&t);
}

static void test_chain(int threads, int parts)
{
    int all = 0;
    begin_trace();
    sl__cpu_threads_override = threads;
    sl__parts_override = parts;
    run_chain();
    end_trace();
    sl__cpu_threads_override = sl__parts_override = 0;
    if (!load(trace_path))
        return;
    const span *middle = span_labelled("between");
    between = middle ? middle->begin : -1;
    is_int(span_count, 6 * RUNS * parts + 3, "%d threads run six loops over %d parts", threads, parts);
    ok(nests(), "whose spans do not overlap on a row");
    is_int(flows_back(), 0, "no arrow ends before it begins");
    is_int(counter_falls("bytes moved", "loops"), 0, "the bytes that were moved never become fewer");
    for (int e = 0; e < EDGES; e++) {
        is_int(right_arrows(e), edges[e].count, "%d arrow%s from \"%s\" to \"%s\", from what it waited for%s",
               edges[e].count, edges[e].count == 1 ? "" : "s", edges[e].from, edges[e].to,
               edges[e].needs == OWN    ? " of the same part"
               : edges[e].needs == HALO ? " of that part and its neighbours"
                                        : "");
        all += edges[e].count;
    }
    is_int(arrows(NULL, NULL), all, "and these are all");
}

void test_chains(void)
{
    if (trace_add__kernel.bounds_checked) {
        skip("loops with bounds checks run by themselves", "loops of a chain run side by side");
        return;
    }
    setenv("STARLOOP_CHAIN", "1", 1);
    test_chain(1, 4);
    test_chain(2, 8);
    test_chain(4, 8);
    test_chain(4, 64);
    setenv("STARLOOP_CHAIN", "0", 1);
}
