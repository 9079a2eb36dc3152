#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A file with 20 kernels of many kinds compiles, in far less than the processor time that would make it a nuisance. What
# it takes exactly is in bench/RESULTS.md.
. "$(dirname "$0")/tap.bash"
not_with_sanitizers "$only_compiles" "20 kernels compile in time"
cd "$work" || exit 99
bash "$srcdir/tests/many_kernels.bash" 20 > twenty.c
# cpu_ms NAME: into NAME the milliseconds that the children of this shell have computed. In a pipe or subshell `times`
# would tell of others.
cpu_ms()
{
    times > times
    printf -v "$1" '%s' "$(awk 'END { gsub(/[ms]/, " "); print int(1000 * (60 * ($1 + $3) + $2 + $4)) }' times)"
}
cpu_ms start
runs "a file with 20 kernels compiles with -O3" sh "$builddir/tools/starloop-cc" --no-cuda \
    --headers="$srcdir/include" -c twenty.c -o twenty.o
cpu_ms took
took=$((took - start))
[ $took -gt 0 ] && [ $took -lt 60000 ]
ok $? "in less than 60 s of processor time ($took ms)"
[ "$(nm twenty.o | grep -c ' T ct_[0-9]*__submit$')" = 20 ]
ok $? "the object defines 20 submit functions"
done_testing
