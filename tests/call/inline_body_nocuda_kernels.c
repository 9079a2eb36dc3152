/* SPDX-License-Identifier: BSD-3-Clause */
/* Bodies that call the program, which no device can. */
#include <starloop/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif
int64_t inline_thread(void);
void inline_called(void);
void inline_spin(double seconds);
#ifdef __cplusplus
}
#endif

/* Called once. */
SL_KERNEL(il_first, (i), out(int64_t, 1, y, own))
{
    SL_AT(y, i) = i;
}

SL_KERNEL(il_who, (i), out(int64_t, 1, who, own))
{
    SL_AT(who, i) = inline_thread();
}

SL_KERNEL(il_call, (i), inout(double, 1, y, own))
{
    const double before = SL_AT(y, i);
    inline_called();
    SL_AT(y, i) = before + 1;
}

SL_KERNEL(il_last, (i), scalar(double, seconds), inout(double, 1, y, own))
{
    inline_spin(seconds);
    SL_AT(y, i) += 1;
}
