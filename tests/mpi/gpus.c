/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over distributed views on GPUs, where each rank has one or a share of one: halos, strips, nests, leagues,
 * regions, copies and redistribution against plain C, with loops on CPUs and by the host among them; and reductions,
 * whose bits are those of CPUs. Without GPUs the same runs on CPUs, and what wants GPUs is refused. The argument --gpus
 * prints how many a rank has. */
#include "distributed.h"
#include "gpus_kernels.h"

enum { ROWS = 407, COLUMNS = 96, LINE = 30011 };

static int on_gpus; /* every rank has one */

static sl_view *view_in(sl_type type, sl_extents e, int blocks)
{
    sl_view *view = NULL;
    must_all(blocks < 0 ? sl_view_create("whole", type, SL_LAYOUT_RIGHT, e, &view)
                        : sl_mpi_view_create("v", type, SL_LAYOUT_RIGHT, e, SL_BLOCKS(blocks), &view));
    return view;
}

static uint64_t *at(const plain *p, sl_index i, sl_index j)
{
    return &p->at[i * p->n[1] + j];
}

/* A view and its array. */
typedef struct both {
    sl_view *view;
    plain p;
} both;

static sl_space all_of(const both *b)
{
    return SL_BOX(0, b->p.n[0], 0, b->p.n[1]);
}

static both both_make(sl_extents e, int blocks, uint64_t a)
{
    both b = {view_in(SL_UINT64, e, blocks), plain_of(e)};
    must_all(sl_forall(gr_set, all_of(&b), a, b.view));
    for (sl_index i = 0; i < e.n[0]; i++)
        for (sl_index j = 0; j < e.n[1]; j++)
            *at(&b.p, i, j) = a + 101 * (uint64_t)i + 3 * (uint64_t)j;
    return b;
}

static void both_end(both *b)
{
    sl_view_destroy(&b->view);
    free(b->p.at);
}

/* ---- where loops run ----------------------------------------------------------------------------------------- */

static void check_sides(int blocks)
{
    both x = both_make(SL_EXTENTS(ROWS, COLUMNS), blocks, 3);
    const sl_policy cpu = SL_POLICY(.where = SL_CPU), gpu = SL_POLICY(.where = SL_CUDA);
    uint64_t added = on_gpus ? SIDE_GPU : SIDE_CPU;
    must_all(sl_forall(gr_side, all_of(&x), x.view));
    must_all(sl_forall_with(cpu, gr_side, all_of(&x), x.view));
    added += SIDE_CPU;
    const sl_status status = sl_forall_with(gpu, gr_side, all_of(&x), x.view);
    ok_all(status == (on_gpus ? SL_SUCCESS : SL_ERR_DEVICE), "%d blocks: a loop with SL_CUDA is %s", blocks,
           on_gpus ? "queued" : "refused on all ranks");
    added += on_gpus ? SIDE_GPU : 0;
    for (sl_index k = 0; k < x.p.count; k++)
        x.p.at[k] += added;
    same_all(x.view, &x.p, "%d blocks: loops have run where they were to", blocks);
    both_end(&x);
}

/* ---- halos --------------------------------------------------------------------------------------------------- */

static void plain_near(const plain *x, plain *y)
{
    for (sl_index i = 1; i < x->n[0] - 1; i++)
        for (sl_index j = 1; j < x->n[1] - 1; j++)
            *at(y, i, j) = *at(x, i - 1, j) + 3 * *at(x, i, j) + 5 * *at(x, i + 1, j) + 7 * *at(x, i, j - 1) +
                           11 * *at(x, i, j + 1);
}

static void plain_wide(const plain *x, plain *y)
{
    for (sl_index i = 2; i < x->n[0] - 1; i++)
        for (sl_index j = 0; j < x->n[1]; j++)
            *at(y, i, j) += *at(x, i - 2, j) + 3 * *at(x, i + 1, j);
}

/* @param[in] cpu  which of the sweeps run on CPUs: each so many-th one; 0: none */
static void check_sweeps(sl_extents e, int blocks, int sweeps, int cpu)
{
    both b[2] = {both_make(e, blocks, 5), both_make(e, blocks, 9)};
    for (int s = 0; s < sweeps; s++) {
        const both *x = &b[s % 2];
        both *y = &b[1 - s % 2];
        const sl_policy policy = SL_POLICY(.where = cpu > 0 && s % cpu == 1 ? SL_CPU : SL_ANYWHERE);
        if (s % 3 == 2) {
            must_all(sl_forall_with(policy, gr_wide, SL_BOX(2, e.n[0] - 1, 0, e.n[1]), x->view, y->view));
            plain_wide(&x->p, &y->p);
        } else {
            must_all(sl_forall_with(policy, gr_near, SL_BOX(1, e.n[0] - 1, 1, e.n[1] - 1), x->view, y->view));
            plain_near(&x->p, &y->p);
        }
    }
    for (int k = 0; k < 2; k++) {
        same_all(b[k].view, &b[k].p, "%d x %d in %d blocks: %d sweeps with halos, view %d%s", (int)e.n[0], (int)e.n[1],
                 blocks, sweeps, k, cpu > 0 ? ", some on CPUs" : "");
        both_end(&b[k]);
    }
}

static void check_line(int blocks)
{
    const sl_extents e = SL_EXTENTS(LINE);
    sl_view *v[2] = {view_in(SL_UINT64, e, blocks), view_in(SL_UINT64, e, blocks)},
            *t = view_in(SL_UINT64, SL_EXTENTS(7), -1);
    plain p[2] = {plain_of(e), plain_of(e)};
    for (int k = 0; k < 2; k++) {
        const uint64_t value = 3 + (uint64_t)k;
        must_all(SL_VIEW_FILL(uint64_t, v[k], value));
        for (sl_index i = 0; i < LINE; i++)
            p[k].at[i] = value;
    }
    uint64_t *table = SL_HOST_WRITE(uint64_t, t);
    must_all(table != NULL ? SL_SUCCESS : sl_last_status());
    for (int k = 0; k < 7; k++)
        table[k] = 1 + (uint64_t)k;
    must_all(sl_host_end(t));
    for (int turn = 0; turn < 7; turn++) {
        const int x = turn % 2, y = 1 - x, step = 1 + turn % 2;
        must_all(sl_forall(gr_line, SL_RANGE_STRIDE(1, LINE - 1, step), t, v[x], v[y]));
        for (sl_index i = 1; i < LINE - 1; i += step)
            p[y].at[i] += (1 + (uint64_t)(i % 7)) * p[x].at[i - 1] + 5 * p[x].at[i + 1];
    }
    for (int k = 0; k < 2; k++) {
        same_all(v[k], &p[k], "a line in %d blocks, by strides, with a table that all ranks have, view %d", blocks, k);
        sl_view_destroy(&v[k]);
        free(p[k].at);
    }
    sl_view_destroy(&t);
}

/* ---- nests, leagues, regions --------------------------------------------------------------------------------- */

static void plain_rows(const plain *x, plain *y)
{
    for (sl_index i = 1; i < x->n[0] - 1; i++) {
        uint64_t s = 0;
        for (sl_index j = 0; j < x->n[1]; j++) {
            s += *at(x, i, j);
            *at(y, i, j) = s + *at(x, i - 1, j);
        }
        *at(y, i, 0) = s + *at(x, i + 1, 0);
    }
}

static void plain_team(const plain *x, plain *y)
{
    for (sl_index i = 0; i < x->n[0]; i++) {
        uint64_t sum = 0;
        for (sl_index j = 0; j < x->n[1]; j++)
            sum += *at(x, i, j);
        for (sl_index j = 0; j < x->n[1]; j++)
            *at(y, i, j) = sum + *at(x, i, x->n[1] - 1 - j);
    }
}

static void check_forms(int blocks)
{
    both x = both_make(SL_EXTENTS(ROWS, COLUMNS), blocks, 5), y = both_make(SL_EXTENTS(ROWS, COLUMNS), blocks, 6);
    const sl_space inside = SL_BOX(1, ROWS - 1, 0, COLUMNS);
    const sl_policy nest = SL_POLICY(.nest = on_gpus ? "gpu_rows" : "rows"), league = SL_POLICY(.league = ROWS);
    uint64_t sum = 0, want = 0;
    sl_view *total = NULL;
    sl_region *region = NULL;
    must_all(sl_nest_with(nest, gr_rows, inside, x.view, y.view));
    plain_rows(&x.p, &y.p);
    must_all(sl_nest_with(nest, gr_rows, inside, y.view, x.view));
    plain_rows(&y.p, &x.p);
    same_all(x.view, &x.p, "a nest over %d blocks", blocks);
    must_all(sl_launch(league, gr_team, COLUMNS, x.view, y.view));
    plain_team(&x.p, &y.p);
    same_all(y.view, &y.p, "a league over %d blocks", blocks);
    must_all(sl_launch(league, gr_team, COLUMNS, y.view, x.view));
    plain_team(&y.p, &x.p);
    must_all(sl_view_create("total", SL_UINT64, SL_LAYOUT_RIGHT, SL_EXTENTS(), &total));
    must_all(sl_launch(league, gr_teams, COLUMNS, x.view, SL_INTO(total)));
    must_all(SL_GET_AT(uint64_t, total, &sum));
    for (sl_index k = 0; k < x.p.count; k++)
        want += x.p.at[k];
    ok_all(sum == want, "a league over %d blocks that reduces", blocks);
    must_all(sl_region_begin(&region));
    must_all(sl_forall(gr_near, SL_BOX(1, ROWS - 1, 1, COLUMNS - 1), x.view, y.view));
    must_all(sl_forall(gr_wide, SL_BOX(2, ROWS - 1, 0, COLUMNS), y.view, x.view));
    must_all(sl_region_end(region));
    for (int run = 0; run < 5; run++) {
        must_all(sl_region_run(region));
        plain_near(&x.p, &y.p);
        plain_wide(&y.p, &x.p);
    }
    same_all(x.view, &x.p, "runs of a region over %d blocks", blocks);
    sl_region_destroy(&region);
    sl_view_destroy(&total);
    both_end(&x);
    both_end(&y);
}

/* ---- copies -------------------------------------------------------------------------------------------------- */

/* What is on GPUs the host, other blocks and whole views get, and the other way round. */
static void check_copies(int blocks)
{
    const sl_extents e = SL_EXTENTS(ROWS, COLUMNS);
    both x = both_make(e, blocks, 11), y = both_make(e, blocks, 12), z = both_make(e, ranks_all, 13);
    sl_view *whole = ranks_me == 0 ? view_in(SL_UINT64, e, -1) : NULL;
    const sl_space inside = SL_BOX(1, ROWS - 1, 1, COLUMNS - 1);
    must_all(sl_forall(gr_near, inside, x.view, y.view));
    plain_near(&x.p, &y.p);
    must_all(sl_mpi_redistribute(y.view, z.view));
    plain_copy(&z.p, &y.p);
    same_all(z.view, &z.p, "what GPUs have written goes from %d blocks to others", blocks);
    must_all(sl_mpi_gather(y.view, 0, whole));
    must_all(sl_mpi_scatter(whole, 0, x.view));
    plain_copy(&x.p, &y.p);
    must_all(sl_forall(gr_near, inside, x.view, y.view));
    plain_near(&x.p, &y.p);
    same_all(y.view, &y.p, "and to one rank and back, and on from there");
    for (int k = 0; k < sl_mpi_blocks(x.view); k++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(x.view, k, &local));
        uint64_t *host = local != NULL ? SL_HOST_RDWR(uint64_t, local) : NULL;
        for (sl_index n = 0; host != NULL && n < sl_view_extent(local, 0) * COLUMNS; n++)
            host[n] += 17;
        if (host != NULL)
            must_all(sl_host_end(local));
        sl_view_destroy(&local);
    }
    for (sl_index k = 0; k < x.p.count; k++)
        x.p.at[k] += 17;
    must_all(sl_forall(gr_near, inside, x.view, y.view));
    plain_near(&x.p, &y.p);
    same_all(y.view, &y.p, "loops read what the host has written into blocks, at borders too");
    must_all(SL_VIEW_FILL(uint64_t, y.view, 23));
    must_all(sl_deep_copy(x.view, y.view));
    for (sl_index k = 0; k < x.p.count; k++)
        x.p.at[k] = y.p.at[k] = 23;
    must_all(sl_forall(gr_near, inside, x.view, y.view));
    plain_near(&x.p, &y.p);
    same_all(y.view, &y.p, "and what was filled and copied");
    sl_view_destroy(&whole);
    both_end(&x);
    both_end(&y);
    both_end(&z);
}

/* ---- reductions ---------------------------------------------------------------------------------------------- */

/* The same on CPUs over views that are whole. */
static void check_reductions(sl_extents e, int blocks)
{
    const sl_policy here = SL_POLICY(.where = SL_CPU);
    const sl_space all = SL_BOX(0, e.n[0], 0, e.n[1]), inside = SL_BOX(1, e.n[0] - 1, 1, e.n[1] - 1);
    sl_view *x = view_in(SL_DOUBLE, e, blocks), *y = view_in(SL_DOUBLE, e, blocks), *x1 = view_in(SL_DOUBLE, e, -1),
            *y1 = view_in(SL_DOUBLE, e, -1), *a = NULL;
    double sum[2], most[2];
    SL_LOC(double) least[2];
    char what[80];
    snprintf(what, sizeof what, "%d x %d in %d blocks", (int)e.n[0], (int)e.n[1], blocks);
    must_all(sl_view_create("a", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(), &a));
    must_all(sl_forall(gr_real, all, 5, x));
    must_all(sl_forall_with(here, gr_real, all, 5, x1));
    must_all(sl_reduce(gr_sum, all, x, &sum[0], &most[0], &least[0]));
    must_all(sl_reduce_with(here, gr_sum, all, x1, &sum[1], &most[1], &least[1]));
    like_all(bits(sum[0], sum[1]), ALIKE, "%s: a sum has the bits that it has on CPUs of one rank", what);
    ok_all(most[0] == most[1] && least[0].value == least[1].value && least[0].index == least[1].index,
           "%s: so have a maximum, and a minimum with its place", what);
    must_all(sl_reduce(gr_beside, inside, x, &sum[0]));
    must_all(sl_reduce_with(here, gr_beside, inside, x1, &sum[1]));
    like_all(bits(sum[0], sum[1]), ALIKE, "%s: and a sum with a halo", what);
    for (int turn = 0; turn < 3; turn++) {
        must_all(sl_reduce(gr_twice, all, x, y, &sum[0]));
        must_all(sl_reduce_with(here, gr_twice, all, x1, y1, &sum[1]));
        like_all(bits(sum[0], sum[1]), ALIKE, "%s: and one of what the loop writes", what);
        must_all(sl_forall(gr_twice, inside, y, x, SL_INTO(a)));
        must_all(sl_forall(gr_add, all, a, x));
        must_all(sl_reduce_with(here, gr_twice, inside, y1, x1, &sum[1]));
        must_all(SL_PUT_AT(double, a, sum[1]));
        must_all(sl_forall_with(here, gr_add, all, a, x1));
    }
    must_all(sl_reduce(gr_sum, all, x, &sum[0], &most[0], &least[0]));
    must_all(sl_reduce_with(here, gr_sum, all, x1, &sum[1], &most[1], &least[1]));
    like_all(bits(sum[0], sum[1]), ALIKE, "%s: and what was written, and added to all", what);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&x1);
    sl_view_destroy(&y1);
    sl_view_destroy(&a);
}

static void check_long_line(sl_index n, int blocks)
{
    const sl_extents e = SL_EXTENTS(n);
    sl_view *x = view_in(SL_DOUBLE, e, blocks), *whole = view_in(SL_DOUBLE, e, -1);
    double sum[2], most[2];
    must_all(sl_forall(gr_real1, SL_RANGE(0, n), 5, x));
    must_all(sl_forall_with(SL_POLICY(.where = SL_CPU), gr_real1, SL_RANGE(0, n), 5, whole));
    for (sl_index lo = 0; lo < 3; lo++) {
        must_all(sl_reduce(gr_sum1, SL_RANGE(lo, n - lo), x, &sum[0], &most[0]));
        must_all(sl_reduce_with(SL_POLICY(.where = SL_CPU), gr_sum1, SL_RANGE(lo, n - lo), whole, &sum[1], &most[1]));
        like_all(bits(sum[0], sum[1]), ALIKE, "a line of %d in %d blocks from %d on has the sum of CPUs", (int)n,
                 blocks, (int)lo);
        ok_all(most[0] == most[1], "and the maximum");
    }
    sl_view_destroy(&x);
    sl_view_destroy(&whole);
}

/* @return whether each rank has a GPU */
static int all_have_gpus(void)
{
    int mine = sl_gpus() > 0, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, ranks_comm);
    return all;
}

static void check_blocks(int blocks)
{
    check_sides(blocks);
    check_sweeps(SL_EXTENTS(ROWS, COLUMNS), blocks, 40, 0);
    check_sweeps(SL_EXTENTS(ROWS, COLUMNS), blocks, 40, 4);
    check_line(blocks);
    check_forms(blocks);
    check_copies(blocks);
    check_reductions(SL_EXTENTS(ROWS, COLUMNS), blocks);
}

int main(int argc, char **argv)
{
    enum { LARGE = 2200 }; /* rows of a block whose borders run by themselves */
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_init(NULL));
    if (argc > 1 && strcmp(argv[1], "--gpus") == 0) {
        printf("%d\n", sl_gpus());
        must_all(sl_finalize());
        MPI_Finalize();
        return 0;
    }
    sl_log_set_level(SL_LOG_NONE);
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    on_gpus = all_have_gpus();
    const int numbers[] = {1, ranks_all, 2 * ranks_all + 1};
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
        check_blocks(numbers[n]);
    check_sweeps(SL_EXTENTS(LARGE * ranks_all, COLUMNS), ranks_all, 12, 0);
    check_sweeps(SL_EXTENTS(LARGE * ranks_all + 35, COLUMNS), ranks_all, 12, 5);
    check_reductions(SL_EXTENTS(1000, 300), 0);
    check_reductions(SL_EXTENTS(400, 400), ranks_all);
    check_long_line(100003, ranks_all);
    check_long_line(quick() ? 500009 : 3000017, 0);
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
