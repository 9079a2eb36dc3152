/* SPDX-License-Identifier: BSD-3-Clause */
/* One element on the host: SL_GET, SL_GET_AT, SL_PUT and SL_PUT_AT against what loops have written, in all layouts. */
#include "gate_task.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(el_number, (i, j), scalar(double, by), out(double, 2, a, own));
SL_KERNEL_DECLARE(el_total, (i, j), in(double, 2, a, own), reduce(double, sum, total));
SL_KERNEL_DECLARE(el_raise, (i), out(double, 1, x, own));

enum { N0 = 6, N1 = 9, F0 = -2, F1 = 3 };

typedef struct {
    double x;
    int32_t k;
} pair;
SL_STRUCT(pair);

static sl_view *matrix(sl_layout layout)
{
    sl_view *a = NULL;
    must(sl_view_create("a", SL_DOUBLE, layout, SL_EXTENTS(N0, N1), &a));
    return a;
}

/* Elements that are not by * (1000 i + j), with first indices lo0 and lo1. */
static int wrong(sl_view *a, double by, sl_index lo0, sl_index lo1)
{
    int count = 0;
    for (sl_index i = lo0; i < lo0 + N0; i++)
        for (sl_index j = lo1; j < lo1 + N1; j++) {
            double got = -1;
            must(SL_GET_AT(double, a, &got, i, j));
            count += got != by * (1000.0 * (double)i + (double)j);
        }
    return count;
}

static double total_of(sl_view *a, sl_index lo0, sl_index lo1)
{
    double total = -1;
    must(sl_reduce(el_total, SL_BOX(lo0, lo0 + N0, lo1, lo1 + N1), a, &total));
    return total;
}

static void test_layout(const char *name, sl_layout layout, sl_index lo0, sl_index lo1)
{
    sl_view *a = matrix(layout);
    must(sl_forall(el_number, SL_BOX(lo0, lo0 + N0, lo1, lo1 + N1), 0.5, a));
    is_int(wrong(a, 0.5, lo0, lo1), 0, "%s: each element is what the loop has written", name);
    const double before = total_of(a, lo0, lo1);
    double old = 0;
    must(SL_GET_AT(double, a, &old, lo0 + 4, lo1 + 7));
    must(SL_PUT_AT(double, a, old + 8, lo0 + 4, lo1 + 7));
    ok(total_of(a, lo0, lo1) == before + 8, "%s: the next loop sees what was written, and nothing else has changed",
       name);
    must(SL_PUT_AT(double, a, old, lo0 + 4, lo1 + 7));
    is_int(wrong(a, 0.5, lo0, lo1), 0, "%s: and it was that element", name);
    sl_view_destroy(&a);
}

/* Layouts that loops know by a word of their own: copies from a plain view and into it. */
static void test_copied(const char *name, sl_layout layout)
{
    sl_view *a = matrix(layout), *plain = matrix(SL_LAYOUT_RIGHT);
    int changed = 0;
    must(sl_forall(el_number, SL_BOX(0, N0, 0, N1), 1.0, plain));
    must(sl_deep_copy(a, plain));
    is_int(wrong(a, 1, 0, 0), 0, "%s: each element is what was copied", name);
    must(SL_PUT_AT(double, a, -1, 5, 7));
    must(sl_deep_copy(plain, a));
    const double *p = SL_HOST_READ(double, plain);
    for (int k = 0; p && k < N0 * N1; k++)
        changed += p[k] != 1000.0 * (k / N1) + k % N1;
    ok(p && changed == 1 && p[5 * N1 + 7] == -1, "%s: the one that was written has changed, and no other", name);
    must(sl_host_end(plain));
    sl_view_destroy(&plain);
    sl_view_destroy(&a);
}

static void test_layouts(void)
{
    test_layout("right", SL_LAYOUT_RIGHT, 0, 0);
    test_layout("left", SL_LAYOUT_LEFT, 0, 0);
    test_layout("strides", SL_LAYOUT_STRIDE(2, 2 * N0 + 1), 0, 0);
    test_layout("padded", SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, SL_PAD_LINE), 0, 0);
    test_layout("permuted", SL_LAYOUT_PERMUTED(1, 0), 0, 0);
    test_copied("blocks", SL_LAYOUT_BLOCKED(4, 4));
    test_copied("Morton's order", SL_LAYOUT_MORTON);
    test_layout("chosen by the library", SL_LAYOUT_AUTO, 0, 0);
    test_layout("first indices", SL_LAYOUT_OFFSET(SL_LAYOUT_LEFT, F0, F1), F0, F1);
}

static void test_types(void)
{
    sl_view *scalar = NULL, *row = NULL, *pairs = NULL, *deep = NULL;
    double x = 0;
    int32_t k = 0;
    pair p = {0, 0};
    must(sl_view_create("scalar", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &scalar));
    must(sl_view_create("row", SL_INT32, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, 5), SL_EXTENTS(1), &row));
    must(sl_view_create("pairs", SL_TYPE(pair), SL_LAYOUT_RIGHT, SL_EXTENTS(4), &pairs));
    must(sl_view_create("deep", SL_DOUBLE, SL_LAYOUT_LEFT, SL_EXTENTS(2, 3, 2, 3, 2, 3), &deep));
    must(SL_PUT(double, scalar, 3)); /* an int becomes a double */
    must(SL_GET(double, scalar, &x));
    ok(x == 3, "the element of a view of rank 0");
    must(SL_PUT(int32_t, row, 7));
    must(SL_GET(int32_t, row, &k));
    is_int(k, 7, "the one of a view of one element, whatever its index is");
    must(SL_PUT_AT(int32_t, row, k + 1, 5));
    must(SL_GET_AT(int32_t, row, &k, 5));
    is_int(k, 8, "which may be said");
    const pair given = {2.5, 11};
    must(SL_PUT_AT(pair, pairs, given, 2));
    must(SL_GET_AT(pair, pairs, &p, 2));
    ok(p.x == 2.5 && p.k == 11, "a struct");
    must(SL_PUT_AT(double, deep, -1.5, 1, 2, 1, 2, 1, 2));
    must(SL_GET_AT(double, deep, &x, 1, 2, 1, 2, 1, 2));
    ok(x == -1.5, "an element of rank 6");
    sl_view_destroy(&scalar);
    sl_view_destroy(&row);
    sl_view_destroy(&pairs);
    sl_view_destroy(&deep);
}

static void test_parts(void)
{
    sl_view *a = matrix(SL_LAYOUT_RIGHT), *sub = NULL, *read = NULL;
    double x = 0;
    must(sl_forall(el_number, SL_BOX(0, N0, 0, N1), 1.0, a));
    must(sl_subview(a, &sub, SL_PAIR(1, 4), 2));
    must(SL_GET_AT(double, sub, &x, 2));
    ok(x == 3002, "an element of a subview");
    must(SL_PUT_AT(double, sub, 9, 0));
    must(SL_GET_AT(double, a, &x, 1, 2));
    ok(x == 9, "one that is written there is in the view");
    must(sl_view_split(a, SL_SPLIT(3)));
    must(sl_forall(el_number, SL_BOX(0, N0, 0, N1), 2.0, a));
    must(SL_PUT_AT(double, a, 2.0 * 5008, 5, 8));
    is_int(wrong(a, 2.0, 0, 0), 0, "elements of a split view");
    must(sl_view_readonly(a, &read));
    must(SL_GET_AT(double, read, &x, 5, 8));
    ok(x == 10016, "one of a view that is for reading only");
    refused(SL_PUT_AT(double, read, 0, 5, 8), SL_ERR_ARGUMENT, "which is not written", "SL_PUT_AT",
            "sl_view_readonly()");
    sl_view_destroy(&read);
    sl_view_destroy(&sub);
    sl_view_destroy(&a);
}

/* A task that uses another view holds nothing up. */
static void test_waits(void)
{
    sl_view *a = matrix(SL_LAYOUT_RIGHT), *other = matrix(SL_LAYOUT_RIGHT);
    double x = 0;
    must(sl_forall(el_number, SL_BOX(0, N0, 0, N1), 1.0, a));
    must(sl_wait());
    must(sl_task(wait_for_gate, NULL, SL_RW(other)));
    must(SL_GET_AT(double, a, &x, 2, 3));
    must(SL_PUT_AT(double, a, x + 1, 2, 3));
    ok(x == 2003, "an element is there while a task uses another view");
    atomic_store(&gate_open, 1);
    must(sl_wait());
    sl_view_destroy(&a);
    sl_view_destroy(&other);
}

static void test_failed(void)
{
    sl_view *x = NULL;
    double value = 5;
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &x));
    must(sl_forall(el_raise, SL_RANGE(0, 10), x));
    surfaces(SL_GET_AT(double, x, &value, 0), SL_ERR_RAISED, "an element of a failed loop", "el_raise");
    ok(value == 5, "what it was to be written to stays");
    (void)sl_wait();
    must(SL_PUT_AT(double, x, 1, 0));
    surfaces(SL_GET_AT(double, x, &value, 0), SL_ERR_RAISED, "one written element does not make up for the others",
             "el_raise");
    (void)sl_wait();
    sl_clear_error();
    sl_view_destroy(&x);
}

static int asks(void *view)
{
    double x;
    return SL_GET(double, view, &x) == SL_ERR_CONTEXT ? 0 : 1;
}

static void test_misuse(void)
{
    sl_view *a = matrix(SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, F0, F1)), *none = NULL, *one = NULL;
    double x = 0;
    must(sl_view_fill(a, SL_DOUBLE, &x));
    must(sl_view_create("one", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &one));
    refused(SL_GET(double, none, &x), SL_ERR_ARGUMENT, "no view", "SL_GET: view", "got NULL");
    refused(SL_GET(double, a, &x), SL_ERR_RANK, "no index for many elements", "SL_GET: index: expected 2 indices",
            "which has 54 elements");
    refused(SL_GET_AT(double, a, &x, 0), SL_ERR_RANK, "one index of two", "SL_GET_AT: index: expected 2 indices",
            "got 1");
    refused(SL_GET_AT(double, a, &x, -3, 3), SL_ERR_EXTENT, "an index before the first",
            "SL_GET_AT: index: expected one in [-2, 4) for dimension 0 of \"a\", got -3");
    refused(SL_PUT_AT(double, a, 1, -2, 12), SL_ERR_EXTENT, "one past the last",
            "SL_PUT_AT: index: expected one in [3, 12) for dimension 1 of \"a\", got 12");
    refused(SL_PUT_AT(float, a, 1, -2, 3), SL_ERR_TYPE, "another type", "SL_PUT_AT: type: expected double",
            "got float");
    refused(sl_element_get(a, SL_DOUBLE, SL_EXTENTS(0, 3), NULL, NULL), SL_ERR_ARGUMENT, "nowhere to put it",
            "sl_element_get: value: expected memory of an element, got NULL");
    refused(sl_element_put(a, SL_DOUBLE, SL_EXTENTS(0, 3), NULL, NULL), SL_ERR_ARGUMENT, "no value",
            "sl_element_put: value: expected memory of an element, got NULL");
    must(SL_PUT(double, one, 1));
    must(sl_task(asks, one, SL_R(one)));
    is_int(sl_wait(), SL_SUCCESS, "in a task it is refused, as all that waits");
    ok(total_of(a, F0, F1) == 0, "what was refused has written nothing");
    sl_view_destroy(&a);
    sl_view_destroy(&one);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    test_layouts();
    test_types();
    test_parts();
    test_waits();
    test_failed();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
