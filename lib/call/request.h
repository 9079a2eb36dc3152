/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A call of a loop under check, and where it may run. */
#ifndef STARLOOP_LIB_CALL_REQUEST_H
#define STARLOOP_LIB_CALL_REQUEST_H

#include "task/task.h"

/** The views that a loop uses: those of its arguments, in their order, and last that of its space. */
enum { SL__USES = SL_MAX_ARGS + SL_MAX_RANK };
typedef struct sl__uses {
    int count;
    const sl_view *view[SL__USES];
    sl_view *root[SL__USES];        /**< whose memory each has */
    signed char argument[SL__USES]; /**< the number of the argument; -1 - d: it is dimension d of the space */
    unsigned char writes[SL__USES]; /**< whether the loop writes it */
} sl__uses;

/** What a call asks for, under check. */
typedef struct sl__request {
    const char *function; /**< what the user wrote */
    const sl_kernel *kernel;
    const sl__kernel_state *state;
    const sl_policy *policy;
    const sl_space *space;
    const sl_arg *args;
    int empty;                   /**< nothing runs: the space has no points, and the kernel is no nest */
    int waits;                   /**< the call waits for its task */
    sl_index scratch[SL__ROOMS]; /**< bytes of scratch memory of a team kernel */
    sl__uses *uses;              /**< written when all arguments have been checked */
} sl__request;

/** The view of an argument, SL_INTO's too; NULL: it has none. */
static inline const sl_view *sl__request_view(const sl__request *c, int i)
{
    return c->args[i].kind == SL_ARG_VIEW || c->args[i].kind == SL_ARG_INTO ? c->args[i].view : NULL;
}

/** Fails with a sentence about argument i, as SL_FAIL() does. */
#define SL__REFUSE(status, c, i, ...) sl__request_refuse((status), (c), (i), __FILE__, __LINE__, __VA_ARGS__)
__attribute__((format(printf, 6, 7))) sl_status sl__request_refuse(sl_status status, const sl__request *c, int i,
                                                                   const char *file, int line, const char *format, ...);

/** Refuses arguments that share memory, where one of them is written: with each other, or with the list that the loop
 *  runs over. Two elements of one view as targets are fine.  @return #SL_SUCCESS, #SL_ERR_ALIAS. */
sl_status sl__request_aliases(const sl__request *c);

/** Refuses SL_SCATTER_COLOR where a loop has no colours: no map, another space than a range, a reduction; and
 *  SL_SCATTER_DUPLICATE for a scan.  @return #SL_SUCCESS, #SL_ERR_UNSUPPORTED. */
sl_status sl__request_scatter(const sl__request *c);

/** Finds on which sides its task may run. STARLOOP_WHERE speaks for a policy that leaves it open, as far as that is
 *  possible. @param[out] where  SL__SIDE_* or-ed  @return #SL_SUCCESS, #SL_ERR_DEVICE, #SL_ERR_UNSUPPORTED. */
sl_status sl__request_place(const sl__request *c, int *where);

/** Scratch memory of a team that a device lacks. */
typedef struct sl__team_lack {
    int room;     /**< SL__ROOM_TEAM: shared memory of a CUDA block; SL__ROOM_GLOBAL: memory of the device; with that of
                     the threads */
    int threads;  /**< of the team, if each of them has some of its own there; else 0 */
    int64_t most; /**< bytes that it may take there */
    int64_t got;  /**< what it takes */
} sl__team_lack;

/** Whether a device has scratch memory for a team, of as many threads as its launch would have.
 *  @param[in]  bytes  [SL__ROOMS]
 *  @param[out] lack   if it has not */
int sl__request_team_fits(const sl_kernel *kernel, const sl_policy *policy, const sl_index bytes[],
                          sl__team_lack *lack);

/** Fails with a sentence about that. @param[in] who  function and kernel, or argument */
sl_status sl__request_team_lacks(const sl__team_lack *lack, const char *who);

/** A GPU that can never hold the views at once would be asked for ever: such a loop runs on a CPU, or is refused.
 *  @param[in] in_parts  it may be in parts, of which a GPU needs one at a time
 *  @return #SL_SUCCESS, #SL_ERR_MEMORY. */
sl_status sl__request_fit(sl__task *task, const char *function, int in_parts);

/** Whether a GPU can hold the views of the task, whole, at once. */
int sl__request_fits(const sl__task *task);

#endif
