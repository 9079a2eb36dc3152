/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Values of odd sizes, for the tests of sorts. */
#ifndef STARLOOP_TESTS_SORT_VALUES_H
#define STARLOOP_TESTS_SORT_VALUES_H

#include <starloop/types.h>

struct three {
    char c[3];
};
SL_STRUCT(struct three);
struct sixteen {
    int64_t a;
    double b;
};
SL_STRUCT(struct sixteen);

#endif
