/* SPDX-License-Identifier: BSD-3-Clause */
/* Misuse of sl_submit, sl_forall, sl_reduce and SL_INTO: the status, a text that names function, kernel and argument,
 * and nothing changed. */
#include <starloop/kernel/abi.h>

#include "misuse.h"

SL_KERNEL_DECLARE(ml_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(ml_copy, (i), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(ml_smooth, (i), in(double, 1, u, halo(2)), out(double, 1, w, own));
SL_KERNEL_DECLARE(ml_plane, (i, j), in(double, 2, u, own), out(double, 2, w, own));
SL_KERNEL_DECLARE(ml_fixed, (i), in(double, 2, m, fixed(4, 3)), inout(double, 1, y, own));
SL_KERNEL_DECLARE(ml_columns, (i, j), in(double, 1, c, own(1)), out(double, 2, w, own));
SL_KERNEL_DECLARE(ml_dot, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(ml_two, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, m));
SL_KERNEL_DECLARE(ml_scaled, (i), in(double, 0, alpha), inout(double, 1, y, own));
extern const sl_kernel ml_axpy__kernel, ml_dot__kernel, ml_two__kernel;

enum { N = 10 };
static sl_view *x, *y, *square, *wide, *cube, *floats, *scalar, *ints0;
static double a = 2.0;

/* Arguments of ml_axpy as another language would give them. */
static void axpy_args(sl_arg args[3])
{
    memset(args, 0, 3 * sizeof *args);
    args[0] = (sl_arg){.kind = SL_ARG_SCALAR, .data = &a};
    args[1] = (sl_arg){.kind = SL_ARG_VIEW, .view = x};
    args[2] = (sl_arg){.kind = SL_ARG_VIEW, .view = y};
}

static void count_plain(sl_log_level level, const char *file, int line, const char *text, void *count)
{
    (void)level, (void)file, (void)line;
    *(int *)count += strstr(text, "was not compiled by starloop-cc") != NULL && strstr(text, "elsewhere.c") != NULL;
}

/* As if plain cc had compiled two kernels of a file. */
static void test_plain(void)
{
    static struct sl__kernel_state *state[2];
    static sl_kernel plain;
    sl_space space = SL_RANGE(0, N);
    sl_arg args[3];
    double none = 0;
    int count = 0;
    axpy_args(args);
    args[0].data = &none;
    sl_log_set_handler(count_plain, &count);
    for (int n = 0; n < 4; n++) {
        plain = ml_axpy__kernel;
        plain.abi |= SL__ABI_PLAIN;
        plain.file = "there/elsewhere.c";
        plain.state = &state[n % 2];
        ok(sl_submit(&plain, NULL, &space, args, 3) == 0 && sl_wait() == 0, "one of another compiler runs");
        is_int(count, 1, "and its file is named once");
    }
    sl_log_set_handler(misuse_count, NULL);
}

/* What sl_reduce() and sl_launch() call of a kernel that plain cc compiled is the call that it says, at its place. */
static void test_plain_calls(void)
{
    static struct sl__kernel_state *state[2];
    static sl_kernel dot, team;
    const sl_policy policy = SL_POLICY(0);
    const sl_space space = SL_RANGE(0, N), long_space = SL_RANGE(0, N + 1);
    const sl__call reduce = {"elsewhere.c:7", SL__REDUCE, 0}, launch = {"elsewhere.c:8", SL__LAUNCH_CALL, 0};
    double sum = -1, want = 0;
    sl_arg args[3] = {
        {.kind = SL_ARG_VIEW, .view = x}, {.kind = SL_ARG_VIEW, .view = y}, {.kind = SL_ARG_HOST, .data = &sum}};
    dot = ml_dot__kernel;
    team = ml_axpy__kernel;
    dot.abi = team.abi = SL__ABI | SL__ABI_PLAIN;
    dot.file = team.file = "there/elsewhere.c";
    dot.state = &state[0];
    team.state = &state[1];
    const double *p = SL_HOST_READ(double, x), *q = SL_HOST_READ(double, y);
    for (int i = 0; i < N; i++)
        want += p[i] * q[i];
    (void)sl_host_end(x);
    (void)sl_host_end(y);
    is_int(sl__submit(&reduce, &dot, &policy, &space, args, 3), SL_SUCCESS, "so it runs as sl_reduce");
    ok(sum == want, "sl_reduce of a kernel of another compiler has its result: got %g, want %g", sum, want);
    refused(sl__submit(&reduce, &dot, &policy, &long_space, args, 3), SL_ERR_EXTENT, "one that leaves its views",
            "sl_reduce: ", "ml_dot", "(called at elsewhere.c:7)");
    refused(sl__submit(&launch, &team, &policy, &space, args, 3), SL_ERR_UNSUPPORTED, "sl_launch of no team kernel",
            "sl_launch: ", "SL_TEAM_KERNEL", "(called at elsewhere.c:8)");
}

static void test_submit(void)
{
    const char *f = "sl_submit: ";
    const sl_kernel *k = &ml_axpy__kernel;
    sl_space space = SL_RANGE(0, N);
    sl_arg args[3];
    axpy_args(args);
    refused(sl_submit(NULL, NULL, &space, args, 3), SL_ERR_ARGUMENT, "no kernel", f, "kernel", "NULL");
    sl_kernel old = *k;
    old.abi = SL__ABI - 1;
    refused(sl_submit(&old, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a kernel that was compiled with older headers", f,
            "compiled for interface", "compile it again");
    for (int form = -1; form <= SL__FORMS_END; form += SL__FORMS_END + 1) {
        sl_kernel odd = *k;
        odd.form = form;
        refused(sl_submit(&odd, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a kernel of no form", f, "damaged");
    }
    struct sl__kernel_state *state = NULL;
    const sl__device_code code = {.abi = SL__ABI, .threads = 64};
    sl_kernel bounded = *k;
    bounded.cuda = &code;
    bounded.state = &state;
    refused(sl_submit(&bounded, &SL_POLICY(.where = SL_CPU, .block = 65), &space, args, 3), SL_ERR_ARGUMENT,
            "a block of more threads than the kernel was compiled for", f, "ml_axpy", "policy.block",
            "at most 64 threads, as SL_LAUNCH_BOUNDS says", "got 65");
    refused(sl_submit(k, NULL, NULL, args, 3), SL_ERR_ARGUMENT, "no space", f, "ml_axpy", "space", "NULL");
    space.kind = 7;
    refused(sl_submit(k, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a space of an unknown kind", f, "ml_axpy",
            "space: expected a known kind (a box is 0), got 7");
    is_int(sl_space_size(&space), 0, "which has no points");
    space.kind = -1;
    refused(sl_submit(k, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a negative kind", f, "got -1");
    space.kind = SL_SPACE_BOX;
    refused(sl_submit(k, NULL, &space, NULL, 3), SL_ERR_ARGUMENT, "no arguments", f, "ml_axpy", "expected 3");
    refused(sl_submit(k, NULL, &space, args, 2), SL_ERR_ARGUMENT, "too few arguments", f, "ml_axpy", "expected 3",
            "got 2");
    refused(sl_submit(k, NULL, &space, args, 4), SL_ERR_ARGUMENT, "too many arguments", f, "ml_axpy", "expected 3",
            "got 4");
    refused(sl_submit(k, NULL, &space, args, -1), SL_ERR_ARGUMENT, "a negative count", f, "ml_axpy", "got -1");
    args[1] = (sl_arg){.kind = SL_ARG_SCALAR, .data = &a};
    refused(sl_submit(k, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a scalar for a view", f, "ml_axpy", "x", "expected");
    axpy_args(args);
    args[0] = (sl_arg){.kind = SL_ARG_VIEW, .view = x};
    refused(sl_submit(k, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a view for a scalar", f, "ml_axpy", "argument a",
            "expected");
    args[0] = (sl_arg){.kind = SL_ARG_SCALAR};
    refused(sl_submit(k, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a scalar without data", f, "ml_axpy", "argument a",
            "NULL");
    axpy_args(args);
    args[2].kind = SL_ARG_INTO;
    refused(sl_submit(k, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a target for a view", f, "ml_axpy", "argument y");
    args[2].kind = (sl_arg_kind)77;
    refused(sl_submit(k, NULL, &space, args, 3), SL_ERR_ARGUMENT, "no kind of argument", f, "ml_axpy", "argument y",
            "unknown");
    args[2].kind = (sl_arg_kind)0;
    refused(sl_submit(k, NULL, &space, args, 3), SL_ERR_ARGUMENT, "kind 0", f, "ml_axpy", "argument y");
}

static void test_submit_targets(void)
{
    const char *f = "sl_submit: ";
    sl_space space = SL_RANGE(0, N);
    double s = -7;
    sl_arg args[3] = {{.kind = SL_ARG_VIEW, .view = x}, {.kind = SL_ARG_VIEW, .view = y}, {.kind = SL_ARG_HOST}};
    refused(sl_submit(&ml_dot__kernel, NULL, &space, args, 3), SL_ERR_ARGUMENT, "no host memory for a result", f,
            "ml_dot", "argument s", "NULL");
    args[2] = (sl_arg){.kind = SL_ARG_VIEW, .view = scalar};
    refused(sl_submit(&ml_dot__kernel, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a plain view as a target", f, "ml_dot",
            "argument s");
    args[2] = (sl_arg){.kind = SL_ARG_SCALAR, .data = &s};
    refused(sl_submit(&ml_dot__kernel, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a scalar as a target", f, "ml_dot",
            "argument s");
    args[2] = (sl_arg){.kind = SL_ARG_INTO, .view = NULL};
    refused(sl_submit(&ml_dot__kernel, NULL, &space, args, 3), SL_ERR_ARGUMENT, "a target without a view", f, "ml_dot",
            "argument s", "NULL");
    args[2] = (sl_arg){.kind = SL_ARG_INTO, .view = x, .rank = 7};
    refused(sl_submit(&ml_dot__kernel, NULL, &space, args, 3), SL_ERR_RANK, "seven indices of a target", f, "ml_dot",
            "argument s", "got 7");
    args[2] = (sl_arg){.kind = SL_ARG_HOST, .data = &s};
    is_int(sl_submit(&ml_dot__kernel, NULL, &space, args, 3), SL_SUCCESS, "a host target works in sl_submit");
    is_close(s, 1000 * 45 + 285, 0, "and holds the sum when the call returns");
}

static void test_space(void)
{
    sl_space rank2 = SL_BOX(0, N, 0, N), bad = SL_BOX(0, N, 0), wild = {.rank = 7}, negative = {.rank = -1};
    refused(sl_forall(ml_axpy, rank2, a, x, y), SL_ERR_RANK, "a space of rank 2 for a loop of rank 1",
            "sl_forall: ", "ml_axpy", "space", "expected rank 1", "got 2");
    refused(sl_forall(ml_plane, SL_RANGE(0, 2), square, wide), SL_ERR_RANK, "a range for a loop of rank 2",
            "sl_forall: ", "ml_plane", "expected rank 2", "got 1");
    refused(sl_forall(ml_axpy, bad, a, x, y), SL_ERR_RANK, "an odd number of bounds", "sl_forall: ", "ml_axpy",
            "got 0");
    refused(sl_forall(ml_axpy, wild, a, x, y), SL_ERR_RANK, "a space of rank 7", "sl_forall: ", "ml_axpy", "got 7");
    refused(sl_forall(ml_axpy, negative, a, x, y), SL_ERR_RANK, "a space of negative rank", "ml_axpy", "got -1");
    refused(sl_forall(ml_copy, SL_RANGE(INT64_MIN, INT64_MAX), x, y), SL_ERR_EXTENT, "a space that cannot be counted",
            "sl_forall: ", "ml_copy", "space");
    is_int(sl_space_size(&bad), 0, "SL_BOX with three bounds has no points");
    is_int(sl_space_size(NULL), 0, "no space has no points");
    is_int(sl_space_size(&wild), 0, "a space of rank 7 has no points");
    is_int(sl_space_size(&negative), 0, "a space of negative rank has no points");
    is_int(sl_space_box(2, NULL).rank, 0, "sl_space_box without bounds gives rank 0");
    is_int(sl_space_box(14, (sl_index[14]){0}).rank, 0, "sl_space_box with 14 bounds gives rank 0");
    is_int(sl_space_box(0, (sl_index[1]){0}).rank, 0, "sl_space_box with no bounds gives rank 0");
    is_int(sl_space_box(-2, (sl_index[1]){0}).rank, 0, "sl_space_box with a negative count gives rank 0");
    sl_space huge = SL_RANGE(INT64_MIN, INT64_MAX), empty = SL_BOX(INT64_MIN, INT64_MAX, 3, 3);
    ok(sl_space_size(&huge) == INT64_MAX, "sl_space_size of too many points is INT64_MAX");
    is_int(sl_space_size(&empty), 0, "a box that is empty in one dimension has no points, however long the other");
}

/* SL_RANGE_VIEW: what says where a range ends. */
static void test_range_view(void)
{
    sl_view *end = NULL, *two = NULL, *gone = NULL, *blocked = NULL;
    (void)sl_view_create("end", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &end);
    (void)sl_view_create("two", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(2), &two);
    (void)sl_view_create("gone", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &gone);
    (void)sl_view_create("blocked", SL_INT32, SL_LAYOUT_BLOCKED(1, 1), SL_EXTENTS(1, 1), &blocked);
    const sl_space stale = SL_RANGE_VIEW(0, N, gone);
    sl_space plane = SL_RANGE_VIEW(0, N, end);
    plane.rank = 2;
    sl_view_destroy(&gone);
    refused(sl_forall(ml_axpy, SL_RANGE_VIEW(0, N, NULL), a, x, y), SL_ERR_ARGUMENT, "no view of an end",
            "sl_forall: kernel ml_axpy: end of the space: expected a view, got NULL");
    refused(sl_forall(ml_axpy, stale, a, x, y), SL_ERR_DESTROYED, "one that is gone",
            "sl_forall: kernel ml_axpy: end of the space: ");
    refused(sl_forall(ml_axpy, SL_RANGE_VIEW(0, N, floats), a, x, y), SL_ERR_TYPE, "one of fractions",
            "end of the space: expected a view of int32_t or int64_t, got \"floats\" of float");
    refused(sl_forall(ml_axpy, SL_RANGE_VIEW(0, N, two), a, x, y), SL_ERR_EXTENT, "one of two elements",
            "end of the space: expected a view of one element, got \"two\" with 2");
    refused(sl_forall(ml_axpy, SL_RANGE_VIEW(0, N, blocked), a, x, y), SL_ERR_UNSUPPORTED, "one without strides",
            "end of the space: expected a view whose layout has strides, got \"blocked\"");
    refused(sl_forall(ml_axpy, SL_RANGE_VIEW(3, 2, end), a, x, y), SL_ERR_ARGUMENT, "a largest end before the begin",
            "kernel ml_axpy: space: expected SL_RANGE_VIEW(lo, most, n) with a most of 3 at least, got 2");
    refused(sl_forall(ml_axpy, SL_RANGE_VIEW(0, N + 1, end), a, x, y), SL_ERR_EXTENT, "one behind a view",
            "argument x: expected own indices in [0, 10)", "got [0, 11)");
    refused(sl_forall(ml_plane, plane, square, wide), SL_ERR_RANK, "a rank of two", "ml_plane: space: expected rank 1");
    sl_view_destroy(&end);
    sl_view_destroy(&two);
    sl_view_destroy(&blocked);
}

static void test_views(void)
{
    sl_space r = SL_RANGE(0, N);
    sl_view *gone = misuse_vector("gone", N, 0), *stale = gone;
    sl_view_destroy(&gone);
    refused(sl_forall(ml_axpy, r, a, NULL, y), SL_ERR_ARGUMENT, "NULL for a view", "sl_forall: ", "ml_axpy", "x",
            "NULL");
    refused(sl_forall(ml_axpy, r, a, x, NULL), SL_ERR_ARGUMENT, "NULL for the last view", "ml_axpy", "y", "NULL");
    refused(sl_forall(ml_axpy, r, a, stale, y), SL_ERR_DESTROYED, "a destroyed view", "sl_forall: ", "ml_axpy", "x");
    refused(sl_forall(ml_axpy, r, a, floats, y), SL_ERR_TYPE, "a view of another type", "sl_forall: ", "ml_axpy",
            "argument x", "double", "\"floats\" of float");
    refused(sl_forall(ml_axpy, r, a, square, y), SL_ERR_RANK, "a view of another rank", "sl_forall: ", "ml_axpy",
            "argument x", "expected a view of rank 1", "\"square\" of rank 2");
    refused(sl_forall(ml_scaled, r, x, y), SL_ERR_RANK, "a vector for a view of rank 0", "ml_scaled", "argument alpha",
            "expected a view of rank 0", "\"x\" of rank 1");
    refused(sl_forall(ml_fixed, SL_RANGE(0, 4), square, y), SL_ERR_EXTENT, "another extent than fixed(4, 3)",
            "ml_fixed", "argument m", "expected", "4", "got");
    refused(sl_reduce(ml_dot, r, x, NULL, &a), SL_ERR_ARGUMENT, "NULL for a view of sl_reduce", "sl_reduce: ", "ml_dot",
            "y");
    refused(sl_reduce(ml_dot, r, floats, y, &a), SL_ERR_TYPE, "a view of another type in sl_reduce",
            "sl_reduce: ", "ml_dot");
}

static void test_extents(void)
{
    refused(sl_forall(ml_axpy, SL_RANGE(0, N + 1), a, x, y), SL_ERR_EXTENT, "own: a range beyond the end",
            "sl_forall: ", "ml_axpy", "argument x", "11", "10");
    refused(sl_forall(ml_axpy, SL_RANGE(-1, 3), a, x, y), SL_ERR_EXTENT, "own: a range before the start", "ml_axpy",
            "argument x", "-1");
    refused(sl_forall(ml_axpy, SL_RANGE(INT64_MAX - 3, INT64_MAX), a, x, y), SL_ERR_EXTENT, "own: a range far outside",
            "ml_axpy", "argument x");
    refused(sl_forall(ml_copy, SL_RANGE(0, N + 1), x, y), SL_ERR_EXTENT, "own: the output is too short", "ml_copy",
            "argument y", "11", "10");
    refused(sl_forall(ml_smooth, SL_RANGE(0, N + 1), x, y), SL_ERR_EXTENT,
            "halo beside an own output that is too short", "ml_smooth", "argument w", "11");
    refused(sl_forall(ml_plane, SL_BOX(0, 5, 0, 6), square, wide), SL_ERR_EXTENT, "own: too far in dimension 1",
            "ml_plane", "argument u", "dimension 1", "6");
    refused(sl_forall(ml_plane, SL_BOX(-1, 5, 0, 5), square, wide), SL_ERR_EXTENT, "own: too early in dimension 0",
            "ml_plane", "argument u", "dimension 0", "-1");
    sl_view *w = misuse_vector("w", N, 0);
    is_int(sl_forall(ml_smooth, SL_RANGE(0, N), x, w), SL_SUCCESS, "halo may reach past the edge: the body says how");
    sl_view_destroy(&w);
    refused(sl_forall(ml_columns, SL_BOX(0, 5, 0, 11), x, wide), SL_ERR_EXTENT, "own(1): the second index counts",
            "ml_columns", "argument c", "11");
    is_int(sl_forall(ml_columns, SL_BOX(0, 12, 0, 10), x, wide), SL_SUCCESS, "own(1): the first index does not");
    is_int(sl_forall(ml_axpy, SL_RANGE(50, 50), a, x, y), SL_SUCCESS, "an empty range outside the views is legal");
    is_int(sl_forall(ml_axpy, SL_RANGE(5, -5), a, x, y), SL_SUCCESS, "and so is a backward one");
    double s = -7;
    is_int(sl_reduce(ml_dot, SL_RANGE(3, 3), x, y, &s), SL_SUCCESS, "and an empty one in sl_reduce");
    is_close(s, 0, 0, "whose sum is 0");
}

static void test_alias(void)
{
    sl_space r = SL_RANGE(0, N);
    refused(sl_forall(ml_axpy, r, a, x, x), SL_ERR_ALIAS, "the same view as in and inout", "sl_forall: ", "ml_axpy",
            "x", "y");
    refused(sl_forall(ml_copy, r, y, y), SL_ERR_ALIAS, "the same view as in and out", "sl_forall: ", "ml_copy", "x",
            "y");
    refused(sl_forall(ml_dot, r, x, y, SL_INTO(x, 3)), SL_ERR_ALIAS, "the target is an input", "ml_dot", "s", "x");
    refused(sl_forall(ml_two, r, x, SL_INTO(y, 3), SL_INTO(y, 3)), SL_ERR_ALIAS, "one target twice", "ml_two", "s",
            "m");
    double s = 0;
    refused(sl_reduce(ml_two, r, x, &s, &s), SL_ERR_ALIAS, "one host target twice", "sl_reduce: ", "ml_two", "s", "m");
    sl_arg args[3] = {{.kind = SL_ARG_VIEW, .view = x},
                      {.kind = SL_ARG_INTO, .view = y, .rank = 1, .index = {3, 7}},
                      {.kind = SL_ARG_INTO, .view = y, .rank = 1, .index = {3, 9}}};
    refused(sl_submit(&ml_two__kernel, NULL, &r, args, 3), SL_ERR_ALIAS,
            "one target twice, with other numbers beyond its rank", "sl_submit: ", "ml_two", "s", "m");
    double pair[2] = {-7, -7}, memory[N] = {0};
    refused(sl_reduce(ml_two, r, x, &pair[0], (double *)(void *)((char *)pair + 4)), SL_ERR_ALIAS,
            "host targets that overlap", "sl_reduce: ", "ml_two", "argument m", "argument s");
    sl_view *w = NULL;
    sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory, &w);
    refused(sl_reduce(ml_dot, r, w, y, &memory[3]), SL_ERR_ALIAS, "a host target in the memory of an input",
            "sl_reduce: ", "ml_dot", "argument s", "\"w\" of argument x");
    refused(sl_reduce(ml_two, r, x, SL_INTO(w, 0), &memory[N - 1]), SL_ERR_ALIAS,
            "a host target in the memory of another target", "ml_two", "argument m", "\"w\" of argument s");
    is_int(sl_reduce(ml_two, r, w, &pair[0], &pair[1]), SL_SUCCESS, "targets beside one another are legal");
    is_close(pair[0] + pair[1], 0, 0, "and written");
    sl_view_destroy(&w);
    is_int(sl_reduce(ml_dot, r, x, x, &s), SL_SUCCESS, "the same view twice as in is legal");
    is_close(s, 285, 0, "and right");
}

static void test_targets(void)
{
    sl_space r = SL_RANGE(0, N);
    double s = -7;
    sl_view *gone = misuse_vector("gone", N, 0), *stale = gone;
    sl_view_destroy(&gone);
    refused(sl_forall(ml_dot, r, x, y, &s), SL_ERR_ARGUMENT, "a host pointer in sl_forall", "sl_forall: ", "ml_dot",
            "argument s", "SL_INTO", "sl_reduce");
    is_close(s, -7, 0, "and the host pointer is not touched");
    refused(sl_forall(ml_dot, r, x, y, NULL), SL_ERR_ARGUMENT, "NULL as a target in sl_forall", "sl_forall: ", "ml_dot",
            "argument s", "SL_INTO");
    refused(sl_reduce(ml_dot, r, x, y, NULL), SL_ERR_ARGUMENT, "NULL as a target in sl_reduce", "sl_reduce: ", "ml_dot",
            "argument s", "NULL");
    refused(sl_forall(ml_dot, r, x, y, SL_INTO(NULL)), SL_ERR_ARGUMENT, "SL_INTO(NULL)", "argument s", "NULL");
    refused(sl_forall(ml_dot, r, x, y, SL_INTO(stale, 0)), SL_ERR_DESTROYED, "SL_INTO of a destroyed view",
            "argument s");
    refused(sl_forall(ml_dot, r, x, y, SL_INTO(ints0)), SL_ERR_TYPE, "SL_INTO of another type", "ml_dot", "argument s",
            "double", "\"ints0\" of int32_t");
    refused(sl_forall(ml_dot, r, x, y, SL_INTO(wide)), SL_ERR_RANK, "SL_INTO without indices", "argument s",
            "with 2 indices", "got 0");
    refused(sl_forall(ml_dot, r, x, y, SL_INTO(wide, 1)), SL_ERR_RANK, "SL_INTO with too few indices", "argument s",
            "with 2 indices", "got 1");
    refused(sl_forall(ml_dot, r, x, y, SL_INTO(scalar, 0)), SL_ERR_RANK, "SL_INTO with an index of a scalar",
            "argument s", "with 0 indices", "got 1");
    refused(sl_forall(ml_dot, r, x, y, SL_INTO(wide, 1, 12)), SL_ERR_EXTENT, "SL_INTO beyond the end", "argument s",
            "12");
    refused(sl_forall(ml_dot, r, x, y, SL_INTO(wide, -1, 0)), SL_ERR_EXTENT, "SL_INTO before the start", "argument s",
            "-1");
    is_int(sl_forall(ml_dot, r, x, y, SL_INTO(wide, 11, 11)), SL_SUCCESS, "SL_INTO of the last element works");
    const double *p = SL_HOST_READ(double, wide);
    is_close(p ? p[11 * 12 + 11] : -1, 45285, 0, "and that element holds the sum");
    if (p)
        sl_host_end(wide);
}

/* The library works as if nothing had happened, and only what succeeded was done. */
static void test_after(void)
{
    is_int(sl_wait(), SL_SUCCESS, "nothing of all this is an error of a task");
    is_int(misuse_changed(x, 0), 0, "x is as it was made");
    is_int(misuse_changed(y, 1000), 0, "y is as it was made");
    is_int(misuse_changed(cube, 0), 0, "a view that had no part in it is as it was made");
    is_int(sl_forall(ml_axpy, SL_RANGE(0, N), 1.0, x, y), SL_SUCCESS, "a good call is accepted");
    const double *p = SL_HOST_READ(double, y);
    int wrong = 0;
    for (int i = 0; p && i < N; i++)
        wrong += p[i] != 1000 + 2 * i;
    ok(p && wrong == 0, "and computes");
    sl_host_end(y);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    x = misuse_vector("x", N, 0);
    y = misuse_vector("y", N, 1000);
    cube = misuse_vector("cube", 27, 0);
    sl_view_create("square", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5, 5), &square);
    sl_view_create("wide", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(12, 12), &wide);
    sl_view_create("floats", SL_FLOAT, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &floats);
    sl_view_create("scalar", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &scalar);
    sl_view_create("ints0", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(), &ints0);
    test_plain();
    test_plain_calls();
    test_submit();
    test_submit_targets();
    test_space();
    test_range_view();
    test_views();
    test_extents();
    test_alias();
    test_targets();
    test_after();
    sl_view *all[] = {x, y, square, wide, cube, floats, scalar, ints0};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        sl_view_destroy(&all[i]);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
