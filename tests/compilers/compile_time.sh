#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A file with 20 kernels of many kinds compiles, in far less than the processor time that would make it a nuisance, and
# so does one with as many nests, of two policies each. What they take exactly is in bench/RESULTS.md. The quick form
# has five of each. SL_TEST_KERNELS=100 SL_TEST_HEADERS=DIR measures other numbers, and the headers of another version.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "kernels compile in time"
cd "$work" || exit 99
count=${SL_TEST_KERNELS:-20}
if quick; then count=5; fi
bash "$srcdir/tests/many_kernels.bash" "$count" > many.c
# cpu_ms NAME: into NAME the milliseconds that the children of this shell have computed. In a pipe or subshell `times`
# would tell of others.
cpu_ms()
{
    times > times
    printf -v "$1" '%s' "$(awk 'END { gsub(/[ms]/, " "); print int(1000 * (60 * ($1 + $3) + $2 + $4)) }' times)"
}
cpu_ms start
runs "a file with $count kernels compiles with -O3" sh "$builddir/tools/starloop-cc" --no-cuda \
    --headers="${SL_TEST_HEADERS:-$srcdir/include}" -c many.c -o many.o
cpu_ms took
took=$((took - start))
[ $took -gt 0 ] && [ $took -lt $((count * 3000)) ]
ok $? "in less than 3 s of processor time each ($took ms, $(size many.o | awk 'END { print $1 }') bytes of code)"
[ "$(nm many.o | grep -c ' T ct_[0-9]*__submit$')" = "$count" ]
ok $? "the object defines $count submit functions"

# Nests: the product of matrices, rows by threads and in tiles.
many_nests()
{
    echo '#include <starloop/kernel.h>'
    for ((i = 0; i < count; i++)); do
        cat <<C
SL_NEST(nest_$i, (row, col, k), lambdas(3), local(double, dot), in(double, 2, a), in(double, 2, b), out(double, 2, c))
{
    SL_LAMBDA(0) { *dot = $i; }
    SL_LAMBDA(1) { *dot += SL_AT(a, row, k) * SL_AT(b, k, col); }
    SL_LAMBDA(2) { SL_AT(c, row, col) = *dot; }
}
SL_NEST_POLICY(nest_$i, rows, FOR(0, omp, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))
SL_NEST_POLICY(nest_$i, tiled,
               TILE(0, fixed(16), omp_dynamic(1),
                    TILE(1, fixed(16), seq, FOR(0, seq, FOR(1, seq, DO(0), FOR(2, seq, DO(1)), DO(2))))))
C
    done
}
many_nests > nests.c
cpu_ms start
runs "a file with $count nests compiles with -O3" sh "$builddir/tools/starloop-cc" --no-cuda \
    --headers="${SL_TEST_HEADERS:-$srcdir/include}" -c nests.c -o nests.o
cpu_ms took
took=$((took - start))
bytes=$(size nests.o | awk 'END { print $1 }')
[ $took -gt 0 ] && [ $took -lt $((count * 1000)) ]
ok $? "in less than 1 s of processor time each, the aim being 0.5 s ($took ms, $bytes bytes of code)"
[ "$(nm nests.o | grep -c ' T nest_[0-9]*__submit$')" = "$count" ]
ok $? "the object defines $count submit functions of nests"
done_testing
