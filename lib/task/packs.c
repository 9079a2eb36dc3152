/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/packs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "kernel/kinds.h"
#include "kernel/modifiers.h"

/* Bytes of a view in the packed arguments: SL__SLOT of kernel/abi.h. */
static size_t slot_size(const sl_kernel *kernel, int rank)
{
    const size_t r = (size_t)rank, plain = sizeof(void *) + 2 * r * sizeof(sl_index);
    const size_t checks = sizeof(void *) + 2 * r * sizeof(sl_index) + (r + 1) / 2 * 2 * sizeof(int);
    return kernel->bounds_checked ? plain + checks : plain;
}

/* The numbers of views of each argument, and the bytes that their names need. */
static sl_status count_members(const sl_kernel *kernel, const char *function, int members[], int *rows, size_t *names)
{
    *rows = 0;
    *names = 0;
    for (int i = 0; i < kernel->nargs; i++) {
        const sl__kind *kind = sl__kind_of(kernel->args[i].kind);
        sl__reach reach = {.pack = 0};
        if (kind->class == SL__CLASS_VIEW && kind->joins != SL__JOINS_RESULTS)
            SL_TRY(sl__modifiers_read(kernel, &kernel->args[i], function, &reach));
        members[i] = reach.pack;
        *rows += members[i] > 0 ? members[i] : 1;
        *names += members[i] > 0 ? (size_t)members[i] * (strlen(kernel->args[i].name) + sizeof "[32]") : 0;
    }
    if (*rows > SL_MAX_ARGS)
        return SL_FAIL(SL_ERR_ARGUMENT,
                       "%s: kernel %s: expected at most %d arguments, each view of a pack counted, got %d", function,
                       kernel->name, SL_MAX_ARGS, *rows);
    return SL_SUCCESS;
}

/* The rows of one pack. @return the end of its names. */
static char *open_pack(sl__packs *p, int i, char *name)
{
    const sl__arg_info *info = &p->written->args[i];
    const size_t size = slot_size(p->written, info->rank);
    for (int c = 0; c < p->members[i]; c++) {
        const int row = sl__packs_row(p, i, c);
        p->args[row] = *info;
        p->args[row].name = name;
        p->args[row].offset = info->offset + (size_t)c * size;
        p->of[row] = i;
        name += sprintf(name, "%s[%d]", info->name, c) + 1;
    }
    return name;
}

sl_status sl__packs_open(const sl_kernel *kernel, const char *function, sl__packs **packs)
{
    int members[SL_MAX_ARGS], rows;
    size_t names;
    *packs = NULL;
    SL_TRY(count_members(kernel, function, members, &rows, &names));
    if (names == 0)
        return SL_SUCCESS;
    sl__packs *p = calloc(1, sizeof *p + (size_t)rows * sizeof *p->args + names);
    if (p == NULL)
        return SL_FAIL(SL_ERR_MEMORY, "%s: kernel %s: expected memory for its packs, got none", function, kernel->name);
    p->args = (sl__arg_info *)(p + 1);
    p->written = kernel;
    char *name = (char *)(p->args + rows);
    int row = kernel->nargs;
    for (int i = 0; i < kernel->nargs; i++) {
        p->of[i] = i;
        p->rest[i] = row;
        p->members[i] = members[i];
        p->args[i] = kernel->args[i];
        name = open_pack(p, i, name);
        row += members[i] > 0 ? members[i] - 1 : 0;
    }
    p->kernel = *kernel;
    p->kernel.args = p->args;
    p->kernel.nargs = rows;
    *packs = p;
    return SL_SUCCESS;
}
