/* SPDX-License-Identifier: BSD-3-Clause */
/* Views that the program splits, and puts together. */
#include "base/error.h"
#include "base/state.h"
#include "data/split.h"
#include "kernel/policy.h"

sl_status sl_view_split(sl_view *view, sl_split split)
{
    SL__CALL();
    static const char function[] = "sl_view_split";
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__state_check_outside(function));
    SL_TRY(sl__view_check(view, function, "view"));
    SL_TRY(sl__subview_refuse(view, function));
    if (view->foreign.data != NULL)
        return SL_FAIL_OF(SL_ERR_UNSUPPORTED, sl__view_made(view),
                          "%s: view: expected a view with host memory, got \"%s\", which wraps a device's", function,
                          view->label);
    if (view->is_block)
        return SL_FAIL_OF(SL_ERR_UNSUPPORTED, sl__view_made(view),
                          "%s: view: expected one that is no part of another, got a block of \"%s\", which is "
                          "distributed over ranks",
                          function, view->label);
    if (view->rank == 0)
        return SL_FAIL_OF(SL_ERR_RANK, sl__view_made(view),
                          "%s: view: expected a view of rank 1 or more, got \"%s\" of rank 0", function, view->label);
    SL_TRY(sl__split_check(&split, view->rank, sl__view_made(view), "sl_view_split: split"));
    if (!sl__split_asked(&split))
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: split: expected a number of parts, got none: sl_view_join() ends a split",
                       function);
    sl__splits *splits = sl__splits_make(view);
    if (splits == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: no memory to split \"%s\"", function, view->label);
    pthread_mutex_lock(&splits->lock);
    splits->wish = split;
    pthread_mutex_unlock(&splits->lock);
    return SL_SUCCESS;
}

sl_status sl_view_join(sl_view *view)
{
    SL__CALL();
    static const char function[] = "sl_view_join";
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__state_check_outside(function));
    SL_TRY(sl__view_check(view, function, "view"));
    if (view != view->root && view->layout.map == SL__LAYOUT_RIGHT)
        return sl__subview_refuse(view, function);
    sl__splits *splits = sl__splits_of(view);
    if (splits == NULL) /* so it is with those that cannot be split, too */
        return SL_SUCCESS;
    pthread_mutex_lock(&splits->lock);
    splits->wish = (sl_split){{0}};
    sl_status status = sl__split_switch(view, NULL, function);
    pthread_mutex_unlock(&splits->lock);
    return status;
}
