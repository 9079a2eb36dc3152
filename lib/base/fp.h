/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The floating-point environment of bodies: rounding, flush to zero, denormals as zeros, traps.
 *
 *  It is that of the thread which has started the library, as it was then. Threads of the library take it for each loop
 *  or host function that they run (sl__fp_use()), since a body may have changed it. A thread of the program takes it
 * for a loop that it runs itself, and has its own again afterwards, with its flags (sl__fp_enter(), sl__fp_leave()). On
 *  x86-64 the control words are compared, which takes a nanosecond or two, and loaded only where they differ. */
#ifndef STARLOOP_LIB_BASE_FP_H
#define STARLOOP_LIB_BASE_FP_H

#include <fenv.h>

/** What a thread had. */
typedef struct sl__fp {
#if defined __x86_64__
    unsigned csr;      /* of SSE and AVX: modes, and flags */
    unsigned short cw; /* of x87: modes */
    unsigned short sw; /* its flags */
#else
    fenv_t all;
#endif
} sl__fp;

/** That of bodies. */
extern sl__fp sl__fp_wanted;

/** Takes it from the calling thread, which starts the library. */
void sl__fp_remember(void);

#if defined __x86_64__

enum { SL__FP_FLAGS = 0x3f }; /* of both; the rest of csr are modes */

/** Loads the x87's modes and flags. */
void sl__fp_set_x87(unsigned short cw, unsigned short sw);

static inline unsigned short sl__fp_cw(void)
{
    unsigned short cw;
    __asm__ __volatile__("fnstcw %0" : "=m"(cw));
    return cw;
}

static inline unsigned short sl__fp_sw(void)
{
    unsigned short sw;
    __asm__ __volatile__("fnstsw %0" : "=am"(sw));
    return sw;
}

/** Gives the calling thread the environment of bodies. */
static inline void sl__fp_use(void)
{
    const unsigned csr = __builtin_ia32_stmxcsr();
    if ((csr ^ sl__fp_wanted.csr) & ~(unsigned)SL__FP_FLAGS)
        __builtin_ia32_ldmxcsr(sl__fp_wanted.csr | (csr & SL__FP_FLAGS));
    if (__builtin_expect(sl__fp_cw() != sl__fp_wanted.cw, 0))
        sl__fp_set_x87(sl__fp_wanted.cw, 0);
}

/** The same, and keeps what the thread had. */
static inline void sl__fp_enter(sl__fp *own)
{
    own->csr = __builtin_ia32_stmxcsr();
    own->cw = sl__fp_cw();
    own->sw = sl__fp_sw();
    sl__fp_use();
}

/** Gives it back. */
static inline void sl__fp_leave(const sl__fp *own)
{
    if (__builtin_ia32_stmxcsr() != own->csr)
        __builtin_ia32_ldmxcsr(own->csr);
    if (__builtin_expect(sl__fp_cw() != own->cw || ((sl__fp_sw() ^ own->sw) & SL__FP_FLAGS), 0))
        sl__fp_set_x87(own->cw, own->sw);
}

#else

static inline void sl__fp_use(void)
{
    (void)fesetenv(&sl__fp_wanted.all);
}

static inline void sl__fp_enter(sl__fp *own)
{
    (void)fegetenv(&own->all);
    sl__fp_use();
}

static inline void sl__fp_leave(const sl__fp *own)
{
    (void)fesetenv(&own->all);
}

#endif

#endif
