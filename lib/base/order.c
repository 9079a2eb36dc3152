/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/order.h"

/* What the sanitizer knows the order by. */
char sl__order;
