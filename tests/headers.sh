#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Every header compiles alone: public ones as C11 and as C++17, without StarPU's; private ones as the library's C. The
# quick form tries every fourth of the public ones, and that with StarPU's.
# Beside others.
. "$(dirname "$0")/tap.bash"
not_with_sanitizers "$only_compiles" "every header compiles alone"
cc=${SL_TEST_CC:-cc} cxx=${SL_TEST_CXX:-c++}
cd "$srcdir" || exit 99

mapfile -t headers < <(find include/starloop -name '*.h' | LC_ALL=C sort)
for header in include/starloop.h include/starloop/starpu.h $(some 4 "${headers[@]}"); do
    name=${header#include/}
    flags= std=c11
    # StarPU's own header wants GNU C.
    if [ "$name" = starloop/starpu.h ]; then flags=${SL_TEST_CPPFLAGS:-} std=gnu11; fi
    echo "#include <$name>" > "$work/one.c"
    echo "typedef int sl_not_empty;" >> "$work/one.c"
    cp "$work/one.c" "$work/one.cpp"
    runs "<$name> compiles alone as C11" \
        $cc -std=$std -Wall -Wextra -Werror -Iinclude $flags -fsyntax-only "$work/one.c"
    runs "<$name> compiles alone as gnu11 in a kernel file" \
        $cc -std=gnu11 -Wall -Wextra -Werror -fopenmp-simd -Iinclude $flags -fsyntax-only "$work/one.c"
    runs "<$name> compiles alone as C++17" \
        $cxx -std=c++17 -Wall -Wextra -Werror -Iinclude $flags -fsyntax-only "$work/one.cpp"
done
for header in $(find lib -name '*.h' | LC_ALL=C sort); do
    name=${header#lib/}
    { echo "#include \"$name\""; echo "#include \"$name\""; echo "typedef int sl_not_empty;"; } > "$work/one.c"
    runs "private \"$name\" compiles alone" $cc -std=gnu11 -Wall -Wextra -Werror -I. -Iinclude -Ilib \
        ${SL_TEST_CPPFLAGS:-} ${SL_TEST_OPENMP:--fopenmp} -fsyntax-only "$work/one.c"
done
done_testing
