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
done_testing
