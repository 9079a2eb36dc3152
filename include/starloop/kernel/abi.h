/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What a compiled kernel and the library agree on: the metadata table, the chunk functions and their geometry.
 *
 * A chunk function runs one box of iterations in the calling thread. The library owns threads, schedules, tiles and
 * blocks: it cuts a space into boxes and calls the function of the layout case that fits the views.
 */
#ifndef STARLOOP_KERNEL_ABI_H
#define STARLOOP_KERNEL_ABI_H

#include <starloop/kernel/cases.h>
#include <starloop/kernel/kinds.h>
#include <starloop/kernel/names.h>
#include <starloop/kernel/operators.h>
#include <starloop/loop.h>

/* The canonical decomposition of reductions; doc/spec/reductions.md says why these. */
enum {
    SL__LANES = 32,        /**< rank 1: partial results in flight */
    SL__BLOCK = 4096,      /**< rank 1: iterations of a block; rank 2 and up: at least as many where there are */
    SL__LANE_ROWS = 8,     /**< rank 2 and up: lanes along dimension 0 */
    SL__LANE_COLUMNS = 16, /**< rank 2 and up: lanes along the last dimension */
    SL__LANES_2D = SL__LANE_ROWS * SL__LANE_COLUMNS,
    SL__AHEAD_BYTES = 2048, /**< how far ahead of itself a reduction of rank 1 asks for its inputs, over them all */
    SL__AHEAD_ALONE_BYTES = 12288, /**< the same where there is one input */
    SL__STREAM_ELEMENTS = 128,     /**< elements that are collected, on the stack, and then written past the caches */
    SL__STREAM_MOST = 128          /**< bytes of an element; larger ones are written as they come */
};
/** A kernel's abi has this bit where neither starloop-cc compiled it nor the flags that it prints; the program's
 *  -DSL_PLAIN_CC says that this is meant. */
#define SL__ABI_PLAIN 0x80000000U
#if defined(SL__BY_STARLOOP_CC) || defined(SL_PLAIN_CC)
#define SL__ABI_FILE SL__ABI
#else
#define SL__ABI_FILE (SL__ABI | SL__ABI_PLAIN)
#endif

enum { SL__PLACES = 128 /**< indices that a loop over places fetches at once */ };

/** The indices along a dimension of a space that is no box: place k is at index number start_ + k * step_ of a list, or
 * at that itself. */
struct sl__places {
    const void *list_;      /**< indices of a list, where the loop runs; NULL: of a stride */
    sl_index start_, step_; /**< step_ 0: of a range, whose places are its indices */
    int wide_;              /**< the list has int64_t; else int32_t */
};

/** A thread among those that run a nest. */
struct sl__sharer {
    int thread_, threads_; /**< its number, and how many there are */
    unsigned round_;       /**< levels that have counted in memory that threads share */
    void *shared_;         /**< that memory */
};
/** How a level deals iterations to threads: in equal shares or chunks, round-robin; the same, and who is ready does not
 *  wait; in chunks taken one by one; the same, large ones first; as OMP_SCHEDULE says. */
enum { SL__DEAL_STATIC = 0, SL__DEAL_NOWAIT, SL__DEAL_DYNAMIC, SL__DEAL_GUIDED, SL__DEAL_RUNTIME };
enum { SL__NOWAIT_CHUNK = 0 /**< of a level omp_nowait that says none: kernel/nest_words.h */ };
/** A thread's iterations of a level. */
struct sl__deal {
    struct sl__sharer *sharer_;
    int schedule_;
    unsigned round_;
    sl_index chunk_, from_, to_; /**< chunk_ 0: equal shares; [from_, to_) are all iterations */
    sl_index next_;              /**< round-robin: begin of this thread's next chunk */
    sl_index first_, last_;      /**< what is to run */
};

/** One box of iterations, and where a reduction's parts go. */
struct sl__box {
    struct sl__fault *fault_;    /**< where a body records what went wrong */
    sl_index lo_[SL_MAX_RANK];   /**< first index of the box; not empty */
    sl_index hi_[SL_MAX_RANK];   /**< one past the last */
    int order_[SL_MAX_RANK];     /**< dimensions from the outermost loop to the innermost; cases any and seq */
    sl_index base_[SL_MAX_RANK]; /**< first index of the reduction block that the box is part of */
    sl_index block_;             /**< number of that block; in rank 1, of the first of several whole blocks */
    int alone_;                  /**< SL__ALONE_SCATTER, SL__ALONE_LOOP, or 0 */
    int first_, last_;           /**< rank 2 and up: the box begins, ends its block */
    int lane_; /**< case seq: the only lane that runs, counted from 1, whose result is the block's; 0: all */
    struct sl__places places_[SL_MAX_RANK]; /**< case indexed: lo_ and hi_ count these, along each dimension */
    struct sl__sharer *sharer_;             /**< nests */
    int final_;                             /**< scans: 0 for the block's own result, 1 for what its bodies write */
    void *lanes_[SL_MAX_ARGS];              /**< rank 2 and up: room for SL__LANES_2D partial results a
                                                 block */
    void *partial_[SL_MAX_ARGS];            /**< one result a block */
    const void *identity_[SL_MAX_ARGS];     /**< the operator's identity */
    int together_;                          /**< rank 2 and up, whole blocks: how many, neighbours along dimension
                                                 0 */
    sl_index rows_;                         /**< indices along dimension 0 of each of them, at most */
    sl_index apart_;                        /**< by how much the numbers of two neighbours differ */
    sl_index columns_;                      /**< indices along the last dimension that are walked side by side, of
                                                 each SL__LANE_COLUMNS one */
    sl_index shift_;                        /**< rank 1: from an index, or place, to the position of its iteration;
                                                 nests: indices of dimension 0 before the box, in the whole of which it
                                                 is a part */
    int ahead_;                             /**< a reduction of rank 1 asks for its inputs ahead of itself */
};

/** No other thread touches the memory of scatter arguments; no other one runs iterations of the loop either. */
enum { SL__ALONE_SCATTER = 1, SL__ALONE_LOOP = 2 | SL__ALONE_SCATTER };

/* An exception does not leave a body: the frames of the library and StarPU have nothing that could catch it. */
#ifdef __cplusplus
#define SL__NOEXCEPT noexcept
#else
#define SL__NOEXCEPT
#endif

/** Runs a box. @p args_ is the kernel's packed-argument struct. */
typedef void (*sl__chunk_function)(const void *args_, const struct sl__box *box_);

/** What a program's own operator wants, built-in ones do not: that a block has one lane, and blocks are runs of
 *  iterations; or that on devices only. */
enum { SL__ORDERED_NOWHERE = 0, SL__ORDERED_EVERYWHERE, SL__ORDERED_ON_DEVICES };
/** What the library needs of a reduction over a struct. */
struct sl__reducer {
    int ordered_;    /**< SL__ORDERED_* */
    sl_type limits_; /**< the type whose limits the identity is made of; 0: of none */
    void (*identity_)(void *to_, const void *largest_, const void *smallest_); /**< writes the identity */
    void (*combine_)(void *partial_, sl_index count_); /**< as sl__reduce_combine(): the result is the first one */
};
enum {
    SL__REDUCER_BYTES = 256,     /**< most of a struct */
    SL__REDUCER_LANE_BYTES = 32, /**< most of one with lanes */
};

/** One row of a kernel's metadata table. */
typedef struct sl__arg_info {
    const char *name;                   /**< as in the kernel */
    int kind;                           /**< SL__SCALAR, ...; 0 of a scratch array */
    sl_type type;                       /**< built-in type; 0 for a struct */
    const char *type_name;              /**< as written */
    size_t size, align;                 /**< of an element, bytes */
    int rank;                           /**< of a view */
    int op;                             /**< of a reduction or scatter; of a scratch array SL__ROOM_* */
    const char *modifiers;              /**< as written, "sl__none" at the end */
    size_t offset;                      /**< in the packed-argument struct */
    const struct sl__reducer *reducer_; /**< of a reduction over a struct; NULL: it is none */
} sl__arg_info;

/** What the library keeps about a kernel. */
struct sl__kernel_state;

/** A kernel's CUDA functions: those of the rows of kernel/cases.h and any as the chunk functions of these numbers, for
 *  spaces within 2^30 and grids that cover them; one for any space, layout and grid; and of loops that scatter one like
 *  it, with copies of a CUDA block in shared memory. */
enum {
    SL__DEVICE_LANES = 256,        /**< of a tile of a reduction */
    SL__DEVICE_REDUCERS = 8,       /**< reductions of a kernel of which two tiles may share a CUDA block */
    SL__DEVICE_CLUSTER = 8,        /**< CUDA blocks that may be a cluster */
    SL__DEVICE_SEGMENT = 128,      /**< results of CUDA blocks that a warp joins at once */
    SL__DEVICE_FEWEST = 16,        /**< such results that are joined in shared memory */
    SL__DEVICE_SCAN_THREADS = 256, /**< of a CUDA block of a scan */
    SL__DEVICE_TURNS = 2, /**< iterations of a thread whose loads go together, in a loop with a declared reach */
};
enum { SL__DEVICE_WIDE = SL__CASE_ANY + 1, SL__DEVICE_COPIES, SL__DEVICE_FUNCTIONS = 7 /* SL__SCAN_OPERATORS */ };

/** A kernel's CUDA half, which nvcc made from the same file. */
typedef struct sl__device_code {
    unsigned abi;       /**< #SL__ABI */
    int bounds_checked; /**< compiled with -DSL_BOUNDS_CHECK */
    int turns;          /**< iterations of a thread, 1 or #SL__DEVICE_TURNS, but in the last one */
    int by_pointer;     /**< the functions' first parameter points to the packed arguments, in device memory */
    const void *function[SL__DEVICE_FUNCTIONS]; /**< __global__ functions for cudaLaunchKernel; SL__DEVICE_COPIES: NULL
                                                     where the kernel has none */
    int threads;                                /**< most of a block, as SL_LAUNCH_BOUNDS says; 0: it says nothing */
    int joins;                                  /**< several loops may be one launch of the function for any space */
} sl__device_code;

/** The space of a launch. An axis is one of CUDA's x, y, z: dimension d of the space runs along axis_[d]; several
 *  dimensions share z. Parameters of a __global__ function. */
typedef struct sl__device_box {
    struct sl__fault *fault_;      /**< where a body records what went wrong; host memory that the device reaches */
    const unsigned *failed_;       /**< bits of the launches just before this one that failed; NULL: none matters */
    unsigned depends_;             /**< those whose failure is this one's, too */
    sl_index lo_[SL_MAX_RANK];     /**< first index of the space */
    sl_index hi_[SL_MAX_RANK];     /**< one past the last */
    sl_index count_[3];            /**< extents of the axes */
    sl_index divide_[SL_MAX_RANK]; /**< along z: dimension d is at (z / divide_[d]) % its extent */
    int axis_[SL_MAX_RANK];
    int span_;  /**< iterations of a CUDA block along x, of a kernel with several turns */
    int apart_; /**< from one turn of a thread to the next, along x; count_[0]: it has one only */
    struct sl__places places_[SL_MAX_RANK]; /**< of the function for any space: what lo_ and hi_ count; with a step of 0
                                  and a list the first number of that is where the range ends */
    sl_index ends_[2];                      /**< of a range whose end is in a view: between which it has to be */
    sl_index shift_;    /**< rank 1: from an index, or place, to the position of its iteration; nests: indices of
                           dimension 0 before the space, in the whole of which it is a part */
    sl_index plane_;    /**< nests: the plane of a HYPERPLANE that is launched plane by plane; -1: all */
    char *slots_;       /**< teams: scratch memory in device memory, of one CUDA block after the other */
    sl_index slot_;     /**< teams: bytes that a block has of it */
    const char *loops_; /**< of a launch that is several loops of a kernel, by its function for any space: device memory
                             with the box and the arguments of each; NULL: it is one loop */
    size_t loop_bytes_; /**< from one of these to the next */
    unsigned loop_grid_; /**< CUDA blocks along z; of a launch that is several loops those of each */
} sl__device_box;
enum { SL__DEVICE_BOX_BYTES = (sizeof(sl__device_box) + 63) / 64 * 64 }; /* the arguments of such a loop lie behind */

/** What a tile of a scan, or a group of them, has come to. */
struct sl__device_link {
    uint64_t half_[2]; /**< below, four bytes of it; above, 1: they are there */
};

/** Iterations of a thread, of a scan with a body, and of a tile. */
enum { SL__SCAN_BODY_ITEMS = 8, SL__SCAN_BODY_TILE = SL__SCAN_BODY_ITEMS * SL__DEVICE_SCAN_THREADS };

/** Links that a value of some bytes takes. */
#define SL__LINKS_OF(BYTES_) ((sl_index)(((BYTES_) + 7) / 8))

/** Values that a line of a scan hands on from part to part, where tiles of it go to all CUDA blocks: what came before a
 *  supergroup; then, of those before the next part's first tile, the tiles of its group, and the groups of the
 *  supergroup. Behind them, of a scan of views, are the elements of that tile that lie in parts before. */
enum { SL__SCAN_GROUP = 32, SL__SCAN_CARRIED = 1 + 2 * SL__SCAN_GROUP };

/** The links of a scan on a device: of tiles, of groups of 32, and of groups of these. */
typedef struct sl__device_scan {
    struct sl__device_link *links_; /**< [used_] nothing is there between launches */
    unsigned *taken_;               /**< tiles that CUDA blocks have taken; 0 between launches */
    sl_index used_;
    sl_index items_; /**< of a scan of views: how a device goes through the lines, SL__SCAN_BY_... */
    /* Of a part of a scan whose lines are cut; else 0. */
    const char *before_; /**< device memory: what each line has come to before it; NULL: nothing */
    char *behind_;       /**< and where that goes which it has come to with it; NULL: it is the last */
    sl_index first_;     /**< its first tile, counted from that tile's supergroup on */
    sl_index skipped_;   /**< elements of that which lie before the part */
} sl__device_scan;

/** The tiles of a reduction on a device, and where its parts go. 256 lanes share a tile, in rows along dimension 0 and
 *  columns along the last one (rank 1: columns only); a lane has turns_ iterations along each dimension. Two tiles that
 *  are neighbours along the last one are interleaved. doc/spec/reductions.md. */
typedef struct sl__device_reduction {
    sl_index tiles_;              /**< their number; 0: the results of groups_ CUDA blocks are there, and joined */
    sl_index groups_;             /**< CUDA blocks that it takes, each with one or two tiles */
    sl_index grid_[SL_MAX_RANK];  /**< number of tiles along each dimension; dimension 0 is slowest */
    sl_index turns_[SL_MAX_RANK]; /**< of arrays the first one: iterations of a block, of which there are groups_ */
    sl_index shift_;     /**< along dimension 0 the first tile, or box, begins so many indices before the space */
    int rows_, columns_; /**< powers of two */
    int lanes_; /**< of a tile: 256, or those of a CPU's block, for which it stands: 32 or 128; of a block that reduces
                   into arrays: 1 to 256 */
    int pair_; /**< tiles that share a box along the last dimension: 2, or 1 where a tile stands for a CPU's block. Only
                    the function SL__DEVICE_WIDE looks at these two */
    int turned_;                     /**< neighbouring threads go along dimension 0 */
    unsigned *ticket_;               /**< 0; the last CUDA block to end combines the parts, where they are no cluster;
                                        NULL: they stay parts */
    void *partial_[SL_MAX_ARGS];     /**< room for groups_ + groups_ / 128 + 2 results, at least 8 bytes each */
    void *result_[SL_MAX_ARGS];      /**< the target */
    uint64_t identity_[SL_MAX_ARGS]; /**< the operator's identity, of structs the largest value, in its first bytes */
    uint64_t smallest_[SL_MAX_ARGS]; /**< of structs the smallest value; of an array the first index of its view */
    unsigned combines_;              /**< arguments of which the result is joined into what the target holds: bits */
    struct sl__mailbox *mailbox_[SL_MAX_ARGS]; /**< mailbox to which the result is published, too; NULL: it is not */
    uint64_t number_;                          /**< under which it is published, less *run_ */
    uint64_t *run_;        /**< device memory: what the launches of a graph add to it; NULL: nothing */
    int advances_;         /**< this is the last one of the graph that publishes: *run_ grows by SL__PUBLISH_RUN */
    sl__device_scan scan_; /**< of a scan, which has tiles_ and no groups */
} sl__device_reduction;

/** A result of a reduction in memory that a device writes and the host reads meanwhile. The two words may be seen in
 *  any order and at any time: that of a number only goes with its own value, since the factor is odd. */
struct sl__mailbox {
    uint64_t value_; /**< in its first bytes */
    uint64_t word_;  /**< its number ^ value_ * SL__MAILBOX_FACTOR */
};
#define SL__MAILBOX_FACTOR UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / the golden ratio */
enum { SL__PUBLISH_RUN = 256 /**< from one launch of a graph to the next; each of its loops has a number between */ };

/** Stands where a body has an SL_RAISE: the line of its kernel. All marks of a program or library are in one section,
 *  of which a kernel knows the bounds. Marks of other files may have the same line: then a kernel is only said to be
 *  able to fail. */
struct sl__raise_mark {
    int line;
};

/** How the library runs a kernel (lib/kernel/form.c has a row for each): as a loop, whose boxes may run in any order;
 * as a scan whose blocks are joined in order, by its chunk functions; as a scan of a view, whose code the library has;
 * on devices alone, by a function of the host that launches what it likes; as a nest, whose function all threads run
 * over the whole space; as a nest of one thread; as a loop whose iterations are a team's each; as a sort of a view,
 * whose code for CPUs the library has, and on devices as what launches what it likes. */
enum {
    SL__FORM_LOOP = 0,
    SL__FORM_SCAN,
    SL__FORM_SCAN_VIEW,
    SL__FORM_CALL,
    SL__FORM_NEST,
    SL__FORM_NEST_ALONE,
    SL__FORM_NEST_AUTO,
    SL__FORM_TEAM,
    SL__FORM_SORT,
    SL__FORMS_END
};

/** Scratch memory: what the threads of a team have in common, what each of them has of its own, and both once more,
 * which on a device lies in its memory, not in the shared memory of a CUDA block. */
enum { SL__ROOM_TEAM = 0, SL__ROOM_THREAD, SL__ROOM_GLOBAL, SL__ROOM_GLOBAL_THREAD, SL__ROOMS };

/** What is packed before the arguments of a team kernel. */
struct sl__team_head {
    sl_index leagues_;            /**< members of the league */
    sl_index scratch_[SL__ROOMS]; /**< bytes of scratch memory: of a team, of a thread, ... */
    sl_index extent_[3];          /**< of the league; 1 where it has fewer indices */
};
/** Bytes: scratch arrays begin at multiples of the first; and on a device each lane of a thread has the second for each
 *  warp of its CUDA block, rounded up to the first, before the scratch memory. That of the threads, one after
 *  another, lies behind that of the team. Threads of a warp, and warps of a block at most. */
enum { SL__TEAM_ALIGN = 16, SL__TEAM_PART = 8, SL__TEAM_WARP = 32, SL__TEAM_WARPS = 32 };
/** With bounds checks, of a team on a device: how many scratch arrays have guards, how long one is, and what all take.
 */
enum { SL__TEAM_DEVICE_ARRAYS = 8, SL__TEAM_DEVICE_GUARD = 64 };
enum { SL__TEAM_DEVICE_SPARE = 2 * SL__TEAM_DEVICE_ARRAYS * SL__TEAM_DEVICE_GUARD };

/** What a device runs for a kernel of SL__FORM_CALL or SL__FORM_SORT: function_[0] of its code.
 *  @param[in]     args_    packed arguments
 *  @param[in]     stream_  the device's
 *  @param[in]     room_    device memory, *bytes_ of it; NULL: nothing is launched, and *bytes_ becomes what is needed
 *  @return 0, or the device's error */
typedef int (*sl__device_call)(const void *args_, void *stream_, void *room_, size_t *bytes_);

/** A kernel. */
struct sl_kernel {
    unsigned abi;                      /**< #SL__ABI, perhaps with #SL__ABI_PLAIN */
    const char *name;                  /**< as written */
    const char *file;                  /**< source file */
    int line;                          /**< source line */
    int rank;                          /**< of its spaces */
    int nargs;                         /**< rows of the table */
    int bounds_checked;                /**< compiled with -DSL_BOUNDS_CHECK */
    const sl__arg_info *args;          /**< [nargs] */
    size_t args_size;                  /**< of the packed-argument struct, bytes */
    sl__chunk_function cpu[SL__CASES]; /**< stream cases: NULL without `out(..., own)`; stream and mixed cases:
                                            NULL with a reduction */
    const sl__device_code *cuda;       /**< NULL where nvcc never saw the kernel's file */
    const struct sl__raise_mark *raise_first, *raise_last; /**< marks of this program or library; NULL: none */
    int form;                                              /**< SL__FORM_*: how the library runs it */
    struct sl__kernel_state **state;                       /**< the library's, NULL at first */
    const struct sl__nest_launch *nest_;                   /**< of a nest with CUDA code; else NULL */
    /** Of a team kernel with scratch arrays, which are rows of the table behind its arguments, until one without a
     *  name; else NULL. @param[in] value_  of scalars, by rows  @param[out] n_  extents of scratch arrays, by rows */
    void (*scratch_)(const void *const *value_, sl_index (*n_)[SL_MAX_RANK]);
    sl_index cut_; /**< of a nest on CPUs: it may be cut along dimension 0 at multiples of it; 0: it may not */
};

/** A level of a CUDA policy: which threads or blocks of a grid run the iterations of a loop, and how. */
enum { SL__LEVEL_SEQ = 0, SL__LEVEL_THREAD, SL__LEVEL_BLOCK, SL__LEVEL_GLOBAL, SL__LEVEL_WARP, SL__LEVEL_FLAT };
enum { SL__LEVEL_DIRECT = 0, SL__LEVEL_UNCHECKED, SL__LEVEL_LOOP };
/** A row for each FOR, TILE and HYPERPLANE of a CUDA policy, in their order, and one where what is in a TILE ends. */
enum { SL__NEST_END = 0, SL__NEST_FOR, SL__NEST_TILE, SL__NEST_PLANES };
struct sl__nest_level {
    int word_, dim_;
    int who_, axis_, form_; /**< SL__LEVEL_*; the axis x, y or z is 0, 1 or 2; of FLAT two bits each, 3: none */
    int threads_;           /**< along the axis, of a level that says it; 0: of others */
    sl_index size_;         /**< of tiles; -1 - i: argument i has it; of planes: a bit for each of their dimensions */
    const char *name_;      /**< the level as written */
};
/** What the launch of a CUDA policy is made from. */
struct sl__nest_launch {
    const sl__device_code *code_;
    const struct sl__nest_level *level_; /**< [levels_] */
    int levels_;
    int threads_;   /**< most of a block, where CUDA_KERNEL says it; 0: it does not */
    int blocks_;    /**< likewise of the grid */
    int occupancy_; /**< loops have as many threads as fill the device best */
    int cut_;       /**< it may be cut along dimension 0, where its tiles begin */
};

/** A policy of a nest: for CPUs, where kernel_ is set, or for CUDA, where launch_ is. */
struct sl__nest_policy {
    const sl_kernel *nest_;                /**< stands for the nest: a kernel without functions */
    const char *name_;                     /**< as written */
    const sl_kernel *kernel_;              /**< what runs */
    const struct sl__nest_launch *launch_; /**< what is launched */
    int number_;                           /**< smaller than those of policies that follow in the file */
    const char *sizes_;                    /**< scalars that are sizes of tiles: their names, a blank behind each */
};

/* What a kernel file has with -DSL_BOUNDS_CHECK only. */
#ifdef SL_BOUNDS_CHECK
#define SL__CHECKED(...) __VA_ARGS__
#else
#define SL__CHECKED(...)
#endif

/* Views in the packed-argument struct: pointer, strides, extents; with bounds checks also what the library keeps of who
 * touches which element, or NULL, the first indices b_, and the declared reach: dimension d is touched within w_[d], at
 * most 2^61, of the loop's index f_[d] only, or anywhere where w_[d] is -1. */
struct sl__shadow;
/* The place of an element by its indices, the extents and the strides of the slot, which hold what the layout wants. */
typedef sl_index (*sl__map)(const sl_index *x_, const sl_index *n_, const sl_index *s_);
#define SL__SLOT(R_) \
    struct sl__slot##R_ { \
        void *p_; \
        sl_index s_[R_]; \
        sl_index n_[R_]; \
        SL__CHECKED(struct sl__shadow *h_; sl_index b_[R_]; sl_index w_[R_]; int f_[R_];) \
    }
struct sl__slot0 {
    void *p_;
    SL__CHECKED(struct sl__shadow *h_;)
};
SL__SLOT(1);
SL__SLOT(2);
SL__SLOT(3);
SL__SLOT(4);
SL__SLOT(5);
SL__SLOT(6);

SL_BEGIN_DECLS

/** Beneath every k__submit: sl_submit() that knows whether sl_forall (SL__FORALL) or sl_reduce (SL__REDUCE) was
 *  written, and where. */
SL_API sl_status sl__submit(const sl__call *call_, const sl_kernel *kernel_, const sl_policy *policy_,
                            const sl_space *space_, const sl_arg args_[], int n_);

/** Refuses a call by an SL_KERNEL_DECLARE with other words than the kernel has. @return #SL_ERR_ARGUMENT */
SL_API sl_status sl__declared_otherwise(const sl__call *call_, const sl_kernel *kernel_);

/** @return the argument for a reduction's target: a host pointer, or what SL_INTO gave. */
SL_API sl_arg sl__target(void *target_);

/** With bounds checks: an iteration is about to touch an element of a view that its loop writes. Thread-safe.
 *  @param[in] shadow_   of the argument
 *  @param[in] element_  its place, in elements from where that with the indices 0 is, or would be
 *  @param[in] where_    "file:line" in the body; it stays
 *  @param[in] map_      of the view; NULL: it has strides
 *  @param[in] h0_, h1, h2, h3, h4, h5  the loop's indices, 0 for those that it lacks; of rank 1 the second one is the
 *                       iteration's position */
SL_API void sl__touch(struct sl__shadow *shadow_, sl_index element_, const char *where_, sl__map map_, sl_index h0_,
                      sl_index h1_, sl_index h2_, sl_index h3_, sl_index h4_, sl_index h5_);
/** The same, of nests: the thread begins an iteration of a level that threads share; from 0 on. */
SL_API void sl__touch_turn(sl_index number_);
/** The same: what this iteration has just said to touch there it touches by an atomic operation only. */
SL_API void sl__touch_atomic(const void *element_);
/** The same: from here on, or not any more, an iteration has what another one cannot have at the same time.
 *  @param[in] what_   at the begin: which stands for it; at the end: what the begin gave
 *  @param[in] begins_ not 0: the begin
 *  @return what it had before; NULL: nothing. */
SL_API const void *sl__touch_held(const void *what_, int begins_);

/** Beneath every k__submit of a nest.
 *  @param[in] nest_   stands for it
 *  @param[in] first_  [until last_] the policies of all nests of its program or library
 *  @param[in] call_   where it was called
 *  @return as sl_submit(); #SL_ERR_ARGUMENT, #SL_ERR_UNSUPPORTED for a policy that no nest has. */
SL_API sl_status sl__nest_submit(const sl_kernel *nest_, const struct sl__nest_policy **first_,
                                 const struct sl__nest_policy **last_, const sl_policy *policy_, const sl_space *space_,
                                 const sl_arg args_[], int n_, const sl__call *call_);
/** Begins a level that deals [from, to) to a nest's threads, all of which call it. @param[out] deal_ */
SL_API void sl__deal_begin(struct sl__deal *deal_, struct sl__sharer *sharer_, int schedule_, sl_index chunk_,
                           sl_index from_, sl_index to_);
/** @return whether there is more for this thread: [first_, last_) of the deal. */
SL_API int sl__deal_next(struct sl__deal *deal_);
/** Ends the level: waits for all threads, unless it is SL__DEAL_NOWAIT. */
SL_API void sl__deal_end(struct sl__deal *deal_);
/** All threads of a nest get what thread 0 has at @p locals_, and wait for each other. */
SL_API void sl__sharer_agree(struct sl__sharer *sharer_, void *locals_, size_t bytes_);

/** All threads of a nest wait for each other. */
SL_API void sl__sharer_meet(struct sl__sharer *sharer_);
/** The same. @return [threads] what each gave as @p mine_, until the next call of one of these functions */
SL_API const void *const *sl__sharer_collect(struct sl__sharer *sharer_, const void *mine_);

/** Fetches the indices of places [lo, hi). @param[out] index_  [hi - lo] */
SL_API void sl__places_fetch(const struct sl__places *places_, sl_index lo_, sl_index hi_, sl_index index_[]);

/** The scratch memory of the calling thread, for a team, until the thread calls it again. @return NULL: there is none
 */
SL_API void *sl__team_memory(sl_index bytes_);

/** Copies memory past the caches. @p to_ is aligned for its element type only. */
SL_API void sl__stream(void *to_, const void *from_, size_t bytes_);

SL_END_DECLS

#endif
