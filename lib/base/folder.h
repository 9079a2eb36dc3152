/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Folders for what is kept between runs, and the end of files that are written. */
#ifndef STARLOOP_LIB_BASE_FOLDER_H
#define STARLOOP_LIB_BASE_FOLDER_H

#include <stddef.h>
#include <stdio.h>

/** Makes a folder and those above it. @p path is written to meanwhile. @return 1 when files can be written in it. */
int sl__folder_make(char *path);

/** Finds and makes this user's folder @p below the caches: XDG_CACHE_HOME/starloop/below, HOME/.cache/starloop/below,
 *  or where neither can be written starloop-UID/starloop/below in the folder for temporary files, for this user alone.
 *  @param[in]  below  its name; "" for the folder of the library itself
 *  @param[out] path   [size] the folder
 *  @return 1; 2 when it is among the temporary files; 0 when none can be made, and @p path names the last that was
 *  tried above it. */
int sl__folder_cache(const char *below, char *path, size_t size);

/** Closes a file that was written, but leaves standard error open. errno was 0 before the first write.
 *  @return 0; else an errno: not all was written */
int sl__file_close(FILE *f);

#endif
