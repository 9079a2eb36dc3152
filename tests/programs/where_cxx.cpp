/* SPDX-License-Identifier: BSD-3-Clause */
/* tests/programs/where.c for a program in C++. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "where_places.h"

static int thrown(void)
{
    throw 5;
}

/* Exceptions out of the arguments of calls. */
static void where_thrown(void)
{
    where_make();
    try {
        (void)sl_view_extent(where_x, (int)sl_view_stride(where_x, thrown()));
    } catch (int) {
    }
    where_nowhere("an exception out of the arguments of a call");
    try {
        (void)sl_subview(where_x, &where_y, SL_PAIR(0, thrown()));
    } catch (int) {
    }
    where_nowhere("one out of those of sl_subview");
    try {
        (void)SL_VIEW_FILL(double, where_x, thrown());
    } catch (int) {
    }
    where_nowhere("one out of those of SL_VIEW_FILL");
    sl_view_destroy(&where_x);
    sl_view_destroy(&where_y);
}

int main()
{
    sl_log_set_level(SL_LOG_NONE);
    ok(sl_init(nullptr) == SL_SUCCESS, "sl_init");
    where_loops();
    where_calls();
    where_places();
    where_thrown();
    ok(sl_finalize() == SL_SUCCESS, "sl_finalize");
    where_ended();
    where_started();
    return done_testing();
}
