/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief For where and where_cxx: the places that a call can stand at, and where the views were made that an error
 * names. The same in C and in C++. */
#ifndef STARLOOP_TESTS_WHERE_PLACES_H
#define STARLOOP_TESTS_WHERE_PLACES_H

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

#include "where_calls.h"

enum { PLACE_THREADS = 4, PLACE_ROUNDS = 50 };

/* ---- a function and a macro of the program's own ------------------------------------------------------------ */

static int own_line;

static sl_status own_function(sl_view *view)
{
    own_line = __LINE__ + 1;
    return sl_view_wait(view);
}

#define OWN_MACRO(call) ((call) == SL_SUCCESS ? 0 : 1)

static void where_wrapped(void)
{
    int (*own_pointer)(const sl_view *) = sl_view_rank;
    sl_clear_error();
    (void)own_function(NULL);
    where_is(__FILE__, own_line, "a call in a function of the program's own");
    REFUSED_HERE(OWN_MACRO(sl_view_wait(NULL)));
    REFUSED_HERE(OWN_MACRO(sl_forall(wh_root, SL_RANGE(0, WHERE_N + 1), where_x, where_y)));
    sl_clear_error();
    (void)own_pointer(NULL);
    ok(sl_last_status() == SL_ERR_ARGUMENT && strstr(sl_last_error(), "called at") == NULL,
       "a call by a pointer has no line: %s", sl_last_error());
}

/* ---- out of the arguments of a call ------------------------------------------------------------------------- */

static jmp_buf back;

static int leave(void)
{
    longjmp(back, 1);
    return 0;
}

/* What has no line says none, whatever was left before. */
__attribute__((unused)) static void where_nowhere(const char *what)
{
    sl_clear_error();
    (void)(sl_view_extent)(NULL, 0);
    ok(sl_last_status() == SL_ERR_ARGUMENT && strstr(sl_last_error(), "called at") == NULL,
       "after %s the call of a function itself has no line: %s", what, sl_last_error());
    REFUSED_HERE(sl_view_extent(NULL, 0));
}

static void where_left(void)
{
    if (setjmp(back) == 0)
        (void)sl_view_extent(where_x, leave());
    where_nowhere("a jump out of the arguments of a call");
    if (setjmp(back) == 0)
        (void)sl_view_extent(where_x, (int)sl_view_stride(where_x, leave()));
    where_nowhere("one out of those of a call in an argument");
    if (setjmp(back) == 0)
        (void)sl_subview(where_x, NULL, leave());
    where_nowhere("one out of those of sl_subview");
    for (volatile int k = 0; k < 20; k++)
        if (setjmp(back) == 0)
            (void)SL_VIEW_FILL(double, where_y, leave());
    where_nowhere("many of them");
    if (setjmp(back) == 0)
        (void)sl_forall(wh_root, SL_RANGE(0, leave()), where_x, where_y);
    where_nowhere("one out of those of a loop");
}

/* ---- threads and tasks -------------------------------------------------------------------------------------- */

typedef struct own_thread {
    pthread_t thread;
    int wrong;
    char got[512];
} own_thread;

static void own_check(own_thread *own, int line)
{
    char want[256];
    snprintf(want, sizeof want, "(called at %s:%d)", __FILE__, line);
    if (own->wrong == 0 && strstr(sl_last_error(), want) == NULL) {
        own->wrong = line;
        snprintf(own->got, sizeof own->got, "%s", sl_last_error());
    }
    sl_clear_error();
}

static void *place_thread(void *arg)
{
    own_thread *own = (own_thread *)arg;
    sl_view *v = NULL;
    double sum = 0;
    for (int k = 0; k < PLACE_ROUNDS; k++) {
        (void)sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(-1), &v);
        own_check(own, __LINE__ - 1);
        (void)sl_forall(wh_root, SL_RANGE(0, WHERE_N + 1), where_x, where_y);
        own_check(own, __LINE__ - 1);
        (void)sl_reduce(wh_sum, SL_RANGE(0, WHERE_N), where_x, &sum);
        own_check(own, __LINE__ - 1);
    }
    return NULL;
}

static void where_threads(void)
{
    own_thread own[PLACE_THREADS];
    memset(own, 0, sizeof own);
    for (int t = 0; t < PLACE_THREADS; t++)
        pthread_create(&own[t].thread, NULL, place_thread, &own[t]);
    for (int t = 0; t < PLACE_THREADS; t++) {
        pthread_join(own[t].thread, NULL);
        if (!ok(own[t].wrong == 0, "calls of thread %d name their own lines", t))
            diag("line %d: got \"%s\"", own[t].wrong, own[t].got);
    }
    sl_clear_error();
    (void)sl_wait();
    sl_clear_error();
}

static int queued_line;

static int place_task(void *arg)
{
    own_thread *own = (own_thread *)arg;
    (void)sl_wait();
    own_check(own, __LINE__ - 1);
    (void)sl_view_rank(NULL);
    own_check(own, __LINE__ - 1);
    (void)sl_forall(wh_root, SL_RANGE(0, WHERE_N + 1), where_x, where_y);
    own_check(own, __LINE__ - 1);
    queued_line = __LINE__ + 1;
    (void)sl_forall(wh_root, SL_RANGE(0, WHERE_N), where_x, where_y);
    return 0;
}

/* A host task's calls have its lines, what it queues too; what it fails with has the line of its own call. */
static void where_tasks(void)
{
    own_thread own;
    sl_event *event = NULL;
    memset(&own, 0, sizeof own);
    SL_VIEW_FILL(double, where_y, 0.0);
    (void)sl_wait();
    sl_clear_error();
    ok(sl_task(place_task, &own, SL_R(where_x)) == SL_SUCCESS, "a host task");
    (void)sl_wait();
    where_is(__FILE__, queued_line, "a loop that a host task has queued");
    if (!ok(own.wrong == 0, "calls in a host task name their lines"))
        diag("line %d: got \"%s\"", own.wrong, own.got);
    SL_VIEW_FILL(double, where_y, 0.0);
    (void)sl_wait();
    sl_clear_error();
    const int line = __LINE__ + 1;
    (void)sl_task_with(SL_POLICY(.priority = 0), where_fail, NULL, SL_RW(where_y));
    (void)sl_event_record(&event);
    (void)sl_event_wait(event);
    where_is(__FILE__, line, "a host task, of which an event tells");
    (void)SL_HOST_READ(double, where_y);
    where_is(__FILE__, line, "a host access of what it was to write");
    sl_event_destroy(&event);
    SL_VIEW_FILL(double, where_y, 0.0);
    (void)sl_wait();
    sl_clear_error();
}

/* What a recording was spoilt by is named where the recording ends, and where the region is to run. */
static void where_spoilt(void)
{
    sl_region *region = NULL;
    (void)sl_region_begin(&region);
    const int line = __LINE__ + 1;
    (void)sl_forall(wh_root, SL_RANGE(0, WHERE_N + 1), where_x, where_y);
    where_is(__FILE__, line, "a call that is refused while a region is recorded");
    (void)sl_region_end(region);
    where_is(__FILE__, line, "the end of that recording");
    (void)sl_region_run(region);
    where_is(__FILE__, line, "a run of that region");
    sl_region_destroy(&region);
}

/* ---- where views were made ---------------------------------------------------------------------------------- */

#define MADE_HERE(line, call) \
    do { \
        sl_clear_error(); \
        (void)(call); \
        where_made(line, #call); \
    } while (0)

/* clang-format off */
static void where_shapes(void)
{
    sl_view *v = NULL, *w = NULL, *one = NULL, *ints = NULL, *wide = NULL, *map = NULL, *sub = NULL, *wrapped = NULL;
    sl_list *list = NULL;
    sl_index_set *set = NULL;
    sl_scatter_view *scatter = NULL;
    static double memory[16];
    const double value = 0;
    sl_index at[2] = {0, 0};
    int line;
    (void)sl_view_create("w", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(7), &w);
    (void)sl_view_create("one", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &one);
    line = __LINE__; (void)sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &v);
    MADE_HERE(line, sl_deep_copy(v, w));
    MADE_HERE(line, sl_deep_copy(w, v));
    MADE_HERE(line, sl_deep_copy(v, v));
    MADE_HERE(line, SL_VIEW_FILL(float, v, 1.0f));
    MADE_HERE(line, sl_deep_copy_from_host(v, SL_FLOAT, SL_LAYOUT_RIGHT, memory));
    MADE_HERE(line, sl_deep_copy_to_host(SL_FLOAT, SL_LAYOUT_RIGHT, memory, v));
    MADE_HERE(line, sl_scan_inclusive(SL_SUM, 0, v, w));
    MADE_HERE(line, sl_scan_exclusive(SL_SUM, 0, NULL, w, v));
    MADE_HERE(line, sl_scan_inclusive(SL_SUM, 1, v, v));
    MADE_HERE(line, sl_sort_pairs(v, w));
    MADE_HERE(line, sl_sort_pairs(w, v));
    MADE_HERE(line, sl_sort_segments(v, v));
    MADE_HERE(line, sl_count_if(SL_EQUAL, &value, w, v));
    MADE_HERE(line, sl_minmax_of(w, v));
    MADE_HERE(line, sl_equal(w, v, one));
    MADE_HERE(line, sl_copy_if(SL_EQUAL, &value, w, w, v, one));
    MADE_HERE(line, sl_unique(w, v, one));
    MADE_HERE(line, sl_subview(v, &sub, SL_PAIR(0, 6)));
    MADE_HERE(line, sl_subview(v, &sub, 0, 0));
    MADE_HERE(line, sl_subblock(v, &sub, 0));
    MADE_HERE(line, sl_view_reshape(v, SL_LAYOUT_RIGHT, SL_EXTENTS(6), &sub));
    MADE_HERE(line, sl_view_assign(&v, w));
    MADE_HERE(line, sl_view_resize(&v, SL_EXTENTS(3, 3)));
    MADE_HERE(line, sl_view_set_map(v, NULL));
    MADE_HERE(line, sl_view_split(v, SL_SPLIT(2, 2)));
    MADE_HERE(line, SL_HOST_WRITE(float, v));
    MADE_HERE(line, sl_host_end(v));
    MADE_HERE(line, sl_view_extent(v, 1));
    MADE_HERE(line, sl_view_stride(v, -1));
    MADE_HERE(line, sl_view_first(v, 1));
    MADE_HERE(line, sl_view_place(v, 2, at));
    MADE_HERE(line, sl_list_from_view(v, &list));
    MADE_HERE(line, sl_color(v, 3, &set));
    MADE_HERE(line, sl_renumber(v, 3, v, v));
    MADE_HERE(line, sl_scatter_view_create(SL_BAND, v, &scatter));
    MADE_HERE(line, sl_forall(wh_root, SL_RANGE(0, 6), v, w));
    (void)sl_subview(v, &sub, SL_PAIR(0, 3));
    MADE_HERE(line, sl_task(where_fail, NULL, SL_R(v), SL_RW(sub)));
    sl_view_destroy(&sub);
    line = __LINE__; (void)sl_view_create("ints", SL_INT8, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &ints);
    MADE_HERE(line, sl_scan_inclusive(SL_MINLOC, 0, ints, ints));
    MADE_HERE(line, sl_count_if(SL_EQUAL, &value, w, ints));
    line = __LINE__; (void)sl_view_create("wide", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(3, 3), &wide);
    MADE_HERE(line, sl_sort(wide));
    MADE_HERE(line, sl_list_from_view(wide, &list));
    MADE_HERE(line, sl_index_set_where("s", SL_EQUAL, &value, wide, &set));
    line = __LINE__; (void)sl_view_readonly(v, &sub);
    MADE_HERE(line, SL_VIEW_FILL(double, sub, 1.0));
    MADE_HERE(line, sl_deep_copy(sub, w));
    MADE_HERE(line, sl_sort(sub));
    line = __LINE__; (void)sl_view_wrap("wrapped", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(16), memory, &wrapped);
    MADE_HERE(line, sl_view_wrap("map", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), memory + 3, &map));
    line = __LINE__; (void)sl_type_struct("where_two", 8, 8);
    MADE_HERE(line, sl_type_struct("where_two", 16, 8));
    sl_view_destroy(&wrapped);
    sl_view_destroy(&sub);
    sl_view_destroy(&wide);
    sl_view_destroy(&ints);
    sl_view_destroy(&one);
    sl_view_destroy(&w);
    sl_view_destroy(&v);
}

/* What is destroyed twice. */
static void where_twice(void)
{
    sl_list *list = NULL, *list2;
    sl_index_set *set = NULL, *set2;
    sl_event *event = NULL, *event2;
    sl_region *region = NULL, *region2;
    sl_arena *arena = NULL, *arena2;
    sl_view *v = NULL, *v2;
    const int32_t index[1] = {0};
    int line;
    line = __LINE__; (void)sl_list_create("l", SL_INT32, index, 1, &list);
    list2 = list;
    sl_list_destroy(&list);
    MADE_HERE(line, (sl_list_destroy(&list2), 0));
    line = __LINE__; (void)sl_index_set_create("s", 0, NULL, &set);
    set2 = set;
    sl_index_set_destroy(&set);
    MADE_HERE(line, (sl_index_set_destroy(&set2), 0));
    line = __LINE__; (void)sl_event_record(&event);
    event2 = event;
    sl_event_destroy(&event);
    MADE_HERE(line, (sl_event_destroy(&event2), 0));
    line = __LINE__; (void)sl_region_begin(&region);
    (void)sl_region_end(region);
    region2 = region;
    sl_region_destroy(&region);
    MADE_HERE(line, (sl_region_destroy(&region2), 0));
    line = __LINE__; (void)sl_arena_create("a", 1 << 16, &arena);
    arena2 = arena;
    sl_arena_destroy(&arena);
    MADE_HERE(line, sl_arena_reset(arena2));
    MADE_HERE(line, (sl_arena_destroy(&arena2), 0));
    line = __LINE__; (void)sl_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &v);
    v2 = v;
    sl_view_destroy(&v);
    MADE_HERE(line, (sl_view_destroy(&v2), 0));
}

/* A region that has lost a wrapped view says so in each call of it. */
static void where_lost(void)
{
    static double memory[WHERE_N];
    sl_region *region = NULL;
    sl_view *wrapped = NULL;
    int line;
    line = __LINE__; (void)sl_view_wrap("lost", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(WHERE_N), memory, &wrapped);
    (void)sl_region_begin(&region);
    (void)SL_VIEW_FILL(double, wrapped, 1.0);
    (void)sl_region_end(region);
    sl_view_destroy(&wrapped);
    MADE_HERE(line, sl_region_run(region));
    MADE_HERE(line, sl_region_set_view(region, where_x, where_y));
    REFUSED_HERE(sl_region_run(region));
    line = __LINE__; (void)sl_view_wrap("lost", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(WHERE_N), memory, &wrapped);
    (void)sl_region_begin(&region);
    (void)SL_VIEW_FILL(double, wrapped, 1.0);
    sl_view_destroy(&wrapped);
    MADE_HERE(line, sl_region_end(region));
    sl_region_destroy(&region);
}
/* clang-format on */

/* The library does not start: of variables that are wrong, and of options. */
__attribute__((unused)) static void where_started(void)
{
    static const char *const variables[] = {"STARLOOP_CPU_WORKERS", "STARLOOP_CPU_CORES", "STARLOOP_SHARE",
                                            "STARLOOP_WHERE",       "STARLOOP_BATCH",     "STARLOOP_LOG",
                                            "STARLOOP_TRACE",       "STARLOOP_PROFILE"};
    sl_config config;
    for (size_t k = 0; k < sizeof variables / sizeof *variables; k++) {
        const char *had = getenv(variables[k]);
        char kept[512];
        snprintf(kept, sizeof kept, "%s", had != NULL ? had : "");
        setenv(variables[k], "/none/such", 1);
        diag("%s", variables[k]);
        REFUSED_HERE(sl_init(NULL));
        if (had != NULL)
            setenv(variables[k], kept, 1);
        else
            unsetenv(variables[k]);
    }
    memset(&config, 0, sizeof config);
    config.cpu_cores = -1;
    REFUSED_HERE(sl_init(&config));
}

__attribute__((unused)) static void where_places(void)
{
    where_make();
    where_wrapped();
    where_left();
    where_threads();
    where_tasks();
    where_spoilt();
    where_shapes();
    where_twice();
    where_lost();
    sl_view_destroy(&where_x);
    sl_view_destroy(&where_y);
}

#endif
