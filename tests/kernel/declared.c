/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel that is declared with other words than it is defined with: the call is refused, and none of the arguments is
 * looked at. Declared with the same ones under other names it runs. Each kernel is defined in declared_kernels.c, where
 * its name says what the declaration below has otherwise. */
#include "loop_testing.h"
#include "misuse.h"

#include "declared.h"

typedef double real;
typedef long whole;
#define REAL double
struct pair_again {
    float a, b;
};

/* The same words. */
SL_KERNEL_DECLARE(de_same, (i), scalar(double, a), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_same, (i), scalar(double, a), in(double, 1, x, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_typedef, (i), scalar(real, a), scalar(whole, n), in(REAL, 1, x, own), out(real, 1, y, own));
SL_KERNEL_DECLARE(de_names, (k), scalar(double, b), in(double, 1, u, own), out(double, 1, v, own));
SL_KERNEL_DECLARE(de_struct, (i), scalar(struct pair_again, p), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_upper, (i), scalar(double, a), in(double, 1, x, SL_OWN), out(double, 1, y, SL_OWN(0)));
SL_KERNEL_DECLARE(de_many_modifiers, (i, j), in(double, 2, x, fixed(4, 5), halo(1, 2), random), out(double, 2, y, own));

/* Others. */
SL_KERNEL_DECLARE(de_scalar_type, (i), scalar(int, a), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_view_type, (i), scalar(double, a), out(float, 1, y, own));
SL_KERNEL_DECLARE(de_sign, (i), scalar(double, a), out(uint32_t, 1, y, own));
SL_KERNEL_DECLARE(de_struct_size, (i), scalar(struct de_three, p), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_kind, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(de_view_for_scalar, (i), in(double, 1, a, own), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_rank, (i), scalar(double, a), out(double, 2, y));
SL_KERNEL_DECLARE(de_indices, (i, j), scalar(double, a), out(double, 1, y));
SL_KERNEL_DECLARE(de_modifier, (i), scalar(double, a), out(double, 1, y));
SL_KERNEL_DECLARE(de_modifier_numbers, (i), in(double, 1, x, halo(2)), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_own_numbers, (i, j), in(double, 2, x, own(0, 1)), out(double, 2, y, own));
SL_KERNEL_DECLARE(de_fixed_numbers, (i), in(double, 1, x, own), out(double, 1, y, own, fixed(11)));
SL_KERNEL_DECLARE(de_fewer, (i), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_more, (i), scalar(double, a), scalar(double, b), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_order, (i), out(double, 1, y, own), in(double, 1, x, own));
SL_KERNEL_DECLARE(de_order_types, (i), scalar(double, a), scalar(int64_t, n), out(double, 1, y, own));
SL_KERNEL_DECLARE(de_operator, (i), in(double, 1, x, own), reduce(double, max, s));
SL_KERNEL_DECLARE(de_result_type, (i), in(double, 1, x, own), reduce(int64_t, sum, s));
SL_KERNEL_DECLARE(de_table, (i), in(double, 1, t), out(double, 1, y, own));

enum { N = 10 };

static sl_view *x, *y, *plane, *other;

#define OTHERWISE(name, call) \
    refused(call, SL_ERR_ARGUMENT, #name, "kernel " #name ":", "declared_kernels.c:", "SL_KERNEL_DECLARE")

static void test_others(void)
{
    double s = 0;
    int64_t n = 0;
    OTHERWISE(de_scalar_type, sl_forall(de_scalar_type, SL_RANGE(0, N), 5, y));
    OTHERWISE(de_view_type, sl_forall(de_view_type, SL_RANGE(0, N), 5, y));
    OTHERWISE(de_sign, sl_forall(de_sign, SL_RANGE(0, N), 5, y));
    OTHERWISE(de_struct_size, sl_forall(de_struct_size, SL_RANGE(0, N), (struct de_three){1, 2, 3}, y));
    OTHERWISE(de_kind, sl_forall(de_kind, SL_RANGE(0, N), 5, y));
    OTHERWISE(de_view_for_scalar, sl_forall(de_view_for_scalar, SL_RANGE(0, N), x, y));
    OTHERWISE(de_rank, sl_forall(de_rank, SL_RANGE(0, N), 5, plane));
    OTHERWISE(de_indices, sl_forall(de_indices, SL_BOX(0, N, 0, N), 5, y));
    OTHERWISE(de_modifier, sl_forall(de_modifier, SL_RANGE(0, N), 5, y));
    OTHERWISE(de_modifier_numbers, sl_forall(de_modifier_numbers, SL_RANGE(0, N), x, y));
    OTHERWISE(de_own_numbers, sl_forall(de_own_numbers, SL_BOX(0, 4, 0, 5), plane, plane));
    OTHERWISE(de_fixed_numbers, sl_forall(de_fixed_numbers, SL_RANGE(0, N), x, y));
    OTHERWISE(de_fewer, sl_forall(de_fewer, SL_RANGE(0, N), y));
    OTHERWISE(de_more, sl_forall_with(SL_POLICY(.schedule = SL_SEQ), de_more, SL_RANGE(0, N), 5, 6, y));
    OTHERWISE(de_order, sl_forall(de_order, SL_RANGE(0, N), y, x));
    OTHERWISE(de_order_types, sl_forall(de_order_types, SL_RANGE(0, N), 5, 6, y));
    OTHERWISE(de_operator, sl_reduce(de_operator, SL_RANGE(0, N), x, &s));
    OTHERWISE(de_result_type, sl_reduce_with(SL_POLICY(.schedule = SL_SEQ), de_result_type, SL_RANGE(0, N), x, &n));
    OTHERWISE(de_table, sl_forall(de_table, SL_RANGE(0, N), x, y));
    is_int(sl_wait(), SL_SUCCESS, "nothing was queued");
}

/* A region that is recorded meanwhile fails, as with any other refused call. */
static void test_region(void)
{
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    sl_forall(de_scalar_type, SL_RANGE(0, N), 5, y);
    is_int(sl_region_end(region), SL_ERR_ARGUMENT, "a region with such a call is spoilt");
    sl_region_destroy(&region);
}

static void holds(double want, const char *what)
{
    const double *p = SL_HOST_READ(double, y);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += p[i] != want;
    is_int(wrong, 0, "%s", what);
    must(sl_host_end(y));
}

static void test_same(void)
{
    must(sl_forall(de_same, SL_RANGE(0, N), 2, x, y));
    holds(2, "the same words, declared twice");
    must(sl_forall(de_typedef, SL_RANGE(0, N), 3, 1, x, y));
    holds(4, "the same types by other names");
    must(sl_forall(de_names, SL_RANGE(0, N), 5, x, y));
    holds(5, "arguments by other names");
    must(sl_forall(de_struct, SL_RANGE(0, N), (struct pair_again){6, 7}, y));
    holds(13, "a struct by another name");
    must(sl_forall(de_upper, SL_RANGE(0, N), 8, x, y));
    holds(8, "modifiers in capitals");
    must(sl_forall(de_many_modifiers, SL_BOX(0, 4, 0, 5), plane, other));
    is_int(sl_wait(), SL_SUCCESS, "many modifiers");
}

int main(void)
{
    sl_log_set_handler(misuse_count, NULL);
    must(sl_init(NULL));
    x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    plane = view_of("plane", SL_DOUBLE, RIGHT, SL_EXTENTS(4, 5));
    other = view_of("other", SL_DOUBLE, RIGHT, SL_EXTENTS(4, 5));
    test_others();
    test_region();
    test_same();
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&plane);
    sl_view_destroy(&other);
    must(sl_finalize());
    return done_testing();
}
