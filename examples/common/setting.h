/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Settings of a program by their words, which stand on a command line or in a file. For several examples. */
#ifndef COMMON_SETTING_H
#define COMMON_SETTING_H

#include <stddef.h>

/** A word, what may stand behind it, and where that goes. Made by one of the functions below. */
struct setting {
    const char *word;
    enum { SETTING_FLAG, SETTING_CHOICE, SETTING_WHOLE, SETTING_REAL, SETTING_TEXT } kind;
    void *value;      /**< an int of a flag or choice, a long, a double, or a const char * */
    int is;           /**< what a flag sets */
    const char *list; /**< choices */
    long least, most; /**< bounds of a whole number */
    double above;     /**< a real number is larger */
};

/** A word without a value. @param[out] value becomes @p is where the word stands */
static inline struct setting setting_flag(const char *word, int *value, int is)
{
    return (struct setting){.word = word, .kind = SETTING_FLAG, .value = value, .is = is};
}

/** One of some words. @param[in] list such as "loops, teams or nest"  @param[out] value the place in it, from 0 */
static inline struct setting setting_choice(const char *word, int *value, const char *list)
{
    return (struct setting){.word = word, .kind = SETTING_CHOICE, .value = value, .list = list};
}

/** A whole number from @p least to @p most. */
static inline struct setting setting_whole(const char *word, long *value, long least, long most)
{
    return (struct setting){.word = word, .kind = SETTING_WHOLE, .value = value, .least = least, .most = most};
}

/** A finite number above @p above; -HUGE_VAL: any. Fortran's exponent letter d is taken, too. */
static inline struct setting setting_real(const char *word, double *value, double above)
{
    return (struct setting){.word = word, .kind = SETTING_REAL, .value = value, .above = above};
}

/** Any text. @param[out] value the text itself, no copy */
static inline struct setting setting_text(const char *word, const char **value)
{
    return (struct setting){.word = word, .kind = SETTING_TEXT, .value = value};
}

/** Sets what a word says.
 *  @param[in]  text   the value that stands behind it; NULL: nothing stands there
 *  @param[out] error  [size] on failure what was expected and got
 *  @return 0, or -1: the value is what it was */
int setting_read(const struct setting *setting, const char *text, char *error, size_t size);

/** @return whether a word is a number as setting_real() takes it, which goes to @p value */
int setting_is_real(const char *word, double *value);

#endif
