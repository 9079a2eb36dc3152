/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels compiled with -DSL_BOUNDS_CHECK: a bad index is told with kernel, argument, label, dimension, index and
 * extent,
 * and nothing outside the view is written. */
#include "failure_bounds.h"
#include "misuse.h"

SL_KERNEL_DECLARE(fb_shift, (i), scalar(int64_t, shift), in(double, 1, x, own), out(double, 1, y));
SL_KERNEL_DECLARE(fb_own, (i), scalar(int64_t, shift), out(double, 1, y, own));
SL_KERNEL_DECLARE(fb_read, (i), scalar(int64_t, shift), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(fb_plane, (i, j), scalar(int64_t, di), scalar(int64_t, dj), inout(double, 2, m));
SL_KERNEL_DECLARE(fb_row, (i), scalar(int64_t, row), scalar(int64_t, column), in(double, 2, m), out(double, 1, y, own));
SL_KERNEL_DECLARE(fb_pair, (i), scalar(int64_t, lo), scalar(int64_t, hi), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(fb_sum, (i), scalar(int64_t, shift), in(double, 1, x), reduce(double, sum, s));

SL_KERNEL_DECLARE(fb_shape, (i), scalar(int64_t, lo), scalar(int64_t, n), scalar(int64_t, row), scalar(int64_t, column),
                  inout(double, 1, y));
SL_KERNEL_DECLARE(fb_slice, (i), scalar(int64_t, lo), scalar(int64_t, hi), inout(double, 1, y));
SL_KERNEL_DECLARE(fb_corner, (i), scalar(int64_t, row), scalar(int64_t, column), inout(double, 2, m));
SL_KERNEL_DECLARE(fb_length, (i), scalar(int64_t, lo), scalar(int64_t, hi), in(double, 1, x), out(int64_t, 0, n));

enum { N = 1000, ROWS = 30, COLUMNS = 40, GUARD = 4096 };
static double memory[GUARD + N + GUARD], plane[GUARD + ROWS * COLUMNS + GUARD];
static sl_view *x, *y, *m;

static int damaged(const double *p, int n)
{
    int count = 0;
    for (int i = 0; i < GUARD; i++)
        count += (p[i] != -1) + (p[GUARD + n + i] != -1);
    return count;
}

static void guard(double *p, int n)
{
    for (int i = 0; i < GUARD + n + GUARD; i++)
        p[i] = -1;
}

/* Makes y good again. */
static void clean(void)
{
    is_int(sl_forall(fb_shift, SL_RANGE(0, N), 0, x, y), SL_SUCCESS, "the same kernel with good indices");
    is_int(sl_wait(), SL_SUCCESS, "ends well");
}

static void test_line(void)
{
    sl_forall(fb_shift, SL_RANGE(0, N), 1, x, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "one past the end", "fb_shift", "argument y", "\"y\"", "index 1000",
             "dimension 0", "1000)");
    clean();
    sl_forall(fb_shift, SL_RANGE(0, N), -1, x, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "one before the start", "fb_shift", "argument y", "index -1", "dimension 0");
    clean();
    sl_forall(fb_shift, SL_RANGE(0, 1), INT64_MAX, x, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "far outside", "fb_shift", "index 9223372036854775807");
    clean();
    for (int schedule = SL_AUTO; schedule <= SL_RUNTIME; schedule++) {
        sl_forall_with(SL_POLICY(.schedule = (sl_schedule)schedule), fb_shift, SL_RANGE(0, N), 2000, x, y);
        surfaces(sl_wait(), SL_ERR_BOUNDS, "every index, under every schedule", "fb_shift", "argument y");
    }
    clean();
    sl_forall(fb_read, SL_RANGE(0, N), 3, x, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "reading past the end", "fb_read", "argument x", "\"x\"");
    clean();
    double s = -7;
    surfaces(sl_reduce(fb_sum, SL_RANGE(0, N), 1, x, &s), SL_ERR_BOUNDS, "a reduction past the end", "fb_sum",
             "argument x", "index 1000");
    is_close(s, -7, 0, "and its result is not written");
    is_int(damaged(memory, N), 0, "nothing beside the vector is written");
}

static void test_plane(void)
{
    sl_space all = SL_BOX(0, ROWS, 0, COLUMNS);
    sl_forall(fb_plane, all, 1, 0, m);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "a row past the end", "fb_plane", "argument m", "\"m\"", "index 30",
             "dimension 0", "30)");
    sl_host_begin(m, SL_WRITE, SL_DOUBLE, NULL);
    sl_host_end(m);
    sl_forall(fb_plane, all, 0, 1, m);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "a column past the end, which is another element of the view", "fb_plane",
             "index 40", "dimension 1", "40)");
    double *p = SL_HOST_WRITE(double, m);
    for (int i = 0; p && i < ROWS * COLUMNS; i++)
        p[i] = 5;
    sl_host_end(m);
    sl_forall(fb_row, SL_RANGE(0, 10), 30, 0, m, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "SL_SUB with a row past the end", "fb_row", "argument m", "index 30",
             "dimension 0");
    clean();
    sl_forall(fb_row, SL_RANGE(0, 10), 29, 40, m, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "SL_AT in a slice, in a helper", "fb_row", "argument m", "index 40");
    clean();
    sl_forall(fb_pair, SL_RANGE(0, 10), 990, 1001, x, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "SL_PAIR past the end", "fb_pair", "argument x", "dimension 0", "1000)");
    clean();
    sl_forall(fb_pair, SL_RANGE(0, 10), -2, 5, x, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "SL_PAIR before the start", "fb_pair", "argument x", "dimension 0");
    clean();
    is_int(damaged(plane, ROWS * COLUMNS), 0, "nothing beside the plane is written");
    is_int(damaged(memory, N), 0, "nothing beside the vector is written");
}

/* The last elements of a vector as a matrix of ten columns. */
static void test_shapes(void)
{
    static const struct {
        int64_t lo, n, row, column;
        const char *sentence, *index, *dimension, *end;
    } cases[] = {
        {0, 100, 100, 0, "a row past the end of a shape", "index 100 ", "dimension 0", "100)"},
        {0, 90, 90, 0, "a row past its end, which is an element of the view", "index 90 ", "dimension 0", "90)"},
        {0, 50, 3, 10, "a column past its end, which is another element of it", "index 10 ", "dimension 1", "10)"},
        {0, 50, 3, -1, "a column before its start", "index -1 ", "dimension 1", "10)"},
        {0, 101, 0, 0, "a shape of more elements than there are", "index 1009 ", "dimension 0", "1000)"},
        {991, 1, 0, 0, "one that goes on behind a slice", "index 9 ", "dimension 0", "9)"},
        {0, INT64_MAX / 5, 0, 0, "one of more elements than can be counted", "dimension 0", "argument y", "1000)"},
        {0, -3, 0, 0, "one of a negative extent", "index -3 ", "dimension 0", "1000)"},
        {N, 0, 0, 0, "an element of a shape of none at the end", "index 0 ", "dimension 0", "0)"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        sl_forall(fb_shape, SL_RANGE(0, 1), cases[k].lo, cases[k].n, cases[k].row, cases[k].column, y);
        surfaces(sl_wait(), SL_ERR_BOUNDS, cases[k].sentence, "fb_shape", cases[k].index, cases[k].dimension,
                 cases[k].end);
        clean();
    }
    is_int(sl_forall(fb_shape, SL_RANGE(0, 1), 990, 1, 0, 9, y), SL_SUCCESS, "a shape of a slice's last elements");
    is_int(sl_wait(), SL_SUCCESS, "has them");
    is_int(damaged(memory, N), 0, "nothing beside the vector is written");
}

/* A slice of nothing, at the end of the view or beyond: an access in it is bad, and stays inside the view. */
static void test_empty_slices(void)
{
    sl_view *n = NULL;
    sl_view_create("n", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &n);
    sl_forall(fb_slice, SL_RANGE(0, 1), N, N, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "an access in an empty slice at the end", "fb_slice", "argument y", "index 0",
             "0)");
    clean();
    sl_forall(fb_slice, SL_RANGE(0, 1), 0, -1, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "SL_PAIR that ends before the start", "fb_slice", "index -1", "1000)");
    clean();
    sl_forall(fb_slice, SL_RANGE(0, 1), 7, 3, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "SL_PAIR that ends before it begins", "fb_slice", "index 3");
    clean();
    sl_forall(fb_slice, SL_RANGE(0, 1), INT64_MIN, INT64_MAX, y);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "SL_PAIR of everything", "fb_slice", "index -9223372036854775808");
    clean();
    sl_forall(fb_corner, SL_RANGE(0, 1), ROWS, COLUMNS, m);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "an access in an empty corner", "fb_corner", "argument m");
    sl_host_begin(m, SL_WRITE, SL_DOUBLE, NULL);
    sl_host_end(m);
    for (int64_t lo = 0; lo <= N; lo += N / 2) {
        is_int(sl_forall(fb_length, SL_RANGE(0, 1), lo, N, x, n), SL_SUCCESS, "a slice from %lld on", (long long)lo);
        const int64_t *p = SL_HOST_READ(int64_t, n);
        is_int(p ? *p : -1, N - lo, "has that many elements, and SL_ALL keeps them");
        sl_host_end(n);
    }
    sl_forall(fb_length, SL_RANGE(0, 1), 0, -1, x, n);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "an end of -1 does not mean SL_ALL", "fb_length", "argument x", "index -1");
    sl_view_destroy(&n);
    is_int(damaged(plane, ROWS * COLUMNS), 0, "nothing beside the plane is written");
    is_int(damaged(memory, N), 0, "nothing beside the vector is written");
}

/* A view of nothing has room for the element that a bad access falls back on, however large that is. */
static void test_empty_views(void)
{
    enum { EMPTY = 4 };
    sl_view *empty[EMPTY] = {NULL}, *neighbour = misuse_vector("neighbour", 8, 3);
    static struct fb_page own[3];
    sl_view_create("e0", SL_TYPE(struct fb_page), SL_LAYOUT_RIGHT, SL_EXTENTS(0), &empty[0]);
    sl_view_wrap("e1", SL_TYPE(struct fb_page), SL_LAYOUT_RIGHT, SL_EXTENTS(0), &own[1], &empty[1]);
    sl_view_create("e2", SL_TYPE(struct fb_page), SL_LAYOUT_LEFT, SL_EXTENTS(0, 5), &empty[2]);
    sl_view_create("e3", SL_TYPE(struct fb_page), SL_LAYOUT_RIGHT, SL_EXTENTS(3, 0), &empty[3]);
    for (int k = 0; k < EMPTY; k++) {
        char label[8];
        snprintf(label, sizeof label, "\"e%d\"", k);
        is_int(k < 2 ? sl_forall(fb_page, SL_RANGE(0, 1), empty[k]) : sl_forall(fb_page_2, SL_RANGE(0, 1), empty[k]),
               SL_SUCCESS, "a loop over a view of no elements");
        surfaces(sl_wait(), SL_ERR_BOUNDS, "what it touches", "fb_page", "argument y", label, "0)");
    }
    int touched = 0;
    for (size_t k = 0; k < sizeof own; k++)
        touched += ((const char *)own)[k] != 0;
    is_int(touched, 0, "memory that an empty view was wrapped over is not written");
    is_str(sl_view_label(neighbour), "neighbour", "nor is another view");
    is_int(misuse_changed(neighbour, 3), 0, "nor its data");
    for (int k = 0; k < EMPTY; k++) {
        ok(empty[k] && SL_HOST_RDWR(struct fb_page, empty[k]) == NULL, "the view has failed");
        ok(SL_HOST_WRITE(struct fb_page, empty[k]) != NULL, "and can be opened for writing");
        sl_host_end(empty[k]);
        sl_view_destroy(&empty[k]);
    }
    sl_view_destroy(&neighbour);
}

/* Writing past the caches, which is for large loops: at element 0 of a buffer for the others is no memory. */
static void test_streams(void)
{
    enum { LARGE = 4000000 };
    sl_view *large = NULL;
    setenv("STARLOOP_NONTEMPORAL", "1", 1);
    is_int(sl_init(NULL), SL_SUCCESS, "sl_init with loops that write past the caches");
    is_int(sl_view_create("large", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(LARGE), &large), SL_SUCCESS, "a large view");
    sl_forall(fb_own, SL_RANGE(0, LARGE), LARGE, large);
    surfaces(sl_wait(), SL_ERR_BOUNDS, "every index of a large loop", "fb_own", "argument y", "\"large\"");
    sl_forall(fb_own, SL_RANGE(0, LARGE), 1, large);
    surfaces(sl_wait(), SL_ERR_REACH, "the index behind its own", "fb_own", "argument y", "own");
    is_int(sl_forall(fb_own, SL_RANGE(0, LARGE), 0, large), SL_SUCCESS, "good indices");
    const double *p = SL_HOST_READ(double, large);
    long wrong = p ? 0 : LARGE;
    for (long i = 0; p && i < LARGE; i++)
        wrong += p[i] != 5;
    is_int(wrong, 0, "give what they should");
    sl_host_end(large);
    sl_view_destroy(&large);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    unsetenv("STARLOOP_NONTEMPORAL");
}

int main(void)
{
    guard(memory, N);
    guard(plane, ROWS * COLUMNS);
    sl_log_set_handler(misuse_count, NULL);
    if (!ok(sl_init(NULL) == SL_SUCCESS, "sl_init"))
        return done_testing();
    x = misuse_vector("x", N, 0);
    is_int(sl_view_wrap("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), memory + GUARD, &y), SL_SUCCESS,
           "a guarded vector");
    is_int(sl_view_wrap("m", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(ROWS, COLUMNS), plane + GUARD, &m), SL_SUCCESS,
           "a guarded plane");
    test_line();
    test_plane();
    test_shapes();
    test_empty_slices();
    test_empty_views();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&m);
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    test_streams();
    return done_testing();
}
