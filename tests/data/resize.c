/* SPDX-License-Identifier: BSD-3-Clause */
/* sl_view_resize() against the value that each index had; sl_view_swap() against steps between two arrays. */
#include <starloop.h>

#include "misuse.h"
#include "tap.h"

SL_KERNEL_DECLARE(rs_number, (i, j), out(int64_t, 2, x, own));
SL_KERNEL_DECLARE(rs_number3, (i, j, k), out(int64_t, 3, x, own));
SL_KERNEL_DECLARE(rs_step, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own));
SL_KERNEL_DECLARE(rs_raise, (i), out(int64_t, 1, x, own));

/* Elements [.., n0) x [.., n1) that are not numbered below o0 and o1, and zero beyond. */
static sl_index wrong_elements(sl_view *x, sl_index o0, sl_index o1)
{
    const sl_index n0 = sl_view_extent(x, 0), n1 = sl_view_extent(x, 1);
    const sl_index s0 = sl_view_stride(x, 0), s1 = sl_view_stride(x, 1);
    sl_index wrong = 0;
    const int64_t *p = SL_HOST_READ(int64_t, x);
    if (p == NULL)
        return -1;
    for (sl_index i = 0; i < n0; i++)
        for (sl_index j = 0; j < n1; j++)
            wrong += p[i * s0 + j * s1] != (i < o0 && j < o1 ? 1000 * i + j + 1 : 0);
    sl_host_end(x);
    return wrong;
}

static void test_resize(void)
{
    static const sl_index to[][2] = {{9, 5}, {4, 12}, {20, 30}, {7, 11}, {1, 1}, {0, 5}, {300, 200}};
    const sl_layout layouts[] = {SL_LAYOUT_RIGHT, SL_LAYOUT_LEFT, SL_LAYOUT_STRIDE(2, 23)};
    for (int l = 0; l < 3; l++)
        for (size_t t = 0; t < sizeof to / sizeof to[0]; t++) {
            sl_view *x = NULL, *other;
            sl_view_create("x", SL_INT64, layouts[l], SL_EXTENTS(7, 11), &x);
            other = sl_view_retain(x);
            if (l != 1)
                sl_view_split(x, SL_SPLIT(2));
            sl_forall(rs_number, SL_BOX(0, 7, 0, 11), x);
            is_int(sl_view_resize(&x, SL_EXTENTS(to[t][0], to[t][1])), SL_SUCCESS, "layout %d, to %d x %d", l,
                   (int)to[t][0], (int)to[t][1]);
            ok(sl_view_extent(x, 0) == to[t][0] && sl_view_extent(x, 1) == to[t][1], "has the extents");
            SL_VIEW_FILL(int64_t, other, 0);
            is_int(wrong_elements(x, t == 3 ? 0 : 7, 11), 0, "and the elements, as they were when it was called");
            ok(t == 3 || sl_view_extent(other, 0) == 7, "who shares the old one keeps it");
            ok(t == 3 || (sl_view_stride(x, 0) == 1) == (l > 0 || to[t][1] <= 1),
               "dimensions lie in memory as they did");
            sl_view_destroy(&x), sl_view_destroy(&other);
        }
}

static void test_ranks(void)
{
    sl_view *x = NULL, *scalar = NULL;
    sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 5, 6), &x);
    sl_forall(rs_number3, SL_BOX(0, 4, 0, 5, 0, 6), x);
    is_int(sl_view_resize(&x, SL_EXTENTS(6, 3, 7)), SL_SUCCESS, "rank 3");
    is_int(sl_view_resize(&x, SL_EXTENTS(5, 4, 4)), SL_SUCCESS, "and once more");
    is_str(sl_view_label(x), "x", "it has the label");
    sl_index wrong = 0;
    const int64_t *p = SL_HOST_READ(int64_t, x);
    for (sl_index i = 0; p && i < 5; i++)
        for (sl_index j = 0; j < 4; j++)
            for (sl_index k = 0; k < 4; k++)
                wrong += p[(i * 4 + j) * 4 + k] != (i < 4 && j < 3 ? 10000 * i + 100 * j + k + 1 : 0);
    ok(p != NULL && wrong == 0, "what was cut off is zero when it comes again");
    sl_host_end(x);
    sl_view_destroy(&x);
    sl_view_create("scalar", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &scalar);
    is_int(sl_view_resize(&scalar, SL_EXTENTS()), SL_SUCCESS, "rank 0 has nothing to resize");
    sl_view_destroy(&scalar);
    sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8), &x);
    sl_forall(rs_raise, SL_RANGE(0, 8), x);
    is_int(sl_view_resize(&x, SL_EXTENTS(9)), SL_SUCCESS, "a view whose loop fails");
    surfaces(sl_view_wait(x), SL_ERR_RAISED, "the new one has no data either", "rs_raise");
    (void)sl_wait();
    sl_view_destroy(&x);
}

enum { N = 1000 };

static void model_step(const int64_t from[], int64_t to[])
{
    for (int i = 0; i < N; i++)
        to[i] = from[i] * 3 + i;
}

static void test_swap(void)
{
    static int64_t array[2][N];
    sl_view *a, *b;
    int failed = 0;
    sl_view_create("a", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &a);
    sl_view_create("b", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &b);
    for (int s = 0; s < 20; s++) {
        failed += sl_forall(rs_step, SL_RANGE(0, N), a, b) != SL_SUCCESS || sl_view_swap(&a, &b) != SL_SUCCESS;
        model_step(array[s % 2], array[1 - s % 2]);
    }
    is_int(failed, 0, "steps from one view to the other, and swaps");
    const int64_t *p = SL_HOST_READ(int64_t, a), *q = SL_HOST_READ(int64_t, b);
    ok(p && memcmp(p, array[0], sizeof array[0]) == 0, "the last one");
    ok(q && memcmp(q, array[1], sizeof array[1]) == 0, "the one before");
    sl_host_end(a), sl_host_end(b);
    is_str(sl_view_label(a), "a", "labels go with the data");
    is_int(sl_view_swap(&a, &a), SL_SUCCESS, "a view and itself");
    sl_view_destroy(&a), sl_view_destroy(&b);
}

static void test_misuse(void)
{
    static int64_t memory[8];
    sl_view *x, *y, *z, *w, *r, *part, *none = NULL;
    sl_region *region = NULL;
    sl_view_create("x", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8), &x);
    sl_view_create("y", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(9), &y);
    sl_view_create("z", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(8), &z);
    sl_view_wrap("w", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8), memory, &w);
    sl_subview(x, &part, SL_PAIR(0, 4)), sl_view_readonly(x, &r);
    refused(sl_view_resize(&w, SL_EXTENTS(9)), SL_ERR_UNSUPPORTED, "a wrapped view", "sl_view_resize: view: expected",
            "\"w\", which wraps");
    refused(sl_view_resize(&part, SL_EXTENTS(9)), SL_ERR_UNSUPPORTED, "a subview", "sl_view_resize: view",
            "\"x(0:4)\", a subview of \"x\"");
    refused(sl_view_resize(&r, SL_EXTENTS(9)), SL_ERR_ARGUMENT, "one for reading only", "sl_view_resize: view",
            "may be written");
    refused(sl_view_resize(&x, SL_EXTENTS(9, 1)), SL_ERR_RANK, "another rank",
            "sl_view_resize: extents: expected rank 1, for \"x\", got 2");
    refused(sl_view_resize(&x, SL_EXTENTS(-1)), SL_ERR_EXTENT, "a negative extent", "sl_view_resize", "-1");
    refused(sl_view_resize(NULL, SL_EXTENTS(9)), SL_ERR_ARGUMENT, "no handle", "sl_view_resize: view: expected");
    refused(sl_view_resize(&none, SL_EXTENTS(9)), SL_ERR_ARGUMENT, "no view", "sl_view_resize: view: expected a view");
    ok(SL_HOST_READ(int64_t, x) != NULL, "the host has it open");
    refused(sl_view_resize(&x, SL_EXTENTS(9)), SL_ERR_BUSY, "an open view", "sl_view_resize", "\"x\"");
    sl_host_end(x);
    is_int(sl_view_extent(x, 0), 8, "a refused call leaves the handle");

    refused(sl_view_swap(&x, &y), SL_ERR_EXTENT, "other extents", "sl_view_swap: b: expected extent 8",
            "got 9 of \"y\"");
    refused(sl_view_swap(&x, &z), SL_ERR_TYPE, "another type", "sl_view_swap: b: expected int64_t", "\"z\" of double");
    refused(sl_view_swap(&x, &r), SL_ERR_ARGUMENT, "one for reading only", "sl_view_swap: b: expected a view that may");
    refused(sl_view_swap(&r, &x), SL_ERR_ARGUMENT, "the other way round", "sl_view_swap: a: expected a view that may");
    refused(sl_view_swap(&x, NULL), SL_ERR_ARGUMENT, "no handle", "sl_view_swap: b: expected the handle");
    refused(sl_view_swap(&none, &x), SL_ERR_ARGUMENT, "no view", "sl_view_swap: a: expected a view, got NULL");
    is_int(sl_view_swap(&x, &w), SL_SUCCESS, "a wrapped view and a managed one");
    is_str(sl_view_label(w), "x", "change places");

    is_int(sl_region_begin(&region), SL_SUCCESS, "a region");
    refused(sl_view_swap(&x, &w), SL_ERR_CONTEXT, "a swap in a region",
            "sl_view_swap: expected a call outside of a region", "record the step there and the step back");
    refused(sl_view_resize(&x, SL_EXTENTS(9)), SL_ERR_CONTEXT, "a resize in a region",
            "sl_view_resize: expected a call", "resize the view before");
    is_int(sl_region_end(region), SL_ERR_CONTEXT, "the region says so in the end");
    sl_region_destroy(&region);
    sl_view_destroy(&x), sl_view_destroy(&y), sl_view_destroy(&z), sl_view_destroy(&w), sl_view_destroy(&r);
    sl_view_destroy(&part);
}

int main(void)
{
    setenv("STARLOOP_CPU_WORKERS", "core", 0);
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    sl_log_set_handler(misuse_count, NULL);
    test_resize();
    test_ranks();
    test_swap();
    test_misuse();
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
