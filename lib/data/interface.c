/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/interface.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "data/layout.h"
#include "data/view.h"
#include "data/watch.h"
#include "backend/backend.h"

/* What differs between the supported versions of StarPU. */
#if STARPU_MAJOR_VERSION > 1 || STARPU_MINOR_VERSION >= 4
#define INTERFACE_STARPU_14 1
typedef int interface_node;
#else
#define INTERFACE_STARPU_14 0
typedef unsigned interface_node;
#endif

/* No allocator likes 0 bytes: an empty view has room for an element. */
static size_t interface_bytes(const struct sl__interface *itf)
{
    return (itf->span ? itf->span : itf->elem) + 2 * itf->room;
}

static size_t interface_packed(const struct sl__interface *itf)
{
    return (size_t)itf->count * itf->elem;
}

static struct sl__interface *interface_on(starpu_data_handle_t handle, unsigned node)
{
    return starpu_data_get_interface_on_node(handle, node);
}

static int is_device(unsigned node)
{
    const enum starpu_node_kind kind = starpu_node_get_kind(node);
    return kind != STARPU_UNUSED && kind != STARPU_CPU_RAM && kind != STARPU_DISK_RAM;
}

int sl__interface_left_nodes;

/* Whether a node has what is automatic in layout left. */
static int is_left(unsigned node)
{
    return is_device(node) || (sl__interface_left_nodes && node != STARPU_MAIN_RAM);
}

static void interface_register(starpu_data_handle_t handle, interface_node home_node, void *data_interface)
{
    for (int node = 0; node < STARPU_MAXNODES; node++) {
        struct sl__interface *local = interface_on(handle, (unsigned)node);
        *local = *(const struct sl__interface *)data_interface;
        if (node != (int)home_node) {
            local->ptr = 0;
            local->dev_handle = 0;
        }
        if (local->automatic && is_left((unsigned)node))
            sl__layout_left(local->rank, local->n, local->s);
    }
}

struct sl__interface sl__interface_of_box(const sl_view *v, const sl_index n[])
{
    struct sl__interface itf = {.id = sl__interface_id(), .elem = v->elem, .count = 1, .rank = v->rank};
    sl_index last = 0;
    for (int d = 0; d < SL_MAX_RANK; d++) {
        itf.n[d] = d < v->rank ? n[d] : 1;
        itf.s[d] = v->s[d];
        itf.count *= itf.n[d];
        last += d < v->rank ? (itf.n[d] - 1) * itf.s[d] : 0;
    }
    itf.span = (size_t)(last + 1) * v->elem;
    return itf;
}

uintptr_t sl__interface_take(unsigned node, size_t bytes, uintptr_t home)
{
    char label[SL__VIEW_LABEL];
    const uintptr_t address = starpu_malloc_on_node(node, bytes);
    if (address == 0 || !sl__tools_on())
        return address;
    sl__watch.label((const void *)home, label);
    sl__watch.memory_taken(node, (const void *)address, bytes, label);
    return address;
}

void sl__interface_give(unsigned node, uintptr_t address, size_t bytes)
{
    if (sl__tools_on())
        sl__watch.memory_given(node, (const void *)address, bytes);
    starpu_free_on_node(node, address, bytes);
}

/* A disk's address is no pointer, and no loop runs there. */
static size_t room_on(unsigned node, const struct sl__interface *itf)
{
    return starpu_node_get_kind(node) == STARPU_DISK_RAM ? 0 : itf->room;
}

static starpu_ssize_t interface_allocate(void *data_interface, unsigned node)
{
    struct sl__interface *itf = data_interface;
    uintptr_t address = sl__interface_take(node, interface_bytes(itf), itf->home);
    if (!address)
        return -ENOMEM;
    itf->ptr = itf->dev_handle = address + room_on(node, itf);
    return (starpu_ssize_t)interface_bytes(itf);
}

static void interface_free(void *data_interface, unsigned node)
{
    struct sl__interface *itf = data_interface;
    if (itf->dev_handle && starpu_node_get_kind(node) != STARPU_CPU_RAM)
        sl__device_settle();
    if (itf->dev_handle)
        sl__interface_give(node, itf->dev_handle - room_on(node, itf), interface_bytes(itf));
    itf->ptr = 0;
    itf->dev_handle = 0;
}

#if INTERFACE_STARPU_14
/* What is launched, or copied, by those who had the memory before may use it still. */
static void interface_reuse(void *to, const void *from, unsigned node)
{
    const struct sl__interface *itf = from;
    if (itf->edge && is_device(node))
        sl__device_settle();
    memcpy(to, from, sizeof *itf);
}
#endif

static void *interface_pointer(void *data_interface, unsigned node)
{
    (void)node;
    return (void *)((struct sl__interface *)data_interface)->ptr;
}

static size_t interface_size(starpu_data_handle_t handle)
{
    return interface_packed(interface_on(handle, STARPU_MAIN_RAM));
}

static size_t interface_alloc_size(starpu_data_handle_t handle)
{
    return interface_bytes(interface_on(handle, STARPU_MAIN_RAM));
}

static uint32_t interface_footprint(starpu_data_handle_t handle)
{
    const struct sl__interface *itf = interface_on(handle, STARPU_MAIN_RAM);
    uint32_t hash = starpu_hash_crc32c_be_n(&itf->elem, sizeof itf->elem, 0);
    hash = starpu_hash_crc32c_be_n(&itf->room, sizeof itf->room, hash);
    hash = starpu_hash_crc32c_be_n(&itf->edge, sizeof itf->edge, hash);
    hash = starpu_hash_crc32c_be_n(itf->n, (size_t)itf->rank * sizeof itf->n[0], hash);
    return starpu_hash_crc32c_be_n(itf->s, (size_t)itf->rank * sizeof itf->s[0], hash);
}

static int interface_compare(void *data_interface_a, void *data_interface_b)
{
    const struct sl__interface *a = data_interface_a, *b = data_interface_b;
    if (a->id != b->id || a->automatic != b->automatic || a->edge != b->edge || a->room != b->room ||
        a->elem != b->elem || a->span != b->span || a->count != b->count || a->rank != b->rank)
        return 0;
    return memcmp(a->n, b->n, sizeof a->n) == 0 && memcmp(a->s, b->s, sizeof a->s) == 0;
}

static void interface_display(starpu_data_handle_t handle, FILE *file)
{
    const struct sl__interface *itf = interface_on(handle, STARPU_MAIN_RAM);
    fprintf(file, "%zu\t", itf->elem);
    for (int d = 0; d < itf->rank; d++)
        fprintf(file, "%" PRId64 ":%" PRId64 "\t", itf->n[d], itf->s[d]);
}

static starpu_ssize_t interface_describe(void *data_interface, char *text, size_t size)
{
    const struct sl__interface *itf = data_interface;
    size_t used = (size_t)snprintf(text, size, "V%zu", itf->elem);
    for (int d = 0; d < itf->rank && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, "x%" PRId64, itf->n[d]);
    return (starpu_ssize_t)used;
}

int sl__interface_copy(void *src, unsigned src_node, void *dst, unsigned dst_node, void *async_data)
{
    const struct sl__interface *from = src, *to = dst;
    sl__runs runs = sl__layout_runs(from->rank, from->elem, from->n, from->s);
    int64_t index[SL_MAX_RANK] = {0};
    size_t offset = 0;
    int result = 0;
    if (runs.run == 0)
        return 0;
    do { /* the closest repetition in one call, those around it one by one */
        int status = runs.rank == 0
                         ? starpu_interface_copy(from->dev_handle, offset, src_node, to->dev_handle, offset, dst_node,
                                                 runs.run, async_data)
                         : starpu_interface_copy2d(from->dev_handle, offset, src_node, to->dev_handle, offset, dst_node,
                                                   runs.run, (size_t)runs.n[0], runs.step[0], runs.step[0], async_data);
        if (status != 0)
            result = status;
    } while (sl__runs_next(&runs, 1, index, &offset));
    return result;
}

/* Copies runs of a common length, with the length known to the compiler where it is that of one element. */
static inline __attribute__((always_inline)) void interface_loop(char *to, const char *from, size_t run, size_t to_step,
                                                                 size_t from_step, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        memcpy(to + (size_t)i * to_step, from + (size_t)i * from_step, run);
}

static void interface_row(char *to, const char *from, size_t run, size_t to_step, size_t from_step, int64_t count)
{
    if (run == 8)
        interface_loop(to, from, 8, to_step, from_step, count);
    else if (run == 4)
        interface_loop(to, from, 4, to_step, from_step, count);
    else
        interface_loop(to, from, run, to_step, from_step, count);
}

/* Where a walk over the runs goes. */
typedef enum interface_way { WAY_COPY, WAY_PACK, WAY_UNPACK } interface_way;

/* Copies all elements; on the packed side the runs lie one after another, in the order of their addresses. */
static void interface_walk(const struct sl__interface *itf, char *strided, char *other, interface_way way)
{
    sl__runs runs = sl__layout_runs(itf->rank, itf->elem, itf->n, itf->s);
    int64_t index[SL_MAX_RANK] = {0};
    int64_t count = runs.rank > 0 ? runs.n[0] : 1;
    size_t step = runs.rank > 0 ? runs.step[0] : runs.run;
    size_t offset = 0;
    if (runs.run == 0)
        return;
    do {
        if (way == WAY_COPY) {
            interface_row(other + offset, strided + offset, runs.run, step, step, count);
        } else if (way == WAY_PACK) {
            interface_row(other, strided + offset, runs.run, runs.run, step, count);
            other += runs.run * (size_t)count;
        } else {
            interface_row(strided + offset, other, runs.run, step, runs.run, count);
            other += runs.run * (size_t)count;
        }
    } while (sl__runs_next(&runs, 1, index, &offset));
}

/* Element by element, where both have other strides. */
static void interface_turn(const struct sl__interface *from, const struct sl__interface *to)
{
    int64_t index[SL_MAX_RANK] = {0};
    for (int64_t left = from->count; left > 0; left--) {
        size_t at = 0, there = 0;
        for (int d = 0; d < from->rank; d++) {
            at += (size_t)(index[d] * from->s[d]) * from->elem;
            there += (size_t)(index[d] * to->s[d]) * from->elem;
        }
        memcpy((char *)to->ptr + there, (const char *)from->ptr + at, from->elem);
        for (int d = from->rank - 1; d >= 0 && ++index[d] == from->n[d]; d--)
            index[d] = 0;
    }
}

int sl__interface_copy_host(void *src, unsigned src_node, void *dst, unsigned dst_node)
{
    const struct sl__interface *from = src, *to = dst;
    (void)src_node;
    (void)dst_node;
    const void *data = (const void *)from->ptr;
    if (sl__watched())
        sl__watch.copy(SL__WAY_HOST, data, interface_packed(from));
    const int notify = sl__tools_on();
    const uint64_t id = notify ? sl__watch.copy_begins(SL__WAY_HOST, data, interface_packed(from)) : 0;
    if (memcmp(from->s, to->s, sizeof from->s) != 0)
        interface_turn(from, to);
    else
        interface_walk(from, (char *)from->ptr, (char *)to->ptr, WAY_COPY);
    if (notify)
        sl__watch.copy_ends(id);
    return 0;
}

/* The same of layout left: packed elements are in the order that they have in host memory, layout right. */
static int interface_walk_left(unsigned node, const struct sl__interface *itf, uintptr_t packed, interface_way way)
{
    const int last = itf->rank - 1;
    const size_t step = (size_t)itf->s[last] * itf->elem, row = (size_t)itf->n[last] * itf->elem;
    int result = 0;
    sl__device_settle();
    for (int64_t line = 0; line < itf->count / itf->n[last]; line++) {
        size_t offset = 0, packed_at = (size_t)line * row;
        for (int64_t d = last - 1, left = line; d >= 0; left /= itf->n[d--])
            offset += (size_t)(left % itf->n[d] * itf->s[d]) * itf->elem;
        const int status = way == WAY_PACK
                               ? starpu_interface_copy2d(itf->ptr, offset, node, packed, packed_at, node, itf->elem,
                                                         (size_t)itf->n[last], step, itf->elem, NULL)
                               : starpu_interface_copy2d(packed, packed_at, node, itf->ptr, offset, node, itf->elem,
                                                         (size_t)itf->n[last], itf->elem, step, NULL);
        if (status != 0)
            result = status;
    }
    return result;
}

/* The same on a device, whose memory the host cannot touch; both sides are on the node. StarPU-MPI packs there when
 * MPI reads device memory. */
static int interface_walk_on(unsigned node, const struct sl__interface *itf, uintptr_t packed, interface_way way)
{
    sl__runs runs = sl__layout_runs(itf->rank, itf->elem, itf->n, itf->s);
    int64_t index[SL_MAX_RANK] = {0};
    const size_t count = runs.rank > 0 ? (size_t)runs.n[0] : 1, step = runs.rank > 0 ? runs.step[0] : runs.run;
    size_t offset = 0, done = 0;
    int result = 0;
    if (runs.run == 0)
        return 0;
    if (itf->automatic)
        return interface_walk_left(node, itf, packed, way);
    sl__device_settle(); /* StarPU's own copies do not wait for what it takes for ended */
    do {
        int status = way == WAY_PACK ? starpu_interface_copy2d(itf->ptr, offset, node, packed, done, node, runs.run,
                                                               count, step, runs.run, NULL)
                                     : starpu_interface_copy2d(packed, done, node, itf->ptr, offset, node, runs.run,
                                                               count, runs.run, step, NULL);
        if (status != 0)
            result = status;
        done += runs.run * count;
    } while (sl__runs_next(&runs, 1, index, &offset));
    return result;
}

/* Between a copy on any node and packed elements on the same node. */
static int interface_between(unsigned node, const struct sl__interface *itf, void *packed, interface_way way)
{
    if (starpu_node_get_kind(node) != STARPU_CPU_RAM)
        return interface_walk_on(node, itf, (uintptr_t)packed, way);
    interface_walk(itf, (char *)itf->ptr, packed, way);
    return 0;
}

static int interface_pack(starpu_data_handle_t handle, unsigned node, void **ptr, starpu_ssize_t *count)
{
    const struct sl__interface *itf = interface_on(handle, node);
    size_t bytes = interface_packed(itf);
    *count = (starpu_ssize_t)bytes;
    if (!ptr)
        return 0;
#if INTERFACE_STARPU_14
    *ptr = (void *)starpu_malloc_on_node_flags(node, bytes ? bytes : 1, 0);
#else
    if (starpu_malloc_flags(ptr, bytes ? bytes : 1, 0) != 0)
        *ptr = NULL;
#endif
    if (!*ptr)
        return -ENOMEM;
    return interface_between(node, itf, *ptr, WAY_PACK);
}

static int interface_peek(starpu_data_handle_t handle, unsigned node, void *ptr, size_t count)
{
    const struct sl__interface *itf = interface_on(handle, node);
    if (count != interface_packed(itf))
        return -EINVAL;
    return interface_between(node, itf, ptr, WAY_UNPACK);
}

static int interface_unpack(starpu_data_handle_t handle, unsigned node, void *ptr, size_t count)
{
    int result = interface_peek(handle, node, ptr, count);
#if INTERFACE_STARPU_14
    starpu_free_on_node_flags(node, (uintptr_t)ptr, count ? count : 1, 0);
#else
    starpu_free_flags(ptr, count ? count : 1, 0);
#endif
    return result;
}

struct starpu_data_copy_methods sl__interface_copies = {
    .ram_to_ram = sl__interface_copy_host,
    .any_to_any = sl__interface_copy,
};

struct starpu_data_interface_ops sl__interface_ops = {
    .register_data_handle = interface_register,
    .allocate_data_on_node = interface_allocate,
    .free_data_on_node = interface_free,
    .to_pointer = interface_pointer,
    .copy_methods = &sl__interface_copies,
    .get_size = interface_size,
    .get_alloc_size = interface_alloc_size,
    .footprint = interface_footprint,
    .compare = interface_compare,
    .display = interface_display,
    .describe = interface_describe,
    .pack_data = interface_pack,
#if INTERFACE_STARPU_14
    .peek_data = interface_peek,
    .reuse_data_on_node = interface_reuse,
#endif
    .unpack_data = interface_unpack,
    .interfaceid = STARPU_UNKNOWN_INTERFACE_ID,
    .interface_size = sizeof(struct sl__interface),
    .name = (char *)"SL_VIEW",
};

/* Registers a handle and lets it go. StarPU 1.4 makes its table of interfaces at the first one, without a lock: it
 * tells the size before it has the memory, and another thread that registers meanwhile writes through NULL. */
static void register_first(void)
{
    static char nothing[1];
    struct sl__interface itf = {.id = sl__interface_id(), .elem = 1, .span = 1, .count = 1};
    starpu_data_handle_t handle;
    itf.ptr = itf.dev_handle = (uintptr_t)nothing;
    starpu_data_register(&handle, STARPU_MAIN_RAM, &itf, &sl__interface_ops);
    starpu_data_unregister(handle);
}

void sl__interface_init(void)
{
    /* Once: StarPU 1.4 overruns its table of interfaces from the sixteenth on. */
    if (sl__interface_ops.interfaceid == STARPU_UNKNOWN_INTERFACE_ID)
        sl__interface_ops.interfaceid = (enum starpu_data_interface_id)starpu_data_interface_get_next_id();
    register_first();
}
