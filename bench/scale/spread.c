/* SPDX-License-Identifier: BSD-3-Clause */
#include "spread.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../examples/common/library.h"
#include "../../examples/common/ranks.h"
#include "data/spread.h"

static struct {
    int64_t messages, bytes;
    double thread_seconds;
} before; /* the clock */

/* ---- beginning and end --------------------------------------------------------------------------------------- */

sl_status spread_start(void)
{
    return ranks_start("scale", &(sl_config){.gpus = -1});
}

sl_status spread_end(int failed)
{
    return library_told("scale", "end", ranks_end(failed));
}

/* ---- counts -------------------------------------------------------------------------------------------------- */

/* @param[out] text  [size] the first line of a file of a thread of this process; empty: there is none */
static void read_line(const char *thread, const char *file, char *text, int size)
{
    char path[300];
    snprintf(path, sizeof path, "/proc/self/task/%s/%s", thread, file);
    FILE *f = fopen(path, "r");
    if (!f || !fgets(text, size, f))
        text[0] = '\0';
    if (f)
        fclose(f);
}

/* Of the processor, by the thread that StarPU-MPI calls "MPI". */
static double thread_seconds(void)
{
    double seconds = NAN;
    char text[100];
    DIR *threads = opendir("/proc/self/task");
    if (!threads)
        return NAN;
    for (const struct dirent *t; (t = readdir(threads)) != NULL;) {
        read_line(t->d_name, "comm", text, sizeof text);
        if (strcmp(text, "MPI\n") != 0)
            continue;
        read_line(t->d_name, "schedstat", text, sizeof text); /* nanoseconds come first */
        seconds = text[0] ? 1e-9 * strtod(text, NULL) : NAN;
    }
    closedir(threads);
    return seconds;
}

sl_status spread_count_pass(struct strip *s)
{
    if (s->begin == 0.0) {
        SL_TRY(library_told("scale", "the first pass", sl_wait()));
        sl__spread_sent(&before.messages, &before.bytes);
        before.thread_seconds = thread_seconds();
    }
    strip_count_pass(s);
    return SL_SUCCESS;
}

sl_status spread_stop(struct strip *s)
{
    int64_t messages, bytes;
    SL_TRY(library_told("scale", "passes", sl_wait()));
    strip_stop(s);
    sl__spread_sent(&messages, &bytes);
    s->timed.messages = (long)(messages - before.messages);
    s->timed.bytes = (double)(bytes - before.bytes);
    s->timed.in_mpi = thread_seconds() - before.thread_seconds;
    return SL_SUCCESS;
}

/* ---- rows ---------------------------------------------------------------------------------------------------- */

sl_status spread_rows(struct strip *s, sl_view *view, sl_view **block, const double **rows)
{
    *rows = NULL;
    s->rows = 0;
    SL_TRY(library_told("scale", "rows", ranks_block(view, block)));
    if (*block == NULL)
        return SL_SUCCESS;
    const double *const data = SL_HOST_READ(double, *block);
    if (!data)
        return library_told("scale", "rows", sl_last_status());
    const int64_t first = sl_view_first(*block, 0), end = first + sl_view_extent(*block, 0);
    const int64_t last = sl_view_extent(view, 0) - 1; /* an edge, as row 0 is */
    s->first = first > 0 ? first : 1;
    s->rows = (end < last ? end : last) - s->first;
    if (s->rows > 0)
        *rows = data + (s->first - first) * sl_view_stride(*block, 0);
    else
        s->rows = 0;
    return SL_SUCCESS;
}

sl_status spread_end_rows(sl_view **block)
{
    const sl_status status = *block ? sl_host_end(*block) : SL_SUCCESS;
    sl_view_destroy(block);
    return library_told("scale", "rows", status);
}
