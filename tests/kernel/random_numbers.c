/* SPDX-License-Identifier: BSD-3-Clause */
/* Random numbers in bodies: the published vectors of Philox4x32-10; the same numbers on the host, on all cores and on a
 * GPU; uniform numbers from their bits in integers; normal ones against the distribution as erfc() of the C library has
 * it; moments. */
#include <math.h>
#include <string.h>

#include <starloop/kernel.h>

#include "loop_testing.h"
#include "random_numbers.h"

enum { N = 20011, NUMBERS = 5, KNOWN = 3 };
#define SEED UINT64_C(0x123456789abcdef)

/* Random123 1.14, tests/kat_vectors: philox4x32 10; counter, key, result. */
static const uint32_t known[KNOWN][10] = {
    {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
    {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d, 0x41c83b0e, 0xa20bc7c6,
     0x6d5451fd},
    {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09, 0x94fdcceb, 0x5001e420,
     0x24126ea1},
};

static void test_known(sl_where where, const char *name)
{
    sl_view *input = view_of("input", SL_UINT32, RIGHT, SL_EXTENTS(KNOWN, 6));
    sl_view *result = view_of("result", SL_UINT32, RIGHT, SL_EXTENTS(KNOWN, 4));
    uint32_t *p = SL_HOST_WRITE(uint32_t, input);
    for (int v = 0; v < KNOWN; v++)
        memcpy(p + 6 * v, known[v], 6 * sizeof *p);
    must(sl_host_end(input));
    must(sl_forall_with(SL_POLICY(.where = where), rn_known, SL_RANGE(0, KNOWN), input, result));
    const uint32_t *q = SL_HOST_READ(uint32_t, result);
    for (int v = 0; v < KNOWN; v++)
        ok(memcmp(q + 4 * v, known[v] + 6, 4 * sizeof *q) == 0, "published vector %d of Philox4x32-10, %s", v, name);
    must(sl_host_end(result));
    sl_view_destroy(&input);
    sl_view_destroy(&result);
}

/* The generator once more, from its paper: 64-bit words of a sequence. */
static uint64_t reference(uint64_t seed, uint64_t index, uint64_t k)
{
    uint32_t r[2] = {(uint32_t)(k / 2), (uint32_t)index}, l[2] = {(uint32_t)(k / 2 >> 32), (uint32_t)(index >> 32)};
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int round = 0; round < 10; round++) {
        const uint64_t product[2] = {UINT64_C(0xD2511F53) * r[0], UINT64_C(0xCD9E8D57) * r[1]};
        for (int half = 0; half < 2; half++)
            r[half] = (uint32_t)(product[1 - half] >> 32) ^ l[half] ^ key[half];
        for (int half = 0; half < 2; half++)
            l[half] = (uint32_t)product[1 - half];
        key[0] += 0x9E3779B9;
        key[1] += 0xBB67AE85;
    }
    return (uint64_t)l[k % 2] << 32 | r[k % 2];
}

/* By how much a normal number is off, in units of its last place: its distribution function and its density say so. */
static double normal_error(uint64_t bits, double x)
{
    const long double u = ((long double)(bits >> 12) + 0.5L) * 0x1p-52L, half = sqrtl(0.5L);
    const long double below = 0.5L * erfcl(-x * half), above = 0.5L * erfcl(x * half);
    const long double density = expl(-0.5L * x * x) / sqrtl(8 * atanl(1));
    const long double off = (u < 0.5L ? below - u : (1 - u) - above) / density;
    const double place = nextafter(fabs(x), INFINITY) - fabs(x);
    return (double)fabsl(off) / place;
}

typedef struct drawn {
    sl_view *bits, *uniform, *uniformf, *below, *normal;
} drawn;

static drawn draw(sl_where where, sl_schedule schedule)
{
    drawn d = {.bits = view_of("bits", SL_UINT64, RIGHT, SL_EXTENTS(N, NUMBERS)),
               .uniform = view_of("uniform", SL_DOUBLE, RIGHT, SL_EXTENTS(N)),
               .uniformf = view_of("uniformf", SL_FLOAT, RIGHT, SL_EXTENTS(N)),
               .below = view_of("below", SL_UINT64, RIGHT, SL_EXTENTS(N)),
               .normal = view_of("normal", SL_DOUBLE, RIGHT, SL_EXTENTS(N))};
    const sl_policy policy = SL_POLICY(.where = where, .schedule = schedule);
    must(sl_forall_with(policy, rn_draw, SL_RANGE(0, N), SEED, d.bits, d.uniform, d.uniformf, d.below, d.normal));
    return d;
}

static void drop(drawn *d)
{
    sl_view **view[] = {&d->bits, &d->uniform, &d->uniformf, &d->below, &d->normal};
    for (int v = 0; v < 5; v++) {
        must(sl_host_end(*view[v]));
        sl_view_destroy(view[v]);
    }
}

static void test_numbers(sl_where where, sl_schedule schedule, const char *name)
{
    drawn d = draw(where, schedule);
    const uint64_t *bits = SL_HOST_READ(uint64_t, d.bits), *below = SL_HOST_READ(uint64_t, d.below);
    const double *uniform = SL_HOST_READ(double, d.uniform), *normal = SL_HOST_READ(double, d.normal);
    const float *uniformf = SL_HOST_READ(float, d.uniformf);
    int wrong[5] = {0};
    double worst = 0;
    for (int i = 0; i < N; i++) {
        uint64_t b[NUMBERS];
        for (int k = 0; k < NUMBERS; k++) {
            b[k] = reference(SEED, (uint64_t)i, (uint64_t)k);
            wrong[0] += bits[i * NUMBERS + k] != b[k];
        }
        wrong[1] += uniform[i] != ldexp((double)(b[0] >> 11), -53);
        wrong[2] += uniformf[i] != ldexpf((float)(b[1] >> 40), -24);
        wrong[3] += below[i] != (uint64_t)((unsigned __int128)b[2] * 1000003 >> 64);
        /* Near 0 the distance from 1/2 counts, of which a double has the relative accuracy that u itself has not. */
        const double off = fabs(normal[i]) > 1e-3 ? normal_error(b[3], normal[i]) : 0;
        worst = fmax(worst, off);
    }
    is_int(wrong[0], 0, "integers, %s", name);
    is_int(wrong[1], 0, "uniform doubles, %s", name);
    is_int(wrong[2], 0, "uniform floats, %s", name);
    is_int(wrong[3], 0, "numbers below 1000003, %s", name);
    ok(worst < 12, "normal numbers are those of the distribution, %s: off by %.1f units of the last place", name,
       worst);
    drop(&d);
}

/* Units in the last place between a device's normal numbers and the host's. */
static void test_devices(sl_where where, const char *name)
{
    drawn d = draw(where, SL_AUTO);
    const double *normal = SL_HOST_READ(double, d.normal);
    int64_t worst = 0, differ = 0;
    SL_HOST_READ(uint64_t, d.bits), SL_HOST_READ(uint64_t, d.below);
    SL_HOST_READ(double, d.uniform), SL_HOST_READ(float, d.uniformf);
    for (int i = 0; i < N; i++) {
        const double host = SL_RANDOM_NORMAL(SEED, i, 3);
        int64_t a, b;
        memcpy(&a, &host, sizeof a);
        memcpy(&b, &normal[i], sizeof b);
        const int64_t apart = a > b ? a - b : b - a;
        worst = apart > worst ? apart : worst;
        differ += apart != 0;
    }
    ok(worst <= 2, "normal numbers, %s and host: at most %lld units in the last place apart, %lld differ", name,
       (long long)worst, (long long)differ);
    drop(&d);
}

/* Independent of the generator: moments within five standard deviations. */
static void test_moments(void)
{
    const double n = 1e6;
    double m1, m2, m3, m4, u, square;
    must(sl_reduce(rn_moments, SL_RANGE(0, (sl_index)n), SEED, &m1, &m2, &m3, &m4, &u, &square));
    is_close(1 + m1 / n, 1, 5 / sqrt(n), "one and the mean of normal numbers");
    is_close(m2 / n, 1, 5 * sqrt(2 / n), "their variance");
    is_close(1 + m3 / n, 1, 5 * sqrt(15 / n), "one and their third moment");
    is_close(m4 / n, 3, 5 * sqrt(96 / n), "their fourth moment");
    is_close(u / n, 0.5, 5 * sqrt(1 / 12.0 / n), "mean of uniform numbers");
    is_close(square / n, 1 / 3.0, 5 * sqrt(4 / 45.0 / n), "mean of their squares");
}

/* All arguments count, in all their bits. */
static void test_arguments(void)
{
    int same = 0;
    for (int bit = 0; bit < 64; bit++) {
        const uint64_t other = UINT64_C(1) << bit;
        same += SL_RANDOM(other, 0, 0) == SL_RANDOM(0, 0, 0);
        same += SL_RANDOM(0, other, 0) == SL_RANDOM(0, 0, 0);
        same += SL_RANDOM(0, 0, other) == SL_RANDOM(0, 0, 0);
        same += SL_RANDOM(0, other, 0) == SL_RANDOM(other, 0, 0);
        same += SL_RANDOM(0, 0, other) == SL_RANDOM(0, other, 0);
    }
    is_int(same, 0, "each bit of seed, index and number gives other numbers");
    int outside = 0, seen[7] = {0};
    for (int i = 0; i < 1000; i++) {
        const uint64_t v = SL_RANDOM_BELOW(1, i, 0, 7);
        outside += v >= 7;
        seen[v % 7]++;
    }
    is_int(outside, 0, "numbers below 7 are below 7");
    for (int v = 0; v < 7; v++)
        ok(seen[v] > 80, "and there is %d among 1000 of them", v);
    ok(SL_RANDOM_BELOW(1, 1, 1, 1) == 0, "below 1 there is 0");
    ok(SL_RANDOM_BELOW(1, 1, 1, UINT64_MAX) == SL_RANDOM(1, 1, 1) - (SL_RANDOM(1, 1, 1) != 0),
       "the largest bound takes all bits");
}

int main(void)
{
    must(sl_init(NULL));
    test_arguments();
    test_known(SL_CPU, "CPU");
    test_numbers(SL_CPU, SL_AUTO, "all cores");
    test_numbers(SL_CPU, SL_SEQ, "in sequence");
    test_devices(SL_CPU, "CPU");
    test_moments();
    if (have_gpu("random numbers on a GPU")) {
        test_known(SL_CUDA, "GPU");
        test_numbers(SL_CUDA, SL_AUTO, "GPU");
        test_devices(SL_CUDA, "GPU");
    }
    must(sl_finalize());
    return done_testing();
}
