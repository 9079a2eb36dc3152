/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What every object of the library begins with: a magic number and a reference count.
 *
 *  An object is *live* until its owner destroys it, and its memory stays until the last reference goes:
 *  queued tasks hold references to views that the program has destroyed already. */
#ifndef STARLOOP_LIB_BASE_OBJECT_H
#define STARLOOP_LIB_BASE_OBJECT_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/error.h"
#include "base/position.h"

#define SL__MAGIC_VIEW 0x56f1e3a7u
#define SL__MAGIC_EVENT 0xe7c40b1du
#define SL__MAGIC_REGION 0x4e610c57u
#define SL__MAGIC_LIST 0x1157a9c3u
#define SL__MAGIC_ARENA 0xa4e9a011u
#define SL__MAGIC_INDEX_SET 0x5e75e6a1u
#define SL__MAGIC_SCATTER 0x5ca77e41u
#define SL__MAGIC_DEAD 0xdeadd00du

typedef struct sl__object {
    _Atomic uint32_t magic;
    _Atomic int32_t references;
    const char *made_at; /**< where in the program; base/position.h */
} sl__object;

/** Makes a live object with one reference, its owner's. */
static inline void sl__object_init(sl__object *object, uint32_t magic)
{
    atomic_init(&object->references, 1);
    object->made_at = sl__position_keep(sl__position);
    atomic_init(&object->magic, magic);
}

/** @return whether @p object is not NULL and a live object of that kind. */
static inline int sl__object_live(const sl__object *object, uint32_t magic)
{
    return object && atomic_load_explicit(&((sl__object *)(uintptr_t)object)->magic, memory_order_acquire) == magic;
}

/** @return #SL_SUCCESS for a live object of that kind; #SL_ERR_ARGUMENT for NULL; #SL_ERR_DESTROYED else, whose text
 * says whether it was destroyed, and where it was made.  @param[in] what  "an event" */
sl_status sl__object_check(const sl__object *object, uint32_t magic, const char *function, const char *argument,
                           const char *what);

/** Ends the object's life, not its memory. @return #SL_SUCCESS for the one call that did it; else as
 *  sl__object_check() */
sl_status sl__object_kill(sl__object *object, uint32_t magic, const char *function, const char *argument,
                          const char *what);

/** Takes one more reference; the caller must hold one already. */
static inline void sl__object_retain(sl__object *object)
{
    atomic_fetch_add_explicit(&object->references, 1, memory_order_relaxed);
}

/** Gives one reference back. @return 1 when it was the last: the caller must free the object. */
static inline int sl__object_release(sl__object *object)
{
    return atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel) == 1;
}

/** @return the references now; a hint only. */
static inline int sl__object_references(const sl__object *object)
{
    return atomic_load_explicit(&((sl__object *)(uintptr_t)object)->references, memory_order_relaxed);
}

#endif
