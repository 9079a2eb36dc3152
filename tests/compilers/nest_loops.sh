#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A nest's loops are those of plain C, by each gcc and clang that is here: they have as many multiplications of vectors,
# and no more stores for each (a loop that is unrolled and jammed has fewer). Policies of equal meaning become the same
# loops: gcc's report of what it has vectorised, and how wide, is the same for both.
. "$(dirname "$0")/../tap.bash"
export LC_ALL=C
cd "$work" || exit 99
cc=${SL_TEST_CC:-cc}
flags=(-std=gnu11 -O3 -fopenmp-simd -I"$srcdir/include")
case $(uname -m) in x86_64) flags+=(-mavx2 -mfma) ;; esac

cat > products.c << 'C'
#include <starloop/kernel.h>
SL_NEST(n, (i, j, k), lambdas(3), local(double, dot), in(double, 2, a), in(double, 2, b), inout(double, 2, c))
{
    SL_LAMBDA(0)
    {
        SL_AT(c, i, j) += SL_AT(a, i, k) * SL_AT(b, k, j);
    }
    SL_LAMBDA(1)
    {
        *dot += SL_AT(a, i, k) * SL_AT(b, j, k);
    }
    SL_LAMBDA(2)
    {
        SL_AT(c, i, j) = *dot;
        *dot = 0;
    }
}
SL_NEST_POLICY(n, order, FOR(0, omp, FOR(2, seq, FOR(1, simd, DO(0)))))
SL_NEST_POLICY(n, tiles,
               TILE(0, fixed(16), omp,
                    TILE(1, fixed(256), seq,
                         TILE(2, fixed(64), seq, FOR(0, seq, FOR(2, seq, FOR(1, simd, DO(0))))))))
SL_NEST_POLICY(n, sums, FOR(0, omp, FOR(1, seq, FOR(2, simd_sum(dot), DO(1)), DO(2))))
C
cat > plain.c << 'C'
void order(const long lo[3], const long hi[3], long n, const double *restrict a, const double *restrict b,
           double *restrict c)
{
    for (long i = lo[0]; i < hi[0]; i++)
        for (long k = lo[2]; k < hi[2]; k++)
#pragma omp simd
            for (long j = lo[1]; j < hi[1]; j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
}
void sums(const long lo[3], const long hi[3], long n, const double *restrict a, const double *restrict b,
          double *restrict c)
{
    for (long i = lo[0]; i < hi[0]; i++)
        for (long j = lo[1]; j < hi[1]; j++) {
            double dot = 0;
#pragma omp simd reduction(+ : dot)
            for (long k = lo[2]; k < hi[2]; k++) dot += a[i * n + k] * b[j * n + k];
            c[i * n + j] = dot;
        }
}
C
# counted FUNCTION FILE.s: its multiplications of vectors, and its stores of vectors.
counted()
{
    awk -v f="$1" '$1 ~ "^" f "[a-z_.0-9]*:$" { on = 1 } $1 == ".size" { on = 0 }
        on && /v(fn?m(add|sub)[0-9]+|mul)pd.*%ymm/ { m++ }
        on && /vmov[au]p[sd][ \t]+%ymm[0-9]+, *[^%]*[(]/ { s++ }
        END { print m + 0, s + 0 }' "$2"
}
# like PLAIN POLICY SENTENCE: the loops of a policy are those of a plain function, by $by. Stores are compared where the
# plain function has some: clang has a loop apart that stores the sums of nothing.
like()
{
    local m s wanted_m wanted_s
    counted "$1" plain.s | read -r wanted_m wanted_s
    counted "n__$2__right_" products.s | read -r m s
    { grep missed report | sort | uniq -c | sort -rn | head -n 20
      echo "$m multiplications and $s stores of vectors, in plain C $wanted_m and $wanted_s"; } > both
    [ "$wanted_m" -gt 0 ] && [ "$m" -ge "$wanted_m" ] &&
        { [ "$wanted_s" -eq 0 ] || [ $((s * wanted_m)) -le $((wanted_s * m)) ]; }
    ok $? "$by: $3" both
}
compilers=()
if [ "$(uname -m)" = x86_64 ]; then
    { echo "$cc"; compgen -c | grep -xE '(gcc|clang)-[0-9]+' | sort -uV; } | mapfile -t compilers
else
    skip "only vectors of x86_64 are counted" "a nest's loops are those of plain C"
fi
for by in "${compilers[@]}"; do
    case $($by --version | head -n 1) in *clang*) tell=(-Rpass-missed=loop-vectorize) ;;
        *) tell=(-fopt-info-vec-missed -ftrack-macro-expansion=0) ;; esac
    $by "${flags[@]}" "${tell[@]}" -S -o products.s products.c > report 2>&1 &&
        $by "${flags[@]}" -S -o plain.s plain.c >> report 2>&1
    ok $? "$by compiles nests" report
    like order order "rows of a product, columns innermost"
    like order tiles "a product in tiles"
    if [ "$($by -dumpversion | cut -d. -f1)" -ge 12 ]; then like sums sums "sums of products"; fi
done

# Of policies.
if ! $cc --version | head -n 1 | grep -qE '^(gcc|cc)'; then
    skip "$cc is not gcc, whose report this reads" "policies of equal meaning become the same loops"
    done_testing
    exit
fi

# report FILE: how many bytes the vectors of its loops have, loop by loop.
report()
{
    $cc "${flags[@]}" -ftrack-macro-expansion=0 -fopt-info-vec-optimized -S -o /dev/null "$1" 2>&1 |
        sed -nE 's/.*loop vectorized using ([0-9]+) byte vectors.*/\1/p' | sort -n | tr '\n' ' '
}
# loops STATEMENTS: the same of a policy.
loops() { { cat nest.c; echo "SL_NEST_POLICY(n, p, $1)"; } > policy.c; report policy.c; }

cat > nest.c << 'C'
#include <starloop/kernel.h>
SL_NEST(n, (i, j, k), lambdas(4), local(double, dot), local_array(double, room, 4), in(double, 2, a), in(double, 2, b),
        inout(double, 2, c))
{
    SL_LAMBDA(0)
    {
        *dot = 0;
    }
    SL_LAMBDA(1)
    {
        *dot += SL_AT(a, i, k) * SL_AT(b, j, k);
    }
    SL_LAMBDA(2)
    {
        SL_AT(c, i, j) = *dot;
    }
    SL_LAMBDA(3)
    {
        SL_AT(c, i, j) += 2 * SL_AT(a, i, j);
    }
}
C
row="FOR(1, simd, DO(3))"
# SENTENCE | policy | policy
pairs=(
    "a loop in another, and both collapsed|FOR(0, seq, FOR(1, simd, DO(3)))|COLLAPSE(simd, (0, 1), DO(3))"
    "indices by name|FOR(0, omp, FOR(1, simd, DO(3)))|FOR(0, omp, FOR(1, simd, DO(3, segs(0, 1))))"
    "a local by name|FOR(0, omp, FOR(1, simd, DO(3)))|FOR(0, omp, FOR(1, simd, DO(3, params(dot, dot))))"
    "memory by two words|INIT_LOCAL_MEM(stack, (room), $row)|INIT_LOCAL_MEM(thread, (room), $row)"
    "one DO for each lambda|FOR(0, omp, FOR(1, simd, DO(0), DO(2)))|FOR(0, omp, FOR(1, simd, DO(0, 2)))"
    "REDUCE(seq) around|FOR(0, omp, FOR(1, simd, DO(3)))|FOR(0, omp, REDUCE(seq, sum, dot, FOR(1, simd, DO(3))))"
)
some 3 "${pairs[@]}" | while IFS='|' read -r sentence one other; do
    a=$(loops "$one") b=$(loops "$other")
    printf '%s: %s\n%s: %s\n' "$one" "$a" "$other" "$b" > both
    [ -n "$a" ] && [ "$a" = "$b" ]
    ok $? "the same loops: $sentence" both
done

[ "$(loops "FOR(0, seq, FOR(1, simd, DO(3)))")" != "$(loops "FOR(1, seq, FOR(0, seq, DO(3)))")" ]
ok $? "loops in another order are not the same"
done_testing
