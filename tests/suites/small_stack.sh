#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# machine/small_stack where all threads have little stack: those of StarPU and of worker groups, too, take its size from
# the limit. And the frames of its kernels, as compilers know them; the quick form leaves these out.
. "$(dirname "$0")/../tap.bash"
locals=$("$builddir/tests/machine/small_stack" thread_locals) # KiB
runs "with \"ulimit -s 128\" the program's threads, and those of the library, call and run every verb" \
    bash -c "ulimit -s $((128 + locals)) && exec \"$builddir/tests/machine/small_stack\""

# frames COMPILER BYTES FLAG...: whether no frame of the kernels is larger.
frames()
{
    sh "$builddir/tools/starloop-cc" --cc="$1" --headers="$srcdir/include" --no-cuda -I"$srcdir/tests" "${@:3}" \
        -Werror -Wframe-larger-than="$2" -c "$srcdir/tests/machine/small_stack_nocuda_kernels.c" -o "$work/kernels.o"
}
if ! quick; then
    for cc in "${SL_TEST_CC:-gcc}" clang; do
        command -v "${cc%% *}" > /dev/null || continue
        runs "with $cc -O2 no frame of the kernels exceeds 8 KiB" frames "$cc" 8192 -O2
        runs "nor with -O1 and bounds checks" frames "$cc" 8192 -O1 -DSL_BOUNDS_CHECK
    done
    frames "${SL_TEST_CC:-gcc}" 2048 -O2 > "$work/out" 2>&1
    [ $? -ne 0 ] && grep -q 'frame size' "$work/out"
    ok $? "a limit of 2 KiB is one that frames exceed" "$work/out"
fi
done_testing
