/* SPDX-License-Identifier: BSD-3-Clause */
/* The copy methods for CUDA, pinned memory and its slabs, without a device: the functions of CUDA's library that they
 * call are replaced by ones that keep to what CUDA promises, and that put off asynchronous work for as long as they
 * may. The reference goes element by element. */
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

#include "core/error.h"
#include "core/failure.h"
#include "core/starpu.h"
#include "data/interface.h"
#include "data/pin.h"
#include "data/slab.h"
#include "data/view.h"
#include "device/device.h"
#include "tap.h"

#ifdef STARPU_USE_CUDA

#define GAP 0x5a
#define MOST_WORK 65536

/* ---- a CUDA of our own ---------------------------------------------------------------------------------------- */

typedef struct fake_work {
    char *to;
    const char *from;
    size_t width, rows, to_step, from_step;
    cudaHostFn_t function; /* or else a copy */
    void *arg;
} fake_work;

static fake_work queue[MOST_WORK]; /* of all streams together */
static int queued, copies, host_functions, synchronized;
static int fail_copy = -1; /* the copy after so many fails */
static int registered, unregistered, refuse_registration, allocated, refuse_allocation;
static size_t registered_bytes;
static const void *known; /* to CUDA: the program has pinned it */

static pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;
static int fail_synchronize;
static void (*when_synchronized)(void); /* called before the next time */

static void fake_run(void)
{
    for (int i = 0; i < queued; i++) {
        const fake_work *w = &queue[i];
        if (w->function)
            w->function(w->arg);
        for (size_t r = 0; r < w->rows; r++)
            memcpy(w->to + r * w->to_step, w->from + r * w->from_step, w->width);
    }
    queued = 0;
}

static void fake_drain(void)
{
    pthread_mutex_lock(&fake_lock);
    fake_run();
    pthread_mutex_unlock(&fake_lock);
}

static cudaError_t fake_queue(fake_work work)
{
    if (!work.function) {
        copies++;
        if (fail_copy >= 0 && fail_copy-- == 0)
            return cudaErrorInvalidValue;
    }
    if (queued == MOST_WORK)
        fake_run();
    queue[queued++] = work;
    return cudaSuccess;
}

static cudaError_t fake_add(fake_work work)
{
    pthread_mutex_lock(&fake_lock);
    cudaError_t error = fake_queue(work);
    pthread_mutex_unlock(&fake_lock);
    return error;
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)kind, (void)stream;
    return fake_add((fake_work){.to = dst, .from = src, .width = count, .rows = 1});
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)kind, (void)stream;
    if (width > dpitch || width > spitch || dpitch > INT32_MAX || spitch > INT32_MAX)
        return cudaErrorInvalidPitchValue;
    return fake_add((fake_work){.to = dst, .from = src, .width = width, .rows = height, .to_step = dpitch,
                                .from_step = spitch});
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t count,
                                cudaStream_t stream)
{
    (void)dst_device, (void)src_device;
    return cudaMemcpyAsync(dst, src, count, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *arg)
{
    (void)stream;
    host_functions++;
    return fake_add((fake_work){.function = function, .arg = arg});
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    (void)stream;
    void (*hook)(void) = when_synchronized;
    when_synchronized = NULL;
    synchronized++;
    if (hook)
        hook();
    fake_drain();
    return fail_synchronize ? cudaErrorUnknown : cudaSuccess;
}

cudaError_t cudaHostAlloc(void **data, size_t bytes, unsigned flags)
{
    (void)flags;
    *data = refuse_allocation ? NULL : aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    allocated += *data != NULL;
    return *data ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFreeHost(void *data)
{
    free(data);
    allocated--;
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *data, size_t bytes, unsigned flags)
{
    (void)data, (void)flags;
    registered++;
    registered_bytes = bytes;
    return refuse_registration ? cudaErrorHostMemoryAlreadyRegistered : cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *data)
{
    attributes->type = data == known ? cudaMemoryTypeHost : cudaMemoryTypeUnregistered;
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *data)
{
    (void)data;
    unregistered++;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    (void)device;
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    return cudaSuccess;
}

/* ---- copies --------------------------------------------------------------------------------------------------- */

typedef struct copy_case {
    const char *name;
    size_t elem;
    int rank;
    sl_index n[SL_MAX_RANK], s[SL_MAX_RANK];
    int most; /* copies that it may take */
} copy_case;

static const copy_case cases[] = {
    {"rank 0", 8, 0, {0}, {0}, 1},
    {"a dense vector", 8, 1, {1000}, {1}, 1},
    {"bytes", 1, 1, {33}, {1}, 1},
    {"a strided vector", 4, 1, {100}, {3}, 1},
    {"padded rows", 8, 2, {70, 90}, {100, 1}, 1},
    {"long padded rows", 8, 2, {70, 9000}, {10000, 1}, 1},
    {"padded columns", 8, 2, {7, 9}, {1, 8}, 1},
    {"columns with gaps in both dimensions", 16, 2, {50, 9}, {2, 120}, 9},
    {"rank 3 with gaps everywhere", 8, 3, {40, 50, 60}, {8000, 150, 2}, 2},
    {"dense planes", 8, 3, {4, 5, 6}, {64, 6, 1}, 1},
    {"rank 6", 4, 6, {2, 3, 2, 3, 2, 2}, {400, 100, 40, 10, 4, 1}, 200},
    {"every other of many", 8, 1, {700000}, {2}, 3},
    {"every other of many triples", 24, 1, {300000}, {2}, 4}, /* some lie across the ends of buffers */
    {"elements longer than a line", 200, 1, {60000}, {2}, 1},
    {"few far elements", 8, 1, {5}, {100000}, 1},
    {"one element", 8, 3, {1, 1, 1}, {5, 5, 5}, 1},
    {"none", 8, 2, {0, 5}, {5, 1}, 0},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static struct sl__interface geometry(const copy_case *c)
{
    sl_layout layout = {.kind = SL__LAYOUT_STRIDE, .count = c->rank};
    sl_extents extents = {.rank = c->rank};
    struct sl__interface itf = {.id = sl__interface_id()};
    sl__shape shape;
    memcpy(layout.stride, c->s, sizeof c->s);
    memcpy(extents.n, c->n, sizeof c->n);
    if (sl__layout_shape("geometry", c->elem, &layout, &extents, &shape) != SL_SUCCESS)
        return itf;
    itf.elem = shape.elem;
    itf.span = shape.span;
    itf.count = shape.count;
    itf.rank = shape.rank;
    memcpy(itf.n, shape.n, sizeof itf.n);
    memcpy(itf.s, shape.s, sizeof itf.s);
    return itf;
}

/* Marks the bytes of elements. */
static void mark(const struct sl__interface *itf, unsigned char *is_element)
{
    for (int64_t k = 0; k < itf->count; k++) {
        int64_t rest = k;
        size_t offset = 0;
        for (int d = 0; d < itf->rank; d++) {
            offset += (size_t)(rest % itf->n[d] * itf->s[d]) * itf->elem;
            rest /= itf->n[d];
        }
        memset(is_element + offset, 1, itf->elem);
    }
}

typedef struct buffers {
    struct sl__interface from, to;
    unsigned char *a, *b, *is_element;
    size_t room;
} buffers;

static void make_buffers(const copy_case *c, buffers *x)
{
    x->from = x->to = geometry(c);
    x->room = x->from.span + 64; /* what lies behind the last element must stay too */
    x->a = malloc(x->room);
    x->b = malloc(x->room);
    x->is_element = calloc(1, x->room);
    for (size_t i = 0; i < x->room; i++)
        x->a[i] = (unsigned char)(i * 167 + i / 251);
    memset(x->b, GAP, x->room);
    mark(&x->from, x->is_element);
    x->from.ptr = x->from.dev_handle = (uintptr_t)x->a;
    x->to.ptr = x->to.dev_handle = (uintptr_t)x->b;
}

static void free_buffers(buffers *x)
{
    sl__pin_forget(x->a);
    sl__pin_forget(x->b);
    free(x->a);
    free(x->b);
    free(x->is_element);
}

static size_t wrong_elements(const buffers *x)
{
    size_t wrong = 0;
    for (size_t i = 0; i < x->room; i++)
        wrong += x->is_element[i] && x->a[i] != x->b[i];
    return wrong;
}

static size_t touched_gaps(const buffers *x)
{
    size_t touched = 0;
    for (size_t i = 0; i < x->room; i++)
        touched += !x->is_element[i] && x->b[i] != GAP;
    return touched;
}

static int untouched(const buffers *x)
{
    for (size_t i = 0; i < x->room; i++)
        if (x->b[i] != GAP)
            return 0;
    return 1;
}

/* The view over wrapped memory that the registry of wrapped memory wants. */
static sl_view wrapped_view(void *data, size_t span)
{
    sl_view v = {.data = data, .span = span, .label = "w"};
    return v;
}

enum { IN, OUT, ACROSS };

static int run_async(int way, buffers *x)
{
    struct starpu_data_copy_methods *m = &sl__interface_copies;
    cudaStream_t stream = (cudaStream_t)16;
    return way == IN    ? m->ram_to_cuda_async(&x->from, 0, &x->to, 1, stream)
           : way == OUT ? m->cuda_to_ram_async(&x->from, 1, &x->to, 0, stream)
                        : m->cuda_to_cuda_async(&x->from, 1, &x->to, 1, stream);
}

static int run_sync(int way, buffers *x)
{
    struct starpu_data_copy_methods *m = &sl__interface_copies;
    return way == IN    ? m->ram_to_cuda(&x->from, 0, &x->to, 1)
           : way == OUT ? m->cuda_to_ram(&x->from, 1, &x->to, 0)
                        : m->cuda_to_cuda(&x->from, 1, &x->to, 1);
}

static void test_copy(const copy_case *c, int way, int wrapped, int asynchronous)
{
    static const char *const names[] = {"host to device", "device to host", "device to device"};
    char name[128];
    buffers x;
    make_buffers(c, &x);
    snprintf(name, sizeof name, "%s, %s%s%s", c->name, names[way], way == ACROSS ? "" : wrapped ? " of a wrapped view"
             : " of a managed view", asynchronous ? "" : ", synchronously");
    sl_view v = wrapped_view(way == OUT ? x.b : x.a, x.from.span);
    if (wrapped)
        (void)sl__wrapped_enter(&v, "test_copy");
    copies = 0;
    if (asynchronous) {
        is_int(run_async(way, &x), -EAGAIN, "%s: StarPU is told to wait for its event", name);
        ok(untouched(&x), "%s: nothing is copied before its turn in the stream", name);
        fake_drain();
    } else {
        synchronized = 0;
        is_int(run_sync(way, &x), 0, "%s: is done at the end", name);
        ok(queued == 0 && synchronized > 0, "%s: the stream was waited for", name);
    }
    is_int(wrong_elements(&x), 0, "%s: every element is there", name);
    if (way == OUT && wrapped)
        is_int(touched_gaps(&x), 0, "%s: no other byte of the caller's is written", name);
    else
        ok(memcmp(x.b + x.from.span, x.b + x.from.span + 1, 63) == 0 && x.b[x.from.span] == GAP,
           "%s: nothing behind the last element is written", name);
    ok(copies <= c->most, "%s: takes %d copies of at most %d", name, copies, c->most);
    is_int(sl__failure_take(), SL_SUCCESS, "%s: nothing failed", name);
    sl__wrapped_leave(&v);
    free_buffers(&x);
}

static void test_copies(void)
{
    for (int k = 0; k < CASES; k++)
        for (int way = IN; way <= ACROSS; way++)
            for (int wrapped = 0; wrapped <= (way != ACROSS); wrapped++)
                for (int asynchronous = 0; asynchronous < 2; asynchronous++)
                    test_copy(&cases[k], way, wrapped, asynchronous);
}

/* Two staged copies handed over before either has run share the buffer, in the order of the stream. */
static void test_staged_twice(void)
{
    const copy_case c = {"many", 8, 1, {900000}, {2}, 0};
    buffers x, y;
    make_buffers(&c, &x);
    make_buffers(&c, &y);
    memset(y.a, 7, y.room);
    sl_view v = wrapped_view(x.b, x.from.span), w = wrapped_view(y.b, y.from.span);
    (void)sl__wrapped_enter(&v, "test_staged_twice");
    (void)sl__wrapped_enter(&w, "test_staged_twice");
    host_functions = 0;
    run_async(OUT, &x);
    run_async(OUT, &y);
    ok(host_functions > 2, "tiny rows to a wrapped view are staged, in %d pieces", host_functions);
    fake_drain();
    is_int(wrong_elements(&x) + wrong_elements(&y), 0, "two such copies one behind the other are both right");
    is_int(touched_gaps(&x) + touched_gaps(&y), 0, "and leave the gaps alone");
    sl__wrapped_leave(&v);
    sl__wrapped_leave(&w);
    free_buffers(&x);
    free_buffers(&y);
}

/* Two threads that copy at a time: each has a stream of its own, but one name for it. */
static pthread_t other_thread;
static buffers other;
static pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t other_changed = PTHREAD_COND_INITIALIZER;
static int other_done, other_first;

static void *copy_other(void *arg)
{
    run_sync(OUT, &other);
    pthread_mutex_lock(&other_lock);
    other_done = 1;
    pthread_cond_signal(&other_changed);
    pthread_mutex_unlock(&other_lock);
    return arg;
}

/* The first thread waits for its stream. Gives the other one time to use the buffer, which it must not. */
static void begin_other(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += until.tv_nsec / 800000000;
    until.tv_nsec = (until.tv_nsec + 200000000) % 1000000000;
    pthread_create(&other_thread, NULL, copy_other, NULL);
    pthread_mutex_lock(&other_lock);
    while (!other_done && pthread_cond_timedwait(&other_changed, &other_lock, &until) == 0)
        ;
    other_first = other_done;
    pthread_mutex_unlock(&other_lock);
}

static void test_staged_by_two(void)
{
    const copy_case c = {"many", 8, 1, {900000}, {2}, 0};
    buffers x;
    make_buffers(&c, &x);
    make_buffers(&c, &other);
    memset(other.a, 7, other.room);
    sl_view v = wrapped_view(x.b, x.from.span), w = wrapped_view(other.b, other.from.span);
    (void)sl__wrapped_enter(&v, "test_staged_by_two");
    (void)sl__wrapped_enter(&w, "test_staged_by_two");
    sl__pin_copied(other.b, other.from.span); /* or it would have to wait for that */
    sl__device_copies_end(); /* or it would wait for the one who has used the buffer before */
    when_synchronized = begin_other;
    run_sync(OUT, &x);
    pthread_join(other_thread, NULL);
    is_int(other_first, 0, "a synchronous copy has the staging buffer to its end");
    is_int(wrong_elements(&x) + wrong_elements(&other), 0, "those of two threads at a time are both right");
    sl__wrapped_leave(&v);
    sl__wrapped_leave(&w);
    free_buffers(&x);
    free_buffers(&other);
}

/* Without pinned memory to stage in, rows are copied as they are: more than one copy may have. */
static void test_not_staged(void)
{
    const copy_case c = {"many", 8, 1, {(3 << 20) + 5}, {2}, 0};
    buffers x;
    make_buffers(&c, &x);
    sl_view v = wrapped_view(x.b, x.from.span);
    (void)sl__wrapped_enter(&v, "test_not_staged");
    sl__device_copies_end();
    refuse_allocation = 1;
    copies = host_functions = 0;
    run_async(OUT, &x);
    refuse_allocation = 0;
    fake_drain();
    ok(host_functions == 0 && copies == 4, "without a buffer the rows are copied as they are, in %d copies", copies);
    is_int(wrong_elements(&x), 0, "every element");
    is_int(touched_gaps(&x), 0, "and no gap");
    is_int(sl__failure_take(), SL_SUCCESS, "which is no failure");
    sl__wrapped_leave(&v);
    free_buffers(&x);
}

/* CUDA takes steps of at most 2^31 - 1 bytes. The memory is mapped, and hardly touched. */
static void test_long_steps(void)
{
    const copy_case c = {"far", 8, 1, {3}, {(sl_index)1 << 29}, 3};
    struct sl__interface from = geometry(&c), to = from;
    char *a = mmap(NULL, from.span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *b = mmap(NULL, from.span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (a == MAP_FAILED || b == MAP_FAILED) {
        skip("no address space for 16 GiB", "steps of 4 GiB");
    } else {
        for (int i = 0; i < 3; i++)
            a[(size_t)i << 32] = (char)(i + 1);
        from.ptr = (uintptr_t)a;
        to.ptr = (uintptr_t)b;
        sl__interface_copies.ram_to_cuda(&from, 0, &to, 1);
        ok(b[0] == 1 && b[(size_t)1 << 32] == 2 && b[(size_t)2 << 32] == 3, "steps of 4 GiB are copied");
        is_int(sl__failure_take(), SL_SUCCESS, "and CUDA is not asked for what it cannot do");
        sl__pin_forget(a);
    }
    if (a != MAP_FAILED)
        munmap(a, from.span);
    if (b != MAP_FAILED)
        munmap(b, from.span);
}

/* A copy that CUDA refuses is an error that the program hears of, never silence. */
static void test_failure(void)
{
    static const int picked[] = {1, 4, 8, 11};
    for (size_t k = 0; k < sizeof picked / sizeof picked[0]; k++) {
        for (int n = 0; n < 2; n++) {
            buffers x;
            make_buffers(&cases[picked[k]], &x);
            sl_view v = wrapped_view(x.b, x.from.span);
            (void)sl__wrapped_enter(&v, "test_failure");
            copies = 0;
            fail_copy = n;
            run_async(OUT, &x);
            int reached = copies > n;
            fail_copy = -1;
            fake_drain();
            is_int(sl__failure_take(), reached ? SL_ERR_CUDA : SL_SUCCESS, "%s: a refusal of copy %d is reported",
                   cases[picked[k]].name, n);
            if (reached)
                like(sl_last_error(), "device to host", "and says what was copied");
            is_int(touched_gaps(&x), 0, "and no gap is touched");
            sl__wrapped_leave(&v);
            free_buffers(&x);
        }
    }
}

/* So is one that fails on its way. */
static void test_late_failure(void)
{
    static const int picked[] = {1, 4, 11};
    for (size_t k = 0; k < sizeof picked / sizeof picked[0]; k++)
        for (int way = IN; way <= ACROSS; way++) {
            buffers x;
            make_buffers(&cases[picked[k]], &x);
            sl_view v = wrapped_view(x.b, x.from.span);
            (void)sl__wrapped_enter(&v, "test_late_failure");
            fail_synchronize = 1;
            run_sync(way, &x);
            fail_synchronize = 0;
            is_int(sl__failure_take(), SL_ERR_CUDA, "%s: a synchronous copy that does not end well is reported",
                   cases[picked[k]].name);
            sl__wrapped_leave(&v);
            free_buffers(&x);
        }
}

/* ---- pinned memory -------------------------------------------------------------------------------------------- */

static void test_pin(void)
{
    static _Alignas(4096) char memory[4 << 20];
    sl_view v = wrapped_view(memory + (2 << 20), 2 << 20);
    registered = unregistered = 0;
    sl__pin_copied(memory, SL__SLAB_MOST);
    is_int(registered, 0, "what fits in a slab is not pinned");
    sl__pin_copied(memory, SL__SLAB_MOST + 1);
    is_int(registered, 1, "what does not is, at its first copy");
    is_int(registered_bytes, SL__SLAB_MOST + 1, "as many bytes as it spans");
    sl__pin_copied(memory, SL__SLAB_MOST + 1);
    is_int(registered, 1, "and not again at its second");
    refuse_registration = 1;
    sl__pin_copied(memory + (1 << 20), 1 << 20);
    refuse_registration = 0;
    sl__pin_copied(memory + (1 << 20), 1 << 20);
    is_int(registered, 2, "a refusal is not tried again");
    is_int(sl__pin_count(), 2, "both are kept in mind");
    sl__pin_forget(memory + (1 << 20));
    is_int(unregistered, 0, "what was refused is not unpinned");
    sl__pin_forget(memory + 64);
    is_int(sl__pin_count(), 1, "another address is nothing to forget");
    sl__pin_forget(memory);
    is_int(unregistered, 1, "what was pinned is unpinned, before it is given back");
    is_int(sl__pin_count(), 0, "and forgotten");
    (void)sl__wrapped_enter(&v, "test_pin");
    sl__pin_copied(memory + (2 << 20), SL__PIN_WRAPPED_FROM - 1);
    is_int(registered, 2, "wrapped memory of less than 1 MiB is not pinned");
    sl__pin_copied(memory + (2 << 20), SL__PIN_WRAPPED_FROM);
    is_int(registered, 3, "1 MiB is");
    sl__pin_forget(memory + (2 << 20));
    sl__wrapped_leave(&v);
    known = memory;
    sl__pin_copied(memory, 1 << 20);
    is_int(registered, 3, "what the program has pinned itself is left alone");
    sl__pin_forget(memory);
    is_int(unregistered, 2, "and stays pinned");
    known = NULL;
    for (int i = 0; i < 30; i++)
        sl__pin_copied(memory + (i * 7 % 30 << 17), 1 << 17);
    for (int i = 0; i < 30; i++)
        sl__pin_forget(memory + (i * 11 % 30 << 17));
    is_int(registered, 33, "30 ranges in any order are pinned");
    is_int(unregistered, 32, "and unpinned");
    is_int(sl__pin_count(), 0, "and forgotten");
}

/* Two ranges in one page cannot both be pinned: CUDA is not asked. */
static void test_pin_neighbours(void)
{
    enum { BYTES = 100000 };
    static _Alignas(4096) char memory[4 * BYTES + 8192];
    char *order[][2] = {{memory, memory + BYTES}, {memory + BYTES, memory}};
    for (int k = 0; k < 2; k++) {
        registered = unregistered = 0;
        sl__pin_copied(order[k][0], BYTES);
        sl__pin_copied(order[k][1], BYTES);
        is_int(registered, 1, "of two neighbours in a page the first that is copied is pinned");
        sl__pin_copied(memory + 2 * BYTES + 4096, BYTES);
        is_int(registered, 2, "one that has its pages to itself is, too");
        sl__pin_forget(order[k][1]);
        is_int(unregistered, 0, "the other neighbour was not");
        sl__pin_forget(order[k][0]);
        sl__pin_copied(order[k][1], BYTES);
        is_int(registered, 3, "and is, when the first is gone");
        sl__pin_forget(order[k][1]);
        sl__pin_forget(memory + 2 * BYTES + 4096);
        is_int(unregistered, 3, "all are unpinned in the end");
    }
}

static void test_slab(void)
{
    static const size_t sizes[] = {1, 8, 64, 65, 1000, 4096, 65536};
    enum { EACH = 300, SIZES = sizeof sizes / sizeof sizes[0] };
    static unsigned char *block[SIZES][EACH];
    int missing = 0, misaligned = 0, overlapping = 0;
    for (size_t k = 0; k < SIZES; k++)
        for (int i = 0; i < EACH; i++) {
            block[k][i] = sl__slab_get(sizes[k]);
            missing += block[k][i] == NULL;
            misaligned += (uintptr_t)block[k][i] % 64 != 0;
            memset(block[k][i], (int)(k * 31 + (size_t)i) & 0xff, sizes[k]);
        }
    for (size_t k = 0; k < SIZES; k++)
        for (int i = 0; i < EACH; i++)
            for (size_t b = 0; b < sizes[k]; b += sizes[k] > 1 ? sizes[k] - 1 : 1)
                overlapping += block[k][i][b] != ((k * 31 + (size_t)i) & 0xff);
    is_int(missing, 0, "blocks of 1 to 65536 bytes are had");
    is_int(misaligned, 0, "aligned to 64 bytes");
    is_int(overlapping, 0, "and apart from each other");
    ok(sl__slab_get(SL__SLAB_MOST + 1) == NULL, "larger ones are not");
    int chunks = allocated;
    sl__slab_fini();
    is_int(allocated, chunks, "while they are in use nothing is given back");
    for (size_t k = 0; k < SIZES; k++)
        for (int i = 0; i < EACH; i++)
            sl__slab_put(block[k][i], sizes[k]);
    for (int i = 0; i < EACH; i++)
        block[0][i] = sl__slab_get(1);
    is_int(allocated, chunks, "blocks are used again");
    for (int i = 0; i < EACH; i++)
        sl__slab_put(block[0][i], 1);
    sl__slab_fini();
    sl__device_copies_end();
    is_int(allocated, 0, "at the end everything is given back");
    sl__device_use(0, NULL);
    ok(sl__slab_get(8) == NULL, "without a device there are no slabs");
    sl__block heap;
    ok(sl__memory_get("test_slab", "h", 100, 1, &heap) == SL_SUCCESS && !heap.slab, "and small memory is the heap's");
    sl__memory_put(&heap);
    sl__device_use(1, NULL);
}

/* Memory of views, where there is a device. */
static void test_memory(void)
{
    static const size_t sizes[] = {1, 100, 65536, 65537, 70001, 80003, 100000, 1 << 20, 5 << 20};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    sl__block block[SIZES];
    for (size_t k = 0; k < SIZES; k++) {
        if (!is_int(sl__memory_get("test_memory", "m", sizes[k], 1, &block[k]), SL_SUCCESS, "%zu bytes are had",
                    sizes[k]))
            return;
        size_t nonzero = 0, page = sizes[k] > SL__SLAB_MOST ? 4096 : 64;
        for (size_t i = 0; i < sizes[k]; i++)
            nonzero += ((char *)block[k].data)[i] != 0;
        is_int(nonzero, 0, "all zero");
        is_int(block[k].slab, sizes[k] <= SL__SLAB_MOST, "pinned from the start up to 64 KiB, and only these");
        is_int(((uintptr_t)block[k].data - block[k].shift) % page, 0, "its pages begin at %zu bytes", page);
        is_int((uintptr_t)block[k].data % 64, 0, "aligned to 64 bytes");
        memset(block[k].data, 0xff, sizes[k]); /* so that a block that is used again is not zero by chance */
    }
    for (size_t k = 0; k < SIZES; k++)
        sl__memory_put(&block[k]);
    is_int(sl__memory_held(), 0, "and given back");
}

int main(void)
{
    sl_log_set_level(SL_LOG_NONE);
    if (!sl__device_built()) {
        skip("this build has no CUDA", "copies for CUDA");
        return done_testing();
    }
    sl__device_use(1, NULL);
    sl__device_copies(&sl__interface_copies);
    test_copies();
    test_staged_twice();
    test_staged_by_two();
    test_not_staged();
    test_long_steps();
    test_failure();
    test_late_failure();
    test_pin();
    test_pin_neighbours();
    test_memory();
    test_memory();
    test_slab();
    sl__device_use(0, NULL);
    return done_testing();
}

#else

int main(void)
{
    skip("this StarPU has no CUDA", "copies for CUDA");
    return done_testing();
}

#endif
