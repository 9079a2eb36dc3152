/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel of reduce_struct's extreme values for one type: both of its kernel files have it. */
#ifndef STARLOOP_TESTS_REDUCE_STRUCT_EXTREMES_H
#define STARLOOP_TESTS_REDUCE_STRUCT_EXTREMES_H

#define EXTREMES(T, s, most, least) \
    SL_KERNEL(extremes_##s, (i), in(T, 1, x, own), reduce(SL_LOC(T), minloc, lo), reduce(SL_LOC(T), maxloc, hi), \
              reduce(SL_MINMAX(T), minmax, both), SL_REDUCE(SL_MINMAXLOC(T), minmaxloc, all)) \
    { \
        sl_minloc(lo, SL_AT(x, i), i); \
        sl_maxloc(hi, SL_AT(x, i), i); \
        sl_minmax(both, SL_AT(x, i)); \
        sl_minmaxloc(all, SL_AT(x, i), i); \
    }

#endif
