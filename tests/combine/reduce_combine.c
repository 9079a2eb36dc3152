/* SPDX-License-Identifier: BSD-3-Clause */
/* .combine: the result of a reduction is joined into what its target holds, the old value first. Into views of rank 0,
 * elements and host memory, in parts, in regions, over nothing; against results that replace. */
#include "loop_testing.h"
#include "reduce_combine.h"

enum { N = 20000 };
#define COMBINE SL_POLICY(.combine = 1)

static sl_view *filled(void)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    double *p = SL_HOST_WRITE(double, x);
    uint64_t seed = test_seed(5);
    for (sl_index i = 0; i < N; i++)
        p[i] = (double)random_below(&seed, 250);
    must(sl_host_end(x));
    return x;
}

/* Host memory: thirds of the space, one after another, give what the whole gives; nothing changes nothing. */
static void test_host(void)
{
    sl_view *x = filled();
    double s, lo, s2 = 1000, lo2 = 300;
    SL_LOC(double) hi, hi2 = {-1, 7};
    uint8_t b, b2 = 0x55;
    stretch r = {0, 0, 0, 0};
    must(sl_reduce(cb_all, SL_RANGE(0, N), x, &s, &lo, &hi, &b));
    for (int k = 2; k >= 0; k--)
        must(sl_reduce_with(COMBINE, cb_all, SL_RANGE(k * N / 3, (k + 1) * N / 3), x, &s2, &lo2, &hi2, &b2));
    for (int k = 0; k < 3; k++)
        must(sl_reduce_with(COMBINE, cb_behind, SL_RANGE(k * N / 3, (k + 1) * N / 3), x, &r));
    ok(s2 == 1000 + s && lo2 == lo && hi2.value == hi.value && hi2.index == hi.index && b2 == (0x55 ^ b),
       "sum, min, maxloc and bxor of thirds, joined into host memory");
    ok(r.count == N && r.first == 0 && r.last == N - 1 && !r.broken, "the old value comes first");
    must(sl_reduce_with(COMBINE, cb_all, SL_RANGE(3, 3), x, &s2, &lo2, &hi2, &b2));
    ok(s2 == 1000 + s && lo2 == lo && hi2.index == hi.index && b2 == (0x55 ^ b), "over nothing they stay as they are");
    must(sl_reduce(cb_all, SL_RANGE(0, N), x, &s2, &lo2, &hi2, &b2));
    ok(s2 == s && b2 == b, "without .combine results replace");
    sl_view_destroy(&x);
}

/* Views: queued, in parts and whole; a region that is run again goes on. */
static void test_views(int parts)
{
    sl_view *x = filled(), *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS()),
            *lo = view_of("lo", SL_DOUBLE, RIGHT, SL_EXTENTS(2));
    sl_view *hi = view_of("hi", SL_TYPE(SL_LOC(double)), RIGHT, SL_EXTENTS()),
            *b = view_of("b", SL_UINT8, RIGHT, SL_EXTENTS(3));
    double want, least;
    SL_LOC(double) most;
    uint8_t bits;
    sl_region *region = NULL;
    must(sl_reduce(cb_all, SL_RANGE(0, N), x, &want, &least, &most, &bits));
    if (parts > 1)
        must(sl_view_split(x, SL_SPLIT(parts)));
    for (int k = 0; k < 3; k++)
        must(
            sl_forall_with(COMBINE, cb_all, SL_RANGE(0, N), x, SL_INTO(s), SL_INTO(lo, 1), SL_INTO(hi), SL_INTO(b, 2)));
    const double *p = SL_HOST_READ(double, s), *q = SL_HOST_READ(double, lo);
    const SL_LOC(double) *m = SL_HOST_READ(SL_LOC(double), hi);
    const uint8_t *c = SL_HOST_READ(uint8_t, b);
    ok(*p == 3 * want && q[0] == 0 && q[1] == (least < 0 ? least : 0) && m->value == most.value &&
           m->index == most.index && c[0] == 0 && c[1] == 0 && c[2] == bits,
       "three calls, joined into views and elements, %d parts", parts);
    must(sl_host_end(s));
    must(sl_host_end(lo));
    must(sl_host_end(hi));
    must(sl_host_end(b));
    if (parts == 1) {
        must(sl_region_begin(&region));
        must(
            sl_forall_with(COMBINE, cb_all, SL_RANGE(0, N), x, SL_INTO(s), SL_INTO(lo, 1), SL_INTO(hi), SL_INTO(b, 2)));
        must(sl_region_end(region));
        for (int k = 0; k < 4; k++)
            must(sl_region_run(region));
        p = SL_HOST_READ(double, s);
        ok(*p == 7 * want, "a region with one, run four times");
        must(sl_host_end(s));
        sl_region_destroy(&region);
    }
    sl_view_destroy(&x);
    sl_view_destroy(&s);
    sl_view_destroy(&lo);
    sl_view_destroy(&hi);
    sl_view_destroy(&b);
}

static void test_refused(void)
{
    sl_view *x = filled();
    is_int(sl_forall_with(COMBINE, cb_fail, SL_RANGE(0, N), x), SL_ERR_ARGUMENT,
           "a loop that reduces nothing is refused");
    const char *sentence =
        "sl_forall: kernel cb_fail: policy.combine: expected a kernel that reduces, got one that does not";
    if (!ok(strstr(sl_last_error(), sentence) != NULL, "in a sentence"))
        diag("got \"%s\"", sl_last_error());
    sl_view_destroy(&x);
}

int main(void)
{
    must(sl_init(NULL));
    test_host();
    test_views(1);
    test_views(4);
    test_refused();
    must(sl_finalize());
    return done_testing();
}
