/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank runs the loop over each of its blocks by itself, as one over ordinary views. What it scatters into, or reads
 * around its own rows, is seen with some rows more on either side, for which a block has room. What it scatters into is
 * cleared before, and goes to the ranks beside it behind the loop, which join it into their own rows. What it reads
 * comes from them before, as edges. */
#include "call/spill.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/position.h"
#include "base/state.h"
#include "call/pooled.h"
#include "call/spread.h"
#include "call/submit.h"
#include "data/create.h"
#include "data/hooks.h"
#include "data/spread.h"
#include "data/subview.h"
#include "kernel/form.h"
#include "kernel/kinds.h"
#include "kernel/scatter.h"
#include "task/edge_task.h"

enum { LOW, HIGH, SIDES };
enum { POOL_MOST = 1 << 30 }; /* bytes of all copies of a view that all ranks scatter into, in one message */

/* A block as the loop has it. */
typedef struct spilled {
    sl_view *window;     /* the block and the rows beside it; NULL: it has none of them */
    sl_view *out[SIDES]; /* what was scattered into these rows; NULL: nothing */
} spilled;

typedef struct spill {
    const sl__request *request;
    const char *function;
    int n, q;          /* arguments; the index along which dimension 0 of all blocks is */
    sl__spread *first; /* of a distributed view that is scattered into, or of any */
    spilled *of;       /* [first->own][n] */
    sl__pooled pooled[SL_MAX_ARGS];
    int pools; /* views that are whole on each rank and scattered into */
} spill;

/* Fails with a sentence about the kernel. */
#define SPILL_REFUSE(c, status, format, ...) \
    SL_FAIL((status), "%s: kernel %s: " format, (c)->function, (c)->request->kernel->name, __VA_ARGS__)

/* How far from the loop's indices an argument reads, writes or scatters. */
static const sl__reach *reach_of(const spill *c, int i)
{
    const sl__parameter *p = &c->request->state->parameter[i];
    return sl__joins_of(p->info->kind) == SL__JOINS_VALUES ? &p->joins : &p->reach;
}

static sl__spread *spread_of(const sl__request *request, int i)
{
    const sl_arg *arg = &request->args[i];
    return arg->kind == SL_ARG_VIEW && arg->view->root == arg->view ? arg->view->spread : NULL;
}

static int is_spilled(const sl__request *request, int i)
{
    return spread_of(request, i) != NULL && sl__joins_of(request->kernel->args[i].kind) == SL__JOINS_VALUES;
}

/* Whether it is scattered into, and whole on each rank. */
static int is_pooled(const sl__request *request, int i)
{
    return spread_of(request, i) == NULL && sl__joins_of(request->kernel->args[i].kind) == SL__JOINS_VALUES;
}

int sl__spill_wanted(const sl__request *request)
{
    int scatters = 0, spreads = 0;
    if (request->state->scatters == 0 || atomic_load(&sl__spread_living) == 0)
        return 0;
    for (int i = 0; i < request->kernel->nargs; i++) {
        scatters |= sl__joins_of(request->kernel->args[i].kind) == SL__JOINS_VALUES;
        spreads |= spread_of(request, i) != NULL;
    }
    return scatters && spreads;
}

/* ---- checks -------------------------------------------------------------------------------------------------- */

static sl_status spill_check_place(const spill *c)
{
    SL_TRY(sl__spread_check_place(c->function, c->request->kernel));
    if (sl__in_region())
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED, "expected a call outside of tasks and regions for a scatter into %s",
                            "distributed views, got one from inside");
    if (starpu_memory_nodes_get_numa_count() > 1) /* rows beside a block do not go along with it */
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED, "expected one memory node of all cores for a scatter into %s",
                            "distributed views, got several: STARPU_USE_NUMA");
    if (sl__policy_where(c->request->policy) != SL_CPU && sl__policy_where(c->request->policy) != SL_ANYWHERE)
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED, "policy.where: expected SL_CPU or SL_ANYWHERE for a scatter into %s",
                            "distributed views, got another place");
    if (!sl__form_of(c->request->kernel)->boxes || c->request->space->kind != SL_SPACE_BOX ||
        sl__kernel_reduces(c->request->state))
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "expected a loop over a box, without reductions, for a scatter into %s",
                            "distributed views, got another");
    if (c->request->policy->reproducible && c->request->state->scatter_order)
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "policy.reproducible: expected no such policy, or integers, for a scatter into %s",
                            "distributed views, whose ranks join in another order than one, got it");
    return SL_SUCCESS;
}

/* How far a view is reached beside own rows. */
static sl_status check_width(const spill *c, int i)
{
    const sl__spread *spread = spread_of(c->request, i);
    const sl__reach *reach = reach_of(c, i);
    const sl_index most =
        spread->grid->parts > 1 && spread->grid->shortest < spread->room ? spread->grid->shortest : spread->room;
    const char *const name = c->request->kernel->args[i].name;
    if (reach->kind == SL__REACH_ANY || reach->index[0] == SL__FREE)
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected halo or own, which say how far from its own rows a rank reaches, "
                            "for \"%s\", which is distributed over ranks, got neither for dimension 0",
                            name, spread->view->label);
    if (reach->width[0] > most)
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected a halo of at most %" PRId64
                            " rows, those of a block of \"%s\" and no more than %" PRId64 ", got %" PRId64,
                            name, most, spread->view->label, spread->room, reach->width[0]);
    return SL_SUCCESS;
}

/* A view that is scattered into and whole on each rank. */
static sl_status check_pooled(const spill *c, int i)
{
    const sl_view *view = c->request->args[i].view;
    const char *const name = c->request->kernel->args[i].name;
    const int ranks = sl__ranks_now()->count;
    if (view->layout.map != SL__LAYOUT_RIGHT)
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected a view with strides for what all ranks scatter into, got \"%s\"",
                            name, view->label);
    if ((size_t)view->count > POOL_MOST / view->elem / (size_t)ranks)
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected %d bytes at most for what all %d ranks scatter into, got \"%s\" of "
                            "%zu bytes",
                            name, POOL_MOST / ranks, ranks, view->label, (size_t)view->count * view->elem);
    return SL_SUCCESS;
}

/* Any view. */
static sl_status check_use(const spill *c, int i)
{
    const sl__arg_info *info = &c->request->kernel->args[i];
    const sl__spread *spread = spread_of(c->request, i);
    if (is_pooled(c->request, i))
        return check_pooled(c, i);
    if (spread == NULL && sl__writes_view(info->kind))
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected a distributed view, as others are, for what the loop writes, got "
                            "\"%s\", which is whole on each rank",
                            info->name, c->request->args[i].view->label);
    if (spread == NULL)
        return SL_SUCCESS;
    SL_TRY(check_width(c, i));
    if (!is_spilled(c->request, i) && sl__writes_view(info->kind) && reach_of(c, i)->kind != SL__REACH_OWN)
        return SPILL_REFUSE(c, SL_ERR_UNSUPPORTED,
                            "argument %s: expected own for what is written, \"%s\", which is distributed over ranks, "
                            "got another reach",
                            info->name, spread->view->label);
    if (reach_of(c, i)->index[0] == c->q && spread->grid->parts == c->first->grid->parts &&
        spread->view->n[0] == c->first->view->n[0])
        return SL_SUCCESS;
    return SPILL_REFUSE(
        c, SL_ERR_UNSUPPORTED,
        "argument %s: expected a view with as many rows and blocks as \"%s\", whose dimension 0 follows "
        "the same index, got \"%s\"",
        info->name, c->first->view->label, spread->view->label);
}

static sl_status check_spill(spill *c)
{
    SL_TRY(spill_check_place(c));
    for (int i = c->n - 1; i >= 0; i--)
        if (is_spilled(c->request, i) || (spread_of(c->request, i) != NULL && c->first == NULL)) {
            c->first = spread_of(c->request, i);
            c->q = reach_of(c, i)->kind == SL__REACH_ANY ? 0 : reach_of(c, i)->index[0];
        }
    for (int i = 0; i < c->n; i++)
        if (sl__is_view(c->request->kernel->args[i].kind))
            SL_TRY(check_use(c, i));
    return SL_SUCCESS;
}

/* ---- rows ---------------------------------------------------------------------------------------------------- */

static sl_index rows_of(const sl__spread *spread, int block)
{
    const sl__grid_part *part = &spread->grid->part[block];
    return part->hi[0] - part->lo[0];
}

/* The iterations of a block. @return 0: none */
static int block_space(const spill *c, int block, sl_space *box)
{
    const sl__grid_part *part = &c->first->grid->part[block];
    *box = *c->request->space;
    if (box->lo[c->q] < part->lo[0])
        box->lo[c->q] = part->lo[0];
    if (box->hi[c->q] > part->hi[0])
        box->hi[c->q] = part->hi[0];
    return box->lo[c->q] < box->hi[c->q];
}

/* How many rows before a block, or behind it, its iterations reach. */
static sl_index rows_around(const spill *c, int i, int block, int side)
{
    const sl__spread *spread = spread_of(c->request, i);
    const int beside = side == LOW ? block - 1 : block + 1;
    sl_space box;
    if (block < 0 || block >= spread->grid->parts || beside < 0 || beside >= spread->grid->parts ||
        !block_space(c, block, &box))
        return 0;
    const sl__grid_part *part = &spread->grid->part[block];
    const sl_index within = side == LOW ? box.lo[c->q] - part->lo[0] : part->hi[0] - box.hi[c->q];
    const sl_index rows = reach_of(c, i)->width[0] - within;
    return rows < 0 ? 0 : rows < rows_of(spread, beside) ? rows : rows_of(spread, beside);
}

/* ---- host functions ------------------------------------------------------------------------------------------ */

/* Rows beside a block, or of one. */
typedef struct border {
    int op;
    sl_type type;
    sl_index count[SIDES]; /* elements */
    void *rows[SIDES];
    const void *other; /* what they are joined with, count[LOW] elements */
    void *out[SIDES];  /* where they go */
} border;

static int clear_border(void *arg)
{
    const border *b = arg;
    for (int side = LOW; side < SIDES; side++)
        if (b->count[side] > 0)
            sl__scatter_fill(b->op, b->type, b->rows[side], b->count[side]);
    return SL_SUCCESS;
}

static int take_border(void *arg)
{
    const border *b = arg;
    for (int side = LOW; side < SIDES; side++)
        if (b->count[side] > 0)
            memcpy(b->out[side], b->rows[side], (size_t)b->count[side] * sl_type_size(b->type));
    return SL_SUCCESS;
}

static int join_border(void *arg)
{
    const border *b = arg;
    sl__scatter_join(b->op, b->type, b->rows[LOW], 1, b->other, b->count[LOW]);
    return SL_SUCCESS;
}

static border border_of(const spill *c, int i, int own)
{
    const sl__spread *spread = spread_of(c->request, i);
    const int block = sl__spread_block(spread, own);
    const sl_view *view = spread->block[own];
    border b = {.op = c->request->kernel->args[i].op, .type = view->type};
    for (int side = LOW; side < SIDES; side++)
        b.count[side] = rows_around(c, i, block, side) * view->s[0];
    b.rows[LOW] = (char *)view->data - (size_t)b.count[LOW] * view->elem;
    b.rows[HIGH] = (char *)view->data + (size_t)(rows_of(spread, block) * view->s[0]) * view->elem;
    return b;
}

/* ---- a block ------------------------------------------------------------------------------------------------- */

/* The block and the rows beside it as one view. */
static sl_status make_window(const spill *c, int i, int own, spilled *s)
{
    const sl__spread *spread = spread_of(c->request, i);
    sl_view *block = spread->block[own];
    const int number = sl__spread_block(spread, own);
    const sl_index low = rows_around(c, i, number, LOW), high = rows_around(c, i, number, HIGH);
    if (low + high == 0)
        return SL_SUCCESS;
    sl__shape shape = {.elem = block->elem, .rank = block->rank, .shifted = 1};
    memcpy(shape.n, block->n, sizeof shape.n);
    memcpy(shape.s, block->s, sizeof shape.s);
    memcpy(shape.first, block->indices.first, sizeof shape.first);
    shape.n[0] += low + high;
    shape.first[0] -= low;
    shape.count = shape.n[0] * shape.s[0];
    shape.span = (size_t)shape.count * block->elem;
    return sl__subview_over(c->function, block, block->label, block->type, &shape,
                            (size_t)0 - (size_t)(low * block->s[0]) * block->elem, &s->window);
}

static sl_status make_rows(const spill *c, int i, sl_index rows, sl_view **view)
{
    const sl_view *whole = spread_of(c->request, i)->view;
    sl_extents e = {.rank = whole->rank};
    memcpy(e.n, whole->n, sizeof e.n);
    e.n[0] = rows;
    return rows == 0 ? SL_SUCCESS
                     : sl__view_create(c->function, whole->label, whole->type, &SL_LAYOUT_RIGHT, &e,
                                       SL_VIEW_UNINITIALIZED, view);
}

static sl_status spill_task(const spill *c, sl_task_function function, const border *b, const sl_use uses[], int count)
{
    const sl_policy policy = {.label = c->request->kernel->name};
    return sl_task_submit_copy(&policy, function, b, sizeof *b, uses, count);
}

/* What comes before the loop over a block, or behind it, for one argument. */
static sl_status before_block(const spill *c, int i, int own)
{
    const border b = border_of(c, i, own);
    return b.count[LOW] + b.count[HIGH] == 0
               ? SL_SUCCESS
               : spill_task(c, clear_border, &b, &(sl_use){spread_of(c->request, i)->block[own], SL_RDWR}, 1);
}

static sl_status behind_block(const spill *c, int i, int own, spilled *s)
{
    const sl__spread *spread = spread_of(c->request, i);
    const int block = sl__spread_block(spread, own);
    border b = border_of(c, i, own);
    sl_use uses[1 + SIDES] = {{spread->block[own], SL_RDWR}};
    int count = 1;
    for (int side = LOW; side < SIDES; side++) {
        SL_TRY(make_rows(c, i, rows_around(c, i, block, side), &s->out[side]));
        if (s->out[side] == NULL)
            continue;
        b.out[side] = s->out[side]->data;
        uses[count++] = (sl_use){s->out[side], SL_WRITE};
    }
    return count == 1 ? SL_SUCCESS : spill_task(c, take_border, &b, uses, count);
}

/* What this rank scatters into in place of a view that is whole. */
static sl_view *copy_for(const spill *c, int i)
{
    int k = 0;
    while (c->pooled[k].whole != c->request->args[i].view)
        k++;
    return c->pooled[k].copy;
}

static sl_status run_block(const spill *c, int own)
{
    const sl__request *r = c->request;
    spilled *s = &c->of[own * c->n];
    sl_policy policy = *r->policy;
    sl_arg args[SL_MAX_ARGS];
    sl_space box;
    if (!block_space(c, sl__spread_block(c->first, own), &box))
        return SL_SUCCESS;
    policy.where = SL_CPU;
    policy.synchronous = 0; /* other ranks wait for what comes behind */
    policy.split = (sl_split){{0}};
    memcpy(args, r->args, (size_t)c->n * sizeof args[0]);
    for (int i = 0; i < c->n; i++) {
        if (spread_of(r, i) != NULL)
            SL_TRY(make_window(c, i, own, &s[i]));
        if (is_spilled(r, i))
            SL_TRY(before_block(c, i, own));
        if (spread_of(r, i) != NULL)
            args[i].view = s[i].window != NULL ? s[i].window : spread_of(r, i)->block[own];
        if (is_pooled(r, i))
            args[i].view = copy_for(c, i);
    }
    SL_TRY(sl__submit_one(c->function, 0, r->kernel, &policy, &box, args, c->n));
    for (int i = 0; i < c->n; i++)
        if (is_spilled(r, i))
            SL_TRY(behind_block(c, i, own, &s[i]));
    return SL_SUCCESS;
}

/* ---- between blocks ------------------------------------------------------------------------------------------ */

/* From the block before, or behind, to one of this rank's. */
static sl_status bring_rows(const spill *c, int i, int own, int side)
{
    const sl__spread *spread = spread_of(c->request, i);
    const int block = sl__spread_block(spread, own), from = side == LOW ? block - 1 : block + 1;
    const sl_index rows = rows_around(c, i, from, side == LOW ? HIGH : LOW);
    sl_view *in = NULL, *const here = spread->block[own];
    if (rows == 0)
        return SL_SUCCESS;
    const int mine = sl__spread_owner(spread, from) == spread->rank;
    if (mine)
        in = c->of[(from - spread->rank) / spread->ranks * c->n + i].out[side == LOW ? HIGH : LOW];
    else
        SL_TRY(make_rows(c, i, rows, &in));
    sl_status status =
        mine ? SL_SUCCESS : sl__spread_move_spilled(spread, in, from, side == LOW ? HIGH : LOW, c->function);
    const sl_index first = side == LOW ? 0 : rows_of(spread, block) - rows;
    const border b = {.op = c->request->kernel->args[i].op,
                      .type = here->type,
                      .count = {rows * here->s[0]},
                      .rows = {(char *)here->data + (size_t)(first * here->s[0]) * here->elem},
                      .other = in->data};
    if (status == SL_SUCCESS)
        status = spill_task(c, join_border, &b, (const sl_use[]){{here, SL_RDWR}, {in, SL_READ}}, 2);
    if (!mine)
        sl_view_destroy(&in);
    return status;
}

static sl_status give_rows(const spill *c, int i, int own, int side)
{
    const sl__spread *spread = spread_of(c->request, i);
    const int block = sl__spread_block(spread, own), to = side == LOW ? block - 1 : block + 1;
    sl_view *const out = c->of[own * c->n + i].out[side];
    return out == NULL || sl__spread_owner(spread, to) == spread->rank
               ? SL_SUCCESS
               : sl__spread_move_spilled(spread, out, block, side, c->function);
}

static sl_status exchange(const spill *c)
{
    sl__data_hooks.flush(); /* what fills the rows comes before */
    for (int i = 0; i < c->n; i++) {
        if (!is_spilled(c->request, i))
            continue;
        for (int own = 0; own < c->first->own; own++)
            for (int side = LOW; side < SIDES; side++)
                SL_TRY(give_rows(c, i, own, side));
        for (int own = 0; own < c->first->own; own++)
            for (int side = LOW; side < SIDES; side++)
                SL_TRY(bring_rows(c, i, own, side));
    }
    return SL_SUCCESS;
}

/* ---- all of it ----------------------------------------------------------------------------------------------- */

/* Until this rank has what others have scattered into its blocks. */
static sl_status wait_blocks(const spill *c)
{
    for (int i = 0; i < c->n; i++)
        for (int own = 0; own < c->first->own; own++)
            if (spread_of(c->request, i) != NULL && sl__writes_view(c->request->kernel->args[i].kind))
                SL_TRY(sl__view_wait(c->function, spread_of(c->request, i)->block[own]));
    return SL_SUCCESS;
}

/* What the loop over a block reads of those beside it, and what those of others read of it. */
static sl_status bring_edges(const spill *c, int i, int own, sl__at at)
{
    sl__spread *spread = spread_of(c->request, i);
    const int block = sl__spread_block(spread, own);
    SL_TRY(
        sl__spread_edge_out(spread, block, SL__STRETCH_HIGH, rows_around(c, i, block + 1, LOW), -1, at, c->function));
    SL_TRY(
        sl__spread_edge_out(spread, block, SL__STRETCH_LOW, rows_around(c, i, block - 1, HIGH), -1, at, c->function));
    SL_TRY(sl__spread_edge_in(spread, block, SL__STRETCH_HIGH, rows_around(c, i, block, LOW), c->function));
    return sl__spread_edge_in(spread, block, SL__STRETCH_LOW, rows_around(c, i, block, HIGH), c->function);
}

/* Lays them beside the block. */
static sl_status lay_edges(const spill *c, int i, int own, sl__at at)
{
    sl__spread *spread = spread_of(c->request, i);
    const int block = sl__spread_block(spread, own);
    if (rows_around(c, i, block, LOW) > 0)
        SL_TRY(sl__edge_lay_submit(spread->grid, block - 1, SL__STRETCH_HIGH, at, c->function));
    return rows_around(c, i, block, HIGH) == 0
               ? SL_SUCCESS
               : sl__edge_lay_submit(spread->grid, block + 1, SL__STRETCH_LOW, at, c->function);
}

/* With the lock of the view's record. */
static sl_status read_around(const spill *c, int i)
{
    const sl__at at = sl__at_keep((sl__at){.call = sl__position});
    sl__data_hooks.flush(); /* loops over blocks by themselves come before */
    for (int own = 0; own < c->first->own; own++)
        SL_TRY(bring_edges(c, i, own, at));
    for (int own = 0; own < c->first->own; own++)
        SL_TRY(lay_edges(c, i, own, at));
    return SL_SUCCESS;
}

/* Rows of other blocks that the loop reads. */
static sl_status read_all_around(const spill *c)
{
    sl_status status = SL_SUCCESS;
    for (int i = 0; i < c->n && status == SL_SUCCESS; i++) {
        if (spread_of(c->request, i) == NULL || is_spilled(c->request, i) || reach_of(c, i)->width[0] == 0)
            continue;
        sl__held held;
        sl__splits_hold(&held, &c->request->args[i].view, 1);
        status = read_around(c, i);
        sl__splits_release(&held);
    }
    return status;
}

static sl_status run_blocks(const spill *c)
{
    SL_TRY(read_all_around(c));
    for (int own = 0; own < c->first->own; own++)
        SL_TRY(run_block(c, own));
    SL_TRY(exchange(c));
    return c->request->waits ? wait_blocks(c) : SL_SUCCESS;
}

static sl_status begin_pools(spill *c)
{
    for (int i = 0; i < c->n; i++)
        if (is_pooled(c->request, i)) {
            c->pooled[c->pools] =
                (sl__pooled){.whole = c->request->args[i].view, .joins = c->request->kernel->args[i].op};
            SL_TRY(sl__pooled_begin(&c->pooled[c->pools++], c->function));
        }
    return SL_SUCCESS;
}

static sl_status run_all(spill *c)
{
    sl_status status = begin_pools(c);
    if (status == SL_SUCCESS)
        status = run_blocks(c);
    if (c->pools > 0)
        status = sl__pooled_join(c->pooled, c->pools, c->function, status);
    sl__pooled_end(c->pooled, c->pools);
    return status;
}

/* What all ranks are to call alike. */
static void count_spill(const spill *c)
{
    const sl__request *r = c->request;
    const char *label = NULL;
    uint64_t hash = sl__spread_mix_loop(r->kernel->name, r->space);
    for (int i = 0; i < c->n; i++)
        if (spread_of(r, i) != NULL) {
            hash = sl__spread_mix(hash, &spread_of(r, i)->number, sizeof spread_of(r, i)->number);
            label = r->args[i].view->label;
        }
    sl__spread_called(hash, c->function, r->kernel->name, label);
}

static void forget_spilled(spill *c)
{
    for (int k = 0; k < c->first->own * c->n; k++) {
        if (c->of[k].window != NULL)
            sl_view_destroy(&c->of[k].window);
        for (int side = LOW; side < SIDES; side++)
            if (c->of[k].out[side] != NULL)
                sl_view_destroy(&c->of[k].out[side]);
    }
    free(c->of);
}

sl_status sl__spill_submit(const sl__request *request, int n)
{
    spill c = {.request = request, .function = request->function, .n = n};
    count_spill(&c);
    SL_TRY(check_spill(&c));
    c.of = calloc((size_t)(c.first->own * n) + 1, sizeof *c.of);
    if (c.of == NULL)
        return SPILL_REFUSE(&c, SL_ERR_MEMORY, "expected memory for what goes to %s", "other ranks, got none");
    for (int i = 0; i < n; i++)
        if (is_spilled(request, i))
            spread_of(request, i)->spills++;
    const sl_status status = run_all(&c);
    for (int i = 0; i < n; i++)
        if (spread_of(request, i) != NULL && sl__writes_view(request->kernel->args[i].kind))
            sl__spread_rewritten(spread_of(request, i));
    forget_spilled(&c);
    return status;
}
