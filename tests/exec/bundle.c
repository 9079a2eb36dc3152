/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions of many small loops, which share the threads, against plain C: over lists that have indices in common or
 * none, ranges and strides, with reductions between them. Each loop gives another result in another order. */
#include "exec/cpu/bundle.h"
#include "exec/cpu/bundle_plan.h"
#include "exec/cpu/cpu.h"
#include "loop_testing.h"
#include "random_programs.h"
#include "task/fused.h"

SL_KERNEL_DECLARE(bundle_update, (i), scalar(int64_t, a), inout(int64_t, 1, x, own));
extern const sl_kernel bundle_update__kernel;
SL_KERNEL_DECLARE(bundle_gather, (i), in(int64_t, 1, x, own), inout(int64_t, 1, y));
SL_KERNEL_DECLARE(bundle_scatter, (i), in(int64_t, 1, y), inout(int64_t, 1, x, own));
SL_KERNEL_DECLARE(bundle_sum, (i), in(int64_t, 1, x, own), reduce(int64_t, sum, s));

enum { N = 700, FIELDS = 3, LISTS = 12, LOOPS = 60, THREADS = 4, UPDATE = 0, GATHER, SCATTER, SUM, KINDS };

/* The indices of a loop, in order: those of a list, a range or a stride. */
struct over {
    sl_space space;
    sl_index count, index[N];
};

/* Fields 0 to FIELDS - 1, behind them the sums of each. */
struct side {
    int64_t field[FIELDS][N], sum[FIELDS];
};

struct step {
    int kind, x, y; /* fields */
    int over;
    int64_t a;
};

static sl_view *field[FIELDS], *sum[FIELDS], *cells[LISTS];
static sl_list *list[LISTS];
static struct over over[LISTS + 4];
static struct side plain;

/* ---- what is there ------------------------------------------------------------------------------------- */

static void fill(void)
{
    for (int f = 0; f < FIELDS; f++) {
        int64_t *x = SL_HOST_WRITE(int64_t, field[f]);
        for (int i = 0; i < N; i++)
            x[i] = plain.field[f][i] = 100 * f + i;
        must(sl_host_end(field[f]));
        int64_t *s = SL_HOST_WRITE(int64_t, sum[f]);
        s[0] = plain.sum[f] = 0;
        must(sl_host_end(sum[f]));
    }
}

/* Each second list is of a view, which says nothing of its indices when loops are recorded. */
static void set_list(int k, sl_index count, const sl_index index[])
{
    int32_t at[N];
    over[k].count = count;
    for (sl_index i = 0; i < count; i++)
        at[i] = (int32_t)(over[k].index[i] = index[i]);
    sl_list_destroy(&list[k]);
    sl_view_destroy(&cells[k]);
    if (k % 2 == 0) {
        must(sl_list_create("list", SL_INT32, at, count, &list[k]));
    } else {
        must(sl_view_create("cells", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(count), &cells[k]));
        int32_t *to = SL_HOST_WRITE(int32_t, cells[k]);
        for (sl_index i = 0; i < count; i++)
            to[i] = at[i];
        must(sl_host_end(cells[k]));
        must(sl_list_from_view(cells[k], &list[k]));
    }
    over[k].space = SL_LIST(list[k]);
}

/* Lists that have every LISTS-th index, shuffled. */
static void make_disjoint(uint64_t *seed)
{
    for (int k = 0; k < LISTS; k++) {
        sl_index index[N], count = 0;
        for (sl_index i = k; i < N; i += LISTS)
            index[count++] = i;
        for (sl_index i = count - 1; i > 0; i--) {
            const sl_index j = below(seed, i + 1), kept = index[i];
            index[i] = index[j];
            index[j] = kept;
        }
        set_list(k, k == 5 ? 0 : count, index);
    }
}

/* Each has indices from a part of its own, and, at times, one that is anywhere, but none twice. */
static void make_overlapping(uint64_t *seed)
{
    for (int k = 0; k < LISTS; k++) {
        sl_index index[N], count = 0;
        const sl_index lo = below(seed, N), length = below(seed, N / LISTS);
        for (sl_index i = lo; i < lo + length && i < N; i += 1 + below(seed, 2))
            index[count++] = i;
        const sl_index more = below(seed, N);
        if (below(seed, 2) && (more < lo || more >= lo + length))
            index[count++] = more;
        set_list(k, count, index);
    }
}

static void make_others(uint64_t *seed)
{
    for (int k = LISTS; k < LISTS + 4; k++) {
        struct over *o = &over[k];
        const sl_index step = 1 + below(seed, 4);
        sl_index lo, hi;
        bounds(seed, N, 0, &lo, &hi);
        o->space = k % 2 == 0 ? SL_RANGE(lo, hi) : SL_RANGE_STRIDE(lo, hi, step);
        o->count = 0;
        for (sl_index i = lo; i < hi; i += k % 2 == 0 ? 1 : step)
            o->index[o->count++] = i;
    }
}

/* ---- a loop, both ways --------------------------------------------------------------------------------- */

static void queue(const struct step *s)
{
    const sl_space space = over[s->over].space;
    if (s->kind == UPDATE)
        must(sl_forall(bundle_update, space, s->a, field[s->x]));
    else if (s->kind == GATHER)
        must(sl_forall(bundle_gather, space, field[s->x], field[s->y]));
    else if (s->kind == SCATTER)
        must(sl_forall(bundle_scatter, space, field[s->y], field[s->x]));
    else
        must(sl_forall(bundle_sum, space, field[s->x], SL_INTO(sum[s->x], 0)));
}

static void interpret(const struct step *s)
{
    const struct over *o = &over[s->over];
    int64_t *x = plain.field[s->x], *y = plain.field[s->y], total = 0;
    for (sl_index k = 0; k < o->count; k++) {
        int64_t *at = &x[o->index[k]];
        if (s->kind == UPDATE)
            *at = (3 * *at + s->a) & 0xffff;
        else if (s->kind == GATHER)
            y[k] = (5 * y[k] + *at) & 0xffff;
        else if (s->kind == SCATTER)
            *at = (7 * *at + y[k]) & 0xffff;
        else
            total += *at;
    }
    if (s->kind == SUM)
        plain.sum[s->x] = total;
}

static long count_wrong(void)
{
    long wrong = 0;
    for (int f = 0; f < FIELDS; f++) {
        const int64_t *x = SL_HOST_READ(int64_t, field[f]);
        for (int i = 0; i < N; i++)
            wrong += x[i] != plain.field[f][i];
        must(sl_host_end(field[f]));
        const int64_t *s = SL_HOST_READ(int64_t, sum[f]);
        wrong += s[0] != plain.sum[f];
        must(sl_host_end(sum[f]));
    }
    return wrong;
}

static sl_region *record(const struct step step[], int count)
{
    sl_region *region = NULL;
    must(sl_region_begin(&region));
    for (int s = 0; s < count; s++)
        queue(&step[s]);
    must(sl_region_end(region));
    return region;
}

static long run(sl_region *region, const struct step step[], int count, int times)
{
    for (int t = 0; t < times; t++) {
        must(sl_region_run(region));
        for (int s = 0; s < count; s++)
            interpret(&step[s]);
    }
    return count_wrong();
}

/* ---- the tests ----------------------------------------------------------------------------------------- */

/* Bundles, rounds and loops since the last look. */
static void look(int64_t seen[3])
{
    static int64_t before[3];
    const int64_t now[] = {sl__bundles_run, sl__bundles_rounds, sl__bundles_loops};
    for (int k = 0; k < 3; k++) {
        seen[k] = now[k] - before[k];
        before[k] = now[k];
    }
}

/* Whether loops share forks and are one task at all: none do that is checked. */
static int shared(void)
{
    return !bundle_update__kernel.bounds_checked;
}

static void check_groups(uint64_t seed)
{
    struct step step[LISTS];
    int64_t seen[3];
    for (int k = 0; k < LISTS; k++)
        step[k] = (struct step){UPDATE, 0, 1, k, k};
    for (int overlap = 0; overlap < 2; overlap++) {
        make_disjoint(&seed);
        if (overlap) /* with the last index of the list before it */
            set_list(7, 1, &over[6].index[over[6].count - 1]);
        fill();
        sl_region *region = record(step, LISTS);
        look(seen);
        is_int(run(region, step, LISTS, 3), 0, "loops over lists with %s index in common are right",
               overlap ? "an" : "no");
        look(seen);
        is_int(seen[0], shared() * 3, "each run is one fork");
        is_int(seen[2], shared() * 3 * (LISTS - 1), "of all loops but one that is empty");
        is_int(seen[1], shared() * (overlap ? 6 : 3), "%s", overlap ? "in two rounds" : "in one round");
        sl_region_destroy(&region);
    }
}

/* A list that is written after the plan was made. */
static void check_written_list(uint64_t seed)
{
    struct step step[LISTS];
    int64_t seen[3];
    for (int k = 0; k < LISTS; k++)
        step[k] = (struct step){UPDATE, 0, 1, k, 2 * k};
    make_disjoint(&seed);
    fill();
    sl_region *region = record(step, LISTS);
    long wrong = run(region, step, LISTS, 2);
    int32_t *to = SL_HOST_RDWR(int32_t, cells[3]);
    to[0] = (int32_t)(over[3].index[0] = over[2].index[0]);
    must(sl_host_end(cells[3]));
    look(seen);
    wrong += run(region, step, LISTS, 1);
    look(seen);
    is_int(wrong, 0, "a list that is written between two runs is known to have another index in common");
    is_int(seen[1], shared() * 2, "which takes two rounds");
    const int before = sl__bundle_lists_made;
    for (int r = 0; r < 20; r++) {
        to = SL_HOST_RDWR(int32_t, cells[3]);
        to[0] = (int32_t)(over[3].index[0] = over[r % LISTS].count > 0 && r % LISTS != 3 ? over[r % LISTS].index[0]
                                                                                         : over[2].index[0]);
        must(sl_host_end(cells[3]));
        wrong += run(region, step, LISTS, 1);
    }
    is_int(wrong, 0, "and one that is written before each");
    ok(sl__bundle_lists_made - before < 10, "whose indices nobody looks at any more after a while: %d times",
       sl__bundle_lists_made - before);
    sl_region_destroy(&region);
}

/* So many runs were one task each. Beside a GPU some may have been tried there. */
static void check_fusings(int64_t before, int64_t want, const char *what)
{
    if (sl_gpus() > 0)
        ok(sl__fused_queued - before <= want, "%s (%d of %d)", what, (int)(sl__fused_queued - before), (int)want);
    else
        is_int(sl__fused_queued - before, shared() * want, "%s", what);
}

/* Runs that are one task each, with no task for their loops: what a queued one has is not what the next one is told. */
static void check_fused(uint64_t seed)
{
    struct step step[LISTS];
    make_disjoint(&seed);
    fill();
    for (int k = 0; k < LISTS; k++)
        step[k] = (struct step){UPDATE, k % 2, 1, k == 5 ? 0 : k, k};
    sl_region *region = record(step, LISTS);
    const int64_t before = sl__fused_queued;
    for (int64_t r = 0; r < 6; r++) {
        must(SL_REGION_SET(region, 3, int64_t, a, r));
        step[3].a = r;
        for (int again = 0; again < 2; again++) {
            must(sl_region_run(region));
            for (int k = 0; k < LISTS; k++)
                interpret(&step[k]);
        }
    }
    is_int(count_wrong(), 0, "runs with other scalars that are queued one behind the other are right");
    check_fusings(before, 12, "and are one task each");
    must(sl_region_set_view(region, field[0], field[2]));
    for (int k = 0; k < LISTS; k++)
        step[k].x = step[k].x == 0 ? 2 : step[k].x;
    is_int(run(region, step, LISTS, 2), 0, "as are those with another view");
    check_fusings(before, 14, "which are one task, too");
    for (int64_t r = 0; r < 20; r++) {
        must(SL_REGION_SET(region, 3, int64_t, a, r));
        step[3].a = r;
        must(sl_region_run(region));
        for (int k = 0; k < LISTS; k++)
            interpret(&step[k]);
    }
    is_int(count_wrong(), 0, "and those of a region that is changed before each");
    ok(sl__fused_queued - before < 30, "which in the end are no longer copied each time");
    sl_region_destroy(&region);
}

static int fail(void *arg)
{
    (void)arg;
    return 1;
}

/* Loops that read what is not there do nothing, the others of the task do what they do. */
static void check_failed(uint64_t seed)
{
    struct step step[LISTS];
    make_disjoint(&seed);
    fill();
    for (int k = 0; k < LISTS; k++)
        step[k] = (struct step){UPDATE, k % 2, 1, k == 5 ? 0 : k, k};
    step[7] = (struct step){GATHER, 1, 2, 7, 0};
    sl_region *region = record(step, LISTS);
    must(sl_region_run(region));
    must(sl_wait());
    for (int k = 0; k < LISTS; k++)
        interpret(&step[k]);
    const int64_t before = sl__fused_queued;
    must(sl_task(fail, NULL, SL_RW(field[1])));
    must(sl_region_run(region));
    for (int k = 0; k < LISTS; k++)
        if (step[k].x == 0)
            interpret(&step[k]);
    ok(sl_wait() != SL_SUCCESS, "a host task has failed");
    check_fusings(before, 1, "a run after that is one task");
    ok(SL_HOST_READ(int64_t, field[1]) == NULL, "what it wrote is not there");
    ok(SL_HOST_READ(int64_t, field[2]) == NULL, "nor what a loop of the region has made of it");
    const int64_t *x = SL_HOST_READ(int64_t, field[0]);
    long wrong = x == NULL;
    for (int i = 0; x != NULL && i < N; i++)
        wrong += x[i] != plain.field[0][i];
    if (x != NULL)
        must(sl_host_end(field[0]));
    is_int(wrong, 0, "the other loops have run, once");
    fill();
    is_int(run(region, step, LISTS, 2), 0, "what is written again is right in the runs after that");
    sl_region_destroy(&region);
}

static struct step draw_step(uint64_t *seed)
{
    struct step s = {.kind = (int)below(seed, KINDS), .x = (int)below(seed, FIELDS)};
    if (s.kind == SUM && below(seed, 3))
        s.kind = UPDATE;
    s.y = (s.x + 1 + (int)below(seed, FIELDS - 1)) % FIELDS;
    s.over = (int)below(seed, LISTS + 4);
    s.a = below(seed, 100);
    return s;
}

static void check_random(uint64_t seed)
{
    struct step step[LOOPS];
    int64_t seen[3];
    long wrong = 0;
    int programs = 0;
    const test_clock clock = test_time(1);
    look(seen);
    do {
        uint64_t own = seed + (uint64_t)programs++;
        if (below(&own, 2))
            make_disjoint(&own);
        else
            make_overlapping(&own);
        make_others(&own);
        fill();
        sl__cpu_threads_override = 2 + (int)below(&own, 4);
        const int count = 2 + (int)below(&own, LOOPS - 1);
        for (int s = 0; s < count; s++)
            step[s] = draw_step(&own);
        sl_region *region = record(step, count);
        const long now = run(region, step, count, 1 + (int)below(&own, 3));
        if (now > 0)
            diag("program %llu: %ld wrong", (unsigned long long)(seed + (uint64_t)programs - 1), now);
        wrong += now;
        sl_region_destroy(&region);
    } while (test_time_left(&clock) && wrong == 0);
    look(seen);
    is_int(wrong, 0, "%d random regions from seed %llu give what plain C gives", programs, (unsigned long long)seed);
    ok(shared() ? seen[2] > seen[1] : seen[2] == 0, "%lld loops in %lld rounds of %lld forks", (long long)seen[2],
       (long long)seen[1], (long long)seen[0]);
}

static void create(void)
{
    for (int f = 0; f < FIELDS; f++) {
        must(sl_view_create("field", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(N), &field[f]));
        must(sl_view_create("sum", SL_INT64, SL_LAYOUT_RIGHT, SL_EXTENTS(1), &sum[f]));
    }
}

static void destroy(void)
{
    for (int f = 0; f < FIELDS; f++) {
        sl_view_destroy(&field[f]);
        sl_view_destroy(&sum[f]);
    }
    for (int k = 0; k < LISTS; k++) {
        sl_list_destroy(&list[k]);
        sl_view_destroy(&cells[k]);
    }
}

int main(void)
{
    const uint64_t seed = test_seed(20261127);
    setenv("STARLOOP_LOG", "none", 1);
    must(sl_init(NULL));
    sl__cpu_threads_override = THREADS;
    sl__rounds_always = 1;
    create();
    check_groups(seed);
    check_written_list(seed);
    check_fused(seed);
    check_failed(seed);
    check_random(seed);
    destroy();
    sl__cpu_threads_override = sl__rounds_always = 0;
    must(sl_finalize());
    return done_testing();
}
