/* SPDX-License-Identifier: BSD-3-Clause */
/* Homes of parts follow how fast devices are: it is made up how long parts last on each. With two GPUs or more on
 * these, with halos, and with counts that the library chooses; else two worker groups stand for devices, with loops
 * that have no halos. Then a worker group helps devices, or a group that stands for one: while that pays, and while all
 * loops may run on either side. Values are those of plain C, in any number of parts. */
#include <starloop/kernel/abi.h>

#include "loop_testing.h"

#include "backend/backend.h"
#include "base/starpu.h"
#include "data/split.h"
#include "data/view.h"
#include "machine/machine.h"
#include "task/homes.h"
#include "times_testing.h"

SL_KERNEL_DECLARE(sh_step, (i), in(uint64_t, 1, u, own), inout(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(sh_near, (i), in(uint64_t, 1, w, halo(1)), out(uint64_t, 1, u, own));
SL_KERNEL_DECLARE(sh_turns, (i), scalar(int64_t, turns), inout(uint64_t, 1, u, own));
extern const sl_kernel sh_step__kernel;

enum { FAST = 4, SWEEPS = 40 }; /* the first place is so many times as fast as the others */

static int on_gpus, places; /* whether devices are GPUs; so many of them */

static int homes_worker(int place)
{
    if (on_gpus && place < places)
        return sl__device_worker(place);
    return sl__machine_group(on_gpus ? place - places : place)->worker;
}

static double homes_seconds(int place, double points)
{
    return points * (place == 0 ? 1e-6 : FAST * 1e-6);
}

static int group_of(int part, int parts)
{
    return sl__machine_group(part * places / parts)->worker;
}

static sl_policy policy_of_homes(void)
{
    return on_gpus ? SL_POLICY(.where = SL_CUDA) : SL_POLICY(.where = SL_CPU);
}

/* ---- where parts are ----------------------------------------------------------------------------------------- */

/* Whether a place has a part: a GPU a copy of it; a group is the one that used it last. */
static int has_part(const sl__grid_part *part, int place)
{
    int allocated, valid, requested;
    if (!on_gpus || place >= places)
        return atomic_load(&part->home) == homes_worker(place);
    starpu_data_query_status(part->stretch[SL__STRETCH_PART].handle,
                             (int)starpu_worker_get_memory_node((unsigned)homes_worker(place)), &allocated, &valid,
                             &requested);
    return valid;
}

/* How many parts of a view a place has; -1: they are not neighbours. */
static int parts_on(const sl_view *v, int place)
{
    const sl__grid *grid = sl__splits_of(v)->parts;
    int count = 0, last = -1, apart = 0;
    must(sl_wait());
    for (int p = 0; grid && p < grid->parts; p++)
        if (has_part(&grid->part[p], place)) {
            apart |= last >= 0 && last != p - 1;
            last = p;
            count++;
        }
    return apart ? -1 : count;
}

/* ---- sweeps -------------------------------------------------------------------------------------------------- */

static void plain_sweeps(uint64_t *u, uint64_t *w, sl_index n, int halos)
{
    for (int s = 0; s < SWEEPS; s++) {
        for (sl_index i = 0; i < n; i++)
            w[i] = 5 * w[i] + u[i] + (uint64_t)i;
        for (sl_index i = 1; i < n - 1 && halos; i++)
            u[i] = w[i] + 2 * w[i - 1] + 3 * w[i + 1];
    }
}

static void set(sl_view *v, uint64_t *value, sl_index n, uint64_t a)
{
    uint64_t *p = SL_HOST_WRITE(uint64_t, v);
    for (sl_index i = 0; p && i < n; i++)
        p[i] = value[i] = a * (uint64_t)i + a;
    must(sl_host_end(v));
}

static sl_index wrong_in(sl_view *v, const uint64_t *value, sl_index n)
{
    const uint64_t *p = SL_HOST_READ(uint64_t, v);
    sl_index wrong = p ? 0 : -1;
    for (sl_index i = 0; p && i < n; i++)
        if (p[i] != value[i] && wrong++ == 0)
            diag("%s[%lld]: got %" PRIu64 ", want %" PRIu64, sl_view_label(v), (long long)i, p[i], value[i]);
    must(sl_host_end(v));
    return wrong;
}

static void test_sweeps(sl_index n, int parts, int halos)
{
    uint64_t *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
    sl_view *u = view_of("u", SL_UINT64, RIGHT, SL_EXTENTS(n)), *w = view_of("w", SL_UINT64, RIGHT, SL_EXTENTS(n));
    const sl_policy policy = policy_of_homes();
    int first = -1;
    set(u, a, n, 3);
    set(w, b, n, 7);
    must(sl_view_split(u, SL_SPLIT(parts)));
    must(sl_view_split(w, SL_SPLIT(parts)));
    for (int s = 0; s < SWEEPS; s++) {
        must(sl_forall_with(policy, sh_step, SL_RANGE(0, n), u, w));
        if (s == 0)
            first = parts > 1 ? parts_on(w, 0) : 0;
        if (halos)
            must(sl_forall_with(policy, sh_near, SL_RANGE(1, n - 1), w, u));
        if (s % 4 == 0)
            must(sl_wait()); /* so that the next ones know what these have taken */
    }
    const int fast = parts > 1 ? parts_on(w, 0) : 0, slow = parts > 1 ? parts_on(w, places - 1) : 0;
    plain_sweeps(a, b, n, halos);
    is_int(wrong_in(u, a, n) + wrong_in(w, b, n), 0, "%d sweeps over %lld in %d parts%s give what plain C gives",
           SWEEPS, (long long)n, parts, halos ? " with halos" : "");
    if (parts >= 8 * places && !sh_step__kernel.bounds_checked) {
        if (!halos) /* of views in so many parts */
            is_int(first, parts / places, "at first places have as many parts each");
        ok(fast >= (FAST - 1) * slow && slow > 0,
           "then one that is %d times as fast has %d, and another %d, neighbours all", FAST, fast, slow);
    }
    sl_view_destroy(&u);
    sl_view_destroy(&w);
    free(a);
    free(b);
}

/* ---- counts that the library chooses -------------------------------------------------------------------------- */

static int parts_of(const sl_view *v)
{
    const sl__splits *splits = sl__splits_of(v);
    return splits && splits->parts ? splits->parts->parts : 1;
}

/* Whole at first; then in a part for each GPU, by what the loop was measured to take; then in more, for they differ. */
static void test_chosen(void)
{
    enum { N = 1 << 20, TURNS = 40000, CALLS = 12, LOOKS = 4096 };
    sl_view *u = view_of("u", SL_UINT64, RIGHT, SL_EXTENTS(N));
    sl_index wrong = 0;
    uint64_t *p = SL_HOST_WRITE(uint64_t, u);
    for (sl_index i = 0; p && i < N; i++)
        p[i] = (uint64_t)i;
    must(sl_host_end(u));
    must(sl_view_split(u, SL_SPLIT_AUTO));
    for (int k = 0; k < CALLS; k++) {
        must(sl_forall_with(policy_of_homes(), sh_turns, SL_RANGE(0, N), (int64_t)TURNS, u));
        must(sl_wait());
    }
    is_int(parts_of(u), 8 * places, "SL_SPLIT_AUTO has eight parts for each of %d GPUs that differ", places);
    const uint64_t *q = SL_HOST_READ(uint64_t, u);
    for (sl_index i = 0; q && i < N; i += LOOKS) {
        uint64_t want = (uint64_t)i;
        for (int t = 0; t < TURNS * CALLS; t++)
            want = want * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        wrong += q[i] != want;
    }
    is_int(q ? wrong : -1, 0, "and values are plain C's");
    must(sl_host_end(u));
    sl_view_destroy(&u);
}

/* ---- both sides ---------------------------------------------------------------------------------------------- */

static double slow_group = 2;   /* times as long as a device */
static double in_truth = 1;     /* and so many times as long as the library is told before */
static _Atomic int group_parts; /* that the group has run */

static double both_seconds(int place, double points)
{
    if (place < places)
        return 1e-6 * points;
    if (starpu_worker_get_id() < 0)
        return 1e-6 * points * slow_group;
    atomic_fetch_add(&group_parts, 1);
    return 1e-6 * points * slow_group * in_truth;
}

/* One call that is left open, and for which the library takes devices to be faster than groups. */
static void open_call(sl_view *u, sl_view *w, int parts, const uint64_t *a, uint64_t *b)
{
    const sl_index n = sl_view_extent(u, 0);
    must(sl_wait());
    set_times(&sh_step__kernel, n / parts, 1e-2, 1e-5);
    must(sl_forall(sh_step, SL_RANGE(0, n), u, w));
    for (sl_index i = 0; i < n; i++)
        b[i] = 5 * b[i] + a[i] + (uint64_t)i;
}

static void test_both(int halos)
{
    enum { EACH = 1024, CALLS = 24, MOST = 400 };
    const int parts = 8 * places;
    const sl_index n = (sl_index)parts * EACH;
    uint64_t *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
    sl_view *u = view_of("u", SL_UINT64, RIGHT, SL_EXTENTS(n)), *w = view_of("w", SL_UINT64, RIGHT, SL_EXTENTS(n));
    int calls = 0, again = 0;
    set(u, a, n, 3);
    set(w, b, n, 7);
    must(sl_view_split(u, SL_SPLIT(parts)));
    must(sl_view_split(w, SL_SPLIT(parts)));
    open_call(u, w, parts, a, b);
    const int first = parts_on(w, places);
    for (int k = 0; k < CALLS; k++)
        open_call(u, w, parts, a, b);
    const int helped = parts_on(w, places);
    slow_group = 100;
    for (int k = 0; k < 2; k++)
        open_call(u, w, parts, a, b);
    const int late = parts_on(w, places);
    for (slow_group = 2; again == 0 && calls < MOST; calls++) {
        open_call(u, w, parts, a, b);
        again = parts_on(w, places);
    }
    if (halos) {
        must(sl_forall_with(policy_of_homes(), sh_near, SL_RANGE(1, n - 1), w, u));
        for (sl_index i = 1; i < n - 1; i++)
            a[i] = b[i] + 2 * b[i - 1] + 3 * b[i + 1];
    }
    const int forced = halos ? parts_on(u, places) : 0;
    if (!sh_step__kernel.bounds_checked) {
        is_int(first, 0, "%d parts are at first on devices alone", parts);
        ok(helped > 0 && helped <= parts / 2, "a group that takes twice as long as a device gets %d", helped);
        is_int(late, 0, "which go back as soon as it has taken fifty times as long");
        ok(again > 0 && calls > CALLS, "it is asked again, after %d calls", calls);
        is_int(forced, 0, "a loop with halos has all parts on devices");
    }
    is_int(wrong_in(u, a, n) + wrong_in(w, b, n), 0, "and values are plain C's");
    sl_view_destroy(&u);
    sl_view_destroy(&w);
    free(a);
    free(b);
}

/* Calls that are queued before anything is known of those before them: of a group that is far slower than it was. */
static void test_ahead(void)
{
    enum { EACH = 1024, CALLS = 200, TRIALS = 4 };
    const int parts = 8 * places;
    const sl_index n = (sl_index)parts * EACH;
    uint64_t *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
    sl_view *u = view_of("u", SL_UINT64, RIGHT, SL_EXTENTS(n)), *w = view_of("w", SL_UINT64, RIGHT, SL_EXTENTS(n));
    set(u, a, n, 3);
    set(w, b, n, 7);
    must(sl_view_split(u, SL_SPLIT(parts)));
    must(sl_view_split(w, SL_SPLIT(parts)));
    set_times(&sh_step__kernel, n / parts, 1e-2, 1e-5);
    in_truth = 100;
    atomic_store(&group_parts, 0);
    for (int k = 0; k < CALLS; k++) {
        must(sl_forall(sh_step, SL_RANGE(0, n), u, w));
        for (sl_index i = 0; i < n; i++)
            b[i] = 5 * b[i] + a[i] + (uint64_t)i;
    }
    must(sl_wait());
    in_truth = 1;
    ok(atomic_load(&group_parts) <= TRIALS * parts / 2,
       "of %d calls that are queued at once a group which is too slow gets %d parts, those of trials", CALLS,
       atomic_load(&group_parts));
    is_int(wrong_in(u, a, n) + wrong_in(w, b, n), 0, "and values are plain C's");
    sl_view_destroy(&u);
    sl_view_destroy(&w);
    free(a);
    free(b);
}

/* ---- the machine --------------------------------------------------------------------------------------------- */

/* With so many groups beside devices. */
static void start(sl__homes_made_up *made_up, int groups)
{
    *made_up = (sl__homes_made_up){places, groups, homes_worker, groups > 0 ? both_seconds : homes_seconds};
    sl__homes_made_up_now = made_up;
    sl__split_worker = on_gpus ? NULL : group_of;
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    diag("%d devices, which are %s", places, on_gpus ? "GPUs" : "worker groups");
}

static void test_devices(void)
{
    static const sl_index sizes[] = {1, 7, 4096, 100003};
    static const int parts[] = {1, 2, 4};
    for (int halos = 0; halos <= on_gpus; halos++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
            for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
                if (sizes[s] > 3 || !halos)
                    test_sweeps(sizes[s], parts[k], halos);
        test_sweeps(100003, 8 * places, halos);
    }
    if (on_gpus && !sh_step__kernel.bounds_checked)
        test_chosen();
    else
        skip(on_gpus ? "bodies check bounds" : "less than two GPUs", "counts of parts that the library chooses");
}

int main(void)
{
    sl__homes_made_up made_up;
    setenv("STARLOOP_INLINE", "0", 1);
    unsetenv("STARLOOP_WHERE");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    const int gpus = sl_gpus(), groups = sl__machine_groups();
    must(sl_finalize());
    for (int helping = 0; helping < 2; helping++) {
        on_gpus = gpus > !helping;
        places = on_gpus ? gpus : 2 - helping;
        if (!on_gpus && groups < 2) {
            skip("this process has one worker group, and too few GPUs", "homes of parts");
            continue;
        }
        start(&made_up, helping);
        if (helping) {
            test_both(on_gpus);
            must(sl_finalize());
            start(&made_up, helping);
            test_ahead();
        } else {
            test_devices();
        }
        is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    }
    return done_testing();
}
