/* SPDX-License-Identifier: BSD-3-Clause */
/* Views whose first index is not 0: loops, slices, targets, subviews, copies, scans and checks against plain C that
 * knows the first indices itself. */
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(of_set, (i, j), out(double, 2, a, own));
SL_KERNEL_DECLARE(of_smooth, (i, j), in(double, 2, a, halo(1)), out(double, 2, b, own));
SL_KERNEL_DECLARE(of_rows, (i), scalar(int64_t, lo), in(double, 2, a, own(0, all)), out(double, 1, y, own));
SL_KERNEL_DECLARE(of_slices, (i), scalar(int64_t, lo), in(double, 2, a), out(double, 1, y, own));
SL_KERNEL_DECLARE(of_sum, (i, j), in(double, 2, a, own), reduce(double, sum, t));
SL_KERNEL_DECLARE(of_bins, (i), scatter(int64_t, sum, 1, h));
SL_KERNEL_DECLARE(of_add, (i, j), in(double, 2, a, own), inout(double, 2, b, own));
SL_KERNEL_DECLARE(ofc_read, (i), scalar(int64_t, at), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(ofc_near, (i), scalar(int64_t, by), in(double, 1, x, halo(1)), out(double, 1, y, own));
SL_KERNEL_DECLARE(ofc_slice, (i), scalar(int64_t, at), scalar(int64_t, lo), in(double, 1, x), out(double, 1, y, own));
SL_KERNEL_DECLARE(ofc_hole, (i), scalar(int64_t, hole), out(double, 1, y, own));
SL_KERNEL_DECLARE(ofc_race, (i), scalar(int64_t, at), inout(double, 1, y));

static sl_index f0, f1, n0, n1; /* first indices and extents */
static int kind;
static const char *const kind_name[] = {"right",   "left", "strided", "right and padded", "left and padded to lines",
                                        "permuted"};
enum { KINDS = 6 };

static sl_layout layout(void)
{
    const sl_extents e = SL_EXTENTS(n0, n1);
    const sl_layout base = kind < LAYOUTS ? layout_of(kind, e)
                           : kind == 3    ? SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, 3)
                           : kind == 4    ? SL_LAYOUT_PADDED(SL_LAYOUT_LEFT, SL_PAD_LINE)
                                          : SL_LAYOUT_PERMUTED(1, 0);
    return SL_LAYOUT_OFFSET(base, f0, f1);
}

static sl_view *matrix(const char *label)
{
    sl_view *view = NULL;
    must(sl_view_create(label, SL_DOUBLE, layout(), SL_EXTENTS(n0, n1), &view));
    return view;
}

static sl_view *vector(const char *label)
{
    sl_view *view = NULL;
    must(sl_view_create(label, SL_DOUBLE, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, f0), SL_EXTENTS(n0), &view));
    return view;
}

static double set(sl_index i, sl_index j)
{
    return 100.0 * (double)i + (double)j;
}

static double smoothed(sl_index i, sl_index j)
{
    if (i == f0 || j == f1 || i == f0 + n0 - 1 || j == f1 + n1 - 1)
        return 0;
    return set(i - 1, j) + 2 * set(i + 1, j) + 3 * set(i, j - 1) + 4 * set(i, j + 1);
}

static double row_sum(sl_index i, sl_index j)
{
    double sum = 0;
    for (j = f1; j < f1 + n1; j++)
        sum += set(i, j);
    return sum;
}

static double sliced(sl_index i, sl_index j)
{
    (void)j;
    return 1000 * set(i, f1 + n1 - 1) + (n1 > 1 ? set(i, f1) - set(i, f1 + 1) : 7);
}

/* Elements of a view of rank 1 or 2 that are not want(i, j). */
static int differing(sl_view *view, double (*want)(sl_index, sl_index))
{
    const double *p = SL_HOST_READ(double, view);
    int wrong = p == NULL;
    const sl_index columns = sl_view_rank(view) == 2 ? n1 : 1, s1 = columns > 1 ? sl_view_stride(view, 1) : 0;
    for (sl_index i = 0; p && i < n0; i++)
        for (sl_index j = 0; j < columns; j++) {
            const double got = p[i * sl_view_stride(view, 0) + j * s1], right = want(f0 + i, f1 + j);
            if (got != right && wrong++ == 0)
                diag("%s(%lld, %lld): got %g, want %g", sl_view_label(view), (long long)(f0 + i), (long long)(f1 + j),
                     got, right);
        }
    must(sl_host_end(view));
    return wrong;
}

static sl_space all(void)
{
    return SL_BOX(f0, f0 + n0, f1, f1 + n1);
}

static void test_loops(void)
{
    sl_view *a = matrix("a"), *b = matrix("b"), *y = vector("y");
    double sum = 1, want = 0;
    must(sl_forall(of_set, all(), a));
    is_int(differing(a, set), 0, "own elements are set");
    must(sl_forall(of_smooth, SL_BOX(f0 + 1, f0 + n0 - 1, f1 + 1, f1 + n1 - 1), a, b));
    is_int(differing(b, smoothed), 0, "halo(1) reads its neighbours");
    must(sl_forall(of_rows, SL_RANGE(f0, f0 + n0), f1, a, y));
    is_int(differing(y, row_sum), 0, "own(0, all) has the rows");
    if (n1 > 0) {
        must(sl_forall(of_slices, SL_RANGE(f0, f0 + n0), f1, a, y));
        is_int(differing(y, sliced), 0,
               "slices in a body: all of a dimension keeps its indices, a range counts from 0");
    }
    must(sl_reduce(of_sum, all(), a, &sum));
    for (sl_index i = f0; i < f0 + n0; i++)
        want += row_sum(i, 0);
    is_close(sum, want, 1e-12, "a sum over all");
    if (n0 > 0) {
        must(sl_forall(of_sum, all(), a, SL_INTO(y, f0 + n0 - 1)));
        const double *p = SL_HOST_READ(double, y);
        is_close(p ? p[n0 - 1] : -1, want, 1e-12, "SL_INTO has the view's indices");
        must(sl_host_end(y));
    }
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    sl_view_destroy(&y);
}

static void test_views(void)
{
    sl_view *a = matrix("a"), *plain = NULL, *mirror = NULL, *row = NULL, *again = NULL;
    must(sl_view_create("plain", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n0, n1), &plain));
    must(sl_forall(of_set, all(), a));
    must(sl_deep_copy(plain, a));
    is_int(differing(plain, set), 0, "a copy to a view that counts from 0");
    must(sl_view_mirror(a, SL_MIRROR_COPY, &mirror));
    must(sl_forall(of_add, all(), mirror, a));
    must(sl_deep_copy(a, plain));
    is_int(differing(a, set), 0, "and back");
    is_int(sl_view_first(mirror, 1), f1, "a mirror has the same first indices");
    must(sl_view_readonly(a, &again));
    must(sl_view_fill(mirror, SL_DOUBLE, &(double){0}));
    must(sl_forall(of_add, all(), again, mirror));
    is_int(differing(mirror, set), 0, "so has a view for reading only");
    if (n0 > 0) {
        must(sl_subview(a, &row, f0, SL_ALL));
        ok(sl_view_first(row, 0) == f1 && sl_view_extent(row, 0) == n1, "a row keeps the indices of its dimension");
        sl_view_destroy(&row);
        must(sl_subview(a, &row, SL_PAIR(f0, f0 + 1), SL_PAIR(f1, f1 + n1)));
        ok(sl_view_first(row, 0) == 0 && sl_view_first(row, 1) == 0, "ranges count from 0");
        sl_view_destroy(&row);
    }
    must(sl_view_resize(&mirror, SL_EXTENTS(n0 + 2, n1)));
    ok(sl_view_first(mirror, 0) == f0 && sl_view_extent(mirror, 0) == n0 + 2, "resized, it begins where it did");
    is_int(differing(mirror, set), 0, "and has its elements");
    sl_view_destroy(&a);
    sl_view_destroy(&plain);
    sl_view_destroy(&mirror);
    sl_view_destroy(&again);
}

/* Scatters into the elements [lo, hi) of a vector, of which the first one has the index `first` in the loop. */
static void check_bins(sl_view *h, sl_view *into, int lo, int hi, sl_index first, sl_scatter how, const char *what)
{
    enum { N = 60000 };
    static int64_t want[N];
    int wrong = 0;
    memset(want, 0, sizeof want);
    for (sl_index i = first + 2; i < first + hi - lo; i++)
        want[lo + i - (i & 1) - first] += i;
    must(sl_view_fill(h, SL_INT64, &(int64_t){0}));
    must(sl_forall_with(SL_POLICY(.scatter = how, .schedule = SL_STATIC), of_bins, SL_RANGE(first + 2, first + hi - lo),
                        into));
    const int64_t *p = SL_HOST_READ(int64_t, h);
    for (int i = 0; p && i < N; i++)
        wrong += p[i] != want[i];
    must(sl_host_end(h));
    is_int(wrong, 0, "scatter %d, %s", (int)how, what);
}

static void test_bins(sl_scatter how)
{
    enum { N = 60000 };
    sl_view *h = NULL, *part = NULL;
    must(sl_view_create("h", SL_INT64, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, f0), SL_EXTENTS(N), &h));
    check_bins(h, h, 0, N, f0, how, "all of it");
    must(sl_subview(h, &part, SL_PAIR(f0 + 1000, f0 + 59000)));
    check_bins(h, part, 1000, 59000, 0, how, "a subview");
    sl_view_destroy(&h);
    sl_view_destroy(&part);
}

static void test_scan_and_sort(void)
{
    enum { N = 100 };
    sl_view *x = NULL, *y = NULL, *v = NULL;
    must(sl_view_create("x", SL_INT64, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, f0), SL_EXTENTS(N), &x));
    must(sl_view_create("y", SL_INT64, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, f1), SL_EXTENTS(N), &y));
    must(sl_view_create("v", SL_INT64, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, -5), SL_EXTENTS(N), &v));
    int64_t *p = SL_HOST_WRITE(int64_t, x);
    for (int i = 0; i < N; i++)
        p[i] = (i * 37) % N;
    must(sl_host_end(x));
    must(sl_scan_inclusive(SL_SUM, 0, x, y));
    must(sl_deep_copy(v, x));
    must(sl_sort_pairs(x, v));
    const int64_t *s = SL_HOST_READ(int64_t, y), *k = SL_HOST_READ(int64_t, x), *w = SL_HOST_READ(int64_t, v);
    int64_t sum = 0, wrong = 0, unsorted = 0;
    for (int i = 0; i < N; i++) {
        sum += (i * 37) % N;
        wrong += s[i] != sum;
        unsorted += k[i] != i || w[i] != i;
    }
    must(sl_host_end(y));
    must(sl_host_end(x));
    must(sl_host_end(v));
    is_int(wrong, 0, "a scan of one into another");
    is_int(unsorted, 0, "a sort of pairs");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&v);
}

static void test_region(void)
{
    sl_view *a = matrix("a"), *b = matrix("b");
    sl_region *region = NULL;
    must(sl_forall(of_set, all(), a));
    must(sl_region_begin(&region));
    must(sl_forall(of_add, all(), a, b));
    must(sl_forall(of_add, all(), a, b));
    must(sl_region_end(region));
    must(sl_view_fill(b, SL_DOUBLE, &(double){0}));
    must(sl_region_run(region));
    const double *p = SL_HOST_READ(double, b);
    double sum = 0, want = 0;
    for (sl_index i = 0; p && i < n0; i++)
        for (sl_index j = 0; j < n1; j++) {
            sum += p[i * sl_view_stride(b, 0) + j * sl_view_stride(b, 1)];
            want += 2 * set(f0 + i, f1 + j);
        }
    must(sl_host_end(b));
    is_close(sum, want, 1e-12, "a region");
    sl_region_destroy(&region);
    sl_view_destroy(&a);
    sl_view_destroy(&b);
}

/* ---- checks --------------------------------------------------------------------------------------------------- */

static void renew(sl_view *x, sl_view *y)
{
    must(sl_view_fill(x, SL_DOUBLE, &(double){0}));
    must(sl_view_fill(y, SL_DOUBLE, &(double){0}));
}

static void test_checks(void)
{
    sl_view *x = NULL, *y = NULL, *sub = NULL;
    const sl_policy p = {.where = SL_CPU};
    const sl_space seven = SL_RANGE(-3, 4), five = SL_RANGE(-2, 3);
    must(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, -3), SL_EXTENTS(7), &x));
    must(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, -3), SL_EXTENTS(7), &y));
    is_int((sl_forall_with(p, ofc_read, seven, 3, x, y), sl_wait()), SL_SUCCESS, "the last index may be touched");
    surfaces((sl_forall_with(p, ofc_read, seven, 4, x, y), sl_wait()), SL_ERR_BOUNDS, "the next one may not",
             "argument x: index 4 of dimension 0 is not in [-3, 4) of \"x\"");
    renew(x, y);
    surfaces((sl_forall_with(p, ofc_read, seven, -4, x, y), sl_wait()), SL_ERR_BOUNDS, "nor the one before the first",
             "index -4 of dimension 0 is not in [-3, 4) of \"x\"");
    renew(x, y);
    is_int((sl_forall_with(p, ofc_near, five, -1, x, y), sl_wait()), SL_SUCCESS, "a neighbour may be touched");
    surfaces(
        (sl_forall_with(SL_POLICY(.where = SL_CPU, .schedule = SL_SEQ), ofc_near, SL_RANGE(-1, 2), 2, x, y), sl_wait()),
        SL_ERR_REACH, "its neighbour not", /* in sequence the first iteration is the first to be found */
        "argument x: index 1 of dimension 0", "outside the declared reach, halo(1), of iteration (-1)");
    renew(x, y);
    is_int((sl_forall_with(p, ofc_slice, seven, -3, 2, x, y), sl_wait()), SL_SUCCESS, "slices within bounds");
    surfaces((sl_forall_with(p, ofc_slice, seven, 4, 2, x, y), sl_wait()), SL_ERR_BOUNDS, "all of a dimension",
             "index 4 of dimension 0 is not in [-3, 4) of \"x\"");
    renew(x, y);
    surfaces((sl_forall_with(p, ofc_slice, seven, 0, 3, x, y), sl_wait()), SL_ERR_BOUNDS, "a range that leaves it",
             "index 5 of dimension 0 is not in [-3, 4) of \"x\"");
    renew(x, y);
    is_int((sl_forall_with(p, ofc_hole, seven, 9, y), sl_wait()), SL_SUCCESS, "own elements that are written");
    surfaces((sl_forall_with(p, ofc_hole, seven, -2, y), sl_wait()), SL_ERR_UNWRITTEN, "one that is not",
             "element (-2) of \"y\"");
    renew(x, y);
    surfaces((sl_forall_with(p, ofc_race, seven, -1, y), sl_wait()), SL_ERR_RACE, "a race", "element (-1) of \"y\"");
    renew(x, y);
    refused(sl_forall(ofc_near, SL_RANGE(-4, 3), 0, x, y), SL_ERR_EXTENT, "a space that begins before the view",
            "argument y", "expected own indices in [-3, 4) for dimension 0 of \"y\"", "[-4, 3)");
    refused(sl_subview(x, &sub, 4), SL_ERR_EXTENT, "an index past the last", "expected an index in [-3, 4)", "got 4");
    refused(sl_subview(x, &sub, SL_PAIR(-4, 0)), SL_ERR_EXTENT, "a range before the first",
            "expected a range in [-3, 4)", "[-4, 0)");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void test_refused(void)
{
    sl_view *v = NULL;
    refused(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, 1), SL_EXTENTS(2, 2), &v), SL_ERR_RANK,
            "too few first indices", "sl_view_create: layout: expected 2 first indices for rank 2, got 1");
    refused(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_OFFSET(SL_LAYOUT_RIGHT, INT64_MAX), SL_EXTENTS(2), &v),
            SL_ERR_EXTENT, "a first index that is far away", "expected a first index within 2^62 bytes of 0",
            "got 9223");
    refused(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_PERMUTED(0, 0), SL_EXTENTS(2, 2), &v), SL_ERR_ARGUMENT,
            "a dimension that stands twice", "layout: expected each dimension from 0 to 1 once, got 0");
    refused(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_PERMUTED(0, 2), SL_EXTENTS(2, 2), &v), SL_ERR_ARGUMENT,
            "a dimension that is none", "layout: expected each dimension from 0 to 1 once, got 2");
    refused(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_PERMUTED(0), SL_EXTENTS(2, 2), &v), SL_ERR_RANK,
            "too few dimensions", "layout: expected 2 dimensions for rank 2, got 1");
    refused(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_PADDED(SL_LAYOUT_RIGHT, -2), SL_EXTENTS(2, 2), &v),
            SL_ERR_ARGUMENT, "negative padding",
            "layout: expected padding of 0 elements or more, or SL_PAD_LINE, got -2");
    refused(sl_view_create("v", SL_DOUBLE, SL_LAYOUT_PADDED(SL_LAYOUT_STRIDE(2, 1), 1), SL_EXTENTS(2, 2), &v),
            SL_ERR_ARGUMENT, "padding of explicit strides", "layout: expected padding of a right, left or permuted");
    ok(v == NULL, "no view is made");
}

int main(void)
{
    static const sl_index firsts[][2] = {{0, 0}, {-2, 3}, {5, -7}, {-1000000, 1 << 20}};
    static const sl_index sizes[][2] = {{7, 5}, {1, 1}, {0, 4}, {64, 130}};
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    for (size_t f = 0; f < sizeof firsts / sizeof *firsts; f++) {
        f0 = firsts[f][0];
        f1 = firsts[f][1];
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (kind = 0; kind < KINDS; kind++) {
                n0 = sizes[k][0];
                n1 = sizes[k][1];
                diag("%lld x %lld from (%lld, %lld), %s", (long long)n0, (long long)n1, (long long)f0, (long long)f1,
                     kind_name[kind]);
                test_loops();
                test_views();
                test_region();
            }
        test_bins(SL_SCATTER_ATOMIC);
        test_bins(SL_SCATTER_DUPLICATE);
        test_scan_and_sort();
    }
    test_checks();
    test_refused();
    must(sl_finalize());
    return done_testing();
}
