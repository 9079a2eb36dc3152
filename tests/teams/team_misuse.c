/* SPDX-License-Identifier: BSD-3-Clause */
/* What a launch may not ask for, and how it fails: the status, a text that names function, kernel, argument, what was
 * expected and what came, and nothing changed. */
#include <inttypes.h>
#include "misuse.h"

#include "backend/backend.h"

SL_KERNEL_DECLARE(tu_line, (t), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(tu_pair, (t), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(tu_scratch, (t), scalar(sl_index, n), inout(double, 1, y, own));
SL_KERNEL_DECLARE(tu_raise, (t), scalar(sl_index, bad), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(tu_apart, (t), scalar(int32_t, way), in(double, 1, x), inout(double, 1, y, own));
SL_KERNEL_DECLARE(tu_checked, (t), scalar(sl_index, bad), scalar(sl_index, row), scalar(sl_index, column),
                  inout(double, 2, m, own(0, all)));
SL_KERNEL_DECLARE(tu_races, (t), scalar(sl_index, bad), inout(double, 1, y));
SL_KERNEL_DECLARE(tu_guards, (t), scalar(sl_index, bad), scalar(sl_index, at), scalar(sl_index, n),
                  inout(double, 1, y, own));
SL_KERNEL_DECLARE(tu_plain, (i), scalar(double, a), inout(double, 1, y, own));

enum { N = 10, COLUMNS = 3 };
static const char f[] = "sl_launch: ";
static sl_view *x, *y, *plane, *floats;

static void test_kinds(void)
{
    refused(sl_forall(tu_line, SL_RANGE(0, N), 1.0, y), SL_ERR_UNSUPPORTED, "sl_forall of a team kernel",
            "sl_forall: ", "tu_line", "sl_launch");
    refused(sl_launch(SL_POLICY(.league = N), tu_plain, 1.0, y), SL_ERR_UNSUPPORTED, "sl_launch of another kernel", f,
            "tu_plain", "SL_TEAM_KERNEL");
}

/* A policy that no launch takes; the text has these parts. */
#define bad(policy, status, sentence, ...) \
    refused(sl_launch(policy, tu_line, 1.0, y), status, sentence, f, "tu_line", __VA_ARGS__)

static void test_sizes(void)
{
    bad(SL_POLICY(.league = -1), SL_ERR_ARGUMENT, "a negative league", "policy.league", "got -1");
    bad(SL_POLICY(.league = N, .team = -2), SL_ERR_ARGUMENT, "a negative team", "policy.team", "got -2");
    bad(SL_POLICY(.league = N, .vector = -4), SL_ERR_ARGUMENT, "a negative vector", "policy.vector", "0 lanes or more",
        "got -4");
    bad(SL_POLICY(.league = N, .team = 33, .vector = 63), SL_ERR_ARGUMENT, "more threads than fit 32 lanes each",
        "policy.team", "32 threads of 32 lanes", "got 33");
    bad(SL_POLICY(.league = N, .team = 512, .vector = 4), SL_ERR_ARGUMENT, "more threads than a block has",
        "policy.team", "256 threads of 4 lanes", "got 512");
    bad(SL_POLICY(.league = N, .team = 1025), SL_ERR_ARGUMENT, "a team that large", "policy.team", "1024", "1025");
    bad(SL_POLICY(.league = N, .team = 2147483647, .vector = 32), SL_ERR_ARGUMENT, "a product that overflows",
        "policy.team", "32 threads of 32 lanes", "got 2147483647");
}

static void test_leagues(void)
{
    const char *says = "1 to 3 extents of 0 or more";
    bad(SL_POLICY(.leagues = SL_EXTENTS(2, 5), .league = 9), SL_ERR_ARGUMENT, "a league of another size",
        "policy.leagues", says, "and is policy.league", "got 2", "a league of 9");
    bad(SL_POLICY(.leagues = SL_EXTENTS(1, 2, 5, 1)), SL_ERR_ARGUMENT, "a league of four indices", "policy.leagues",
        says, "got 4");
    bad(SL_POLICY(.leagues = SL_EXTENTS(-2, -5)), SL_ERR_ARGUMENT, "negative extents", "policy.leagues", says,
        "the first is -2");
    bad(SL_POLICY(.leagues = SL_EXTENTS((sl_index)1 << 40, (sl_index)1 << 40)), SL_ERR_ARGUMENT,
        "a product that overflows", "policy.leagues", says, "fits 64 bits");
    bad(SL_POLICY(.leagues = SL_EXTENTS(11)), SL_ERR_EXTENT, "a league larger than a view", "argument y", "11", "10");
    refused(sl_forall_with(SL_POLICY(.leagues = SL_EXTENTS(1, 3)), tu_plain, SL_RANGE(0, N), 1.0, y),
            SL_ERR_UNSUPPORTED, "a loop with leagues", "sl_forall: ", "tu_plain", "policy.leagues", "SL_TEAM_KERNEL");
}

static void test_other_fields(void)
{
    bad(SL_POLICY(.league = N, .tile = {4}), SL_ERR_UNSUPPORTED, "a tile", "policy.tile");
    bad(SL_POLICY(.league = N, .collapse = 1), SL_ERR_UNSUPPORTED, "collapsed loops", "policy.collapse");
    bad(SL_POLICY(.league = N, .iterate_inner = SL_ITERATE_LEFT), SL_ERR_UNSUPPORTED, "an order",
        "policy.iterate_inner");
    bad(SL_POLICY(.league = N, .block = 64), SL_ERR_UNSUPPORTED, "a block", "policy.block", ".team", "got 64");
    bad(SL_POLICY(.league = N, .min_blocks = 2), SL_ERR_UNSUPPORTED, "so many blocks", "policy.min_blocks", "got 2");
    bad(SL_POLICY(.league = N, .combine = 1), SL_ERR_ARGUMENT, "combine", "policy.combine");
    bad(SL_POLICY(.league = N, .nest = "rows"), SL_ERR_ARGUMENT, "a nest's policy", "policy.nest");
    bad(SL_POLICY(.league = N, .schedule = (sl_schedule)77), SL_ERR_ARGUMENT, "no schedule", "policy.schedule",
        "got 77");
    bad(SL_POLICY(.league = N, .chunk = -1), SL_ERR_ARGUMENT, "a negative chunk", "policy.chunk", "got -1");
    if (sl__device_workers() == 0)
        bad(SL_POLICY(.league = N, .where = SL_CUDA), SL_ERR_DEVICE, "SL_CUDA without a device", "policy.where",
            "SL_CUDA");
}

/* What a launch is asked for in a loop. */
static void test_loops(void)
{
    const sl_space r = SL_RANGE(0, N);
    refused(sl_forall_with(SL_POLICY(.league = 3), tu_plain, r, 1.0, y), SL_ERR_UNSUPPORTED, "a loop with a league",
            "sl_forall: ", "tu_plain", "policy.league", "SL_TEAM_KERNEL");
    refused(sl_forall_with(SL_POLICY(.team = 3), tu_plain, r, 1.0, y), SL_ERR_UNSUPPORTED, "a loop with a team",
            "sl_forall: ", "tu_plain", "policy.team", "SL_TEAM_KERNEL");
    refused(sl_forall_with(SL_POLICY(.vector = 4), tu_plain, r, 1.0, y), SL_ERR_UNSUPPORTED, "a loop with a vector",
            "sl_forall: ", "tu_plain", "policy.vector", "SL_TEAM_KERNEL");
    refused(sl_forall_with(SL_POLICY(.scratch_bytes = 16), tu_plain, r, 1.0, y), SL_ERR_UNSUPPORTED,
            "a loop with scratch", "sl_forall: ", "tu_plain", "policy.scratch_bytes", "SL_TEAM_KERNEL");
}

static void test_views(void)
{
    const sl_policy p = SL_POLICY(.league = N);
    refused(sl_launch(p, tu_line, 1.0, NULL), SL_ERR_ARGUMENT, "NULL for a view", f, "tu_line", "argument y", "NULL");
    refused(sl_launch(p, tu_line, 1.0, floats), SL_ERR_TYPE, "a view of another type", f, "tu_line", "argument y",
            "double", "\"floats\" of float");
    refused(sl_launch(p, tu_line, 1.0, plane), SL_ERR_RANK, "a view of another rank", f, "tu_line", "argument y",
            "rank 1", "\"plane\" of rank 2");
    refused(sl_launch(SL_POLICY(.league = N + 1), tu_line, 1.0, y), SL_ERR_EXTENT, "a league larger than a view", f,
            "tu_line", "argument y", "11", "10");
    refused(sl_launch(p, tu_pair, y, y), SL_ERR_ALIAS, "one view twice", f, "tu_pair", "argument y");
}

/* @return how many of the elements are not first + step * i */
static int differ(sl_view *v, double first, double step)
{
    const double *p = SL_HOST_READ(double, v);
    int count = p ? 0 : N;
    for (int i = 0; p && i < N; i++)
        count += p[i] != first + step * i;
    if (p)
        sl_host_end(v);
    return count;
}

static void renew(sl_view *v)
{
    double *p = SL_HOST_WRITE(double, v);
    for (int i = 0; p && i < N; i++)
        p[i] = 1000 + i;
    is_int(sl_host_end(v), SL_SUCCESS, "the view is written anew");
}

static void test_scratch(void)
{
    is_int(sl_launch(SL_POLICY(.league = N, .scratch_bytes = 64), tu_scratch, (sl_index)4, y), SL_SUCCESS,
           "a launch with as much scratch as its arrays need");
    is_int(differ(y, 1008, 1), 0, "computes");
    is_int(sl_launch(SL_POLICY(.league = N, .scratch_bytes = 64), tu_scratch, (sl_index)5, y), SL_SUCCESS,
           "one whose arrays need more is queued");
    surfaces(sl_view_wait(y), SL_ERR_MEMORY, "and fails", "tu_scratch",
             "expected 88 bytes in policy.scratch_bytes, got 64", "team_misuse_kernels.c:20");
    (void)sl_wait();
    renew(y);
    is_int(sl_launch(SL_POLICY(.league = N), tu_scratch, (sl_index)4, y), SL_SUCCESS, "one without scratch is queued");
    surfaces(sl_view_wait(y), SL_ERR_MEMORY, "and fails", "tu_scratch",
             "expected 32 bytes in policy.scratch_bytes, got 0");
    (void)sl_wait();
    renew(y);
    const struct {
        sl_index n;
        const char *says;
    } odd[] = {{(sl_index)1 << 61, "expected room for 2305843009213693952 elements of 8 bytes"},
               {((sl_index)1 << 60) - 1, "expected 9223372036854775800 bytes"},
               {INT64_MAX, "expected room for 9223372036854775807 elements of 8 bytes"},
               {-1, "expected 0 elements or more, got -1"},
               {INT64_MIN, "expected 0 elements or more, got -9223372036854775808"}};
    for (int k = 0; k < (int)(sizeof odd / sizeof *odd); k++) {
        is_int(sl_launch(SL_POLICY(.league = N, .scratch_bytes = 64), tu_scratch, odd[k].n, y), SL_SUCCESS,
               "one with %" PRId64 " doubles is queued", odd[k].n);
        surfaces(sl_view_wait(y), SL_ERR_MEMORY, "and fails", "tu_scratch", odd[k].says);
        (void)sl_wait();
        renew(y);
    }
    is_int(sl_launch(SL_POLICY(.league = N, .scratch_bytes = (size_t)1 << 20), tu_scratch, (sl_index)4, y), SL_SUCCESS,
           "more scratch than any GPU has");
    is_int(differ(y, 1008, 1), 0, "runs, on CPUs");
    renew(y);
    misuse_logged = 0;
}

/* More than the device has, where it must run there. */
static void test_scratch_cuda(void)
{
    if (sl__device_workers() == 0) {
        skip(sl__device_absence(), "scratch beyond the device's limit, with SL_CUDA");
        return;
    }
    sl_status status = sl_launch(SL_POLICY(.league = N, .where = SL_CUDA, .scratch_bytes = (size_t)1 << 20), tu_scratch,
                                 (sl_index)4, y);
    if (status == SL_SUCCESS)
        status = sl_view_wait(y);
    ok(status != SL_SUCCESS && strstr(sl_last_error(), "tu_scratch") && strstr(sl_last_error(), "1048576"),
       "scratch beyond the device's limit, with SL_CUDA, fails with a sentence: %s", sl_last_error());
    (void)sl_wait();
    sl_clear_error();
    renew(y);
    misuse_logged = 0;
}

static void test_raise(void)
{
    static const sl_schedule schedules[] = {SL_AUTO, SL_SEQ, SL_DYNAMIC};
    for (int k = 0; k < 3; k++) {
        is_int(sl_launch(SL_POLICY(.league = N, .schedule = schedules[k], .team = 32), tu_raise, (sl_index)5, x, y),
               SL_SUCCESS, "a launch that will raise is queued");
        surfaces(sl_view_wait(y), SL_ERR_RAISED, "SL_RAISE in a team", "tu_raise", "raised 9", "team_misuse_kernels.c",
                 "(5)");
        (void)sl_wait();
        is_int(sl_launch(SL_POLICY(.league = N), tu_raise, (sl_index)-1, x, y), SL_SUCCESS, "another one is queued");
        is_int(differ(y, 0, 2), 0, "and does its work");
    }
    misuse_logged = 0;
    renew(y);
}

/* Kernels that are compiled with bounds checks. */
static void test_checked(void)
{
    const sl_policy p = SL_POLICY(.league = N, .team = 32);
    is_int(sl_launch(p, tu_checked, (sl_index)-1, (sl_index)0, (sl_index)0, plane), SL_SUCCESS, "a checked launch");
    is_int(sl_view_wait(plane), SL_SUCCESS, "with nothing to find computes");
    const double *m = SL_HOST_READ(double, plane);
    ok(m && m[0] == COLUMNS && m[1] == 1 && m[(N - 1) * COLUMNS] == COLUMNS, "what it should");
    sl_host_end(plane);
    is_int(sl_launch(p, tu_checked, (sl_index)4, (sl_index)0, (sl_index)COLUMNS, plane), SL_SUCCESS, "another one");
    surfaces(sl_view_wait(plane), SL_ERR_BOUNDS, "that leaves the view", "tu_checked", "argument m", "index 3",
             "dimension 1");
    (void)sl_wait();
    is_int(SL_VIEW_FILL(double, plane, 0.0), SL_SUCCESS, "the view is filled anew");
    is_int(sl_launch(p, tu_checked, (sl_index)4, (sl_index)1, (sl_index)0, plane), SL_SUCCESS, "a third one");
    surfaces(sl_view_wait(plane), SL_ERR_REACH, "that leaves the league member's own row", "tu_checked", "argument m",
             "index 5", "own(0, all)", "(4)");
    (void)sl_wait();
    is_int(SL_VIEW_FILL(double, plane, 0.0), SL_SUCCESS, "the view is filled anew");
    is_int(sl_launch(SL_POLICY(.league = N, .where = SL_CPU), tu_races, (sl_index)6, y), SL_SUCCESS, "and one");
    surfaces(sl_view_wait(y), SL_ERR_RACE, "two of whose teams write one element", "tu_races", "argument y");
    (void)sl_wait();
    misuse_logged = 0;
    renew(y);
}

/* What is written before or behind a scratch array: .scratch_bytes are those of the arrays alone. */
static void test_guards(void)
{
    static const struct {
        int bad, at, n;
        const char *element;
    } cases[] = {{3, 60, 1, "element 3 of"},      {0, -1, 1, "element -1 of"}, {9, 60 + 1023, 1, "element 54 of"},
                 {5, -1024, 4, "element -52 of"}, {4, 59, 2, "element 3 of"},  {2, -21, 1, "element -2 of"}};
    const sl_policy p = SL_POLICY(.league = N, .where = SL_CPU, .scratch_bytes = 64 + 64);
    is_int(sl_launch(p, tu_guards, (sl_index)1, (sl_index)0, (sl_index)60, y), SL_SUCCESS,
           "a launch that keeps within");
    is_int(differ(y, 7, 0), 0, "its scratch arrays");
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++) {
        is_int(sl_launch(p, tu_guards, (sl_index)cases[k].bad, (sl_index)cases[k].at, (sl_index)cases[k].n, y),
               SL_SUCCESS, "one that writes %d bytes at byte %d of an array of 60", cases[k].n, cases[k].at);
        char member[32];
        snprintf(member, sizeof member, "member %d of the league", cases[k].bad);
        surfaces(sl_view_wait(y), SL_ERR_BOUNDS, "fails", "tu_guards", cases[k].element, "scratch array rows", "[0, 3)",
                 member, "team_misuse_checked_kernels.c:");
        (void)sl_wait();
        renew(y);
    }
    is_int(sl_launch(p, tu_guards, (sl_index)-1, (sl_index)7, (sl_index)0, y), SL_SUCCESS, "one that writes");
    surfaces(sl_view_wait(y), SL_ERR_BOUNDS, "an array of no elements", "scratch array none", "[0, 0)");
    (void)sl_wait();
    renew(y);
    misuse_logged = 0;
}

/* What all threads of a team must reach, where they are apart: a CPU finds it, of which a GPU would never come back. */
static void test_apart(void)
{
    static const char *const lines[] = {":52,", ":34,", ":64,", ":69,", ":76,", ":91,", ":96,", ":102,"};
    const sl_policy p = SL_POLICY(.league = N, .where = SL_CPU);
    is_int(sl_launch(p, tu_apart, 0, x, y), SL_SUCCESS, "a launch whose threads come together");
    is_int(sl_view_wait(y), SL_SUCCESS, "where they must");
    const double *sums = SL_HOST_READ(double, y);
    int wrong = sums == NULL;
    for (int i = 0; i < N && sums != NULL; i++)
        wrong += sums[i] != 16 + N - 1; /* four times four, and the largest of x */
    is_int(wrong, 0, "has the right sums");
    sl_host_end(y);
    for (int way = 1; way <= 8; way++) {
        is_int(sl_launch(p, tu_apart, way, x, y), SL_SUCCESS, "one that misses some, way %d", way);
        surfaces(sl_view_wait(y), SL_ERR_CONTEXT, "a word in a loop, or in a single", "tu_apart",
                 "member 3 of the league", "expected all threads", lines[way - 1]);
        (void)sl_wait();
        renew(y);
    }
    misuse_logged = 0;
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    x = misuse_vector("x", N, 0);
    y = misuse_vector("y", N, 1000);
    sl_view_create("plane", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N, COLUMNS), &plane);
    sl_view_create("floats", SL_FLOAT, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &floats);
    test_kinds();
    test_sizes();
    test_leagues();
    test_other_fields();
    test_loops();
    test_views();
    is_int(misuse_changed(y, 1000), 0, "y is as it was made");
    test_scratch();
    test_scratch_cuda();
    test_raise();
    test_checked();
    test_guards();
    test_apart();
    is_int(sl_launch(SL_POLICY(.league = 0), tu_line, 1.0, y), SL_SUCCESS, "a league of none is no misuse");
    is_int(misuse_changed(y, 1000), 0, "and does nothing");
    is_int(sl_wait(), SL_SUCCESS, "no task has failed that was not told");
    sl_view *all[] = {x, y, plane, floats};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        sl_view_destroy(&all[i]);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
