#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The installed library, moved into a folder with a space in its name: pkg-config, the guide's Makefile, the examples,
# and every kind of CMake target. `make installcheck` looks at it where it was installed.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "an installation may be moved"
unset MAKEFLAGS MFLAGS MAKELEVEL LD_LIBRARY_PATH ${!STARLOOP_@}
if [ ! -f "$builddir/Makefile" ]; then
    skip "there is no Makefile in $builddir" "an installation may be moved"
    done_testing
    exit
fi
cd "$work" || exit 99
runs "make install hears a prefix after make" make -s -C "$builddir" install DESTDIR= prefix="$work/plain" \
    exec_prefix="$work/plain"
grep -q "^prefix=$work/plain\$" plain/lib/pkgconfig/starloop.pc
ok $? "which is in starloop.pc"
prefix="$work/a prefix"
mv plain "$prefix"
export PATH="$prefix/bin:$PATH" PKG_CONFIG_PATH="$prefix/lib/pkgconfig" XDG_CACHE_HOME=$work STARPU_HOME=$work
pkg() { pkg-config --define-prefix "$@" starloop; }

for tool in lsan tsan valgrind; do
    grep -q 'BSD-3-Clause' "$prefix/share/starloop/starloop-$tool.supp"
    ok $? "the suppressions for $tool are installed"
done
# A program whose kernels call exp(), linked by nothing but pkg-config's words, and run without LD_LIBRARY_PATH.
cat > kernels.c <<'END'
#include <starloop/kernel.h>
SL_KERNEL(grow, (i), in(double, 1, u, own), reduce(double, sum, s)) { *s += exp(SL_AT(u, i)); }
END
cat > main.c <<'END'
#include <starloop.h>
#include <stdio.h>
SL_KERNEL_DECLARE(grow, (i), in(double, 1, u, own), reduce(double, sum, s));
int main(void)
{
    sl_view *u;
    double s = 0;
    SL_TRY(sl_init(NULL));
    SL_TRY(sl_view_create("u", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &u));
    SL_TRY(sl_reduce(grow, SL_RANGE(0, 10), u, &s));
    sl_view_destroy(&u);
    printf("sum %g\n", s);
    return sl_finalize();
}
END
cc=${SL_TEST_CC:-cc}
runs "starloop-cc finds its headers" starloop-cc -c kernels.c -o kernels.o
runs "a program compiles and links by pkg-config's words" \
    sh -c "$cc -std=c11 main.c kernels.o -o program $(pkg --cflags --libs)"
says "and finds the library, without LD_LIBRARY_PATH" 0 "sum 10" ./program

if [ -f "$prefix/lib/pkgconfig/starloop-mpi.pc" ]; then
    runs "a program for ranks links by pkg-config's words" \
        sh -c "$cc -std=c11 '$srcdir/tests/install/mpi/main.c' -o ranks $(pkg --cflags --libs starloop-mpi)"
    says "and finds both libraries" 0 "rank 0 of 1" \
        env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ./ranks
else
    skip "${SL_TEST_NO_STARPU_MPI:-it was not built}" "a program for ranks links by pkg-config's words"
fi

mkdir guide && cp kernels.c main.c guide
awk '/^```make$/ && !n++ { on = 1; next } /^```/ { on = 0 } on' "$srcdir/doc/guide/building.md" |
    sed 's/\$\$(pkg-config --cflags --libs starloop)/$(shell pkg-config --define-prefix --cflags --libs starloop)/' \
    > guide/Makefile
runs "the guide's Makefile builds the program, not its first object" make -C guide CC="$cc"
says "which runs" 0 "sum 10" guide/program

if quick; then
    skip "the quick form leaves it out" "the installed examples build"
else
    examples="$prefix/share/doc/starloop/examples"
    runs "the installed examples build" make -C "$examples" CC="$cc" PKG_CONFIG="pkg-config --define-prefix"
    says "the first step runs" 0 "" "$examples/step-01-daxpy"
    says "with the tool that counts its loops" 0 "daxpy" env STARLOOP_TOOLS="$examples/tools/kernel_counter.so" \
        "$examples/step-01-daxpy"
    says "the heat program runs" 0 "" "$examples/heat/heat" "$examples/heat/decks/crooked_pipe_10.in"
    says "the halo program runs" 0 " 0 wrong cells" "$examples/halo_packing/halo_packing" 9
    says "the vertex sum runs" 0 "as plain C" "$examples/vertexsum/vertexsum" 30 20
    says "the assembly runs" 0 "right" "$examples/assembly/assembly" 5
    says "the finite elements run" 0 ", right" "$examples/minife/minife" --nx 5 --check
    says "the water runs" 0 ", right" "$examples/shallow/shallow" --rows 5 --columns 25
    says "the products run" 0 "right" "$examples/gemm/gemm" 20 10 30
    says "the nests run" 0 "right" "$examples/nests/nests" 20
    says "the sparse products run" 0 ": 0 of 99 elements" "$examples/spmv/spmv" 99
    says "the stencil runs" 0 "plain C: 0 of 1000 points differ" \
        "$examples/stencil3d/stencil3d" --n 10 --parts 2 --check
    says "the melt runs" 0 "differ from the twin's by at most" "$examples/minimd/minimd" --size 3 --steps 20 --twin
fi

if ! command -v cmake > /dev/null; then
    skip "cmake is not installed" "every kind of CMake target takes kernels"
    done_testing
    exit
fi
cp -r "$srcdir/tests/install/targets" targets && chmod -R u+w targets
runs "CMake configures targets of every kind" cmake -S targets -B targets/build "-DCMAKE_PREFIX_PATH=$prefix" \
    -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS=-Wall -Wpedantic"
runs "and builds them" cmake --build targets/build
for program in plain conditional static shared object elsewhere exact; do
    says "a target with kernels, $program: its definitions reached them" 0 "sum 20" "targets/build/$program"
done
touch targets/more.c
cmake --build targets/build --target exact --verbose > verbose 2>&1
sed -n 's/.*starloop-cc.*--launch.*/&/p' verbose | grep -q "exact-kernel="
ok $? "EXACT is said of the kernels that have it" verbose
touch targets/kernels.c
cmake --build targets/build --target plain > again 2>&1
grep -q 'kernels.c' again
ok $? "a changed kernel file is compiled again" again
cmake --build targets/build --target plain > again 2>&1
! grep -q 'Building' again
ok $? "and nothing is when nothing changed" again
done_testing
