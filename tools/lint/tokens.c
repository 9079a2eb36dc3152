/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lint.h"

enum { HASH = 1 << 14, FILES = 1 << 16 };

struct lint_token *lint_token;
static int count, capacity;

struct file {
    char *name;
    int is_system;
};
static struct file *file;
static int files;

/* The files that have included each other, down to the one that is being read: whether each is the kernel file. */
static struct {
    const char *of, *begin; /* as lint_tokens */
    int depth;
    unsigned char own[256];
} within;

struct name {
    const char *text;
    int length, next, keyword;
};
static struct name *name;
static int names, name_capacity, bucket[HASH];

static const struct {
    enum lint_keyword keyword;
    int cxx; /* in C++ only */
    const char *words;
} keywords[] = {
    {LINT_TYPE, 0,
     "void char short int long float double signed unsigned _Bool _Complex __signed__ __int128 _Float16 "
     "_Float32 _Float64 _Float128 _Float32x _Float64x __float128 __builtin_va_list"},
    {LINT_TYPE, 1, "bool wchar_t char16_t char32_t"},
    {LINT_AUTO, 0, "auto __auto_type"},
    {LINT_CONST, 0, "const __const __const__"},
    {LINT_QUALIFIER, 0, "volatile restrict __restrict __restrict__ __volatile__ __volatile _Atomic"},
    {LINT_SPECIFIER, 0, "inline __inline __inline__ register __extension__ _Noreturn"},
    {LINT_SPECIFIER, 1, "virtual explicit friend mutable"},
    {LINT_CONSTEXPR, 1, "constexpr constinit consteval"},
    {LINT_STATIC, 0, "static"},
    {LINT_EXTERN, 0, "extern"},
    {LINT_THREAD, 0, "_Thread_local __thread"},
    {LINT_THREAD, 1, "thread_local"},
    {LINT_TYPEDEF, 0, "typedef"},
    {LINT_STRUCT, 0, "struct union"},
    {LINT_STRUCT, 1, "class"},
    {LINT_ENUM, 0, "enum"},
    {LINT_TYPEOF, 0, "typeof __typeof __typeof__"},
    {LINT_TYPEOF, 1, "decltype"},
    {LINT_ATTRIBUTE, 0, "__attribute__ __attribute __declspec _Alignas"},
    {LINT_ATTRIBUTE, 1, "alignas"},
    {LINT_SIZEOF, 0, "sizeof _Alignof __alignof__ __alignof __builtin_offsetof __builtin_types_compatible_p"},
    {LINT_SIZEOF, 1, "alignof noexcept typeid"},
    {LINT_GENERIC, 0, "_Generic"},
    {LINT_ASM, 0, "asm __asm__ __asm"},
    {LINT_ASSERT, 0, "_Static_assert"},
    {LINT_ASSERT, 1, "static_assert"},
    {LINT_IF, 0, "if while switch"},
    {LINT_FOR, 0, "for"},
    {LINT_DO, 0, "do"},
    {LINT_DO, 1, "try"},
    {LINT_ELSE, 0, "else"},
    {LINT_CASE, 0, "case"},
    {LINT_DEFAULT, 0, "default"},
    {LINT_GOTO, 0, "goto break continue"},
    {LINT_RETURN, 0, "return"},
    {LINT_OPERATOR, 1, "and or not xor bitand bitor compl and_eq or_eq xor_eq not_eq new delete throw"},
    {LINT_CAST, 1, "static_cast reinterpret_cast const_cast dynamic_cast"},
    {LINT_VALUE, 0, "__func__ __FUNCTION__ __PRETTY_FUNCTION__"},
    {LINT_VALUE, 1, "this true false nullptr"},
    {LINT_NAMESPACE, 1, "namespace"},
    {LINT_TEMPLATE, 1, "template"},
    {LINT_TYPENAME, 1, "typename"},
    {LINT_USING, 1, "using"},
    {LINT_FUNCTION, 1, "operator"},
    {LINT_ACCESS, 1, "public private protected"},
    {LINT_FN, 0, "sl__lint_fn"}};

static void *grown(void *array, int *room, size_t size)
{
    *room = *room ? 2 * *room : 1024;
    array = realloc(array, (size_t)*room * size);
    if (!array) {
        fprintf(stderr, "starloop-cc: no memory to look at the kernel file\n");
        exit(2);
    }
    return array;
}

int lint_intern(const char *text, int length)
{
    unsigned hash = 5381;
    for (int i = 0; i < length; i++)
        hash = hash * 33 ^ (unsigned char)text[i];
    int *first = &bucket[hash % HASH];
    for (int n = *first; n; n = name[n].next)
        if (name[n].length == length && memcmp(name[n].text, text, (size_t)length) == 0)
            return n;
    if (names + 2 > name_capacity)
        name = grown(name, &name_capacity, sizeof *name);
    name[++names] = (struct name){text, length, *first, LINT_NAME};
    return *first = names;
}

static void intern_keywords(int cxx)
{
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
        for (const char *word = keywords[k].words; *word && cxx >= keywords[k].cxx;) {
            int length = (int)strcspn(word, " ");
            int number = lint_intern(word, length);
            name[number].keyword = keywords[k].keyword;
            word += length + (word[length] == ' ');
        }
}

int lint_is_system(int f)
{
    return file[f].is_system;
}

const char *lint_file(int f)
{
    return f < files ? file[f].name : "";
}

/* The flags of a line marker behind the file's name: 1, a file begins; 2, it has ended, and this one goes on. Macros of
 * a header change the name alone. */
static void enter_or_leave(const char *flags, const char *end, int f)
{
    const int most = (int)sizeof within.own - 1;
    if (!within.of || end - flags < 2)
        return;
    if (flags[1] == '1') {
        within.depth += within.depth < most;
        within.own[within.depth] = *within.of && strcmp(file[f].name, within.of) == 0;
    } else if (flags[1] == '2') {
        within.depth -= within.depth > 0;
    }
}

/* A line marker: # 12 "file" flags, of which 3 is a header of the system's. @return the file's number */
static int marker(const char *text, const char *end, int *line)
{
    const char *quote = memchr(text, '"', (size_t)(end - text)), *last = quote ? quote + 1 : NULL;
    *line = atoi(text + 1 + strspn(text + 1, " line"));
    if (!quote)
        return -1;
    for (const char *c = quote + 1; c < end && *c != '"'; c++)
        last = c + 1;
    int length = (int)(last - quote - 1);
    for (int f = files - 1; f >= 0; f--)
        if ((int)strlen(file[f].name) == length && memcmp(file[f].name, quote + 1, (size_t)length) == 0) {
            enter_or_leave(last + 1, end, f);
            return f;
        }
    if (files % 64 == 0 && !(file = realloc(file, (size_t)(files + 64) * sizeof *file)))
        exit(2);
    int system = 0;
    for (const char *c = last; c < end; c++)
        system |= *c == '3';
    file[files] = (struct file){strndup(quote + 1, (size_t)length), system};
    enter_or_leave(last + 1, end, files);
    return files < FILES - 1 ? files++ : 0;
}

static void add(enum lint_token_kind kind, const char *text, const char *end, int line, int f)
{
    if (count == capacity)
        lint_token = grown(lint_token, &capacity, sizeof *lint_token);
    struct lint_token *t = &lint_token[count++];
    *t = (struct lint_token){.text = text,
                             .length = (int)(end - text),
                             .line = line,
                             .file = (unsigned short)f,
                             .kind = (unsigned char)kind,
                             .own = within.own[within.depth],
                             .space = text > within.begin && isspace((unsigned char)text[-1])};
    if (kind == LINT_WORD) {
        t->name = lint_intern(text, t->length);
        t->keyword = (unsigned char)name[t->name].keyword;
    }
}

static const char *quoted(const char *c, const char *end)
{
    const char quote = *c++;
    while (c < end && *c != quote && *c != '\n')
        c += *c == '\\' ? 2 : 1;
    return c < end ? c + 1 : end;
}

/* R"x( ... )x" */
static const char *raw_string(const char *c, const char *end, int *line)
{
    const char *open = memchr(c, '(', (size_t)(end - c));
    if (!open)
        return end;
    int length = (int)(open - c - 1);
    for (const char *at = open; at < end; at++) {
        *line += *at == '\n';
        if (*at == ')' && at + length + 1 < end && memcmp(at + 1, c + 1, (size_t)length) == 0 && at[length + 1] == '"')
            return at + length + 2;
    }
    return end;
}

/* Signs of several characters, of which only some matter. */
static int sign_length(const char *c)
{
    static const char *const signs[] = {"...", "<<=", ">>=", "->*", "::", "->", "++", "--", "+=", "-=", "*=",
                                        "/=",  "%=",  "&=",  "|=",  "^=", "==", "!=", "<=", ">=", "&&", "||"};
    for (size_t s = 0; s < sizeof signs / sizeof *signs; s++)
        if (strncmp(c, signs[s], strlen(signs[s])) == 0)
            return (int)strlen(signs[s]);
    return 1;
}

/* A line that begins with #. @return its end */
static const char *directive(const char *c, const char *end, int *line, int *f)
{
    const char *stop = memchr(c, '\n', (size_t)(end - c)), *word = c + 1;
    stop = stop ? stop : end;
    while (word < stop && isblank((unsigned char)*word))
        word++;
    if (stop - word > 6 && strncmp(word, "pragma", 6) == 0) {
        add(LINT_PRAGMA, word, stop, *line, *f);
    } else if (within.of && *file[*f].name != '<' &&
               (strncmp(word, "include", 7) == 0 || strncmp(word, "define", 6) == 0 ||
                strncmp(word, "undef", 5) == 0)) {
        add(LINT_DIRECTIVE, word, stop, *line, *f);
    } else if (isdigit((unsigned char)*word) || strncmp(word, "line", 4) == 0) {
        int got = marker(c, stop, line);
        *f = got >= 0 ? got : *f;
        --*line; /* the line's end counts it */
    }
    return stop;
}

static const char *comment(const char *c, const char *end, int *line)
{
    if (c[1] == '/')
        return (c = memchr(c, '\n', (size_t)(end - c))) ? c : end;
    for (c += 2; c < end && !(c[0] == '*' && c[1] == '/'); c++)
        *line += *c == '\n';
    return c < end ? c + 2 : end;
}

static int is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 128;
}

/* A word, or the prefix of a literal. */
static const char *word(const char *c, const char *end, int *line, int f)
{
    const char *stop = c;
    while (is_letter(*stop))
        stop++;
    if (*stop == '"' && stop[-1] == 'R') {
        int first = *line;
        stop = raw_string(stop, end, line);
        add(LINT_LITERAL, c, stop, first, f);
    } else if ((*stop == '"' || *stop == '\'') && stop - c <= 2 && strchr("uUL8", *c)) {
        stop = quoted(stop, end);
        add(LINT_LITERAL, c, stop, *line, f);
    } else {
        add(LINT_WORD, c, stop, *line, f);
    }
    return stop;
}

static const char *number(const char *c, int cxx)
{
    while (is_letter(*c) || *c == '.' || ((*c == '+' || *c == '-') && strchr("eEpP", c[-1])) ||
           (cxx && *c == '\'' && is_letter(c[1])))
        c++;
    return c;
}

int lint_tokens(char *text, size_t length, int cxx, const char *of)
{
    const char *end = text + length;
    int line = 1, f = 0, fresh = 1;
    within.of = of;
    within.begin = text;
    within.own[0] = of && !*of;
    intern_keywords(cxx);
    f = marker("# 1 \"\"", "# 1 \"\"" + 6, &line);
    for (const char *c = text, *stop; c < end; c = stop) {
        stop = c + 1;
        if (*c == '\n') {
            line++;
            fresh = 1;
            continue;
        }
        if (isspace((unsigned char)*c))
            continue;
        if (*c == '#' && fresh) {
            stop = directive(c, end, &line, &f);
        } else if (*c == '/' && (c[1] == '/' || c[1] == '*')) {
            stop = comment(c, end, &line);
        } else if (*c == '"' || *c == '\'') {
            add(LINT_LITERAL, c, stop = quoted(c, end), line, f);
        } else if (isdigit((unsigned char)*c) || (*c == '.' && isdigit((unsigned char)c[1]))) {
            add(LINT_LITERAL, c, stop = number(c, cxx), line, f);
        } else if (is_letter(*c)) {
            stop = word(c, end, &line, f);
        } else {
            add(LINT_SIGN, c, stop = c + sign_length(c), line, f);
        }
        fresh = 0;
    }
    add(LINT_END, end, end, line, f);
    return count;
}

int lint_is(int at, const char *text)
{
    const struct lint_token *t = &lint_token[at];
    size_t length = strlen(text);
    return (t->kind == LINT_SIGN || t->kind == LINT_WORD) && (size_t)t->length == length &&
           memcmp(t->text, text, length) == 0;
}

int lint_skip(int at)
{
    int depth = 0;
    for (; lint_token[at].kind != LINT_END; at++) {
        const struct lint_token *t = &lint_token[at];
        if (t->kind != LINT_SIGN || t->length != 1)
            continue;
        if (strchr("([{", *t->text))
            depth++;
        else if (strchr(")]}", *t->text) && --depth <= 0)
            return at + 1;
    }
    return at;
}

int lint_skip_angles(int at)
{
    int depth = 0, next = at;
    while (lint_token[next].kind != LINT_END && !lint_is(next, ";") && !lint_is(next, "{")) {
        if (lint_is(next, "(") || lint_is(next, "[")) {
            next = lint_skip(next);
            continue;
        }
        if (lint_is(next, ")") || lint_is(next, "]"))
            return at;
        depth += lint_is(next, "<") - lint_is(next, ">");
        next++;
        if (depth == 0)
            return next;
    }
    return at;
}
