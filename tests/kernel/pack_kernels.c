/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "pack.h"

SL_KERNEL(pk_near, (i, j), in(int64_t, 2, x, halo(1), pack(3)), inout(int64_t, 2, y, own))
{
    for (int c = 0; c < 3; c++)
        SL_AT(y, i, j) += (c + 1) * (SL_AT(x, c, i - 1, j) + 5 * SL_AT(x, c, i, j + 1));
}

SL_KERNEL(pk_send, (i), scalar(int64_t, by), in(int64_t, 1, x, own), inout(int64_t, 1, b, own, pack(26)))
{
    int c = 0;
    while (c < PK_FACES)
        SL_AT(b, c++, i) += by * SL_AT(x, i); /* the index is evaluated once */
    SL_AT(b, 0, i) += SL_EXTENT(b, 0) + c;
}

SL_KERNEL(pk_total, (i), in(int64_t, 1, b, own, pack(26)), reduce(int64_t, sum, total))
{
    for (int c = 0; c < PK_FACES; c++)
        *total += (c + 1) * SL_AT(b, c, i);
}

SL_KERNEL(pk_structs, (i), in(int64_t, 0, by, pack(2)), in(struct pk_triple, 1, x, pack(2), own),
          out(struct pk_triple, 1, y, own, pack(2)))
{
    SL_AT(y, 0, i).a = SL_AT(x, 1, i).b * SL_AT(by, 0);
    SL_AT(y, 0, i).b = SL_AT(x, 0, i).c;
    SL_AT(y, 0, i).c = SL_AT(x, 0, i).a;
    SL_AT(y, 1, i) = SL_AT(x, SL_AT(by, 1), i);
}

SL_KERNEL(pk_count, (i), in(int64_t, 1, which), inout(int64_t, 1, bins, pack(3), atomic))
{
    SL_AT(bins, SL_AT(which, i) % 3, SL_AT(which, SL_AT(which, i)) % 5) += 1;
}

/* Words that are refused at the first call. */
SL_KERNEL(pkb_many, (i), in(int64_t, 1, x, own, pack(26)), inout(int64_t, 1, y, own, pack(10)))
{
    SL_AT(y, 0, i) += SL_AT(x, 0, i);
}

SL_KERNEL(pkb_twice, (i), in(int64_t, 1, x, pack(2), pack(2)))
{
    (void)(SL_AT(x, 0, i) + 1);
}
