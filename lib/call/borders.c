/* SPDX-License-Identifier: BSD-3-Clause */
/* A border is what a block reaches of another one: a box of elements. It travels in a view of its own, one border after
 * the other in the order of directions. A task packs all borders that a block gives, and one takes in all that it gets.
 * Both see the memory beside the block, too, which its handle does not name where blocks are rows. */
#include "call/borders.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "data/create.h"
#include "data/hooks.h"
#include "kernel/scatter.h"

enum { MOST = 26 }; /* blocks around one, of SL__SPREAD_CUTS dimensions that are cut */
_Static_assert(SL__SPREAD_CUTS == 3, "three along each of them, but for the block itself");

/* ---- host functions ------------------------------------------------------------------------------------------ */

typedef enum way { PACK, LAY, CLEAR, JOIN } way;

/* A border in the memory of a block, and packed. */
typedef struct piece {
    char *at, *packed;
    sl_index n[SL_MAX_RANK];
} piece;

/* What a task does with borders of a block. */
typedef struct pieces {
    way way;
    int op, rank, count;
    sl_type type;
    size_t elem;
    sl_index s[SL_MAX_RANK];
    piece piece[MOST];
} pieces;

static void move_run(const pieces *p, char *at, char *packed, sl_index n)
{
    switch (p->way) {
    case PACK: memcpy(packed, at, (size_t)n * p->elem); break;
    case LAY: memcpy(at, packed, (size_t)n * p->elem); break;
    case CLEAR: sl__scatter_fill(p->op, p->type, at, n); break;
    case JOIN: sl__scatter_join(p->op, p->type, at, 1, packed, n); break;
    }
}

/* @param[in] d, run  dimensions from d on lie in one run  @return where the next element is packed */
static char *border_move_box(const pieces *p, const piece *box, int d, int last, sl_index run, char *at, char *packed)
{
    if (d == last) {
        move_run(p, at, packed, run);
        return packed + (size_t)run * p->elem;
    }
    for (sl_index k = 0; k < box->n[d]; k++)
        packed = border_move_box(p, box, d + 1, last, run, at + (size_t)(k * p->s[d]) * p->elem, packed);
    return packed;
}

static int move_pieces(void *arg)
{
    const pieces *p = arg;
    for (int k = 0; k < p->count; k++) {
        const piece *box = &p->piece[k];
        int last = p->rank;
        sl_index run = 1;
        while (last > 0 && p->s[last - 1] == run)
            run *= box->n[--last];
        (void)border_move_box(p, box, 0, last, run, box->at, box->packed);
    }
    return SL_SUCCESS;
}

/* ---- borders ------------------------------------------------------------------------------------------------- */

/* An exchange over all blocks of this rank. */
struct sl__borders {
    const sl__block_loop *loop;
    sl__spread *spread;
    int scatters, op; /* the blocks that reach give, and others join; else those that have */
    int directions;
    sl_view **gives, **takes; /* [own * directions] borders that go to the block there, and come from it; NULL: none */
};

/* What one block reaches of another. @return 0: nothing */
static int find_border(const sl__borders *x, int reacher, int owner, sl_index lo[], sl_index hi[])
{
    const sl__grid_part *part = &x->spread->grid->part[owner];
    int any = sl__block_loop_reached(x->loop, x->spread, x->scatters, reacher, lo, hi);
    for (int d = 0; d < x->spread->view->rank && any; d++) {
        lo[d] = lo[d] > part->lo[d] ? lo[d] : part->lo[d];
        hi[d] = hi[d] < part->hi[d] ? hi[d] : part->hi[d];
        any = lo[d] < hi[d];
    }
    return any;
}

/* The border between a block of this rank and one beside it. @param[in] gives  it goes there; else it comes from there
 */
static int border_beside(const sl__borders *x, int block, int beside, int gives, sl_index lo[], sl_index hi[])
{
    return gives == x->scatters ? find_border(x, block, beside, lo, hi) : find_border(x, beside, block, lo, hi);
}

static sl_status make_border(const sl__borders *x, const sl_index lo[], const sl_index hi[], sl_view **view)
{
    const sl_view *whole = x->spread->view;
    sl_extents e = {.rank = whole->rank};
    for (int d = 0; d < whole->rank; d++)
        e.n[d] = hi[d] - lo[d];
    return sl__view_create_edge(x->loop->function, whole->label, whole->type, &e, view);
}

static pieces pieces_of(const sl__spread *spread, int own, way way, int op)
{
    const sl_view *block = spread->block[own];
    pieces p = {.way = way, .op = op, .rank = block->rank, .type = block->type, .elem = block->elem};
    memcpy(p.s, block->s, sizeof p.s);
    return p;
}

/* One more border of a block. */
static void add_piece(pieces *p, const sl__spread *spread, int own, const sl_index lo[], const sl_index hi[],
                      sl_view *packed)
{
    const sl_view *block = spread->block[own];
    piece *box = &p->piece[p->count++];
    sl_index place = 0;
    for (int d = 0; d < block->rank; d++) {
        box->n[d] = hi[d] - lo[d];
        place += (lo[d] - block->indices.first[d]) * block->s[d];
    }
    box->at = (char *)block->data + place * (sl_index)block->elem;
    box->packed = packed != NULL ? packed->data : NULL;
}

static sl_status submit_pieces(const sl__block_loop *c, const pieces *p, const sl_use uses[])
{
    const sl_policy policy = {.label = c->request->kernel->name};
    const size_t bytes = offsetof(pieces, piece) + (size_t)p->count * sizeof p->piece[0];
    return p->count == 0
               ? SL_SUCCESS
               : sl_task_submit_copy(&policy, move_pieces, p, bytes, uses, p->way == CLEAR ? 1 : 1 + p->count);
}

/* ---- exchanges ----------------------------------------------------------------------------------------------- */

/* The task that packs what a block gives. */
static sl_status pack_borders(const sl__borders *x, int own)
{
    const int block = sl__spread_block(x->spread, own);
    pieces p = pieces_of(x->spread, own, PACK, x->op);
    sl_use uses[1 + MOST] = {{x->spread->block[own]->root, SL_READ}};
    for (int way = 1; way < x->directions; way++) {
        const int beside = sl__block_beside(x->spread->grid, block, way);
        sl_view **border = &x->gives[own * x->directions + way];
        sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
        if (beside < 0 || !border_beside(x, block, beside, 1, lo, hi))
            continue;
        SL_TRY(make_border(x, lo, hi, border));
        add_piece(&p, x->spread, own, lo, hi, *border);
        uses[p.count] = (sl_use){*border, SL_WRITE};
    }
    return submit_pieces(x->loop, &p, uses);
}

/* Sends what a block gives to other ranks. */
static sl_status send_borders(const sl__borders *x, int own)
{
    const int block = sl__spread_block(x->spread, own);
    for (int way = 1; way < x->directions; way++) {
        sl_view *border = x->gives[own * x->directions + way];
        const int beside = sl__block_beside(x->spread->grid, block, way);
        if (border != NULL && sl__spread_owner(x->spread, beside) != x->spread->rank)
            SL_TRY(sl__spread_move_border(x->spread, border, block, beside, x->loop->function));
    }
    return SL_SUCCESS;
}

/* Receives what comes from other ranks; what comes from blocks of this one was packed. */
static sl_status receive_borders(const sl__borders *x, int own)
{
    const int block = sl__spread_block(x->spread, own);
    for (int way = 1; way < x->directions; way++) {
        const int beside = sl__block_beside(x->spread->grid, block, way);
        sl_view **border = &x->takes[own * x->directions + way];
        sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
        if (beside < 0 || sl__spread_owner(x->spread, beside) == x->spread->rank ||
            !border_beside(x, block, beside, 0, lo, hi))
            continue;
        SL_TRY(make_border(x, lo, hi, border));
        SL_TRY(sl__spread_move_border(x->spread, *border, beside, block, x->loop->function));
    }
    return SL_SUCCESS;
}

/* @return the border that comes to a block from one beside it; NULL: none */
static sl_view *border_from(const sl__borders *x, int own, int beside, int way)
{
    const sl__spread *spread = x->spread;
    if (sl__spread_owner(spread, beside) != spread->rank)
        return x->takes[own * x->directions + way];
    return x->gives[(beside - spread->rank) / spread->ranks * x->directions + sl__block_opposite(way)];
}

/* The task that takes in what a block gets. */
static sl_status take_borders(const sl__borders *x, int own)
{
    const int block = sl__spread_block(x->spread, own);
    pieces p = pieces_of(x->spread, own, x->scatters ? JOIN : LAY, x->op);
    sl_use uses[1 + MOST] = {{x->spread->block[own]->root, SL_RDWR}};
    for (int way = 1; way < x->directions; way++) {
        const int beside = sl__block_beside(x->spread->grid, block, way);
        sl_view *border = beside < 0 ? NULL : border_from(x, own, beside, way);
        sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
        if (border == NULL || !border_beside(x, block, beside, 0, lo, hi))
            continue;
        add_piece(&p, x->spread, own, lo, hi, border);
        uses[p.count] = (sl_use){border, SL_READ};
    }
    return submit_pieces(x->loop, &p, uses);
}

static sl_status give_all(const sl__borders *x)
{
    for (int own = 0; own < x->spread->own; own++)
        SL_TRY(pack_borders(x, own));
    sl__data_hooks.flush(); /* what packs them comes before their messages */
    for (int own = 0; own < x->spread->own; own++)
        SL_TRY(send_borders(x, own));
    for (int own = 0; own < x->spread->own; own++)
        SL_TRY(receive_borders(x, own));
    return SL_SUCCESS;
}

/* @param[in] of  loop, spread, and how they are joined */
static sl_status begin_borders(const sl__borders *of, sl__borders **borders)
{
    const int directions = sl__block_directions(of->spread->grid), count = of->spread->own * directions;
    sl__borders *x = malloc(sizeof *x);
    sl_view **views = calloc(2 * (size_t)count + 1, sizeof *views);
    if (x == NULL || views == NULL) {
        free(x);
        free(views);
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for the borders of the blocks of \"%s\", got none",
                       of->loop->function, of->spread->view->label);
    }
    *x = *of;
    x->directions = directions;
    x->gives = views;
    x->takes = views + count;
    x->spread->exchanges++;
    *borders = x;
    return give_all(x);
}

sl_status sl__borders_begin(const sl__block_loop *c, sl__spread *spread, sl__borders **borders)
{
    return begin_borders(&(sl__borders){.loop = c, .spread = spread}, borders);
}

sl_status sl__borders_end(sl__borders *borders, sl_status status)
{
    if (borders == NULL)
        return status;
    for (int own = 0; own < borders->spread->own && status == SL_SUCCESS; own++)
        status = take_borders(borders, own);
    for (int k = 0; k < 2 * borders->spread->own * borders->directions; k++)
        if (borders->gives[k] != NULL)
            sl_view_destroy(&borders->gives[k]);
    free(borders->gives);
    free(borders);
    return status;
}

sl_status sl__borders_join(const sl__block_loop *c, int i)
{
    sl__borders *borders = NULL;
    const sl__borders of = {
        .loop = c, .spread = sl__block_loop_spread(c->request, i), .scatters = 1, .op = c->request->kernel->args[i].op};
    const sl_status status = begin_borders(&of, &borders);
    return sl__borders_end(borders, status);
}

sl_status sl__borders_clear(const sl__block_loop *c, int i, int own)
{
    const sl__borders x = {.loop = c, .spread = sl__block_loop_spread(c->request, i), .scatters = 1};
    const int block = sl__spread_block(x.spread, own), directions = sl__block_directions(x.spread->grid);
    pieces p = pieces_of(x.spread, own, CLEAR, c->request->kernel->args[i].op);
    sl_index lo[SL_MAX_RANK], hi[SL_MAX_RANK];
    for (int way = 1; way < directions; way++) {
        const int beside = sl__block_beside(x.spread->grid, block, way);
        if (beside >= 0 && border_beside(&x, block, beside, 1, lo, hi))
            add_piece(&p, x.spread, own, lo, hi, NULL);
    }
    return submit_pieces(c, &p, &(sl_use){x.spread->block[own]->root, SL_RDWR});
}
