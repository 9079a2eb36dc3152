/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "mpi/starpu_mpi.h"

const char *sl__mpi_error_text(int code, char *text)
{
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
        text[0] = '\0';
    return text;
}

sl_status sl__mpi_check(const char *function, const char *call, int code)
{
    char text[MPI_MAX_ERROR_STRING];
    if (code == MPI_SUCCESS)
        return SL_SUCCESS;
    return SL_FAIL(SL_ERR_MPI, "%s: %s: %s (code %d)", function, call, sl__mpi_error_text(code, text), code);
}
