#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What leaves a body or a host task of C++ as an exception ends the program there, at the throw, in whichever thread it
# runs; one that is caught within does nothing. As the guide says.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "an exception is no different there" "exceptions end at a body"
not_when_quick "exceptions end at a body"
needs_shared_libraries "exceptions end at a body"
cd "$work" || exit 99
cxx=${SL_TEST_CXX:-c++}
export LD_LIBRARY_PATH="$libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

cat > kernels.cpp <<'END'
#include <starloop/kernel.h>
#include <exception>
static int without(double x)
{
    try {
        if (x < 0)
            throw 5;
    } catch (int e) {
        return e;
    }
    return 0;
}
SL_KERNEL(thrower, (i), scalar(int64_t, at), inout(double, 1, x, own))
{
    if (i == at)
        throw 7;
    SL_AT(x, i) += 1 + without(SL_AT(x, i));
}
SL_KERNEL(nested, (i, j), scalar(int64_t, at), inout(double, 2, x, own))
{
    if (i == at && j == 1)
        throw 7;
    SL_AT(x, i, j) += 1;
}
END
cat > main.cpp <<'END'
#include <starloop.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
SL_KERNEL_DECLARE(thrower, (i), scalar(int64_t, at), inout(double, 1, x, own));
SL_KERNEL_DECLARE(nested, (i, j), scalar(int64_t, at), inout(double, 2, x, own));
static int host(void *)
{
    throw 8;
}
static int caught(void *)
{
    try {
        throw 8;
    } catch (int e) {
        return e;
    }
}
struct last {
    ~last() { std::puts("unwound"); }
};
static int run(const char *what, sl_index n)
{
    const last word;
    sl_view *x = nullptr, *y = nullptr;
    if (sl_init(nullptr) != SL_SUCCESS)
        return 1;
    sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), &x);
    sl_view_create("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n, 3), &y);
    double *h = SL_HOST_WRITE(double, x), *g = SL_HOST_WRITE(double, y);
    for (sl_index i = 0; i < n; i++)
        h[i] = g[3 * i] = g[3 * i + 1] = g[3 * i + 2] = -1;
    sl_host_end(x);
    sl_host_end(y);
    int64_t none = -1;
    for (int k = 0; k < 50; k++) { /* short loops run in the calling thread, once their time is known */
        sl_forall(thrower, SL_RANGE(0, n), none, x);
        sl_forall(nested, SL_BOX(0, n, 0, 3), none, y);
        sl_wait();
    }
    if (!std::strcmp(what, "body"))
        sl_forall(thrower, SL_RANGE(0, n), n / 2, x);
    else if (!std::strcmp(what, "nested"))
        sl_forall(nested, SL_BOX(0, n, 0, 3), n / 2, y);
    else if (!std::strcmp(what, "host"))
        sl_task(host, nullptr, SL_RW(x));
    else
        sl_task(caught, nullptr, SL_RW(x));
    std::printf("the wait says %s\n", sl_status_name(sl_wait()));
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_finalize();
    return 0;
}
int main(int, char **argv)
{
    std::set_terminate([] {
        std::puts("terminate");
        std::fflush(stdout);
        std::_Exit(3);
    });
    try {
        return run(argv[1], std::atoll(argv[2]));
    } catch (int e) {
        std::printf("caught %d\n", e);
    }
    return 4;
}
END
runs "kernels that throw compile" sh "$builddir/tools/starloop-cc" --headers="$srcdir/include" --no-cuda -Wall -Werror \
    --cxx="$cxx" -c kernels.cpp -o kernels.o
runs "so does their program" $cxx -std=c++17 -I"$srcdir/include" main.cpp kernels.o -o program -L"$libs" -lstarloop
# ends WHAT N SENTENCE
ends()
{
    says "$3" 3 "terminate" ./program "$1" "$2"
    ! grep -q -e caught -e unwound "$work/out"
    ok $? "and nothing is unwound" "$work/out"
}
ends body 10 "an exception out of a body ends the program, in a short loop"
ends body 1000000 "and in a long one"
ends nested 10 "and in a loop of rank 2"
ends host 10 "an exception out of a host task ends the program"
says "one that the task turns into its result is its failure" 0 "the wait says SL_ERR_TASK" ./program caught 10
done_testing
