/* SPDX-License-Identifier: BSD-3-Clause */
#include "lint.h"

static int keyword(int at)
{
    return lint_token[at].kind == LINT_WORD ? (int)lint_token[at].keyword : -1;
}

/* [[...]], __attribute__((...)), asm("..."). */
static int attributes(int at)
{
    for (;;) {
        if (lint_is(at, "[") && lint_is(at + 1, "["))
            at = lint_skip(at);
        else if (keyword(at) == LINT_ATTRIBUTE || keyword(at) == LINT_ASM)
            at = lint_is(at + 1, "(") ? lint_skip(at + 1) : at + 1;
        else
            return at;
    }
}

/* { A, B = 2 }: constants. */
static int enumerators(int at)
{
    int end = lint_skip(at);
    for (at++; at < end - 1;) {
        if (keyword(at) == LINT_NAME)
            lint_declare(lint_token[at].name, LINT_ALIAS);
        while (at < end - 1 && !lint_is(at, ","))
            at = lint_is(at, "(") || lint_is(at, "{") ? lint_skip(at) : at + 1;
        at++;
    }
    return end;
}

/* The body of a class: of its functions those that are SL_FN are looked at. */
static int members(int at)
{
    int end = lint_skip(at);
    for (at++; at < end - 1;) {
        struct lint_specifiers s = {0};
        if (keyword(at) != LINT_FN) {
            at = lint_is(at, "{") ? lint_skip(at) : at + 1;
            continue;
        }
        struct lint_declarator d;
        at = lint_declarator(lint_specifiers(at, &s), &d, 0);
        if (d.name < 0)
            continue;
        lint_declare(lint_token[d.name].name, LINT_BOTH);
        while (at < end - 1 && !lint_is(at, "{") && !lint_is(at, ";"))
            at++;
        if (lint_is(at, "{") && d.parameters >= 0)
            at = lint_function(d.name, d.parameters, at);
    }
    return end;
}

/* struct, union, class or enum, with its body if there is one. */
static int tagged(int at, struct lint_specifiers *s)
{
    int is_enum = keyword(at) == LINT_ENUM;
    s->is_record |= !is_enum;
    at = attributes(at + 1);
    if (is_enum && keyword(at) == LINT_STRUCT) /* enum class */
        at++;
    while (keyword(at) == LINT_NAME || lint_is(at, "::")) {
        if (lint_token[at].kind == LINT_WORD && lint_lookup(lint_token[at].name) == LINT_UNKNOWN)
            lint_declare(lint_token[at].name, is_enum ? LINT_ALIAS : LINT_RECORD);
        at = lint_is(at + 1, "<") ? lint_skip_angles(at + 1) : at + 1;
        if (!lint_is(at, "::"))
            break;
    }
    at = attributes(at);
    if (lint_is(at, ":") && (is_enum || lint_token[at + 1].kind == LINT_WORD)) { /* what it is based on */
        int next = at;
        while (lint_token[next].kind != LINT_END && !lint_is(next, "{") && !lint_is(next, ";") && !lint_is(next, ")"))
            next++;
        at = lint_is(next, "{") ? next : at;
    }
    if (lint_is(at, "{"))
        at = is_enum ? enumerators(at) : members(at);
    return at;
}

/* A name with its qualifiers and template arguments. */
static int qualified(int at)
{
    at += lint_is(at, "::");
    while (lint_token[at].kind == LINT_WORD) {
        at = lint_is(at + 1, "<") ? lint_skip_angles(at + 1) : at + 1;
        if (!lint_is(at, "::") || lint_is(at + 1, "*"))
            break;
        at++;
    }
    return at;
}

/* A type before what is declared in parentheses: int32_t (*p)[]. */
static int names_pointer(int at)
{
    const enum lint_kind kind = lint_lookup(lint_token[at].name);
    return (kind == LINT_ALIAS || kind == LINT_RECORD) && lint_is(at + 2, "*");
}

int lint_specifiers(int at, struct lint_specifiers *s)
{
    for (int typed = 0;; s->any = 1) {
        switch (keyword(at)) {
        case LINT_CONST: s->is_const = 1; break;
        case LINT_CONSTEXPR: s->is_const = s->is_constexpr = 1; break;
        case LINT_STATIC: s->is_static = 1; break;
        case LINT_EXTERN: s->is_extern = 1; break;
        case LINT_THREAD: s->is_thread = 1; break;
        case LINT_TYPEDEF: s->is_typedef = 1; break;
        case LINT_FN: s->is_both = 1; break;
        case LINT_QUALIFIER:
        case LINT_SPECIFIER:
        case LINT_TYPENAME: break;
        case LINT_AUTO:
        case LINT_TYPE: typed = 1; break;
        case LINT_ATTRIBUTE: at = attributes(at); continue;
        case LINT_TYPEOF:
            at = lint_skip(at + 1);
            typed = 1;
            continue;
        case LINT_STRUCT:
        case LINT_ENUM:
            at = tagged(at, s);
            typed = 1;
            continue;
        case LINT_NAME:
            if (typed || (lint_is(at + 1, "(") && !names_pointer(at)) || lint_is(at + 1, ";") || lint_is(at + 1, "="))
                return at;
            s->is_record |= lint_lookup(lint_token[at].name) == LINT_RECORD;
            at = qualified(at);
            typed = 1;
            continue;
        default:
            if (lint_is(at, "[") && lint_is(at + 1, "[")) {
                at = attributes(at);
                continue;
            }
            if (lint_is(at, "::") && !typed) {
                at = qualified(at);
                typed = 1;
                continue;
            }
            return at;
        }
        at++;
    }
}

/* ( as in int (*f)(int), not a list of parameters. */
static int is_nested(int at)
{
    at = attributes(at + 1);
    return lint_is(at, "*") || lint_is(at, "&") || lint_is(at, "(") || lint_is(at, "^") ||
           (keyword(at) == LINT_NAME && (lint_is(at + 1, ")") || lint_is(at + 1, "[")));
}

int lint_declarator(int at, struct lint_declarator *d, int local)
{
    int to_function = 0; /* ( * name ) */
    *d = (struct lint_declarator){.name = -1, .parameters = -1};
    for (;; at++) {
        at = attributes(at);
        if (lint_is(at, "*"))
            d->pointer = 1, d->is_const = 0;
        else if (keyword(at) == LINT_CONST)
            d->is_const = 1;
        else if (!lint_is(at, "&") && !lint_is(at, "&&") && !lint_is(at, "...") && keyword(at) != LINT_QUALIFIER)
            break;
    }
    if (lint_is(at, "(") && is_nested(at)) {
        int after = lint_skip(at), pointer = d->pointer, is_const = d->is_const;
        lint_declarator(at + 1, d, local);
        to_function = d->pointer || d->array;
        if (!d->pointer)
            d->pointer = pointer, d->is_const = is_const;
        at = after;
    } else {
        while (keyword(at) == LINT_NAME || lint_is(at, "::") || lint_is(at, "~") || keyword(at) == LINT_FUNCTION) {
            if (keyword(at) == LINT_FUNCTION) { /* operator + */
                d->name = at++;
                while (lint_token[at].kind != LINT_END && (!lint_is(at, "(") || lint_is(at + 1, ")")) &&
                       !lint_is(at, ";") && !lint_is(at, "{"))
                    at++;
                break;
            }
            d->name = keyword(at) == LINT_NAME ? at : d->name;
            at++;
            if (lint_is(at, "<"))
                at = lint_skip_angles(at);
        }
    }
    for (at = attributes(at);; at = attributes(at)) {
        if (lint_is(at, "[")) {
            d->array = 1;
            at = local ? lint_bound(at, d->name) : lint_skip(at);
        } else if (lint_is(at, "(")) {
            if (!to_function && d->parameters < 0)
                d->parameters = at;
            at = lint_skip(at);
        } else {
            return at;
        }
    }
}

/* To the end of what cannot be read, or need not be. */
static int resume(int at)
{
    while (lint_token[at].kind != LINT_END && !lint_is(at, ";") && !lint_is(at, "}")) {
        if (lint_is(at, "{"))
            return lint_skip(at);
        at = lint_is(at, "(") ? lint_skip(at) : at + 1;
    }
    return at + lint_is(at, ";");
}

static int initialiser(int at)
{
    if (lint_is(at, "{"))
        return lint_skip(at);
    while (lint_token[at].kind != LINT_END && !lint_is(at, ",") && !lint_is(at, ";") && !lint_is(at, "}"))
        at = lint_is(at, "(") || lint_is(at, "{") || lint_is(at, "[") ? lint_skip(at) : at + 1;
    return at;
}

/* What a variable of the file is to a GPU. What is const and has a constant value is that value. */
static enum lint_kind variable(const struct lint_specifiers *s, const struct lint_declarator *d, int from, int to)
{
    int fixed = d->pointer ? d->is_const : s->is_const || d->is_const;
    if (!fixed)
        return LINT_GLOBAL;
    if (d->pointer || d->array || from == to || !lint_constant(from, to))
        return LINT_FIXED;
    return LINT_CONSTANT;
}

static void declare_function(int name, const struct lint_specifiers *s, int defined)
{
    int n = lint_token[name].name;
    enum lint_kind before = lint_lookup(n);
    if (s->is_both)
        lint_declare(n, LINT_BOTH);
    else if (before != LINT_BOTH && before != LINT_OWN)
        lint_declare(n, defined && !lint_is_system(lint_token[name].file) ? LINT_OWN : LINT_HOST);
}

/* The body of a function. */
static int definition(const struct lint_specifiers *s, const struct lint_declarator *d, int at)
{
    declare_function(d->name, s, 1);
    if (s->is_both)
        return lint_function(d->name, d->parameters, at);
    return lint_skip(at);
}

static int declaration(int at)
{
    struct lint_specifiers s = {0};
    int start = at;
    at = lint_specifiers(at, &s);
    for (;;) {
        struct lint_declarator d;
        at = lint_declarator(at, &d, 0);
        if (d.name < 0)
            return lint_is(at, ";") ? at + 1 : resume(at > start ? at : start + 1);
        if (d.parameters >= 0 && !s.is_typedef) {
            while (keyword(at) == LINT_SIZEOF || keyword(at) == LINT_CONST) /* noexcept, const */
                at = lint_is(at + 1, "(") ? lint_skip(at + 1) : at + 1;
            if (lint_is(at, "{"))
                return definition(&s, &d, at);
            declare_function(d.name, &s, 0);
        }
        int from = at + lint_is(at, "="), to = lint_is(at, "=") || lint_is(at, "{") ? initialiser(from) : from;
        if (s.is_typedef)
            lint_declare(lint_token[d.name].name, s.is_record && !d.pointer ? LINT_RECORD : LINT_ALIAS);
        else if (d.parameters < 0)
            lint_declare(lint_token[d.name].name, variable(&s, &d, from, to));
        if (!lint_is(to, ","))
            return resume(to);
        at = to + 1;
    }
}

/* template <typename T, ...> */
static int template(int at)
{
    int end = lint_is(at + 1, "<") ? lint_skip_angles(at + 1) : at + 1;
    for (int k = at + 1; k < end; k++)
        if ((keyword(k) == LINT_TYPENAME || keyword(k) == LINT_STRUCT) && keyword(k + 1) == LINT_NAME)
            lint_declare(lint_token[k + 1].name, LINT_ALIAS);
    return end > at ? end : at + 1;
}

int lint_outer(int at)
{
    while (lint_token[at].kind != LINT_END) {
        int word = keyword(at);
        if (lint_is(at, "}"))
            return at + 1;
        if (lint_token[at].kind == LINT_PRAGMA || lint_is(at, ";")) {
            at++;
        } else if (word == LINT_EXTERN && lint_token[at + 1].kind == LINT_LITERAL) {
            at = lint_is(at + 2, "{") ? lint_outer(at + 3) : at + 2;
        } else if (word == LINT_NAMESPACE || (word == LINT_SPECIFIER && keyword(at + 1) == LINT_NAMESPACE)) {
            while (lint_token[at].kind != LINT_END && !lint_is(at, "{") && !lint_is(at, ";"))
                at++;
            at = lint_is(at, "{") ? lint_outer(at + 1) : at + 1;
        } else if (word == LINT_TEMPLATE) {
            at = template(at);
        } else if (word == LINT_USING || word == LINT_ASSERT) {
            if (word == LINT_USING && lint_is(at + 2, "="))
                lint_declare(lint_token[at + 1].name, LINT_ALIAS);
            at = resume(at);
        } else {
            at = declaration(at);
        }
    }
    return at;
}
