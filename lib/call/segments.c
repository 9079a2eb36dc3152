/* SPDX-License-Identifier: BSD-3-Clause */
/* A loop over an index set is one over each of its segments: a task each, which StarPU orders by the data. A reduction
 * replaces its targets over the first segment and is joined into them over the next ones. */
#include "call/segments.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/state.h"
#include "call/submit.h"
#include "data/index_set.h"
#include "kernel/form.h"
#include "kernel/policy.h"
#include "task/kernel_state.h"

/* A call, without its space. */
typedef struct segments_call {
    const char *function;
    int waits;
    const sl_kernel *kernel;
    sl_policy policy;
    const sl_arg *args;
    int n;
} segments_call;

static sl_status check_all(const segments_call *c, const sl_space spaces[], int count)
{
    for (int s = 0; s < count; s++)
        SL_TRY(sl__submit_check(c->function, c->waits, c->kernel, &c->policy, &spaces[s], c->args, c->n));
    return SL_SUCCESS;
}

static sl_status submit_all(segments_call *c, int reduces, const sl_space spaces[], int count)
{
    for (int s = 0; s < count; s++) {
        SL_TRY(sl__submit_one(c->function, c->waits, c->kernel, &c->policy, &spaces[s], c->args, c->n));
        c->policy.combine |= reduces;
    }
    return SL_SUCCESS;
}

sl_status sl__segments_submit(const char *function, int waits, const sl_kernel *kernel, const sl_policy *policy,
                              const sl_space *space, const sl_arg args[], int n)
{
    static const sl_space nothing = {.rank = 1};
    sl__kernel_state *state;
    sl_space *spaces = NULL;
    int count = 0;
    SL_TRY(sl__runtime_check(function));
    SL_TRY(sl__kernel_state_of(kernel, function, &state));
    SL_TRY(sl__index_set_check(space->object[0], function, "space"));
    if (!sl__form_of(kernel)->boxes)
        return SL_FAIL(SL_ERR_UNSUPPORTED, "%s: kernel %s: space: expected a range for a %s, got an index set",
                       function, kernel->name, sl__form_of(kernel)->noun);
    segments_call c = {.function = function,
                       .waits = waits,
                       .kernel = kernel,
                       .policy = policy ? *policy : sl__policy_default,
                       .args = args,
                       .n = n};
    SL_TRY(sl__index_set_spaces((sl_index_set *)space->object[0], c.policy.segments == SL_PARALLEL, function, &spaces,
                                &count));
    if (count == 0)
        spaces[count++] = nothing;
    sl_status status = check_all(&c, spaces, count);
    if (status == SL_SUCCESS)
        status = submit_all(&c, sl__kernel_reduces(state), spaces, count);
    free(spaces);
    return status;
}
