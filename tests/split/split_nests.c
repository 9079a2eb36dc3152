/* SPDX-License-Identifier: BSD-3-Clause */
/* Nests over split views: which policies run in parts, on worker groups and on GPUs, and that all give what plain C
 * does, offsets, counts and numbers of tiles among it. */
#include "split_testing.h"

#include "call/split.h"

SL_NEST_DECLARE(sn_blur, (i, j, k), lambdas(4), local(int64_t, s), local(int64_t, count), scalar(int32_t, size),
                in(int64_t, 2, u, own(0, 1), halo(1, 0)), in(int64_t, 1, f), out(int64_t, 2, w, own(0, 1)));
SL_NEST_DECLARE(sn_sums, (i, j), lambdas(2), local(int64_t, s), in(int64_t, 2, u, own), out(int64_t, 2, w, own));
SL_NEST_DECLARE(sn_thrice, (i, j), lambdas(1), in(int64_t, 2, u, own), out(int64_t, 2, w, own));
SL_NEST_DECLARE(sn_turned, (i, j), lambdas(2), local_array(int64_t, column, 64), in(int64_t, 2, u, own),
                out(int64_t, 2, w, own));

extern const struct sl__nest_policy *__start_sl__nests[], *__stop_sl__nests[];

enum { SIZE = 4, TERMS = 3, FIXED = 8 };

/* What a lambda adds of its place: nothing, its offset in the space and its count, its offset in tiles, these and the
 * number of the tile. */
enum { PLAIN, OFFSETS, TILES, SIZED, NUMBERS };

/* Policies, and which rows may be the first of parts: multiples of so many; 0: the nest runs whole. */
static const struct {
    const char *host, *device;
    int kind, host_cut, device_cut;
} cases[] = {{"rows", "gpu_rows", PLAIN, 1, 1},         {"collapsed", "gpu_rows", PLAIN, 1, 1},
             {"offsets", "gpu_offsets", OFFSETS, 1, 1}, {"tiles", "gpu_tiles", TILES, FIXED, FIXED},
             {"sized", "gpu_sized", SIZED, 0, SIZE},    {"numbers", "gpu_numbers", NUMBERS, 0, 0},
             {"alone", "gpu_rows", PLAIN, 0, 1}};

static int device, checked;
static sl_index rows, columns;
static int64_t *plain_u, *plain_w;

/* A policy on the side of the test. */
static sl_policy sided(const char *host, const char *gpu)
{
    return SL_POLICY(.where = device ? SL_CUDA : SL_CPU, .nest = device && gpu ? gpu : host);
}

static int64_t placed(int kind, sl_index at)
{
    return kind == OFFSETS   ? 1000 * at + 1000000 * at
           : kind == TILES   ? 1000 * (at % FIXED)
           : kind == SIZED   ? 1000 * (at % SIZE)
           : kind == NUMBERS ? 1000 * (at % FIXED) + 1000000 * (at / FIXED)
                             : 0;
}

static void fill(sl_view *view, int64_t *plain, int64_t factor)
{
    int64_t *p = SL_HOST_WRITE(int64_t, view);
    for (sl_index e = 0; p && e < rows * columns; e++)
        p[e] = plain[e] = factor * ((e * 37) % 1009 - 500);
    must(sl_host_end(view));
}

static void same_as_plain(sl_view *view, const char *what)
{
    const int64_t *p = SL_HOST_READ(int64_t, view);
    sl_index wrong = p == NULL;
    for (sl_index e = 0; p && e < rows * columns; e++)
        if (p[e] != plain_w[e] && wrong++ == 0)
            diag("row %lld, column %lld: got %lld, want %lld", (long long)(e / columns), (long long)(e % columns),
                 (long long)p[e], (long long)plain_w[e]);
    must(sl_host_end(view));
    is_int(wrong, 0, "%s: %lld x %lld has the values of plain C", what, (long long)rows, (long long)columns);
}

/* Views u, w in parts, or not. */
static void make(sl_view *v[2], int parts)
{
    for (int k = 0; k < 2; k++) {
        v[k] = view_of(k ? "w" : "u", SL_INT64, RIGHT, SL_EXTENTS(rows, columns));
        fill(v[k], k ? plain_w : plain_u, 3 + k);
        if (parts > 1)
            must(sl_view_split(v[k], SL_SPLIT(parts)));
    }
}

/* How many parts a nest has that may be cut at multiples of rows behind its first one: on CPUs borders are moved there,
 * on GPUs they are where the views' parts are. */
static int parts_of(sl_index lo, int cut, int parts)
{
    int fits = cut > 0 && parts > 1 && (device ? sl_gpus() > 1 && !checked : sl_cpu_workers() > 1);
    for (int p = 1; p < parts && device && cut > 0; p++)
        fits &= (sl__grid_border(rows, parts, p) - lo) % cut == 0;
    return fits ? parts : 0;
}

static void blur(size_t c, sl_index lo, sl_index hi, int parts)
{
    static const int64_t factor[TERMS] = {2, -5, 7};
    sl_view *v[2], *f = view_of("f", SL_INT64, RIGHT, SL_EXTENTS(TERMS));
    char what[128];
    int64_t *p = SL_HOST_WRITE(int64_t, f), sum = 0;
    for (int k = 0; p && k < TERMS; k++)
        sum += p[k] = factor[k];
    must(sl_host_end(f));
    make(v, parts);
    const int64_t queued = sl__split_parts_queued();
    must(sl_nest_with(sided(cases[c].host, cases[c].device), sn_blur, SL_BOX(lo, hi, 0, columns, 0, TERMS), SIZE, v[0],
                      f, v[1]));
    must(sl_wait());
    for (sl_index i = lo; i < hi; i++)
        for (sl_index j = 0; j < columns; j++)
            plain_w[i * columns + j] = sum * (plain_u[(i - 1) * columns + j] + 3 * plain_u[(i + 1) * columns + j]) +
                                       placed(cases[c].kind, i - lo);
    snprintf(what, sizeof what, "policy %s from row %lld in %d parts", device ? cases[c].device : cases[c].host,
             (long long)lo, parts);
    same_as_plain(v[1], what);
    if (lo > 1 || cases[c].kind == PLAIN) /* from row 1 on tiles leave some parts empty, or not */
        is_int(sl__split_parts_queued() - queued, parts_of(lo, device ? cases[c].device_cut : cases[c].host_cut, parts),
               "and runs in so many parts");
    sl_view_destroy(&v[0]);
    sl_view_destroy(&v[1]);
    sl_view_destroy(&f);
}

/* Nests of which one row finds what others left; and one whose policies are timed. */
static void carried(int parts)
{
    sl_view *v[2];
    rows = 64;
    make(v, parts);
    const int64_t queued = sl__split_parts_queued();
    must(sl_nest_with(sided("columns", "gpu_columns"), sn_sums, SL_BOX(0, rows, 0, columns), v[0], v[1]));
    for (sl_index i = 0; i < rows; i++)
        for (sl_index j = 0; j < columns; j++)
            plain_w[i * columns + j] = plain_u[i * columns + j] + (i > 0 ? plain_w[(i - 1) * columns + j] : 0);
    same_as_plain(v[1], "sums along dimension 0");
    must(sl_nest_with(sided("columns", "gpu_columns"), sn_turned, SL_BOX(0, rows, 0, columns), v[0], v[1]));
    for (sl_index i = 0; i < rows; i++)
        memcpy(plain_w + i * columns, plain_u + (rows - 1 - i) * columns, (size_t)columns * sizeof *plain_w);
    same_as_plain(v[1], "rows by way of memory");
    must(sl_nest_with(sided("auto", NULL), sn_thrice, SL_BOX(0, rows, 0, columns), v[0], v[1]));
    for (sl_index e = 0; e < rows * columns; e++)
        plain_w[e] = 3 * plain_u[e];
    same_as_plain(v[1], "the fastest policy");
    is_int(sl__split_parts_queued() - queued, 0, "they run whole");
    sl_view_destroy(&v[0]);
    sl_view_destroy(&v[1]);
}

/* One call splits, also of nests. */
static void test_policy(void)
{
    sl_view *v[2];
    sl_policy policy = sided("rows", "gpu_rows");
    rows = 64;
    columns = 9;
    make(v, 1);
    policy.split = SL_SPLIT(2);
    const int64_t queued = sl__split_parts_queued();
    sl_view *f = view_of("f", SL_INT64, RIGHT, SL_EXTENTS(TERMS));
    must(sl_nest_with(policy, sn_blur, SL_BOX(1, 63, 0, columns, 0, 0), SIZE, v[0], f, v[1]));
    is_int(sl__split_parts_queued() - queued, 0, "a nest over an empty dimension runs whole");
    must(sl_nest_with(policy, sn_blur, SL_BOX(1, 63, 0, columns, 0, 1), SIZE, v[0], f, v[1]));
    is_int(sl__split_parts_queued() - queued, parts_of(1, 1, 2), "policy.split splits the views of a nest");
    must(sl_wait());
    for (sl_index e = columns; e < 63 * columns; e++)
        plain_w[e] = 0; /* f is 0 */
    same_as_plain(v[1], "both");
    sl_view_destroy(&v[0]);
    sl_view_destroy(&v[1]);
    sl_view_destroy(&f);
}

/* What the policies for CUDA say of themselves, also where no GPU is. */
static void test_device_policies(void)
{
    int seen = 0;
    for (const struct sl__nest_policy **p = __start_sl__nests; p < __stop_sl__nests; p++) {
        const struct sl__nest_launch *launch = (*p)->launch_;
        if (launch == NULL || strncmp((*p)->nest_->name, "sn_", 3) != 0)
            continue;
        const int whole = strcmp((*p)->name_, "gpu_numbers") == 0 || strcmp((*p)->name_, "gpu_columns") == 0;
        is_int(launch->cut_, !whole, "%s.%s may %sbe cut", (*p)->nest_->name, (*p)->name_, whole ? "not " : "");
        seen++;
    }
    is_int(seen, 8, "these are all");
}

int main(void)
{
    static const sl_index shape[][2] = {{128, 37}, {253, 16}};
    setenv("STARLOOP_INLINE", "0", 1);
    unsetenv("STARLOOP_WHERE");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    plain_u = malloc(2 * 256 * 64 * sizeof *plain_u);
    plain_w = plain_u + 256 * 64;
    extern const sl_kernel sn_blur__kernel;
    checked = sn_blur__kernel.bounds_checked;
    test_device_policies();
    for (device = 0; device < 1 + (sl_gpus() > 0); device++) {
        for (size_t s = 0; s < sizeof shape / sizeof shape[0]; s++)
            for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
                for (int parts = 1; parts <= 4; parts *= 2) {
                    rows = shape[s][0];
                    columns = shape[s][1];
                    blur(c, FIXED, rows - 3, parts);
                    blur(c, 1, rows - 1, parts);
                }
        for (int parts = 1; parts <= 4; parts *= 4)
            carried(parts);
        test_policy();
    }
    if (sl_gpus() == 0)
        skip(sl__device_absence(), "the same on GPUs");
    free(plain_u);
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
