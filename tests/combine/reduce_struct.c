/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions over structs, against plain loops. Extreme values and where they are: ties, NaN, sizes around the edges of
 * blocks and lanes, layouts, schedules, split views, threads that share the lanes of a block. Operators that are
 * associative and not commutative: what comes is the result in the order of the iterations, and floating-point ones
 * give the bits of blocks joined pairwise. Structs whose members have operators of their own. */
#include "loop_testing.h"
#include "reduce_struct.h"
#include "task/cores.h"

static const sl_index sizes[] = {1, 2, 31, 32, 33, 1000, 4095, 4096, 4097, 8192, 12289, 123457};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* ---- extreme values ---------------------------------------------------------------------------------------------- */

/* Few values, so that most occur often; of floats a third is NaN. mode 0: so; 1: all the same; 2: nothing but NaN. */
#define TEST_EXTREMES(T, s, largest, smallest) \
    static void extremes_of_##s(void) \
    { \
        const int floats = (T)0.5 != 0; \
        int wrong = 0; \
        for (unsigned k = 0; k < 6 * SIZES; k++) { \
            const sl_index n = sizes[k / 6]; \
            const int mode = (int)(k % 3); \
            uint64_t seed = test_seed(k + 1); \
            sl_view *x = view_of("x", SL_TYPE(T), k % 2 ? RIGHT : STRIDED, SL_EXTENTS(n)); \
            SL_MINMAXLOC(T) want = {largest, smallest, INT64_MAX, INT64_MAX}, all = {0, 0, 0, 0}; \
            SL_LOC(T) lo = {0, 0}, hi = {0, 0}; \
            SL_MINMAX(T) both = {0, 0}; \
            T *p = SL_HOST_WRITE(T, x); \
            for (sl_index i = 0; i < n; i++) { \
                T v = (T)(mode == 1 ? 5 : 20 + random_below(&seed, 9)); \
                if (floats && (mode == 2 || (mode == 0 && random_below(&seed, 3) == 0))) \
                    v = (T)NAN; \
                p[i * sl_view_stride(x, 0)] = v; \
                if (v < want.lo) { \
                    want.lo = v; \
                    want.lo_index = i; \
                } \
                if (v > want.hi) { \
                    want.hi = v; \
                    want.hi_index = i; \
                } \
            } \
            must(sl_host_end(x)); \
            sl_policy policy = SL_POLICY(.schedule = (sl_schedule)(k % (SL_GUIDED + 1))); \
            sl__lanes_always = k / 3 % 2 == 1; \
            must(sl_reduce_with(policy, extremes_##s, SL_RANGE(0, n), x, &lo, &hi, &both, &all)); \
            if ((all.lo != want.lo || all.hi != want.hi || all.lo_index != want.lo_index || \
                 all.hi_index != want.hi_index || lo.value != want.lo || lo.index != want.lo_index || \
                 hi.value != want.hi || hi.index != want.hi_index || both.lo != want.lo || both.hi != want.hi) && \
                wrong++ == 0) \
                diag("%lld elements: got %g at %lld, %g at %lld, want %g at %lld, %g at %lld", (long long)n, \
                     (double)all.lo, (long long)all.lo_index, (double)all.hi, (long long)all.hi_index, \
                     (double)want.lo, (long long)want.lo_index, (double)want.hi, (long long)want.hi_index); \
            must(sl_reduce(extremes_##s, SL_RANGE(0, 0), x, &lo, &hi, &both, &all)); \
            wrong += lo.value != largest || lo.index != INT64_MAX || hi.value != smallest || hi.index != INT64_MAX || \
                     both.lo != largest || both.hi != smallest || all.lo != largest || all.lo_index != INT64_MAX || \
                     all.hi != smallest || all.hi_index != INT64_MAX; \
            sl_view_destroy(&x); \
        } \
        sl__lanes_always = 0; \
        is_int(wrong, 0, "minloc, maxloc, minmax, minmaxloc of %s: smallest index of equal values, NaN never", #T); \
    }
STRUCT_TYPES(TEST_EXTREMES)

static void test_rank3(int layout, int parts)
{
    static const sl_index n[] = {37, 19, 53};
    sl_view *x = view_of("x", SL_FLOAT, layout, (sl_extents){3, {37, 19, 53}});
    sl_view *r = view_of("r", SL_TYPE(SL_MINMAXLOC(float)), RIGHT, SL_EXTENTS(2, 3));
    sl_view *count = view_of("count", SL_INT64, RIGHT, SL_EXTENTS());
    sl_index at[SL_MAX_RANK] = {0}, place_of = 0;
    SL_MINMAXLOC(float) want = {INFINITY, -INFINITY, INT64_MAX, INT64_MAX};
    float *p = SL_HOST_RDWR(float, x);
    uint64_t seed = test_seed((uint64_t)layout + 77);
    do {
        const float v = random_below(&seed, 4) == 0 ? NAN : (float)random_below(&seed, 50);
        p[place(x, at)] = v;
        if (v < want.lo) {
            want.lo = v;
            want.lo_index = place_of;
        }
        if (v > want.hi) {
            want.hi = v;
            want.hi_index = place_of;
        }
        place_of++;
    } while (next_point(3, n, at));
    must(sl_host_end(x));
    if (parts > 1)
        must(sl_view_split(x, SL_SPLIT(parts)));
    for (int k = 0; k < 2 * (SL_GUIDED + 1); k++) {
        const sl_schedule schedule = (sl_schedule)(k / 2);
        sl__lanes_always = k % 2;
        must(sl_forall_with(SL_POLICY(.schedule = schedule), extremes_rank3, SL_BOX(0, 37, 0, 19, 0, 53), x,
                            SL_INTO(r, 1, 2), SL_INTO(count)));
        const SL_MINMAXLOC(float) *q = SL_HOST_READ(SL_MINMAXLOC(float), r);
        const int64_t *c = SL_HOST_READ(int64_t, count);
        ok(q[5].lo == want.lo && q[5].hi == want.hi && q[5].lo_index == want.lo_index &&
               q[5].hi_index == want.hi_index && *c == place_of,
           "minmaxloc beside a sum, rank 3, %s, %d parts, schedule %d%s", layout_name[layout], parts, (int)schedule,
           k % 2 ? ", threads share blocks' lanes" : "");
        must(sl_host_end(r));
        must(sl_host_end(count));
    }
    sl__lanes_always = 0;
    sl_view_destroy(&x);
    sl_view_destroy(&r);
    sl_view_destroy(&count);
}

/* ---- in order ---------------------------------------------------------------------------------------------------- */

static void join_matrix(matrix *p, uint32_t v)
{
    const matrix q = {v, 1, v >> 3 | 1, 2};
    const matrix m = {p->a * q.a + p->b * q.c, p->a * q.b + p->b * q.d, p->c * q.a + p->d * q.c,
                      p->c * q.b + p->d * q.d};
    *p = m;
}

static void join_maps(maps *f, uint32_t v)
{
    for (uint32_t k = 0; k < 16; k++) {
        f->b[k] = (uint64_t)(v + k) * f->b[k] + (v ^ k);
        f->a[k] *= (uint64_t)(v + k);
    }
}

static double pairs(const double block[], sl_index count)
{
    sl_index half = 1;
    if (count <= 1)
        return count == 1 ? block[0] : 0;
    while (2 * half < count)
        half *= 2;
    return pairs(block, half) + pairs(block + half, count - half);
}

/* Blocks of so many iterations, each from left to right, then pairs of neighbours. */
static double in_blocks(const uint32_t v[], sl_index count, sl_index length)
{
    sl_index blocks = (count + length - 1) / length;
    double *block = calloc((size_t)blocks + 1, sizeof *block);
    for (sl_index i = 0; i < count; i++)
        block[i / length] += 1.0 / (1.0 + v[i]);
    double sum = pairs(block, blocks);
    free(block);
    return sum;
}

/* On CPUs the blocks' sum; on a GPU, whose blocks are others, nearly that, and the same bits each time. */
static int is_sum(double got, double want, double *first)
{
    if (!on_gpu())
        return got == want;
    if (*first == 0)
        *first = got;
    return got == *first && fabs(got - want) <= 1e-13 * want;
}

/* Iterations of a block in order: one of 64, from 64 to 4096. */
static sl_index ordered_block(sl_index n)
{
    const sl_index length = (n + 63) / 64;
    return length < 64 ? 64 : length > 4096 ? 4096 : length;
}

/* A view of random numbers, and these in the order of C. */
static sl_view *numbers(int layout, sl_extents e, uint32_t v[])
{
    sl_view *x = view_of("x", SL_UINT32, layout, e);
    sl_index at[SL_MAX_RANK] = {0}, i = 0;
    uint64_t seed = test_seed(17);
    uint32_t *p = SL_HOST_RDWR(uint32_t, x);
    do {
        p[place(x, at)] = v[i++] = (uint32_t)random_below(&seed, 1 << 30);
    } while (next_point(e.rank, e.n, at));
    must(sl_host_end(x));
    return x;
}

static int same_matrix(const matrix *a, const matrix *b)
{
    return a->a == b->a && a->b == b->b && a->c == b->c && a->d == b->d;
}

/* The last schedule to try: on a GPU one is enough, and SL_SEQ would run on a CPU. */
static sl_schedule most_schedules(void)
{
    return on_gpu() ? SL_AUTO : SL_GUIDED;
}

static void test_lines(void)
{
    uint32_t *v = malloc(123457 * sizeof *v);
    for (unsigned k = 0; k < SIZES; k++)
        for (int layout = RIGHT; layout < LAYOUTS; layout += 2) {
            const sl_index n = sizes[k];
            matrix m, want_m = {1, 0, 0, 1};
            maps f, want_f;
            run r;
            plain_sum s;
            sl_view *x = numbers(layout, SL_EXTENTS(n), v);
            for (int j = 0; j < 16; j++) {
                want_f.a[j] = 1;
                want_f.b[j] = 0;
            }
            for (sl_index i = 0; i < n; i++) {
                join_matrix(&want_m, v[i]);
                join_maps(&want_f, v[i]);
            }
            int good = 1;
            double first = 0;
            for (int parts = 1; parts <= 4; parts += 3) {
                if (parts > 1)
                    must(sl_view_split(x, SL_SPLIT(parts)));
                for (sl_schedule schedule = SL_AUTO; schedule <= most_schedules(); schedule++) {
                    must(sl_reduce_with(SL_POLICY(.where = one_kind(), .schedule = schedule), in_order_1,
                                        SL_RANGE(0, n), x, &m, &r, &f, &s));
                    good &= same_matrix(&m, &want_m) && memcmp(&f, &want_f, sizeof f) == 0;
                    good &= r.count == n && r.first == 0 && r.last == n - 1 && !r.broken;
                    good &= is_sum(s.s, in_blocks(v, n, ordered_block(n)), &first);
                }
            }
            ok(good, "%lld, %s: matrices, runs, maps and sums come in order, by any schedule, in parts", (long long)n,
               layout_name[layout]);
            must(sl_reduce(in_order_1, SL_RANGE(1, 1), x, &m, &r, &f, &s));
            ok(m.a == 1 && m.b == 0 && r.count == 0 && f.a[15] == 1 && s.s == 0, "over nothing the identities");
            sl_view_destroy(&x);
        }
    free(v);
}

/* Planes: of short rows, of rows as long as a block, of longer ones; the blocks are runs of so many iterations, the
 * rows of a block whole where they fit. */
static void test_planes(int layout)
{
    static const struct {
        sl_index n0, n1;
    } shape[] = {{1, 1},    {300, 7},  {7, 300},  {64, 64},  {100, 100},
                 {3, 4096}, {5, 5000}, {2, 9001}, {5000, 1}, {1, 5000}};
    uint32_t *v = malloc(30000 * sizeof *v);
    for (unsigned k = 0; k < sizeof shape / sizeof *shape; k++) {
        const sl_index n0 = shape[k].n0, n1 = shape[k].n1, n = n0 * n1;
        sl_view *x = numbers(layout, SL_EXTENTS(n0, n1), v),
                *target = view_of("m", SL_TYPE(matrix), RIGHT, SL_EXTENTS(3));
        sl_view *runs = view_of("r", SL_TYPE(run), RIGHT, SL_EXTENTS()),
                *sum = view_of("s", SL_TYPE(plain_sum), RIGHT, SL_EXTENTS());
        matrix want = {1, 0, 0, 1};
        double want_sum = 0;
        for (sl_index i = 0; i < n; i++)
            join_matrix(&want, v[i]);
        const sl_index length = ordered_block(n);
        if (n1 < length) {
            want_sum = in_blocks(v, n, (length + n1 - 1) / n1 * n1);
        } else { /* each row is cut anew */
            const sl_index each = (n1 + length - 1) / length;
            double *block = calloc((size_t)(n0 * each), sizeof *block);
            for (sl_index i = 0; i < n; i++)
                block[i / n1 * each + i % n1 / length] += 1.0 / (1.0 + v[i]);
            want_sum = pairs(block, n0 * each);
            free(block);
        }
        int good = 1;
        double first = 0;
        for (int parts = 1; parts <= 3; parts += 2) {
            if (parts > 1)
                must(sl_view_split(x, SL_SPLIT(parts)));
            for (sl_schedule schedule = SL_AUTO; schedule <= most_schedules(); schedule++) {
                must(sl_forall_with(SL_POLICY(.where = one_kind(), .schedule = schedule), in_order_2,
                                    SL_BOX(0, n0, 0, n1), x, n1, SL_INTO(target, 1), SL_INTO(runs), SL_INTO(sum)));
                const matrix *m = SL_HOST_READ(matrix, target);
                const run *r = SL_HOST_READ(run, runs);
                const plain_sum *s = SL_HOST_READ(plain_sum, sum);
                good &= same_matrix(&m[1], &want) && m[0].a == 0 && m[2].d == 0;
                good &=
                    r->count == n && r->first == 0 && r->last == n - 1 && !r->broken && is_sum(s->s, want_sum, &first);
                must(sl_host_end(target));
                must(sl_host_end(runs));
                must(sl_host_end(sum));
            }
        }
        ok(good, "%lld x %lld, %s: in lexicographic order, into views, in parts", (long long)n0, (long long)n1,
           layout_name[layout]);
        sl_view_destroy(&x);
        sl_view_destroy(&target);
        sl_view_destroy(&runs);
        sl_view_destroy(&sum);
    }
    free(v);
}

static void test_rank4(int layout)
{
    static const sl_index shape[][4] = {
        {7, 5, 11, 13}, {2, 90, 3, 70}, {3, 2, 4097, 2}, {40, 1, 1, 300}, {5, 5000, 1, 1}};
    uint32_t *v = malloc(60000 * sizeof *v);
    for (unsigned k = 0; k < sizeof shape / sizeof *shape; k++) {
        const sl_index *n = shape[k], count = n[0] * n[1] * n[2] * n[3];
        sl_view *x = numbers(layout, (sl_extents){4, {n[0], n[1], n[2], n[3]}}, v);
        matrix want = {1, 0, 0, 1}, m;
        run r;
        int good = 1;
        for (sl_index i = 0; i < count; i++)
            join_matrix(&want, v[i]);
        for (sl_schedule schedule = SL_AUTO; schedule <= SL_GUIDED; schedule++) {
            must(sl_reduce_with(SL_POLICY(.schedule = schedule), in_order_4, SL_BOX(0, n[0], 0, n[1], 0, n[2], 0, n[3]),
                                x, n[1], n[2], n[3], &m, &r));
            good &= same_matrix(&m, &want) && r.count == count && r.first == 0 && r.last == count - 1 && !r.broken;
        }
        ok(good, "%lld x %lld x %lld x %lld, %s: in lexicographic order", (long long)n[0], (long long)n[1],
           (long long)n[2], (long long)n[3], layout_name[layout]);
        sl_view_destroy(&x);
    }
    free(v);
}

static void test_eight(void)
{
    enum { N = 50000 };
    uint32_t *v = malloc(N * sizeof *v), hi, want_hi = 0;
    sl_view *x = numbers(RIGHT, SL_EXTENTS(N), v), *z = view_of("z", SL_UINT32, RIGHT, SL_EXTENTS(N));
    double s, want_s = 0;
    matrix m, want_m = {1, 0, 0, 1};
    SL_LOC(uint32_t) lo, want_lo = {UINT32_MAX, 0};
    maps f, want_f;
    uint8_t b, want_b = 0;
    SL_MINMAX(uint32_t) e;
    run r;
    for (int j = 0; j < 16; j++) {
        want_f.a[j] = 1;
        want_f.b[j] = 0;
    }
    for (sl_index i = 0; i < N; i++) {
        want_s += v[i];
        join_matrix(&want_m, v[i]);
        join_maps(&want_f, v[i]);
        if (v[i] < want_lo.value) {
            want_lo.value = v[i];
            want_lo.index = i;
        }
        want_hi = v[i] > want_hi ? v[i] : want_hi;
        want_b = (uint8_t)(want_b ^ v[i]);
    }
    must(sl_reduce(eight, SL_RANGE(0, N), x, &s, &m, &lo, &hi, &f, &b, &e, &r, z));
    ok(s == want_s && same_matrix(&m, &want_m) && lo.value == want_lo.value && lo.index == want_lo.index &&
           hi == want_hi && memcmp(&f, &want_f, sizeof f) == 0 && b == want_b && e.lo == want_lo.value &&
           e.hi == want_hi && r.count == N && !r.broken,
       "eight reductions of all sorts in a loop that writes a view");
    const uint32_t *q = SL_HOST_READ(uint32_t, z);
    int wrong = 0;
    for (sl_index i = 0; i < N; i++)
        wrong += q[i] != v[i] + 1;
    is_int(wrong, 0, "and that view is written");
    must(sl_host_end(z));
    sl_view_destroy(&x);
    sl_view_destroy(&z);
    free(v);
}

/* ---- member by member ------------------------------------------------------------------------------------------- */

static const struct members members_none = {1, -INFINITY, 0, INFINITY, 0, 1, 0, UINT64_MAX, 0};

static void join_members(struct members *m, uint32_t v)
{
    m->all = m->all && v != 7;
    m->high = v % 100000 > m->high ? v % 100000 : m->high;
    m->any = m->any || v == 7;
    m->low = -(float)(v % 1000) < m->low ? -(float)(v % 1000) : m->low;
    m->sum += v;
    m->product *= v | 1;
    m->ones = (int8_t)(m->ones | (int8_t)(v & 5));
    m->both &= v | 0x8001;
    m->odd = (uint16_t)(m->odd ^ v);
}

static int same_members(const struct members *a, const struct members *b)
{
    return a->all == b->all && a->high == b->high && a->any == b->any && a->low == b->low && a->sum == b->sum &&
           a->product == b->product && a->ones == b->ones && a->both == b->both && a->odd == b->odd;
}

static void test_members_of_lines(void)
{
    uint32_t *v = malloc(123457 * sizeof *v);
    for (unsigned k = 0; k < SIZES; k++)
        for (int layout = RIGHT; layout < LAYOUTS; layout += 2) {
            const sl_index n = sizes[k];
            struct members want = members_none, got;
            int64_t count;
            int good = 1;
            sl_view *x = numbers(layout, SL_EXTENTS(n), v);
            if (k % 2) { /* one that the truth values of the struct look for, in the middle */
                uint32_t *p = SL_HOST_RDWR(uint32_t, x);
                p[n / 2 * sl_view_stride(x, 0)] = v[n / 2] = 7;
                must(sl_host_end(x));
            }
            for (sl_index i = 0; i < n; i++)
                join_members(&want, v[i]);
            for (int j = 0; j < 2 * ((int)most_schedules() + 1); j++) {
                sl__lanes_always = j % 2;
                must(sl_reduce_with(SL_POLICY(.where = one_kind(), .schedule = (sl_schedule)(j / 2)), members_1,
                                    SL_RANGE(0, n), x, &got, &count));
                good &= same_members(&got, &want) && count == n;
            }
            sl__lanes_always = 0;
            ok(good, "%lld, %s: members by nine operators, beside a sum", (long long)n, layout_name[layout]);
            must(sl_reduce(members_1, SL_RANGE(1, 1), x, &got, &count));
            ok(same_members(&got, &members_none) && count == 0, "over nothing each has its identity");
            sl_view_destroy(&x);
        }
    free(v);
}

static void test_members_of_boxes(int layout)
{
    static const sl_index shape[][3] = {{1, 1, 1}, {37, 19, 53}, {5, 3, 9001}, {9001, 1, 3}, {16, 2, 16}};
    uint32_t *v = malloc(140000 * sizeof *v);
    for (unsigned k = 0; k < sizeof shape / sizeof *shape; k++) {
        const sl_index *n = shape[k], count = n[0] * n[1] * n[2];
        sl_view *x = numbers(layout, (sl_extents){3, {n[0], n[1], n[2]}}, v),
                *m = view_of("m", SL_TYPE(struct members), RIGHT, SL_EXTENTS());
        struct members want = members_none;
        int good = 1;
        for (sl_index i = 0; i < count; i++)
            join_members(&want, v[i]);
        for (int j = 0; j < 2 * ((int)most_schedules() + 1); j++) {
            sl__lanes_always = j % 2;
            must(sl_forall_with(SL_POLICY(.where = one_kind(), .schedule = (sl_schedule)(j / 2)), members_3,
                                SL_BOX(0, n[0], 0, n[1], 0, n[2]), x, SL_INTO(m)));
            const struct members *got = SL_HOST_READ(struct members, m);
            good &= same_members(got, &want);
            must(sl_host_end(m));
        }
        sl__lanes_always = 0;
        ok(good, "%lld x %lld x %lld, %s: members by nine operators", (long long)n[0], (long long)n[1], (long long)n[2],
           layout_name[layout]);
        sl_view_destroy(&x);
        sl_view_destroy(&m);
    }
    free(v);
}

static void test_refused(void)
{
    struct members members;
    int64_t count;
    sl_view *x = view_of("x", SL_UINT32, RIGHT, SL_EXTENTS(2, 2)),
            *bad = view_of("bad", SL_TYPE(maps), RIGHT, SL_EXTENTS());
    sl_view *good = view_of("good", SL_TYPE(matrix), RIGHT, SL_EXTENTS()),
            *s = view_of("s", SL_TYPE(plain_sum), RIGHT, SL_EXTENTS());
    is_int(sl_forall(in_order_2, SL_BOX(0, 2, 0, 2), x, (sl_index)2, SL_INTO(good), SL_INTO(bad), SL_INTO(s)),
           SL_ERR_TYPE, "a target of another struct is refused");
    const char *sentence =
        "sl_forall: kernel in_order_2, argument r: expected SL_INTO of a view of run, got \"bad\" of maps";
    if (!ok(strstr(sl_last_error(), sentence) != NULL, "in a sentence"))
        diag("got \"%s\"", sl_last_error());
    sl_view *line = view_of("line", SL_UINT32, RIGHT, SL_EXTENTS(3));
    is_int(sl_reduce_with(SL_POLICY(.where = SL_CUDA, .reproducible = SL_ACROSS_DEVICES), members_1, SL_RANGE(0, 3),
                          line, &members, &count),
           sl_gpus() > 0 ? SL_ERR_UNSUPPORTED : SL_ERR_DEVICE, "a GPU is refused members in the order of CPUs");
    sl_view_destroy(&line);
    sl_view_destroy(&x);
    sl_view_destroy(&bad);
    sl_view_destroy(&good);
    sl_view_destroy(&s);
}

int main(void)
{
    must(sl_init(NULL));
#define RUN(T, s, largest, smallest) extremes_of_##s();
    STRUCT_TYPES(RUN)
#undef RUN
    for (int layout = RIGHT; layout < LAYOUTS; layout++) {
        for (int parts = 1; parts <= 4; parts += 3)
            test_rank3(layout, parts);
        test_planes(layout);
        test_rank4(layout);
        test_members_of_boxes(layout);
    }
    test_lines();
    test_members_of_lines();
    test_eight();
    test_refused();
    must(sl_finalize());
    return done_testing();
}
