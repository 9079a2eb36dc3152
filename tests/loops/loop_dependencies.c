/* SPDX-License-Identifier: BSD-3-Clause */
/* Random sequences of small loops over six views, queued without a wait, give what a sequential interpreter gives:
 * the data alone order the tasks. */
#include "loop_testing.h"

SL_KERNEL_DECLARE(copy_to, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(add_times, (i), scalar(uint64_t, a), in(uint64_t, 1, x, own), inout(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(mix, (i), in(uint64_t, 1, x), in(uint64_t, 1, y), inout(uint64_t, 1, z, own));
SL_KERNEL_DECLARE(sum_into, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, s), reduce(uint64_t, min, m));
SL_KERNEL_DECLARE(shift_by, (i), in(uint64_t, 0, s), inout(uint64_t, 1, x, own));

enum { VIEWS = 6, LOOPS = 2000, LONGEST = 9001 };

/* The state, twice: the library's views, and the interpreter's arrays. */
struct both {
    int n, misread;
    sl_view *view[VIEWS], *scalar;
    uint64_t plain[VIEWS][LONGEST], plain_scalar;
};

struct task_data {
    sl_view *view;
    int n;
    uint64_t times;
};

static int host_task(void *arg)
{
    struct task_data *t = arg;
    uint64_t *p = sl_task_data(t->view);
    if (!p)
        return 1;
    for (int i = 0; i < t->n; i++)
        p[i * sl_view_stride(t->view, 0)] *= t->times;
    return 0;
}

/* The views v, w, z that differ from one another. */
static void choose(uint64_t *seed, int v[3])
{
    v[0] = random_below(seed, VIEWS);
    v[1] = (v[0] + 1 + random_below(seed, VIEWS - 1)) % VIEWS;
    do
        v[2] = random_below(seed, VIEWS);
    while (v[2] == v[0] || v[2] == v[1]);
}

static sl_policy any_policy(uint64_t *seed)
{
    sl_policy p = {.schedule = (sl_schedule)random_below(seed, SL_GUIDED + 1),
                   .chunk = random_below(seed, 50),
                   .priority = random_below(seed, 7) - 3,
                   .synchronous = random_below(seed, 200) == 0};
    return p;
}

static void step_task(struct both *b, uint64_t *seed, const int v[3])
{
    static struct task_data data[64];
    static int used;
    if (used == 64) {
        must(sl_wait());
        used = 0;
    }
    struct task_data *t = &data[used++];
    *t = (struct task_data){b->view[v[0]], b->n, random_next(seed) | 1};
    must(sl_task(host_task, t, SL_RW(b->view[v[0]])));
    for (int i = 0; i < b->n; i++)
        b->plain[v[0]][i] *= t->times;
}

static void step_read(struct both *b, const int v[3])
{
    const uint64_t *p = SL_HOST_READ(uint64_t, b->view[v[0]]);
    b->misread += !p || p[0] != b->plain[v[0]][0];
    if (p)
        must(sl_host_end(b->view[v[0]]));
}

static void step(struct both *b, uint64_t *seed)
{
    int v[3], lo = random_below(seed, b->n + 1), hi = random_below(seed, b->n + 1);
    choose(seed, v);
    uint64_t *x = b->plain[v[0]], *y = b->plain[v[1]], *z = b->plain[v[2]], a = random_next(seed);
    sl_view *vx = b->view[v[0]], *vy = b->view[v[1]], *vz = b->view[v[2]];
    sl_policy p = any_policy(seed);
    switch (random_below(seed, 20)) {
    case 0:
    case 1:
    case 2:
        must(sl_forall_with(p, copy_to, SL_RANGE(0, b->n), vx, vy));
        memcpy(y, x, (size_t)b->n * sizeof *x);
        break;
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
        must(sl_forall_with(p, add_times, SL_RANGE(lo, hi), a, vx, vy));
        for (int i = lo; i < hi; i++)
            y[i] = y[i] * 5 + a * x[i] + 1;
        break;
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
        must(sl_forall_with(p, mix, SL_RANGE(0, b->n), vx, vy, vz));
        for (int i = 0; i < b->n; i++)
            z[i] ^= x[b->n - 1 - i] + 3 * y[i];
        break;
    case 13:
    case 14:
    case 15: {
        uint64_t s = 0, m = UINT64_MAX;
        for (int i = lo; i < hi; i++) {
            s += x[i];
            m = x[i] < m ? x[i] : m;
        }
        must(sl_forall_with(p, sum_into, SL_RANGE(lo, hi), vx, SL_INTO(b->scalar), SL_INTO(vz, b->n / 2)));
        b->plain_scalar = s;
        z[b->n / 2] = m;
        break;
    }
    case 16:
    case 17:
        must(sl_forall_with(p, shift_by, SL_RANGE(0, b->n), b->scalar, vx));
        for (int i = 0; i < b->n; i++)
            x[i] += b->plain_scalar;
        break;
    case 18: step_task(b, seed, v); break;
    default:
        if (random_below(seed, 10) == 0)
            step_read(b, v);
    }
}

static void test_sequence(int n, uint64_t first_seed)
{
    static struct both b;
    uint64_t seed = first_seed;
    int wrong = 0;
    b.n = n;
    b.misread = 0;
    b.scalar = view_of("s", SL_UINT64, RIGHT, SL_EXTENTS());
    b.plain_scalar = 0;
    for (int k = 0; k < VIEWS; k++) {
        b.view[k] = view_of("v", SL_UINT64, k % 3 == 2 ? STRIDED : RIGHT, SL_EXTENTS(n));
        uint64_t *p = SL_HOST_RDWR(uint64_t, b.view[k]);
        for (int i = 0; i < n; i++)
            p[i * sl_view_stride(b.view[k], 0)] = b.plain[k][i] = random_next(&seed);
        must(sl_host_end(b.view[k]));
    }
    for (int k = 0; k < LOOPS; k++)
        step(&b, &seed);
    for (int k = 0; k < VIEWS; k++) {
        const uint64_t *p = SL_HOST_READ(uint64_t, b.view[k]);
        for (int i = 0; i < n; i++)
            wrong += p[i * sl_view_stride(b.view[k], 0)] != b.plain[k][i];
        must(sl_host_end(b.view[k]));
        sl_view_destroy(&b.view[k]);
    }
    const uint64_t *s = SL_HOST_READ(uint64_t, b.scalar);
    wrong += *s != b.plain_scalar;
    must(sl_host_end(b.scalar));
    sl_view_destroy(&b.scalar);
    is_int(b.misread, 0, "the host reads the right values in the middle");
    is_int(wrong, 0, "%d loops over views of %d elements, seed %llu, run in the order of their data", LOOPS, n,
           (unsigned long long)first_seed);
}

int main(void)
{
    static const int n[] = {1, 7, 100, 1000, LONGEST};
    const uint64_t seed = test_seed(0);
    must(sl_init(NULL));
    for (int k = 0; k < 5; k++)
        for (uint64_t s = 1; s <= 3; s++)
            test_sequence(n[k], seed + s * 1000003 + (uint64_t)k);
    must(sl_finalize());
    /* Several worker groups, where there are several cores: a loop is a gang of tasks. */
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    for (int k = 2; k < 5; k++)
        test_sequence(n[k], seed + 99 + (uint64_t)k);
    must(sl_finalize());
    return done_testing();
}
