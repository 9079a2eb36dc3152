/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops that reduce, and read rows of other ranks, over blocks so large that the rows beside borders run by themselves:
 * the same bits as loops over ordinary views, which each rank makes by itself, and as many tasks as there are pieces.
 */
#include <stdatomic.h>

#include <starloop.h>
#include <starloop/tools.h>

#include "distributed.h"
#include "strips_kernels.h"
#include "task/measured.h"

/* ---- tasks, as a tool sees them ------------------------------------------------------------------------------ */

static _Atomic int begun;

static void begin_loop(void *data, const sl_tool_loop *loop, uint64_t *id)
{
    (void)data;
    (void)id;
    if (loop->kernel != NULL)
        atomic_fetch_add(&begun, 1);
}

/* ---- views --------------------------------------------------------------------------------------------------- */

enum { BLOCKED, WHOLE, PLACES }; /* distributed; whole on this rank */

/* Two views, each in both places, and where the first one's blocks lie. */
typedef struct views {
    sl_extents e;
    int blocks;
    sl_index row;      /* elements */
    sl_index border;   /* the first one between two blocks; where there is none the end */
    sl_index shortest; /* rows of a block */
    sl_view *x[PLACES], *y[PLACES];
} views;

static sl_status set(sl_view *x, sl_extents e, uint64_t a)
{
    return e.rank == 1   ? sl_forall(st_set1, SL_RANGE(0, e.n[0]), a, x)
           : e.rank == 2 ? sl_forall(st_set2, SL_BOX(0, e.n[0], 0, e.n[1]), a, x)
                         : sl_forall(st_set3, SL_BOX(0, e.n[0], 0, e.n[1], 0, e.n[2]), a, x);
}

static void own_block(sl_view *view, int k, sl_index *first, sl_index *end)
{
    sl_view *local = NULL;
    must_all(sl_mpi_local(view, k, &local));
    *first = local != NULL ? sl_view_first(local, 0) : 0;
    *end = local != NULL ? *first + sl_view_extent(local, 0) : 0;
    sl_view_destroy(&local);
}

static views views_of(sl_extents e, int blocks)
{
    views v = {.e = e, .blocks = blocks, .row = 1};
    sl_index mine[2] = {e.n[0], e.n[0]}, least[2];
    for (int d = 1; d < e.rank; d++)
        v.row *= e.n[d];
    for (int k = 0; k < 2; k++) {
        sl_view **const view = k == 0 ? v.x : v.y;
        must_all(sl_mpi_view_create("v", SL_DOUBLE, SL_LAYOUT_RIGHT, e, SL_BLOCKS(blocks), &view[BLOCKED]));
        must_all(sl_view_create("w", SL_DOUBLE, SL_LAYOUT_RIGHT, e, &view[WHOLE]));
        for (int p = 0; p < PLACES; p++)
            must_all(set(view[p], e, 5 + 1000 * (uint64_t)k));
    }
    for (int k = 0; k < sl_mpi_blocks(v.x[BLOCKED]); k++) {
        sl_index first, end;
        own_block(v.x[BLOCKED], k, &first, &end);
        if (first > 0 && first < mine[0])
            mine[0] = first;
        if (first < end && end - first < mine[1])
            mine[1] = end - first;
    }
    MPI_Allreduce(mine, least, 2, MPI_INT64_T, MPI_MIN, ranks_comm);
    v.border = least[0];
    v.shortest = least[1];
    return v;
}

static void views_end(views *v)
{
    for (int p = 0; p < PLACES; p++) {
        sl_view_destroy(&v->x[p]);
        sl_view_destroy(&v->y[p]);
    }
}

/* @return #ALIKE, where this rank's blocks are what its whole view has there */
static const char *strips_compare(sl_view *blocked, sl_view *whole, sl_index row)
{
    static char text[160];
    const double *want = SL_HOST_READ(double, whole);
    must_all(want ? SL_SUCCESS : sl_last_status());
    snprintf(text, sizeof text, ALIKE);
    for (int k = 0; k < sl_mpi_blocks(blocked); k++) {
        sl_view *local = NULL;
        must_all(sl_mpi_local(blocked, k, &local));
        if (local == NULL)
            continue;
        const sl_index first = sl_view_first(local, 0) * row, n = sl_view_extent(local, 0) * row;
        const double *got = SL_HOST_READ(double, local);
        must_all(got ? SL_SUCCESS : sl_last_status());
        for (sl_index i = 0; i < n && strcmp(text, ALIKE) == 0; i++)
            if (memcmp(&got[i], &want[first + i], sizeof *got) != 0)
                snprintf(text, sizeof text, "element %lld: got %a, want %a", (long long)(first + i), got[i],
                         want[first + i]);
        must_all(sl_host_end(local));
        sl_view_destroy(&local);
    }
    must_all(sl_host_end(whole));
    return text;
}

/* ---- pieces -------------------------------------------------------------------------------------------------- */

static sl_index smaller(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static sl_index larger(sl_index a, sl_index b)
{
    return a > b ? a : b;
}

/* In how many pieces a part with the rows [lo, hi) of a block runs: its strips are whole blocks of the reduction, which
 * begin at multiples of so many rows. */
static int pieces_of(sl_index lo, sl_index hi, sl_index rows, int before, int behind)
{
    const sl_index inner = before ? smaller((lo / rows + 1) * rows, hi) : lo;
    const sl_index outer = behind ? larger(((hi + rows - 1) / rows - 1) * rows, inner) : hi;
    return (inner > lo) + (outer > inner) + (hi > outer);
}

/* How many tasks run a loop on this rank. @param[in] rows  of a block of the reduction, which begin at multiples of it,
 * and so do borders; 0: they do not, and it has no strips */
static int pieces(const views *v, const sl_space *s, sl_index rows)
{
    const int strips = rows > 0 && ranks_all > 1 && v->blocks > 1 && 4 * rows < v->shortest &&
                       (double)sl_space_size(s) / v->blocks >= SL__STRIPS_FROM;
    int n = 0;
    for (int k = 0; k < sl_mpi_blocks(v->x[BLOCKED]); k++) {
        sl_index first, end;
        own_block(v->x[BLOCKED], k, &first, &end);
        const sl_index lo = larger(first, s->lo[0]), hi = smaller(end, s->hi[0]);
        if (lo < hi)
            n += strips ? pieces_of(lo, hi, rows, first > 0, end < v->e.n[0]) : 1;
    }
    return n;
}

/* ---- loops --------------------------------------------------------------------------------------------------- */

enum { WIDE, APPLY, PUSH, ORDERED, LOOPS };

typedef struct sums {
    double s;
    float f;
} sums;

/* APPLY goes from x to y, PUSH from y to x, so that rows of either are new each time. */
static sl_status strips_call(const views *v, int place, int loop, sl_space s, sums *sum)
{
    const int64_t n = v->e.n[0];
    sl_view *const x = v->x[place], *const y = v->y[place];
    if (loop == WIDE)
        return s.rank == 1   ? sl_reduce(st_wide1, s, n, x, &sum->s, &sum->f)
               : s.rank == 2 ? sl_reduce(st_wide2, s, n, x, &sum->s, &sum->f)
                             : sl_reduce(st_wide3, s, n, x, &sum->s, &sum->f);
    if (loop == APPLY)
        return s.rank == 1   ? sl_reduce(st_apply1, s, n, x, y, &sum->s)
               : s.rank == 2 ? sl_reduce(st_apply2, s, n, x, y, &sum->s)
                             : sl_reduce(st_apply3, s, n, x, y, &sum->s);
    if (loop == PUSH)
        return s.rank == 1   ? sl_reduce(st_push1, s, n, y, x, &sum->s)
               : s.rank == 2 ? sl_reduce(st_push2, s, n, y, x, &sum->s)
                             : sl_reduce(st_push3, s, n, y, x, &sum->s);
    return sl_reduce(st_ordered1, s, n, x, &sum->s);
}

static void check_loop(const views *v, int loop, sl_space s, sl_index rows, const char *where)
{
    static const char *const names[LOOPS] = {"reads", "writes", "updates", "reads, by an operator of its own"};
    char what[200], wanted[80], found[80];
    sums got = {0}, want = {0};
    snprintf(what, sizeof what, "a sum of rank %d that %s, %s of %d blocks", s.rank, names[loop], where, v->blocks);
    must_all(strips_call(v, WHOLE, loop, s, &want));
    must_all(sl_wait());
    const int n = pieces(v, &s, rows), before = atomic_load(&begun);
    must_all(strips_call(v, BLOCKED, loop, s, &got));
    must_all(sl_wait());
    const int ran = atomic_load(&begun) - before;
    snprintf(found, sizeof found, "%a and %a", got.s, got.f);
    snprintf(wanted, sizeof wanted, "%a and %a", want.s, want.f);
    like_all(found, wanted, "%s", what);
    snprintf(found, sizeof found, "%d tasks", ran);
    if (rows > 0)
        snprintf(wanted, sizeof wanted, "%d tasks", n);
    else /* blocks of the reduction move from one rank to the other, and leave a head there */
        snprintf(wanted, sizeof wanted, "%d tasks", ran <= (loop == APPLY || loop == PUSH ? 2 * n : n) ? ran : n);
    like_all(found, wanted, "in as many pieces");
}

static sl_space rows_of(const views *v, sl_index lo, sl_index hi, sl_index around)
{
    sl_space s = v->e.rank == 1   ? SL_RANGE(lo, hi)
                 : v->e.rank == 2 ? SL_BOX(lo, hi, around, v->e.n[1] - around)
                                  : SL_BOX(lo, hi, around, v->e.n[1] - around, around, v->e.n[2] - around);
    return s;
}

/* @return a number from 0 on below n, the same on all ranks */
static sl_index below(sl_index n)
{
    static uint64_t state = 4;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (sl_index)((state >> 33) % (uint64_t)n);
}

/* @param[in] rows  of a block of the reduction in a long box, where all borders are multiples of it; else 0 */
static void check_strips(sl_extents e, int blocks, sl_index rows)
{
    views v = views_of(e, blocks);
    const sl_index n = e.n[0], b = v.border;
    const struct {
        const char *where;
        sl_index lo, hi, around;
    } boxes[] = {{"all", 0, n, 0},
                 {"inside", 1, n - 1, 1},
                 {"from behind a border on", smaller(b + 3, n - 1), n, 0},
                 {"to before a border", 2, larger(b - 3, 3), 0},
                 {"to behind a border", 2, smaller(b + 3, n), 0},
                 {"some rows beside a border", larger(b - 2, 0), smaller(b + 2, n), 0}};
    for (size_t k = 0; k < sizeof boxes / sizeof *boxes; k++) {
        const sl_space s = rows_of(&v, boxes[k].lo, boxes[k].hi, boxes[k].around);
        const sl_index long_rows = boxes[k].hi - boxes[k].lo >= 16 * rows ? rows : 0;
        for (int loop = WIDE; loop <= PUSH; loop++)
            check_loop(&v, loop, s, long_rows, boxes[k].where);
        if (e.rank == 1) /* its blocks begin with the space */
            check_loop(&v, ORDERED, s, boxes[k].lo % 4096 == 0 ? long_rows : 0, boxes[k].where);
    }
    for (int k = 0; k < (quick() ? 4 : 20); k++) {
        const sl_index around = below(e.rank == 1 ? 1 : 2), lo = below(n / 2), hi = n - below(n / 4);
        char where[80];
        snprintf(where, sizeof where, "rows [%lld, %lld), %lld columns less,", (long long)lo, (long long)hi,
                 2 * (long long)around);
        check_loop(&v, k % ORDERED, rows_of(&v, lo, hi, around), hi - lo >= 16 * rows ? rows : 0, where);
    }
    like_all(strips_compare(v.x[BLOCKED], v.x[WHOLE], v.row), ALIKE, "what they update");
    like_all(strips_compare(v.y[BLOCKED], v.y[WHOLE], v.row), ALIKE, "what they write");
    views_end(&v);
}

int main(int argc, char **argv)
{
    const sl_tools tools = {.version = SL_TOOLS_VERSION, .begin_loop = begin_loop};
    sl_log_set_level(SL_LOG_NONE);
    ranks_begin(&argc, &argv, MPI_THREAD_MULTIPLE);
    must_all(sl_tools_set(&tools));
    must_all(sl_init(NULL));
    must_all(sl_mpi_init(MPI_COMM_WORLD));
    for (int blocks = ranks_all; blocks <= ranks_all + 1; blocks++) {
        check_strips(SL_EXTENTS(420000 * blocks + 7), blocks, 4096);
        check_strips(SL_EXTENTS(830 * blocks + 5, 500), blocks, 8);
        check_strips(SL_EXTENTS(720 * blocks + 1, 20, 30), blocks, 8);
        check_strips(SL_EXTENTS(60 * blocks, 4000), blocks, 0); /* borders are not at multiples of 8 */
    }
    ok_all(sl_wait() == SL_SUCCESS && sl_mpi_finalize() == SL_SUCCESS && sl_finalize() == SL_SUCCESS, "the end");
    return ranks_end();
}
