/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The folder in which StarPU keeps what it has measured of the machine.
 *
 *  StarPU ends the program when a file there is cut short, which another process may be writing, or cannot be written.
 *  So it gets a folder of its own for each start. Its measurements of the bus are kept, for the next start, in one file
 *  of the shared folder, with a checksum: the file is put there by a renaming, and one that is damaged counts as none.
 *  What the program's own codelets keep stays in the shared folder. */
#ifndef STARLOOP_LIB_RUNTIME_CALIBRATION_H
#define STARLOOP_LIB_RUNTIME_CALIBRATION_H

#include <stddef.h>

#include <starloop/status.h>

/** Makes the folder for StarPU's start, with what is known of the bus.
 *  @param[in]  shared  where measurements are kept; NULL: nowhere
 *  @param[out] path    [size] the folder: for STARPU_PERF_MODEL_DIR
 *  @return #SL_SUCCESS; #SL_ERR_SYSTEM when a folder can be written nowhere. */
sl_status sl__calibration_begin(const char *shared, char *path, size_t size);

/** StarPU has started: keeps what is new. */
void sl__calibration_keep(void);

/** StarPU has ended, or not started: removes the folder. */
void sl__calibration_end(void);

#endif
