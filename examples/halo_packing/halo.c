/* SPDX-License-Identifier: BSD-3-Clause */
#include "halo.h"

void halo_offset(int neighbour, int offset[3])
{
    const int place = neighbour < NEIGHBOURS / 2 ? neighbour : neighbour + 1; /* of 27: the one in the middle is us */
    offset[0] = place / 9 - 1;
    offset[1] = place / 3 % 3 - 1;
    offset[2] = place % 3 - 1;
}

int64_t halo_count(int neighbour, int64_t n)
{
    int offset[3];
    int64_t count = 1;
    halo_offset(neighbour, offset);
    for (int d = 0; d < 3; d++)
        count *= offset[d] == 0 ? n : 1;
    return count;
}

void halo_cells(int neighbour, int64_t n, int inside, int32_t cells[])
{
    int offset[3];
    int64_t first[3], last[3], count = 0;
    halo_offset(neighbour, offset);
    for (int d = 0; d < 3; d++) {
        first[d] = offset[d] > 0 ? n + (inside ? 0 : 1) : offset[d] < 0 && !inside ? 0 : 1;
        last[d] = offset[d] == 0 ? n : first[d];
    }
    for (int64_t i = first[0]; i <= last[0]; i++)
        for (int64_t j = first[1]; j <= last[1]; j++)
            for (int64_t k = first[2]; k <= last[2]; k++)
                cells[count++] = (int32_t)((i * (n + 2) + j) * (n + 2) + k);
}
