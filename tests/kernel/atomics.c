/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomics in bodies, and the modifier `atomic`. Values are small whole numbers, so that the sums of floats are exact in
 * any order; the references are plain C loops. */
#include "atomics.h"
#include "loop_testing.h"
#include "misuse.h"

enum { MOST = 20001 };

static const sl_index sizes[] = {0, 1, 2, 63, 1001, MOST};
static const sl_index cell_counts[] = {1, 7};

static const char *const op_name[INTEGER_OPS] = {"ADD",  "SUB", "MIN",   "MAX", "INC", "DEC",
                                                 "EXCH", "CAS", "STORE", "AND", "OR",  "XOR"};

static int value(sl_index i)
{
    return (int)((i * 7919 + i / 13) % 97) + 1;
}

/* How many of the numbers 0 .. n - 1 are missing among the n of them. Sorted by counting. */
static sl_index missing(const double *number, sl_index n)
{
    char *seen = calloc((size_t)n + 1, 1);
    sl_index gone = n;
    for (sl_index i = 0; i < n && seen; i++)
        if (number[i] >= 0 && number[i] < (double)n && !seen[(sl_index)number[i]]) {
            seen[(sl_index)number[i]] = 1;
            gone--;
        }
    free(seen);
    return gone;
}

/* clang-format off */
/* One operation of one type against a loop in plain C. EXCH and STORE leave any one of the values. */
#define AT_TEST(T_, NAME_, TYPE_, OPS_) \
    static T_ apply_##NAME_(int op, T_ x, T_ v) \
    { \
        switch (op) { \
        case ADD: case CAS: return (T_)(x + v); \
        case SUB: return (T_)(x - v); \
        case MIN: return v < x ? v : x; \
        case MAX: return v > x ? v : x; \
        case INC: return (T_)(x + 1); \
        case DEC: return (T_)(x - 1); \
        case AND: return (T_)((uint64_t)x & (uint64_t)v); \
        case OR: return (T_)((uint64_t)x | (uint64_t)v); \
        case XOR: return (T_)((uint64_t)x ^ (uint64_t)v); \
        default: return v; \
        } \
    } \
    static int wrong_##NAME_(int op, sl_schedule schedule, sl_index n, sl_index cells) \
    { \
        sl_view *v = view_of("v", TYPE_, RIGHT, SL_EXTENTS(n)), *c = view_of("c", TYPE_, STRIDED, SL_EXTENTS(cells)), \
                *o = view_of("o", TYPE_, RIGHT, SL_EXTENTS(n)); \
        T_ *p = SL_HOST_WRITE(T_, v), want[8]; \
        for (sl_index i = 0; i < n; i++) \
            p[i] = (T_)value(i); \
        must(sl_host_end(v)); \
        T_ *q = SL_HOST_RDWR(T_, c); \
        for (sl_index b = 0; b < cells; b++) \
            q[b * sl_view_stride(c, 0)] = want[b] = (T_)1000003; \
        must(sl_host_end(c)); \
        must(sl_forall_with(SL_POLICY(.schedule = schedule), at_##NAME_, SL_RANGE(0, n), op, v, c, o)); \
        for (sl_index i = 0; i < n; i++) \
            want[i % cells] = apply_##NAME_(op, want[i % cells], (T_)value(i)); \
        const T_ *got = SL_HOST_READ(T_, c); \
        int bad = 0; \
        for (sl_index b = 0; b < cells; b++) { \
            const T_ g = got[b * sl_view_stride(c, 0)]; \
            const int any = (op == EXCH || op == STORE) && schedule != SL_SEQ && n > cells; \
            if (any ? !(g >= 1 && g <= 97) : g != want[b]) { \
                diag(#T_ " %s, cell %d: got %.17g, want %.17g", op_name[op], (int)b, (double)g, (double)want[b]); \
                bad++; \
            } \
        } \
        must(sl_host_end(c)); \
        sl_view_destroy(&v); \
        sl_view_destroy(&c); \
        sl_view_destroy(&o); \
        return bad; \
    } \
    static void test_##NAME_(void) \
    { \
        for (int op = 0; op < OPS_; op++) { \
            int bad = 0; \
            for (sl_schedule s = SL_AUTO; s <= last_schedule(); s = (sl_schedule)(s + 1)) \
                for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) \
                    for (unsigned m = 0; m < 2; m++) \
                        bad += wrong_##NAME_(op, s, sizes[k], cell_counts[m]); \
            ok(bad == 0, "SL_ATOMIC_%s of " #T_ ", all schedules, sizes, one cell and seven", op_name[op]); \
        } \
        /* old values */ \
        sl_view *v = view_of("v", TYPE_, RIGHT, SL_EXTENTS(MOST)), *c = view_of("c", TYPE_, RIGHT, SL_EXTENTS(1)), \
                *o = view_of("o", TYPE_, RIGHT, SL_EXTENTS(MOST)); \
        T_ *p = SL_HOST_WRITE(T_, v); \
        for (sl_index i = 0; i < MOST; i++) \
            p[i] = 1; \
        must(sl_host_end(v)); \
        static const int counting[] = {ADD, INC, CAS}; \
        for (int k = 0; k < 3; k++) { \
            T_ *q = SL_HOST_WRITE(T_, c); \
            *q = 0; \
            must(sl_host_end(c)); \
            must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), at_##NAME_, SL_RANGE(0, MOST), counting[k], v, \
                                c, o)); \
            static double number[MOST]; \
            const T_ *old = SL_HOST_READ(T_, o); \
            for (sl_index i = 0; i < MOST; i++) \
                number[i] = (double)old[i]; \
            must(sl_host_end(o)); \
            ok(missing(number, MOST) == 0, "SL_ATOMIC_%s of 1 to one " #T_ " gives each old value once", \
               op_name[counting[k]]); \
        } \
        /* the modifier */ \
        sl_view *all = view_of("all", TYPE_, RIGHT, SL_EXTENTS()); \
        T_ *q = SL_HOST_WRITE(T_, c); \
        *q = 5; \
        must(sl_host_end(c)); \
        for (int k = 0; k < 3; k++) \
            must(sl_forall_with(SL_POLICY(.schedule = k == 2 ? SL_SEQ : SL_STATIC), \
                                at_plus_##NAME_, SL_RANGE(0, MOST), v, c, all)); \
        const T_ *got = SL_HOST_READ(T_, c), *sum = SL_HOST_READ(T_, all); \
        ok(*got == (T_)(9 * MOST + 5), "+=, -=, ++ and -- of an atomic argument of " #T_ ": got %.17g, want %d", \
           (double)*got, 9 * MOST + 5); \
        ok(*sum == (T_)(3 * MOST), "+= of an atomic argument of rank 0 of " #T_); \
        must(sl_host_end(c)); \
        must(sl_host_end(all)); \
        sl_view_destroy(&v); \
        sl_view_destroy(&c); \
        sl_view_destroy(&o); \
        sl_view_destroy(&all); \
    }
AT_TYPES(AT_TEST)

#define AT_STRUCT_TEST(NAME_, WORDS_) \
    static void test_##NAME_(void) \
    { \
        enum { N = 4001, CELLS = 3 }; \
        sl_type type = SL_TYPE(struct at_##NAME_); \
        sl_view *c = view_of("c", type, RIGHT, SL_EXTENTS(CELLS)), *o = view_of("o", type, RIGHT, SL_EXTENTS(N)); \
        for (sl_schedule s = SL_AUTO; s <= last_schedule(); s = (sl_schedule)(s + 1)) { \
            struct at_##NAME_ *p = SL_HOST_WRITE(struct at_##NAME_, c); \
            memset(p, 0, CELLS * sizeof *p); \
            must(sl_host_end(c)); \
            must(sl_forall_with(SL_POLICY(.schedule = s), at_cas_##NAME_, SL_RANGE(0, N), c)); \
            const struct at_##NAME_ *q = SL_HOST_READ(struct at_##NAME_, c); \
            int bad = 0; \
            for (int b = 0; b < CELLS; b++) \
                for (int k = 0; k < WORDS_; k++) \
                    bad += q[b].w[k] != (N - b + CELLS - 1) / CELLS; \
            must(sl_host_end(c)); \
            ok(bad == 0, "SL_ATOMIC_CAS of a struct of %d bytes, schedule %d", (int)sizeof *q, (int)s); \
            p = SL_HOST_WRITE(struct at_##NAME_, c); \
            memset(p, 0, CELLS * sizeof *p); \
            must(sl_host_end(c)); \
            must(sl_forall_with(SL_POLICY(.schedule = s), at_exch_##NAME_, SL_RANGE(0, N), c, o)); \
            static double number[N + 1]; \
            q = SL_HOST_READ(struct at_##NAME_, o); \
            int torn = 0; \
            for (int i = 0; i < N; i++) { \
                number[i] = q[i].w[0]; \
                torn += q[i].w[WORDS_ - 1] != q[i].w[0]; \
            } \
            must(sl_host_end(o)); \
            q = SL_HOST_READ(struct at_##NAME_, c); \
            number[N] = q[0].w[0]; \
            must(sl_host_end(c)); \
            ok(torn == 0 && missing(number, N + 1) == 0, \
               "SL_ATOMIC_EXCH of a struct of %d bytes gives each value once and whole, schedule %d", \
               (int)sizeof *q, (int)s); \
        } \
        sl_view_destroy(&c); \
        sl_view_destroy(&o); \
    }
AT_STRUCTS(AT_STRUCT_TEST)
/* clang-format on */

/* Rows that share their sum, in parts; own elements, which a device may keep in registers. */
static void test_own(void)
{
    enum { ROWS = 37, COLUMNS = 1001, N = 5001 };
    sl_view *s = view_of("s", SL_INT64, RIGHT, SL_EXTENTS(ROWS));
    for (int order = 0; order < 2; order++)
        must(sl_forall_with(SL_POLICY(.order = {order, 1 - order}), at_rows, SL_BOX(0, ROWS, 0, COLUMNS), s));
    const int64_t *p = SL_HOST_READ(int64_t, s);
    int bad = 0;
    for (int i = 0; i < ROWS; i++)
        bad += p[i] != (int64_t)COLUMNS * (COLUMNS - 1);
    must(sl_host_end(s));
    ok(bad == 0, "own(0), atomic: rows share their sum");
    sl_view *x = view_of("x", SL_INT32, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_INT32, RIGHT, SL_EXTENTS(N));
    must(sl_forall(at_own, SL_RANGE(0, N), x, y));
    const int32_t *q = SL_HOST_READ(int32_t, x), *r = SL_HOST_READ(int32_t, y);
    bad = 0;
    for (int i = 0; i < N; i++)
        bad += q[i] != 2 || r[i] != 1;
    must(sl_host_end(x));
    must(sl_host_end(y));
    ok(bad == 0, "atomics on own elements");
    sl_view_destroy(&s);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

static void three_loops(sl_index n, double a, sl_view *x, sl_view *h)
{
    must(sl_forall(at_fill, SL_RANGE(0, n), a, x));
    must(sl_forall(at_bins, SL_RANGE(0, n), x, h));
    must(sl_forall(at_scale, SL_RANGE(0, n), h, x));
}

/* Loops in a row that read what an atomic one has written anywhere: at once, queued, in a region. */
static void test_sequences(void)
{
    enum { CELLS = 5, RUNS = 4 };
    static const sl_index lengths[] = {1, 40, 5000, 300000};
    for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (int recorded = 0; recorded < 2; recorded++) {
            const sl_index n = lengths[k];
            sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n)),
                    *h = view_of("h", SL_DOUBLE, RIGHT, SL_EXTENTS(CELLS));
            sl_region *region = NULL;
            if (recorded)
                must(sl_region_begin(&region));
            for (int r = 0; r < (recorded ? 1 : RUNS); r++)
                three_loops(n, 2, x, h);
            if (recorded)
                must(sl_region_end(region));
            for (int r = 0; r < RUNS && recorded; r++)
                must(sl_region_run(region));
            int bad = 0;
            const double *q = SL_HOST_READ(double, h), *p = SL_HOST_READ(double, x);
            for (sl_index b = 0; b < CELLS; b++)
                bad += q[b] != 2. * RUNS * (double)((n - b + CELLS - 1) / CELLS);
            for (sl_index i = 0; i < n; i++)
                bad += p[i] != q[(i + 1) % CELLS];
            must(sl_host_end(h));
            must(sl_host_end(x));
            ok(bad == 0, "loops around an atomic one over %d, %s", (int)n, recorded ? "in a region" : "in a row");
            sl_region_destroy(&region);
            sl_view_destroy(&x);
            sl_view_destroy(&h);
        }
}

/* Reductions of few blocks, whose lanes threads share. */
static void test_reductions(void)
{
    enum { REPEATS = 100 };
    static const sl_index shapes[][2] = {{1, 1}, {37, 51}, {300, 7}, {7, 300}};
    for (unsigned k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const sl_index n = shapes[k][0], m = shapes[k][1];
        sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n * m)),
                *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(n, m)),
                *c = view_of("c", SL_INT64, RIGHT, SL_EXTENTS(1)), *d = view_of("d", SL_INT64, RIGHT, SL_EXTENTS(1)),
                *all = view_of("all", SL_INT64, RIGHT, SL_EXTENTS());
        for (int r = 0; r < REPEATS; r++) {
            double sum = 0;
            must(sl_reduce(at_tally, SL_RANGE(0, n * m), x, c, &sum));
            must(sl_reduce(at_tally_plane, SL_BOX(0, n, 0, m), y, d, all, &sum));
        }
        is_int(*SL_HOST_READ(int64_t, c), REPEATS * n * m, "atomics beside a reduction of %d iterations", (int)(n * m));
        is_int(*SL_HOST_READ(int64_t, d), REPEATS * n * m, "and of %d times %d", (int)n, (int)m);
        is_int(*SL_HOST_READ(int64_t, all), REPEATS * n * m, "and what it scatters");
        must(sl_host_end(c));
        must(sl_host_end(d));
        must(sl_host_end(all));
        sl_view_destroy(&x);
        sl_view_destroy(&y);
        sl_view_destroy(&c);
        sl_view_destroy(&d);
        sl_view_destroy(&all);
    }
}

/* clang-format off */
/* The padding in memory is of ones, before and where the host has copied the members. */
#define AT_PADDED_TEST(NAME_, FIELDS_) \
    static void test_##NAME_(void) \
    { \
        enum { N = 3001 }; \
        struct at_##NAME_ want; \
        sl_view *c = view_of("c", SL_TYPE(struct at_##NAME_), RIGHT, SL_EXTENTS(1)), \
                *got = view_of("got", SL_INT32, RIGHT, SL_EXTENTS(N)); \
        struct at_##NAME_ *p = SL_HOST_WRITE(struct at_##NAME_, c); \
        memset((void *)p, 0xff, sizeof *p); \
        p->a = 0; \
        p->b = 0; \
        must(sl_host_end(c)); \
        want.a = 0; \
        for (int i = 0; i < 4 * N; i++) \
            want.a = (want.a + 1); \
        for (int k = 0; k < 2; k++) { \
            must(sl_forall_with(SL_POLICY(.schedule = k ? SL_SEQ : SL_STATIC), at_count_##NAME_, SL_RANGE(0, N), c)); \
            must(sl_forall_with(SL_POLICY(.schedule = k ? SL_SEQ : SL_STATIC), at_stored_##NAME_, SL_RANGE(0, N), c)); \
        } \
        const struct at_##NAME_ *q = SL_HOST_READ(struct at_##NAME_, c); \
        ok(q->a == want.a, "CAS of a struct of %d bytes with padding (" #NAME_ ") counts: got %g, want %g", \
           (int)sizeof *q, (double)q->a, (double)want.a); \
        must(sl_host_end(c)); \
        must(sl_forall(at_refuse_##NAME_, SL_RANGE(0, N), c, got)); \
        const int32_t *g = SL_HOST_READ(int32_t, got); \
        int wrong = 0; \
        for (int i = 0; i < N; i++) \
            wrong += g[i] != 1; \
        must(sl_host_end(got)); \
        ok(wrong == 0, "SL_ATOMIC_CAS_STORED tells both cases apart (" #NAME_ "): %d of %d are wrong", wrong, N); \
        sl_view_destroy(&c); \
        sl_view_destroy(&got); \
    }
AT_PADDED(AT_PADDED_TEST)
AT_PADDED_BITS(AT_PADDED_TEST)

/* Operands that give the same in any order, unless an operation is lost. */
#define AT_COMPOUND_TEST(T_, NAME_, TYPE_, OPS_) \
    static void test_compound_##NAME_(void) \
    { \
        static const char *const name[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}; \
        for (int op = 0; op < (OPS_ == FLOAT_OPS ? OP_FLOATS : OP_ALL); op++) { \
            enum { N = 10001, CELLS = 2 }; \
            const int shift = op == OP_SHL || op == OP_SHR, n = shift ? 41 : N; \
            sl_view *v = view_of("v", TYPE_, RIGHT, SL_EXTENTS(N)), \
                    *c = view_of("c", TYPE_, STRIDED, SL_EXTENTS(CELLS)); \
            T_ *p = SL_HOST_WRITE(T_, v), want[CELLS]; \
            for (int i = 0; i < n; i++) \
                p[i] = shift ? (T_)(i % 3 == 0) : op == OP_MUL || op == OP_DIV ? (T_)-1 : op == OP_MOD ? (T_)97 : \
                       op == OP_AND ? (T_)~(UINT64_C(1) << i % 7) : (T_)value(i); \
            T_ *q = SL_HOST_RDWR(T_, c); \
            for (int b = 0; b < CELLS; b++) \
                q[b * sl_view_stride(c, 0)] = want[b] = (T_)(op == OP_SHL ? 3 : 1000003); \
            must(sl_host_end(c)); \
            for (int i = 0; i < n; i++) \
                switch (op) { \
                AT_APPLY_##OPS_(want[i % CELLS], p[i]) \
                default: break; \
                } \
            must(sl_host_end(v)); \
            must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), at_compound_##NAME_, SL_RANGE(0, n), op, v, c)); \
            const T_ *got = SL_HOST_READ(T_, c); \
            for (int b = 0; b < CELLS; b++) \
                ok(got[b * sl_view_stride(c, 0)] == want[b], \
                   "%s of an atomic argument of " #T_ ": got %.17g, want %.17g", name[op], \
                   (double)got[b * sl_view_stride(c, 0)], (double)want[b]); \
            must(sl_host_end(c)); \
            sl_view_destroy(&v); \
            sl_view_destroy(&c); \
        } \
    }
AT_TYPES(AT_COMPOUND_TEST)
/* clang-format on */

static void test_misuse(void)
{
    sl_view *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    refused(sl_forall(at_single, SL_RANGE(0, 2), s), SL_ERR_ARGUMENT, "a parallel loop that writes a view of rank 0",
            "sl_forall", "kernel at_single, argument total: ", "got 2 parallel iterations");
    refused(sl_forall_with(SL_POLICY(.schedule = SL_SIMD), at_single, SL_RANGE(0, 2), s), SL_ERR_ARGUMENT,
            "likewise under SL_SIMD", "kernel at_single, argument total: ");
    must(sl_forall(at_single, SL_RANGE(0, 0), s));
    must(sl_forall(at_single, SL_RANGE(3, 4), s));
    must(sl_forall_with(SL_POLICY(.schedule = SL_SEQ), at_single, SL_RANGE(0, 100), s));
    const double *p = SL_HOST_READ(double, s);
    ok(*p == 101, "one iteration, none, and SL_SEQ may write a view of rank 0");
    must(sl_host_end(s));
    sl_view_destroy(&s);
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
#define AT_CALL(T_, NAME_, ...) test_##NAME_();
    AT_TYPES(AT_CALL)
#define AT_CALL_COMPOUND(T_, NAME_, ...) test_compound_##NAME_();
    AT_TYPES(AT_CALL_COMPOUND)
#define AT_CALL_STRUCT(NAME_, ...) test_##NAME_();
    AT_STRUCTS(AT_CALL_STRUCT)
    AT_PADDED(AT_CALL_STRUCT)
    AT_PADDED_BITS(AT_CALL_STRUCT)
    test_own();
    test_sequences();
    test_reductions();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
