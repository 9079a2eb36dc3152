/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Starloop for callers: everything but the kernel language, which is in starloop/kernel.h. */
#ifndef STARLOOP_H
#define STARLOOP_H

#include <starloop/algorithm.h>
#include <starloop/arena.h>
#include <starloop/bits.h>
#include <starloop/color.h>
#include <starloop/complex.h>
#include <starloop/copy.h>
#include <starloop/dual_view.h>
#include <starloop/element.h>
#include <starloop/hash.h>
#include <starloop/index_set.h>
#include <starloop/list.h>
#include <starloop/location.h>
#include <starloop/loop.h>
#include <starloop/nest.h>
#include <starloop/policy.h>
#include <starloop/region.h>
#include <starloop/renumber.h>
#include <starloop/resize.h>
#include <starloop/runtime.h>
#include <starloop/scan.h>
#include <starloop/scatter_view.h>
#include <starloop/sort.h>
#include <starloop/space.h>
#include <starloop/status.h>
#include <starloop/subview.h>
#include <starloop/team.h>
#include <starloop/types.h>
#include <starloop/view.h>

#include <starloop/kernel/words.h>

#include <starloop/called_at.h>

#endif
