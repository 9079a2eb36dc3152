/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/object.h"

static sl_status object_gone(const sl__object *object, const char *function, const char *argument, const char *what)
{
    const int dead = sl__object_live(object, SL__MAGIC_DEAD);
    return SL_FAIL_OF(SL_ERR_DESTROYED, ((sl__made){NULL, dead ? object->made_at : NULL}),
                      "%s: %s: expected %s, got %s", function, argument, what,
                      dead ? "one that was destroyed" : "a pointer to something else");
}

sl_status sl__object_check(const sl__object *object, uint32_t magic, const char *function, const char *argument,
                           const char *what)
{
    if (sl__object_live(object, magic))
        return SL_SUCCESS;
    if (object == NULL)
        return SL_FAIL(SL_ERR_ARGUMENT, "%s: %s: expected %s, got NULL", function, argument, what);
    return object_gone(object, function, argument, what);
}

sl_status sl__object_kill(sl__object *object, uint32_t magic, const char *function, const char *argument,
                          const char *what)
{
    return atomic_compare_exchange_strong(&object->magic, &magic, SL__MAGIC_DEAD)
               ? SL_SUCCESS
               : object_gone(object, function, argument, what);
}
