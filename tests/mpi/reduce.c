/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions over distributed views: the same loop over ordinary views, which each rank makes by itself, has the same
 * bits; minima, maxima and integers are found by plain C, too. The quick form tries fewer numbers of blocks. */
#include <starloop.h>
#include <starloop/kernel.h>
#include <starloop/location.h>

#include "distributed.h"

SL_KERNEL_DECLARE(rd_set1, (i), scalar(uint64_t, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(rd_set2, (i, j), scalar(uint64_t, a), out(double, 2, x, own));
SL_KERNEL_DECLARE(rd_set3, (i, j, k), scalar(uint64_t, a), out(double, 3, x, own));
SL_KERNEL_DECLARE(rd_sum1, (i), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_sum2, (i, j), in(double, 2, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_sum3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_near1, (i), in(double, 1, x, halo(1)), reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_near2, (i, j), in(double, 2, x, halo(1)), reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_near3, (i, j, k), in(double, 3, x, halo(1)), reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_many1, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, lo),
                  reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
                  reduce(uint64_t, bxor, b));
SL_KERNEL_DECLARE(rd_many2, (i, j), in(double, 2, x, own), reduce(double, sum, s), reduce(double, min, lo),
                  reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
                  reduce(uint64_t, bxor, b));
SL_KERNEL_DECLARE(rd_many3, (i, j, k), in(double, 3, x, own), reduce(double, sum, s), reduce(double, min, lo),
                  reduce(double, max, hi), reduce(SL_LOC(double), minloc, at), reduce(int64_t, sum, n),
                  reduce(uint64_t, bxor, b));
SL_KERNEL_DECLARE(rd_dot, (i), in(double, 1, x, own), in(double, 1, y, own), in(double, 1, t), scalar(int64_t, n),
                  reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_write, (i), in(double, 1, x, own), out(double, 1, y, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_write_both, (i), out(double, 1, y, own), out(double, 1, z, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_update, (i), inout(double, 1, y, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(rd_smooth, (i), in(double, 1, x, halo(1)), out(double, 1, y, own));
SL_KERNEL_DECLARE(rd_scale, (i), in(double, 0, a), inout(double, 1, y, own));

enum { LONG = 50000 };

typedef struct many {
    double s, lo, hi;
    SL_LOC(double) at;
    int64_t n;
    uint64_t b;
} many;

/* Blocks of 0: the library chooses. @return a view, distributed; blocks of -1: whole on this rank */
static sl_view *view_in(sl_extents e, int blocks)
{
    sl_view *view = NULL;
    must_all(blocks < 0 ? sl_view_create("w", SL_DOUBLE, SL_LAYOUT_RIGHT, e, &view)
                        : sl_mpi_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, e, SL_BLOCKS(blocks), &view));
    return view;
}

static sl_space all_of(sl_extents e, sl_index around)
{
    sl_index bounds[2 * SL_MAX_RANK];
    for (int d = 0; d < e.rank; d++) {
        bounds[2 * d] = around;
        bounds[2 * d + 1] = e.n[d] - around;
    }
    return sl_space_box(2 * e.rank, bounds);
}

static void set(sl_view *x, sl_extents e, uint64_t a)
{
    const sl_space all = all_of(e, 0);
    must_all(e.rank == 1   ? sl_forall(rd_set1, all, a, x)
             : e.rank == 2 ? sl_forall(rd_set2, all, a, x)
                           : sl_forall(rd_set3, all, a, x));
}

static sl_status sum_of(sl_space s, sl_view *x, double *sum)
{
    return s.rank == 1   ? sl_reduce(rd_sum1, s, x, sum)
           : s.rank == 2 ? sl_reduce(rd_sum2, s, x, sum)
                         : sl_reduce(rd_sum3, s, x, sum);
}

static sl_status near_of(sl_space s, sl_view *x, double *sum)
{
    return s.rank == 1   ? sl_reduce(rd_near1, s, x, sum)
           : s.rank == 2 ? sl_reduce(rd_near2, s, x, sum)
                         : sl_reduce(rd_near3, s, x, sum);
}

static sl_status many_of(sl_space s, sl_view *x, many *m)
{
    return s.rank == 1   ? sl_reduce(rd_many1, s, x, &m->s, &m->lo, &m->hi, &m->at, &m->n, &m->b)
           : s.rank == 2 ? sl_reduce(rd_many2, s, x, &m->s, &m->lo, &m->hi, &m->at, &m->n, &m->b)
                         : sl_reduce(rd_many3, s, x, &m->s, &m->lo, &m->hi, &m->at, &m->n, &m->b);
}

static const char *all_bits(const many *got, const many *want)
{
    static char text[200];
    const char *s = bits(got->s, want->s);
    if (strcmp(s, ALIKE) != 0)
        return s;
    if (got->lo == want->lo && got->hi == want->hi && got->at.value == want->at.value &&
        got->at.index == want->at.index && got->n == want->n && got->b == want->b)
        return ALIKE;
    snprintf(text, sizeof text, "got %g %g (%g, %lld) %lld %llx, want %g %g (%g, %lld) %lld %llx", got->lo, got->hi,
             got->at.value, (long long)got->at.index, (long long)got->n, (unsigned long long)got->b, want->lo, want->hi,
             want->at.value, (long long)want->at.index, (long long)want->n, (unsigned long long)want->b);
    return text;
}

/* What plain C finds of the values at hand. */
static many by_hand(const double *x, sl_extents e, sl_space s)
{
    static const sl_index weight[4][3] = {{0}, {1}, {100000, 1}, {100000, 1000, 1}};
    many m = {0, INFINITY, -INFINITY, {INFINITY, INT64_MAX}, 0, 0};
    plain shape = {.rank = e.rank};
    sl_index k[SL_MAX_RANK];
    memcpy(shape.n, e.n, sizeof shape.n);
    for (int any = plain_first(&s, k); any; any = plain_next(&s, k)) {
        const double v = x[plain_place(&shape, k)], least = v > 0 ? (double)(int64_t)v : 0.0;
        sl_index where = 0;
        for (int d = 0; d < e.rank; d++)
            where += weight[e.rank][d] * k[d];
        m.lo = v < m.lo ? v : m.lo;
        m.hi = v > m.hi ? v : m.hi;
        if (least < m.at.value)
            m.at.value = least, m.at.index = where;
        m.n += (int64_t)(v * 1024);
        m.b ^= (uint64_t)(int64_t)(v * 65536);
    }
    return m;
}

/* Whether a reduction was made: on all ranks or none, and where blocks are large enough it is. */
static int was_made(sl_status status, int must_be, const char *what)
{
    int made = status == SL_SUCCESS, least = 0, most = 0;
    MPI_Allreduce(&made, &least, 1, MPI_INT, MPI_MIN, ranks_comm);
    MPI_Allreduce(&made, &most, 1, MPI_INT, MPI_MAX, ranks_comm);
    if (least == 1)
        return 1;
    ok_all(!most && (status == SL_ERR_UNSUPPORTED || status == SL_ERR_MPI), "%s: refused on all ranks alike", what);
    /* A rank that has no such block names one that has. */
    like_all(sl_last_error(),
             status == SL_ERR_MPI ? "got an error on rank" : "larger blocks fit blocks of the reduction",
             "%s: with a sentence", what);
    ok_all(!must_be, "%s: blocks are too small for it", what);
    return 0;
}

/* ---- sums and others, over all kinds of spaces --------------------------------------------------------------- */

static const sl_extents shapes[] = {{1, {1}},        {1, {5000}},       {1, {LONG}},        {2, {61, 5}},
                                    {2, {400, 100}}, {2, {9, 5000}},    {2, {3, 9000}},     {2, {700, 3}},
                                    {3, {67, 4, 3}}, {3, {40, 30, 20}}, {3, {24, 3, 1000}}, {1, {140000}},
                                    {2, {300, 500}}, {2, {700, 250}},   {3, {300, 20, 30}}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void check_space(sl_view *x, sl_view *whole, sl_extents e, sl_space s, int must_be, int halo, const char *what)
{
    many got = {0}, want = {0};
    double a = 0, b = 0;
    must_all(sum_of(s, whole, &b));
    if (was_made(sum_of(s, x, &a), must_be, what))
        like_all(bits(a, b), ALIKE, "%s: a sum", what);
    must_all(many_of(s, whole, &want));
    if (was_made(many_of(s, x, &got), must_be, what)) {
        like_all(all_bits(&got, &want), ALIKE, "%s: several results", what);
        const double *at = SL_HOST_READ(double, whole);
        must_all(at ? SL_SUCCESS : sl_last_status());
        want = by_hand(at, e, s);
        must_all(sl_host_end(whole));
        want.s = got.s;
        like_all(all_bits(&got, &want), ALIKE, "%s: which plain C finds, too", what);
    }
    if (!halo)
        return;
    must_all(near_of(s, whole, &b));
    if (was_made(near_of(s, x, &a), must_be, what))
        like_all(bits(a, b), ALIKE, "%s: a sum with a halo", what);
}

/* Rows of a block of a reduction: doc/spec/reductions.md. */
static sl_index rows_of_block(sl_extents e)
{
    const sl_index last = e.n[e.rank - 1], line = last <= 8192 ? last : 4096;
    sl_index need = (4096 + 8 * line - 1) / (8 * line);
    if (e.rank == 1)
        return 4096;
    if (e.rank == 3) {
        const sl_index middle = e.n[1] < need ? e.n[1] : need;
        need = (need + middle - 1) / middle;
    }
    return 8 * need;
}

static void check_shape(sl_extents e, int blocks)
{
    sl_view *x = view_in(e, blocks), *whole = view_in(e, -1);
    char what[200];
    int at = snprintf(what, sizeof what, "%d blocks of ", blocks);
    for (int d = 0; d < e.rank; d++)
        at += snprintf(what + at, sizeof what - (size_t)at, "%s%lld", d ? " x " : "", (long long)e.n[d]);
    const int must_be = blocks < 2 || e.n[0] / blocks >= 2 * rows_of_block(e) + 2;
    const int inner = e.n[0] > 2 && (e.rank < 2 || e.n[1] > 2) && (e.rank < 3 || e.n[2] > 2);

    set(x, e, 5);
    set(whole, e, 5);
    snprintf(what + at, sizeof what - (size_t)at, ", all");
    check_space(x, whole, e, all_of(e, 0), must_be, 0, what);
    if (inner) {
        snprintf(what + at, sizeof what - (size_t)at, ", inside");
        check_space(x, whole, e, all_of(e, 1), must_be, 1, what);
        sl_space s = all_of(e, 1);
        s.lo[0] = e.n[0] / 3 > 1 ? e.n[0] / 3 : 1;
        s.hi[0] = s.lo[0] + (e.n[0] - s.lo[0]) / 2;
        snprintf(what + at, sizeof what - (size_t)at, ", some rows");
        check_space(x, whole, e, s, must_be, 1, what);
    }
    sl_space none = all_of(e, 0);
    none.hi[0] = none.lo[0] = e.n[0] / 2;
    snprintf(what + at, sizeof what - (size_t)at, ", none");
    check_space(x, whole, e, none, 1, 0, what);
    if (e.rank == 1 && e.n[0] > 100) {
        snprintf(what + at, sizeof what - (size_t)at, ", a stride");
        check_space(x, whole, e, SL_RANGE_STRIDE(3, e.n[0], 3), 0, 0, what);
    }
    sl_view_destroy(&x);
    sl_view_destroy(&whole);
}

/* ---- where results go ---------------------------------------------------------------------------------------- */

static double element(sl_view *view, sl_index i)
{
    double value = 0;
    must_all(sl_view_rank(view) == 0 ? SL_GET_AT(double, view, &value) : SL_GET_AT(double, view, &value, i));
    return value;
}

static void check_targets(int blocks)
{
    const sl_extents e = {1, {LONG}};
    const sl_space all = SL_RANGE(0, LONG), inside = SL_RANGE(1, LONG - 1);
    sl_view *x[2] = {view_in(e, blocks), view_in(e, -1)}, *y[2] = {view_in(e, blocks), view_in(e, -1)};
    sl_view *one[2], *five[2];
    double sum[2] = {3, 3};
    for (int w = 0; w < 2; w++) { /* w 1: whole on this rank */
        must_all(sl_view_create("one", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &one[w]));
        must_all(sl_view_create("five", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(5), &five[w]));
        must_all(SL_VIEW_FILL(double, five[w], 0.125));
        set(x[w], e, 9);
        set(y[w], e, 10);
        must_all(sl_forall(rd_sum1, all, x[w], SL_INTO(one[w])));
        must_all(sl_forall(rd_sum1, inside, y[w], SL_INTO(five[w], 3)));
    }
    like_all(bits(element(one[0], 0), element(one[1], 0)), ALIKE, "%d blocks: a sum into a view of rank 0", blocks);
    for (sl_index i = 0; i < 5; i++)
        like_all(bits(element(five[0], i), element(five[1], i)), ALIKE, "a sum into one element of a view, %d", (int)i);
    for (int w = 0; w < 2; w++) {
        must_all(sl_reduce_with(SL_POLICY(.combine = 1), rd_sum1, all, x[w], &sum[w]));
        must_all(sl_forall_with(SL_POLICY(.combine = 1), rd_sum1, all, x[w], SL_INTO(five[w], 3)));
        must_all(sl_forall(rd_scale, all, one[w], y[w])); /* a loop reads the result */
        must_all(sl_forall(rd_sum1, all, y[w], SL_INTO(five[w], 4)));
    }
    like_all(bits(sum[0], sum[1]), ALIKE, "a sum that joins what the host has");
    like_all(bits(element(five[0], 3), element(five[1], 3)), ALIKE, "a sum that joins what a view has");
    like_all(bits(element(five[0], 4), element(five[1], 4)), ALIKE, "loops read results");
    ok_all(sl_forall(rd_sum1, all, x[0], SL_INTO(y[0], 3)) == SL_ERR_UNSUPPORTED,
           "a sum into an element of a distributed view is refused");
    like_all(sl_last_error(), "which is distributed over ranks", "with a sentence");
    for (int w = 0; w < 2; w++) {
        sl_view_destroy(&x[w]);
        sl_view_destroy(&y[w]);
        sl_view_destroy(&one[w]);
        sl_view_destroy(&five[w]);
    }
}

/* ---- several views, and loops that write, too ---------------------------------------------------------------- */

/* Passes when each rank's blocks are what its whole view has there. */
static const char *same_blocks(sl_view *x, sl_view *whole)
{
    static char text[160];
    const double *want = SL_HOST_READ(double, whole);
    must_all(want ? SL_SUCCESS : sl_last_status());
    snprintf(text, sizeof text, ALIKE);
    for (int k = 0; k < sl_mpi_blocks(x); k++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(x, k, &local));
        if (local == NULL)
            continue;
        const double *got = SL_HOST_READ(double, local);
        must_all(got ? SL_SUCCESS : sl_last_status());
        for (sl_index i = 0; i < sl_view_extent(local, 0) && strcmp(text, ALIKE) == 0; i++)
            if (got[i] != want[sl_view_first(local, 0) + i])
                snprintf(text, sizeof text, "element %lld: got %.17g, want %.17g",
                         (long long)(sl_view_first(local, 0) + i), got[i], want[sl_view_first(local, 0) + i]);
        must_all(sl_host_end(local));
        sl_view_destroy(&local);
    }
    must_all(sl_host_end(whole));
    return text;
}

static void check_steps(int blocks)
{
    enum { N = 100 };
    const sl_extents e = {1, {LONG}};
    const sl_space inside = SL_RANGE(1, LONG - 1), all = SL_RANGE(0, LONG);
    sl_view *x[2] = {view_in(e, blocks), view_in(e, -1)}, *y[2] = {view_in(e, blocks), view_in(e, -1)}, *t = NULL;
    double dot[2], sum[2];
    must_all(sl_view_create("t", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &t));
    must_all(sl_forall(rd_set1, SL_RANGE(0, N), (uint64_t)77, t));
    for (int w = 0; w < 2; w++) {
        set(x[w], e, 19);
        set(y[w], e, 20);
    }
    for (int step = 0; step < 4; step++) {
        for (int w = 0; w < 2; w++) {
            must_all(sl_forall(rd_smooth, inside, x[w], y[w]));
            must_all(sl_reduce(rd_dot, all, x[w], y[w], t, (int64_t)N, &dot[w]));
            must_all(sl_reduce(rd_near1, inside, y[w], &sum[w])); /* rows of neighbours, new ones */
            sl_view *v = x[w];
            x[w] = y[w];
            y[w] = v;
        }
        like_all(bits(dot[0], dot[1]), ALIKE, "%d blocks, step %d: a sum over two views and a whole one", blocks, step);
        like_all(bits(sum[0], sum[1]), ALIKE, "and one with a halo");
    }
    for (int in_place = 0; in_place < 2; in_place++) {
        sum[0] = sum[1] = 0;
        must_all(in_place ? sl_reduce(rd_update, all, y[1], &sum[1]) : sl_reduce(rd_write, all, x[1], y[1], &sum[1]));
        const sl_status status =
            in_place ? sl_reduce(rd_update, all, y[0], &sum[0]) : sl_reduce(rd_write, all, x[0], y[0], &sum[0]);
        int made = status == SL_SUCCESS, any = 0, each = 0;
        MPI_Allreduce(&made, &any, 1, MPI_INT, MPI_MAX, ranks_comm);
        MPI_Allreduce(&made, &each, 1, MPI_INT, MPI_MIN, ranks_comm);
        ok_all(any == each, "a loop that reduces and writes%s is made on all ranks or none",
               in_place ? " in place" : "");
        if (each) {
            like_all(bits(sum[0], sum[1]), ALIKE, "its sum");
            like_all(same_blocks(y[0], y[1]), ALIKE, "what it writes");
        } else if (!any) {
            like_all(sl_last_error(),
                     status == SL_ERR_MPI ? "got an error on rank"
                                          : "expected a loop that only reads distributed views where it reduces",
                     "it is refused with a sentence");
            set(y[0], e, 30); /* alike again */
            set(y[1], e, 30);
        }
    }
    for (int w = 0; w < 2; w++) {
        sl_view_destroy(&x[w]);
        sl_view_destroy(&y[w]);
    }
    sl_view_destroy(&t);
}

/* Two views whose borders are apart: the rows between them would be written beside a block of the second one, and by
 * nobody on the rank that has them. */
static void check_apart(sl_index n, sl_index m)
{
    sl_view *y = view_in(SL_EXTENTS(n), 2), *z = view_in(SL_EXTENTS(m), 2);
    double sum = 0;
    ok_all(sl_reduce(rd_write_both, SL_RANGE(0, m), y, z, &sum) == SL_ERR_UNSUPPORTED,
           "a loop that reduces, and writes views of %d and %d rows, is refused", (int)n, (int)m);
    like_all(sl_last_error(), "argument z: expected written views whose blocks have the rows of the loop's parts",
             "with a sentence");
    sl_view_destroy(&y);
    sl_view_destroy(&z);
}

int main(int argc, char **argv)
{
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    for (int s = 0; s < SHAPES; s++) {
        const int most = shapes[s].n[0] < 100 ? (int)shapes[s].n[0] : 100;
        check_shape(shapes[s], 0);
        if (ranks_all <= most)
            check_shape(shapes[s], ranks_all);
        if (!quick() && ranks_all > 1)
            check_shape(shapes[s], 1);
        if (!quick() && 2 * ranks_all + 1 <= most)
            check_shape(shapes[s], 2 * ranks_all + 1);
    }
    check_targets(0);
    check_steps(0);
    if (!quick())
        check_targets(1);
    check_steps(ranks_all);
    check_steps(3);
    check_apart(10000, 8000);
    check_apart(220000, 210000);
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
