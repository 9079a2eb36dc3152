/* SPDX-License-Identifier: BSD-3-Clause */
/* Every policy visits each point of a space exactly once, whatever rank, layout and bounds, and computes there what a
 * plain C loop computes. The quick form tries every third call, others for each SL_TEST_SEED. */
#include <unistd.h>

#include "exec/cpu/cpu.h"
#include "loop_testing.h"
#include "loop_visits.h"

static uint64_t turn; /* SL_TEST_SEED */

/* A space and three views over it, with the calls so far. */
struct field {
    int rank;
    struct origin lo;
    sl_index n[SL_MAX_RANK];
    sl_space space;
    sl_view *a, *count, *y;
    int calls;
};

static double input(const sl_index x[], int rank)
{
    sl_index v = 1;
    for (int d = 0; d < rank; d++)
        v = (v * 31 + x[d]) % 1009;
    return (double)v;
}

static struct field field_make(int rank, const int layout[3], const sl_index lo[], const sl_index n[])
{
    struct field f = {.rank = rank};
    sl_extents e = {.rank = rank};
    for (int d = 0; d < rank; d++) {
        f.lo.lo[d] = lo ? lo[d] : 0;
        f.n[d] = n[d];
        e.n[d] = n[d] > 0 ? n[d] : 0;
    }
    f.space = space_at(rank, lo, n);
    f.a = view_of("a", SL_DOUBLE, layout[0], e);
    f.count = view_of("count", SL_INT32, layout[1], e);
    f.y = view_of("y", SL_DOUBLE, layout[2], e);
    double *a = SL_HOST_WRITE(double, f.a);
    sl_index x[SL_MAX_RANK] = {0};
    if (a && sl_view_size(f.a) > 0)
        do
            a[place(f.a, x)] = input(x, rank);
        while (next_point(rank, f.n, x));
    must(sl_host_end(f.a));
    return f;
}

static void field_free(struct field *f)
{
    sl_view_destroy(&f->a);
    sl_view_destroy(&f->count);
    sl_view_destroy(&f->y);
}

static sl_status call(const struct field *f, sl_policy p, double t)
{
    switch (f->rank) {
    case 1: return sl_forall_with(p, visit1, f->space, f->lo, t, f->a, f->count, f->y);
    case 2: return sl_forall_with(p, visit2, f->space, f->lo, t, f->a, f->count, f->y);
    case 3: return sl_forall_with(p, visit3, f->space, f->lo, t, f->a, f->count, f->y);
    case 4: return sl_forall_with(p, visit4, f->space, f->lo, t, f->a, f->count, f->y);
    case 5: return sl_forall_with(p, visit5, f->space, f->lo, t, f->a, f->count, f->y);
    default: return sl_forall_with(p, visit6, f->space, f->lo, t, f->a, f->count, f->y);
    }
}

static void strides_of(const sl_view *view, sl_index s[])
{
    for (int d = 0; d < sl_view_rank(view); d++)
        s[d] = sl_view_stride(view, d);
}

/* Compares counts and values with a plain loop over the points. @return the number of wrong points. */
static int compare(const struct field *f, double t)
{
    sl_index of_count[SL_MAX_RANK], of_y[SL_MAX_RANK];
    strides_of(f->count, of_count);
    strides_of(f->y, of_y);
    const int32_t *count = SL_HOST_READ(int32_t, f->count);
    const double *y = SL_HOST_READ(double, f->y);
    int wrong = count && y ? 0 : 1;
    sl_index x[SL_MAX_RANK] = {0};
    if (!wrong && sl_view_size(f->y) > 0)
        do {
            sl_index sum = 0, at_count = 0, at_y = 0;
            for (int d = f->rank - 1; d >= 0; d--) {
                sum = 7 * sum + f->lo.lo[d] + x[d];
                at_count += x[d] * of_count[d];
                at_y += x[d] * of_y[d];
            }
            double want = (double)sum + t * input(x, f->rank), got = y[at_y];
            int32_t visits = count[at_count];
            if ((visits != f->calls || got != want) && wrong++ == 0)
                diag("at (%lld, %lld, %lld, ...): %d visits, want %d; got %g, want %g", (long long)x[0],
                     (long long)x[1], (long long)x[2], visits, f->calls, got, want);
        } while (next_point(f->rank, f->n, x));
    must(sl_host_end(f->count));
    must(sl_host_end(f->y));
    return wrong;
}

/* One call and its check. @return 1 when all is well. */
static int try(struct field *f, sl_policy p)
{
    static uint64_t asked;
    if (quick() && (asked++ + turn) % 3 != 0)
        return 1;
    f->calls++;
    double t = f->calls % 16;
    if (on_gpu())
        p = launched(p, f->calls);
    sl_status status = call(f, p, t);
    if (status != SL_SUCCESS) {
        diag("%s: %s: %s", policy_text(&p), sl_status_name(status), sl_last_error());
        f->calls--;
        return 0;
    }
    int wrong = compare(f, t);
    if (wrong)
        diag("%s, %d threads: %d points are wrong", policy_text(&p), sl__cpu_threads_override, wrong);
    return !wrong;
}

static int try_schedules(struct field *f)
{
    static const sl_index chunk[] = {0, 1, 7, 1000};
    int good = 1;
    for (int s = SL_AUTO; s <= (int)last_schedule(); s++)
        for (int c = 0; c < 4; c++)
            good &= try(f, SL_POLICY(.schedule = (sl_schedule)s, .chunk = chunk[c]));
    return good;
}

/* Every permutation of the dimensions, by counting in base rank. */
static int try_orders(struct field *f)
{
    static const sl_schedule schedule[] = {SL_AUTO, SL_SEQ, SL_STATIC, SL_DYNAMIC};
    int good = 1, codes = 1;
    for (int d = 0; d < f->rank; d++)
        codes *= f->rank;
    for (int code = 0; code < codes; code++) {
        sl_policy p = {.chunk = code % 3};
        int rest = code, seen = 0;
        for (int d = 0; d < f->rank; d++, rest /= f->rank) {
            p.order[d] = rest % f->rank;
            seen |= 1 << p.order[d];
        }
        if (seen != (1 << f->rank) - 1)
            continue;
        for (int s = 0; s < 4; s++) {
            p.schedule = schedule[s];
            good &= try(f, p);
        }
    }
    return good;
}

static int try_tiles(struct field *f)
{
    static const sl_index tile[][SL_MAX_RANK] = {
        {16, 128, 8, 4, 4, 4}, {7, 5, 3, 2, 3, 2}, {1000000, 1000000, 1000000, 1000000, 1000000, 1000000}, {0, 8}, {13},
        {1, 1, 64, 1, 1, 1}};
    int good = 1;
    for (unsigned k = 0; k < sizeof tile / sizeof *tile; k++)
        for (int s = SL_AUTO; s <= (int)last_schedule(); s++) {
            sl_policy p = {.schedule = (sl_schedule)s, .chunk = s % 3, .collapse = (int)(k % (unsigned)f->rank)};
            int some = 0;
            for (int d = 0; d < f->rank; d++)
                some |= (p.tile[d] = tile[k][d]) != 0;
            if (some && !(f->rank == 1 && p.tile[0] == 1))
                good &= try(f, p);
            if (f->rank > 1 && s != SL_GUIDED) {
                for (int d = 0; d < f->rank; d++)
                    p.order[d] = f->rank - 1 - d;
                good &= try(f, p);
            }
        }
    return good;
}

/* As often as it takes to try all that SL_TILE_AUTO has, and to go on with what it has chosen. */
static int try_tile_auto(struct field *f)
{
    int good = 1;
    for (int k = 0; k < 8; k++)
        good &= try(f, SL_POLICY(.tile = SL_TILE_AUTO));
    return good;
}

static int try_collapse(struct field *f)
{
    int good = 1;
    for (int c = 1; c <= f->rank; c++)
        for (int s = SL_AUTO; s <= (int)last_schedule(); s++)
            good &= try(f, SL_POLICY(.schedule = (sl_schedule)s, .chunk = s == SL_DYNAMIC ? 5 : 0, .collapse = c));
    return good;
}

struct shape {
    const char *name;
    sl_index lo[SL_MAX_RANK], n[SL_MAX_RANK];
};

static const int mixes[][3] = {{RIGHT, RIGHT, RIGHT},
                               {LEFT, LEFT, LEFT},
                               {STRIDED, STRIDED, STRIDED},
                               {RIGHT, LEFT, STRIDED},
                               {LEFT, RIGHT, RIGHT}};
static const int threads[] = {0, 1, 3, 5, 2};

static void test_rank(int rank, const struct shape shapes[], int count)
{
    for (int m = 0; m < 5; m++) {
        if (rank == 1 && (m == 1 || m == 4))
            continue; /* in rank 1 left is right */
        for (int s = 0; s < count; s++) {
            struct field f = field_make(rank, mixes[m], shapes[s].lo, shapes[s].n);
            char text[160];
            sl__cpu_threads_override = threads[(m + s) % 5];
            snprintf(text, sizeof text, "rank %d, %s, a %s, count %s, y %s", rank, shapes[s].name,
                     layout_name[mixes[m][0]], layout_name[mixes[m][1]], layout_name[mixes[m][2]]);
            ok(try_schedules(&f), "%s: every schedule and chunk", text);
            if (rank > 1)
                ok(try_orders(&f), "%s: every order", text);
            ok(try_tiles(&f) & try_tile_auto(&f), "%s: tiles", text);
            ok(try_collapse(&f), "%s: collapse", text);
            field_free(&f);
        }
    }
    sl__cpu_threads_override = 0;
}

static void test_high_ranks(void)
{
    static const sl_index n[][SL_MAX_RANK] = {{5, 4, 3, 6},     {11, 12, 13, 61},   {3, 4, 2, 3, 5},
                                              {6, 5, 7, 8, 67}, {2, 3, 2, 3, 2, 5}, {4, 5, 3, 6, 5, 67}};
    static const sl_index lo[SL_MAX_RANK] = {-2, 3, 0, 100, -7, 1};
    for (int k = 0; k < 6; k++)
        for (int m = 0; m < 5; m++) {
            int rank = 4 + k / 2, good = 1;
            struct field f = field_make(rank, mixes[m], k % 2 ? NULL : lo, n[k]);
            sl__cpu_threads_override = threads[(m + k) % 5];
            for (int s = SL_AUTO; s <= (int)last_schedule(); s++) {
                sl_policy p = {.schedule = (sl_schedule)s, .chunk = s % 4};
                good &= try(&f, p);
                for (int d = 0; d < rank; d++)
                    p.order[d] = (d + 2) % rank;
                good &= try(&f, p);
                for (int d = 0; d < rank; d++)
                    p.tile[d] = d % 2 ? 0 : 2 + d;
                good &= try(&f, p);
                p.collapse = 1 + s % rank;
                good &= try(&f, p);
            }
            ok(good, "rank %d, %lld points, a %s, count %s, y %s: schedules, an order, tiles, collapse", rank,
               (long long)points(rank, n[k]), layout_name[mixes[m][0]], layout_name[mixes[m][1]],
               layout_name[mixes[m][2]]);
            field_free(&f);
        }
    sl__cpu_threads_override = 0;
}

/* Bounds the wrong way round are an empty space too; the middle of a view leaves its border alone. */
static void test_bounds(void)
{
    const sl_index n[] = {20, 30}, zero[] = {0, 0};
    struct field f = field_make(2, mixes[3], zero, n);
    f.space = SL_BOX(5, 2, 0, 30);
    must(call(&f, SL_POLICY(.where = SL_ANYWHERE), 1));
    f.space = SL_BOX(0, 20, 7, 7);
    must(call(&f, SL_POLICY(.where = SL_ANYWHERE), 1));
    f.space = SL_BOX(INT64_MAX, INT64_MIN, 0, 30);
    must(call(&f, SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 3), 1));
    f.space = SL_BOX(3, 17, 4, 29);
    must(call(&f, SL_POLICY(.tile = {4, 4}), 1));
    const int32_t *count = SL_HOST_READ(int32_t, f.count);
    int wrong = 0;
    sl_index x[SL_MAX_RANK] = {0};
    do
        wrong += count[place(f.count, x)] != (x[0] >= 3 && x[0] < 17 && x[1] >= 4 && x[1] < 29);
    while (next_point(2, f.n, x));
    is_int(wrong, 0, "empty spaces of all kinds visit nothing, and a space inside the views only its own points");
    must(sl_host_end(f.count));
    field_free(&f);
}

/* Numbers at the end of their range must not wrap on the way. */
static void test_extremes(void)
{
    static const sl_index n[] = {30011}, n2[] = {300, 41};
    static const sl_index lo[][1] = {{INT64_MIN}, {INT64_MIN + 1}, {INT64_MAX - 30011}, {INT64_MAX - 30012}};
    static const char *const name[] = {"at the smallest index", "beside the smallest index", "before the largest index",
                                       "a little before the largest index"};
    sl__cpu_threads_override = 3;
    for (int k = 0; k < 4; k++) {
        struct field f = field_make(1, mixes[2 * (k % 2)], lo[k], n);
        ok(try_schedules(&f) & try_tiles(&f), "a range that begins or ends %s", name[k]);
        field_free(&f);
    }
    for (int rank = 1; rank <= 2; rank++) {
        struct field f = field_make(rank, mixes[0], NULL, rank == 1 ? n : n2);
        int good = 1;
        for (int s = SL_AUTO; s <= (int)last_schedule(); s++)
            for (int repeat = 0; repeat < 10; repeat++) {
                sl_policy p = {.schedule = (sl_schedule)s, .chunk = INT64_MAX - repeat / 5 * 4096};
                good &= try(&f, p);
                p.tile[0] = repeat % 2 ? 50 : INT64_MAX;
                good &= try(&f, p);
            }
        ok(good, "rank %d: chunks and tiles as large as can be", rank);
        field_free(&f);
    }
    sl__cpu_threads_override = 0;
}

int main(int argc, char *argv[])
{
    static const struct shape rank1[] = {{"empty", {3}, {0}},
                                         {"one point", {0}, {1}},
                                         {"odd", {0}, {1237}},
                                         {"negative bounds", {-1000}, {2001}},
                                         {"large", {5}, {120011}}};
    static const struct shape rank2[] = {{"empty", {0, 2}, {9, 0}},         {"one point", {0, 0}, {1, 1}},
                                         {"odd", {0, 0}, {37, 53}},         {"negative bounds", {-30, 7}, {41, 33}},
                                         {"one column", {0, 0}, {2000, 1}}, {"large", {0, 0}, {301, 403}}};
    static const struct shape rank3[] = {{"empty", {0, 0, 0}, {5, 0, 7}},
                                         {"one point", {0, 0, 0}, {1, 1, 1}},
                                         {"odd", {0, 0, 0}, {11, 7, 13}},
                                         {"negative bounds", {-5, -6, 70}, {9, 12, 21}},
                                         {"large", {0, 0, 0}, {37, 53, 71}}};
    (void)argc;
    if (!getenv("OMP_SCHEDULE")) {
        /* libgomp reads it before main(). */
        setenv("OMP_SCHEDULE", "dynamic,5", 1);
        execv(argv[0], argv);
        printf("Bail out! cannot start %s again\n", argv[0]);
        return 1;
    }
    turn = quick() ? test_seed(0) : 0;
    must(sl_init(NULL));
    test_rank(1, rank1, 5);
    test_rank(2, rank2, 6);
    test_rank(3, rank3, 5);
    test_high_ranks();
    test_bounds();
    test_extremes();
    must(sl_finalize());
    return done_testing();
}
