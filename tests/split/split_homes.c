/* SPDX-License-Identifier: BSD-3-Clause */
/* Homes of parts follow how fast devices are: it is made up how long parts last on each. With two GPUs or more on
 * these, with halos, and with counts that the library chooses; else two worker groups stand for devices, with loops
 * that have no halos. Values are those of plain C, in any number of parts. */
#include <starloop/kernel/abi.h>

#include "loop_testing.h"

#include "backend/backend.h"
#include "base/starpu.h"
#include "data/split.h"
#include "data/view.h"
#include "machine/machine.h"
#include "task/homes.h"

SL_KERNEL_DECLARE(sh_step, (i), in(uint64_t, 1, u, own), inout(uint64_t, 1, w, own));
SL_KERNEL_DECLARE(sh_near, (i), in(uint64_t, 1, w, halo(1)), out(uint64_t, 1, u, own));
SL_KERNEL_DECLARE(sh_turns, (i), scalar(int64_t, turns), inout(uint64_t, 1, u, own));
extern const sl_kernel sh_step__kernel;

enum { FAST = 4, SWEEPS = 40 }; /* the first place is so many times as fast as the others */

static int gpus, places;

static int homes_worker(int place)
{
    return gpus > 1 ? sl__device_worker(place) : sl__machine_group(place)->worker;
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
    return gpus > 1 ? SL_POLICY(.where = SL_CUDA) : SL_POLICY(.where = SL_CPU);
}

/* ---- where parts are ----------------------------------------------------------------------------------------- */

/* Whether a place has a part: a GPU its only copy; a group is the one that used it last. */
static int has_part(const sl__grid_part *part, int place)
{
    int allocated, valid, requested;
    if (gpus < 2)
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

int main(void)
{
    static const sl_index sizes[] = {1, 7, 4096, 100003};
    static const int parts[] = {1, 2, 4};
    sl__homes_made_up made_up = {2, homes_worker, homes_seconds};
    setenv("STARLOOP_INLINE", "0", 1);
    unsetenv("STARLOOP_WHERE");
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    gpus = sl_gpus();
    places = gpus > 1 ? gpus : 2;
    const int enough = gpus > 1 || sl__machine_groups() > 1;
    must(sl_finalize());
    if (!enough) {
        skip("this process has one worker group and less than two GPUs", "homes of parts");
        return done_testing();
    }
    made_up.count = places;
    sl__homes_made_up_now = &made_up;
    sl__split_worker = gpus > 1 ? NULL : group_of;
    must(sl_init(&(sl_config){.cpu_workers = SL_WORKERS_CORE}));
    diag("%d places, %d GPUs", places, gpus);
    for (int halos = 0; halos <= (gpus > 1); halos++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
            for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
                if (sizes[s] > 3 || !halos)
                    test_sweeps(sizes[s], parts[k], halos);
        test_sweeps(100003, 8 * places, halos);
    }
    if (gpus > 1 && !sh_step__kernel.bounds_checked)
        test_chosen();
    else
        skip(gpus > 1 ? "bodies check bounds" : "less than two GPUs", "counts of parts that the library chooses");
    is_int(sl_finalize(), SL_SUCCESS, "the library ends");
    return done_testing();
}
