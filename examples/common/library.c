/* SPDX-License-Identifier: BSD-3-Clause */
#include "library.h"

#include <stdio.h>

sl_status library_start(const char *program, const sl_config *config)
{
    SL_TRY(library_told(program, "the library does not start", sl_init(config)));
    const int gpus = sl_gpus();
    if (config->gpus <= gpus)
        return SL_SUCCESS;
    fprintf(stderr, "%s: --gpus: expected %d or fewer, as can be used, got %d\n", program, gpus, config->gpus);
    sl_finalize();
    return SL_ERR_DEVICE;
}

sl_status library_told(const char *program, const char *what, sl_status status)
{
    if (status != SL_SUCCESS)
        fprintf(stderr, "%s: %s: %s\n", program, what, sl_status_message(status));
    return status;
}
