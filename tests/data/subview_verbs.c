/* SPDX-License-Identifier: BSD-3-Clause */
/* sl_view_reshape() against an array in the order of memory; what sl_view_readonly() refuses; the rules of
 * sl_view_assign(). */
#include <starloop.h>

#include "misuse.h"
#include "tap.h"

SL_KERNEL_DECLARE(sv_add1, (i), inout(uint64_t, 1, x, own));
SL_KERNEL_DECLARE(sv_add2, (i, j), inout(uint64_t, 2, x, own));
SL_KERNEL_DECLARE(sv_add3, (i, j, k), inout(uint64_t, 3, x, own));
SL_KERNEL_DECLARE(sv_mix, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(sv_sum, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, total));

enum { COUNT = 360, SHAPES = 8, TURNS = 60 };

static const sl_extents shapes[SHAPES] = {{1, {360}},      {2, {18, 20}},    {2, {5, 72}},    {2, {360, 1}},
                                          {3, {6, 10, 6}}, {3, {1, 36, 10}}, {3, {2, 3, 60}}, {2, {1, 360}}};

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

/* What a loop over a shape does to the elements in the order of memory. */
static void model_add(uint64_t memory[], const sl_extents *e, int left)
{
    const uint64_t factor[3] = {7, 11, 13};
    for (sl_index at = 0; at < COUNT; at++) {
        sl_index rest = at;
        uint64_t add = 0;
        for (int k = 0; k < e->rank; k++) {
            const int d = left ? k : e->rank - 1 - k;
            add += factor[d] * (uint64_t)(rest % e->n[d]);
            rest /= e->n[d];
        }
        memory[at] = memory[at] * 3 + add;
    }
}

static sl_status add(sl_view *x)
{
    const sl_index n0 = sl_view_extent(x, 0);
    if (sl_view_rank(x) == 1)
        return sl_forall(sv_add1, SL_RANGE(0, n0), x);
    if (sl_view_rank(x) == 2)
        return sl_forall(sv_add2, SL_BOX(0, n0, 0, sl_view_extent(x, 1)), x);
    return sl_forall(sv_add3, SL_BOX(0, n0, 0, sl_view_extent(x, 1), 0, sl_view_extent(x, 2)), x);
}

static int differs(sl_view *x, const uint64_t memory[])
{
    const uint64_t *p = SL_HOST_READ(uint64_t, x);
    const int different = p == NULL || memcmp(p, memory, COUNT * sizeof *p) != 0;
    if (p != NULL)
        sl_host_end(x);
    return different;
}

/* Loops over a view and over shapes of shapes of it, in turn. */
static void test_random(void)
{
    uint64_t seed = test_seed(35), memory[COUNT] = {0};
    sl_view *views[SHAPES + 1] = {NULL};
    int left[SHAPES + 1], failed = 0;
    left[0] = 1;
    sl_view_create("x", SL_UINT64, SL_LAYOUT_LEFT, shapes[4], &views[0]);
    for (int i = 1; i <= SHAPES; i++) {
        left[i] = (int)(next(&seed) % 2);
        failed += sl_view_reshape(views[next(&seed) % (uint64_t)i], left[i] ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT,
                                  shapes[i - 1], &views[i]) != SL_SUCCESS;
    }
    for (int turn = 0; turn < TURNS; turn++) {
        const int i = (int)(next(&seed) % (SHAPES + 1));
        failed += add(views[i]) != SL_SUCCESS;
        model_add(memory, i == 0 ? &shapes[4] : &shapes[i - 1], left[i]);
        if (turn == TURNS / 2)
            sl_view_destroy(&views[0]), views[0] = sl_view_retain(views[5]), left[0] = left[5];
    }
    is_int(failed, 0, "shapes of shapes of a view, and loops over them, are taken");
    for (int i = 0; i <= SHAPES; i++)
        failed += differs(views[i], memory);
    is_int(failed, 0, "they act on one memory, in order");
    for (int i = 0; i <= SHAPES; i++)
        sl_view_destroy(&views[i]);
}

static void test_reshape(void)
{
    uint64_t memory[24] = {0};
    sl_view *x, *flat, *cube, *low, *high, *column, *none, *one, *gone = NULL;
    sl_view_wrap("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 6), memory, &x);
    is_int(sl_view_reshape(x, SL_LAYOUT_RIGHT, SL_EXTENTS(24), &flat), SL_SUCCESS, "a wrapped view, flat");
    is_str(sl_view_label(flat), "x", "has its label");
    is_int(sl_subview(flat, &low, SL_PAIR(0, 12)) | sl_subview(flat, &high, SL_PAIR(12, 24)), SL_SUCCESS,
           "two halves of it");
    is_int(sl_forall(sv_mix, SL_RANGE(0, 12), low, high), SL_SUCCESS, "share no element");
    is_int(sl_view_reshape(high, SL_LAYOUT_LEFT, SL_EXTENTS(2, 2, 3), &cube), SL_SUCCESS, "a half is reshaped");
    is_int(add(cube), SL_SUCCESS, "and changed");
    refused(sl_forall(sv_mix, SL_RANGE(0, 12), flat, high), SL_ERR_ALIAS, "a half and all of it", "sv_mix", "\"x");
    sl_view_destroy(&x), sl_view_destroy(&flat), sl_view_destroy(&low), sl_view_destroy(&high);
    sl_view_destroy(&cube);
    uint64_t wrong = memory[0];
    for (uint64_t k = 0; k < 12; k++)
        wrong += memory[12 + k] != 3 + 7 * (k % 2) + 11 * (k / 2 % 2) + 13 * (k / 4);
    is_int(wrong, 0, "the memory is the program's again when the last of them is destroyed");

    sl_view_create("y", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 6), &x);
    sl_subview(x, &column, SL_ALL, SL_PAIR(0, 3));
    refused(sl_view_reshape(column, SL_LAYOUT_RIGHT, SL_EXTENTS(12), &gone), SL_ERR_EXTENT, "a view with gaps",
            "sl_view_reshape: view: expected one whose elements lie without gaps", "\"y(:, 0:3)\"", "12 elements");
    refused(sl_view_reshape(x, SL_LAYOUT_RIGHT, SL_EXTENTS(5, 5), &gone), SL_ERR_EXTENT, "another number of elements",
            "sl_view_reshape: extents: expected those of 24 elements", "\"y\"", "got 25");
    refused(sl_view_reshape(x, SL_LAYOUT_STRIDE(13, 1), SL_EXTENTS(2, 12), &gone), SL_ERR_EXTENT, "a layout with gaps",
            "sl_view_reshape: layout: expected one without gaps", "\"y\"", "200 bytes, not 192");
    refused(sl_view_reshape(x, SL_LAYOUT_RIGHT, SL_EXTENTS(-24), &gone), SL_ERR_EXTENT, "a negative extent",
            "sl_view_reshape", "-24");
    refused(sl_view_reshape(x, SL_LAYOUT_RIGHT, SL_EXTENTS(24), NULL), SL_ERR_ARGUMENT, "nowhere to put it",
            "sl_view_reshape: reshaped: expected where to put the view, got NULL");
    refused(sl_view_reshape(NULL, SL_LAYOUT_RIGHT, SL_EXTENTS(24), &gone), SL_ERR_ARGUMENT, "no view",
            "sl_view_reshape: view: expected a view, got NULL");
    ok(gone == NULL, "a refused call writes nothing");
    sl_view_destroy(&column), sl_view_destroy(&x);

    sl_view_create("none", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(0, 6), &none);
    is_int(sl_view_reshape(none, SL_LAYOUT_LEFT, SL_EXTENTS(3, 0, 2), &cube), SL_SUCCESS, "an empty view");
    is_int(add(cube) | sl_wait(), SL_SUCCESS, "takes loops");
    sl_view_create("one", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &one);
    is_int(sl_view_reshape(one, SL_LAYOUT_RIGHT, SL_EXTENTS(1, 1), &flat), SL_SUCCESS, "a view of rank 0");
    is_int(sl_forall(sv_add2, SL_BOX(0, 1, 0, 1), flat) | sl_wait(), SL_SUCCESS, "takes loops of rank 2");
    sl_view_destroy(&none), sl_view_destroy(&cube), sl_view_destroy(&one), sl_view_destroy(&flat);
}

static int nothing(void *arg)
{
    (void)arg;
    return 0;
}

static void test_readonly(void)
{
    enum { N = 100000 };
    static uint64_t host[N];
    sl_view *x, *y, *r, *part, *shape, *gone = NULL;
    uint64_t total = 0;
    sl_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x);
    sl_view_create("y", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y);
    sl_view_split(x, SL_SPLIT(3));
    is_int(sl_view_readonly(x, &r), SL_SUCCESS, "a view that is not to be written");
    SL_VIEW_FILL(uint64_t, x, 2);
    is_int(sl_forall(sv_mix, SL_RANGE(0, N), r, y), SL_SUCCESS, "is read");
    SL_VIEW_FILL(uint64_t, x, 4);
    is_int(sl_reduce(sv_sum, SL_RANGE(0, N), y, &total), SL_SUCCESS, "a sum");
    is_int(total, 11 * N, "it was read before the next write by way of the view");
    is_int(sl_reduce(sv_sum, SL_RANGE(0, N), r, &total), SL_SUCCESS, "a sum of it");
    is_int(total, 4 * N, "and has what came after");
    const uint64_t *p = SL_HOST_READ(uint64_t, r);
    ok(p != NULL && p[N - 1] == 4, "the host reads it");
    sl_host_end(r);
    is_int(sl_deep_copy(y, r), SL_SUCCESS, "it is copied from");
    is_int(sl_subview(r, &part, SL_PAIR(0, 5)) | sl_view_reshape(r, SL_LAYOUT_RIGHT, SL_EXTENTS(N, 1), &shape),
           SL_SUCCESS, "views are made of it");

    refused(add(r), SL_ERR_ARGUMENT, "a loop that writes it", "sv_add1", "argument x",
            "expected a view that may be written, got \"x\" of sl_view_readonly()");
    refused(add(part), SL_ERR_ARGUMENT, "a loop that writes a subview of it", "argument x", "\"x(0:5)\"");
    refused(add(shape), SL_ERR_ARGUMENT, "a loop that writes a shape of it", "sv_add2", "argument x", "\"x\"");
    refused(sl_forall(sv_mix, SL_RANGE(0, N), y, r), SL_ERR_ARGUMENT, "as an output", "sv_mix", "argument y");
    refused(sl_forall(sv_sum, SL_RANGE(0, N), y, SL_INTO(r, 1)), SL_ERR_ARGUMENT, "as a target", "argument total");
    refused((SL_HOST_WRITE(uint64_t, r), sl_last_status()), SL_ERR_ARGUMENT, "host writing",
            "SL_HOST_WRITE: view: expected a view that may be written, got \"x\" of sl_view_readonly()");
    refused((SL_HOST_RDWR(uint64_t, part), sl_last_status()), SL_ERR_ARGUMENT, "host reading and writing",
            "SL_HOST_RDWR: view: expected a view that may be written");
    refused(sl_task(nothing, NULL, SL_R(y), SL_W(r)), SL_ERR_ARGUMENT, "a host task", "sl_task: uses[1]", "\"x\"");
    refused(sl_deep_copy(r, y), SL_ERR_ARGUMENT, "a copy", "sl_deep_copy: to: expected a view that may be written");
    refused(SL_VIEW_FILL(uint64_t, r, 1), SL_ERR_ARGUMENT, "a fill", "sl_view_fill: view: expected a view that may");
    refused(sl_deep_copy_from_host(r, SL_UINT64, SL_LAYOUT_RIGHT, host), SL_ERR_ARGUMENT, "a copy from the host",
            "sl_deep_copy_from_host: to: expected a view that may be written");
    refused(sl_scan_inclusive(SL_SUM, 0, y, r), SL_ERR_ARGUMENT, "a scan", "y: expected a view that may be written");
    refused(sl_view_readonly(NULL, &gone), SL_ERR_ARGUMENT, "no view", "sl_view_readonly: view: expected a view");
    refused(sl_view_readonly(x, NULL), SL_ERR_ARGUMENT, "nowhere to put it", "sl_view_readonly: readonly: expected");
    is_int(sl_reduce(sv_sum, SL_RANGE(0, N), x, &total), SL_SUCCESS, "a sum of the view");
    is_int(total, 4 * N, "nothing has written it");
    sl_view_destroy(&x), sl_view_destroy(&y), sl_view_destroy(&part), sl_view_destroy(&shape);
    p = SL_HOST_READ(uint64_t, r);
    ok(p != NULL && p[0] == 4, "it keeps the memory");
    sl_host_end(r);
    sl_view_destroy(&r);
}

/* A slot of a view for reading only is taken again. */
static void test_reuse(void)
{
    int failed = 0;
    for (int i = 0; i < 3000; i++) {
        sl_view *x, *r;
        sl_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &x);
        failed += sl_view_readonly(x, &r) != SL_SUCCESS || SL_VIEW_FILL(uint64_t, x, 1) != SL_SUCCESS;
        sl_view_destroy(&x), sl_view_destroy(&r);
    }
    is_int(failed, 0, "views that are made later may be written");
}

static void test_assign(void)
{
    sl_view *a, *b, *to = NULL, *other, *row, *column, *r, *left, *wide;
    sl_view_create("a", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 4), &a);
    sl_view_create("b", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 4), &b);
    sl_view_create("left", SL_UINT64, SL_LAYOUT_LEFT, SL_EXTENTS(4, 4), &left);
    sl_view_create("wide", SL_UINT64, SL_LAYOUT_STRIDE(16, 2), SL_EXTENTS(4, 4), &wide);
    sl_view_readonly(b, &r);
    is_int(sl_view_assign(&to, a), SL_SUCCESS, "a handle that is NULL takes a view");
    ok(to == a, "it stands for it");
    is_int(sl_view_assign(&to, b), SL_SUCCESS, "another one of its shape is assigned");
    ok(to == b, "it stands for that");
    SL_VIEW_FILL(uint64_t, b, 9);
    sl_view_destroy(&b);
    const uint64_t *p = SL_HOST_READ(uint64_t, to);
    ok(p != NULL && p[15] == 9, "and keeps it alive");
    sl_host_end(to);
    is_int(sl_view_assign(&to, to), SL_SUCCESS, "a view is assigned to itself");
    ok((p = SL_HOST_READ(uint64_t, to)) != NULL && p[15] == 9, "and stays");
    sl_host_end(to);

    sl_subview(a, &row, 1, SL_ALL), sl_subview(a, &column, SL_ALL, 1);
    refused(sl_view_assign(&to, row), SL_ERR_RANK, "another rank", "sl_view_assign: from: expected rank 2", "\"b\"",
            "\"a(1, :)\" of rank 1");
    sl_view_create("other", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 4), &other);
    refused(sl_view_assign(&to, other), SL_ERR_TYPE, "another type", "sl_view_assign: from: expected uint64_t", "\"b\"",
            "\"other\" of int64_t");
    sl_view_destroy(&other);
    sl_view_create("other", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 5), &other);
    refused(sl_view_assign(&to, other), SL_ERR_EXTENT, "another extent",
            "sl_view_assign: from: expected extent 4 in dimension 1, as \"b\" has, got 5 of \"other\"");
    refused(sl_view_assign(&to, left), SL_ERR_ARGUMENT, "another layout",
            "sl_view_assign: from: expected the layout of",
            "\"b\", with stride 1 in dimension 1, got \"left\" with stride 4 there");
    refused(sl_view_assign(&left, a), SL_ERR_ARGUMENT, "another layout", "\"left\", with stride 1 in dimension 0",
            "\"a\" with stride 4 there");
    refused(sl_view_assign(&row, column), SL_ERR_ARGUMENT, "a column for a row", "\"a(1, :)\", with stride 1",
            "\"a(:, 1)\" with stride 4 there");
    refused(sl_view_assign(&to, r), SL_ERR_ARGUMENT, "a view that is not to be written",
            "sl_view_assign: from: expected",
            "a view that may be written, as \"b\" may, got \"b\" of sl_view_readonly()");
    refused(sl_view_assign(NULL, a), SL_ERR_ARGUMENT, "no handle", "sl_view_assign: to: expected where");
    refused(sl_view_assign(&to, NULL), SL_ERR_ARGUMENT, "no view", "sl_view_assign: from: expected a view, got NULL");
    ok((p = SL_HOST_READ(uint64_t, to)) != NULL && p[15] == 9, "a refused call leaves the handle");
    sl_host_end(to);
    is_int(sl_view_assign(&column, row), SL_SUCCESS, "a row for a column: explicit strides take any");
    is_int(sl_view_assign(&wide, left), SL_SUCCESS, "and so do others");
    is_int(sl_view_assign(&r, a), SL_SUCCESS, "a view that may be written, for one that may not");
    sl_view_destroy(&a), sl_view_destroy(&to), sl_view_destroy(&other), sl_view_destroy(&row);
    sl_view_destroy(&column), sl_view_destroy(&r), sl_view_destroy(&left), sl_view_destroy(&wide);
}

int main(void)
{
    setenv("STARLOOP_CPU_WORKERS", "core", 0);
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    sl_log_set_handler(misuse_count, NULL);
    test_random();
    test_reshape();
    test_readonly();
    test_reuse();
    test_assign();
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
