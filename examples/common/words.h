/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Settings in the lines of a file: words, each with its value behind = or blanks. # and ! begin a comment. For
 *  several examples. */
#ifndef COMMON_WORDS_H
#define COMMON_WORDS_H

#include <stdio.h>

#include "setting.h"

enum { WORDS_MOST = 128 /* in a line */ };

/** A file that is read line by line. The caller sets the first five members, and the line. */
struct words {
    const char *name;   /**< of the file, for messages */
    const char *prefix; /**< may stand in front of each setting's word; "" where nothing may */
    FILE *notes;        /**< where unknown words are told of, each with its line; NULL: nowhere */
    char *error;        /**< [size] for the sentence that says what is wrong, behind file and line */
    size_t size;
    long line;                 /**< number of the line, from 1; 0: what is wrong is not in a line */
    int count;                 /**< words in the line */
    char *word[WORDS_MOST];    /**< [count] in lower case */
    char assigned[WORDS_MOST]; /**< [count] 1 where = follows the word */
};

/** Says what is wrong. @return -1 */
__attribute__((format(printf, 2, 3))) int words_fail(struct words *w, const char *format, ...);

/** Cuts a line into its words. @param[in,out] text the line, in which they stay @return 0; -1: see error */
int words_split(struct words *w, char *text);

/** Reads the value of word i. @return 0; -1: see error */
int words_value(struct words *w, int i, const struct setting *setting);

/** Reads word i by a table, and its value if it has one.
 *  @param[in]     table  one without a word ends it; where several set the same value, one of them may be given
 *  @param[in,out] given  for each setting of the table the line that gave it; 0: none has
 *  @return how many words were used; 0: it is none of these; -1: see error */
int words_setting(struct words *w, int i, const struct setting *table, long *given);

/** Tells of word i, which is unknown. @return how many words that is: its value belongs to it, if it has one */
int words_unknown(struct words *w, int i);

#endif
