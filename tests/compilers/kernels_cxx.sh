#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Every kernel file of the project compiles as C++17 too: nvcc will read it so. With SL_TEST_SEED every third, and of
# every fourth of these an object is made; it takes most of the time, and a build with CUDA has those of all.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "kernel files compile as C++17"
not_when_quick "kernel files compile as C++17"
cd "$srcdir" || exit 99

compile()
{
    local name=$work/${1//\//-} only=-fsyntax-only
    case " $objects " in *" $1 "*) only= ;; esac
    bash "$builddir/tools/starloop-cc" --c++ --cxx="${SL_TEST_CXX:-c++}" --no-cuda --headers="$srcdir/include" \
        -Wall -Wextra -Werror -O0 $only -c "$1" -o "$name.o" > "$name.out" 2>&1
    echo $? > "$name.status"
}

files=()
for file in $(find codelets -name '*.c'; find tests examples bench -name '*_kernels.c' -o -name 'kernels*.c'); do
    case $file in tests/work/* | tests/home/*) continue ;; esac
    if in_turn 3; then files+=("$file"); fi
done
objects=$(for ((k = ${SL_TEST_SEED:-0} / 3 % 4; k < ${#files[@]}; k += 4)); do echo -n "${files[k]} "; done)
side_by_side "$(nproc)" compile "${files[@]}"
for file in "${files[@]}"; do
    ok "$(cat "$work/${file//\//-}.status")" "$file compiles as C++17" "$work/${file//\//-}.out"
done
[ ${#files[@]} -gt 0 ] || skip "no kernel files" "kernel files compile as C++17"
done_testing
