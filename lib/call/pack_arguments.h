/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The arguments of a call of a kernel with packs. */
#ifndef STARLOOP_LIB_CALL_PACK_ARGUMENTS_H
#define STARLOOP_LIB_CALL_PACK_ARGUMENTS_H

#include "call/request.h"

/** Gives each view of a pack an argument of its own.
 *  @param[in]  args  [n] as the program has them  @param[out] each  [packs->kernel.nargs]
 *  @return #SL_SUCCESS; #SL_ERR_ARGUMENT for another number of arguments or of views, or what is no array of views. */
sl_status sl__pack_arguments(const sl__packs *packs, const char *function, const sl_arg args[], int n, sl_arg each[]);

/** The views of a pack are of the shape of its first one. @param[in] i  row of a view of a pack, of the right rank
 *  @return #SL_SUCCESS; #SL_ERR_EXTENT. */
sl_status sl__pack_check_shape(const sl__request *c, int i);

#endif
