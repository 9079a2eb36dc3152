/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What kernels of a peer's kinds of loops and their twins have in common. */
#ifndef STARLOOP_BENCH_KINDS_H
#define STARLOOP_BENCH_KINDS_H

enum { KINDS_NODES = 8, KINDS_TILE = 16 }; /**< of an element; rows and columns of a tile */

/** A value of three ways: what stands under a condition. An argument of each is evaluated several times. */
#define KINDS_BRANCHES(X_, Y_) ((X_) < 256 ? (X_) * (Y_) : (X_) > 768 ? (X_) - (Y_) : (X_) + 1)

/** A sweep of an explicit hydrodynamics code over one point, as LOOPS' kernel 18: V_(name, i, j) is an element. */
#define KINDS_SWEEP(V_, I_, J_, X_) \
    (V_(a, I_, J_) * (V_(X_, I_, J_) - V_(b, I_, J_ + 1)) - V_(a, I_, J_ - 1) * (V_(X_, I_, J_) - V_(b, I_, J_ - 1)) - \
     V_(c, I_, J_) * (V_(X_, I_, J_) - V_(b, I_ - 1, J_)) + V_(c, I_ + 1, J_) * (V_(X_, I_, J_) - V_(b, I_ + 1, J_)))

#endif
