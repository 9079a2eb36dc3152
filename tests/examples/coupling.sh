#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/coupling: its Makefile builds the library and the programs in C++ and Fortran; with 1, 2 and 4 ranks, and as
# many loops in the library as there may be, each has the sum of the C++ program's own loops on one rank.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "the programs are built as their users build them" "programs in C++ and Fortran share a library"
needs_shared_libraries "programs in C++ and Fortran share a library"
cp "$srcdir"/examples/coupling/* "$work" && cd "$work" && chmod u+w ./* || exit 1
export OMPI_CXX=${SL_TEST_CXX:-c++} OMPI_FC=${SL_TEST_FC:-gfortran}
builds()
{
    make "$1" CC="${SL_TEST_CC:-cc}" STARLOOP_CC="sh $builddir/tools/starloop-cc --headers=$srcdir/include --no-cuda" \
        STARLOOP_CFLAGS="-I$srcdir/include" STARLOOP_LIBS="-L$libs -lstarloop -Wl,-rpath,$libs"
}

# sums PROGRAM: each number of ranks and each stage has the sum of the file `want`
sums()
{
    local n stage
    needs_ranks "$work/$1" "ranks of $1 have one sum"
    for stage in 0 1 2; do
        for n in 1 2 4; do
            ranks $n 37 40 20 $stage > got 2> errors && sed -n 's/^sum = //p' got | awk '{ printf "%.9e\n", $1 }' |
                diff want - > difference
            ok $? "$1: $stage of 2 loops in the library, $n ranks" errors
        done
    done
    says "$1 wants a row for each rank" 2 'Usage: program ROWS' ranks 4 3 5 1 0
}

runs "the library compiles" builds libcoupling.so
if ! command -v mpicxx > /dev/null || [ -n "${SL_TEST_NO_MPI:-}" ]; then
    skip "${SL_TEST_NO_MPI:-no mpicxx}" "ranks of MPI have one sum"
    done_testing
    exit
fi
runs "the program in C++ compiles" builds program_cxx
needs_ranks "$work/program_cxx" "ranks of MPI have one sum"
ranks 1 37 40 20 0 2> errors | sed -n 's/^sum = //p' | awk '{ printf "%.9e\n", $1 }' > want
grep -q '^3\.[0-9]*e+02$' want
ok $? "its own loops have a sum" errors
sums program_cxx
if ! command -v mpif90 > /dev/null || ! command -v "$OMPI_FC" > /dev/null; then
    skip "no mpif90" "a program in Fortran has the same"
    done_testing
    exit
fi
runs "the program in Fortran compiles" builds program_fortran
sums program_fortran
done_testing
