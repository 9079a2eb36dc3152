/* SPDX-License-Identifier: BSD-3-Clause */
#include "exec/cpu/sort.h"

#include <string.h>

#include "exec/cpu/measured.h"
#include "exec/cpu/sort_codes.h"
#include "exec/cpu/workspace.h"

/* Ranges in ranges, each of a digit more: as many as the digits of 64 bits, and one that is sorted digit by digit. */
enum { RANGES = 64 / SL__DIGIT_BITS + 1, HOME = 0, AWAY = 1 };

typedef sl_index digits[SL__DIGITS];

/* One run of a sort. */
typedef struct sorting {
    sl__loop_exec *run;
    const sl__sort_args *args;
    const sl__sort_loops *loops;
    size_t key, value;    /* bytes of each */
    int codes, in_place;  /* the keys are codes; and those at home are in the keys' memory */
    sl__sorted place[2];  /* home: where the result is; away: memory of the sort's own */
    int threads, most;    /* that may come; and the most that came in a round */
    sl_index blocks_most; /* of a range */
    digits *count;        /* [blocks_most] */
    uint64_t *differing;  /* [blocks_most] */
    digits *rooms, *ends; /* [threads][RANGES]; [RANGES] */
    /* What the threads do now. */
    int side, shift, bits; /* where the range is; its digit; bits below that in which its codes may differ */
    int looks;             /* the keys are not yet codes, and nobody knows in which bits they differ */
    sl_index first, n, block, blocks;
    const sl_index *end; /* [SL__DIGITS] of the ranges that threads take */
    sl_index largest;    /* of a range that one takes */
} sorting;

static sl_index sort_min(sl_index a, sl_index b)
{
    return a < b ? a : b;
}

static sl_index sort_max(sl_index a, sl_index b)
{
    return a > b ? a : b;
}

static sl__sorted sorted_at(const sorting *s, int side, sl_index i)
{
    const sl__sorted all = s->place[side];
    return (sl__sorted){all.codes + i * (sl_index)s->key, s->value > 0 ? all.values + i * (sl_index)s->value : NULL};
}

/* Keys become codes, at home. */
static void begin_range(const sorting *s, sl_index first, sl_index n)
{
    const sl__sort_slot *keys = &s->args->keys_;
    if (!s->codes || !s->in_place)
        s->loops->encode(s->args, (const char *)keys->data_ + first * keys->stride_ * (sl_index)s->key, keys->stride_,
                         n, sorted_at(s, HOME, first).codes);
}

/* What is sorted comes home, and codes become keys. */
static void end_range(const sorting *s, int side, sl_index first, sl_index n)
{
    const sl__sort_slot *keys = &s->args->keys_;
    const sl__sorted from = sorted_at(s, side, first), to = sorted_at(s, HOME, first);
    char *const numbers = (char *)keys->data_ + first * keys->stride_ * (sl_index)s->key;
    if (side == AWAY && s->value > 0)
        memcpy(to.values, from.values, (size_t)n * s->value);
    if (!s->codes || !s->in_place)
        s->loops->decode(s->args, from.codes, n, numbers, keys->stride_);
    else if (side == AWAY)
        memcpy(to.codes, from.codes, (size_t)n * s->key);
}

/* ---- one thread -------------------------------------------------------------------------------------------- */

/* From how many there are of each digit to where these begin. @return 0 when there is one digit only */
static int find_places(sl_index at[], sl_index first, sl_index n)
{
    for (int d = 0; d < SL__DIGITS; d++) {
        const sl_index count = at[d];
        if (count == n)
            return 0;
        at[d] = first;
        first += count;
    }
    return 1;
}

/* Moves a range to the other side by a digit. @param[out] at  where each digit's range ends
 * @return 0: all have the same digit, nothing moved */
static int move_range(const sorting *s, int side, sl_index first, sl_index n, int shift, digits at)
{
    const sl__sorted from = sorted_at(s, side, first);
    memset(at, 0, sizeof(digits));
    s->loops->count(from.codes, n, shift, at);
    if (!find_places(at, first, n))
        return 0;
    s->loops->move(&from, n, shift, at, &s->place[1 - side]);
    return 1;
}

/* Whether to cut a range, until there are a few elements in each: where it is too large for the cache, or there are
 * more digits than that takes. */
static int is_to_be_cut(const sorting *s, sl_index n, int bits)
{
    int cuts = 1;
    for (sl_index each = n; each > SL__SORT_INSERTED; each /= SL__DIGITS)
        cuts++;
    return n * (sl_index)(s->key + s->value) > SL__SORT_CACHED || bits > (cuts + 1) * SL__DIGIT_BITS;
}

static int first_shift(int bits)
{
    return bits > SL__DIGIT_BITS ? bits - SL__DIGIT_BITS : 0;
}

/* Sorts a range and ends it. @param[in] bits  the last ones, in which its codes may differ  @param[out] room  of so
 * many cuts */
static void sort_range(const sorting *s, digits room[], int side, sl_index first, sl_index n, int bits)
{
    for (; n > SL__SORT_INSERTED && bits > 0 && is_to_be_cut(s, n, bits); bits = first_shift(bits)) {
        if (!move_range(s, side, first, n, first_shift(bits), *room))
            continue;
        for (int d = 0; d < SL__DIGITS; first = (*room)[d++])
            if ((*room)[d] > first)
                sort_range(s, room + 1, 1 - side, first, (*room)[d] - first, first_shift(bits));
        return;
    }
    if (n > SL__SORT_INSERTED) {
        for (int shift = 0; shift < bits; shift += SL__DIGIT_BITS)
            side = move_range(s, side, first, n, shift, *room) ? 1 - side : side;
    } else if (bits > 0) {
        const sl__sorted from = sorted_at(s, side, first), to = sorted_at(s, HOME, first);
        s->loops->insert(&from, n, &to);
        side = HOME;
    }
    end_range(s, side, first, n);
}

/* ---- what threads do in a round ---------------------------------------------------------------------------- */

/* Takes a unit of so many. */
static int take_unit(sl__loop_exec *r, sl__share *share, sl_index units, sl_index *unit)
{
    *unit = atomic_fetch_add_explicit(&r->next, 1, memory_order_relaxed);
    share->done += *unit < units;
    return *unit < units;
}

/* Takes a block of the range. */
static int take_block(sl__loop_exec *r, sl__share *share, sl_index *b, sl_index *first, sl_index *n)
{
    const sorting *s = r->of_form;
    const int taken = take_unit(r, share, s->blocks, b);
    *first = s->first + *b * s->block;
    *n = sort_min(s->first + s->n - *first, s->block);
    return taken;
}

static void count_blocks(sl__loop_exec *r, sl__share *share, int thread, int threads)
{
    const sorting *s = r->of_form;
    (void)thread, (void)threads;
    for (sl_index b, first, n; take_block(r, share, &b, &first, &n);) {
        const char *const one = sorted_at(s, s->side, first).codes;
        memset(s->count[b], 0, sizeof(digits));
        s->differing[b] = 0;
        for (sl_index some; n > 0; first += some, n -= some) { /* several loops over what is in the cache */
            const char *const codes = sorted_at(s, s->side, first).codes;
            some = sort_min(n, SL__SORT_BLOCK);
            if (s->looks) {
                begin_range(s, first, some);
                s->differing[b] |= s->loops->differing(codes, some, one);
            }
            s->loops->count(codes, some, s->shift, s->count[b]);
        }
    }
}

static void move_blocks(sl__loop_exec *r, sl__share *share, int thread, int threads)
{
    const sorting *s = r->of_form;
    (void)thread, (void)threads;
    for (sl_index b, first, n; take_block(r, share, &b, &first, &n);) {
        const sl__sorted from = sorted_at(s, s->side, first);
        s->loops->move(&from, n, s->shift, s->count[b], &s->place[1 - s->side]);
    }
}

static void end_blocks(sl__loop_exec *r, sl__share *share, int thread, int threads)
{
    const sorting *s = r->of_form;
    (void)thread, (void)threads;
    for (sl_index b, first, n; take_block(r, share, &b, &first, &n);)
        end_range(s, s->side, first, n);
}

/* The ranges of digits, but those that are cut by all threads. */
static void sort_ranges(sl__loop_exec *r, sl__share *share, int thread, int threads)
{
    const sorting *s = r->of_form;
    (void)threads;
    for (sl_index d; take_unit(r, share, SL__DIGITS, &d);) {
        const sl_index first = d > 0 ? s->end[d - 1] : s->first, n = s->end[d] - first;
        if (n > 0 && n <= s->largest)
            sort_range(s, s->rooms + thread * RANGES, s->side, first, n, s->bits);
    }
}

/* All of it, which is little. */
static void sort_alone(sl__loop_exec *r, sl__share *share, int thread, int threads)
{
    const sorting *s = r->of_form;
    (void)share, (void)thread, (void)threads;
    begin_range(s, 0, s->n);
    sort_range(s, s->rooms, HOME, 0, s->n, s->bits);
}

/* ---- rounds ------------------------------------------------------------------------------------------------ */

static void sort_round(sorting *s, sl__share_work work, sl_index units)
{
    sl__loop_exec *r = s->run;
    const int threads = r->threads;
    r->work = work;
    r->cut.units = units;
    atomic_store_explicit(&r->next, 0, memory_order_relaxed);
    (void)sl__loop_run_all(r);
    s->most = r->threads > s->most ? r->threads : s->most;
    r->threads = threads;
}

static void set_blocks(sorting *s, sl_index first, sl_index n)
{
    const sl_index each = (n + s->blocks_most - 1) / s->blocks_most;
    s->first = first;
    s->n = n;
    s->block = sort_max(each, SL__SORT_BLOCK);
    s->blocks = (n + s->block - 1) / s->block;
}

/* The last bits, in which codes differ. */
static int differing_bits(const sorting *s)
{
    const char *const one = sorted_at(s, s->side, s->first).codes;
    uint64_t bits = 0;
    for (sl_index b = 0; b < s->blocks; b++)
        bits |= s->differing[b] | s->loops->differing(sorted_at(s, s->side, s->first + b * s->block).codes, 1, one);
    return bits == 0 ? 0 : 64 - __builtin_clzll(bits);
}

/* From how many there are of each digit in each block to where these begin. @param[out] end  of each digit
 * @return 0 when there is one digit only */
static int find_block_places(sorting *s, digits end)
{
    sl_index at = s->first;
    for (int d = 0; d < SL__DIGITS; d++) {
        const sl_index begin = at;
        for (sl_index b = 0; b < s->blocks; b++) {
            const sl_index count = s->count[b][d];
            s->count[b][d] = at;
            at += count;
        }
        end[d] = at;
        if (at - begin == s->n)
            return 0;
    }
    return 1;
}

/* Finds the first digit in which codes differ, and its places. @return 0 where there is none */
static int find_digit(sorting *s, digits end)
{
    for (; s->bits > 0; s->bits = s->shift) {
        s->shift = first_shift(s->bits);
        sort_round(s, count_blocks, s->blocks);
        const int bits = s->looks ? differing_bits(s) : s->bits;
        s->looks = 0;
        if (bits > s->bits - SL__DIGIT_BITS / 2 && find_block_places(s, end))
            return 1;
        if (bits <= s->bits - SL__DIGIT_BITS / 2)
            s->shift = bits; /* its first digit says little: once more, from the first bit that does */
    }
    return 0;
}

/* Sorts a range with all threads. @param[out] end  of so many cuts */
static void sort_together(sorting *s, digits end[], int side, sl_index first, sl_index n, int bits)
{
    set_blocks(s, first, n);
    s->side = side;
    s->bits = bits;
    if (!find_digit(s, *end)) {
        sort_round(s, end_blocks, s->blocks);
        return;
    }
    sort_round(s, move_blocks, s->blocks);
    const int rest = s->bits = s->shift;
    s->side = 1 - side;
    s->end = *end;
    sort_round(s, sort_ranges, SL__DIGITS);
    for (int d = 0; d < SL__DIGITS; first = (*end)[d++])
        if ((*end)[d] - first > s->largest)
            sort_together(s, end + 1, 1 - side, first, (*end)[d] - first, rest);
}

/* ---- the whole sort ---------------------------------------------------------------------------------------- */

void sl__sort_cut(const sl__task *task, const void *args, unsigned streams, sl__cut *cut)
{
    (void)task, (void)args, (void)streams;
    cut->units = cut->points > SL__SORT_ALONE ? cut->points / SL__SORT_BLOCK : cut->points > 0;
    cut->streams = 0;
}

static size_t sort_rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* Takes a piece of memory; of none it only counts. */
static void *take_piece(char *memory, size_t *used, size_t bytes)
{
    char *const piece = memory != NULL ? memory + *used : NULL;
    *used += sort_rounded(bytes);
    return piece;
}

/* @return bytes of memory that it needs. @param[in] memory  so much; NULL: only to know */
static size_t place_memory(sorting *s, char *memory)
{
    const sl__sort_slot *keys = &s->args->keys_;
    const size_t n = (size_t)s->n, blocks = (size_t)s->blocks_most;
    size_t used = 0;
    s->place[HOME] = (sl__sorted){keys->data_, s->value > 0 ? s->args->values_.data_ : NULL};
    if (!s->in_place)
        s->place[HOME].codes = take_piece(memory, &used, n * s->key);
    s->place[AWAY].codes = take_piece(memory, &used, n * s->key);
    s->place[AWAY].values = take_piece(memory, &used, n * s->value);
    s->rooms = take_piece(memory, &used, (size_t)s->threads * RANGES * sizeof(digits));
    s->ends = take_piece(memory, &used, RANGES * sizeof(digits));
    s->count = take_piece(memory, &used, blocks * sizeof(digits));
    s->differing = take_piece(memory, &used, blocks * sizeof *s->differing);
    return used;
}

static void make_sort(sorting *s, sl__loop_exec *r)
{
    const sl_kernel *kernel = r->task->kernel;
    const sl__sort_args *args = r->args;
    memset(s, 0, sizeof *s);
    s->run = r;
    s->args = args;
    s->key = kernel->args[2].size;
    s->value = kernel->nargs > 3 ? kernel->args[3].size : 0;
    s->loops = sl__sort_loops_of(s->key, s->value);
    s->codes = !args->descending_ && !args->codes_.is_float_ && args->codes_.sign_ == 0;
    s->n = args->keys_.count_;
    s->in_place = args->keys_.stride_ == 1 || s->n == 1;
    s->threads = r->gang != NULL ? sl__gang_shares() : r->threads;
    s->blocks_most = s->threads > 1 ? SL__SORT_BLOCKS * s->threads : 1;
    s->largest = s->threads > 1 ? sort_max(s->n / (2 * s->threads), s->n / (SL__DIGITS / 2)) : s->n;
    s->largest = sort_max(s->largest, SL__SORT_ALONE);
    s->looks = 1;
    s->bits = 8 * (int)s->key;
}

int sl__sort_run(sl__loop_exec *r, void *buffers[])
{
    sorting s;
    sl__block own;
    (void)buffers;
    make_sort(&s, r);
    if (s.n == 0)
        return 1;
    char *memory = sl__workspace(SL__WORKSPACE_LOOP, place_memory(&s, NULL), &own);
    if (memory == NULL)
        return 0;
    place_memory(&s, memory);
    r->of_form = &s;
    if (s.n <= SL__SORT_ALONE)
        sort_round(&s, sort_alone, 1);
    else
        sort_together(&s, s.ends, HOME, 0, s.n, s.bits);
    r->threads = s.most;
    sl__memory_put(&own);
    return 1;
}
