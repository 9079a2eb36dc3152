/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts visits, and writes a value that depends on every index; all values are whole numbers, exact in a double. */
#include <starloop/kernel.h>

#include "loop_visits.h"

SL_KERNEL(visit1, (i), scalar(struct origin, o), scalar(double, t), in(double, 1, a), inout(int32_t, 1, count),
          out(double, 1, y))
{
    const sl_index p = i - o.lo[0];
    SL_AT(count, p) += 1;
    SL_AT(y, p) = t * SL_AT(a, p) + (double)i;
}

SL_KERNEL(visit2, (i, j), scalar(struct origin, o), scalar(double, t), in(double, 2, a), inout(int32_t, 2, count),
          out(double, 2, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1];
    SL_AT(count, p, q) += 1;
    SL_AT(y, p, q) = t * SL_AT(a, p, q) + (double)(i + 7 * j);
}

SL_KERNEL(visit3, (i, j, k), scalar(struct origin, o), scalar(double, t), in(double, 3, a), inout(int32_t, 3, count),
          out(double, 3, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1], r = k - o.lo[2];
    SL_AT(count, p, q, r) += 1;
    SL_AT(y, p, q, r) = t * SL_AT(a, p, q, r) + (double)(i + 7 * j + 49 * k);
}

SL_KERNEL(visit4, (i, j, k, l), scalar(struct origin, o), scalar(double, t), in(double, 4, a), inout(int32_t, 4, count),
          out(double, 4, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1], r = k - o.lo[2], s = l - o.lo[3];
    SL_AT(count, p, q, r, s) += 1;
    SL_AT(y, p, q, r, s) = t * SL_AT(a, p, q, r, s) + (double)(i + 7 * j + 49 * k + 343 * l);
}

SL_KERNEL(visit5, (i, j, k, l, m), scalar(struct origin, o), scalar(double, t), in(double, 5, a),
          inout(int32_t, 5, count), out(double, 5, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1], r = k - o.lo[2], s = l - o.lo[3], u = m - o.lo[4];
    SL_AT(count, p, q, r, s, u) += 1;
    SL_AT(y, p, q, r, s, u) = t * SL_AT(a, p, q, r, s, u) + (double)(i + 7 * j + 49 * k + 343 * l + 2401 * m);
}

SL_KERNEL(visit6, (i, j, k, l, m, n), scalar(struct origin, o), scalar(double, t), in(double, 6, a),
          inout(int32_t, 6, count), out(double, 6, y))
{
    const sl_index p = i - o.lo[0], q = j - o.lo[1], r = k - o.lo[2], s = l - o.lo[3], u = m - o.lo[4], v = n - o.lo[5];
    SL_AT(count, p, q, r, s, u, v) += 1;
    SL_AT(y, p, q, r, s, u, v) =
        t * SL_AT(a, p, q, r, s, u, v) + (double)(i + 7 * j + 49 * k + 343 * l + 2401 * m + 16807 * n);
}
