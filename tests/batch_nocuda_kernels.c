/* SPDX-License-Identifier: BSD-3-Clause */
/* A loop that tells the test when it runs, which no device can. */
#include <starloop/kernel.h>

#ifdef __cplusplus
extern "C"
#endif
void bt_ran(int number);

SL_KERNEL(bt_mark, (i), scalar(int, number), inout(uint64_t, 1, y, own))
{
    bt_ran(number);
    SL_AT(y, i) += 1;
}
