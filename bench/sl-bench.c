/* SPDX-License-Identifier: BSD-3-Clause */
/* sl-bench: races Starloop against native twins in one binary. README.md says how and why so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "options.h"

static const struct bench_case *const cases[] = {
    &bench_triad,    &bench_axpy,   &bench_dot,           &bench_reduce3,         &bench_jacobi2d, &bench_jacobi2d_left,
    &bench_matmul,   &bench_matmul_blocked, &bench_transpose_mixed, &bench_heat_cg, &bench_launch};
enum { CASES = sizeof cases / sizeof cases[0] };

static const struct bench_case *find(const char *name)
{
    for (int i = 0; i < CASES; i++)
        if (strcmp(cases[i]->name, name) == 0)
            return cases[i];
    fprintf(stderr, "sl-bench: --case: expected one of those that --list prints, got \"%s\"\n", name);
    return NULL;
}

static void list(void)
{
    for (int i = 0; i < CASES; i++)
        printf("%-16s size: %s, %lld: %s\n", cases[i]->name, cases[i]->unit, (long long)cases[i]->sizes[0],
               cases[i]->what);
}

static void print_header(const struct bench_options *o)
{
    if (o->csv) {
        printf("case,size,device,starloop_seconds,native_seconds,ratio\n");
    } else {
        printf("Starloop %s, %d cores, %d worker group%s; seconds a call%s, medians of alternating rounds\n",
               sl_version(), bench_cores_count(), sl_cpu_workers(), sl_cpu_workers() == 1 ? "" : "s",
               o->wait ? " with its wait" : "");
        printf("floor: what must be moved, at the bandwidth measured over as many bytes; least: of the rounds\n\n");
        printf("%-16s %10s %11s %11s %6s %11s %11s %11s  %s\n", "case", "size", "starloop", "native", "ratio", "floor",
               "least", "least nat.", "rounds x calls");
    }
    fflush(stdout);
}

static void print_row(const struct bench_case *c, sl_index size, const struct bench_options *o,
                      const struct bench_result *r)
{
    const double ratio = r->seconds[BENCH_STARLOOP] / r->seconds[BENCH_NATIVE];
    if (o->csv) {
        printf("%s,%lld,cpu,%.6e,%.6e,%.4f\n", c->name, (long long)size, r->seconds[BENCH_STARLOOP],
               r->seconds[BENCH_NATIVE], ratio);
    } else {
        char floor[32] = "-";
        const double bytes = c->bytes ? c->bytes(size) : 0.0, bandwidth = bytes > 0.0 ? bench_bandwidth(bytes) : 0.0;
        if (bandwidth > 0.0)
            snprintf(floor, sizeof floor, "%.3e", bytes / bandwidth);
        printf("%-16s %10lld %11.3e %11.3e %6.3f %11s %11.3e %11.3e  %d x %d\n", c->name, (long long)size,
               r->seconds[BENCH_STARLOOP], r->seconds[BENCH_NATIVE], ratio, floor, r->least[BENCH_STARLOOP],
               r->least[BENCH_NATIVE], r->rounds, r->calls);
    }
    fflush(stdout);
}

/* @return 0, or -1 after a message */
static int run(const struct bench_case *c, sl_index size, const struct bench_options *o)
{
    if (size < c->smallest) {
        fprintf(stderr, "sl-bench: %s: --size: expected %lld or more, got %lld\n", c->name, (long long)c->smallest,
                (long long)size);
        return -1;
    }
    struct bench_state s = {.n = size, .steps = o->steps};
    struct bench_result result;
    int status = c->create(&s) == SL_SUCCESS ? 0 : -1;
    if (status)
        fprintf(stderr, "sl-bench: %s: could not be set up: %s\n", c->name, sl_last_error());
    else
        status = bench_race(c, &s, o->repeat, o->wait, &result);
    if (c->destroy)
        c->destroy(&s);
    for (int i = 0; i < s.count; i++)
        sl_view_destroy(&s.view[i]);
    if (status == 0)
        print_row(c, size, o, &result);
    return status;
}

static int run_all(const struct bench_options *o)
{
    int status = 0;
    for (int i = 0; i < CASES; i++)
        for (int k = 0; k < BENCH_SIZES; k++)
            if (cases[i]->sizes[k])
                status |= run(cases[i], cases[i]->sizes[k], o);
    return status;
}

int main(int argc, char **argv)
{
    struct bench_options o;
    int status = bench_options_read(argc, argv, &o);
    if (status >= 0)
        return status;
    if (o.list) {
        list();
        return EXIT_SUCCESS;
    }
    const struct bench_case *one = o.name ? find(o.name) : NULL;
    if (o.name && !one)
        return 2;
    if (sl_init(NULL) != SL_SUCCESS || bench_cores_find() != SL_SUCCESS) {
        fprintf(stderr, "sl-bench: could not start: %s\n", sl_last_error());
        return EXIT_FAILURE;
    }
    print_header(&o);
    status = one ? run(one, o.size ? o.size : one->sizes[0], &o) : run_all(&o);
    if (sl_finalize() != SL_SUCCESS) {
        fprintf(stderr, "sl-bench: sl_finalize: %s\n", sl_last_error());
        status = -1;
    }
    return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
