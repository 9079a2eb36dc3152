/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Temperature, energies and pressure over the steps, as a picture. */
#ifndef MINIMD_PICTURE_H
#define MINIMD_PICTURE_H

#include "minimd.h"

/** Writes an SVG file with a curve for each quantity, on a scale of its own.
 *
 *  @param[in] row    [count] the states, 2 or more
 *  @param[in] step   [count] when each was
 *  @return 0, or -1 where the file cannot be written, with errno set. */
int md_picture_write(const char *path, const struct md_summary *row, const long *step, int count);

#endif
