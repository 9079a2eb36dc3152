/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Queuing a kernel in the name of a public function. */
#ifndef STARLOOP_LIB_CALL_SUBMIT_H
#define STARLOOP_LIB_CALL_SUBMIT_H

#include <starloop/copy.h>
#include <starloop/loop.h>
#include <starloop/scan.h>

/** sl_submit() with another name in messages. @param[in] waits  for the task */
sl_status sl__submit_from(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                          const sl_space *space, const sl_arg args[], int n);

/** sl__submit_from() over a space that is no index set, without its note. */
sl_status sl__submit_one(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                         const sl_space *space, const sl_arg args[], int n);

/** Only looks whether sl__submit_one() would be refused. */
sl_status sl__submit_check(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                           const sl_space *space, const sl_arg args[], int n);

/** sl_deep_copy(), sl_view_fill() and sl_scan_exclusive_with() in the words of another function. */
sl_status sl__deep_copy(const char *function, sl_view *to, sl_view *from);
sl_status sl__view_fill(const char *function, sl_view *view, sl_type type, const void *value);
sl_status sl__scan(const char *function, int exclusive, const sl_policy *policy, sl_operator op, int dim,
                   const void *initial, sl_view *x, sl_view *y);

/** A call that fails while a region is recorded fails that, too. @return @p status */
sl_status sl__submit_noted(sl_status status);

/** Says where the call stands that this thread is in. @return the position before, for base/position.h, which the
 *  caller puts back */
const char *sl__submit_set_position(const sl__call *call, const sl_kernel *kernel);

#endif
