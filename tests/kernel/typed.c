/* SPDX-License-Identifier: BSD-3-Clause */
/* Typed indices against plain loops over arrays. What does not compile: tests/compilers/compile_fail.sh. */
#include "loop_testing.h"

SL_KERNEL_DECLARE(ty_sum, (i, j), in(double, 3, ty_box, own(0, 1, all)), out(double, 2, ty_plane, own(1, 0)));
SL_KERNEL_DECLARE(ty_set, (i), out(double, 6, ty_six));

enum { LAYERS = 5, ROWS = 7, COLUMNS = 8, SIX = 2 };

static double value(int l, int r, int c)
{
    return 100 * l + 10 * r + c;
}

static void fill(sl_view *box)
{
    for (int l = 0; l < LAYERS; l++)
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLUMNS; c++)
                must(SL_PUT_AT(double, box, value(l, r, c), l, r, c));
}

static void test_sums(int layout, sl_policy policy, const char *how)
{
    sl_view *box = view_of("box", SL_DOUBLE, layout, SL_EXTENTS(LAYERS, ROWS, COLUMNS));
    sl_view *plane = view_of("plane", SL_DOUBLE, layout, SL_EXTENTS(ROWS, LAYERS));
    int wrong = 0;
    fill(box);
    must(sl_forall_with(policy, ty_sum, SL_BOX(0, LAYERS, 0, ROWS), box, plane));
    for (int l = 0; l < LAYERS; l++)
        for (int r = 0; r < ROWS; r++) {
            double got = -1, sum = 1000 * value(l, r, 0);
            for (int c = 0; c < COLUMNS; c++)
                sum += value(l, r, c);
            must(SL_GET_AT(double, plane, &got, r, l));
            wrong += got != sum;
        }
    is_int(wrong, 0, "each typed index is that of its dimension: layout %s, %s", layout_name[layout], how);
    sl_view_destroy(&box);
    sl_view_destroy(&plane);
}

/* Six dimensions: the elements whose indices are i, 0, i, 0, i, 0. */
static void test_six(void)
{
    sl_view *six = view_of("six", SL_DOUBLE, RIGHT, SL_EXTENTS(SIX, SIX, SIX, SIX, SIX, SIX));
    int wrong = 0;
    must(sl_forall(ty_set, SL_RANGE(0, SIX), six));
    const double *p = SL_HOST_READ(double, six);
    for (int k = 0; p && k < 64; k++)
        wrong += p[k] != (k == 0 ? 1 : k == 32 + 8 + 2 ? 2 : 0);
    ok(p && wrong == 0, "six typed indices");
    must(sl_host_end(six));
    sl_view_destroy(&six);
}

int main(void)
{
    must(sl_init(NULL));
    for (int layout = 0; layout < LAYOUTS; layout++) {
        test_sums(layout, SL_POLICY(.where = SL_CPU, .schedule = SL_SEQ), "in order");
        test_sums(layout, SL_POLICY(.schedule = SL_STATIC), "by threads, or on a GPU");
    }
    test_six();
    must(sl_finalize());
    return done_testing();
}
