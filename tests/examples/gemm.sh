#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/gemm: the program compares calls of BLAS between loops with a plain triple loop; here are odd sizes.
. "$(dirname "$0")/../tap.bash"
gemm=$builddir/examples/gemm/gemm

for sizes in "1 1 1" "90 50 70" "3 129 17" "64 1 100"; do
    "$gemm" $sizes > "$work/got" 2> "$work/errors" < /dev/null
    ok $? "$sizes: all is as by a plain triple loop" "$work/errors"
    grep -q 'on CPUs, by .*: 3 runs of 3 tasks: right$' "$work/got"
    ok $? "on CPUs" "$work/got"
    if grep -q '^on a GPU: skipped' "$work/got"; then
        skip "$(sed -n 's/^on a GPU: skipped, //p' "$work/got")" "and on a GPU"
    else
        grep -q 'on a GPU, by cuBLAS: 3 runs of 3 tasks: right$' "$work/got"
        ok $? "and on a GPU" "$work/got"
    fi
done
says "no rows are refused" 2 'Usage: gemm' "$gemm" 0 1 1
says "so are two numbers" 2 'Usage: gemm' "$gemm" 5 5
done_testing
