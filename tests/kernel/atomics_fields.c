/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomics on small integers, which share words with their neighbours, on complex numbers, and on members of structs;
 * that multiply, divide, and count up to a limit. The references are plain C loops; values give the same in any order,
 * unless an operation is lost. */
#include <complex.h>

#include "atomics_fields.h"
#include "loop_testing.h"

enum { MOST = 5001 };

static const sl_index sizes[] = {0, 1, 2, 63, MOST};
static const sl_index cell_counts[] = {1, 7};

static const char *const op_name[OPS] = {
    "MUL",  "DIV", "INC with a limit", "DEC with a limit", "ADD", "SUB", "MIN", "MAX", "AND", "OR", "XOR", "INC", "DEC",
    "EXCH", "CAS"};

/* The operand of iteration i: one for all where that is a limit; -1 or 1 for quotients. */
static int64_t operand(int op, sl_index i, int is_signed)
{
    switch (op) {
    case DIV: return is_signed && i % 3 != 0 ? -1 : 1 + (i == 11);
    case UP_TO:
    case DOWN_FROM: return 4;
    case MUL: return i % 5 * 2 + 1;
    default: return i * 7919 % 113 + 1;
    }
}

/* clang-format off */
#define AF_TEST(T_, NAME_, TYPE_) \
    static T_ apply_##NAME_(int op, T_ x, T_ v) \
    { \
        switch (op) { \
        case MUL: return (T_)((uint64_t)x * (uint64_t)v); \
        case DIV: return (T_)(x / v); \
        case UP_TO: return (T_)(x >= v ? 0 : x + 1); \
        case DOWN_FROM: return (T_)(x == 0 || x > v ? v : x - 1); \
        case SUB: return (T_)((uint64_t)x - (uint64_t)v); \
        case MIN: return v < x ? v : x; \
        case MAX: return v > x ? v : x; \
        case AND: return (T_)((uint64_t)x & (uint64_t)v); \
        case OR: return (T_)((uint64_t)x | (uint64_t)v); \
        case XOR: return (T_)((uint64_t)x ^ (uint64_t)v); \
        case INC: return (T_)((uint64_t)x + 1); \
        case DEC: return (T_)((uint64_t)x - 1); \
        case EXCH: return v; \
        default: return (T_)((uint64_t)x + (uint64_t)v); \
        } \
    } \
    static int wrong_##NAME_(int op, sl_schedule schedule, sl_index n, sl_index cells, int compound) \
    { \
        sl_view *v = view_of("v", TYPE_, RIGHT, SL_EXTENTS(n)), *c = view_of("c", TYPE_, RIGHT, SL_EXTENTS(cells)), \
                *o = view_of("o", TYPE_, RIGHT, SL_EXTENTS(n)); \
        T_ *p = SL_HOST_WRITE(T_, v), want[8]; \
        for (sl_index i = 0; i < n; i++) \
            p[i] = (T_)operand(op, op == EXCH ? 0 : i, (double)(T_)-1 < 0); \
        must(sl_host_end(v)); \
        T_ *q = SL_HOST_WRITE(T_, c); \
        for (sl_index b = 0; b < cells; b++) \
            q[b] = want[b] = (T_)(op == UP_TO || op == DOWN_FROM ? 3 : 101 + b); \
        must(sl_host_end(c)); \
        must(compound ? COMPOUND_##NAME_(schedule, n, op, v, c) : \
             sl_forall_with(SL_POLICY(.schedule = schedule), af_##NAME_, SL_RANGE(0, n), op, v, c, o)); \
        double given = 0, gave = 0; /* the sum of the old values, which has no order where limits count */ \
        for (sl_index i = 0; i < n; i++) { \
            given += (double)want[i % cells]; \
            want[i % cells] = \
                apply_##NAME_(op, want[i % cells], (T_)operand(op, op == EXCH ? 0 : i, (double)(T_)-1 < 0)); \
        } \
        const T_ *got = SL_HOST_READ(T_, c); \
        int bad = 0; \
        for (sl_index b = 0; b < cells; b++) \
            if (got[b] != want[b]) { \
                diag(#T_ " %s, cell %d: got %.17g, want %.17g", op_name[op], (int)b, (double)got[b], (double)want[b]); \
                bad++; \
            } \
        must(sl_host_end(c)); \
        if (!compound && (op == UP_TO || op == DOWN_FROM || op == EXCH)) { \
            const T_ *old = SL_HOST_READ(T_, o); \
            for (sl_index i = 0; i < n; i++) \
                gave += (double)old[i]; \
            must(sl_host_end(o)); \
            bad += gave != given; \
        } \
        sl_view_destroy(&v); \
        sl_view_destroy(&c); \
        sl_view_destroy(&o); \
        return bad; \
    } \
    static void test_##NAME_(int ops, int compound) \
    { \
        for (int op = 0; op < ops; op++) { \
            int bad = 0; \
            if (compound && (op == UP_TO || op == DOWN_FROM || op == MIN || op == MAX || op > DEC)) \
                continue; \
            for (sl_schedule s = SL_AUTO; s <= last_schedule(); s = (sl_schedule)(s + 1)) \
                for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) \
                    for (unsigned m = 0; m < 2; m++) \
                        bad += wrong_##NAME_(op, s, sizes[k], cell_counts[m], compound); \
            ok(bad == 0, "%s %s of " #T_ ", all schedules, sizes, one cell and seven", \
               compound ? "the operator of" : "SL_ATOMIC", op_name[op]); \
        } \
    }
#define COMPOUND(NAME_) \
    sl_forall_with(SL_POLICY(.schedule = schedule), af_compound_##NAME_, SL_RANGE(0, n), op, v, c)
#define COMPOUND_i8(schedule, n, op, v, c) COMPOUND(i8)
#define COMPOUND_u8(schedule, n, op, v, c) COMPOUND(u8)
#define COMPOUND_i16(schedule, n, op, v, c) COMPOUND(i16)
#define COMPOUND_u16(schedule, n, op, v, c) COMPOUND(u16)
#define COMPOUND_i32(...) SL_ERR_UNSUPPORTED
#define COMPOUND_u32(...) SL_ERR_UNSUPPORTED
#define COMPOUND_i64(...) SL_ERR_UNSUPPORTED
#define COMPOUND_u64(...) SL_ERR_UNSUPPORTED
AF_SMALL(AF_TEST)
AF_WIDE(AF_TEST)

/* By powers of 2, of which products are exact. */
#define AF_TEST_FLOAT(T_, NAME_, TYPE_) \
    static void test_##NAME_(void) \
    { \
        for (int op = MUL; op <= DIV; op++) { \
            sl_view *v = view_of("v", TYPE_, RIGHT, SL_EXTENTS(MOST)), *c = view_of("c", TYPE_, RIGHT, SL_EXTENTS(2)), \
                    *o = view_of("o", TYPE_, RIGHT, SL_EXTENTS(MOST)); \
            int bad = 0; \
            for (sl_schedule s = SL_AUTO; s <= last_schedule(); s = (sl_schedule)(s + 1)) { \
                T_ *p = SL_HOST_WRITE(T_, v), want[2] = {3, -5}; \
                for (int i = 0; i < MOST; i++) { \
                    p[i] = (T_)(i / 2 % 2 ? -0.5 : i % 1001 == 0 ? 4 : 2); \
                    want[i % 2] = op == MUL ? want[i % 2] * p[i] : want[i % 2] / p[i]; \
                } \
                must(sl_host_end(v)); \
                T_ *q = SL_HOST_WRITE(T_, c); \
                q[0] = 3; \
                q[1] = -5; \
                must(sl_host_end(c)); \
                must(sl_forall_with(SL_POLICY(.schedule = s), af_##NAME_, SL_RANGE(0, MOST), op, v, c, o)); \
                const T_ *got = SL_HOST_READ(T_, c); \
                bad += got[0] != want[0] || got[1] != want[1]; \
                must(sl_host_end(c)); \
            } \
            ok(bad == 0, "SL_ATOMIC %s of " #T_ ", all schedules", op_name[op]); \
            sl_view_destroy(&v); \
            sl_view_destroy(&c); \
            sl_view_destroy(&o); \
        } \
    }
AF_FLOATS(AF_TEST_FLOAT)

/* Against C's own complex numbers. Factors are -1, i and -i. */
#define AF_TEST_COMPLEX(T_, NAME_, TYPE_) \
    static int wrong_##NAME_(int op, sl_schedule schedule, int n) \
    { \
        enum { CELLS = 3 }; \
        static const double complex factor[3] = {-1, I, -I}; \
        sl_view *v = view_of("v", TYPE_, RIGHT, SL_EXTENTS(n)), *c = view_of("c", TYPE_, STRIDED, SL_EXTENTS(CELLS)), \
                *o = view_of("o", TYPE_, RIGHT, SL_EXTENTS(n)); \
        T_ *p = SL_HOST_WRITE(T_, v); \
        double complex want[CELLS] = {1 + 2 * I, 3, -4 * I}; \
        for (int i = 0; i < n; i++) { \
            const double complex x = op <= DIV ? factor[i * i % 3] : i % 7 - i % 5 * I; \
            double complex *const w = &want[i % CELLS]; \
            p[i].re = (float)creal(x); \
            p[i].im = (float)cimag(x); \
            *w = op == MUL ? *w * x : op == DIV ? *w / x : op == ADD ? *w + x : *w - x; \
        } \
        must(sl_host_end(v)); \
        T_ *q = SL_HOST_RDWR(T_, c); \
        const sl_index s = sl_view_stride(c, 0); \
        q[0] = (T_){1, 2}; \
        q[s] = (T_){3, 0}; \
        q[2 * s] = (T_){0, -4}; \
        must(sl_host_end(c)); \
        must(sl_forall_with(SL_POLICY(.schedule = schedule), af_##NAME_, SL_RANGE(0, n), op, v, c, o)); \
        const T_ *got = SL_HOST_READ(T_, c); \
        int bad = 0; \
        for (int b = 0; b < CELLS; b++) \
            bad += (double)got[b * s].re != creal(want[b]) || (double)got[b * s].im != cimag(want[b]); \
        must(sl_host_end(c)); \
        sl_view_destroy(&v); \
        sl_view_destroy(&c); \
        sl_view_destroy(&o); \
        return bad; \
    } \
    static void test_##NAME_(void) \
    { \
        static const int complex_op[] = {MUL, DIV, ADD, SUB}, n[] = {0, 1, 2, 63, MOST}; \
        for (int k = 0; k < 4; k++) { \
            int bad = 0; \
            for (sl_schedule s = SL_AUTO; s <= last_schedule(); s = (sl_schedule)(s + 1)) \
                for (unsigned m = 0; m < sizeof n / sizeof *n; m++) \
                    bad += wrong_##NAME_(complex_op[k], s, n[m]); \
            ok(bad == 0, "SL_ATOMIC %s of " #T_ ", all schedules and sizes", op_name[complex_op[k]]); \
        } \
        /* both parts at once */ \
        sl_view *v = view_of("v", TYPE_, RIGHT, SL_EXTENTS(MOST)), *c = view_of("c", TYPE_, RIGHT, SL_EXTENTS(1)), \
                *o = view_of("o", TYPE_, RIGHT, SL_EXTENTS(MOST)); \
        T_ *p = SL_HOST_WRITE(T_, v); \
        for (int i = 0; i < MOST; i++) \
            p[i] = (T_){1, -1}; \
        must(sl_host_end(v)); \
        must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), af_##NAME_, SL_RANGE(0, MOST), ADD, v, c, o)); \
        const T_ *old = SL_HOST_READ(T_, o); \
        static char seen[MOST]; \
        int torn = 0, twice = 0; \
        memset(seen, 0, sizeof seen); \
        for (int i = 0; i < MOST; i++) { \
            torn += old[i].re != -old[i].im; \
            twice += !(old[i].re >= 0 && old[i].re < MOST) || seen[(int)old[i].re]++; \
        } \
        must(sl_host_end(o)); \
        ok(torn == 0 && twice == 0, "SL_ATOMIC_ADD of " #T_ " gives each old value once and whole: %d, %d", torn, \
           twice); \
        sl_view_destroy(&v); \
        sl_view_destroy(&c); \
        sl_view_destroy(&o); \
    }
AF_COMPLEX(AF_TEST_COMPLEX)
/* clang-format on */

static int wrong_members(sl_schedule schedule, int n)
{
    enum { CELLS = 5 };
    const sl_type type = SL_TYPE(struct af_body);
    sl_view *s = view_of("s", type, RIGHT, SL_EXTENTS(CELLS)), *all = view_of("all", type, RIGHT, SL_EXTENTS());
    struct af_body want[CELLS];
    memset(want, 0, sizeof want);
    struct af_body *p = SL_HOST_WRITE(struct af_body, s);
    memset(p, 0, CELLS * sizeof *p);
    must(sl_host_end(s));
    p = SL_HOST_WRITE(struct af_body, all);
    memset(p, 0, sizeof *p);
    p->z.re = 1;
    must(sl_host_end(all));
    must(sl_forall_with(SL_POLICY(.schedule = schedule), af_members, SL_RANGE(0, n), s, all));
    for (int i = 0; i < n; i++) {
        struct af_body *w = &want[i % CELLS];
        w->mass += 0.5;
        for (int k = 0; k < 3; k++)
            w->x[k] += k + 1;
        w->most = (float)i;
        w->count = (int16_t)(w->count + 3);
        w->marks = (uint8_t)(w->marks ^ 1 << i % 7);
        w->turns = (uint8_t)((w->turns + 1) % 5);
        w->z.re += 1;
        w->z.im -= 1;
    }
    const struct af_body *got = SL_HOST_READ(struct af_body, s);
    int bad = 0;
    for (int b = 0; b < CELLS; b++) {
        const struct af_body *g = &got[b], *w = &want[b];
        bad += g->mass != w->mass || g->most != w->most || g->count != w->count || g->marks != w->marks;
        bad += g->turns != w->turns || g->z.re != w->z.re || g->z.im != w->z.im;
        for (int k = 0; k < 3; k++)
            bad += g->x[k] != w->x[k];
    }
    must(sl_host_end(s));
    got = SL_HOST_READ(struct af_body, all);
    static const float turned[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    bad += got->mass != -n || got->count != n || got->z.re != turned[n % 4][0] || got->z.im != turned[n % 4][1];
    must(sl_host_end(all));
    sl_view_destroy(&s);
    sl_view_destroy(&all);
    return bad;
}

static void test_members(void)
{
    static const int n[] = {0, 1, 2, 63, MOST};
    for (sl_schedule s = SL_AUTO; s <= last_schedule(); s = (sl_schedule)(s + 1)) {
        int bad = 0;
        for (unsigned m = 0; m < sizeof n / sizeof *n; m++)
            bad += wrong_members(s, n[m]);
        ok(bad == 0, "atomics on members of structs, with the modifier atomic and without, schedule %d", (int)s);
    }
}

static void test_complex_cells(void)
{
    sl_view *z = view_of("z", SL_TYPE(sl_complex), RIGHT, SL_EXTENTS(2)),
            *all = view_of("all", SL_TYPE(sl_complexf), RIGHT, SL_EXTENTS());
    must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), af_complex_cells, SL_RANGE(0, MOST), z, all));
    const sl_complex *p = SL_HOST_READ(sl_complex, z);
    const sl_complexf *q = SL_HOST_READ(sl_complexf, all);
    ok(p[0].re == (MOST + 1) / 2 && p[0].im == MOST + 1 && p[1].re == MOST / 2 && p[1].im == MOST - 1,
       "SL_ATOMIC_ADD of an atomic argument of complex numbers");
    ok(q->re == -2 * MOST && q->im == -(MOST / 2), "SL_ATOMIC_SUB of one of rank 0");
    must(sl_host_end(z));
    must(sl_host_end(all));
    sl_view_destroy(&z);
    sl_view_destroy(&all);
}

int main(void)
{
    must(sl_init(NULL));
#define AF_CALL_SMALL(T_, NAME_, ...) test_##NAME_(OPS, 0), test_##NAME_(OPS, 1);
    AF_SMALL(AF_CALL_SMALL)
#define AF_CALL_WIDE(T_, NAME_, ...) test_##NAME_(ADD, 0);
    AF_WIDE(AF_CALL_WIDE)
#define AF_CALL(T_, NAME_, ...) test_##NAME_();
    AF_FLOATS(AF_CALL)
    AF_COMPLEX(AF_CALL)
    test_members();
    test_complex_cells();
    must(sl_finalize());
    return done_testing();
}
