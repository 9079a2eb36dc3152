/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Results of reductions that are more than a number: an extreme value and where it is, both extremes.
 *
 * Of each built-in type there are three structs, named by macros:
 *
 *     SL_LOC(double)        sl_loc_double        {value, index}                    of minloc and maxloc
 *     SL_MINMAX(double)     sl_minmax_double     {lo, hi}                          of minmax
 *     SL_MINMAXLOC(double)  sl_minmaxloc_double  {lo, hi, lo_index, hi_index}      of minmaxloc
 *
 * The type is written as in #SL_TYPE_TABLE: float, double, int8_t ... uint64_t. Over nothing, and of nothing but NaN, a
 * minimum is the largest value of the type (or infinity), a maximum the smallest, and an index INT64_MAX.
 */
#ifndef STARLOOP_LOCATION_H
#define STARLOOP_LOCATION_H

#include <starloop/types.h>

/** The type of a value and its index. */
#define SL_LOC(T_) SL__LOC(T_)
/** The type of a smallest and a largest value. */
#define SL_MINMAX(T_) SL__MINMAX_OF(T_)
/** The type of a smallest and a largest value and their indices. */
#define SL_MINMAXLOC(T_) SL__MINMAXLOC_OF(T_)

#define SL__LOC(T_) sl_loc_##T_
#define SL__MINMAX_OF(T_) sl_minmax_##T_
#define SL__MINMAXLOC_OF(T_) sl_minmaxloc_##T_

#define SL__LOCATIONS(NAME_, VALUE_, T_, TEXT_) \
    typedef struct sl_loc_##T_ { \
        T_ value; \
        sl_index index; \
    } sl_loc_##T_; \
    typedef struct sl_minmax_##T_ { \
        T_ lo, hi; \
    } sl_minmax_##T_; \
    typedef struct sl_minmaxloc_##T_ { \
        T_ lo, hi; \
        sl_index lo_index, hi_index; \
    } sl_minmaxloc_##T_;
SL_TYPE_TABLE(SL__LOCATIONS)
#undef SL__LOCATIONS

#endif
