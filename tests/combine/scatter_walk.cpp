/* SPDX-License-Identifier: BSD-3-Clause */
/* The device function of a loop that scatters into copies of a CUDA block, run on the host: every operator and type
 * against loops in plain C++, and what must stay as it is. And loops that end where memory says. */
#include "device_walk.h"

#include <starloop/kernel.h>

#include "tap.h"

/* What the host's half of atomics would call for elements of other sizes. */
void sl__atomic_lock(const void *)
{
}
void sl__atomic_unlock(const void *)
{
}

enum { ROOM = 1 << 16, BINS = 37, ROWS = 3, COLUMNS = 5, DEPTH = 2 };

/* The shared memory of a block. It begins as anything. */
extern "C++" {
alignas(16) char sl__room_[ROOM];
}

namespace {

/* clang-format off */
#define WALK_KERNEL(T_, NAME_, OP_) \
    SL_KERNEL(walk_##OP_##_##NAME_, (i), in(T_, 1, v, own), scatter(T_, OP_, 0, all), multi_reduce(T_, OP_, bin), \
              scatter(T_, OP_, 2, cell)) \
    { \
        SL_SCATTER(all, SL_AT(v, i)); \
        SL_SCATTER(bin, i * 7919 % (BINS - 1), SL_AT(v, i)); \
        SL_SCATTER(cell, i % ROWS, i / 2 % (COLUMNS - 1), SL_AT(v, i)); \
    }
#define WALK_TYPES(M_, ...) \
    M_(int32_t, i32, __VA_ARGS__) M_(uint32_t, u32, __VA_ARGS__) M_(int64_t, i64, __VA_ARGS__) \
    M_(uint64_t, u64, __VA_ARGS__) M_(float, f32, __VA_ARGS__) M_(double, f64, __VA_ARGS__)
WALK_TYPES(WALK_KERNEL, sum)
WALK_TYPES(WALK_KERNEL, prod)
WALK_TYPES(WALK_KERNEL, min)
WALK_TYPES(WALK_KERNEL, max)
/* clang-format on */

/* Another type a view, in a space of two dimensions. */
SL_KERNEL(walk_plane, (i, j), scalar(sl_index, step), scatter(float, max, 3, top), scatter(int64_t, sum, 1, row))
{
    SL_SCATTER(top, i % ROWS, j % COLUMNS, (i + j) % DEPTH, (float)(i * step + j));
    SL_SCATTER(row, i, j);
}

SL_KERNEL(walk_each, (i), inout(int64_t, 1, y, own))
{
    SL_AT(y, i) += 5 + i;
}

sl__device_box box_of(int rank, sl_index n, sl_index m)
{
    sl__device_box box;
    memset(&box, 0, sizeof box);
    box.hi_[0] = n;
    box.hi_[1] = m;
    box.axis_[0] = rank - 1;
    box.count_[rank - 1] = n;
    box.count_[0] = rank == 1 ? n : m;
    box.count_[1] = rank == 1 ? 1 : n;
    box.count_[2] = 1;
    for (sl_index &divide : box.divide_)
        divide = 1;
    return box;
}

template <typename T> T value_of(int op, sl_index i)
{
    const bool real = (T)0.5 != (T)0;
    if (real && op >= 2 && i % 11 == 5)
        return (T)NAN;
    static const double factor[] = {2, 0.5, -1, 1, 1, 1, 1, 1};
    if (real && op == 1)
        return (T)factor[(uint64_t)i * UINT64_C(0x9e3779b97f4a7c15) >> 61];
    return (T)(i * 7919 % 10007 - (real ? 5000 : 0));
}

template <typename T> T joined(int op, T x, T v)
{
    switch (op) {
    case 0: return (T)(x + v);
    case 1: return (T)(x * v);
    case 2: return v < x || x != x ? v : x;
    default: return v > x || x != x ? v : x;
    }
}
/* Without an overflow that C++ does not define. */
template <> int32_t joined(int op, int32_t x, int32_t v)
{
    return op < 2 ? (int32_t)joined<uint32_t>(op, (uint32_t)x, (uint32_t)v) : op == 2 ? (v < x ? v : x) : v > x ? v : x;
}
template <> int64_t joined(int op, int64_t x, int64_t v)
{
    return op < 2 ? (int64_t)joined<uint64_t>(op, (uint64_t)x, (uint64_t)v) : op == 2 ? (v < x ? v : x) : v > x ? v : x;
}

template <typename T> struct elements {
    T all, bin[2 * BINS], cell[COLUMNS * ROWS]; /* bins lie two apart, the cells' first index is the fastest one */
};

/* What nothing hits is -0 or NaN where there is such a thing; of minima and maxima all is. */
template <typename T> elements<T> first_of(int op)
{
    elements<T> e;
    const T odd = op < 2 ? (T)-0.0 : (T)0.5 != (T)0 ? (T)NAN : (T)7;
    e.all = op < 2 ? (T)1 : odd;
    for (T &x : e.bin)
        x = op < 2 ? (T)1 : odd;
    for (T &x : e.cell)
        x = op < 2 ? (T)1 : odd;
    for (int b = 1; b < 2 * BINS; b += 2)
        e.bin[b] = odd; /* gaps */
    e.bin[2 * (BINS - 1)] = odd;
    for (int row = 0; row < ROWS; row++)
        e.cell[(COLUMNS - 1) * ROWS + row] = odd;
    return e;
}

template <typename T> bool same(const elements<T> &a, const elements<T> &b)
{
    auto equal = [](T x, T y) {
        return (x == y && std::signbit((double)x) == std::signbit((double)y)) || (x != x && y != y);
    };
    bool all = equal(a.all, b.all);
    for (int k = 0; k < 2 * BINS; k++)
        all &= equal(a.bin[k], b.bin[k]);
    for (int k = 0; k < ROWS * COLUMNS; k++)
        all &= equal(a.cell[k], b.cell[k]);
    return all;
}

template <typename T, typename A, typename F> bool works(int op, sl_index n, F function)
{
    elements<T> got = first_of<T>(op), want = got;
    std::vector<T> v((size_t)n + 1);
    for (sl_index i = 0; i < n; i++) {
        const T x = v[(size_t)i] = value_of<T>(op, i);
        T &bin = want.bin[2 * (i * 7919 % (BINS - 1))], &cell = want.cell[i % ROWS + i / 2 % (COLUMNS - 1) * ROWS];
        want.all = joined(op, want.all, x);
        bin = joined(op, bin, x);
        cell = joined(op, cell, x);
    }
    sl__device_arguments<A, true> args;
    memset(&args, 0, sizeof args);
    args.value_.v__f_ = {v.data(), {1}, {n}};
    args.value_.all__f_ = {&got.all};
    args.value_.bin__f_ = {got.bin, {2}, {BINS}};
    args.value_.cell__f_ = {got.cell, {1, ROWS}, {ROWS, COLUMNS}};
    memset(sl__room_, 0x5a, sizeof sl__room_);
    const sl__device_box box = box_of(1, n, 0);
    walk_grid({3, 1, 1}, {8, 1, 1}, [&] { function(args, box); });
    return same(got, want);
}

constexpr sl_index sizes[] = {0, 1, 23, 24, 25, 1000};

/* clang-format off */
#define WALK_TEST(T_, NAME_, OP_, NUMBER_) \
    { \
        bool all = true; \
        for (sl_index n : sizes) \
            all &= works<T_, walk_##OP_##_##NAME_##__args_>(NUMBER_, n, walk_##OP_##_##NAME_##__copies_cuda_); \
        tap_ok(all, "copies of a CUDA block: " #OP_ " of " #T_ ", ranks 0 to 2, strides, 0 to 1000 iterations"); \
    }
/* clang-format on */

void test_plane()
{
    enum { N = 13, M = 40 };
    float top[ROWS][COLUMNS][DEPTH] = {}, want[ROWS][COLUMNS][DEPTH] = {};
    int64_t row[N] = {};
    sl__device_arguments<walk_plane__args_, true> args;
    memset(&args, 0, sizeof args);
    args.value_.step__f_ = 100;
    args.value_.top__f_ = {top, {COLUMNS * DEPTH, DEPTH, 1}, {ROWS, COLUMNS, DEPTH}};
    args.value_.row__f_ = {row, {1}, {N}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            float &at = want[i % ROWS][j % COLUMNS][(i + j) % DEPTH];
            at = std::fmax(at, (float)(i * 100 + j));
        }
    const sl__device_box box = box_of(2, N, M);
    walk_grid({2, 2, 1}, {8, 2, 1}, [&] { walk_plane__copies_cuda_(args, box); });
    bool all = memcmp(top, want, sizeof top) == 0;
    for (int64_t r : row)
        all &= r == M * (M - 1) / 2;
    tap_ok(all, "copies of two types beside each other, over a plane: blocks of two dimensions, a grid that strides");
}

/* Of a range whose end is in memory, with several iterations of a thread, or none; and one that is outside of it. */
template <typename T> void test_end(T)
{
    enum { N = 100, FIRST = 3 };
    int wrong = 0;
    for (sl_index end : {FIRST - 1, +FIRST, FIRST + 1, 50, N - 1, +N, N + 1}) {
        int64_t y[N] = {}, bin[2 * BINS] = {}, sums[2 * BINS] = {}, all = 0, cell[COLUMNS * ROWS] = {};
        const T ends[] = {-1, (T)end};
        const bool right = end >= FIRST && end <= N;
        struct sl__fault fault = {};
        sl__device_arguments<walk_each__args_, true> args;
        sl__device_arguments<walk_sum_i64__args_, true> some;
        sl__device_box box = box_of(1, N, 0);
        memset(&args, 0, sizeof args);
        memset(&some, 0, sizeof some);
        args.value_.y__f_ = {y, {1}, {N}};
        some.value_.v__f_ = {y, {1}, {N}};
        some.value_.all__f_ = {&all};
        some.value_.bin__f_ = {bin, {2}, {BINS}};
        some.value_.cell__f_ = {cell, {1, ROWS}, {ROWS, COLUMNS}};
        box.lo_[0] = box.ends_[0] = FIRST;
        box.ends_[1] = N;
        box.count_[0] = N - FIRST;
        box.places_[0].list_ = ends;
        box.places_[0].start_ = 1;
        box.places_[0].wide_ = sizeof(T) == 8;
        box.fault_ = &fault;
        walk_grid({2, 1, 1}, {8, 1, 1}, [&] { walk_each__wide_cuda_(args, box); });
        walk_grid({2, 1, 1}, {8, 1, 1}, [&] { walk_sum_i64__copies_cuda_(some, box); });
        for (sl_index i = 0; i < N; i++) {
            const bool in = right && i >= FIRST && i < end;
            wrong += y[i] != (in ? 5 + i : 0);
            if (in)
                sums[2 * (i * 7919 % (BINS - 1))] += 5 + i;
        }
        for (int b = 0; b < 2 * BINS; b++)
            wrong += bin[b] != sums[b];
        wrong += fault.kind_ != (right ? SL__FAULT_NONE : SL__FAULT_END) || (!right && fault.index_ != end);
    }
    tap_ok(wrong == 0, "a range ends where memory says, in %d bytes, or says that it does not", (int)sizeof(T));
}

} // namespace

int main()
{
    WALK_TYPES(WALK_TEST, sum, 0)
    WALK_TYPES(WALK_TEST, prod, 1)
    WALK_TYPES(WALK_TEST, min, 2)
    WALK_TYPES(WALK_TEST, max, 3)
    test_plane();
    test_end(int32_t());
    test_end(int64_t());
    return done_testing();
}
