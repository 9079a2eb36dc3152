/* SPDX-License-Identifier: BSD-3-Clause */
/* tests/where.c for a program in C++. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "where_calls.h"

int main()
{
    sl_log_set_level(SL_LOG_NONE);
    ok(sl_init(nullptr) == SL_SUCCESS, "sl_init");
    where_loops();
    where_calls();
    ok(sl_finalize() == SL_SUCCESS, "sl_finalize");
    where_ended();
    return done_testing();
}
