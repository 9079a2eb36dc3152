/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/workspace.h"
#include "exec/cpu/scan.h"

#include <stdlib.h>
#include <string.h>

#include "base/wait.h"
#include "base/stream.h"
#include "data/interface.h"
#include "exec/cpu/measured.h"
#include "kernel/kinds.h"
#include "kernel/space.h"

enum {
    TILE = SL__SCAN_TILE_BLOCKS * SL__SCAN_BLOCK,
    BLOCKS = 256, /* of a unit that has many short lines, at most */
    BESIDE = SL__SCAN_TILE_BLOCKS
};

/* What a unit begins with; of the first of a chain it is not used. */
typedef struct link_head {
    _Atomic int there;
    int pad;
    unsigned char value[];
} link_head;

static sl_index scan_ceil_div(sl_index a, sl_index b)
{
    return (a + b - 1) / b;
}

static sl_index scan_min(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

/* ---- the lines of views -------------------------------------------------------------------------------- */

/* Lines whose elements are far apart are taken side by side, along the dimension whose elements are closest. */
static int find_beside(const sl__scan_lines *l)
{
    int best = l->dim;
    for (int d = 0; d < l->rank; d++)
        if (l->n[d] > 1 && l->sx[d] + l->sy[d] < l->sx[best] + l->sy[best])
            best = d;
    return best == l->dim ? -1 : best;
}

static void read_slot(const sl__scan_slot *slot, int rank, sl_index stride[], sl_index n[])
{
    memcpy(stride, slot->geometry_, (size_t)rank * sizeof *stride);
    memcpy(n, slot->geometry_ + rank, (size_t)rank * sizeof *n);
}

/* @return units that follow one another. */
static sl_index make_lines(const sl__scan_args *args, int rank, sl__scan_lines *l)
{
    const sl__scan_slot *x = args->call_.in_place_ ? &args->y_ : &args->x_;
    memset(l, 0, sizeof *l);
    l->x = x->data_;
    l->y = args->y_.data_;
    l->rank = rank;
    l->dim = args->call_.dim_;
    read_slot(x, rank, l->sx, l->n);
    read_slot(&args->y_, rank, l->sy, l->n);
    l->beside = find_beside(l);
    l->bundles = l->together = 1;
    const sl_index length = l->n[l->dim];
    if (l->beside >= 0) {
        l->bundles = scan_ceil_div(l->n[l->beside], BESIDE);
        l->tile = SL__SCAN_BLOCK;
    } else {
        l->tile = TILE;
        if (length < TILE)
            l->together = scan_min(TILE / length, BLOCKS / scan_ceil_div(length, SL__SCAN_BLOCK));
    }
    return scan_ceil_div(length, l->tile);
}

/* Lines but for those beside each other. */
static sl_index count_lines(const sl__scan_lines *l)
{
    sl_index count = 1;
    for (int d = 0; d < l->rank; d++)
        count *= d == l->dim || d == l->beside ? 1 : l->n[d];
    return count;
}

/* Where a line begins in both views, in elements. */
static void find_line(const sl__scan_lines *l, sl_index line, sl_index *x, sl_index *y)
{
    *x = *y = 0;
    for (int d = l->rank - 1; d >= 0; d--) {
        if (d == l->dim || d == l->beside)
            continue;
        *x += line % l->n[d] * l->sx[d];
        *y += line % l->n[d] * l->sy[d];
        line /= l->n[d];
    }
}

void sl__scan_cut(const sl__task *task, const void *args, unsigned streams, sl__cut *cut)
{
    sl__scan_lines l;
    const sl_index chain = make_lines(args, task->space.rank, &l);
    cut->units = chain * scan_ceil_div(count_lines(&l) * l.bundles, l.together);
    cut->streams = streams != 0 && l.beside < 0 && l.sy[l.dim] == 1;
}

/* ---- links --------------------------------------------------------------------------------------------- */

static link_head *scan_link(const sl__scan *scan, sl_index unit)
{
    return (link_head *)(void *)(scan->links + (size_t)unit * scan->link);
}

/* What a unit begins with: @p width values. */
static const void *await(const sl__scan *scan, sl_index unit)
{
    link_head *link = scan_link(scan, unit);
    for (sl__wait wait = {0}; !atomic_load_explicit(&link->there, memory_order_acquire);)
        sl__wait_again(&wait);
    return link->value;
}

static void hand_on(const sl__scan *scan, sl_index unit, const void *values)
{
    link_head *next = scan_link(scan, unit + 1);
    memcpy(next->value, values, (size_t)scan->width * scan->elem);
    atomic_store_explicit(&next->there, 1, memory_order_release);
}

static int begins(const sl__scan *scan, sl_index unit)
{
    return unit % scan->chain == 0;
}

/* What a line begins with: of a part of a scan what the parts before it have come to. */
static sl__scanned start_of(const sl__scan *scan, sl_index line)
{
    sl__scanned start = scan->initial;
    if (scan->run->task->carried != NULL)
        memcpy(&start, scan->run->task->carried + (size_t)line * scan->elem, scan->elem);
    return start;
}

/* A line ends: what it has come to, for the part behind this one. */
static void leave_line(const sl__scan *scan, sl_index line, const void *sum)
{
    if (scan->run->task->carries != NULL)
        memcpy(scan->run->task->carries + (size_t)line * scan->elem, sum, scan->elem);
}

/* ---- a unit of lines one after another ----------------------------------------------------------------- */

/* Its blocks: where they stand, where they are scanned by themselves, and what comes before them. In the thread's room:
 * they would be the largest frame of a call by far. */
typedef struct blocks {
    int count;
    const void *x[BLOCKS];
    void *y[BLOCKS], *s[BLOCKS];
    sl_index length[BLOCKS];
    unsigned char first[BLOCKS]; /* of its line */
    sl__scanned before[BLOCKS];
    unsigned char total[BLOCKS * sizeof(sl__scanned)];
} blocks;
enum { BLOCKS_ROOM = (sizeof(blocks) + 63) / 64 * 64 };

static void add_blocks(const sl__scan *scan, sl_index line, sl_index from, sl_index to, char **room, blocks *b)
{
    const sl__scan_lines *l = &scan->lines;
    sl_index x, y;
    find_line(l, line, &x, &y);
    for (sl_index i = from; i < to; i += SL__SCAN_BLOCK) {
        const int k = b->count++;
        b->x[k] = l->x + (x + i * l->sx[l->dim]) * (sl_index)scan->elem;
        b->y[k] = l->y + (y + i * l->sy[l->dim]) * (sl_index)scan->elem;
        b->s[k] = *room;
        b->length[k] = scan_min(to - i, SL__SCAN_BLOCK);
        b->first[k] = i == 0;
        *room += (size_t)b->length[k] * scan->elem;
    }
}

static void find_blocks(const sl__scan *scan, sl_index unit, char *room, blocks *b)
{
    const sl__scan_lines *l = &scan->lines;
    const sl_index length = l->n[l->dim], first = unit / scan->chain * l->together;
    const sl_index last = scan_min(first + l->together, count_lines(l)), from = unit % scan->chain * l->tile;
    b->count = 0;
    for (sl_index line = first; line < last; line++)
        add_blocks(scan, line, from, scan_min(from + l->tile, length), &room, b);
}

/* Blocks of one length together. */
static void scan_blocks(const sl__scan *scan, const sl__scan_ops *ops, blocks *b)
{
    for (int i = 0, j; i < b->count; i = j) {
        for (j = i + 1; j < b->count && b->length[j] == b->length[i]; j++)
            ;
        ops->blocks(scan->exclusive, j - i, b->length[i], b->x + i, scan->lines.sx[scan->lines.dim], b->s + i,
                    &scan->neutral, b->total + (size_t)i * scan->elem);
    }
}

static void finish_block(const sl__scan *scan, const sl__scan_ops *ops, const blocks *b, int k)
{
    const sl_index stride = scan->lines.sy[scan->lines.dim];
    char *s = b->s[k], *y = b->y[k];
    if (!scan->run->cut.streams) {
        ops->finish(y, stride, s, b->length[k], &b->before[k]);
        return;
    }
    for (sl_index i = 0, some; i < b->length[k]; i += some) {
        const size_t at = (size_t)i * scan->elem;
        some = scan_min(b->length[k] - i, SL__SCAN_STREAMED);
        ops->finish(s + at, 1, s + at, some, &b->before[k]);
        sl__stream(y + at, s + at, (size_t)some * scan->elem);
    }
}

static void run_lines(const sl__scan *scan, const sl__scan_ops *ops, sl_index unit, char *room)
{
    blocks *const b = (blocks *)(void *)room;
    find_blocks(scan, unit, room + BLOCKS_ROOM, b);
    scan_blocks(scan, ops, b);
    sl__scanned sum = scan->initial;
    sl_index line = unit / scan->chain * scan->lines.together;
    if (!begins(scan, unit))
        memcpy(&sum, await(scan, unit), scan->elem);
    for (int k = 0; k < b->count; k++) {
        b->before[k] = sum = b->first[k] ? start_of(scan, line) : sum;
        ops->join(&sum, b->total + (size_t)k * scan->elem, 1);
        if (begins(scan, unit + 1) && (k + 1 == b->count || b->first[k + 1]))
            leave_line(scan, line++, &sum);
    }
    if (!begins(scan, unit + 1))
        hand_on(scan, unit, &sum);
    for (int k = 0; k < b->count; k++)
        finish_block(scan, ops, b, k);
}

/* ---- a unit of lines side by side ---------------------------------------------------------------------- */

static void run_beside(const sl__scan *scan, const sl__scan_ops *ops, sl_index unit, char *room)
{
    const sl__scan_lines *l = &scan->lines;
    const sl_index bundle = unit / scan->chain, from = unit % scan->chain * l->tile;
    const sl_index length = scan_min(l->n[l->dim] - from, l->tile), at = bundle % l->bundles * BESIDE;
    const int lines = (int)scan_min(l->n[l->beside] - at, BESIDE);
    const size_t bytes = (size_t)lines * scan->elem;
    unsigned char total[BESIDE * sizeof(sl__scanned)], before[sizeof total], sum[sizeof total] = {0};
    const sl_index line = bundle / l->bundles * l->n[l->beside] + at;
    sl_index x, y;
    find_line(l, bundle / l->bundles, &x, &y);
    x += at * l->sx[l->beside] + from * l->sx[l->dim];
    y += at * l->sy[l->beside] + from * l->sy[l->dim];
    ops->beside(scan->exclusive, lines, length, l->x + x * (sl_index)scan->elem, l->sx[l->dim], l->sx[l->beside], room,
                &scan->neutral, total);
    for (int k = 0; k < lines && begins(scan, unit); k++) {
        const sl__scanned start = start_of(scan, line + k);
        memcpy(before + (size_t)k * scan->elem, &start, scan->elem);
    }
    if (!begins(scan, unit))
        memcpy(before, await(scan, unit), bytes);
    memcpy(sum, before, bytes);
    ops->join(sum, total, lines);
    if (!begins(scan, unit + 1))
        hand_on(scan, unit, sum);
    for (int k = 0; k < lines && begins(scan, unit + 1); k++)
        leave_line(scan, line + k, sum + (size_t)k * scan->elem);
    ops->finish_beside(lines, l->y + y * (sl_index)scan->elem, l->sy[l->dim], l->sy[l->beside], room, length, before);
}

/* ---- a unit of a scan with a body ----------------------------------------------------------------------- */

static int result_of(const sl_kernel *kernel)
{
    int i = 0;
    while (!sl__is_result(kernel->args[i].kind))
        i++;
    return i;
}

/* A running result, by itself and with one that is to be joined to it. */
typedef struct running {
    _Alignas(16) unsigned char value[SL__REDUCER_BYTES];
} running;
typedef struct running_pair {
    _Alignas(16) unsigned char value[2 * SL__REDUCER_BYTES];
} running_pair;

/* The body runs twice: for what the block comes to, and, from what came before it on, to write. */
static void run_body(const sl__scan *scan, sl_index unit)
{
    const sl__loop_exec *r = scan->run;
    const sl_kernel *kernel = r->task->kernel;
    const int i = result_of(kernel);
    running total, before;
    running_pair sum;
    struct sl__box box = {.fault_ = &r->task->fault, .shift_ = sl__space_shift(&r->task->space)};
    memcpy(box.order_, r->cut.order, sizeof box.order_);
    sl__cut_box(&r->cut, unit, unit + 1, &box);
    box.partial_[i] = total.value;
    sl__reduce_nothing(scan->result, total.value);
    memcpy(before.value, r->task->carried != NULL ? (const void *)r->task->carried : total.value, scan->elem);
    sl__chunk_call(kernel->cpu[r->cut.function], r->args, &box);
    if (!begins(scan, unit))
        memcpy(before.value, await(scan, unit), scan->elem);
    memcpy(sum.value, before.value, scan->elem);
    memcpy(sum.value + scan->elem, total.value, scan->elem);
    sl__reduce_partials(scan->result, sum.value, 2);
    hand_on(scan, unit, sum.value);
    box.partial_[i] = before.value;
    box.final_ = 1;
    sl__chunk_call(kernel->cpu[r->cut.function], r->args, &box);
}

static void store(const sl__scan *scan, void *buffers[])
{
    const sl__task *task = scan->run->task;
    if (sl__form_of(task->kernel)->lines)
        return;
    const int i = result_of(task->kernel);
    void *target = task->carries != NULL ? task->carries : task->whole != NULL ? task->partial[i] : task->host[i];
    if (target == NULL)
        target = sl__interface_element(buffers[task->slot[i]], task->into[i], scan->elem);
    running nothing;
    sl__reduce_nothing(scan->result, nothing.value);
    memcpy(target, scan->units > 0 ? scan_link(scan, scan->units)->value : nothing.value, scan->elem);
}

/* ---- all of them --------------------------------------------------------------------------------------- */

/* @return bytes of memory that it needs, aligned to 64. */
static size_t make_scan(sl__scan *scan, sl__loop_exec *r)
{
    const sl_kernel *kernel = r->task->kernel;
    memset(scan, 0, sizeof *scan);
    scan->run = r;
    scan->units = r->cut.units;
    scan->rooms = r->gang ? sl__gang_shares() : r->threads;
    scan->width = 1;
    if (sl__form_of(kernel)->lines) {
        const sl__scan_args *args = r->args;
        scan->op = args->call_.op_;
        scan->exclusive = args->call_.exclusive_;
        scan->initial = args->call_.initial_;
        scan->neutral = args->call_.neutral_;
        scan->type = kernel->args[1].type;
        scan->elem = kernel->args[1].size;
        scan->chain = make_lines(args, r->task->space.rank, &scan->lines);
        scan->width = scan->lines.beside >= 0 ? BESIDE : 1;
        scan->room = (size_t)scan_min(TILE, r->cut.points) * scan->elem;
        scan->room += scan->lines.beside >= 0 ? 0 : BLOCKS_ROOM;
    } else {
        scan->result = &kernel->args[result_of(kernel)];
        scan->elem = scan->result->size;
        scan->chain = scan->units + 1; /* the last one hands the result on */
    }
    scan->link = (sizeof(link_head) + (size_t)scan->width * scan->elem + 63) / 64 * 64;
    scan->room = (scan->room + 63) / 64 * 64;
    return scan->link * ((size_t)scan->units + 1) + scan->room * (size_t)scan->rooms;
}

static void set_memory(sl__scan *scan, char *memory)
{
    scan->links = memory;
    scan->memory = memory + scan->link * ((size_t)scan->units + 1);
    for (sl_index u = 0; u <= scan->units; u++)
        atomic_init(&scan_link(scan, u)->there, 0);
}

static void scan_thread(sl__loop_exec *r, sl__share *s, int thread, int threads)
{
    const sl__scan *scan = r->of_form;
    (void)threads;
    const sl__scan_ops *ops = sl__form_of(r->task->kernel)->lines ? sl__scan_ops_of(scan->op, scan->type) : NULL;
    char *room = scan->memory + scan->room * (size_t)thread;
    for (sl_index u; (u = atomic_fetch_add_explicit(&r->next, 1, memory_order_relaxed)) < scan->units; s->done++)
        if (ops == NULL)
            run_body(scan, u);
        else if (scan->lines.beside >= 0)
            run_beside(scan, ops, u, room);
        else
            run_lines(scan, ops, u, room);
}

int sl__scan_run(sl__loop_exec *r, void *buffers[])
{
    sl__scan scan;
    const size_t bytes = make_scan(&scan, r);
    sl__block own;
    char *memory = sl__workspace(SL__WORKSPACE_LOOP, bytes, &own);
    if (memory == NULL)
        return 0;
    set_memory(&scan, memory);
    r->work = scan_thread;
    r->of_form = &scan;
    int done = sl__loop_run_all(r);
    if (done && __atomic_load_n(&r->task->fault.kind_, __ATOMIC_ACQUIRE) == 0) /* a failed loop has no result */
        store(&scan, buffers);
    sl__memory_put(&own);
    return done;
}
