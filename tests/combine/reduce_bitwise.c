/* SPDX-License-Identifier: BSD-3-Clause */
/* A reduction has the same bits for every number of threads, schedule, chunk, order, tile, layout and launch: those of
 * the canonical decomposition, which canonical.h has a second time. So have members of a struct, on CPUs. A GPU has one
 * of its own, but with SL_ACROSS_DEVICES, where it has that of CPUs, too. */
#include <unistd.h>

#include "canonical.h"
#include "exec/cpu/cpu.h"
#include "loop_testing.h"
#include "reduce_bitwise.h"
#include "task/cores.h"

struct data {
    int rank;
    struct corner lo;
    sl_index n[SL_MAX_RANK];
    sl_space space;
    double *v; /* in the order of C */
    float *w;
    sl_view *x, *f;
    struct result on_cpu, on_gpu;
    int calls, wrong;
};

static struct data data_make(int rank, const sl_index lo[], const sl_index n[])
{
    struct data a = {.rank = rank, .space = space_at(rank, lo, n)};
    uint64_t seed = (uint64_t)points(rank, n) * 77 + (uint64_t)rank;
    for (int d = 0; d < rank; d++) {
        a.lo.lo[d] = lo ? lo[d] : 0;
        a.n[d] = n[d];
    }
    sl_index count = points(rank, n);
    a.v = malloc((size_t)(count + 1) * sizeof *a.v);
    a.w = malloc((size_t)(count + 1) * sizeof *a.w);
    for (sl_index k = 0; k < count; k++) {
        a.v[k] = random_double(&seed);
        a.w[k] = (float)random_double(&seed);
    }
    struct canonical cpu = canonical_cpu(rank, lo, n), gpu = canonical_gpu(rank, lo, n);
    a.on_cpu = canonical_result(&cpu, a.v, a.w);
    a.on_gpu = canonical_result(&gpu, a.v, a.w);
    return a;
}

/* The same values in views of these layouts. */
static void data_views(struct data *a, int layout_x, int layout_f)
{
    sl_extents e = {.rank = a->rank};
    memcpy(e.n, a->n, sizeof e.n);
    sl_view_destroy(&a->x);
    sl_view_destroy(&a->f);
    a->x = view_of("x", SL_DOUBLE, layout_x, e);
    a->f = view_of("f", SL_FLOAT, layout_f, e);
    double *v = SL_HOST_RDWR(double, a->x);
    float *w = SL_HOST_RDWR(float, a->f);
    sl_index x[SL_MAX_RANK] = {0}, k = 0;
    if (points(a->rank, a->n) > 0)
        do {
            v[place(a->x, x)] = a->v[k];
            w[place(a->f, x)] = a->w[k++];
        } while (next_point(a->rank, a->n, x));
    must(sl_host_end(a->x));
    must(sl_host_end(a->f));
}

static void data_free(struct data *a)
{
    sl_view_destroy(&a->x);
    sl_view_destroy(&a->f);
    free(a->v);
    free(a->w);
}

static sl_status call(const struct data *a, sl_policy p, struct result *r)
{
#define CALL(k) sl_reduce_with(p, k, a->space, a->lo, a->x, a->f, &r->s, &r->t, &r->m)
    switch (a->rank) {
    case 1: return CALL(total1);
    case 2: return CALL(total2);
    case 3: return CALL(total3);
    case 4: return CALL(total4);
    case 5: return CALL(total5);
    default: return CALL(total6);
    }
#undef CALL
}

/* By an operator of SL_REDUCER_MEMBERS, whose members have the bits of reductions of their own on CPUs. */
static sl_status call_together(const struct data *a, sl_policy p, struct result *r)
{
    struct totals all = {NAN, NAN, (float)NAN};
    const sl_status status = a->rank == 1   ? sl_reduce_with(p, together1, a->space, a->lo, a->x, a->f, &all)
                             : a->rank == 2 ? sl_reduce_with(p, together2, a->space, a->lo, a->x, a->f, &all)
                                            : sl_reduce_with(p, together3, a->space, a->lo, a->x, a->f, &all);
    r->s = all.s;
    r->m = all.m;
    r->t = all.t;
    return status;
}

/* SL_SEQ promises an order, and a reduction has its own: a call that asks for another is refused. */
static int refused(const struct data *a, const sl_policy *p)
{
    int other = 0, given = 0;
    for (int d = 0; d < a->rank; d++) {
        given |= p->order[d];
        other |= p->order[d] != d;
    }
    return p->schedule == SL_SEQ && given && other;
}

static void try_by(struct data *a, sl_policy p, sl_status (*by)(const struct data *, sl_policy, struct result *))
{
    if (refused(a, &p))
        memset(p.order, 0, sizeof p.order);
    struct result r = {NAN, NAN, (float)NAN};
    const int own = on_gpu() && p.schedule != SL_SEQ && p.reproducible != SL_ACROSS_DEVICES;
    const struct result *want = own ? &a->on_gpu : &a->on_cpu;
    if (!on_gpu() && p.where == SL_ANYWHERE)
        p.where = SL_CPU; /* beside a GPU the scheduler might take that, whose bits are others */
    if (on_gpu())
        p = launched(p, a->calls);
    sl_status status = by(a, p, &r);
    a->calls++;
    if (status != SL_SUCCESS) {
        if (a->wrong++ == 0)
            diag("%s: %s", policy_text(&p), sl_last_error());
    } else if (memcmp(&r.s, &want->s, sizeof r.s) || memcmp(&r.t, &want->t, sizeof r.t) ||
               memcmp(&r.m, &want->m, sizeof r.m)) {
        if (a->wrong++ < 3)
            diag("%s, %d threads: got %a, %a, %a, want %a, %a, %a", policy_text(&p), sl__cpu_threads_override, r.s,
                 (double)r.t, r.m, want->s, (double)want->t, want->m);
    }
}

static void try(struct data *a, sl_policy p)
{
    try_by(a, p, call);
    if (a->rank <= 3 && !on_gpu())
        try_by(a, p, call_together);
}

static int right_so_far(struct data *a)
{
    int good = a->wrong == 0 && a->calls > 0;
    if (a->wrong)
        diag("%d of %d calls are wrong", a->wrong, a->calls);
    a->wrong = a->calls = 0;
    return good;
}

static void try_policies(struct data *a, int few)
{
    static const sl_index chunk[] = {0, 1, 7, 100000, INT64_MAX},
                          tile[][SL_MAX_RANK] = {{5, 9, 3, 2, 2, 7}, {0, 64}, {4096, 1}};
    for (int s = SL_AUTO; s <= (int)last_schedule(); s++)
        for (int c = 0; c < (few && !on_gpu() ? 1 : 5); c++) {
            sl_policy p = {.schedule = (sl_schedule)s, .chunk = chunk[few ? s % 5 : c]};
            try(a, p);
            p.reproducible = SL_ACROSS_DEVICES;
            try(a, p);
            p.reproducible = SL_NO;
            for (int d = 0; d < a->rank; d++)
                p.order[d] = a->rank - 1 - d;
            if (a->rank > 1)
                try(a, p);
            for (int d = 0; d < a->rank; d++)
                p.tile[d] = tile[(s + c) % 3][d];
            try(a, p);
            p.collapse = 1 + (s + c) % a->rank;
            try(a, p);
        }
}

static const int layouts[][2] = {{RIGHT, RIGHT}, {LEFT, LEFT}, {STRIDED, STRIDED}, {RIGHT, LEFT}, {LEFT, STRIDED}};
static const int threads[] = {1, 2, 3, 4, 7, 8, 16, 33, 64};

/* A plain sum must differ from the canonical one, or equal bits would say little. */
static void test_telling(void)
{
    const sl_index n[] = {100003};
    struct data a = data_make(1, NULL, n);
    double plain = 0;
    for (sl_index k = 0; k < n[0]; k++)
        plain += a.v[k];
    ok(plain != a.on_cpu.s && fabs(plain - a.on_cpu.s) < 1e-2 && a.on_gpu.s != a.on_cpu.s && a.on_gpu.s != plain &&
           fabs(plain - a.on_gpu.s) < 1e-2,
       "the data tell apart the orders in which they are summed");
    data_free(&a);
}

static void test_shape(int rank, const sl_index lo[], const sl_index n[], int few)
{
    char text[128] = "";
    struct data a = data_make(rank, lo, n);
    for (int d = 0; d < rank; d++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%lld", d ? " x " : "", (long long)n[d]);
    for (int k = 0; k < (rank == 1 ? 4 : 5); k += rank == 1 && k == 0 ? 2 : 1) {
        data_views(&a, layouts[k][0], layouts[k][1]);
        sl__cpu_threads_override = threads[(k + (int)(n[0] % 9)) % 9];
        try_policies(&a, few);
        ok(right_so_far(&a), "%s, x %s, f %s: every policy gives the canonical bits", text, layout_name[layouts[k][0]],
           layout_name[layouts[k][1]]);
    }
    sl__cpu_threads_override = 0;
    data_free(&a);
}

static void test_threads(int rank, const sl_index n[])
{
    struct data a = data_make(rank, NULL, n);
    for (int m = 0; m < 5; m += rank == 1 ? 2 : 1) {
        data_views(&a, layouts[m][0], layouts[m][1]);
        for (int k = 1; k <= (on_gpu() ? 1 : 64); k++) {
            sl__cpu_threads_override = k;
            for (int s = SL_STATIC; s <= SL_RUNTIME; s++)
                if (k <= 8 || (k + m) % 4 == s - SL_STATIC)
                    try(&a, SL_POLICY(.schedule = (sl_schedule)s, .chunk = k % 3));
        }
        ok(right_so_far(&a), "rank %d, x %s, f %s: 1 to 64 threads give the canonical bits", rank,
           layout_name[layouts[m][0]], layout_name[layouts[m][1]]);
    }
    sl__cpu_threads_override = 0;
    data_free(&a);
}

/* Threads share the lanes of each block, as they do where iterations take long. */
static void test_lanes(int rank, const sl_index lo[], const sl_index n[])
{
    struct data a = data_make(rank, lo, n);
    if (on_gpu()) {
        data_free(&a);
        return;
    }
    sl__lanes_always = 1;
    for (int m = 0; m < 2; m++) {
        data_views(&a, layouts[m][0], layouts[m][1]);
        for (int k = 0; k <= 8; k++) {
            sl__cpu_threads_override = k; /* 0: as many as the group has */
            for (int s = SL_AUTO; s <= SL_RUNTIME; s++)
                try(&a, SL_POLICY(.schedule = (sl_schedule)s, .chunk = k % 3 * 40));
        }
    }
    ok(right_so_far(&a), "rank %d, %lld: threads that share the lanes of a block give the canonical bits", rank,
       (long long)n[0]);
    sl__cpu_threads_override = sl__lanes_always = 0;
    data_free(&a);
}

static void test_refused(void)
{
    const sl_index n[] = {20, 30};
    struct data a = data_make(2, NULL, n);
    struct result r;
    data_views(&a, RIGHT, RIGHT);
    sl_policy p = SL_POLICY(.schedule = SL_SEQ, .order = {1, 0});
    is_int(call(&a, p, &r), SL_ERR_UNSUPPORTED, "a reduction in sequence refuses another order than its own");
    p = SL_POLICY(.schedule = SL_SEQ, .order = {0, 1});
    is_int(call(&a, p, &r), SL_SUCCESS, "and takes the default one by name");
    data_free(&a);
}

int main(int argc, char *argv[])
{
    static const sl_index n1[] = {0,    1,    31,    32,    33,     4095,  4096,  4097, 8191,
                                  8192, 8193, 12289, 20480, 120011, 65536, 65537, 70000};
    static const sl_index n2[][SL_MAX_RANK] = {{0, 5},    {1, 1},     {7, 9},     {8, 512},   {9, 511},   {64, 64},
                                               {1000, 3}, {3, 8192},  {9, 8193},  {2, 20001}, {17, 4097}, {301, 403},
                                               {5000, 1}, {41, 8200}, {603, 515}, {300, 262}, {519, 230}, {70001, 3}};
    static const sl_index n3[][SL_MAX_RANK] = {{4, 0, 4},     {1, 1, 1},    {9, 5, 17},   {20, 3, 40},
                                               {5, 7, 8200},  {50, 70, 33}, {17, 600, 2}, {41, 5, 300},
                                               {17, 3, 8200}, {270, 6, 50}, {140, 9, 70}};
    static const sl_index n4[][SL_MAX_RANK] = {{3, 4, 5, 6}, {17, 9, 6, 31}, {2, 2, 2, 8195}};
    static const sl_index n5[][SL_MAX_RANK] = {{3, 2, 4, 2, 5}, {19, 3, 7, 5, 13}};
    static const sl_index n6[][SL_MAX_RANK] = {{2, 3, 2, 3, 2, 3}, {17, 3, 2, 4, 3, 19}};
    static const sl_index lo[] = {-7, 3, 100, -1, 5, -50};
    static const sl_index large1[] = {2500013}, large2[] = {1100, 2003}, large3[] = {40, 230, 260};
    static const sl_index t1[] = {250007}, t2[] = {499, 521}, t3[] = {61, 63, 67};
    (void)argc;
    if (!getenv("OMP_SCHEDULE")) {
        setenv("OMP_SCHEDULE", "guided,3", 1);
        setenv("OMP_WAIT_POLICY", "passive", 0); /* threads that wait for one without a core must not spin */
        execv(argv[0], argv);
        printf("Bail out! cannot start %s again\n", argv[0]);
        return 1;
    }
    must(sl_init(NULL));
    test_telling();
    for (unsigned k = 0; k < sizeof n1 / sizeof *n1; k++)
        test_shape(1, k % 2 ? lo : NULL, &n1[k], 0);
    for (unsigned k = 0; k < sizeof n1 / sizeof *n1; k++)
        test_lanes(1, k % 2 ? lo : NULL, &n1[k]);
    for (unsigned k = 0; k < 11; k++)
        test_lanes(2, k % 2 ? lo : NULL, n2[k]);
    for (unsigned k = 0; k < 4; k++)
        test_lanes(3, k % 2 ? lo : NULL, n3[k]);
    test_lanes(2, lo, n2[15]); /* where blocks begin at multiples of their extent */
    test_lanes(3, lo, n3[9]);
    test_lanes(4, lo, n4[0]);
    test_lanes(5, lo, n5[0]);
    test_lanes(6, lo, n6[1]);
    for (unsigned k = 0; k < sizeof n2 / sizeof *n2; k++)
        test_shape(2, k % 2 ? lo : NULL, n2[k], 0);
    for (unsigned k = 0; k < sizeof n3 / sizeof *n3; k++)
        test_shape(3, k % 2 ? lo : NULL, n3[k], 1);
    for (unsigned k = 0; k < sizeof n4 / sizeof *n4; k++)
        test_shape(4, k % 2 ? lo : NULL, n4[k], 1);
    for (unsigned k = 0; k < sizeof n5 / sizeof *n5; k++)
        test_shape(5, k % 2 ? lo : NULL, n5[k], 1);
    for (unsigned k = 0; k < sizeof n6 / sizeof *n6; k++)
        test_shape(6, k % 2 ? lo : NULL, n6[k], 1);
    for (int k = 0; k < 3; k++) {
        static const sl_index n[][2] = {{10001}, {20, 9001}, {75, 130}};
        const sl_index end[] = {INT64_MAX - n[k][0], INT64_MAX - n[k][1]}, start[] = {INT64_MIN, INT64_MIN};
        test_shape(k ? 2 : 1, end, n[k], 1);
        test_shape(k ? 2 : 1, start, n[k], 1);
        test_lanes(k ? 2 : 1, end, n[k]);
        test_lanes(k ? 2 : 1, start, n[k]);
    }
    if (on_gpu()) { /* where a lane has more turns than its least ones */
        test_shape(1, lo, large1, 1);
        test_shape(2, NULL, large2, 1);
        test_shape(3, lo, large3, 1);
    }
    test_refused();
    test_threads(1, t1);
    test_threads(2, t2);
    test_threads(3, t3);
    must(sl_finalize());
    return done_testing();
}
