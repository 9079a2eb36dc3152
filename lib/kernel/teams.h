/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a policy says of teams. */
#ifndef STARLOOP_LIB_KERNEL_TEAMS_H
#define STARLOOP_LIB_KERNEL_TEAMS_H

#include <starloop/kernel/abi.h>

/** Of a team kernel: refuses a loop over another space than the league that the policy speaks of, and teams that no
 *  device has.
 *  @param[in] bound  threads of a CUDA block for which the kernel was compiled
 *  @return #SL_SUCCESS, #SL_ERR_ARGUMENT, #SL_ERR_UNSUPPORTED. */
sl_status sl__teams_check(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, int bound,
                          const char *function);

/** Of another kernel: refuses what a policy says of teams. @return #SL_SUCCESS, #SL_ERR_UNSUPPORTED. */
sl_status sl__teams_check_none(const sl_kernel *kernel, const sl_policy *policy, const sl_space *space, int bound,
                               const char *function);

/** Counts the bytes of scratch memory that a launch takes: for the arrays among the kernel's words, and what the policy
 *  says of the team's besides.
 *  @param[in]  kernel  as the program has it
 *  @param[in]  value   values of scalars, by the rows of its table
 *  @param[out] bytes   [SL__ROOMS] multiples of SL__TEAM_ALIGN but those of SL__ROOM_TEAM
 *  @return #SL_SUCCESS; #SL_ERR_EXTENT for an extent below 0; #SL_ERR_ARGUMENT for more than any memory. */
sl_status sl__teams_arrays(const sl_kernel *kernel, const void *const value[], const sl_policy *policy,
                           const char *function, sl_index bytes[SL__ROOMS]);

/** Whether a team kernel has scratch arrays that on a device lie in its memory. @param[in] kernel  as the program has
 *  it, of any form */
int sl__teams_have_slots(const sl_kernel *kernel);

/** @return members of the league that a policy speaks of; -1 where .leagues says nothing that may be. */
int64_t sl__teams_league(const sl_policy *policy);

/** Packs league and scratch memory of a call that was checked, a struct sl__team_head.
 *  @param[in] kernel  as the program has it  @param[in] value  as sl__teams_arrays() */
void sl__teams_pack(const sl_kernel *kernel, const void *const value[], const sl_policy *policy, unsigned char *packed);

/** @return a hash of what changes how long a team takes. */
uint64_t sl__teams_key(const sl_policy *policy);

/** @return lanes of a thread: what the policy asks for, rounded down to a power of two up to a warp's. */
static inline int sl__teams_vector(const sl_policy *policy)
{
    int vector = 1;
    while (2 * vector <= policy->vector && 2 * vector <= SL__TEAM_WARP)
        vector *= 2;
    return vector;
}

#endif
