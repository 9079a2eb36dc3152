/* SPDX-License-Identifier: BSD-3-Clause */
/* What the library keeps of a kernel outlives the shared library that the kernel is in. */
#include <sys/mman.h>

#include "task/kernel_state.h"
#include "loop_testing.h"

extern const sl_kernel kn_add__kernel;

/* A kernel, its state and its strings in pages of their own, as if they were a shared library. */
struct library {
    sl_kernel kernel;
    sl__kernel_state *state;
    char name[16], file[32];
};

static struct library *open_library(void)
{
    struct library *l = mmap(NULL, sizeof *l, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (l == MAP_FAILED)
        return NULL;
    l->kernel = kn_add__kernel;
    l->kernel.cuda = NULL; /* so that sl_info_print() lists it, where there is a GPU */
    l->kernel.name = strcpy(l->name, "kn_closed");
    l->kernel.file = strcpy(l->file, "closed.c");
    l->kernel.line = 123;
    l->kernel.state = &l->state;
    return l;
}

static void test_closed(void)
{
    static char text[65536];
    double one = 1;
    const sl_space all = SL_RANGE(0, 10);
    sl_view *y = view_of("y", SL_DOUBLE, RIGHT, SL_EXTENTS(10));
    sl_arg args[] = {{.kind = SL_ARG_SCALAR, .data = &one}, {.kind = SL_ARG_VIEW, .view = y}};
    struct library *l = open_library();
    if (!ok(l != NULL, "a kernel in pages of its own"))
        return;
    for (int k = 0; k < 3; k++)
        must(sl_submit(&l->kernel, NULL, &all, args, 2));
    const double *p = SL_HOST_READ(double, y);
    ok(p && p[9] == 3, "is called");
    must(sl_host_end(y));
    must(sl_wait());
    const sl__kernel_state *state = l->state;
    munmap(l, sizeof *l);
    is_str(state->name, "kn_closed", "its name is still known when the pages are gone");
    is_str(state->file, "closed.c", "and its file");
    is_int(state->line, 123, "and its line");
    is_str(state->codelet.name, "kn_closed", "StarPU knows it, too");
    FILE *f = fmemopen(text, sizeof text, "w");
    ok(f && sl_info_print(f) == SL_SUCCESS, "sl_info_print works");
    if (f)
        fclose(f);
    if (have_gpu("and lists the kernel, which has no CUDA code"))
        like(text, "kn_closed (closed.c:123)", "and lists the kernel, which has no CUDA code");
    sl_view_destroy(&y);
}

int main(void)
{
    sl_log_set_level(SL_LOG_ERROR); /* it would warn of a kernel without CUDA code */
    must(sl_init(NULL));
    test_closed();
    must(sl_finalize());
    return done_testing();
}
