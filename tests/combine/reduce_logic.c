/* SPDX-License-Identifier: BSD-3-Clause */
/* Truth values and bits: land, lor, band, bor, bxor over every type, against plain loops. Where one element decides, it
 * is moved through the space: around the edges of blocks, and of lanes. */
#include "kernel/reduce.h"
#include "loop_testing.h"
#include "reduce_logic.h"

static const sl_index sizes[] = {1, 2, 31, 32, 33, 1000, 4095, 4096, 4097, 8192, 123457};

/* Where the one element stands that decides. */
static sl_index decisive(unsigned k, sl_index n)
{
    const sl_index at[] = {0, n - 1, n / 2, 31, 32, 4095, 4096};
    return at[k % 7] < n ? at[k % 7] : n - 1;
}

/* All but one are the one value, this one is the other. */
#define TEST_LOGIC(T, s) \
    static void logic_of_##s(void) \
    { \
        int wrong = 0; \
        for (unsigned k = 0; k < 7 * sizeof sizes / sizeof *sizes; k++) \
            for (int most = 0; most <= 1; most++) { \
                const sl_index n = sizes[k / 7], at = decisive(k, n); \
                sl_view *x = view_of("x", SL_TYPE(T), k % 2 ? RIGHT : STRIDED, SL_EXTENTS(n)); \
                T all = 7, any = 7, *p = SL_HOST_WRITE(T, x); \
                for (sl_index i = 0; i < n; i++) \
                    p[i * sl_view_stride(x, 0)] = (T)((i == at) != most ? 3 : 0); \
                must(sl_host_end(x)); \
                sl_schedule schedule = (sl_schedule)(k % (SL_GUIDED + 1)); \
                must(sl_reduce_with(SL_POLICY(.schedule = schedule), logic_##s, SL_RANGE(0, n), x, &all, &any)); \
                const int want_all = !most && n == 1, want_any = n > 1 || !most; \
                if ((all != (T)want_all || any != (T)want_any) && wrong++ == 0) \
                    diag("%lld elements, %lld differs: got %g and %g, want %d and %d", (long long)n, (long long)at, \
                         (double)all, (double)any, want_all, want_any); \
                if (!most && \
                    n > 1) { /* without the odd one out all are false, with it in the range only it is true */ \
                    must(sl_reduce(logic_##s, SL_RANGE(at, at + 1), x, &all, &any)); \
                    wrong += all != (T)1 || any != (T)1; \
                } \
                sl_view_destroy(&x); \
            } \
        T all = 7, any = 7; \
        sl_view *x = view_of("x", SL_TYPE(T), RIGHT, SL_EXTENTS(9000)); \
        T *p = SL_HOST_WRITE(T, x); \
        for (sl_index i = 0; i < 9000; i++) \
            p[i] = (T)(1 + i % 100); \
        must(sl_host_end(x)); \
        must(sl_reduce(logic_##s, SL_RANGE(0, 9000), x, &all, &any)); \
        wrong += all != (T)1 || any != (T)1; \
        must(sl_reduce(logic_##s, SL_RANGE(3, 3), x, &all, &any)); \
        wrong += all != (T)1 || any != (T)0; \
        sl_view_destroy(&x); \
        is_int(wrong, 0, "land and lor of %s are 1 or 0, whatever element decides", #T); \
    }
LOGIC_NUMBERS(TEST_LOGIC)

#define TEST_BITS(T, s) \
    static void bits_of_##s(void) \
    { \
        int wrong = 0; \
        uint64_t seed = test_seed(sizeof(T)); \
        for (unsigned k = 0; k < 7 * sizeof sizes / sizeof *sizes; k++) { \
            const sl_index n = sizes[k / 7], at = decisive(k, n); \
            sl_view *x = view_of("x", SL_TYPE(T), k % 2 ? RIGHT : STRIDED, SL_EXTENTS(n)); \
            T got[3] = {7, 7, 7}, want[3] = {(T)-1, 0, 0}, *p = SL_HOST_WRITE(T, x); \
            for (sl_index i = 0; i < n; i++) { \
                const T v = \
                    (T)(i == at ? (uint64_t)random_below(&seed, 1 << 30) * 0x100000001u : 0x5a5a5a5a5a5a5a5au); \
                p[i * sl_view_stride(x, 0)] = v; \
                want[0] = (T)(want[0] & v); \
                want[1] = (T)(want[1] | v); \
                want[2] = (T)(want[2] ^ v); \
            } \
            must(sl_host_end(x)); \
            sl_schedule schedule = (sl_schedule)(k % (SL_GUIDED + 1)); \
            must(sl_reduce_with(SL_POLICY(.schedule = schedule), bits_##s, SL_RANGE(0, n), x, &got[0], &got[1], \
                                &got[2])); \
            if (memcmp(got, want, sizeof want) != 0 && wrong++ == 0) \
                diag("%lld elements, %lld differs: got %llx, %llx, %llx, want %llx, %llx, %llx", (long long)n, \
                     (long long)at, (unsigned long long)got[0], (unsigned long long)got[1], \
                     (unsigned long long)got[2], (unsigned long long)want[0], (unsigned long long)want[1], \
                     (unsigned long long)want[2]); \
            must(sl_reduce(bits_##s, SL_RANGE(0, 0), x, &got[0], &got[1], &got[2])); \
            wrong += got[0] != (T)-1 || got[1] != 0 || got[2] != 0; \
            sl_view_destroy(&x); \
        } \
        is_int(wrong, 0, "band, bor and bxor of %s are those of a plain loop; over nothing all bits, or none", #T); \
    }
LOGIC_INTEGERS(TEST_BITS)

/* Rank 3, beside another type and a sum, into elements of views. */
static void test_rank3(int layout, int parts)
{
    static const sl_index n[] = {37, 19, 53};
    sl_view *x = view_of("x", SL_UINT32, layout, (sl_extents){3, {37, 19, 53}});
    sl_view *r = view_of("r", SL_UINT32, RIGHT, SL_EXTENTS(3)), *a = view_of("a", SL_INT32, RIGHT, SL_EXTENTS());
    sl_index at[SL_MAX_RANK] = {0};
    uint32_t *p = SL_HOST_RDWR(uint32_t, x), want = 0;
    uint64_t seed = test_seed((uint64_t)layout);
    do {
        p[place(x, at)] = 1000u + (uint32_t)random_below(&seed, 1000000);
        want ^= p[place(x, at)];
    } while (next_point(3, n, at));
    must(sl_host_end(x));
    if (parts > 1)
        must(sl_view_split(x, SL_SPLIT(parts)));
    must(sl_forall(logic_rank3, SL_BOX(0, 37, 0, 19, 0, 53), x, SL_INTO(r, 2), SL_INTO(a), SL_INTO(r, 0)));
    const uint32_t *q = SL_HOST_READ(uint32_t, r);
    const int32_t *b = SL_HOST_READ(int32_t, a);
    ok(q[2] == want && q[0] == 37 * 19 * 53 && *b == 1, "bxor, land and a sum, rank 3, %s, %d parts",
       layout_name[layout], parts);
    must(sl_host_end(r));
    must(sl_host_end(a));
    sl_view_destroy(&x);
    sl_view_destroy(&r);
    sl_view_destroy(&a);
}

/* What the compiler refuses in a kernel file the library refuses, too, where a table says it all the same. */
static void test_refused(void)
{
    extern const sl_kernel logic_f64__kernel;
    static struct sl__kernel_state *state;
    sl__arg_info info[3] = {logic_f64__kernel.args[0], logic_f64__kernel.args[1], logic_f64__kernel.args[2]};
    sl_kernel kernel = logic_f64__kernel;
    kernel.args = info;
    kernel.state = &state;
    info[1].op = SL__BAND;
    double got = 7;
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(3));
    const sl_arg args[] = {
        {.kind = SL_ARG_VIEW, .view = x}, {.kind = SL_ARG_HOST, .data = &got}, {.kind = SL_ARG_HOST, .data = &got}};
    sl_space space = SL_RANGE(0, 3);
    is_int(sl_submit(&kernel, NULL, &space, args, 3), SL_ERR_TYPE, "band over doubles is refused at the call");
    const char *sentence = "argument all: expected a reduction over a built-in type, with band, bor and bxor over an "
                           "integer, got double";
    if (!ok(strstr(sl_last_error(), sentence) != NULL, "in a sentence"))
        diag("got \"%s\"", sl_last_error());
    sl_view_destroy(&x);
    int wrong = 0;
    for (int op = 1; op <= SL__BXOR; op++)
        for (sl_type type = 0; type <= SL__TYPE_BUILTIN_END; type++)
            wrong +=
                sl__reduce_known(op, type) != (type > (op >= SL__BAND ? SL_DOUBLE : 0) && type < SL__TYPE_BUILTIN_END);
    is_int(wrong, 0, "operators are known over their types, and no others");
    ok(!sl__reduce_known(0, SL_INT32) && !sl__reduce_known(SL__MINMAX, SL_INT32) &&
           !sl__reduce_known(SL__OPERATORS_END, SL_INT32),
       "no other operators are known");
}

int main(void)
{
    must(sl_init(NULL));
#define RUN(T, s) logic_of_##s();
    LOGIC_NUMBERS(RUN)
#undef RUN
#define RUN(T, s) bits_of_##s();
    LOGIC_INTEGERS(RUN)
#undef RUN
    for (int layout = RIGHT; layout < LAYOUTS; layout++)
        for (int parts = 1; parts <= 4; parts += 3)
            test_rank3(layout, parts);
    test_refused();
    must(sl_finalize());
    return done_testing();
}
