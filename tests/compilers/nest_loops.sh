#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Policies of equal meaning become the same loops: gcc's report of what it has vectorised, and how wide, is the same for
# both; and that of a nest is that of plain C.
. "$(dirname "$0")/../tap.bash"
export LC_ALL=C
cd "$work" || exit 99
cc=${SL_TEST_CC:-cc}
flags=(-std=gnu11 -O3 -fopenmp-simd -ftrack-macro-expansion=0 -I"$srcdir/include")
case $(uname -m) in x86_64) flags+=(-mavx2 -mfma) ;; esac
if ! $cc --version | head -n 1 | grep -qE '^(gcc|cc)'; then
    skip "$cc is not gcc, whose report this reads" "policies of equal meaning become the same loops"
    done_testing
    exit
fi

# report FILE: how many bytes the vectors of its loops have, loop by loop.
report()
{
    $cc "${flags[@]}" -fopt-info-vec-optimized -S -o /dev/null "$1" 2>&1 |
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
cat > plain.c << 'C'
void sum(long n, const double *restrict a, const double *restrict b, double *restrict c)
{
    for (long i = 0; i < n; i++) {
        double dot = 0;
#pragma omp simd reduction(+ : dot)
        for (long k = 0; k < n; k++) dot += a[i * n + k] * b[k];
        c[i] = dot;
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

sum="FOR(0, omp, FOR(1, seq, DO(0), FOR(2, simd_sum(dot), DO(1)), DO(2)))"
a=$(loops "$sum")
wanted=$(report plain.c)
echo "got $a, of plain C $wanted" > both
[ -n "$wanted" ] && [ "$(echo "$a" | tr ' ' '\n' | sort -un)" = "$(echo "$wanted" | tr ' ' '\n' | sort -un)" ]
ok $? "simd_sum is as wide as the inner product in plain C" both
[ "$(loops "FOR(0, seq, FOR(1, simd, DO(3)))")" != "$(loops "FOR(1, seq, FOR(0, seq, DO(3)))")" ]
ok $? "loops in another order are not the same"
done_testing
