/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/blocks.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/state.h"
#include "data/host.h"

sl_status sl__mpi_here(const char *function)
{
    SL_TRY(sl__runtime_check_blocking(function));
    return sl__ranks_now() != NULL
               ? SL_SUCCESS
               : SL_FAIL(SL_ERR_STATE, "%s: expected a call between sl_mpi_init() and sl_mpi_finalize(), got another",
                         function);
}

sl_status sl__mpi_steps(const char *function, sl_status (*const steps[])(void *arg), int count, void *arg, int *taken)
{
    for (*taken = 0; *taken < count; ++*taken)
        SL_TRY(sl__spread_agree(function, steps[*taken](arg), NULL, 0));
    return SL_SUCCESS;
}

sl_status sl__opened_may(const char *function, sl__spread *spread)
{
    for (int k = 0; k < spread->own; k++)
        SL_TRY(sl__view_check_host(spread->block[k], SL_WRITE, function, NULL, "view"));
    return SL_SUCCESS;
}

sl_status sl__opened_begin(const char *function, sl__spread *spread, sl_access access, sl__opened *opened)
{
    *opened = (sl__opened){.spread = spread, .data = calloc((size_t)spread->own + 1, sizeof *opened->data)};
    if (opened->data == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: expected memory for a word of each block, got none", function);
    for (int k = 0; k < spread->own; k++, opened->count++) {
        opened->data[k] = sl_host_begin(spread->block[k], access, spread->view->type, function);
        if (opened->data[k] == NULL)
            return sl_last_status();
    }
    return SL_SUCCESS;
}

sl_status sl__opened_end(sl__opened *opened)
{
    sl_status status = SL_SUCCESS;
    for (int k = 0; k < opened->count; k++) {
        const sl_status ended = sl_host_end(opened->spread->block[k]);
        status = status == SL_SUCCESS ? ended : status;
    }
    free(opened->data);
    *opened = (sl__opened){0};
    return status;
}

size_t sl__opened_row(const sl__spread *spread)
{
    return (size_t)spread->view->s[0] * spread->view->elem;
}

char *sl__opened_rows(const sl__opened *opened, int block, sl_index row)
{
    const sl__spread *spread = opened->spread;
    if (sl__spread_owner(spread, block) != spread->rank)
        return NULL;
    return opened->data[block / spread->ranks] +
           (size_t)(row - spread->grid->part[block].lo[0]) * sl__opened_row(spread);
}
