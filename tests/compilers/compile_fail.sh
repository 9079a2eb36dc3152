#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Slips in kernels and calls: the compiler's first error is the sentence that helps. House flags, C and C++.
# (In C, gcc puts a backslash before the quotes of a static assertion.)
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "slips are found by the compiler"
not_when_quick "slips are found by the compiler"
export LC_ALL=C
cd "$work" || exit 99
flags="-O0 -fopenmp-simd -ftrack-macro-expansion=0"
c="${SL_TEST_CC:-cc} -std=gnu11 -Werror=incompatible-pointer-types -Werror=implicit-function-declaration $flags"
cxx="${SL_TEST_CXX:-c++} -x c++ -std=c++17 $flags"
is_gcc=no
if ${SL_TEST_CC:-cc} --version | grep -qi 'free software foundation'; then is_gcc=yes; fi
# gcc reads the header once for each language: it takes what is precompiled where that is included first.
read_once=
if [ $is_gcc = yes ]; then
    header=$srcdir/include/starloop/kernel.h read_once=headers/starloop/kernel.h.gch
    mkdir -p $read_once
    runs "the header is precompiled" $c -I"$srcdir/include" -x c-header "$header" -o $read_once/c
    runs "and in C++" ${cxx/-x c++ /} -I"$srcdir/include" -x c++-header "$header" -o $read_once/c++
fi
c="$c -fsyntax-only ${read_once:+-Iheaders} -I$srcdir/include"
cxx="$cxx -fsyntax-only ${read_once:+-Iheaders} -I$srcdir/include"

# first COMMAND PATTERN SENTENCE: standard input fails to compile, and the first error matches the pattern.
first()
{
    local command=$1 pattern=$2 sentence=$3
    { echo "#include <starloop/kernel.h>"; cat; } > slip.c
    if $command slip.c > out 2>&1; then
        echo "it compiled" >> out
        ok 1 "$sentence" out
        return
    fi
    grep -m 1 'error' out | grep -qE -- "$pattern"
    ok $? "$sentence" out
}
# both PATTERN SENTENCE: in C, and in C++.
both()
{
    cat > both.c
    first "$c" "$1" "$2" < both.c
    first "$cxx" "$1" "$2 (C++)" < both.c
}
# told PATTERN SENTENCE: starloop-cc says so first, in C and in C++, and no name of the inside.
told()
{
    local flag
    { echo "#include <starloop/kernel.h>"; cat; } > slip.c
    for flag in --cc="${SL_TEST_CC:-cc}" --c++; do
        sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" --no-cuda "$flag" -fsyntax-only -c slip.c \
            > out 2>&1
        [ $? = 1 ] && grep -m1 'error: ' out | grep -E -- "$1" | grep -qvE "sl__|SL__|[A-Za-z0-9]__[a-z]"
        ok $? "starloop-cc: $2 (${flag%%=*})" out
    done
}
# gnu PATTERN SENTENCE: a message of the compiler's own, whose words are gcc's; in C.
gnu()
{
    if [ $is_gcc = yes ]; then first "$c" "$1" "$2"; else cat >/dev/null; skip "the compiler is not gcc" "$2"; fi
}

cat > good.c <<'EOF'
#include <starloop/kernel.h>
SL_KERNEL(f, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, halo(1), fixed(8)))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}
SL_FN sl_index columns(SL_PARAM(const double, 2, v)) { return SL_EXTENT(v, 1); }
SL_KERNEL(wide, (i), in(double, 2, x), out(double, 1, y, own)) { SL_AT(y, i) = (double)columns(SL_PASS(x)); }
sl_status call(sl_view *x, sl_view *y);
sl_status call(sl_view *x, sl_view *y) { return sl_forall(f, SL_RANGE(0, 3), 1.0, x, y); }
EOF
runs "what has no slip compiles" $c -Wall -Wextra -Werror good.c
runs "what has no slip compiles (C++)" $cxx -Wall -Wextra -Werror good.c

# ---- words ------------------------------------------------------------------------------------------------------
both "kernel f, argument 1: unknown word in .?'SL_WORD_inn\(double, 1, x\).?'; use" "an unknown word is shown" <<'EOF'
SL_KERNEL(f, (i), inn(double, 1, x)) { }
EOF
both "kernel f: SL_LAUNCH_BOUNDS is threads of a block, 1 to 1024" "launch bounds of too many threads" <<'EOF'
#define SL_LAUNCH_BOUNDS 2048
SL_KERNEL(f, (i), in(double, 1, x)) { }
EOF
both "kernel f: SL_LAUNCH_BOUNDS is threads of a block, .* has 2048 threads at most" "and of too many blocks" <<'EOF'
#define SL_LAUNCH_BOUNDS 512, 5
SL_KERNEL(f, (i), in(double, 1, x)) { }
EOF
both "kernel f, argument 3: unknown word in .?'SL_WORD_output\(double, 1, z\).?'; use" "and so is the third one" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x), out(double, 1, y), output(double, 1, z)) { }
EOF
both "kernel f, argument 1: unknown word" "a word without its parentheses" <<'EOF'
SL_KERNEL(f, (i), double) { }
EOF
both "kernel f, argument x: the rank must be 0 to 6" "rank 7" <<'EOF'
SL_KERNEL(f, (i), in(double, 7, x)) { }
EOF
both "kernel f, argument y: the rank must be 0 to 6" "a rank that is no number" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x), out(double, RANK, y)) { }
EOF
for d in 1 -1 i; do
    both "SL_EXTENT: expected a dimension of the view, a constant from 0 |SL_KERNEL\(f, ...\)|no matching function" \
        "an extent of dimension $d" <<EOF
SL_KERNEL(f, (i), inout(double, 1, x)) { SL_AT(x, i) = (double)SL_EXTENT(x, $d); }
EOF
done
told "discards|invalid conversion" "a pointer that may write an in view" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x)) { double *p = &SL_AT(x, i); *p = 1; }
EOF
told "discards|invalid conversion" "an in view for a helper that may write it" <<'EOF'
SL_FN double first(SL_PARAM(double, 1, v)) { return SL_AT(v, 0); }
SL_KERNEL(f, (i), in(double, 1, x), out(double, 1, y, own)) { SL_AT(y, i) = first(SL_PASS(x)); }
EOF
told "makes integer from pointer|invalid conversion" "an address for a number" <<'EOF'
SL_KERNEL(f, (i), inout(int, 1, x, own)) { sl_index n = &SL_AT(x, i); SL_AT(x, i) = (int)n; }
EOF
both "argument 1: in, out, inout need \(type, rank, name\)" "in without a rank" <<'EOF'
SL_KERNEL(f, (i), in(double, x)) { }
EOF
both "argument 2: scalar needs \(type, name\)" "scalar without a name" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x), scalar(double)) { }
EOF
both "argument 1: reduce needs \(type, operator, name\)" "reduce without an operator" <<'EOF'
SL_KERNEL(f, (i), reduce(double, s)) { }
EOF
both "SL_OPERATOR_plus_needs_SL_REDUCER" "reduce with an unknown operator" <<'EOF'
SL_KERNEL(f, (i), reduce(double, plus, s)) { }
EOF
both "argument 1: array\(length\) follows the name in reduce" "reduce with another word" <<'EOF'
SL_KERNEL(f, (i), reduce(double, sum, s, own)) { }
EOF
both "kernel f, argument e: reduce over an array needs an operator of numbers" "an array with minloc" <<'EOF'
SL_KERNEL(f, (i), reduce(SL_LOC(double), minloc, e, array(3))) { }
EOF
both "kernel f, argument s: beside a reduction into an array one into a single value is written as array\(1\)" \
    "an array and a single value" <<'EOF'
SL_KERNEL(f, (i), reduce(double, sum, e, array(3)), reduce(double, sum, s)) { }
EOF
both "kernel f, argument s: reduce needs SL_LOC\(type\) with minloc .* not double" "minloc of a number" <<'EOF'
SL_KERNEL(f, (i), reduce(double, minloc, s)) { }
EOF
both "kernel f, argument s: reduce needs the type of its SL_REDUCER, not float" "an operator of another type" <<'EOF'
SL_REDUCER(plus, double, 0, a, b) { *a += *b; }
SL_KERNEL(f, (i), reduce(float, plus, s)) { }
EOF
both "kernel f: a scan has exactly one argument of kind reduce, without array" "a scan with two results" <<'EOF'
SL_SCAN_KERNEL(f, (i), reduce(double, sum, s), reduce(int, max, m)) { }
EOF
both "kernel f: a scan has exactly one argument of kind reduce, without array" "a scan into an array" <<'EOF'
SL_SCAN_KERNEL(f, (i), reduce(double, sum, s, array(3))) { }
EOF
both "kernel f, argument s: reduce needs the type of its SL_REDUCER, not float" \
    "a scan by an operator of another type" <<'EOF'
SL_REDUCER(plus, double, 0, a, b) { *a += *b; }
SL_SCAN_KERNEL(f, (i), reduce(float, plus, s)) { }
EOF
both "SL_OPERATOR_plus_needs_SL_REDUCER" "a scan by an unknown operator" <<'EOF'
SL_SCAN_KERNEL(f, (i), reduce(double, plus, s)) { }
EOF
both "SL_REDUCER SL_OPERATOR_glue: the type has more than 256 bytes" "an operator of a large struct" <<'EOF'
typedef struct { char c[257]; } text;
SL_REDUCER(glue, text, ({{0}}), a, b) { *a = *b; }
EOF
both "SL_REDUCER_MEMBERS SL_OPERATOR_ends, member hi: expected \(operator, member\) of all members, in their order" \
    "members in another order" <<'EOF'
SL_REDUCER_MEMBERS(ends, SL_MINMAX(double), (max, hi), (min, lo));
EOF
both "SL_REDUCER_MEMBERS SL_OPERATOR_ends: expected \(operator, member\) of all members, in their order" \
    "a member without an operator" <<'EOF'
SL_REDUCER_MEMBERS(ends, SL_MINMAX(double), (min, lo));
EOF
both "SL_REDUCER_MEMBERS SL_OPERATOR_ends: SL_OPERATOR_band is no operator of numbers of the type that .*" \
    "bits of a floating-point member" <<'EOF'
SL_REDUCER_MEMBERS(ends, SL_MINMAX(double), (band, lo), (max, hi));
EOF
both "SL_REDUCER_MEMBERS SL_OPERATOR_at: SL_OPERATOR_minloc is no operator of numbers of the type that member .*" \
    "an operator of structs for a member" <<'EOF'
SL_REDUCER_MEMBERS(at, SL_LOC(double), (minloc, value), (min, index));
EOF
both "kernel f, argument s: reduce needs a built-in type, with band, bor and bxor an integer, not double" \
    "band of doubles" <<'EOF'
SL_KERNEL(f, (i), reduce(double, band, s)) { }
EOF
both "kernel f, argument s: reduce needs a built-in type, .*, not sl_complex" "a minimum of complex numbers" <<'EOF'
SL_KERNEL(f, (i), reduce(sl_complex, min, s)) { }
EOF
both "kernel f, argument s: reduce needs a built-in type, .*, not long double" "a sum of long doubles" <<'EOF'
SL_KERNEL(f, (i), reduce(long double, sum, s)) { }
EOF
both "a comma is missing after argument 1" "a missing comma" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x) out(double, 1, y)) { }
EOF
both "a comma is missing after argument 2" "a missing comma after the second argument" <<'EOF'
SL_KERNEL(f, (i), scalar(double, a), in(double, 1, x) out(double, 1, y)) { }
EOF
both "kernel f has more than 32 arguments" "33 arguments" <<'EOF'
SL_KERNEL(f, (i),
          scalar(int, a1), scalar(int, a2), scalar(int, a3), scalar(int, a4), scalar(int, a5), scalar(int, a6),
          scalar(int, a7), scalar(int, a8), scalar(int, a9), scalar(int, a10), scalar(int, a11), scalar(int, a12),
          scalar(int, a13), scalar(int, a14), scalar(int, a15), scalar(int, a16), scalar(int, a17), scalar(int, a18),
          scalar(int, a19), scalar(int, a20), scalar(int, a21), scalar(int, a22), scalar(int, a23), scalar(int, a24),
          scalar(int, a25), scalar(int, a26), scalar(int, a27), scalar(int, a28), scalar(int, a29), scalar(int, a30),
          scalar(int, a31), scalar(int, a32), scalar(int, a33)) { }
EOF
both "kernel f has more than 32 arguments" "33 arguments of a declaration" <<'EOF'
SL_KERNEL_DECLARE(f, (i),
          scalar(int, a1), scalar(int, a2), scalar(int, a3), scalar(int, a4), scalar(int, a5), scalar(int, a6),
          scalar(int, a7), scalar(int, a8), scalar(int, a9), scalar(int, a10), scalar(int, a11), scalar(int, a12),
          scalar(int, a13), scalar(int, a14), scalar(int, a15), scalar(int, a16), scalar(int, a17), scalar(int, a18),
          scalar(int, a19), scalar(int, a20), scalar(int, a21), scalar(int, a22), scalar(int, a23), scalar(int, a24),
          scalar(int, a25), scalar(int, a26), scalar(int, a27), scalar(int, a28), scalar(int, a29), scalar(int, a30),
          scalar(int, a31), scalar(int, a32), scalar(int, a33));
EOF
both "argument 2: at most six modifiers follow the name of a view" "seven modifiers" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x, own), in(double, 1, y, own, random, random, random, random, random, random)) { }
EOF
both "argument 1: table needs \(type, name\)" "a table without a name" <<'EOF'
SL_KERNEL(f, (i), table(double)) { }
EOF
both "argument 1: table needs \(type, name\)" "a table with a rank" <<'EOF'
SL_KERNEL(f, (i), table(double, 1, t)) { }
EOF
gnu "assignment of read-only location" "writing into a table" <<'EOF'
SL_KERNEL(f, (i), table(double, t)) { SL_AT(t, i) = 1; }
EOF
both "unknown word in .*; use scalar, in, out, inout, table, reduce, scatter or multi_reduce" \
    "the words there are" <<'EOF'
SL_KERNEL(f, (i), tables(double, t)) { }
EOF
both "argument 1: scatter needs \(type, operator, rank, name\)" "a scatter without a rank" <<'EOF'
SL_KERNEL(f, (i), scatter(double, sum, h)) { }
EOF
both "argument 1: of\(type\) follows the name" "a multi_reduce with a rank" <<'EOF'
SL_KERNEL(f, (i), multi_reduce(double, sum, 1, h)) { }
EOF
both "scatter and multi_reduce know the operators sum, prod, min, max, band, bor and bxor" \
    "a scatter by another operator" <<'EOF'
SL_KERNEL(f, (i), scatter(double, plus, 1, h)) { }
EOF
both "argument h: the rank must be 0 to 6" "a scatter of rank 7" <<'EOF'
SL_KERNEL(f, (i), scatter(double, sum, 7, h)) { }
EOF
both "argument h: scatter and multi_reduce take integers of 8 to 64 bits, .*, with of\(type\), not struct odd" \
    "a scatter of another type" <<'EOF'
struct odd { float a[3]; };
SL_KERNEL(f, (i), scatter(struct odd, sum, 1, h)) { }
EOF
both "argument h: scatter and multi_reduce take integers of 8 to 64 bits, .*, not (_Bool|bool)" \
    "a scatter of truth values" <<'EOF'
#include <stdbool.h>
SL_KERNEL(f, (i), scatter(bool, sum, 1, h)) { }
EOF
both "argument h: band, bor and bxor take integers, not float" "a scatter of the bits of fractions" <<'EOF'
SL_KERNEL(f, (i), scatter(float, bor, 1, h)) { }
EOF
both "scatter and multi_reduce of complex numbers know the operators sum and prod" "one of complex minima" <<'EOF'
SL_KERNEL(f, (i), scatter(sl_complex, min, 1, h)) { }
EOF
both "argument h: of\(type\): expected the type of all numbers of struct odd, got double" "one of other structs" <<'EOF'
struct odd { float a[3]; };
SL_KERNEL(f, (i), scatter(struct odd, sum, 1, h, of(double))) { }
EOF
gnu "unspecified bounds" "SL_AT of a scatter" <<'EOF'
SL_KERNEL(f, (i), scatter(double, sum, 1, h)) { SL_AT(h, i) += 1; }
EOF
gnu "assignment of member .*re.* in read-only object" "+= of a part of an atomic argument of complex numbers" <<'EOF'
SL_KERNEL(f, (i), inout(sl_complex, 1, x, atomic)) { SL_AT(x, 0).re += 1; }
EOF
both "SL_UNIQUE_TOKEN: expected an argument inout\(int, 1, name, atomic\)" "tokens that are not atomic" <<'EOF'
SL_KERNEL(f, (i), inout(int, 1, x)) { SL_UNIQUE_TOKEN(id, x) { } }
EOF
both "SL_UNIQUE_TOKEN: expected an argument inout\(int, 1, name, atomic\)" "tokens of another type" <<'EOF'
SL_KERNEL(f, (i), inout(int64_t, 1, x, atomic)) { SL_UNIQUE_TOKEN(id, x) { } }
EOF
both "SL_UNIQUE_TOKEN: expected an argument inout\(int, 1, name, atomic\)" "tokens of another rank" <<'EOF'
SL_KERNEL(f, (i), inout(int, 2, x, atomic)) { SL_UNIQUE_TOKEN(id, x) { } }
EOF
both "SL_MODIFIER_onw" "an unknown modifier is named" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x, onw)) { }
EOF
both "SL_MODIFIER_hallo" "an unknown modifier with a number is named" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x, own), in(double, 1, y, hallo(2))) { }
EOF
both "kernel f, argument 1: unknown word in .?'SL_WORD_inn\(double, 1, x\).?'; use" \
    "a declaration says the same" <<'EOF'
SL_KERNEL_DECLARE(f, (i), inn(double, 1, x));
EOF

both "kernel f, argument x: pack takes 1 to 32 views of rank 0 to 5" "a pack of too many views" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x, pack(33))) { }
EOF

# ---- bodies -----------------------------------------------------------------------------------------------------
gnu "incompatible type for argument 1 of 'sl_at_with_2_indices'" "two indices of a view of rank 1" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, y)) { SL_AT(y, i, i) = 1; }
EOF
gnu "incompatible type for argument 1 of 'sl_at_with_1_index'" "one index of a view of rank 2" <<'EOF'
SL_KERNEL(f, (i), out(double, 2, y)) { SL_AT(y, i) = 1; }
EOF
gnu "incompatible type for argument 1 of 'sl_at_with_1_index'" "an index of a view of rank 0" <<'EOF'
SL_KERNEL(f, (i), out(double, 0, y)) { SL_AT(y, 0) = 1; }
EOF
gnu "incompatible type for argument 1 of 'sl_at_with_1_index'" "an index of a pack of rank 1" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, y, pack(3))) { SL_AT(y, i) = 1; }
EOF
gnu "assignment of read-only location" "writing a pack that is declared in" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x, pack(3))) { SL_AT(x, 0, i) = 1; }
EOF
gnu "incompatible type for argument 1 of 'sl__at_rank0'" "SL_AT0 of a view of rank 1" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, y)) { SL_AT0(y) = 1; }
EOF
gnu "assignment of read-only location" "writing what is declared in" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x)) { SL_AT(x, i) = 1; }
EOF
gnu "'z' undeclared" "a view that is no argument" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x)) { double v = SL_AT(z, i); (void)v; }
EOF

# ---- calls ------------------------------------------------------------------------------------------------------
declared='SL_KERNEL_DECLARE(daxpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(dot, (i), in(double, 1, x, own), in(double, 1, y, own), reduce(double, sum, s));'
gnu "passing argument 4 of 'f__submit' from incompatible pointer type" "a view for a pack" <<'EOF'
SL_KERNEL_DECLARE(f, (i), in(double, 1, x, own, pack(3)));
sl_status call(sl_view *x) { return sl_forall(f, SL_RANGE(0, 3), x); }
EOF
gnu "passing argument 5 of 'daxpy__submit' from incompatible pointer type" "a pointer that is no view" <<EOF
$declared
sl_status call(sl_view *x, double *y) { return sl_forall(daxpy, SL_RANGE(0, 3), 1.0, y, x); }
EOF
gnu "too few arguments to function 'daxpy__submit'" "a missing argument" <<EOF
$declared
sl_status call(sl_view *x) { return sl_forall(daxpy, SL_RANGE(0, 3), 1.0, x); }
EOF
gnu "too many arguments to function 'daxpy__submit'" "an argument too many" <<EOF
$declared
sl_status call(sl_view *x) { return sl_forall(daxpy, SL_RANGE(0, 3), 1.0, x, x, x); }
EOF
gnu "incompatible type for argument 4 of 'daxpy__submit'" "a view for a scalar" <<EOF
$declared
sl_status call(sl_view *x) { return sl_forall(daxpy, SL_RANGE(0, 3), x, 1.0, x); }
EOF
gnu "incompatible type for argument 3 of 'daxpy__submit'" "a number for a space" <<EOF
$declared
sl_status call(sl_view *x) { return sl_forall(daxpy, 3, 1.0, x, x); }
EOF
gnu "passing argument 6 of 'dot__submit' from incompatible pointer type" "a result of another type" <<EOF
$declared
sl_status call(sl_view *x, float *s) { return sl_reduce(dot, SL_RANGE(0, 3), x, x, s); }
EOF
gnu "implicit declaration of function 'nosuch__submit'" "a kernel that is not declared" <<EOF
sl_status call(sl_view *x) { return sl_forall(nosuch, SL_RANGE(0, 3), x); }
EOF

# ---- declarations and definitions -------------------------------------------------------------------------------
gnu "conflicting types for 'f__submit'" "a declaration that differs from the definition" <<'EOF'
SL_KERNEL_DECLARE(f, (i), scalar(float, a), out(double, 1, y));
SL_KERNEL(f, (i), scalar(double, a), out(double, 1, y)) { SL_AT(y, i) = a; }
EOF
gnu "conflicting types for 'f__submit'" "a declaration with one argument less" <<'EOF'
SL_KERNEL_DECLARE(f, (i), out(double, 1, y));
SL_KERNEL(f, (i), scalar(double, a), out(double, 1, y)) { SL_AT(y, i) = a; }
EOF

# ---- nests ------------------------------------------------------------------------------------------------------
# nest PATTERN SENTENCE POLICY: the policy of a small nest.
nest()
{
    a_nest "$3" | both "nest f, policy p: $1" "$2"
}
# cuda PATTERN SENTENCE STATEMENTS: a CUDA policy of the same nest, which the host's compiler sees, too; in C.
cuda()
{
    a_nest "$3" _CUDA | first "$c" "nest f, policy p: $1" "$2"
}
a_nest()
{
    cat <<EOF
SL_NEST(f, (i, j), lambdas(1), scalar(int, n), local(double, s), local_array(double, t, 4), in(double, 2, x),
        out(double, 2, y))
{
    SL_LAMBDA(0) { SL_AT(y, i, j) = SL_AT(x, i, j); }
}
SL_NEST_POLICY${2:-}(f, p, $1)
EOF
}
nest "unknown statement in .?'SL_STATEMENT_FRO\\(0, seq, DO\\(0\\)\\).?'; use DO, FOR" "an unknown statement is shown" \
    "FRO(0, seq, DO(0))"
nest "unknown level .?'sqe.?'; use seq" "and so is an unknown level" "FOR(0, seq, FOR(1, sqe, DO(0)))"
nest "FOR: dimension 0 has a loop around it already" "a dimension has one loop" "FOR(0, seq, FOR(0, seq, DO(0)))"
nest "COLLAPSE: the nest has no dimension 2" "and is one of the nest's" "COLLAPSE(omp, (1, 2), DO(0))"
nest "an omp level stands in another one" "omp levels are not nested" "FOR(0, omp, FOR(1, omp, DO(0)))"
nest "DO\\(1\\): the nest has no such lambda" "a lambda is one of the nest's" "FOR(0, omp, DO(0, 1))"
nest "DO\\(2\\): the nest has no such lambda" "also where DO chooses its arguments" "DO(2, values(1))"
nest "DO: unknown word in .?'valus\\(3\\).?'; use segs" "DO chooses by words" "DO(0, values(1), valus(3))"
nest "DO: .?'values\\(1\\).?' stands behind several lambdas" "for one lambda" "FOR(0, seq, DO(0, 0, values(1)))"
nest "DO: segs: the nest has no dimension 2" "dimensions of the nest" "FOR(0, seq, DO(0, segs(1, 2)))"
nest "DO: offsets has more dimensions than the nest" "not more than it has" "FOR(0, seq, DO(0, offsets(1, 0, 1)))"
nest "DO: params needs pairs" "locals in pairs" "DO(0, params(t))"
nest "REDUCE\\(omp, ...\\) follows an omp level; the policy has none" "threads leave something to REDUCE" \
    "FOR(0, seq, REDUCE(omp, sum, s, DO(0)))"
nest "REDUCE\\(omp, ...\\) stands in an omp level" "all of them come to REDUCE" \
    "FOR(0, omp, REDUCE(omp, sum, s, DO(0)))"
nest "an omp level stands in REDUCE" "which one runs" "FOR(0, omp, DO(0)), REDUCE(omp, sum, s, FOR(0, omp, DO(0)))"
nest "REDUCE: unknown operator .?'plus.?'; use sum" "by an operator that is known" "REDUCE(seq, plus, s, DO(0))"
nest "REDUCE: unknown way .?'warp.?'; use seq or omp" "in a way that is known" "REDUCE(warp, sum, s, DO(0))"
nest "TILE: levels simd and simd_sum are for FOR" "tiles are not vectorised" "TILE(0, fixed(2), simd_sum(s), DO(0))"
nest "SYNC_THREADS stands in an omp level" "and to SYNC_THREADS" "FOR(0, omp, SYNC_THREADS, DO(0))"
nest "a comma is missing" "statements have commas between them" "FOR(0, seq, DO(0) DO(0))"
nest "INIT_LOCAL_MEM stands around an omp level" "local memory is inside of omp levels" \
    "INIT_LOCAL_MEM(stack, (t), FOR(0, omp, DO(0)))"
nest "TILE needs \\(dimension, fixed\\(size\\), level" "TILE has four arguments or more" "TILE(0, fixed(4), DO(0))"
cuda "unknown statement in .?'SL_STATEMENT_FRO\\(0, seq, DO\\(0\\)\\).?'; use DO, FOR" "an unknown statement, CUDA" \
    "CUDA_KERNEL(FRO(0, seq, DO(0)))"
cuda "a CUDA policy is CUDA_KERNEL\\(statements\\)" "a CUDA policy is a CUDA_KERNEL" "FOR(0, seq, DO(0))"
cuda "unknown level .?'omp.?'; use seq, thread_x_direct" "a level of CPUs" "CUDA_KERNEL(FOR(0, omp, DO(0)))"
cuda "COLLAPSE is for CPUs" "COLLAPSE on CUDA" "CUDA_KERNEL(COLLAPSE(seq, (0, 1), DO(0)))"
cuda "level .?\"?thread_x_loop.*around it has the same threads or blocks" "one axis twice" \
    "CUDA_KERNEL(FOR(0, thread_x_direct, FOR(1, thread_x_loop, DO(0))))"
cuda "level .?\"?thread_y_direct.*around it has the same threads or blocks" "threads of the grid take them" \
    "CUDA_KERNEL(FOR(0, global_y_direct, FOR(1, thread_y_direct, DO(0))))"
cuda "a warp level stands in a policy with threads" "warps beside threads along x" \
    "CUDA_KERNEL(FOR(0, block_x_direct, FOR(1, warp_loop, DO(0)), FOR(1, thread_x_loop, DO(0))))"
cuda "SYNC_THREADS stands in a loop of which" "a wait in a loop of unequal turns" \
    "CUDA_KERNEL(FOR(0, thread_x_loop, SYNC_THREADS, DO(0)))"
cuda "SYNC_WARP stands in a loop of which" "a wait in a loop over a thread's own tile" \
    "CUDA_KERNEL(TILE(0, fixed(4), thread_x_direct, FOR(0, seq, SYNC_WARP, DO(0))))"
cuda "the levels say more than 1024 threads of a block together" "sizes whose product is more than a block has" \
    "CUDA_KERNEL(FOR(0, thread_size_y_loop(64), FOR(1, thread_size_x_direct(17), DO(0))))"
cuda "the levels say more than 1024 threads of a block together" "and of levels beside each other" \
    "CUDA_KERNEL(FOR(0, thread_size_y_loop(64), DO(0)), FOR(1, thread_size_x_direct_unchecked(32), DO(0)))"
cuda "CUDA_KERNEL: a block has 1 to 1024 threads" "more threads than a block has" \
    "CUDA_KERNEL(fixed(2048), FOR(0, thread_x_loop, DO(0)))"
cuda "unknown memory .?'stack.?'; use shared or thread" "memory of CPUs" \
    "CUDA_KERNEL(INIT_LOCAL_MEM(stack, (t), FOR(0, seq, DO(0))))"
cuda "HYPERPLANE: planes of several blocks are launched one after another" "planes of many blocks beside others" \
    "CUDA_KERNEL(HYPERPLANE(0, (1), global_x_loop, DO(0)), DO(0))"
cuda "HYPERPLANE: planes of several blocks are launched one after another" "planes of many blocks in another one" \
    "CUDA_KERNEL(IF(local(s), HYPERPLANE(0, (1), block_x_loop, DO(0))))"
cuda "HYPERPLANE: planes differ in length; use a level in direct or loop form" "planes of one length" \
    "CUDA_KERNEL(HYPERPLANE(0, (1), thread_x_direct_unchecked, DO(0)))"
cuda "REDUCE: unknown way .?'omp.?'; use block, warp or seq" "threads of CPUs" \
    "CUDA_KERNEL(REDUCE(omp, sum, s, DO(0)))"
cuda "REDUCE\\(block, ...\\) stands in a level of threads" "all threads of a block, where some are others'" \
    "CUDA_KERNEL(FOR(0, thread_y_direct, REDUCE(block, sum, s, DO(0))))"
cuda "level .?\"?thread_yx_loop.*around it has the same" "an axis twice, flat" \
    "CUDA_KERNEL(FOR(0, thread_x_direct, FOR(1, thread_yx_loop, DO(0))))"
cuda "level .*: a lane.{1,2}s number has 5 bits" "more bits than lanes have" \
    "CUDA_KERNEL(FOR(0, warp_masked_loop(3, 3), DO(0)))"
cuda "level .?\"?warp_masked_loop.*around it has the same" "a bit twice" \
    "CUDA_KERNEL(FOR(0, warp_masked_loop(3, 0), FOR(1, warp_masked_loop(2, 2), DO(0))))"
cuda "REDUCE\\(warp, ...\\) follows a warp level" "a warp where there is none" \
    "CUDA_KERNEL(FOR(0, thread_y_direct, REDUCE(warp, sum, s, DO(0))))"
# A policy named auto could not be called.
a_nest "FOR(0, omp, DO(0))" | sed 's/(f, p, /(f, auto, /' | both "nest f, policy auto: the name stands for a choice" \
    "a policy has a name of its own"
nest "SYNC_WARP is for SL_NEST_POLICY_CUDA" "a warp on CPUs" "FOR(0, omp, DO(0)), SYNC_WARP"
both "nest g: lambdas\\(number\\), 1 or more, follows" "a nest says how many lambdas it has" <<'EOF'
SL_NEST(g, (i), in(double, 1, x)) { }
EOF
both "kernel g: local and local_array are words of SL_NEST" "a kernel has no locals" <<'EOF'
SL_KERNEL(g, (i), local(double, x)) { }
EOF

# ---- teams ------------------------------------------------------------------------------------------------------
both "kernel f: a team kernel has no argument of kind reduce that is an array: scatter" "a team's result in an array" \
    <<'EOF'
SL_TEAM_KERNEL(f, (t), in(double, 1, x), reduce(double, sum, s, array(4))) { }
EOF
gnu "kernel f: a team kernel has one name in parentheses, its team" "a team kernel of two indices" <<'EOF'
SL_TEAM_KERNEL(f, (i, j), in(double, 1, x)) { }
EOF
both "SL_OPERATOR_plus" "a team's result by an operator that is none" <<'EOF'
SL_TEAM_KERNEL(f, (t), in(double, 1, x))
{
    double s;
    SL_TEAM_REDUCE(t, k, 0, 3, double, plus, s) s += SL_AT(x, k);
}
EOF
both "SL_OPERATOR_plus" "and a scan" <<'EOF'
SL_TEAM_KERNEL(f, (t), out(double, 1, x))
{
    SL_TEAM_SCAN(t, k, 0, 3, double, plus, before, 1.0) SL_AT(x, k) = before;
}
EOF
told "a loop over a box has two or three indices, and behind them" "a result over a box without an end" <<'EOF'
SL_TEAM_KERNEL(f, (t), out(double, 1, x, own))
{
    double s;
    SL_TEAM_REDUCE_BOX(t, (i, j), 0, 4, 0, double, sum, s) s += 1;
    SL_AT(x, SL_LEAGUE_RANK(t)) = s;
}
EOF
told "a loop over a box has two or three indices, and behind them" "a box of one index" <<'EOF'
SL_TEAM_KERNEL(f, (t), out(double, 1, x))
{
    SL_TEAM_VECTOR_FOR_BOX(t, (i), 0, 4) SL_AT(x, i) = 1;
}
EOF
told "the result's type is none of its operator" "a scan of numbers by an operator of structs" <<'EOF'
SL_TEAM_KERNEL(f, (t), out(double, 1, x))
{
    SL_TEAM_SCAN(t, k, 0, 3, double, minloc, before, 1.0) SL_AT(x, k) = before;
}
EOF
both "kernel f, argument 1: unknown word" "an unknown word of a team kernel" <<'EOF'
SL_TEAM_KERNEL(f, (t), inn(double, 1, x)) { }
EOF
both "kernel f: scratch is a word of SL_TEAM_KERNEL" "a kernel has no scratch arrays" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, x), scratch(double, t, 4)) { SL_AT(x, i) = 1; }
EOF
both "nest f, argument s: a nest reduces into arrays" "a nest's single result" <<'EOF'
SL_NEST(f, (i), lambdas(1), in(double, 1, x), reduce(double, sum, s)) { SL_LAMBDA(0) { *s += SL_AT(x, i); } }
EOF
first "$c" "nest f, policy p: a nest with reduce arguments runs on CPUs" "a nest's result in an array, on CUDA" <<'EOF'
SL_NEST(f, (i), lambdas(1), in(double, 1, x), reduce(double, sum, s, array(1))) { SL_LAMBDA(0) { SL_AT(s, 0) += 1; } }
SL_NEST_POLICY(f, p, FOR(0, omp, DO(0)))
SL_NEST_POLICY_CUDA(f, p, CUDA_KERNEL(FOR(0, global_x_direct, DO(0))))
EOF
both "nest f, argument 2: a nest takes" "nor has a nest" <<'EOF'
SL_NEST(f, (i), lambdas(1), out(double, 1, x), scratch(double, t, 4)) { SL_LAMBDA(0) { SL_AT(x, i) = 1; } }
EOF
both "kernel f: scratch is a word of SL_TEAM_KERNEL" "nor those of threads" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, x), scratch_thread(double, t, 4)) { SL_AT(x, i) = 1; }
EOF
both "kernel f: scratch is a word of SL_TEAM_KERNEL" "nor those in global memory" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, x), scratch_global_thread(double, t, 4)) { SL_AT(x, i) = 1; }
EOF
both "argument 1: scratch_global needs \(type, name, extents\), 1 to 6" "a global array with seven extents" <<'EOF'
SL_TEAM_KERNEL(f, (t), scratch_global(double, s, 1, 2, 3, 4, 5, 6, 7)) { }
EOF
both "kernel f: scratch arrays stand behind all other arguments" "a thread's array before an argument" <<'EOF'
SL_TEAM_KERNEL(f, (t), scratch_thread(double, s, 4), out(double, 1, x)) { }
EOF
both "argument 1: scratch_thread needs \(type, name, extents\), 1 to 6" "a thread's array without extents" <<'EOF'
SL_TEAM_KERNEL(f, (t), scratch_thread(double, s)) { }
EOF
both "kernel f: scratch arrays stand behind all other arguments" "a scratch array before an argument" <<'EOF'
SL_TEAM_KERNEL(f, (t), scratch(double, s, 4), out(double, 1, x)) { }
EOF
both "argument 1: scratch needs \(type, name, extents\), 1 to 6 of these" "a scratch array without extents" <<'EOF'
SL_TEAM_KERNEL(f, (t), scratch(double, s)) { }
EOF
both "argument 1: scratch needs \(type, name, extents\), 1 to 6 of these" "one with seven" <<'EOF'
SL_TEAM_KERNEL(f, (t), scratch(double, s, 1, 2, 3, 4, 5, 6, 7)) { }
EOF
both "argument s: scratch takes types .* aligned to 16 bytes at most, not struct line" "one of cache lines" <<'EOF'
struct line { double x[8]; } __attribute__((__aligned__(64)));
SL_TEAM_KERNEL(f, (t), scratch(struct line, s, 4)) { }
EOF
both "sl_at_with_1_index" "a scratch array with an index too few" <<'EOF'
SL_TEAM_KERNEL(f, (t), scratch(double, s, 4, 4)) { SL_AT(s, 0) = 1; }
EOF
gnu "too few arguments to function 'f__submit'" "a launch with an argument missing" <<'EOF'
SL_KERNEL_DECLARE(f, (t), in(double, 1, x), out(double, 1, y));
sl_status call(sl_view *x) { return sl_launch(SL_POLICY(.league = 3), f, x); }
EOF

# ---- the first week -----------------------------------------------------------------------------------------------
both "kernel f: 1 to 6 indices stand in parentheses, .*got i" "indices without parentheses" <<'EOF'
SL_KERNEL(f, i, out(double, 1, x, own)) { SL_AT(x, i) = 1; }
EOF
both "kernel f: 1 to 6 indices stand in parentheses, .*got \(\)" "no index" <<'EOF'
SL_SCAN_KERNEL(f, (), reduce(double, sum, s)) { *s += 1; }
EOF
both "kernel f: 1 to 6 indices stand in parentheses, .*got \(a, b, c, d, e, g, h\)" "seven indices" <<'EOF'
SL_KERNEL_DECLARE(f, (a, b, c, d, e, g, h), scalar(int, n));
EOF
both "kernel f: 1 to 6 indices stand in parentheses" "a team without parentheses" <<'EOF'
SL_TEAM_KERNEL(f, team, in(double, 1, x)) { }
EOF
both "kernel f: 1 to 6 indices stand in parentheses" "a nest's indices" <<'EOF'
SL_NEST(f, i, lambdas(1), out(double, 1, x)) { SL_LAMBDA(0) { SL_AT(x, i) = 1; } }
EOF
both "kernel f: 1 to 6 indices stand in parentheses" "an index that is a macro" <<'EOF'
#define column (3)
SL_KERNEL(f, (row, column), out(double, 2, x)) { SL_AT(x, row, column) = 1; }
EOF
both "argument 2: its name is missing, or is a macro" "an argument that is a macro" <<'EOF'
#define I (__extension__ 1.0iF)
SL_KERNEL(f, (i), out(double, 1, x), in(double, 1, I, own)) { SL_AT(x, i) = SL_AT(I, i); }
EOF
both "argument v: scalar takes a value, not double\[3\]" "an array as a scalar" <<'EOF'
SL_KERNEL(f, (i), scalar(double[3], v)) { (void)v; }
EOF
both "argument v: scalar takes a value, not double \*" "a pointer as a scalar" <<'EOF'
SL_KERNEL(f, (i), scalar(double *, v)) { (void)v; }
EOF
both "argument 1: scalar needs \(type, name\)" "a scalar with a modifier" <<'EOF'
SL_KERNEL(f, (i), scalar(double, a, own)) { (void)a; }
EOF
both "SL_REDUCER SL_OPERATOR_sum: an operator of that name is built in" "an operator that there is" <<'EOF'
SL_REDUCER(sum, double, 0, a, b) { *a += *b; }
EOF
both "argument 1: a nest takes .*, without layout" "a map in a nest" <<'EOF'
SL_NEST(f, (i, j), lambdas(1), out(double, 2, x, own, layout(blocked(8)))) { SL_LAMBDA(0) { SL_AT(x, i, j) = 1; } }
EOF
nest "unknown level .*omp_nowait\\(4, 5\\)" "omp_nowait takes one chunk or none" "FOR(0, omp_nowait(4, 5), DO(0))"
nest "unknown level .*omp_static\\(4, 5\\)" "omp_static takes one chunk" "FOR(0, omp_static(4, 5), DO(0))"
nest "unknown level .*omp_nowait\\(\\)" "and nothing in parentheses is none" "FOR(0, omp_nowait(), DO(0))"
nest "unknown level .*omp_runtime\\(4\\)" "omp_runtime takes nothing" "FOR(0, omp_runtime(4), DO(0))"
nest "unknown level .*omp_guided\\(\\)" "and not none" "FOR(0, omp_guided(), DO(0))"
nest "FOR: expected the number of a dimension, got i" "dimensions by their numbers" "FOR(i, omp, DO(0))"
first "$cxx -std=c++14" "kernel files are C11 or C\+\+17: compile this one with -std=c\+\+17" "C++14" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, x)) { SL_AT(x, i) = 1; }
EOF
first "$c -std=c89" "Starloop is for C11 and C\+\+17: compile this file with -std=gnu11" "C89" < /dev/null
# By the host's compiler, too, and without starloop/kernel.h.
for command in "$c" "$cxx"; do
    echo '#include <starloop.h>
    sl_type type(void);
    sl_type type(void) { return SL_TYPE(double[3]); }' > slip.c
    $command slip.c > out 2>&1
    grep -m1 error: out | grep -qF "SL_TYPE: an element is no array, whose length is a dimension of the view"
    ok $? "an array's type (${command%% *})" out
    echo '#include <starloop.h>
    struct wide { double v[16]; } __attribute__((aligned(128)));
    sl_type type(void);
    sl_type type(void) { return SL_TYPE(struct wide); }' > slip.c
    $command slip.c > out 2>&1
    grep -m1 error: out | grep -qF "SL_TYPE: elements are copied byte by byte, and aligned to 64 bytes at most"
    ok $? "a type of too large an alignment (${command%% *})" out
    echo '#include <starloop.h>
    SL_FN double half(double v) { return 0.5 * v; }' > slip.c
    $command slip.c > out 2>&1
    grep -m1 error: out | grep -qF "SL_FN: a kernel file includes <starloop/kernel.h>"
    ok $? "SL_FN without its header (${command%% *})" out
done
for word in SL_KERNEL SL_SCAN_KERNEL SL_TEAM_KERNEL SL_NEST; do
    echo "$word(f, (i), out(double, 1, x)) { SL_AT(x, i) = 1; }" | sed '1i #include <starloop.h>' > slip.c
    $c slip.c > out 2>&1
    grep -m1 error: out | grep -qF "$word(f, ...): a kernel file includes <starloop/kernel.h>"
    ok $? "$word without its header" out
done

# ---- what only starloop-cc says: many mistakes, one a line --------------------------------------------------------
# all NAME: standard input has lines SENTENCE | CODE, each of which has one mistake, or none where there is no sentence;
# K( is SL_KERNEL(, and OUT an argument x. By gcc and clang, in C and C++, each line has its sentence first, at its
# place, and no error has a name of the inside.
languages=("--cc=${SL_TEST_CC:-cc}" "--c++ --cxx=${SL_TEST_CXX:-c++}")
if command -v clang > /dev/null && command -v clang++ > /dev/null; then
    languages+=(--cc=clang "--c++ --cxx=clang++")
else
    skip "no clang" "mistakes in the words of clang"
fi
all()
{
    local how line pattern bad
    cat > lines
    echo "#include <starloop/kernel.h>" > slip.c
    sed -e 's/^[^|]*| //' -e 's/^K(/SL_KERNEL(/' -e 's/OUT/out(double, 1, x)/' lines >> slip.c
    for how in "${languages[@]}"; do
        # shellcheck disable=SC2086
        sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" --no-cuda $how -fsyntax-only -c slip.c > out 2>&1
        bad=0 line=1
        while IFS='|' read -r pattern _; do
            line=$((line + 1))
            [ "$pattern" = ' ' ] || grep -m1 "^slip.c:$line:.*error: " out | grep -qF -- "${pattern% }" ||
                { bad=1 && echo "line $line: expected \"${pattern% }\"" >> out; }
        done < lines
        ! grep 'error: ' out | grep -E "sl__|SL__|[A-Za-z0-9]__[a-z]|SL_(WORD|MODIFIER|OPERATOR)_" >> out || bad=1
            ok $bad "starloop-cc: $1: $(grep -c '^[^ ]' lines) sentences, at their lines ($how)" out
    done
}
all "mistakes in bodies" <<'EOF'
SL_FINAL is for the body of an SL_SCAN_KERNEL alone | K(k1, (i), OUT) { if (SL_FINAL) SL_AT(x, i) = 1; }
SL_FINAL is for the body of an SL_SCAN_KERNEL alone | SL_FN int helped(int a) { return SL_FINAL ? a : 0; }
and no loop stands around it here | K(k2, (i), OUT) { if (i > 3) break; SL_AT(x, i) = 1; }
and no loop stands around it here | K(k3, (i), OUT) { if (i > 3) continue; SL_AT(x, i) = 1; }
SL_AT takes one index for each dimension | K(k4, (i, j), OUT) { SL_AT(x, i, j) = 1; }
SL_AT takes one index for each dimension | K(k5, (i), out(double, 2, x)) { SL_AT(x, i) = 1; }
SL_SCATTER takes as many indices as | K(k6, (i), scatter(double, sum, 2, h)) { SL_SCATTER(h, i, 1.0); }
an element of "x" is SL_AT(x, i) | K(k7, (i), OUT) { x[i] = 1; }
an element of "x" is SL_AT(x, i) | K(k8, (i), OUT) { x(i) = 1; }
a body returns no value | K(k9, (i), OUT) { SL_AT(x, i) = 1; return 1; }
"s" is a pointer to the running result | K(k10, (i), in(double, 1, x), reduce(double, sum, s)) { s += SL_AT(x, i); }
read only: declare it inout or out | K(k11, (i), in(double, 1, x)) { SL_AT(x, i) += 1; }
SL_AT(x, i, ...) has an index for each dimension | K(k12, (i), OUT) { SL_AT(x) = 1; }
 | SL_KERNEL_DECLARE(g, (i), OUT);
a body calls no kernels | K(k13, (i), OUT) { sl_forall(g, SL_RANGE(0, 3), x); }
EOF
all "mistakes in words and calls" <<'EOF'
stands without const and volatile, and is not void, got const double | K(k1, (i), in(const double, 1, x)) { }
stands without const and volatile, and is not void, got const int | K(k2, (i), scalar(const int, n)) { }
stands without const and volatile, and is not void, got const double | K(k3, (i), reduce(const double, sum, s)) { }
stands without const and volatile, and is not void, got void | K(k4, (i), out(void, 1, x)) { }
 | struct wide { double v[16]; } __attribute__((aligned(128)));
is no type of elements | SL_KERNEL_DECLARE(k5, (i), in(struct wide, 1, x));
argument 1: the modifier atomic is for out and inout | K(k6, (i), in(double, 1, x, atomic)) { }
argument 1: the modifier atomic is for out and inout | K(k7, (i), in(double, 1, x, pack(2), atomic)) { }
"onw" is no modifier | K(k8, (i), in(double, 1, x, onw)) { }
operator "add" is none of sum | K(k9, (i), reduce(double, add, s)) { }
indices are names without types, as in (i, j), got (int i) | K(k10, (int i), OUT) { SL_AT(x, i) = 1; }
an index and an argument are named "i" | K(k11, (i), scalar(int, i)) { }
1 to 6 indices stand in parentheses | K(k12 (i), OUT) { }
1 to 6 indices stand in parentheses | K(k13, (i) OUT) { }
a semicolon stands where its body in braces begins | K(k14, (i), OUT); { SL_AT(x, i) = 1; }
unknown word in | K(k15, (i), input(double, 1, x)) { }
EOF
all "mistakes in words of bodies and nests" <<'EOF'
"x" is a scatter argument | K(k1, (i), scatter(double, sum, 1, x)) { SL_AT(x, i) += 1; }
"a" is a scalar | K(k2, (i), scalar(double, a), OUT) { SL_AT(x, i) = SL_AT(a, i); }
SL_SCATTER: "g" is no scatter | SL_FN void add(SL_PARAM(double, 1, g), sl_index i, double v) { SL_SCATTER(g, i, v); }
for the body of a kernel, and not for an SL_FN | SL_FN void g(int a) { if (a) SL_RAISE(3); }
SL_TEAM_SCRATCH is for the body of an | K(k3, (i), OUT) { SL_TEAM_SCRATCH(int, t, 3); SL_AT(x, i) = t[0]; }
take the team of an SL_TEAM_KERNEL | K(k4, (i), OUT) { SL_TEAM_BARRIER(i); SL_AT(x, i) = 1; }
 | SL_KERNEL_DECLARE(k5, (i), out(float, 1, x, own));
kernel k5: the declaration and the definition differ | K(k5, (i), OUT) { SL_AT(x, i) = 1; }
no SL_NEST(none, ...) stands before this policy | SL_NEST_POLICY(none, p, FOR(0, omp, FOR(1, seq, DO(0))))
 | SL_NEST(n1, (i, j), lambdas(1), out(double, 2, x)) { SL_LAMBDA(0) { SL_AT(x, i, j) = 1; } }
the nest has no scalar "n" | SL_NEST_POLICY(n1, p, TILE(0, dynamic(n), omp, FOR(0, seq, FOR(1, seq, DO(0)))))
EOF
all "mistakes in results of teams" <<'EOF'
 | SL_REDUCER(mine, int, 0, a, b) { *a += *b; }
result's type is none | SL_TEAM_KERNEL(k1, (t), OUT) { double s; SL_TEAM_REDUCE(t, k, 0, 9, double, band, s) s = 1; }
result's type is none | SL_TEAM_KERNEL(k2, (t), OUT) { double s; SL_TEAM_REDUCE(t, k, 0, 9, double, minloc, s) s = 1; }
result's type is none | SL_TEAM_KERNEL(k3, (t), OUT) { double s; SL_TEAM_REDUCE(t, k, 0, 9, double, mine, s) s = 1; }
result's type is none | SL_TEAM_KERNEL(k4, (t), OUT) { sl_complex s; SL_TEAM_REDUCE(t, k, 0, 9, sl_complex, max, s) { }}
"plus" is none | SL_TEAM_KERNEL(k5, (t), OUT) { double s; SL_TEAM_REDUCE(t, k, 0, 9, double, plus, s) s = 1; }
EOF
all "mistakes in calls" <<'EOF'
 | SL_KERNEL_DECLARE(f, (i), scalar(double, a), OUT);
the call needs a space such as SL_RANGE(0, n) | sl_status c1(sl_view *x) { return sl_forall(f, 10, 1.0, x); }
the call needs a space such as SL_RANGE(0, n) | sl_status c2(void) { return sl_forall(f); }
the call has an argument too many | sl_status c3(sl_view *x) { return sl_forall(f, SL_RANGE(0, 3), 1.0, x, x); }
the call has an argument too few | sl_status c4(void) { return sl_forall(f, SL_RANGE(0, 3), 1.0); }
the call passes another type than the | sl_status c5(int *x) { return sl_forall(f, SL_RANGE(0, 3), 1.0, x); }
kernel none is not declared here | sl_status c6(sl_view *x) { return sl_forall(none, SL_RANGE(0, 3), x); }
EOF
all "policies, numbers and arrays" <<'EOF'
 | SL_KERNEL_DECLARE(f, (i), in(double, 1, x, own), out(double, 1, y, own));
the numbers of own, halo and fixed are 0, 1, 2 | K(k1, (i), in(double, 1, z, halo(-1)), OUT) { SL_AT(x, i) = 1; }
the numbers of own, halo and fixed are 0, 1, 2 | K(k2, (i), in(double, 2, z, own((0), all)), OUT) { SL_AT(x, i) = 1; }
an element is no array, whose length is a dimension | K(k3, (i), in(double[3], 1, z), OUT) { SL_AT(x, i) = 1; }
an element is no array, whose length is a dimension | SL_KERNEL_DECLARE(k4, (i), in(double[2], 1, x));
sl_forall takes the name of a kernel | int c1(sl_view *x) { return sl_forall(SL_POLICY(0), f, SL_RANGE(0, 3), x, x); }
sl_forall_with takes a policy and the name of a | int c2(sl_view *x) { return sl_forall_with(f, SL_RANGE(0, 3), x, x); }
settings stand in SL_POLICY(...) | int c3(sl_view *x) { return sl_forall_with(.chunk = 3, f, SL_RANGE(0, 3), x, x); }
settings stand in SL_POLICY(...) | sl_status c4(sl_view *x) { return sl_reduce(.chunk = 3, f, SL_RANGE(0, 3), x, x); }
 | SL_NEST(n1, (i, j), lambdas(1), out(double, 2, x)) { SL_LAMBDA(0) { SL_AT(x, i, j) = 1; } }
a policy has a name before its statements | SL_NEST_POLICY(n1, FOR(0, seq, FOR(1, seq, DO(0))))
 | SL_NEST(n2, (i, j), lambdas(1), out(double, 2, x)) { SL_LAMBDA(0) { SL_AT(x, i, j) = 1; } }
.nest takes the name of a | int c5(sl_view *x, sl_space s) { return sl_nest_with(SL_POLICY(.nest = p), n2, s, x); }
EOF
all "policies of nests, and calls in the lines behind them" <<'EOF'
 | SL_NEST(n1, (i, j), lambdas(1), out(double, 2, x)) { SL_LAMBDA(0) { SL_AT(x, i, j) = 1; } }
policy p: unknown level | SL_NEST_POLICY(n1, p, FOR(0, sqe, FOR(1, seq, DO(0))))
kernel n1: the call passes another type than | sl_status c1(int *x) { return sl_nest(n1, SL_BOX(0, 3, 0, 3), x); }
policy q: FOR: the nest has no dimension 3 | SL_NEST_POLICY(n1, q, FOR(0, seq, FOR(3, seq, DO(0))))
kernel n1: the call has an argument too few | sl_status c2(void) { return sl_nest(n1, SL_BOX(0, 3, 0, 3)); }
no SL_NEST(none, ...) stands before this policy | SL_NEST_POLICY(none, p, FOR(0, omp, FOR(1, seq, DO(0))))
kernel n1: the call has an argument too many | int c3(sl_view *x, sl_space s) { return sl_nest(n1, s, x, x); }
 | SL_NEST_POLICY(n1, r, FOR(0, seq, FOR(1, seq, DO(0))))
kernel n1: the call has an argument too few | sl_status c4(void) { return sl_nest(n1, SL_BOX(0, 3, 0, 3)); }
EOF
# What leaves nothing of the file behind it as it was meant.
told "slip.c:2: error: SL_KERNEL\(f, ...\): a closing parenthesis is missing" "a parenthesis" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, x, own) { SL_AT(x, i) = 1; }
SL_KERNEL(g, (i), out(double, 1, x, own)) { SL_AT(x, i) = 1; }
EOF
told "slip.c:3: error: SL_KERNEL\(g, ...\) stands in the body of f: .* closing brace of f is missing" "a brace" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, x, own)) { SL_AT(x, i) = 1;
SL_KERNEL(g, (i), out(double, 1, x, own)) { SL_AT(x, i) = 1; }
EOF
told "its body stands in braces behind the parentheses" "a body without braces" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, x, own)) SL_AT(x, i) = 1; }
EOF
told "an argument is missing: two commas" "a comma too many" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, x, own),) { SL_AT(x, i) = 1; }
EOF
told "a modifier is missing after a comma, or is a macro of the program: write SL_OWN" "a macro named own" <<'EOF'
#define own
SL_KERNEL(f, (i), in(double, 1, x, own), out(double, 1, y, own)) { SL_AT(y, i) = SL_AT(x, i); }
EOF
told "SL_KERNEL\(f, ...\): there is one of this name before it in the file, in line 2" "a name twice" <<'EOF'
SL_KERNEL(f, (i), out(double, 1, x, own)) { SL_AT(x, i) = 1; }
SL_KERNEL(f, (i), out(double, 1, x, own)) { SL_AT(x, i) = 2; }
EOF
told 'lambdas\(2\): SL_LAMBDA\(1\) is missing' "a lambda that is not there" <<'EOF'
SL_NEST(f, (i, j), lambdas(2), out(double, 2, x)) { SL_LAMBDA(0) { SL_AT(x, i, j) = 1; } }
EOF
told "nothing stands before it, neither a type nor static" "a kernel with a type" <<'EOF'
void SL_KERNEL(f, (i), out(double, 1, x, own)) { SL_AT(x, i) = 1; }
EOF
# typed ELEMENT COMMAND PATTERN SENTENCE: told or both, of a body that sets this element of x, whose indices are of the
# types zone and node. It has z and n of these types, from the loop's indices i and j.
typed()
{
    "${@:2}" <<END
SL_INDEX_TYPE(zone);
SL_INDEX_TYPE(node);
SL_TYPED_VIEW(x, zone, node);
SL_KERNEL(f, (i, j), inout(double, 2, x, own))
{
    const zone z = SL_INDEX(zone, i);
    const node n = SL_INDEX(node, j);
    $1 = 1;
}
END
}
types="SL_AT_TYPED takes an index for each dimension, of the types that"
typed "SL_AT_TYPED(x, n, z)" told "$types" "typed indices in another order"
typed "SL_AT_TYPED(x, z, j)" told "$types" "a number in place of a typed index"
typed "SL_AT_TYPED(x, z)" told "$types" "a typed index too few"
typed "SL_AT(x, z, n)" both "incompatible type for argument 2|no matching function|not convert" \
    "a typed index for SL_AT"
told "an operator is a name such as sum" "an operator that is no name" <<'EOF'
SL_KERNEL(f, (i), in(double, 1, x, own), reduce(double, +, s)) { *s += SL_AT(x, i); }
EOF
# A program's macros of the names of words do no harm.
cat > good.c <<'EOF'
#include <starloop/kernel.h>
#define in
#define out 3
#define inout(a) a
#define scalar struct scalar
#define reduce
#define scatter -
#define table
#define sum(a, b) ((a) + (b))
#undef min
#define min(a, b) ((a) < (b) ? (a) : (b))
SL_KERNEL(f, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own), out(double, 1, z, own),
          table(float, t), scatter(double, sum, 1, h), reduce(double, sum, s), reduce(double, min, m))
{
    SL_AT(z, i) = SL_AT(y, i) += a * SL_AT(x, i) + (double)SL_AT(t, 0);
    SL_SCATTER(h, i, 1.0);
    *s += 1;
    *m = min(*m, a);
}
EOF
runs "macros named in, out, scalar, sum and the like" $c -Wall -Wextra -Werror good.c
runs "macros named in, out, scalar, sum and the like (C++)" $cxx -Wall -Wextra -Werror good.c
# Colours.
printf '#include <starloop/kernel.h>\nSL_KERNEL(f, (i), out(int, 1, x)) { x[i] = 1; }\nint g = h;\n' > slip.c
sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" -fdiagnostics-color=always -fsyntax-only -c slip.c \
    > out 2>&1
[ "$(grep -c $'\033''\[.*error: ' out)" = 2 ] && grep $'\033' out | grep -q 'an element of "x" is SL_AT'
ok $? "starloop-cc: errors have the compiler's colours" out

{
    echo '#include <starloop/kernel.h>'
    echo 'SL_KERNEL(f, (i), scatter(double, sum, 1, x)) { SL_AT(x, i) += 1; }'
    echo 'SL_KERNEL(g, i, out(double, 1, x)) { SL_AT(x, i) = 1; }'
    echo 'SL_KERNEL(h, (i), out(double, 1, x)) { SL_AT(x, i) = 1; }'
} > slip.c
sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" -fsyntax-only -c slip.c > out 2>&1
grep -q '^slip.c:2:[0-9]*: error: "x" is' out && grep -q '^slip.c:3:.*error: .*kernel g: ' out &&
    [ "$(grep -c error: out)" = 2 ]
ok $? "both errors of a file are told, and nothing that follows from them" out
# What only starloop-lint finds is told beside the compiler's errors, but not in the kernel that has one, and not where
# the compiler could not read what stands outside of kernels; --no-cuda looks for none of it.
cat > slip.c <<'EOF'
#include <starloop/kernel.h>
#include <stdlib.h>
SL_KERNEL(f, (i), scatter(double, sum, 1, x)) { SL_AT(x, i) += 1; }
SL_KERNEL(g, (i), out(double, 1, x)) { SL_AT(x, i) = rand(); }
SL_KERNEL(h, (i), out(double, 1, x)) { SL_AT(x, i) = nosuchname + rand(); }
int c(sl_view *x) { return sl_forall(g, 10, x); }
EOF
sed '1a typdef int count;' slip.c > unread.c
for how in "${languages[@]}"; do
    # shellcheck disable=SC2086
    set -- sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" $how -fsyntax-only -c
    "$@" slip.c > out 2>&1
    [ $? = 1 ] && grep -q '^slip.c:3:.*error: "x" is' out && grep -q '^slip.c:4:.*error: kernel g: .*"rand"' out &&
        grep -q '^slip.c:5:.*error: .*nosuchname' out && grep -q '^slip.c:6:.*needs a space' out &&
        [ "$(grep -c '^slip.c:.* error: ' out)" = 4 ] && tail -1 out | grep -q 'a GPU would refuse this'
    ok $? "what a GPU would refuse is told beside the compiler's errors ($how)" out
    "$@" --no-cuda slip.c > out 2>&1
    [ $? = 1 ] && ! grep -q '"rand"' out && [ "$(grep -c '^slip.c:.* error: ' out)" = 3 ]
    ok $? "and not where it is for CPUs alone ($how)" out
    "$@" unread.c > out 2>&1
    [ $? = 1 ] && ! grep -q '"rand"' out
    ok $? "and not where the file could not be read ($how)" out
done
done_testing
