/* SPDX-License-Identifier: BSD-3-Clause */
/* Views: what they say of themselves, wrapped memory, references, and their end while tasks still use them. */
#include <starloop/runtime.h>
#include <starloop/view.h>

#include "kernel/cases.h"
#include "tap.h"
#include "viewtask.h"
#include "data/host.h"
#include "data/reaper.h"

struct particle {
    double x[3];
    int id;
};
SL_STRUCT(struct particle);

static int warnings;
static char last_warning[512];

static void count_warnings(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file;
    (void)line;
    (void)arg;
    if (level == SL_LOG_WARN) {
        warnings++;
        snprintf(last_warning, sizeof last_warning, "%s", text);
    }
}

static void test_queries(void)
{
    sl_view *u = NULL, *s = NULL, *p = NULL, *e = NULL;
    is_int(sl_view_create("u", SL_FLOAT, SL_LAYOUT_LEFT, SL_EXTENTS(3, 4, 5), &u), SL_SUCCESS, "a view is made");
    is_str(sl_view_label(u), "u", "it has its label");
    is_int(sl_view_type(u), SL_FLOAT, "its type");
    is_int(sl_view_rank(u), 3, "its rank");
    ok(sl_view_extent(u, 0) == 3 && sl_view_extent(u, 1) == 4 && sl_view_extent(u, 2) == 5, "its extents");
    ok(sl_view_stride(u, 0) == 1 && sl_view_stride(u, 1) == 3 && sl_view_stride(u, 2) == 12, "its strides");
    is_int(sl_view_size(u), 60, "its size");
    is_int(sl__view_cases(u), SL__TAKES_LEFT, "it is left");
    is_int(sl_view_create(NULL, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &s), SL_SUCCESS, "a scalar is made");
    is_str(sl_view_label(s), "view", "without a label it is a view");
    ok(sl_view_rank(s) == 0 && sl_view_size(s) == 1, "its rank is 0 and its size 1");
    is_int(sl_view_create("p", SL_TYPE(struct particle), SL_LAYOUT_RIGHT, SL_EXTENTS(10), &p), SL_SUCCESS,
           "a view of structs is made");
    struct particle *q = SL_HOST_RDWR(struct particle, p);
    ok(q != NULL, "it can be reached");
    if (q)
        q[9].id = 7;
    sl_host_end(p);
    char longest[200];
    memset(longest, 'a', sizeof longest);
    longest[199] = 0;
    is_int(sl_view_create(longest, SL_INT8, SL_LAYOUT_RIGHT, SL_EXTENTS(4, 0), &e), SL_SUCCESS,
           "an empty view is made");
    ok(strlen(sl_view_label(e)) == 63 && strcmp(sl_view_label(e) + 60, "...") == 0, "a long label is shortened");
    is_int(sl_view_size(e), 0, "its size is 0");
    const int8_t *nothing = SL_HOST_READ(int8_t, e);
    ok(nothing != NULL, "it gives a pointer to nothing");
    is_int(sl_host_end(e), SL_SUCCESS, "and takes it back");
    sl_view_destroy(&u);
    sl_view_destroy(&s);
    sl_view_destroy(&p);
    sl_view_destroy(&e);
    ok(!u && !s && !p && !e, "destroy sets the handles to NULL");
}

static void test_types(void)
{
#define TEST_TYPE(name, value, ctype, text) \
    { \
        sl_view *x = NULL; \
        is_int(sl_view_create(text, name, SL_LAYOUT_RIGHT, SL_EXTENTS(9), &x), SL_SUCCESS, \
               "a view of " text " is made"); \
        ctype *p = SL_HOST_WRITE(ctype, x); \
        for (int i = 0; p && i < 9; i++) \
            p[i] = (ctype)(i - 4); \
        sl_host_end(x); \
        const ctype *q = SL_HOST_READ(ctype, x); \
        ok(q &&q[0] == (ctype)-4 && q[8] == (ctype)4, "it keeps what was written as " #ctype); \
        sl_host_end(x); \
        sl_view_destroy(&x); \
    }
    SL_TYPE_TABLE(TEST_TYPE)
#undef TEST_TYPE
}

static void test_wrap(void)
{
    static double data[100];
    sl_view *a = NULL, *b = NULL, *c = NULL, *e = NULL;
    is_int(sl_view_wrap("a", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(40), data, &a), SL_SUCCESS, "memory is wrapped");
    double *p = SL_HOST_WRITE(double, a);
    ok(p == data, "host access gives that memory");
    sl_host_end(a);
    is_int(sl_view_wrap("b", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(40), data + 39, &b), SL_ERR_ALIAS,
           "memory that overlaps by one element is refused");
    like(sl_last_error(), "\"a\"", "the error names the one");
    like(sl_last_error(), "\"b\"", "and the other");
    char range[64];
    snprintf(range, sizeof range, "[%#zx, %#zx) of \"b\"", (size_t)(data + 39), (size_t)(data + 79));
    like(sl_last_error(), range, "and the ranges");
    ok(!b, "and there is no view");
    is_int(sl_view_wrap("e", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(0), data + 3, &e), SL_SUCCESS,
           "an empty view overlaps nothing");
    is_int(sl_view_wrap("c", SL_DOUBLE, SL_LAYOUT_STRIDE(2), SL_EXTENTS(30), data + 40, &c), SL_SUCCESS,
           "memory right behind is wrapped");
    is_int(sl_view_wrap("b", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(2), data + 98, &b), SL_ERR_ALIAS,
           "the last element of a strided view counts");
    is_int(sl_view_wrap("b", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1), data + 99, &b), SL_SUCCESS,
           "what is behind it does not");
    ok(sl__view_overlap(a, a) && !sl__view_overlap(a, c) && !sl__view_overlap(a, e), "views know what they overlap");
    sl_view_destroy(&b);
    sl_view_destroy(&a);
    is_int(sl_view_wrap("b", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(40), data, &b), SL_SUCCESS,
           "after destroy the memory is free again");
    sl_view_destroy(&b);
    sl_view_destroy(&c);
    sl_view_destroy(&e);
}

/* Many wraps in an order that is none: the set of intervals against a plain list. */
static void test_many_wraps(void)
{
    enum { CELLS = 512 };
    static double data[CELLS];
    static sl_view *owner[CELLS], *view[CELLS];
    uint32_t random = 12345;
    int wrong = 0, made = 0, refused = 0;
    for (int k = 0; k < 4000; k++) {
        random = random * 1664525u + 1013904223u;
        int first = (int)(random >> 16) % CELLS, length = 1 + (int)(random >> 8) % 7, busy = 0;
        if (view[first]) {
            for (int i = 0; i < CELLS; i++) {
                if (owner[i] == view[first])
                    owner[i] = NULL;
            }
            sl_view_destroy(&view[first]);
            continue;
        }
        if (first + length > CELLS)
            continue;
        for (int i = first; i < first + length; i++)
            busy |= owner[i] != NULL;
        sl_status status =
            sl_view_wrap("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(length), data + first, &view[first]);
        wrong += status != (busy ? SL_ERR_ALIAS : SL_SUCCESS);
        made += !busy;
        refused += busy;
        for (int i = first; !busy && i < first + length; i++)
            owner[i] = view[first];
    }
    is_int(wrong, 0, "of many wraps those are refused that overlap, and no other (%d made, %d refused)", made, refused);
    for (int i = 0; i < CELLS; i++)
        sl_view_destroy(&view[i]);
}

static void test_references(void)
{
    sl_view *x = NULL;
    sl_view_create("x", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &x);
    sl_view *y = sl_view_retain(x);
    ok(y == x && x, "a reference is the view");
    sl_view_destroy(&x);
    is_int(sl_view_rank(y), 1, "the view lives on with the second reference");
    sl_view *stale = y;
    sl_view_destroy(&y);
    is_int(sl_view_rank(stale), -1, "and ends with it");
    sl_clear_error();
    sl_view_destroy(NULL);
    sl_view_destroy(&y);
    ok(!y && sl_last_status() == SL_SUCCESS, "destroy takes NULL and a handle that is NULL, without an error");
    warnings = 0;
    sl_view_create("left open", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &x);
    (void)SL_HOST_READ(int32_t, x);
    (void)SL_HOST_READ(int32_t, x);
    sl_view_destroy(&x);
    is_int(warnings, 1, "destroying a view that is open for host access warns");
    like(last_warning, "left open", "and names it");
    is_int(sl__data_open_accesses(), 0, "and ends the accesses");
}

static int queue_three(sl_view *v)
{
    return viewtask_queue(v, &viewtask_writer, NULL) && viewtask_queue(v, &viewtask_reader, NULL) &&
           viewtask_queue(v, &viewtask_writer, NULL);
}

static int all_done(void *arg)
{
    (void)arg;
    return sl__progress_pending() == 0;
}

static void test_end_with_tasks(void)
{
    static double data[8];
    sl_view *x = NULL;
    atomic_store(&viewtask_runs, 0);
    atomic_store(&viewtask_gate, 0);
    sl_view_create("managed", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(8), &x);
    ok(queue_three(x), "three tasks are queued on a managed view");
    is_int(sl__view_pending(x), 3, "it counts three");
    sl_view_destroy(&x);
    is_int(atomic_load(&viewtask_runs), 0, "destroy does not wait for them");
    atomic_store(&viewtask_gate, 1);
    sl__progress_wait(all_done, NULL, "test", "all tasks");
    is_int(atomic_load(&viewtask_runs), 3, "they run all the same");
    ok(sl__memory_held() == 64, "the memory is kept for them");
    sl__view_reap();
    is_int(sl__memory_held(), 0, "and given back at the next call that can");

    sl_view_wrap("wrapped", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(8), data, &x);
    ok(queue_three(x), "three tasks are queued on a wrapped view");
    sl_view_destroy(&x);
    is_int(atomic_load(&viewtask_runs), 6, "destroy waits for them");
    ok(data[0] == 3 && data[7] == 3, "and the memory has their results");
    sl_view_wrap("wrapped", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(8), data, &x);
    sl__in_task = 1;
    sl_view_destroy(&x);
    sl__in_task = 0;
    ok(!x, "inside a task destroy leaves the rest to the next call outside");
    sl__view_reap();
    is_int(sl_view_wrap("wrapped", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(8), data, &x), SL_SUCCESS,
           "which then frees the memory");
    sl_view_destroy(&x);
}

static void test_forgotten(void)
{
    static double data[4];
    sl_view *x = NULL, *y = NULL;
    sl_view_create("forgotten", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &x);
    sl_view_wrap("wrapped and forgotten", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), data, &y);
    viewtask_queue(y, &viewtask_writer, NULL);
    sl__progress_wait(all_done, NULL, "test", "all tasks");
    warnings = 0;
    is_int(sl_finalize(), SL_SUCCESS, "the library ends with views alive");
    is_int(warnings, 2, "each is warned of");
    like(last_warning, "forgotten", "by name");
    ok(data[3] == 1, "wrapped memory has the result");
    is_int(sl__memory_held(), 0, "managed memory is given back");
    is_int(sl_init(NULL), SL_SUCCESS, "the library starts again");
    is_int(sl_view_rank(x), -1, "the views of before are destroyed");
    is_int(sl_last_status(), SL_ERR_DESTROYED, "and using one says so");
    is_int(sl_view_wrap("again", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), data, &y), SL_SUCCESS,
           "their memory can be wrapped again");
    sl_view_destroy(&y);
}

/* A task that never ends keeps its view from being freed, but only one sl_finalize() says so. */
static void test_never_done(void)
{
    sl_view *x = NULL;
    sl_view_create("never done", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(4), &x);
    sl__view_task_queued(x);
    sl_view_destroy(&x);
    warnings = 0;
    is_int(sl_finalize(), SL_SUCCESS, "the library ends with a view that a task may still use");
    is_int(warnings, 1, "and warns of it");
    like(last_warning, "\"never done\" is still in use", "by name");
    sl_init(NULL);
    warnings = 0;
    is_int(sl_finalize(), SL_SUCCESS, "it ends again");
    is_int(warnings, 0, "and warns no more");
    sl_init(NULL);
}

static void measure(void)
{
    enum { ROUNDS = 20000 };
    sl_view *x = NULL;
    double start = viewtask_seconds();
    for (int k = 0; k < ROUNDS; k++) {
        sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(8), &x);
        sl_view_destroy(&x);
    }
    diag("create and destroy: %.2f us", 1e6 * (viewtask_seconds() - start) / ROUNDS);
}

int main(void)
{
    sl_log_set_handler(count_warnings, NULL);
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    test_queries();
    test_types();
    test_wrap();
    test_many_wraps();
    test_references();
    test_end_with_tasks();
    test_forgotten();
    measure();
    test_never_done();
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
