/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/fp.h"

sl__fp sl__fp_wanted;

#if defined __x86_64__

void sl__fp_remember(void)
{
    sl__fp_wanted.csr = __builtin_ia32_stmxcsr() & ~(unsigned)SL__FP_FLAGS;
    sl__fp_wanted.cw = sl__fp_cw();
}

/* With a trap that is let through, a flag that is up would trap at the next instruction: both are loaded at once. */
void sl__fp_set_x87(unsigned short cw, unsigned short sw)
{
    struct {
        unsigned short cw, a, sw, b, tag, c;
        unsigned rest[4];
    } x87;
    __asm__ __volatile__("fnstenv %0" : "=m"(x87));
    x87.cw = cw;
    x87.sw = (unsigned short)((x87.sw & ~(SL__FP_FLAGS | 0x8080)) | (sw & (SL__FP_FLAGS | 0x8080)));
    __asm__ __volatile__("fldenv %0" : : "m"(x87));
}

#else

void sl__fp_remember(void)
{
    (void)fegetenv(&sl__fp_wanted.all);
}

#endif
