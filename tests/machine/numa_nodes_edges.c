/* SPDX-License-Identifier: BSD-3-Clause */
/* Edges of parts without a GPU: the second memory node stands for a device, where each part of a view has a copy by
 * itself, with its neighbours' edges beside it. Programs of random loops, with loops in main memory among them, against
 * plain C; what is submitted for edges; loops that scatter; failures; and parts that do not all fit into that node's
 * memory. */
#include "numa_nodes.h"

#include "base/starpu.h"
#include "call/split.h"
#include "edge_programs.h"
#include "machine/machine.h"
#include "task/split_together.h"

SL_KERNEL_DECLARE(ne_team2, (t), in(uint64_t, 2, u, own(0, all), halo(1, all)), out(uint64_t, 2, w, own(0, all)));
SL_KERNEL_DECLARE(ne_bins, (i), in(uint64_t, 1, u, halo(1)), out(uint64_t, 1, w, own), multi_reduce(uint64_t, sum, h),
                  scatter(uint64_t, max, 2, g));
SL_KERNEL_DECLARE(ne_fail, (i), scalar(int64_t, bad), inout(uint64_t, 1, u, own));
extern const sl_kernel ne_near1__kernel;

/* The home of every part. */
static int other_worker(int part, int parts)
{
    (void)part, (void)parts;
    return sl__machine_group(FAR)->worker;
}

void stand_for_a_device(int on)
{
    sl__split_worker = on ? other_worker : NULL;
}

/* ---- programs ------------------------------------------------------------------------------------------------- */

/* Parts have homes on both nodes. That is right for loops whose parts one task runs: main memory has no room beside
 * parts, so an edge comes to lie where its part is, as it is there. */
static int either_worker(int part, int parts)
{
    (void)parts;
    return sl__machine_group(part % 2 ? NEAR : FAR)->worker;
}

static void stand_together(int on)
{
    sl__split_together_here = on;
    sl__split_worker = on ? either_worker : sl__split_worker;
}

static void here_or_there(uint64_t *seed)
{
    stand_for_a_device(random_below(seed, 4) > 0);
    sl__split_together_here = random_below(seed, 2) == 0;
}

/* ---- what is submitted, and moved ---------------------------------------------------------------------------- */

static void test_tasks(void)
{
    enum { ROWS = 64, COLUMNS = 100, PARTS = 4, SWEEPS = 10 };
    static const sl_index n[] = {ROWS, COLUMNS};
    model m[2] = {model_of("u", RIGHT, 2, n), model_of("w", RIGHT, 2, n)};
    size_t bytes = 0;
    cut_views(m, PARTS);
    fill_model(&m[0], 1);
    fill_model(&m[1], 1);
    stand_for_a_device(1);
    const sl_space box = box_of(&m[0], NEAR_LOOP, NULL);
    int tasks = atomic_load(&submitted);
    for (int s = 0; s < 2; s++)
        run_loop(NEAR_LOOP, &m[s % 2], &m[!(s % 2)], &box);
    is_int(atomic_load(&submitted) - tasks, 2 + 2 * PARTS + 2 * 2 * (PARTS - 1),
           "two sweeps are a switch for each view, the parts, and a task for each edge that no loop has saved");
    tasks = atomic_load(&submitted);
    for (int s = 0; s < SWEEPS; s++)
        run_loop(NEAR_LOOP, &m[s % 2], &m[!(s % 2)], &box);
    is_int(atomic_load(&submitted) - tasks, SWEEPS * PARTS, "from then on loops save the edges of what they write");
    const sl__grid *grid = sl__splits_of(m[0].view)->parts;
    for (int p = 0; p < PARTS; p++)
        for (int e = SL__STRETCH_LOW; e <= SL__STRETCH_HIGH; e++)
            if (grid->part[p].stretch[e].fresh)
                bytes += starpu_data_get_size(grid->part[p].stretch[e].handle);
    is_int(bytes, 2 * (PARTS - 1) * COLUMNS * sizeof(uint64_t), "which are the rows of the halo, and no more");
    for (int s = 0; s < 2; s++) {
        is_int(host_looks(&m[s], 0), 0, "and the values are plain C's");
        end_model(&m[s]);
    }
}

/* The same by one task a loop, which reads the rows around a part where they are. */
static void test_together(void)
{
    enum { ROWS = 66, COLUMNS = 100, PARTS = 4, SWEEPS = 10 };
    static const sl_index n[] = {ROWS, COLUMNS};
    model m[2] = {model_of("u", RIGHT, 2, n), model_of("w", RIGHT, 2, n)};
    cut_views(m, PARTS);
    fill_model(&m[0], 1);
    fill_model(&m[1], 1);
    stand_together(1);
    const sl_space box = box_of(&m[0], NEAR_LOOP, NULL);
    run_loop(NEAR_LOOP, &m[0], &m[1], &box);
    const int tasks = atomic_load(&submitted);
    for (int s = 1; s < SWEEPS; s++)
        run_loop(NEAR_LOOP, &m[s % 2], &m[!(s % 2)], &box);
    is_int(atomic_load(&submitted) - tasks, SWEEPS - 1, "one task runs all parts of a sweep, and no other is needed");
    stand_together(0);
    stand_for_a_device(1);
    run_loop(NEAR_LOOP, &m[SWEEPS % 2], &m[!(SWEEPS % 2)], &box);
    for (int s = 0; s < 2; s++) {
        is_int(host_looks(&m[s], 0), 0, "and the values are plain C's, also of a sweep by tasks of parts behind them");
        end_model(&m[s]);
    }
}

/* ---- copies and fills ---------------------------------------------------------------------------------------- */

/* They run where the parts are, each in its copy. */
static void test_moves(int kind, int rank)
{
    enum { PARTS = 4 };
    static const sl_index n[] = {32, 20, 24};
    model m[2] = {model_of("u", kind, rank, n), model_of("w", kind, rank, n)};
    const sl_space box = box_of(&m[0], OWN_LOOP, NULL);
    const uint64_t value = 77;
    cut_views(m, PARTS);
    fill_model(&m[0], 3);
    fill_model(&m[1], 8);
    stand_for_a_device(1);
    run_loop(OWN_LOOP, &m[0], &m[1], &box);
    const int tasks = atomic_load(&submitted);
    must(sl_deep_copy(m[0].view, m[1].view));
    must(sl_view_fill(m[1].view, SL_UINT64, &value));
    is_int(atomic_load(&submitted) - tasks, 2 * PARTS, "a copy and a fill of %s views of rank %d are their parts alone",
           layout_name[kind], rank);
    for (sl_index k = 0; k < points(rank, n); k++) {
        m[0].value[k] = m[1].value[k];
        m[1].value[k] = value;
    }
    is_int(host_looks(&m[0], 0) + host_looks(&m[1], 0), 0, "with the values of plain C");
    end_model(&m[0]);
    end_model(&m[1]);
}

/* ---- launches ------------------------------------------------------------------------------------------------- */

/* A league of rows, each with those beside it. */
static void test_launch(void)
{
    enum { ROWS = 33, COLUMNS = 41, PARTS = 4, SWEEPS = 3 };
    static const sl_index n[] = {ROWS, COLUMNS};
    model m[2] = {model_of("u", RIGHT, 2, n), model_of("w", RIGHT, 2, n)};
    cut_views(m, PARTS);
    fill_model(&m[0], 3);
    fill_model(&m[1], 8);
    stand_for_a_device(1);
    const int64_t queued = sl__split_parts_queued();
    for (int s = 0; s < SWEEPS; s++) {
        model *u = &m[s % 2], *w = &m[!(s % 2)];
        must(sl_launch(SL_POLICY(.league = ROWS), ne_team2, u->view, w->view));
        for (sl_index i = 0; i < ROWS; i++)
            for (sl_index j = 0; j < COLUMNS; j++) {
                const sl_index before = i > 0 ? i - 1 : i, behind = i < ROWS - 1 ? i + 1 : i;
                w->value[i * COLUMNS + j] = u->value[i * COLUMNS + j] +
                                            2 * u->value[before * COLUMNS + COLUMNS - 1 - j] +
                                            3 * u->value[behind * COLUMNS + COLUMNS - 1 - j];
            }
    }
    is_int(sl__split_parts_queued() - queued, SWEEPS * PARTS,
           "launches run in parts, each team with the rows beside it");
    is_int(host_looks(&m[0], 0) + host_looks(&m[1], 0), 0, "and have the values of plain C");
    end_model(&m[0]);
    end_model(&m[1]);
}

/* ---- scatters ------------------------------------------------------------------------------------------------ */

/* Each part scatters into copies of its own, there or here; they are joined in main memory, where the host looks.
 */
static void test_joined(void)
{
    enum { N = 5000, PARTS = 4, SWEEPS = 8, BINS = 7 };
    static const sl_index n[] = {N}, bins[] = {BINS}, grid[] = {2, 3};
    model m[2] = {model_of("u", RIGHT, 1, n), model_of("w", RIGHT, 1, n)}, h = model_of("h", RIGHT, 1, bins),
          g = model_of("g", LEFT, 2, grid);
    cut_views(m, PARTS);
    fill_model(&m[0], 1);
    fill_model(&m[1], 1);
    fill_model(&h, 100);
    fill_model(&g, 0);
    const sl_space box = SL_RANGE(1, N - 1);
    const int64_t queued = sl__split_parts_queued();
    for (int s = 0; s < SWEEPS; s++) {
        const uint64_t *const u = m[s % 2].value;
        stand_for_a_device(s % 3 != 2);
        must(sl_forall(ne_bins, box, m[s % 2].view, m[!(s % 2)].view, h.view, g.view));
        for (sl_index i = 1; i < N - 1; i++) {
            const uint64_t v = u[i - 1] + u[i + 1];
            uint64_t *const most = &g.value[i / 2 % 2 * 3 + i % 3];
            m[!(s % 2)].value[i] = v;
            h.value[i % BINS] += v;
            *most = v > *most ? v : *most;
        }
    }
    is_int(sl__split_parts_queued() - queued, SWEEPS * PARTS, "loops with halos that scatter run in parts");
    is_int(host_looks(&h, 0) + host_looks(&g, 0) + host_looks(&m[0], 0) + host_looks(&m[1], 0), 0,
           "and all values are plain C's");
    end_model(&m[0]);
    end_model(&m[1]);
    end_model(&h);
    end_model(&g);
}

/* ---- failures ------------------------------------------------------------------------------------------------ */

static void test_failures(void)
{
    enum { N = 400, PARTS = 4 };
    static const sl_index n[] = {N};
    model m[2] = {model_of("u", RIGHT, 1, n), model_of("w", RIGHT, 1, n)};
    const sl_space box = box_of(&m[0], NEAR_LOOP, NULL), all = SL_RANGE(0, N);
    cut_views(m, PARTS);
    fill_model(&m[0], 5);
    fill_model(&m[1], 6);
    stand_for_a_device(1);
    run_loop(NEAR_LOOP, &m[0], &m[1], &box);
    must(sl_forall(ne_fail, all, (int64_t)(N / PARTS + 7), m[0].view));
    must(sl_forall(ne_near1, box, m[0].view, m[1].view));
    is_int(sl_wait(), SL_ERR_RAISED, "a part fails");
    const sl__grid *grid = sl__splits_of(m[1].view)->parts;
    int spoilt = 0;
    for (int p = 0; p < PARTS; p++)
        spoilt += (atomic_load(&grid->part[p].stretch[SL__STRETCH_PART].poison) != NULL) << p;
    is_int(spoilt, 7, "and spoils what the parts beside it would have made of its edges, and no other");
    fill_model(&m[0], 9);
    fill_model(&m[1], 10);
    run_loop(NEAR_LOOP, &m[0], &m[1], &box);
    run_loop(NEAR_LOOP, &m[1], &m[0], &box);
    is_int(host_looks(&m[0], 0) + host_looks(&m[1], 0), 0, "what the host writes makes them good again");
    end_model(&m[0]);
    end_model(&m[1]);
}

void test_edges(void)
{
    edge_place = here_or_there;
    run_programs(!ne_near1__kernel.bounds_checked);
    if (ne_near1__kernel.bounds_checked) {
        skip("bodies check bounds: they find whole views", "tasks of edges");
        return;
    }
    stand_together(0);
    test_tasks();
    test_together();
    for (int rank = 1; rank <= 3; rank++) {
        test_moves(RIGHT, rank);
        test_moves(LEFT, rank);
    }
    test_launch();
    test_joined();
    test_failures();
}

/* ---- less memory than parts ---------------------------------------------------------------------------------- */

void test_edges_evicted(void)
{
    enum { SIDE = 1024, PARTS = 16, SWEEPS = 6 };
    static const sl_index n[] = {SIDE, SIDE};
    model m[2] = {model_of("u", RIGHT, 2, n), model_of("w", RIGHT, 2, n)};
    cut_views(m, PARTS);
    fill_model(&m[0], 3);
    fill_model(&m[1], 4);
    stand_for_a_device(1);
    const sl_space box = box_of(&m[0], NEAR_LOOP, NULL);
    for (int s = 0; s < SWEEPS; s++)
        run_loop(NEAR_LOOP, &m[s % 2], &m[!(s % 2)], &box);
    is_int(host_looks(&m[0], 0) + host_looks(&m[1], 0), 0,
           "two views of 8 MiB in %d parts are swept where there is room for half of one", PARTS);
    end_model(&m[0]);
    end_model(&m[1]);
}
