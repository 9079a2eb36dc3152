/* SPDX-License-Identifier: BSD-3-Clause */
/* Views of several shapes and types over one allocation: a chain of loops over them, again after a reset, and over
 * random shapes, against plain C; what lies where; what is refused. */
#include "arena.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(ar_set, (i, j), scalar(double, first), out(double, 2, a, own));
SL_KERNEL_DECLARE(ar_rows, (i), in(double, 2, a, own(0, all)), out(int32_t, 1, b, own));
SL_KERNEL_DECLARE(ar_triples, (i), in(int32_t, 1, b, own), out(struct ar_triple, 1, t, own));
SL_KERNEL_DECLARE(ar_sum, (i), in(struct ar_triple, 1, t, own), reduce(double, sum, s));

/* Host address of a view's memory. */
static uintptr_t where(sl_view *v)
{
    const void *p = sl_host_begin(v, SL_READ, sl_view_type(v), NULL);
    must(sl_host_end(v));
    return (uintptr_t)p;
}

static size_t bytes_of(sl_view *v)
{
    return (size_t)sl_view_size(v) * sl_type_size(sl_view_type(v));
}

static int apart(sl_view *a, sl_view *b)
{
    return bytes_of(a) == 0 || bytes_of(b) == 0 || where(a) + bytes_of(a) <= where(b) ||
           where(b) + bytes_of(b) <= where(a);
}

/* Three shapes in a row; the sum of what comes out in the end. */
static void test_chain(sl_arena *arena, sl_index rows, sl_index columns, double first, int layout)
{
    sl_view *a = NULL, *b = NULL, *t = NULL, *target = NULL;
    const sl_extents e = SL_EXTENTS(rows, columns);
    must(sl_arena_view(arena, "a", SL_DOUBLE, layout_of(layout, e), e, &a));
    must(sl_arena_view(arena, "b", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(rows), &b));
    must(sl_arena_view(arena, "t", SL_TYPE(struct ar_triple), SL_LAYOUT_RIGHT, SL_EXTENTS(rows), &t));
    must(sl_arena_view(arena, "target", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), &target));
    must(sl_forall(ar_set, SL_BOX(0, rows, 0, columns), first, a));
    must(sl_forall(ar_rows, SL_RANGE(0, rows), a, b));
    must(sl_forall(ar_triples, SL_RANGE(0, rows), b, t));
    must(sl_forall(ar_sum, SL_RANGE(0, rows), t, SL_INTO(target, 1)));
    double want = 0;
    for (sl_index i = 0; i < rows; i++) {
        double sum = 0;
        for (sl_index j = 0; j < columns; j++)
            sum += first + (double)(100 * i + j);
        want += 6.0 * (double)(int32_t)sum;
    }
    const double *p = SL_HOST_READ(double, target);
    is_close(p ? p[1] : -1, want, 1e-12, "%lld x %lld, %s: a chain of loops through three shapes", (long long)rows,
             (long long)columns, layout_name[layout]);
    must(sl_host_end(target));
    if (layout != STRIDED)
        ok(apart(a, b) && apart(b, t) && apart(a, t) && apart(t, target), "their memory is apart");
    ok(rows == 0 || (where(a) % 64 == 0 && where(b) % 64 == 0 && where(t) % 64 == 0), "each begins on a cache line");
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    sl_view_destroy(&t);
    sl_view_destroy(&target);
}

static void test_reset(void)
{
    sl_arena *arena = NULL;
    sl_view *x = NULL, *y = NULL, *wide = NULL;
    must(sl_arena_create("work", 1024, &arena));
    is_int(sl_arena_used(arena), 0, "nothing is taken at first");
    must(sl_arena_view(arena, "x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &x));
    must(sl_arena_view(arena, "y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &y));
    is_int(sl_arena_used(arena), 128 + 80, "two vectors of 80 bytes, on lines of 64");
    must(sl_view_fill(x, SL_DOUBLE, &(double){3}));
    must(sl_arena_reset(arena));
    must(sl_arena_view(arena, "wide", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(128), &wide));
    is_int(where(wide), where(x), "after a reset a view lies where the first one does");
    const double *p = SL_HOST_READ(double, wide);
    ok(p && p[0] == 3 && p[9] == 3 && p[10] == 0, "and has what that has written, and zero elsewhere");
    must(sl_host_end(wide));
    must(sl_view_fill(wide, SL_DOUBLE, &(double){4}));
    p = SL_HOST_READ(double, y);
    ok(p && p[0] == 4 && p[9] == 4, "what it writes is seen by the views from before");
    must(sl_host_end(y));
    refused(sl_deep_copy(x, wide), SL_ERR_EXTENT, "a copy of other extents", "sl_deep_copy");
    sl_view_destroy(&wide);
    must(sl_arena_reset(arena));
    must(sl_arena_view(arena, "again", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &wide));
    refused(sl_deep_copy(x, wide), SL_ERR_ALIAS, "a copy to a view of the same memory", "sl_deep_copy");
    is_int(sl_deep_copy(y, wide), SL_SUCCESS, "a copy to one beside it");
    sl_arena_destroy(&arena);
    ok(arena == NULL, "the handle is NULL");
    must(sl_view_fill(x, SL_DOUBLE, &(double){5}));
    p = SL_HOST_READ(double, x);
    ok(p && p[9] == 5, "views outlive their arena");
    must(sl_host_end(x));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&wide);
}

static void test_refused(void)
{
    sl_arena *arena = NULL, *none = NULL, *old;
    sl_view *v = NULL;
    refused(sl_arena_create("a", 10, NULL), SL_ERR_ARGUMENT, "nowhere to put it", "sl_arena_create: arena", "got NULL");
    refused(sl_arena_create("a", SIZE_MAX, &none), SL_ERR_EXTENT, "too many bytes", "bytes: expected at most 2^62");
    must(sl_arena_create(NULL, 100, &arena));
    refused(sl_arena_view(arena, "v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(13), &v), SL_ERR_MEMORY,
            "one that is too large",
            "sl_arena_view: \"v\": expected 104 free bytes in arena \"arena\", got 100 of 100");
    must(sl_arena_view(arena, "v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(2), &v));
    sl_view_destroy(&v);
    refused(sl_arena_view(arena, "v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &v), SL_ERR_MEMORY,
            "one for which no more is free", "expected 40 free bytes in arena \"arena\", got 36 of 100");
    is_int(sl_arena_view(arena, "v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(0), &v), SL_SUCCESS, "an empty one fits");
    sl_view_destroy(&v);
    refused(sl_arena_view(arena, "v", (sl_type)9999, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &v), SL_ERR_TYPE, "no type",
            "type: expected an element type, got 9999");
    refused(sl_arena_view(arena, "v", SL_DOUBLE, SL_LAYOUT_STRIDE(0), SL_EXTENTS(1), &v), SL_ERR_EXTENT, "a bad layout",
            "sl_arena_view: layout: expected positive strides");
    refused(sl_arena_view(arena, "v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1), NULL), SL_ERR_ARGUMENT,
            "nowhere to put the view", "sl_arena_view: view", "got NULL");
    refused(sl_arena_view(NULL, "v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &v), SL_ERR_ARGUMENT, "no arena",
            "sl_arena_view: arena: expected an arena, got NULL");
    old = arena;
    sl_arena_destroy(&arena);
    refused(sl_arena_reset(old), SL_ERR_DESTROYED, "one that was destroyed", "sl_arena_reset: arena", "destroyed");
    sl_clear_error();
    is_int(sl_arena_used(old), 0, "nothing of it is taken");
    is_int(sl_last_status(), SL_ERR_DESTROYED, "and the reason is told");
    sl_arena_destroy(NULL);
    sl_arena_destroy(&none);
    ok(v == NULL, "no view is made");
}

int main(void)
{
    static const sl_index sizes[][2] = {{0, 3}, {1, 1}, {7, 5}, {300, 40}};
    sl_arena *arena = NULL, *left = NULL;
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    must(sl_arena_create("all", 2000000, &arena));
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int layout = 0; layout < LAYOUTS; layout++) {
            test_chain(arena, sizes[k][0], sizes[k][1], (double)k, layout);
            must(sl_arena_reset(arena));
        }
    sl_arena_destroy(&arena);
    test_reset();
    test_refused();
    must(sl_arena_create("left", 1000, &left));
    (void)sl_finalize();
    must(sl_init(NULL));
    refused(sl_arena_reset(left), SL_ERR_STATE, "an arena from before sl_finalize",
            "from before the last sl_finalize()");
    sl_arena_destroy(&left);
    must(sl_finalize());
    return done_testing();
}
