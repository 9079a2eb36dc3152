/* SPDX-License-Identifier: BSD-3-Clause */
#include "words.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

int words_fail(struct words *w, const char *format, ...)
{
    va_list list;
    int used = w->line > 0 ? snprintf(w->error, w->size, "%s:%ld: ", w->name, w->line)
                           : snprintf(w->error, w->size, "%s: ", w->name);
    if (used < 0 || (size_t)used >= w->size)
        return -1;
    va_start(list, format);
    vsnprintf(w->error + used, w->size - (size_t)used, format, list);
    va_end(list);
    return -1;
}

/* An = belongs to the word before it. */
int words_split(struct words *w, char *text)
{
    w->count = 0;
    text[strcspn(text, "#!\r\n")] = '\0';
    for (char *c = text; *c;) {
        if (isspace((unsigned char)*c) || *c == ',') {
            *c++ = '\0';
        } else if (*c == '=') {
            if (w->count == 0 || w->assigned[w->count - 1])
                return words_fail(w, "\"=\" stands where a word is expected");
            w->assigned[w->count - 1] = 1;
            *c++ = '\0';
        } else {
            if (w->count == WORDS_MOST)
                return words_fail(w, "expected at most %d words in a line", WORDS_MOST);
            w->assigned[w->count] = 0;
            w->word[w->count++] = c;
            for (; *c && !isspace((unsigned char)*c) && *c != '=' && *c != ','; c++)
                *c = (char)tolower((unsigned char)*c);
        }
    }
    if (w->count > 0 && w->assigned[w->count - 1])
        return words_fail(w, "\"%s\": expected a value after \"=\", got the end of the line", w->word[w->count - 1]);
    return 0;
}

int words_value(struct words *w, int i, const struct setting *setting)
{
    char error[300];
    if (setting_read(setting, i + 1 < w->count ? w->word[i + 1] : NULL, error, sizeof error))
        return words_fail(w, "\"%s\": %s", w->word[i], error);
    return 0;
}

int words_setting(struct words *w, int i, const struct setting *table, long *given)
{
    const size_t length = strlen(w->prefix);
    const char *word = w->word[i] + (strncmp(w->word[i], w->prefix, length) == 0 ? length : 0);
    const struct setting *s = table, *first = table;
    while (s->word && (strcmp(word, s->word) != 0 || (s->kind == SETTING_FLAG && w->assigned[i])))
        s++;
    if (!s->word)
        return 0;
    while (first->value != s->value) /* several words may set the same */
        first++;
    if (given[first - table])
        return words_fail(w, "\"%s\": given already, in line %ld", w->word[i], given[first - table]);
    given[first - table] = w->line;
    return words_value(w, i, s) ? -1 : s->kind == SETTING_FLAG ? 1 : 2;
}

int words_unknown(struct words *w, int i)
{
    double number;
    const int has_value = i + 1 < w->count && (w->assigned[i] || setting_is_real(w->word[i + 1], &number));
    if (w->notes && has_value)
        fprintf(w->notes, "%s:%ld: unknown word \"%s\" skipped, with its value \"%s\"\n", w->name, w->line, w->word[i],
                w->word[i + 1]);
    else if (w->notes)
        fprintf(w->notes, "%s:%ld: unknown word \"%s\" skipped\n", w->name, w->line, w->word[i]);
    return 1 + has_value;
}
