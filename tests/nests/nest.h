/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Nests of tests/nests/nest.c. */
#ifndef STARLOOP_TESTS_NEST_H
#define STARLOOP_TESTS_NEST_H

#include <starloop.h>

enum { NEST_TILE = 8, NEST_CORNER = 16 };

SL_NEST_DECLARE(nest_visit, (i, j, k), lambdas(7), scalar(int32_t, size), scalar(int32_t, flag), local(int32_t, turn),
                local(int16_t, tile), local(sl_index, count), inout(int32_t, 3, seen), inout(int32_t, 3, note),
                inout(int32_t, 1, plain));
SL_NEST_DECLARE(nest_product, (row, col, k), lambdas(8), local(double, dot),
                local_array(double, rows, NEST_TILE, NEST_TILE), local_array(double, columns, NEST_TILE, NEST_TILE),
                in(double, 2, a), in(double, 2, b), inout(double, 2, c));
SL_NEST_DECLARE(nest_turn, (i, j), lambdas(2), local_array(float, corner, NEST_CORNER, NEST_CORNER),
                in(float, 2, x, own), out(float, 2, y));
SL_NEST_DECLARE(nest_wave, (i, j, k), lambdas(1), inout(uint32_t, 3, h));
SL_NEST_DECLARE(nest_rows, (i, j), lambdas(8), local(int32_t, a), local(int32_t, b), local_array(int32_t, p, 4),
                local_array(int32_t, q, 4), in(int32_t, 2, x), out(int32_t, 2, y), out(int32_t, 2, z));
SL_NEST_DECLARE(nest_bare, (i), lambdas(1), out(double, 1, x, own));
SL_KERNEL_DECLARE(nest_none, (i), out(double, 1, x, own));

#endif
