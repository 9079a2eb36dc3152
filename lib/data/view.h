/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief struct sl_view, and what the other parts of the library may do with it.
 *
 * Lives of a view. The application's references (`users`) make it live. When the last one goes, the magic number is
 * cleared, and every public call refuses the view from then on, though queued tasks still use it. When as many tasks
 * and StarPU requests have finished as were queued, which is mostly seen at the end of a task, where StarPU may not be
 * asked to unregister, the view goes on the reaper's list. Two counters and not one, because a counter that the
 * submitting thread and the workers both write costs each of them a cache miss a call.
 *
 * Slots never go back to the operating system and rest for a while before they are used again, so that
 * looking at the magic number of a destroyed view is never a wild read.
 *
 * A region keeps a managed view alive, as the application does. It does not keep wrapped memory from its owner: when
 * the application destroys a wrapped view, the recordings that use it are lost (sl__regions_lose()), and then it is
 * waited for.
 *
 * Empty views (an extent of 0) have a valid handle and a valid `data` with room for one element, on devices too: they
 * may be passed to tasks like any other, and what a body does with them after a bad index was found stays in there. */
#ifndef STARLOOP_LIB_DATA_VIEW_H
#define STARLOOP_LIB_DATA_VIEW_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/starpu.h"

#include <starloop/view.h>

#include "base/failure.h"
#include "base/object.h"
#include "base/part.h"
#include "data/layout.h"
#include "data/memory.h"
#include "place/party.h"

#define SL__VIEW_LABEL 64 /* bytes kept of a label, with the final 0 */

/** A request to StarPU for a host access; see host.c. */
typedef struct sl__host_request sl__host_request;

/** A thread that has a view open, or waits for it; a free place where all counts are 0. */
typedef struct sl__host_thread {
    uint64_t thread; /* its number */
    int open;        /* its accesses that have the handle */
    int published;   /* those that have a published value */
    int waits;       /* those that wait */
} sl__host_thread;

enum { SL__VIEW_IN_MAIN = 1, SL__VIEW_ON_GPU = 2 }; /* sl__placement.planned */
enum { SL__HOST_THREADS = 8 };                      /* that a view has places for without more memory */

/** Host access of a view; guarded by lock, but for reads of state. */
typedef struct sl__host {
    pthread_mutex_t lock;
    _Atomic int state;                    /* 0 free, 1 readers, 2 a writer */
    int count;                            /* accesses that are open or wait; at most 1 for a writer */
    int open;                             /* of these, those that have the handle */
    int published;                        /* those that have a value which a device has published: mailbox.h */
    uint64_t mail_number, mail_value;     /* which one */
    sl__host_request *requests;           /* of the others */
    struct sl__host_box *boxes;           /* of those that are open, accesses to parts whose copies stay: host_box.h */
    _Atomic int64_t boxed;                /* bytes that such accesses brought to the host, of data */
    _Atomic uint64_t boxed_version;       /* of this version */
    sl__host_thread by[SL__HOST_THREADS]; /* who has it open: data/holders.h */
    sl__host_thread *more;                /* [mores] further places; NULL: none */
    int mores;
    char holder[32]; /* the public function that came first, for messages */
} sl__host;

/** What whoever places loops knows of a view: task/place.c. */
typedef struct sl__placement {
    sl__membership member;     /* of the views that are placed together; guarded by sl__party_lock */
    _Atomic int planned;       /* where it will be after the tasks that are queued: SL__VIEW_* or-ed; 0: ask StarPU */
    _Atomic int host_accessed; /* how the host has had it since it was last placed: SL_READ, SL_WRITE or-ed */
} sl__placement;

/** What is known of a view that is or was split; see split.h. */
typedef struct sl__splits sl__splits;

struct sl_view {
    _Atomic uint32_t magic;            /* SL__MAGIC_VIEW while the application may use it */
    _Atomic int32_t users;             /* the application's references, and of a managed view those of regions */
    _Atomic int32_t region_references; /* references of regions to a wrapped view, which they lose when the application
                               destroys it */
    _Atomic int64_t queued;            /* tasks and StarPU requests that were queued, counted by those who submit; from
                                          SL__VIEW_READER on: who holds the view (data/hold.h) */
    starpu_data_handle_t handle;       /* valid until the view is freed, for empty views too */
    struct sl_view *root; /* whose memory this is: itself, or the view that a subview is some of, which has the handle,
                             the counts of tasks, the poison and the host accesses; data/subview.h */
    void *data;           /* host memory of element (0, ..., 0), on STARPU_MAIN_RAM, never NULL */
    struct {              /* the value of a view of one element, which a device publishes; data/mailbox.h */
        _Atomic uint64_t number; /* under which it publishes what the last queued task that writes the view makes of
                                    it; 0: none does */
        struct sl__mailbox *box; /* where, in the memory behind data; NULL: nowhere */
        _Atomic(_Atomic unsigned char *) maker; /* where to note that the host has read what an argument of a kernel
                                                   made, the last one that did not publish it; task/kernel_state.h */
        _Atomic int is_read; /* the host has read it: devices publish what they make of it from now on */
    } mail;
    struct {           /* memory of the program's on another node, into which it comes in the end */
        void *data;    /* NULL: there is none, the view's data is home */
        unsigned node; /* STARPU_MAIN_RAM where there is none */
    } foreign;
    sl_type type;
    int rank;
    size_t elem;            /* bytes of an element */
    size_t span;            /* bytes from the first element to the end of the last; 0 when empty */
    int64_t count;          /* number of elements; 1 for rank 0 */
    int64_t n[SL_MAX_RANK]; /* extents; 1 beyond the rank */
    int64_t s[SL_MAX_RANK]; /* strides in elements; 1 beyond the rank */
    struct {
        int64_t first[SL_MAX_RANK]; /* the first index of each dimension */
        int shifted;                /* one of them is not 0: loops see the view by a window */
        size_t room;                /* then, the bytes of all places */
    } indices;
    struct {
        unsigned cases;                /* SL__TAKES_* or-ed (kernel/cases.h) */
        int automatic;                 /* of a root: devices have it in layout left, the host in layout right */
        int turns;                     /* likewise, made of SL_LAYOUT_AUTO: automatic with other extents */
        sl_layout_kind map;            /* there are no strides, as of a shape: the root has the memory, and rank 1 */
        _Atomic(sl_layout_map) places; /* of the root of one of SL_LAYOUT_MAPPED; NULL: kernel files alone know it */
    } layout;
    _Atomic(sl__splits *) splits;                   /* NULL: it was never split */
    struct sl__spread *spread;                      /* of a distributed view; NULL: it is none */
    int is_block;                                   /* of one: tasks use the handle that are not counted here */
    struct {                                        /* of the view that a list has for itself, which nobody writes */
        int ascends;                                /* its indices do */
        _Atomic(struct sl__list_borders *) borders; /* data/list_borders.c */
    } list;
    int managed;  /* Starloop owns data */
    int readonly; /* of sl_view_readonly(), or made of such a one */
    int bound;    /* an interval of wrapped memory is registered for it */
    sl__host host;
    char label[SL__VIEW_LABEL];
    const char *made_at; /* "file:line" of the call that made it, by base/position.h; NULL: not known */
    struct {             /* what the host gets in place of data, and may not touch between accesses: guard.h */
        void *at;        /* [bytes] pages of their own; NULL: none so far */
        size_t bytes;
        int users, writes; /* accesses that have it; whether one writes */
    } guard;
    sl__block block;             /* managed memory */
    struct sl_view *next;        /* reaper's lists, or the pool's queue */
    struct sl__trace_view *past; /* what the trace knows of its tasks; NULL: nothing */
    /* What workers look at for every task, on a cache line that the submitting thread does not write. */
    _Alignas(64) _Atomic int64_t finished; /* of those queued */
    struct {                               /* data/reaper.c */
        _Atomic int released;              /* the last user reference has gone */
        _Atomic int reaped;                /* it is on the reaper's list, or beyond */
        _Atomic int gone;                  /* destroyed after a stall: no task may use it, and the poison stays */
        uint64_t number; /* of its release, of a wrapped view that was destroyed where nothing may wait */
    } ending;
    struct {
        _Atomic(sl__failure *) why; /* the data is not there; a reference of the view's own */
        pthread_mutex_t lock;
    } poison;
    _Atomic int64_t launched; /* of those queued and not finished, the ones that StarPU takes for ended, or has
                                 never heard of: their device has them */
    _Atomic int exposed;      /* the program has its StarPU handle */
    _Atomic int was_exposed;  /* it had that at some time: its tasks may write the view later */
    _Atomic uint64_t version; /* of a root: grows whenever its data may be others; sl__view_version() */
    sl__placement placement;
    _Atomic int dual; /* of a root: the marks of dual_view.c */
    _Atomic int used; /* the slot holds a view */
    /* Of one that shares another one's memory. */
    _Atomic int opened; /* host accesses that were begun by way of it */
    struct {
        int sliced;              /* made by slices alone: each of its dimensions follows one of the root's */
        int whole;               /* its elements lie as the root's do, in units of the same size */
        size_t offset;           /* bytes from the root's first element to this one's */
        int64_t lo[SL_MAX_RANK]; /* [rank of the root] the indices of it that the elements are among: [lo, hi) */
        int64_t hi[SL_MAX_RANK];
        signed char along[SL_MAX_RANK]; /* [rank] which dimension of the root each follows; -1: none of them */
    } part;
    struct {
        int access;    /* how the tasks that cannot run use it: SL_READ, SL_WRITE or-ed; of this look: */
        uint64_t look; /* guarded by the lock of the pool of tasks: task/stuck.c */
    } stuck;
    _Alignas(64) unsigned char nothing[64]; /* data of an empty view, if its elements fit */
};

/** Refuses a view that is not live. @return SL_SUCCESS, SL_ERR_ARGUMENT (NULL) or SL_ERR_DESTROYED, recorded with
 *  @p function and @p argument. */
SL__PART sl_status sl__view_check_live(const sl_view *v, const char *function, const char *argument);

/** The same, and refuses a distributed view: for all that needs elements, or a handle, of the whole.
 *  @return also #SL_ERR_UNSUPPORTED. */
SL__PART sl_status sl__view_check(const sl_view *v, const char *function, const char *argument);

/** Refuses a live view of sl_view_readonly() that is to be written. @return #SL_SUCCESS; #SL_ERR_ARGUMENT, recorded
 *  with @p function and @p argument. */
SL__PART sl_status sl__view_check_writable(const sl_view *v, const char *function, const char *argument);

/** 1 when the application may use the view. */
static inline int sl__view_live(const sl_view *v)
{
    return v != NULL && atomic_load_explicit(&v->magic, memory_order_acquire) == SL__MAGIC_VIEW;
}

/** @return what an error's text says of a view that it names: base/error.h. Nothing for what is no view's memory. */
static inline sl__made sl__view_made(const sl_view *v)
{
    const uint32_t magic =
        v != NULL ? atomic_load_explicit(&((sl_view *)(uintptr_t)v)->magic, memory_order_acquire) : 0;
    return magic == SL__MAGIC_VIEW || magic == SL__MAGIC_DEAD ? (sl__made){v->label, v->made_at}
                                                              : (sl__made){NULL, NULL};
}

/** What a loop that runs in the calling thread adds to `queued` while it does. */
#define SL__VIEW_READER (INT64_C(1) << 48)
#define SL__VIEW_WRITER (INT64_C(1) << 60)

/** Waits until no loop that runs in the thread that has called it holds the view: some microseconds. With any lock but
 *  those that such a loop's body may take: sl__state_check_outside(). */
void sl__view_await(const sl_view *v);

/** One more task uses the view and holds a reference: as sl__view_task_queued(), for a task that is not submitted yet.
 *  @return 1 when the view is held, see sl__view_await(). */
static inline int sl__view_task_coming(sl_view *v)
{
    return atomic_fetch_add(&v->queued, 1) >= SL__VIEW_READER;
}

/** One more queued task uses the view and holds a reference. Before the task is submitted. */
static inline void sl__view_task_queued(sl_view *v)
{
    if (__builtin_expect(sl__view_task_coming(v), 0))
        sl__view_await(v);
}

/** Refuses a subview. @return #SL_SUCCESS; #SL_ERR_UNSUPPORTED, recorded with @p function. */
sl_status sl__subview_refuse(const sl_view *v, const char *function);

/** The last reference to a subview has gone: ends it. @return its root, of which a reference is to be dropped. */
sl_view *sl__subview_end(sl_view *v, const char *function);

/** One more reference of the application's to a view that is live, or was. @return 1; 0: its last one has gone */
static inline int sl__view_retain(sl_view *v)
{
    int32_t users = atomic_load(&v->users);
    while (users > 0) {
        if (atomic_compare_exchange_weak(&v->users, &users, users + 1))
            return 1;
    }
    return 0;
}

/** One more reference of the application's. @return #SL_SUCCESS; as sl__view_check(), recorded with @p function. */
sl_status sl__view_enter(sl_view *v, const char *function);

/** A region keeps the view, which the application may destroy meanwhile. Of a wrapped one it must be found by
 *  sl__regions_lose(), and let go of it with the lock by which that finds it.
 *  @return #SL_SUCCESS; #SL_ERR_DESTROYED, recorded with @p function. */
sl_status sl__view_keep(sl_view *v, const char *function);
/** Undoes it: not in the body of a loop. Never waits. */
void sl__view_unkeep(sl_view *v);

/** Number of queued tasks and requests of a live view, more while it is held; a hint unless the caller keeps others
 *  from submitting. */
static inline int64_t sl__view_pending(const sl_view *v)
{
    int64_t finished = atomic_load_explicit(&v->finished, memory_order_acquire); /* first: never more than queued */
    return atomic_load(&v->queued) - finished;
}

/** The failure that left the view without its data, or NULL: a reference that the caller releases. */
sl__failure *sl__view_poison(const sl_view *v);
/** 1 when the view is poisoned: cheap. */
static inline int sl__view_is_poisoned(const sl_view *v)
{
    return atomic_load(&v->poison.why) != NULL; /* in one order with the count of tasks that run: sl__view_give_up() */
}
/** 1 when no task may use the view any more; poisoned() says why. */
static inline int sl__view_is_gone(const sl_view *v)
{
    return atomic_load_explicit(&v->ending.gone, memory_order_acquire);
}
/** Poisons the view with @p f, of which it takes a reference of its own, or cleans it (NULL). Any thread. */
void sl__view_set_poison(sl_view *v, sl__failure *f);

/** Host access: 0 none, 1 readers, 2 a writer (open or waiting to be). */
static inline int sl__view_host_state(const sl_view *v)
{
    return atomic_load_explicit(&v->host.state, memory_order_acquire);
}

/** Names a view; a name that is too long ends in "...". */
void sl__view_set_label(sl_view *v, const char *text);

/** Refuses a view whose layout has no strides. @return #SL_SUCCESS; #SL_ERR_UNSUPPORTED, recorded with @p function. */
sl_status sl__view_check_strides(const sl_view *v, const char *function, const char *argument);

/** @return the map that sl_view_set_map() has given a view; NULL: none. */
static inline sl_layout_map sl__view_map(const sl_view *v)
{
    return v->layout.map == SL__LAYOUT_MAPPED ? atomic_load_explicit(&v->root->layout.places, memory_order_acquire)
                                              : NULL;
}

/** @return elements from the first place of a live view to one of its elements, in layout right of a view that is left
 * on devices; -1: kernel files alone know. @param[in] x  [rank] indices from 0, within the extents */
sl_index sl__view_place(const sl_view *v, const sl_index x[]);

/** The same with indices as the program has them, which are checked. @param[in] index  [rank] @param[out] place
 *  @return as sl_view_place() */
sl_status sl__view_find(const sl_view *v, const char *function, int rank, const sl_index index[], sl_index *place);

/** Refuses a live view whose layout has no strides, or other ones on devices. @return #SL_SUCCESS; #SL_ERR_UNSUPPORTED,
 * recorded in the name of @p function. */
sl_status sl__view_check_one_layout(const sl_view *v, const char *function, const char *argument);

/** SL__TAKES_* or-ed. */
static inline unsigned sl__view_cases(const sl_view *v)
{
    return v->layout.cases;
}

/** The data of a root may be others from now on. @param[in] parts  so they may in other threads at this time, which
 *  write other parts of it */
static inline void sl__view_changed(sl_view *v, int parts)
{
    if (parts)
        atomic_fetch_add_explicit(&v->version, 1, memory_order_release);
    else
        atomic_store_explicit(&v->version, atomic_load_explicit(&v->version, memory_order_relaxed) + 1,
                              memory_order_release);
}

/** For who keeps what he has made of a root's data. While a task reads the view. @return a number that goes with no
 *  other data in this slot of the pool; 0: nobody knows when they change */
static inline uint64_t sl__view_version(const sl_view *v)
{
    return atomic_load_explicit(&v->was_exposed, memory_order_acquire)
               ? 0
               : atomic_load_explicit(&v->version, memory_order_acquire) + 1;
}

/** Whose handle tasks have that use the view. */
static inline sl_view *sl__view_root(const sl_view *v)
{
    return v->root;
}

/** 1 when the elements of the two views may lie in common memory: the same view, or one range of bytes in another. A
 *  view without elements lies in no other. */
int sl__view_overlap(const sl_view *a, const sl_view *b);

/** Whether some host memory is among that of a view. */
int sl__view_meets(const sl_view *v, const void *memory, size_t bytes);

/** How the refusal of an argument that overlaps another one is worded. */
typedef enum sl__apart {
    SL__APART_MEMORY,  /**< expected memory of its own, got "v", which overlaps keys "other" */
    SL__APART_ELEMENTS /**< expected elements outside of keys "other", got "v", which has some of them */
} sl__apart;
/** Refuses an argument that overlaps another one of its call.
 *  @param[in] of  how the text names the other one, before its label, as "keys "; "": by its label alone
 *  @return #SL_SUCCESS; #SL_ERR_ALIAS. */
sl_status sl__view_check_apart(const char *function, const char *argument, sl__apart words, const sl_view *v,
                               const char *of, const sl_view *other);

/** sl_view_wait() in the words of another function. */
sl_status sl__view_wait(const char *function, sl_view *view);

#endif
