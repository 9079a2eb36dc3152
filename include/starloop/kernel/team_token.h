/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief SL_TEAM_UNIQUE_TOKEN: a number that a team has and no other one at the same time. Part of
 *  starloop/kernel/forms.h.
 *
 * As kernel/token.h, but that on a device one lane of the team takes the number and gives it back, behind a barrier;
 * the others wait for it at one. On a CPU a team is one thread.
 */
#ifndef STARLOOP_KERNEL_TEAM_TOKEN_H
#define STARLOOP_KERNEL_TEAM_TOKEN_H

#include <starloop/kernel/form_team_device.h>
#include <starloop/kernel/token.h>

/* clang-format off */
/** In the body of a team kernel, before a block: SL_TEAM_UNIQUE_TOKEN(team, id, tokens) { ... } In the block `id` is an
 *  sl_index that is the same in all threads and lanes of the team, and that no other team of the launch has meanwhile.
 *  All threads of the team reach it, and leave it together: at its end, by `break` and `continue`, by SL_RAISE and
 *  `return`. What all of them must reach may stand in it.
 *
 *  @param TEAM_  the team
 *  @param ID_    the name of a constant of the block
 *  @param V_     as of #SL_UNIQUE_TOKEN: inout(int, 1, name, atomic), with the same failures
 *
 *  Kokkos' AcquireTeamUniqueToken. Only in the body itself, not in an SL_FN. */
#ifdef __CUDACC__
#define SL_TEAM_UNIQUE_TOKEN(TEAM_, ID_, V_) \
    for (sl__team_token_of ID_##__t_((TEAM_).league_, SL__TOKEN_ARGUMENTS(V_)); ID_##__t_.wanted_();) \
        for (SL__UNUSED const sl_index ID_ = ID_##__t_.number_; ID_##__t_.holds_; ID_##__t_.give_())
#else
#define SL_TEAM_UNIQUE_TOKEN(TEAM_, ID_, V_) \
    if ((void)(TEAM_).league_, SL__TEAM_MEETS(team), 0) {} else SL_UNIQUE_TOKEN(ID_, V_)
#endif
/* clang-format on */

#ifdef __CUDACC__
extern "C++" {
struct sl__team_token_of {
    sl__token one_; /* of the lane that takes the number */
    sl_index number_;
    int holds_, turns_;
    template <typename sl__p_, typename sl__v_, typename... sl__more_>
    SL__DEVICE_METHOD sl__team_token_of(sl_index, sl__p_ sl__x_, sl__v_ sl__view_, sl__more_... sl__rest_)
    {
        static_assert(sl__token_takes<sl__p_, sl__v_>::value_ == 1, "SL_TEAM_UNIQUE_TOKEN: expected an argument "
                                                                    "inout(int, 1, name, atomic)");
        one_.state_ = SL__TOKEN_DONE;
        sl_index *const sl__told_ = (sl_index *)sl__team_part(0, 0);
        if (sl__both_rank() == 0) {
            sl__token_begin(&one_, (void *)sl__x_, sl__view_, sl__rest_...);
            while (one_.state_ == SL__TOKEN_WANTED)
                (void)sl__token_take(&one_);
            *sl__told_ = one_.state_ == SL__TOKEN_HELD ? one_.number_ : -1;
        }
        sl__team_barrier();
        number_ = *sl__told_;
        holds_ = number_ >= 0;
        turns_ = 0;
        sl__team_barrier(); /* the next word that hands on a number has the same memory */
    }
    SL__DEVICE_METHOD ~sl__team_token_of()
    {
        give_();
    }
    SL__DEVICE_METHOD void give_()
    {
        if (!holds_)
            return;
        holds_ = 0;
        sl__team_barrier();
        if (sl__both_rank() == 0)
            sl__token_give(&one_);
    }
    /* Whether the block is to run: it may have been left by a `break`. */
    SL__DEVICE_METHOD int wanted_()
    {
        if (turns_++ > 0)
            give_();
        return holds_;
    }
};
}
#endif

#endif
