#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Macros of programs: any word but those of public members may be one before the headers are included, those too
# afterwards; a macro that would hit a member is an error that names it.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "macros of programs do not reach the headers"
not_when_quick "macros of programs do not reach the headers"
cc=${SL_TEST_CC:-cc} cxx=${SL_TEST_CXX:-c++}
cd "$srcdir" || exit 99

for part in '' kernel; do
    header=include/starloop/${part:+$part/}names.h
    SL_TEST_CC=$cc SL_TEST_CXX=$cxx bash tools/make-names $part > "$work/names.h"
    diff -u $header "$work/names.h" > "$work/out"
    ok $? "$header is what tools/make-names prints" "$work/out"
done
members=$(sed -n 's/^#ifdef //p' include/starloop/names.h include/starloop/kernel/names.h)

# What programs call their macros; and every word in our headers, in macros too, that is no member and no keyword.
common='N T n0 M K L R U V W X Y Z NX NY NZ nx ny nz i j k m p q r s t u v w x y z a b c d e f g h o A B D E H I J
SIZE LEN len length MAX MIN max min abs value values key keys item items list array vector matrix row rows col cols
column width height depth first last begin end next prev left right top bottom up down in out inout own halo fixed
random table scalar reduce sum prod any all seq none begin_ use uses func fn handler event region space extents layout
level text arg argument from to box bounds bytes query target handle buffer stream config flags status set tagged yes
unused always_inline noinline cold visibility weak used section aligned mixed_right mixed_left stream_right wide
stream_left int_t real REAL real_t byte word bit bits flag id idx pos pi PI eps dt dx dy time step'
words_in_headers()
{
    find include -name '*.h' ! -name starpu.h ! -name 'device*.h' ! -name element.h ! -name names.h -print0 |
        xargs -0 $cc -fpreprocessed -dD -E -P 2> /dev/null | sed -e 's/"[^"]*"//g' -e 's/^#\(include\|pragma\).*//' |
        grep -oE '[A-Za-z_][A-Za-z0-9_]*' | grep -vE '^(sl_|SL_|_|STARLOOP_)|_$'
}
# Keywords, C's names, OpenMP's words, and what the preprocessor and nvcc alone see.
theirs='FILE NULL bool char class const constexpr double else enum extern float for if inline int int8_t int16_t int32_t
int64_t uint8_t uint16_t uint32_t uint64_t long namespace nullptr operator private public return short signed size_t
sizeof static static_assert static_cast struct template this true typedef typename uintptr_t unsigned void auto decltype
alignof noexcept offsetof break default do while volatile fabs fma log sqrt memcmp memcpy memset
define ifdef ifndef endif undef defined L h INT64_C UINT64_C simd atomicExch atomicOr omp reduction'
free=$({ printf '%s\n' $common; words_in_headers; } | LC_ALL=C sort -u |
    LC_ALL=C comm -23 - <(printf '%s\n' $members $theirs | LC_ALL=C sort -u))
[ "$(wc -w <<< "$free")" -gt 150 ]
ok $? "there are words to try: $(wc -w <<< "$free"), and members: $(wc -w <<< "$members")"

# Every kind of argument and call; the program's own names begin with my_.
cat > "$work/program.c" <<'END'
SL_STRUCT(struct my_pair);
SL_FN double my_square(SL_PARAM(const double, 1, my_x), sl_index my_i)
{
    return SL_AT(my_x, my_i) * SL_AT(my_x, my_i);
}
SL_KERNEL(my_one, (my_i), SL_SCALAR(double, my_a), SL_IN(float, 1, my_x, SL_OWN), SL_INOUT(int, 1, my_y, SL_OWN(0)),
          SL_TABLE(double, my_t))
{
    SL_AT(my_y, my_i) += (int)(my_a * (double)SL_AT(my_x, my_i) * SL_AT(my_t, 0));
}
SL_KERNEL(my_two, (my_i, my_j), SL_IN(double, 2, my_x, SL_HALO(1)), SL_OUT(double, 2, my_y, SL_OWN))
{
    if (my_i < 0)
        SL_RAISE(3);
    SL_LET(my_r, SL_SUB(my_x, my_i, SL_PAIR(0, 3)));
    SL_AT(my_y, my_i, my_j) = my_square(SL_PASS(my_r), my_j) + (double)SL_EXTENT(my_x, 0);
}
SL_KERNEL(my_red, (my_i), SL_IN(double, 1, my_x, SL_RANDOM), SL_IN(double, 0, my_z), SL_REDUCE(double, sum, my_s),
          SL_REDUCE(double, min, my_m))
{
    *my_s += SL_AT(my_x, my_i) + SL_AT0(my_z);
    *my_m = 0;
}
SL_KERNEL(my_three, (my_i, my_j, my_k), SL_IN(double, 3, my_x), SL_REDUCE(double, prod, my_s),
          SL_REDUCE(double, max, my_m))
{
    *my_s += SL_AT(my_x, my_i, my_j, my_k);
    *my_m = 0;
}
SL_KERNEL_DECLARE(my_else, (my_i), SL_SCALAR(double, my_a));
static int my_task(void *my_arg)
{
    return my_arg != 0;
}
sl_status my_calls(void);
sl_status my_calls(void)
{
    sl_view *my_v = 0;
    sl_region *my_g = 0;
    double my_s = 0;
    SL_TRY(sl_view_create("x", SL_TYPE(struct my_pair), SL_LAYOUT_LEFT, SL_EXTENTS(3, 4), &my_v));
    SL_TRY(sl_view_create("x", SL_TYPE(double), SL_LAYOUT_STRIDE(3, 1), SL_EXTENTS(), &my_v));
    SL_TRY(sl_forall_with(SL_POLICY(SL_CPU), my_one, SL_RANGE(0, 3), 2.0, my_v, my_v, my_v));
    SL_TRY(sl_forall(my_two, SL_BOX(0, 3, 0, 3), my_v, my_v));
    SL_TRY(sl_reduce(my_red, SL_BOX(0, 3), my_v, my_v, &my_s, (double *)SL_INTO(my_v, 3)));
    SL_TRY(sl_task(my_task, 0, SL_R(my_v), SL_RW(my_v)));
    SL_TRY(sl_view_split(my_v, SL_SPLIT(3)));
    sl_occupancy my_o = SL_OCC_MAX;
    my_o = SL_OCC_FRACTION(1, 2, 3);
    (void)my_o, (void)SL_HOST_READ(double, my_v), (void)SL_SPLIT_AUTO, (void)SL_LAYOUT_RIGHT;
    return SL_REGION_SET(my_g, 0, double, my_s, 2.0);
}
END
poison() { for word in "$@"; do echo "#define $word @$word@"; done; }
struct='struct my_pair { double my_x, my_y; };'
c_headers='#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#ifdef __cplusplus
#include <type_traits>
#endif'
{ echo "$c_headers"; poison $free; echo '#include <starloop/kernel.h>'; echo "$struct"; cat "$work/program.c"; } \
    > "$work/before.c"
{ echo '#include <starloop/kernel.h>'; echo "$struct"; poison $free $members; cat "$work/program.c"; } > "$work/after.c"
compilers=("$cc -std=gnu11" "$cc -std=gnu11 -DSL_BOUNDS_CHECK"
    "$cxx -x c++ -std=c++17" "$cxx -x c++ -std=c++17 -DSL_BOUNDS_CHECK")
if command -v clang > /dev/null; then compilers+=("clang -std=gnu11" "clang -x c++ -std=c++17"); fi
for compiler in "${compilers[@]}"; do
    runs "$compiler: every free word is a macro before the headers" \
        $compiler -Iinclude -fsyntax-only "$work/before.c"
    runs "$compiler: every word, members too, is a macro after them" \
        $compiler -Iinclude -fsyntax-only "$work/after.c"
done

wrong=
for word in $members; do
    printf '#define %s 3\n#include <starloop/kernel.h>\n' "$word" > "$work/one.c"
    if $cc -std=gnu11 -Iinclude -fsyntax-only "$work/one.c" > "$work/out" 2>&1 ||
        ! grep -q "#error \"the macro $word hits a member of Starloop" "$work/out"; then
        wrong="$wrong $word"
    fi
done
[ -z "$wrong" ]
ok $? "a macro that would hit a member is an error that names it${wrong:+, but for:$wrong}"
done_testing
