/* SPDX-License-Identifier: BSD-3-Clause */
/* Never compiled with bounds checks, whatever the build says: a false reach goes unseen. */
#undef SL_BOUNDS_CHECK
#include <starloop/kernel.h>

#include "reach.h"

SL_KERNEL(rc_free, (i), in(double, 1, u, own), out(double, 1, w, own))
{
    SL_AT(w, i) = SL_AT(u, i + 1 < SL_EXTENT(u, 0) ? i + 1 : 0);
}
