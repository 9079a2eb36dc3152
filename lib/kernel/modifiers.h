/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Reading the modifiers of an argument: own, own(d...), halo(w...), fixed(e...), random, atomic,
 *  map, pack(k), layout(map). A d or w may be `all`. */
#ifndef STARLOOP_LIB_KERNEL_MODIFIERS_H
#define STARLOOP_LIB_KERNEL_MODIFIERS_H

#include <starloop/kernel/abi.h>

/** How far around the loop's own indices an argument is touched. */
typedef enum sl__reach_kind {
    SL__REACH_ANY = 0, /**< any element */
    SL__REACH_OWN,     /**< at the loop's own indices */
    SL__REACH_HALO     /**< within some distance of them */
} sl__reach_kind;

enum { SL__FREE = -1 /**< a dimension that follows no index: the body touches any element along it */ };

/** An argument's modifiers, read. */
typedef struct sl__reach {
    sl__reach_kind kind;
    int index[SL_MAX_RANK];      /**< own, halo: [rank of the view] which loop index a dimension follows, or #SL__FREE;
                                      one dimension at least follows one */
    sl_index width[SL_MAX_RANK]; /**< halo: [rank of the view] distance */
    sl_index fixed[SL_MAX_RANK]; /**< [rank of the view] static extent, 0 where there is none */
    int identity;                /**< own, and dimension d follows index d, of the kernel's rank */
    int atomic;                  /**< iterations may write the same elements */
    int targets;                 /**< own(0, all): names the elements that an iteration scatters into */
    int pack;                    /**< views of a pack; 0: it is none */
    sl_layout_kind map;          /**< layout: of which kind the view is; SL__LAYOUT_RIGHT: it has strides */
    sl_index block[SL_MAX_RANK]; /**< layout(blocked(...)): [rank of the view] extents of a block; 0: any */
} sl__reach;

/** One argument of a kernel, with what the library worked out. */
typedef struct sl__parameter {
    const sl__arg_info *info;
    sl_type type;                /**< structs resolved; 0 when the type is not known to the library */
    unsigned char class, writes; /**< of its kind: sl__class; whether the loop writes a view or an element of one */
    unsigned char access, leaves_unwritten; /**< of a view's kind, likewise */
    sl__reach reach;
    sl__reach joins; /**< scatters, whose reach is any since iterations join where others do: how far, where the kernel
                          says so */
    size_t scalar;   /**< scalars: offset among the packed scalars of a task */
    short length;    /**< arrays of results: the number of the scalar that is their length; -1: it is in reach.fixed, or
                          it is no such array */
} sl__parameter;

/** Whether a body may touch more than one index of a dimension in an iteration. */
static inline int sl__reach_is_wide(const sl__reach *reach, int d)
{
    return reach->index[d] == SL__FREE || reach->width[d] > 0;
}

/** Whether each dimension of a view follows another one of the loop's indices, and all of them are followed: with own
 * or halo, in any order. Then the view's strides say which order of the loops it likes. @param[in] loop  rank of the
 * loop */
int sl__reach_orders(const sl__reach *reach, int rank, int loop);

/** Whether a body that touches an element at its own indices leaves out others between them: two dimensions of more
 *  than one element follow one index, as in own(0, 0), the diagonal. @param[in] n  [rank] extents */
int sl__reach_is_sparse(const sl__reach *reach, int rank, const sl_index n[]);

/** Reads the text of the modifiers as SL_KERNEL stored it, "own, fixed(3, 8), none".
 *  @return #SL_SUCCESS, or #SL_ERR_ARGUMENT that names kernel, argument and what is wrong. */
sl_status sl__modifiers_read(const sl_kernel *kernel, const sl__arg_info *info, const char *function, sl__reach *reach);

/** Writes an argument's reach as the kernel has it, "halo(1, 2)" or "own(1), halo(2)"; "" where there is none.
 *  @param[in] info  one that sl__modifiers_read() has read  @param[out] text  [size] cut where it is too long */
void sl__modifiers_reach(const sl__arg_info *info, char *text, size_t size);

#endif
