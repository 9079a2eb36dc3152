#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Every header compiles alone: public ones as C11 and as C++17, without StarPU's; private ones as the library's C. A
# public one that declares functions that tell where they are called has the macros for it alone, too. The quick form
# tries every fourth of the public ones, and that with StarPU's.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "every header compiles alone"
cc=${SL_TEST_CC:-cc} cxx=${SL_TEST_CXX:-c++}
cd "$srcdir" || exit 99

# Functions that a header declares and one of ours has a macro for.
with_macro=$(sed -n 's/^#define \(sl_[a-z_]*\)(\.*).*CALLED_AT.*/\1/p' include/starloop/{called_at,mpi,tools,starpu}.h)
told()
{
    grep '^SL_API ' "$1" | grep -oE '\bsl_[a-z_]+\(' | tr -d '(' | LC_ALL=C sort -u |
        LC_ALL=C comm -12 - <(LC_ALL=C sort -u <<< "$with_macro")
}
found=0
mpi_flags=${SL_TEST_MPI_CPPFLAGS:-$(pkg-config --cflags ompi-c 2>/dev/null)}

mapfile -t headers < <(find include/starloop -name '*.h' | LC_ALL=C sort)
for header in include/starloop.h include/starloop/starpu.h include/starloop/mpi.h $(some 4 "${headers[@]}"); do
    name=${header#include/}
    flags= std=c11
    # StarPU's own header wants GNU C.
    if [ "$name" = starloop/starpu.h ]; then flags=${SL_TEST_CPPFLAGS:-} std=gnu11; fi
    if [ "$name" = starloop/mpi.h ]; then flags=$mpi_flags; fi
    if [ "$name" = starloop/mpi.h ] && [ -n "${SL_TEST_NO_MPI:-}" ]; then
        skip "$SL_TEST_NO_MPI" "<$name> compiles alone"
        continue
    fi
    echo "#include <$name>" > "$work/one.c"
    echo "typedef int sl_not_empty;" >> "$work/one.c"
    cp "$work/one.c" "$work/one.cpp"
    runs "<$name> compiles alone as C11" \
        $cc -std=$std -Wall -Wextra -Werror -Iinclude $flags -fsyntax-only "$work/one.c"
    runs "<$name> compiles alone as gnu11 in a kernel file" \
        $cc -std=gnu11 -Wall -Wextra -Werror -fopenmp-simd -Iinclude $flags -fsyntax-only "$work/one.c"
    runs "<$name> compiles alone as C++17" \
        $cxx -std=c++17 -Wall -Wextra -Werror -Iinclude $flags -fsyntax-only "$work/one.cpp"
    functions=$(told "include/$name")
    [ -n "$functions" ] || continue
    for function in $functions; do
        printf '#ifndef %s\n#error "%s has no macro"\n#endif\n' "$function" "$function"
        found=$((found + 1))
    done >> "$work/one.c"
    runs "<$name> alone has the macros that tell where its functions are called" \
        $cc -std=$std -Iinclude $flags -fsyntax-only "$work/one.c"
done
[ "$found" -gt 20 ]
ok $? "there are functions that tell where they are called: $found"
for header in $(find lib -name '*.h' | LC_ALL=C sort); do
    name=${header#lib/}
    flags=
    if [[ $name = mpi/* ]]; then flags=$mpi_flags; fi
    if [[ $name = mpi/* ]] && [ -n "${SL_TEST_NO_STARPU_MPI:-}" ]; then
        skip "$SL_TEST_NO_STARPU_MPI" "private \"$name\" compiles alone"
        continue
    fi
    { echo "#include \"$name\""; echo "#include \"$name\""; echo "typedef int sl_not_empty;"; } > "$work/one.c"
    runs "private \"$name\" compiles alone" $cc -std=gnu11 -Wall -Wextra -Werror -I. -Iinclude -Ilib \
        ${SL_TEST_CPPFLAGS:-} $flags ${SL_TEST_OPENMP:--fopenmp} -fsyntax-only "$work/one.c"
done
done_testing
