/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel/check.h"

#include "base/error.h"
#include "kernel/form.h"
#include "kernel/policy.h"
#include "kernel/space.h"

/* What its form does not do. */
static sl_status check_form(const sl_kernel *k, const sl_policy *policy, const sl_space *space, const char *function)
{
    const sl__form *form = sl__form_of(k);
    if (space->kind != SL_SPACE_BOX && k->cpu[SL__CASE_INDEXED] == NULL)
        return SL_FAIL(SL_ERR_UNSUPPORTED,
                       "%s: kernel %s: space: expected a box for a kernel of this form, as for scans and teams, got a "
                       "%s",
                       function, k->name,
                       space->kind == SL_SPACE_RANGE_VIEW ? "range whose end is in a view" : "stride, list or product");
    if (!form->boxes && !form->nests && sl__split_asked(&policy->split))
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: %s: policy.split: expected none for a %s, got some", function, k->name,
                       form->noun);
    if (form->scans && policy->combine)
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: %s: policy.combine: expected 0 for a scan, got %d", function, k->name,
                       policy->combine);
    return SL_SUCCESS;
}

sl_status sl__kernel_check(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, int bound,
                           const char *function)
{
    SL_TRY(sl__space_check(space, function, kernel->name, kernel->rank));
    SL_TRY(sl__policy_check(policy, kernel->rank, function, kernel->name));
    SL_TRY(sl__form_of(kernel)->check(kernel, policy, space, bound, function));
    if (policy->block > bound)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: kernel %s: policy.block: expected at most %d threads, as SL_LAUNCH_BOUNDS says, got %d",
                       function, kernel->name, bound, policy->block);
    return check_form(kernel, policy, space, function);
}
