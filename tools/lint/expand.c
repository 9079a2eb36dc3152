/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of a file expand to: what of the preprocessed text is printed. */
#include <stdio.h>
#include <string.h>

#include "lint.h"

static int is_kind(int at, enum lint_token_kind kind, const char *word)
{
    const struct lint_token *t = &lint_token[at];
    return t->kind == kind && strncmp(t->text, word, strlen(word)) == 0;
}

/* Definitions matter to what is included behind them, and to nothing else: they are expanded. */
static int last_include(void)
{
    int last = -1;
    for (int at = 0; lint_token[at].kind != LINT_END; at++)
        if (lint_token[at].own && is_kind(at, LINT_DIRECTIVE, "include"))
            last = at;
    return last;
}

/* __attribute__((__unused__)) silences a warning and stands before every parameter. @return the token behind it */
static int behind_unused(int at)
{
    static const char *const words[] = {"__attribute__", "(", "(", "__unused__", ")", ")"};
    const int count = (int)(sizeof words / sizeof *words);
    for (int k = 0; k < count; k++)
        if (lint_token[at + k].kind == LINT_END || !lint_is(at + k, words[k]))
            return at;
    return at + count;
}

/* Leaves the tokens that are printed. */
static void choose(void)
{
    const int include = last_include();
    int kept = 0, at = 0;
    while (lint_token[at].kind != LINT_END) {
        const int behind = lint_token[at].own ? behind_unused(at) : at;
        if (behind > at) {
            lint_token[behind].space = 1;
            at = behind;
            continue;
        }
        if (lint_token[at].own && !(at > include && is_kind(at, LINT_DIRECTIVE, "define")))
            lint_token[kept++] = lint_token[at];
        at++;
    }
    lint_token[kept] = lint_token[at];
}

/* The length of a kernel's name where a token begins its definition: NAME__kernel = , else 0. */
static int defined(int at)
{
    static const char end[] = "__kernel";
    const int tail = (int)sizeof end - 1;
    const struct lint_token *t = &lint_token[at];
    if (t->kind != LINT_WORD || t->length <= tail || memcmp(t->text + t->length - tail, end, (size_t)tail) != 0)
        return 0;
    return lint_is(at + 1, "=") ? t->length - tail : 0;
}

static int has_kernel(const char *name)
{
    for (int at = 0; lint_token[at].kind != LINT_END; at++) {
        const int length = defined(at);
        if (length &&
            (!*name || (strlen(name) == (size_t)length && strncmp(name, lint_token[at].text, strlen(name)) == 0)))
            return 1;
    }
    return 0;
}

static int refuse(const char *name)
{
    const char *comma = "";
    if (!has_kernel("")) {
        fprintf(stderr, "starloop-cc: --expand: no kernel in \"%s\"; SL_KERNEL, SL_NEST and their kind define one\n",
                lint_file(LINT_MAIN_FILE));
        return 2;
    }
    fprintf(stderr, "starloop-cc: --expand: no kernel \"%s\" in \"%s\", which has ", name, lint_file(LINT_MAIN_FILE));
    for (int at = 0; lint_token[at].kind != LINT_END; at++) {
        const int length = defined(at);
        if (length)
            fprintf(stderr, "%s%.*s", comma, length, lint_token[at].text);
        comma = length ? ", " : comma;
    }
    fputc('\n', stderr);
    return 2;
}

/* Whether a token is a word NAME__... of a kernel, or its name as a literal. */
static int speaks_of(int at, const char *name)
{
    const size_t length = strlen(name);
    const struct lint_token *t = &lint_token[at];
    if (t->kind == LINT_LITERAL)
        return (size_t)t->length == length + 2 && memcmp(t->text + 1, name, length) == 0;
    return t->kind == LINT_WORD && (size_t)t->length > length + 2 && memcmp(t->text, name, length) == 0 &&
           t->text[length] == '_' && t->text[length + 1] == '_';
}

/* Whether what is declared in [from, to) is a kernel's: it has its name outside of brackets; anywhere where the first
 * word is no type. Other functions call the kernel inside their brackets. */
static int belongs(int from, int to, const char *name)
{
    const int anywhere = lint_token[from].keyword == LINT_ENUM || lint_token[from].keyword == LINT_STRUCT ||
                         lint_token[from].keyword == LINT_ASSERT;
    for (int at = from, depth = 0; at < to; at++) {
        const struct lint_token *t = &lint_token[at];
        if ((anywhere || depth == 0) && speaks_of(at, name))
            return 1;
        if (defined(at) && speaks_of(at, name))
            return 1;
        if (t->kind == LINT_SIGN && t->length == 1)
            depth += (strchr("([{", *t->text) != NULL) - (strchr(")]}", *t->text) != NULL);
    }
    return 0;
}

int lint_expand(const char *name, const char *of)
{
    choose();
    if (!has_kernel(name) && !*of)
        return refuse(name);
    for (int at = 0, next; lint_token[at].kind != LINT_END; at = next) {
        next = lint_layout(at, 1);
        if (!*name || belongs(at, next, name))
            lint_layout(at, 0);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "starloop-cc: what kernels expand to cannot be written\n");
        return 2;
    }
    return 0;
}
