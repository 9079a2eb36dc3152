/* SPDX-License-Identifier: BSD-3-Clause */
/* Whatever is refused or fails says where in the program its call stands: calls of kernels of every form, each way a
 * loop can go, and all other public functions, of which a table is walked. */
#include "where_loops.h"

int main(void)
{
    sl_log_set_level(SL_LOG_NONE);
    ok(sl_init(NULL) == SL_SUCCESS, "sl_init");
    where_loops();
    ok(sl_finalize() == SL_SUCCESS, "sl_finalize");
    return done_testing();
}
