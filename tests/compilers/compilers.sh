#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs compile as ISO C11 and C++17 with nothing of GNU's, by gcc and by clang; clang compiles kernel files and the
# library, and a program of such kernels is right. With SL_TEST_SEED half of the kernel files, a third of the library.
# Without clang its part is skipped.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "programs compile by other compilers"
not_when_quick "programs compile by other compilers"
cc=${SL_TEST_CC:-cc} cxx=${SL_TEST_CXX:-c++}
cd "$srcdir" || exit 99

# program FILE TAG: the block ```c file=TAG of FILE
program() { awk -v tag="\`\`\`c file=$2" '$0 == tag { on = 1; next } /^```/ { on = 0 } on' "$1"; }
# program_output FILE: what follows it there
program_output() { awk '/^```text output$/ { on = 1; next } /^```/ { on = 0 } on' "$1"; }
program README.md plate.c > "$work/plate.c"
[ -s "$work/plate.c" ]
ok $? "README.md has a program, plate.c"
# What a file beside the kernels has: declared kernels, calls, policies, views of rank 0, strides, targets, tasks.
cat > "$work/calls.c" <<'END'
#include <starloop.h>
#ifdef __cplusplus
#define POLICY starloop::policy().schedule(SL_DYNAMIC).chunk(64)
#else
#define POLICY SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 64)
#endif
struct pair {
    double x, y;
};
SL_STRUCT(struct pair);
SL_KERNEL_DECLARE(axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(dot, (i, j), in(double, 2, x, halo(1)), table(double, t),
                  reduce(double, sum, s), reduce(int, max, m));
SL_KERNEL_DECLARE(nothing, (i), );
static int task(void *arg)
{
    return arg != 0;
}
int main(void)
{
    double s;
    sl_view *x = 0, *y = 0, *z = 0;
    sl_region *r = 0;
    SL_TRY(sl_init(NULL));
    SL_TRY(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS((10)), &x));
    SL_TRY(sl_view_create("y", SL_TYPE(struct pair), SL_LAYOUT_STRIDE(12, 1), SL_EXTENTS(10, 10 + 1), &y));
    SL_TRY(sl_view_create("z", SL_TYPE(double), SL_LAYOUT_LEFT, SL_EXTENTS(), &z));
    SL_TRY(sl_forall(nothing, SL_RANGE(0, 10)));
    SL_TRY(sl_forall(axpy, SL_RANGE(0, 10), 2.0, x, x));
    SL_TRY(sl_forall_with(POLICY, axpy, SL_RANGE(0, 10), 2.0, x, x));
    SL_TRY(sl_reduce(dot, SL_BOX(0, 10, 0, 10), y, x, &s, (int *)SL_INTO(z)));
    SL_TRY(sl_reduce(dot, SL_BOX(0, 10, 0, 10), y, x, &s, (int *)SL_INTO(y, 1, 2)));
    SL_TRY(sl_task(task, NULL, SL_R(x), SL_W(y)));
    SL_TRY(sl_task(task, NULL));
    SL_TRY(sl_view_split(x, SL_SPLIT(4)));
    SL_TRY(SL_REGION_SET(r, 0, double, a, 2.0));
    (void)SL_HOST_READ(double, x);
    return sl_finalize();
}
END
compilers=("$cc -std=c11" "$cxx -x c++ -std=c++17")
clang=
if command -v clang > /dev/null && clang --version > /dev/null 2>&1; then
    clang=clang
    compilers+=("clang -std=c11" "clang -x c++ -std=c++17")
fi
for compiler in "${compilers[@]}"; do
    for file in calls plate; do
        runs "$compiler -pedantic-errors takes $file.c" $compiler -pedantic-errors -Wall -Werror \
            -Wno-unknown-pragmas -Iinclude -fsyntax-only "$work/$file.c"
    done
done
if [ -z "$clang" ]; then
    skip "no clang" "clang compiles kernel files and the library"
    done_testing
    exit
fi

scc() { sh "$builddir/tools/starloop-cc" --no-cuda --headers="$srcdir/include" --cc=clang --cxx=clang++ "$@"; }
for file in README.md:plate tests/loops/loop_arguments_kernels.c tests/call/inline_kernels.c \
    tests/task/task_kernels.c; do
    source=$srcdir/$file
    case $file in README.md:*) source=$work/plate.c ;; esac
    for flags in '' -DSL_BOUNDS_CHECK --c++; do
        in_turn 2 || continue
        runs "starloop-cc --cc=clang ${flags:+$flags }compiles ${file##*/}" \
            scc $flags -O1 -Itests -c "$source" -o "$work/k.o"
    done
done


# A program of such kernels, linked with the library of this build.
for flags in '' -DSL_BOUNDS_CHECK; do
    scc $flags -c "$work/plate.c" -o "$work/plate.o" &&
        clang -o "$work/plate" "$work/plate.o" -L"$builddir/lib/.libs" -Wl,-rpath,"$builddir/lib/.libs" -lstarloop -lm
    ok $? "a program of kernels links with clang${flags:+, $flags}"
    program_output README.md > "$work/want"
    "$work/plate" > "$work/got" 2>&1 < /dev/null
    diff "$work/want" "$work/got" > "$work/out"
    ok $? "and prints what README.md says${flags:+, $flags}" "$work/out"
done

# The library: what this build compiles of it. StarPU 1.3 lacks what the CUDA back end needs.
bad= count=0
for source in $(find lib codelets -name '*.c' | LC_ALL=C sort); do
    case $source in lib/exec/cuda/*) [ -n "${SL_TEST_NVCC:-}" ] || continue ;; esac
    in_turn 3 || continue
    count=$((count + 1))
    clang -std=gnu11 -Wall -Wextra -Wno-missing-field-initializers -Werror -fopenmp -fvisibility=hidden \
        -DHAVE_CONFIG_H -DSL__NO_CALLED_AT -I"$builddir" -Iinclude -Ilib -I. ${SL_TEST_CPPFLAGS:-} \
        -fsyntax-only "$source" >> "$work/library" 2>&1 ||
        bad="$bad $source"
done
[ $count -gt 50 ] && [ -z "$bad" ]
ok $? "clang compiles the library: $count files${bad:+, but for$bad}" "$work/library"
done_testing
