/* SPDX-License-Identifier: BSD-3-Clause */
/* tests/where.c for a program in C++. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "where_loops.h"

int main()
{
    sl_log_set_level(SL_LOG_NONE);
    ok(sl_init(nullptr) == SL_SUCCESS, "sl_init");
    where_loops();
    ok(sl_finalize() == SL_SUCCESS, "sl_finalize");
    return done_testing();
}
