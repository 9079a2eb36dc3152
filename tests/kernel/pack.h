/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The kernels of tests/kernel/pack.c. */
#ifndef STARLOOP_TESTS_PACK_H
#define STARLOOP_TESTS_PACK_H

#include <starloop.h>

enum { PK_FACES = 26 };

struct pk_triple {
    int64_t a, b, c;
};
SL_STRUCT(struct pk_triple);

SL_KERNEL_DECLARE(pk_near, (i, j), in(int64_t, 2, x, halo(1), pack(3)), inout(int64_t, 2, y, own));
SL_KERNEL_DECLARE(pk_send, (i), scalar(int64_t, by), in(int64_t, 1, x, own), inout(int64_t, 1, b, own, pack(26)));
SL_KERNEL_DECLARE(pk_total, (i), in(int64_t, 1, b, own, pack(26)), reduce(int64_t, sum, total));
SL_KERNEL_DECLARE(pk_structs, (i), in(int64_t, 0, by, pack(2)), in(struct pk_triple, 1, x, pack(2), own),
                  out(struct pk_triple, 1, y, own, pack(2)));
SL_KERNEL_DECLARE(pk_count, (i), in(int64_t, 1, which), inout(int64_t, 1, bins, pack(3), atomic));
SL_KERNEL_DECLARE(pkc_read, (i), scalar(int64_t, c), scalar(int64_t, by), in(int64_t, 1, x, own, pack(3)),
                  in(int64_t, 1, z, own), out(int64_t, 1, y, own, pack(2)));
SL_KERNEL_DECLARE(pkc_race, (i), scalar(int64_t, c), inout(int64_t, 1, x, pack(2)));

#endif
