/* SPDX-License-Identifier: BSD-3-Clause */
/* Bodies in which another thread has time to do what it must not. The compiler would read and write all at once. */
#include <starloop/kernel.h>

#define LOOK(element_) (*(const volatile double *)&(element_))
#define PUT(element_) (*(volatile double *)&(element_))

/* Some tenths of a microsecond. */
SL_FN void dawdle(void)
{
    for (volatile int k = 0; k < 200; k = k + 1)
        continue;
}

SL_KERNEL(it_add, (i), inout(double, 1, y, own))
{
    const double before = LOOK(SL_AT(y, i));
    dawdle();
    PUT(SL_AT(y, i)) = before + 1;
}

/* Takes from one and gives to the other; whatever comes in between is lost. */
SL_KERNEL(it_move, (i), inout(double, 1, from, own), inout(double, 1, to, own))
{
    const double rich = LOOK(SL_AT(from, i)), poor = LOOK(SL_AT(to, i));
    dawdle();
    PUT(SL_AT(from, i)) = rich - 1;
    dawdle();
    PUT(SL_AT(to, i)) = poor + 1;
}

SL_KERNEL(it_total, (i), in(double, 1, a, own), in(double, 1, b, own), in(double, 1, c, own), reduce(double, sum, s))
{
    const double first = LOOK(SL_AT(a, i));
    dawdle();
    *s += first + LOOK(SL_AT(b, i)) + LOOK(SL_AT(c, i));
}
