/* SPDX-License-Identifier: BSD-3-Clause */
/* Starloop's StarPU data interface: its operations called directly on two host copies, and by StarPU itself
 * through codelets, the pack and unpack functions, a disk, and CUDA devices. The reference goes element by element. */
#include <errno.h>
#include <unistd.h>

#include <starloop/starpu.h>

#include <starloop/runtime.h>
#include <starloop/starpu.h>

#include "base/failure.h"
#include "data/interface.h"
#include "data/pin.h"
#include "data/view.h"
#include "backend/backend.h"
#include "data/wrapped.h"
#include "tap.h"

#define GAP 0x5a

typedef struct interface_case {
    const char *name;
    size_t elem;
    int rank;
    sl_index n[SL_MAX_RANK], s[SL_MAX_RANK];
} interface_case;

static const interface_case cases[] = {
    {"rank 0", 8, 0, {0}, {0}},
    {"dense vector", 8, 1, {1000}, {1}},
    {"vector of bytes", 1, 1, {33}, {1}},
    {"strided vector", 4, 1, {100}, {3}},
    {"strided vector of pairs", 16, 1, {50}, {2}},
    {"padded rows", 8, 2, {7, 9}, {16, 1}},
    {"columns", 8, 2, {7, 9}, {1, 7}},
    {"strided both ways", 2, 2, {7, 9}, {40, 3}},
    {"rank 3 strided", 8, 3, {4, 5, 6}, {100, 13, 2}},
    {"rank 3, dense planes", 8, 3, {4, 5, 6}, {64, 6, 1}},
    {"rank 3, middle first", 4, 3, {4, 5, 6}, {5, 1, 24}},
    {"rank 6", 4, 6, {2, 3, 2, 3, 2, 2}, {400, 100, 40, 10, 4, 1}},
    {"one element", 8, 3, {1, 1, 1}, {5, 5, 5}},
    {"empty", 8, 2, {0, 5}, {5, 1}},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static struct sl__interface geometry(const interface_case *c, void *data)
{
    sl_layout layout = {.kind = SL__LAYOUT_STRIDE, .count = c->rank};
    sl_extents extents = {.rank = c->rank};
    struct sl__interface itf = {.id = sl__interface_id(), .ptr = (uintptr_t)data, .dev_handle = (uintptr_t)data};
    sl__shape shape;
    memcpy(layout.stride, c->s, sizeof c->s);
    memcpy(extents.n, c->n, sizeof c->n);
    if (sl__layout_shape("geometry", c->elem, &layout, &extents, &shape) == SL_SUCCESS) {
        itf.elem = shape.elem;
        itf.span = shape.span;
        itf.count = shape.count;
        itf.rank = shape.rank;
        memcpy(itf.n, shape.n, sizeof itf.n);
        memcpy(itf.s, shape.s, sizeof itf.s);
    }
    return itf;
}

/* Visits all elements; counts those for which the bytes of a differ from those of b. */
static int64_t differences(const struct sl__interface *itf, const char *a, const char *b, unsigned char *is_element)
{
    int64_t wrong = 0;
    for (int64_t k = 0; k < itf->count; k++) {
        int64_t rest = k;
        size_t offset = 0;
        for (int d = 0; d < itf->rank; d++) {
            offset += (size_t)(rest % itf->n[d] * itf->s[d]) * itf->elem;
            rest /= itf->n[d];
        }
        wrong += memcmp(a + offset, b + offset, itf->elem) != 0;
        memset(is_element + offset, 1, itf->elem);
    }
    return wrong;
}

static int64_t gaps_touched(const unsigned char *is_element, const unsigned char *data, size_t bytes)
{
    int64_t touched = 0;
    for (size_t b = 0; b < bytes; b++)
        touched += !is_element[b] && data[b] != GAP;
    return touched;
}

static void fill(unsigned char *data, size_t bytes, unsigned seed)
{
    for (size_t b = 0; b < bytes; b++)
        data[b] = (unsigned char)((b * 167 + seed * 13 + b / 251) & 0xff);
}

static void test_copies(void)
{
    for (int k = 0; k < CASES; k++) {
        for (int way = 0; way < 2; way++) {
            struct sl__interface from = geometry(&cases[k], NULL), to;
            size_t room = from.span + 64; /* what lies behind the last element must stay too */
            unsigned char *a = malloc(room), *b = malloc(room), *is_element = calloc(1, room);
            fill(a, room, 1);
            memset(b, GAP, room);
            to = from;
            from.ptr = from.dev_handle = (uintptr_t)a;
            to.ptr = to.dev_handle = (uintptr_t)b;
            int status = way ? sl__interface_copy(&from, STARPU_MAIN_RAM, &to, STARPU_MAIN_RAM, NULL)
                             : sl__interface_copy_host(&from, STARPU_MAIN_RAM, &to, STARPU_MAIN_RAM);
            const char *name = way ? "any_to_any" : "ram_to_ram";
            is_int(status, 0, "%s of %s succeeds", name, cases[k].name);
            is_int(differences(&from, (char *)a, (char *)b, is_element), 0, "%s of %s copies every element", name,
                   cases[k].name);
            is_int(gaps_touched(is_element, b, room), 0, "%s of %s leaves the gaps alone", name, cases[k].name);
            free(a);
            free(b);
            free(is_element);
        }
    }
}

/* pack, then unpack into another handle: equal elements, gaps untouched, and the size is that of the elements. */
static void test_pack(void)
{
    for (int k = 0; k < CASES; k++) {
        struct sl__interface from = geometry(&cases[k], NULL), to = from;
        size_t room = from.span + 64;
        unsigned char *a = malloc(room), *b = malloc(room), *is_element = calloc(1, room);
        starpu_data_handle_t x, y;
        void *packed = NULL;
        starpu_ssize_t want = -7, count = -7;
        fill(a, room, 2);
        memset(b, GAP, room);
        from.ptr = from.dev_handle = (uintptr_t)a;
        to.ptr = to.dev_handle = (uintptr_t)b;
        starpu_data_register(&x, STARPU_MAIN_RAM, &from, &sl__interface_ops);
        starpu_data_register(&y, STARPU_MAIN_RAM, &to, &sl__interface_ops);
        is_int(sl__interface_ops.pack_data(x, STARPU_MAIN_RAM, NULL, &want), 0, "%s: packing tells its size",
               cases[k].name);
        is_int(want, from.count * (int64_t)from.elem, "%s: only elements are packed", cases[k].name);
        is_int(starpu_data_pack(x, &packed, &count), 0, "%s: StarPU packs it", cases[k].name);
        is_int(count, want, "%s: and gives that size", cases[k].name);
        is_int(starpu_data_unpack(y, packed, (size_t)count), 0, "%s: StarPU unpacks it", cases[k].name);
        is_int(differences(&from, (char *)a, (char *)b, is_element), 0, "%s: every element is there", cases[k].name);
        is_int(gaps_touched(is_element, b, room), 0, "%s: unpacking leaves the gaps alone", cases[k].name);
        is_int(starpu_data_get_size(x), want, "%s: the handle's size is that of the elements", cases[k].name);
        starpu_data_unregister(x);
        starpu_data_unregister(y);
        free(a);
        free(b);
        free(is_element);
    }
}

static void test_unpack_wrong_size(void)
{
    struct sl__interface itf = geometry(&cases[1], NULL);
    static double data[1000];
    starpu_data_handle_t x;
    void *packed = NULL;
    itf.ptr = itf.dev_handle = (uintptr_t)data;
    data[3] = 4;
    starpu_data_register(&x, STARPU_MAIN_RAM, &itf, &sl__interface_ops);
    if (starpu_malloc_flags(&packed, 16, 0) == 0)
        is_int(sl__interface_ops.unpack_data(x, STARPU_MAIN_RAM, packed, 16), -EINVAL,
               "unpacking too few bytes is refused");
    ok(data[3] == 4, "and changes nothing");
    starpu_data_unregister(x);
}

/* compare must tell apart whatever differs besides the pointer: StarPU's allocation cache relies on it. */
static void test_compare(void)
{
    for (int i = 0; i < CASES; i++) {
        int wrong = 0;
        for (int j = 0; j < CASES; j++) {
            struct sl__interface a = geometry(&cases[i], NULL), b = geometry(&cases[j], &wrong);
            wrong += sl__interface_ops.compare(&a, &b) != (i == j);
        }
        is_int(wrong, 0, "%s compares equal to itself at any address and to no other", cases[i].name);
    }
    const interface_case rows = {"rows", 8, 2, {4, 4}, {4, 1}}, columns = {"columns", 8, 2, {4, 4}, {1, 4}};
    struct sl__interface r = geometry(&rows, NULL), c = geometry(&columns, NULL);
    is_int(sl__interface_ops.compare(&r, &c), 0, "rows are not columns, though extents and span agree");
    starpu_data_handle_t x[2];
    static char data[2][64000];
    uint32_t print[2];
    for (int k = 0; k < 2; k++) { /* the same extents, other strides */
        struct sl__interface itf = geometry(&cases[5 + k], data[k]);
        memcpy(itf.n, geometry(&cases[5], NULL).n, sizeof itf.n);
        starpu_data_register(&x[k], STARPU_MAIN_RAM, &itf, &sl__interface_ops);
        print[k] = sl__interface_ops.footprint(x[k]);
    }
    ok(print[0] != print[1], "strides are part of the footprint");
    starpu_data_unregister(x[0]);
    starpu_data_unregister(x[1]);
}

static void test_nodes(void)
{
    struct sl__interface itf = geometry(&cases[8], NULL), empty = geometry(&cases[13], NULL);
    starpu_ssize_t bytes = sl__interface_ops.allocate_data_on_node(&itf, STARPU_MAIN_RAM);
    is_int(bytes, itf.span, "a copy on a node spans what the original does");
    ok(itf.ptr != 0 && itf.ptr == itf.dev_handle, "and has an address");
    sl__interface_ops.free_data_on_node(&itf, STARPU_MAIN_RAM);
    ok(itf.ptr == 0, "which is gone when it is freed");
    ok(sl__interface_ops.allocate_data_on_node(&empty, STARPU_MAIN_RAM) > 0, "an empty copy has an address too");
    sl__interface_ops.free_data_on_node(&empty, STARPU_MAIN_RAM);
    itf.span = (size_t)1 << 62;
    is_int(sl__interface_ops.allocate_data_on_node(&itf, STARPU_MAIN_RAM), -ENOMEM, "too large a copy gives -ENOMEM");
    ok(itf.ptr == 0, "and no address");
    char text[64];
    struct sl__interface one = geometry(&cases[5], NULL);
    ok(sl__interface_ops.describe(&one, text, sizeof text) > 0 && strcmp(text, "V8x7x9") == 0, "describe says %s",
       text);
    ok(sl__interface_ops.describe(&one, text, 4) > 0 && strlen(text) == 3, "and keeps to its room");
}

static int seen_rank;
static sl_index seen_extent, seen_stride;

static void add_one(void *buffers[], void *arg)
{
    (void)arg;
    double *x = sl_starpu_pointer(buffers[0]);
    seen_rank = sl_starpu_rank(buffers[0]);
    seen_extent = sl_starpu_extent(buffers[0], 1);
    seen_stride = sl_starpu_stride(buffers[0], 1);
    for (sl_index i = 0; i < sl_starpu_extent(buffers[0], 0); i++) {
        for (sl_index j = 0; j < sl_starpu_extent(buffers[0], 1); j++)
            x[i * sl_starpu_stride(buffers[0], 0) + j * sl_starpu_stride(buffers[0], 1)] += 1;
    }
}

/* A program's own codelet on a view's handle. */
static void test_door(void)
{
    static struct starpu_codelet codelet = {.cpu_funcs = {add_one}, .nbuffers = 1, .modes = {STARPU_RW}};
    sl_view *u = NULL;
    is_int(sl_view_create("u", SL_DOUBLE, SL_LAYOUT_STRIDE(1, 6), SL_EXTENTS(4, 3), &u), SL_SUCCESS, "a view is made");
    starpu_data_handle_t handle = sl_view_starpu_handle(u);
    ok(handle && starpu_data_get_interface_id(handle) == sl__interface_id(), "its handle has our interface");
    int submitted = 0;
    for (int k = 0; k < 10; k++)
        submitted += starpu_task_insert(&codelet, STARPU_RW, handle, 0) == 0;
    is_int(submitted, 10, "codelets of the program's own take it");
    const double *p = SL_HOST_READ(double, u); /* waits, though Starloop has not counted these tasks */
    int wrong = 0;
    for (int k = 0; p && k < 12; k++)
        wrong += p[k % 4 + k / 4 * 6] != 10;
    ok(p && !wrong, "host access waits for them and every element is 10");
    ok(seen_rank == 2 && seen_extent == 3 && seen_stride == 6, "the codelet saw rank, extent and stride");
    ok(p && p[4] == 0 && p[5] == 0, "gaps are untouched");
    sl_host_end(u);
    sl_view_destroy(&u);
}

static char disk_folder[] = "interface-disk-XXXXXX";

/* Through a second memory node, a disk: StarPU allocates there, copies out and, when the host wants the data, back.
 * The host memory is scrambled in between, so that what is found in it has been on the disk. */
static void test_disk(void)
{
    if (!mkdtemp(disk_folder)) {
        skip("no folder for a disk node", "views go to a disk and back");
        return;
    }
    int disk = starpu_disk_register(&starpu_disk_unistd_ops, disk_folder, (starpu_ssize_t)64 << 20);
    for (int k = 0; disk >= 0 && k < CASES; k++) {
        struct sl__interface itf = geometry(&cases[k], NULL);
        size_t room = itf.span + 64;
        unsigned char *a = malloc(room), *b = malloc(room), *is_element = calloc(1, room);
        starpu_data_handle_t x;
        fill(a, room, 3);
        memcpy(b, a, room);
        itf.ptr = itf.dev_handle = (uintptr_t)b;
        starpu_data_register(&x, STARPU_MAIN_RAM, &itf, &sl__interface_ops);
        int status = starpu_data_acquire_on_node(x, disk, STARPU_RW);
        if (status == 0)
            starpu_data_release_on_node(x, disk);
        memset(b, GAP, room);
        status |= starpu_data_acquire_on_node(x, STARPU_MAIN_RAM, STARPU_R);
        is_int(status, 0, "%s goes to a disk node and back", cases[k].name);
        is_int(differences(&itf, (char *)a, (char *)b, is_element), 0, "%s comes back whole", cases[k].name);
        is_int(gaps_touched(is_element, b, room), 0, "%s comes back without its gaps", cases[k].name);
        starpu_data_release_on_node(x, STARPU_MAIN_RAM);
        starpu_data_unregister(x);
        free(a);
        free(b);
        free(is_element);
    }
    if (disk < 0)
        skip("StarPU registers no disk node", "views go to a disk and back");
}

/* ---- devices ---- */

/* Beyond the common cases, one that is staged. */
static const interface_case many = {"every other of many", 8, 1, {700000}, {2}};

static const interface_case *cuda_case(int k)
{
    return k < CASES ? &cases[k] : &many;
}

/* Two host buffers with a geometry: from, and to, of which only elements may be written. */
typedef struct cuda_pair {
    struct sl__interface from, to;
    unsigned char *a, *b, *is_element;
    size_t room;
    sl_view wrapped; /* what tells the copies that the gaps of b are not theirs */
} cuda_pair;

static void cuda_begin(const interface_case *c, cuda_pair *p)
{
    p->from = geometry(c, NULL);
    p->room = p->from.span + 64;
    p->a = malloc(p->room);
    p->b = malloc(p->room);
    p->is_element = calloc(1, p->room);
    fill(p->a, p->room, 4);
    memset(p->b, GAP, p->room);
    p->to = p->from;
    p->from.ptr = p->from.dev_handle = (uintptr_t)p->a;
    p->to.ptr = p->to.dev_handle = (uintptr_t)p->b;
    p->wrapped = (sl_view){.data = p->b, .span = p->from.span, .label = "b"};
    (void)sl__wrapped_enter(&p->wrapped, "cuda_begin", NULL);
}

static void cuda_end(cuda_pair *p, const char *what)
{
    is_int(differences(&p->from, (char *)p->a, (char *)p->b, p->is_element), 0, "%s: every element is there", what);
    is_int(gaps_touched(p->is_element, p->b, p->room), 0, "%s: and no gap of wrapped memory was written", what);
    sl__wrapped_leave(&p->wrapped);
    sl__pin_forget(p->a);
    sl__pin_forget(p->b);
    free(p->a);
    free(p->b);
    free(p->is_element);
}

/* Through StarPU, asynchronously: to the device, to another one if there is one, and back. */
static void cuda_round_trip(const interface_case *c, const unsigned nodes[], int count)
{
    char what[96];
    cuda_pair p;
    starpu_data_handle_t x;
    int status = 0;
    snprintf(what, sizeof what, "%s over %d devices and back", c->name, count);
    cuda_begin(c, &p);
    memcpy(p.b, p.a, p.room);
    starpu_data_register(&x, STARPU_MAIN_RAM, &p.to, &sl__interface_ops);
    for (int n = 0; n < count; n++) {
        status |= starpu_data_acquire_on_node(x, (int)nodes[n], STARPU_RW);
        if (status == 0)
            starpu_data_release_on_node(x, (int)nodes[n]);
    }
    memset(p.b, GAP, p.room); /* what is found there in the end has been on the device */
    status |= starpu_data_acquire_on_node(x, STARPU_MAIN_RAM, STARPU_R);
    is_int(status, 0, "%s: StarPU takes it", what);
    starpu_data_release_on_node(x, STARPU_MAIN_RAM);
    starpu_data_unregister(x);
    cuda_end(&p, what);
}

/* The synchronous methods, called directly. */
static void cuda_direct(const interface_case *c, unsigned node)
{
    struct starpu_data_copy_methods *m = &sl__interface_copies;
    char what[96];
    cuda_pair p;
    snprintf(what, sizeof what, "%s, synchronously", c->name);
    cuda_begin(c, &p);
    struct sl__interface first = p.from, second = p.from;
    if (ok(sl__interface_ops.allocate_data_on_node(&first, node) > 0 &&
               sl__interface_ops.allocate_data_on_node(&second, node) > 0,
           "%s: there is device memory", what)) {
        is_int(m->ram_to_cuda(&p.from, STARPU_MAIN_RAM, &first, node), 0, "%s: goes to the device", what);
        is_int(m->cuda_to_cuda(&first, node, &second, node), 0, "%s: goes elsewhere on it", what);
        is_int(m->cuda_to_ram(&second, node, &p.to, STARPU_MAIN_RAM), 0, "%s: comes back", what);
    }
    sl__interface_ops.free_data_on_node(&first, node);
    sl__interface_ops.free_data_on_node(&second, node);
    cuda_end(&p, what);
}

/* Packed and unpacked on the device, as StarPU-MPI does where MPI reads device memory. */
static void cuda_pack(const interface_case *c, unsigned node)
{
    char what[96];
    cuda_pair p;
    starpu_data_handle_t x, y;
    void *packed = NULL;
    starpu_ssize_t count = -7;
    snprintf(what, sizeof what, "%s packed on the device", c->name);
    cuda_begin(c, &p);
    starpu_data_register(&x, STARPU_MAIN_RAM, &p.from, &sl__interface_ops);
    starpu_data_register(&y, STARPU_MAIN_RAM, &p.to, &sl__interface_ops);
    int status = starpu_data_acquire_on_node(x, (int)node, STARPU_R);
    status |= starpu_data_acquire_on_node(y, (int)node, STARPU_W);
    status |= sl__interface_ops.pack_data(x, node, &packed, &count);
    is_int(count, p.from.count * (int64_t)p.from.elem, "%s: only elements are packed", what);
    status |= sl__interface_ops.unpack_data(y, node, packed, (size_t)count);
    is_int(status, 0, "%s: StarPU and CUDA take it", what);
    starpu_data_release_on_node(y, (int)node);
    starpu_data_release_on_node(x, (int)node);
    starpu_data_unregister(x);
    starpu_data_unregister(y);
    cuda_end(&p, what);
}

static void test_cuda(void)
{
    unsigned node[STARPU_MAXNODES];
    int nodes = 0;
    for (unsigned n = 0; n < starpu_memory_nodes_get_count(); n++)
        if (starpu_node_get_kind(n) == STARPU_CUDA_RAM)
            node[nodes++] = n;
    if (nodes == 0) {
        skip(sl__device_absence(), "views go to a CUDA device and back");
        return;
    }
    for (int k = 0; k <= CASES; k++) {
        cuda_round_trip(cuda_case(k), node, 1);
        if (nodes > 1)
            cuda_round_trip(cuda_case(k), node, 2);
        cuda_direct(cuda_case(k), node[0]);
        if (k < CASES)
            cuda_pack(cuda_case(k), node[0]);
    }
    is_int(sl__failure_take(), SL_SUCCESS, "no copy has failed");
}

/* StarPU 1.4 overruns its table of interfaces from the sixteenth on; without GPUs, which take long to start. */
static void test_rounds(void)
{
    enum { ROUNDS = 40 };
    sl_view *view = NULL;
    int failed = 0, ids = 0, first = 0;
    for (int k = 0; k < ROUNDS; k++) {
        failed += sl_init(&(sl_config){.gpus = -1}) != SL_SUCCESS;
        failed += sl_view_create("round", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &view) != SL_SUCCESS;
        int id = (int)sl__interface_ops.interfaceid;
        ids += k == 0 || id != first;
        first = id;
        sl_view_destroy(&view);
        failed += sl_finalize() != SL_SUCCESS;
    }
    is_int(failed, 0, "%d rounds of sl_init(), a view and sl_finalize() succeed", ROUNDS);
    is_int(ids, 1, "and all have one interface");
}

int main(void)
{
    sl_log_set_level(SL_LOG_NONE);
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    test_copies();
    test_pack();
    test_unpack_wrong_size();
    test_compare();
    test_nodes();
    test_door();
    test_disk();
    test_cuda();
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    rmdir(disk_folder);
    test_rounds();
    return done_testing();
}
