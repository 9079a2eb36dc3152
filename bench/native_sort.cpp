/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Sorts by the parallel mode of libstdc++, one way of their native twins (native_radix.c). */
#include "native.h"

#include <cstdio>
#include <new>
#include <parallel/algorithm>
#include <vector>

namespace {

struct pair {
    uint32_t key, value;
};

/* Memory is kept from call to call, as a careful programmer does. */
std::vector<pair> room;

int no_memory()
{
    std::fprintf(stderr, "sl-bench: sort: the twin has no memory\n");
    return -1;
}

} // namespace

int native_sort_parallel(int64_t n, const uint32_t *x, uint32_t *keys, uint32_t *values)
{
    try {
        if (values == nullptr) {
#pragma omp parallel for schedule(static)
            for (int64_t i = 0; i < n; i++)
                keys[i] = x[i];
            __gnu_parallel::sort(keys, keys + n);
            return 0;
        }
        room.resize(static_cast<size_t>(n));
#pragma omp parallel for schedule(static)
        for (int64_t i = 0; i < n; i++)
            room[static_cast<size_t>(i)] = {x[i], static_cast<uint32_t>(i)};
        __gnu_parallel::sort(room.begin(), room.end(), [](const pair &a, const pair &b) { return a.key < b.key; });
    } catch (const std::bad_alloc &) {
        return no_memory();
    }
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        keys[i] = room[static_cast<size_t>(i)].key;
        values[i] = room[static_cast<size_t>(i)].value;
    }
    return 0;
}
