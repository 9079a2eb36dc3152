/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints tokens as indented C: a statement a line, and long ones on several. Of the tokens none is left out or changed,
 * so that a text that is none of what is expected here is only laid out less well. */
#include <stdio.h>
#include <string.h>

#include "lint.h"

enum { WIDTH = 110, TAB = 4, DEEPEST = 3 /* further levels of a line by the brackets that it stands in */ };

static int muted, column, lines, last_line; /* column: 0 where no line is begun */

static int statement(int at, int level);

static int is_sign(int at, char sign)
{
    const struct lint_token *t = &lint_token[at];
    return t->kind == LINT_SIGN && t->length == 1 && *t->text == sign;
}

static int is_directive(int at)
{
    return lint_token[at].kind == LINT_PRAGMA || lint_token[at].kind == LINT_DIRECTIVE;
}

/* 1 at a bracket that opens, -1 at one that closes. */
static int turn(int at)
{
    const struct lint_token *t = &lint_token[at];
    if (t->kind != LINT_SIGN || t->length != 1)
        return 0;
    return strchr("([{", *t->text) ? 1 : strchr(")]}", *t->text) ? -1 : 0;
}

/* ---- lines ---- */

static void put(const char *text, int length)
{
    column += length;
    if (!muted)
        printf("%.*s", length, text);
}

static void end_line(void)
{
    if (column > 0) {
        if (!muted)
            putchar('\n');
        lines++;
    }
    column = 0;
}

static void begin_line(int level)
{
    end_line();
    if (!muted)
        printf("%*s", TAB * level, "");
    column = TAB * level;
}

/* ---- a statement on several lines ---- */

static int has_space(int before, int at)
{
    if (is_sign(before, '(') || is_sign(before, '[') || is_sign(at, ';') || is_sign(at, ',') || is_sign(at, ')') ||
        is_sign(at, ']'))
        return 0;
    return is_sign(before, ',') || is_sign(before, ';') || lint_is(before, "&&") || lint_is(before, "||") ||
           lint_token[at].space;
}

/* Of the signs with = those that assign. */
static int is_assignment(int at)
{
    const struct lint_token *t = &lint_token[at];
    return t->kind == LINT_SIGN && t->text[t->length - 1] == '=' && (t->length == 1 || !strchr("=!<>", *t->text));
}

/* How bad a new line in front of a token is, less is better, -1 where there is none: outside of as many brackets as can
 * be, and rather behind a comma than before an operator. */
static int badness(int at, int depth)
{
    static const char *const operators[] = {"?", "&&", "||", "+", "-", "|", ":"};
    if (is_sign(at - 1, ',') || is_sign(at - 1, ';'))
        return 3 * depth;
    if (lint_token[at].kind == LINT_LITERAL && lint_token[at - 1].kind == LINT_LITERAL)
        return 3 * depth + 1;
    for (size_t o = 0; o < sizeof operators / sizeof *operators; o++)
        if (lint_token[at].space && lint_is(at, operators[o]) && !is_sign(at - 1, '('))
            return 3 * depth + 1;
    if (is_assignment(at - 1) || (is_sign(at - 1, '(') && !is_sign(at, ')')))
        return 3 * depth + 2;
    return -1;
}

/* Rows of a table have lines of their own. */
static int begins_row(int from, int at)
{
    return is_sign(at, '{') && at - 2 >= from &&
           ((is_sign(at - 1, '{') && is_sign(at - 2, '=')) || (is_sign(at - 1, ',') && is_sign(at - 2, '}')));
}

/* The token in front of which the line that begins at `at` ends. */
static int line_end(int from, int at, int to, int room, int *depth)
{
    int best = to, least = -1, behind = *depth;
    for (int k = at, width = 0, d = *depth; k < to; k++) {
        int bad = k > at ? badness(k, d < 0 ? 0 : d) : -1;
        if (k > at && d == 1 && begins_row(from, k)) {
            best = k;
            behind = d;
            break;
        }
        if (bad >= 0 && (width <= room || least < 0)) {
            bad += width < room / 5 ? 1000 : 0;
            if (least < 0 || bad <= least) {
                best = k;
                least = bad;
                behind = d;
            }
        }
        width += lint_token[k].length + (k > at && has_space(k - 1, k));
        d += turn(k);
        if (width > room && least >= 0)
            break;
        if (width <= room && k == to - 1) {
            best = to;
            behind = d;
        }
    }
    *depth = behind;
    return best;
}

static void put_tokens(int from, int to)
{
    for (int at = from; at < to; at++) {
        if (at > from && has_space(at - 1, at))
            put(" ", 1);
        put(lint_token[at].text, lint_token[at].length);
    }
}

static int fits(int from, int to, int room)
{
    for (int at = from; at < to && room >= 0; at++)
        room -= lint_token[at].length + has_space(at > from ? at - 1 : at, at);
    return room >= 0;
}

/* Tokens of a statement, on a line that is begun, which the last one leaves open. */
static void fill(int from, int to, int level)
{
    if (fits(from, to, WIDTH - column)) {
        put_tokens(from, to);
        return;
    }
    for (int at = from, depth = 0, end; at < to; at = end) {
        end = line_end(from, at, to, WIDTH - column, &depth);
        put_tokens(at, end);
        const int within = depth - 1 < DEEPEST ? depth - 1 : DEEPEST;
        if (end < to)
            begin_line(level + 1 + (within > 0 ? within : 0));
    }
}

/* ---- statements ---- */

static void directive(int at, int level)
{
    const struct lint_token *t = &lint_token[at];
    int length = t->length;
    if (t->kind == LINT_PRAGMA)
        begin_line(level);
    else
        end_line();
    for (int c = 0; c + 1 < length && t->kind == LINT_DIRECTIVE && strncmp(t->text, "include", 7) == 0; c++)
        if (t->text[c] == '/' && t->text[c + 1] == '*') /* clang says there which option printed it */
            length = c;
    while (length > 0 && strchr(" \t\r", t->text[length - 1]))
        length--;
    put("#", 1);
    put(t->text, length);
    end_line();
}

/* Statements, down to the } of their block. @return the token behind it; the line stays open */
static int block(int at, int level)
{
    while (lint_token[at].kind != LINT_END && !is_sign(at, '}'))
        at = statement(at, level + 1);
    begin_line(level);
    if (is_sign(at, '}')) {
        put("}", 1);
        at++;
    }
    return at;
}

/* Whether a { in a statement holds statements or declarations, and no values. */
static int is_block(int at)
{
    if (is_sign(at - 1, '('))
        return 1;
    if (is_sign(at - 1, '=') || is_sign(at - 1, ',') || is_sign(at - 1, '{') || is_sign(at + 1, '}'))
        return is_sign(at - 1, ')');
    for (int k = at, depth = 0; lint_token[k].kind != LINT_END; k++) {
        const unsigned char word = lint_token[k].keyword;
        if (depth == 1 && (is_sign(k, ';') || is_directive(k)))
            return 1;
        if (lint_token[k].kind == LINT_WORD && (word == LINT_IF || word == LINT_FOR || word == LINT_DO))
            return 1;
        depth += turn(k);
        if (depth == 0)
            break;
    }
    return 0;
}

/* ( ... ) behind the word of a control statement. @return the token behind it */
static int head(int at, int level)
{
    int open = at + 1;
    while (lint_token[open].kind == LINT_WORD)
        open++; /* if constexpr */
    const int behind = is_sign(open, '(') ? lint_skip(open) : open;
    fill(at, behind, level);
    return behind;
}

/* What a control statement runs. The line of a } stays open. */
static int body(int at, int level)
{
    if (is_sign(at, '{')) {
        put(" {", 2);
        return block(at + 1, level);
    }
    end_line();
    return statement(at, level + 1);
}

static int control(int at, int level)
{
    const int is_if = lint_is(at, "if"), is_do = lint_token[at].keyword == LINT_DO;
    if (is_do) {
        put(lint_token[at].text, lint_token[at].length);
        at = body(at + 1, level);
    } else {
        at = body(head(at, level), level);
    }
    if ((is_if && lint_is(at, "else")) || (is_do && lint_is(at, "while"))) {
        if (column > 0)
            put(" ", 1);
        else
            begin_line(level);
    }
    if (is_do && lint_is(at, "while")) {
        at = head(at, level);
        if (is_sign(at, ';'))
            put(";", 1), at++;
    } else if (is_if && lint_is(at, "else")) {
        put("else", 4);
        if (!lint_is(at + 1, "if"))
            return body(at + 1, level);
        put(" ", 1);
        return control(at + 1, level);
    }
    return at;
}

/* case x:, default:, name:. @return the token behind it, or `at` */
static int label(int at)
{
    int end = at + 1;
    const unsigned char word = lint_token[at].keyword;
    if (lint_token[at].kind != LINT_WORD)
        return at;
    if (word == LINT_CASE)
        for (int choices = 0; !is_sign(end, ';') && lint_token[end].kind != LINT_END;) {
            if (is_sign(end, ':') && choices-- == 0)
                break;
            choices += is_sign(end, '?');
            end = turn(end) > 0 ? lint_skip(end) : end + 1;
        }
    return is_sign(end, ':') ? end + 1 : at;
}

/* Whether the { of a block behind [from, at) is that of a function, whose } ends the declaration. */
static int is_function(int from, int at)
{
    int depth = 0, parameters = 0;
    for (int k = from; k < at; k++) {
        if (depth == 0 && is_sign(k, '='))
            return 0;
        if (depth == 0 && lint_token[k].keyword == LINT_ATTRIBUTE && is_sign(k + 1, '(')) {
            k = lint_skip(k + 1) - 1;
            continue;
        }
        depth += turn(k);
        parameters |= depth == 0 && is_sign(k, ')');
    }
    return depth == 0 && parameters;
}

static int is_type(int from, int at)
{
    for (int k = from; k < at; k++)
        if (lint_token[k].kind == LINT_WORD &&
            (lint_token[k].keyword == LINT_STRUCT || lint_token[k].keyword == LINT_ENUM))
            return 1;
    return 0;
}

/* A declaration or expression, to its ; or the } of its block. */
static int plain(int at, int level)
{
    const int first = at;
    int from = at, depth = 0;
    for (; lint_token[at].kind != LINT_END; at++) {
        if (is_directive(at)) {
            fill(from, at, level);
            for (from = at; is_directive(from); from++)
                directive(from, level);
            begin_line(level + 1);
            at = from - 1;
            continue;
        }
        if (depth == 0 && is_sign(at, '}')) {
            at += at == first; /* one too many */
            break;
        }
        if (is_sign(at, '{') && is_block(at)) {
            const int function = is_function(from, at), type = is_type(from, at);
            fill(from, at, level);
            if (function && level == 0)
                begin_line(0);
            else if (at > from && !is_sign(at - 1, '('))
                put(" ", 1);
            put("{", 1);
            from = at = block(at + 1, level);
            if (depth == 0 && (function || (!type && !is_sign(at, ';'))))
                return at;
            if (lint_token[at].kind == LINT_END)
                break;
            if (has_space(at - 1, at))
                put(" ", 1);
            if (is_sign(at, ';') && depth == 0) {
                put(";", 1);
                return at + 1;
            }
        }
        depth += turn(at);
        if (depth <= 0 && is_sign(at, ';')) {
            at++;
            break;
        }
    }
    fill(from, at, level);
    return at;
}

static int statement(int at, int level)
{
    for (int next; is_directive(at) || (next = label(at)) > at;) {
        if (is_directive(at)) {
            directive(at++, level);
            if (level == 0 || is_sign(at, '}'))
                return at;
            continue;
        }
        begin_line(level > 0 ? level - 1 : 0);
        put_tokens(at, next);
        end_line();
        at = next;
        if (is_sign(at, '}'))
            return at;
    }
    if (lint_token[at].kind == LINT_END)
        return at;
    const unsigned char word = lint_token[at].kind == LINT_WORD ? lint_token[at].keyword : LINT_NAME;
    begin_line(level);
    if (is_sign(at, '{')) {
        put("{", 1);
        at = block(at + 1, level);
    } else if (word == LINT_IF || word == LINT_FOR || word == LINT_DO) {
        at = control(at, level);
    } else {
        at = plain(at, level);
    }
    end_line();
    return at;
}

int lint_layout(int at, int silent)
{
    static int before = -1;
    muted = 1;
    lines = column = 0;
    const int line = lint_token[at].line, behind = statement(at, 0), several = lines > 1;
    if (!silent) {
        muted = 0;
        if (before >= 0 && (several || before || is_directive(at) != is_directive(at - 1)))
            putchar('\n');
        if (!is_directive(at) && line != last_line)
            printf("/* line %d */\n", line);
        last_line = line;
        statement(at, 0);
        before = several;
    }
    return behind;
}
