/* SPDX-License-Identifier: BSD-3-Clause */
#include "call/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "data/host.h"
#include "data/spread.h"
#include "kernel/kinds.h"

struct sl__results {
    const sl_kernel *kernel;
    sl_index blocks;
    int combine;
    size_t bytes;               /* of all partial results */
    void *partial[SL_MAX_ARGS]; /* [blocks] of each reduction, in message */
    void *host[SL_MAX_ARGS];    /* where the result goes; or, where it is NULL, */
    sl_view *view[SL_MAX_ARGS]; /* the view, a reference, and */
    sl_index into[SL_MAX_ARGS]; /* which element */
    char *message;
};

/* @param[in] partial  whether it is to be memory of the message  @return bytes of all partial results */
static size_t results_lay_out(sl__results *r, int partial)
{
    size_t bytes = 0;
    for (int i = 0; i < r->kernel->nargs; i++) {
        const sl__arg_info *info = &r->kernel->args[i];
        if (!sl__is_result(info->kind))
            continue;
        if (partial)
            r->partial[i] = r->message + SL__RANK_HEAD + bytes;
        bytes += (sl__reduce_room(info, r->blocks) + SL__RANK_HEAD - 1) / SL__RANK_HEAD * SL__RANK_HEAD;
    }
    return bytes;
}

static void forget_results(sl__results *r)
{
    for (int i = 0; i < r->kernel->nargs; i++)
        if (r->view[i] != NULL)
            sl_view_destroy(&r->view[i]);
    free(r->message);
    free(r);
}

sl__results *sl__results_new(const char *function, const sl_kernel *kernel, sl_index blocks, int combine)
{
    sl__results *r = calloc(1, sizeof *r);
    if (r != NULL) {
        r->kernel = kernel;
        r->blocks = blocks;
        r->combine = combine;
        r->bytes = results_lay_out(r, 0);
        r->message = calloc(1, SL__RANK_HEAD + r->bytes); /* blocks of other ranks stay 0 */
    }
    if (r == NULL || r->message == NULL) {
        free(r);
        (void)SL_FAIL(SL_ERR_MEMORY, "%s: kernel %s: expected memory for results of all ranks, got none", function,
                      kernel->name);
        return NULL;
    }
    (void)results_lay_out(r, 1);
    return r;
}

void sl__results_to(sl__results *results, int i, void *host, sl_view *view, sl_index into)
{
    results->host[i] = host;
    results->into[i] = into;
    if (host == NULL && sl__view_retain(view))
        results->view[i] = view;
}

void *const *sl__results_partial(const sl__results *results)
{
    return results->partial;
}

/* Into an element of a view, which each rank has. */
static sl_status put_into(const sl__results *r, int i, const char *function)
{
    const sl__arg_info *info = &r->kernel->args[i];
    sl_view *view = r->view[i];
    char *data = sl_host_begin(view, view->count > 1 || r->combine ? SL_RDWR : SL_WRITE, view->type, function);
    if (data == NULL)
        return sl_last_status();
    sl__reduce_end(info, r->partial[i], r->blocks, r->combine, data + (size_t)r->into[i] * info->size);
    return sl__host_end(view, function);
}

static sl_status put_all(const sl__results *r, const char *function)
{
    for (int i = 0; i < r->kernel->nargs; i++) {
        if (r->host[i] != NULL)
            sl__reduce_end(&r->kernel->args[i], r->partial[i], r->blocks, r->combine, r->host[i]);
        else if (r->view[i] != NULL)
            SL_TRY(put_into(r, i, function));
    }
    return SL_SUCCESS;
}

sl_status sl__results_join(sl__results *results, const char *function, sl_status status)
{
    status = sl__spread_agree(function, status, results->message, results->bytes);
    if (status == SL_SUCCESS)
        status = put_all(results, function);
    forget_results(results);
    return status;
}
