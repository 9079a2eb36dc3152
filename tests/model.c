/* SPDX-License-Identifier: BSD-3-Clause */
/* The cost model's footprint tells apart what takes another time: kernels, spaces and policies, not only the views. */
#include "loop/model.h"
#include "loop_testing.h"

SL_KERNEL_DECLARE(model_scale, (i), scalar(double, a), inout(double, 1, x));
SL_KERNEL_DECLARE(model_shift, (i), scalar(double, a), inout(double, 1, x));
SL_KERNEL_DECLARE(model_plane, (i, j), inout(double, 2, x));
extern const sl_kernel model_scale__kernel, model_shift__kernel, model_plane__kernel;

static uint32_t print_of(const sl_kernel *kernel, sl_policy p, sl_space s)
{
    return sl__model_footprint(kernel, &p, &s);
}

#define RANGE_PRINT(n, ...) print_of(&model_scale__kernel, SL_POLICY(__VA_ARGS__), SL_RANGE(0, n))
#define BOX_PRINT(a, b, ...) print_of(&model_plane__kernel, SL_POLICY(__VA_ARGS__), SL_BOX(0, a, 0, b))

static void test_different(void)
{
    ok(RANGE_PRINT(10, 0) != RANGE_PRINT(100000000, 0), "10 and 1e8 iterations over one view");
    ok(print_of(&model_scale__kernel, SL_POLICY(0), SL_RANGE(0, 1000)) !=
           print_of(&model_shift__kernel, SL_POLICY(0), SL_RANGE(0, 1000)),
       "two kernels");
    ok(BOX_PRINT(100, 200, 0) != BOX_PRINT(200, 100, 0), "a box and the box on its side");
    ok(BOX_PRINT(100, 200, 0) != BOX_PRINT(100, 200, .tile = {8, 8}), "a tile");
    ok(BOX_PRINT(100, 200, .tile = {8, 8}) != BOX_PRINT(100, 200, .tile = {8, 16}), "another tile");
    ok(BOX_PRINT(100, 200, 0) != BOX_PRINT(100, 200, .order = {1, 0}), "an order");
    ok(BOX_PRINT(100, 200, 0) != BOX_PRINT(100, 200, .collapse = 1), "collapse");
    ok(RANGE_PRINT(1000, .schedule = SL_DYNAMIC) != RANGE_PRINT(1000, .schedule = SL_DYNAMIC, .chunk = 1), "a chunk");
}

static void test_equal(void)
{
    ok(RANGE_PRINT(1000, 0) == RANGE_PRINT(1000, 0), "the same call twice has one footprint");
    ok(BOX_PRINT(30, 40, .tile = {4, 4}) == BOX_PRINT(30, 40, .tile = {4, 4}), "and the same tiled call");
    ok(print_of(&model_scale__kernel, SL_POLICY(0), SL_RANGE(0, 1000)) ==
           print_of(&model_scale__kernel, SL_POLICY(0), SL_RANGE(5, 1005)),
       "bounds that are moved change nothing");
    char label[] = "a name";
    ok(RANGE_PRINT(1000, .label = "a label", .priority = 3, .synchronous = 1) == RANGE_PRINT(1000, .label = label),
       "nor do label, priority and waiting");
}

/* All footprints of a set of calls differ from one another. */
static void test_spread(void)
{
    enum { SIZES = 24, CALLS = SIZES * (SL_RUNTIME + 1) * 3 };
    static uint32_t print[CALLS];
    int count = 0, equal = 0;
    for (int k = 0; k < SIZES; k++)
        for (int s = SL_AUTO; s <= SL_RUNTIME; s++)
            for (int c = 0; c < 3; c++)
                print[count++] = RANGE_PRINT((sl_index)1 << (k + 1), .schedule = (sl_schedule)s, .chunk = 16 * c);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++)
            equal += print[a] == print[b];
    is_int(equal, 0, "%d sizes, schedules and chunks have as many footprints", count);
}

/* A model learns each footprint by itself. */
static void test_learning(void)
{
    static sl__model model;
    uint32_t small = RANGE_PRINT(10, 0), large = small;
    for (sl_index n = 100000000; n < 100001000 && large % SL__MODEL_ENTRIES == small % SL__MODEL_ENTRIES; n++)
        large = RANGE_PRINT(n, 0); /* a slot of its own */
    ok(sl__model_known(&model, small) == 0, "a new model knows nothing");
    for (int k = 0; k < 50; k++) {
        sl__model_note(&model, small, 10, 1, 2e-6);
        sl__model_note(&model, large, 100000000, 2, 0.25);
    }
    is_close(sl__model_known(&model, small), 2e-6, 0.05, "it learns the short call");
    is_close(sl__model_known(&model, large), 0.25, 0.05, "and the long one, over the same view");
}

int main(void)
{
    must(sl_init(NULL));
    test_different();
    test_equal();
    test_spread();
    test_learning();
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(10));
    for (int k = 0; k < 20; k++) {
        must(sl_forall(model_scale, SL_RANGE(0, 10), 1.0, x));
        must(sl_forall(model_shift, SL_RANGE(0, 10), 1.0, x));
    }
    const double *p = SL_HOST_READ(double, x);
    ok(p && p[9] == 20, "and the kernels run");
    must(sl_host_end(x));
    sl_view_destroy(&x);
    must(sl_finalize());
    return done_testing();
}
