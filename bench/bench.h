/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a benchmark case is, and what the driver offers to the cases.
 *
 * A case has two sides: Starloop calls, and a native twin over the very same memory. README.md says how they are
 * raced. Contents are whole numbers, so that every result is exact in any order of additions and the two sides
 * can be compared bit by bit.
 */
#ifndef STARLOOP_BENCH_BENCH_H
#define STARLOOP_BENCH_BENCH_H

#include <starloop.h>

/** The most views of a case, and the most default sizes. */
enum { BENCH_VIEWS = 27, BENCH_SIZES = 6 };

/** Where a case runs: both of its sides. */
enum bench_device { BENCH_CPU = 0, BENCH_CUDA = 1, BENCH_DEVICES = 2 };

/** What the twin works on. */
enum bench_memory {
    BENCH_HOST_MEMORY = 0, /**< the views' host memory: bench_state.host */
    BENCH_DEVICE_MEMORY,   /**< the views' memory on the GPU: bench_state.gpu */
    BENCH_OWN_MEMORY,      /**< its own on several GPUs, a copy of bench_state.host: bench_gpus_begin() */
    BENCH_STARPU_MEMORY    /**< the twin is StarPU tasks: it needs the workers, and no memory from the driver */
};

/** Whether STARLOOP_CHAIN lets the loops of a round run together, part by part. */
enum bench_chain {
    BENCH_SINGLE = 0, /**< no: the case is about single loops, and the calls of a round are the same loop many times */
    BENCH_CHAINED,    /**< yes, as in programs: the case is about sequences of loops */
    BENCH_QUEUED      /**< yes, and STARLOOP_INLINE is 0: the case is about what queuing costs */
};

/** The two sides of a case. */
enum bench_side { BENCH_STARLOOP = 0, BENCH_NATIVE = 1 };

/** One case under way. */
struct bench_state {
    sl_index n;                 /**< size */
    long steps;                 /**< time steps, heat_cg only; 0: its default */
    enum bench_device device;   /**< where both sides run */
    sl_policy policy;           /**< says so to Starloop */
    int count, outputs;         /**< number of views; how many of them, the last ones, are written */
    sl_view *view[BENCH_VIEWS]; /**< [count] */
    double *host[BENCH_VIEWS];  /**< [count] their host memory, while the driver has it for fills, checks or a twin */
    double *gpu[BENCH_VIEWS];   /**< [count] their memory on the GPU, while a CUDA twin has it */
    sl_index applied;           /**< calls of both sides since the last fill, for cases that accumulate */
    double sum[2];              /**< by side: what its last round came to, for cases whose check is not by view */
    void *own;                  /**< the case's own */
};

/** A case. Hooks return a status of Starloop's, or 0 or -1 where they are int. NULL hooks are skipped. */
struct bench_case {
    const char *name;                           /**< of --case */
    const char *what;                           /**< one line for --list */
    const char *unit;                           /**< what the size counts */
    sl_index sizes[BENCH_DEVICES][BENCH_SIZES]; /**< default sizes on each device, 0: no more */
    sl_index smallest;                          /**< least size with which the case means anything */
    int calls;                                  /**< calls a round; 0: as many as fill it */
    int rounds;                                 /**< default rounds; 0: as many as fill a few seconds */
    enum bench_chain chain;                     /**< how its loops run */
    int waits;                                  /**< each call is waited for, as with --wait */
    int streams;                 /**< memory bounds it: a CUDA twin must come near the bandwidth of a copy */
    int splits;                  /**< its loops run part by part where its views are split: --split */
    int gpus;                    /**< on GPUs each has a part of the views, and of the twin's: --gpus */
    enum bench_memory memory;    /**< of the twin; on a GPU BENCH_DEVICE_MEMORY for BENCH_HOST_MEMORY */
    double (*bytes)(sl_index n); /**< memory that one call must at least move; NULL: no floor */
    double (*moves)(sl_index n); /**< what a call of the twin moves; NULL: as much */
    /** Makes the views. */
    sl_status (*create)(struct bench_state *s);
    /** Writes all contents, outputs with what no result is, through host[] on the twin's threads. */
    void (*fill)(struct bench_state *s);
    /** Gets one side ready for a round, or cleans up after it; in no time measured. */
    sl_status (*begin)(struct bench_state *s, enum bench_side side);
    sl_status (*end)(struct bench_state *s, enum bench_side side);
    /** Queues one Starloop call. */
    sl_status (*queue)(struct bench_state *s);
    /** Makes one call of the twin on cores, or queues one. @return 0, or -1 when it could not be made */
    int (*native)(struct bench_state *s);
    /** Queues one call of the twin on the GPU, on its stream if native_wait is NULL. NULL: for cores only. */
    int (*cuda)(struct bench_state *s);
    /** Waits for the twin's calls, where they are asynchronous. */
    int (*native_wait)(struct bench_state *s);
    /** Counts wrong results through host[]; @p side made the last ones. Says on stderr what is wrong first. */
    long (*wrong)(struct bench_state *s, const char *side);
    /** Measures in place of calls that are timed: gives the seconds of one round of a side.
     *  @return 0, or -1 after a message */
    int (*measure)(struct bench_state *s, enum bench_side side, double *seconds);
    /** Checks all that wrong() and the comparison of outputs cannot see: in place of them. */
    int (*check)(struct bench_state *s);
    void (*destroy)(struct bench_state *s);
};

/* The cases, one file a family. */
extern const struct bench_case bench_triad, bench_axpy, bench_triad_gpus;                         /* case_stream.c */
extern const struct bench_case bench_dot, bench_reduce3;                                          /* case_reduce.c */
extern const struct bench_case bench_sum_right, bench_sum_left, bench_sum_tall, bench_sum_flat;   /* case_boxes.c */
extern const struct bench_case bench_reduce6;                                                     /* case_boxes.c */
extern const struct bench_case bench_minloc, bench_minmax, bench_statistics;                      /* case_extremes.c */
extern const struct bench_case bench_layout_lj_right, bench_layout_lj_left, bench_layout_lj_auto; /* case_lj.c */
extern const struct bench_case bench_scan;                                                        /* case_scan.c */
extern const struct bench_case bench_copy_if;                                                     /* case_scan.c */
extern const struct bench_case bench_sort, bench_sort_pairs;                                      /* case_sort.c */
extern const struct bench_case bench_jacobi2d, bench_jacobi2d_left;                               /* case_stencil.c */
extern const struct bench_case bench_matmul, bench_matmul_blocked, bench_transpose_mixed;         /* case_matrix.c */
extern const struct bench_case bench_matmul_nest, bench_matmul_nest_collapsed;                    /* case_matrix.c */
extern const struct bench_case bench_matmul_nest_order, bench_matmul_nest_tiled;                  /* case_matrix.c */
extern const struct bench_case bench_transpose, bench_transpose_local;                            /* case_matrix.c */
extern const struct bench_case bench_transpose_indices;                                           /* case_matrix.c */
extern const struct bench_case bench_stencil7, bench_wavefront, bench_2mm, bench_ltimes;          /* case_nest.c */
extern const struct bench_case bench_rows_right, bench_rows_left, bench_spmv_rows;                /* case_rows.c */
extern const struct bench_case bench_spmv_teams, bench_spmv_sum;                                  /* case_teams.c */
extern const struct bench_case bench_stream_chain;                                                /* case_chain.c */
extern const struct bench_case bench_jacobi_sweeps, bench_jacobi2d_gpus, bench_stencil3d_gpus;    /* case_sweeps.c */
extern const struct bench_case bench_histogram_1e3, bench_histogram_1e6;                          /* case_scatter.c */
extern const struct bench_case bench_contention_0, bench_contention_2, bench_contention_5; /* case_contention.c */
extern const struct bench_case bench_color, bench_vertexsum;                               /* case_mesh.c */
extern const struct bench_case bench_assembly;                                             /* case_assembly.c */
extern const struct bench_case bench_list_forall;                                          /* case_list.c */
extern const struct bench_case bench_halo_packing;                                         /* case_halo.c */
extern const struct bench_case bench_packs_region, bench_packs_loop, bench_packs_tasks;    /* case_packs.c */
extern const struct bench_case bench_heat_cg;                                              /* case_heat.c */
extern const struct bench_case bench_launch, bench_inline1;                                /* case_launch.c */
extern const struct bench_case bench_subview_call, bench_auto_call;                        /* case_view_calls.c */
extern const struct bench_case bench_subview_inline1, bench_auto_inline1;                  /* case_view_calls.c */
extern const struct bench_case bench_region10;                                             /* case_region.c */
extern const struct bench_case bench_matmul_blocks, bench_auto_copy, bench_gather_random;  /* case_layouts.c */
extern const struct bench_case bench_metg;                                                 /* case_metg.c */
extern const struct bench_case bench_waits, bench_waits_copy8, bench_waits_planck, bench_waits_corners,
    bench_waits_volume; /* case_waits.c */
extern const struct bench_case bench_minimd_full_right, bench_minimd_full_left, bench_minimd_full_auto,
    bench_minimd_half_right, bench_minimd_half_left, bench_minimd_half_auto; /* case_minimd.c */
extern const struct bench_case bench_waits_integers, bench_waits_sweep, bench_waits_columns, bench_waits_mass,
    bench_waits_branches, bench_waits_tiles; /* case_kinds.c */

/** A whole number from 0 to 1023 that looks random: element @p i of contents number @p stream. */
static inline double bench_value(uint64_t i, unsigned stream)
{
    uint64_t h = (i + 1) * UINT64_C(0x9E3779B97F4A7C15) + stream * UINT64_C(0xD1B54A32D192ED03);
    h ^= h >> 29;
    h *= UINT64_C(0xBF58476D1CE4E5B9);
    return (double)(int64_t)(h >> 54);
}

/** The memory of a view of SL_INT32: that of all views is given as doubles. */
static inline int32_t *bench_integers(double *memory)
{
    return (int32_t *)(void *)memory;
}

/** Whether device code of the twins is in this program. */
int bench_cuda_built(void);

/** Adds a view of a type, uninitialised, to a case; its memory is pointed to as doubles all the same.
 *  @return as sl_view_create_with() */
sl_status bench_add_view_of(struct bench_state *s, const char *label, sl_type type, sl_layout layout,
                            sl_extents extents);
/** Adds a view of doubles, uninitialised, to a case. @return as sl_view_create_with() */
sl_status bench_add_view(struct bench_state *s, const char *label, sl_layout layout, sl_extents extents);
/** Adds a sparse matrix in compressed rows, and two vectors: int32 row [rows + 1] and column [entries], value
 * [entries], x [rows], y [rows], all uninitialised. @return as sl_view_create_with() */
sl_status bench_add_rows(struct bench_state *s, sl_index rows, sl_index entries);
/** The native_wait of a twin whose calls are Starloop's. @return 0, or -1 */
int bench_wait(struct bench_state *s);
/** Writes contents number @p stream to a [n], or NaN for stream 0, with the team that will read it. */
void bench_fill(double *a, sl_index n, unsigned stream);
/** Says that an element is wrong, and where. Prints the first only: @p before counts those before it. */
void bench_report(long before, const char *side, const char *name, sl_index at, double got, double want);

#endif
