/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Policies: where and how a loop runs. Zero in every field is the default. */
#include <starloop/called_at.h>
#ifndef STARLOOP_POLICY_H
#define STARLOOP_POLICY_H

#include <starloop/split.h>

/** Where a loop may run. */
typedef enum sl_where {
    SL_ANYWHERE = 0, /**< the scheduler chooses */
    SL_CPU,          /**< on a CPU worker group */
    SL_CUDA,         /**< on a CUDA device; an error where there is none */
    SL_CALLER        /**< of host tasks only: in the calling thread, before the call returns, where nobody uses the
                          views (#sl_task_submit); else as SL_CPU */
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

/** How iterations join values into the `scatter` arguments of a loop. */
typedef enum sl_scatter {
    SL_SCATTER_AUTO = 0,  /**< the library chooses */
    SL_SCATTER_ATOMIC,    /**< by atomic operations */
    SL_SCATTER_DUPLICATE, /**< each thread into a copy of its own; the copies are then joined into the view. As many
                             threads as there may be copies: they take 256 MiB at most. On CUDA a block of
                             threads has the copy, in shared memory, where it fits; else as SL_SCATTER_ATOMIC, or with
                             .where = SL_CUDA the loop fails with SL_ERR_UNSUPPORTED */
    SL_SCATTER_COLOR /**< by plain instructions, one colour of the iterations after another: those that run at the same
                        time share no number in the rows of the argument with `map`, which the kernel must have,
                        without reductions. On CUDA as SL_SCATTER_ATOMIC */
} sl_scatter;

/** Whether results are to be the same to the last bit in every run. */
typedef enum sl_reproducible {
    SL_NO = 0, /**< reductions are, on one kind of device, but those of nests; floating-point `scatter` and
                    `multi_reduce` are not */
    SL_YES, /**< those, too, on CPUs, for any number of threads: no atomics, and a number of copies that depends on the
                 space and the views' sizes alone. SL_SEQ has a result of its own */
    SL_ACROSS_DEVICES /**< likewise, and reductions on CUDA devices have the bits of CPUs, where the kernel's file is
                           compiled by `starloop-cc --exact` and its body has correctly rounded operations only. Scans,
                           and reductions by operators of the program, run on CPUs then. Refused for nests, and for
                           kernels that add to `atomic` views of floating-point numbers (guide/reductions.md) */
} sl_reproducible;

/** How a loop over an index set goes through its segments. */
typedef enum sl_segments {
    SL_IN_ORDER = 0, /**< one after another, each by the rest of the policy: what one writes the next ones see */
    SL_PARALLEL      /**< all iterations of all segments may run at the same time, as if the set were one list */
} sl_segments;

/** Which index of a box runs fastest. */
typedef enum sl_iterate {
    SL_ITERATE_DEFAULT = 0, /**< as the layouts like it */
    SL_ITERATE_LEFT,        /**< the first, dimension 0 */
    SL_ITERATE_RIGHT        /**< the last */
} sl_iterate;

/** What an occupancy function of a program's own is told (#SL_OCC_CUSTOM). */
typedef struct sl_occupancy_query {
    int threads;            /**< threads of a block */
    int blocks_per_sm;      /**< blocks of this kernel that fit a multiprocessor at a time */
    int threads_per_sm;     /**< threads that fit a multiprocessor */
    int multiprocessors;    /**< of the device */
    sl_index blocks_needed; /**< blocks that cover the space with one iteration a thread */
} sl_occupancy_query;

/** How many blocks a CUDA launch may have at most. Zero: as many as the space needs; else the threads stride over the
 *  grid. The values are the macros below. */
typedef struct sl_occupancy {
    int kind;                                             /**< SL__OCCUPANCY_DEFAULT, ... */
    int num;                                              /**< numerator of a fraction */
    int den;                                              /**< its denominator */
    int offset;                                           /**< blocks that are added to the fraction */
    sl_index (*custom)(const sl_occupancy_query *query_); /**< must be callable from any thread */
} sl_occupancy;

enum {
    SL__OCCUPANCY_DEFAULT = 0,
    SL__OCCUPANCY_MAX,
    SL__OCCUPANCY_AVOID_MAX,
    SL__OCCUPANCY_FRACTION,
    SL__OCCUPANCY_CUSTOM
};
#ifdef __cplusplus
#define SL__OCCUPANCY(...) (sl_occupancy{__VA_ARGS__})
#else
#define SL__OCCUPANCY(...) ((sl_occupancy){__VA_ARGS__})
#endif
/** As many blocks as the space needs. */
#define SL_OCC_DEFAULT SL__OCCUPANCY(SL__OCCUPANCY_DEFAULT, 0, 1, 0, 0)
/** As many as fit the device at a time. */
#define SL_OCC_MAX SL__OCCUPANCY(SL__OCCUPANCY_MAX, 0, 1, 0, 0)
/** As many as fit at a time, but one less for each multiprocessor where they would fill all its threads. */
#define SL_OCC_AVOID_MAX SL__OCCUPANCY(SL__OCCUPANCY_AVOID_MAX, 0, 1, 0, 0)
/** What is recommended for reductions: #SL_OCC_AVOID_MAX. */
#define SL_OCC_FOR_REDUCE SL_OCC_AVOID_MAX
/** (num / den of the blocks that fit a multiprocessor at a time + offset), at least 1, for each multiprocessor. */
#define SL_OCC_FRACTION(num_, den_, offset_) SL__OCCUPANCY(SL__OCCUPANCY_FRACTION, (num_), (den_), (offset_), 0)
/** What @p function_ returns for an ::sl_occupancy_query, at least 1. */
#define SL_OCC_CUSTOM(function_) SL__OCCUPANCY(SL__OCCUPANCY_CUSTOM, 0, 1, 0, (function_))

enum { SL__TILE_AUTO = -1 };
/** .tile = SL_TILE_AUTO: the library tries some tiles, and none, in the first calls of a kernel and size, and keeps
 * what is fastest, tiles only if they take a tenth less. On CPUs, of loops over boxes of rank 2 and up with any
 * schedule but SL_SEQ; elsewhere there are none. */
#define SL_TILE_AUTO \
    { \
        SL__TILE_AUTO \
    }

enum { SL__GPU = 1 << 16 };
/** .gpu = SL_GPU(k): GPU @p k_ of those in use, from 0, in the order of starloop-info. A number of its own, for a field
 * that is left out is 0, and that is no GPU: .gpu = 1 is refused. */
#define SL_GPU(k_) ((int)((unsigned)SL__GPU + (unsigned)(k_)))

/** How a loop runs. A value; #SL_POLICY makes one. */
typedef struct sl_policy {
    sl_where where;             /**< place */
    sl_schedule schedule;       /**< schedule on a CPU */
    sl_index chunk;             /**< iterations (rank 1), rows (rank 2 and up) or tiles (with .tile) of a chunk; of a
                                     reduction enough blocks for them (rank 1) or blocks; 0: the library chooses */
    int order[SL_MAX_RANK];     /**< loop order, outermost first: {1, 0} runs dimension 0 innermost; all zero: as the
                                     layouts like it (SL_SEQ: the last dimension innermost). On CUDA the innermost
                                     one lies along threadIdx.x. Reductions keep theirs */
    sl_index tile[SL_MAX_RANK]; /**< tile extents, a unit of distribution; 0 in one dimension: not tiled there.
                                     #SL_TILE_AUTO: by measurement.
                                     SL_SEQ runs tile after tile. On CUDA the extents of a block, if it may be as
                                     large; with .where = SL_CUDA one of more threads than CUDA allows is an error */
    sl_iterate iterate_outer;   /**< order of the tiles; default: that within them. Where there are none, and on CUDA,
                                     it changes nothing */
    sl_iterate iterate_inner;   /**< order of the iterations of a tile, or of all where there are none: a short form of
                                     .order, beside which it is refused */
    int collapse;               /**< how many outer loops are distributed over the threads; 0: all but the innermost */
    int block;                  /**< CUDA: threads of a block, up to 1024; 0: the library chooses. Reductions
                                     have 512, or 256 where less is asked for */
    int min_blocks;             /**< CUDA: so many blocks fit a multiprocessor, up to 32: where they have too many
                                     threads for that, a block has fewer; with .block that is an error of the task.
                                     0: any number. Reductions and scans have blocks of their own. See
                                     SL_LAUNCH_BOUNDS (guide/gpu.md) */
    int gpu;                /**< the GPU to run on, which is .where = SL_CUDA: #SL_GPU(k), from 0; one that is not in
                                 use is an error; 0: any. The parts of a split loop are on it, too */
    sl_index grid;          /**< CUDA: most blocks of a launch; 0: as .occupancy says */
    sl_occupancy occupancy; /**< CUDA: most blocks of a launch, by how many fit the device: SL_OCC_MAX, ... */
    int priority;           /**< StarPU priority of the task; 0: normal */
    int synchronous;        /**< not 0: the call waits for its task */
    int combine;            /**< not 0: results of reductions are joined into what their targets hold, the old
                                 value first; 0: they replace it */
    sl_split split;         /**< parts along each dimension of the space: each becomes a task of its own, which
                                 depends on the parts of the views that it touches only. The views that the loop
                                 reaches by own or halo are split alike, and stay so; a number that
                                 sl_view_split() has given a view stands. #SL_SPLIT, #SL_SPLIT_AUTO.
                                 Only a loop whose written views are all `own`, or reduced into, is split, and
                                 not with SL_SEQ, nor in a region (starloop/region.h); see sl_view_split() */
    sl_scatter scatter;     /**< how values are joined into `scatter` arguments */
    sl_reproducible reproducible; /**< whether results are the same in every run, to the last bit, or on every device,
                                     too. A loop that scatters floating-point numbers runs on CPUs then */
    sl_segments segments;         /**< how a loop over an index set goes through its segments */
    const char *label;            /**< name in messages, profile and trace; NULL: the kernel's. Copied. */
    const char *nest;             /**< of a nest (starloop/nest.h) the SL_NEST_POLICY and SL_NEST_POLICY_CUDA to run, by
                                     their names: "rows", "rows, blocks"; "auto": those that measurement finds to
                                     be the fastest; NULL: the first ones. Not kept */
    sl_index league;              /**< of sl_launch(): teams */
    sl_extents leagues;           /**< of sl_launch(), in place of .league: the extents of a league of one to three
                                       indices, #SL_EXTENTS(n0, n1), whose product is the number of teams */
    int team;                     /**< of sl_launch(), CUDA: threads of a team, .vector times which is at most 1024, and
                                       rounded up to a multiple of 32 where the kernel reduces; 0:
                                     the library chooses */
    int vector;                   /**< of sl_launch(), CUDA: lanes of a thread, rounded to a power of two; 0: one */
    size_t scratch_bytes;         /**< of sl_launch(): bytes for SL_TEAM_SCRATCH in a body; on CUDA shared memory */
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
    policy() : value_()
    {
    }
    policy &where(sl_where w_)
    {
        value_.where = w_;
        return *this;
    }
    policy &schedule(sl_schedule s_)
    {
        value_.schedule = s_;
        return *this;
    }
    policy &chunk(sl_index n_)
    {
        value_.chunk = n_;
        return *this;
    }
    template <typename... N_> policy &order(N_... n_)
    {
        set_(value_.order, n_...);
        return *this;
    }
    template <typename... N_> policy &tile(N_... n_)
    {
        set_(value_.tile, n_...);
        return *this;
    }
    policy &tile_auto()
    {
        return tile(SL__TILE_AUTO);
    }
    policy &iterate_outer(sl_iterate i_)
    {
        value_.iterate_outer = i_;
        return *this;
    }
    policy &iterate_inner(sl_iterate i_)
    {
        value_.iterate_inner = i_;
        return *this;
    }
    policy &collapse(int n_)
    {
        value_.collapse = n_;
        return *this;
    }
    policy &block(int n_)
    {
        value_.block = n_;
        return *this;
    }
    policy &min_blocks(int n_)
    {
        value_.min_blocks = n_;
        return *this;
    }
    /** GPU @p k_, from 0: .gpu = SL_GPU(k_). */
    policy &gpu(int k_)
    {
        value_.gpu = SL_GPU(k_);
        return *this;
    }
    policy &grid(sl_index n_)
    {
        value_.grid = n_;
        return *this;
    }
    policy &occupancy(sl_occupancy o_)
    {
        value_.occupancy = o_;
        return *this;
    }
    policy &priority(int n_)
    {
        value_.priority = n_;
        return *this;
    }
    policy &synchronous(bool yes_ = true)
    {
        value_.synchronous = yes_;
        return *this;
    }
    policy &combine(bool yes_ = true)
    {
        value_.combine = yes_;
        return *this;
    }
    policy &split(sl_split s_)
    {
        value_.split = s_;
        return *this;
    }
    policy &scatter(sl_scatter s_)
    {
        value_.scatter = s_;
        return *this;
    }
    policy &reproducible(sl_reproducible r_)
    {
        value_.reproducible = r_;
        return *this;
    }
    policy &segments(sl_segments s_)
    {
        value_.segments = s_;
        return *this;
    }
    policy &label(const char *text_)
    {
        value_.label = text_;
        return *this;
    }
    policy &nest(const char *name_)
    {
        value_.nest = name_;
        return *this;
    }
    policy &league(sl_index n_)
    {
        value_.league = n_;
        return *this;
    }
    policy &leagues(const sl_extents &e_)
    {
        value_.leagues = e_;
        return *this;
    }
    policy &team(int n_)
    {
        value_.team = n_;
        return *this;
    }
    policy &vector(int n_)
    {
        value_.vector = n_;
        return *this;
    }
    policy &scratch_bytes(size_t n_)
    {
        value_.scratch_bytes = n_;
        return *this;
    }
    operator sl_policy() const
    {
        return value_;
    }

  private:
    template <typename A_, typename... N_> static void set_(A_ (&array_)[SL_MAX_RANK], N_... n_)
    {
        static_assert(sizeof...(N_) <= SL_MAX_RANK, "starloop::policy: more values than dimensions");
        const A_ values_[] = {(A_)n_...};
        for (unsigned d_ = 0; d_ < sizeof...(N_); d_++)
            array_[d_] = values_[d_];
    }
    sl_policy value_;
};
} // namespace starloop
inline const sl_policy *sl__policy(const sl_policy &policy_)
{
    return &policy_;
}
}
#define SL__POLICY(policy_) (sl__policy(policy_))
#else
#define SL_POLICY(...) ((sl_policy){__VA_ARGS__})
#define SL__POLICY(policy_) ((const sl_policy[]){(policy_)})
#endif

#endif
