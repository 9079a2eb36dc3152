/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Tests on ranks of MPI: each rank makes the same checks, and rank 0 prints a line of TAP for each, which fails
 *  when one rank's has. */
#ifndef STARLOOP_TESTS_MPI_RANKS_H
#define STARLOOP_TESTS_MPI_RANKS_H

#include <mpi.h>

#include <tap.h>

/** What a rank tells of one check. */
typedef struct ranks_check {
    int passed;
    char sentence[256]; /**< ranks that make different checks are found by it */
    char why[768];      /**< where it has not passed */
} ranks_check;

static MPI_Comm ranks_comm; /* of the checks alone */
static int ranks_me, ranks_all;

/** MPI_Init_thread(). @return the level of threads that MPI gives. */
__attribute__((unused)) static int ranks_begin(int *argc, char ***argv, int level)
{
    int given = -1;
    MPI_Init_thread(argc, argv, level, &given);
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks_comm);
    MPI_Comm_rank(ranks_comm, &ranks_me);
    MPI_Comm_size(ranks_comm, &ranks_all);
    return given;
}

/* Rank 0 prints what all have found. @return whether all have passed, on every rank. */
__attribute__((unused)) static int ranks_report(const ranks_check *mine)
{
    ranks_check *all = ranks_me == 0 ? calloc((size_t)ranks_all, sizeof *all) : NULL;
    int passed = 1;

    MPI_Gather(mine, (int)sizeof *mine, MPI_BYTE, all, (int)sizeof *mine, MPI_BYTE, 0, ranks_comm);
    for (int r = 0; ranks_me == 0 && r < ranks_all; r++)
        passed = passed && all[r].passed && strcmp(all[r].sentence, mine->sentence) == 0;
    if (ranks_me == 0)
        tap_ok(passed, "%s", mine->sentence);
    for (int r = 0; ranks_me == 0 && r < ranks_all; r++) {
        if (strcmp(all[r].sentence, mine->sentence) != 0)
            diag("rank %d makes another check: %s", r, all[r].sentence);
        if (!all[r].passed)
            diag("rank %d: %s", r, all[r].why);
    }
    free(all);
    MPI_Bcast(&passed, 1, MPI_INT, 0, ranks_comm);
    return passed;
}

/** ok_all(condition, sentence, ...): passes when the condition holds on every rank. All ranks call it. */
#define ok_all(condition, ...) ranks_ok((condition) ? 1 : 0, #condition, __FILE__, __LINE__, __VA_ARGS__)
__attribute__((format(printf, 5, 6), unused)) static int ranks_ok(int passed, const char *condition, const char *file,
                                                                  int line, const char *format, ...)
{
    ranks_check mine = {.passed = passed};
    va_list list;
    va_start(list, format);
    vsnprintf(mine.sentence, sizeof mine.sentence, format, list);
    va_end(list);
    if (!passed)
        snprintf(mine.why, sizeof mine.why, "%s:%d: false: %s", file, line, condition);
    return ranks_report(&mine);
}

/** like_all(text, part, sentence, ...): passes when every rank's text contains its part. All ranks call it. */
#define like_all(text, part, ...) ranks_like((text), (part), __FILE__, __LINE__, __VA_ARGS__)
__attribute__((format(printf, 5, 6), unused)) static int ranks_like(const char *text, const char *part,
                                                                    const char *file, int line, const char *format, ...)
{
    ranks_check mine = {.passed = text && part && strstr(text, part) != NULL};
    va_list list;
    va_start(list, format);
    vsnprintf(mine.sentence, sizeof mine.sentence, format, list);
    va_end(list);
    if (!mine.passed)
        snprintf(mine.why, sizeof mine.why, "%s:%d: \"%.200s\" is not in \"%.400s\"", file, line,
                 part ? part : "(null)", text ? text : "(null)");
    return ranks_report(&mine);
}

/** A check that does not concern this number of ranks, or this build. All ranks call it. */
__attribute__((unused)) static void skip_all(const char *reason, const char *sentence)
{
    if (ranks_me == 0)
        skip(reason, "%s", sentence);
}

/** MPI_Finalize(); rank 0 prints the plan. @return what main() returns */
__attribute__((unused)) static int ranks_end(void)
{
    MPI_Bcast(&tap_failed, 1, MPI_INT, 0, ranks_comm);
    MPI_Comm_free(&ranks_comm);
    MPI_Finalize();
    return ranks_me == 0 ? done_testing() : tap_failed != 0;
}

#endif
