/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Views whose StarPU handle the program has. */
#ifndef STARLOOP_LIB_DATA_STARPU_H
#define STARLOOP_LIB_DATA_STARPU_H

#include "data/view.h"

/** Views whose StarPU handle the program has: tasks of its own, which Starloop does not see, may use them. */
int sl__data_exposed(void);

/** The program has the view's handle no more. */
void sl__view_hide(sl_view *v);

#endif
