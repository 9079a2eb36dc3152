/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Into how many parts a loop or a view is split. */
#include <starloop/called_at.h>
#ifndef STARLOOP_SPLIT_H
#define STARLOOP_SPLIT_H

#include <starloop/types.h>

/** Parts along each dimension: of a loop's space in a policy, of a view in sl_view_split(). 0 counts as 1 where another
 *  dimension has a number; all 0: not split. More parts than indices count as one for each index. #SL_SPLIT makes one.
 */
typedef struct sl_split {
    int n[SL_MAX_RANK]; /**< [rank] numbers of parts */
} sl_split;

enum {
    SL__SPLIT_AUTO = -1,  /**< in n[0]: the library chooses */
    SL__SPLIT_MOST = 4096 /**< parts of one split */
};

#ifdef __cplusplus
extern "C++" {
template <typename... N_> inline sl_split sl__split(N_... n_)
{
    static_assert(sizeof...(N_) <= SL_MAX_RANK, "SL_SPLIT: more numbers than dimensions");
    return sl_split{{(int)n_...}};
}
}
#define SL_SPLIT(...) (sl__split(__VA_ARGS__))
#else
/** Parts along dimension 0, 1, ...: SL_SPLIT(8), SL_SPLIT(4, 2). */
#define SL_SPLIT(...) ((sl_split){{__VA_ARGS__}})
#endif
/** As many as the caches, the worker groups, the GPUs and the time of the loop suggest; none for a short loop. */
#define SL_SPLIT_AUTO SL_SPLIT(SL__SPLIT_AUTO)

#endif
