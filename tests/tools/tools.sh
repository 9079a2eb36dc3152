#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# STARLOOP_TOOLS: the tools of examples/tools are compiled as their first lines say, opened, and told what the
# program of the first step does; libraries that cannot be used are warned of, and the program runs all the same.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 99
export STARLOOP_WHERE=cpu
program=$builddir/examples/step-01-daxpy
cc=${SL_TEST_CC:-cc}
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -O2 -shared -fPIC -fvisibility=hidden"

# warns SENTENCE TEXT LIBRARY: the program ends well, prints what it prints without, and a warning that has the text
warns()
{
    local status=0
    STARLOOP_TOOLS=$3 "$program" > got 2> errors </dev/null || status=$?
    [ $status -eq 0 ] && diff want got > difference && grep -qF "starloop: warning: sl_init: STARLOOP_TOOLS: $2" errors
    ok $? "$1" errors
}

"$program" > want 2> errors </dev/null
ok $? "the first step runs without a tool" errors

runs "the counter compiles" $cc $flags -I"$srcdir/include" "$srcdir/examples/tools/kernel_counter.c" \
    -o kernel_counter.so -lpthread
status=0
STARLOOP_TOOLS=./kernel_counter.so "$program" > got 2> errors </dev/null || status=$?
[ $status -eq 0 ] && diff want got > difference
ok $? "the first step prints the same with it" errors
awk '$1 == "kernel" && $2 == "calls" { on = 1; next } on && NF == 4 { print $1, $2, $3, ($4 > 0) }' errors |
    sort > counted
printf "daxpy 1 100000 1\ndot 1 100000 1\n" | diff - counted > difference
ok $? "it counts a daxpy and a dot of 100000 iterations, and their time" errors

cat > other.cpp <<'END'
#include <cstdio>
#include <starloop/tools.h>
static void fini(void *data)
{
    std::puts(static_cast<const char *>(data));
}
static char text[] = "told in C++";
static sl_tools table()
{
    sl_tools t{};
    t.version = SL_TOOLS_VERSION;
    t.data = text;
    t.fini = fini;
    return t;
}
const sl_tools sl_tools_table = table();
END
runs "a tool in C++ compiles" ${SL_TEST_CXX:-c++} -std=c++17 -Wall -Wextra -Werror -shared -fPIC -fvisibility=hidden \
    -I"$srcdir/include" other.cpp -o other.so
says "its fini is called with its data" 0 "told in C++" env STARLOOP_TOOLS=./other.so "$program"

warns "a library that is not there is warned of" \
    'expected a shared library that can be opened, got "./none.so"' ./none.so
echo "no library" > text.so
warns "so is a file that is none" 'expected a shared library that can be opened, got "./text.so"' ./text.so
echo 'int something;' > without.c
runs "a library without a table compiles" $cc $flags without.c -o without.so
warns "it is named" 'expected a library that defines sl_tools_table, got "./without.so", which does not' ./without.so
for version in 0 2; do
    cat > version.c <<END
#include <stdlib.h>
#include <starloop/tools.h>
static void init(void *data, const sl_tool_start *start)
{
    (void)data;
    (void)start;
    abort();
}
const sl_tools sl_tools_table = {.version = $version, .init = init};
END
    runs "a table of version $version compiles" $cc $flags -I"$srcdir/include" version.c -o version$version.so
    warns "it is warned of, and not called" \
        "expected a table of version 1, got version $version of \"./version$version.so\"" ./version$version.so
done

# A profiler of NVTX is a library that NVTX opens and asks for functions.
cat > listener.c <<'END'
#include <stdio.h>
#include <string.h>
#include <nvtx3/nvToolsExt.h>
enum { MOST = 1000 };
static struct {
    char text[64];
    unsigned long long number;
    int ended;
} range[MOST];
static unsigned ranges;
static nvtxRangeId_t start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    const unsigned at = __atomic_fetch_add(&ranges, 1, __ATOMIC_SEQ_CST);
    (void)domain;
    if (at < MOST) {
        strncpy(range[at].text, event->message.ascii, sizeof range[at].text - 1);
        range[at].number = event->payload.ullValue;
    }
    return at;
}
static void end(nvtxDomainHandle_t domain, nvtxRangeId_t id)
{
    (void)domain;
    if (id < MOST)
        range[id].ended++;
}
__attribute__((destructor)) static void print(void)
{
    for (unsigned i = 0; i < ranges && i < MOST; i++)
        fprintf(stderr, "range %s %llu ended %d\n", range[i].text, range[i].number, range[i].ended);
}
__attribute__((visibility("default"))) int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get)
{
    const NvtxExportTableCallbacks *callbacks = get(NVTX_ETID_CALLBACKS);
    NvtxFunctionTable table = NULL;
    unsigned size = 0;
    if (callbacks == NULL || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size))
        return 0;
    *table[NVTX_CBID_CORE2_DomainRangeStartEx] = (NvtxFunctionPointer)start;
    *table[NVTX_CBID_CORE2_DomainRangeEnd] = (NvtxFunctionPointer)end;
    return 1;
}
END
nvtx=
for folder in ${CUDA_HOME:+"$CUDA_HOME"} /usr/local/cuda /usr/local/cuda-*; do
    if [ -z "$nvtx" ] && [ -f "$folder/include/nvtx3/nvToolsExt.h" ]; then nvtx=$folder/include; fi
done
if [ -n "$nvtx" ]; then
    runs "the tool for NVTX compiles" $cc ${flags/-std=c11/-std=gnu11} -I"$srcdir/include" -isystem "$nvtx" \
        "$srcdir/examples/tools/nvtx.c" -o nvtx.so -ldl
    runs "what stands in for a profiler compiles" $cc ${flags/-std=c11/-std=gnu11} -isystem "$nvtx" listener.c \
        -o listener.so
    NVTX_INJECTION64_PATH=$work/listener.so STARLOOP_TOOLS=./nvtx.so "$program" > got 2> errors </dev/null
    ok $? "the first step runs with both" errors
    diff want got > difference
    ok $? "prints the same" difference
    grep '^range ' errors | grep -v ' sl_' | sort > ranges
    printf 'range daxpy 100000 ended 1\nrange dot 100000 ended 1\n' | diff - ranges > difference
    ok $? "the profiler is told of a range for each loop, and its end" errors
else
    skip "no header of NVTX" "the tool for NVTX compiles"
fi
# Several tools: each is told of all, in turn, and gets back what it has put into *id itself.
cat > recorder.h <<'END'
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <starloop/tools.h>
typedef struct thing {
    char who[16], what[32];
} thing;
static thing things[1000];
static int wrong, used;
static void begin(const char *what, uint64_t *id)
{
    thing *const t = &things[__atomic_fetch_add(&used, 1, __ATOMIC_SEQ_CST) % 1000];
    snprintf(t->who, sizeof t->who, "%s", WHO);
    snprintf(t->what, sizeof t->what, "%s", what);
    fprintf(stderr, "%s begins %s\n", WHO, what);
    *id = (uintptr_t)t;
}
static void end(void *data, uint64_t id)
{
    thing *const t = (thing *)(uintptr_t)id;
    (void)data;
    __atomic_fetch_add(&wrong, strcmp(t->who, WHO) != 0, __ATOMIC_SEQ_CST);
    fprintf(stderr, "%s ends %s\n", WHO, t->what);
}
static void begin_loop(void *data, const sl_tool_loop *loop, uint64_t *id)
{
    (void)data;
    begin(loop->label, id);
}
static void begin_phase(void *data, const char *name, uint64_t *id)
{
    (void)data;
    begin(name, id);
}
static void fini(void *data)
{
    (void)data;
    fprintf(stderr, "%s: %d wrong\n", WHO, wrong);
}
#define TABLE \
    {.version = SL_TOOLS_VERSION, .begin_loop = begin_loop, .end_loop = end, .begin_phase = begin_phase, \
     .end_phase = end, .fini = fini}
END
echo '#include "recorder.h"
const sl_tools sl_tools_table = TABLE;' > recorder.c
for name in one two; do
    runs "the recorder \"$name\" compiles" $cc ${flags/-std=c11/-std=gnu11} -I"$srcdir/include" "-DWHO=\"$name\"" \
        recorder.c -o $name.so
done
STARLOOP_TOOLS=./kernel_counter.so:./one.so::./two.so: "$program" > got 2> errors </dev/null
ok $? "the first step runs with three tools" errors
diff want got > difference
ok $? "prints the same" difference
awk '$1 == "kernel" && $2 == "calls" { on = 1; next } on && NF == 4 { print $1, $2, $3, ($4 > 0) }' errors |
    sort > counted
printf "daxpy 1 100000 1\ndot 1 100000 1\n" | diff - counted > difference
ok $? "the counter counts as alone" errors
grep -E '^(one|two)( ends| begins|:)' errors | grep -v 'begins sl_\|ends sl_' > order
printf '%s begins %s\n' one daxpy two daxpy > expected
printf '%s ends %s\n' two daxpy one daxpy >> expected
sed 's/daxpy/dot/' expected > dot
printf '%s: 0 wrong\n' two one | cat expected dot - | diff - order > difference
ok $? "the others are told in their order, of ends the other way round, each with its own identifiers" difference
paths=./one.so
for k in 1 2 3 4 5 6 7; do paths=$paths:./two.so; done
warns "more than eight tools are warned of" 'expected at most 8 tools, got "./other.so" as well' $paths:./other.so

needs_shared_libraries "a program's own table is told beside libraries"
cat > own.c <<'END'
#define WHO "program"
#include "recorder.h"
#include <starloop.h>
#include <starloop/kernel.h>
SL_KERNEL(twice, (i), inout(double, 1, x, own))
{
    SL_AT(x, i) = 2 * SL_AT(x, i);
}
static sl_status run(void)
{
    static const sl_tools table = TABLE;
    sl_view *x = NULL;
    SL_TRY(sl_tools_set(&table));
    SL_TRY(sl_init(NULL));
    SL_TRY(sl_view_create("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(1000), &x));
    SL_TRY(sl_tools_push("solve"));
    SL_TRY(sl_forall(twice, SL_RANGE(0, 1000), x));
    SL_TRY(sl_wait());
    SL_TRY(sl_tools_push("left open"));
    sl_view_destroy(&x);
    return sl_finalize();
}
int main(void)
{
    return run() != SL_SUCCESS;
}
END
runs "a program with a table of its own compiles" \
    $cc -std=gnu11 -Wall -Wextra -Werror -O2 -fopenmp-simd ${SL_TEST_FLAGS:-} -I"$srcdir/include" \
    -I"$builddir/include" own.c -o own -L"$libs" -lstarloop -Wl,-rpath,"$libs"
STARLOOP_TOOLS=./one.so ./own 2> errors </dev/null
ok $? "it runs with a library beside" errors
grep -E '^(one|program)( ends| begins|:)' errors > order
for what in solve twice; do printf '%s begins %s\n' program $what one $what; done > expected
printf '%s ends twice\n' one program >> expected
printf '%s begins left open\n' program one >> expected
printf '%s: 0 wrong\n' one program | cat expected - | diff - order > difference
ok $? "both are told, the program's table first, of ends the library first" difference
if [ -n "$nvtx" ]; then
    NVTX_INJECTION64_PATH=$work/listener.so STARLOOP_TOOLS=./nvtx.so:./one.so ./own 2> errors </dev/null
    ok $? "it runs with the tool for NVTX and another" errors
    grep '^range ' errors | grep -v ' sl_' | sort > ranges
    printf 'range %s\n' "left open 0 ended 0" "solve 0 ended 0" "twice 1000 ended 1" | diff - ranges > difference
    ok $? "phases are ranges, too; those that are left open have no end" difference
fi
done_testing
