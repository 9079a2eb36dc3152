/* SPDX-License-Identifier: BSD-3-Clause */
/* sl_tools_set: a table that keeps what it is told, compared with what the program did. Every loop and host task begins
 * and ends once, with its names, iterations and bytes, wherever it runs: in the calling thread, on workers, in batches,
 * in regions, in parts, on a GPU. tests/tools/tools.sh has libraries. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <starloop/tools.h>

#include "base/random.h"
#include "data/watch.h"
#include "loop_testing.h"

SL_KERNEL_DECLARE(tools_add, (i), scalar(double, s), inout(double, 1, a, own));
SL_KERNEL_DECLARE(tools_sum, (i), in(double, 1, a, own), reduce(double, sum, total));

enum { SEEN = 20000, LABEL = 48 };

/* What was told of a loop, a copy or a wait. */
typedef struct seen {
    char kernel[LABEL], label[LABEL]; /* a wait's function is its label */
    sl_tool_loop loop;
    sl_tool_copy copy;
    pthread_t thread;
    int ends;
} seen;

/* A block of memory that was told of. */
typedef struct block {
    char label[LABEL], label_given[LABEL];
    sl_tool_memory taken;
    int givens;
} block;

static struct {
    pthread_mutex_t lock;
    seen loop[SEEN], copy[SEEN], wait[SEEN], phase[SEEN];
    block block[SEEN];
    int loops, copies, waits, phases, blocks;
    int inits, finis, wrong; /* wrong: what came without an init, or with another's identifier */
    sl_tool_start start;
    _Atomic int waiting; /* in sl_wait() */
} tool = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- the tool ------------------------------------------------------------------------------------------ */

static seen *note(seen *list, int *count, const char *label, uint64_t *id)
{
    pthread_mutex_lock(&tool.lock);
    seen *s = &list[*count < SEEN ? (*count)++ : SEEN - 1];
    tool.wrong += tool.inits != tool.finis + 1;
    memset(s, 0, sizeof *s);
    snprintf(s->label, sizeof s->label, "%s", label);
    s->thread = pthread_self();
    pthread_mutex_unlock(&tool.lock);
    *id = (uintptr_t)s;
    return s;
}

static void note_end(uint64_t id, const seen *list)
{
    seen *s = (seen *)(uintptr_t)id;
    pthread_mutex_lock(&tool.lock);
    tool.wrong += s < list || s >= list + SEEN || tool.inits != tool.finis + 1;
    s->ends++;
    pthread_mutex_unlock(&tool.lock);
}

static void on_init(void *data, const sl_tool_start *start)
{
    tool.wrong += data != &tool;
    tool.start = *start;
    tool.inits++;
}

static void on_fini(void *data)
{
    tool.wrong += data != &tool;
    tool.finis++;
}

static void on_loop(void *data, const sl_tool_loop *loop, uint64_t *id)
{
    seen *s = note(tool.loop, &tool.loops, loop->label, id);
    tool.wrong += data != &tool;
    s->loop = *loop;
    snprintf(s->kernel, sizeof s->kernel, "%s", loop->kernel != NULL ? loop->kernel : "");
}

static void on_loop_end(void *data, uint64_t id)
{
    (void)data;
    note_end(id, tool.loop);
}

static void on_copy(void *data, const sl_tool_copy *copy, uint64_t *id)
{
    (void)data;
    note(tool.copy, &tool.copies, copy->label, id)->copy = *copy;
}

static void on_copy_end(void *data, uint64_t id)
{
    (void)data;
    note_end(id, tool.copy);
}

static void on_wait(void *data, const char *function, uint64_t *id)
{
    (void)data;
    (void)note(tool.wait, &tool.waits, function, id);
    if (strcmp(function, "sl_wait") == 0)
        atomic_store(&tool.waiting, 1);
}

static void on_wait_end(void *data, uint64_t id)
{
    (void)data;
    note_end(id, tool.wait);
}

static void on_phase(void *data, const char *name, uint64_t *id)
{
    (void)data;
    (void)note(tool.phase, &tool.phases, name, id);
}

/* A phase ends when those that its thread has begun later have ended. */
static void on_phase_end(void *data, uint64_t id)
{
    const seen *s = (const seen *)(uintptr_t)id;
    (void)data;
    note_end(id, tool.phase);
    pthread_mutex_lock(&tool.lock);
    tool.wrong += !pthread_equal(s->thread, pthread_self());
    for (const seen *later = s + 1; later < tool.phase + tool.phases; later++)
        tool.wrong += pthread_equal(later->thread, s->thread) && later->ends == 0;
    pthread_mutex_unlock(&tool.lock);
}

static void on_allocate(void *data, const sl_tool_memory *memory)
{
    pthread_mutex_lock(&tool.lock);
    block *b = &tool.block[tool.blocks < SEEN ? tool.blocks++ : SEEN - 1];
    tool.wrong += data != &tool || tool.inits != tool.finis + 1;
    memset(b, 0, sizeof *b);
    b->taken = *memory;
    snprintf(b->label, sizeof b->label, "%s", memory->label);
    pthread_mutex_unlock(&tool.lock);
}

/* Wrong: nothing is there, or something else. */
static void on_deallocate(void *data, const sl_tool_memory *memory)
{
    pthread_mutex_lock(&tool.lock);
    int k = tool.blocks - 1;
    while (k >= 0 && (tool.block[k].givens > 0 || tool.block[k].taken.address != memory->address ||
                      tool.block[k].taken.space != memory->space || tool.block[k].taken.number != memory->number))
        k--;
    tool.wrong += data != &tool || tool.inits != tool.finis + 1 || k < 0 || tool.block[k].taken.bytes != memory->bytes;
    if (k >= 0) {
        tool.block[k].givens++;
        snprintf(tool.block[k].label_given, LABEL, "%s", memory->label);
    }
    pthread_mutex_unlock(&tool.lock);
}

static const sl_tools table = {.version = SL_TOOLS_VERSION,
                               .data = &tool,
                               .init = on_init,
                               .begin_loop = on_loop,
                               .end_loop = on_loop_end,
                               .begin_copy = on_copy,
                               .end_copy = on_copy_end,
                               .begin_wait = on_wait,
                               .end_wait = on_wait_end,
                               .begin_phase = on_phase,
                               .end_phase = on_phase_end,
                               .allocate = on_allocate,
                               .deallocate = on_deallocate,
                               .fini = on_fini};

static void begin_round(const sl_tools *tools)
{
    tool.loops = tool.copies = tool.waits = tool.phases = tool.blocks = tool.inits = tool.finis = tool.wrong = 0;
    atomic_store(&tool.waiting, 0);
    must(sl_tools_set(tools));
    must(sl_init(NULL));
}

static int count_of(const char *label)
{
    int count = 0;
    for (int k = 0; k < tool.loops; k++)
        count += strcmp(tool.loop[k].label, label) == 0;
    return count;
}

static const seen *find(const char *label)
{
    for (int k = 0; k < tool.loops; k++)
        if (strcmp(tool.loop[k].label, label) == 0)
            return &tool.loop[k];
    return NULL;
}

/* How many have not ended exactly once. */
static int open_ends(void)
{
    int open = 0;
    for (int k = 0; k < tool.loops; k++)
        open += tool.loop[k].ends != 1;
    for (int k = 0; k < tool.copies; k++)
        open += tool.copy[k].ends != 1;
    for (int k = 0; k < tool.waits; k++)
        open += tool.wait[k].ends != 1;
    for (int k = 0; k < tool.phases; k++)
        open += tool.phase[k].ends != 1;
    for (int k = 0; k < tool.blocks; k++)
        open += tool.block[k].givens != 1;
    return open;
}

static void end_round(const char *what)
{
    must(sl_finalize());
    is_int(open_ends(), 0, "%s: what has begun has ended, once, and what was taken was given back", what);
    is_int(tool.inits, 1, "%s: init was called once", what);
    is_int(tool.finis, 1, "%s: and fini", what);
    is_int(tool.wrong, 0, "%s: with the table's data, all else between the two, with the tool's identifiers", what);
}

/* ---- bad input ----------------------------------------------------------------------------------------- */

static void test_refused(void)
{
    static const int versions[] = {0, -1, SL_TOOLS_VERSION + 1, 1 << 30};
    for (size_t k = 0; k < sizeof versions / sizeof *versions; k++) {
        sl_tools other = table;
        char want[80];
        other.version = versions[k];
        snprintf(want, sizeof want, "expected a table of version %d, got version %d", SL_TOOLS_VERSION, versions[k]);
        is_int(sl_tools_set(&other), SL_ERR_ARGUMENT, "a table of version %d is refused", versions[k]);
        like(sl_last_error(), want, "with a sentence");
    }
    begin_round(NULL);
    is_int(sl_tools_set(&table), SL_ERR_STATE, "no table is taken while the library runs");
    like(sl_last_error(), "sl_tools_set: expected a call before sl_init()", "with a sentence");
    ok(!sl__watched(), "and nothing is watched");
    must(sl_finalize());
    is_int(tool.inits, 0, "and nothing was called");
}

/* ---- calls of a random program -------------------------------------------------------------------------- */

enum { CALLS = 300, N = 5000 };

/* What the program did: expected of each call, by its label. */
static struct {
    const char *kernel;
    sl_index iterations;
    double bytes;
    double added;
} call[CALLS];

static int host_function(void *arg)
{
    (void)arg;
    return 0;
}

static void one_call(int k, uint32_t *random, sl_view *a)
{
    char label[LABEL];
    const sl_index n = sl__random(random) % 8 == 0 ? 1 : (sl_index)(sl__random(random) % N);
    const sl_index lo = n < N ? (sl_index)(sl__random(random) % (uint32_t)(N - n)) : 0;
    const int what = (int)(sl__random(random) % 8);
    snprintf(label, sizeof label, "call %d", k);
    const sl_policy policy =
        SL_POLICY(.label = label, .where = SL_CPU, .schedule = sl__random(random) % 2 ? SL_AUTO : SL_STATIC);
    call[k].iterations = n;
    call[k].kernel = what == 0 ? "" : what == 1 ? "tools_sum" : "tools_add";
    call[k].bytes = what == 0 ? 0 : what == 1 ? 8.0 * (double)n : 16.0 * (double)n;
    call[k].added = what > 1 ? (double)n : 0;
    if (what == 0) {
        call[k].iterations = -1;
        must(sl_task_with(SL_POLICY(.label = label, .where = k % 2 ? SL_CALLER : SL_ANYWHERE), host_function, NULL,
                          SL_RW(a)));
    } else if (what == 1) {
        double total = 0;
        must(sl_reduce_with(policy, tools_sum, SL_RANGE(lo, lo + n), a, &total));
    } else {
        must(sl_forall_with(policy, tools_add, SL_RANGE(lo, lo + n), 1.0, a));
    }
    if (sl__random(random) % 16 == 0)
        must(sl_wait());
}

static void compare_calls(const char *what)
{
    int wrong = 0;
    for (int k = 0; k < CALLS; k++) {
        char label[LABEL];
        snprintf(label, sizeof label, "call %d", k);
        const seen *s = find(label);
        const int times = count_of(label);
        if (call[k].iterations == 0 && times == 0)
            continue; /* nothing to do */
        if (times == 1 && strcmp(s->kernel, call[k].kernel) == 0 && s->loop.iterations == call[k].iterations &&
            s->loop.bytes == call[k].bytes && s->loop.part == 0 && s->loop.parts == 1)
            continue;
        if (wrong++ == 0)
            diag("\"%s\": told %d times, kernel \"%s\", %lld iterations, %g bytes; expected once, \"%s\", %lld, %g",
                 label, times, s ? s->kernel : "", s ? (long long)s->loop.iterations : 0, s ? s->loop.bytes : 0,
                 call[k].kernel, (long long)call[k].iterations, call[k].bytes);
    }
    is_int(wrong, 0, "%s: each of %d calls is told once, with names, iterations, bytes", what, CALLS);
    is_int(tool.copies, 0, "%s: no copies, on CPUs alone", what);
}

static void random_round(const char *what, uint32_t seed)
{
    uint32_t random = seed;
    double added = 0, sum = 0;
    begin_round(&table);
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    for (int k = 0; k < CALLS; k++) {
        one_call(k, &random, a);
        added += call[k].added;
    }
    must(sl_reduce_with(SL_POLICY(.where = SL_CPU), tools_sum, SL_RANGE(0, N), a, &sum));
    is_close(sum, added, 0, "%s: and they do what they do without a tool", what);
    is_int(tool.start.cores, sl_cpu_cores(), "%s: init is told of the cores", what);
    is_int(tool.start.groups, sl_cpu_workers(), "and of the worker groups");
    is_int(tool.start.gpus, sl_gpus(), "and of the GPUs");
    is_str(tool.start.version, sl_version(), "and of the version");
    sl_view_destroy(&a);
    end_round(what);
    compare_calls(what);
}

static void test_random(void)
{
    const uint32_t seed = (uint32_t)test_seed(1);
    random_round("as it comes", seed);
    setenv("STARLOOP_INLINE", "0", 1);
    random_round("all queued", seed + 1);
    int callers = 0, groups = 0;
    for (int k = 0; k < tool.loops; k++) {
        callers += tool.loop[k].loop.where == SL_TOOL_CALLER;
        groups += tool.loop[k].loop.where == SL_TOOL_GROUP && tool.loop[k].loop.number == 0;
    }
    is_int(callers, 0, "all queued: none is told of the calling thread");
    is_int(groups, tool.loops, "but all of the worker group");
    unsetenv("STARLOOP_INLINE");
}

/* ---- who runs what --------------------------------------------------------------------------------------- */

static void test_caller(void)
{
    const double begin = (double)clock() / CLOCKS_PER_SEC;
    int k = 0;
    const seen *s = NULL;
    begin_round(&table);
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(100));
    do { /* the library's last use of the view may not be over yet */
        char label[LABEL];
        snprintf(label, sizeof label, "short %d", k++);
        must(sl_forall_with(SL_POLICY(.label = label, .where = SL_CPU), tools_add, SL_RANGE(0, 100), 1.0, a));
        must(sl_wait());
        s = find(label);
    } while ((s == NULL || s->loop.where != SL_TOOL_CALLER) && (double)clock() / CLOCKS_PER_SEC < begin + 10);
    ok(s != NULL && s->loop.where == SL_TOOL_CALLER, "a short loop is told of the calling thread");
    is_int(s ? s->loop.number : 0, -1, "which has no number");
    ok(s != NULL && pthread_equal(s->thread, pthread_self()), "in that thread");
    is_str(s ? s->kernel : "", "tools_add", "by the kernel's name");
    sl_view_destroy(&a);
    end_round("in the calling thread");
    is_int(tool.loops, k, "each once");
}

/* Waits until the tool has seen its caller wait. */
static int until_waited(void *arg)
{
    const time_t begin = time(NULL);
    (void)arg;
    while (!atomic_load(&tool.waiting) && time(NULL) < begin + 20)
        ;
    return 0;
}

static int failing(void *arg)
{
    (void)arg;
    return 1;
}

static void test_waits_and_failures(void)
{
    begin_round(&table);
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(100)), *b = view_of("b", SL_DOUBLE, RIGHT, SL_EXTENTS(100));
    must(sl_task_with(SL_POLICY(.label = "until waited"), until_waited, NULL, SL_RW(a)));
    must(sl_wait());
    is_int(atomic_load(&tool.waiting), 1, "a wait is told of when it begins, not after it");
    must(sl_task_with(SL_POLICY(.label = "fails"), failing, NULL, SL_RW(b)));
    must(sl_forall_with(SL_POLICY(.label = "not run", .where = SL_CPU), tools_add, SL_RANGE(0, 100), 1.0, b));
    ok(sl_wait() != SL_SUCCESS, "a host task fails");
    (void)sl_wait();
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    end_round("waits and failures");
    is_int(count_of("fails"), 1, "a task that fails is told, and its end");
    is_int(count_of("not run"), 0, "one that has no input does not run, and is not");
}

/* ---- regions and split views ----------------------------------------------------------------------------- */

static void test_region(void)
{
    enum { RUNS = 5, LOOPS = 4, M = 30000 };
    sl_region *region = NULL;
    double sum = 0;
    begin_round(&table);
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(M)), *b = view_of("b", SL_DOUBLE, RIGHT, SL_EXTENTS(M));
    must(sl_region_begin(&region));
    for (int k = 0; k < LOOPS; k++) {
        char label[LABEL];
        snprintf(label, sizeof label, "loop %d", k);
        must(sl_forall_with(SL_POLICY(.label = label, .where = SL_CPU), tools_add, SL_RANGE(0, M - k), 1.0,
                            k % 2 ? a : b));
    }
    must(sl_region_end(region));
    for (int k = 0; k < RUNS; k++)
        must(sl_region_run(region));
    must(sl_reduce_with(SL_POLICY(.where = SL_CPU), tools_sum, SL_RANGE(0, 1), a, &sum));
    sl_region_destroy(&region);
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    end_round("a region");
    const int runs = count_of("loop 0");
    ok(runs == RUNS || runs == RUNS + 1, "a loop of a region is told each time that it runs");
    is_close(sum, runs * LOOPS / 2, 0, "as often as it ran");
    for (int k = 0; k < LOOPS; k++) {
        char label[LABEL];
        snprintf(label, sizeof label, "loop %d", k);
        is_int(count_of(label), runs, "loop %d too", k);
        is_int(find(label) ? find(label)->loop.iterations : 0, M - k, "with its iterations");
    }
}

static void test_parts(void)
{
    enum { PARTS = 3, M = 30001 };
    int told = 0, parts = 0;
    sl_index iterations = 0;
    setenv("STARLOOP_CPU_WORKERS", "core", 1);
    begin_round(&table);
    const int wanted = sl_cpu_workers() > 1 ? PARTS : 1; /* with one place to go to a loop is in none */
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(M));
    must(sl_view_split(a, SL_SPLIT(PARTS)));
    must(sl_forall_with(SL_POLICY(.label = "split", .where = SL_CPU, .split = SL_SPLIT(PARTS)), tools_add,
                        SL_RANGE(0, M), 1.0, a));
    must(sl_wait());
    sl_view_destroy(&a);
    end_round("parts");
    unsetenv("STARLOOP_CPU_WORKERS");
    for (int k = 0; k < tool.loops; k++)
        if (strcmp(tool.loop[k].label, "split") == 0) {
            told++;
            parts |= 1 << tool.loop[k].loop.part;
            iterations += tool.loop[k].loop.iterations;
            is_int(tool.loop[k].loop.parts, wanted, "a part says how many there are");
        }
    is_int(told, wanted, "each part of a loop over a split view is told");
    is_int(parts, (1 << wanted) - 1, "by its number");
    is_int(iterations, M, "and its iterations");
}

/* ---- GPUs ------------------------------------------------------------------------------------------------ */

static void test_gpu(void)
{
    enum { LOOPS = 20, RUNS = 3, M = 10000 };
    double to = 0, from = 0;
    int right = 0;
    begin_round(&table);
    const int gpus = sl_gpus();
    if (gpus == 0) {
        must(sl_finalize());
        skip("no CUDA device", "loops and copies on a GPU are told");
        return;
    }
    sl_region *region = NULL;
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(M));
    double *p = SL_HOST_WRITE(double, a);
    for (int i = 0; i < M; i++)
        p[i] = i;
    must(sl_host_end(a));
    must(sl_region_begin(&region));
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall_with(SL_POLICY(.label = "on gpu", .where = SL_CUDA), tools_add, SL_RANGE(0, M), 1.0, a));
    must(sl_region_end(region));
    for (int k = 0; k < RUNS; k++)
        must(sl_region_run(region));
    const double *q = SL_HOST_READ(double, a);
    const double got = q[M - 1];
    must(sl_host_end(a));
    sl_region_destroy(&region);
    sl_view_destroy(&a);
    end_round("a GPU");
    const int runs = count_of("on gpu");
    ok(runs == LOOPS * RUNS || runs == LOOPS * (RUNS + 1), "each loop of a region on a GPU is told");
    is_close(got, M - 1 + runs, 0, "as often as it ran");
    for (int k = 0; k < tool.loops; k++)
        right += tool.loop[k].loop.where == SL_TOOL_GPU && tool.loop[k].loop.number >= 0 &&
                 tool.loop[k].loop.iterations == M;
    is_int(right, tool.loops, "with the GPU's number and iterations");
    for (int k = 0; k < tool.copies; k++) {
        const int known = strcmp(tool.copy[k].label, "a") == 0;
        to += known && tool.copy[k].copy.way == SL_TOOL_TO_GPU ? (double)tool.copy[k].copy.bytes : 0;
        from += known && tool.copy[k].copy.way == SL_TOOL_FROM_GPU ? (double)tool.copy[k].copy.bytes : 0;
    }
    /* several GPUs may hand it on through main memory */
    ok(to == 8.0 * M || (gpus > 1 && to > 8.0 * M), "the view's copy to the GPU is told, by its label (%g bytes)", to);
    ok(from == 8.0 * M || (gpus > 1 && from > 8.0 * M), "and the one back (%g bytes)", from);
}

/* ---- phases ---------------------------------------------------------------------------------------------- */

enum { PHASES = 200, DEEPEST = 64, THREADS = 3 };

/* Phases at random, with a stack of their names beside. @return how many were refused or should have been. */
static void *random_phases(void *arg)
{
    uint32_t random = *(uint32_t *)arg;
    const uint32_t thread = random;
    int depth = 0, failed = 0;
    for (int begun = 0; begun < PHASES || depth > 0;) {
        if (depth == 0 || (begun < PHASES && depth < DEEPEST && sl__random(&random) % 2)) {
            char name[LABEL];
            snprintf(name, sizeof name, "phase %u %d", (unsigned)thread, begun++);
            failed += sl_tools_push(name) != SL_SUCCESS;
            memset(name, 0, sizeof name); /* it was copied, or told of */
            depth++;
        } else {
            failed += sl_tools_pop() != SL_SUCCESS;
            depth--;
        }
    }
    *(uint32_t *)arg = (uint32_t)failed;
    return NULL;
}

static void test_phases(void)
{
    pthread_t thread[THREADS];
    uint32_t arg[THREADS];
    int found = 0, failed = 0;
    begin_round(&table);
    for (uint32_t k = 0; k < THREADS; k++) {
        arg[k] = k + 1;
        is_int(pthread_create(&thread[k], NULL, random_phases, &arg[k]), 0, "a thread of the program's begins");
    }
    for (int k = 0; k < THREADS; k++) {
        pthread_join(thread[k], NULL);
        failed += (int)arg[k];
    }
    end_round("phases of several threads, each ended after those within it");
    is_int(failed, 0, "none of them fails");
    is_int(tool.phases, THREADS * PHASES, "each is told of");
    for (unsigned k = 0; k < THREADS; k++) /* in the order in which its thread has begun them */
        for (int i = 0, at = 0; i < PHASES; i++) {
            char name[LABEL];
            snprintf(name, sizeof name, "phase %u %d", k + 1, i);
            while (at < tool.phases && strcmp(tool.phase[at].label, name) != 0)
                at++;
            found += at < tool.phases;
        }
    is_int(found, THREADS * PHASES, "by its name, in the order of its thread");
}

static void test_phases_refused(void)
{
    is_int(sl_tools_push("early"), SL_ERR_STATE, "no phase begins before sl_init()");
    is_int(sl_tools_pop(), SL_ERR_STATE, "and none ends");
    begin_round(NULL);
    is_int(sl_tools_pop(), SL_ERR_STATE, "a phase that was not begun does not end");
    like(sl_last_error(),
         "sl_tools_pop: expected a phase that this thread has begun with sl_tools_push() and not ended, got none",
         "with a sentence");
    is_int(sl_tools_push(NULL), SL_ERR_ARGUMENT, "a phase without a name is refused");
    like(sl_last_error(), "sl_tools_push: name: expected the name of a phase, got NULL", "with a sentence");
    for (int k = 0; k < DEEPEST; k++)
        must(sl_tools_push("deep"));
    is_int(sl_tools_push("too deep"), SL_ERR_STATE, "so is the 65th within another");
    like(sl_last_error(), "sl_tools_push: expected at most 64 phases within one another, got \"too deep\" as well",
         "with a sentence");
    for (int k = 0; k < DEEPEST; k++)
        must(sl_tools_pop());
    is_int(sl_tools_pop(), SL_ERR_STATE, "and as many end as have begun, also without a tool");
    must(sl_tools_push("open"));
    must(sl_finalize());
    begin_round(&table);
    is_int(sl_tools_pop(), SL_ERR_STATE, "sl_finalize() ends those that are open");
    must(sl_finalize());
    is_int(tool.phases, 0, "and no tool is told of what was refused");
}

/* ---- memory ---------------------------------------------------------------------------------------------- */

/* Of the blocks of a label in a space: how many, their bytes, and those that are not given back under it yet. */
static int blocks_of(const char *label, sl_tool_space space, double *bytes, int *held)
{
    int count = 0;
    *bytes = 0;
    *held = 0;
    for (int k = 0; k < tool.blocks; k++) {
        const block *b = &tool.block[k];
        if (strcmp(b->label, label) != 0 || b->taken.space != space)
            continue;
        count++;
        *bytes += (double)b->taken.bytes;
        *held += b->givens == 0 || strcmp(b->label_given, label) != 0;
    }
    return count;
}

/* Views of many sizes, also of none, in memory of the library's; their bytes are what their elements take. */
static void test_memory(void)
{
    static const sl_index sizes[] = {1, 7, 1000, 100003, 3000001};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    static double mine[1000];
    double bytes;
    int held;
    begin_round(&table);
    for (int k = 0; k < SIZES; k++) {
        char label[LABEL];
        sl_view *view = NULL;
        snprintf(label, sizeof label, "size %d", k);
        must(sl_view_create_with(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(sizes[k]),
                                 k % 2 ? SL_VIEW_UNINITIALIZED : SL_VIEW_DEFAULT, &view));
        is_int(blocks_of(label, SL_TOOL_MAIN_MEMORY, &bytes, &held), 1, "a view of %lld elements has memory",
               (long long)sizes[k]);
        is_close(bytes, 8.0 * (double)sizes[k], 0, "so many bytes");
        is_int(held, 1, "that is held");
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), tools_add, SL_RANGE(0, sizes[k]), 1.0, view));
        must(sl_wait());
        sl_view_destroy(&view);
    }
    sl_view *empty = view_of("empty", SL_DOUBLE, RIGHT, SL_EXTENTS(0)), *wrapped = NULL, *huge = NULL;
    must(sl_view_wrap("wrapped", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1000), mine, &wrapped));
    ok(sl_view_create("huge", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS((sl_index)1 << 50), &huge) != SL_SUCCESS,
       "a view that is too large is refused");
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), tools_add, SL_RANGE(0, 1000), 1.0, wrapped));
    sl_view_destroy(&empty);
    sl_view_destroy(&wrapped);
    is_int(blocks_of("empty", SL_TOOL_MAIN_MEMORY, &bytes, &held), 0, "an empty view has none");
    is_int(blocks_of("wrapped", SL_TOOL_MAIN_MEMORY, &bytes, &held), 0, "nor has one over the program's memory");
    is_int(blocks_of("huge", SL_TOOL_MAIN_MEMORY, &bytes, &held), 0, "and none is told of what was refused");
    end_round("memory");
    for (int k = 0; k < SIZES; k++) {
        char label[LABEL];
        snprintf(label, sizeof label, "size %d", k);
        is_int(blocks_of(label, SL_TOOL_MAIN_MEMORY, &bytes, &held), 1, "each view took it once");
        is_int(held, 0, "and gave it back, by the same label");
    }
}

/* Many of a shape on a GPU, one after another: StarPU takes memory again that it has. */
static void test_memory_gpu(void)
{
    enum { VIEWS = 20, M = 12345 };
    double bytes;
    int held;
    begin_round(&table);
    const int gpus = sl_gpus();
    if (gpus == 0) {
        must(sl_finalize());
        skip("no CUDA device", "memory of a GPU is told");
        return;
    }
    for (int k = 0; k < VIEWS; k++) {
        char label[LABEL];
        snprintf(label, sizeof label, "view %d", k);
        sl_view *view = view_of(label, SL_DOUBLE, RIGHT, SL_EXTENTS(M));
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), tools_add, SL_RANGE(0, M), 1.0, view));
        must(sl_wait());
        if (k == 0) {
            is_int(blocks_of(label, SL_TOOL_GPU_MEMORY, &bytes, &held), 1, "a view has memory of a GPU");
            is_close(bytes, 8.0 * M, 0, "so many bytes");
        }
        sl_view_destroy(&view);
    }
    end_round("memory of a GPU");
    int right = 0, on_gpu = 0;
    for (int k = 0; k < tool.blocks; k++) {
        const block *b = &tool.block[k];
        on_gpu += b->taken.space == SL_TOOL_GPU_MEMORY;
        right += b->taken.space == SL_TOOL_GPU_MEMORY && b->taken.number >= 0 && b->taken.bytes == 8 * M &&
                 strncmp(b->label, "view ", 5) == 0 && strncmp(b->label_given, "view ", 5) == 0;
    }
    ok(on_gpu >= 1 && on_gpu <= VIEWS * gpus, "no more of it than the views need (%d)", on_gpu);
    is_int(right, on_gpu, "with bytes, number and the labels of views");
}

/* ---- tables with holes ----------------------------------------------------------------------------------- */

static uint64_t ids[SEEN];
static _Atomic int id_count;

static void keep_id(void *data, uint64_t id)
{
    const int at = atomic_fetch_add(&id_count, 1);
    (void)data;
    if (at < SEEN)
        ids[at] = id;
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void test_holes(void)
{
    const sl_tools ends = {.version = SL_TOOLS_VERSION, .end_loop = keep_id};
    const sl_tools nothing = {.version = SL_TOOLS_VERSION};
    int twice = 0;
    begin_round(&ends);
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(1000));
    for (int k = 0; k < 100; k++)
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), tools_add, SL_RANGE(0, 1000), 1.0, a));
    sl_view_destroy(&a);
    must(sl_finalize());
    is_int(id_count, 100, "a table that has end_loop alone is told 100 ends");
    qsort(ids, 100, sizeof *ids, by_value);
    for (int k = 1; k < 100; k++)
        twice += ids[k] == ids[k - 1];
    is_int(twice, 0, "each with another identifier, the library's");
    begin_round(&nothing);
    a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS(1000));
    must(sl_forall(tools_add, SL_RANGE(0, 1000), 1.0, a));
    must(sl_wait());
    sl_view_destroy(&a);
    is_int(sl_finalize(), SL_SUCCESS, "an empty table is a table");
    must(sl_tools_set(&table));
    begin_round(NULL);
    must(sl_finalize());
    is_int(tool.inits, 0, "NULL takes it away");
}

int main(void)
{
    test_refused();
    test_random();
    test_caller();
    test_waits_and_failures();
    test_region();
    test_parts();
    test_gpu();
    test_phases();
    test_phases_refused();
    test_memory();
    test_memory_gpu();
    test_holes();
    return done_testing();
}
