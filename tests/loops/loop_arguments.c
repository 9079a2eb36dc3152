/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel's arguments may be: sixteen views, all kinds and types mixed, structs, none at all, slices. */
#include "loop_arguments.h"
#include "loop_testing.h"

static double *begin(sl_view *view)
{
    return SL_HOST_RDWR(double, view);
}

/* More views than StarPU's eight buffers. */
static void test_sixteen(sl_index n, sl_policy policy)
{
    sl_view *x[16];
    for (int k = 0; k < 16; k++) {
        x[k] = view_of("x", SL_DOUBLE, k % 5 == 4 ? STRIDED : RIGHT, SL_EXTENTS(n));
        double *p = begin(x[k]);
        for (sl_index i = 0; i < n; i++)
            p[i * sl_view_stride(x[k], 0)] = (double)(1000 * k + i);
        must(sl_host_end(x[k]));
    }
    for (int k = 0; k < 10; k++)
        must(sl_forall_with(policy, sixteen, SL_RANGE(0, n), x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9],
                            x[10], x[11], x[12], x[13], x[14], x[15]));
    static const int from[] = {0, 3, 5, 7};
    sl_index wrong = 0;
    for (int k = 0; k < 16; k++) {
        const double *p = SL_HOST_READ(double, x[k]);
        for (sl_index i = 0; i < n; i++) {
            double want = k < 8    ? (double)(1000 * k + i)
                          : k < 12 ? (double)(1000 * (4 * (k - 8) + 1) + 2 * i)
                                   : (double)(1000 * k + i) + 10 * (double)(1000 * from[k - 12] + i);
            wrong += p[i * sl_view_stride(x[k], 0)] != want;
        }
        must(sl_host_end(x[k]));
        sl_view_destroy(&x[k]);
    }
    is_int(wrong, 0, "sixteen views of %lld elements in one call, ten times over", (long long)n);
}

static void test_mixture(int layout)
{
    enum { N0 = 93, N1 = 211 };
    sl_view *mask = view_of("mask", SL_UINT8, layout, SL_EXTENTS(N0, N1));
    sl_view *column = view_of("column", SL_FLOAT, RIGHT, SL_EXTENTS(N0));
    sl_view *offset = view_of("offset", SL_INT16, RIGHT, SL_EXTENTS()),
            *peak = view_of("peak", SL_FLOAT, RIGHT, SL_EXTENTS());
    sl_view *y = view_of("y", SL_INT64, LEFT, SL_EXTENTS(N0, N1)),
            *hits = view_of("hits", SL_UINT16, layout, SL_EXTENTS(N0, N1));
    sl_view *planes = view_of("planes", SL_DOUBLE, layout, SL_EXTENTS(3, 4, 2));
    sl_view *total = view_of("total", SL_INT64, RIGHT, SL_EXTENTS(3));
    uint8_t *m = SL_HOST_RDWR(uint8_t, mask);
    float *c = SL_HOST_RDWR(float, column);
    double *p = SL_HOST_RDWR(double, planes);
    *SL_HOST_RDWR(int16_t, offset) = -300;
    for (sl_index i = 0; i < N0; i++) {
        c[i] = (float)((i * 29) % 71) + 0.5f;
        for (sl_index j = 0; j < N1; j++)
            m[place(mask, (sl_index[]){i, j})] = (uint8_t)(i * j);
    }
    for (sl_index k = 0; k < 24; k++)
        p[place(planes, (sl_index[]){k / 8, k / 2 % 4, k % 2})] = (double)(k * k);
    must(sl_host_end(mask));
    must(sl_host_end(column));
    must(sl_host_end(planes));
    must(sl_host_end(offset));
    must(sl_forall(mixture, SL_BOX(0, N0, 0, N1), 2.9f, mask, -3, column, offset, y, hits, (uint64_t)1 << 40, planes,
                   -7.5, SL_INTO(total, 1), SL_INTO(peak)));
    const int64_t *got = SL_HOST_READ(int64_t, y), *sum = SL_HOST_READ(int64_t, total);
    const uint16_t *h = SL_HOST_READ(uint16_t, hits);
    int64_t wrong = 0, want_sum = 0;
    for (sl_index i = 0; i < N0; i++)
        for (sl_index j = 0; j < N1; j++) {
            int64_t k = (i % 3) * 8 + (j % 4) * 2 + 1;
            int64_t want = 2 - 3 + ((int64_t)1 << 40) - 7 - 300 + (uint8_t)(i * j) + k * k;
            want_sum += want;
            wrong += got[place(y, (sl_index[]){i, j})] != want || h[place(hits, (sl_index[]){i, j})] != 1;
        }
    is_int(wrong, 0, "twelve arguments of all kinds and seven types, %s", layout_name[layout]);
    is_int(sum[1] - want_sum, 0, "the sum among them");
    is_int(sum[0] + sum[2], 0, "its neighbours untouched");
    must(sl_host_end(y));
    must(sl_host_end(total));
    must(sl_host_end(hits));
    const float *top = SL_HOST_READ(float, peak);
    ok(*top == 70.5f, "and the maximum");
    must(sl_host_end(peak));
    sl_view *all[] = {mask, column, offset, peak, y, hits, planes, total};
    for (int k = 0; k < 8; k++)
        sl_view_destroy(&all[k]);
}

static int plain_move(struct particle *p, struct box b, double dt)
{
    int bounced = 0;
    for (int k = 0; k < 3; k++) {
        p->x[k] = p->x[k] + dt * p->v[k];
        if (p->x[k] < b.lo || p->x[k] > b.hi) {
            p->x[k] = p->x[k] < b.lo ? 2 * b.lo - p->x[k] : 2 * b.hi - p->x[k];
            p->v[k] = -p->v[k];
            bounced++;
        }
    }
    return bounced;
}

static void test_structs(int layout)
{
    enum { N = 10007, STEPS = 20 };
    static struct particle plain[N];
    struct box b = {-1, 1, 'w'};
    sl_view *v = view_of("particles", SL_TYPE(struct particle), layout, SL_EXTENTS(N));
    struct particle *p = SL_HOST_RDWR(struct particle, v);
    uint64_t seed = 3;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++) {
            /* multiples of 2^-20 and a step of 2^-4: every product is exact, fused or not */
            plain[i].x[k] = (double)random_below(&seed, 1 << 20) / (1 << 20);
            plain[i].v[k] = (double)random_below(&seed, 1 << 20) / (1 << 20) - 0.5;
        }
        plain[i].id = i;
        p[i * sl_view_stride(v, 0)] = plain[i];
    }
    must(sl_host_end(v));
    long long bounced = 0, got_bounced = 0, wrong = 0;
    for (int s = 0; s < STEPS; s++) {
        int32_t count = 0;
        must(sl_reduce(move, SL_RANGE(0, N), b, 0.0625, v, &count));
        got_bounced += count;
        for (int i = 0; i < N; i++)
            bounced += plain_move(&plain[i], b, 0.0625);
    }
    const struct particle *q = SL_HOST_READ(struct particle, v);
    for (int i = 0; i < N; i++) {
        const struct particle *g = &q[i * sl_view_stride(v, 0)];
        wrong += memcmp(g->x, plain[i].x, sizeof g->x) || memcmp(g->v, plain[i].v, sizeof g->v) || g->id != i;
    }
    is_int(wrong, 0, "a view of structs, a scalar that is a struct, and a helper, %s", layout_name[layout]);
    ok(bounced > 100 && got_bounced == bounced, "%lld particles were turned back", bounced);
    must(sl_host_end(v));
    sl_view_destroy(&v);
}

static void test_few(void)
{
    int64_t s = -1, m = -1;
    is_int(sl_forall(nothing, SL_RANGE(0, 100000)), SL_SUCCESS, "a kernel with no arguments is queued");
    is_int(sl_forall(nothing6, SL_BOX(0, 3, 0, 3, 0, 3, 0, 3, 0, 3, -3, 30)), SL_SUCCESS, "and one of rank 6");
    is_int(sl_forall(only_scalars, SL_RANGE(-5, 5), 1.0, 2), SL_SUCCESS, "and one with scalars only");
    is_int(sl_reduce(only_reduce, SL_BOX(0, 300, -100, 200), 3, &s, &m), SL_SUCCESS, "and one that only reduces");
    is_int(s, 3LL * (299 * 300 / 2) * 300 + 300LL * (300 * (-100 + 199) / 2), "its sum is right");
    is_int(m, 299 * 199, "and its maximum");
    is_int(sl_wait(), SL_SUCCESS, "all of them run");
}

static void test_slices(int layout)
{
    enum { N = 6 };
    sl_view *a = view_of("a", SL_DOUBLE, layout, SL_EXTENTS(3, N, 5)),
            *y = view_of("y", SL_DOUBLE, layout, SL_EXTENTS(N, 5));
    sl_view *z = view_of("z", SL_DOUBLE, layout, SL_EXTENTS(N)), *n = view_of("n", SL_INT64, layout, SL_EXTENTS(N));
    double *p = begin(a);
#define A(i, j, k) (double)((i)*10000 + (j)*100 + (k) + 1)
    for (sl_index k = 0; k < 3 * N * 5; k++)
        p[place(a, (sl_index[]){k / (5 * N), k / 5 % N, k % 5})] = A(k / (5 * N), k / 5 % N, k % 5);
    must(sl_host_end(a));
    must(sl_forall(slices, SL_RANGE(0, N), a, y, z, n));
    const double *q = SL_HOST_READ(double, y), *r = SL_HOST_READ(double, z);
    const int64_t *extents = SL_HOST_READ(int64_t, n);
    int wrong = 0;
    for (sl_index i = 0; i < N; i++) {
        for (sl_index k = 0; k < 5; k++)
            wrong += q[place(y, (sl_index[]){i, k})] != (k < 2 ? 100.0 * (double)i + (double)k : A(1, i, k - 1));
        wrong += r[i * sl_view_stride(z, 0)] != A(0, i, 1) + A(2, i, 3) + A(0, i, 2) + A(1, 1, 1);
        wrong += extents[i * sl_view_stride(n, 0)] != 3333;
    }
    is_int(wrong, 0, "slices by index, range and SL_ALL, named, nested and handed to helpers, %s", layout_name[layout]);
    must(sl_host_end(y));
    must(sl_host_end(z));
    must(sl_host_end(n));
    sl_view *all[] = {a, y, z, n};
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&all[k]);
}

static void test_product(int la, int lb, int lc)
{
    enum { N = 41, K = 53, M = 37 };
    sl_view *a = view_of("a", SL_DOUBLE, la, SL_EXTENTS(N, K)), *b = view_of("b", SL_DOUBLE, lb, SL_EXTENTS(K, M));
    sl_view *c = view_of("c", SL_DOUBLE, lc, SL_EXTENTS(N, M));
    double *p = begin(a), *q = begin(b);
    int wrong = 0;
    for (sl_index k = 0; k < K; k++) {
        for (sl_index i = 0; i < N; i++)
            p[place(a, (sl_index[]){i, k})] = (double)(i * 3 + k);
        for (sl_index j = 0; j < M; j++)
            q[place(b, (sl_index[]){k, j})] = (double)(k - 2 * j);
    }
    must(sl_host_end(a));
    must(sl_host_end(b));
    must(sl_forall(product, SL_BOX(0, N, 0, M), a, b, c));
    const double *r = SL_HOST_READ(double, c);
    for (sl_index i = 0; i < N; i++)
        for (sl_index j = 0; j < M; j++) {
            double want = 0;
            for (sl_index k = 0; k < K; k++)
                want += (double)((i * 3 + k) * (k - 2 * j));
            wrong += r[place(c, (sl_index[]){i, j})] != want;
        }
    is_int(wrong, 0, "a matrix product of a row and a column slice: %s x %s into %s", layout_name[la], layout_name[lb],
           layout_name[lc]);
    must(sl_host_end(c));
    sl_view_destroy(&a);
    sl_view_destroy(&b);
    sl_view_destroy(&c);
}

static void test_scalars_in_graph(void)
{
    sl_view *a = view_of("a", SL_DOUBLE, RIGHT, SL_EXTENTS()), *b = view_of("b", SL_INT32, RIGHT, SL_EXTENTS());
    sl_view *c = view_of("c", SL_DOUBLE, RIGHT, SL_EXTENTS()), *d = view_of("d", SL_DOUBLE, RIGHT, SL_EXTENTS());
    *begin(a) = 12;
    *SL_HOST_RDWR(int32_t, b) = 5;
    *begin(d) = 100;
    must(sl_host_end(a));
    must(sl_host_end(b));
    must(sl_host_end(d));
    for (int k = 0; k < 3; k++)
        must(sl_forall(scalars_in_graph, SL_RANGE(0, 1), a, b, c, d));
    double quotient = *SL_HOST_READ(double, c), sum = *SL_HOST_READ(double, d);
    must(sl_host_end(c));
    must(sl_host_end(d));
    is_close(quotient, 2.4, 1e-15, "scalars in the graph are divided");
    is_close(sum, 107.2, 1e-14, "and added up");
    sl_view *all[] = {a, b, c, d};
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&all[k]);
}

static void test_words(void)
{
    enum { N = 100 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    sl_view *z = view_of("z", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    double *p = begin(x), s = 0;
    for (int i = 0; i < N; i++)
        p[i] = i;
    must(sl_host_end(x));
    must(sl_reduce(upper_case, SL_RANGE(0, N), 2.0, x, y, z, &s));
    const double *q = SL_HOST_READ(double, y), *r = SL_HOST_READ(double, z);
    ok(q[99] == 198 && r[99] == 99 && s == 4950, "the words in capitals");
    must(sl_host_end(y));
    must(sl_host_end(z));
    sl_view *u = view_of("u", SL_DOUBLE, RIGHT, SL_EXTENTS(20, 30)),
            *w = view_of("w", SL_DOUBLE, LEFT, SL_EXTENTS(20, 30));
    sl_view *row = view_of("row", SL_DOUBLE, RIGHT, SL_EXTENTS(30));
    p = begin(u);
    for (int k = 0; k < 600; k++)
        p[k] = k;
    must(sl_host_end(u));
    p = begin(row);
    for (int k = 0; k < 30; k++)
        p[k] = 1000 * k;
    must(sl_host_end(row));
    must(sl_forall(modified, SL_BOX(1, 19, 1, 29), u, row, x, w));
    q = SL_HOST_READ(double, w);
    int wrong = 0;
    for (int i = 1; i < 19; i++)
        for (int j = 1; j < 29; j++)
            wrong += q[i + 20 * j] != 1000.0 * j + ((i - 1) * 30 + j + 1) % N;
    is_int(wrong, 0, "halo, fixed, own with dimensions, and random");
    must(sl_host_end(w));
    sl_view *all[] = {x, y, z, u, w, row};
    for (int k = 0; k < 6; k++)
        sl_view_destroy(&all[k]);
}

int main(void)
{
    must(sl_init(NULL));
    test_sixteen(1, SL_POLICY(0));
    test_sixteen(1000, SL_POLICY(.schedule = SL_SEQ));
    test_sixteen(30011, SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 100));
    for (int layout = RIGHT; layout < LAYOUTS; layout++) {
        test_mixture(layout);
        test_structs(layout);
        test_slices(layout);
        for (int lb = RIGHT; lb < LAYOUTS; lb++)
            test_product(layout, lb, (layout + lb) % LAYOUTS);
    }
    test_few();
    test_scalars_in_graph();
    test_words();
    must(sl_finalize());
    return done_testing();
}
