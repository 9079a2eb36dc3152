/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Policies: where and how a loop runs. Zero in every field is the default. */
#ifndef STARLOOP_POLICY_H
#define STARLOOP_POLICY_H

#include <starloop/types.h>

/** Where a loop may run. */
typedef enum sl_where {
    SL_ANYWHERE = 0, /**< the scheduler chooses */
    SL_CPU,          /**< on a CPU worker group */
    SL_CUDA          /**< on a CUDA device; an error where there is none */
} sl_where;

/** How the iterations of a loop go to the threads of a worker group. */
typedef enum sl_schedule {
    SL_AUTO = 0, /**< the library chooses: static, and no fork at all for a small loop */
    SL_SEQ,      /**< one thread, in the order of the iterations, no SIMD: an iteration may use what earlier ones did */
    SL_SIMD,     /**< one thread, vectorised */
    SL_STATIC,   /**< equal shares, or chunks dealt round-robin */
    SL_DYNAMIC,  /**< chunks taken one by one */
    SL_GUIDED,   /**< chunks taken one by one, large ones first */
    SL_RUNTIME   /**< what OMP_SCHEDULE says */
} sl_schedule;

/** How a loop runs. A value; #SL_POLICY makes one. */
typedef struct sl_policy {
    sl_where where;              /**< place */
    sl_schedule schedule;        /**< schedule on a CPU */
    sl_index chunk;              /**< iterations (rank 1), rows (rank 2 and up) or tiles (with .tile) of a chunk; of a
                                      reduction enough blocks for them (rank 1) or blocks; 0: OpenMP's own default */
    int order[SL_MAX_RANK];      /**< loop order, outermost first: {1, 0} runs dimension 0 innermost; all zero: as the
                                      layouts like it (SL_SEQ: the last dimension innermost). Reductions keep theirs */
    sl_index tile[SL_MAX_RANK];  /**< tile extents, a unit of distribution; 0 in one dimension: not tiled there.
                                      SL_SEQ runs tile after tile */
    int collapse;                /**< how many outer loops are distributed over the threads; 0: all but the innermost */
    int priority;                /**< StarPU priority of the task; 0: normal */
    int synchronous;             /**< not 0: the call waits for its task */
    const char *label;           /**< name in messages, profile and trace; NULL: the kernel's. Copied. */
} sl_policy;

/** A policy from designated initialisers: SL_POLICY(.schedule = SL_DYNAMIC, .chunk = 64). In C++ before C++20 the
 *  fields must stand in the order of ::sl_policy, or come from starloop::policy. */
#ifdef __cplusplus
#define SL_POLICY(...) (sl_policy{__VA_ARGS__})
extern "C++" {
namespace starloop {
/** Builder for C++: starloop::policy().schedule(SL_DYNAMIC).chunk(64) converts to an sl_policy. */
class policy {
public:
    policy() : value_() {}
    policy &where(sl_where w) { value_.where = w; return *this; }
    policy &schedule(sl_schedule s) { value_.schedule = s; return *this; }
    policy &chunk(sl_index n) { value_.chunk = n; return *this; }
    template <typename... N> policy &order(N... n) { set(value_.order, n...); return *this; }
    template <typename... N> policy &tile(N... n) { set(value_.tile, n...); return *this; }
    policy &collapse(int n) { value_.collapse = n; return *this; }
    policy &priority(int n) { value_.priority = n; return *this; }
    policy &synchronous(bool yes = true) { value_.synchronous = yes; return *this; }
    policy &label(const char *text) { value_.label = text; return *this; }
    operator sl_policy() const { return value_; }
private:
    template <typename A, typename... N> static void set(A (&array)[SL_MAX_RANK], N... n)
    {
        static_assert(sizeof...(N) <= SL_MAX_RANK, "starloop::policy: more values than dimensions");
        const A values[] = {(A)n...};
        for (unsigned d = 0; d < sizeof...(N); d++)
            array[d] = values[d];
    }
    sl_policy value_;
};
}
}
#else
#define SL_POLICY(...) ((sl_policy){__VA_ARGS__})
#endif

#endif
