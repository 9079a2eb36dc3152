/* SPDX-License-Identifier: BSD-3-Clause */
/* STARLOOP_TRACE: the file is JSON, has every loop once on the row of who ran it, arrows for the dependencies that the
 * program has and for no others, and counters that end where they must. */
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include <starloop/tools.h>

#include "base/clock.h"
#include "base/state.h"
#include "base/wait_times.h"
#include "place/times.h"
#include "loop_testing.h"
#include "task/arrows.h"
#include "trace.h"
#include "task/spans.h"

SL_KERNEL_DECLARE(trace_set, (i), scalar(double, s), out(double, 1, a, own));
SL_KERNEL_DECLARE(trace_add, (i), in(double, 1, a, own), inout(double, 1, b, own));
SL_KERNEL_DECLARE(trace_sum, (i), in(double, 1, a, own), reduce(double, sum, total));
SL_KERNEL_DECLARE(trace_fail, (i), inout(double, 1, a, own));

enum { N = 20000 };

/* ---- tests ------------------------------------------------------------------------------------------------ */

static int touch(void *arg)
{
    *(int *)arg += 1;
    return 0;
}

static sl_policy labelled(const char *label)
{
    sl_policy p = {.label = label};
    return p;
}

#define SET(label, v) must(sl_forall_with(labelled(label), trace_set, SL_RANGE(0, N), 1.0, v))
#define ADD(label, v, w) must(sl_forall_with(labelled(label), trace_add, SL_RANGE(0, N), v, w))

static const char odd[] = "\"odd\"\\ \n\t\x01 \xc3\xa4 \xff\x80";

static void chain(void)
{
    int touched = 0;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *z = view_of("z", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *w = view_of("w", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    SET("A", x);    /* writes x */
    SET("Y", y);    /* writes y */
    ADD("B", x, y); /* after A and Y */
    ADD("C", x, z); /* after A, not after B: both read x */
    SET("D", x);    /* after B and C, which read what it writes */
    SET("alone", w);
    must(sl_task_submit(&(sl_policy){.label = "host"}, touch, &touched, (sl_use[]){{y, SL_READ}}, 1)); /* after B */
    must(sl_task_submit(&(sl_policy){.label = "free"}, touch, &touched, (sl_use[]){{NULL, SL_READ}}, 0));
    SET(odd, w); /* after alone */
    must(sl_wait());
    sl_view_destroy(&x), sl_view_destroy(&y), sl_view_destroy(&z), sl_view_destroy(&w);
    is_int(touched, 2, "the functions ran");
}

static void check_chain(void)
{
    static const struct {
        const char *from, *to;
        int count;
    } edge[] = {{"A", "B", 1}, {"Y", "B", 1}, {"A", "C", 1}, {"B", "D", 1},     {"C", "D", 1},    {"B", "host", 1},
                {"B", "C", 0}, {"A", "Y", 0}, {"A", "D", 0}, {NULL, "free", 0}, {"free", NULL, 0}};
    ok(arrows(NULL, NULL) >= 0, "each arrow leads from a loop to a later one");
    for (size_t i = 0; i < sizeof edge / sizeof *edge; i++)
        is_int(arrows(edge[i].from, edge[i].to), edge[i].count, "%d arrow from %s to %s", edge[i].count,
               edge[i].from ? edge[i].from : "any", edge[i].to ? edge[i].to : "any");
    is_int(arrows(NULL, "alone"), 0, "none to a loop that is independent");
    is_int(arrows("alone", NULL), 1, "and one from it, to the next that writes its view");
    is_int(arrows(NULL, NULL), 7, "seven in all");
}

/* A loop or a function; where there are GPUs there may be copies between them, and with several worker groups bars of
 * those that help. */
static int is_call(const span *s)
{
    return strcmp(json_string(s->event, "cat"), "copy") != 0 && !joins(s);
}

static int spans_of_calls(void)
{
    int calls = 0;
    for (int i = 0; i < span_count; i++)
        calls += is_call(&spans[i]);
    return calls;
}

static void check_spans(void)
{
    const span *a = span_labelled("A"), *strange = NULL;
    const struct json *args = a ? json_get(a->event, "args") : NULL;
    is_int(spans_of_calls(), 9, "there are nine calls");
    ok(nests(), "whose spans do not overlap on a row");
    ok(args != NULL, "one is the loop A");
    is_str(json_string(a ? a->event : NULL, "name"), "A", "by its label");
    is_str(json_string(json_get(a ? a->event : NULL, "args"), "kernel"), "trace_set", "with the name of its kernel");
    is_int(json_number(args, "iterations"), N, "with its iterations");
    is_str(json_string(a ? a->event : NULL, "cat"), "loop", "and as a loop");
    const span *host = span_labelled("host");
    is_str(json_string(host ? host->event : NULL, "cat"), "function", "a host function is one");
    for (int i = 0; i < span_count; i++)
        for (int j = 0; j < i; j++)
            strange = spans[i].task == spans[j].task && is_call(&spans[i]) && is_call(&spans[j]) ? &spans[i] : strange;
    ok(strange == NULL, "every call has a task number of its own");
    for (int i = 0; i < span_count; i++)
        strange = *row_name(spans[i].row) ? strange : &spans[i];
    ok(strange == NULL, "and a row with a name");
    ok(a != NULL && (strstr(row_name(a->row), "group") || strstr(row_name(a->row), "GPU")), "A is on the row \"%s\"",
       a ? row_name(a->row) : "");
    ok(span_labelled("\"odd\"\\ \n\t\x01 \xc3\xa4 ??") != NULL,
       "a label with quotes, control characters and broken UTF-8 is escaped");
}

static void test_chain(void)
{
    int workers = 0;
    begin_trace();
    int cores = sl_cpu_cores(), groups = sl_cpu_workers(), gpus = sl_gpus();
    slack = sl_gpus() > 0 ? 30 : 0;
    chain();
    end_trace();
    if (!load(trace_path))
        return;
    check_spans();
    check_chain();
    for (const struct json *e = events; e; e = e->next)
        workers += is_phase(e, "M") && strcmp(json_string(e, "name"), "thread_name") == 0;
    ok(workers >= groups + gpus, "there is a row for each worker");
    is_int(json_number(machine, "cores"), cores, "the trace says how many cores there are");
    is_int(json_number(machine, "groups"), groups, "in how many groups");
    is_int(json_number(machine, "gpus"), gpus, "and how many GPUs");
    is_int(counter("queued tasks", "tasks"), 0, "no tasks are queued at the end");
    is_close(counter("bytes moved", "loops"), 8.0 * N * (5 + 2 * 3), 1e-12, "the loops have moved so many bytes");
}

/* Loops over split views: parts depend on parts, and what uses a view whole on all of them. */
static void test_split(void)
{
    enum { PARTS = 4 };
    setenv("STARLOOP_CPU_WORKERS", "core", 1);
    begin_trace();
    unsetenv("STARLOOP_CPU_WORKERS");
    int several = sl_cpu_workers() > 1;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    must(sl_view_split(x, SL_SPLIT(PARTS)));
    must(sl_view_split(y, SL_SPLIT(PARTS)));
    must(sl_forall_with(SL_POLICY(.label = "X", .where = SL_CPU), trace_set, SL_RANGE(0, N), 1.0, x));
    must(sl_forall_with(SL_POLICY(.label = "Y", .where = SL_CPU), trace_set, SL_RANGE(0, N), 1.0, y));
    must(sl_forall_with(SL_POLICY(.label = "XY", .where = SL_CPU), trace_add, SL_RANGE(0, N), x, y));
    must(sl_forall_with(SL_POLICY(.label = "one", .where = SL_CPU, .schedule = SL_SEQ), trace_add, SL_RANGE(0, N), y,
                        x));
    must(sl_forall_with(SL_POLICY(.label = "again", .where = SL_CPU), trace_set, SL_RANGE(0, N), 2.0, x));
    must(sl_wait());
    sl_view_destroy(&x), sl_view_destroy(&y);
    end_trace();
    if (!load(trace_path))
        return;
    if (!several) {
        skip("there is one worker group", "parts depend on parts");
        return;
    }
    ok(nests(), "parts of split loops do not overlap on a row");
    is_int(arrows("X", "XY"), PARTS, "each part has an arrow from the part that it reads");
    is_int(arrows("Y", "XY"), PARTS, "and from the one that it writes");
    is_int(arrows("XY", "one"), PARTS, "a loop that uses a view whole has arrows from all parts");
    is_int(arrows("X", "one") + arrows("Y", "one"), 0, "but not from what came before those");
    is_int(arrows("one", "again"), PARTS, "and all parts after it have one from it");
    is_int(arrows(NULL, NULL), 4 * PARTS, "these are all");
}

static int count_in(const char *text, const char *word)
{
    const size_t length = strlen(word);
    int count = 0;
    for (const char *at = text; *at; at++) /* strstr() looks for the end first, in some tools */
        if (*at == *word && strncmp(at, word, length) == 0)
            count++;
    return count;
}

/* More events than are kept in memory. */
static void test_many(void)
{
    const int calls = quick() ? 3000 : 120000;
    begin_trace();
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(10)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(10));
    char *text = file_text(trace_path);
    ok(text && json_valid(text), "the file is JSON before anything has run");
    free(text);
    for (int i = 0; i < calls; i++)
        must(sl_forall(trace_add, SL_RANGE(0, 10), i % 2 ? x : y, i % 2 ? y : x));
    must(sl_wait());
    text = file_text(trace_path);
    ok(text && json_valid(text), "and after %d loops", calls);
    int early = text ? count_in(text, "\"cat\":\"loop\"") : 0;
    ok(quick() || early > calls / 4, "of which it has some already (%d)", early);
    free(text);
    sl_view_destroy(&x), sl_view_destroy(&y);
    end_trace();
    text = file_text(trace_path);
    ok(text && json_valid(text), "and at the end");
    is_int(text ? count_in(text, "\"cat\":\"loop\"") : 0, calls, "when it has them all");
    is_int(text ? count_in(text, "\"ph\":\"s\"") : 0, calls - 1, "and an arrow from each to the next");
    free(text);
    remove(trace_path);
}

static void test_failure(void)
{
    double total;
    begin_trace();
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_log_set_level(SL_LOG_NONE);
    SET("before", x);
    must(sl_forall(trace_fail, SL_RANGE(0, N), x));
    ADD("skipped", x, y);
    is_int(sl_reduce(trace_sum, SL_RANGE(0, N), x, &total), SL_ERR_RAISED, "a loop fails");
    must(sl_forall(trace_fail, SL_RANGE(0, N), y));
    sl_view_destroy(&x), sl_view_destroy(&y);
    (void)sl_finalize();
    sl_log_set_level(SL_LOG_WARN);
    unsetenv("STARLOOP_TRACE");
    if (!load(trace_path))
        return;
    ok(span_labelled("before") && span_labelled("trace_fail"), "the trace has what ran");
    ok(!span_labelled("skipped") && !span_labelled("trace_sum"), "and not what was skipped");
}

static double last_end(const char *row, const char *name, int *count)
{
    double end = -1;
    *count = 0;
    for (int i = 0; i < span_count; i++)
        if (strcmp(row_name(spans[i].row), row) == 0 && strcmp(json_string(spans[i].event, "name"), name) == 0) {
            end = spans[i].end > end ? spans[i].end : end;
            ++*count;
        }
    return end;
}

/* The clock of a device is known to some microseconds. */
static void test_gpu(void)
{
    const double clock = 30; /* us */
    char gpu[40], name[60];
    int count;
    setenv("STARLOOP_GPUS", "1", 1); /* or the loops may go to another one halfway */
    begin_trace();
    unsetenv("STARLOOP_GPUS");
    if (!have_gpu("loops and copies of a GPU are drawn")) {
        end_trace();
        remove(trace_path);
        return;
    }
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    for (int i = 0; i < 20; i++)
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), trace_add, SL_RANGE(0, N), x, y));
    must(sl_wait());
    must(sl_task_submit(&(sl_policy){.label = "after", .synchronous = 1}, touch, &count, (sl_use[]){{y, SL_READ}}, 1));
    sl_view_destroy(&x), sl_view_destroy(&y);
    end_trace();
    if (!load(trace_path))
        return;
    const span *after = span_labelled("after"), *loop = span_labelled("trace_add");
    snprintf(gpu, sizeof gpu, "%s", loop ? row_name(loop->row) : "");
    ok(strncmp(gpu, "GPU ", 4) == 0, "loops are drawn on the row of a GPU (\"%s\")", gpu);
    double loops = last_end(gpu, "trace_add", &count);
    is_int(count, 20, "all of them");
    ok(nests(), "one after another");
    ok(after && after->begin > loops - clock, "and before what reads their result (by %g us)",
       after ? after->begin - loops : -1);
    snprintf(name, sizeof name, "%s: host to device", gpu);
    double in = last_end(name, "host to device", &count);
    is_int(count, 2, "two views were copied there, on a row of their own");
    ok(loop && loop->begin > in - clock, "before the first loop (by %g us)", loop ? loop->begin - in : -1);
    snprintf(name, sizeof name, "%s: device to host", gpu);
    double out = last_end(name, "device to host", &count);
    is_int(count, 1, "and one back");
    ok(out > loops - clock && after && out < after->begin + clock, "between the loops and the function");
    is_int(arrows("trace_add", "trace_add"), 19, "each loop has an arrow from the one before");
    is_int(arrows("trace_add", "after"), 1, "and the function from the last one");
    is_close(counter("bytes moved", "copies"), 3 * 8.0 * N, 1e-12, "the counter of copies has all three");
}

/* What an executor of parts says, and a loop in the program's own thread. */
static void test_parts(void)
{
    extern const sl_kernel trace_set__kernel;
    begin_trace();
    sl__span part = {
        .kernel = &trace_set__kernel, .label = "split", .number = 77, .device = SL__ON_CPU, .cores = 1, .points = 10};
    sl__span first = part;
    int64_t now = sl__trace_now();
    for (int i = 0; i < 4; i++) {
        part.part = i;
        part.calls = i == 3;
        part.row = sl__trace_row(0, i % 2);
        part.begin = now + 10000 * i;
        part.end = part.begin + 9000;
        sl__trace_span(&part);
        if (i == 0)
            first = part;
    }
    sl__trace_arrow(&first, &part, "halo");
    part.row = sl__trace_row_current();
    part.part = -1;
    sl__trace_span(&part);
    end_trace();
    if (!load(trace_path))
        return;
    is_int(span_count, 5, "four parts and a whole loop are drawn");
    is_int(json_number(json_get(spans[1].event, "args"), "part"), 2, "with the number of the part");
    is_int(arrows("split", "split"), 1, "and an arrow");
    like(row_name(spans[4].row), "of the program", "the program's thread has a row");
}

/* Runs until the program is in sl_wait(), and some time after. */
static int last_beyond(void *called)
{
    while (!atomic_load((atomic_int *)called))
        sched_yield();
    for (double end = sl__clock_now() + 2e-3; sl__clock_now() < end;)
        continue;
    return 0;
}

/* A thread may lose its core just before it looks: then the wait finds its end there, and the next one is tried. */
static void test_wait(void)
{
    static sl__wait_times counted[SL__WAITS];
    begin_trace();
    for (int tries = 0; tries < 100 && sl__wait_times_get(counted) == 0; tries++) {
        atomic_int called = 0;
        must(sl_task_submit(&(sl_policy){.label = "beyond"}, last_beyond, &called, (sl_use[]){{NULL, SL_READ}}, 0));
        atomic_store(&called, 1);
        must(sl_wait());
    }
    end_trace();
    if (!load(trace_path))
        return;
    const struct json *wait = stay_of("wait", "sl_wait");
    const span *last = &spans[0];
    for (int i = 1; i < span_count; i++)
        last = spans[i].begin > last->begin ? &spans[i] : last;
    const double begin = json_number(wait, "ts"), end = begin + json_number(wait, "dur");
    ok(wait != NULL, "a wait is drawn, by the name of its function");
    like(row_name(json_number(wait, "tid")), "of the program", "on the row of the thread that waited");
    ok(stay_of("wait", "sl_finalize") == NULL, "and none where nothing had to be waited for");
    ok(span_count > 0 && begin < last->end && end > last->end,
       "from before the end of what it waited for until after it");
}

static void test_phases(void)
{
    sl_view *u = NULL;
    begin_trace();
    must(sl_view_create("u", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &u));
    const double before = sl__clock_now();
    must(sl_tools_push("solve \"all\""));
    must(sl_tools_push("a\nsweep"));
    must(sl_forall_with(SL_POLICY(.label = "A"), trace_set, SL_RANGE(0, N), 1.0, u));
    must(sl_wait());
    must(sl_tools_pop());
    must(sl_tools_pop());
    const double most = 1e6 * (sl__clock_now() - before);
    must(sl_tools_push("open"));
    sl_view_destroy(&u);
    end_trace();
    if (!load(trace_path))
        return;
    const struct json *outer = stay_of("phase", "solve \"all\""), *inner = stay_of("phase", "a sweep");
    if (!ok(outer != NULL && inner != NULL, "phases are drawn, by their names"))
        return;
    const span *a = span_labelled("A");
    const double begin = json_number(outer, "ts"), end = begin + json_number(outer, "dur");
    const double from = json_number(inner, "ts"), to = from + json_number(inner, "dur");
    like(row_name(json_number(outer, "tid")), "of the program", "on the row of their thread");
    ok(begin <= from && to <= end && end - begin <= most, "one within the other, by the clock: %g us of %g us in %g us",
       to - from, end - begin, most);
    ok(a != NULL && from < a->begin && a->end < to, "around what is done and waited for in them");
    ok(stay_of("phase", "open") == NULL, "and none that sl_finalize() found open");
}

static void test_files(void)
{
    must(sl_init(NULL));
    snprintf(trace_path, sizeof trace_path, "trace-test-%u.json", sl__runtime_round());
    must(sl_finalize());
    ok(access(trace_path, F_OK) != 0 && access("trace-test.json", F_OK) == 0,
       "without STARLOOP_TRACE there is no file");
    setenv("STARLOOP_TRACE", "no-such-folder/trace.json", 1);
    is_int(sl_init(NULL), SL_ERR_SYSTEM, "a file that cannot be written is refused");
    like(sl_last_error(), "STARLOOP_TRACE", "by the name of the variable");
    like(sl_last_error(), "no-such-folder/trace", "and of the file");
    unsetenv("STARLOOP_TRACE");
}

/* A program of its own, which is called with what to do. */
static int play(const char *what)
{
    sl_view *x;
    must(sl_init(NULL));
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    for (int i = 0; i < 10; i++)
        must(sl_forall(trace_set, SL_RANGE(0, N), 1.0, x));
    must(sl_wait());
    if (strcmp(what, "exit") == 0)
        exit(3);
    sl_view_destroy(&x);
    return sl_finalize() == SL_SUCCESS ? 0 : 1;
}

static void test_exit(const char *self)
{
    char command[4096];
    snprintf(command, sizeof command, "STARLOOP_TRACE=trace-exit.json STARLOOP_PROFILE=trace-exit.out %s exit", self);
    is_int(system(command) / 256, 3, "a program ends without sl_finalize()");
    if (load("trace-exit.json"))
        is_int(spans_of_calls(), 10, "its trace has all that ran");
    char *text = file_text("trace-exit.out");
    ok(text && strstr(text, "without sl_finalize()") && strstr(text, "trace_set"), "and it has a profile");
    free(text);
    remove("trace-exit.json");
    remove("trace-exit.out");
}

int main(int argc, char **argv)
{
    setenv("STARLOOP_CHAIN", "0", 1);  /* each loop by itself, in one part */
    setenv("STARLOOP_INLINE", "0", 1); /* and on a worker */
    if (argc > 1)
        return play(argv[1]);
    unsetenv("STARLOOP_PROFILE");
    unsetenv("STARLOOP_TRACE");
    test_exit(argv[0]);
    test_chain();
    test_many();
    test_failure();
    test_parts();
    test_wait();
    test_phases();
    test_split();
    test_chains();
    test_gangs();
    test_gpu();
    test_files();
    remove("trace-test.json");
    return done_testing();
}
