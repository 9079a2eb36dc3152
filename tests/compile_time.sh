#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A file with 20 kernels of many kinds compiles, in far less than the processor time that would make it a nuisance. What
# it takes exactly is in bench/RESULTS.md. The quick form has five kernels. SL_TEST_KERNELS=100 SL_TEST_HEADERS=DIR
# measures other numbers, and the headers of another version.
. "$(dirname "$0")/tap.bash"
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
done_testing
