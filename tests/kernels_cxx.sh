#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Every kernel file of the project compiles as C++17 too: nvcc will read it so.
. "$(dirname "$0")/tap.bash"
cd "$srcdir" || exit 99

found=0
for file in $(find codelets -name '*.c'; find tests examples bench -name '*_kernels.c' -o -name 'kernels*.c'); do
    case $file in tests/work/* | tests/home/*) continue ;; esac
    found=1
    runs "$file compiles as C++17" bash "$builddir/tools/starloop-cc" --c++ --cxx="${SL_TEST_CXX:-c++}" --no-cuda \
        --headers="$srcdir/include" -Wall -Wextra -Werror -O0 -c "$file" -o "$work/one.o"
done
[ $found = 1 ] || skip "no kernel files" "kernel files compile as C++17"
done_testing
