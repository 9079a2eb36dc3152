/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans of views of complex numbers, and of values with their places, against plain loops. Complex numbers are whole,
 * products of 1, i, -1, -i and of 2 and 1/2 in turn, so that every order of joining gives one result; sums of fractions
 * are compared to the last bit with those of other threads and layouts.
 *
 * The quick form leaves out half of the sizes. */
#include "loop_testing.h"
#include "kernel/scan.h"
#include "task/cores.h"

enum { MOST = 16 }; /* bytes of an element */

/* What is scanned. */
typedef struct subject {
    const char *name;
    sl_type type;
    size_t size;
    sl_operator op;
    void (*fill)(void *element, sl_index i, uint64_t *seed);
    void (*nothing)(sl_operator op, void *element);
    void (*join)(sl_operator op, void *a, const void *b); /* into a */
    int (*same)(const void *a, const void *b);
    void (*say)(char text[64], const void *element);
} subject;

/* ---- complex numbers --------------------------------------------------------------------------------------- */

#define COMPLEX(T) \
    static void fill_##T(void *element, sl_index i, uint64_t *seed) \
    { \
        const uint64_t r = random_next(seed); \
        T *z = element; \
        z->re = (int)(r % 201) - 100; \
        z->im = (int)(r / 256 % 201) - 100; \
        (void)i; \
    } \
    static void fill_turns_##T(void *element, sl_index i, uint64_t *seed) \
    { \
        const uint64_t r = random_next(seed) % 4; \
        T *z = element; \
        z->re = r == 0 ? 1 : r == 2 ? -1 : 0; \
        z->im = r == 1 ? 1 : r == 3 ? -1 : 0; \
        if (i % 5 == 0) { \
            z->re *= i % 10 == 0 ? 2 : 0.5F; \
            z->im *= i % 10 == 0 ? 2 : 0.5F; \
        } \
    } \
    static void nothing_##T(sl_operator op, void *element) \
    { \
        *(T *)element = (T){op == SL_PROD, 0}; \
    } \
    static void join_##T(sl_operator op, void *element, const void *other) \
    { \
        T *a = element, z = *a; \
        const T *b = other; \
        a->re = op == SL_SUM ? z.re + b->re : z.re * b->re - z.im * b->im; \
        a->im = op == SL_SUM ? z.im + b->im : z.re * b->im + z.im * b->re; \
    } \
    static int same_##T(const void *a, const void *b) \
    { \
        return ((const T *)a)->re == ((const T *)b)->re && ((const T *)a)->im == ((const T *)b)->im; \
    } \
    static void say_##T(char text[64], const void *element) \
    { \
        snprintf(text, 64, "(%g, %g)", (double)((const T *)element)->re, (double)((const T *)element)->im); \
    }
COMPLEX(sl_complex)
COMPLEX(sl_complexf)

/* ---- values and places ------------------------------------------------------------------------------------- */

/* Few values, so that many are equal; indices in no order, so that the smallest one is not the first one. Of fractions
 * some are NaN. */
#define PLACE(E, CODE, T, TEXT) \
    static void fill_##T(void *element, sl_index i, uint64_t *seed) \
    { \
        const uint64_t r = random_next(seed); \
        sl_loc_##T *x = element; \
        const int is_float = (T)0.5 != (T)0, is_signed = (T)-1 < (T)1; \
        x->value = (T)((int)(r % 17) * 7 - (is_signed ? 56 : 0)); \
        if (is_float && r % 13 == 0) \
            x->value = (T)NAN; \
        x->index = (sl_index)(r / 1024 % 100000) - i; \
    } \
    static void nothing_##T(sl_operator op, void *element) \
    { \
        sl_loc_##T *x = element; \
        const int width = 8 * (int)sizeof(T), is_float = (T)0.5 != (T)0, is_signed = (T)-1 < (T)1; \
        const uint64_t most = UINT64_MAX >> (64 - width + is_signed); \
        x->index = INT64_MAX; \
        if (is_float) \
            x->value = (T)(op == SL_MINLOC ? INFINITY : -INFINITY); \
        else if (op == SL_MINLOC) \
            x->value = (T)most; \
        else \
            x->value = (T)(is_signed ? -(int64_t)most - 1 : 0); \
    } \
    static void join_##T(sl_operator op, void *element, const void *other) \
    { \
        sl_loc_##T *a = element; \
        const sl_loc_##T *b = other; \
        const int beyond = op == SL_MINLOC ? b->value < a->value : b->value > a->value; \
        if (beyond || (b->value == a->value && b->index < a->index)) { \
            a->value = b->value; \
            a->index = b->index; \
        } \
    } \
    static int same_##T(const void *a, const void *b) \
    { \
        const sl_loc_##T *x = a, *y = b; \
        const int nan = x->value != x->value && y->value != y->value; /* an initial value that stays */ \
        return (nan || x->value == y->value) && x->index == y->index; \
    } \
    static void say_##T(char text[64], const void *element) \
    { \
        const sl_loc_##T *x = element; \
        snprintf(text, 64, "%g at %lld", (double)x->value, (long long)x->index); \
    }
SL_TYPE_TABLE(PLACE)

#define PLACES(E, CODE, T, TEXT) \
    {"minima of SL_LOC(" TEXT ")", 0, 0, SL_MINLOC, fill_##T, nothing_##T, join_##T, same_##T, say_##T}, \
        {"maxima of SL_LOC(" TEXT ")", 0, 0, SL_MAXLOC, fill_##T, nothing_##T, join_##T, same_##T, say_##T},
#define COMPLEXES(T) \
    {"sums of " #T, 0, 0, SL_SUM, fill_##T, nothing_##T, join_##T, same_##T, say_##T}, \
        {"products of " #T, 0, 0, SL_PROD, fill_turns_##T, nothing_##T, join_##T, same_##T, say_##T},
static subject subjects[] = {COMPLEXES(sl_complex) COMPLEXES(sl_complexf) SL_TYPE_TABLE(PLACES)};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* Types of structs have numbers at run time only. */
static void know_types(void)
{
#define KNOW(E, CODE, T, TEXT) SL_TYPE(SL_LOC(T)),
    const sl_type types[] = {SL_TYPE(sl_complex), SL_TYPE(sl_complexf), SL_TYPE_TABLE(KNOW)};
    for (int k = 0; k < SUBJECTS; k++) {
        subjects[k].type = types[k / 2];
        subjects[k].size = sl_type_size(types[k / 2]);
    }
}

/* ---- lines ------------------------------------------------------------------------------------------------- */

typedef struct asked {
    int rank, dim, exclusive, given, in_place, from, to;
    sl_index n[3];
    sl_policy policy;
} asked;

/* What it should become: a plain loop over each line. */
static void plain(const subject *s, const asked *a, const void *initial, const char *x, char *y)
{
    sl_index inner = 1, count = points(a->rank, a->n);
    for (int d = a->rank - 1; d > a->dim; d--)
        inner *= a->n[d];
    for (sl_index i = 0; i < count; i++) {
        char sum[MOST];
        const char *v = x + (size_t)i * s->size;
        char *to = y + (size_t)i * s->size;
        const sl_index k = i / inner % a->n[a->dim];
        if (k == 0)
            memcpy(sum, initial, s->size);
        else
            memcpy(sum, to - (size_t)inner * s->size, s->size);
        if (!a->exclusive)
            s->join(s->op, sum, v);
        else if (k > 0)
            s->join(s->op, sum, v - (size_t)inner * s->size);
        memcpy(to, sum, s->size);
    }
}

/* Copies between an array in the order of C and a view. */
static void move(sl_view *view, const subject *s, const asked *a, char *array, int into)
{
    sl_index x[SL_MAX_RANK] = {0}, at = 0;
    char *p = sl_host_begin(view, into ? SL_WRITE : SL_READ, s->type, "move");
    for (int more = points(a->rank, a->n) > 0; more; more = next_point(a->rank, a->n, x), at++) {
        char *element = p + (size_t)place(view, x) * s->size, *other = array + (size_t)at * s->size;
        memcpy(into ? element : other, into ? other : element, s->size);
    }
    must(sl_host_end(view));
}

static int scan_is(const subject *s, const asked *a, uint64_t *seed)
{
    const size_t count = (size_t)points(a->rank, a->n), bytes = (count + 1) * s->size;
    char *in = calloc(1, bytes), *want = calloc(1, bytes), *got = calloc(1, bytes), initial[MOST] = {0};
    sl_extents e = {.rank = a->rank};
    int good = 1;
    memcpy(e.n, a->n, (size_t)a->rank * sizeof *a->n);
    sl_view *from = view_of("from", s->type, a->from, e);
    sl_view *to = a->in_place ? from : view_of("to", s->type, a->to, e);
    for (size_t i = 0; i < count; i++)
        s->fill(in + i * s->size, (sl_index)i, seed);
    s->nothing(s->op, initial);
    if (a->given)
        s->fill(initial, 1, seed);
    move(from, s, a, in, 1);
    if (a->exclusive)
        must(sl_scan_exclusive_with(a->policy, s->op, a->dim, a->given ? initial : NULL, from, to));
    else
        must(sl_scan_inclusive_with(a->policy, s->op, a->dim, from, to));
    move(to, s, a, got, 0);
    plain(s, a, initial, in, want);
    for (size_t i = 0; i < count && good; i++) {
        char a_text[64], b_text[64];
        good = s->same(got + i * s->size, want + i * s->size);
        if (good)
            continue;
        s->say(a_text, got + i * s->size);
        s->say(b_text, want + i * s->size);
        diag("element %zu of %s %s along %d, extents %lld %lld %lld: got %s, want %s", i,
             a->exclusive ? "exclusive" : "inclusive", s->name, a->dim, (long long)a->n[0], (long long)a->n[1],
             (long long)a->n[2], a_text, b_text);
    }
    if (!a->in_place)
        sl_view_destroy(&to);
    sl_view_destroy(&from);
    free(in);
    free(want);
    free(got);
    return good;
}

static void test_lines(const subject *s, uint64_t *seed)
{
    static const sl_index sizes[] = {0, 1, 2, 65, 999, 1001, 2049, 16001, 70001};
    for (int kind = 0; kind < 6; kind++) {
        int good = 1, tried = 0;
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k += 1 + (unsigned)quick(), tried++) {
            asked a = {.rank = 1,
                       .exclusive = kind % 3 > 0,
                       .given = kind % 3 == 2,
                       .in_place = kind >= 3,
                       .from = (int)k % 2 * STRIDED,
                       .to = (int)k / 2 % 2 * STRIDED,
                       .n = {sizes[k], 1, 1}};
            a.policy = launched((sl_policy){.schedule = (sl_schedule)((int)k % ((int)last_schedule() + 1))}, tried);
            good &= scan_is(s, &a, seed);
        }
        ok(good, "%s, %s%s%s, are those of a plain loop for %d sizes", s->name, kind % 3 ? "exclusive" : "inclusive",
           kind % 3 == 2 ? " from a given value on" : "", kind >= 3 ? ", in place" : "", tried);
    }
}

static void test_shapes(const subject *s, uint64_t *seed)
{
    static const asked shapes[] = {{.rank = 2, .n = {3, 5, 1}},     {.rank = 2, .n = {0, 4, 1}},
                                   {.rank = 2, .n = {1001, 3, 1}},  {.rank = 2, .n = {3, 2049, 1}},
                                   {.rank = 2, .n = {150, 301, 1}}, {.rank = 3, .n = {3, 17, 1001}},
                                   {.rank = 3, .n = {300, 5, 7}}};
    int good = 1, tried = 0;
    for (unsigned k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int dim = 0; dim < shapes[k].rank; dim++)
            for (int layout = 0; layout < LAYOUTS; layout++, tried++) {
                asked a = shapes[k];
                a.dim = dim;
                a.exclusive = tried % 2;
                a.in_place = tried % 3 == 0;
                a.from = layout;
                a.to = tried % 5 % LAYOUTS;
                good &= scan_is(s, &a, seed);
            }
    ok(good, "%s along each dimension of ranks 2 and 3, in any layout, are those of plain loops", s->name);
}

/* ---- special values ---------------------------------------------------------------------------------------- */

enum { MANY = 40001 };

static sl_complex *fractions(int layout, const sl_complex x[])
{
    sl_complex *y = malloc(MANY * sizeof *y);
    sl_view *from = view_of("x", SL_TYPE(sl_complex), layout, SL_EXTENTS(MANY));
    sl_view *to = view_of("y", SL_TYPE(sl_complex), RIGHT, SL_EXTENTS(MANY));
    sl_complex *p = SL_HOST_WRITE(sl_complex, from);
    for (int i = 0; i < MANY; i++)
        p[i * sl_view_stride(from, 0)] = x[i];
    must(sl_host_end(from));
    must(sl_scan_inclusive_with(SL_POLICY(.where = one_kind()), SL_SUM, 0, from, to));
    const sl_complex *q = SL_HOST_READ(sl_complex, to);
    memcpy(y, q, MANY * sizeof *y);
    must(sl_host_end(to));
    sl_view_destroy(&from);
    sl_view_destroy(&to);
    return y;
}

static void test_bitwise(void)
{
    sl_complex *x = malloc(MANY * sizeof *x);
    long double re = 0, im = 0, size = 0;
    double worst = 0;
    uint64_t seed = 11;
    int same = 1;
    for (int i = 0; i < MANY; i++)
        x[i] = (sl_complex){random_double(&seed), random_double(&seed)};
    sl__cpu_threads_override = 1;
    sl_complex *want = fractions(RIGHT, x);
    for (int i = 0; i < MANY; i++) {
        re += (long double)x[i].re;
        im += (long double)x[i].im;
        size += fabsl((long double)x[i].re) + fabsl((long double)x[i].im);
        worst = fmax(worst, (double)((fabsl(want[i].re - re) + fabsl(want[i].im - im)) / size));
    }
    if (!ok(worst < 1e-13, "sums of complex fractions are those in long double"))
        diag("relative error %g", worst);
    for (int t = 1; t <= 7; t += 2)
        for (int layout = RIGHT; layout < LAYOUTS; layout++) {
            sl__cpu_threads_override = t;
            sl_complex *got = fractions(layout, x);
            same &= memcmp(got, want, MANY * sizeof *got) == 0;
            free(got);
        }
    ok(same, "they are the same to the last bit for 1 to 7 threads and any layout");
    sl__cpu_threads_override = 0;
    free(want);
    free(x);
}

static void test_special(void)
{
    enum { N = 2500 };
    sl_view *z = view_of("z", SL_TYPE(sl_complex), RIGHT, SL_EXTENTS(N));
    int minus = 0;
    const sl_complex zero = {-0.0, -0.0};
    must(sl_view_fill(z, SL_TYPE(sl_complex), &zero));
    must(sl_scan_inclusive(SL_SUM, 0, z, z));
    const sl_complex *q = SL_HOST_READ(sl_complex, z);
    for (int i = 0; i < N; i++)
        minus += q[i].re == 0 && signbit(q[i].re) && q[i].im == 0 && signbit(q[i].im);
    is_int(minus, N, "sums of complex -0 are -0 in both parts");
    must(sl_host_end(z));
    sl_view_destroy(&z);
}

/* ---- in the graph ------------------------------------------------------------------------------------------ */

static void test_region(void)
{
    enum { N = 5000 };
    typedef SL_LOC(double) loc;
    sl_view *x = view_of("x", SL_TYPE(SL_LOC(double)), RIGHT, SL_EXTENTS(N));
    sl_view *y = view_of("y", SL_TYPE(SL_LOC(double)), RIGHT, SL_EXTENTS(N));
    sl_region *region = NULL;
    int wrong = 0;
    must(sl_region_begin(&region));
    must(sl_scan_inclusive(SL_MINLOC, 0, x, y));
    must(sl_scan_inclusive(SL_MAXLOC, 0, y, y)); /* the first minimum is the largest */
    must(sl_region_end(region));
    for (int round = 1; round <= 3; round++) {
        loc *p = SL_HOST_WRITE(SL_LOC(double), x);
        for (int i = 0; i < N; i++)
            p[i] = (loc){(double)(i * 7919 % N) / round, i};
        const loc first = p[0];
        must(sl_host_end(x));
        must(sl_region_run(region));
        const loc *q = SL_HOST_READ(SL_LOC(double), y);
        for (int i = 0; i < N; i++)
            wrong += q[i].value != first.value || q[i].index != first.index;
        must(sl_host_end(y));
        if (round == 2) { /* from here on in parts */
            must(sl_view_split(x, (sl_split){{3}}));
            must(sl_view_split(y, (sl_split){{2}}));
        }
    }
    is_int(wrong, 0, "scans of values with their places are recorded, and put parts together");
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
}

/* A build with CUDA has code for GPUs for each. */
static void test_code(void)
{
#ifdef HAVE_CUDA
    int bad = 0;
    for (int k = 0; k < SUBJECTS; k++) {
        const sl__device_code *code = sl__scan_kernel(0, 0, subjects[k].type, 1)->cuda;
        bad += code == NULL || code->function[sl__scan_operator((int)subjects[k].op, subjects[k].type)] == NULL;
    }
    is_int(bad, 0, "each scan of structs has code for GPUs");
#else
    skip("a build without CUDA", "each scan of structs has code for GPUs");
#endif
}

int main(void)
{
    uint64_t seed = 3;
    must(sl_init(NULL));
    know_types();
    test_code();
    for (int k = 0; k < SUBJECTS; k++) {
        sl__cpu_threads_override = 1 + k % 3;
        test_lines(&subjects[k], &seed);
        test_shapes(&subjects[k], &seed);
    }
    sl__cpu_threads_override = 0;
    test_bitwise();
    test_special();
    test_region();
    must(sl_finalize());
    return done_testing();
}
