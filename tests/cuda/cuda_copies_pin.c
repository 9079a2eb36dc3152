/* SPDX-License-Identifier: BSD-3-Clause */
/* Pinned memory and its slabs: what is pinned when, and that all of it is unpinned. */
#include "cuda_copies.h"

#include "data/interface.h"
#include "data/pin.h"
#include "data/slab.h"
#include "backend/backend.h"
#include "data/wrapped.h"

#ifdef STARPU_USE_CUDA

static void test_pin(void)
{
    static _Alignas(4096) char memory[4 << 20];
    sl_view v = wrapped_view(memory + (2 << 20), 2 << 20);
    fake.registered = fake.unregistered = 0;
    sl__pin_copied(memory, SL__SLAB_MOST);
    is_int(fake.registered, 0, "what fits in a slab is not pinned");
    sl__pin_copied(memory, SL__SLAB_MOST + 1);
    is_int(fake.registered, 1, "what does not is, at its first copy");
    is_int(fake.registered_bytes, SL__SLAB_MOST + 1, "as many bytes as it spans");
    sl__pin_copied(memory, SL__SLAB_MOST + 1);
    is_int(fake.registered, 1, "and not again at its second");
    fake.refuse_registration = 1;
    sl__pin_copied(memory + (1 << 20), 1 << 20);
    fake.refuse_registration = 0;
    sl__pin_copied(memory + (1 << 20), 1 << 20);
    is_int(fake.registered, 2, "a refusal is not tried again");
    is_int(sl__pin_count(), 2, "both are kept in mind");
    sl__pin_forget(memory + (1 << 20));
    is_int(fake.unregistered, 0, "what was refused is not unpinned");
    sl__pin_forget(memory + 64);
    is_int(sl__pin_count(), 1, "another address is nothing to forget");
    sl__pin_forget(memory);
    is_int(fake.unregistered, 1, "what was pinned is unpinned, before it is given back");
    is_int(sl__pin_count(), 0, "and forgotten");
    (void)sl__wrapped_enter(&v, "test_pin", NULL);
    sl__pin_copied(memory + (2 << 20), SL__PIN_WRAPPED_FROM - 1);
    is_int(fake.registered, 2, "wrapped memory of less than 1 MiB is not pinned");
    sl__pin_copied(memory + (2 << 20), SL__PIN_WRAPPED_FROM);
    is_int(fake.registered, 3, "1 MiB is");
    sl__pin_forget(memory + (2 << 20));
    sl__wrapped_leave(&v);
    fake.known = memory;
    sl__pin_copied(memory, 1 << 20);
    is_int(fake.registered, 3, "what the program has pinned itself is left alone");
    sl__pin_forget(memory);
    is_int(fake.unregistered, 2, "and stays pinned");
    fake.known = NULL;
    for (int i = 0; i < 30; i++)
        sl__pin_copied(memory + (i * 7 % 30 << 17), 1 << 17);
    for (int i = 0; i < 30; i++)
        sl__pin_forget(memory + (i * 11 % 30 << 17));
    is_int(fake.registered, 33, "30 ranges in any order are pinned");
    is_int(fake.unregistered, 32, "and unpinned");
    is_int(sl__pin_count(), 0, "and forgotten");
}

/* Two ranges in one page cannot both be pinned: CUDA is not asked. */
static void test_pin_neighbours(void)
{
    enum { BYTES = 100000 };
    static _Alignas(4096) char memory[4 * BYTES + 8192];
    char *order[][2] = {{memory, memory + BYTES}, {memory + BYTES, memory}};
    for (int k = 0; k < 2; k++) {
        fake.registered = fake.unregistered = 0;
        sl__pin_copied(order[k][0], BYTES);
        sl__pin_copied(order[k][1], BYTES);
        is_int(fake.registered, 1, "of two neighbours in a page the first that is copied is pinned");
        sl__pin_copied(memory + 2 * BYTES + 4096, BYTES);
        is_int(fake.registered, 2, "one that has its pages to itself is, too");
        sl__pin_forget(order[k][1]);
        is_int(fake.unregistered, 0, "the other neighbour was not");
        sl__pin_forget(order[k][0]);
        sl__pin_copied(order[k][1], BYTES);
        is_int(fake.registered, 3, "and is, when the first is gone");
        sl__pin_forget(order[k][1]);
        sl__pin_forget(memory + 2 * BYTES + 4096);
        is_int(fake.unregistered, 3, "all are unpinned in the end");
    }
}

static void test_slab(void)
{
    static const size_t sizes[] = {1, 8, 64, 65, 1000, 4096, 65536};
    enum { EACH = 300, SIZES = sizeof sizes / sizeof sizes[0] };
    static unsigned char *block[SIZES][EACH];
    int missing = 0, misaligned = 0, overlapping = 0;
    for (size_t k = 0; k < SIZES; k++)
        for (int i = 0; i < EACH; i++) {
            block[k][i] = sl__slab_get(sizes[k]);
            missing += block[k][i] == NULL;
            misaligned += (uintptr_t)block[k][i] % 64 != 0;
            memset(block[k][i], (int)(k * 31 + (size_t)i) & 0xff, sizes[k]);
        }
    for (size_t k = 0; k < SIZES; k++)
        for (int i = 0; i < EACH; i++)
            for (size_t b = 0; b<sizes[k]; b += sizes[k]> 1 ? sizes[k] - 1 : 1)
                overlapping += block[k][i][b] != ((k * 31 + (size_t)i) & 0xff);
    is_int(missing, 0, "blocks of 1 to 65536 bytes are had");
    is_int(misaligned, 0, "aligned to 64 bytes");
    is_int(overlapping, 0, "and apart from each other");
    ok(sl__slab_get(SL__SLAB_MOST + 1) == NULL, "larger ones are not");
    int chunks = fake.allocated;
    sl__slab_fini();
    is_int(fake.allocated, chunks, "while they are in use nothing is given back");
    for (size_t k = 0; k < SIZES; k++)
        for (int i = 0; i < EACH; i++)
            sl__slab_put(block[k][i], sizes[k]);
    for (int i = 0; i < EACH; i++)
        block[0][i] = sl__slab_get(1);
    is_int(fake.allocated, chunks, "blocks are used again");
    for (int i = 0; i < EACH; i++)
        sl__slab_put(block[0][i], 1);
    sl__slab_fini();
    sl__device_copies_end();
    is_int(fake.allocated, 0, "at the end everything is given back");
    sl__device_use(0, NULL);
    ok(sl__slab_get(8) == NULL, "without a device there are no slabs");
    sl__block heap;
    ok(sl__memory_get("test_slab", "h", 100, 1, &heap) == SL_SUCCESS && !heap.slab, "and small memory is the heap's");
    sl__memory_put(&heap);
    sl__device_use(1, NULL);
}

/* Memory of views, where there is a device. */
static void test_memory(void)
{
    static const size_t sizes[] = {1, 100, 65536, 65537, 70001, 80003, 100000, 1 << 20, 5 << 20};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    sl__block block[SIZES];
    for (size_t k = 0; k < SIZES; k++) {
        if (!is_int(sl__memory_get("test_memory", "m", sizes[k], 1, &block[k]), SL_SUCCESS, "%zu bytes are had",
                    sizes[k]))
            return;
        size_t nonzero = 0, page = sizes[k] > SL__SLAB_MOST ? 4096 : 64;
        for (size_t i = 0; i < sizes[k]; i++)
            nonzero += ((char *)block[k].data)[i] != 0;
        is_int(nonzero, 0, "all zero");
        is_int(block[k].slab, sizes[k] <= SL__SLAB_MOST, "pinned from the start up to 64 KiB, and only these");
        is_int(((uintptr_t)block[k].data - block[k].shift) % page, 0, "its pages begin at %zu bytes", page);
        is_int((uintptr_t)block[k].data % 64, 0, "aligned to 64 bytes");
        memset(block[k].data, 0xff, sizes[k]); /* so that a block that is used again is not zero by chance */
    }
    for (size_t k = 0; k < SIZES; k++)
        sl__memory_put(&block[k]);
    is_int(sl__memory_held(), 0, "and given back");
}

void test_pinned_memory(void)
{
    test_pin();
    test_pin_neighbours();
    test_memory();
    test_memory();
    test_slab();
}

#endif
