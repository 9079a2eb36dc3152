/* SPDX-License-Identifier: BSD-3-Clause */
/* Packs: arguments that are arrays of views of one shape. Loops of many layouts, split and in regions, reductions,
 * structs whose size is no power of two, ranks 0 to 2, atomics; each view is a dependency; what the checked build
 * finds; and what is refused. */
#include "pack.h"
#include "loop_testing.h"
#include "misuse.h"

static void set(sl_view *v, int64_t seed)
{
    int64_t *p = SL_HOST_RDWR(int64_t, v);
    sl_index x[SL_MAX_RANK] = {0}, n[SL_MAX_RANK], k = 0;
    for (int d = 0; d < sl_view_rank(v); d++)
        n[d] = sl_view_extent(v, d);
    do
        p[place(v, x)] = (seed * 7 + 3 * k++) % 101;
    while (next_point(sl_view_rank(v), n, x));
    must(sl_host_end(v));
}

static int64_t value(int64_t seed, sl_index k)
{
    return (seed * 7 + 3 * k) % 101;
}

/* Each view of the pack with a layout of its own, or all with that of the other ones; split or whole. */
static void test_near(int layout, int alike, int parts)
{
    enum { N = 37, M = 29 };
    sl_view *x[3], *y = view_of("y", SL_INT64, layout, SL_EXTENTS(N, M));
    const sl_space inner = SL_BOX(1, N, 0, M - 1);
    for (int c = 0; c < 3; c++) {
        x[c] = view_of("x", SL_INT64, alike ? layout : (layout + c) % LAYOUTS, SL_EXTENTS(N, M));
        set(x[c], c);
        if (parts > 1)
            must(sl_view_split(x[c], SL_SPLIT(parts)));
    }
    set(y, 5);
    if (parts > 1)
        must(sl_view_split(y, SL_SPLIT(parts)));
    must(sl_forall(pk_near, inner, x, y));
    must(sl_forall(pk_near, inner, x, y));
    const int64_t *p = SL_HOST_READ(int64_t, y);
    int wrong = 0;
    for (sl_index i = 0; i < N; i++)
        for (sl_index j = 0; j < M; j++) {
            int64_t want = value(5, i * M + j);
            for (int c = 0; c < 3 && i >= 1 && j < M - 1; c++)
                want += 2 * (c + 1) * (value(c, (i - 1) * M + j) + 5 * value(c, i * M + j + 1));
            const int64_t got = p[i * sl_view_stride(y, 0) + j * sl_view_stride(y, 1)];
            if (got != want && wrong++ == 0)
                diag("(%d, %d): got %lld, want %lld", (int)i, (int)j, (long long)got, (long long)want);
        }
    must(sl_host_end(y));
    ok(wrong == 0, "three views with a halo: %s, %s layouts, %d parts", layout_name[layout], alike ? "equal" : "mixed",
       parts);
    for (int c = 0; c < 3; c++)
        sl_view_destroy(&x[c]);
    sl_view_destroy(&y);
}

/* 26 views that are written, by loops and by a region, then added up. */
static void test_faces(int layout, sl_index n)
{
    sl_view *b[PK_FACES], *x = view_of("x", SL_INT64, layout, SL_EXTENTS(n));
    sl_region *region = NULL;
    int64_t total = -1, want = 0;
    set(x, 1);
    for (int c = 0; c < PK_FACES; c++) {
        b[c] = view_of("b", SL_INT64, layout, SL_EXTENTS(n));
        set(b[c], c);
    }
    must(sl_forall(pk_send, SL_RANGE(0, n), 2, x, b));
    must(sl_region_begin(&region));
    must(sl_forall(pk_send, SL_RANGE(0, n), 3, x, b));
    must(sl_region_end(region));
    must(sl_region_run(region));
    must(sl_region_run(region));
    must(sl_forall(pk_send, SL_RANGE_STRIDE(0, n, 2), 1, x, b));
    must(sl_reduce(pk_total, SL_RANGE(0, n), (sl_view *const *)b, &total));
    for (int c = 0; c < PK_FACES; c++)
        for (sl_index i = 0; i < n; i++) {
            const int times = i % 2 == 0 ? 4 : 3;
            const int64_t by = i % 2 == 0 ? 9 : 8;
            want += (c + 1) * (value(c, i) + by * value(1, i) + (c == 0 ? times * (n + PK_FACES) : 0));
        }
    is_int(total, want, "26 views of %lld, %s, by loops and a region, and their sum", (long long)n,
           layout_name[layout]);
    sl_region_destroy(&region);
    for (int c = 0; c < PK_FACES; c++)
        sl_view_destroy(&b[c]);
    sl_view_destroy(&x);
}

/* A program's memory at any 8 bytes: the views do not lie a multiple of 24 bytes apart. */
static void test_structs(void)
{
    enum { N = 50 };
    static int64_t memory[2][3 * N + 2];
    sl_view *x[2], *y[2], *by[2];
    int wrong = 0;
    for (int c = 0; c < 2; c++) {
        must(sl_view_wrap("x", sl_type_struct("struct pk_triple", sizeof(struct pk_triple), _Alignof(struct pk_triple)),
                          SL_LAYOUT_RIGHT, SL_EXTENTS(N), &memory[c][c], &x[c]));
        y[c] = view_of("y", sl_type_struct("struct pk_triple", sizeof(struct pk_triple), _Alignof(struct pk_triple)),
                       STRIDED, SL_EXTENTS(N));
        must(sl_view_create("by", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &by[c]));
        struct pk_triple *p = SL_HOST_WRITE(struct pk_triple, x[c]);
        for (int i = 0; i < N; i++)
            p[i] = (struct pk_triple){i + 100 * c, 3 * i + c, c - i};
        must(sl_host_end(x[c]));
        *SL_HOST_WRITE(int64_t, by[c]) = c == 0 ? 7 : 1;
        must(sl_host_end(by[c]));
    }
    must(sl_forall(pk_structs, SL_RANGE(0, N), by, x, y));
    for (int c = 0; c < 2; c++) {
        const struct pk_triple *p = SL_HOST_READ(struct pk_triple, y[c]);
        for (int i = 0; i < N; i++) {
            const struct pk_triple got = p[i * sl_view_stride(y[c], 0)];
            const struct pk_triple want =
                c == 0 ? (struct pk_triple){7 * (3 * i + 1), -i, i} : (struct pk_triple){i + 100, 3 * i + 1, 1 - i};
            if ((got.a != want.a || got.b != want.b || got.c != want.c) && wrong++ == 0)
                diag("y[%d][%d]: got %lld %lld %lld", c, i, (long long)got.a, (long long)got.b, (long long)got.c);
        }
        must(sl_host_end(y[c]));
    }
    is_int(wrong, 0, "structs of 24 bytes, wrapped, and a pack of rank 0");
    for (int c = 0; c < 2; c++) {
        sl_view_destroy(&x[c]);
        sl_view_destroy(&y[c]);
        sl_view_destroy(&by[c]);
    }
}

static void test_atomic(void)
{
    enum { N = 3000 };
    sl_view *bins[3], *which = view_of("which", SL_INT64, RIGHT, SL_EXTENTS(N));
    int64_t want[3][5] = {{0}};
    int wrong = 0;
    for (int c = 0; c < 3; c++)
        bins[c] = view_of("bins", SL_INT64, RIGHT, SL_EXTENTS(5));
    set(which, 2);
    must(sl_forall(pk_count, SL_RANGE(0, N), which, bins));
    for (sl_index i = 0; i < N; i++)
        want[value(2, i) % 3][value(2, value(2, i)) % 5]++;
    for (int c = 0; c < 3; c++) {
        wrong += memcmp(SL_HOST_READ(int64_t, bins[c]), want[c], sizeof want[c]) != 0;
        must(sl_host_end(bins[c]));
        sl_view_destroy(&bins[c]);
    }
    is_int(wrong, 0, "iterations that share elements of atomic views");
    sl_view_destroy(&which);
}

/* Whatever view of a pack a loop before has written, or the host has open, the loop waits for it. */
static void test_dependencies(void)
{
    enum { N = 100 };
    sl_view *b[PK_FACES], *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N));
    int64_t total, before;
    int wrong = 0;
    for (int c = 0; c < PK_FACES; c++)
        b[c] = view_of("b", SL_INT64, RIGHT, SL_EXTENTS(N));
    must(sl_reduce(pk_total, SL_RANGE(0, N), b, &before));
    for (int c = 0; c < PK_FACES; c++) {
        const int64_t one = 1;
        must(sl_view_fill(b[c], SL_INT64, &one));
        must(sl_reduce(pk_total, SL_RANGE(0, N), b, &total));
        wrong += total - before != N * (c + 1);
        before = total;
    }
    is_int(wrong, 0, "a loop comes after what was queued on any of 26 views");
    (void)SL_HOST_RDWR(int64_t, b[25]);
    refused(sl_reduce(pk_total, SL_RANGE(0, N), b, &total), SL_ERR_BUSY, "the last view is open", "pk_total", "b[25]");
    must(sl_host_end(b[25]));
    for (int c = 0; c < PK_FACES; c++)
        sl_view_destroy(&b[c]);
    sl_view_destroy(&x);
}

static void test_refused(void)
{
    enum { N = 10 };
    sl_view *b[PK_FACES], *x = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N)), *good,
                          *other = view_of("other", SL_INT64, RIGHT, SL_EXTENTS(N + 1)),
                          *flat = view_of("flat", SL_INT64, RIGHT, SL_EXTENTS(N, 1)),
                          *real = view_of("real", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *constant = NULL, *three[3];
    const sl_space all = SL_RANGE(0, N);
    for (int c = 0; c < PK_FACES; c++)
        b[c] = view_of("b", SL_INT64, RIGHT, SL_EXTENTS(N));
    must(sl_view_readonly(b[3], &constant));
    good = b[3];
#define WITH(view, status, sentence, ...) \
    do { \
        b[3] = view; \
        refused(sl_forall(pk_send, all, 1, x, b), status, sentence, "sl_forall", "kernel pk_send, argument b[3]", \
                __VA_ARGS__); \
        b[3] = good; \
    } while (0)
    WITH(NULL, SL_ERR_ARGUMENT, "NULL in the array", "got NULL");
    WITH(other, SL_ERR_EXTENT, "another extent",
         "[0, 10) for dimension 0, as of argument b[0], got [0, 11) of \"other\"");
    WITH(flat, SL_ERR_RANK, "another rank", "of rank 1, got \"flat\" of rank 2");
    WITH(real, SL_ERR_TYPE, "another type", "got \"real\" of double");
    WITH(constant, SL_ERR_ARGUMENT, "a view that is not to be written", "of sl_view_readonly()");
    WITH(b[1], SL_ERR_ALIAS, "a view twice", "which overlaps \"b\" of argument b[1]");
    WITH(x, SL_ERR_ALIAS, "the view of another argument", "which overlaps \"x\" of argument x");
    refused(sl_forall(pk_send, SL_RANGE(0, N + 1), 1, other, b), SL_ERR_EXTENT, "a space beyond own",
            "kernel pk_send, argument b[0]", "own indices in [0, 10)");
    for (int c = 0; c < 3; c++)
        three[c] = flat;
    is_int(sl_forall(pk_near, SL_BOX(0, 0, 0, 0), three, flat), SL_ERR_ALIAS, "and a written one among them");
    sl_view *single = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N, 1));
    is_int(sl_forall(pk_near, SL_BOX(1, 1, 0, 0), three, single), SL_SUCCESS, "a view may stand in a read pack twice");
    sl_arg args[3] = {{.kind = SL_ARG_SCALAR, .data = &(int64_t){1}},
                      {.kind = SL_ARG_VIEW, .view = x},
                      {.kind = SL_ARG_PACK, .data = b, .rank = PK_FACES}};
    extern const sl_kernel pk_send__kernel, pkb_many__kernel, pkb_twice__kernel;
    is_int(sl_submit(&pk_send__kernel, NULL, &all, args, 3), SL_SUCCESS, "sl_submit takes a pack");
    refused(sl_submit(&pk_send__kernel, NULL, &all, args, 2), SL_ERR_ARGUMENT, "too few arguments",
            "sl_submit: kernel pk_send: expected 3 arguments, got 2");
    args[2].rank = 25;
    refused(sl_submit(&pk_send__kernel, NULL, &all, args, 3), SL_ERR_ARGUMENT, "too few views", "argument b",
            "expected an array of 26 views, got one of 25");
    args[2] = (sl_arg){.kind = SL_ARG_PACK, .rank = PK_FACES};
    refused(sl_submit(&pk_send__kernel, NULL, &all, args, 3), SL_ERR_ARGUMENT, "no array", "argument b",
            "expected an array of 26 views, got NULL");
    args[2] = (sl_arg){.kind = SL_ARG_VIEW, .view = x};
    refused(sl_submit(&pk_send__kernel, NULL, &all, args, 3), SL_ERR_ARGUMENT, "a view for an array", "argument b",
            "expected an array of 26 views, got another kind");
    args[1] = args[2] = (sl_arg){.kind = SL_ARG_PACK, .data = b, .rank = PK_FACES};
    refused(sl_submit(&pk_send__kernel, NULL, &all, args, 3), SL_ERR_ARGUMENT, "an array for a view", "argument x",
            "expected a view, got an array of views");
    refused(sl_submit(&pkb_many__kernel, NULL, &all, args, 2), SL_ERR_ARGUMENT, "more than 32 views", "pkb_many",
            "at most 32 arguments, each view of a pack counted, got 36");
    refused(sl_submit(&pkb_twice__kernel, NULL, &all, args, 1), SL_ERR_ARGUMENT, "pack twice", "argument x",
            "expected one number of views, 1 to 32, in pack(...)");
    for (int c = 0; c < PK_FACES; c++)
        sl_view_destroy(&b[c]);
    sl_view *rest[] = {x, other, flat, real, constant, single};
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        sl_view_destroy(&rest[k]);
}

static void test_checks(void)
{
    enum { N = 12 };
    sl_view *x[3], *y[2], *z = view_of("z", SL_INT64, RIGHT, SL_EXTENTS(N)), *both[2];
    const sl_space all = SL_RANGE(0, N), some = SL_RANGE(1, N - 1);
    const sl_policy p = {.where = SL_CPU};
    const int64_t zero = 0;
    for (int c = 0; c < 3; c++)
        x[c] = view_of("x", SL_INT64, RIGHT, SL_EXTENTS(N));
    for (int c = 0; c < 2; c++)
        y[c] = view_of("y", SL_INT64, RIGHT, SL_EXTENTS(N));
#define RENEW() (must(sl_view_fill(y[0], SL_INT64, &zero)), must(sl_view_fill(y[1], SL_INT64, &zero)))
    is_int((sl_forall_with(p, pkc_read, all, 2, 0, x, z, y), sl_wait()), SL_SUCCESS, "what is right passes the checks");
    surfaces((sl_forall_with(p, pkc_read, all, 3, 0, x, z, y), sl_wait()), SL_ERR_BOUNDS, "a view that there is not",
             "kernel pkc_read", "argument x: view 3 is not in [0, 3) of its pack");
    RENEW();
    surfaces((sl_forall_with(p, pkc_read, some, 2, 1, x, z, y), sl_wait()), SL_ERR_REACH, "a neighbour is not own",
             "argument x[2]", "of dimension 0 of \"x\"", "outside the declared reach, own, of");
    RENEW();
    surfaces((sl_forall_with(p, pkc_read, all, 2, 40, x, z, y), sl_wait()), SL_ERR_BOUNDS, "an index that is none",
             "argument x[2]", "is not in [0, 12) of \"x\"");
    RENEW();
    surfaces((sl_forall_with(p, pkc_read, all, 1, 0, x, z, y), sl_wait()), SL_ERR_UNWRITTEN, "an element left out",
             "argument y[1]", "(3)");
    RENEW();
    both[0] = y[0], both[1] = y[1];
    surfaces((sl_forall_with(p, pkc_race, all, 1, both), sl_wait()), SL_ERR_RACE, "iterations that race",
             "argument x[1]");
    RENEW();
    for (int c = 0; c < 3; c++)
        sl_view_destroy(&x[c]);
    for (int c = 0; c < 2; c++)
        sl_view_destroy(&y[c]);
    sl_view_destroy(&z);
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    for (int layout = 0; layout < LAYOUTS; layout++)
        for (int alike = 0; alike < 2; alike++) {
            test_near(layout, alike, 1);
            test_near(layout, alike, 4);
        }
    for (int layout = 0; layout < LAYOUTS; layout++) {
        test_faces(layout, 1000);
        test_faces(layout, 1);
    }
    test_structs();
    test_atomic();
    test_dependencies();
    test_refused();
    test_checks();
    must(sl_finalize());
    return done_testing();
}
