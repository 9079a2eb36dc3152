#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# starloop-cc --expand: prints what kernels become, as C that means the same: it gives the same assembly. What
# CONTRIBUTING.md says of it is so. The quick form compiles two files of kernels in place of four.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "kernels are expanded"
cd "$work" || exit 99
export CCACHE_DISABLE=1 # it may hand the compiler another name of a file than was given
scc() { sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" "$@"; }

# assembly FILE OPTION...: without the names of files.
assembly() { scc --no-cuda -O1 -w "${@:2}" -S "$1" -o out.s && grep -vE '\.(file|ident)' out.s; }
# same FILE OPTION...: compiles the file, and what it is expanded to, beside it by name.
same()
{
    local expanded=expanded-${1##*/}
    assembly "$@" > want.s && scc --no-cuda "${@:2}" --expand "$1" -o "$expanded" &&
        assembly "$expanded" "${@:2}" > got.s && [ -s got.s ] && diff want.s got.s
}

cat > axpy.c <<'END2'
#include <starloop/kernel.h>
SL_KERNEL(axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i); /* a comment */
}
SL_KERNEL(axpy_2, (i), in(double, 1, x))
{
    (void)i;
}
sl_status run(sl_view *x, sl_view *y)
{
    return sl_forall(axpy, SL_RANGE(0, 9), 2.0, x, y);
}
END2
runs "a kernel file is expanded" scc --expand axpy.c -o axpy_x.c
scc --expand axpy.c | cmp - axpy_x.c
ok $? "without -o it is printed"
! grep -nE 'SL_(KERNEL|AT|FORALL|POLICY|RANGE)\(|_Pragma|^# ' axpy_x.c > found
ok $? "no macro of the file is left, nor a line marker" found
[ "$(grep -c '^#' axpy_x.c)" = 1 ] && grep -qx '#include <starloop/kernel.h>' axpy_x.c
ok $? "what the file includes stays an #include" axpy_x.c
grep -qx '        #pragma omp simd' axpy_x.c
ok $? "a pragma is a line of its own, indented" axpy_x.c
awk 'length($0) > 112 { print FILENAME ":" FNR ": " length($0); bad = 1 } END { exit bad }' axpy_x.c > found
ok $? "lines are not long" found
sed -n '/^static void axpy__right_/,/^}/p' axpy_x.c | tail -n 12 > got
cat > want <<'END2'
    {
        const sl_index sl__e_ = sl__b_->hi_[0];
        #pragma omp simd
        for (sl_index sl__x0_ = sl__b_->lo_[0]; sl__x0_ < sl__e_; ++sl__x0_) {
            const sl_index sl__k0_ = sl__x0_;
            axpy__body_((struct sl__fault (*)[2])sl__b_->fault_,
                ((int)sl__case_ == (int)SL__CASE_SEQ && sl__b_->alone_ == (int)SL__ALONE_LOOP),
                (int)sl__final_, sl__x0_, 0, 0, 0, 0, 0, sl__x0_,
                (sl_index)((uint64_t)sl__k0_ + (uint64_t)sl__b_->shift_), a, x__p_, x, y__p_, y);
        }
    }
}
END2
diff want got > found
ok $? "a loop is indented as a reader expects" found
runs "the text gives the same assembly as the kernel file" same axpy.c
runs "so it does in C++" same axpy.c --c++
runs "and with bounds checks" same axpy.c -DSL_BOUNDS_CHECK
if command -v clang > clang.path; then
    runs "and by clang" same axpy.c --cc=clang
else
    skip "clang is not installed" "and by clang"
fi

scc --expand=axpy axpy.c > one.c
grep -q '^sl_status axpy__submit' one.c && ! grep -qE 'axpy_2|sl_forall|run\(|#include' one.c
ok $? "--expand=NAME prints this kernel and nothing else" one.c
{ echo '#include <starloop/kernel.h>' && cat one.c; } > alone.c
runs "which compiles behind its header" scc --no-cuda -O1 -c alone.c
nm alone.o | grep -q ' T axpy__submit$' && ! nm alone.o | grep -q axpy_2
ok $? "into that kernel"

# ---- what else may stand in a file -----------------------------------------------------------------------------
cat > table.inc <<'END2'
ROW(one, 1)
ROW(two, 2)
END2
cat > other.h <<'END2'
#pragma GCC diagnostic push
#pragma GCC diagnostic pop
static inline int WORD(void) { return 7; }
END2
cat > odd.c <<'END2'
#define WORD of_header
#define ROW(name, value) {#name, value},
#include <stdio.h>
#include "other.h"
#include <starloop/kernel.h>
#undef WORD
SL_KERNEL(odd, (i), inout(int, 1, y)) { SL_AT(y, i) = ';'; }
struct row { const char *name; int value : 8, : 4, more : 4; };
static const struct row rows[] = {
#include "table.inc"
    {"{;}//\"", '}'}, {"a" "b\\", '\''}};
typedef int (*function)(int, char *);
enum kind { NONE, SOME = 3, };
union both { int i; struct { short low, high; }; };
#define TWICE(x) ({ int twice_ = (x); twice_ + twice_; })
#define UNROLL _Pragma("GCC unroll 2")
#define LOOP(n, ...) UNROLL for (int k = 0; k < (n); k++) { __VA_ARGS__; }
#define TEXT(x) #x
int WORD = 3;
__attribute__((noinline)) int statements(int n, function f)
{
    int sum = 0; const char *text = TEXT(a; "b{" '}');
    for (;;) { if (n > 3) break; else if (n < 0) return -1; else n++; }
    do n += 2; while (n < 9);
    do { n++; } while (n < 20);
    while (n --> 3) if (n & 1) sum++; else { sum--; continue; }
    switch (n) { case 1: case 'x': sum = 1; break; case 2 ? 2 : 3: { sum = 4; } default: ; }
    LOOP(n, sum += TWICE(k))
    if (sum) UNROLL for (int k = 0; k < 3; k++) sum += k;
    if (n) { } else goto out;
    sum = sum ? sum - -1 : + +n, n = - -sum;
    if ((sum ^= 1)) ; else sum = ((struct row){"x", 1}).value;
    for (const struct row *r = rows; r < rows + 2; r++) { printf("%s%d%s", r->name, r->value, text); }
    asm volatile("" : "+r"(sum) : : "memory");
out:
    return f ? f(sum, (char[]){'{', ';', 0}) : WORD + of_header();
}
END2
runs "a file with every kind of statement, tables that are included, and definitions for headers" same odd.c
sed -n '/^__attribute__((noinline)) int statements/,$p' expanded-odd.c > got
cat > want <<'END2'
__attribute__((noinline)) int statements(int n, function f)
{
    int sum = 0;
    const char *text = "a; \"b{\" '}'";
    for (;;) {
        if (n > 3)
            break;
        else if (n < 0)
            return -1;
        else
            n++;
    }
    do
        n += 2;
    while (n < 9);
    do {
        n++;
    } while (n < 20);
    while (n --> 3)
        if (n & 1)
            sum++;
        else {
            sum--;
            continue;
        }
END2
head -n "$(wc -l < want)" got | diff want - > found
ok $? "is laid out as C is" found
cat > lambda.cpp <<'END2'
#include <starloop/kernel.h>
SL_KERNEL(lambda, (i), inout(int, 1, y))
{
    SL_AT(y, i) = 1;
}
namespace {
template <class T, int n = (3 > 2)> struct box { T t[n]; box() : t{} {} int size() const { return n; } };
}
extern "C" int f(int x)
{
    const char *raw = R"x(;{ "
 )")x";
    auto g = [&](int y) { if (y) return y + x; return raw[y] + 0; };
    box<box<int>, 1'0> b;
    return g(3) + b.size() + [] { return 1; }();
}
END2
runs "C++ with templates, lambdas and raw strings" same lambda.cpp

# ---- kernels of all forms --------------------------------------------------------------------------------------
cat > forms.c <<'END2'
#include <starloop/kernel.h>
SL_KERNEL(sums, (i, j), in(float, 2, x, own), reduce(double, sum, s), reduce(float, max, m))
{
    *s += SL_AT(x, i, j);
    *m = SL_AT(x, i, j) > *m ? SL_AT(x, i, j) : *m;
}
SL_KERNEL(spread, (i), table(double, t), scatter(double, sum, 1, y), inout(int, 1, n, atomic))
{
    SL_SCATTER(y, i / 2, SL_AT(t, i));
    SL_AT(n, i % 3) += 1;
}
SL_KERNEL(smooth, (i), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i - 1) + SL_AT(x, i + 1);
}
END2
runs "kernels that reduce, scatter, add atomically and write past the caches" same forms.c
some 2 tests/{nests/nest,teams/team,combine/scan_body,kernel/map}_kernels.c | while read -r file; do
    runs "the kernels of $file" same "$srcdir/$file" -I"$builddir" -I"$srcdir" -I"$srcdir/tests" -I"$srcdir/lib" \
        -I"$srcdir/$(dirname "$file")"
done

# ---- both halves -----------------------------------------------------------------------------------------------
# The C++ compiler stands in for nvcc, where there is none. The file has what of a kernel is looked for.
cat > fake-nvcc <<'END2'
#!/bin/bash
words=()
while [ $# -gt 0 ]; do
    case $1 in
        -ccbin | -x | -Xcudafe) shift ;;
        -Xcompiler) shift; words+=(${1//,/ }) ;;
        -gencode=* | -Wno-deprecated-gpu-targets) ;;
        *) words+=("$1") ;;
    esac
    shift
done
exec $SL_FAKE_CXX -x c++ -D__CUDACC__ "${words[@]}"
END2
chmod +x fake-nvcc
export SL_FAKE_CXX=${SL_TEST_CXX:-c++}
cat > halves.c <<'END2'
#define SIDE(x) int x
#include "other.h"
#ifdef __CUDACC__
SIDE(side_of_cuda)(void) { return WORD(); }
#else
const int halves__kernel = 1;
SIDE(side_of_cpu)(void) { return WORD(); }
#endif
END2
runs "--cuda prints what nvcc compiles, too" \
    scc --nvcc="$work/fake-nvcc" --cuda-arch=90 --cuda --expand halves.c -o halves_x.c
cat > want <<'END2'
#ifndef __CUDACC__ /* for CPUs */

#define SIDE(x) int x
#include "other.h"

/* line 6 */
const int halves__kernel = 1;

/* line 7 */
int side_of_cpu(void)
{
    return WORD();
}

#else /* for CUDA devices */

#define SIDE(x) int x
#include "other.h"

/* line 4 */
int side_of_cuda(void)
{
    return WORD();
}

#endif
END2
diff want halves_x.c > found
ok $? "in one file, which compiles for both" found
sentence="what nvcc reads gives the same code for the device"
if [ -n "${SL_TEST_NVCC:-}" ] && ! quick; then
    # Without what nvcc makes of the file's name, which it puts in front of functions that are static.
    ptx()
    {
        $SL_TEST_NVCC -w -ptx -x cu -std=c++17 -I"$srcdir/include" "$1" -o out.ptx &&
            sed -E 's/_ZN[0-9]+_INTERNAL_[0-9a-f]+_[0-9]+_[a-z]+_c_[0-9a-f]{8}//g' out.ptx
    }
    scc --nvcc="$SL_TEST_NVCC" --cuda-arch=90 --cuda --expand axpy.c -o device.c && ptx axpy.c > want &&
        ptx device.c > got && [ -s got ] && diff want got > found
    ok $? "$sentence" found
elif quick; then
    skip "the quick form leaves it out" "$sentence"
else
    skip "configured without CUDA" "$sentence"
fi

# ---- CONTRIBUTING.md -------------------------------------------------------------------------------------------
sed -n '/^## A kernel, expanded$/,/^## Changes$/p' "$srcdir/CONTRIBUTING.md" > section
{ echo '#include <starloop/kernel.h>' && sed -n '/^    SL_/,/^$/p' section; } > example.c
scc --no-cuda --expand example.c > example_x.c
[ "$(grep -c '^    SL_' section)" = 3 ]
ok $? "CONTRIBUTING.md has a kernel, a nest and its policy"
# Its lines of code stand in the text in this order, however far they are indented.
awk 'NR == FNR { sub(/^ +/, ""); text[++lines] = $0; next }
    /^    SL_/ { skip = 1 }
    /^$/ { skip = 0 }
    skip || !/^    / { next }
    { sub(/^ +/, "") }
    $0 == "..." { next }
    {
        asked++
        for (at = found + 1; at <= lines && text[at] != $0; at++)
            ;
        if (at > lines) { print "line " FNR " of the section: " $0; bad = 1 } else found = at
    }
    END { exit bad || asked < 30 }' example_x.c section > found
ok $? "what it says that they become is what they become, line by line" found
grep -oE '[A-Za-z0-9_]*[a-z0-9]__[A-Za-z0-9_]+' section | sort -u | while read -r name; do
    grep -qwF -- "$name" example_x.c || echo "$name"
done > found
[ "$(grep -cE '`[a-z]+__' section)" -gt 10 ] && [ ! -s found ]
ok $? "and has all names that it explains" found

# ---- mistakes --------------------------------------------------------------------------------------------------
says "no file is an error" 2 "expected a kernel file that ends in .c, got none" scc --expand
says "so is a file that is not there" 2 "no such file: nothing.c" scc --expand nothing.c
echo 'int x;' > plain.c
says "and one without a kernel" 2 'no kernel in "plain.c"; SL_KERNEL, SL_NEST and their kind' scc --expand plain.c
: > empty.c
says "and an empty one" 2 'no kernel in "empty.c"' scc --expand empty.c
says "a kernel that the file has not is an error that names those that it has" 2 \
    'no kernel "axpyy" in "axpy.c", which has axpy, axpy_2' scc --expand=axpyy axpy.c -o never.c
[ ! -e never.c ]
ok $? "and nothing is written then"
says "--expand= wants a name" 2 'incomplete option "--expand="' scc --expand= axpy.c
says "--expand and -c exclude each other" 2 "got --expand and -c" scc --expand -c axpy.c
cp axpy.c kept.c
says "the kernel file is not written over" 2 "it is the kernel file itself" scc --expand kept.c -o ./kept.c
cmp -s axpy.c kept.c
ok $? "and stays as it was"
echo '#include "missing.h"' > missing.c
says "what the preprocessor says is heard" 2 "missing.h: No such file" scc --expand missing.c -o never.c
[ ! -e never.c ]
ok $? "and leaves no file"
says "a full disk is an error" 2 "cannot be written" bash -c "sh '$builddir/tools/starloop-cc' \
    --headers='$srcdir/include' --expand axpy.c > /dev/full"

done_testing
