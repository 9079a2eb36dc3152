/* SPDX-License-Identifier: BSD-3-Clause */
/* STARLOOP_PROFILE: what is counted is what was called, bytes and times are those of closed forms and of the clock, and
 * without the variable nothing is printed. */
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <starloop/tools.h>

#include "base/progress.h"
#include "data/split.h"
#include "exec/cpu/gang.h"
#include "place/times.h"
#include "call/split.h"
#include "loop_testing.h"
#include "machine/machine.h"
#include "task/spans.h"

SL_KERNEL_DECLARE(profile_triad, (i), scalar(double, s), in(double, 1, b, own), in(double, 1, c, own),
                  out(double, 1, a, own));
SL_KERNEL_DECLARE(profile_scale, (i), scalar(double, s), inout(double, 1, a, own));
SL_KERNEL_DECLARE(profile_turn, (i, j), in(double, 2, x, own), out(double, 2, y, own));
SL_KERNEL_DECLARE(profile_reverse, (i), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(profile_raise, (i), inout(double, 1, a, own));
extern const sl_kernel profile_triad__kernel, profile_scale__kernel, profile_turn__kernel, profile_raise__kernel;

static const char file[] = "profile.out", errors[] = "profile.err";
static char text[65536];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const char *read_file(const char *name)
{
    FILE *f = fopen(name, "r");
    text[0] = '\0';
    if (f == NULL)
        return text;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

/* Without the lines of StarPU, which says what it finds amiss with its own files. */
static const char *lines_of_ours(const char *name)
{
    char *to = text, *next = text;
    read_file(name);
    for (char *line = text; *line; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        size_t n = (size_t)(next - line);
        if (strncmp(line, "[starpu]", 8) == 0)
            continue;
        memmove(to, line, n);
        to += n;
    }
    *to = '\0';
    return text;
}

/* What stderr says during a round with so many scales of 1000 elements. */
static const char *round_on_stderr(const char *value, int calls)
{
    sl_view *a;
    fflush(stderr);
    int saved = dup(2), fd = open(errors, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(fd, 2);
    close(fd);
    if (value)
        setenv("STARLOOP_PROFILE", value, 1);
    must(sl_init(NULL));
    a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(1000));
    for (int i = 0; i < calls; i++)
        must(sl_forall(profile_scale, SL_RANGE(0, 1000), 1.0, a));
    sl_view_destroy(&a);
    must(sl_finalize());
    unsetenv("STARLOOP_PROFILE");
    dup2(saved, 2);
    close(saved);
    return lines_of_ours(errors);
}

static void test_off(void)
{
    sl__profile_line line;
    is_str(round_on_stderr(NULL, 10), "", "without STARLOOP_PROFILE nothing is printed");
    is_str(round_on_stderr("0", 10), "", "nor with STARLOOP_PROFILE=0");
    ok(!sl__watched(), "and nothing is on");
    is_int(sl__profile_read(&profile_scale__kernel, SL__ON_CPU, &line), 0, "and nothing was counted");
}

/* The calls of profile_scale in the table that tells where calls went. */
static long routes_printed(const char *said)
{
    long all = 0, calls = 0;
    const char *at = strstr(said, "  because\n");
    for (at = at != NULL ? strchr(at, '\n') : NULL; at != NULL && sscanf(at, " profile_scale %ld ", &calls) == 1;
         at = strchr(at + 1, '\n'))
        all += calls;
    return all;
}

static void test_stderr(void)
{
    const char *said = round_on_stderr("1", 23), *at;
    char name[40] = "";
    char where[8] = "";
    long calls = 0, tasks = 0, parts = 0;
    double ms = 0, mb = 0;
    like(said, "starloop: profile of", "with STARLOOP_PROFILE=1 the profile is on stderr");
    at = strstr(said, "profile_scale");
    ok(at && sscanf(at, "%39s %7s %ld %ld %ld %lf %lf", name, where, &calls, &tasks, &parts, &ms, &mb) == 7,
       "and has a line for the kernel");
    is_int(calls, 23, "with its calls");
    is_int(parts, 23, "as many parts");
    ok(tasks >= 1 && tasks <= 23, "at most as many StarPU tasks");
    is_close(mb, 23 * 1000 * 16e-6, 1e-6, "and its bytes: each element is read and written");
    ok(ms > 0, "and its time");
    is_int(routes_printed(said), 23, "and lines that say where each of its calls went, and why");
}

/* ---- what is counted -------------------------------------------------------------------------------------- */

static int host_function(void *arg)
{
    (void)arg;
    return 0;
}

static sl__profile_line line_of(const sl_kernel *kernel)
{
    sl__profile_line line, other;
    sl__profile_read(kernel, SL__ON_CPU, &line);
    sl__profile_read(kernel, SL__ON_DEVICE, &other);
    line.calls += other.calls; /* tests/suites/cuda_suite.sh */
    line.tasks += other.tasks;
    line.parts += other.parts;
    line.slow += other.slow;
    line.seconds += other.seconds;
    line.core_seconds += other.core_seconds;
    line.bytes += other.bytes;
    return line;
}

static void test_calls(void)
{
    enum { N = 300000, CALLS = 137 };
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *b = view_of("b", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *c = view_of("c", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    double begin = now();
    for (int i = 0; i < CALLS; i++)
        must(sl_forall(profile_triad, SL_RANGE(0, N), 3.0, b, c, a));
    for (int i = 0; i < 10; i++)
        must(sl_forall(profile_scale, SL_RANGE(5, 105), 1.0, a));
    must(sl_forall(profile_scale, SL_RANGE(5, 5), 1.0, a));
    must(sl_wait());
    double wall = now() - begin;
    sl__profile_line line = line_of(&profile_triad__kernel);
    is_int(line.calls, CALLS, "a triad is counted as often as it was called");
    is_int(line.parts, CALLS, "in one part each");
    ok(line.tasks >= 1 && line.tasks <= CALLS, "in as many StarPU tasks, or fewer (%d)", (int)line.tasks);
    is_int(line.slow, 0, "none of them in a slow case");
    is_close(line.bytes, 24.0 * N * CALLS, 1e-12, "its bytes are 24 an iteration");
    ok(line.seconds > 0 && line.seconds < wall * (sl_cpu_workers() + sl_gpus()),
       "its time is part of the program's: %g of %g s", line.seconds, wall);
    if (!on_gpu() && sl_cpu_workers() == 1)
        is_close(line.core_seconds, line.seconds * sl_cpu_cores(), 1e-9, "and held all cores of its group");
    line = line_of(&profile_scale__kernel);
    is_int(line.calls, 10, "another kernel has its own count, without the call over nothing");
    is_close(line.bytes, 10 * 16.0 * 100, 1e-12, "and bytes of the range, not of the view");
    sl_view_destroy(&a), sl_view_destroy(&b), sl_view_destroy(&c);
}

static void test_slow(void)
{
    sl_view *right = view_of("right", SL_DOUBLE, RIGHT, SL_EXTENTS(100, 100));
    sl_view *left = view_of("left", SL_DOUBLE, LEFT, SL_EXTENTS(100, 100));
    sl_view *other = view_of("other", SL_DOUBLE, RIGHT, SL_EXTENTS(100, 100));
    for (int i = 0; i < 5; i++)
        must(sl_forall(profile_turn, SL_BOX(0, 100, 0, 100), left, right));
    must(sl_forall(profile_turn, SL_BOX(0, 100, 0, 100), right, other));
    must(sl_wait());
    sl__profile_line line = line_of(&profile_turn__kernel);
    is_int(line.calls, 6, "a kernel ran six times");
    is_int(line.slow, 5, "of which five over views without a common unit stride");
    sl_view_destroy(&right), sl_view_destroy(&left), sl_view_destroy(&other);
}

static void test_failures(void)
{
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(10));
    sl_log_set_level(SL_LOG_NONE);
    must(sl_forall(profile_raise, SL_RANGE(0, 10), a));
    for (int i = 0; i < 3; i++)
        must(sl_forall(profile_raise, SL_RANGE(0, 10), a));
    is_int(sl_wait(), SL_ERR_RAISED, "a loop fails, and others that read what it wrote do not run");
    sl_log_set_level(SL_LOG_WARN);
    is_int(line_of(&profile_raise__kernel).calls, 1, "what failed is counted, what did not run is not");
    sl_view_destroy(&a);
}

/* What an executor of parts says: four parts of one call, each on one core. */
static void test_parts(void)
{
    sl__profile_line before = line_of(&profile_scale__kernel), after;
    sl__task task = {.kernel = &profile_scale__kernel, .state = *profile_scale__kernel.state, .label = "parts"};
    sl__span span = {.kernel = task.kernel,
                     .state = task.state,
                     .label = task.label,
                     .device = SL__ON_CPU,
                     .row = sl__trace_row(sl__machine_group(0)->worker, 0),
                     .cores = 1,
                     .bytes = 100};
    for (int part = 0; part < 4; part++) {
        span.part = part;
        span.begin = 1000 * part;
        span.end = span.begin + 1000;
        sl__trace_span(&span);
    }
    sl__trace_batch(1);
    sl__profile_call(&task, SL__ON_CPU);
    sl__trace_batch(0);
    after = line_of(&profile_scale__kernel);
    is_int(after.calls - before.calls, 1, "a call in four parts is one call");
    is_int(after.parts - before.parts, 4, "of four parts");
    is_int(after.tasks - before.tasks, 1, "in one StarPU task");
    is_close(after.bytes - before.bytes, 400, 1e-12, "with the bytes of all");
    is_close(after.core_seconds - before.core_seconds, 4e-6, 1e-6, "and each held one core");
    is_close(after.seconds - before.seconds, 4e-6 / sl__machine_group(0)->size, 1e-6,
             "so they are a time of the group's cores together");
}

/* What the groups say that share a loop: the first one's span is that of the call. */
static void test_groups(void)
{
    sl__profile_line before = line_of(&profile_scale__kernel), after;
    const sl__group *group = sl__machine_group(0);
    sl__span span = {.kernel = &profile_scale__kernel,
                     .state = *profile_scale__kernel.state,
                     .label = "shared",
                     .device = SL__ON_CPU,
                     .row = sl__trace_row(group->worker, 0),
                     .part = -1,
                     .calls = 1,
                     .bytes = 100,
                     .begin = 0,
                     .end = 8000};
    sl__trace_span(&span);
    span.joins = 1;
    span.calls = 0;
    span.bytes = 0;
    span.begin = 2000;
    sl__trace_span(&span);
    sl__trace_span(&span);
    after = line_of(&profile_scale__kernel);
    is_int(after.calls - before.calls, 1, "a call that three groups share is one call");
    is_int(after.parts - before.parts, 1, "in one part");
    is_int(after.tasks - before.tasks, 1, "in one StarPU task");
    is_close(after.bytes - before.bytes, 100, 1e-12, "with its bytes");
    is_close(after.seconds - before.seconds, 8e-6, 1e-6, "it takes as long as the group that has called the others");
    is_close(after.core_seconds - before.core_seconds, 20e-6 * group->size, 1e-6, "and holds the cores of all");
}

/* A loop that is shared holds all cores, as where there is one group of them: so it has its share of the floor. Where
 * others use the machine groups come late: then it holds more than one group's. */
static void test_gangs(void)
{
    enum { N = 1 << 22, CALLS = 20, TRIES = 20 };
    double share = 0, seconds = 0;
    sl__profile_line before, after = {.calls = 0};
    setenv("STARLOOP_PROFILE", file, 1);
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE, .gpus = -1}));
    unsetenv("STARLOOP_PROFILE");
    if (sl_cpu_workers() < 2) {
        skip("there is one worker group", "loops that several groups share are profiled");
        must(sl_finalize());
        return;
    }
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    const double one = 1.0 / sl_cpu_workers(); /* what the first group alone would hold */
    int wrong = 0;
    sl__gang_always = 1;
    for (int t = 0; t < TRIES && share < 0.8; t++) {
        before = line_of(&profile_scale__kernel);
        double begin = now();
        for (int i = 0; i < CALLS; i++)
            must(sl_forall(profile_scale, SL_RANGE(0, N), 2.0, a));
        must(sl_wait());
        double wall = now() - begin;
        after = line_of(&profile_scale__kernel);
        seconds = after.seconds - before.seconds;
        double held = (after.core_seconds - before.core_seconds) / (seconds * sl_cpu_cores());
        share = held > share ? held : share;
        wrong += after.calls - before.calls != CALLS || after.parts - before.parts != CALLS ||
                 after.tasks - before.tasks < 1 || after.tasks - before.tasks > CALLS ||
                 after.bytes - before.bytes != 16.0 * N * CALLS || seconds > wall || held > 1.001;
    }
    sl__gang_always = 0;
    is_int(wrong, 0, "calls, tasks, parts and bytes of loops that %d groups share are counted once, in a possible time",
           sl_cpu_workers());
    ok(share >= 1.1 * one, "and hold more than the cores of one: %.0f %%", 100 * share);
    sl_view_destroy(&a);
    must(sl_finalize());
}

/* Without a GPU nothing is copied: what a copy method says. */
static void test_copies(void)
{
    sl_view *v = view_of("copied", SL_DOUBLE, RIGHT, SL_EXTENTS(100));
    uint64_t count;
    double bytes;
    sl__trace_copy(SL__WAY_IN, v->data, 800);
    sl__trace_copy(SL__WAY_IN, v->data, 800);
    sl__trace_copy(SL__WAY_OUT, v->data, 8);
    sl__profile_read_copies("copied", SL__WAY_IN, &count, &bytes);
    ok(count == 2 && bytes == 1600, "copies to a device go by the label of the view");
    sl__profile_read_copies("copied", SL__WAY_OUT, &count, &bytes);
    ok(count == 1 && bytes == 8, "and those from one");
    sl__profile_gather(v, 12);
    sl__profile_gather(v, 30);
    sl__profile_read_copies("copied", SL__WAY_GATHER, &count, &bytes);
    ok(count == 2 && bytes == 42, "and gathers");
    sl_view_destroy(&v);
    v = view_of("later", SL_DOUBLE, RIGHT, SL_EXTENTS(100));
    sl__trace_copy(SL__WAY_ACROSS, v->data, 800);
    sl__profile_read_copies("later", SL__WAY_ACROSS, &count, &bytes);
    ok(count == 1 && bytes == 800, "a later view has copies of its own, wherever it stands");
    sl_view_destroy(&v);
}

static void test_gpu(void)
{
    enum { N = 1 << 20 };
    if (!have_gpu("loops on a GPU are profiled"))
        return;
    uint64_t in, out;
    double bytes;
    sl__profile_line line, before;
    sl_view *v = view_of("moved", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl__profile_read(&profile_scale__kernel, SL__ON_DEVICE, &before);
    double begin = now();
    for (int i = 0; i < 50; i++)
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), profile_scale, SL_RANGE(0, N), 1.0, v));
    const double *p = SL_HOST_READ(double, v);
    ok(p != NULL && p[0] == 0, "the host reads what loops on a GPU wrote");
    sl_host_end(v);
    double wall = now() - begin;
    sl__profile_read(&profile_scale__kernel, SL__ON_DEVICE, &line);
    is_int(line.calls - before.calls, 50, "50 calls are counted for the GPU");
    is_close(line.bytes - before.bytes, 50 * 16.0 * N, 1e-12, "with their bytes");
    ok(line.seconds - before.seconds > 50 * 16.0 * N / 2e13 && line.seconds - before.seconds < wall,
       "and a time that is possible: %g of %g s", line.seconds - before.seconds, wall);
    sl__profile_read_copies("moved", SL__WAY_IN, &in, &bytes);
    ok(in == 1 && bytes == 8.0 * N, "the view was copied to it once");
    sl__profile_read_copies("moved", SL__WAY_OUT, &out, &bytes);
    ok(out == 1 && bytes == 8.0 * N, "and back once");
    ok(sl__device_bandwidth() > 5e10, "the device's memory moves %.0f GB/s", 1e-9 * sl__device_bandwidth());
    sl_view_destroy(&v);
}

/* The number in a column of the line that begins with a word. */
static double column(const char *table, const char *word, int number)
{
    const char *at = strstr(table, word);
    for (; at && *at && number > 0; number--) {
        at += strcspn(at, " \n");
        at += strspn(at, " ");
    }
    return at ? strtod(at, NULL) : NAN;
}

/* A number that is printed with its last place at @p unit: of a busy machine it may have one or two places only. */
static void is_printed(double got, double want, double unit, const char *what)
{
    if (!ok(fabs(got - want) <= 0.51 * unit + 1e-3 * want, "%s", what))
        diag("got %g, want %g", got, want);
}

static void test_file(void)
{
    setenv("STARLOOP_PROFILE", file, 1);
    must(sl_init(NULL));
    test_calls();
    test_slow();
    test_failures();
    test_parts();
    test_groups();
    test_copies();
    test_gpu();
    sl_use none[1];
    for (int i = 0; i < 4; i++)
        must(sl_task_submit(&(sl_policy){.label = "write"}, host_function, NULL, none, 0));
    must(sl_wait());
    sl__profile_line triad = line_of(&profile_triad__kernel);
    int cores = sl_cpu_cores();
    must(sl_finalize());
    unsetenv("STARLOOP_PROFILE");
    const char *table = read_file(file);
    like(table, "starloop: profile of", "STARLOOP_PROFILE=FILE writes it to a file");
    like(table, "sl_task \"write\"", "host functions have a line, with their label");
    is_close(column(table, "sl_task", 3), 4, 0, "and their calls");
    like(table, "StarPU tasks in all", "and the StarPU tasks are counted");
    is_close(column(table, "profile_triad", 2), (double)triad.calls, 0, "the table has the calls of the triad");
    is_close(column(table, "profile_triad", 5), 1e3 * triad.seconds, 1e-2, "its time in ms");
    is_close(column(table, "profile_triad", 6), 1e-6 * triad.bytes, 1e-3, "its bytes in MB");
    is_printed(column(table, "profile_triad", 7), 1e-9 * triad.bytes / triad.seconds, 1e-2, "and their quotient");
    double share = column(table, "profile_triad", 8), bandwidth = strtod(table + strcspn(table, "(") + 1, NULL);
    ok(bandwidth > 0.1 && bandwidth < 2e4, "the memory's speed was measured: %g GB/s", bandwidth);
    if (!on_gpu())
        is_printed(share, 100 * triad.bytes / triad.core_seconds / (1e9 * bandwidth / cores), 0.1,
                   "and the triad's share of it is its bytes over its cores' time and speed");
    like(table, "gather", "gathers are in the second table");
    ok(column(strstr(table, "gather"), "gather", 1) == 2, "with their number");
}

/* The third table has the waits of each call that were not over at once, and their time. */
static int a_millisecond_later(void *arg)
{
    double *const begin = arg;
    if (*begin == 0)
        *begin = now();
    return now() >= *begin + 1e-3;
}

static int at_once(void *arg)
{
    (void)arg;
    return 1;
}

static void test_waits(void)
{
    remove(file);
    setenv("STARLOOP_PROFILE", file, 1);
    must(sl_init(NULL));
    for (int k = 0; k < 3; k++) {
        double begin = 0;
        must(sl__progress_wait(a_millisecond_later, &begin, "sl_waits", "a millisecond"));
        must(sl__progress_wait(at_once, NULL, "sl_does_not", "nothing"));
    }
    must(sl_finalize());
    unsetenv("STARLOOP_PROFILE");
    const char *table = strstr(read_file(file), "waits      time/ms");
    ok(table != NULL, "calls that waited are in the third table");
    table = table != NULL ? table : "";
    is_close(column(table, "sl_waits", 1), 3, 0, "with their number");
    ok(column(table, "sl_waits", 2) >= 2.999, "and their time");
    ok(strstr(table, "sl_does_not") == NULL, "but not those whose end had come before");
    must(sl_init(NULL)); /* without a profile nothing is counted */
    double begin = 0;
    must(sl__progress_wait(a_millisecond_later, &begin, "sl_waits", "a millisecond"));
    must(sl_finalize());
    remove(file);
    setenv("STARLOOP_PROFILE", file, 1);
    must(sl_init(NULL));
    must(sl_finalize());
    unsetenv("STARLOOP_PROFILE");
    ok(strstr(read_file(file), "sl_waits") == NULL, "a profile begins without any");
}

/* Phases have rows of their own: each within its own ones, with its times and what the clock says. */
static void spend(double seconds)
{
    const double begin = now();
    while (now() < begin + seconds)
        ;
}

static void test_phases(void)
{
    enum { STEPS = 4 };
    double step = 0, half = 0;
    remove(file);
    setenv("STARLOOP_PROFILE", file, 1);
    must(sl_init(NULL));
    for (int k = 0; k < STEPS; k++) {
        const double begin = now();
        must(sl_tools_push("a step"));
        for (int i = 0; i < 2; i++) {
            const double before = now();
            must(sl_tools_push("half\nof it"));
            spend(1e-3);
            must(sl_tools_pop());
            half += now() - before;
        }
        must(sl_tools_pop());
        step += now() - begin;
    }
    must(sl_tools_push("half\nof it"));
    must(sl_tools_pop());
    must(sl_tools_push("open"));
    must(sl_finalize());
    unsetenv("STARLOOP_PROFILE");
    const char *table = strstr(read_file(file), "\n  phase  ");
    ok(table != NULL, "phases are in a table");
    long times[4] = {0};
    double ms[4] = {0};
    const int read = table == NULL
                         ? 0
                         : sscanf(strchr(table + 1, '\n') + 1,
                                  "  a step%ld %lf\n    half of it%ld %lf\n  half of it%ld %lf\n  open%ld %lf",
                                  &times[0], &ms[0], &times[1], &ms[1], &times[2], &ms[2], &times[3], &ms[3]);
    is_int(read, 8, "a row for each name within each other, in the order of the program");
    is_int(times[0], STEPS, "with its number");
    is_int(times[1], 2 * STEPS, "also within another");
    is_int(times[2], 1, "or not");
    is_int(times[3], 0, "and none that sl_finalize() found open");
    ok(ms[1] >= 2 * STEPS * 0.999 && ms[1] <= 1e3 * half + 0.001, "the time of the clock: %g of %g ms", ms[1],
       1e3 * half);
    ok(ms[0] >= ms[1] - 0.001 && ms[0] <= 1e3 * step + 0.001, "that of a phase has those within it: %g of %g ms", ms[0],
       1e3 * step);
    remove(file);
    setenv("STARLOOP_PROFILE", file, 1);
    must(sl_init(NULL));
    must(sl_finalize());
    unsetenv("STARLOOP_PROFILE");
    ok(strstr(read_file(file), "phase  ") == NULL, "a profile begins without any");
}

/* @return the number in a view's row of gathers; -1: there is not one such row. */
static long gathers_printed(const char *table, const char *label)
{
    long number = -1;
    int rows = 0;
    for (const char *line = table; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char name[40], way[20];
        long n;
        if (sscanf(line, "%39s %19s %ld", name, way, &n) != 3 || strcmp(name, label) != 0 || strcmp(way, "gather") != 0)
            continue;
        number = n;
        rows++;
    }
    return rows == 1 ? number : -1;
}

static uint64_t gathers_of(const char *label)
{
    uint64_t count;
    double bytes;
    sl__profile_read_copies(label, SL__WAY_GATHER, &count, &bytes);
    return count;
}

/* What is wrong in a view that should hold first + step * i; the host reads it. */
static int read_wrong(sl_view *view, double first, double step)
{
    const double *p = SL_HOST_READ(double, view);
    int wrong = p == NULL;
    for (sl_index i = 0; p && i < sl_view_extent(view, 0); i++)
        wrong += p[i] != first + step * (double)i;
    if (p)
        must(sl_host_end(view));
    return wrong;
}

/* Parts that are put together by the library: for the host, and for a loop that may touch any element. */
static void test_gathers(void)
{
    enum { N = 1000, PARTS = 4 };
    setenv("STARLOOP_PROFILE", file, 1);
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE, .gpus = -1}));
    unsetenv("STARLOOP_PROFILE");
    if (!sl__split_active) {
        skip("there is one worker group", "parts that are put together are counted");
        must(sl_finalize());
        return;
    }
    sl_view *views[4];
    static const char *const label[] = {"hosted", "reversed", "backwards", "apart"};
    for (int v = 0; v < 4; v++) {
        views[v] = view_of(label[v], SL_DOUBLE, RIGHT, SL_EXTENTS(N));
        double *p = SL_HOST_WRITE(double, views[v]);
        for (int i = 0; i < N; i++)
            p[i] = i;
        must(sl_host_end(views[v]));
        must(sl_view_split(views[v], SL_SPLIT(PARTS)));
    }
    int64_t before = sl__split_parts_queued();
    for (int v = 0; v < 4; v++)
        for (int k = 0; k < 3; k++)
            must(sl_forall(profile_scale, SL_RANGE(0, N), 2.0, views[v]));
    must(sl_wait());
    is_int(sl__split_parts_queued() - before, 4 * 3 * PARTS, "loops over split views run in parts");
    is_int(gathers_of("hosted") + gathers_of("reversed") + gathers_of("backwards") + gathers_of("apart"), 0,
           "which gathers nothing");
    is_int(read_wrong(views[0], 0, 8), 0, "the host reads what they wrote");
    is_int(gathers_of("hosted"), 1, "which is one gather");
    is_int(read_wrong(views[0], 0, 8), 0, "and again");
    is_int(gathers_of("hosted"), 1, "which is none: it was whole");
    must(sl_forall(profile_reverse, SL_RANGE(0, N), views[1], views[2]));
    must(sl_wait());
    is_int(gathers_of("reversed"), 1, "a loop that may read any element of a view is one gather of it");
    is_int(gathers_of("backwards"), 0, "and none of what it writes in parts");
    is_int(read_wrong(views[2], 8.0 * (N - 1), -8), 0, "it gives what it should");
    is_int(gathers_of("backwards"), 1, "the host's reading of that is one");
    is_int(gathers_of("hosted") + gathers_of("apart"), 1, "all that leaves other views as they were");
    for (int v = 0; v < 4; v++)
        sl_view_destroy(&views[v]);
    must(sl_finalize());
    const char *table = read_file(file);
    is_int(gathers_printed(table, "hosted"), 1, "the profile has a row for the gather of what the host read");
    is_int(gathers_printed(table, "reversed"), 1, "one for that of what a loop read");
    is_int(gathers_printed(table, "backwards"), 1, "one for that of what it wrote");
    is_int(gathers_printed(table, "apart"), -1, "and none for a view that stayed in parts");
}

static void test_bad(void)
{
    setenv("STARLOOP_PROFILE", "no-such-folder/profile", 1);
    is_int(sl_init(NULL), SL_ERR_SYSTEM, "a file that cannot be written is refused");
    like(sl_last_error(), "STARLOOP_PROFILE", "by the name of the variable");
    like(sl_last_error(), "no-such-folder/profile", "and of the file");
    unsetenv("STARLOOP_PROFILE");
    must(sl_init(NULL));
    must(sl_finalize());
    ok(1, "and the library starts when it is gone");
}

int main(void)
{
    setenv("STARLOOP_CHAIN", "0", 1);   /* each loop by itself, in one part */
    setenv("STARLOOP_INLINE", "0", 1);  /* and each a task, or in one: tests/call/inline_beside.c has the others */
    setenv("STARLOOP_WHERE", "cpu", 1); /* but for those that say where they want to be */
    unsetenv("STARLOOP_PROFILE");
    unsetenv("STARLOOP_TRACE");
    test_off();
    test_stderr();
    test_file();
    test_gathers();
    test_gangs();
    test_waits();
    test_phases();
    test_bad();
    remove(file);
    remove(errors);
    return done_testing();
}
