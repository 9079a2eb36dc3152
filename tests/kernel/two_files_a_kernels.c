/* SPDX-License-Identifier: BSD-3-Clause */
#include "two_files.h"

#include <starloop/kernel.h>

/* Both files have a helper of this name. */
SL_FN double change(double v)
{
    return v + 1;
}

SL_KERNEL(tf_first, (i), in(double, 1, x, own), out(double, 1, y, own))
{
    SL_AT(y, i) = change(SL_AT(x, i));
}
