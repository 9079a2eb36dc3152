/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads with 64 KiB of stack beside thread-local variables start the library, call every verb and end it. The stack
 * is painted, so each line says how much a call has taken, and half of it must be left. Results are compared with
 * plain C. The loops of the second round are queued and write past the caches. suites/small_stack.sh gives all threads
 * little stack. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "loop_testing.h"
#include "small_stack.h"

enum { KIB = 1024, STACK = 64 * KIB, PAGE = 64 * KIB, MOST = STACK / 2, PAINT = 0x5a };
enum { N = 5000, ROWS = 60, COLUMNS = 70, BINS = 13, SEGMENTS = 5 };

static struct {
    sl_view *x, *y, *z, *plane, *sum, *bins, *offsets, *wide, *count, *some[7], *fat[3], *byte, *parts;
} v;
static int64_t x[N], y[N], z[N], plane[ROWS * COLUMNS];
static int wrong;
static sl_region *region;

/* ---- a thread with little stack ------------------------------------------------------------------------- */

/* Runs a function in a thread whose stack has a number of bytes. @return how many of them were written, -1 without
 * memory, -2 where the stack has no room for the thread-local variables of all libraries, which lie at its top */
static long painted_stack(size_t bytes, void *(*function)(void *), void *arg)
{
    unsigned char *memory = mmap(NULL, PAGE + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *const stack = memory + PAGE;
    pthread_attr_t attributes;
    pthread_t thread;
    size_t left = 0;
    if (memory == MAP_FAILED || mprotect(memory, PAGE, PROT_NONE) != 0) /* what is past the end is SIGSEGV */
        return -1;
    memset(stack, PAINT, bytes);
    pthread_attr_init(&attributes);
    const int created = pthread_attr_setstack(&attributes, stack, bytes) == 0 &&
                        pthread_create(&thread, &attributes, function, arg) == 0;
    pthread_attr_destroy(&attributes);
    if (created) {
        pthread_join(thread, NULL);
        while (left < bytes && stack[left] == PAINT)
            left++;
    }
    munmap(memory, PAGE + bytes);
    return created ? (long)(bytes - left) : -2;
}

static void *empty(void *arg)
{
    return arg;
}

/* Bytes of a stack that thread-local variables take, in whole pages: 0 where there are few. CUDA's libraries have
 * more of them than 64 KiB. */
static size_t thread_locals(void)
{
    size_t bytes = 0;
    while (bytes <= 64 * PAGE && painted_stack(STACK / 2 + bytes, empty, NULL) == -2)
        bytes += PAGE / 4;
    return bytes;
}

/* Runs a function in a thread with 64 KiB beside its thread-local variables. @return bytes that were written beyond
 * those that a thread without a function writes, or -1 */
static long painted(void *(*function)(void *), void *arg)
{
    const size_t bytes = STACK + thread_locals();
    const long used = painted_stack(bytes, function, arg), least = painted_stack(bytes, empty, NULL);
    return used < 0 || least < 0 ? -1 : used - (bytes > STACK ? least : 0);
}

/* A call that must succeed. */
#define CALL(call) \
    do { \
        if ((call) != SL_SUCCESS) { \
            diag("%s: %s", #call, sl_last_error()); \
            wrong++; \
        } \
    } while (0)

/* An element that must be so. */
static void want(const char *what, sl_index at, int64_t got, int64_t wanted)
{
    if (got != wanted && wrong++ < 5)
        diag("%s[%lld]: got %lld, want %lld", what, (long long)at, (long long)got, (long long)wanted);
}

/* ---- views ----------------------------------------------------------------------------------------------- */

static int64_t value(sl_index i)
{
    return i * 7919 % 1009;
}

static void fill(sl_view *view, int64_t copy[], sl_index n)
{
    int64_t *p = sl_host_begin(view, SL_WRITE, SL_INT64, "fill");
    for (sl_index i = 0; i < n; i++)
        p[i] = copy[i] = value(i);
    must(sl_host_end(view));
}

static void same(const char *what, sl_view *view, const int64_t wanted[], sl_index n)
{
    const int64_t *p = sl_host_begin(view, SL_READ, SL_INT64, "same");
    for (sl_index i = 0; i < n; i++)
        want(what, i, p[i], wanted[i]);
    CALL(sl_host_end(view));
}

static void make_views(void)
{
    static int64_t none[N];
    must(sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v.x));
    must(sl_view_create("y", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v.y));
    must(sl_view_create("z", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v.z));
    must(sl_view_create("wide", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v.wide));
    must(sl_view_create("parts", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v.parts));
    must(sl_view_create("plane", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(ROWS, COLUMNS), &v.plane));
    must(sl_view_create("sum", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(ROWS), &v.sum));
    must(sl_view_create("bins", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(BINS), &v.bins));
    must(sl_view_create("offsets", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(SEGMENTS + 1), &v.offsets));
    must(sl_view_create("count", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &v.count));
    must(sl_view_create("byte", SL_INT8, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v.byte));
    for (int k = 0; k < 3; k++)
        must(sl_view_create("fat", SL_TYPE(ss_fat), SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v.fat[k]));
    for (int k = 0; k < 7; k++)
        must(sl_view_create("some", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v.some[k]));
    fill(v.x, x, N);
    fill(v.y, y, N);
    fill(v.z, z, N);
    fill(v.parts, none, N);
    fill(v.plane, plane, ROWS * COLUMNS);
    int64_t *p = sl_host_begin(v.offsets, SL_WRITE, SL_INT64, "offsets");
    for (int k = 0; k <= SEGMENTS; k++)
        p[k] = k * (N / SEGMENTS);
    must(sl_host_end(v.offsets));
}

static void drop_views(void)
{
    sl_view **const all[] = {&v.x,   &v.y,    &v.z,       &v.wide, &v.parts, &v.plane,
                             &v.sum, &v.bins, &v.offsets, &v.byte, &v.count};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        sl_view_destroy(all[k]);
    for (int k = 0; k < 3; k++)
        sl_view_destroy(&v.fat[k]);
    for (int k = 0; k < 7; k++)
        sl_view_destroy(&v.some[k]);
}

/* ---- verbs: the calls, in the thread with little stack, and what they must have done --------------------- */

static int64_t total[2], plane_total[2];
static SL_MINMAXLOC(int64_t) ends;

static void forall_call(void)
{
    for (int k = 0; k < 20; k++)
        CALL(sl_forall(ss_line, SL_RANGE(0, N), v.x, v.y));
    CALL(sl_forall(ss_line, SL_RANGE_STRIDE(0, N, 3), v.x, v.y));
    CALL(sl_wait());
}
static void forall_check(void)
{
    for (int k = 0; k < 21; k++)
        for (sl_index i = 0; i < N; i += k < 20 ? 1 : 3)
            y[i] = (int64_t)(3 * (uint64_t)y[i] + (uint64_t)x[i]);
    same("y", v.y, y, N);
}

static void outputs_call(void)
{
    CALL(sl_forall(ss_fats, SL_RANGE(0, N), v.x, v.fat[0], v.fat[1], v.fat[2], v.byte));
    CALL(sl_forall(ss_many, SL_RANGE(0, N), v.x, v.some[0], v.some[1], v.some[2], v.some[3], v.some[4], v.some[5],
                   v.some[6]));
    CALL(sl_wait());
}
static void outputs_check(void)
{
    for (int k = 0; k < 7; k++) {
        const int64_t *p = sl_host_begin(v.some[k], SL_READ, SL_INT64, "some");
        for (sl_index i = 0; i < N; i++)
            want("some", i, p[i], x[i] + k);
        CALL(sl_host_end(v.some[k]));
    }
    const ss_fat *f = sl_host_begin(v.fat[2], SL_READ, SL_TYPE(ss_fat), "fat");
    const int8_t *b = sl_host_begin(v.byte, SL_READ, SL_INT8, "byte");
    for (sl_index i = 0; i < N; i++) {
        want("fat", i, f[i].value[0] + 10000 * f[i].value[1] + f[i].value[15], x[i] + 10000 * i);
        want("byte", i, b[i], i % 100);
    }
    CALL(sl_host_end(v.fat[2]));
    CALL(sl_host_end(v.byte));
}

static void reduce_call(void)
{
    CALL(sl_reduce(ss_total, SL_RANGE(0, N), v.x, &total[0], &total[1], &ends));
    CALL(sl_reduce(ss_plane, SL_BOX(0, ROWS, 0, COLUMNS), v.plane, &plane_total[0], &plane_total[1]));
}
static void reduce_check(void)
{
    int64_t s[2] = {0, INT64_MIN}, t[2] = {0, INT64_MIN}, least = 0;
    for (sl_index i = 0; i < N; i++) {
        s[0] += x[i];
        s[1] = x[i] > s[1] ? x[i] : s[1];
        least = x[i] < x[least] ? i : least;
    }
    for (sl_index i = 0; i < ROWS * COLUMNS; i++) {
        t[0] += plane[i];
        t[1] = plane[i] > t[1] ? plane[i] : t[1];
    }
    for (int k = 0; k < 2; k++) {
        want("total", k, total[k], s[k]);
        want("plane total", k, plane_total[k], t[k]);
    }
    want("place of the least", 0, ends.lo_index, least);
}

static void scan_call(void)
{
    CALL(sl_scan_inclusive(SL_SUM, 0, v.x, v.z));
    CALL(sl_forall(ss_scan, SL_RANGE(0, N), v.x, v.wide, SL_INTO(v.sum, 0)));
    CALL(sl_scan_inclusive(SL_SUM, 0, v.plane, v.plane));
    CALL(sl_scan_inclusive(SL_SUM, 1, v.plane, v.plane));
    CALL(sl_wait());
}
static void scan_check(void)
{
    int64_t so_far = 0;
    for (sl_index i = 0; i < N; i++)
        z[i] = so_far += x[i];
    same("z", v.z, z, N);
    same("wide", v.wide, z, N);
    for (sl_index i = COLUMNS; i < ROWS * COLUMNS; i++)
        plane[i] += plane[i - COLUMNS];
    for (sl_index i = 0; i < ROWS * COLUMNS; i++)
        plane[i] += i % COLUMNS > 0 ? plane[i - 1] : 0;
    same("plane", v.plane, plane, ROWS * COLUMNS);
}

static void rows_check(void)
{
    int64_t sum[ROWS] = {0};
    for (sl_index i = 0; i < ROWS * COLUMNS; i++)
        sum[i / COLUMNS] += plane[i];
    same("sum", v.sum, sum, ROWS);
}
static void nest_call(void)
{
    CALL(sl_nest_with(SL_POLICY(.nest = "rows"), ss_nest, SL_BOX(0, ROWS, 0, COLUMNS), v.plane, v.sum));
    CALL(sl_wait());
}
static void launch_call(void)
{
    CALL(sl_launch(SL_POLICY(.league = ROWS), ss_team, v.plane, v.sum));
    CALL(sl_wait());
}

static int ascending(const void *a, const void *b)
{
    const int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;
    return (p > q) - (p < q);
}
static int descending(const void *a, const void *b)
{
    return ascending(b, a);
}
static void sort_call(void)
{
    CALL(sl_deep_copy(v.z, v.x));
    CALL(sl_sort(v.z));
    CALL(sl_deep_copy(v.wide, v.x));
    CALL(sl_sort_by(descending, v.wide));
    CALL(sl_deep_copy(v.some[0], v.x));
    CALL(sl_deep_copy(v.some[1], v.x));
    CALL(sl_sort_pairs(v.some[0], v.some[1]));
    CALL(sl_deep_copy(v.some[2], v.x));
    CALL(sl_deep_copy(v.some[3], v.x));
    CALL(sl_sort_segments(v.some[2], v.offsets));
    CALL(sl_sort_segments_pairs(v.some[3], v.offsets, v.some[4]));
    CALL(sl_wait());
}
static void sort_check(void)
{
    static int64_t down[N], parts[N];
    for (sl_index i = 0; i < N; i++)
        z[i] = down[i] = parts[i] = x[i];
    qsort(z, N, sizeof *z, ascending);
    qsort(down, N, sizeof *down, descending);
    for (int k = 0; k < SEGMENTS; k++)
        qsort(parts + k * (N / SEGMENTS), N / SEGMENTS, sizeof *parts, ascending);
    same("z", v.z, z, N);
    same("wide", v.wide, down, N);
    same("keys", v.some[0], z, N);
    same("values", v.some[1], z, N);
    same("segments", v.some[2], parts, N);
    same("pairs of segments", v.some[3], parts, N);
}

static void scatter_call(void)
{
    const int64_t zero = 0;
    CALL(sl_view_fill(v.bins, SL_INT64, &zero));
    CALL(sl_forall(ss_bins, SL_RANGE(0, N), v.x, v.bins));
    CALL(sl_forall_with(SL_POLICY(.scatter = SL_SCATTER_DUPLICATE), ss_bins, SL_RANGE(0, N), v.x, v.bins));
    CALL(sl_forall_with(SL_POLICY(.reproducible = SL_YES), ss_bins, SL_RANGE(0, N), v.x, v.bins));
    CALL(sl_wait());
}
static void scatter_check(void)
{
    int64_t bins[BINS] = {0};
    for (sl_index i = 0; i < N; i++)
        bins[x[i] % BINS] += 3;
    same("bins", v.bins, bins, BINS);
}

static void copy_call(void)
{
    static int64_t there[N];
    const int64_t least = 500;
    CALL(sl_deep_copy(v.z, v.x));
    CALL(sl_deep_copy_to_host(SL_INT64, SL_LAYOUT_RIGHT, there, v.z));
    CALL(sl_deep_copy_from_host(v.wide, SL_INT64, SL_LAYOUT_RIGHT, there));
    CALL(sl_copy_if(SL_LESS, &least, v.x, v.x, v.some[0], v.count));
    CALL(sl_unique(v.x, v.some[1], v.count));
    CALL(sl_wait());
}
static void copy_check(void)
{
    sl_index n = 0;
    for (sl_index i = 0; i < N; i++)
        z[i] = x[i];
    same("z", v.z, z, N);
    same("wide", v.wide, z, N);
    for (sl_index i = 0; i < N; i++)
        if (x[i] < 500)
            z[n++] = x[i];
    same("some", v.some[0], z, n);
}

static void record_call(void)
{
    CALL(sl_region_begin(&region));
    for (int k = 0; k < 6; k++)
        CALL(sl_forall(ss_line, SL_RANGE(0, N), v.x, v.y));
    CALL(sl_forall(ss_bins, SL_RANGE(0, N), v.x, v.bins));
    CALL(sl_scan_inclusive(SL_SUM, 0, v.x, v.wide));
    CALL(sl_region_end(region));
}
static void run_call(void)
{
    for (int k = 0; k < 5; k++)
        CALL(sl_region_run(region));
    CALL(sl_wait());
    sl_region_destroy(&region);
}
static void run_check(void)
{
    int64_t so_far = 0;
    for (int k = 0; k < 30; k++)
        for (sl_index i = 0; i < N; i++)
            y[i] = (int64_t)(3 * (uint64_t)y[i] + (uint64_t)x[i]);
    for (sl_index i = 0; i < N; i++)
        z[i] = so_far += x[i];
    same("y", v.y, y, N);
    same("wide", v.wide, z, N);
}

static void host_call(void)
{
    int64_t *p = sl_host_begin(v.z, SL_RDWR, SL_INT64, "host_call");
    for (sl_index i = 0; i < N && p != NULL; i++)
        p[i] = i;
    CALL(sl_host_end(v.z));
}
static void host_check(void)
{
    for (sl_index i = 0; i < N; i++)
        z[i] = i;
    same("z", v.z, z, N);
}

static void split_call(void)
{
    int64_t s[2];
    SL_MINMAXLOC(int64_t) e;
    const int64_t one = 1;
    CALL(sl_view_fill(v.parts, SL_INT64, &one));
    CALL(sl_view_split(v.parts, SL_SPLIT(3)));
    CALL(sl_forall(ss_line, SL_RANGE(0, N), v.x, v.parts));
    CALL(sl_forall_with(SL_POLICY(.split = SL_SPLIT(5)), ss_line, SL_RANGE(0, N), v.x, v.parts));
    CALL(sl_reduce(ss_total, SL_RANGE(0, N), v.parts, &s[0], &s[1], &e));
    CALL(sl_view_join(v.parts));
    CALL(sl_wait());
    total[0] = s[0];
}
static void split_check(void)
{
    int64_t sum = 0;
    for (sl_index i = 0; i < N; i++)
        sum += z[i] = 3 * (3 + x[i]) + x[i];
    same("parts", v.parts, z, N);
    want("total of the parts", 0, total[0], sum);
}

static int task(void *arg)
{
    atomic_fetch_add((_Atomic int *)arg, 1);
    return 0;
}
static _Atomic int tasks;
static void task_call(void)
{
    sl_event *event = NULL;
    CALL(sl_task(task, &tasks, SL_RW(v.y)));
    CALL(sl_event_record(&event));
    CALL(sl_event_wait(event));
    sl_event_destroy(&event);
    CALL(sl_pause());
    CALL(sl_resume());
}
static void task_check(void)
{
    want("tasks", 0, atomic_exchange(&tasks, 0), 1);
}

static void refused_call(void)
{
    if (sl_forall(ss_line, SL_RANGE(0, N + 1), v.x, v.y) == SL_SUCCESS)
        wrong++;
    if (sl_region_run(NULL) == SL_SUCCESS)
        wrong++;
}
static void nothing(void)
{
}

static void init_call(void)
{
    CALL(sl_init(NULL));
}
static void finalize_call(void)
{
    CALL(sl_finalize());
}

/* ---- all of them ----------------------------------------------------------------------------------------- */

typedef struct verb {
    const char *name;
    void (*call)(void), (*check)(void);
} verb;

static const verb verbs[] = {{"loops and a wait", forall_call, forall_check},
                             {"loops that write many views", outputs_call, outputs_check},
                             {"reductions", reduce_call, reduce_check},
                             {"scans", scan_call, scan_check},
                             {"a nest", nest_call, rows_check},
                             {"a launch of teams", launch_call, rows_check},
                             {"sorts", sort_call, sort_check},
                             {"loops that scatter", scatter_call, scatter_check},
                             {"copies and algorithms", copy_call, copy_check},
                             {"the recording of a region", record_call, nothing},
                             {"its runs", run_call, run_check},
                             {"host access", host_call, host_check},
                             {"loops over split views", split_call, split_check},
                             {"a host task, an event, a pause", task_call, task_check},
                             {"refused calls", refused_call, nothing}};

static void *verb_run(void *arg)
{
    ((const verb *)arg)->call();
    return NULL;
}

static void test_verb(const verb *of, const char *how)
{
    wrong = 0;
    const long used = painted(verb_run, (void *)(uintptr_t)of);
    of->check();
    ok(used > 0 && used <= MOST && wrong == 0, "%s%s: %.1f KiB of stack, at most %d, and the results are right",
       of->name, how, (double)used / KIB, MOST / KIB);
}

static void test_round(const char *how)
{
    static const verb first = {"sl_init", init_call, nothing}, last = {"sl_finalize", finalize_call, nothing};
    test_verb(&first, how);
    make_views();
    for (size_t k = 0; k < sizeof verbs / sizeof *verbs; k++)
        test_verb(&verbs[k], how);
    drop_views();
    test_verb(&last, how);
}

/* Sanitizers, and a build without optimisation, make frames larger. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
enum { SMALL_FRAMES = 0 };
#else
enum { SMALL_FRAMES = 1 };
#endif

/* With an argument it prints the KiB of a stack that thread-local variables take, and does nothing else. */
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return printf("%zu\n", thread_locals() / KIB) < 0;
    if (!SMALL_FRAMES) {
        skip("not with sanitizers, nor without optimisation", "threads with 64 KiB of stack call every verb");
        return done_testing();
    }
    test_round("");
    setenv("STARLOOP_INLINE", "0", 1);
    setenv("STARLOOP_NONTEMPORAL", "1", 1);
    setenv("STARLOOP_CPU_WORKERS", "core", 1);
    test_round(", queued, past the caches");
    return done_testing();
}
