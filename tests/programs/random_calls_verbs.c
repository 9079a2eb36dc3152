/* SPDX-License-Identifier: BSD-3-Clause */
/* Random programs of all calls: scans, sorts, algorithms, fills, copies, subviews, host tasks, splits. */
#include <stdlib.h>
#include <string.h>

#include "random_calls.h"

#define X(view, at) ((view)->x[at])

/* A group of views that may be written, and of which there are two. */
static int group_of(const rc_step *s)
{
    static const int pairs[] = {RC_LINE, RC_INTS, RC_FLAT, RC_CUBE, RC_HYPER, RC_SCALAR, RC_BINS, RC_WIDE};
    return pairs[s->r[4] % (sizeof pairs / sizeof *pairs)];
}

static int is_signed(const rc_view *v)
{
    return v->type == SL_INT32 || v->type == SL_INT64;
}

static int less(const rc_view *v, uint64_t a, uint64_t b)
{
    return is_signed(v) ? (int64_t)a < (int64_t)b : a < b;
}

/* A word cut to the type of a view. */
static uint64_t fit(const rc_view *v, uint64_t word)
{
    return v->type == SL_INT32 ? (uint64_t)(int64_t)(int32_t)word : word;
}

/* ---- lines in plain C: elements of an array that are a stride apart --------------------------------------- */

static uint64_t join(const rc_view *v, int op, uint64_t a, uint64_t b)
{
    switch (op) {
    case SL_SUM: return fit(v, a + b);
    case SL_PROD: return fit(v, a * b);
    case SL_MIN: return less(v, b, a) ? b : a;
    default: return less(v, a, b) ? b : a;
    }
}

static uint64_t identity(const rc_view *v, int op)
{
    switch (op) {
    case SL_SUM: return 0;
    case SL_PROD: return 1;
    case SL_MIN: return v->type == SL_INT32 ? INT32_MAX : UINT64_MAX;
    default: return v->type == SL_INT32 ? (uint64_t)(int64_t)INT32_MIN : 0;
    }
}

static void scan_line(const rc_view *v, int op, int inclusive, uint64_t from, const uint64_t x[], uint64_t y[],
                      sl_index n, sl_index stride)
{
    uint64_t so_far = from;
    for (sl_index i = 0; i < n; i++) {
        const uint64_t next = inclusive && i == 0 ? x[0] : join(v, op, so_far, x[i * stride]);
        y[i * stride] = inclusive ? next : so_far;
        so_far = next;
    }
}

/* By insertion where few, else by merging: stable. Values may be NULL. */
static void sort_line(const rc_view *v, int down, uint64_t keys[], uint64_t values[], sl_index n, sl_index stride)
{
    if (n < 2)
        return;
    const sl_index half = n / 2;
    uint64_t *k = malloc(2 * (size_t)n * sizeof *k), *w = k + n;
    sort_line(v, down, keys, values, half, stride);
    sort_line(v, down, keys + half * stride, values ? values + half * stride : NULL, n - half, stride);
    for (sl_index i = 0, a = 0, b = half; i < n; i++) {
        const int second = a == half || (b < n && (down ? less(v, keys[a * stride], keys[b * stride])
                                                        : less(v, keys[b * stride], keys[a * stride])));
        const sl_index from = second ? b++ : a++;
        k[i] = keys[from * stride];
        w[i] = values ? values[from * stride] : 0;
    }
    for (sl_index i = 0; i < n; i++) {
        keys[i * stride] = k[i];
        if (values)
            values[i * stride] = w[i];
    }
    free(k);
}

/* ---- scans --------------------------------------------------------------------------------------------- */

static rc_view *scanned(rc_run *r, const rc_step *s, int k)
{
    static const int lines[] = {RC_LINE, RC_INTS, RC_FLAT, RC_CUBE, RC_HYPER};
    return rc_of(r, s, lines[s->r[4] % 5], k);
}

static void scan_call(rc_run *r, const rc_step *s)
{
    rc_view *x = scanned(r, s, 0), *y = scanned(r, s, s->r[8] & 1);
    const sl_operator op = (sl_operator)(1 + s->r[5] % 4);
    const int dim = (int)(s->r[6] % (uint64_t)x->rank);
    uint64_t initial = s->r[3] % 10;
    if (s->r[7] & 1)
        RC_TRY(r, sl_scan_inclusive_with(rc_verb_policy(s), op, dim, x->view, y->view));
    else
        RC_TRY(r, sl_scan_exclusive_with(rc_verb_policy(s), op, dim, s->r[7] & 2 ? &initial : NULL, x->view, y->view));
}

static void scan_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = scanned(r, s, 0), *y = scanned(r, s, s->r[8] & 1);
    const int op = (int)(1 + s->r[5] % 4), dim = (int)(s->r[6] % (uint64_t)x->rank);
    sl_index stride = 1;
    for (int d = dim + 1; d < x->rank; d++)
        stride *= x->n[d];
    for (sl_index at = 0; at < x->size; at++)
        if (at / stride % x->n[dim] == 0)
            scan_line(x, op, s->r[7] & 1, (s->r[7] & 2) && !(s->r[7] & 1) ? s->r[3] % 10 : identity(x, op), x->x + at,
                      y->x + at, x->n[dim], stride);
}

/* ---- sorts --------------------------------------------------------------------------------------------- */

enum { SORT, PAIRS, SEGMENTS, SEGMENT_PAIRS, SORT_BY, SORTS };

static int downwards(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a % 16, y = *(const uint64_t *)b % 16;
    return (x < y) - (x > y);
}

static void sort_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, s->r[5] & 1 ? RC_LINE : RC_INTS, 0), *w = rc_of(r, s, RC_LINE, 1);
    sl_view *offsets = rc_of(r, s, RC_OFFSETS, 0)->view;
    const sl_order order = s->r[6] & 1 ? SL_DESCENDING : SL_ASCENDING;
    const sl_policy p = rc_verb_policy(s);
    switch (s->r[4] % SORTS) {
    case SORT: RC_TRY(r, sl_sort_with(p, order, x->view)); break;
    case PAIRS: RC_TRY(r, sl_sort_pairs_with(p, order, x->view, w->view)); break;
    case SEGMENTS: RC_TRY(r, sl_sort_segments_with(p, order, x->view, offsets)); break;
    case SEGMENT_PAIRS: RC_TRY(r, sl_sort_segments_pairs_with(p, order, x->view, offsets, w->view)); break;
    default: RC_TRY(r, sl_sort_by_with(p, downwards, w->view)); break;
    }
}

/* Sorts [lo, hi) of what the step sorts. */
static void sort_some(rc_run *r, const rc_step *s, sl_index lo, sl_index hi)
{
    rc_view *x = rc_of(r, s, s->r[5] & 1 ? RC_LINE : RC_INTS, 0), *w = rc_of(r, s, RC_LINE, 1);
    const int pairs = s->r[4] % SORTS == PAIRS || s->r[4] % SORTS == SEGMENT_PAIRS;
    if (hi > lo)
        sort_line(x, s->r[6] & 1, x->x + lo, pairs ? w->x + lo : NULL, hi - lo, 1);
}

static void sort_plain(rc_run *r, const rc_step *s)
{
    rc_view *w = rc_of(r, s, RC_LINE, 1), *offsets = rc_of(r, s, RC_OFFSETS, 0);
    const int way = (int)(s->r[4] % SORTS);
    if (way == SORT || way == PAIRS)
        sort_some(r, s, 0, w->size);
    for (sl_index k = 0; k + 1 < offsets->size && (way == SEGMENTS || way == SEGMENT_PAIRS); k++)
        sort_some(r, s, (sl_index)X(offsets, k), (sl_index)X(offsets, k + 1));
    if (way == SORT_BY) {
        uint64_t *key = malloc((size_t)(w->size + 1) * sizeof *key);
        for (sl_index i = 0; i < w->size; i++)
            key[i] = X(w, i) % 16;
        sort_line(w, 1, key, w->x, w->size, 1);
        free(key);
    }
}

/* ---- algorithms ---------------------------------------------------------------------------------------- */

enum { COUNT_IF, FIND_IF, MINMAX, EQUAL, COPY_IF, UNIQUE, ALGORITHMS };

static int holds(const rc_view *v, int comparison, uint64_t a, uint64_t b)
{
    switch (comparison) {
    case SL_LESS: return less(v, a, b);
    case SL_LESS_EQUAL: return !less(v, b, a);
    case SL_EQUAL: return a == b;
    case SL_NOT_EQUAL: return a != b;
    case SL_GREATER_EQUAL: return !less(v, a, b);
    default: return less(v, b, a);
    }
}

/* What is compared: an element of it, mostly. */
static uint64_t compared_with(const rc_view *x, const rc_step *s)
{
    return is_signed(x) ? (uint64_t)(int64_t)((int)(s->r[3] % 60) - 30) : s->r[3] % 9;
}

static void algorithm_call(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, s->r[5] & 1 ? RC_LINE : RC_INTS, 0);
    sl_view *count = rc_of(r, s, RC_COUNT, 0)->view;
    sl_view *from = rc_of(r, s, RC_LINE, s->r[8] & 1)->view, *to = rc_of(r, s, RC_WIDE, 0)->view;
    const sl_comparison c = (sl_comparison)(1 + s->r[6] % 6);
    const uint64_t value = compared_with(x, s); /* its lower half is the int32_t */
    const sl_policy p = rc_verb_policy(s);
    switch (s->r[4] % ALGORITHMS) {
    case COUNT_IF: RC_TRY(r, sl_count_if_with(p, c, &value, x->view, count)); break;
    case FIND_IF: RC_TRY(r, sl_find_if_with(p, c, &value, x->view, count)); break;
    case MINMAX:
        if (x->size > 0)
            RC_TRY(r, sl_minmax_of_with(p, rc_of(r, s, RC_LINE, 0)->view, rc_of(r, s, RC_ENDS, 0)->view));
        break;
    case EQUAL: RC_TRY(r, sl_equal_with(p, rc_of(r, s, RC_LINE, 0)->view, from, count)); break;
    case COPY_IF: RC_TRY(r, sl_copy_if_with(p, c, &value, x->view, from, to, count)); break;
    default: RC_TRY(r, sl_unique_with(p, from, to, count)); break;
    }
}

static void algorithm_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, s->r[5] & 1 ? RC_LINE : RC_INTS, 0), *line = rc_of(r, s, RC_LINE, 0);
    rc_view *from = rc_of(r, s, RC_LINE, s->r[8] & 1), *to = rc_of(r, s, RC_WIDE, 0), *ends = rc_of(r, s, RC_ENDS, 0);
    const int c = (int)(1 + s->r[6] % 6), way = (int)(s->r[4] % ALGORITHMS);
    uint64_t *count = rc_of(r, s, RC_COUNT, 0)->x;
    if (way == MINMAX) {
        for (sl_index i = 0; i < line->size; i++) {
            X(ends, 0) = i == 0 || X(line, i) < X(ends, 0) ? X(line, i) : X(ends, 0);
            X(ends, 1) = i == 0 || X(line, i) > X(ends, 1) ? X(line, i) : X(ends, 1);
        }
        return;
    }
    *count = way == FIND_IF ? UINT64_MAX : way == EQUAL;
    for (sl_index i = 0; i < x->size; i++) {
        const int yes = holds(x, c, X(x, i), compared_with(x, s));
        if (way == COUNT_IF)
            *count += (uint64_t)yes;
        else if (way == FIND_IF && yes && *count == UINT64_MAX)
            *count = (uint64_t)i;
        else if (way == EQUAL)
            *count = *count && X(line, i) == X(from, i);
        else if ((way == COPY_IF && yes) || (way == UNIQUE && (i == 0 || X(from, i) != X(from, i - 1))))
            X(to, (*count)++) = X(from, i);
    }
}

/* ---- fills, copies, subviews --------------------------------------------------------------------------- */

static void fill_call(rc_run *r, const rc_step *s)
{
    rc_view *v = rc_of(r, s, group_of(s), 0);
    const uint64_t word = fit(v, s->r[3]);
    RC_TRY(r, sl_view_fill(v->view, v->type, &word));
}

static void fill_plain(rc_run *r, const rc_step *s)
{
    rc_view *v = rc_of(r, s, group_of(s), 0);
    for (sl_index i = 0; i < v->size; i++)
        X(v, i) = fit(v, s->r[3]);
}

static void copy_call(rc_run *r, const rc_step *s)
{
    RC_TRY(r, sl_deep_copy(rc_of(r, s, group_of(s), 1)->view, rc_of(r, s, group_of(s), 0)->view));
}

static void copy_plain(rc_run *r, const rc_step *s)
{
    rc_view *from = rc_of(r, s, group_of(s), 0), *to = rc_of(r, s, group_of(s), 1);
    memcpy(to->x, from->x, (size_t)from->size * sizeof *to->x);
}

/* One line of a view of rank 2 to 4, or some of it. */
typedef struct line {
    int dim;
    sl_index index[4], lo, hi, first, stride; /* first and stride are in plain C */
} line;
enum { SUB_FILL, SUB_SCAN, SUB_SORT, SUB_LOOP, SUB_COPY, SUBS };

/* @return 0 where the view has no elements */
static int line_of(const rc_step *s, const rc_view *v, line *l)
{
    sl_index stride = 1;
    if (v->size == 0)
        return 0;
    *l = (line){.dim = (int)(s->r[5] % (uint64_t)v->rank), .stride = 1};
    for (int d = v->rank - 1; d >= 0; d--) {
        l->index[d] = d == l->dim ? 0 : (sl_index)((s->r[6] >> 8 * d) % (uint64_t)v->n[d]);
        l->first += stride * l->index[d];
        l->stride = d == l->dim ? stride : l->stride;
        stride *= v->n[d];
    }
    rc_bounds(s, 0, v->n[l->dim], &l->lo, &l->hi);
    l->first += l->lo * l->stride;
    return 1;
}

static sl_view *sub_of(rc_run *r, const rc_view *v, const line *l)
{
    struct sl__slice slice[4];
    sl_view *sub = NULL;
    for (int d = 0; d < v->rank; d++)
        slice[d] = d != l->dim                      ? (struct sl__slice){l->index[d], l->index[d] + 1, 0}
                   : l->lo == 0 && l->hi == v->n[d] ? SL_ALL
                                                    : SL_PAIR(l->lo, l->hi);
    RC_TRY(r, sl_view_sub(v->view, v->rank, slice, &sub));
    return sub;
}

static void sub_call(rc_run *r, const rc_step *s)
{
    const int g = RC_FLAT + (int)(s->r[4] % 3), way = (int)(s->r[7] % SUBS);
    rc_view *v = rc_of(r, s, g, 0), *w = rc_of(r, s, g, 1);
    line l;
    if (!line_of(s, v, &l) || (way == SUB_SORT && v->automatic))
        return;
    sl_view *sub = sub_of(r, v, &l), *other = sub_of(r, w, &l);
    if (way == SUB_FILL)
        RC_TRY(r, SL_VIEW_FILL(uint64_t, sub, s->r[3]));
    else if (way == SUB_SCAN)
        RC_TRY(r, sl_scan_inclusive_with(rc_verb_policy(s), SL_SUM, 0, other, sub));
    else if (way == SUB_SORT)
        RC_TRY(r, sl_sort_with(rc_verb_policy(s), SL_ASCENDING, sub));
    else if (way == SUB_LOOP)
        RC_TRY(r, sl_forall_with(rc_policy(s, 1), rc_line, SL_RANGE(0, l.hi - l.lo), s->r[3], other, sub));
    else
        RC_TRY(r, sl_deep_copy(sub, other));
    sl_view_destroy(&sub);
    sl_view_destroy(&other);
}

static void sub_plain(rc_run *r, const rc_step *s)
{
    const int g = RC_FLAT + (int)(s->r[4] % 3), way = (int)(s->r[7] % SUBS);
    rc_view *v = rc_of(r, s, g, 0), *w = rc_of(r, s, g, 1);
    line l;
    if (!line_of(s, v, &l) || (way == SUB_SORT && v->automatic))
        return;
    uint64_t *x = v->x + l.first, *y = w->x + l.first;
    const sl_index n = l.hi - l.lo;
    if (way == SUB_SCAN)
        scan_line(v, SL_SUM, 1, 0, y, x, n, l.stride);
    else if (way == SUB_SORT)
        sort_line(v, 0, x, NULL, n, l.stride);
    for (sl_index i = 0; i < n && way != SUB_SCAN && way != SUB_SORT; i++) {
        uint64_t *at = x + i * l.stride, from = y[i * l.stride];
        *at = way == SUB_FILL ? s->r[3] : way == SUB_COPY ? from : 3 * *at + from + s->r[3] * (uint64_t)i;
    }
}

/* ---- lists of what is in a view -------------------------------------------------------------------------- */

/* By itself, or as a segment behind a range. */
static void list_call(rc_run *r, const rc_step *s)
{
    sl_list *list = NULL;
    sl_index_set *set = NULL;
    const sl_policy p = SL_POLICY(.schedule = SL_SEQ);
    sl_view *y = rc_of(r, s, RC_LINE, 1)->view;
    RC_TRY(r, sl_list_from_view(rc_of(r, s, RC_INTS, 0)->view, &list));
    const sl_space segments[] = {SL_RANGE(0, (sl_index)(s->r[5] % 4)), SL_LIST(list)};
    RC_TRY(r, sl_index_set_create("set", 2, segments, &set));
    if (s->r[4] & 1)
        RC_TRY(r, sl_forall_with(p, rc_listed, SL_LIST(list), s->r[3], y));
    else
        RC_TRY(r, sl_forall_with(p, rc_listed, SL_INDEX_SET(set), s->r[3], y));
    sl_index_set_destroy(&set);
    sl_list_destroy(&list);
}

static void list_plain(rc_run *r, const rc_step *s)
{
    rc_view *x = rc_of(r, s, RC_INTS, 0), *y = rc_of(r, s, RC_LINE, 1);
    const sl_index before = s->r[4] & 1 ? 0 : (sl_index)(s->r[5] % 4);
    for (sl_index k = 0; k < before + x->size && y->size > 0; k++) {
        const uint64_t i = k < before ? (uint64_t)k : X(x, k - before);
        uint64_t *at = &X(y, (sl_index)(i % (uint64_t)y->size));
        *at = 3 * *at + i + s->r[3];
    }
}

/* ---- host tasks, splits -------------------------------------------------------------------------------- */

static int add_to_all(void *arg)
{
    const rc_task_arg *a = arg;
    const rc_view *from = &a->from, *to = &a->to;
    const void *x = sl_task_data(from->view);
    void *y = sl_task_data(to->view);
    sl_index at[4] = {0};
    if (x == NULL || y == NULL)
        return 1;
    for (sl_index i = 0; i < to->size; i++) {
        sl_index left = i, p = 0, q = 0;
        for (int d = to->rank - 1; d >= 0; d--) {
            at[d] = left % to->n[d];
            left /= to->n[d];
            p += at[d] * sl_view_stride(from->view, d);
            q += at[d] * sl_view_stride(to->view, d);
        }
        rc_put(to->type, y, q, rc_word(to->type, y, q) + 5 * rc_word(from->type, x, p) + a->add);
    }
    return 0;
}

static void task_call(rc_run *r, const rc_step *s)
{
    rc_task_arg *a = &r->task_arg[s - r->p->step];
    rc_view *from = rc_of(r, s, group_of(s), 0), *to = rc_of(r, s, group_of(s), 1);
    *a = (rc_task_arg){*from, *to, s->r[3] % 100};
    RC_TRY(r, sl_task(add_to_all, a, SL_R(from->view), SL_RW(to->view)));
}

static void task_plain(rc_run *r, const rc_step *s)
{
    rc_view *from = rc_of(r, s, group_of(s), 0), *to = rc_of(r, s, group_of(s), 1);
    for (sl_index i = 0; i < to->size; i++)
        X(to, i) = fit(to, X(to, i) + 5 * X(from, i) + s->r[3] % 100);
}

static void split_call(rc_run *r, const rc_step *s)
{
    rc_view *v = rc_of(r, s, group_of(s), 0);
    sl_split split = {{0}};
    for (int d = 0; d < v->rank; d++)
        split.n[d] = 1 + (int)((s->r[5] >> 8 * d) % 6);
    if (v->part)
        return;
    if (s->r[7] % 4 == 0)
        RC_TRY(r, sl_view_join(v->view));
    else if (v->rank > 0 && !v->automatic)
        RC_TRY(r, sl_view_split(v->view, s->r[7] % 4 == 1 ? SL_SPLIT_AUTO : split));
}

static void split_plain(rc_run *r, const rc_step *s)
{
    (void)r;
    (void)s;
}

const rc_kind rc_verb_kinds[] = {{"scan", 0, 5, scan_call, scan_plain},
                                 {"sort", 0, 4, sort_call, sort_plain},
                                 {"algorithm", 0, 5, algorithm_call, algorithm_plain},
                                 {"fill", 0, 3, fill_call, fill_plain},
                                 {"copy", 0, 4, copy_call, copy_plain},
                                 {"subview", 0, 5, sub_call, sub_plain},
                                 {"list", 0, 3, list_call, list_plain},
                                 {"task", 0, 2, task_call, task_plain},
                                 {"split", 0, 3, split_call, split_plain},
                                 {NULL, 0, 0, NULL, NULL}};
