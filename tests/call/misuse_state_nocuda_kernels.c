/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#ifdef __cplusplus
extern "C"
#endif
    void
    ms_look(void);

/* A body that calls a function of the program, which no device can. */
SL_KERNEL(ms_ask, (i), inout(double, 1, y, own))
{
    ms_look();
    SL_AT(y, i) += 1;
}
