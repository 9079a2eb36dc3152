/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/modifiers.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "kernel/kinds.h"

#define END "sl__none" /* what SL_KERNEL writes behind the last one */
#define BLANKS " \t\n\v\f\r"

/* What is being read, for messages. */
typedef struct reader {
    const char *at, *function;
    const sl_kernel *kernel;
    const sl__arg_info *info;
    int owns;   /* what stands there of own: 0, ALONE, or NUMBERED */
    int widths; /* of halo: how many stand there */
} reader;
enum { ALONE = 1, NUMBERED };

static sl_status modifiers_bad(const reader *r, const char *what)
{
    const char *end = strstr(r->info->modifiers, ", " END);
    size_t length = end ? (size_t)(end - r->info->modifiers) : strlen(r->info->modifiers);
    return SL_FAIL(SL_ERR_ARGUMENT, "%s: kernel %s, argument %s: %s, got '%.*s'", r->function, r->kernel->name,
                   r->info->name, what, (int)length, r->info->modifiers);
}

static void blanks(reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static int is(const char *word, size_t length, const char *plain, const char *upper)
{
    return (length == strlen(plain) && memcmp(word, plain, length) == 0) ||
           (length == strlen(upper) && memcmp(word, upper, length) == 0);
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    return length;
}

/* Reads a whole number, or `all` as SL__FREE. */
static sl_status read_number(reader *r, sl_index *value)
{
    blanks(r);
    size_t length = word_length(r->at);
    if (is(r->at, length, "all", "SL_FREE")) {
        *value = SL__FREE;
        r->at += length;
        return SL_SUCCESS;
    }
    char *end;
    long long x = strtoll(r->at, &end, 0);
    if (end == r->at || x < 0)
        return modifiers_bad(r, "expected whole numbers in the parentheses of a modifier");
    *value = x;
    r->at = end;
    while (isalpha((unsigned char)*r->at)) /* a suffix of the number */
        r->at++;
    return SL_SUCCESS;
}

/* Reads "(1, 2)" if one stands here. Count -1: there is none. */
static sl_status numbers(reader *r, sl_index value[SL_MAX_RANK], int *count)
{
    blanks(r);
    *count = -1;
    if (*r->at != '(')
        return SL_SUCCESS;
    r->at++;
    *count = 0;
    for (;;) {
        if (*count == SL_MAX_RANK)
            return modifiers_bad(r, "expected at most six numbers in a modifier");
        SL_TRY(read_number(r, &value[(*count)++]));
        blanks(r);
        if (*r->at == ')')
            break;
        if (*r->at != ',')
            return modifiers_bad(r, "expected numbers separated by commas in a modifier");
        r->at++;
    }
    r->at++;
    return SL_SUCCESS;
}

static sl_status check_follows(const reader *r, const sl__reach *reach)
{
    for (int d = 0; d < r->info->rank; d++)
        if (reach->index[d] != SL__FREE)
            return SL_SUCCESS;
    return r->info->rank == 0 ? SL_SUCCESS
                              : modifiers_bad(r, "expected a dimension that follows a loop index beside those of all");
}

/* own, own(d...): which loop index each dimension follows. */
static sl_status read_own(reader *r, sl__reach *reach, const sl_index value[], int count)
{
    int rank = r->info->rank;
    if (r->owns != 0 || (count < 0 && reach->kind != SL__REACH_ANY))
        return modifiers_bad(r, "expected one reach, own or halo, or own(index, ...) beside halo");
    if (count < 0 && rank != r->kernel->rank)
        return modifiers_bad(r, "expected own(index, ...) where view and loop differ in rank");
    if (count >= 0 && count != rank)
        return modifiers_bad(r, "expected one number for each dimension of the view in own(...)");
    r->owns = count < 0 ? ALONE : NUMBERED;
    if (reach->kind == SL__REACH_ANY)
        reach->kind = SL__REACH_OWN;
    for (int d = 0; d < rank; d++) {
        reach->index[d] = count < 0 ? d : (int)value[d];
        if (value[d] >= r->kernel->rank)
            return modifiers_bad(r, "expected numbers of loop indices, from 0, in own(...)");
    }
    return check_follows(r, reach);
}

/* halo(w...): one width for all dimensions or one for each. */
static sl_status read_halo(reader *r, sl__reach *reach, const sl_index value[], int count)
{
    int rank = r->info->rank;
    if (r->owns == ALONE || reach->kind == SL__REACH_HALO)
        return modifiers_bad(r, "expected one reach, own or halo, or own(index, ...) beside halo");
    if (count != rank && count != 1)
        return modifiers_bad(r, "expected one width, or one for each dimension, in halo(...)");
    reach->kind = SL__REACH_HALO;
    r->widths = count;
    for (int d = 0; d < rank; d++)
        reach->width[d] = value[count == 1 ? 0 : d];
    return SL_SUCCESS;
}

/* Dimension d follows index d where no own(...) says otherwise; a width of `all` is no width. */
static sl_status join_halo(const reader *r, sl__reach *reach)
{
    int rank = r->info->rank, free = 0;
    for (int d = 0; d < rank; d++) {
        int all = reach->width[d] == SL__FREE;
        free += all;
        if (r->owns == 0)
            reach->index[d] = all ? SL__FREE : d;
        else if (all ? reach->index[d] != SL__FREE : r->widths == rank && rank > 1 && reach->index[d] == SL__FREE)
            return modifiers_bad(r, "expected all in the same dimensions in own(...) and halo(...)");
        if (reach->index[d] == SL__FREE)
            reach->width[d] = 0;
    }
    if (r->owns == 0 && rank != r->kernel->rank && free == 0)
        return modifiers_bad(r, "expected halo only where view and loop have the same rank, or with all in it, or "
                                "beside own(index, ...)");
    for (int d = 0; d < rank; d++)
        if (reach->index[d] >= r->kernel->rank)
            return modifiers_bad(r, "expected all in halo(...) for a dimension beyond the loop's indices, or "
                                    "own(index, ...) beside it");
    return check_follows(r, reach);
}

static sl_status read_fixed(reader *r, sl__reach *reach, const sl_index value[], int count)
{
    if (count != r->info->rank)
        return modifiers_bad(r, "expected one extent for each dimension (0: not fixed) in fixed(...)");
    for (int d = 0; d < count; d++)
        if (value[d] < 0)
            return modifiers_bad(r, "expected whole numbers in fixed(...)");
    memcpy(reach->fixed, value, (size_t)count * sizeof *value);
    return SL_SUCCESS;
}

static sl_status read_atomic(reader *r, sl__reach *reach, int count)
{
    if (count >= 0)
        return modifiers_bad(r, "expected atomic without numbers");
    reach->atomic = 1;
    return SL_SUCCESS;
}

static sl_status read_map(reader *r, sl__reach *reach, int count)
{
    const sl_type type = r->info->type;
    if (count >= 0)
        return modifiers_bad(r, "expected map without numbers");
    if (r->kernel->rank != 1 || r->info->kind != SL__IN || r->info->rank != 2 || (type != SL_INT32 && type != SL_INT64))
        return modifiers_bad(r, "expected map of an in of rank 2, of int32_t or int64_t, in a kernel of one index");
    reach->targets = 1;
    return SL_SUCCESS;
}

static sl_status read_pack(reader *r, sl__reach *reach, const sl_index value[], int count)
{
    if (count != 1 || value[0] < 1 || value[0] > SL_MAX_ARGS || reach->pack != 0)
        return modifiers_bad(r, "expected one number of views, 1 to 32, in pack(...)");
    reach->pack = (int)value[0];
    return SL_SUCCESS;
}

/* layout(blocked), layout(blocked(b0, b1)), layout(morton), layout(name). */
static sl_status read_layout(reader *r, sl__reach *reach)
{
    static const char bad[] = "expected one map, blocked, blocked(extents), morton or a function, in layout(...)";
    int count = -1;
    blanks(r);
    if (*r->at != '(' || reach->map != SL__LAYOUT_RIGHT)
        return modifiers_bad(r, bad);
    r->at++;
    blanks(r);
    const char *word = r->at;
    const size_t length = word_length(word);
    r->at += length;
    reach->map = is(word, length, "blocked", "blocked") ? SL__LAYOUT_BLOCKED
                 : is(word, length, "morton", "morton") ? SL__LAYOUT_MORTON
                                                        : SL__LAYOUT_MAPPED;
    if (reach->map == SL__LAYOUT_BLOCKED)
        SL_TRY(numbers(r, reach->block, &count));
    if (count >= 0 && count != r->info->rank)
        return modifiers_bad(r, "expected one extent of a block for each dimension in layout(blocked(...))");
    for (int d = 0; d < count; d++)
        if (reach->block[d] < 1)
            return modifiers_bad(r, "expected extents of a block of 1 or more in layout(blocked(...))");
    blanks(r);
    if (length == 0 || *r->at != ')')
        return modifiers_bad(r, bad);
    r->at++;
    return SL_SUCCESS;
}

static sl_status read_one(reader *r, sl__reach *reach)
{
    const char *word = r->at;
    size_t length = word_length(word);
    r->at += length;
    if (is(word, length, "layout", "SL_LAYOUT") && r->info->kind != SL__SCATTER)
        return read_layout(r, reach);
    sl_index value[SL_MAX_RANK] = {0};
    int count;
    SL_TRY(numbers(r, value, &count));
    if (is(word, length, "own", "SL_OWN"))
        return read_own(r, reach, value, count);
    if (is(word, length, "halo", "SL_HALO"))
        return read_halo(r, reach, value, count);
    if (r->info->kind == SL__SCATTER && !is(word, length, END, END))
        return modifiers_bad(r, "expected own or halo, which say how far a scatter reaches");
    if (is(word, length, "fixed", "SL_FIXED"))
        return read_fixed(r, reach, value, count);
    if (is(word, length, "atomic", "SL_ATOMIC"))
        return read_atomic(r, reach, count);
    if (is(word, length, "map", "SL_MAP"))
        return read_map(r, reach, count);
    if (is(word, length, "pack", "SL_PACK"))
        return read_pack(r, reach, value, count);
    if (is(word, length, "random", "SL_RANDOM") || is(word, length, END, END))
        return SL_SUCCESS;
    return modifiers_bad(r, "expected own, halo, fixed, random, atomic, map, pack or layout");
}

void sl__modifiers_reach(const sl__arg_info *info, char *text, size_t size)
{
    const char *at = info->modifiers;
    size_t used = 0;
    text[0] = '\0';
    while (*at != '\0' && used < size) {
        size_t word = strcspn(at, BLANKS ",("), length = word;
        if (at[length + strspn(at + length, BLANKS)] == '(')
            length += strcspn(at + length, ")") + 1;
        if (is(at, word, "own", "SL_OWN") || is(at, word, "halo", "SL_HALO"))
            used += (size_t)snprintf(text + used, size - used, "%s%.*s", used ? ", " : "", (int)length, at);
        at += length;
        at += strspn(at, BLANKS ",");
    }
}

int sl__reach_orders(const sl__reach *reach, int rank, int loop)
{
    unsigned followed = 0;
    if (reach->kind == SL__REACH_ANY || reach->map != SL__LAYOUT_RIGHT || reach->pack != 0 || rank != loop)
        return 0;
    for (int d = 0; d < rank; d++)
        followed |= reach->index[d] >= 0 ? 1u << reach->index[d] : 0;
    return followed == (1u << loop) - 1;
}

int sl__reach_is_sparse(const sl__reach *reach, int rank, const sl_index n[])
{
    for (int d = 1; d < rank; d++)
        for (int e = 0; e < d; e++)
            if (reach->index[d] != SL__FREE && reach->index[d] == reach->index[e] && (n[d] > 1 || n[e] > 1))
                return 1;
    return 0;
}

sl_status sl__modifiers_read(const sl_kernel *kernel, const sl__arg_info *info, const char *function, sl__reach *reach)
{
    reader r = {.at = info->modifiers, .function = function, .kernel = kernel, .info = info};
    memset(reach, 0, sizeof *reach);
    for (;;) {
        blanks(&r);
        if (*r.at == '\0')
            break;
        SL_TRY(read_one(&r, reach));
        blanks(&r);
        if (*r.at == ',')
            r.at++;
        else if (*r.at != '\0')
            return modifiers_bad(&r, "expected modifiers separated by commas");
    }
    if (reach->kind == SL__REACH_HALO)
        SL_TRY(join_halo(&r, reach));
    if (reach->targets && (reach->kind != SL__REACH_OWN || reach->index[0] != 0 || reach->index[1] != SL__FREE))
        return modifiers_bad(&r, "expected own(0, all) beside map");
    reach->identity = reach->kind == SL__REACH_OWN && info->rank == kernel->rank;
    for (int d = 0; d < info->rank; d++)
        reach->identity &= reach->index[d] == d;
    return SL_SUCCESS;
}
