#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A file with 20 kernels of many kinds compiles. The time is shown and not judged:
# bench/RESULTS.md does that.
. "$(dirname "$0")/tap.bash"
cd "$work" || exit 99
ranks=('(i)' '(i, j)' '(i, j, k)')
{
    echo '#include <starloop/kernel.h>'
    for n in $(seq 20); do
        rank=$((n % 3 + 1)) index=${ranks[n % 3]}
        if [ $((n % 5)) = 0 ]; then
            echo "SL_KERNEL(ct_$n, $index, in(double, $rank, x, own), in(double, $rank, y, own),"
            echo "          reduce(double, sum, s))"
            echo "{ *s += SL_AT(x, ${index//[()]/}) * SL_AT(y, ${index//[()]/}); }"
        else
            echo "SL_KERNEL(ct_$n, $index, scalar(double, a), in(double, $rank, x, own), in(double, $rank, y, own),"
            echo "          out(double, $rank, z, own))"
            echo "{ SL_AT(z, ${index//[()]/}) = a * SL_AT(x, ${index//[()]/}) + $n * SL_AT(y, ${index//[()]/}); }"
        fi
    done
} > twenty.c
start=$(date +%s%N)
runs "a file with 20 kernels compiles with -O3" sh "$builddir/tools/starloop-cc" \
    --headers="$srcdir/include" -c twenty.c -o twenty.o
echo "# it took $((($(date +%s%N) - start) / 1000000)) ms"
[ "$(nm twenty.o | grep -c ' T ct_[0-9]*__submit$')" = 20 ]
ok $? "the object defines 20 submit functions"
done_testing
