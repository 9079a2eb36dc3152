/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops that call functions of the test, which no device can. */
#include <starloop/kernel.h>

#ifdef __cplusplus
extern "C"
#endif
    void
    bt_ran(int number);

#ifdef __cplusplus
extern "C"
#endif
    void
    bt_stop_here(void);

SL_KERNEL(bt_mark, (i), scalar(int, number), inout(uint64_t, 1, y, own))
{
    bt_ran(number);
    SL_AT(y, i) += 1;
}

SL_KERNEL(bt_stop, (i), inout(uint64_t, 1, y, own))
{
    bt_stop_here();
    SL_AT(y, i) += 1;
}
