/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums of floats of mixed sign against their exact sums: the bound of doc/spec/reductions.md, and pairwise summation
 * whose smallest pieces are 128 numbers; and what SL_ACROSS_DEVICES takes and refuses. The values are multiples of
 * 2^-23, whose sums 64 bits hold. 1e6 numbers each in the quick form, else 1e7. */
#include "loop_testing.h"
#include "misuse.h"
#include "reduce_accuracy.h"

enum { RUNS = 8, PIECE = 128, LANES = 32, BLOCK = 4096, TILE_LANES = 256, TILES = 1024 };

typedef struct data {
    sl_index n;
    int32_t *whole; /* [n] the values times 2^23 */
    float *x;       /* [n] */
    double exact, magnitude;
} data;

static void fill(data *d, uint64_t *seed)
{
    int64_t sum = 0, magnitude = 0;
    for (sl_index i = 0; i < d->n; i++) {
        d->whole[i] = (int32_t)(random_next(seed) >> 40) - (1 << 23);
        d->x[i] = (float)d->whole[i] * 0x1p-23f;
        sum += d->whole[i];
        magnitude += d->whole[i] < 0 ? -d->whole[i] : d->whole[i];
    }
    d->exact = (double)sum * 0x1p-23;
    d->magnitude = (double)magnitude * 0x1p-23;
}

/* Halves, down to pieces that are summed one after another. */
static float pairwise(const float *x, sl_index n)
{
    float sum = 0;
    if (n > PIECE) {
        sl_index half = PIECE;
        while (2 * half < n)
            half *= 2;
        return pairwise(x, half) + pairwise(x + half, n - half);
    }
    for (sl_index i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

static int log2_above(sl_index n)
{
    int k = 0;
    while (((sl_index)1 << k) < n)
        k++;
    return k;
}

/* Additions that a number goes through: in its lane, in the fold, between blocks. */
static double depth_of(sl_index n)
{
    if (!on_gpu())
        return BLOCK / LANES + 5 + log2_above((n + BLOCK - 1) / BLOCK);
    const double turns = (double)n / TILE_LANES / 512 + 16; /* rank 2 on has half as many tiles */
    return turns + 8 + log2_above(TILES);
}

static void compare(const data *d, const char *what, float got, double *ours, double *theirs)
{
    const double error = fabs((double)got - d->exact), other = fabs((double)pairwise(d->x, d->n) - d->exact);
    if (!(error <= depth_of(d->n) * 0x1p-24 * d->magnitude))
        diag("%s: got %.9g, exact %.17g, bound %.3g", what, (double)got, d->exact,
             depth_of(d->n) * 0x1p-24 * d->magnitude);
    *ours += error * error;
    *theirs += other * other;
    ok(error <= depth_of(d->n) * 0x1p-24 * d->magnitude, "%s of %lld floats of mixed sign: within the bound", what,
       (long long)d->n);
}

static void test_sums(sl_index n)
{
    const sl_index side = 1000;
    data d = {.n = n, .whole = malloc((size_t)n * sizeof *d.whole), .x = malloc((size_t)n * sizeof *d.x)};
    sl_view *x = view_of("x", SL_FLOAT, RIGHT, SL_EXTENTS(n)),
            *y = view_of("y", SL_FLOAT, RIGHT, SL_EXTENTS(n / side, side));
    double ours[2] = {0, 0}, theirs[2] = {0, 0};
    uint64_t seed = test_seed(343);
    for (int run = 0; run < RUNS; run++) {
        float sum, sum2;
        fill(&d, &seed);
        memcpy(SL_HOST_WRITE(float, x), d.x, (size_t)n * sizeof *d.x);
        must(sl_host_end(x));
        memcpy(SL_HOST_WRITE(float, y), d.x, (size_t)n * sizeof *d.x);
        must(sl_host_end(y));
        must(sl_reduce(acc_sum, SL_RANGE(0, n), x, &sum));
        must(sl_reduce(acc_sum2, SL_BOX(0, n / side, 0, side), y, &sum2));
        compare(&d, "a sum", sum, &ours[0], &theirs[0]);
        compare(&d, "a sum over a box", sum2, &ours[1], &theirs[1]);
    }
    for (int rank = 0; rank < 2; rank++) {
        diag("rank %d: errors %.3g, of pairwise summation %.3g, exact sum %.6g", rank + 1, sqrt(ours[rank] / RUNS),
             sqrt(theirs[rank] / RUNS), d.exact);
        if (!on_gpu())
            ok(ours[rank] <= 4 * theirs[rank], "rank %d: the error of %d sums is about that of pairwise summation",
               rank + 1, RUNS);
    }
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    free(d.whole);
    free(d.x);
}

/* ---- SL_ACROSS_DEVICES --------------------------------------------------------------------------------------- */

static int same_scans(sl_view *a, sl_view *b, sl_index n)
{
    const int same = memcmp(SL_HOST_READ(float, a), SL_HOST_READ(float, b), (size_t)n * sizeof(float)) == 0;
    must(sl_host_end(a));
    must(sl_host_end(b));
    return same;
}

static void test_across(void)
{
    enum { N = 100003 };
    const sl_policy across = {.reproducible = SL_ACROSS_DEVICES},
                    on_cpu = {.reproducible = SL_ACROSS_DEVICES, .where = SL_CPU},
                    there = {.reproducible = SL_ACROSS_DEVICES, .where = SL_CUDA};
    sl_view *x = view_of("x", SL_FLOAT, RIGHT, SL_EXTENTS(N)), *a = view_of("a", SL_FLOAT, RIGHT, SL_EXTENTS(N)),
            *b = view_of("b", SL_FLOAT, RIGHT, SL_EXTENTS(N)), *h = view_of("h", SL_DOUBLE, RIGHT, SL_EXTENTS(2)),
            *k = view_of("k", SL_INT64, RIGHT, SL_EXTENTS(2));
    float *p = SL_HOST_WRITE(float, x), open, cpu, gpu;
    uint64_t seed = test_seed(344);
    for (int i = 0; i < N; i++)
        p[i] = (float)random_double(&seed) - 0.5f;
    must(sl_host_end(x));
    must(sl_reduce_with(across, acc_sum, SL_RANGE(0, N), x, &open));
    must(sl_reduce_with(SL_POLICY(.where = SL_CPU), acc_sum, SL_RANGE(0, N), x, &cpu));
    ok(memcmp(&open, &cpu, sizeof cpu) == 0, "across devices a sum has the bits of CPUs, wherever it runs");
    must(sl_scan_inclusive_with(across, SL_SUM, 0, x, a));
    must(sl_scan_inclusive_with(SL_POLICY(.where = SL_CPU), SL_SUM, 0, x, b));
    ok(same_scans(a, b, N), "and so has a scan");
    must(sl_forall_with(across, acc_places, SL_RANGE(0, N), x, k));
    ok(1, "atomic views of integers are the same anyway");
    refused(sl_forall_with(on_cpu, acc_count, SL_RANGE(0, N), x, h), SL_ERR_UNSUPPORTED, "an atomic view of floats",
            "kernel acc_count, argument h: policy.reproducible: expected no atomic view", "SL_ACROSS_DEVICES");
    refused(sl_reduce_with(SL_POLICY(.reproducible = (sl_reproducible)3), acc_sum, SL_RANGE(0, N), x, &cpu),
            SL_ERR_ARGUMENT, "no sl_reproducible", "policy.reproducible: expected an sl_reproducible, got 3");
    if (have_gpu("a sum on a GPU has the bits of CPUs; a scan is refused there")) {
        must(sl_reduce_with(there, acc_sum, SL_RANGE(0, N), x, &gpu));
        ok(memcmp(&gpu, &cpu, sizeof cpu) == 0, "a sum on a GPU has the bits of CPUs");
        refused(sl_scan_inclusive_with(there, SL_SUM, 0, x, a), SL_ERR_UNSUPPORTED, "a scan on a GPU",
                "policy.where: expected SL_CPU or SL_ANYWHERE with .reproducible = SL_ACROSS_DEVICES for a scan");
    }
    sl_view *all[] = {x, a, b, h, k};
    for (size_t v = 0; v < sizeof all / sizeof *all; v++)
        sl_view_destroy(&all[v]);
}

int main(void)
{
    must(sl_init(NULL));
    test_sums(quick() ? 1000000 : 10000000);
    sl_log_set_handler(misuse_count, NULL);
    test_across();
    must(sl_finalize());
    return done_testing();
}
