/* SPDX-License-Identifier: BSD-3-Clause */
/* Random sequences of small loops of which some raise, queued without a wait, leave what an interpreter leaves: the
 * views behind a failure cannot be read, all others have their values, and each wait tells whether something failed.
 * Where there is a GPU, loops run on either. */
#include "gate_task.h"
#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(fs_map, (i), scalar(int64_t, bad), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(fs_add, (i), scalar(int64_t, bad), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(fs_fill, (i), scalar(int64_t, bad), scalar(uint64_t, a), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(fs_sum, (i), scalar(int64_t, bad), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s),
                  reduce(uint64_t, max, m));
SL_KERNEL_DECLARE(fs_shift, (i), scalar(int64_t, bad), in(uint64_t, 0, s), inout(uint64_t, 1, x, own));

enum { VIEWS = 6, SCALARS = 2, LONGEST = 3001, STEPS = 60 };

/* The state, twice: the library's views, and the interpreter's arrays. */
struct both {
    int n, failed; /* a loop has failed since the last wait */
    int where;     /* 0: the policy does not say; 1: CPU and GPU by turns; 2: GPU */
    sl_view *view[VIEWS], *scalar[SCALARS], *gate;
    uint64_t plain[VIEWS][LONGEST], plain_scalar[SCALARS];
    int bad[VIEWS], bad_scalar[SCALARS];
};

struct task_data {
    sl_view *view;
    int n;
};

static int triple(void *arg)
{
    struct task_data *t = arg;
    uint64_t *p = sl_task_data(t->view);
    for (int i = 0; p && i < t->n; i++)
        p[i * sl_view_stride(t->view, 0)] *= 3;
    return p == NULL;
}

static sl_policy any_policy(const struct both *b, uint64_t *seed)
{
    sl_policy p = {.priority = random_below(seed, 3) - 1};
    if (b->where == 2 || (b->where == 1 && random_below(seed, 2)))
        p.where = SL_CUDA;
    else if (b->where == 1)
        p.where = SL_CPU;
    return p;
}

/* What a loop leaves: nothing where an input is bad or it raises. @p bad is the index where it does. */
static int survives(struct both *b, int input_is_bad, int64_t bad, int lo, int hi)
{
    if (input_is_bad)
        return 0;
    if (bad < lo || bad >= hi)
        return 1;
    b->failed = 1;
    return 0;
}

static void step_map(struct both *b, sl_policy p, int64_t bad, int x, int y)
{
    must(sl_forall_with(p, fs_map, SL_RANGE(0, b->n), bad, b->view[x], b->view[y]));
    b->bad[y] = !survives(b, b->bad[x], bad, 0, b->n);
    for (int i = 0; i < b->n; i++)
        b->plain[y][i] = b->plain[x][i] * 3 + 1;
}

static void step_add(struct both *b, sl_policy p, int64_t bad, int x, int y, int lo, int hi)
{
    must(sl_forall_with(p, fs_add, SL_RANGE(lo, hi), bad, b->view[x], b->view[y]));
    if (lo >= hi)
        return; /* a loop over nothing is no task */
    b->bad[y] = !survives(b, b->bad[x] || b->bad[y], bad, lo, hi);
    for (int i = lo; i < hi; i++)
        b->plain[y][i] = b->plain[y][i] * 5 + b->plain[x][i];
}

static void step_fill(struct both *b, sl_policy p, int64_t bad, uint64_t a, int y)
{
    must(sl_forall_with(p, fs_fill, SL_RANGE(0, b->n), bad, a, b->view[y]));
    b->bad[y] = !survives(b, 0, bad, 0, b->n);
    for (int i = 0; i < b->n; i++)
        b->plain[y][i] = a + (uint64_t)i;
}

/* Into a scalar, which is written whole, and an element of a view, which keeps the others. */
static void step_sum(struct both *b, sl_policy p, int64_t bad, int x, int s, int y)
{
    uint64_t sum = 0, most = 0;
    int at = b->n / 3, whole = b->n == 1;
    must(sl_forall_with(p, fs_sum, SL_RANGE(0, b->n), bad, b->view[x], SL_INTO(b->scalar[s]), SL_INTO(b->view[y], at)));
    b->bad[y] = b->bad_scalar[s] = !survives(b, b->bad[x] || (b->bad[y] && !whole), bad, 0, b->n);
    for (int i = 0; i < b->n; i++) {
        sum += b->plain[x][i];
        most = b->plain[x][i] > most ? b->plain[x][i] : most;
    }
    b->plain_scalar[s] = sum;
    b->plain[y][at] = most;
}

static void step_shift(struct both *b, sl_policy p, int64_t bad, int s, int x)
{
    must(sl_forall_with(p, fs_shift, SL_RANGE(0, b->n), bad, b->scalar[s], b->view[x]));
    b->bad[x] = !survives(b, b->bad_scalar[s] || b->bad[x], bad, 0, b->n);
    for (int i = 0; i < b->n; i++)
        b->plain[x][i] += b->plain_scalar[s];
}

static void step_task(struct both *b, int x)
{
    static struct task_data data[VIEWS];
    data[x] = (struct task_data){b->view[x], b->n};
    must(sl_task(triple, &data[x], SL_RW(b->view[x])));
    for (int i = 0; i < b->n; i++)
        b->plain[x][i] *= 3;
}

static void step(struct both *b, uint64_t *seed)
{
    sl_policy p = any_policy(b, seed);
    int x = random_below(seed, VIEWS), y = (x + 1 + random_below(seed, VIEWS - 1)) % VIEWS;
    int s = random_below(seed, SCALARS), lo = random_below(seed, b->n + 1), hi = random_below(seed, b->n + 1);
    int64_t bad = random_below(seed, 8) ? -1 : random_below(seed, b->n);
    switch (random_below(seed, 10)) {
    case 0:
    case 1: step_map(b, p, bad, x, y); break;
    case 2:
    case 3:
    case 4: step_add(b, p, bad, x, y, lo, hi); break;
    case 5: step_fill(b, p, random_below(seed, 3) ? -1 : bad, random_next(seed), y); break;
    case 6:
    case 7: step_sum(b, p, bad, x, s, y); break;
    case 8: step_shift(b, p, bad, s, x); break;
    default: step_task(b, x);
    }
}

/* The views against the interpreter's. Bad ones are made good again. @return what is wrong. */
static int compare(struct both *b, uint64_t *seed)
{
    int wrong = 0;
    for (int k = 0; k < VIEWS; k++) {
        const uint64_t *p = SL_HOST_READ(uint64_t, b->view[k]);
        sl_index stride = sl_view_stride(b->view[k], 0);
        wrong += (p == NULL) != b->bad[k];
        for (int i = 0; p && !b->bad[k] && i < b->n; i++)
            wrong += p[i * stride] != b->plain[k][i];
        if (p)
            must(sl_host_end(b->view[k]));
        if (!b->bad[k])
            continue;
        uint64_t *q = SL_HOST_WRITE(uint64_t, b->view[k]);
        for (int i = 0; i < b->n; i++)
            q[i * stride] = b->plain[k][i] = random_next(seed);
        must(sl_host_end(b->view[k]));
        b->bad[k] = 0;
    }
    for (int k = 0; k < SCALARS; k++) {
        const uint64_t *p = SL_HOST_READ(uint64_t, b->scalar[k]);
        wrong += (p == NULL) != b->bad_scalar[k] || (p && *p != b->plain_scalar[k]);
        if (p)
            must(sl_host_end(b->scalar[k]));
        uint64_t *q = SL_HOST_WRITE(uint64_t, b->scalar[k]);
        b->plain_scalar[k] = *q = random_next(seed);
        must(sl_host_end(b->scalar[k]));
        b->bad_scalar[k] = 0;
    }
    return wrong;
}

/* Loops that pile up behind a gate, or begin at once. @return what is wrong. */
static int sequence(struct both *b, uint64_t *seed, int gated)
{
    int wrong = 0;
    b->failed = 0;
    atomic_store(&gate_open, !gated);
    if (gated) {
        must(sl_task(wait_for_gate, NULL, SL_RW(b->gate)));
        must(sl_forall_with(any_policy(b, seed), fs_fill, SL_RANGE(0, 1), -1, (uint64_t)1, b->gate));
    }
    for (int k = 0; k < STEPS; k++)
        step(b, seed);
    atomic_store(&gate_open, 1);
    sl_status status = sl_wait();
    if (status != (b->failed ? SL_ERR_RAISED : SL_SUCCESS) && wrong++ == 0)
        diag("sl_wait: %s, though %s: %s", sl_status_name(status), b->failed ? "a loop has raised" : "none has raised",
             sl_last_error());
    wrong += compare(b, seed);
    status = sl_wait();
    if (status != SL_SUCCESS && wrong++ == 0)
        diag("a second sl_wait: %s: %s", sl_status_name(status), sl_last_error());
    return wrong;
}

static uint64_t seed_of_all;

static void test_sequences(int n, int where, int gated)
{
    static const char *const name[] = {"left to the library", "on CPU and GPU by turns", "on the GPU"};
    static struct both b;
    uint64_t seed = seed_of_all + (uint64_t)(n * 10 + where * 2 + gated), first;
    const test_clock clock = test_time(1.0 / 40); /* of each kind of sequence; there are up to 20 */
    int wrong = 0, times = 0;
    memset(&b, 0, sizeof b);
    b.n = n;
    b.where = where;
    b.gate = view_of("gate", SL_UINT64, RIGHT, SL_EXTENTS(1));
    for (int k = 0; k < VIEWS; k++)
        b.view[k] = view_of("v", SL_UINT64, k % 3 == 2 ? STRIDED : RIGHT, SL_EXTENTS(n));
    for (int k = 0; k < SCALARS; k++)
        b.scalar[k] = view_of("s", SL_UINT64, RIGHT, SL_EXTENTS());
    do {
        first = seed;
        wrong = sequence(&b, &seed, gated);
        if (wrong)
            diag("sequence %d, from seed %llu", times, (unsigned long long)first);
        times++;
    } while (wrong == 0 && test_time_left(&clock));
    is_int(wrong, 0, "%d sequences of %d loops over %d elements, %s, %s", times, STEPS, n, name[where],
           gated ? "behind a gate" : "at once");
    for (int k = 0; k < VIEWS; k++)
        sl_view_destroy(&b.view[k]);
    for (int k = 0; k < SCALARS; k++)
        sl_view_destroy(&b.scalar[k]);
    sl_view_destroy(&b.gate);
}

int main(void)
{
    static const int n[] = {1, 50, LONGEST};
    sl_log_set_handler(misuse_count, NULL);
    seed_of_all = test_seed(0);
    must(sl_init(NULL));
    for (int k = 0; k < 3; k++)
        for (int gated = 0; gated < 2; gated++)
            test_sequences(n[k], 0, gated);
    if (have_gpu("the same on a GPU"))
        for (int k = 0; k < 3; k++)
            for (int gated = 0; gated < 2; gated++)
                for (int where = 1; where <= 2; where++)
                    test_sequences(n[k], where, gated);
    must(sl_finalize());
    /* Several worker groups, where there are several cores: a loop is a gang of tasks. */
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    test_sequences(LONGEST, 0, 0);
    test_sequences(LONGEST, 0, 1);
    must(sl_finalize());
    return done_testing();
}
