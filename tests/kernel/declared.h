/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Structs of tests/kernel/declared.c and its kernels. */
#ifndef STARLOOP_TESTS_DECLARED_H
#define STARLOOP_TESTS_DECLARED_H

struct de_pair {
    float a, b;
};
struct de_three {
    float a, b, c;
};

#endif
