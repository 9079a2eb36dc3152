/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reading, checking and printing the STARLOOP_ variables. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"

#define PREFIX "STARLOOP_"

extern char **environ;

enum kind { INT, CHOICE, TEXT };

static const struct variable {
    const char *name;
    enum kind kind;
    int64_t value, low, high;
    const char *choices;
    const char *doc;
} table[] = {
#define SL__ENV_ROW(id, kind, value, low, high, choices, doc) {PREFIX #id, kind, value, low, high, choices, doc},
    SL__ENV_TABLE(SL__ENV_ROW)
#undef SL__ENV_ROW
};

static _Atomic int64_t current[SL__ENV_COUNT] = {
#define SL__ENV_DEFAULT(id, kind, value, low, high, choices, doc) value,
    SL__ENV_TABLE(SL__ENV_DEFAULT)
#undef SL__ENV_DEFAULT
};
static _Atomic unsigned char is_set[SL__ENV_COUNT];
static char *texts[SL__ENV_COUNT]; /* of a TEXT; NULL: none. Written by sl__env_read() only */

int64_t sl__env_int(sl__env variable)
{
    return atomic_load_explicit(&current[variable], memory_order_relaxed);
}

const char *sl__env_text(sl__env variable)
{
    return texts[variable] ? texts[variable] : "";
}

const char *sl__env_name(sl__env variable)
{
    return table[variable].name;
}

/* The word number @p place of "a|b|c" and its length; NULL past the last. */
static const char *choice(const char *choices, int64_t place, size_t *length)
{
    for (;; place--) {
        *length = strcspn(choices, "|");
        if (place == 0)
            return choices;
        choices += *length;
        if (!*choices)
            return NULL;
        choices++;
    }
}

static void write_value(const struct variable *v, int64_t value, char text[24])
{
    size_t length;
    const char *word = v->kind == CHOICE ? choice(v->choices, value, &length) : NULL;

    if (word)
        snprintf(text, 24, "%.*s", (int)length, word);
    else
        snprintf(text, 24, "%" PRId64, value);
}

const char *sl__env_str(sl__env variable, char text[24])
{
    if (table[variable].kind == TEXT)
        return sl__env_text(variable);
    write_value(&table[variable], sl__env_int(variable), text);
    return text;
}

int sl__env_parse(sl__env variable, const char *text, int64_t *value)
{
    const struct variable *v = &table[variable];

    if (v->kind == CHOICE) {
        size_t length;
        const char *word;
        for (int64_t place = 0; (word = choice(v->choices, place, &length)) != NULL; place++) {
            if (strlen(text) == length && strncmp(text, word, length) == 0) {
                *value = place;
                return 1;
            }
        }
        return 0;
    }
    if (v->kind == TEXT) {
        *value = *text != '\0';
        return 1;
    }
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end || errno || isspace((unsigned char)text[0]) || number < v->low || number > v->high)
        return 0;
    *value = number;
    return 1;
}

static void write_allowed(const struct variable *v, char *text, size_t size)
{
    if (v->choices)
        snprintf(text, size, "%s", v->choices);
    else if (v->high >= INT32_MAX)
        snprintf(text, size, "a number from %" PRId64, v->low);
    else
        snprintf(text, size, "%" PRId64 " to %" PRId64, v->low, v->high);
}

static void warn_of_unknown(void)
{
    for (char **entry = environ; entry && *entry; entry++) {
        size_t length = strcspn(*entry, "=");
        int known = 0;
        if (strncmp(*entry, PREFIX, sizeof PREFIX - 1) != 0)
            continue;
        for (int i = 0; i < SL__ENV_COUNT && !known; i++)
            known = strlen(table[i].name) == length && strncmp(*entry, table[i].name, length) == 0;
        if (!known)
            SL_LOG(SL_LOG_WARN,
                   "sl_init: the environment variable %.*s is unknown and ignored; starloop-info lists "
                   "those there are",
                   (int)length, *entry);
    }
}

/* Keeps the values of all TEXT, or none without memory. */
static sl_status keep_texts(const unsigned char set[])
{
    char *fresh[SL__ENV_COUNT] = {NULL};
    int failed = 0;

    for (int i = 0; i < SL__ENV_COUNT; i++)
        if (table[i].kind == TEXT && set[i] && !(fresh[i] = strdup(getenv(table[i].name))))
            failed = 1;
    for (int i = 0; i < SL__ENV_COUNT; i++) {
        free(failed ? fresh[i] : texts[i]);
        if (!failed)
            texts[i] = fresh[i];
    }
    return failed ? SL_FAIL(SL_ERR_MEMORY, "sl_init: expected memory for the values of variables, got none")
                  : SL_SUCCESS;
}

sl_status sl__env_read(void)
{
    int64_t value[SL__ENV_COUNT];
    unsigned char set[SL__ENV_COUNT];

    for (int i = 0; i < SL__ENV_COUNT; i++) {
        const char *text = getenv(table[i].name);
        value[i] = table[i].value;
        set[i] = text && *text;
        if (set[i] && !sl__env_parse((sl__env)i, text, &value[i])) {
            char allowed[80];
            write_allowed(&table[i], allowed, sizeof allowed);
            return SL_FAIL(SL_ERR_ARGUMENT, "sl_init: %s: expected %s, got \"%s\"", table[i].name, allowed, text);
        }
    }
    SL_TRY(keep_texts(set));
    for (int i = 0; i < SL__ENV_COUNT; i++) {
        atomic_store(&current[i], value[i]);
        atomic_store(&is_set[i], set[i]);
    }
    sl__log_level_from_env((int)value[SL__ENV_LOG]);
    warn_of_unknown();
    return SL_SUCCESS;
}

void sl__env_print(FILE *stream)
{
    for (int i = 0; i < SL__ENV_COUNT; i++) {
        char now[24], otherwise[24], allowed[80];
        if (table[i].kind == TEXT) {
            fprintf(stream, "  %s=%s%s\n      %s\n      %s\n", table[i].name, sl__env_text((sl__env)i),
                    atomic_load(&is_set[i]) ? " (set)" : "", table[i].doc, table[i].choices);
            continue;
        }
        write_value(&table[i], sl__env_int((sl__env)i), now);
        write_value(&table[i], table[i].value, otherwise);
        write_allowed(&table[i], allowed, sizeof allowed);
        fprintf(stream, "  %s=%s%s\n      %s\n      %s; default %s\n", table[i].name, now,
                atomic_load(&is_set[i]) ? " (set)" : "", table[i].doc, allowed, otherwise);
    }
}
