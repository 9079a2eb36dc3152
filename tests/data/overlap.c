/* SPDX-License-Identifier: BSD-3-Clause */
/* What shares memory with what: views of views of one view, of an arena, which begins anew now and then, and of a
 * blocked view, made by random chains of subviews, blocks, reshaped and read-only views, against a map of the elements
 * that each has. */
#include "loop_testing.h"

#include <string.h>

#include <starloop/arena.h>
#include <starloop/subview.h>

#include "data/view.h"

enum { VIEWS = 24, MOST = 10, ELEMENTS = MOST * MOST };

/* A view, and its elements as places in the root. */
typedef struct model {
    sl_view *view;
    int rank, blocked; /* blocked: all places up to the view's last one */
    sl_index n[2], s[2], first;
} model;

static unsigned state;
static int below(int n)
{
    state = state * 1103515245u + 12345u;
    return (int)((state >> 16) % (unsigned)n);
}

static void mark(const model *m, char has[ELEMENTS])
{
    memset(has, 0, ELEMENTS);
    memset(has, 1, m->blocked ? (size_t)m->n[0] : 0);
    if (m->blocked)
        return;
    for (sl_index i = 0; i < m->n[0]; i++)
        for (sl_index j = 0; j < (m->rank > 1 ? m->n[1] : 1); j++)
            has[m->first + i * m->s[0] + (m->rank > 1 ? j * m->s[1] : 0)] = 1;
}

/* A range, or one index, of each dimension. */
static sl_status cut(const model *of, model *m)
{
    struct sl__slice slices[2];
    m->rank = 0;
    for (int d = 0; d < of->rank; d++) {
        const sl_index lo = below((int)of->n[d]), hi = lo + 1 + below((int)(of->n[d] - lo));
        const int kept = below(3) > 0 || (d + 1 == of->rank && m->rank == 0);
        slices[d] = kept ? SL_PAIR(lo, hi) : (struct sl__slice){.select_ = 0, .lo_ = lo, .hi_ = lo + 1};
        m->first += lo * of->s[d];
        if (kept) {
            m->n[m->rank] = hi - lo;
            m->s[m->rank++] = of->s[d];
        }
    }
    return sl_view_sub(of->view, of->rank, slices, &m->view);
}

/* The same elements under other indices, where these lie without gaps. */
static sl_status reshape(const model *of, model *m)
{
    const sl_index count = of->n[0] * (of->rank > 1 ? of->n[1] : 1);
    const int left = below(2);
    sl_index rows = 1;
    for (sl_index k = 2; k <= count; k++)
        if (count % k == 0 && below(2))
            rows = k;
    *m = (model){
        .rank = 2, .n = {rows, count / rows}, .s = {left ? 1 : count / rows, left ? rows : 1}, .first = of->first};
    return sl_view_reshape(of->view, left ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT, SL_EXTENTS(rows, count / rows), &m->view);
}

static int make_root(model all[VIEWS])
{
    const sl_index n0 = 2 + below(MOST - 1), n1 = 2 + below(MOST - 1);
    const int left = below(2);
    all[0] = (model){.rank = 2, .n = {n0, n1}, .s = {left ? 1 : n1, left ? n0 : 1}};
    must(sl_view_create("root", SL_DOUBLE, left ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT, SL_EXTENTS(n0, n1), &all[0].view));
    return 1;
}

/* A view of which the strides are known, and where it begins in the root. */
static model of_view(sl_view *view)
{
    model m = {.view = view, .rank = sl_view_rank(view), .first = (sl_index)(view->part.offset / sizeof(double))};
    for (int d = 0; d < m.rank; d++) {
        m.n[d] = sl_view_extent(view, d);
        m.s[d] = sl_view_stride(view, d);
    }
    return m;
}

static int make_in_arena(model all[VIEWS])
{
    sl_arena *arena = NULL;
    int count = 0;
    must(sl_arena_create("arena", ELEMENTS * sizeof(double), &arena));
    for (int k = 0; k < 30 && count < VIEWS / 2; k++) {
        sl_view *view = NULL;
        if (sl_arena_view(arena, "part", SL_DOUBLE, below(2) ? SL_LAYOUT_LEFT : SL_LAYOUT_RIGHT,
                          SL_EXTENTS(1 + below(5), 1 + below(5)), &view) == SL_SUCCESS)
            all[count++] = of_view(view);
        else
            must(sl_arena_reset(arena));
    }
    sl_arena_destroy(&arena);
    return count;
}

static int make_blocks(model all[VIEWS])
{
    const sl_index b0 = 1 + below(3), b1 = 1 + below(3), n0 = 1 + below(8), n1 = 1 + below(8);
    const sl_index rows = (n0 + b0 - 1) / b0, columns = (n1 + b1 - 1) / b1;
    int count = 1;
    all[0] = (model){.rank = 2, .blocked = 1, .n = {rows * b0 * columns * b1}};
    must(sl_view_create("blocks", SL_DOUBLE, SL_LAYOUT_BLOCKED(b0, b1), SL_EXTENTS(n0, n1), &all[0].view));
    for (sl_index i = 0; i < rows; i++)
        for (sl_index j = 0; j < columns && count < VIEWS / 2; j++) {
            sl_view *block = NULL;
            must(sl_subblock(all[0].view, &block, i, j));
            all[count++] = of_view(block);
        }
    return count;
}

static int make_views(model all[VIEWS])
{
    const int kind = below(4);
    int count = kind == 0 ? make_in_arena(all) : kind == 1 ? make_blocks(all) : make_root(all);
    for (int k = 0; k < 20 * VIEWS && count < VIEWS; k++) {
        const model *of = &all[below(count)];
        model m = *of;
        const int how = of->blocked ? 3 : below(4);
        const sl_status status = how < 2    ? cut(of, &m)
                                 : how == 2 ? reshape(of, &m)
                                            : sl_view_readonly(of->view, &m.view);
        if (status == SL_SUCCESS)
            all[count++] = m;
    }
    return count;
}

/* Slabs of a view that does not begin where the arena does, or the line that it is a shape of. */
static void slabs(sl_view *view, const char *what)
{
    for (int d = 0; d < 3; d++) {
        struct sl__slice slices[3] = {SL_ALL, SL_ALL, SL_ALL};
        int wrong = 0;
        for (sl_index i = 0; i < sl_view_extent(view, d); i++)
            for (sl_index j = 0; j < sl_view_extent(view, d); j++) {
                sl_view *one = NULL, *other = NULL;
                slices[d] = (struct sl__slice){i, i + 1, 0};
                must(sl_view_sub(view, 3, slices, &one));
                slices[d] = (struct sl__slice){j, j + 1, 0};
                must(sl_view_sub(view, 3, slices, &other));
                wrong += sl__view_overlap(one, other) != (i == j);
                sl_view_destroy(&one);
                sl_view_destroy(&other);
            }
        is_int(wrong, 0, "slabs along dimension %d of %s are apart", d, what);
    }
}

static void shifted_shapes(void)
{
    const sl_extents e = SL_EXTENTS(5, 6, 7);
    sl_arena *arena = NULL;
    sl_view *before = NULL, *view = NULL, *line = NULL, *part = NULL;
    must(sl_arena_create("arena", 1 << 12, &arena));
    must(sl_arena_view(arena, "before", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(33), &before));
    must(sl_arena_view(arena, "view", SL_DOUBLE, SL_LAYOUT_RIGHT, e, &view));
    slabs(view, "a view behind another one in an arena");
    sl_view_destroy(&view);
    must(sl_view_create("line", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(300), &line));
    must(sl_subview(line, &part, SL_PAIR(13, 13 + 210)));
    must(sl_view_reshape(part, SL_LAYOUT_LEFT, e, &view));
    slabs(view, "a shape of a part of a line");
    sl_view *views[] = {before, view, line, part};
    for (int k = 0; k < 4; k++)
        sl_view_destroy(&views[k]);
    sl_arena_destroy(&arena);
}

int main(void)
{
    long pairs = 0, missed = 0, apart = 0, refused = 0;
    state = (unsigned)test_seed(1);
    sl_log_set_level(SL_LOG_NONE);
    must(sl_init(NULL));
    shifted_shapes();
    for (int round = 0; round < 300; round++) {
        model all[VIEWS];
        const int count = make_views(all);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < i; j++) {
                char one[ELEMENTS], other[ELEMENTS];
                int shared = 0;
                mark(&all[i], one);
                mark(&all[j], other);
                for (int k = 0; k < ELEMENTS; k++)
                    shared |= one[k] & other[k];
                const int says = sl__view_overlap(all[i].view, all[j].view);
                pairs++;
                missed += shared && !says;
                apart += !shared;
                refused += !shared && says;
            }
        for (int k = count - 1; k >= 0; k--)
            sl_view_destroy(&all[k].view);
    }
    is_int(missed, 0, "of %ld pairs of views those that share elements are all found", pairs);
    ok(apart > pairs / 10, "%ld share none", apart);
    ok(refused * 50 < apart, "and are said to, but for some of irregular shapes (%ld)", refused);
    must(sl_finalize());
    return done_testing();
}
