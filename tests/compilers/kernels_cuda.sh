#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Where a kernel file that starloop-cc compiled with nvcc, too, ends up, its device code is found: in programs, archives
# and shared libraries, with and without -flto; where nvcc did not see the file, the program runs without it. With
# SL_TEST_SEED every other day with -flto, and half of the other ways to compile.
# Beside others.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 99
cc=${SL_TEST_CC:-cc}
cxx=${SL_TEST_CXX:-c++}
if [ -z "${SL_TEST_NVCC:-}" ]; then
    skip "this build has no CUDA" "device code of kernel files is found"
    done_testing
    exit
fi
needs_shared_libraries "device code of kernel files is found"
scc()
{
    sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" --cc="$cc" --cxx="$cxx" \
        ${SL_TEST_CUDA_ARCH:+--cuda-arch=$SL_TEST_CUDA_ARCH} "$@"
}
link=(-I"$srcdir/include" ${SL_TEST_FLAGS:-})
starloop=(-L"$libs" -lstarloop -Wl,-rpath,"$libs" ${SL_TEST_CUDA_LIBS:-})
find="find_alpha.o find_beta.o"
export LD_LIBRARY_PATH="$libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# Two kernel files of one program, with a helper that both have and a host function that calls another file's.
for name in alpha beta; do
    cat > $name.c <<END
#include <starloop/kernel.h>
SL_FN double twice(double x) { return 2 * x; }
SL_KERNEL(${name}, (i), scalar(double, a), inout(double, 1, y, own)) { SL_AT(y, i) += twice(a) * (double)i; }
SL_KERNEL(${name}_sum, (i), in(double, 1, y, own), reduce(double, sum, total)) { *total += SL_AT(y, i); }
int elsewhere(int n);
int ${name}_host(int n);
int ${name}_host(int n) { return elsewhere(n) + 1; }
END
    cat > find_$name.c <<END
#include <starloop/kernel/abi.h>
extern const sl_kernel ${name}__kernel;
__attribute__((visibility("default"))) const sl_kernel *${name}_find(void);
const sl_kernel *${name}_find(void) { return &${name}__kernel; }
END
    $cc -std=gnu11 -O2 -fPIC -fvisibility=hidden -I"$srcdir/include" -c find_$name.c -o find_$name.o
    cat > $name.h <<END
SL_KERNEL_DECLARE(${name}, (i), scalar(double, a), inout(double, 1, y, own));
SL_KERNEL_DECLARE(${name}_sum, (i), in(double, 1, y, own), reduce(double, sum, total));
const sl_kernel *${name}_find(void);
END
done
# Says which kernels have device code, runs alpha, and prints its sum: 2 * 3 * (0 + ... + 99) = 29700.
cat > main.c <<'END'
#include <stdio.h>
#include <starloop.h>
#include <starloop/kernel/abi.h>
#ifdef __cplusplus
extern "C" {
#endif
#include "alpha.h"
#include "beta.h"
int elsewhere(int n);
int elsewhere(int n) { return n; }
#ifdef __cplusplus
}
#endif
#ifdef HIDDEN /* in a library that does not show its kernels */
static sl_status run(double *total) { *total = 29700; return SL_SUCCESS; }
#else
static sl_status run(double *total)
{
    sl_view *y = NULL;
    SL_TRY(sl_init(NULL));
    SL_TRY(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(100), &y));
    SL_TRY(sl_forall(alpha, SL_RANGE(0, 100), 3.0, y));
    SL_TRY(sl_reduce(alpha_sum, SL_RANGE(0, 100), y, total));
    sl_view_destroy(&y);
    return sl_finalize();
}
#endif
int main(void)
{
    double total = 0;
    sl_status status = run(&total);
    printf("alpha %d beta %d total %g\n", alpha_find()->cuda != NULL, beta_find()->cuda != NULL, total);
    return status;
}
END
cp main.c main.cpp

# program SENTENCE ALPHA BETA COMPILER word...: main.c and these link, and say so.
program()
{
    local sentence=$1 want="alpha $2 beta $3 total 29700"
    shift 3
    rm -f program
    if "$1" "${link[@]}" "${@:2}" -o program "${starloop[@]}" > "$work/out" 2>&1; then
        ./program >> "$work/out" 2>&1 || echo "exit status $?" >> "$work/out"
    fi
    grep -qx "$want" "$work/out" && ! grep -q 'exit status' "$work/out"
    ok $? "$sentence" "$work/out"
}

for lto in "" -flto; do
    [ -z "$lto" ] || in_turn 2 || continue
    with=${lto:+ with -flto} c="$cc $lto"
    if [ -n "$lto" ] && ! links_with_lto $cc; then
        skip "the C compiler has no -flto" "device code is found with -flto"
        continue
    fi
    runs "a kernel file compiles for host and device$with" scc $lto -c alpha.c
    runs "and another$with" scc $lto -c beta.c
    runs "a kernel file compiles with --no-cuda$with" scc $lto --no-cuda -c beta.c -o beta_cpu.o
    runs "and the other$with" scc $lto --no-cuda -c alpha.c -o alpha_cpu.o
    [ "$(nm alpha.o | grep -c ' D alpha\(_sum\)\?__cuda$')" = 2 ]
    ok $? "the joined object defines the device code of both kernels$with"
    [ "$(nm alpha.o | grep -vcE ' U | [a-z] | alpha(_sum)?__|alpha_host')" = 0 ]
    ok $? "and shows nothing else than the kernels and the file's own functions$with"
    ! nm -u alpha.o | grep -E '__cxa|__gxx|_Zn'
    ok $? "and does not need the C++ library$with"
    program "both are found in a program$with" 1 1 $c main.c alpha.o beta.o $find
    program "and in one that was not linked as position independent$with" 1 1 $c -no-pie main.c alpha.o beta.o $find
    program "a file without device code is seen as such$with" 1 0 $c main.c alpha.o beta_cpu.o $find
    program "also when it is the first$with" 0 1 $c main.c alpha_cpu.o beta.o $find
    program "a program without any device code runs$with" 0 0 $c main.c alpha_cpu.o beta_cpu.o $find
    rm -f libkernels.a libcpu.a
    ar rc libkernels.a alpha.o beta.o $find
    ar rc libcpu.a alpha_cpu.o beta_cpu.o $find
    program "both are found in a static archive$with" 1 1 $c main.c libkernels.a
    program "and are missing in one without device code$with" 0 0 $c main.c libcpu.a
    program "a C++ program finds them$with" 1 1 $cxx -std=c++17 $lto main.cpp libkernels.a

    # Shared libraries. elsewhere() is the program's.
    runs "a kernel file compiles for a shared library$with" scc $lto -fPIC -c alpha.c -o alpha_pic.o
    runs "and another, with hidden visibility$with" scc $lto -fPIC -fvisibility=hidden -c beta.c -o beta_hidden.o
    runs "and the first, with hidden visibility$with" scc $lto -fPIC -fvisibility=hidden -c alpha.c -o alpha_hidden.o
    runs "a shared library links$with" $c -shared alpha_pic.o beta_hidden.o $find -o libboth.so "${starloop[@]}"
    program "both are found in a shared library$with" 1 1 $c main.c libboth.so -Wl,-rpath,"$work"
    runs "a shared library whose kernels are hidden links$with" $c -shared alpha_hidden.o beta_hidden.o \
        $find -o libhidden.so "${starloop[@]}"
    ! nm -D libhidden.so | grep -q '__cuda$' && [ "$(nm -D libhidden.so | grep -c ' T alpha_find$')" = 1 ]
    ok $? "and shows no device code$with"
    program "yet it is found within$with" 1 1 $c -DHIDDEN main.c libhidden.so -Wl,-rpath,"$work"
    runs "a shared library with one of them links$with" $c -shared beta_hidden.o find_beta.o -o libbeta.so \
        "${starloop[@]}"
    program "one in the program and one in a shared library are found$with" 1 1 \
        $c main.c alpha.o find_alpha.o libbeta.so -Wl,-rpath,"$work"
    program "one in the library only leaves the program's without$with" 0 1 \
        $c main.c alpha_cpu.o find_alpha.o libbeta.so -Wl,-rpath,"$work"
done

# Other ways to compile.
for flags in "-g" "-g -O0" "--exact -DSL_BOUNDS_CHECK" "--c++"; do
    in_turn 2 || continue
    runs "alpha.c compiles with $flags" scc $flags -c alpha.c -o other.o
    compiler=$cc
    if [ "$flags" = --c++ ]; then
        sed -e 's/int elsewhere/extern "C" &/' alpha.c > alpha.cpp
        runs "so does a C++ file" scc -c alpha.cpp -o other.o
        compiler=$cxx
    fi
    program "and its device code is found" 1 1 "$compiler" -x c main.c -x none other.o beta.o $find
done
cat > single.c <<'END'
#include <stdio.h>
#include <starloop/kernel.h>
SL_KERNEL(single, (i), inout(double, 1, y, own)) { SL_AT(y, i) += (double)i; }
SL_KERNEL(single_sum, (i), in(double, 1, y, own), reduce(double, sum, s)) { *s += SL_AT(y, i); }
static sl_status run(double *sum)
{
    sl_view *y = NULL;
    SL_TRY(sl_init(NULL));
    SL_TRY(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(100), &y));
    SL_TRY(sl_forall_with(SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 3), single, SL_RANGE(0, 100), y));
    SL_TRY(sl_reduce(single_sum, SL_RANGE(0, 100), y, sum));
    sl_view_destroy(&y);
    return sl_finalize();
}
int main(void)
{
    double sum = 0;
    sl_status status = run(&sum);
    printf("device %d sum %g\n", single__kernel.cuda != NULL, sum);
    return status;
}
END
runs "a program of a single file, with kernels, calls and main, compiles" scc -c single.c
runs "and links" $cc ${SL_TEST_FLAGS:-} single.o -o single "${starloop[@]}"
says "and runs" 0 "device 1 sum 4950" ./single
. "$srcdir/tests/both_sides.bash"
calls > every.c
runs "each function that the guide lists for bodies compiles by nvcc" scc -O1 -w -c every.c
echo 'int no_kernel_here;' > none.c
runs "a kernel file without a kernel compiles" scc -c none.c
program "and does no harm in a program" 1 1 $cc main.c alpha.o none.o beta.o $find
runs "libtool compiles with starloop-cc" "$builddir/libtool" --tag=CC --mode=compile sh "$builddir/tools/starloop-cc" \
    --headers="$srcdir/include" --cc="$cc" ${SL_TEST_CUDA_ARCH:+--cuda-arch=$SL_TEST_CUDA_ARCH} -c alpha.c \
    -o lt_alpha.lo
runs "and makes a library of it" "$builddir/libtool" --tag=CC --mode=link $cc -o liblt.la lt_alpha.lo \
    -rpath "$work/lt" -avoid-version "${starloop[@]}"
program "in which it is found" 1 1 $cc main.c .libs/liblt.so beta.o $find -Wl,-rpath,"$work/.libs"
done_testing
