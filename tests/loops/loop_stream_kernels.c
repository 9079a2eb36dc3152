/* SPDX-License-Identifier: BSD-3-Clause */
#include <starloop/kernel.h>

#include "loop_stream.h"

SL_KERNEL(stream_f32, (i), in(float, 1, x, own), out(float, 1, y, own))
{
    SL_AT(y, i) = SL_AT(x, i) + 1.0f;
}

SL_KERNEL(stream_u8, (i), in(float, 1, x, own), out(uint8_t, 1, y, own))
{
    SL_AT(y, i) = (uint8_t)((int)SL_AT(x, i) % 251);
}

SL_KERNEL(stream_two, (i), in(float, 1, x, own), out(struct colour, 1, y, own), out(struct state, 1, z, own))
{
    SL_AT(y, i).r = SL_AT(x, i);
    SL_AT(y, i).g = SL_AT(x, i) + 1.0f;
    SL_AT(y, i).b = (float)(i % 17);
    for (int k = 0; k < 4; k++)
        SL_AT(z, i).p[k] = SL_AT(x, i) + (float)k;
    SL_AT(z, i).id = (int32_t)i;
    SL_AT(z, i).flags = 7;
}

/* Beside a view that is read and written, which must not be streamed. */
SL_KERNEL(stream_some, (i), in(float, 1, x, own), out(double, 1, y, own), inout(double, 1, z, own))
{
    SL_AT(y, i) = SL_AT(x, i) + SL_AT(z, i);
    SL_AT(z, i) += 1.0;
}

SL_KERNEL(stream_2, (i, j), scalar(double, a), in(double, 2, x, halo(0, 1)), out(double, 2, y, own))
{
    SL_AT(y, i, j) = a * SL_AT(x, i, j + 1);
}

SL_KERNEL(stream_3, (i, j, k), in(float, 3, x, own), out(int16_t, 3, y, own), out(double, 3, z, own))
{
    SL_AT(y, i, j, k) = (int16_t)(SL_AT(x, i, j, k) + 1.0f);
    SL_AT(z, i, j, k) = SL_AT(x, i, j, k) - 1.0f;
}

SL_KERNEL(stream_mixed, (i, j), in(float, 2, x, own), out(struct state, 2, y, own), inout(double, 2, z, own))
{
    for (int k = 0; k < 4; k++)
        SL_AT(y, i, j).p[k] = SL_AT(x, i, j) + (float)k;
    SL_AT(y, i, j).id = (int32_t)i;
    SL_AT(y, i, j).flags = (int32_t)j;
    SL_AT(z, i, j) += SL_AT(x, i, j);
}

SL_KERNEL(stream_add, (i, j), in(double, 2, x, own), inout(double, 2, y, own))
{
    SL_AT(y, i, j) += SL_AT(x, i, j);
}

SL_FN void fill_line(struct line *line, float value)
{
    for (int k = 0; k < 16; k++)
        line->a[k] = value + (float)k;
}

SL_FN void fill_sheet(struct sheet *sheet, float value)
{
    for (int k = 0; k < 8192; k++)
        sheet->a[k] = value + (float)k;
}

SL_KERNEL(stream_line, (i), in(float, 1, x, own), out(struct line, 1, y, own))
{
    fill_line(&SL_AT(y, i), SL_AT(x, i));
}

SL_KERNEL(stream_sheet, (i), in(float, 1, x, own), out(struct sheet, 1, y, own))
{
    fill_sheet(&SL_AT(y, i), SL_AT(x, i));
}

SL_KERNEL(stream_both, (i), in(float, 1, x, own), out(struct sheet, 1, y, own), out(struct line, 1, z, own))
{
    fill_sheet(&SL_AT(y, i), SL_AT(x, i));
    fill_line(&SL_AT(z, i), SL_AT(x, i));
}
