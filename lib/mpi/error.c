/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "mpi/starpu_mpi.h"

sl_status sl__mpi_check(const char *function, const char *call, int code)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;

    if (code == MPI_SUCCESS)
        return SL_SUCCESS;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
        length = 0;
    return SL_FAIL(SL_ERR_MPI, "%s: %s: %.*s (code %d)", function, call, length, text, code);
}
