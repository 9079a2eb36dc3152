/* SPDX-License-Identifier: BSD-3-Clause */
/* Input that is odd but possible: memory that a struct's alignment does not fit, labels with line breaks, thousands of
 * types, kernels with NULL members, empty spaces whose other extents are huge. */
#include "odd_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <starloop/kernel/abi.h>

#include "loop_testing.h"

/* ---- alignment ----------------------------------------------------------------------------------------- */

struct line {
    double d[8];
} __attribute__((aligned(64)));
struct vector {
    float f[8];
} __attribute__((aligned(32)));
struct pair {
    double x, y;
};
struct packed {
    double d;
    char c;
} __attribute__((packed));
SL_STRUCT(struct line);
SL_STRUCT(struct vector);
SL_STRUCT(struct pair);
SL_STRUCT(struct packed);

static sl_status wrap(sl_type type, char *memory)
{
    sl_view *view = NULL;
    sl_status status = sl_view_wrap("wrapped", type, SL_LAYOUT_RIGHT, SL_EXTENTS(10), memory, &view);
    sl_view_destroy(&view);
    return status;
}

static void test_alignment(void)
{
    static char memory[64 * 12] __attribute__((aligned(64)));
    const struct {
        const char *name;
        sl_type type;
        int align;
    } types[] = {{"struct line", SL_TYPE(struct line), 64},
                 {"struct vector", SL_TYPE(struct vector), 32},
                 {"struct pair", SL_TYPE(struct pair), 8},
                 {"struct packed", SL_TYPE(struct packed), 1},
                 {"double", SL_DOUBLE, 8}};
    for (int t = 0; t < (int)(sizeof types / sizeof *types); t++) {
        int wrong = -1;
        for (int offset = 0; offset <= 64 && wrong < 0; offset++) {
            sl_status want = offset % types[t].align == 0 ? SL_SUCCESS : SL_ERR_ARGUMENT;
            if (wrap(types[t].type, memory + offset) != want)
                wrong = offset;
        }
        is_int(wrong, -1, "memory for %s is taken at multiples of %d bytes, and refused elsewhere", types[t].name,
               types[t].align);
    }
    wrap(types[0].type, memory + 16);
    like(sl_last_error(), "sl_view_wrap: data: expected memory aligned to 64 bytes for struct line", "in a sentence");
}

/* ---- labels -------------------------------------------------------------------------------------------- */

static int lines, broken;
static void look(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)level, (void)file, (void)line, (void)arg;
    lines += strstr(text, "odd label") != NULL;
    broken += strpbrk(text, "\n\r\t\v\f\x1b\x7f") != NULL;
}

static void test_labels(void)
{
    static const char *const labels[] = {"odd label\nstarloop: error: made up", "odd label\rback", "odd label\x1b[2J",
                                         "odd label\v\f\tx\x7f"};
    sl_view *x;
    sl_log_set_handler(look, NULL);
    sl_log_set_level(SL_LOG_DEBUG);
    for (int k = 0; k < 4; k++) {
        lines = broken = 0;
        must(sl_view_create(labels[k], SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(20000), &x));
        sl_policy policy = {.label = labels[k], .schedule = SL_DYNAMIC, .chunk = 64};
        must(sl_forall_with(policy, odd_fill, SL_RANGE(0, 20000), 1.0, x));
        (void)SL_HOST_READ(float, x); /* refused, with its label */
        must(sl_wait());
        sl_view_destroy(&x);
        ok(lines > 0 && broken == 0, "label %d: each message of the log is one line (%d with it, %d broken)", k, lines,
           broken);
    }
    sl_log_set_handler(NULL, NULL);
    sl_log_set_level(SL_LOG_WARN);
}

/* ---- types --------------------------------------------------------------------------------------------- */

enum { TYPES = 20000 };

static void test_types(void)
{
    static sl_type type[TYPES];
    char name[32];
    int bad = 0;
    for (int t = 0; t < TYPES; t++) {
        snprintf(name, sizeof name, "struct odd_%d", t);
        type[t] = sl_type_struct(name, 8 * (size_t)(1 + t % 5), 8);
        bad += type[t] <= 0 || (t > 0 && type[t] == type[t - 1]);
    }
    for (int t = TYPES - 1; t >= 0; t--) {
        snprintf(name, sizeof name, "struct odd_%d", t);
        bad += sl_type_struct(name, 8 * (size_t)(1 + t % 5), 8) != type[t] ||
               strcmp(sl_type_name(type[t]), name) != 0 || sl_type_size(type[t]) != 8 * (size_t)(1 + t % 5);
    }
    is_int(bad, 0, "%d types are found again by their names", TYPES);
    is_int(sl_type_struct("struct odd_77", 80, 8), 0, "and one of another size is refused");
}

/* ---- NULL members -------------------------------------------------------------------------------------- */

static void test_members(void)
{
    static struct sl__kernel_state *state;
    sl__arg_info rows[8];
    sl_view *x;
    const double value = 1;
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &x));
    const sl_space space = SL_RANGE(0, 10);
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = (void *)&value}, {.kind = SL_ARG_VIEW, .view = x}};
    static const char *const members[] = {
        "name", "file", "args", "args[].name", "args[].type_name", "args[].modifiers", "cpu[]", NULL};
    for (int m = 0; members[m] != NULL; m++) {
        sl_kernel kernel = odd_fill__kernel;
        memcpy(rows, kernel.args, (size_t)kernel.nargs * sizeof *rows);
        kernel.state = &state;
        kernel.args = m == 2 ? NULL : rows;
        if (m == 0)
            kernel.name = NULL;
        if (m == 1)
            kernel.file = NULL;
        if (m == 3)
            rows[1].name = NULL;
        if (m == 4)
            rows[0].type_name = NULL;
        if (m == 5)
            rows[1].modifiers = NULL;
        if (m == 6)
            kernel.cpu[SL__CASE_ANY] = NULL;
        is_int(sl_submit(&kernel, NULL, &space, args, 2), SL_ERR_ARGUMENT, "a kernel whose %s is NULL is refused",
               members[m]);
        like(sl_last_error(), members[m], "by its name");
    }
    sl_view_destroy(&x);
}

/* ---- empty spaces -------------------------------------------------------------------------------------- */

static void test_empty(void)
{
    const sl_space spaces2[] = {SL_BOX(0, 0, INT64_MIN, INT64_MAX), SL_BOX(INT64_MIN, INT64_MAX, 5, 5),
                                SL_BOX(INT64_MAX, INT64_MIN, 0, 10), SL_BOX(INT64_MIN, INT64_MAX, 7, -7),
                                SL_BOX(INT64_MIN, INT64_MIN, INT64_MIN, INT64_MAX)};
    for (int k = 0; k < (int)(sizeof spaces2 / sizeof *spaces2); k++) {
        int64_t s = -7;
        double m = -7;
        is_int(sl_reduce(odd_count2, spaces2[k], &s, &m), SL_SUCCESS, "an empty space of rank 2 is reduced (%d)", k);
        is_int(s, 0, "to the identities, 0");
        ok(isinf(m) && m < 0, "and -infinity");
    }
    int64_t s = -7;
    is_int(sl_reduce(odd_count1, SL_RANGE(INT64_MAX, INT64_MIN), &s), SL_SUCCESS, "one of rank 1, too");
    is_int(s, 0, "to 0");
    s = -7;
    is_int(sl_reduce(odd_count3, SL_BOX(INT64_MIN, INT64_MAX, 0, 0, INT64_MIN, INT64_MAX), &s), SL_SUCCESS,
           "and of rank 3");
    is_int(s, 1, "to 1");
    sl_policy policies[] = {{.schedule = SL_SEQ}, {.schedule = SL_DYNAMIC, .chunk = 3}, {.split = {{4}}}};
    for (int p = 0; p < 3; p++) {
        s = -7;
        is_int(sl_reduce_with(policies[p], odd_count1, SL_RANGE(INT64_MAX, INT64_MIN), &s), SL_SUCCESS,
               "under another policy (%d)", p);
        is_int(s, 0, "to 0");
    }
}

/* ---- the ends of 64 bits ------------------------------------------------------------------------------- */

#define LEAST INT64_MIN
#define MOST INT64_MAX
#define BIT62 (INT64_C(1) << 62)

static void test_ends(void)
{
    const struct {
        sl_space space;
        int64_t n, least, most;
    } cases[] = {{SL_RANGE(MOST - 1, MOST), 1, MOST - 1, MOST - 1},
                 {SL_RANGE(MOST - 5, MOST), 5, MOST - 5, MOST - 1},
                 {SL_RANGE(LEAST, LEAST + 5), 5, LEAST, LEAST + 4},
                 {SL_RANGE_STRIDE(LEAST, MOST, BIT62), 4, LEAST, BIT62},
                 {SL_RANGE_STRIDE(LEAST, MOST, MOST), 3, LEAST, MOST - 1},
                 {SL_RANGE_STRIDE(MOST - 1, LEAST, LEAST), 2, -2, MOST - 1},
                 {SL_RANGE_STRIDE(MOST - 1, LEAST, -MOST), 2, -1, MOST - 1},
                 {SL_RANGE_STRIDE(10, 0, LEAST), 1, 10, 10},
                 {SL_RANGE_STRIDE(LEAST + 1, LEAST, -1), 1, LEAST + 1, LEAST + 1},
                 {SL_RANGE_STRIDE(MOST - 3, MOST, 2), 2, MOST - 3, MOST - 1}};
    const sl_policy policies[] = {
        {.label = NULL}, {.schedule = SL_SEQ}, {.schedule = SL_DYNAMIC, .chunk = 1}, {.chunk = MOST}};
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++) {
        is_int(sl_space_size(&cases[k].space), cases[k].n, "space %d at the ends of 64 bits has its points", k);
        int wrong = 0;
        for (int p = 0; p < 4; p++) {
            int64_t n = -1, least = 0, most = 0;
            wrong += sl_reduce_with(policies[p], odd_ends, cases[k].space, &n, &least, &most) != SL_SUCCESS ||
                     n != cases[k].n || least != cases[k].least || most != cases[k].most;
        }
        is_int(wrong, 0, "which are visited under every policy");
    }
    const sl_space large[] = {SL_RANGE(LEAST, MOST), SL_RANGE(-1, MOST), SL_RANGE_STRIDE(LEAST, MOST, 1)};
    for (int k = 0; k < 3; k++) {
        int64_t n, least, most;
        is_int(sl_space_size(&large[k]), MOST, "more points than 64 bits count (%d)", k);
        is_int(sl_reduce(odd_ends, large[k], &n, &least, &most), SL_ERR_EXTENT, "are refused");
        like(sl_last_error(), "expected fewer than 2^63 points", "in a sentence");
    }
}

static int nothing(void *arg)
{
    return arg != NULL;
}

/* ---- counts --------------------------------------------------------------------------------------------- */

/* No memory is read for a count that no array has. */
static void test_counts(void)
{
    sl_use use = {.view = NULL};
    static const int uses[] = {-1, INT32_MIN, INT32_MAX};
    for (int k = 0; k < 3; k++)
        is_int(sl_task_submit(NULL, nothing, NULL, &use, uses[k]), SL_ERR_ARGUMENT, "a task of %d views is refused",
               uses[k]);
    is_int(sl_task_submit(NULL, nothing, NULL, NULL, 2), SL_ERR_ARGUMENT, "and one of two views that are NULL");
    like(sl_last_error(), "got NULL and the number 2", "in a sentence");
    const int64_t index[2] = {3, 1};
    const struct {
        sl_index count;
        sl_status create, wrap;
    } cases[] = {{-1, SL_ERR_EXTENT, SL_ERR_EXTENT},
                 {LEAST, SL_ERR_EXTENT, SL_ERR_EXTENT},
                 {MOST, SL_ERR_EXTENT, SL_ERR_EXTENT},
                 {INT64_C(1) << 58, SL_ERR_MEMORY, SL_ERR_ARGUMENT},
                 {INT64_C(1) << 46, SL_ERR_MEMORY, SL_ERR_ARGUMENT}};
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++) {
        sl_list *list = NULL;
        sl_view *view = NULL;
        is_int(sl_list_create("many", SL_INT64, index, cases[k].count, &list), cases[k].create,
               "a list of %" PRId64 " indices is refused", cases[k].count);
        like(sl_last_error(), "sl_list_create: ", "by its own name");
        is_int(sl_list_wrap("many", SL_INT64, index, cases[k].count, &list), cases[k].wrap, "so is a wrapped one");
        like(sl_last_error(), "sl_list_wrap: ", "by its own name");
        is_int(sl_view_wrap("many", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(cases[k].count), (void *)(uintptr_t)index,
                            &view),
               cases[k].wrap, "and a wrapped view");
    }
}

/* ---- words of the call ---------------------------------------------------------------------------------- */

static int descend(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x < *y) - (*x > *y);
}

/* @return whether a call was refused in its own words: no name of what the library runs for it. */
static int spoken(sl_status status, sl_status want, const char *function)
{
    const char *text = status == SL_SUCCESS ? "" : sl_last_error();
    const int good = status == want && strncmp(text, function, strlen(function)) == 0 &&
                     text[strlen(function)] == ':' && strstr(text, "sl__") == NULL;
    if (!good)
        diag("got %s, \"%s\"", sl_status_name(status), text);
    return good;
}

static void test_words(void)
{
    enum { N = 5000 };
    const sl_policy waits = {.synchronous = 1}, bad[] = {{.schedule = (sl_schedule)77}, {.where = (sl_where)55}};
    const double zero = 0;
    sl_view *x = NULL, *y = NULL, *offsets = NULL, *count = NULL, *big = NULL;
    sl_arena *arena = NULL;
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
    must(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &y));
    must(sl_view_create("offsets", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(2), &offsets));
    must(sl_view_create("count", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &count));
    int good = 0;
    for (int p = 0; p < 2; p++) {
        good += spoken(sl_sort_with(bad[p], SL_ASCENDING, x), SL_ERR_ARGUMENT, "sl_sort");
        good += spoken(sl_sort_pairs_with(bad[p], SL_ASCENDING, x, y), SL_ERR_ARGUMENT, "sl_sort_pairs");
        good += spoken(sl_sort_by_with(bad[p], descend, x), SL_ERR_ARGUMENT, "sl_sort_by");
        good += spoken(sl_sort_segments_with(bad[p], SL_ASCENDING, x, offsets), SL_ERR_ARGUMENT, "sl_sort_segments");
        good += spoken(sl_count_if_with(bad[p], SL_LESS, &zero, x, count), SL_ERR_ARGUMENT, "sl_count_if");
        good += spoken(sl_unique_with(bad[p], x, y, count), SL_ERR_ARGUMENT, "sl_unique");
    }
    is_int(good, 12, "policies that are none are refused in the words of the call");
    double *p = SL_HOST_WRITE(double, x);
    for (int i = 0; i < N; i++)
        p[i] = i % 7;
    good = spoken(sl_sort_with(waits, SL_DESCENDING, x), SL_ERR_BUSY, "sl_sort");
    good += spoken(sl_sort_pairs_with(waits, SL_DESCENDING, y, x), SL_ERR_BUSY, "sl_sort_pairs");
    good += spoken(sl_sort_by_with(waits, descend, x), SL_ERR_BUSY, "sl_sort_by");
    good += spoken(sl_sort_segments_with(waits, SL_DESCENDING, x, offsets), SL_ERR_BUSY, "sl_sort_segments");
    good += spoken(sl_count_if_with(waits, SL_LESS, &zero, x, count), SL_ERR_BUSY, "sl_count_if");
    good += spoken(sl_unique_with(waits, x, y, count), SL_ERR_BUSY, "sl_unique");
    is_int(good, 6, "so is a call that would wait for a view that the host has open");
    must(sl_host_end(x));
    is_int(sl_wait(), SL_SUCCESS, "which queues nothing");
    const double *q = SL_HOST_READ(double, x);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += q[i] != i % 7;
    must(sl_host_end(x));
    is_int(wrong, 0, "and sorts nothing");
    good = spoken(sl_view_resize(&x, SL_EXTENTS((sl_index)1 << 50)), SL_ERR_MEMORY, "sl_view_resize");
    good += spoken(sl_arena_create("arena", (size_t)1 << 60, &arena), SL_ERR_MEMORY, "sl_arena_create");
    good += spoken(sl_view_create("big", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS((sl_index)1 << 50), &big),
                   SL_ERR_MEMORY, "sl_view_create");
    is_int(good, 3, "and so is a lack of memory told of");
    sl_view *const all[] = {x, y, offsets, count};
    for (int k = 0; k < 4; k++) {
        sl_view *view = all[k];
        sl_view_destroy(&view);
    }
}

/* ---- what the guide says to the last bit ---------------------------------------------------------------- */

/* guide/scans.md: an exclusive sum from an initial value on. */
static void test_initial(void)
{
    enum { N = 3500, BLOCK = 1000 };
    static double x[N], want[N];
    const double initial = 3.7;
    sl_view *from = NULL, *to = NULL;
    double before = initial;
    for (int b = 0; b < N; b += BLOCK) {
        double sum = 0;
        for (int i = b; i < N && i < b + BLOCK; i++) {
            x[i] = (i % 2 ? 1 : -1) * exp((i * 37 % 200 - 100) / 10.);
            want[i] = i == b ? before : before + sum;
            sum = i == b ? x[i] : sum + x[i];
        }
        before += sum;
    }
    must(sl_view_wrap("from", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), x, &from));
    must(sl_view_create("to", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &to));
    must(sl_scan_exclusive_with(SL_POLICY(.where = SL_CPU), SL_SUM, 0, &initial, from, to));
    const double *got = SL_HOST_READ(double, to);
    is_int(got == NULL ? -1 : memcmp(got, want, sizeof want) != 0, 0,
           "a scan from an initial value on, to the last bit");
    must(sl_host_end(to));
    sl_view_destroy(&to);
    sl_view_destroy(&from);
}

/* guide/sort.md: NaNs. */
static void test_nans(void)
{
    enum { N = 12 };
    static const uint64_t sorted[N] = {0xfff0000000000000, 0xbff0000000000000, 0x8000000000000000, 0,
                                       0x3ff0000000000000, 0x7ff0000000000000, 0x7ff0000000000001, 0x7ff8000000000000,
                                       0x7fffffffffffffff, 0xfffffffffffffff0, 0xfff8000000000000, 0xfff0000000000001};
    enum { NUMBERS = 6 };
    for (int down = 0; down < 2; down++) {
        sl_view *x = NULL;
        must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x));
        double *p = SL_HOST_WRITE(double, x);
        for (int i = 0; i < N; i++)
            memcpy(&p[i], &sorted[i * 5 % N], sizeof *p);
        must(sl_host_end(x));
        must(sl_sort_with(SL_POLICY(.label = NULL), down ? SL_DESCENDING : SL_ASCENDING, x));
        const double *q = SL_HOST_READ(double, x);
        int wrong = 0;
        for (int i = 0; i < N; i++)
            wrong += memcmp(&q[i], &sorted[down && i < NUMBERS ? NUMBERS - 1 - i : i], sizeof *q) != 0;
        must(sl_host_end(x));
        is_int(wrong, 0, "numbers and NaNs are sorted as the guide says (%s)", down ? "descending" : "ascending");
        sl_view_destroy(&x);
    }
}

/* ---- labels in the profile ----------------------------------------------------------------------------- */

/* Each label's row is one line, and has its own calls. */
static void test_profile(void)
{
    static const char file[] = "odd_input.profile";
    static const char *const rows[] = {"odd_fill  ", "odd_fill \"first\"", "odd_fill \"second line\"", "sl_task \"a\"",
                                       "sl_task \"b c\""};
    static const int calls[] = {1, 2, 3, 1, 2};
    char text[8192] = "";
    sl_view *x;
    sl_use none[1];
    setenv("STARLOOP_PROFILE", file, 1);
    must(sl_init(NULL));
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1000), &x));
    static const char *const labels[] = {NULL, "first", "second\nline", "a", "b\nc"};
    for (int k = 0; k < 5; k++)
        for (int c = 0; c < calls[k]; c++)
            if (k < 3)
                must(sl_forall_with(SL_POLICY(.label = labels[k], .where = SL_CPU), odd_fill, SL_RANGE(0, 1000), 1.0,
                                    x));
            else
                must(sl_task_submit(&(sl_policy){.label = labels[k]}, nothing, NULL, none, 0));
    must(sl_wait());
    sl_view_destroy(&x);
    must(sl_finalize());
    unsetenv("STARLOOP_PROFILE");
    FILE *f = fopen(file, "r");
    if (f != NULL) {
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
    }
    remove(file);
    for (int k = 0; k < 5; k++) {
        const char *row = strstr(text, rows[k]);
        const char *on = row ? strstr(row, " cpu ") : NULL;
        is_int(on ? atoi(on + 5) : -1, calls[k], "the profile has the calls of row %s", rows[k]);
    }
}

int main(void)
{
    must(sl_init(NULL));
    test_alignment();
    test_labels();
    test_types();
    test_members();
    test_empty();
    test_ends();
    test_counts();
    test_words();
    test_initial();
    test_nans();
    must(sl_finalize());
    test_profile();
    return done_testing();
}
