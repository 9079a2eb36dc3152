/* SPDX-License-Identifier: BSD-3-Clause */
#include "setting.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int setting_is_real(const char *word, double *value)
{
    char copy[64], *end;
    const size_t length = strlen(word);
    if (length == 0 || length >= sizeof copy || strspn(word, "0123456789+-.ed") != length)
        return 0;
    for (size_t i = 0; i <= length; i++)
        copy[i] = word[i] == 'd' ? 'e' : word[i];
    *value = strtod(copy, &end);
    return end != copy && *end == '\0' && isfinite(*value);
}

static int read_whole(const struct setting *s, const char *text)
{
    char *end;
    errno = 0;
    const long got = strtol(text, &end, 10);
    if (end == text || *end || errno || got < s->least || got > s->most)
        return -1;
    *(long *)s->value = got;
    return 0;
}

static int read_real(const struct setting *s, const char *text)
{
    double got;
    if (!setting_is_real(text, &got) || !(got > s->above))
        return -1;
    *(double *)s->value = got;
    return 0;
}

static int read_choice(const struct setting *s, const char *text)
{
    const char *at = s->list;
    for (int place = 0; *at; place++) {
        const size_t length = strcspn(at, ", ");
        if (length == strlen(text) && strncmp(at, text, length) == 0) {
            *(int *)s->value = place;
            return 0;
        }
        at += length;
        at += strspn(at, ", ");
        at += strncmp(at, "or ", 3) == 0 ? 3 : 0;
    }
    return -1;
}

static int read_value(const struct setting *s, const char *text)
{
    switch (s->kind) {
    case SETTING_FLAG: *(int *)s->value = s->is; break;
    case SETTING_CHOICE: return read_choice(s, text);
    case SETTING_WHOLE: return read_whole(s, text);
    case SETTING_REAL: return read_real(s, text);
    case SETTING_TEXT: *(const char **)s->value = text; break;
    }
    return 0;
}

static void expected(const struct setting *s, char *text, size_t size)
{
    if (s->kind == SETTING_WHOLE)
        snprintf(text, size, "a whole number from %ld to %ld", s->least, s->most);
    else if (s->kind == SETTING_REAL && isfinite(s->above))
        snprintf(text, size, "a number above %g", s->above);
    else
        snprintf(text, size, "%s",
                 s->kind == SETTING_CHOICE ? s->list
                 : s->kind == SETTING_REAL ? "a number"
                                           : "a text");
}

int setting_read(const struct setting *s, const char *text, char *error, size_t size)
{
    char what[200];
    if ((s->kind == SETTING_FLAG || text) && read_value(s, text) == 0)
        return 0;
    expected(s, what, sizeof what);
    if (text)
        snprintf(error, size, "expected %s, got \"%s\"", what, text);
    else
        snprintf(error, size, "expected %s, got the end of the line", what);
    return -1;
}
