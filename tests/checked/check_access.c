/* SPDX-License-Identifier: BSD-3-Clause */
/* STARLOOP_CHECK_ACCESS=1: a body that writes an `in` fails its task, wherever the loop runs on CPUs, over views of any
 * layout, subviews, in regions and batches; so does a host function that writes what it has by SL_R. Bodies that do not
 * pass, and without the variable nothing is looked at. Pointers that are kept past sl_host_end(), and views that are
 * not destroyed. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(ca_copy, (i), scalar(int64_t, at), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(ca_plane, (i, j), scalar(int64_t, at), in(double, 2, a), in(double, 2, b), inout(double, 2, c, own));
SL_KERNEL_DECLARE(ca_sum, (i), scalar(int64_t, at), in(double, 1, x, own), reduce(double, sum, s));

static const char says[] = "which is only read, to be as it was, but the body has written it";

static void renew(sl_view *v)
{
    must(sl_view_fill(v, SL_DOUBLE, &(double){2}));
}

static void test_vector(sl_index n, int kind, sl_policy p)
{
    sl_view *x = view_of("x", SL_DOUBLE, kind, SL_EXTENTS(n)), *y = view_of("y", SL_DOUBLE, kind, SL_EXTENTS(n));
    double s = 0;
    renew(x);
    is_int((sl_forall_with(p, ca_copy, SL_RANGE(0, n), -1, x, y), sl_wait()), SL_SUCCESS, "%lld elements, %s: it reads",
           (long long)n, layout_name[kind]);
    if (n > 0) {
        surfaces((sl_forall_with(p, ca_copy, SL_RANGE(0, n), n - 1, x, y), sl_wait()), SL_ERR_TASK,
                 "a body that writes an `in`", "kernel ca_copy (task \"ca_copy\"), argument x: expected \"x\"", says);
        is_int(sl_view_wait(y), SL_ERR_TASK, "what it has written is poisoned");
        renew(x);
        renew(y);
        surfaces(sl_reduce_with(p, ca_sum, SL_RANGE(0, n), n / 2, x, &s), SL_ERR_TASK, "one of a reduction",
                 "kernel ca_sum", "argument x", says);
    }
    renew(x);
    is_int(sl_reduce_with(p, ca_sum, SL_RANGE(0, n), -1, x, &s), SL_SUCCESS, "a reduction that reads");
    is_close(s, 2.0 * (double)n, 1e-12, "has its sum");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* What lies between the elements of a subview is another one's, and may be written. */
static void test_subviews(void)
{
    enum { N = 12 };
    sl_view *all = view_of("all", SL_DOUBLE, RIGHT, SL_EXTENTS(N, 3 * N)), *part[3] = {NULL, NULL, NULL};
    for (int k = 0; k < 3; k++)
        must(sl_subview(all, &part[k], SL_ALL, SL_PAIR(k * N, (k + 1) * N)));
    renew(all);
    is_int((sl_forall(ca_plane, SL_BOX(0, N, 0, N), -1, part[0], part[1], part[2]), sl_wait()), SL_SUCCESS,
           "parts of one view, of which one is written");
    surfaces((sl_forall(ca_plane, SL_BOX(0, N, 0, N), 5, part[0], part[1], part[2]), sl_wait()), SL_ERR_TASK,
             "a part that is only read", "argument b: expected \"all(:, 12:24)\"", says);
    for (int k = 0; k < 3; k++)
        sl_view_destroy(&part[k]);
    sl_view_destroy(&all);
}

static void test_queued(void)
{
    enum { N = 1000, LOOPS = 20 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y[LOOPS];
    sl_region *region = NULL;
    renew(x);
    for (int k = 0; k < LOOPS; k++)
        y[k] = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    for (int k = 0; k < LOOPS; k++)
        must(sl_forall(ca_copy, SL_RANGE(0, N), k == 7 ? 3 : -1, x, y[k]));
    surfaces(sl_wait(), SL_ERR_TASK, "one of many loops", "argument x", says);
    is_int(sl_view_wait(y[7]), SL_ERR_TASK, "fails"); /* beside it those that read x at the same time may, too */
    renew(x);
    for (int k = 0; k < LOOPS; k++)
        must(sl_view_fill(y[k], SL_DOUBLE, &(double){0}));
    must(sl_region_begin(&region));
    must(sl_forall(ca_copy, SL_RANGE(0, N), -1, x, y[0]));
    must(sl_forall(ca_copy, SL_RANGE(0, N), 9, y[0], y[1]));
    must(sl_region_end(region));
    surfaces((sl_region_run(region), sl_wait()), SL_ERR_TASK, "one of a region", "argument x: expected \"y\"", says);
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    for (int k = 0; k < LOOPS; k++)
        sl_view_destroy(&y[k]);
}

static int touch(void *arg)
{
    sl_view *const *v = arg;
    double *read = sl_task_data(v[0]), *written = sl_task_data(v[1]);
    written[0] = read[1];
    if (v[2] != NULL)
        read[1] = 5;
    return 0;
}

static void test_functions(void)
{
    sl_view *v[3] = {view_of("v", SL_DOUBLE, RIGHT, SL_EXTENTS(4)), view_of("w", SL_DOUBLE, RIGHT, SL_EXTENTS(4)),
                     NULL};
    is_int((sl_task(touch, v, SL_R(v[0]), SL_W(v[1])), sl_wait()), SL_SUCCESS, "a host function that reads");
    v[2] = v[0];
    surfaces((sl_task(touch, v, SL_R(v[0]), SL_W(v[1])), sl_wait()), SL_ERR_TASK, "one that writes what it has by SL_R",
             "host task", "expected \"v\", which it has by SL_R, to be as it was, but the function has written it");
    sl_view_destroy(&v[0]);
    sl_view_destroy(&v[1]);
}

/* In a child of its own: whether touching a place ends it with a fault. */
static int faults(volatile double *at, int writes)
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        if (writes)
            *at = 1;
        _exit(*at == 12345);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

static void test_pointers(sl_index n)
{
    static double mine[64];
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n)), *w = NULL, *part = NULL;
    double *p = SL_HOST_WRITE(double, x), s = 0;
    for (sl_index i = 0; i < n; i++)
        p[i] = (double)i;
    must(sl_host_end(x));
    ok(faults(&p[n - 1], 0) && faults(&p[0], 1), "a pointer of %lld elements kept past sl_host_end() may not be used",
       (long long)n);
    must(sl_reduce(ca_sum, SL_RANGE(0, n), -1, x, &s));
    is_close(s, (double)n * (double)(n - 1) / 2, 1e-12, "what was written by it is in the view");
    const double *q = SL_HOST_READ(double, x), *r = SL_HOST_READ(double, x);
    ok(q[n - 1] == (double)(n - 1) && faults((double *)(uintptr_t)q, 1), "by a reader's one nothing may be written");
    must(sl_host_end(x));
    ok(r[n / 2] == (double)(n / 2) && !faults((double *)(uintptr_t)r, 0), "a second reader has it until it ends");
    must(sl_host_end(x));
    ok(faults((double *)(uintptr_t)r, 0), "and not after that");
    must(sl_subview(x, &part, SL_PAIR(n / 2, n)));
    p = SL_HOST_RDWR(double, part);
    ok(p[0] == (double)(n / 2), "a subview's one leads to its elements");
    p[0] = -1;
    must(sl_host_end(part));
    ok(SL_HOST_READ(double, x)[n / 2] == -1, "which are the view's");
    must(sl_host_end(x));
    must(sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(64), mine, &w));
    ok(SL_HOST_RDWR(double, w) == mine, "wrapped memory is the program's, and is not guarded");
    must(sl_host_end(w));
    sl_view_destroy(&part);
    sl_view_destroy(&x);
    sl_view_destroy(&w);
}

static char leaks[4][256];
static int leaked;
static void note_leaks(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file, (void)line, (void)arg;
    if (level == SL_LOG_WARN && strstr(text, "was not destroyed") && leaked < 4)
        snprintf(leaks[leaked++], sizeof leaks[0], "%s", text);
}

/* Ends the library. */
static void test_leaks(void)
{
    sl_view *a, *part, *kept = NULL;
    char text[256];
    leaked = 0;
    sl_log_set_handler(note_leaks, NULL);
    sl_view_create("bad", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(-1), &a); /* its place is no other's */
    sl_clear_error();
    must((sl_view_create)("kept", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &kept));
    const int line = __LINE__ + 1;
    must(sl_view_create("a", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &a));
    must(sl_subview(a, &part, SL_PAIR(1, 2)));
    must(sl_finalize());
    is_int(leaked, 3, "three views were not destroyed");
    const char *const name[] = {"a(1:2)", "a", "kept"};
    for (int k = 0; k < 3; k++) {
        int found = 0;
        snprintf(text, sizeof text, "sl_finalize: view \"%s\" was not destroyed", name[k]);
        if (k < 2)
            snprintf(text + strlen(text), sizeof text - strlen(text), "; it was made at %s:%d", __FILE__, line + 1 - k);
        for (int l = 0; l < leaked; l++)
            found |= strcmp(leaks[l], text) == 0;
        if (!ok(found, "%s", text))
            diag("%s\n%s\n%s", leaks[0], leaks[1], leaks[2]);
    }
    sl_log_set_handler(misuse_count, NULL);
}

static void test_off(void)
{
    enum { N = 50 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    is_int((sl_forall(ca_copy, SL_RANGE(0, N), 3, x, y), sl_wait()), SL_SUCCESS, "without the variable nobody looks");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

int main(void)
{
    static const sl_index sizes[] = {0, 1, 33, 20001};
    sl_log_set_handler(misuse_count, NULL);
    setenv("STARLOOP_WHERE", "cpu", 1); /* on devices nobody looks */
    for (int core = 0; core < 2; core++) {
        const sl_config config = {.cpu_workers = core ? SL_WORKERS_CORE : SL_WORKERS_DEFAULT};
        setenv("STARLOOP_CHECK_ACCESS", "1", 1);
        must(sl_init(&config));
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int kind = 0; kind < LAYOUTS; kind++)
                for (int schedule = SL_AUTO; schedule <= SL_DYNAMIC; schedule++)
                    test_vector(sizes[k], kind, SL_POLICY(.schedule = (sl_schedule)schedule));
        test_vector(500, RIGHT, SL_POLICY(.split = SL_SPLIT(4)));
        test_subviews();
        test_queued();
        test_functions();
        test_pointers(10);
        test_pointers(1000000);
        test_leaks();
        unsetenv("STARLOOP_CHECK_ACCESS");
        must(sl_init(&config));
        test_off();
        test_leaks();
    }
    return done_testing();
}
