/* SPDX-License-Identifier: BSD-3-Clause */
/* The copy methods for CUDA, pinned memory and its slabs, without a device: the functions of CUDA's library that they
 * call are those of tests/cuda/cuda_copies_fake.c. The reference goes element by element. */
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

#include "cuda_copies.h"

#include "base/error.h"
#include "base/failure.h"
#include "data/interface.h"
#include "data/pin.h"
#include "backend/backend.h"
#include "data/wrapped.h"
#include "runtime/backends.h"

#ifdef STARPU_USE_CUDA

#define GAP 0x5a

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
    snprintf(name, sizeof name, "%s, %s%s%s", c->name, names[way],
             way == ACROSS ? ""
             : wrapped     ? " of a wrapped view"
                           : " of a managed view",
             asynchronous ? "" : ", synchronously");
    sl_view v = wrapped_view(way == OUT ? x.b : x.a, x.from.span);
    if (wrapped)
        (void)sl__wrapped_enter(&v, "test_copy", NULL);
    fake.copies = 0;
    if (asynchronous) {
        is_int(run_async(way, &x), -EAGAIN, "%s: StarPU is told to wait for its event", name);
        ok(untouched(&x), "%s: nothing is copied before its turn in the stream", name);
        fake_drain();
    } else {
        fake.synchronized = 0;
        is_int(run_sync(way, &x), 0, "%s: is done at the end", name);
        ok(fake.queued == 0 && fake.synchronized > 0, "%s: the stream was waited for", name);
    }
    is_int(wrong_elements(&x), 0, "%s: every element is there", name);
    if (way == OUT && wrapped)
        is_int(touched_gaps(&x), 0, "%s: no other byte of the caller's is written", name);
    else
        ok(memcmp(x.b + x.from.span, x.b + x.from.span + 1, 63) == 0 && x.b[x.from.span] == GAP,
           "%s: nothing behind the last element is written", name);
    ok(fake.copies <= c->most, "%s: takes %d copies of at most %d", name, fake.copies, c->most);
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
    (void)sl__wrapped_enter(&v, "test_staged_twice", NULL);
    (void)sl__wrapped_enter(&w, "test_staged_twice", NULL);
    fake.host_functions = 0;
    run_async(OUT, &x);
    run_async(OUT, &y);
    ok(fake.host_functions > 2, "tiny rows to a wrapped view are staged, in %d pieces", fake.host_functions);
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
    (void)sl__wrapped_enter(&v, "test_staged_by_two", NULL);
    (void)sl__wrapped_enter(&w, "test_staged_by_two", NULL);
    sl__pin_copied(other.b, other.from.span); /* or it would have to wait for that */
    sl__device_copies_end();                  /* or it would wait for the one who has used the buffer before */
    fake.when_synchronized = begin_other;
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
    (void)sl__wrapped_enter(&v, "test_not_staged", NULL);
    sl__device_copies_end();
    fake.refuse_allocation = 1;
    fake.copies = fake.host_functions = 0;
    run_async(OUT, &x);
    fake.refuse_allocation = 0;
    fake_drain();
    ok(fake.host_functions == 0 && fake.copies == 4, "without a buffer the rows are copied as they are, in %d copies",
       fake.copies);
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
            (void)sl__wrapped_enter(&v, "test_failure", NULL);
            fake.copies = 0;
            fake.fail_copy = n;
            run_async(OUT, &x);
            int reached = fake.copies > n;
            fake.fail_copy = -1;
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
            (void)sl__wrapped_enter(&v, "test_late_failure", NULL);
            fake.fail_synchronize = 1;
            run_sync(way, &x);
            fake.fail_synchronize = 0;
            is_int(sl__failure_take(), SL_ERR_CUDA, "%s: a synchronous copy that does not end well is reported",
                   cases[picked[k]].name);
            sl__wrapped_leave(&v);
            free_buffers(&x);
        }
}

int main(void)
{
    sl_log_set_level(SL_LOG_NONE);
    sl__backends_fill();
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
    test_pinned_memory();
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
