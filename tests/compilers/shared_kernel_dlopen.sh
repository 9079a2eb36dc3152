#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A kernel in a shared library that a program opens at run time and calls through sl_submit; and closes again.
# Beside others.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 99
needs_shared_libraries "a kernel in a library that is opened at run time"
not_with_sanitizers "the sanitizers want their run-time library first" \
    "a kernel in a library that is opened at run time"
cat > kernels.c <<'EOF'
#include <starloop/kernel.h>
SL_KERNEL(dl_scale, (i), scalar(double, a), inout(double, 1, y, own))
{
    if (a < 0)
        SL_RAISE(1);
    SL_AT(y, i) *= a;
}
EOF
cat > main.c <<'EOF'
#include <dlfcn.h>
#include <stdio.h>
#include <starloop.h>
static int round_trip(int number)
{
    void *library = dlopen("./libkernels.so", RTLD_NOW);
    if (!library)
        return fprintf(stderr, "%s\n", dlerror()), 1;
    const sl_kernel *kernel = (const sl_kernel *)dlsym(library, "dl_scale__kernel");
    sl_view *y;
    double a = 3;
    sl_space space = SL_RANGE(0, 100);
    if (!kernel || sl_init(NULL) || sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(100), &y))
        return 2;
    double *p = SL_HOST_WRITE(double, y);
    for (int i = 0; i < 100; i++)
        p[i] = i;
    sl_host_end(y);
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = &a}, {.kind = SL_ARG_VIEW, .view = y}};
    for (int i = 0; i < 2; i++)
        if (sl_submit(kernel, NULL, &space, args, 2))
            return 3;
    /* and in a region, of which a GPU keeps a graph when it is gone, and the library with it */
    sl_policy policy = SL_POLICY(.where = sl_gpus() > 0 ? SL_CUDA : SL_ANYWHERE);
    sl_region *region = NULL;
    if (sl_region_begin(&region) || sl_submit(kernel, &policy, &space, args, 2) || sl_region_end(region))
        return 9;
    if (number == 2 && dlclose(library)) /* with tasks queued, and others to come */
        return 10;
    if (sl_region_run(region) || sl_region_run(region))
        return 9;
    const double *q = SL_HOST_READ(double, y);
    if (!q || q[99] != 81 * 99)
        return 4;
    sl_host_end(y);
    sl_region_destroy(&region);
    sl_view_destroy(&y);
    if (sl_wait())
        return 5;
    if (number == 1 && dlclose(library)) /* before the end of the library, when no task is left */
        return 6;
    if (sl_finalize())
        return 7;
    if (number == 0 && dlclose(library))
        return 8;
    return 0;
}
int main(void)
{
    for (int i = 0; i < 3; i++) {
        int failed = round_trip(i);
        if (failed)
            return fprintf(stderr, "round %d: %d: %s\n", i, failed, sl_last_error()), failed;
    }
    return puts("three rounds") == EOF;
}
EOF
runs "starloop-cc compiles a kernel file with -fPIC" sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" \
    -fPIC -fvisibility=default -c kernels.c -o kernels.o
runs "it links into a shared library" ${SL_TEST_CC:-cc} -shared kernels.o -o libkernels.so -L"$libs" -lstarloop \
    ${SL_TEST_CUDA_LIBS:-}
runs "a program that knows nothing of it compiles" ${SL_TEST_CC:-cc} -std=gnu11 -Wall -Wextra -Werror \
    -I"$srcdir/include" main.c -o main -L"$libs" -lstarloop -ldl -Wl,-rpath,"$libs"
export LD_LIBRARY_PATH="$libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
says "opens it, runs its kernel, closes it: at the end, with nothing queued, with loops queued" 0 "three rounds" ./main
cat > calls.c <<'EOF'
#include <starloop.h>
int make_and_queue(const sl_kernel *kernel, sl_view **y, sl_view **small)
{
    const double a = -1;
    const sl_space space = SL_RANGE(0, 100);
    sl_view_create("small", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(3), small); /* line 6 */
    const sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = (void *)&a}, {.kind = SL_ARG_VIEW, .view = *y}};
    return sl_submit(kernel, NULL, &space, args, 2); /* line 8 */
}
EOF
cat > leaves.c <<'EOF'
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <starloop.h>
/* What has called is unloaded before its loop fails, and before its view is misused. */
int main(void)
{
    void *kernels = dlopen("./libkernels.so", RTLD_NOW), *calls = dlopen("./libcalls.so", RTLD_NOW);
    if (!kernels || !calls)
        return fprintf(stderr, "%s\n", dlerror()), 1;
    const sl_kernel *kernel = (const sl_kernel *)dlsym(kernels, "dl_scale__kernel");
    int (*queue)(const sl_kernel *, sl_view **, sl_view **) =
        (int (*)(const sl_kernel *, sl_view **, sl_view **))dlsym(calls, "make_and_queue");
    sl_view *y, *small, *copy;
    if (!kernel || !queue || sl_init(NULL) || sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(100), &y))
        return 2;
    if (sl_pause() || queue(kernel, &y, &small) || dlclose(calls) || dlopen("./libcalls.so", RTLD_NOW | RTLD_NOLOAD))
        return 3;
    if (sl_resume() || sl_wait() != SL_ERR_RAISED || !strstr(sl_last_error(), "(called at calls.c:8)"))
        return fprintf(stderr, "%s\n", sl_last_error()), 4;
    copy = small;
    sl_view_destroy(&small);
    if (sl_view_wait(copy) != SL_ERR_DESTROYED || !strstr(sl_last_error(), "was made at calls.c:6"))
        return fprintf(stderr, "%s\n", sl_last_error()), 5;
    sl_view_destroy(&y);
    return sl_finalize() != SL_SUCCESS || puts("both lines") == EOF;
}
EOF
runs "a library that calls kernels compiles" ${SL_TEST_CC:-cc} -std=gnu11 -Wall -Wextra -Werror -fPIC -shared \
    -I"$srcdir/include" calls.c -o libcalls.so -L"$libs" -lstarloop
runs "and its program" ${SL_TEST_CC:-cc} -std=gnu11 -Wall -Wextra -Werror -I"$srcdir/include" leaves.c -o leaves \
    -L"$libs" -lstarloop -ldl -Wl,-rpath,"$libs"
says "where it has called is known after it was closed" 0 "both lines" ./leaves
cat > closes.c <<'EOF'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
/* Closes the library while it is started, and ends after its threads have run for a while. */
int main(void)
{
    void *library = dlopen("libstarloop.so", RTLD_NOW);
    int (*init)(const void *) = library ? (int (*)(const void *))dlsym(library, "sl_init") : NULL;
    if (!init || init(NULL) || dlclose(library))
        return 2;
    for (clock_t begin = clock(); clock() - begin < CLOCKS_PER_SEC / 5;)
        free(malloc(100000));
    return puts("alive") == EOF;
}
EOF
runs "a program that opens the library itself compiles" ${SL_TEST_CC:-cc} -std=gnu11 -Wall -Wextra -Werror closes.c \
    -o closes -ldl
says "closes it while it is started, and lives on" 0 "alive" ./closes
done_testing
