/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "base/starpu.h"
#include "data/slab.h"
#include "data/watch.h"
#include "backend/backend.h"
#include "machine/memory_nodes.h"

static _Atomic int memory_countdown = -1;
static _Atomic size_t memory_total;

void sl__memory_fail_after(int n)
{
    atomic_store(&memory_countdown, n);
}

/* 1 when this allocation is the one that a test wants to fail. */
static int memory_refused(void)
{
    int n = atomic_load_explicit(&memory_countdown, memory_order_relaxed);
    while (n >= 0) {
        if (atomic_compare_exchange_weak(&memory_countdown, &n, n - 1))
            return n == 0;
    }
    return 0;
}

void *sl__memory_small(size_t bytes)
{
    return memory_refused() ? NULL : calloc(1, bytes);
}

/* A solver that is made for each solution has some hundred kilobytes of tasks and of StarPU's handles. glibc gives the
 * top of the heap back to the system as soon as 128 KiB of it are free, or does not, if something lies above: by
 * chance, some solvers fault in all of that anew each time. A program that has freed a mapped block is one that needs
 * more: twice its size may stay free at the top from then on, and blocks up to its size come from the heap (mallopt(3),
 * M_MMAP_THRESHOLD). What the program or its environment have asked for instead, stands.
 *
 * What the program has freed in the heap may have room for such a block: then more are taken, until one is mapped. It
 * begins behind glibc's two words at the beginning of a page. Nothing of them is touched. */
void sl__memory_init(void)
{
    enum { MOST = 16 };
    static int done; /* with the lock of sl_init() */
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *volatile block[MOST]; /* or the compiler leaves all calls out */
    int n = 0, mapped = done;
    while (n < MOST && !mapped) {
        block[n] = malloc(SL__MEMORY_MAP_FROM);
        mapped = block[n] == NULL || (uintptr_t)block[n] % page == 2 * sizeof(size_t);
        n++;
    }
    while (n > 0)
        free(block[--n]);
    done = 1;
}

/* Bytes of memory that the host has, no less than @p enough if there are so many: a virtual machine's may grow, but to
 * ask for each view costs a system call. */
static size_t memory_physical(size_t enough)
{
    static _Atomic size_t known;
    size_t physical = atomic_load_explicit(&known, memory_order_relaxed);
    if (physical >= enough)
        return physical;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    physical = pages > 0 && size > 0 ? (size_t)pages * (size_t)size : SIZE_MAX;
    atomic_store_explicit(&known, physical, memory_order_relaxed);
    return physical;
}

void *sl__memory_array(int64_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count > 0 ? (size_t)count : 1, size, &bytes) || bytes > memory_physical(bytes))
        return NULL;
    return calloc(1, bytes);
}

/* That end is a power of two, which the stack is below, too. */
size_t sl__memory_behind(const void *data)
{
    const uintptr_t high = (uintptr_t)data | (uintptr_t)&data;
    return (UINTPTR_MAX >> __builtin_clzl(high)) - (uintptr_t)data;
}

size_t sl__memory_held(void)
{
    return atomic_load(&memory_total);
}

/* How far into its first page a block begins. Two arrays that lie alike in huge pages have physical addresses that are
 * equal but for the upper bits, and a processor may take a load from one for a load of what it has just stored to the
 * other: on a Xeon of model 207 a stencil took five times as long with offsets of 0 and 1 MiB, and none from 256 bytes
 * on. */
static size_t memory_color(void)
{
    static _Atomic unsigned color;
    return (size_t)(atomic_fetch_add_explicit(&color, 1, memory_order_relaxed) % SL__MEMORY_COLORS) *
           SL__MEMORY_COLOR_STEP;
}

/* A mapping has the alignment of a small page: map one huge page more, and give the ends back. */
static void *memory_map(size_t bytes, size_t *mapped)
{
    size_t length = (bytes + SL__MEMORY_HUGE_PAGE - 1) & ~(SL__MEMORY_HUGE_PAGE - 1);
    char *base = mmap(NULL, length + SL__MEMORY_HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    size_t head = (size_t)(-(uintptr_t)base & (SL__MEMORY_HUGE_PAGE - 1));
    if (head > 0)
        munmap(base, head);
    if (head < SL__MEMORY_HUGE_PAGE)
        munmap(base + head + length, SL__MEMORY_HUGE_PAGE - head);
    if (sl__env_int(SL__ENV_HUGE_PAGES))
        (void)madvise(base + head, length, MADV_HUGEPAGE); /* without huge pages it is only slower */
    *mapped = length;
    return base + head;
}

int sl__memory_large(size_t bytes, sl__block *block)
{
    block->shift = memory_color();
    char *base = memory_map(bytes + block->shift, &block->mapped);
    block->data = base ? base + block->shift : NULL;
    return base != NULL;
}

/* A page cannot be pinned twice: what is too large for a slab has its pages to itself where there are devices. */
static size_t memory_alignment(size_t bytes)
{
    long page = bytes > SL__SLAB_MOST && sl__device_workers() > 0 ? sysconf(_SC_PAGESIZE) : 0;
    return page > 0 ? (size_t)page : SL__MEMORY_ALIGN;
}

static void *memory_heap(size_t bytes)
{
    size_t align = memory_alignment(bytes);
    return aligned_alloc(align, (bytes + align - 1) & ~(align - 1));
}

/* A mapping of small pages. */
static void *memory_pages(size_t bytes, size_t *mapped)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), length = (bytes + page - 1) / page * page;
    void *base = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    *mapped = length;
    return base;
}

/* Memory of a node: nobody has touched its pages. Where that is not possible it lies as other memory does. */
static void memory_find_on(int node, sl__block *block)
{
    if (block->bytes >= SL__MEMORY_MAP_FROM)
        (void)sl__memory_large(block->bytes, block);
    else
        block->data = memory_pages(block->bytes, &block->mapped);
    if (block->data == NULL)
        return;
    const sl__memory_placed placed = sl__memory_bind((char *)block->data - block->shift, block->mapped, node);
    if (placed != SL__MEMORY_PLACED)
        SL_LOG(SL_LOG_INFO, "%s: %zu bytes lie where they would without the flag",
               placed == SL__MEMORY_REFUSED ? "the system does not bind memory to NUMA nodes"
               : node == SL__MEMORY_FAST    ? "the machine has no high-bandwidth memory"
                                            : "the machine has no such NUMA node",
               block->bytes);
}

/* Memory of any kind. */
static void memory_find(int zero, sl__block *block)
{
    if (block->bytes >= SL__MEMORY_MAP_FROM) {
        (void)sl__memory_large(block->bytes, block);
        return;
    }
    block->data = sl__slab_get(block->bytes);
    block->slab = block->data != NULL;
    if (!block->data)
        block->data = memory_heap(block->bytes);
    if (block->data && zero)
        memset(block->data, 0, block->bytes);
}

/* Whether there would be memory for tasks; asked for each few MiB of views, as it costs two calls of the system. */
static int memory_is_left(size_t held, size_t bytes)
{
    if (held / SL__MEMORY_MAP_FROM == (held + bytes) / SL__MEMORY_MAP_FROM)
        return 1;
    void *some =
        mmap(NULL, SL__MEMORY_FOR_TASKS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (some != MAP_FAILED) {
        munmap(some, SL__MEMORY_FOR_TASKS);
        return 1;
    }
    void *volatile heap = malloc(SL__MEMORY_FOR_TASKS); /* what was freed there is no one else's */
    const int found = heap != NULL;
    free(heap);
    return found;
}

sl_status sl__memory_get(const char *function, const char *label, size_t bytes, int zero, sl__block *block)
{
    return sl__memory_get_on(function, label, bytes, zero, SL__MEMORY_ANYWHERE, block);
}

sl_status sl__memory_get_on(const char *function, const char *label, size_t bytes, int zero, int node, sl__block *block)
{
    sl__block got = {.bytes = bytes};
    size_t held = atomic_load(&memory_total), physical;
    do { /* what does not fit is never counted, not even for a moment: another thread would be refused for it */
        physical = memory_physical(bytes > SIZE_MAX - held ? SIZE_MAX : held + bytes);
        if (bytes > physical || held > physical - bytes)
            return SL_FAIL(SL_ERR_MEMORY,
                           "%s: \"%s\" wants %zu bytes, but of the host's %zu bytes other views hold "
                           "%zu",
                           function, label, bytes, physical, held);
    } while (!atomic_compare_exchange_weak(&memory_total, &held, held + bytes));
    const int refused = memory_refused();
    if (!refused && node == SL__MEMORY_ANYWHERE)
        memory_find(zero, &got);
    else if (!refused)
        memory_find_on(node, &got);
    if (!got.data) {
        atomic_fetch_sub(&memory_total, bytes);
        return SL_FAIL(SL_ERR_MEMORY,
                       "%s: \"%s\" wants %zu bytes, which the system refused; the host has %zu, of "
                       "which other views hold %zu",
                       function, label, bytes, physical, held);
    }
    if (sl__tools_on())
        sl__watch.memory_taken(STARPU_MAIN_RAM, got.data, bytes, label);
    if (!memory_is_left(held, bytes)) {
        sl__memory_put(&got);
        return SL_FAIL(
            SL_ERR_MEMORY,
            "%s: \"%s\" wants %zu bytes, which would leave less than %zu MiB for tasks (see ulimit -v and -d); "
            "other views hold %zu bytes",
            function, label, bytes, SL__MEMORY_FOR_TASKS >> 20, held);
    }
    *block = got;
    return SL_SUCCESS;
}

int sl__memory_reserve(size_t bytes, sl__block *block)
{
    void *data =
        mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data == MAP_FAILED)
        return 0;
    *block = (sl__block){.data = data, .mapped = bytes ? bytes : 1};
    return 1;
}

void sl__memory_put(sl__block *block)
{
    if (!block->data)
        return;
    if (sl__tools_on() && block->bytes > 0) /* 0: it was not counted */
        sl__watch.memory_given(STARPU_MAIN_RAM, block->data, block->bytes);
    if (block->mapped)
        munmap((char *)block->data - block->shift, block->mapped);
    else if (block->slab)
        sl__slab_put(block->data, block->bytes);
    else
        free(block->data);
    atomic_fetch_sub(&memory_total, block->bytes);
    block->data = NULL;
}
