/* SPDX-License-Identifier: BSD-3-Clause */
/* starloop-lint [--c++] [--pragmas]: reads a preprocessed kernel file from standard input. Exit status: 0 nothing is
   found, 1 pragmas or a lambda that is missing, 3 something else, 2 failure.
   starloop-lint [--c++] --expand[=NAME] [--of=FILE]: prints it, or one kernel, as indented C; of the text of the kernel
   file FILE where another file includes it. Exit status: 0, or 2 failure. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lint.h"

#ifndef MOST
enum { MOST = 20 }; /* findings that are told */
#endif

int lint_inside = -1;
static int only_pragmas, found[2], told[MOST], reports, more;

void lint_report(int at, enum lint_finding finding, const char *format, ...)
{
    const struct lint_token *t = &lint_token[at], *f = &lint_token[lint_inside];
    if (only_pragmas && finding != LINT_FOUND_PRAGMA)
        return;
    for (int k = 0; k < reports && k < MOST; k++) {
        const struct lint_token *old = &lint_token[told[k]];
        if (old->line == t->line && old->file == t->file && old->length == t->length &&
            memcmp(old->text, t->text, (size_t)t->length) == 0)
            return;
    }
    found[finding] = 1;
    if (reports == MOST) {
        more++;
        return;
    }
    told[reports++] = at;
    static const char body[] = "__body_";
    const int tail = (int)strlen(body), length = f->length;
    const int is_kernel = length > tail && strncmp(f->text + length - tail, body, (size_t)tail) == 0;
    fprintf(stderr, "%s:%d: error: %s %.*s: ", lint_file(t->file), t->line, is_kernel ? "kernel" : "SL_FN",
            is_kernel ? length - tail : length, f->text);
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

static char *read_all(FILE *in, size_t *length)
{
    size_t room = 1 << 18;
    char *text = malloc(room + 8);
    *length = 0;
    for (size_t got; text && (got = fread(text + *length, 1, room - *length, in)) > 0;) {
        *length += got;
        if (*length == room) {
            room *= 2;
            char *more = realloc(text, room + 8);
            if (!more)
                free(text);
            text = more;
        }
    }
    if (text)
        memset(text + *length, 0, 8); /* signs of several characters are compared whole */
    return text;
}

int main(int argc, char **argv)
{
    int cxx = 0;
    const char *expand = NULL, *of = "";
    size_t length;
    for (int a = 1; a < argc; a++) {
        if (strcmp(argv[a], "--c++") == 0)
            cxx = 1;
        else if (strcmp(argv[a], "--pragmas") == 0)
            only_pragmas = 1;
        else if (strcmp(argv[a], "--expand") == 0)
            expand = "";
        else if (strncmp(argv[a], "--expand=", 9) == 0)
            expand = argv[a] + 9;
        else if (strncmp(argv[a], "--of=", 5) == 0)
            of = argv[a] + 5;
    }
    char *text = read_all(stdin, &length);
    if (!text || ferror(stdin)) {
        fprintf(stderr, "starloop-cc: the preprocessed kernel file cannot be read\n");
        return 2;
    }
    static const char failed[] = "\nsl__lint_failed\n";
    if (length >= sizeof failed - 1 && strcmp(text + length - (sizeof failed - 1), failed) == 0) {
        if (!expand)
            fprintf(stderr, "starloop-cc: the preprocessor failed where the compiler did not\n");
        return 2;
    }
    lint_tokens(text, length, cxx, expand ? of : NULL);
    if (expand)
        return lint_expand(expand, of);
    for (int at = 0; lint_token[at].kind != LINT_END;)
        at = lint_outer(at);
    if (more)
        fprintf(stderr, "starloop-cc: and %d more\n", more);
    return found[LINT_FOUND_OTHER] ? 3 : found[LINT_FOUND_PRAGMA];
}
