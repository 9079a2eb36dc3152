/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Scans over views in parts: the bits of the same scans unsplit, and plain C's values. A source that includes
 *  this has the kernels of split/split_scans_kernels.c beside it. */
#ifndef STARLOOP_TESTS_SCAN_PARTS_H
#define STARLOOP_TESTS_SCAN_PARTS_H

#include "call/split.h"
#include "data/split.h"
#include "loop_testing.h"

/** A map v -> a v + b of numbers modulo 2^32: an operator that does not commute. */
typedef struct ss_map {
    uint32_t a, b;
} ss_map;

SL_KERNEL_DECLARE(ss_offsets, (i), in(int64_t, 1, count, own), out(int64_t, 1, first, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(ss_running, (i), inout(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(ss_maps, (i), in(uint32_t, 1, x, own), out(uint32_t, 1, y, own), reduce(ss_map, ss_then, s));
SL_KERNEL_DECLARE(ss_near, (i), in(double, 1, x, halo(1)), out(double, 1, y, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(ss_raise, (i), in(int64_t, 1, x, own), out(int64_t, 1, y, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(ss_add, (i), scalar(int64_t, a), inout(int64_t, 1, y, own));

/** Of all scans. */
static sl_policy scan_policy;

/** StarPU tasks of parts, and gathers, since the last time. */
typedef struct counts {
    int64_t parts, gathers;
} counts;

static inline counts counted(void)
{
    static counts before;
    const counts now = {sl__split_parts_queued(), sl__split_gathers_of_all()};
    const counts since = {now.parts - before.parts, now.gathers - before.gathers};
    before = now;
    return since;
}

/* ---- scans of views ------------------------------------------------------------------------------------------ */

typedef struct view_scan {
    sl_type type; /* SL_DOUBLE or SL_INT32 */
    sl_operator op;
    int rank, dim, layout;
    sl_index n[3];
    int split[3];
    int exclusive, in_place;
    int runs; /* whether it runs in parts */
} view_scan;

/* Elements in the order of C, from the view or to it. */
static inline void move_elements(const view_scan *s, sl_view *view, char *values, int write)
{
    const size_t size = sl_type_size(s->type);
    sl_index at[3] = {0}, stride[3] = {0};
    for (int d = 0; d < s->rank; d++)
        stride[d] = sl_view_stride(view, d);
    char *p = sl_host_begin(view, write ? SL_WRITE : SL_READ, s->type, "SL_HOST_RDWR");
    if (p == NULL)
        must(sl_last_status());
    do {
        char *there = p + (size_t)(at[0] * stride[0] + at[1] * stride[1] + at[2] * stride[2]) * size;
        memcpy(write ? there : values, write ? values : there, size);
        values += size;
    } while (next_point(s->rank, s->n, at));
    must(sl_host_end(view));
}

/* The largest distance from plain C's, of doubles relative to the sum of their sizes. */
static inline double distance(const view_scan *s, const char *x, const char *y)
{
    sl_index stride = 1, length = s->n[s->dim], count = points(s->rank, s->n);
    double most = 0;
    for (int d = s->dim + 1; d < s->rank; d++)
        stride *= s->n[d];
    for (sl_index first = 0; first < count; first++) {
        if (first / stride % length != 0)
            continue;
        long double sum = s->op == SL_MAX ? -INFINITY : 0, sizes = 1;
        uint32_t whole = s->op == SL_MAX ? (uint32_t)INT32_MIN : 0;
        if (s->exclusive) {
            sum = 7;
            whole = 7;
        }
        for (sl_index k = 0; k < length; k++) {
            const sl_index at = first + k * stride;
            const long double was = sum;
            const uint32_t whole_was = whole;
            if (s->type == SL_DOUBLE) {
                const double v = ((const double *)(const void *)x)[at];
                sizes += fabs(v);
                sum = s->op == SL_MAX ? fmaxl(sum, v) : sum + v;
                most = fmax(
                    most, (double)(fabsl(((const double *)(const void *)y)[at] - (s->exclusive ? was : sum)) / sizes));
            } else {
                const int32_t v = ((const int32_t *)(const void *)x)[at];
                whole = s->op == SL_MAX ? (uint32_t)(v > (int32_t)whole ? v : (int32_t)whole) : whole + (uint32_t)v;
                if (((const uint32_t *)(const void *)y)[at] != (s->exclusive ? whole_was : whole))
                    most = 1;
            }
        }
    }
    return most;
}

static inline void fill_values(const view_scan *s, char *x)
{
    uint64_t seed = (uint64_t)s->n[0];
    for (sl_index i = 0; i < points(s->rank, s->n); i++)
        if (s->type == SL_DOUBLE)
            ((double *)(void *)x)[i] = random_double(&seed) - 0.25;
        else
            ((int32_t *)(void *)x)[i] = (int32_t)random_next(&seed);
}

static inline void scan_once(const view_scan *s, sl_view *x, sl_view *y)
{
    const double seven = 7;
    const int32_t seven32 = 7;
    const void *initial = s->type == SL_DOUBLE ? (const void *)&seven : &seven32;
    if (s->exclusive)
        must(sl_scan_exclusive_with(scan_policy, s->op, s->dim, initial, x, y));
    else
        must(sl_scan_inclusive_with(scan_policy, s->op, s->dim, x, y));
}

static inline void view_scan_in_parts(const view_scan *s)
{
    const size_t bytes = (size_t)points(s->rank, s->n) * sl_type_size(s->type);
    char *in = malloc(bytes), *whole = malloc(bytes), *got = malloc(bytes);
    sl_extents e = {.rank = s->rank};
    sl_split split = {{0}};
    for (int d = 0; d < s->rank; d++) {
        e.n[d] = s->n[d];
        split.n[d] = s->split[d];
    }
    sl_view *x = view_of("x", s->type, s->layout, e), *y = s->in_place ? x : view_of("y", s->type, s->layout, e);
    fill_values(s, in);
    move_elements(s, x, in, 1);
    scan_once(s, x, y);
    move_elements(s, y, whole, 0);
    move_elements(s, x, in, 1);
    must(sl_view_split(x, split));
    must(sl_view_split(y, split));
    (void)counted();
    scan_once(s, x, y);
    const counts c = counted();
    move_elements(s, y, got, 0);
    const double far = distance(s, in, got);
    ok(memcmp(got, whole, bytes) == 0 && far < 1e-13 && (c.parts > 1) == s->runs && (!s->runs || c.gathers == 0),
       "%s of %s of rank %d, %lld long, along %d%s, %s, in %d x %d parts: the bits of one%s",
       s->op == SL_MAX ? "maxima" : "sums", s->type == SL_DOUBLE ? "doubles" : "int32", s->rank,
       (long long)s->n[s->dim], s->dim, s->in_place ? ", in place" : "", layout_name[s->layout],
       s->split[0] > 1 ? s->split[0] : 1, s->split[1] > 1 ? s->split[1] : 1, s->runs ? ", without a gather" : "");
    if (memcmp(got, whole, bytes) != 0 || far >= 1e-13 || (c.parts > 1) != s->runs)
        diag("%s bits, %g from plain C, %lld parts, %lld gathers", memcmp(got, whole, bytes) ? "other" : "the same",
             far, (long long)c.parts, (long long)c.gathers);
    if (y != x)
        sl_view_destroy(&y);
    sl_view_destroy(&x);
    free(in);
    free(whole);
    free(got);
}

/* ---- scans with a body --------------------------------------------------------------------------------------- */

enum { BODY_OFFSETS, BODY_RUNNING, BODY_MAPS, BODY_NEAR, BODIES };

/* What a body writes, and its totals, into host memory and a view. */
typedef struct body_results {
    uint64_t elements; /* a hash of their bits */
    uint64_t total[2];
} body_results;

static inline const void *read_view(sl_view *view)
{
    const void *p = sl_host_begin(view, SL_READ, sl_view_type(view), "SL_HOST_READ");
    if (p == NULL)
        must(sl_last_status());
    return p;
}

static inline uint64_t elements_of(sl_view *view, sl_index n)
{
    const size_t size = sl_type_size(sl_view_type(view));
    const unsigned char *p = read_view(view);
    uint64_t hash = 1;
    for (size_t i = 0; i < (size_t)n * size; i++)
        hash = hash * 1099511628211U + p[i];
    must(sl_host_end(view));
    return hash;
}

/* Puts plain C's results beside. @return the largest distance of what a body has written from them */
static inline double body_distance(int body, sl_index lo, sl_index n, const char *x, sl_view *y, uint64_t total)
{
    const char *p = read_view(y);
    int64_t whole = 0;
    long double sum = 0, sizes = 1;
    ss_map map = {1, 0}, got;
    double most = 0, t;
    memcpy(&got, &total, sizeof got);
    memcpy(&t, &total, sizeof t);
    for (sl_index i = lo; i < n - lo; i++)
        switch (body) {
        case BODY_OFFSETS:
            most = fmax(most, (double)(((const int64_t *)(const void *)p)[i] != whole));
            whole += ((const int64_t *)(const void *)x)[i];
            break;
        case BODY_MAPS: {
            const uint32_t v = ((const uint32_t *)(const void *)x)[i];
            map = (ss_map){map.a * (2 * v + 1), map.b * (2 * v + 1) + v};
            most = fmax(most, (double)(((const uint32_t *)(const void *)p)[i] != map.a * 5 + map.b));
            break;
        }
        default: {
            const double *v = (const double *)(const void *)x;
            sum += body == BODY_NEAR ? v[i - 1] - 0.5 * v[i + 1] : v[i];
            sizes += body == BODY_NEAR ? fabs(v[i - 1]) + fabs(v[i + 1]) : fabs(v[i]);
            most = fmax(most, (double)(fabsl(((const double *)(const void *)p)[i] - sum) / sizes));
        }
        }
    must(sl_host_end(y));
    if (body == BODY_OFFSETS)
        return fmax(most, (double)((uint64_t)whole != total));
    if (body == BODY_MAPS)
        return fmax(most, (double)(memcmp(&map, &got, sizeof map) != 0));
    return fmax(most, (double)(fabsl(t - sum) / sizes));
}

static inline void run_body(int body, sl_space space, sl_view *x, sl_view *y, sl_view *total, void *host)
{
    switch (body) {
    case BODY_OFFSETS:
        must(host ? sl_reduce_with(scan_policy, ss_offsets, space, x, y, (int64_t *)host)
                  : sl_forall_with(scan_policy, ss_offsets, space, x, y, SL_INTO(total)));
        break;
    case BODY_RUNNING:
        must(host ? sl_reduce_with(scan_policy, ss_running, space, y, (double *)host)
                  : sl_forall_with(scan_policy, ss_running, space, y, SL_INTO(total)));
        break;
    case BODY_MAPS:
        must(host ? sl_reduce_with(scan_policy, ss_maps, space, x, y, (ss_map *)host)
                  : sl_forall_with(scan_policy, ss_maps, space, x, y, SL_INTO(total)));
        break;
    default:
        must(host ? sl_reduce_with(scan_policy, ss_near, space, x, y, (double *)host)
                  : sl_forall_with(scan_policy, ss_near, space, x, y, SL_INTO(total)));
    }
}

static inline void body_fill(int body, sl_view *view, sl_index n, char *values)
{
    uint64_t seed = (uint64_t)n;
    const size_t size = sl_type_size(sl_view_type(view));
    char *p = sl_host_begin(view, SL_WRITE, sl_view_type(view), "SL_HOST_WRITE");
    for (sl_index i = 0; i < n; i++)
        switch (body) {
        case BODY_OFFSETS: ((int64_t *)(void *)p)[i] = random_below(&seed, 1000); break;
        case BODY_MAPS: ((uint32_t *)(void *)p)[i] = (uint32_t)random_below(&seed, 1000); break;
        default: ((double *)(void *)p)[i] = random_double(&seed);
        }
    memcpy(values, p, (size_t)n * size);
    must(sl_host_end(view));
}

/* Unsplit and in parts. @param[in] runs  whether it runs in parts */
static inline void body_in_parts(int body, sl_index n, sl_index lo, int parts, int runs)
{
    static const char *const name[] = {"offsets", "sums in place", "maps that do not commute", "sums of neighbours"};
    const sl_type type = body == BODY_OFFSETS ? SL_INT64 : body == BODY_MAPS ? SL_UINT32 : SL_DOUBLE;
    const sl_type result = body == BODY_MAPS ? SL_TYPE(ss_map) : type;
    const sl_space space = SL_RANGE(lo, n - lo);
    sl_view *x = view_of("x", type, RIGHT, SL_EXTENTS(n)), *y = view_of("y", type, RIGHT, SL_EXTENTS(n));
    sl_view *total = view_of("total", result, RIGHT, SL_EXTENTS());
    char *values = malloc((size_t)n * sl_type_size(type));
    body_results r[2];
    double far = 0;
    counts c = {0, 0};
    memset(r, 0, sizeof r);
    for (int split = 0; split < 2; split++) {
        body_fill(body, x, n, values);
        body_fill(body, y, n, values);
        if (split) {
            must(sl_view_split(x, SL_SPLIT(parts)));
            must(sl_view_split(y, SL_SPLIT(parts)));
        }
        (void)counted();
        run_body(body, space, x, y, total, NULL);
        c = counted();
        memcpy(&r[split].total[1], read_view(total), sl_type_size(result));
        must(sl_host_end(total));
        body_fill(body, y, n, values);
        run_body(body, space, x, y, total, &r[split].total[0]);
        r[split].elements = elements_of(y, n);
        far = fmax(far, body_distance(body, lo, n, values, y, r[split].total[0]));
    }
    ok(memcmp(&r[0], &r[1], sizeof r[0]) == 0 && r[1].total[0] == r[1].total[1] && far < 1e-13 &&
           (c.parts > 1) == runs && (!runs || c.gathers == 0),
       "%s by a body, over %lld from %lld on, in %d parts: the bits of one, and the totals%s", name[body], (long long)n,
       (long long)lo, parts, runs ? ", without a gather" : "");
    if (memcmp(&r[0], &r[1], sizeof r[0]) != 0 || far >= 1e-13 || (c.parts > 1) != runs)
        diag("hashes %llx and %llx; totals %llx %llx and %llx %llx; %g from plain C, %lld parts, %lld gathers",
             (unsigned long long)r[0].elements, (unsigned long long)r[1].elements, (unsigned long long)r[0].total[0],
             (unsigned long long)r[0].total[1], (unsigned long long)r[1].total[0], (unsigned long long)r[1].total[1],
             far, (long long)c.parts, (long long)c.gathers);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&total);
    free(values);
}

#endif
