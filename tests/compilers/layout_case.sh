#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A layout case is one row of starloop/kernel/cases.h: in a copy of the headers a row is added for matrices in tiles of
# 4 x 4 elements, which no strides describe. Kernels, the choice of the case and the cuts for CPUs and GPUs are compiled
# against the copy, nothing else changed, and run; the elements are compared with a walk over the tiles.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "the library that it links with has them, and it is compiled without" "a row adds a layout case"
cd "$work" || exit 99
cp -r "$srcdir/include/starloop" "$srcdir/include/starloop.h" .
chmod -R u+w starloop starloop.h # of a release archive, which cannot be written
awk '{ print }
    /^#define SL__LAYOUT_CASES/ {
        print "    M_(tiles, TILES, sl__ascending, \\"
        print "       (((sl__x_[0] / 4) * ((sl__n_[sl__rank_ - 1] + 3) / 4) + sl__x_[sl__rank_ - 1] / 4) * 16 + \\"
        print "        sl__x_[0] % 4 * 4 + sl__x_[sl__rank_ - 1] % 4), \\"
        print "       sl__rank_ == 2 && sl__s_[0] == -4, __VA_ARGS__) \\"
    }' "$srcdir/include/starloop/kernel/cases.h" > starloop/kernel/cases.h

cat > kernels.h <<'END'
#include <starloop/kernel.h>
SL_KERNEL(number, (i, j), out(double, 2, a, own)) { SL_AT(a, i, j) = 1000.0 * (double)i + (double)j; }
SL_KERNEL(copy, (i, j), in(double, 2, a), out(double, 2, b)) { SL_AT(b, i, j) = SL_AT(a, i, j) + 1; }
SL_KERNEL(total, (i, j), in(double, 2, a, own), reduce(double, sum, t)) { *t += SL_AT(a, i, j); }
END
cat > kernels.c <<'END'
#include "kernels.h"
END
cat > tiles.c <<'END'
#include "exec/cpu/plan.h"
#include "exec/launch.h"
#include "kernel/cases.h"
#include "kernels.h"
#include "tap.h"

enum { N0 = 7, N1 = 10, ROOM = 8 * 12 };
static const sl_index shape[] = {N0, N1}, in_tiles[] = {-4, -4}, right[] = {N1, 1};
static const sl_space space = {.rank = 2, .hi = {N0, N1}};
static double tiles[ROOM], plain[ROOM];

static struct sl__slot2 slot(double *p, const sl_index s[])
{
    return (struct sl__slot2){.p_ = p, .s_ = {s[0], s[1]}, .n_ = {N0, N1}};
}

/* Cuts a loop over the space and runs it, box by box. Returns the case. */
static int run(const sl_kernel *kernel, const void *args, unsigned all, unsigned written, sl_policy policy)
{
    struct sl__fault fault = {0};
    struct sl__box box = {.fault_ = &fault};
    sl__layouts layouts = {.all = all, .written = written};
    sl__cut cut;
    sl__cut_make(kernel, &policy, &space, &layouts, 0, SL__STREAMS_ONE_CASE | SL__STREAMS_MIXED, &cut);
    memcpy(box.order_, cut.order, sizeof box.order_);
    for (sl_index u = 0; u < cut.units;) {
        u += sl__cut_box(&cut, u, cut.units, &box);
        kernel->cpu[cut.function](args, &box);
    }
    return cut.function;
}

/* The elements tile by tile, as they lie in memory, are 1000 i + j + more. */
static int is_numbered(double more)
{
    const double *at = tiles;
    int wrong = 0;
    for (int ti = 0; ti < N0; ti += 4)
        for (int tj = 0; tj < N1; tj += 4)
            for (int i = ti; i < ti + 4; i++)
                for (int j = tj; j < tj + 4; j++, at++)
                    wrong += *at != (i < N0 && j < N1 ? 1000.0 * i + j + more : 0);
    return wrong == 0;
}

static void test_choice(void)
{
    const sl_index one[] = {5, 1}, empty[] = {0, 4};
    is_int(sl__cases_of(2, shape, in_tiles), SL__TAKES_TILES, "the row's predicate takes a matrix in tiles");
    is_int(sl__cases_of(2, one, in_tiles), SL__TAKES_TILES, "and one of a single column, which has no strides either");
    is_int(sl__cases_of(2, shape, right), SL__TAKES_RIGHT, "it takes no other matrix");
    is_int(sl__cases_of(2, empty, in_tiles), SL__TAKES_ALL, "an empty one fits every row");
    sl_policy policy = {0};
    sl__launch_limits h200 = {132, 2048, 1024, 1, 0};
    sl__launch_call call = {.policy = &policy, .space = &space, .turns = 1};
    call.layouts = (sl__layouts){.all = SL__TAKES_TILES, .written = SL__TAKES_TILES};
    sl__launch launch;
    sl__launch_make(&call, &h200, &launch);
    is_int(launch.function, SL__CASE_TILES, "a launch takes the row's function");
    is_int(launch.box.axis_[1], 0, "in the row's order: the last dimension lies along x");
}

static void test_kernels(void)
{
    const sl_policy none = {0}, turned = {.order = {1, 0}}, seq = {.schedule = SL_SEQ};
    struct number__args_ number = {.a__f_ = slot(tiles, in_tiles)};
    struct copy__args_ from_tiles = {.a__f_ = slot(tiles, in_tiles), .b__f_ = slot(plain, right)};
    struct copy__args_ to_tiles = {.a__f_ = slot(plain, right), .b__f_ = slot(tiles, in_tiles)};
    const unsigned t = SL__TAKES_TILES, r = SL__TAKES_RIGHT;
    is_int(run(&number__kernel, &number, t, t, none), SL__CASE_TILES, "all in tiles: the row's function");
    ok(is_numbered(0), "which finds each element by the row's map");
    memset(tiles, 0, sizeof tiles);
    is_int(run(&number__kernel, &number, t, t, turned), SL__CASE_ANY, "in another order: the function for any layout");
    ok(is_numbered(0), "which finds them, too");
    memset(tiles, 0, sizeof tiles);
    is_int(run(&number__kernel, &number, t, t, seq), SL__CASE_SEQ, "in sequence");
    ok(is_numbered(0), "they are found");
    is_int(run(&copy__kernel, &from_tiles, 0, r, none), SL__CASE_MIXED_RIGHT, "read in tiles, written by rows: mixed");
    int wrong = 0;
    for (int i = 0; i < N0; i++)
        for (int j = 0; j < N1; j++)
            wrong += plain[i * N1 + j] != 1000.0 * i + j + 1;
    is_int(wrong, 0, "every element is copied from its tile");
    memset(tiles, 0, sizeof tiles);
    is_int(run(&copy__kernel, &to_tiles, 0, t, none), SL__CASE_MIXED_TILES, "and back: mixed of the row");
    ok(is_numbered(2), "every element is copied into its tile");
    ok(total__kernel.cpu[SL__CASE_TILES] && !total__kernel.cpu[SL__CASE_MIXED_TILES], "a reduction has its function");
    ok(!number__kernel.cpu[SL__CASE_STREAM_TILES] && number__kernel.cpu[SL__CASE_STREAM_RIGHT],
       "nothing is written past the caches through a map that is no strides");
}

int main(void)
{
    test_choice();
    test_kernels();
    return done_testing();
}
END

flags="-std=gnu11 -O2 -fopenmp-simd -Wall -Wextra -Werror -I$work -I$srcdir/lib -I$srcdir/tests -I$builddir"
starpu=$(sed -n "s/^STARPU_CFLAGS = //p" "$builddir/Makefile")
read -ra compile <<< "${SL_TEST_CC:-cc} $flags ${SL_TEST_CPPFLAGS:-$starpu}"
runs "kernels with a row more compile as C" bash "$builddir/tools/starloop-cc" --cc="${SL_TEST_CC:-cc}" --no-cuda \
    --headers="$work" -Wall -Wextra -Werror -O2 -c kernels.c -o c.o
runs "and as C++" bash "$builddir/tools/starloop-cc" --c++ --cxx="${SL_TEST_CXX:-c++}" --no-cuda \
    --headers="$work" -Wall -Wextra -Werror -O0 -c kernels.c -o cxx.o
built=0
for source in tiles.c "$srcdir/lib/kernel/cases.c" "$srcdir/lib/exec/cpu/plan.c" "$srcdir/lib/exec/launch.c"; do
    "${compile[@]}" -c "$source" -o "$(basename "$source" .c).o" >> built.out 2>&1 || built=1
done
bash "$builddir/libtool" --quiet --tag=CC --mode=link "${compile[@]}" -o tiles tiles.o cases.o plan.o launch.o \
    "$builddir/lib/libstarloop_core.la" >> built.out 2>&1 || built=1
ok $built "the choice of a case and the cuts compile with it, unchanged" built.out
if [ $built = 0 ]; then
    ./tiles > tiles.out 2>&1
    ok $? "they use it: $(grep -c ^ok tiles.out) checks pass" tiles.out
fi
done_testing
