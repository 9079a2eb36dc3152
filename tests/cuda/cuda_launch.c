/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops on a GPU: every layout and rank under every block, grid, occupancy, order and tile, against plain C; arguments
 * of all kinds; where a loop runs; a launch that CUDA refuses. */
#include "cuda_launch.h"
#include "gate_task.h"
#include "loop_testing.h"
#include "misuse.h"

/* ---- every launch visits each point once ---------------------------------------------------------------------- */

/* A space and three views over it, with the calls so far. */
struct field {
    int rank, calls;
    struct cl_origin lo;
    sl_index n[SL_MAX_RANK];
    sl_space space;
    sl_view *a, *count, *y;
};

/* What the views of a field and the kernels have at the point lo + x. */
static double input(const struct field *f, const sl_index x[])
{
    sl_index v = 1;
    for (int d = 0; d < f->rank; d++)
        v = (v * 31 + x[d]) % 1009;
    return (double)v;
}

static double output(const struct field *f, const sl_index x[], double t)
{
    sl_index sum = 0;
    for (int d = f->rank - 1; d >= 0; d--)
        sum = 7 * sum + f->lo.lo[d] + x[d];
    return (double)sum + t * input(f, x);
}

static struct field field_make(int rank, const int layout[3], const sl_index lo[], const sl_index n[])
{
    struct field f = {.rank = rank};
    sl_extents e = {.rank = rank};
    sl_index x[SL_MAX_RANK] = {0};
    for (int d = 0; d < rank; d++) {
        f.lo.lo[d] = lo ? lo[d] : 0;
        f.n[d] = e.n[d] = n[d];
    }
    f.space = space_at(rank, lo, n);
    f.a = view_of("a", SL_DOUBLE, layout[0], e);
    f.count = view_of("count", SL_INT32, layout[1], e);
    f.y = view_of("y", SL_DOUBLE, layout[2], e);
    double *a = SL_HOST_WRITE(double, f.a);
    if (points(rank, n) > 0)
        do
            a[place(f.a, x)] = input(&f, x);
        while (next_point(rank, n, x));
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
#define CALL(kernel) sl_forall_with(p, kernel, f->space, f->lo, t, f->a, f->count, f->y)
    switch (f->rank) {
    case 1: return CALL(cl_visit1);
    case 2: return CALL(cl_visit2);
    case 3: return CALL(cl_visit3);
    case 4: return CALL(cl_visit4);
    case 5: return CALL(cl_visit5);
    default: return CALL(cl_visit6);
    }
#undef CALL
}

/* @return the number of wrong points. A visit on a CPU counts as 1000. */
static int compare(const struct field *f, double t)
{
    const int32_t *count = SL_HOST_READ(int32_t, f->count);
    const double *y = SL_HOST_READ(double, f->y);
    int wrong = count && y ? 0 : 1;
    sl_index x[SL_MAX_RANK] = {0};
    if (!wrong && points(f->rank, f->n) > 0)
        do {
            double got = y[place(f->y, x)], want = output(f, x, t);
            int32_t visits = count[place(f->count, x)];
            if ((visits != f->calls || got != want) && wrong++ == 0)
                diag("at (%lld, %lld, %lld, ...): %d visits, want %d; got %g, want %g", (long long)x[0],
                     (long long)x[1], (long long)x[2], visits, f->calls, got, want);
        } while (next_point(f->rank, f->n, x));
    sl_host_end(f->count);
    sl_host_end(f->y);
    return wrong;
}

/* One call on the GPU and its check. @return 1 when all is well. */
static int try(struct field *f, sl_policy p)
{
    double t = ++f->calls % 16;
    p.where = SL_CUDA;
    sl_status status = call(f, p, t);
    int wrong = status == SL_SUCCESS ? compare(f, t) : 1;
    if (status != SL_SUCCESS)
        diag("%s: %s", sl_status_name(status), sl_last_error());
    if (wrong)
        diag("%s: %d points are wrong", policy_text(&p), wrong);
    return !wrong;
}

static _Atomic int asked;

static sl_index one_for_two(const sl_occupancy_query *query)
{
    asked++;
    return query->threads > 0 && query->blocks_per_sm > 0 && query->multiprocessors > 0 &&
                   query->threads_per_sm >= query->threads
               ? (query->blocks_needed + 1) / 2
               : -1;
}

static int try_launches(struct field *f)
{
    static const int block[] = {0, 1, 32, 100, 256, 1024};
    static const sl_index grid[] = {0, 1, 7, 1000000};
    const sl_occupancy occupancy[] = {SL_OCC_DEFAULT,
                                      SL_OCC_MAX,
                                      SL_OCC_AVOID_MAX,
                                      SL_OCC_FOR_REDUCE,
                                      SL_OCC_FRACTION(1, 2, 0),
                                      SL_OCC_FRACTION(1, 32, 1),
                                      SL_OCC_CUSTOM(one_for_two)};
    int good = 1, large = points(f->rank, f->n) > 20000;
    for (int b = 0; b < 6; b++)
        for (int g = 0; g < 4; g++)
            if (!large || block[b] != 1 || grid[g] == 0 || grid[g] > 7) /* or a few threads do all */
                good &= try(f, SL_POLICY(.block = block[b], .grid = grid[g]));
    for (int o = 0; o < 7; o++) {
        good &= try(f, SL_POLICY(.occupancy = occupancy[o], .block = o % 2 ? 64 : 0));
        good &= try(f, SL_POLICY(.occupancy = occupancy[o], .grid = 11));
    }
    return good;
}

/* Every permutation of the dimensions, by counting in base rank. */
static int try_orders(struct field *f)
{
    int good = 1, codes = 1;
    for (int d = 0; d < f->rank; d++)
        codes *= f->rank;
    for (int code = 0; code < codes; code++) {
        sl_policy p = {0};
        int rest = code, seen = 0;
        for (int d = 0; d < f->rank; d++, rest /= f->rank) {
            p.order[d] = rest % f->rank;
            seen |= 1 << p.order[d];
        }
        if (seen == (1 << f->rank) - 1 && (f->rank < 5 || code % 7 == 0))
            good &= try(f, launched(p, code));
    }
    return good;
}

static int try_tiles(struct field *f)
{
    static const sl_index tile[][SL_MAX_RANK] = {{16, 16, 4, 1, 1, 1},
                                                 {7, 5, 3, 2, 3, 2},
                                                 {64, 2, 2, 2, 2, 2},
                                                 {0, 64},
                                                 {13},
                                                 {1, 1, 64, 1, 1, 1},
                                                 {32, 32},
                                                 {2, 512}};
    int good = 1;
    for (unsigned k = 0; k < sizeof tile / sizeof *tile; k++) {
        sl_policy p = {.grid = k % 2 ? 0 : 9};
        for (int d = 0; d < f->rank; d++)
            p.tile[d] = tile[k][d];
        good &= try(f, p);
        for (int d = 0; d < f->rank; d++)
            p.order[d] = f->rank - 1 - d;
        good &= try(f, p);
    }
    return good;
}

struct shape {
    const char *name;
    sl_index lo[SL_MAX_RANK], n[SL_MAX_RANK];
};

static const int mixes[][3] = {{RIGHT, RIGHT, RIGHT},  {LEFT, LEFT, LEFT},   {STRIDED, STRIDED, STRIDED},
                               {RIGHT, LEFT, STRIDED}, {LEFT, RIGHT, RIGHT}, {RIGHT, LEFT, LEFT}};

static void test_rank(int rank, const struct shape shapes[], int count)
{
    for (int m = 0; m < 6; m++) {
        if ((rank == 1 && m != 0 && m != 2) || (quick() && m % 3 != 0))
            continue; /* in rank 1 left is right */
        for (int s = 0; s < count; s++) {
            if (quick() && points(rank, shapes[s].n) > 20000)
                continue;
            struct field f = field_make(rank, mixes[m], shapes[s].lo, shapes[s].n);
            char text[160];
            snprintf(text, sizeof text, "rank %d, %s, a %s, count %s, y %s", rank, shapes[s].name,
                     layout_name[mixes[m][0]], layout_name[mixes[m][1]], layout_name[mixes[m][2]]);
            ok(try_launches(&f), "%s: every block, grid and occupancy", text);
            if (rank > 1)
                ok(try_orders(&f) & try_tiles(&f), "%s: every order, and tiles", text);
            field_free(&f);
        }
    }
}

static void test_ranks(void)
{
    static const struct shape rank1[] = {{"empty", {3}, {0}},
                                         {"one point", {-1}, {1}},
                                         {"odd", {0}, {1237}},
                                         {"at the smallest index", {INT64_MIN}, {3001}},
                                         {"before the largest index", {INT64_MAX - 3001}, {3001}},
                                         {"large", {-5}, {300011}}};
    static const struct shape rank2[] = {{"empty", {0, 2}, {9, 0}},         {"one point", {0, 0}, {1, 1}},
                                         {"odd", {-30, 7}, {37, 53}},       {"one column", {0, 0}, {2000, 1}},
                                         {"many rows", {1, 0}, {70001, 3}}, {"large", {0, 0}, {301, 403}}};
    static const struct shape rank3[] = {{"empty", {0, 0, 0}, {5, 0, 7}},
                                         {"one point", {0, 0, 5}, {1, 1, 1}},
                                         {"odd", {-5, -6, 70}, {11, 7, 13}},
                                         {"many planes", {0, 0, 0}, {66001, 1, 2}},
                                         {"large", {0, 0, 0}, {37, 53, 71}}};
    static const struct shape rank4[] = {{"large", {-2, 3, 0, 100}, {11, 12, 13, 17}},
                                         {"one point", {0, 0, 0, 0}, {1, 1, 1, 1}}};
    static const struct shape rank5[] = {{"large", {-2, 3, 0, 100, 1}, {6, 5, 7, 4, 13}}};
    static const struct shape rank6[] = {{"large", {-2, 3, 0, 100, 1, 0}, {4, 3, 5, 2, 6, 7}}};
    test_rank(1, rank1, 6);
    test_rank(2, rank2, 6);
    test_rank(3, rank3, 5);
    test_rank(4, rank4, 2);
    test_rank(5, rank5, 1);
    test_rank(6, rank6, 1);
    ok(asked > 0, "a custom occupancy function was asked");
}

/* More elements than 31 bits count. */
static void test_huge(void)
{
    enum { PERIOD = 127 };
    const sl_index n = ((sl_index)1 << 31) + 12345;
    sl_view *y = NULL;
    int64_t sum = -1, last = -1, rest = n % PERIOD;
    if (sl_view_create("y", SL_UINT8, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &y) != SL_SUCCESS) {
        skip(sl_last_error(), "a loop and a reduction over 2^31 points and more");
        return;
    }
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA), cl_fill8, SL_RANGE(0, n), y));
    must(sl_reduce_with(SL_POLICY(.where = SL_CUDA), cl_sum8, SL_RANGE(0, n), y, &sum, &last));
    int64_t want_last = (n - 1) / PERIOD * PERIOD + 3;
    ok(sum == n / PERIOD * (PERIOD * (PERIOD - 1) / 2) + rest * (rest - 1) / 2 &&
           last == (want_last < n ? want_last : want_last - PERIOD),
       "a loop and a reduction over 2^31 points and more");
    sl_view_destroy(&y);
}

/* ---- arguments ------------------------------------------------------------------------------------------------- */

static double *begin(sl_view *view)
{
    return SL_HOST_RDWR(double, view);
}

static void test_sixteen(sl_index n)
{
    sl_view *x[16];
    sl_index wrong = 0;
    for (int k = 0; k < 16; k++) {
        x[k] = view_of("x", SL_DOUBLE, k % 5 == 4 ? STRIDED : RIGHT, SL_EXTENTS(n));
        double *p = begin(x[k]);
        for (sl_index i = 0; i < n; i++)
            p[i * sl_view_stride(x[k], 0)] = (double)(1000 * k + i);
        must(sl_host_end(x[k]));
    }
    for (int k = 0; k < 10; k++)
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), cl_sixteen, SL_RANGE(0, n), x[0], x[1], x[2], x[3], x[4], x[5],
                            x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15]));
    for (int k = 0; k < 16; k++) {
        const double *p = SL_HOST_READ(double, x[k]);
        for (sl_index i = 0; i < n; i++)
            wrong += p[i * sl_view_stride(x[k], 0)] !=
                     (double)(1000 * k + i) + (k < 8 ? 0 : 10 * (double)(1000 * (k - 8) + i));
        must(sl_host_end(x[k]));
        sl_view_destroy(&x[k]);
    }
    is_int(wrong, 0, "sixteen views of %lld elements in one call, ten times over", (long long)n);
}

static void test_scalars(void)
{
    enum { N = 1000 };
    struct cl_large large;
    struct cl_huge huge;
    int wrong = 0;
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    for (int k = 0; k < 150; k++)
        large.value[k] = 3 * k;
    for (int k = 0; k < 375; k++)
        huge.value[k] = 10000 * k;
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA), cl_large, SL_RANGE(0, N), large, 1, y));
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA), cl_huge, SL_RANGE(0, N), 1, huge, y));
    memset(&large, 0, sizeof large); /* the values are those of the call */
    memset(&huge, 0, sizeof huge);
    const double *p = SL_HOST_READ(double, y);
    for (int i = 0; i < N; i++)
        wrong += p[i] != 3.0 * (i % 150) + 10000.0 * (i % 375);
    is_int(wrong, 0, "scalars of 1200 and of 3000 bytes");
    must(sl_host_end(y));
    sl_view_destroy(&y);
}

static void test_structs(int layout)
{
    enum { N = 1001 };
    int wrong = 0;
    sl_view *b = view_of("bodies", SL_TYPE(struct cl_body), layout, SL_EXTENTS(N));
    sl_view *sun = view_of("sun", SL_TYPE(struct cl_body), RIGHT, SL_EXTENTS());
    struct cl_body *p = SL_HOST_RDWR(struct cl_body, b);
    *SL_HOST_RDWR(struct cl_body, sun) = (struct cl_body){{1, 2, 3}, -1, 1e9, 0};
    for (int i = 0; i < N; i++)
        p[i * sl_view_stride(b, 0)] = (struct cl_body){{(float)i, 0, (float)-i}, 5, i, 7};
    must(sl_host_end(b));
    must(sl_host_end(sun));
    for (int k = 0; k < 4; k++)
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA), cl_bodies, SL_RANGE(0, N), 0.5f, b, sun));
    const struct cl_body *q = SL_HOST_READ(struct cl_body, b);
    for (int i = 0; i < N; i++) {
        const struct cl_body *g = &q[i * sl_view_stride(b, 0)];
        wrong += g->x[0] != (float)i + 2 || g->x[1] != 4 || g->x[2] != (float)-i + 6 || g->charge != 9 ||
                 g->mass != i + 4e9 || g->id != 7 + 4 * i;
    }
    is_int(wrong, 0, "elements that are structs, and a struct of rank 0, %s", layout_name[layout]);
    must(sl_host_end(b));
    sl_view_destroy(&b);
    sl_view_destroy(&sun);
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* Loops on both kinds of workers in turn, on one view: each sees what the one before has written. */
static void test_turns(int layout)
{
    enum { N = 5000, TURNS = 60 };
    int wrong = 0;
    sl_view *y = view_of("y", SL_UINT64, layout, SL_EXTENTS(N));
    for (int k = 0; k < TURNS; k++)
        must(sl_forall_with(SL_POLICY(.where = k / (1 + k % 3) % 2 ? SL_CUDA : SL_CPU), cl_step, SL_RANGE(0, N),
                            (uint64_t)k, y));
    const uint64_t *p = SL_HOST_READ(uint64_t, y);
    uint64_t want = 0;
    for (uint64_t k = 0; k < TURNS; k++)
        want = want * 3 + k;
    for (int i = 0; i < N; i++)
        wrong += p[i * sl_view_stride(y, 0)] != want;
    is_int(wrong, 0, "loops on CPU and GPU in turn see each other's values, %s", layout_name[layout]);
    must(sl_host_end(y));
    sl_view_destroy(&y);
}

/* What a loop with this policy says of its place: 1 GPU, 1000 CPU, 0 neither. */
#define place_of(kernel, policy) (must(sl_forall_with(policy, kernel, SL_RANGE(0, 1), y)), read_place(y))
static int read_place(sl_view *y)
{
    const int32_t *p = SL_HOST_READ(int32_t, y);
    int place = p ? *p : 0;
    must(sl_host_end(y));
    return place;
}

static void test_places(const char *where, int default_place)
{
    setenv("STARLOOP_WHERE", where, 1);
    must(sl_init(NULL));
    sl_view *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(1));
    is_int(place_of(cl_where, SL_POLICY(0)), default_place, "STARLOOP_WHERE=%s: a loop that leaves it open", where);
    is_int(place_of(cl_where, SL_POLICY(.where = SL_CPU)), 1000, "STARLOOP_WHERE=%s: SL_CPU", where);
    is_int(place_of(cl_where, SL_POLICY(.where = SL_CUDA)), 1, "STARLOOP_WHERE=%s: SL_CUDA", where);
    is_int(place_of(cl_where, SL_POLICY(.schedule = SL_SEQ)), 1000, "STARLOOP_WHERE=%s: SL_SEQ is for CPUs", where);
    is_int(place_of(cl_host_only, SL_POLICY(0)), 1000, "STARLOOP_WHERE=%s: a kernel that nvcc never saw", where);
    refused(sl_forall_with(SL_POLICY(.where = SL_CUDA), cl_host_only, SL_RANGE(0, 1), y), SL_ERR_DEVICE,
            "SL_CUDA for a kernel that nvcc never saw", "sl_forall: ", "cl_host_only", "policy.where", "SL_CUDA",
            "cuda_launch_nocuda_kernels.c");
    sl_view_destroy(&y);
    must(sl_finalize());
}

/* ---- refused by CUDA ----------------------------------------------------------------------------------------- */

/* As cl_heavy has it. */
static uint64_t heavy(const uint64_t x[], int n, int at)
{
    enum { HEAVY = 80, ROUNDS = 20 };
    uint64_t v[HEAVY], sum = 0;
    for (int k = 0; k < HEAVY; k++)
        v[k] = x[(at + k) % n];
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < HEAVY; k++)
            v[k] = v[k] * 3 + v[(k + 17) % HEAVY] + (uint64_t)round;
    for (int k = 0; k < HEAVY; k++)
        sum ^= v[k] << (k % 8);
    return sum;
}

/* Loops that pile up behind a task on x, so that they may be handed over together: one that runs, one that CUDA refuses
 * and one that reads what that one was to write. */
static void test_refused_among_others(sl_view *x, const uint64_t first_want)
{
    const sl_policy on = {.where = SL_CUDA};
    const sl_policy too_wide = {.where = SL_CUDA, .block = 1024};
    sl_view *a = view_of("a", SL_UINT64, RIGHT, SL_EXTENTS(40, 70));
    sl_view *b = view_of("b", SL_UINT64, RIGHT, SL_EXTENTS(40, 70));
    sl_view *c = view_of("c", SL_UINT64, RIGHT, SL_EXTENTS(40)), *d = view_of("d", SL_UINT64, RIGHT, SL_EXTENTS(40));
    sl_space plane = SL_BOX(0, 40, 0, 70), line = SL_RANGE(0, 40);
    atomic_store(&gate_open, 0);
    must(sl_task(wait_for_gate, NULL, SL_RW(x)));
    must(sl_forall_with(on, cl_heavy, plane, x, a));
    must(sl_forall_with(too_wide, cl_heavy, plane, x, b));
    must(sl_forall_with(on, cl_column, line, b, c));
    must(sl_forall_with(on, cl_column, line, a, d));
    atomic_store(&gate_open, 1);
    surfaces(sl_wait(), SL_ERR_CUDA, "a refused launch among others", "cl_heavy", "block (");
    ok(SL_HOST_READ(uint64_t, b) == NULL && SL_HOST_READ(uint64_t, c) == NULL, "spoils what depends on it");
    const uint64_t *p = SL_HOST_READ(uint64_t, d);
    ok(p && *p == first_want, "and nothing else");
    if (p)
        must(sl_host_end(d));
    sl_view *all[] = {a, b, c, d};
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&all[k]);
}

static void test_refused(void)
{
    enum { N = 500, ROWS = 40, COLUMNS = 70 };
    static uint64_t values[N];
    sl_view *x = view_of("x", SL_UINT64, RIGHT, SL_EXTENTS(N));
    sl_view *y = view_of("y", SL_UINT64, RIGHT, SL_EXTENTS(ROWS, COLUMNS));
    sl_space all = SL_BOX(0, ROWS, 0, COLUMNS);
    uint64_t *p = SL_HOST_WRITE(uint64_t, x), seed = 3;
    for (int k = 0; k < N; k++)
        p[k] = values[k] = random_next(&seed);
    must(sl_host_end(x));
    misuse_logged = 0;
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA, .block = 1024, .label = "too wide"), cl_heavy, all, x, y));
    sl_status status = sl_wait();
    is_int(misuse_logged, 1, "a launch that CUDA refuses is logged once");
    const char *grid = strstr(sl_last_error(), "grid ("), *block = strstr(sl_last_error(), "block (");
    unsigned g[3] = {0, 0, 0}, t[3] = {0, 0, 0};
    ok(grid && block && sscanf(grid, "grid (%u, %u, %u)", &g[0], &g[1], &g[2]) == 3 &&
           sscanf(block, "block (%u, %u, %u)", &t[0], &t[1], &t[2]) == 3 && t[0] * t[1] * t[2] == 1024 &&
           g[0] * t[0] >= COLUMNS && g[1] * t[1] >= ROWS,
       "with its grid and block: \"%s\"", sl_last_error());
    misuse_check(__LINE__, status, SL_ERR_CUDA, 0, "and told by the next wait",
                 (const char *const[]){"kernel cl_heavy", "\"too wide\"", "CUDA device", NULL});
    sl_clear_error();
    ok(SL_HOST_READ(uint64_t, y) == NULL && sl_last_status() == SL_ERR_CUDA, "what it was to write cannot be read");
    for (int way = 0; way < 2; way++) {
        /* By default, and under a tile that this kernel cannot have: the library chooses another block. */
        sl_policy policy = {.where = SL_CUDA, .tile = {way ? 32 : 0, way ? 32 : 0}};
        int wrong = 0;
        must(sl_forall_with(policy, cl_heavy, all, x, y));
        const uint64_t *q = SL_HOST_READ(uint64_t, y);
        for (int i = 0; q && i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                wrong += q[i * COLUMNS + j] != heavy(values, N, i * 31 + j);
        ok(q && wrong == 0, "%s",
           way ? "a tile of 1024 is no block for that kernel" : "later loops run, and are right");
        if (q)
            must(sl_host_end(y));
    }
    is_int(sl_wait(), SL_SUCCESS, "and nothing is left to tell");
    test_refused_among_others(x, heavy(values, N, 0));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

enum { BOUND_ROWS = 40, BOUND_COLUMNS = 70 };

static int heavy_wrong(sl_view *y, const uint64_t values[], int n)
{
    const uint64_t *q = SL_HOST_READ(uint64_t, y);
    int wrong = q == NULL;
    for (int i = 0; q && i < BOUND_ROWS; i++)
        for (int j = 0; j < BOUND_COLUMNS; j++)
            wrong += q[i * BOUND_COLUMNS + j] != heavy(values, n, i * 31 + j);
    if (q)
        must(sl_host_end(y));
    return wrong;
}

/* What a kernel was compiled for, and how many blocks are to fit a multiprocessor. */
static void test_bounds(void)
{
    enum { N = 500 };
    static uint64_t values[N];
    sl_view *x = view_of("x", SL_UINT64, RIGHT, SL_EXTENTS(N));
    sl_view *y = view_of("y", SL_UINT64, RIGHT, SL_EXTENTS(BOUND_ROWS, BOUND_COLUMNS));
    const sl_space all = SL_BOX(0, BOUND_ROWS, 0, BOUND_COLUMNS);
    uint64_t *p = SL_HOST_WRITE(uint64_t, x), seed = 5;
    for (int k = 0; k < N; k++)
        p[k] = values[k] = random_next(&seed);
    must(sl_host_end(x));
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA, .block = 1024), cl_bounded, all, x, y));
    is_int(heavy_wrong(y, values, N), 0, "SL_LAUNCH_BOUNDS 1024: a block may have 1024 threads");
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA), cl_bounded, all, x, y));
    is_int(heavy_wrong(y, values, N), 0, "and has them by default");
    for (int blocks = 1; blocks <= 8; blocks *= 2) {
        must(sl_forall_with(SL_POLICY(.where = SL_CUDA, .min_blocks = blocks), cl_heavy, all, x, y));
        is_int(heavy_wrong(y, values, N), 0, "blocks become smaller until %d fit a multiprocessor", blocks);
    }
    must(sl_forall_with(SL_POLICY(.where = SL_CUDA, .block = 1024, .min_blocks = 3), cl_bounded, all, x, y));
    surfaces(sl_wait(), SL_ERR_CUDA, "more blocks than fit", "cl_bounded", "policy.min_blocks");
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

int main(void)
{
    unsetenv("STARLOOP_WHERE");
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    if (!have_gpu("loops on a GPU")) {
        /* The message without one: tests/call/misuse_policy.c. A loop that leaves it open runs on a CPU. */
        sl_view *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(1));
        is_int(place_of(cl_where, SL_POLICY(0)), 1000, "without a GPU a loop that leaves it open runs on a CPU");
        is_int(place_of(cl_host_only, SL_POLICY(0)), 1000, "and so does one that nvcc never saw");
        sl_view_destroy(&y);
        must(sl_finalize());
        return done_testing();
    }
    test_ranks();
    if (!quick())
        test_huge();
    test_sixteen(1);
    test_sixteen(30011);
    test_scalars();
    for (int layout = RIGHT; layout < LAYOUTS; layout++) {
        test_structs(layout);
        test_turns(layout);
    }
    test_refused();
    test_bounds();
    must(sl_finalize());
    test_places("cuda", 1);
    test_places("cpu", 1000);
    return done_testing();
}
