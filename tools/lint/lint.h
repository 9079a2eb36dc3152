/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief starloop-lint: what CUDA would refuse in the bodies and SL_FN functions of a preprocessed kernel file; and
 *  what its kernels expand to, as C that can be read.
 *
 * The text comes from the preprocessor with SL__LINT defined: a kernel is then the function NAME__body_ with its body,
 * and SL_FN begins with the word sl__lint_fn. `tokens.c` cuts it into tokens, `names.c` knows what a name stands for
 * where, `outer.c` reads declarations at file scope, `inner.c` the statements of functions that run on a GPU.
 * To be expanded it comes without SL__LINT: `expand.c` chooses what stands in the file itself, `layout.c` prints it.
 */
#ifndef STARLOOP_LINT_H
#define STARLOOP_LINT_H

#include <stddef.h>

/** Kinds of tokens. */
enum lint_token_kind {
    LINT_WORD,
    LINT_LITERAL,
    LINT_SIGN,
    LINT_PRAGMA,    /* the line behind its # */
    LINT_DIRECTIVE, /* the same of include, define and undef, where they are asked for */
    LINT_END
};

/** Words that mean something to a reader of declarations and statements. */
enum lint_keyword {
    LINT_NAME, /* none of them */
    LINT_TYPE, /* int, double, ... */
    LINT_AUTO,
    LINT_CONST,
    LINT_QUALIFIER, /* of a type, beside const */
    LINT_SPECIFIER, /* inline, ...: no more than a place in a declaration */
    LINT_CONSTEXPR,
    LINT_STATIC,
    LINT_EXTERN,
    LINT_THREAD,
    LINT_TYPEDEF,
    LINT_STRUCT,
    LINT_ENUM,
    LINT_TYPEOF, /* with parentheses, whose contents are not evaluated: typeof, decltype, _Alignas, __attribute__ */
    LINT_ATTRIBUTE,
    LINT_SIZEOF,
    LINT_GENERIC,
    LINT_ASM,
    LINT_ASSERT, /* static_assert */
    LINT_IF,     /* if, while, switch */
    LINT_FOR,
    LINT_DO,
    LINT_ELSE,
    LINT_CASE,
    LINT_DEFAULT,
    LINT_GOTO,
    LINT_RETURN,
    LINT_OPERATOR, /* and, or, ...; new, delete, throw: in an expression */
    LINT_CAST,     /* static_cast, ... */
    LINT_VALUE,    /* this, true, ... */
    LINT_NAMESPACE,
    LINT_TEMPLATE,
    LINT_TYPENAME,
    LINT_USING,
    LINT_FUNCTION, /* operator */
    LINT_ACCESS,   /* public, ... */
    LINT_FN        /* sl__lint_fn */
};

/** A token. */
struct lint_token {
    const char *text;
    int length, line;
    unsigned short file; /* its number */
    unsigned char kind, keyword;
    unsigned char own;   /* it stands in the kernel file or came from a macro there, and not in what that includes */
    unsigned char space; /* white space is in front of it */
    int name;            /* of a word: its number; of a sign 0 */
};

/** What a name stands for. */
enum lint_kind {
    LINT_UNKNOWN,  /* nothing that is known */
    LINT_ALIAS,    /* a type, an enumerator */
    LINT_RECORD,   /* a type that is a struct */
    LINT_LOCAL,    /* a local variable or parameter */
    LINT_CONSTANT, /* the same, whose value is a constant expression; one of the file with such a value */
    LINT_LAMBDA,   /* a local function object of C++ */
    LINT_GLOBAL,   /* a variable of the program's that the host alone has */
    LINT_FIXED,    /* one that is const, but has no value that a compiler knows */
    LINT_HOST,     /* a function that is declared */
    LINT_OWN,      /* a function of the program's that is defined and no SL_FN */
    LINT_BOTH      /* SL_FN */
};

/* ---- tokens.c ---- */

/** Cuts a text into tokens; both stay as long as the program.
 *  @param of  NULL: no directives; else the kernel file, "" where it is the one that was preprocessed
 *  @return their number, the last is LINT_END */
int lint_tokens(char *text, size_t length, int cxx, const char *of);
extern struct lint_token *lint_token;
/** @return whether a file is a header of the system's. */
int lint_is_system(int file);
/** @return the name of a file, "" where there is none of this number. */
const char *lint_file(int file);
enum { LINT_MAIN_FILE = 1 /**< the one that was preprocessed */ };
/** @return whether a token is this sign or word. */
int lint_is(int at, const char *text);
/** @return the token behind the bracket that closes the one at `at`. */
int lint_skip(int at);
/** @return the token behind the > of a <, or `at` where it is no list of template arguments. */
int lint_skip_angles(int at);
/** @return the number of a name. */
int lint_intern(const char *text, int length);

/* ---- names.c ---- */

void lint_push(void);
void lint_pop(void);
/** In the scope that is open. */
void lint_declare(int name, enum lint_kind kind);
enum lint_kind lint_lookup(int name);
/** @return whether both sides have a function of this name: the list of the guide. */
int lint_on_both_sides(const char *text, int length);

/* ---- outer.c ---- */

/** What stands before the names of a declaration. */
struct lint_specifiers {
    int is_static, is_extern, is_thread, is_const, is_constexpr, is_typedef, is_record, is_both, any;
};
/** One declarator. */
struct lint_declarator {
    int name; /* the token, or -1 */
    int pointer, array, is_const;
    int parameters; /* the token of its ( when it is a function, else -1 */
};

int lint_specifiers(int at, struct lint_specifiers *s);
/** @param local whether bounds of arrays are looked at */
int lint_declarator(int at, struct lint_declarator *d, int local);
/** Reads a file or namespace, to its end. */
int lint_outer(int at);

/* ---- inner.c ---- */

/** Looks at a function that runs on both sides. @return the token behind it */
int lint_function(int name, int parameters, int body);
/** Looks at a bound [ ... ] of an array. @return the token behind it */
int lint_bound(int at, int name);
/** @return whether the tokens of [from, to) are a constant expression as far as their names tell. */
int lint_constant(int from, int to);

/* ---- layout.c ---- */

/** The statement or declaration at a token. @param silent whether it is not printed @return the token behind it */
int lint_layout(int at, int silent);

/* ---- expand.c ---- */

/** Prints what stands in the kernel file itself.
 *  @param name  the kernel that is wanted, "" for the whole file
 *  @param of    as lint_tokens: where it is not "" that kernel may be missing
 *  @return the exit status */
int lint_expand(const char *name, const char *of);

/* ---- main.c ---- */

/** What is found. */
enum lint_finding { LINT_FOUND_PRAGMA, LINT_FOUND_OTHER };
/** Reports what stands at a token, in the function that is being looked at. */
__attribute__((format(printf, 3, 4))) void lint_report(int at, enum lint_finding finding, const char *format, ...);
/** The function that is being looked at: its token. */
extern int lint_inside;

#endif
