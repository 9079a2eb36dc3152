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
} reader;

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
        char *end;
        long long x = strtoll(r->at, &end, 0);
        if (end == r->at || x < 0)
            return modifiers_bad(r, "expected whole numbers in the parentheses of a modifier");
        if (*count == SL_MAX_RANK)
            return modifiers_bad(r, "expected at most six numbers in a modifier");
        value[(*count)++] = x;
        r->at = end;
        while (isalpha((unsigned char)*r->at)) /* a suffix of the number */
            r->at++;
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

/* own, own(d...): which loop index each dimension follows. */
static sl_status read_own(reader *r, sl__reach *reach, const sl_index value[], int count)
{
    int rank = r->info->rank;
    if (reach->kind != SL__REACH_ANY)
        return modifiers_bad(r, "expected one reach, own or halo");
    if (count < 0 && rank != r->kernel->rank)
        return modifiers_bad(r, "expected own(index, ...) where view and loop differ in rank");
    if (count >= 0 && count != rank)
        return modifiers_bad(r, "expected one number for each dimension of the view in own(...)");
    reach->kind = SL__REACH_OWN;
    reach->identity = rank == r->kernel->rank;
    for (int d = 0; d < rank; d++) {
        reach->index[d] = count < 0 ? d : (int)value[d];
        if (reach->index[d] >= r->kernel->rank)
            return modifiers_bad(r, "expected numbers of loop indices, from 0, in own(...)");
        reach->identity &= reach->index[d] == d;
    }
    return SL_SUCCESS;
}

/* halo(w...): one width for all dimensions or one for each. */
static sl_status read_halo(reader *r, sl__reach *reach, const sl_index value[], int count)
{
    int rank = r->info->rank;
    if (reach->kind != SL__REACH_ANY)
        return modifiers_bad(r, "expected one reach, own or halo");
    if (rank != r->kernel->rank)
        return modifiers_bad(r, "expected halo only where view and loop have the same rank");
    if (count != rank && count != 1)
        return modifiers_bad(r, "expected one width, or one for each dimension, in halo(...)");
    reach->kind = SL__REACH_HALO;
    for (int d = 0; d < rank; d++) {
        reach->index[d] = d;
        reach->width[d] = value[count == 1 ? 0 : d];
    }
    return SL_SUCCESS;
}

static sl_status read_fixed(reader *r, sl__reach *reach, const sl_index value[], int count)
{
    if (count != r->info->rank)
        return modifiers_bad(r, "expected one extent for each dimension (0: not fixed) in fixed(...)");
    memcpy(reach->fixed, value, (size_t)count * sizeof *value);
    return SL_SUCCESS;
}

static sl_status read_atomic(reader *r, sl__reach *reach, int count)
{
    if (count >= 0)
        return modifiers_bad(r, "expected atomic without numbers");
    if (!sl__writes_view(r->info->kind))
        return modifiers_bad(r, "expected atomic of out and inout only");
    reach->atomic = 1;
    return SL_SUCCESS;
}

static int is(const char *word, size_t length, const char *plain, const char *upper)
{
    return (length == strlen(plain) && memcmp(word, plain, length) == 0) ||
           (length == strlen(upper) && memcmp(word, upper, length) == 0);
}

static sl_status read_one(reader *r, sl__reach *reach)
{
    const char *word = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_')
        r->at++;
    size_t length = (size_t)(r->at - word);
    sl_index value[SL_MAX_RANK] = {0};
    int count;
    SL_TRY(numbers(r, value, &count));
    if (is(word, length, "own", "SL_OWN"))
        return read_own(r, reach, value, count);
    if (is(word, length, "halo", "SL_HALO"))
        return read_halo(r, reach, value, count);
    if (is(word, length, "fixed", "SL_FIXED"))
        return read_fixed(r, reach, value, count);
    if (is(word, length, "atomic", "SL_ATOMIC"))
        return read_atomic(r, reach, count);
    if (is(word, length, "random", "SL_RANDOM") || is(word, length, END, END))
        return SL_SUCCESS;
    return modifiers_bad(r, "expected own, halo, fixed, random or atomic");
}

void sl__modifiers_reach(const sl__arg_info *info, char *text, size_t size)
{
    const char *at = info->modifiers;
    text[0] = '\0';
    while (*at != '\0') {
        size_t word = strcspn(at, BLANKS ",("), length = word;
        if (at[length + strspn(at + length, BLANKS)] == '(')
            length += strcspn(at + length, ")") + 1;
        if (is(at, word, "own", "SL_OWN") || is(at, word, "halo", "SL_HALO")) {
            snprintf(text, size, "%.*s", (int)length, at);
            return;
        }
        at += length;
        at += strspn(at, BLANKS ",");
    }
}

int sl__reach_is_sparse(const sl__reach *reach, int rank, const sl_index n[])
{
    for (int d = 1; d < rank; d++)
        for (int e = 0; e < d; e++)
            if (reach->index[d] == reach->index[e] && (n[d] > 1 || n[e] > 1))
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
            return SL_SUCCESS;
        SL_TRY(read_one(&r, reach));
        blanks(&r);
        if (*r.at == ',')
            r.at++;
        else if (*r.at != '\0')
            return modifiers_bad(&r, "expected modifiers separated by commas");
    }
}
