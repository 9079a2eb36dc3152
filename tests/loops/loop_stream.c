/* SPDX-License-Identifier: BSD-3-Clause */
/* Writing past the caches gives what ordinary stores give, and touches nothing beside: starts and ends anywhere, sizes
 * around the buffer's 128 elements, types of any size, right, left and mixed. Run with it always on, then never, by
 * size. On a GPU there are no such stores; and what lies beside the space in an `out` view may be lost:
 * doc/guide/kernel-reference.md. */
#include <starloop/kernel/abi.h>

#include "kernel/cases.h"
#include "exec/cpu/cpu.h"
#include "exec/cpu/loop.h"
#include "exec/cpu/streams.h"
#include "loop_stream.h"
#include "loop_testing.h"

extern const sl_kernel stream_line__kernel, stream_sheet__kernel, stream_both__kernel;
extern const sl_kernel stream_2__kernel, stream_3__kernel, stream_add__kernel;
static const char *mode;

/* Element i of the input; whole numbers that a float holds. */
static float input(sl_index i)
{
    return (float)((i * 7919) % 100003);
}

static sl_view *input_view(sl_index n)
{
    sl_view *x = view_of("x", SL_FLOAT, RIGHT, SL_EXTENTS(n));
    float *p = SL_HOST_WRITE(float, x);
    for (sl_index i = 0; i < n; i++)
        p[i] = input(i);
    must(sl_host_end(x));
    return x;
}

/* Fills a view with a byte that must survive outside the space. */
static void paint(sl_view *view, size_t bytes)
{
    void *p = sl_host_begin(view, SL_RDWR, sl_view_type(view), NULL);
    memset(p, 0xA5, bytes);
    must(sl_host_end(view));
}

static int painted(const void *p, size_t bytes)
{
    const unsigned char *c = p;
    for (size_t k = 0; k < bytes; k++)
        if (c[k] != 0xA5)
            return 0;
    return 1;
}

/* Element i of each output, in or outside of [lo, hi): 1 when it is right. */
static int right_f32(const void *p, sl_index i, int inside)
{
    const float *y = (const float *)p + i;
    return inside ? *y == input(i) + 1 : painted(y, sizeof *y);
}

static int right_u8(const void *p, sl_index i, int inside)
{
    const uint8_t *y = (const uint8_t *)p + i;
    return inside ? *y == (int)input(i) % 251 : painted(y, 1);
}

static int right_colour(const void *p, sl_index i, int inside)
{
    const struct colour *y = (const struct colour *)p + i;
    return inside ? y->r == input(i) && y->g == input(i) + 1 && y->b == (float)(i % 17) : painted(y, sizeof *y);
}

static int right_state(const void *p, sl_index i, int inside)
{
    const struct state *y = (const struct state *)p + i;
    return inside ? y->p[0] == input(i) && y->p[3] == input(i) + 3 && y->id == (int)i && y->flags == 7
                  : painted(y, sizeof *y);
}

typedef int (*right_function)(const void *p, sl_index i, int inside);

static sl_index wrong_in(sl_view *view, right_function right, sl_index n, sl_index lo, sl_index hi)
{
    const void *p = sl_host_begin(view, SL_READ, sl_view_type(view), NULL);
    sl_index wrong = 0;
    for (sl_index i = 0; i < n; i++)
        if (((i >= lo && i < hi) || !on_gpu()) && !right(p, i, i >= lo && i < hi) && wrong++ == 0)
            diag("%s: element %lld of [%lld, %lld) is wrong", sl_view_label(view), (long long)i, (long long)lo,
                 (long long)hi);
    must(sl_host_end(view));
    return wrong;
}

/* All rank 1 kernels over [lo, hi) of n. */
static sl_index wrong_range(sl_view *x, sl_index n, sl_index lo, sl_index hi, sl_policy policy)
{
    sl_view *f = view_of("f", SL_FLOAT, RIGHT, SL_EXTENTS(n)), *u = view_of("u", SL_UINT8, RIGHT, SL_EXTENTS(n));
    sl_view *c = view_of("c", SL_TYPE(struct colour), RIGHT, SL_EXTENTS(n));
    sl_view *s = view_of("s", SL_TYPE(struct state), RIGHT, SL_EXTENTS(n));
    paint(f, (size_t)n * sizeof(float));
    paint(u, (size_t)n);
    paint(c, (size_t)n * sizeof(struct colour));
    paint(s, (size_t)n * sizeof(struct state));
    must(sl_forall_with(policy, stream_f32, SL_RANGE(lo, hi), x, f));
    must(sl_forall_with(policy, stream_u8, SL_RANGE(lo, hi), x, u));
    must(sl_forall_with(policy, stream_two, SL_RANGE(lo, hi), x, c, s));
    sl_index wrong = wrong_in(f, right_f32, n, lo, hi) + wrong_in(u, right_u8, n, lo, hi) +
                     wrong_in(c, right_colour, n, lo, hi) + wrong_in(s, right_state, n, lo, hi);
    sl_view_destroy(&f);
    sl_view_destroy(&u);
    sl_view_destroy(&c);
    sl_view_destroy(&s);
    return wrong;
}

static void test_ranges(void)
{
    static const sl_index length[] = {1, 15, 127, 128, 129, 255, 256, 257, 1023, 1280, 4096};
    for (int k = 0; k < 11; k++) {
        sl_index n = length[k] + 200, wrong = 0;
        sl_view *x = input_view(n);
        for (sl_index lo = 0; lo < 70; lo += lo < 18 ? 1 : 17)
            wrong += wrong_range(x, n, lo, lo + length[k], SL_POLICY(.schedule = (sl_schedule)(lo % (SL_GUIDED + 1))));
        is_int(wrong, 0, "%s: ranges of %lld elements that start anywhere", mode, (long long)length[k]);
        sl_view_destroy(&x);
    }
    sl_view *x = input_view(100003);
    for (int threads = 1; threads < (on_gpu() ? 2 : 6); threads += 2) {
        sl__cpu_threads_override = threads;
        sl_index wrong = 0;
        for (int s = SL_AUTO; s <= (on_gpu() ? SL_SEQ : SL_GUIDED); s++)
            for (sl_index chunk = 0; chunk < 400; chunk += 133)
                wrong += wrong_range(x, 100003, 3, 100001, SL_POLICY(.schedule = (sl_schedule)s, .chunk = chunk));
        is_int(wrong, 0, "%s: 99998 elements on %d threads, every schedule, several chunks", mode, threads);
    }
    sl__cpu_threads_override = 0;
    sl_view_destroy(&x);
}

static void test_beside(void)
{
    sl_index n = 5001, wrong = 0;
    sl_view *x = input_view(n), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    sl_view *z = view_of("z", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    for (int k = 0; k < 3; k++)
        must(sl_forall(stream_some, SL_RANGE(1, n), x, y, z));
    const double *p = SL_HOST_READ(double, y), *q = SL_HOST_READ(double, z);
    for (sl_index i = 1; i < n; i++)
        wrong += p[i] != (double)input(i) + 2 || q[i] != 3;
    is_int(wrong + (q[0] != 0), 0, "%s: a streamed view beside one that is read and written", mode);
    must(sl_host_end(y));
    must(sl_host_end(z));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
}

/* Elements of many bytes are not collected on the stack of a worker, alone or beside others that are. */
static void test_large(void)
{
    enum { LARGE = 300 };
    sl_index wrong = 0;
    sl_view *x = input_view(LARGE), *y = view_of("y", SL_TYPE(struct sheet), RIGHT, SL_EXTENTS(LARGE));
    sl_view *z = view_of("z", SL_TYPE(struct line), RIGHT, SL_EXTENTS(LARGE));
    for (int both = 0; both < 2; both++) {
        if (both) {
            must(sl_forall(stream_both, SL_RANGE(0, LARGE), x, y, z));
        } else {
            must(sl_forall(stream_sheet, SL_RANGE(0, LARGE), x, y));
            must(sl_forall(stream_line, SL_RANGE(0, LARGE), x, z));
        }
        const struct sheet *s = SL_HOST_RDWR(struct sheet, y);
        const struct line *l = SL_HOST_RDWR(struct line, z);
        for (sl_index i = 0; i < LARGE; i++)
            for (int k = 0; k < 8192; k++)
                wrong += s[i].a[k] != input(i) + (float)k || (k < 16 && l[i].a[k] != input(i) + (float)k);
        is_int(wrong, 0, "%s: elements of 64 KiB and of 128 bytes, %s", mode, both ? "in one loop" : "each in its own");
        memset((void *)(uintptr_t)s, 0, LARGE * sizeof *s);
        memset((void *)(uintptr_t)l, 0, LARGE * sizeof *l);
        must(sl_host_end(y));
        must(sl_host_end(z));
    }
    ok(stream_line__kernel.cpu[SL__CASE_STREAM_RIGHT] && stream_both__kernel.cpu[SL__CASE_STREAM_RIGHT] &&
           !stream_sheet__kernel.cpu[SL__CASE_STREAM_RIGHT],
       "%s: those of 128 bytes are written past the caches, those of 64 KiB are not", mode);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
}

static void test_rank2(int layout_x, int layout_y, sl_index rows, sl_index columns, sl_policy p)
{
    const sl_index n[] = {rows, columns};
    sl_view *x = view_of("x", SL_DOUBLE, layout_x, SL_EXTENTS(rows, columns));
    sl_view *y = view_of("y", SL_DOUBLE, layout_y, SL_EXTENTS(rows, columns));
    double *a = SL_HOST_RDWR(double, x), *b = SL_HOST_RDWR(double, y);
    sl_index at[SL_MAX_RANK] = {0}, wrong = 0;
    do {
        a[place(x, at)] = (double)(at[0] * 1000 + at[1]);
        b[place(y, at)] = -5;
    } while (next_point(2, n, at));
    must(sl_host_end(x));
    must(sl_host_end(y));
    must(sl_forall_with(p, stream_2, SL_BOX(1, rows - 1, 2, columns - 1), 3.0, x, y));
    const double *c = SL_HOST_READ(double, y);
    do {
        int inside = at[0] >= 1 && at[0] < rows - 1 && at[1] >= 2 && at[1] < columns - 1;
        if (inside || !on_gpu())
            wrong += c[place(y, at)] != (inside ? 3.0 * (double)(at[0] * 1000 + at[1] + 1) : -5);
    } while (next_point(2, n, at));
    is_int(wrong, 0, "%s: the inside of %lld x %lld, x %s, y %s, %s", mode, (long long)rows, (long long)columns,
           layout_name[layout_x], layout_name[layout_y], policy_text(&p));
    must(sl_host_end(y));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void test_rank3(int layout_x, int layout)
{
    const sl_index n[] = {5, 135, 140};
    sl_extents e = {3, {5, 135, 140}};
    sl_view *x = view_of("x", SL_FLOAT, layout_x, e), *y = view_of("y", SL_INT16, layout, e);
    sl_view *z = view_of("z", SL_DOUBLE, layout, e);
    float *a = SL_HOST_RDWR(float, x);
    sl_index at[SL_MAX_RANK] = {0}, wrong = 0, k = 0;
    do
        a[place(x, at)] = (float)(k++ % 30011);
    while (next_point(3, n, at));
    must(sl_host_end(x));
    must(sl_forall(stream_3, SL_BOX(0, 5, 0, 135, 0, 140), x, y, z));
    const int16_t *b = SL_HOST_READ(int16_t, y);
    const double *c = SL_HOST_READ(double, z);
    k = 0;
    do {
        wrong += b[place(y, at)] != k % 30011 + 1 || c[place(z, at)] != (double)(k % 30011) - 1;
        k++;
    } while (next_point(3, n, at));
    is_int(wrong, 0, "%s: two outputs of rank 3, %s from %s", mode, layout_name[layout], layout_name[layout_x]);
    must(sl_host_end(y));
    must(sl_host_end(z));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
}

/* inout of either layout: read, and then written where it was read. */
static void test_add(void)
{
    enum { ROWS = 131, COLUMNS = 263 };
    const sl_index n[] = {ROWS, COLUMNS};
    for (int layout = RIGHT; layout <= LEFT; layout++) {
        sl_view *x = view_of("x", SL_DOUBLE, layout == RIGHT ? LEFT : RIGHT, SL_EXTENTS(ROWS, COLUMNS));
        sl_view *y = view_of("y", SL_DOUBLE, layout, SL_EXTENTS(ROWS, COLUMNS));
        double *a = SL_HOST_WRITE(double, x), *b = SL_HOST_WRITE(double, y);
        sl_index at[SL_MAX_RANK] = {0}, wrong = 0;
        do {
            a[place(x, at)] = (double)(at[0] * COLUMNS + at[1]);
            b[place(y, at)] = (double)at[0];
        } while (next_point(2, n, at));
        must(sl_host_end(x));
        must(sl_host_end(y));
        must(sl_forall(stream_add, SL_BOX(0, ROWS, 0, COLUMNS), x, y));
        must(sl_forall(stream_add, SL_BOX(3, ROWS, 0, COLUMNS - 5), x, y));
        const double *c = SL_HOST_READ(double, y);
        do {
            int times = 1 + (at[0] >= 3 && at[1] < COLUMNS - 5);
            wrong += c[place(y, at)] != (double)at[0] + times * (double)(at[0] * COLUMNS + at[1]);
        } while (next_point(2, n, at));
        is_int(wrong, 0, "%s: inout, %s from the other", mode, layout_name[layout]);
        must(sl_host_end(y));
        sl_view_destroy(&x);
        sl_view_destroy(&y);
    }
}

/* Structs that are written and numbers that are read and written, in one layout, from another: a box anywhere. */
static sl_index wrong_mixed(int layout, const sl_index n[2], const sl_index lo[2], const sl_index hi[2], sl_policy p)
{
    sl_extents e = SL_EXTENTS(n[0], n[1]);
    sl_view *x = view_of("x", SL_FLOAT, layout == RIGHT ? LEFT : RIGHT, e), *z = view_of("z", SL_DOUBLE, layout, e);
    sl_view *y = view_of("y", SL_TYPE(struct state), layout, e);
    float *a = SL_HOST_WRITE(float, x);
    double *c = SL_HOST_WRITE(double, z);
    sl_index at[SL_MAX_RANK] = {0}, wrong = 0;
    do {
        a[place(x, at)] = input(at[0] * n[1] + at[1]);
        c[place(z, at)] = (double)at[1];
    } while (next_point(2, n, at));
    must(sl_host_end(x));
    must(sl_host_end(z));
    paint(y, (size_t)(n[0] * n[1]) * sizeof(struct state));
    must(sl_forall_with(p, stream_mixed, SL_BOX(lo[0], hi[0], lo[1], hi[1]), x, y, z));
    const struct state *b = SL_HOST_READ(struct state, y);
    c = SL_HOST_RDWR(double, z);
    do {
        int inside = at[0] >= lo[0] && at[0] < hi[0] && at[1] >= lo[1] && at[1] < hi[1];
        float v = input(at[0] * n[1] + at[1]);
        const struct state *s = &b[place(y, at)];
        wrong += c[place(z, at)] != (double)at[1] + (inside ? v : 0);
        if (inside)
            wrong += s->p[0] != v || s->p[3] != v + 3 || s->id != (int)at[0] || s->flags != (int)at[1];
        else if (!on_gpu())
            wrong += !painted(s, sizeof *s);
    } while (next_point(2, n, at));
    must(sl_host_end(y));
    must(sl_host_end(z));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&z);
    return wrong;
}

static void test_mixed(void)
{
    static const sl_index n[][2] = {{1, 300}, {300, 1}, {63, 257}, {65, 129}, {130, 515}, {517, 67}};
    for (int layout = RIGHT; layout <= LEFT; layout++)
        for (int k = 0; k < 6; k++) {
            const sl_index from[] = {0, 0}, lo[] = {n[k][0] / 5, n[k][1] / 7};
            const sl_index hi[] = {n[k][0] - n[k][0] / 9, n[k][1] - n[k][1] / 8};
            sl_index wrong = 0;
            for (sl__cpu_threads_override = 0; sl__cpu_threads_override < 4; sl__cpu_threads_override += 3) {
                wrong += wrong_mixed(layout, n[k], from, n[k], SL_POLICY(0));
                wrong += wrong_mixed(layout, n[k], lo, hi, SL_POLICY(0));
                wrong += wrong_mixed(layout, n[k], lo, hi, SL_POLICY(.tile = {9, 33}));
            }
            sl__cpu_threads_override = 0;
            is_int(wrong, 0, "%s: %lld x %lld structs beside inout, %s from the other: whole, a box, small tiles", mode,
                   (long long)n[k][0], (long long)n[k][1], layout_name[layout]);
        }
}

/* The chunk function for layouts that all views have, and that those written have. */
static int function_of(const sl_kernel *kernel, unsigned all, unsigned written, unsigned streams, sl_policy policy)
{
    sl__layouts layouts = {.all = all, .written = written};
    sl_space space = SL_BOX(0, 1000, 0, 1000);
    sl__cut cut;
    sl__cut_make(kernel, &policy, &space, &layouts, 0, streams, &cut);
    return cut.function;
}

static void test_functions(void)
{
    const sl_kernel *k = &stream_2__kernel;
    const unsigned right = SL__TAKES_RIGHT, left = SL__TAKES_LEFT, one_case = SL__STREAMS_ONE_CASE,
                   mixed = SL__STREAMS_MIXED;
    const sl_policy none = SL_POLICY(0);
    is_int(function_of(k, right, right, one_case, none), SL__CASE_STREAM_RIGHT, "all right: stream right");
    is_int(function_of(k, left, left, one_case | mixed, none), SL__CASE_STREAM_LEFT, "all left: stream left");
    is_int(function_of(k, right, right, mixed, none), SL__CASE_RIGHT, "and only where it pays for alike views");
    is_int(function_of(k, 0, right, mixed, none), SL__CASE_MIXED_STREAM_RIGHT, "right is written: mixed stream right");
    is_int(function_of(k, 0, left, one_case | mixed, none), SL__CASE_MIXED_STREAM_LEFT, "left: mixed stream left");
    is_int(function_of(k, 0, left, one_case, none), SL__CASE_MIXED_LEFT, "and only where it pays for mixed views");
    is_int(function_of(k, 0, left, mixed, SL_POLICY(.order = {1, 0})), SL__CASE_MIXED_STREAM_LEFT, "along its order");
    is_int(function_of(k, 0, right, mixed, SL_POLICY(.order = {1, 0})), SL__CASE_ANY, "not against it");
    is_int(function_of(k, 0, right, mixed, SL_POLICY(.schedule = SL_SEQ)), SL__CASE_SEQ, "nor in sequence");
    is_int(function_of(k, 0, 0, one_case | mixed, none), SL__CASE_ANY, "nor where written views differ");
    is_int(function_of(&stream_add__kernel, 0, left, one_case | mixed, none), SL__CASE_MIXED_LEFT, "nor what is inout");
}

/* When a loop over n x n points, 10 of them deep in rank 3, streams. Its kernel was called before. */
static unsigned streams_of(const sl_kernel *kernel, sl_index n)
{
    sl__task task = {.kernel = kernel, .state = *kernel->state};
    task.space = kernel->rank == 2 ? SL_BOX(0, n, 0, n) : SL_BOX(0, n, 0, n, 0, 10);
    return sl__cpu_streams(&task);
}

static void test_sizes(int always, int never)
{
    const unsigned both = SL__STREAMS_ONE_CASE | SL__STREAMS_MIXED;
    is_int(streams_of(&stream_2__kernel, 100), always ? both : 0, "%s: a loop that fits every cache", mode);
    is_int(streams_of(&stream_2__kernel, 2100) & SL__STREAMS_MIXED, never ? 0 : SL__STREAMS_MIXED,
           "%s: a mixed loop over 70 MB", mode);
    is_int(streams_of(&stream_2__kernel, 1000000), never ? 0 : both, "%s: any loop over 16 TB", mode);
    is_int(streams_of(&stream_3__kernel, 1000000),
           never    ? 0
           : always ? both
                    : SL__STREAMS_ONE_CASE,
           "%s: likewise, of which one writes elements of two bytes", mode);
    is_int(streams_of(&stream_add__kernel, 1000000), 0, "%s: a loop that writes nothing but inout", mode);
}

int main(void)
{
    static const char *const value[] = {"1", "0", "auto"}, *const name[] = {"always", "never", "by size"};
    int modes = 3;
    for (int k = 0; k < modes; k++) {
        setenv("STARLOOP_NONTEMPORAL", value[k], 1);
        mode = name[k];
        must(sl_init(NULL));
        if (on_gpu())
            modes = 1;
        test_ranges();
        test_beside();
        test_large();
        for (int layout = RIGHT; layout < LAYOUTS; layout++)
            test_rank3(layout, layout);
        test_rank3(RIGHT, LEFT);
        test_rank3(LEFT, RIGHT);
        test_mixed();
        static const int layouts[][2] = {
            {RIGHT, RIGHT}, {LEFT, LEFT}, {STRIDED, STRIDED}, {RIGHT, LEFT}, {LEFT, RIGHT}};
        for (int m = 0; m < 5; m++) {
            test_rank2(layouts[m][0], layouts[m][1], 40, 133, SL_POLICY(0));
            test_rank2(layouts[m][0], layouts[m][1], 261, 519, SL_POLICY(0));
            test_rank2(layouts[m][0], layouts[m][1], 700, 259, SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 3));
            test_rank2(layouts[m][0], layouts[m][1], 140, 30, SL_POLICY(.tile = {16, 150}));
            test_rank2(layouts[m][0], layouts[m][1], 140, 130, SL_POLICY(.order = {1, 0}));
            test_rank2(layouts[m][0], layouts[m][1], 140, 130, SL_POLICY(.schedule = SL_SEQ));
        }
        test_rank2(RIGHT, LEFT, 2101, 2103, SL_POLICY(0)); /* large enough for "by size" */
        test_add();
        if (!on_gpu() && !stream_2__kernel.bounds_checked)
            test_sizes(k == 0, k == 1);
        must(sl_finalize());
    }
    if (!on_gpu())
        test_functions();
    return done_testing();
}
