#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program that is compiled for a sanitizer, or runs under valgrind, is clean with the suppressions that are installed,
# over a library that knows nothing of them; what is wrong in it is found.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "the library itself has them" "programs are clean under sanitizers and valgrind"
not_when_quick "programs are clean under sanitizers and valgrind"
needs_shared_libraries "programs are clean under sanitizers and valgrind"
cd "$work" || exit 99
cc=${SL_TEST_CC:-cc}
export STARLOOP_GPUS=0 LD_LIBRARY_PATH="$libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
for tool in LSAN:lsan TSAN:tsan; do
    export "${tool%:*}_OPTIONS=suppressions=$srcdir/share/starloop-${tool#*:}.supp:print_suppressions=0"
done
export ASAN_OPTIONS=detect_leaks=1 HWLOC_PLUGINS_PATH=/nonexistent # plugins leak, and are gone before they are named
scc() { sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" --no-cuda -O1 -g "$@"; }

cat > kernels.c <<'END'
#include <starloop/kernel.h>
static double last;
SL_KERNEL(fill, (i), scalar(double, a), out(double, 1, x, own)) { SL_AT(x, i) = a + (double)i; }
SL_KERNEL(axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}
SL_KERNEL(smooth, (i), in(double, 1, x, halo(1)), out(double, 1, y, own))
{
    SL_AT(y, i) = (SL_AT(x, i - 1) + SL_AT(x, i + 1)) / 2;
}
SL_KERNEL(total, (i), in(double, 1, x, own), reduce(double, sum, s)) { *s += SL_AT(x, i); }
SL_KERNEL(race, (i), inout(double, 1, x, own))
{
    last += SL_AT(x, i);
    SL_AT(x, i) = last;
}
SL_KERNEL(halvings, (i), in(double, 1, x, own), out(int, 1, n, own))
{
    int k = 0;
    for (double v = SL_AT(x, i); k < 64 && v > 1; v /= 2)
        k++;
    SL_AT(n, i) = k;
}
SL_KERNEL(past, (i), in(double, 1, x, halo(1)), out(double, 1, y)) { SL_AT(y, i) = SL_AT(x, i); }
END
cat > main.c <<'END'
#include <starloop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
SL_KERNEL_DECLARE(fill, (i), scalar(double, a), out(double, 1, x, own));
SL_KERNEL_DECLARE(axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(smooth, (i), in(double, 1, x, halo(1)), out(double, 1, y, own));
SL_KERNEL_DECLARE(total, (i), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(race, (i), inout(double, 1, x, own));
SL_KERNEL_DECLARE(halvings, (i), in(double, 1, x, own), out(int, 1, n, own));
static int tasks;
static int host(void *arg)
{
    double *x = sl_task_data(arg);
    tasks++;
    return x == NULL || (x[0] += 1) < 0;
}
/* Loops, tasks and the host on the same memory; its sum, by Starloop and in C. */
static sl_status run(sl_index n)
{
    sl_view *x = NULL, *y = NULL;
    double sum = 0, want = 0, *memory = malloc((size_t)n * sizeof *memory);
    SL_TRY(sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), memory, &x));
    SL_TRY(sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &y));
    double *h = SL_HOST_WRITE(double, y);
    for (sl_index i = 0; i < n; i++)
        h[i] = 1;
    sl_host_end(y);
    for (int k = 0; k < 6; k++) {
        SL_TRY(sl_forall(fill, SL_RANGE(0, n), 1.0 * k, x));
        SL_TRY(sl_forall(axpy, SL_RANGE(0, n), 0.5, x, y));
        SL_TRY(sl_forall(smooth, SL_RANGE(1, n - 1), y, x));
        SL_TRY(sl_task(host, y, SL_RW(y)));
    }
    SL_TRY(sl_reduce(total, SL_RANGE(0, n), y, &sum));
    const double *r = SL_HOST_READ(double, y);
    for (sl_index i = 0; i < n; i++)
        want += r[i];
    sl_host_end(y);
    SL_TRY(sl_sort(x));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    const int wrong = sum < want - 1 || sum > want + 1 || memory[0] > memory[n - 1];
    free(memory);
    return wrong ? SL_ERR_TASK : SL_SUCCESS;
}
/* A loop over what nobody has set. */
static sl_status halve(void)
{
    sl_view *x = NULL, *n = NULL;
    SL_TRY(sl_view_create_with("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(100), SL_VIEW_UNINITIALIZED, &x));
    SL_TRY(sl_view_create("n", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(100), &n));
    SL_TRY(sl_forall(halvings, SL_RANGE(0, 100), x, n));
    sl_view_destroy(&x);
    sl_view_destroy(&n);
    return sl_wait();
}
/* What is wrong in it. */
static sl_status slip(const char *what)
{
    sl_view *x = NULL;
    if (strcmp(what, "body") == 0)
        return halve();
    SL_TRY(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1000000), &x));
    SL_TRY(sl_forall(fill, SL_RANGE(0, 1000000), 1.0, x));
    if (strcmp(what, "race") == 0)
        for (int k = 0; k < 20; k++)
            SL_TRY(sl_forall_with(SL_POLICY(.schedule = SL_STATIC), race, SL_RANGE(0, 1000000), x));
    double *p = malloc(8 * sizeof *p);
    const double *r = SL_HOST_READ(double, x);
    if (strcmp(what, "unset") == 0 && p[3] * r[0] > 1e300)
        puts("large");
    if (strcmp(what, "freed") == 0) {
        double *volatile q = p;
        free(p);
        printf("%g\n", q[2]);
        return SL_SUCCESS;
    }
    free(p);
    sl_host_end(x);
    sl_view_destroy(&x);
    return SL_SUCCESS;
}
int main(int argc, char **argv)
{
    if (sl_init(NULL) != SL_SUCCESS)
        return 1;
    const sl_status status = argc > 1 ? slip(argv[1])
                             : run(100) || run(5000) || run(100000) ? SL_ERR_TASK : SL_SUCCESS;
    if (sl_finalize() != SL_SUCCESS || status != SL_SUCCESS)
        return 1;
    printf("%d tasks ran\n", tasks);
    return 0;
}
END

# build NAME COMPILER FLAG...: the program.
build()
{
    local name=$1 compiler=$2
    shift 2
    scc --cc="$compiler" "$@" -c kernels.c -o "$name.o" > "$work/out" 2>&1 &&
        $compiler -std=gnu11 -O1 -g ${*/--arch=*/} -I"$srcdir/include" main.c "$name.o" -o "$name" -L"$libs" \
            -lstarloop >> "$work/out" 2>&1
}
# works COMPILER FLAG: whether a program of this compiler runs with the sanitizer.
works()
{
    echo 'int main(void) { return 0; }' > works.c
    $1 "$2" works.c -o works 2>/dev/null && ./works > /dev/null 2>&1
}

for compiler in "$cc" clang; do
    for sanitizer in address thread; do
        if ! command -v "$compiler" > /dev/null || ! works "$compiler" -fsanitize=$sanitizer; then
            skip "it is missing" "a program is clean under the $sanitizer sanitizer of $compiler"
            continue
        fi
        build "$sanitizer" "$compiler" -fsanitize=$sanitizer
        ok $? "$compiler compiles a program for the $sanitizer sanitizer" "$work/out"
        says "the program is clean" 0 "18 tasks ran" "./$sanitizer"
        if [ $sanitizer = thread ]; then
            # Where other programs take the cores, threads may run one after another, and nothing races.
            says "and a race between iterations is found" 66 "data race" \
                sh -c 'for k in 1 2 3 4 5; do "$0" race && continue; exit 66; done' "./$sanitizer"
        else
            says "and a use of freed memory is found" 1 "heap-use-after-free" "./$sanitizer" freed
        fi
    done
done
if command -v valgrind > /dev/null; then
    build portable "$cc" --arch=generic
    ok $? "kernels compile with --arch=generic" "$work/out"
    if command -v objdump > /dev/null; then
        ! objdump -d --no-show-raw-insn portable.o | grep '%[yz]mm' > wide
        ok $? "and use no AVX" wide
    else
        skip "objdump is not installed" "kernels with --arch=generic use no AVX"
    fi
    under=(valgrind --quiet --suppressions="$srcdir/share/starloop-valgrind.supp" --error-exitcode=9 --leak-check=full)
    says "the program is clean under valgrind" 0 "18 tasks ran" "${under[@]}" ./portable
    ! grep -q '^==' "$work/out"
    ok $? "which finds nothing" "$work/out"
    says "a decision on what is not set is found" 9 "uninitialised" "${under[@]}" ./portable unset
    says "and one that a body takes on a worker" 9 "halvings__body_" "${under[@]}" ./portable body
else
    skip "valgrind is not installed" "the program is clean under valgrind"
fi
if command -v objdump > /dev/null; then
    objdump -d --no-show-raw-insn "$libs/libstarloop.so" |
        awk '/^[0-9a-f]+ <.*>:$/ { name = $2 } /%zmm/ && name !~ /stream64/ { print name, $0 }' > zmm
    [ ! -s zmm ]
    ok $? "the library's own kernels have no AVX-512, which valgrind does not know" zmm
else
    skip "objdump is not installed" "the library's own kernels have no AVX-512"
fi
done_testing
