/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists of indices against plain loops over them: what they visit, in which order, what they leave, and reductions bit
 * for bit against one over a range of the same values side by side. Copied, borrowed, of a view and of a subview.
 * list_strides.c has the same for strided ranges. */
#include <starloop.h>
#include <starloop/kernel/abi.h>

#include "list.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(li_scatter, (i), in(int64_t, 1, to), scatter(int64_t, sum, 1, y));
SL_KERNEL_DECLARE(li_far, (i), scalar(int64_t, base), inout(int64_t, 1, y));
SL_KERNEL_DECLARE(li_choose, (i), scalar(int64_t, by), out(int32_t, 1, list, own));
SL_KERNEL_DECLARE(li_copy, (i), in(int32_t, 1, from, own), out(int32_t, 1, to, own));

extern const sl_kernel li_fill__kernel, li_flat__kernel;

enum { MOST = LIST_MOST };
static const int lengths[] = {0, 1, 31, 129, 4097, 10000};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

enum { COPIED, BORROWED, OF_VIEW, OF_SUBVIEW, KINDS };
static const char *const kind_name[] = {"copied", "borrowed", "of a view", "of a subview"};

static int32_t narrow[MOST];
static int64_t wide[MOST];

/* A random choice of n indices below MOST, each once, in random order. */
static void choose(int n, uint64_t *seed)
{
    static int32_t all[MOST];
    for (int i = 0; i < MOST; i++)
        all[i] = i;
    for (int k = 0; k < n; k++) {
        const int other = k + random_below(seed, MOST - k);
        const int32_t taken = all[other];
        all[other] = all[k];
        all[k] = taken;
        narrow[k] = taken;
        wide[k] = taken;
    }
}

/* Every second element of a view that is twice as long has the indices; what is between is no index. */
static sl_list *list_of_view(sl_type type, int n, int sub)
{
    sl_view *view = NULL, *part = NULL;
    sl_list *list = NULL;
    const int step = sub ? 2 : 1;
    must(sl_view_create("indices", type, SL_LAYOUT_RIGHT, sub ? SL_EXTENTS(n + 3, 2) : SL_EXTENTS(n), &view));
    if (type == SL_INT32) {
        int32_t *p = SL_HOST_WRITE(int32_t, view);
        for (int k = 0; sub && k < 2 * (n + 3); k++)
            p[k] = -77;
        for (int k = 0; k < n; k++)
            p[step * k + (sub ? 5 : 0)] = narrow[k];
    } else {
        int64_t *p = SL_HOST_WRITE(int64_t, view);
        for (int k = 0; sub && k < 2 * (n + 3); k++)
            p[k] = -77;
        for (int k = 0; k < n; k++)
            p[step * k + (sub ? 5 : 0)] = wide[k];
    }
    must(sl_host_end(view));
    if (sub)
        must(sl_subview(view, &part, SL_PAIR(2, n + 2), 1));
    must(sl_list_from_view(sub ? part : view, &list));
    sl_view_destroy(&view);
    sl_view_destroy(&part);
    return list;
}

static sl_list *list_of(int kind, sl_type type, int n)
{
    const void *indices = type == SL_INT32 ? (const void *)narrow : (const void *)wide;
    sl_list *list = NULL;
    if (kind == COPIED)
        must(sl_list_create("copied", type, indices, n, &list));
    else if (kind == BORROWED)
        must(sl_list_wrap("borrowed", type, indices, n, &list));
    else
        list = list_of_view(type, n, kind == OF_SUBVIEW);
    return list;
}

static int64_t want_turn[MOST], want_y[MOST];

int list_marks_right(sl_space space, const int64_t index[], int n, int layout, sl_policy policy)
{
    sl_view *turn = view_of("turn", SL_INT64, layout, SL_EXTENTS(MOST));
    sl_view *y = view_of("y", SL_INT64, layout, SL_EXTENTS(MOST));
    memset(want_turn, 0, sizeof want_turn);
    memset(want_y, 0, sizeof want_y);
    for (int k = 0; k < n; k++) {
        want_turn[index[k]] = 2;
        want_y[index[k]] = 3 * index[k] + 6;
    }
    for (int off = 5; off < 7; off++)
        must(sl_forall_with(policy, li_mark, space, off, turn, y));
    const int64_t *t = SL_HOST_READ(int64_t, turn), *v = SL_HOST_READ(int64_t, y);
    int wrong = 0;
    for (sl_index i = 0; i < MOST; i++)
        wrong += t[i * sl_view_stride(turn, 0)] != want_turn[i] || v[i * sl_view_stride(y, 0)] != want_y[i];
    must(sl_host_end(turn));
    must(sl_host_end(y));
    sl_view_destroy(&turn);
    sl_view_destroy(&y);
    return wrong == 0;
}

sl_view *list_values(int n, uint64_t *seed)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n));
    double *p = SL_HOST_WRITE(double, x);
    for (int i = 0; i < n; i++)
        p[i] = random_double(seed);
    must(sl_host_end(x));
    return x;
}

int list_sums_differ(sl_space space, const int64_t index[], int n, sl_view *x)
{
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(sl_view_extent(x, 0)));
    const double *from = SL_HOST_READ(double, x);
    double *to = SL_HOST_WRITE(double, y);
    int wrong = 0;
    for (int k = 0; k < n; k++)
        to[k] = from[index[k]];
    must(sl_host_end(x));
    must(sl_host_end(y));
    for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++) {
        double want[2], got[2];
        must(sl_reduce_with(SL_POLICY(.where = one_kind(), .schedule = s), li_sum, SL_RANGE(0, n), y, &want[0],
                            &want[1]));
        must(sl_reduce_with(SL_POLICY(.where = one_kind(), .schedule = s), li_sum, space, x, &got[0], &got[1]));
        wrong += memcmp(got, want, sizeof got) != 0;
    }
    sl_view_destroy(&y);
    return wrong;
}

static void test_marks(int kind, sl_type type)
{
    uint64_t seed = 36;
    int wrong = 0, sizes = 0;
    for (int q = 0; q < LENGTHS; q++) {
        choose(lengths[q], &seed);
        sl_list *list = list_of(kind, type, lengths[q]);
        const sl_space space = SL_LIST(list);
        sizes += sl_list_size(list) != lengths[q] || sl_space_size(&space) != lengths[q];
        for (int layout = RIGHT; layout < LAYOUTS; layout += 2)
            for (sl_schedule s = SL_AUTO; s <= last_schedule(); s++)
                if (!list_marks_right(space, wide, lengths[q], layout,
                                      SL_POLICY(.schedule = s, .chunk = s >= SL_STATIC && q % 2 ? 50 : 0)) &&
                    wrong++ < 5)
                    diag("%d indices, layout %s, schedule %d", lengths[q], layout_name[layout], (int)s);
        sl_list_destroy(&list);
    }
    is_int(sizes, 0, "a list %s of %s has as many points as indices", kind_name[kind], sl_type_name(type));
    is_int(wrong, 0, "its indices are visited once each and no others, with every schedule");
}

/* In sequence: in the order of the list, with an index as often as it is there. */
static void test_order(int kind, sl_type type)
{
    enum { N = 3000 };
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS(1));
    sl_view *seen = view_of("seen", SL_INT64, RIGHT, SL_EXTENTS(N));
    for (int k = 0; k < N; k++)
        wide[k] = narrow[k] = (int32_t)(k * 7919 % 1000) - 500;
    sl_list *list = list_of(kind, type, N);
    must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), li_order, SL_LIST(list), count, seen));
    sl_list_destroy(&list);
    const int64_t *c = SL_HOST_READ(int64_t, count), *s = SL_HOST_READ(int64_t, seen);
    ok(*c == N && memcmp(s, wide, sizeof *s * N) == 0,
       "SL_SEQ visits a list %s of %s in its order, indices below 0 and repeated ones too", kind_name[kind],
       sl_type_name(type));
    must(sl_host_end(count));
    must(sl_host_end(seen));
    sl_view_destroy(&count);
    sl_view_destroy(&seen);
}

/* The canonical result: of a range over the same values side by side. On a device that of the device. */
static void test_reductions(int kind, sl_type type)
{
    uint64_t seed = 37;
    sl_view *x = list_values(MOST, &seed);
    int wrong = 0;
    for (int q = 0; q < LENGTHS; q++) {
        choose(lengths[q], &seed);
        sl_list *list = list_of(kind, type, lengths[q]);
        wrong += list_sums_differ(SL_LIST(list), wide, lengths[q], x);
        sl_list_destroy(&list);
    }
    is_int(wrong, 0, "sums and maxima over a list %s of %s are those of a range over the same values, bit for bit",
           kind_name[kind], sl_type_name(type));
    sl_view_destroy(&x);
}

static void test_scatter(void)
{
    enum { N = 9000, BINS = 37 };
    static const sl_scatter how[] = {SL_SCATTER_AUTO, SL_SCATTER_ATOMIC, SL_SCATTER_DUPLICATE};
    sl_view *to = view_of("to", SL_INT64, RIGHT, SL_EXTENTS(MOST)),
            *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(BINS));
    int64_t want[BINS] = {0}, wrong = 0;
    int64_t *p = SL_HOST_WRITE(int64_t, to);
    for (int i = 0; i < MOST; i++)
        p[i] = i * 31 % BINS;
    for (int k = 0; k < N; k++) {
        wide[k] = k * 12345 % 777; /* each many times */
        want[p[wide[k]]] += 3 * (wide[k] + 1);
    }
    must(sl_host_end(to));
    sl_list *list = list_of(COPIED, SL_INT64, N);
    for (int h = 0; h < 3; h++)
        must(sl_forall_with(SL_POLICY(.scatter = how[h]), li_scatter, SL_LIST(list), to, y));
    const int64_t *got = SL_HOST_READ(int64_t, y);
    for (int b = 0; b < BINS; b++)
        wrong += got[b] != want[b];
    must(sl_host_end(y));
    is_int(wrong, 0, "loops over a list with repeated indices scatter, by every strategy");
    sl_list_destroy(&list);
    sl_view_destroy(&to);
    sl_view_destroy(&y);
}

/* Loops that make the list, and read it, one after another without a wait. */
static void test_graph(void)
{
    enum { N = 1009, ROUNDS = 6 };
    sl_view *indices = view_of("indices", SL_INT32, RIGHT, SL_EXTENTS(N));
    sl_view *x[ROUNDS];
    sl_list *list = NULL;
    must(sl_list_from_view(indices, &list));
    for (int r = 0; r < ROUNDS; r++) {
        x[r] = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
        must(SL_VIEW_FILL(double, x[r], -1));
        must(sl_forall(li_choose, SL_RANGE(0, N), r % 2 ? 0 : r + 1, indices));
        /* In odd rounds the list has the same index all over: a race but in sequence. */
        must(sl_forall_with(SL_POLICY(.schedule = r % 2 ? SL_SEQ : SL_AUTO), li_fill, SL_LIST(list), x[r]));
    }
    sl_list_destroy(&list);
    int wrong = 0;
    for (int r = 0; r < ROUNDS; r++) {
        const double *p = SL_HOST_READ(double, x[r]);
        for (int i = 0; i < N; i++)
            wrong += p[i] != (r % 2 == 0 || i == 0 ? i : -1);
        must(sl_host_end(x[r]));
        sl_view_destroy(&x[r]);
    }
    is_int(wrong, 0, "a loop sees the list that the loop before it has written, also when the list is destroyed");
    sl_view_destroy(&indices);
}

/* What a loop does not visit stays, though its argument says out; of split views, too. The list is split with them. */
static void test_rest(void)
{
    enum { LONG = 1 << 18, N = LONG / 3 };
    for (int split = 0; split < 2; split++) {
        sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(LONG));
        sl_view *indices = view_of("indices", SL_INT32, RIGHT, SL_EXTENTS(N));
        sl_list *list = NULL;
        const sl_policy policy = split ? SL_POLICY(.split = SL_SPLIT(4)) : SL_POLICY(.label = "fill");
        int32_t *p = SL_HOST_WRITE(int32_t, indices);
        for (int k = 0; k < N; k++)
            p[k] = (N - 1 - k) * 3 + 1;
        must(sl_host_end(indices));
        if (split) {
            must(sl_view_split(x, SL_SPLIT(4)));
            must(sl_view_split(indices, SL_SPLIT(4)));
        }
        must(sl_list_from_view(indices, &list));
        must(sl_forall_with(policy, li_fill, SL_RANGE(0, LONG), x));
        must(SL_VIEW_FILL(double, x, -1));
        must(sl_forall_with(policy, li_fill, SL_LIST(list), x));
        must(sl_forall_with(policy, li_fill, SL_RANGE(0, 10), x));
        const double *q = SL_HOST_READ(double, x);
        int wrong = 0;
        for (int i = 0; i < LONG; i++)
            wrong += q[i] != ((i % 3 == 1 && i / 3 < N) || i < 10 ? i : -1);
        must(sl_host_end(x));
        is_int(wrong, 0, "what loops over lists do not visit stays as it was%s", split ? ", of a split view, too" : "");
        sl_list_destroy(&list);
        sl_view_destroy(&x);
        sl_view_destroy(&indices);
    }
}

static void test_region(void)
{
    enum { N = 1009 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *indices = view_of("indices", SL_INT32, RIGHT, SL_EXTENTS(N));
    sl_region *region = NULL;
    sl_list *list = NULL;
    must(sl_list_from_view(indices, &list));
    must(sl_region_begin(&region));
    must(sl_forall(li_choose, SL_RANGE(0, N), 0, indices));
    must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), li_fill, SL_LIST(list), x)); /* all indices are 0 */
    must(sl_region_end(region));
    must(SL_VIEW_FILL(double, x, -1));
    sl_list_destroy(&list);
    sl_view_destroy(&indices);
    for (int r = 0; r < 3; r++)
        must(sl_region_run(region));
    const double *p = SL_HOST_READ(double, x);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += p[i] != (i == 0 ? 0 : -1);
    must(sl_host_end(x));
    is_int(wrong, 0, "a region has loops over lists, and keeps these");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
}

/* The limits of both types. */
static void test_limits(void)
{
    const int32_t small[] = {INT32_MIN, INT32_MIN + 2}, large[] = {INT32_MAX, INT32_MAX - 2};
    const int64_t least[] = {INT64_MIN, INT64_MIN + 2}, most[] = {INT64_MAX - 1, INT64_MAX - 3};
    const struct {
        sl_type type;
        const void *indices;
        sl_index first, base;
    } cases[] = {{SL_INT32, small, INT32_MIN, INT32_MIN},
                 {SL_INT32, large, INT32_MAX, INT32_MAX - 2},
                 {SL_INT64, least, INT64_MIN, INT64_MIN},
                 {SL_INT64, most, INT64_MAX - 1, INT64_MAX - 3}};
    int wrong = 0;
    for (int q = 0; q < 4; q++) {
        sl_view *y = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(3));
        sl_list *list = NULL;
        must(sl_list_create("limits", cases[q].type, cases[q].indices, 2, &list));
        must(sl_forall(li_far, SL_LIST(list), cases[q].base, y));
        const int64_t *p = SL_HOST_READ(int64_t, y);
        wrong += p[0] != cases[q].base || p[1] != 0 || p[2] != cases[q].base + 2;
        must(sl_host_end(y));
        sl_list_destroy(&list);
        sl_view_destroy(&y);
    }
    is_int(wrong, 0, "indices may lie at the limits of int32_t and int64_t");
}

static void test_checked(void)
{
    const int32_t good[] = {7, 99, 3}, race[] = {20, 10};
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(100));
    sl_view *indices = view_of("indices", SL_INT32, RIGHT, SL_EXTENTS(3));
    sl_list *list = NULL, *races = NULL, *later = NULL;
    must(sl_list_create("good", SL_INT32, good, 3, &list));
    must(sl_list_create("race", SL_INT32, race, 2, &races));
    must(sl_list_from_view(indices, &later));
    must(sl_forall(lic_some, SL_LIST(list), -1, x));
    is_int(sl_wait(), SL_SUCCESS, "own elements that a list leaves out need not be written");
    must(sl_forall(lic_some, SL_LIST(list), 99, x));
    surfaces(sl_wait(), SL_ERR_UNWRITTEN, "one that it names must be", "lic_some", "element (99)");
    must(SL_VIEW_FILL(double, x, 0));
    must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), lic_race, SL_LIST(races), x));
    surfaces(sl_wait(), SL_ERR_RACE, "a race is told with the indices", "lic_race",
             "iterations (20, number 0 of the list) and (10, number 1 of the list)");
    must(SL_VIEW_FILL(double, x, 0));
    int32_t *p = SL_HOST_WRITE(int32_t, indices);
    p[0] = 5;
    p[1] = 100;
    p[2] = -1;
    must(sl_host_end(indices));
    must(sl_forall(lic_some, SL_LIST(later), -1, x));
    surfaces(sl_wait(), SL_ERR_BOUNDS, "an index of a view that leaves an own view is found where it is used",
             "lic_some", "\"x\"");
    sl_list_destroy(&list);
    sl_list_destroy(&races);
    sl_list_destroy(&later);
    sl_view_destroy(&x);
    sl_view_destroy(&indices);
}

static void test_unique(void)
{
    const int32_t once[] = {4, 1, 3, 2}, twice[] = {4, 1, 3, 1, 4};
    sl_view *indices = view_of("indices", SL_INT32, RIGHT, SL_EXTENTS(1009));
    sl_list *list = NULL, *bad = NULL, *late = NULL;
    must(sl_list_create("once", SL_INT32, once, 4, &list));
    must(sl_list_create("twice", SL_INT32, twice, 5, &bad));
    must(sl_list_from_view(indices, &late));
    must(sl_list_check_unique(list));
    refused(sl_list_check_unique(bad), SL_ERR_ARGUMENT, "an index that is there twice", "sl_list_check_unique",
            "\"twice\"", "got 1 at places 1 and 3");
    must(sl_forall(li_choose, SL_RANGE(0, 1009), 5, indices));
    must(sl_list_check_unique(late));
    must(sl_forall(li_choose, SL_RANGE(0, 1009), 0, indices));
    refused(sl_list_check_unique(late), SL_ERR_ARGUMENT, "one of a view that a loop has written", "\"indices\"",
            "got 0 at places 0 and 1");
    sl_list_destroy(&list);
    sl_list_destroy(&bad);
    sl_list_destroy(&late);
    sl_view_destroy(&indices);
}

static void test_misuse(void)
{
    const int64_t bad[] = {1, INT64_MAX};
    const int32_t out[] = {3, 100}, below[] = {-1, 5};
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(100)), *u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(4, 4));
    sl_view *indices = view_of("indices", SL_INT32, RIGHT, SL_EXTENTS(10));
    sl_list *list = NULL, *over = NULL, *under = NULL;
    refused(sl_list_create("bad", SL_DOUBLE, bad, 2, &list), SL_ERR_TYPE, "indices that are none", "sl_list_create",
            "expected int32_t or int64_t for \"bad\"");
    refused(sl_list_create("bad", SL_INT64, NULL, 2, &list), SL_ERR_ARGUMENT, "no indices", "got NULL");
    refused(sl_list_create("bad", SL_INT64, bad, -2, &list), SL_ERR_EXTENT, "a negative number", "got -2");
    refused(sl_list_create("bad", SL_INT64, bad, 2, NULL), SL_ERR_ARGUMENT, "no room for the list", "list", "NULL");
    refused(sl_list_wrap("bad", SL_INT64, bad, 2, &list), SL_ERR_ARGUMENT, "an index without a next one",
            "sl_list_wrap", "below 2^63 - 1");
    refused(sl_list_from_view(x, &list), SL_ERR_TYPE, "a view of no indices", "sl_list_from_view", "\"x\"");
    ok(list == NULL, "a refused list is not made");
    must(sl_list_from_view(indices, &list));
    must(sl_list_create("over", SL_INT32, out, 2, &over));
    must(sl_list_create("under", SL_INT32, below, 2, &under));
    refused(sl_forall(li_fill, SL_LIST(over), x), SL_ERR_EXTENT, "an index past an own view", "li_fill", "[3, 101)");
    refused(sl_forall(li_fill, SL_LIST(under), x), SL_ERR_EXTENT, "one below it", "li_fill", "[-1, 6)");
    refused(sl_forall(li_flat, SL_LIST(over), u), SL_ERR_RANK, "a kernel of rank 2", "li_flat",
            "expected rank 2, got 1");
    refused(sl_forall(li_choose, SL_LIST(list), 1, indices), SL_ERR_ALIAS, "a loop that writes its own list",
            "li_choose", "argument list", "overlaps the list \"indices\"");
    const sl_space space = SL_LIST(list);
    sl_list_destroy(&list);
    sl_view_destroy(&indices);
    refused(sl_forall(li_fill, space, x), SL_ERR_DESTROYED, "the space of a destroyed list", "li_fill", "destroyed");
    refused(sl_list_size(NULL) < 0 ? sl_last_status() : SL_SUCCESS, SL_ERR_ARGUMENT, "no list",
            "expected a list, got NULL");
    const sl_space none = SL_LIST(NULL);
    refused(sl_forall(li_fill, none, x), SL_ERR_RANK, "the space of no list", "expected rank 1 to 6, got 0");
    sl_list_destroy(&over);
    sl_list_destroy(&under);
    sl_list_destroy(&under);
    sl_view_destroy(&x);
    sl_view_destroy(&u);
}

/* A loop may read the view that it runs over. */
static void test_self(void)
{
    enum { N = 50 };
    sl_view *indices = view_of("indices", SL_INT32, RIGHT, SL_EXTENTS(N)),
            *to = view_of("to", SL_INT32, RIGHT, SL_EXTENTS(N));
    sl_list *list = NULL;
    must(sl_list_from_view(indices, &list));
    int32_t *p = SL_HOST_WRITE(int32_t, indices);
    for (int k = 0; k < N; k++)
        p[k] = N - 1 - k;
    must(sl_host_end(indices));
    must(sl_forall(li_copy, SL_LIST(list), indices, to));
    const int32_t *q = SL_HOST_READ(int32_t, to);
    int wrong = 0;
    for (int k = 0; k < N; k++)
        wrong += q[k] != N - 1 - k;
    must(sl_host_end(to));
    is_int(wrong, 0, "a loop may read the view that it runs over");
    sl_list_destroy(&list);
    sl_view_destroy(&indices);
    sl_view_destroy(&to);
}

/* What the compiler need not make twice. */
static void test_functions(void)
{
    ok(li_fill__kernel.cpu[SL__CASE_RIGHT] == li_fill__kernel.cpu[SL__CASE_LEFT] &&
           li_flat__kernel.cpu[SL__CASE_RIGHT] != li_flat__kernel.cpu[SL__CASE_LEFT],
       "one function is enough for layouts right and left where views have one dimension");
    ok(li_fill__kernel.cpu[SL__CASE_INDEXED] && li_fill__kernel.cpu[SL__CASE_INDEXED_RIGHT] &&
           li_flat__kernel.cpu[SL__CASE_INDEXED] && !li_flat__kernel.cpu[SL__CASE_INDEXED_RIGHT],
       "kernels of rank 1 have two for lists and strides, others one for products");
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    for (int kind = 0; kind < KINDS; kind++)
        for (int t = 0; t < 2; t++) {
            test_marks(kind, t ? SL_INT64 : SL_INT32);
            test_order(kind, t ? SL_INT64 : SL_INT32);
            test_reductions(kind, t ? SL_INT64 : SL_INT32);
        }
    test_scatter();
    test_graph();
    test_rest();
    test_region();
    test_self();
    test_limits();
    test_checked();
    test_unique();
    test_functions();
    test_misuse();
    test_strides();
    must(sl_finalize());
    return done_testing();
}
