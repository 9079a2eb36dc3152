/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The rows of the table of features, what the library makes of them, and the page. */
#ifndef STARLOOP_TESTS_FEATURE_TABLE_ROWS_H
#define STARLOOP_TESTS_FEATURE_TABLE_ROWS_H

#include "feature_table.h"

/** Layouts of a row's views. */
enum { RIGHT, LEFT, STRIDED, MIXED, PERMUTED, PADDED, OFFSET, BLOCKED, MORTON, MAPPED };

/** What a policy's field is about: a shape of the work, which may have no effect at a place. */
enum { NO_SHAPE, SHAPES };

/** What else of a call is other than usual. */
enum {
    USUAL,
    TO_HOST,   /* the result of the reduction goes to host memory: the call waits */
    BY_STRIDE, /* the space has a stride along dimension 0, downwards, and ranges along the others */
    BY_LIST,   /* a list along dimension 0, whose indices ascend */
    BY_JUMPS,  /* one whose indices do not */
    BY_END     /* along dimension 0 a range whose end is in a view, before the largest one */
};

/** A row. */
typedef struct feature {
    const char *group, *name;
    const sl_kernel *kernel;
    sl_policy policy;
    int layout;
    int shape;
    int way;
} feature;

/** Where a feature is tried: the columns. */
enum { ON_CPU, ON_GPU, SPLIT, REGION, CHAIN, COLUMNS };

/** All rows, and how many. */
enum { MOST_FEATURES = 200 };
extern const feature features[];
extern const int feature_count;

/** What the library does with a feature, for each column. NULL: nobody here can say */
extern const char *cell[][COLUMNS];

/** Writes the page: its head and tail as they are, and the tables. What nobody here can say stays as it is. */
void print_page(const char *path);

/** Compares the page with the cells; and whether each operator and kind of argument has a row. */
void compare_page(const char *path);

#endif
