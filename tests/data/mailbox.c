/* SPDX-License-Identifier: BSD-3-Clause */
/* Results that a device tells the host before its task has ended. Without a GPU the test stands in for the device. */
#include <pthread.h>

#include "data/host.h"
#include "data/mailbox.h"
#include "gate_task.h"
#include "loop_testing.h"

SL_KERNEL_DECLARE(td_ramp, (i), scalar(double, first), out(double, 1, x, own));
SL_KERNEL_DECLARE(td_grow, (i), in(double, 0, s), inout(double, 1, x, own));
SL_KERNEL_DECLARE(td_set, (i), scalar(double, v), out(double, 0, s));
SL_KERNEL_DECLARE(td_sum, (i), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(td_ring, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, max, most));
SL_KERNEL_DECLARE(td_ends, (i), in(double, 1, x, own), reduce(double, min, least), reduce(int32_t, max, last));
SL_KERNEL_DECLARE(td_fail, (i), scalar(int64_t, at), in(double, 1, x, own), reduce(double, sum, s));
SL_KERNEL_DECLARE(td_count_i8, (i), scalar(int64_t, below), reduce(int8_t, sum, s));
SL_KERNEL_DECLARE(td_count_u8, (i), scalar(int64_t, below), reduce(uint8_t, sum, s));
SL_KERNEL_DECLARE(td_count_i32, (i), scalar(int64_t, below), reduce(int32_t, sum, s));
SL_KERNEL_DECLARE(td_count_u64, (i), scalar(int64_t, below), reduce(uint64_t, sum, s));
SL_KERNEL_DECLARE(td_count_f32, (i), scalar(int64_t, below), reduce(float, sum, s));
SL_KERNEL_DECLARE(td_count_f64, (i), scalar(int64_t, below), reduce(double, sum, s));

static sl_view *scalar(const char *label)
{
    return view_of(label, SL_DOUBLE, RIGHT, SL_EXTENTS());
}

/* What the host sees; NAN when the access fails. */
static double read_of(sl_view *s)
{
    const double *p = SL_HOST_READ(double, s);
    double value = p ? *p : NAN;
    if (p)
        must(sl_host_end(s));
    return value;
}

static void write_to(sl_view *s, double value)
{
    double *p = SL_HOST_WRITE(double, s);
    *p = value;
    must(sl_host_end(s));
}

/* ---- the words ---------------------------------------------------------------------------------------------- */

static struct sl__mailbox result(uint64_t number, double value)
{
    struct sl__mailbox published;
    memcpy(&published.value_, &value, sizeof value);
    published.word_ = number ^ published.value_ * SL__MAILBOX_FACTOR;
    return published;
}

/* A reader that sees one word of a result and the other one of another takes it for the result of a number only where
 * the value is that number's. */
static void test_words(void)
{
    uint64_t seed = 5, value, wrong = 0, lost = 0;
    for (int k = 0; k < 100000; k++) {
        const double a = random_double(&seed), b = random_below(&seed, 4) ? random_double(&seed) : a;
        const uint64_t n = random_next(&seed) >> random_below(&seed, 64), m = n + (uint64_t)random_below(&seed, 3) + 1;
        const struct sl__mailbox old = result(n, a), new = result(m, b);
        const struct sl__mailbox torn[2] = {{old.value_, new.word_}, {new.value_, old.word_}};
        double seen;
        lost += !sl__mailbox_get(&new, m, &value) || value != new.value_;
        wrong += (uint64_t)sl__mailbox_get(&new, n, &value) + (uint64_t)sl__mailbox_get(&old, m, &value);
        for (int t = 0; t < 2; t++)
            if (sl__mailbox_get(&torn[t], m, &value)) {
                memcpy(&seen, &value, sizeof seen);
                wrong += seen != b;
            }
    }
    is_int(lost, 0, "a result is found under its number");
    is_int(wrong, 0, "and under no other, and half of it only with its value");
}

/* ---- the host, without a device ----------------------------------------------------------------------------- */

static struct sl__mailbox cell;
static uint64_t number = 100;

/* As if a device were to tell what the last queued task makes of the view. */
static void expect(sl_view *s)
{
    s->mail.box = &cell;
    atomic_store(&s->mail.number, ++number);
}

static void tell(double value)
{
    cell = result(number, value);
}

/* A view that a task is to write which does not end before the gate is open. */
static sl_view *busy_view(void)
{
    sl_view *s = scalar("s");
    atomic_store(&gate_open, 0);
    must(sl_task(wait_for_gate, NULL, SL_RW(s)));
    expect(s);
    return s;
}

static void end_busy(sl_view *s)
{
    atomic_store(&gate_open, 1);
    must(sl_wait());
    sl_view_destroy(&s);
}

static void test_read(void)
{
    sl_view *s = busy_view();
    tell(2.5);
    const double *p = SL_HOST_READ(double, s), *q = SL_HOST_READ(double, s);
    ok(p && *p == 2.5, "a reader has what was published, though the task has not ended");
    ok(q && *q == 2.5, "so has a second one");
    ok(SL_HOST_WRITE(double, s) == NULL && sl_last_status() == SL_ERR_BUSY, "a writer is refused meanwhile");
    like(sl_last_error(), "open for reading by SL_HOST_READ", "with the reason");
    is_int(sl__data_open_accesses(), 0, "nothing that is queued waits for such an access");
    expect(s);
    tell(3.5);
    ok(*p == 2.5 && *q == 2.5, "what a later task makes of the view changes nothing for who has it open");
    is_int(sl_host_end(s), SL_SUCCESS, "one access ends");
    ok(*p == 2.5, "the other one has the value still");
    is_int(sl_host_end(s), SL_SUCCESS, "and ends");
    is_int(sl_host_end(s), SL_ERR_STATE, "there is no third one to end");
    is_int(sl__view_host_state(s), 0, "the view is free");
    ok(read_of(s) == 3.5, "a new reader has the new value");
    end_busy(s);
}

/* While a reader has one value, a second one that must have the next asks StarPU, which waits for the task. */
static void *open_gate(void *arg)
{
    sl_view *s = arg;
    while (atomic_load(&s->queued) - atomic_load(&s->finished) < 2)
        sched_yield();
    atomic_store(&gate_open, 1);
    return NULL;
}

static void test_two_values(void)
{
    pthread_t thread;
    sl_view *s = busy_view();
    tell(1);
    const double *p = SL_HOST_READ(double, s);
    expect(s);
    tell(2);
    pthread_create(&thread, NULL, open_gate, s);
    const double *q = SL_HOST_READ(double, s);
    ok(p && q && p != q && *p == 1 && *q == 0, "a reader of the next value gets the view from StarPU");
    is_int(sl__data_open_accesses(), 1, "this one counts as open");
    is_int(sl_host_end(s) + sl_host_end(s), 2 * SL_SUCCESS, "both end");
    is_int(sl__data_open_accesses(), 0, "neither is open");
    is_int(sl__view_host_state(s), 0, "the view is free");
    pthread_join(thread, NULL);
    end_busy(s);
}

/* Nothing comes: the access is one like all others. */
static void test_silence(void)
{
    sl_view *s = scalar("s");
    write_to(s, 4);
    expect(s);
    ok(read_of(s) == 4, "a result that is not published is had from StarPU");
    tell(5);
    ok(read_of(s) == 5, "one that comes late is taken then");
    sl_view_destroy(&s);
}

static int host_writes(void *arg)
{
    *(double *)sl_task_data(arg) = 8;
    return 0;
}

/* All that writes the view makes what was published before old. */
static void test_other_writers(void)
{
    sl_view *s = scalar("s"), *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(3));
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), td_ramp, SL_RANGE(0, 3), 1.0, x));
    expect(s);
    tell(-1);
    write_to(s, 6);
    ok(read_of(s) == 6, "the host's own write is read");
    for (int k = 0; k < 100; k++) { /* queued at first, then in the calling thread */
        expect(s);
        tell(-1);
        must(sl_forall_with(SL_POLICY(.where = SL_CPU), td_set, SL_RANGE(k, k + 1), 0.5, s));
        if (read_of(s) != k + 0.5)
            break;
        if (k == 99)
            ok(1, "what loops on CPUs write is read");
    }
    expect(s);
    tell(-1);
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), td_sum, SL_RANGE(0, 3), x, SL_INTO(s)));
    ok(read_of(s) == 6, "the result of a reduction on a CPU is read");
    expect(s);
    tell(-1);
    must(sl_task(host_writes, s, SL_W(s)));
    ok(read_of(s) == 8, "what a host task writes is read");
    s->mail.box = NULL;
    sl_view_destroy(&s);
    sl_view_destroy(&x);
}

static void *destroy(void *arg)
{
    sl_view *s = arg;
    while (atomic_load(&s->queued) - atomic_load(&s->finished) < 2)
        sched_yield();
    sl_view_destroy(&s);
    atomic_store(&gate_open, 1);
    return NULL;
}

static void test_destroyed(void)
{
    int wrong = 0;
    for (int k = 0; k < 50; k++) {
        pthread_t thread;
        sl_view *s = busy_view();
        pthread_create(&thread, NULL, destroy, s);
        wrong += SL_HOST_READ(double, s) != NULL || sl_last_status() != SL_ERR_DESTROYED;
        pthread_join(thread, NULL);
        must(sl_wait());
    }
    is_int(wrong, 0, "a view that is destroyed while a reader waits is an error");
    sl_view *s = busy_view();
    tell(1);
    const double *p = SL_HOST_READ(double, s);
    ok(p != NULL, "a view is open");
    sl_view *gone = s;
    sl_view_destroy(&s);
    is_int(sl_host_end(gone), SL_ERR_DESTROYED, "its destruction ends the access");
    atomic_store(&gate_open, 1);
    must(sl_wait());
}

enum { READERS = 4, READS = 2000 };

static void *read_often(void *arg)
{
    long wrong = 0;
    for (int k = 0; k < READS; k++)
        wrong += read_of(arg) != 7.25;
    return (void *)(intptr_t)wrong;
}

static void test_readers(void)
{
    pthread_t thread[READERS];
    long wrong = 0;
    sl_view *s = busy_view();
    tell(7.25);
    for (int t = 0; t < READERS; t++)
        pthread_create(&thread[t], NULL, read_often, s);
    for (int t = 0; t < READERS; t++) {
        void *result;
        pthread_join(thread[t], &result);
        wrong += (long)(intptr_t)result;
    }
    is_int(wrong, 0, "%d threads read at a time", READERS);
    is_int(sl__view_host_state(s), 0, "the view is free then");
    end_busy(s);
}

static void test_host(void)
{
    test_read();
    test_two_values();
    test_silence();
    test_other_writers();
    test_destroyed();
    test_readers();
}

/* ---- on a GPU ------------------------------------------------------------------------------------------------ */

#define ON_GPU SL_POLICY(.where = SL_CUDA)

static double ramp_sum(double first, int n)
{
    return first * n + 0.5 * n * (n - 1);
}

static int is_published(sl_view *s)
{
    uint64_t value;
    return atomic_load(&s->mail.number) != 0 && sl__mailbox_get(s->mail.box, atomic_load(&s->mail.number), &value);
}

/* Comes first: what the argument of td_sum has made and the host has read is known until the program ends. */
static void test_gpu_loops(void)
{
    enum { N = 5000, TIMES = 400 };
    sl_view *s = scalar("s"), *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    long wrong = 0, published = 0;
    ok(s->mail.box != NULL && x->mail.box == NULL, "a view of one element may be published, and no other");
    for (int k = 0; k < TIMES; k++) {
        must(sl_forall_with(ON_GPU, td_ramp, SL_RANGE(0, N), (double)k, x));
        must(sl_forall_with(ON_GPU, td_sum, SL_RANGE(0, N), x, SL_INTO(s)));
        must(sl_forall_with(ON_GPU, td_ramp, SL_RANGE(0, N), -1.0, x));
        wrong += read_of(s) != ramp_sum(k, N);
        published += is_published(s);
    }
    is_int(wrong, 0, "%d results of loops on a GPU are what they are to be", TIMES);
    is_int(published, TIMES - 1, "all were published but the first");
    must(sl_forall_with(ON_GPU, td_grow, SL_RANGE(0, N), s, x));
    const double *p = SL_HOST_READ(double, x);
    ok(p && p[1] == ramp_sum(TIMES - 1, N), "later loops on the GPU read the same");
    must(sl_host_end(x));
    must(sl_forall_with(SL_POLICY(.where = SL_CPU), td_grow, SL_RANGE(0, N), s, x));
    p = SL_HOST_READ(double, x);
    ok(p && p[1] == 2 * ramp_sum(TIMES - 1, N), "and loops on CPUs");
    must(sl_host_end(x));
    sl_view_destroy(&s);
    sl_view_destroy(&x);
}

/* What an argument makes is published once the host has read a view that it had made, be it another one; not what
 * another argument makes, nor what somebody else has made before the host read it. */
static void test_gpu_ring(void)
{
    enum { N = 1000, RING = 9, BY_HOST = RING - 1 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *s[RING], *most[RING];
    for (int k = 0; k < RING; k++) {
        s[k] = scalar("s");
        most[k] = scalar("most");
    }
    must(sl_forall_with(ON_GPU, td_ramp, SL_RANGE(0, N), 1.0, x));
    must(sl_forall_with(ON_GPU, td_ring, SL_RANGE(0, N), x, SL_INTO(s[BY_HOST]), SL_INTO(most[BY_HOST])));
    must(sl_forall_with(ON_GPU, td_set, SL_RANGE(0, 1), 5.0, s[BY_HOST]));
    ok(read_of(s[BY_HOST]) == 5, "what another loop has made is read");
    int early = 0, published = 0, others = 0, wrong = 0;
    for (int k = 0; k < BY_HOST; k++) {
        must(sl_forall_with(ON_GPU, td_ring, SL_RANGE(0, N), x, SL_INTO(s[k]), SL_INTO(most[k])));
        must(sl_wait());
        early += k == 0 && is_published(s[k]);
        published += k > 0 && is_published(s[k]);
        others += is_published(most[k]);
        wrong += read_of(s[k]) != ramp_sum(1, N);
    }
    is_int(early, 0, "the first result of an argument is not published: the host has read none that it has made");
    is_int(published, BY_HOST - 1, "the next ones are, of views that it has never read");
    is_int(others, 0, "those of an argument of which nothing is read are not");
    is_int(wrong, 0, "all are right");
    for (int k = 0; k < RING; k++) {
        sl_view_destroy(&s[k]);
        sl_view_destroy(&most[k]);
    }
    sl_view_destroy(&x);
}

#define TYPES(M) \
    M(int8_t, i8, SL_INT8) \
    M(uint8_t, u8, SL_UINT8) \
    M(int32_t, i32, SL_INT32) \
    M(uint64_t, u64, SL_UINT64) \
    M(float, f32, SL_FLOAT) \
    M(double, f64, SL_DOUBLE)
#define COUNT(T, NAME, TYPE) \
    { \
        sl_view *s = view_of(#NAME, TYPE, RIGHT, SL_EXTENTS(1)); \
        long wrong = 0; \
        for (int k = 0; k < 100; k++) { \
            must(sl_forall_with(ON_GPU, td_count_##NAME, SL_RANGE(0, 1000), (int64_t)k, SL_INTO(s, 0))); \
            const T *p = SL_HOST_READ(T, s); \
            wrong += p == NULL || *p != (T)k; \
            must(sl_host_end(s)); \
        } \
        is_int(wrong, 0, "results of type " #T " are published"); \
        ok(is_published(s), "the last one, too"); \
        sl_view_destroy(&s); \
    }

static void test_gpu_types(void)
{
    TYPES(COUNT)
}

static void test_gpu_two(void)
{
    enum { N = 3000 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *least = scalar("least");
    sl_view *last = view_of("last", SL_INT32, RIGHT, SL_EXTENTS());
    long wrong = 0;
    for (int k = 0; k < 100; k++) {
        must(sl_forall_with(ON_GPU, td_ramp, SL_RANGE(0, N), (double)k, x));
        must(sl_forall_with(ON_GPU, td_ends, SL_RANGE(0, N), x, SL_INTO(least), SL_INTO(last)));
        wrong += read_of(least) != k;
        const int32_t *p = SL_HOST_READ(int32_t, last);
        wrong += !p || *p != k + N - 1;
        must(sl_host_end(last));
    }
    is_int(wrong, 0, "two results of one loop are published");
    ok(is_published(least) && is_published(last), "both of them");
    sl_view_destroy(&x);
    sl_view_destroy(&least);
    sl_view_destroy(&last);
}

/* Runs of a region, which a graph repeats: each tells its own results. */
static void test_gpu_region(void)
{
    enum { N = 2000, RING = 3, TIMES = 600 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *s[RING], *one = scalar("one");
    sl_region *region = NULL;
    double first = 0;
    long wrong = 0;
    for (int r = 0; r < RING; r++)
        s[r] = scalar("s");
    write_to(one, 1);
    must(sl_forall_with(ON_GPU, td_ramp, SL_RANGE(0, N), first, x));
    must(sl_region_begin(&region));
    for (int r = 0; r < RING; r++) { /* s[0] twice: the second result is the one that is there in the end */
        must(sl_forall_with(ON_GPU, td_grow, SL_RANGE(0, N), one, x));
        must(sl_forall_with(ON_GPU, td_sum, SL_RANGE(0, N), x, SL_INTO(s[r])));
        must(sl_forall_with(ON_GPU, td_sum, SL_RANGE(0, N - r), x, SL_INTO(s[0])));
    }
    must(sl_region_end(region));
    for (int k = 0; k < TIMES; k++) {
        for (int runs = k % 3; runs >= 0; runs--) {
            must(sl_region_run(region));
            first += RING;
        }
        if (k % 50 == 49) { /* a loop by itself writes what the region writes */
            must(sl_forall_with(ON_GPU, td_sum, SL_RANGE(0, 10), x, SL_INTO(s[1])));
            wrong += read_of(s[1]) != ramp_sum(first, 10);
            continue;
        }
        if (k % 7 < 3)
            wrong += read_of(s[1]) != ramp_sum(first - 1, N);
        if (k % 5 < 3)
            wrong += read_of(s[2]) != ramp_sum(first, N);
        if (k % 3 < 2)
            wrong += read_of(s[0]) != ramp_sum(first, N - RING + 1);
    }
    sl_region_counts counts;
    must(sl_region_count(region, &counts));
    is_int(wrong, 0, "%lld runs of a region tell their results", (long long)counts.runs);
    ok(is_published(s[0]) && is_published(s[2]), "the last ones, too");
    ok(counts.captures >= 1 && counts.captures <= sl_gpus(), "all of them on a GPU are one graph");
    ok(counts.updates <= 3 * (int64_t)RING * 2, "it changes only when more results are to be published: %lld times",
       (long long)counts.updates);
    sl_region_destroy(&region);
    for (int r = 0; r < RING; r++)
        sl_view_destroy(&s[r]);
    sl_view_destroy(&x);
    sl_view_destroy(&one);
}

static void test_gpu_failure(void)
{
    enum { N = 1000 };
    sl_view *s = scalar("s"), *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N));
    must(sl_forall_with(ON_GPU, td_ramp, SL_RANGE(0, N), 0.0, x));
    long wrong = 0;
    for (int k = 0; k < 20; k++) {
        const int fails = k % 2;
        must(sl_forall_with(ON_GPU, td_sum, SL_RANGE(0, N), x, SL_INTO(s)));
        wrong += read_of(s) != ramp_sum(0, N);
        must(sl_forall_with(ON_GPU, td_fail, SL_RANGE(0, N), (int64_t)(fails ? 5 : -1), x, SL_INTO(s)));
        const double value = read_of(s);
        wrong += fails ? !isnan(value) || sl_last_status() != SL_ERR_RAISED : value != ramp_sum(0, N);
    }
    is_int(wrong, 0, "a loop that fails has no result, and the next one has");
    (void)sl_wait();
    sl_view_destroy(&s);
    sl_view_destroy(&x);
}

/* Random sequences of all that writes a few scalars, and reads, against plain variables. */
static long random_round(uint64_t seed)
{
    enum { N = 500, SCALARS = 3, STEPS = 200 };
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(N)), *s[SCALARS];
    sl_region *region[SCALARS] = {NULL};
    double value[SCALARS] = {0}, first = 3;
    long wrong = 0;
    must(sl_forall_with(ON_GPU, td_ramp, SL_RANGE(0, N), first, x));
    for (int i = 0; i < SCALARS; i++)
        s[i] = scalar("s");
    for (int i = 0; i < SCALARS; i++) {
        must(sl_region_begin(&region[i]));
        must(sl_forall_with(ON_GPU, td_set, SL_RANGE(i, i + 1), 0.25, s[(i + 1) % SCALARS]));
        must(sl_forall_with(ON_GPU, td_sum, SL_RANGE(0, N - i), x, SL_INTO(s[i])));
        must(sl_region_end(region[i]));
    }
    for (int k = 0; k < STEPS; k++) {
        const int i = random_below(&seed, SCALARS), n = 1 + random_below(&seed, N);
        switch (random_below(&seed, 8)) {
        case 0:
        case 1:
            must(sl_forall_with(ON_GPU, td_sum, SL_RANGE(0, n), x, SL_INTO(s[i])));
            value[i] = ramp_sum(first, n);
            break;
        case 2:
            must(sl_forall_with(SL_POLICY(.where = SL_CPU), td_sum, SL_RANGE(0, n), x, SL_INTO(s[i])));
            value[i] = ramp_sum(first, n);
            break;
        case 3:
            must(sl_forall_with(random_below(&seed, 2) ? ON_GPU : SL_POLICY(.where = SL_CPU), td_set,
                                SL_RANGE(n, n + 1), 0.5, s[i]));
            value[i] = n + 0.5;
            break;
        case 4:
            value[i] = n;
            write_to(s[i], value[i]);
            break;
        case 5:
            must(sl_region_run(region[i]));
            value[(i + 1) % SCALARS] = 0.25 + i;
            value[i] = ramp_sum(first, N - i);
            break;
        case 6:
            first = n;
            must(sl_forall(td_ramp, SL_RANGE(0, N), first, x));
            break;
        default: wrong += read_of(s[i]) != value[i];
        }
    }
    for (int i = 0; i < SCALARS; i++) {
        wrong += read_of(s[i]) != value[i];
        sl_region_destroy(&region[i]);
        sl_view_destroy(&s[i]);
    }
    sl_view_destroy(&x);
    return wrong;
}

static void test_gpu_random(void)
{
    const int rounds = quick() ? 5 : 100;
    for (int r = 0; r < rounds; r++) {
        const long wrong = random_round((uint64_t)r);
        if (wrong == 0)
            continue;
        ok(0, "random sequence %d: %ld wrong values", r, wrong);
        return;
    }
    ok(1, "%d random sequences of writers and readers", rounds);
}

int main(void)
{
    test_words();
    must(sl_init(NULL));
    test_host();
    if (have_gpu("results of loops on a GPU")) {
        test_gpu_loops();
        test_gpu_ring();
        test_gpu_types();
        test_gpu_two();
        test_gpu_region();
        test_gpu_failure();
        test_gpu_random();
    }
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
