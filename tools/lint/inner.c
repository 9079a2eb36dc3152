/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lint.h"

/* Reads an expression up to a sign that ends it: ; or a closing bracket, and these. @return the token of the sign */
enum { TO_COMMA = 1, TO_COLON = 2 };
enum { MOST_LAMBDAS = 1000 };
static int expression(int at, int stops);
static int statement(int at);
static int block(int at);

static int keyword(int at)
{
    return lint_token[at].kind == LINT_WORD ? (int)lint_token[at].keyword : -1;
}

static int is_ours(int at)
{
    const struct lint_token *t = &lint_token[at];
    return t->length > 4 && strncmp(t->text, "sl__", 4) == 0;
}

#define TEXT(AT) lint_token[AT].length, lint_token[AT].text

static void pragma(int at)
{
    char text[80], word[2][24] = {"", ""};
    snprintf(text, sizeof text, "%.*s", TEXT(at));
    if (sscanf(text, "pragma omp %23[a-z_] %23[a-z_]", word[0], word[1]) < 1)
        return;
    const int heard = strcmp(word[0], "simd") == 0 || strcmp(word[0], "scan") == 0 ||
                      (strcmp(word[0], "declare") == 0 && strcmp(word[1], "target") != 0) ||
                      (strcmp(word[0], "ordered") == 0 && strcmp(word[1], "simd") == 0);
    if (!heard)
        lint_report(
            at, LINT_FOUND_PRAGMA,
            "\"#%.*s\" would be ignored, for of OpenMP only simd is heard in kernels: the policy of the call says "
            "how iterations run, and reduce adds up",
            TEXT(at));
}

static void through_pointer(int at)
{
    lint_report(at, LINT_FOUND_OTHER,
                "calls through the pointer \"%.*s\", but a function has another address on a GPU: call an SL_FN by its "
                "name",
                TEXT(at));
}

static void host_function(int at, int called)
{
    const int location = lint_is(at, "__errno_location") || lint_is(at, "__error");
    const char *text = location ? "errno" : lint_token[at].text;
    const int length = location ? 5 : lint_token[at].length;
    if (called && !location)
        lint_report(
            at, LINT_FOUND_OTHER,
            "calls \"%.*s\", which only the host has: begin its definition with SL_FN, or take a function of the "
            "guide's list (mathematics, printf, assert, memcpy, memset)",
            length, text);
    else
        lint_report(at, LINT_FOUND_OTHER,
                    "uses \"%.*s\", which only the host has: hand over as an argument what is needed of it", length,
                    text);
}

/* The token behind [...], .x and ->x. */
static int postfix(int at)
{
    for (;;) {
        if (lint_is(at, "["))
            at = lint_skip(at);
        else if ((lint_is(at, ".") || lint_is(at, "->")) && lint_token[at + 1].kind == LINT_WORD)
            at += 2;
        else
            return at;
    }
}

static int is_written(int at)
{
    static const char *const signs[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
    int after = postfix(at + 1);
    while (lint_is(after, ")"))
        after = postfix(after + 1);
    for (size_t s = 0; s < sizeof signs / sizeof *signs; s++)
        if (lint_is(after, signs[s]))
            return 1;
    return lint_is(at - 1, "++") || lint_is(at - 1, "--");
}

/* A name that is not called. */
static void use(int at)
{
    const struct lint_token *t = &lint_token[at];
    switch (lint_lookup(t->name)) {
    case LINT_GLOBAL:
        lint_report(at, LINT_FOUND_OTHER, "%s \"%.*s\", a variable of the host: %s", is_written(at) ? "writes" : "uses",
                    TEXT(at), is_written(at) ? "write to a view, or reduce" : "hand it over as a scalar or a view");
        break;
    case LINT_FIXED:
        lint_report(
            at, LINT_FOUND_OTHER,
            "uses \"%.*s\", a constant that is no single number: only the host has it; hand it over as a table, or "
            "declare it in the function",
            TEXT(at));
        break;
    case LINT_HOST:
        if (lint_on_both_sides(t->text, t->length))
            break;
        host_function(at, 0);
        break;
    case LINT_OWN: host_function(at, 0); break;
    default: break;
    }
}

/* A name before a (. */
static void call(int at)
{
    const struct lint_token *t = &lint_token[at];
    switch (lint_lookup(t->name)) {
    case LINT_ALIAS:
    case LINT_RECORD:
    case LINT_LAMBDA:
    case LINT_BOTH: break;
    case LINT_GLOBAL:
    case LINT_FIXED: use(at); break;
    case LINT_LOCAL:
    case LINT_CONSTANT: through_pointer(at); break;
    case LINT_OWN: host_function(at, 1); break;
    default:
        if (!lint_on_both_sides(t->text, t->length))
            host_function(at, 1);
    }
}

/* Whether a parenthesis (from, to) holds a type: a cast follows. */
static int is_type(int from, int to)
{
    while (from < to && keyword(from) == LINT_SPECIFIER)
        from++;
    switch (keyword(from)) {
    case LINT_TYPE:
    case LINT_CONST:
    case LINT_QUALIFIER:
    case LINT_STRUCT:
    case LINT_ENUM:
    case LINT_TYPEOF:
    case LINT_TYPENAME:
    case LINT_AUTO: return 1;
    case LINT_NAME: break;
    default: return 0;
    }
    enum lint_kind kind = lint_lookup(lint_token[from].name);
    return kind == LINT_UNKNOWN || kind == LINT_ALIAS || kind == LINT_RECORD;
}

/* ( ... ) that is no list of arguments. */
static int parentheses(int at)
{
    const int open = at;
    if (lint_is(at + 1, "{")) { /* a statement that is an expression */
        at = block(at + 1);
        return at + lint_is(at, ")");
    }
    at = expression(at + 1, 0);
    if (!lint_is(at, ")"))
        return at + 1;
    if (lint_is(at + 1, "(") && !is_type(open + 1, at)) {
        if (at == open + 2 && keyword(open + 1) == LINT_NAME && lint_lookup(lint_token[open + 1].name) >= LINT_HOST)
            return at + 1; /* (f)(x): f was looked at */
        if (!(at == open + 2 && lint_lookup(lint_token[open + 1].name) == LINT_LAMBDA))
            through_pointer(lint_is(open + 1, "*") && at > open + 2 ? open + 2 : open + 1);
    }
    return at + 1;
}

/* The arguments of a call, from its (; what it returns may be called in turn. */
static int arguments(int at)
{
    const int name = at - 1;
    at = expression(at + 1, 0);
    at += lint_is(at, ")");
    if (lint_is(at, "("))
        through_pointer(name);
    return at;
}

/* Names and bounds of parameters, from their (. */
static int parameters(int at)
{
    const int end = lint_skip(at);
    for (at++; at < end - 1; at++) {
        struct lint_specifiers s = {0};
        struct lint_declarator d;
        int next = lint_declarator(lint_specifiers(at, &s), &d, 1);
        if (d.name >= 0)
            lint_declare(lint_token[d.name].name, LINT_LOCAL);
        for (at = next; at < end - 1 && !lint_is(at, ",");)
            at = lint_is(at, "(") || lint_is(at, "[") || lint_is(at, "{") ? lint_skip(at) : at + 1;
    }
    return end;
}

/* [captures](parameters) { ... } */
static int lambda(int at)
{
    int next = lint_skip(at);
    lint_push();
    if (lint_is(next, "("))
        next = parameters(next);
    while (lint_token[next].kind != LINT_END && !lint_is(next, "{") && !lint_is(next, ";") && !lint_is(next, ")"))
        next++;
    if (lint_is(next, "{"))
        next = block(next);
    lint_pop();
    return next;
}

/* Whether a value stands before a token, so that [ is an index and not a lambda. */
static int behind_value(int at)
{
    const struct lint_token *t = &lint_token[at - 1];
    if (t->kind == LINT_WORD)
        return t->keyword == LINT_NAME || t->keyword == LINT_VALUE;
    return t->kind == LINT_LITERAL || lint_is(at - 1, ")") || lint_is(at - 1, "]") || lint_is(at - 1, "}");
}

static int brackets(int at)
{
    if (lint_is(at + 1, "["))
        return lint_skip(at); /* [[attribute]] */
    if (!behind_value(at) && !lint_is(at - 1, "{") && !lint_is(at - 1, ","))
        return lambda(at);
    const int open = at;
    at = expression(at + 1, 0);
    at += lint_is(at, "]");
    if (lint_is(at, "("))
        through_pointer(open - 1);
    return at;
}

/* sizeof and the like evaluate nothing. */
static int unevaluated(int at)
{
    if (lint_is(at + 1, "("))
        return lint_skip(at + 1);
    for (at++; lint_is(at, "*") || lint_is(at, "&") || lint_is(at, "...");)
        at++;
    return postfix(lint_is(at, "(") ? lint_skip(at) : at + 1);
}

/* A name that is neither a member nor a keyword. */
static int name(int at)
{
    int after = at + 1;
    if (!is_ours(at) && lint_is(after, "<") && lint_lookup(lint_token[at].name) >= LINT_HOST) {
        int behind = lint_skip_angles(after);
        if (lint_is(behind, "(")) { /* f<double>(x) */
            call(at);
            return arguments(behind);
        }
    }
    if (lint_is(after, "::"))
        return after + 1;
    if (!lint_is(after, "(")) {
        if (!is_ours(at))
            use(at);
        return after;
    }
    if (!is_ours(at))
        call(at);
    return arguments(after);
}

static int member(int at)
{
    if (lint_token[at + 1].kind != LINT_WORD)
        return at + 1;
    if (!lint_is(at + 2, "("))
        return at + 2;
    if (lint_lookup(lint_token[at + 1].name) != LINT_BOTH)
        through_pointer(at + 1);
    return arguments(at + 2);
}

static int word(int at)
{
    switch (keyword(at)) {
    case LINT_SIZEOF:
    case LINT_TYPEOF: return unevaluated(at);
    case LINT_ATTRIBUTE:
    case LINT_ASM: return lint_is(at + 1, "(") ? lint_skip(at + 1) : at + 1;
    case LINT_STRUCT:
    case LINT_ENUM: return at + 2;
    case LINT_CAST: return lint_is(at + 1, "<") ? lint_skip_angles(at + 1) : at + 1;
    case LINT_GENERIC: at = expression(at + 2, 0); return lint_is(at + 1, "(") ? arguments(at + 1) : at + 1;
    case LINT_TYPE: /* int (*)(int) */
        return lint_is(at + 1, "(") && lint_is(at + 2, "*") ? lint_skip(lint_skip(at + 1)) : at + 1;
    case LINT_NAME: return name(at);
    default: return at + 1;
    }
}

static int expression(int at, int stops)
{
    for (int questions = 0; lint_token[at].kind != LINT_END;) {
        if (lint_token[at].kind == LINT_PRAGMA) {
            pragma(at++);
        } else if (lint_token[at].kind == LINT_WORD) {
            at = word(at);
        } else if (lint_is(at, ";") || lint_is(at, ")") || lint_is(at, "]") || lint_is(at, "}")) {
            return at;
        } else if (lint_is(at, "(")) {
            at = parentheses(at);
        } else if (lint_is(at, "[")) {
            at = brackets(at);
        } else if (lint_is(at, "{")) {
            at = expression(at + 1, 0);
            at += lint_is(at, "}") || lint_is(at, ";");
        } else if (lint_is(at, ".") || lint_is(at, "->")) {
            at = member(at);
        } else if ((stops & TO_COMMA) && lint_is(at, ",")) {
            return at;
        } else if ((stops & TO_COLON) && lint_is(at, ":") && questions-- == 0) {
            return at;
        } else {
            questions += lint_is(at, "?");
            at++;
        }
    }
    return at;
}

int lint_constant(int from, int to)
{
    while (from < to) {
        if (keyword(from) == LINT_SIZEOF) {
            from = unevaluated(from);
            continue;
        }
        if (lint_is(from, ".") || lint_is(from, "->"))
            return 0;
        if (keyword(from) == LINT_NAME) {
            enum lint_kind kind = lint_lookup(lint_token[from].name);
            if (kind == LINT_LOCAL || kind == LINT_LAMBDA || kind == LINT_GLOBAL || kind == LINT_FIXED ||
                kind >= LINT_HOST)
                return 0;
        }
        from++;
    }
    return 1;
}

int lint_bound(int at, int name)
{
    const int end = lint_skip(at);
    if (!lint_constant(at + 1, end - 1))
        lint_report(name >= 0 ? name : at, LINT_FOUND_OTHER,
                    "\"%.*s\" is an array of variable length, which neither CUDA nor C++ has: give it a constant "
                    "length, or take a view's memory",
                    TEXT(name >= 0 ? name : at));
    expression(at + 1, 0);
    return end;
}

/* ---- declarations and statements --------------------------------------------------------------------------- */

/* One variable of a function. */
static int variable(int at, const struct lint_specifiers *s, const struct lint_declarator *d)
{
    const int fixed = d->pointer ? d->is_const : s->is_const || d->is_const;
    const int n = lint_token[d->name].name, from = at + lint_is(at, "=");
    enum lint_kind kind = LINT_LOCAL;
    if ((s->is_static && !fixed) || s->is_thread) {
        if (!is_ours(d->name))
            lint_report(
                d->name, LINT_FOUND_OTHER,
                "\"%.*s\" is a static variable, which each GPU has by itself and no iteration may rely on: take "
                "a view",
                TEXT(d->name));
    } else if (s->is_extern) {
        kind = LINT_GLOBAL;
    } else if (lint_is(at, "=") && lint_is(from, "[")) {
        kind = LINT_LAMBDA;
    }
    lint_declare(n, kind);
    if (lint_is(at, "=") || lint_is(at, "{"))
        at = expression(from, TO_COMMA | TO_COLON);
    if (kind == LINT_LOCAL && fixed && !d->pointer && !d->array && at > from && lint_constant(from, at))
        lint_declare(n, LINT_CONSTANT);
    return at;
}

/* T x(a) defines a variable in C++, T f(int) declares a function. */
static int is_prototype(int parameters)
{
    return lint_is(parameters + 1, ")") ||
           (is_type(parameters + 1, lint_skip(parameters) - 1) && lint_token[parameters + 1].kind == LINT_WORD);
}

/* A declaration, to the sign that ends it. */
static int declarations(int at)
{
    struct lint_specifiers s = {0};
    at = lint_specifiers(at, &s);
    for (;;) {
        struct lint_declarator d;
        int before = at;
        if (lint_is(at, "[")) { /* auto [a, b] = ... */
            for (int end = lint_skip(at); at < end; at++)
                if (keyword(at) == LINT_NAME)
                    lint_declare(lint_token[at].name, LINT_LOCAL);
            return expression(at, TO_COLON);
        }
        at = lint_declarator(at, &d, 1);
        if (d.name < 0)
            return expression(at > before ? at : before, TO_COLON);
        if (s.is_typedef) {
            lint_declare(lint_token[d.name].name, LINT_ALIAS);
        } else if (d.parameters >= 0 && is_prototype(d.parameters)) {
            if (lint_lookup(lint_token[d.name].name) < LINT_HOST)
                lint_declare(lint_token[d.name].name, LINT_HOST);
        } else {
            if (d.parameters >= 0)
                expression(d.parameters + 1, 0);
            at = variable(at, &s, &d);
        }
        if (!lint_is(at, ","))
            return at;
        at++;
    }
}

static int is_declaration(int at)
{
    switch (keyword(at)) {
    case LINT_TYPE: return !lint_is(at + 1, "(") || lint_is(at + 2, "*");
    case LINT_AUTO:
    case LINT_CONST:
    case LINT_QUALIFIER:
    case LINT_SPECIFIER:
    case LINT_CONSTEXPR:
    case LINT_STATIC:
    case LINT_EXTERN:
    case LINT_THREAD:
    case LINT_TYPEDEF:
    case LINT_STRUCT:
    case LINT_ENUM:
    case LINT_TYPEOF:
    case LINT_TYPENAME:
    case LINT_ATTRIBUTE: return 1;
    case LINT_NAME: break;
    default: return lint_is(at, "::") || (lint_is(at, "[") && lint_is(at + 1, "["));
    }
    const enum lint_kind kind = lint_lookup(lint_token[at].name);
    int next = at;
    for (;;) { /* a::b<c>::d */
        next = lint_is(next + 1, "<") ? lint_skip_angles(next + 1) : next + 1;
        if (!lint_is(next, "::"))
            break;
        next++;
    }
    if (keyword(next) == LINT_NAME)
        return 1;
    if (kind >= LINT_LOCAL && next == at + 1)
        return 0;
    const int star = next;
    while (lint_is(next, "*") || lint_is(next, "&") || lint_is(next, "&&") || keyword(next) == LINT_CONST ||
           keyword(next) == LINT_QUALIFIER)
        next++;
    if (lint_is(next, "(") && lint_is(next + 1, "*")) /* T (*f)(...) */
        return kind == LINT_ALIAS || kind == LINT_RECORD;
    return next > star && keyword(next) == LINT_NAME;
}

static int declaration_or_expression(int at)
{
    return is_declaration(at) ? declarations(at) : expression(at, TO_COLON);
}

/* if (...) and for (...), with what they declare, and their statement. */
static int with_header(int at)
{
    while (lint_token[at].kind != LINT_END && !lint_is(at, "("))
        at++;
    lint_push();
    at = declaration_or_expression(at + 1);
    while (lint_is(at, ";") || lint_is(at, ":"))
        at = declaration_or_expression(at + 1);
    at = statement(at + lint_is(at, ")"));
    if (keyword(at) == LINT_ELSE)
        at = statement(at + 1);
    lint_pop();
    return at;
}

static int to_semicolon(int at)
{
    at = expression(at, 0);
    return lint_is(at, "}") ? at : at + 1;
}

static int statement(int at)
{
    if (lint_token[at].kind == LINT_PRAGMA) {
        pragma(at);
        return at + 1;
    }
    if (lint_is(at, "{"))
        return block(at);
    if (keyword(at) == LINT_NAME && lint_is(at + 1, ":"))
        return at + 2;
    switch (keyword(at)) {
    case LINT_IF:
    case LINT_FOR: return with_header(at);
    case LINT_ELSE:
    case LINT_DO: return statement(at + 1);
    case LINT_CASE: at = expression(at + 1, TO_COLON); return at + lint_is(at, ":");
    case LINT_DEFAULT: return at + 1 + lint_is(at + 1, ":");
    case LINT_GOTO: return keyword(at + 1) == LINT_NAME ? at + 3 : at + 2;
    case LINT_RETURN: return to_semicolon(at + 1);
    case LINT_ASM:
    case LINT_ASSERT:
    case LINT_NAMESPACE:
    case LINT_USING:
        if (keyword(at) == LINT_USING && lint_is(at + 2, "="))
            lint_declare(lint_token[at + 1].name, LINT_ALIAS);
        while (lint_token[at].kind != LINT_END && !lint_is(at, ";"))
            at++;
        return at + 1;
    default: break;
    }
    at = is_declaration(at) ? declarations(at) : expression(at, 0);
    if (lint_is(at, "}") || lint_token[at].kind == LINT_END)
        return at;
    return at + 1;
}

static int block(int at)
{
    lint_push();
    for (at++; lint_token[at].kind != LINT_END && !lint_is(at, "}");)
        at = statement(at);
    lint_pop();
    return lint_token[at].kind == LINT_END ? at : at + 1;
}

/* Of a nest, whose parameters say sl__lambdas_)[(N) > 0 ...]: each lambda has a block, if (sl__lambda_ == (N)). */
static void lambdas(int function, int list, int body)
{
    int count = 0, end = lint_skip(list), last = lint_skip(body);
    for (int at = list; at < end; at++)
        if (lint_is(at, "sl__lambdas_") && lint_is(at + 3, "(") && lint_is(at + 4, "("))
            count = (int)strtol(lint_token[at + 5].text, NULL, 0);
    for (int n = 0; n < count && n < MOST_LAMBDAS; n++) {
        int there = 0;
        for (int at = body; at < last && !there; at++)
            if (lint_is(at, "sl__lambda_") && lint_is(at + 1, "==")) /* what is no number may be any of them */
                there = lint_token[at + 3].kind != LINT_LITERAL || strtol(lint_token[at + 3].text, NULL, 0) == n;
        if (!there)
            lint_report(function, LINT_FOUND_PRAGMA, "lambdas(%d): SL_LAMBDA(%d) is missing", count, n);
    }
}

int lint_function(int function, int list, int body)
{
    if (is_ours(function)) /* of Starloop's headers, which have another text for nvcc */
        return lint_skip(body);
    lint_inside = function;
    lint_push();
    parameters(list);
    lambdas(function, list, body);
    int end = block(body);
    lint_pop();
    lint_inside = -1;
    return end;
}
