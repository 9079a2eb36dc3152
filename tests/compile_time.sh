#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A file with 20 kernels of many kinds compiles, in far less than the processor time that would make it a nuisance. What
# it takes exactly is in bench/RESULTS.md. The quick form has five kernels, and a fourth of the time.
. "$(dirname "$0")/tap.bash"
not_with_sanitizers "$only_compiles" "20 kernels compile in time"
cd "$work" || exit 99
kernels=20
if quick; then kernels=5; fi
ranks=('(i)' '(i, j)' '(i, j, k)')
{
    echo '#include <starloop/kernel.h>'
    for n in $(seq $kernels); do
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
# cpu_ms NAME: into NAME the milliseconds that the children of this shell have computed. In a pipe or subshell `times`
# would tell of others.
cpu_ms()
{
    times > times
    printf -v "$1" '%s' "$(awk 'END { gsub(/[ms]/, " "); print int(1000 * (60 * ($1 + $3) + $2 + $4)) }' times)"
}
cpu_ms start
runs "a file with $kernels kernels compiles with -O3" sh "$builddir/tools/starloop-cc" --no-cuda \
    --headers="$srcdir/include" -c twenty.c -o twenty.o
cpu_ms took
took=$((took - start))
[ $took -gt 0 ] && [ $took -lt $((3000 * kernels)) ]
ok $? "in less than $((3 * kernels)) s of processor time ($took ms)"
[ "$(nm twenty.o | grep -c ' T ct_[0-9]*__submit$')" = $kernels ]
ok $? "the object defines $kernels submit functions"
done_testing
