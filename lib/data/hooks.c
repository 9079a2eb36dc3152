/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/hooks.h"

#include "data/watch.h"

struct sl__data_hooks sl__data_hooks;
struct sl__watch sl__watch;
