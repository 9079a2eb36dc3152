/* SPDX-License-Identifier: BSD-3-Clause */
/* No MPI is linked: sl_init() may come before MPI_Init(), and most programs have none. Launchers say in the environment
 * who a process is on its node. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "machine/share.h"

/* ---- who this process is ---- */

/* In the order in which they are believed: mpirun may run inside a job of Slurm, whose variables are those of the
 * daemon then. A size may be named in several ways; the first that is set counts. */
static const struct launcher {
    const char *name, *rank, *size[3];
    const char *world; /* how many ranks there are on all nodes; NULL: it does not say */
    int is_slurm;
} launchers[] = {
    {"Open MPI", "OMPI_COMM_WORLD_LOCAL_RANK", {"OMPI_COMM_WORLD_LOCAL_SIZE"}, "OMPI_COMM_WORLD_SIZE", 0},
    {"MPICH", "MPI_LOCALRANKID", {"MPI_LOCALNRANKS"}, "PMI_SIZE", 0},
    {"MVAPICH", "MV2_COMM_WORLD_LOCAL_RANK", {"MV2_COMM_WORLD_LOCAL_SIZE"}, "MV2_COMM_WORLD_SIZE", 0},
    {"PMIx", "PMIX_LOCAL_RANK", {"PMIX_LOCAL_SIZE"}, NULL, 0},
    {"Slurm",
     "SLURM_LOCALID",
     {"SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE", "SLURM_NTASKS_PER_NODE"},
     "SLURM_STEP_NUM_TASKS",
     1},
};

static const char *text_of(const char *name)
{
    const char *text = getenv(name);
    return text && *text ? text : NULL;
}

/* A number from 0 at the start of @p text. @return what follows it; NULL when there is none. */
static const char *number(const char *text, int *value)
{
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || errno || n > INT32_MAX)
        return NULL;
    *value = (int)n;
    return end;
}

/* A whole number. @return whether it is one. */
static int whole(const char *text, int *value)
{
    const char *end = number(text, value);
    return end && *end == '\0';
}

/* The number of node @p node in Slurm's list "4(x2),3": two nodes of four, one of three. @return whether it has one. */
static int listed(const char *text, int node, int *value)
{
    for (;;) {
        int times = 1;
        text = number(text, value);
        if (text && strncmp(text, "(x", 2) == 0) {
            text = number(text + 2, &times);
            if (!text || *text++ != ')')
                return 0;
        }
        if (!text || (*text != '\0' && *text != ','))
            return 0;
        if (node < times)
            return 1;
        node -= times;
        if (*text++ == '\0')
            return 0;
    }
}

/* Slurm sets rank and size in the script of a batch job, too, which runs once: only tasks of srun have a step. */
static int launcher_is_there(const struct launcher *l)
{
    return text_of(l->rank) && (!l->is_slurm || text_of("SLURM_STEP_ID") || text_of("SLURM_STEPID"));
}

/* @return whether the launcher's variables make sense. */
static int read_launcher(const struct launcher *l, sl__share *share)
{
    const char *rank = text_of(l->rank), *size = NULL, *name = l->size[0], *node = text_of("SLURM_NODEID");
    int number_of_node = 0;

    for (int i = 0; i < 3 && l->size[i] && !size; i++)
        if ((size = text_of(l->size[i])))
            name = l->size[i];
    int good = size && whole(rank, &share->rank) && (!l->is_slurm || !node || whole(node, &number_of_node)) &&
               (l->is_slurm ? listed(size, number_of_node, &share->size) : whole(size, &share->size));
    if (good && share->rank < share->size) {
        share->launcher = l->name;
        return 1;
    }
    SL_LOG(SL_LOG_WARN,
           "sl_init: %s=%s and %s=%s are ignored: expected the rank of this process on its node, from 0, and the "
           "number of ranks there",
           l->rank, rank, name, size ? size : "(not set)");
    return 0;
}

sl__share sl__share_read(sl__share_mode mode)
{
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0] && mode != SL__SHARE_NONE; i++) {
        sl__share share = {.mode = mode};
        if (launcher_is_there(&launchers[i]) && read_launcher(&launchers[i], &share))
            return share;
    }
    return (sl__share){.size = 1, .mode = mode};
}

int sl__share_alone(void)
{
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++) {
        const char *world = launchers[i].world != NULL ? text_of(launchers[i].world) : NULL;
        int ranks;
        if (launcher_is_there(&launchers[i]))
            return world != NULL && whole(world, &ranks) && ranks == 1;
    }
    return 1;
}

int sl__share_gpus_bound(void)
{
    const char *bind = text_of("SLURM_GPU_BIND");
    return text_of("SLURM_GPUS_PER_TASK") != NULL || (bind && strcmp(bind, "none") != 0);
}

/* ---- its part: pure functions ---- */

void sl__share_range(int n, int rank, int size, int *first, int *count)
{
    if (n < size) {
        *first = rank % n;
        *count = 1;
        return;
    }
    *first = (int)((int64_t)n * rank / size);
    *count = (int)((int64_t)n * (rank + 1) / size) - *first;
}

int sl__share_cores(const sl__topology *topology, const sl__share *share, int *first, int *count)
{
    *first = 0;
    *count = topology->cores;
    if (share->size < 2 || share->mode == SL__SHARE_NONE || (share->mode == SL__SHARE_LAUNCHER && topology->bound))
        return 0;
    sl__share_range(topology->cores, share->rank, share->size, first, count);
    return 1;
}

int sl__share_gpus(int n, const int *numa, const sl__share *share, int bound, int *place)
{
    int first, count;

    for (int i = 0; i < n; i++) { /* by insertion: the order of GPUs of one node stays */
        int at = i;
        for (; at > 0 && numa[place[at - 1]] > numa[i]; at--)
            place[at] = place[at - 1];
        place[at] = i;
    }
    if (n == 0 || share->size < 2 || share->mode == SL__SHARE_NONE || (share->mode == SL__SHARE_LAUNCHER && bound)) {
        for (int i = 0; i < n; i++)
            place[i] = i;
        return n;
    }
    if (n < share->size) {
        first = (int)((int64_t)n * share->rank / share->size);
        count = 1;
    } else {
        sl__share_range(n, share->rank, share->size, &first, &count);
    }
    memmove(place, place + first, (size_t)count * sizeof *place);
    return count;
}

/* ---- taking it ---- */

void sl__share_apply(sl__topology *topology, const sl__share *share)
{
    int all = topology->cores, first, count;

    topology->is_share = sl__share_cores(topology, share, &first, &count);
    if (!topology->is_share)
        return;
    memmove(topology->core, topology->core + first, (size_t)count * sizeof *topology->core);
    topology->cores = count;
    if (share->size > all && share->rank == 0) /* once a node */
        SL_LOG(SL_LOG_WARN, "sl_init: %d ranks of %s share %d core%s in turn: loops of one wait for those of others",
               share->size, share->launcher, all, all == 1 ? "" : "s");
    SL_LOG(SL_LOG_INFO, "sl_init: rank %d of %d on this node (%s) uses %d of %d cores, as STARLOOP_SHARE says",
           share->rank, share->size, share->launcher, count, all);
}
