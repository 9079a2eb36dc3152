/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/spread.h"

#include <stdio.h>

#include "backend/backend.h"
#include "base/env.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/state.h"
#include "data/edges.h"
#include "data/interface.h"
#include "data/reaper.h"

static const int64_t BORDER = INT64_C(1) << 61; /* in tags of messages that are no edges */
enum { HANDLES_APART = 64 }; /* of an edge, by their tags: it grows, and has had some handles in all */

static const sl__ranks *ranks_now; /* changes where nobody else calls */
static int64_t made;               /* distributed views so far: guarded by the rule that one thread calls */
static uint64_t calls;             /* a hash */
static int64_t call_number;        /* how many */
static char last_call[128];
static _Atomic int64_t messages_sent, bytes_sent;

void sl__ranks_set(const sl__ranks *ranks)
{
    ranks_now = ranks;
    made = 0;
    calls = 0;
    call_number = 0;
    last_call[0] = '\0';
    if (ranks != NULL)
        sl__split_active = 1; /* parts of one rank alone run in several places, too */
}

const sl__ranks *sl__ranks_now(void)
{
    return ranks_now;
}

sl__ranks_gpus sl__ranks_own_gpus(void)
{
    const int count = sl__device_workers();
    return (sl__ranks_gpus){.count = count,
                            .open = sl__env_int(SL__ENV_WHERE) == SL__WHERE_CPU ? 0 : count,
                            .room = count > 0 ? sl__device_room() : 0};
}

/* ---- the sequence of calls ----------------------------------------------------------------------------------- */

/* FNV-1a. */
uint64_t sl__spread_mix(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

uint64_t sl__spread_mix_loop(const char *kernel, const sl_space *space)
{
    uint64_t hash = sl__spread_mix(0, kernel, strlen(kernel));
    hash = sl__spread_mix(hash, space->lo, (size_t)space->rank * sizeof space->lo[0]);
    return sl__spread_mix(hash, space->hi, (size_t)space->rank * sizeof space->hi[0]);
}

void sl__spread_called(uint64_t call, const char *function, const char *name, const char *label)
{
    calls = sl__spread_mix(calls, &call, sizeof call);
    call_number++;
    snprintf(last_call, sizeof last_call, "%s%s%s%s%s%s", function, name ? " of kernel " : "", name ? name : "",
             label ? ", \"" : "", label ? label : "", label ? "\"" : "");
}

sl_status sl__spread_agree(const char *function, sl_status status, void *message, size_t bytes)
{
    const sl__rank_word word = {
        .function = function, .status = status, .calls = calls, .number = call_number, .last = last_call};
    return ranks_now->join(&word, message, bytes);
}

void sl__spread_agreed(uint64_t hash, int64_t number)
{
    calls = hash;
    call_number = number;
}

int64_t sl__spread_number(void)
{
    return ++made;
}

/* ---- access -------------------------------------------------------------------------------------------------- */

sl__spread *sl__spread_find(sl_view *v, const char *function, const char *argument, sl_status *status)
{
    *status = sl__runtime_check_blocking(function);
    if (*status == SL_SUCCESS)
        *status = sl__view_check_live(v, function, argument);
    if (*status == SL_SUCCESS && v->spread == NULL)
        *status = SL_FAIL_OF(SL_ERR_ARGUMENT, sl__view_made(v),
                             "%s: %s: expected a view of sl_mpi_view_create(), got \"%s\", which is whole here",
                             function, argument, v->label);
    if (*status == SL_SUCCESS && ranks_now == NULL)
        *status = SL_FAIL(SL_ERR_STATE, "%s: expected a call before sl_mpi_finalize(), got one after", function);
    return *status == SL_SUCCESS ? v->spread : NULL;
}

sl_view *sl__spread_share(sl__spread *spread, int own)
{
    sl__splits *splits = sl__splits_of(spread->view);
    pthread_mutex_lock(&splits->lock);
    spread->shared = 1;
    pthread_mutex_unlock(&splits->lock);
    return own < spread->own && sl__view_retain(spread->block[own]) ? spread->block[own] : NULL;
}

/* ---- edges --------------------------------------------------------------------------------------------------- */

void sl__spread_sent(int64_t *messages, int64_t *bytes)
{
    *messages = atomic_load(&messages_sent);
    *bytes = atomic_load(&bytes_sent);
}

/* The blocks that this rank knows the edges of are its own and those beside them. */
void sl__spread_rewritten(sl__spread *spread)
{
    sl__splits *splits = sl__splits_of(spread->view);
    spread->around.known = 0;
    pthread_mutex_lock(&splits->lock);
    for (int k = 0; k < spread->own && !spread->by_block; k++)
        for (int b = sl__spread_block(spread, k) - 1; b <= sl__spread_block(spread, k) + 1; b++)
            for (int e = SL__STRETCH_LOW; e <= SL__STRETCH_HIGH && b >= 0 && b < spread->grid->parts; e++)
                spread->grid->part[b].stretch[e].fresh = spread->grid->part[b].stretch[e].sent = 0;
    pthread_mutex_unlock(&splits->lock);
}

int sl__spread_reserve_edge(sl__spread *spread, int block, int stretch, sl_index rows)
{
    if (!sl__edge_reserve(spread->grid, block, stretch, rows))
        return 0;
    if (spread->shared)
        spread->grid->part[block].stretch[stretch].fresh = spread->grid->part[block].stretch[stretch].sent = 0;
    return 1;
}

/* In any thread: the message is over. */
static void edge_moved(void *arg)
{
    sl__view_task_done(arg);
    sl__progress_wake();
}

/* Messages of one handle are in the order of submission; those of the next one of an edge have another tag. */
static int64_t edge_tag(const sl__spread *spread, int block, int stretch)
{
    const int64_t edge = (spread->number * SL__SPLIT_MOST + block) * SL__STRETCHES + stretch;
    return edge * HANDLES_APART + spread->grid->part[block].stretch[stretch].renewed % HANDLES_APART;
}

/* A message between two ranks, of which this is one. @param[in] view  that lives until it is over */
static sl_status move_between(sl_view *view, starpu_data_handle_t handle, int sends, int rank, int64_t tag,
                              const char *function)
{
    sl__view_task_queued(view);
    const int code = (sends ? ranks_now->send : ranks_now->receive)(handle, rank, tag, edge_moved, view);
    if (code != 0) {
        sl__view_task_done(view);
        return SL_FAIL(SL_ERR_MPI, "%s: expected StarPU-MPI to move rows of \"%s\", got code %d", function, view->label,
                       code);
    }
    if (sends) {
        const struct sl__interface *itf = starpu_data_get_interface_on_node(handle, STARPU_MAIN_RAM);
        atomic_fetch_add(&messages_sent, 1);
        atomic_fetch_add(&bytes_sent, (int64_t)itf->span);
    }
    return SL_SUCCESS;
}

sl_status sl__spread_move_edge(sl__spread *spread, int block, int stretch, const char *function)
{
    sl__stretch *edge = &spread->grid->part[block].stretch[stretch];
    const int owner = sl__spread_owner(spread, block),
              reader = sl__spread_owner(spread, stretch == SL__STRETCH_HIGH ? block + 1 : block - 1);
    const int sends = owner == spread->rank;
    if (owner == reader || edge->sent)
        return SL_SUCCESS;
    SL_TRY(move_between(spread->view, edge->handle, sends, sends ? reader : owner, edge_tag(spread, block, stretch),
                        function));
    edge->sent = 1;
    return SL_SUCCESS;
}

sl_status sl__spread_move_border(const sl__spread *spread, sl_view *border, int from, int to, const char *function)
{
    const int owner = sl__spread_owner(spread, from), reader = sl__spread_owner(spread, to),
              sends = owner == spread->rank;
    const int64_t place = (spread->number * SL__SPLIT_MOST + from) * SL__SPLIT_MOST + to;
    return move_between(border, border->handle, sends, sends ? reader : owner,
                        BORDER | (place * HANDLES_APART + spread->exchanges % HANDLES_APART), function);
}

int sl__spread_has_around(const sl__spread *spread, const sl__around *around)
{
    const sl__around *has = &spread->around;
    int all = spread->by_block && !spread->shared && has->known;
    for (int d = 0; d < spread->view->rank && all; d++)
        all = has->lo[d] <= around->lo[d] && has->hi[d] >= around->hi[d] && has->width[d] >= around->width[d];
    return all;
}
