/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lint.h"

/* The innermost meaning of each name, and what it had before, to be put back at the end of a scope. */
struct change {
    int name;
    enum lint_kind before;
};
static unsigned char *kind;
static int kinds;
static struct change *change;
static int changes, change_capacity, mark[4096], marks;

/* The functions that a body may call without SL_FN, as the guide lists them ("Kernels": Inside a body). Those of
 * mathematics have forms for float, with an f behind. */
static const char mathematics[] =
    " acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma "
    "fmax fmin fmod frexp hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf "
    "nan nearbyint nextafter pow remainder remquo rint round scalbln scalbn sin sinh sqrt tan tanh tgamma trunc y0 y1 "
    "yn ";
static const char others[] = " abs labs llabs isfinite isinf isnan signbit printf assert memcpy memset ";
/* What these may be once macros of the system's are expanded. */
static const char expanded[] = " __assert_fail __assert __assert_rtn __isnan __isnanf __isinf __isinff __finite "
                               "__finitef __signbit __signbitf ";

static int listed(const char *list, const char *text, int length)
{
    char word[40];
    if (length > (int)sizeof word - 3)
        return 0;
    snprintf(word, sizeof word, " %.*s ", length, text);
    return strstr(list, word) != NULL;
}

int lint_on_both_sides(const char *text, int length)
{
    if (length > 10 && strncmp(text, "__builtin_", 10) == 0)
        return strncmp(text, "__builtin_alloca", 16) != 0;
    return listed(mathematics, text, length) || listed(others, text, length) || listed(expanded, text, length) ||
           (length > 1 && text[length - 1] == 'f' && listed(mathematics, text, length - 1));
}

enum lint_kind lint_lookup(int name)
{
    return name < kinds ? (enum lint_kind)kind[name] : LINT_UNKNOWN;
}

static void *checked(void *array)
{
    if (!array) {
        fprintf(stderr, "starloop-cc: no memory to look at the kernel file\n");
        exit(2);
    }
    return array;
}

void lint_declare(int name, enum lint_kind as)
{
    if (name >= kinds) {
        int more = 2 * name + 1024;
        kind = checked(realloc(kind, (size_t)more));
        memset(kind + kinds, LINT_UNKNOWN, (size_t)(more - kinds));
        kinds = more;
    }
    if (marks > 0) {
        if (changes == change_capacity) {
            change_capacity = 2 * change_capacity + 64;
            change = checked(realloc(change, (size_t)change_capacity * sizeof *change));
        }
        change[changes++] = (struct change){name, (enum lint_kind)kind[name]};
    }
    kind[name] = (unsigned char)as;
}

void lint_push(void)
{
    if (marks < (int)(sizeof mark / sizeof *mark))
        mark[marks] = changes;
    marks++;
}

void lint_pop(void)
{
    marks--;
    int to = marks < (int)(sizeof mark / sizeof *mark) ? mark[marks] : changes;
    while (changes > to) {
        changes--;
        kind[change[changes].name] = (unsigned char)change[changes].before;
    }
}
