/* SPDX-License-Identifier: BSD-3-Clause */
/* Views that share wrapped memory, of other types, layouts and places: random loops over them, each ordered after all
 * others by the memory, against plain loops over an array; threads that make the first one together; what is refused,
 * and how they end. */
#include <pthread.h>
#include <starloop.h>

#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(sh_line, (i), scalar(int64_t, a), inout(double, 1, x, own));
SL_KERNEL_DECLARE(sh_turn, (i), inout(sl_complex, 1, z, own));
SL_KERNEL_DECLARE(sh_block, (i, j), inout(double, 2, m, own));
SL_KERNEL_DECLARE(sh_bits, (i), inout(uint64_t, 1, b, own));
SL_KERNEL_DECLARE(sh_copy, (i), in(double, 1, from, own), out(double, 1, to, own));

enum { MOST = 3000, STEPS = 60, ROWS = 5, KINDS = 6, THREADS = 2, ROUNDS = 3000, FEW = 8 };

static _Alignas(16) double memory[MOST + 2], want[MOST];

static sl_view *shared(const char *label, sl_type type, sl_layout layout, sl_extents extents, void *data)
{
    sl_view *view = NULL;
    must(sl_view_wrap_with(label, type, layout, extents, data, SL_VIEW_SHARED, &view));
    return view;
}

/* Each of the loops, over n elements of the array. */
static void plain(int kind, int64_t a, int n)
{
    const int rows = n / ROWS;
    switch (kind) {
    case 0:
        for (int i = 0; i < n; i++)
            want[i] = (double)((a * (int64_t)want[i] + i) % 1009);
        break;
    case 1:
        for (int i = 0; i < n / 2; i++) {
            const double re = want[2 * i];
            want[2 * i] = want[2 * i + 1];
            want[2 * i + 1] = re + 1;
        }
        break;
    case 2:
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < ROWS; j++)
                want[j * rows + i] += 2 * i + j;
        break;
    case 3:
        for (int i = 0; i < n; i++)
            want[i] = -want[i];
        break;
    case 4:
        for (int i = 0; 2 * i + 1 < n; i++)
            want[2 * i + 1] = (double)((a * (int64_t)want[2 * i + 1] + i) % 1009);
        break;
    default:
        for (int i = 0; 2 * i + 1 < n; i++)
            want[2 * i + 1] = want[2 * i] + 1;
    }
}

/* The same by loops over views. @param[in] v  the array, by pairs, by columns, as bits, its odd and its even elements
 */
static sl_status loop(int kind, int64_t a, int n, sl_policy policy, sl_view *const v[KINDS])
{
    switch (kind) {
    case 0: return sl_forall_with(policy, sh_line, SL_RANGE(0, n), a, v[0]);
    case 1: return sl_forall_with(policy, sh_turn, SL_RANGE(0, n / 2), v[1]);
    case 2: return sl_forall_with(policy, sh_block, SL_BOX(0, n / ROWS, 0, ROWS), v[2]);
    case 3: return sl_forall_with(policy, sh_bits, SL_RANGE(0, n), v[3]);
    case 4: return sl_forall_with(policy, sh_line, SL_RANGE(0, n / 2), a, v[4]);
    default: return sl_forall_with(policy, sh_copy, SL_RANGE(0, n / 2), v[5], v[4]);
    }
}

/* @return how many elements are other than those of plain loops */
static int random_loops(int n, uint64_t *seed, int devices)
{
    sl_view *v[KINDS] = {shared("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(n), memory)};
    v[1] = shared("pairs", SL_TYPE(sl_complex), SL_LAYOUT_RIGHT, SL_EXTENTS(n / 2), memory);
    v[2] = shared("columns", SL_DOUBLE, SL_LAYOUT_LEFT, SL_EXTENTS(n / ROWS, ROWS), memory);
    v[3] = shared("bits", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(n), memory);
    v[4] = shared("odd", SL_DOUBLE, SL_LAYOUT_STRIDE(2), SL_EXTENTS(n / 2), memory + (n > 1));
    v[5] = shared("even", SL_DOUBLE, SL_LAYOUT_STRIDE(2), SL_EXTENTS(n / 2), memory);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        memory[i] = want[i] = i % 7;
    memory[n] = 4711;
    for (int k = 0; k < STEPS; k++) {
        const int kind = random_below(seed, KINDS);
        const int64_t a = 1 + random_below(seed, 5);
        const sl_policy policy = {.where = devices && random_below(seed, 2) ? SL_CUDA : SL_ANYWHERE,
                                  .schedule = (sl_schedule)random_below(seed, last_schedule() + 1)};
        must(loop(kind, a, n, policy.where == SL_CUDA ? (sl_policy){.where = SL_CUDA} : policy, v));
        plain(kind, a, n);
        if (k % 20 == 19) { /* the host sees by one view what loops have written by others */
            const sl_complex *p = SL_HOST_READ(sl_complex, v[1]);
            for (int i = 0; i < n / 2; i++)
                wrong += p[i].re != want[2 * i] || p[i].im != want[2 * i + 1];
            must(sl_host_end(v[1]));
        }
    }
    sl_view_destroy(&v[0]); /* the others have the memory all the same */
    must(loop(3, 1, n, (sl_policy){0}, v));
    plain(3, 1, n);
    for (int k = 1; k < KINDS; k++)
        sl_view_destroy(&v[k]);
    for (int i = 0; i < n; i++)
        wrong += memory[i] != want[i];
    return wrong + (memory[n] != 4711);
}

static void test_loops(void)
{
    static const int sizes[] = {0, 1, 2, 5, 63, 1000, 2999};
    uint64_t seed = test_seed(507);
    int wrong = 0, devices = 0;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        wrong += random_loops(sizes[k], &seed, 0);
    is_int(wrong, 0, "loops over views that share memory are those of plain loops, one after another");
    if (have_gpu("also in turns on CPUs and on a GPU")) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            devices += random_loops(sizes[k], &seed, 1);
        is_int(devices, 0, "also in turns on CPUs and on a GPU");
    }
}

typedef struct sharer {
    pthread_barrier_t *together;
    int number, rounds, failed, wrong;
} sharer;

/* In each round both threads wrap the memory at once, by a type of their own, and queue a loop over it; then both views
 * go. In every fourth round one of them does not say that it shares memory: it is the first, or refused. */
static void *share(void *arg)
{
    sharer *s = arg;
    for (int r = 0; r < s->rounds; r++) {
        const int kind = (s->number + r / 2) % 2 == 0 ? 0 : 3, alone = r % 4 == 3, plainly = alone && s->number == 1;
        sl_view *v[KINDS] = {NULL};
        pthread_barrier_wait(s->together);
        const sl_status status =
            sl_view_wrap_with("mine", kind == 0 ? SL_DOUBLE : SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(FEW), memory,
                              plainly ? SL_VIEW_DEFAULT : SL_VIEW_SHARED, &v[kind]);
        s->failed += status != SL_SUCCESS && !(plainly && status == SL_ERR_ALIAS);
        if (!alone && status == SL_SUCCESS)
            s->failed += loop(kind, 1, FEW, (sl_policy){0}, v) != SL_SUCCESS;
        pthread_barrier_wait(s->together);
        sl_view_destroy(&v[kind]);
        pthread_barrier_wait(s->together);
        for (int i = 0; s->number == 0 && i < FEW; i++) { /* both loops, in either order */
            s->wrong += alone ? memory[i] != i : memory[i] != -2 * i && memory[i] != 0;
            memory[i] = i;
        }
    }
    return NULL;
}

static void test_threads(void)
{
    pthread_t thread[THREADS];
    pthread_barrier_t together;
    sharer s[THREADS];
    for (int i = 0; i < FEW; i++)
        memory[i] = i;
    pthread_barrier_init(&together, NULL, THREADS);
    for (int t = 0; t < THREADS; t++) {
        s[t] = (sharer){.together = &together, .number = t, .rounds = quick() ? ROUNDS / 10 : ROUNDS};
        pthread_create(&thread[t], NULL, share, &s[t]);
    }
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&together);
    is_int(s[0].failed + s[1].failed, 0, "threads that wrap memory at once, %d times, share it", s[0].rounds);
    is_int(s[0].wrong, 0, "and their loops are ordered");
}

static void test_misuse(void)
{
    sl_view *x = shared("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(100), memory), *y = NULL, *gaps = NULL, *odd, *even;
    const sl_extents ten = SL_EXTENTS(10);
    refused(sl_view_wrap("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory, &y), SL_ERR_ALIAS, "a wrap that does not say so",
            "sl_view_wrap: data: expected memory of no other wrapped view");
    refused(sl_view_wrap_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory, SL_VIEW_DEFAULT, &y), SL_ERR_ALIAS,
            "nor by its flags", "sl_view_wrap_with: data: expected memory of no other wrapped view");
    refused(sl_view_wrap_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory + 95, SL_VIEW_SHARED, &y), SL_ERR_ALIAS,
            "memory that goes on", "sl_view_wrap_with: data: expected memory within that of \"x\"",
            "the first view that shares memory has all of it");
    refused(sl_view_wrap_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory, SL_VIEW_PINNED, &y), SL_ERR_ARGUMENT,
            "another flag", "sl_view_wrap_with: flags: expected SL_VIEW_DEFAULT or SL_VIEW_SHARED, got 0x2");
    refused(sl_view_wrap_with("y", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(5, 2), memory, SL_VIEW_SHARED, &y),
            SL_ERR_ARGUMENT, "a layout of each side's own", "sl_view_wrap_with: layout: expected one layout");
    refused(sl_view_wrap_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, (char *)memory + 4, SL_VIEW_SHARED, &y),
            SL_ERR_ARGUMENT, "memory that is not aligned", "sl_view_wrap_with: data: expected memory aligned to 8");
    refused(sl_view_wrap_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, NULL, SL_VIEW_SHARED, &y), SL_ERR_ARGUMENT,
            "no memory", "sl_view_wrap_with: data: expected host memory");
    refused(sl_view_wrap_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory, SL_VIEW_SHARED, NULL), SL_ERR_ARGUMENT,
            "nowhere to put it", "sl_view_wrap_with: view: expected where to put the view");
    must(sl_view_create("managed", SL_DOUBLE, SL_LAYOUT_AUTO, SL_EXTENTS(3, 3), &gaps));
    sl_view_destroy(&gaps);
    must(sl_view_wrap("gaps", SL_DOUBLE, SL_LAYOUT_STRIDE(3), SL_EXTENTS(20), memory + 100, &gaps));
    refused(sl_view_wrap_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory + 100, SL_VIEW_SHARED, &y), SL_ERR_ALIAS,
            "memory that is partly nobody's", "expected memory of a view without gaps", "20 elements in 464 bytes");
    sl_view_destroy(&gaps);
    must(sl_view_wrap("halves", SL_FLOAT, SL_LAYOUT_RIGHT, SL_EXTENTS(41), (float *)(memory + 200) + 1, &gaps));
    refused(sl_view_wrap_with("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory + 201, SL_VIEW_SHARED, &y), SL_ERR_ARGUMENT,
            "a place that is not aligned on a device",
            "a multiple of 8 bytes, for double, from the first of \"halves\" on, "
            "got 4");
    sl_view_destroy(&gaps);
    ok(y == NULL, "a refused view is not made");
    odd = shared("odd", SL_DOUBLE, SL_LAYOUT_STRIDE(2), SL_EXTENTS(50), memory + 1);
    even = shared("even", SL_DOUBLE, SL_LAYOUT_STRIDE(2), SL_EXTENTS(50), memory);
    refused(sl_forall(sh_copy, SL_RANGE(0, 50), even, x), SL_ERR_ALIAS,
            "one loop that reads and writes an element by two", "\"x\"", "\"even\"");
    must(sl_forall(sh_copy, SL_RANGE(0, 50), even, odd));
    sl_view_destroy(&x);
    refused(sl_view_wrap("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory + 80, &y), SL_ERR_ALIAS,
            "memory that views of a destroyed one have", "sl_view_wrap: data");
    y = shared("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory + 80);
    sl_view_destroy(&odd);
    sl_view_destroy(&even);
    sl_view_destroy(&y);
    must(sl_view_wrap("y", SL_DOUBLE, SL_LAYOUT_RIGHT, ten, memory + 80, &y));
    ok(y != NULL, "which is the program's again when all of them are");
    sl_view_destroy(&y);
}

int main(void)
{
    must(sl_init(NULL));
    test_loops();
    sl_log_set_handler(misuse_count, NULL);
    test_threads();
    test_misuse();
    must(sl_finalize());
    return done_testing();
}
