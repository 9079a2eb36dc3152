/* SPDX-License-Identifier: BSD-3-Clause */
/* A C++17 program that calls kernels compiled as C: policies by builder and by SL_POLICY, SL_INTO, sl_task, host
 * access. */
#include <starloop.h>

#include <numeric>
#include <vector>

#include "tap.h"

/* SL_POLICY with some of the fields is what is tested. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

SL_KERNEL_DECLARE(cx_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(cx_plane, (i, j), scalar(int32_t, width), out(int32_t, 2, m, own));
SL_KERNEL_DECLARE(cx_stats, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, low),
                  reduce(double, max, high));
SL_KERNEL_DECLARE(cx_scale, (i), in(double, 0, f), inout(double, 1, y, own));

namespace {

constexpr int N = 1000;

sl_view *vector(const char *label, double first)
{
    sl_view *v = nullptr;
    if (sl_view_create(label, SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &v) != SL_SUCCESS)
        return nullptr;
    double *p = SL_HOST_WRITE(double, v);
    if (p)
        std::iota(p, p + N, first);
    sl_host_end(v);
    return v;
}

std::vector<double> values(sl_view *v)
{
    const double *p = SL_HOST_READ(double, v);
    std::vector<double> copy;
    if (p) {
        copy.assign(p, p + sl_view_size(v));
        sl_host_end(v);
    }
    return copy;
}

void test_policies(sl_view *x, sl_view *y)
{
    const sl_space all = SL_RANGE(0, N);
    is_int(sl_forall(cx_axpy, all, 1.0, x, y), SL_SUCCESS, "sl_forall");
    is_int(sl_forall_with(starloop::policy().schedule(SL_DYNAMIC).chunk(64).label("built"), cx_axpy, all, 1.0, x, y),
           SL_SUCCESS, "sl_forall_with and the builder");
    is_int(sl_forall_with(SL_POLICY(SL_CPU, SL_STATIC, 10), cx_axpy, all, 1.0, x, y), SL_SUCCESS,
           "sl_forall_with and SL_POLICY in the order of the fields");
    const sl_policy every = starloop::policy().where(SL_CPU).tile(16).order(0).collapse(1).priority(1).synchronous();
    is_int(sl_forall_with(every, cx_axpy, all, 1.0, x, y), SL_SUCCESS, "every word of the builder");
    std::vector<double> want(N);
    for (int i = 0; i < N; i++)
        want[i] = 5.0 * i;
    ok(values(y) == want, "four loops give y = 5 x");
    double third = 0;
    is_int(SL_GET_AT(double, y, &third, 3), SL_SUCCESS, "SL_GET_AT");
    is_int(SL_PUT_AT(double, y, third + 1, 3), SL_SUCCESS, "SL_PUT_AT");
    ok(third == 15 && values(y)[3] == 16, "read and write one element");
    is_int(SL_PUT_AT(double, y, 15, 3), SL_SUCCESS, "an int becomes an element of the view's type");
    ok(values(y) == want, "and no other has changed");
    const sl_policy tuned =
        starloop::policy().tile_auto().iterate_outer(SL_ITERATE_LEFT).iterate_inner(SL_ITERATE_RIGHT);
    ok(tuned.tile[0] == SL__TILE_AUTO && tuned.tile[1] == 0 && tuned.iterate_outer == SL_ITERATE_LEFT &&
           tuned.iterate_inner == SL_ITERATE_RIGHT,
       "tiles by measurement, and their order");
    const sl_policy order = starloop::policy().order(1, 0).tile(8, 32);
    ok(order.order[0] == 1 && order.order[1] == 0 && order.tile[0] == 8 && order.tile[1] == 32 && order.chunk == 0,
       "the builder sets what it says and leaves the rest 0");
}

void test_plane()
{
    sl_view *m = nullptr;
    is_int(sl_view_create("m", SL_TYPE(int32_t), SL_LAYOUT_LEFT, SL_EXTENTS(7, 9), &m), SL_SUCCESS,
           "a view of rank 2, left");
    is_int(sl_forall_with(starloop::policy().order(1, 0), cx_plane, SL_BOX(0, 7, 0, 9), 9, m), SL_SUCCESS,
           "SL_BOX of rank 2");
    const int32_t *p = SL_HOST_READ(int32_t, m);
    int wrong = p ? 0 : 1;
    for (int i = 0; p && i < 7; i++)
        for (int j = 0; j < 9; j++)
            wrong += p[i * sl_view_stride(m, 0) + j * sl_view_stride(m, 1)] != 9 * i + j;
    is_int(wrong, 0, "every element is right");
    sl_host_end(m);
    sl_view_destroy(&m);
}

void test_empty_vector(sl_view *y)
{
    std::vector<double> none;
    sl_view *v = nullptr;
    double s = -1, low = 0, high = 0;
    is_int(sl_view_wrap("none", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS((sl_index)none.size()), none.data(), &v),
           SL_SUCCESS, "an empty vector is memory of a view of no elements");
    is_int(sl_forall(cx_axpy, SL_RANGE(0, 0), 1.0, v, y), SL_SUCCESS, "a loop over none of them");
    is_int(sl_reduce(cx_stats, SL_RANGE(0, 0), v, &s, &low, &high), SL_SUCCESS, "a reduction");
    ok(s == 0 && sl_view_size(v) == 0, "of which the sum is 0");
    sl_view_destroy(&v);
}

void test_reductions(sl_view *x, sl_view *y)
{
    double s = 0, low = 0, high = 0;
    is_int(sl_reduce(cx_stats, SL_RANGE(0, N), x, &s, &low, &high), SL_SUCCESS, "sl_reduce into three variables");
    is_close(s, N * (N - 1) / 2, 0, "the sum");
    ok(low == 0 && high == N - 1, "the smallest and the largest value");
    is_int(sl_reduce_with(starloop::policy().schedule(SL_SEQ), cx_stats, SL_RANGE(10, 20), x, &s, &low, &high),
           SL_SUCCESS, "sl_reduce_with");
    is_close(s, 145, 0, "the sum of a part");
    sl_view *f = nullptr, *cells = nullptr;
    sl_view_create("f", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &f);
    sl_view_create("cells", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3, 2), &cells);
    is_int(sl_forall(cx_stats, SL_RANGE(2, 4), x, SL_INTO(f), SL_INTO(cells, 1, 0), SL_INTO(cells, 2, 1)), SL_SUCCESS,
           "SL_INTO a scalar and two elements");
    is_int(sl_forall(cx_scale, SL_RANGE(0, N), f, y), SL_SUCCESS, "a loop that reads the scalar");
    const std::vector<double> c = values(cells), v = values(y);
    ok(c.size() == 6 && c[2] == 2 && c[5] == 3 && c[0] == 0 && c[1] == 0 && c[3] == 0 && c[4] == 0,
       "the elements, and only they");
    ok(v.size() == N && v[7] == 5.0 * (5 * 7), "the loop saw the sum");
    sl_view_destroy(&f);
    sl_view_destroy(&cells);
}

int negate(void *arg)
{
    sl_view *view = static_cast<sl_view *>(arg);
    double *p = static_cast<double *>(sl_task_data(view));
    if (p == nullptr)
        return 1;
    for (int i = 0; i < N; i++)
        p[i] = -p[i];
    return 0;
}

void test_task(sl_view *x, sl_view *y)
{
    is_int(sl_task(negate, x, SL_RW(x), SL_R(y)), SL_SUCCESS, "sl_task with two views");
    is_int(sl_task_with(starloop::policy().label("again").synchronous(), negate, x, SL_RW(x)), SL_SUCCESS,
           "sl_task_with");
    is_int(sl_task(negate, x, SL_RW(x)), SL_SUCCESS, "sl_task with one view");
    const std::vector<double> v = values(x);
    ok(v.size() == N && v[0] == 0 && v[N - 1] == -(N - 1.0), "three negations");
    is_int(sl_task([](void *) { return 0; }, nullptr), SL_SUCCESS, "sl_task with a lambda and no view");
    struct step {
        int number;
    } third = {3};
    is_int(sl_task_copy([](void *arg) { return static_cast<step *>(arg)->number - 3; }, &third, SL_RW(x)), SL_SUCCESS,
           "sl_task_copy");
    third.number = 4;
    is_int(sl_task_copy_with(
               starloop::policy().label("fourth").synchronous(),
               [](void *arg) { return static_cast<step *>(arg)->number - 4; }, &third),
           SL_SUCCESS, "sl_task_copy_with, of its own value");
    is_int(sl_wait(), SL_SUCCESS, "sl_wait");
}

} // namespace

int main()
{
    if (!ok(sl_init(nullptr) == SL_SUCCESS, "sl_init"))
        return done_testing();
    sl_view *x = vector("x", 0), *y = vector("y", 0);
    test_policies(x, y);
    test_plane();
    test_empty_vector(y);
    test_reductions(x, y);
    test_task(x, y);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    ok(x == nullptr && y == nullptr, "destroying sets the handles to nullptr");
    is_int(sl_finalize(), SL_SUCCESS, "sl_finalize");
    return done_testing();
}
