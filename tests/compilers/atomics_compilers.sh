#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Kernels with atomics compile without a warning, by gcc and clang as C and C++, and by nvcc: each compound operator of
# an argument with the modifier atomic, in each form of kernel, and each SL_ATOMIC_ word. What one language refuses the
# other ones refuse as well. Padding that stays in a comparison is an error that names the type. With SL_TEST_SEED a
# third of the compilers and levels of optimisation, and of refusals those in C or those in C++.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "kernels with atomics compile"
not_when_quick "kernels with atomics compile"
export LC_ALL=C
cd "$work" || exit 99
scc() { sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" "$@"; }
languages=("--cc=${SL_TEST_CC:-cc}" "--c++ --cxx=${SL_TEST_CXX:-c++}")
if command -v clang > /dev/null && command -v clang++ > /dev/null; then
    languages+=(--cc=clang "--c++ --cxx=clang++")
else
    skip "no clang" "clang compiles kernels with atomics"
fi

# Statements with each operator on x, for a type that has it.
numbers='x += v; x -= v; x *= v; x /= v; x *= 2; x -= 1.5; x++; ++x; x--; --x; x = v; x += x; x = x;'
integers='x %= 7; x &= v; x |= v; x ^= 5; x <<= 1; x >>= 1u; x *= 2.5;'
words='SL_ATOMIC_ADD(x, v); SL_ATOMIC_SUB(x, v); SL_ATOMIC_MUL(x, v);
SL_ATOMIC_DIV(x, v); SL_ATOMIC_MIN(x, v); SL_ATOMIC_MAX(x, v); SL_ATOMIC_INC(x);
SL_ATOMIC_DEC(x); SL_ATOMIC_EXCH(x, v); SL_ATOMIC_STORE(x, SL_ATOMIC_LOAD(SL_AT(b, 0)));
SL_ATOMIC_CAS(x, v, 1); if (SL_ATOMIC_CAS_STORED(x, v, v)) { SL_ATOMIC_LOAD(x); }'
# kernels TYPE NAME STATEMENTS: a kernel of each form.
kernels()
{
    local arguments="in($1, 1, b), inout($1, 1, a, atomic)" statements=${3//x /SL_AT(a, 0) }
    statements=${statements//x++/SL_AT(a, 0)++} statements=${statements//x--/SL_AT(a, 0)--}
    statements=${statements//++x/++SL_AT(a, 0)} statements=${statements//--x/--SL_AT(a, 0)}
    statements=${statements//(x,/(SL_AT(a, 0),} statements=${statements//(x)/(SL_AT(a, 0))}
    statements=${statements// x;/ SL_AT(a, 0);}
    statements="const $1 v = SL_AT(b, 0); $statements"
    cat <<END
SL_KERNEL(loop_$2, (i), $arguments) { $statements (void)i; }
#ifndef LOOPS_ONLY
SL_KERNEL(reduce_$2, (i, j), $arguments, reduce(double, sum, s)) { $statements *s += (double)(i + j); }
SL_SCAN_KERNEL(scan_$2, (i), $arguments, reduce(double, sum, s)) { $statements *s += (double)i; }
SL_TEAM_KERNEL(team_$2, (team), $arguments)
{
    SL_TEAM_FOR(team, k, 0, 10) { $statements (void)k; }
    SL_TEAM_SINGLE(team) { $statements }
}
SL_NEST(nest_$2, (i, j), lambdas(1), $arguments)
{
    SL_LAMBDA(0)
    {
        $statements
    }
}
SL_NEST_POLICY(nest_$2, rows, FOR(0, omp, FOR(1, seq, DO(0))))
SL_NEST_POLICY_CUDA(nest_$2, blocks, CUDA_KERNEL(fixed(256), FOR(0, global_y_direct, FOR(1, global_x_direct, DO(0)))))
#endif
END
}
# table TYPE...: those of some types.
table()
{
    local type only
    echo '#include <starloop/kernel.h>'
    for type in "$@"; do
        only="$integers SL_ATOMIC_AND(x, v); SL_ATOMIC_OR(x, v); SL_ATOMIC_XOR(x, v);
SL_ATOMIC_INC(x, v); SL_ATOMIC_DEC(x, v);"
        case $type in float | double) only= ;; esac
        kernels "$type" "$type" "$numbers $only $words"
    done
}
table int32_t double > table.c
for how in "${languages[@]}"; do
    for level in "-O1 -DLOOPS_ONLY" -O2 "-O3 -DLOOPS_ONLY"; do
        in_turn 3 || continue
        # shellcheck disable=SC2086
        runs "no warning of kernels with atomics: $how $level" \
            scc --no-cuda $how $level -Wall -Wextra -Werror -c table.c
    done
done

# refused TYPE STATEMENT: in no language.
refused()
{
    printf '#include <starloop/kernel.h>\nSL_KERNEL(k, (i), inout(%s, 1, a, atomic)) { SL_AT(a, i) %s; }\n' \
        "$1" "$2" > refused.c
    local how bad=0 sentence=${3:-expected an argument with the modifier atomic}
    : > out
    for how in "${languages[@]}"; do
        in_turn 2 || continue
        # shellcheck disable=SC2086
        if scc --no-cuda $how -c refused.c > one 2>&1; then bad=1 && echo "$how took it" >> out; fi
        case $how in
            *--c++*) grep -q "$sentence" one || { bad=1 && cat one >> out; } ;;
        esac
    done
    ok $bad "$2 of an atomic argument of $1 is refused in C and C++, in C++ by a sentence" out
}
for operator in %= '&=' '|=' '^=' '<<=' '>>='; do refused double "$operator 1"; done
refused sl_complex '= (sl_complex){1, 2}' 'SL_ATOMIC_ADD and its kin, for members, too'
refused sl_complex '.re += 1' 'SL_ATOMIC_ADD and its kin, for members, too'

# Padding.
cat > padding.c <<'END'
#include <starloop/kernel.h>
#ifdef GAP
struct element { int32_t a; char b; };
#elif defined UNION
struct element { union { int32_t a; char b; } u; char c; };
#else
struct inner { float a; uint32_t b; };
struct element { double a; struct inner b[2]; int64_t c; };
#endif
SL_STRUCT(struct element);
SL_FN int changes(SL_PARAM(struct element, 1, x), struct element e)
{
    return SL_ATOMIC_CAS_STORED(SL_AT(x, 0), e, e);
}
SL_KERNEL(k, (i), inout(struct element, 1, x), out(int, 1, y, own))
{
    struct element e = SL_ATOMIC_LOAD(SL_AT(x, 0)), f = SL_ATOMIC_CAS(SL_AT(x, 0), e, e);
    SL_AT(y, i) = SL_ATOMIC_CAS_STORED(SL_AT(x, 0), e, f) + changes(SL_PASS(x), e);
}
END
sentence="SL_ATOMIC_CAS: expected an element without padding"
for how in "${languages[@]}"; do
    # shellcheck disable=SC2086
    runs "SL_ATOMIC_CAS of a struct of numbers without padding: $how" \
        scc --no-cuda $how -Wall -Wextra -Werror -c padding.c
    # shellcheck disable=SC2086
    if scc --no-cuda $how -DGAP -c padding.c > out 2>&1; then
        ok 0 "of one with padding: $how leaves it out"
    else
        grep 'error' out | head -1 | grep -qF "$sentence" && grep -qE 'element>|struct element\)' out
        ok $? "of one with padding: the first error of $how names the type" out
    fi
done

if [ -z "${SL_TEST_NVCC:-}" ]; then
    skip "this build has no CUDA" "nvcc compiles kernels with atomics"
    done_testing
    exit
fi
nvcc()
{
    scc --cuda --nvcc="$SL_TEST_NVCC" ${SL_TEST_CUDA_ARCH:+--cuda-arch=$SL_TEST_CUDA_ARCH} -O1 -c "$@"
}
table int32_t double > table.c
runs "nvcc compiles each operator in each form of kernel" nvcc -O0 table.c
runs "and SL_ATOMIC_CAS of a struct of numbers" nvcc padding.c
runs "and of one with padding" nvcc -DGAP padding.c
says "but of a union the error of nvcc is the sentence" 1 "$sentence" nvcc -DUNION padding.c
# The bits that nvcc takes for a value, against where the members stand.
cat > bits.c <<'END'
#include <starloop/kernel.h>
#ifdef __CUDA_ARCH__
struct inner { char a; short b[2]; };
struct outer { bool a; inner b[2]; float c; double d; char e; };
constexpr bool all(size_t from, size_t bytes, unsigned char want)
{
    constexpr sl__value_bits<outer> bits = sl__value_bits_of<outer>();
    for (size_t k = from; k < from + bytes; ++k)
        if (bits.b_[k] != want)
            return false;
    return true;
}
constexpr size_t b = offsetof(outer, b), c = offsetof(outer, c), e = offsetof(outer, e);
static_assert(all(0, 1, 1) && all(1, b - 1, 0), "a bool has one bit");
static_assert(all(b, 1, 255) && all(b + 1, 1, 0) && all(b + 2, 4, 255), "inner");
static_assert(all(b + 6, 1, 255) && all(b + 7, 1, 0) && all(b + 8, 4, 255), "the second inner");
static_assert(all(c, 4, 255) && all(offsetof(outer, d), 8, 255), "float and double");
static_assert(all(e, 1, 255) && all(e + 1, sizeof(outer) - e - 1, 0), "the end");
#endif
END
runs "the bits that nvcc compares are those of the members" nvcc bits.c
done_testing
