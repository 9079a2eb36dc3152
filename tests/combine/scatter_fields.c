/* SPDX-License-Identifier: BSD-3-Clause */
/* Scatter of structs of numbers, of complex numbers and of bits, in helpers and into slices, against loops in plain C.
 * Sums are of small whole numbers, exact in any order. */
#include "scatter_fields.h"

#include "loop_testing.h"
#include "misuse.h"

enum { MOST = 6007, BINS = 13, ROWS = 4, COLUMNS = 5 };
static const int sizes[] = {0, 1, 17, MOST};

static const sl_policy ways[] = {
    {.schedule = SL_AUTO},
    {.schedule = SL_SEQ, .where = SL_CPU},
    {.schedule = SL_SIMD},
    {.schedule = SL_STATIC, .scatter = SL_SCATTER_ATOMIC},
    {.schedule = SL_STATIC, .scatter = SL_SCATTER_DUPLICATE},
    {.schedule = SL_DYNAMIC, .chunk = 50, .scatter = SL_SCATTER_DUPLICATE},
    {.where = SL_CPU, .reproducible = SL_YES},
    {.reproducible = SL_ACROSS_DEVICES},
};
enum { WAYS = sizeof ways / sizeof *ways };

static int bin_of(int i)
{
    return i * 7919 % BINS;
}

static sl_view *bins_of(int n)
{
    sl_view *at = view_of("at", SL_INT32, RIGHT, SL_EXTENTS(n));
    int32_t *p = SL_HOST_WRITE(int32_t, at);
    for (int i = 0; i < n; i++)
        p[i] = bin_of(i);
    must(sl_host_end(at));
    return at;
}

/* Fills all bytes of a view with zeros or ones, or the numbers of type T_. */
#define SET(T_, type_, view_, value_) \
    do { \
        const sl_index count_ = sl_view_rank(view_) > 1   ? sl_view_extent(view_, 0) * sl_view_extent(view_, 1) \
                                : sl_view_rank(view_) > 0 ? sl_view_extent(view_, 0) \
                                                          : 1; \
        type_ *p_ = SL_HOST_RDWR(type_, view_); \
        for (sl_index e_ = 0; e_ < count_; e_++) { \
            sl_index x_[SL_MAX_RANK] = {e_}; \
            if (sl_view_rank(view_) > 1) \
                x_[0] = e_ / sl_view_extent(view_, 1), x_[1] = e_ % sl_view_extent(view_, 1); \
            T_ *const n_ = (T_ *)&p_[place(view_, x_)]; \
            for (size_t k_ = 0; k_ < sizeof(type_) / sizeof(T_); k_++) \
                n_[k_] = (value_); \
        } \
        must(sl_host_end(view_)); \
    } while (0)

static int wrong_sums(sl_policy policy, int layout, int n)
{
    const sl_type force = SL_TYPE(struct sf_force), c = SL_TYPE(sl_complex), cf = SL_TYPE(sl_complexf);
    sl_view *at = bins_of(n), *f = view_of("f", force, layout, SL_EXTENTS(BINS)),
            *z = view_of("z", c, layout, SL_EXTENTS(ROWS, COLUMNS)), *all = view_of("all", cf, RIGHT, SL_EXTENTS());
    double want[BINS], wantz[ROWS][COLUMNS][2], wanta[2] = {3, 3};
    for (int b = 0; b < BINS; b++)
        want[b] = 0;
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < COLUMNS; k++)
            wantz[r][k][0] = wantz[r][k][1] = 2;
    SET(double, struct sf_force, f, 1);
    SET(double, sl_complex, z, 2);
    SET(float, sl_complexf, all, 3);
    must(sl_forall_with(policy, sf_sums, SL_RANGE(0, n), at, f, z, all));
    for (int i = 0; i < n; i++) {
        want[bin_of(i)] += 2 * (i % 7);
        wantz[bin_of(i) % ROWS][i % COLUMNS][0] += i % 5;
        wantz[bin_of(i) % ROWS][i % COLUMNS][1] -= 1;
        wanta[0] += 1;
        wanta[1] += i % 2;
    }
    int bad = 0;
    const struct sf_force *p = SL_HOST_READ(struct sf_force, f);
    for (sl_index b = 0; b < BINS; b++) {
        const struct sf_force *g = &p[b * sl_view_stride(f, 0)];
        bad += g->x != 1 + want[b] || g->y != 1 + 2 * want[b] || g->z != 1 - want[b];
    }
    const sl_complex *q = SL_HOST_READ(sl_complex, z);
    for (sl_index r = 0; r < ROWS; r++)
        for (sl_index k = 0; k < COLUMNS; k++) {
            const sl_complex *g = &q[place(z, (const sl_index[SL_MAX_RANK]){r, k})];
            bad += g->re != wantz[r][k][0] || g->im != wantz[r][k][1];
        }
    const sl_complexf *a = SL_HOST_READ(sl_complexf, all);
    bad += (double)a->re != wanta[0] || (double)a->im != wanta[1];
    must(sl_host_end(f));
    must(sl_host_end(z));
    must(sl_host_end(all));
    sl_view_destroy(&at);
    sl_view_destroy(&f);
    sl_view_destroy(&z);
    sl_view_destroy(&all);
    return bad;
}

static int wrong_extremes(sl_policy policy, int layout, int n)
{
    sl_view *at = bins_of(n), *b = view_of("b", SL_TYPE(sf_box), layout, SL_EXTENTS(BINS)),
            *f = view_of("f", SL_TYPE(struct sf_force), layout, SL_EXTENTS(ROWS, COLUMNS));
    sf_box want[BINS];
    struct sf_force least[ROWS][COLUMNS];
    SET(float, sf_box, b, -100);
    SET(double, struct sf_force, f, 1);
    for (int k = 0; k < BINS; k++)
        want[k] = (sf_box){{-100, -100}, {-100, -100, -100}};
    for (int k = 0; k < ROWS * COLUMNS; k++)
        least[k / COLUMNS][k % COLUMNS] = (struct sf_force){1, 1, 1};
    must(sl_forall_with(policy, sf_extremes, SL_RANGE(0, n), at, b, f));
#define RAISE(x, v) (x) = (v) > (x) ? (v) : (x)
#define LOWER(x, v) (x) = (v) < (x) ? (v) : (x)
    for (int i = 0; i < n; i++) {
        sf_box *w = &want[bin_of(i)];
        struct sf_force *l = &least[bin_of(i) % ROWS][bin_of(i) % COLUMNS];
        RAISE(w->lo[0], (float)(i % 101));
        RAISE(w->lo[1], -3);
        RAISE(w->hi[0], (float)(i % 11));
        RAISE(w->hi[1], (float)-i);
        RAISE(w->hi[2], 0.5F);
        LOWER(l->x, -i);
        LOWER(l->y, i % 13);
        LOWER(l->z, 2);
    }
    int bad = 0;
    const sf_box *p = SL_HOST_READ(sf_box, b);
    for (sl_index k = 0; k < BINS; k++)
        bad += memcmp(&p[k * sl_view_stride(b, 0)], &want[k], sizeof *want) != 0;
    const struct sf_force *q = SL_HOST_READ(struct sf_force, f);
    for (sl_index r = 0; r < ROWS; r++)
        for (sl_index k = 0; k < COLUMNS; k++) {
            const struct sf_force *g = &q[place(f, (const sl_index[SL_MAX_RANK]){r, k})], *l = &least[r][k];
            bad += g->x != l->x || g->y != l->y || g->z != l->z;
        }
    must(sl_host_end(b));
    must(sl_host_end(f));
    sl_view_destroy(&at);
    sl_view_destroy(&b);
    sl_view_destroy(&f);
    return bad;
}

static int wrong_bits(sl_policy policy, int layout, int n)
{
    sl_view *at = bins_of(n), *a = view_of("a", SL_UINT32, layout, SL_EXTENTS(BINS)),
            *o = view_of("o", SL_UINT64, layout, SL_EXTENTS(BINS)),
            *x = view_of("x", SL_INT32, layout, SL_EXTENTS(BINS)),
            *s = view_of("s", SL_INT64, layout, SL_EXTENTS(BINS)),
            *m = view_of("m", SL_TYPE(struct sf_marks), layout, SL_EXTENTS(BINS));
    uint32_t wa[BINS], wm[BINS][3];
    uint64_t wo[BINS];
    int32_t wx[BINS];
    int64_t ws[BINS];
    SET(uint32_t, uint32_t, a, UINT32_C(0xf0ffffff));
    SET(uint64_t, uint64_t, o, 6);
    SET(int32_t, int32_t, x, 77);
    SET(int64_t, int64_t, s, -5);
    SET(uint32_t, struct sf_marks, m, 1);
    for (int b = 0; b < BINS; b++) {
        wa[b] = UINT32_C(0xf0ffffff);
        wo[b] = 6;
        wx[b] = 77;
        ws[b] = -5;
        wm[b][0] = wm[b][1] = wm[b][2] = 1;
    }
    must(sl_forall_with(policy, sf_bits, SL_RANGE(0, n), at, a, o, x, s, m));
    for (int i = 0; i < n; i++) {
        const int b = bin_of(i);
        wa[b] &= ~((uint32_t)1 << i % 29);
        wo[b] |= (uint64_t)1 << i % 61;
        wx[b] ^= i * 7919;
        ws[b] &= ~((int64_t)1 << i % 47);
        for (int k = 0; k < 3; k++)
            wm[b][k] |= (uint32_t)1 << (i + 11 * k) % 32;
    }
    int bad = 0;
    const uint32_t *ga = SL_HOST_READ(uint32_t, a);
    const uint64_t *go = SL_HOST_READ(uint64_t, o);
    const int32_t *gx = SL_HOST_READ(int32_t, x);
    const int64_t *gs = SL_HOST_READ(int64_t, s);
    const struct sf_marks *gm = SL_HOST_READ(struct sf_marks, m);
    for (sl_index b = 0; b < BINS; b++) {
        bad += ga[b * sl_view_stride(a, 0)] != wa[b] || go[b * sl_view_stride(o, 0)] != wo[b];
        bad += gx[b * sl_view_stride(x, 0)] != wx[b] || gs[b * sl_view_stride(s, 0)] != ws[b];
        bad += memcmp(gm[b * sl_view_stride(m, 0)].seen, wm[b], sizeof wm[b]) != 0;
    }
    sl_view **const views[] = {&a, &o, &x, &s, &m};
    for (int k = 0; k < 5; k++) {
        must(sl_host_end(*views[k]));
        sl_view_destroy(views[k]);
    }
    sl_view_destroy(&at);
    return bad;
}

static int wrong_slices(sl_policy policy, int layout, int n)
{
    enum { DEPTH = 4 };
    const int m = 1 + n % 23;
    sl_view *g = view_of("g", SL_DOUBLE, layout, SL_EXTENTS(ROWS, COLUMNS)),
            *h = view_of("h", SL_INT64, RIGHT, SL_EXTENTS(3, 2, DEPTH));
    double want[ROWS][COLUMNS] = {{0}};
    int64_t most[3][2][DEPTH] = {{{0}}};
    SET(double, double, g, 0);
    int64_t *p = SL_HOST_WRITE(int64_t, h);
    memset(p, 0, sizeof most);
    must(sl_host_end(h));
    must(sl_forall_with(policy, sf_slices, SL_BOX(0, n / 20, 0, m), g, h));
    for (int i = 0; i < n / 20; i++)
        for (int j = 0; j < m; j++) {
            want[(i + j) % ROWS][j % COLUMNS] += 1.75;
            RAISE(most[i % 3][1][1 + j % (DEPTH - 1)], (int64_t)i * j);
        }
    int bad = 0;
    const double *q = SL_HOST_READ(double, g);
    for (sl_index r = 0; r < ROWS; r++)
        for (sl_index k = 0; k < COLUMNS; k++)
            bad += q[place(g, (const sl_index[SL_MAX_RANK]){r, k})] != want[r][k];
    const int64_t *t = SL_HOST_READ(int64_t, h);
    bad += memcmp(t, most, sizeof most) != 0;
    must(sl_host_end(g));
    must(sl_host_end(h));
    sl_view_destroy(&g);
    sl_view_destroy(&h);
    return bad;
}

/* What (re, im) times i^turn 2^scale is. */
static int is_turned(double re, double im, int turn, int scale, double got_re, double got_im)
{
    static const int cosine[] = {1, 0, -1, 0}, sine[] = {0, 1, 0, -1};
    const int c = cosine[turn % 4], s = sine[turn % 4];
    return got_re == ldexp(re * c - im * s, scale) && got_im == ldexp(re * s + im * c, scale);
}

/* Of an element more, which is infinite, and which no iteration joins anything into. */
static int wrong_products(sl_policy policy, int layout, int n)
{
    sl_view *at = bins_of(n), *z = view_of("z", SL_TYPE(sl_complex), layout, SL_EXTENTS(BINS + 1)),
            *c = view_of("c", SL_TYPE(sl_complexf), layout, SL_EXTENTS(ROWS, COLUMNS)),
            *all = view_of("all", SL_TYPE(sl_complexf), RIGHT, SL_EXTENTS());
    int turn[BINS] = {0}, scale[BINS] = {0}, turnc[ROWS][COLUMNS] = {{0}}, scalec[ROWS][COLUMNS] = {{0}};
    int turns = 0, scales = 0, bad = 0;
    SET(double, sl_complex, z, 3);
    SET(float, sl_complexf, c, 5);
    SET(float, sl_complexf, all, 1);
    sl_complex *p = SL_HOST_RDWR(sl_complex, z);
    p[BINS * sl_view_stride(z, 0)] = (sl_complex){(double)INFINITY, -2};
    must(sl_host_end(z));
    must(sl_forall_with(policy, sf_products, SL_RANGE(0, n), at, z, c, all));
    for (int i = 0; i < n; i++) {
        const int b = bin_of(i);
        turn[b] += SF_TURN(i);
        scale[b] += SF_SCALE(i);
        turnc[b % ROWS][i % COLUMNS] += SF_TURN(i);
        scalec[b % ROWS][i % COLUMNS] += SF_SCALE(i);
        turns += SF_TURN(i);
        scales += SF_SCALE(i);
    }
    const sl_complex *q = SL_HOST_READ(sl_complex, z);
    const sl_complexf *f = SL_HOST_READ(sl_complexf, c), *a = SL_HOST_READ(sl_complexf, all);
    for (sl_index b = 0; b < BINS; b++) {
        const sl_complex *g = &q[b * sl_view_stride(z, 0)];
        bad += !is_turned(3, 3, turn[b], scale[b], g->re, g->im);
    }
    for (sl_index r = 0; r < ROWS; r++)
        for (sl_index k = 0; k < COLUMNS; k++) {
            const sl_complexf *g = &f[place(c, (const sl_index[SL_MAX_RANK]){r, k})];
            bad += !is_turned(5, 5, turnc[r][k], scalec[r][k], (double)g->re, (double)g->im);
        }
    bad += !is_turned(1, 1, turns, scales, (double)a->re, (double)a->im);
    const sl_complex *far = &q[BINS * sl_view_stride(z, 0)];
    bad += far->re != (double)INFINITY || far->im != -2;
    must(sl_host_end(z));
    must(sl_host_end(c));
    must(sl_host_end(all));
    sl_view_destroy(&at);
    sl_view_destroy(&z);
    sl_view_destroy(&c);
    sl_view_destroy(&all);
    return bad;
}

static void test_ways(void)
{
    static const struct {
        const char *text;
        int (*wrong)(sl_policy, int, int);
    } tests[] = {{"sums of structs and complex numbers, in helpers", wrong_sums},
                 {"products of complex numbers", wrong_products},
                 {"maxima and minima of structs", wrong_extremes},
                 {"bits", wrong_bits},
                 {"into slices", wrong_slices}};
    for (unsigned t = 0; t < sizeof tests / sizeof *tests; t++)
        for (int w = 0; w < WAYS; w++) {
            int bad = 0;
            for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
                for (int layout = 0; layout < LAYOUTS; layout++)
                    bad += tests[t].wrong(ways[w], layout, sizes[k]);
            ok(bad == 0, "scatter of %s, layouts and sizes: %s", tests[t].text, scatter_text(&ways[w]));
        }
}

/* A strip of triangles, by colours. */
static void test_mesh(void)
{
    sl_view *corner = view_of("corner", SL_INT32, RIGHT, SL_EXTENTS(MOST, 3)),
            *f = view_of("f", SL_TYPE(struct sf_force), RIGHT, SL_EXTENTS(MOST + 2));
    static double want[MOST + 2];
    int32_t *p = SL_HOST_WRITE(int32_t, corner);
    for (int i = 0; i < MOST; i++)
        for (int k = 0; k < 3; k++) {
            p[3 * i + k] = i + k;
            want[i + k] += i % 3 + k;
        }
    must(sl_host_end(corner));
    for (int way = SL_SCATTER_AUTO; way <= SL_SCATTER_COLOR; way++) {
        SET(double, struct sf_force, f, 0);
        must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC, .scatter = (sl_scatter)way), sf_mesh, SL_RANGE(0, MOST),
                            corner, f));
        const struct sf_force *g = SL_HOST_READ(struct sf_force, f);
        int bad = 0;
        for (int i = 0; i < MOST + 2; i++)
            bad += g[i].x != want[i] || g[i].y != 2 * want[i] || g[i].z != -want[i];
        must(sl_host_end(f));
        ok(bad == 0, "scatter of structs with a map, strategy %d", way);
    }
    sl_view_destroy(&corner);
    sl_view_destroy(&f);
}

/* Of sums that have an order: the same bits for each schedule. */
static void test_reproducible(void)
{
    sl_view *at = bins_of(MOST);
    struct sf_force first[BINS];
    sl_complexf firstz[BINS];
    int bad = 0;
    for (int k = 0; k < 4; k++) {
        sl_view *f = view_of("f", SL_TYPE(struct sf_force), RIGHT, SL_EXTENTS(BINS)),
                *z = view_of("z", SL_TYPE(sl_complexf), RIGHT, SL_EXTENTS(BINS));
        must(sl_forall_with(SL_POLICY(.where = SL_CPU, .reproducible = SL_YES, .chunk = k * 7,
                                      .schedule = k % 2 ? SL_DYNAMIC : SL_STATIC),
                            sf_inexact, SL_RANGE(0, MOST), at, f, z));
        const struct sf_force *g = SL_HOST_READ(struct sf_force, f);
        const sl_complexf *y = SL_HOST_READ(sl_complexf, z);
        if (k == 0) {
            memcpy(first, g, sizeof first);
            memcpy(firstz, y, sizeof firstz);
        }
        bad += memcmp(first, g, sizeof first) != 0 || memcmp(firstz, y, sizeof firstz) != 0;
        double sum = 0;
        for (int i = 0; i < MOST; i++)
            sum += bin_of(i) == 3 ? 1.0 / (i + 1) : 0;
        bad += !(g[3].x > sum - 1e-12 && g[3].x < sum + 1e-12);
        must(sl_host_end(f));
        must(sl_host_end(z));
        sl_view_destroy(&f);
        sl_view_destroy(&z);
    }
    ok(bad == 0, "sums of structs with .reproducible have the same bits for each schedule");
    sl_view_destroy(&at);
}

/* Into a part of a view: the other elements stay. */
static void test_subview(void)
{
    sl_view *at = bins_of(MOST), *f = view_of("f", SL_TYPE(struct sf_force), RIGHT, SL_EXTENTS(BINS, 3)), *part = NULL,
            *z = view_of("z", SL_TYPE(sl_complex), RIGHT, SL_EXTENTS(ROWS, COLUMNS)),
            *all = view_of("all", SL_TYPE(sl_complexf), RIGHT, SL_EXTENTS());
    double want[BINS] = {0};
    for (int i = 0; i < MOST; i++)
        want[bin_of(i)] += 2 * (i % 7);
    must(sl_subview(f, &part, SL_ALL, 1));
    for (int way = SL_SCATTER_AUTO; way <= SL_SCATTER_DUPLICATE; way++) {
        SET(double, struct sf_force, f, 0);
        must(sl_forall_with(SL_POLICY(.schedule = SL_STATIC, .scatter = (sl_scatter)way), sf_sums, SL_RANGE(0, MOST),
                            at, part, z, all));
        const struct sf_force *g = SL_HOST_READ(struct sf_force, f);
        int bad = 0;
        for (int b = 0; b < BINS; b++)
            for (int k = 0; k < 3; k++)
                bad += g[3 * b + k].y != (k == 1 ? 2 * want[b] : 0);
        must(sl_host_end(f));
        ok(bad == 0, "scatter of structs into a part of a view, strategy %d", way);
    }
    sl_view_destroy(&part);
    sl_view_destroy(&at);
    sl_view_destroy(&f);
    sl_view_destroy(&z);
    sl_view_destroy(&all);
}

/* Scatter views of such elements. */
static void test_scatter_views(void)
{
    for (int layout = 0; layout < LAYOUTS; layout++) {
        sl_view *at = bins_of(MOST), *f = view_of("f", SL_TYPE(struct sf_force), layout, SL_EXTENTS(BINS)),
                *z = view_of("z", SL_TYPE(sl_complex), layout, SL_EXTENTS(ROWS, COLUMNS)),
                *all = view_of("all", SL_TYPE(sl_complexf), RIGHT, SL_EXTENTS());
        sl_scatter_view *sf = NULL, *sz = NULL, *sa = NULL;
        double want[BINS] = {0}, wantz[ROWS][COLUMNS] = {{0}};
        for (int i = 0; i < MOST; i++) {
            want[bin_of(i)] += 2 * (i % 7);
            wantz[bin_of(i) % ROWS][i % COLUMNS] += i % 5;
        }
        SET(double, struct sf_force, f, 1);
        SET(double, sl_complex, z, 2);
        SET(float, sl_complexf, all, 0);
        must(sl_scatter_view_create_of(SL_SUM, SL_DOUBLE, f, &sf));
        must(sl_scatter_view_create(SL_SUM, z, &sz));
        must(sl_scatter_view_create(SL_SUM, all, &sa));
        must(sl_forall(sf_sums, SL_RANGE(0, MOST), at, sl_scatter_view_access(sf), sl_scatter_view_access(sz),
                       sl_scatter_view_access(sa)));
        for (int k = 0; k < 2; k++) {
            must(sl_scatter_view_contribute(sf, f));
            must(sl_scatter_view_contribute(sz, z));
            must(sl_scatter_view_contribute(sa, all));
        }
        const struct sf_force *g = SL_HOST_READ(struct sf_force, f);
        const sl_complex *y = SL_HOST_READ(sl_complex, z);
        const sl_complexf *a = SL_HOST_READ(sl_complexf, all);
        int bad = a->re != 2 * MOST;
        for (sl_index b = 0; b < BINS; b++)
            bad += g[b * sl_view_stride(f, 0)].z != 1 - 2 * want[b];
        for (sl_index r = 0; r < ROWS; r++)
            for (sl_index k = 0; k < COLUMNS; k++)
                bad += y[place(z, (const sl_index[SL_MAX_RANK]){r, k})].re != 2 + 2 * wantz[r][k];
        must(sl_host_end(f));
        must(sl_host_end(z));
        must(sl_host_end(all));
        ok(bad == 0, "scatter views of structs and complex numbers, layout %d", layout);
        sl_scatter_view_destroy(&sf);
        sl_scatter_view_destroy(&sz);
        sl_scatter_view_destroy(&sa);
        sl_view_destroy(&at);
        sl_view_destroy(&f);
        sl_view_destroy(&z);
        sl_view_destroy(&all);
    }
}

static void test_misuse(void)
{
    sl_view *f = view_of("f", SL_TYPE(struct sf_force), RIGHT, SL_EXTENTS(BINS)),
            *z = view_of("z", SL_TYPE(sl_complex), RIGHT, SL_EXTENTS(BINS));
    sl_scatter_view *s = NULL;
    refused(sl_scatter_view_create(SL_SUM, f, &s), SL_ERR_TYPE, "structs without their numbers' type",
            "sl_scatter_view_create: view: ", "got \"f\" of struct sf_force");
    refused(sl_scatter_view_create(SL_MIN, z, &s), SL_ERR_TYPE, "minima of complex numbers",
            "sl_scatter_view_create: view: ", "expected a view of numbers, got \"z\" of sl_complex");
    refused(sl_scatter_view_create_of(SL_SUM, SL_TYPE(sl_complex), f, &s), SL_ERR_TYPE, "numbers of another size",
            "sl_scatter_view_create_of: of: ", "struct sf_force, consist, got sl_complex");
    ok(s == NULL, "none was made");
    sl_view_destroy(&f);
    sl_view_destroy(&z);
}

int main(void)
{
    must(sl_init(NULL));
    sl_log_set_handler(misuse_count, NULL);
    test_ways();
    test_mesh();
    test_reproducible();
    test_subview();
    test_scatter_views();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
