/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

SL_INDEX_TYPE(ty_layer);
SL_INDEX_TYPE(ty_row);
SL_INDEX_TYPE(ty_column);
SL_TYPED_VIEW(ty_box, ty_layer, ty_row, ty_column);
SL_TYPED_VIEW(ty_line, ty_column);
SL_TYPED_VIEW(ty_plane, ty_row, ty_layer);
SL_TYPED_VIEW(ty_six, ty_row, ty_row, ty_row, ty_row, ty_row, ty_row);

/* Of a column and the next one. */
SL_FN double ty_two(SL_PARAM(const double, 1, ty_line), ty_column c)
{
    return SL_AT_TYPED(ty_line, c) + SL_AT_TYPED(ty_line, SL_INDEX_ADD(c, 1));
}

/* What is summed along a line of a box, and where: the plane's indices are the other way round. */
SL_KERNEL(ty_sum, (i, j), in(double, 3, ty_box, own(0, 1, all)), out(double, 2, ty_plane, own(1, 0)))
{
    const ty_layer l = SL_INDEX(ty_layer, i);
    const ty_row r = SL_INDEX(ty_row, j);
    SL_LET(ty_line, SL_SUB(ty_box, SL_INDEX_VALUE(l), SL_INDEX_VALUE(r), SL_ALL));
    double sum = 1000 * SL_AT_TYPED(ty_box, l, r, SL_INDEX(ty_column, 0));
    for (sl_index c = 0; c + 1 < SL_EXTENT(ty_box, 2); c += 2)
        sum += ty_two(SL_PASS(ty_line), SL_INDEX(ty_column, c));
    SL_AT_TYPED(ty_plane, r, l) = sum;
}

SL_KERNEL(ty_set, (i), out(double, 6, ty_six))
{
    const ty_row a = SL_INDEX(ty_row, i), o = SL_INDEX(ty_row, 0);
    SL_AT_TYPED(ty_six, a, o, a, o, a, SL_INDEX_ADD(a, -SL_INDEX_VALUE(a))) = (double)(i + 1);
}
