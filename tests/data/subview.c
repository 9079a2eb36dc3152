/* SPDX-License-Identifier: BSD-3-Clause */
/* Subviews against a plain model, in which a view is a list of places in an array: random chains of subviews, loops,
 * copies and fills over them, their parents and siblings. And what they say, how they end, and misuse. */
#include <starloop.h>

#include "misuse.h"
#include "tap.h"

SL_KERNEL_DECLARE(sw_add1, (i), scalar(uint64_t, a), inout(uint64_t, 1, x, own));
SL_KERNEL_DECLARE(sw_add2, (i, j), scalar(uint64_t, a), inout(uint64_t, 2, x, own));
SL_KERNEL_DECLARE(sw_add3, (i, j, k), scalar(uint64_t, a), inout(uint64_t, 3, x, own));
SL_KERNEL_DECLARE(sw_mix1, (i), in(uint64_t, 1, x, own), out(uint64_t, 1, y, own));
SL_KERNEL_DECLARE(sw_mix2, (i, j), in(uint64_t, 2, x, own), out(uint64_t, 2, y, own));
SL_KERNEL_DECLARE(sw_mix3, (i, j, k), in(uint64_t, 3, x, own), out(uint64_t, 3, y, own));
SL_KERNEL_DECLARE(sw_sum, (i), in(uint64_t, 1, x, own), reduce(uint64_t, sum, total));
SL_KERNEL_DECLARE(sw_raise, (i), out(uint64_t, 1, x, own));
SL_KERNEL_DECLARE(swb_past, (i), scalar(int64_t, by), inout(uint64_t, 1, x));
SL_KERNEL_DECLARE(swb_race, (i, j), inout(uint64_t, 2, x));

enum { MOST = 5000, VIEWS = 12, STEPS = 40, PROGRAMS = 120 };

static uint64_t next(uint64_t *seed)
{
    *seed += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *seed;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static int below(uint64_t *seed, sl_index n)
{
    return (int)(next(seed) % (uint64_t)n);
}

/* A view, and where its elements are among the root's, in the order of its indices, the last one fastest. */
struct model {
    sl_view *view;
    int rank, count;
    int n[SL_MAX_RANK];
    int place[MOST];
};

static struct model views[VIEWS];
static int made;
static uint64_t memory[MOST]; /* what the root is to hold, in the order of its indices */

static int count_of(int rank, const int n[])
{
    int count = 1;
    for (int d = 0; d < rank; d++)
        count *= n[d];
    return count;
}

static int make_root(uint64_t *seed)
{
    struct model *m = &views[0];
    sl_extents extents = {.rank = 1 + below(seed, 4)};
    m->rank = extents.rank;
    for (int d = 0; d < m->rank; d++)
        extents.n[d] = m->n[d] = 1 + below(seed, m->rank == 1 ? 900 : m->rank == 2 ? 40 : 8);
    m->count = count_of(m->rank, m->n);
    for (int i = 0; i < m->count; i++) {
        m->place[i] = i;
        memory[i] = 0;
    }
    made = 1;
    const sl_layout layout = below(seed, 2) ? SL_LAYOUT_RIGHT : SL_LAYOUT_LEFT;
    return sl_view_create("root", SL_UINT64, layout, extents, &m->view) == SL_SUCCESS;
}

/* A subview of one there is: the places of its elements are picked from that one's list, element by element. */
static int make_sub(uint64_t *seed)
{
    const struct model *from = &views[below(seed, made)];
    struct model *m = &views[made];
    struct sl__slice slices[SL_MAX_RANK];
    int lo[SL_MAX_RANK], length[SL_MAX_RANK];
    m->rank = 0;
    for (int d = 0; d < from->rank; d++) {
        const int n = from->n[d], kind = n > 0 ? below(seed, 4) : 1;
        lo[d] = kind < 2 || n == 0 ? 0 : below(seed, n);
        length[d] = kind == 0 ? 1 : kind == 1 ? n : 1 + below(seed, n - lo[d]);
        if (kind == 0)
            lo[d] = below(seed, n);
        if (kind > 1 && below(seed, 15) == 0)
            length[d] = 0;
        slices[d] = kind == 1 ? SL_ALL : SL_PAIR(lo[d], lo[d] + length[d]);
        if (kind == 0)
            slices[d].select_ = 0;
        else
            m->n[m->rank++] = length[d];
    }
    m->count = 0;
    for (int i = 0; i < from->count; i++) { /* the elements of the parent that are in the box, in order */
        int rest = i, in = 1;
        for (int d = from->rank - 1; d >= 0; d--) {
            const int at = rest % from->n[d];
            rest /= from->n[d];
            in &= at >= lo[d] && at < lo[d] + length[d];
        }
        if (in)
            m->place[m->count++] = from->place[i];
    }
    if (sl_view_sub(from->view, from->rank, slices, &m->view) != SL_SUCCESS)
        return 0;
    made++;
    return m->count == count_of(m->rank, m->n) && sl_view_size(m->view) == m->count && sl_view_rank(m->view) == m->rank;
}

static sl_space box_of(const struct model *m)
{
    sl_space space = {.rank = m->rank};
    for (int d = 0; d < m->rank; d++)
        space.hi[d] = m->n[d];
    return space;
}

/* What the loop's index adds. */
static uint64_t of_index(const struct model *m, int i)
{
    static const int factor[] = {7, 11, 13};
    uint64_t sum = 0;
    for (int d = m->rank - 1; d >= 0; d--) {
        sum += (uint64_t)(factor[d] * (i % m->n[d]));
        i /= m->n[d];
    }
    return sum;
}

static int add(const struct model *m, uint64_t a)
{
    const sl_space s = box_of(m);
    for (int i = 0; i < m->count; i++)
        memory[m->place[i]] = memory[m->place[i]] * 3 + a + of_index(m, i);
    return (m->rank == 1   ? sl_forall(sw_add1, s, a, m->view)
            : m->rank == 2 ? sl_forall(sw_add2, s, a, m->view)
                           : sl_forall(sw_add3, s, a, m->view)) == SL_SUCCESS;
}

static int fill(const struct model *m, uint64_t a)
{
    for (int i = 0; i < m->count; i++)
        memory[m->place[i]] = a;
    return SL_VIEW_FILL(uint64_t, m->view, a) == SL_SUCCESS;
}

static int meet(const struct model *a, const struct model *b)
{
    static char in[MOST];
    int found = 0;
    memset(in, 0, sizeof in);
    for (int i = 0; i < a->count; i++)
        in[a->place[i]] = 1;
    for (int i = 0; i < b->count; i++)
        found |= in[b->place[i]];
    return found;
}

/* From one view to another of the same extents: by a loop, or a copy. Those that share elements are refused. */
static int move(const struct model *to, const struct model *from, int copies)
{
    const sl_space s = box_of(to);
    if (to->rank != from->rank || memcmp(to->n, from->n, (size_t)to->rank * sizeof *to->n) != 0 || to->count == 0)
        return 1;
    copies |= to->rank < 1 || to->rank > 3;
    const sl_status status = copies          ? sl_deep_copy(to->view, from->view)
                             : to->rank == 1 ? sl_forall(sw_mix1, s, from->view, to->view)
                             : to->rank == 2 ? sl_forall(sw_mix2, s, from->view, to->view)
                                             : sl_forall(sw_mix3, s, from->view, to->view);
    if (meet(to, from))
        return status == SL_ERR_ALIAS;
    for (int i = 0; i < to->count; i++)
        memory[to->place[i]] = copies ? memory[from->place[i]] : memory[from->place[i]] * 5 + 1;
    return status == SL_SUCCESS;
}

/* Through the pointer and strides of host access. */
static int host(const struct model *m, uint64_t a)
{
    uint64_t *p = SL_HOST_RDWR(uint64_t, m->view);
    int good = p != NULL;
    for (int i = 0; good && i < m->count; i++) {
        sl_index at = 0;
        for (int d = m->rank - 1, rest = i; d >= 0; d--) {
            at += rest % m->n[d] * sl_view_stride(m->view, d);
            rest /= m->n[d];
        }
        good &= p[at] == memory[m->place[i]];
        memory[m->place[i]] = p[at] = p[at] + a;
    }
    return good && sl_host_end(m->view) == SL_SUCCESS;
}

static int total(const struct model *m)
{
    uint64_t sum = 0, want = 0;
    for (int i = 0; i < m->count; i++)
        want += memory[m->place[i]];
    return m->rank != 1 || (sl_reduce(sw_sum, box_of(m), m->view, &sum) == SL_SUCCESS && sum == want);
}

static int one_step(uint64_t *seed)
{
    const struct model *m = &views[below(seed, made)], *other = &views[below(seed, made)];
    const uint64_t a = next(seed);
    switch (below(seed, 7)) {
    case 0: return made < VIEWS ? make_sub(seed) : 1;
    case 1: return fill(m, a);
    case 2: return move(m, other, 0);
    case 3: return move(m, other, 1);
    case 4: return below(seed, 4) > 0 || host(m, a);
    case 5: return below(seed, 4) > 0 || total(m);
    default: return m->rank < 1 || m->rank > 3 || add(m, a);
    }
}

static int run_program(uint64_t seed)
{
    int good = make_root(&seed);
    for (int i = 0; good && i < 5; i++)
        good = make_sub(&seed);
    for (int i = 0; good && i < STEPS; i++)
        good = one_step(&seed);
    if (good)
        good = host(&views[0], 0);
    if (!good)
        diag("the seed of this program is %llu: %s", (unsigned long long)seed, sl_last_error());
    for (int i = 0; i < made; i++) /* the parents first */
        sl_view_destroy(&views[i].view);
    return good;
}

static void test_random(void)
{
    const char *text = getenv("SL_TEST_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 0) : (uint64_t)time(NULL), first = seed;
    int wrong = 0;
    for (int i = 0; i < PROGRAMS && wrong < 3; i++)
        wrong += !run_program(next(&seed));
    is_int(wrong, 0, "%d random programs (SL_TEST_SEED=%llu)", PROGRAMS, (unsigned long long)first);
}

static char last[512];

static void keep_log(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)level, (void)file, (void)line, (void)arg;
    snprintf(last, sizeof last, "%s", text);
}

static void test_queries_and_misuse(void)
{
    sl_view *x, *row, *block, *line, *all, *bad = NULL;
    sl_log_set_handler(misuse_count, NULL);
    sl_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(6, 8), &x);
    is_int(sl_subview(x, &row, 3, SL_ALL), SL_SUCCESS, "a row");
    is_int(sl_subview(x, &block, SL_PAIR(1, 4), SL_PAIR(2, 7)), SL_SUCCESS, "a block");
    is_int(sl_subview(block, &line, SL_ALL, 4), SL_SUCCESS, "a column of the block");
    is_int(sl_subview(x, &all, SL_ALL, SL_ALL), SL_SUCCESS, "all of it");
    is_str(sl_view_label(row), "x(3, :)", "its label");
    is_str(sl_view_label(line), "x(1:4, 2:7)(:, 4)", "a label of two steps");
    ok(sl_view_rank(row) == 1 && sl_view_extent(row, 0) == 8 && sl_view_stride(row, 0) == 1, "the row's shape");
    ok(sl_view_rank(line) == 1 && sl_view_extent(line, 0) == 3 && sl_view_stride(line, 0) == 8, "the column's shape");
    refused_saying(sl_subview(x, &bad, 6, SL_ALL), SL_ERR_EXTENT,
                   "expected an index in [0, 6) for dimension 0 of \"x\", got 6");
    refused_saying(sl_subview(x, &bad, 0, SL_PAIR(3, 9)), SL_ERR_EXTENT,
                   "expected a range in [0, 8) for dimension 1 of \"x\"");
    refused_saying(sl_subview(x, &bad, 0, SL_PAIR(3, 2)), SL_ERR_EXTENT, "got [3, 2)");
    refused_saying(sl_subview(block, &bad, 3, 0), SL_ERR_EXTENT, "in [0, 3) for dimension 0 of \"x(1:4, 2:7)\"");
    refused_saying(sl_subview(x, &bad, 1), SL_ERR_RANK, "expected 2, one for each dimension of \"x\", got 1");
    refused_saying(sl_subview(NULL, &bad, 1), SL_ERR_ARGUMENT, "expected a view, got NULL");
    refused_saying(sl_subview(x, NULL, 1, 1), SL_ERR_ARGUMENT, "expected where to put the view");
    refused_saying(sl_view_split(row, SL_SPLIT(2)), SL_ERR_UNSUPPORTED, "\"x(3, :)\", a subview of \"x\"");
    refused_saying(sl_view_join(row), SL_ERR_UNSUPPORTED, "expected a view with memory of its own");
    refused_saying(sl_forall(sw_mix1, SL_RANGE(0, 3), line, line), SL_ERR_ALIAS, "overlaps");
    refused_saying(sl_forall(sw_mix2, SL_BOX(0, 3, 0, 5), x, block), SL_ERR_ALIAS, "overlaps \"x\"");
    refused_saying(sl_forall(sw_mix2, SL_BOX(0, 3, 0, 6), x, block), SL_ERR_EXTENT, "[0, 5) for dimension 1");
    refused_saying(sl_deep_copy(x, all), SL_ERR_ALIAS, "got \"x(:, :)\"");
    sl_view *kept = line;
    sl_view_destroy(&line);
    refused_saying(sl_forall(sw_add1, SL_RANGE(0, 3), 1, kept), SL_ERR_DESTROYED, "got \"x(1:4, 2:7)(:, 4)\"");
    is_int(sl_wait(), SL_SUCCESS, "nothing has failed");
    sl_view_destroy(&x), sl_view_destroy(&row), sl_view_destroy(&block), sl_view_destroy(&all);
    sl_log_set_handler(NULL, NULL);
}

/* A subview of wrapped memory keeps it; the last one to go waits. */
static void test_ends(void)
{
    enum { N = 200000 };
    uint64_t *mine = calloc(N, sizeof *mine);
    sl_view *x, *half, *again = NULL;
    sl_view_wrap("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), mine, &x);
    sl_subview(x, &half, SL_PAIR(N / 2, N));
    sl_view_destroy(&x);
    sl_log_set_handler(keep_log, NULL);
    is_int(sl_view_wrap("again", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), mine, &again), SL_ERR_ALIAS,
           "the memory is still a view's");
    for (int i = 0; i < 20; i++)
        sl_forall(sw_add1, SL_RANGE(0, N / 2), 1, half);
    sl_view_destroy(&half);
    uint64_t want = 0;
    for (int i = 0; i < 20; i++)
        want = want * 3 + 1 + 7;
    ok(mine[N / 2 + 1] == want && mine[N / 2 - 1] == 0, "destroying the last subview waits: the memory is there");
    sl_view_create("y", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(10), &x);
    sl_subview(x, &half, SL_PAIR(5, 10));
    ok(SL_HOST_WRITE(uint64_t, half) != NULL, "a subview is open");
    sl_view_destroy(&half);
    ok(strstr(last, "\"y(5:10)\" was open for host access") != NULL, "to destroy it ends the access, with a warning");
    ok(SL_HOST_RDWR(uint64_t, x) != NULL && sl_host_end(x) == SL_SUCCESS, "the view is free then");
    sl_view_destroy(&x);
    sl_log_set_handler(NULL, NULL);
    free(mine);
}

/* Failures, results into elements, regions, host tasks. */
static sl_view *task_part;
static int count_up(void *arg)
{
    uint64_t *p = sl_task_data(task_part);
    (void)arg;
    for (int i = 0; p != NULL && i < 4; i++)
        p[i] += 100;
    return p == NULL;
}

static void test_tasks(void)
{
    sl_view *x, *low, *high;
    sl_region *region = NULL;
    sl_log_set_handler(misuse_count, NULL);
    sl_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(8), &x);
    sl_subview(x, &low, SL_PAIR(0, 4)), sl_subview(x, &high, SL_PAIR(4, 8));
    task_part = high;
    is_int(sl_region_begin(&region), SL_SUCCESS, "a region");
    sl_forall(sw_mix1, SL_RANGE(0, 4), low, high);
    sl_forall(sw_add1, SL_RANGE(0, 4), 2, low);
    is_int(sl_region_end(region), SL_SUCCESS, "of loops over two subviews of one view");
    sl_region_run(region), sl_region_run(region);
    is_int(sl_task(count_up, NULL, SL_RW(high)), SL_SUCCESS, "a host task over one");
    sl_forall(sw_sum, SL_RANGE(0, 4), high, SL_INTO(low, 1));
    const uint64_t *p = SL_HOST_READ(uint64_t, x); /* low: 2 + 7 i, then times 3 and that again */
    uint64_t want[8], sum = 0;
    for (uint64_t i = 0; i < 4; i++) {
        want[i] = 4 * (2 + 7 * i);
        sum += want[i + 4] = (2 + 7 * i) * 5 + 1 + 100;
    }
    want[1] += sum - want[1];
    ok(p != NULL && memcmp(p, want, sizeof want) == 0, "all of it in order, and a result in an element of a subview");
    sl_host_end(x);
    sl_region_destroy(&region);
    is_int(sl_forall(sw_raise, SL_RANGE(0, 4), low), SL_SUCCESS, "a loop over a subview is queued");
    ok(sl_view_wait(high) == SL_ERR_RAISED, "its failure leaves all of the view without data");
    (void)sl_wait();
    is_int(SL_VIEW_FILL(uint64_t, low, 1), SL_SUCCESS, "to fill some of it");
    ok(SL_HOST_READ(uint64_t, x) == NULL, "does not mend it");
    is_int(SL_VIEW_FILL(uint64_t, x, 1), SL_SUCCESS, "to fill all of it");
    ok((p = SL_HOST_READ(uint64_t, low)) != NULL && p[3] == 1, "does");
    sl_host_end(low);
    (void)sl_wait();
    sl_view_destroy(&x), sl_view_destroy(&low), sl_view_destroy(&high);
    sl_log_set_handler(NULL, NULL);
}

static void test_bounds(void)
{
    sl_view *x, *part, *block;
    sl_log_set_handler(keep_log, NULL);
    sl_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(100), &x);
    sl_subview(x, &part, SL_PAIR(10, 20));
    is_int(sl_forall(swb_past, SL_RANGE(0, 9), 1, part), SL_SUCCESS, "the last index of a subview");
    is_int(sl_wait(), SL_SUCCESS, "is in it");
    sl_forall(swb_past, SL_RANGE(0, 10), 1, part);
    is_int(sl_wait(), SL_ERR_BOUNDS, "the next one is not, though it is the parent's");
    ok(strstr(sl_last_error(), "index 10 of dimension 0 is not in [0, 10) of \"x(10:20)\"") != NULL, "it says so") ||
        (diag("%s", sl_last_error()), 0);
    sl_view_destroy(&part), sl_view_destroy(&x);
    sl_view_create("y", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(9, 9), &x);
    sl_subview(x, &block, SL_PAIR(2, 5), SL_PAIR(3, 7));
    sl_forall_with(SL_POLICY(.where = SL_CPU), swb_race, SL_BOX(2, 3, 0, 2), block);
    is_int(sl_wait(), SL_ERR_RACE, "a race in a subview is found");
    ok(strstr(sl_last_error(), "element (2, 0) of \"y(2:5, 3:7)\"") != NULL, "with the subview's indices") ||
        (diag("%s", sl_last_error()), 0);
    sl_view_destroy(&block), sl_view_destroy(&x);
    sl_log_set_handler(NULL, NULL);
}

/* Loops over subviews of a split view find it whole. */
static void test_split(void)
{
    enum { N = 50000 };
    sl_view *x, *part;
    sl_view_create("x", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &x);
    sl_view_split(x, SL_SPLIT(4));
    sl_subview(x, &part, SL_PAIR(1, N));
    for (int i = 0; i < 3; i++) {
        sl_forall(sw_add1, SL_RANGE(0, N), 1, x);
        sl_forall(sw_add1, SL_RANGE(0, N - 1), 1, part);
    }
    const uint64_t *p = SL_HOST_READ(uint64_t, x);
    int wrong = p == NULL;
    for (uint64_t k = 0; p && k < N; k++) {
        uint64_t want = 0;
        for (int i = 0; i < 3; i++) {
            want = want * 3 + 1 + 7 * k;
            want = k == 0 ? want : want * 3 + 1 + 7 * (k - 1);
        }
        wrong += p[k] != want;
    }
    is_int(wrong, 0, "loops over a split view and over a subview of it, in turn");
    sl_host_end(x);
    sl_view_destroy(&x), sl_view_destroy(&part);
}

int main(void)
{
    setenv("STARLOOP_CPU_WORKERS", "core", 0);
    if (!is_int(sl_init(NULL), SL_SUCCESS, "the library starts"))
        return done_testing();
    test_queries_and_misuse();
    test_random();
    test_ends();
    test_tasks();
    test_bounds();
    test_split();
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
