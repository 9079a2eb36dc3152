/* SPDX-License-Identifier: BSD-3-Clause */
#include "trace_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    const char *at;
    int keeps;
    struct json nothing; /* what is parsed when nothing is kept */
} parser;

static int value(parser *p, struct json **out);

/* Memory that is kept until the program ends. */
static void *keep(size_t bytes)
{
    static struct kept {
        struct kept *before;
    } * last;
    struct kept *fresh = calloc(1, sizeof *fresh + bytes);
    if (fresh == NULL)
        exit(99);
    fresh->before = last;
    last = fresh;
    return fresh + 1;
}

static struct json *node(parser *p, enum json_type type)
{
    struct json *j = p->keeps ? keep(sizeof *j) : &p->nothing;
    j->type = type;
    return j;
}

static void space(parser *p)
{
    p->at += strspn(p->at, " \t\r\n");
}

static int digits(parser *p)
{
    size_t n = strspn(p->at, "0123456789");
    p->at += n;
    return n > 0;
}

static int number(parser *p, struct json **out)
{
    const char *begin = p->at;
    p->at += *p->at == '-';
    if (*p->at == '0')
        p->at++;
    else if (!digits(p))
        return 0;
    if (*p->at == '.' && (p->at++, !digits(p)))
        return 0;
    if (*p->at == 'e' || *p->at == 'E') {
        p->at++;
        p->at += *p->at == '+' || *p->at == '-';
        if (!digits(p))
            return 0;
    }
    *out = node(p, JSON_NUMBER);
    (*out)->number = strtod(begin, NULL);
    return 1;
}

/* One character of a string, behind its backslash. */
static int escape(parser *p, char **to)
{
    static const char from[] = "\"\\/bfnrt", as[] = "\"\\/\b\f\n\r\t";
    char hex[5] = "";
    const char *found = *p->at ? strchr(from, *p->at) : NULL;
    if (found) {
        *(*to)++ = as[found - from];
        p->at++;
        return 1;
    }
    if (*p->at++ != 'u' || strspn(p->at, "0123456789abcdefABCDEF") < 4)
        return 0;
    memcpy(hex, p->at, 4);
    p->at += 4;
    *(*to)++ = (char)strtol(hex, NULL, 16);
    return 1;
}

static int string(parser *p, const char **out)
{
    size_t most = strcspn(p->at, "\n"); /* a newline may not stand in it */
    char *text = p->keeps ? keep(most + 1) : NULL, one[8], *to = text;
    if (*p->at++ != '"')
        return 0;
    while (*p->at != '"') {
        char *begin = one, **at = p->keeps ? &to : &begin;
        if ((unsigned char)*p->at < 0x20)
            return 0;
        if (*p->at != '\\')
            *(*at)++ = *p->at++;
        else if (p->at++, !escape(p, at))
            return 0;
    }
    p->at++;
    if (p->keeps)
        *to = '\0';
    *out = text;
    return 1;
}

/* The members of an array or object, behind its bracket. */
static int members(parser *p, struct json *j, char close)
{
    struct json **last = &j->first;
    space(p);
    if (*p->at == close)
        return p->at++, 1;
    for (;;) {
        const char *key = NULL;
        struct json *member = NULL;
        space(p);
        if (close == '}') {
            if (!string(p, &key))
                return 0;
            space(p);
            if (*p->at++ != ':')
                return 0;
        }
        if (!value(p, &member))
            return 0;
        if (p->keeps) {
            member->key = key;
            *last = member;
            last = &member->next;
        }
        space(p);
        if (*p->at == close)
            return p->at++, 1;
        if (*p->at++ != ',')
            return 0;
    }
}

static int word(parser *p, const char *text, enum json_type type, struct json **out)
{
    size_t n = strlen(text);
    if (strncmp(p->at, text, n) != 0)
        return 0;
    p->at += n;
    *out = node(p, type);
    return 1;
}

static int value(parser *p, struct json **out)
{
    space(p);
    switch (*p->at) {
    case '{':
    case '[': {
        int object = *p->at++ == '{';
        *out = node(p, object ? JSON_OBJECT : JSON_ARRAY);
        return members(p, *out, object ? '}' : ']');
    }
    case '"': *out = node(p, JSON_STRING); return string(p, &(*out)->string);
    case 't': return word(p, "true", JSON_TRUE, out);
    case 'f': return word(p, "false", JSON_FALSE, out);
    case 'n': return word(p, "null", JSON_NULL, out);
    default: return number(p, out);
    }
}

static struct json *parse(parser *p)
{
    struct json *j = NULL;
    if (!value(p, &j))
        return NULL;
    space(p);
    return *p->at ? NULL : j;
}

struct json *json_parse(const char *text, const char **at)
{
    parser p = {.at = text, .keeps = 1};
    struct json *j = parse(&p);
    *at = p.at;
    return j;
}

int json_valid(const char *text)
{
    parser p = {.at = text};
    return parse(&p) != NULL;
}

const struct json *json_get(const struct json *object, const char *key)
{
    const struct json *j = object ? object->first : NULL;
    while (j && !(j->key && strcmp(j->key, key) == 0))
        j = j->next;
    return j;
}

const char *json_string(const struct json *object, const char *key)
{
    const struct json *j = json_get(object, key);
    return j && j->type == JSON_STRING ? j->string : "";
}

double json_number(const struct json *object, const char *key)
{
    const struct json *j = json_get(object, key);
    return j && j->type == JSON_NUMBER ? j->number : -1;
}
