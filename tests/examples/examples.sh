#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Every example of one step runs and prints what the comment at its head promises.
. "$(dirname "$0")/../tap.bash"

found=0
for source in "$srcdir"/examples/step-*.c; do
    case $source in *_kernels.c | *'*'*) continue ;; esac
    found=1
    name=$(basename "$source" .c)
    # The indented lines of the comment that follow "Expected output:".
    awk '/^ \*\// { exit }
         wanted && /^ \*     / { print substr($0, 8); next }
         wanted && !/^ \*$/ { exit }
         /Expected output:/ { wanted = 1 }' "$source" > "$work/want"
    [ -s "$work/want" ]
    ok $? "$name says what it prints"
    status=0
    "$builddir/examples/$name" > "$work/got" 2> "$work/errors" </dev/null || status=$?
    ok $status "$name runs" "$work/errors"
    diff "$work/want" "$work/got" > "$work/diff"
    ok $? "$name prints what it says" "$work/diff"
done
[ $found = 1 ] || skip "no steps" "the examples of one step"
done_testing
