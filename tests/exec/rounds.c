/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Which loops may run at once, against the elements that they touch one by one, and how threads share them:
 * pure functions, over loops that never run. */
#include "tap.h"

#include "exec/cpu/rounds.h"
#include "random_programs.h"

enum { SIDE = 9, VIEWS = 3, LOOPS = 24, CASES = 20000 };

/* A loop with its kernel, of two arguments or three, each a view of rank 1 or 2. */
struct made {
    sl__task task;
    sl_kernel kernel;
    sl__kernel_state state;
    sl__arg_info info[VIEWS];
};

static struct made loop[LOOPS];
static sl_view view[VIEWS];

static void make_reach(uint64_t *seed, int rank, sl__reach *reach)
{
    memset(reach, 0, sizeof *reach);
    reach->kind = (sl__reach_kind)below(seed, SL__REACH_HALO + 1);
    for (int d = 0; d < rank; d++) {
        reach->index[d] = below(seed, 5) == 0 ? SL__FREE : (int)below(seed, 2);
        reach->width[d] = below(seed, 3);
    }
    if (reach->index[0] == SL__FREE) /* one dimension follows an index at least */
        reach->index[0] = (int)below(seed, 2);
}

static void make_loop(uint64_t *seed, struct made *m)
{
    memset(m, 0, sizeof *m);
    m->task.kernel = &m->kernel;
    m->task.state = &m->state;
    m->kernel.args = m->info;
    m->kernel.nargs = 2 + (int)below(seed, 2);
    m->task.space = (sl_space){.rank = 2};
    for (int d = 0; d < 2; d++) {
        bounds(seed, SIDE, 0, &m->task.space.lo[d], &m->task.space.hi[d]);
        if (below(seed, 4) == 0)
            continue;
        m->task.space.lo[d] = below(seed, SIDE);
        m->task.space.hi[d] = m->task.space.lo[d] + below(seed, SIDE - m->task.space.lo[d] + 1);
    }
    for (int i = 0; i < m->kernel.nargs; i++) {
        static const int access[] = {SL_READ, SL_WRITE, SL_RDWR};
        const int number = (int)below(seed, VIEWS), how = (int)below(seed, 3);
        sl__parameter *p = &m->state.parameter[i];
        m->info[i] = (sl__arg_info){.kind = how == 0   ? SL__IN
                                            : how == 1 ? SL__OUT
                                                       : SL__INOUT,
                                    .rank = number > 0 ? 2 : 1};
        p->info = &m->info[i];
        make_reach(seed, m->info[i].rank, &p->reach);
        int at = sl__task_find_view(m->task.view, m->task.views, &view[number]);
        if (at < 0)
            at = m->task.views++;
        m->task.view[at].view = &view[number];
        m->task.view[at].access = (short)(m->task.view[at].access | access[how]);
        m->task.slot[i] = (unsigned char)at;
    }
}

/* Whether argument i of a loop may touch element e of its view; views are larger than the space by the widest halo. */
static int may_touch(const struct made *m, int i, const sl_index e[2])
{
    const sl__reach *reach = &m->state.parameter[i].reach;
    const sl_space *s = &m->task.space;
    sl_index x[2];
    for (x[0] = s->lo[0]; x[0] < s->hi[0]; x[0]++)
        for (x[1] = s->lo[1]; x[1] < s->hi[1]; x[1]++) {
            int near = 1;
            for (int d = 0; d < m->info[i].rank && reach->kind != SL__REACH_ANY; d++) {
                const sl_index width = reach->kind == SL__REACH_HALO ? reach->width[d] : 0;
                near &= reach->index[d] == SL__FREE ||
                        (e[d] >= x[reach->index[d]] - width && e[d] <= x[reach->index[d]] + width);
            }
            if (near)
                return 1;
        }
    return 0;
}

/* Whether the two touch an element in common, of a view that one of them writes. */
static int meets(const struct made *one, const struct made *other)
{
    for (int i = 0; i < one->kernel.nargs; i++)
        for (int j = 0; j < other->kernel.nargs; j++) {
            const sl__task_view *v = &one->task.view[one->task.slot[i]], *w = &other->task.view[other->task.slot[j]];
            if (v->view != w->view || !((v->access | w->access) & SL_WRITE))
                continue;
            sl_index e[2];
            for (e[0] = -2; e[0] < SIDE + 2; e[0]++)
                for (e[1] = -2; e[1] < (one->info[i].rank > 1 ? SIDE + 2 : -1); e[1]++)
                    if (may_touch(one, i, e) && may_touch(other, j, e))
                        return 1;
        }
    return 0;
}

static int is_empty(const struct made *m)
{
    return m->task.space.lo[0] >= m->task.space.hi[0] || m->task.space.lo[1] >= m->task.space.hi[1];
}

static void check_conflicts(uint64_t seed)
{
    long missed = 0, apart = 0, common = 0;
    for (int k = 0; k < (quick() ? CASES / 10 : CASES); k++) {
        make_loop(&seed, &loop[0]);
        make_loop(&seed, &loop[1]);
        const int found = sl__rounds_conflict(&loop[0].task, 0, &loop[1].task, 1, NULL),
                  want = meets(&loop[0], &loop[1]);
        missed += want && !found;
        common += want;
        for (int v = 0; v < loop[0].task.views && !found && !is_empty(&loop[0]) && !is_empty(&loop[1]); v++) {
            const int w = sl__task_find_view(loop[1].task.view, loop[1].task.views, loop[0].task.view[v].view);
            apart += w >= 0 && ((loop[0].task.view[v].access | loop[1].task.view[w].access) & SL_WRITE);
        }
    }
    is_int(missed, 0, "no two loops that touch an element in common pass for independent: %ld of them do", common);
    ok(apart > 0, "%ld that write parts of a view which lie apart are found to be independent", apart);
}

/* Each loop is in one round, after all with which it conflicts, and no two of a round conflict. */
static void check_rounds(uint64_t seed)
{
    static sl__batch batch;
    static sl__rounds r;
    double seconds[LOOPS];
    int wrong = 0, shared = 0;
    for (int k = 0; k < 200; k++) {
        sl__rounds_always = k % 2;
        for (int l = 0; l < LOOPS; l++) {
            make_loop(&seed, &loop[l]);
            batch.task[l] = &loop[l].task;
            for (int v = 0; v < loop[l].task.views; v++)
                batch.place[l][v] = (unsigned char)(loop[l].task.view[v].view - view);
            seconds[l] = 1e-7 * (double)(1 + below(&seed, 60));
        }
        sl__rounds_make(&r, &batch, 0, LOOPS, seconds, NULL);
        int at = 0;
        for (int n = 0; n < r.count; n++) {
            wrong += r.round[n].first != at || r.round[n].last <= at;
            at = r.round[n].last;
            shared += !r.round[n].alone;
            for (int l = r.round[n].first; l < at && !r.round[n].alone; l++)
                for (int m = r.round[n].first; m < l; m++)
                    wrong += meets(&loop[m], &loop[l]);
        }
        wrong += at != LOOPS;
    }
    sl__rounds_always = 0;
    is_int(wrong, 0, "rounds have all loops in order, and none two that touch an element in common");
    ok(shared > 0, "%d of them are shared", shared);
}

/* Threads have all of each loop of a shared round, once, and like shares of it. */
static void check_shares(void)
{
    static sl__rounds r;
    int wrong = 0;
    for (int threads = 1; threads <= 17; threads++)
        for (int cut = 0; cut < 2; cut++) {
            double most = 0, at[LOOPS] = {0};
            sl__rounds_always = cut;
            r = (sl__rounds){.loops = LOOPS, .count = 1, .round = {{0, LOOPS, 0}}};
            for (int l = 0; l < LOOPS; l++)
                r.upto[l + 1] = r.upto[l] + (l % 4 == 0 ? 30e-6 : 1e-6);
            for (int t = 0; t < threads; t++) {
                double share = 0, piece[2];
                for (int l = 0; l < LOOPS; l++)
                    if (sl__rounds_piece(&r, 0, l, t, threads, piece)) {
                        wrong += piece[0] != at[l];
                        at[l] = piece[1];
                        share += (piece[1] - piece[0]) * (r.upto[l + 1] - r.upto[l]);
                    }
                most = share > most ? share : most;
            }
            for (int l = 0; l < LOOPS; l++)
                wrong += at[l] != 1;
            wrong += most > r.upto[LOOPS] / threads + 1.1e-6;
        }
    sl__rounds_always = 0;
    is_int(wrong, 0, "threads have like shares of a round, each loop is in them once and whole");
}

/* Lists of numbers, of which each is a piece of one array in some stride, against a look at all pairs of indices. */
static void check_lists(uint64_t seed)
{
    enum { LISTS = 12, INDICES = 400 };
    static int32_t narrow[INDICES];
    static int64_t wide[INDICES];
    static sl__lists lists;
    long missed = 0, seen_apart = 0, wrongly = 0;
    for (int program = 0; program < 300; program++) {
        const sl_index range = 1 + below(&seed, 4000);
        for (int i = 0; i < INDICES; i++)
            wide[i] = narrow[i] = (int32_t)(below(&seed, range) - range / 2);
        lists.count = 1 + (int)below(&seed, LISTS);
        for (int k = 0; k < lists.count; k++) {
            const sl_index step = 1 + below(&seed, 3), points = below(&seed, 30);
            const int is_wide = (int)below(&seed, 2);
            lists.list[k] = (sl__listed){
                .version = below(&seed, 10) > 0,
                .points = points,
                .where = {is_wide ? (void *)wide : narrow, below(&seed, INDICES - 3 * points), step, is_wide}};
        }
        sl__lists_compare(&lists);
        for (int k = 0; k < lists.count; k++)
            for (int m = 0; m < lists.count; m++) {
                const sl__listed *one = &lists.list[k], *other = &lists.list[m];
                int common = 0;
                for (sl_index i = 0; i < one->points; i++)
                    for (sl_index j = 0; j < other->points; j++)
                        common |= wide[one->where.start_ + i * one->where.step_] ==
                                  wide[other->where.start_ + j * other->where.step_];
                const int found = lists.meets[k] >> m & 1, unknown = !one->version || !other->version;
                missed += (common || unknown) && !found;
                wrongly += !common && !unknown && found;
                seen_apart += !found && one->points > 0 && other->points > 0;
            }
    }
    is_int(missed, 0, "no two lists with an index in common pass for lists with none");
    is_int(wrongly, 0, "nor the other way round");
    ok(seen_apart > 0, "%ld pairs have none", seen_apart);
    lists.count = 2; /* what is too far apart for a bitmap, and the last of all indices */
    int64_t far[] = {0, INT64_MAX - 1, 5, INT64_MAX};
    lists.list[0] = (sl__listed){.version = 1, .points = 2, .where = {far, 0, 1, 1}};
    lists.list[1] = (sl__listed){.version = 1, .points = 1, .where = {far, 2, 1, 1}};
    sl__lists_compare(&lists);
    ok(lists.meets[0] >> 1 & 1, "a range too wide to look at counts as common");
    lists.list[1].where.start_ = 3;
    sl__lists_compare(&lists);
    ok(lists.meets[0] >> 1 & 1, "as does an index that no element has");
}

int main(void)
{
    const uint64_t seed = test_seed(20261126);
    check_conflicts(seed);
    check_rounds(seed);
    check_shares();
    check_lists(seed);
    return done_testing();
}
