/* SPDX-License-Identifier: BSD-3-Clause */
#include "coupling.h"

#include <stdlib.h>

#include "coupling_kernels.h"

struct coupling_field {
    int64_t rows, columns;
    sl_view *u; /* over the program's memory */
};

static sl_space cells_of(const coupling_field *f)
{
    return SL_BOX(1, f->rows + 1, 1, f->columns + 1);
}

int coupling_open(void)
{
    return sl_init(NULL);
}

int coupling_close(void)
{
    return sl_finalize();
}

int coupling_share(double *u, int64_t rows, int64_t columns, coupling_field **field)
{
    coupling_field *f = *field = malloc(sizeof *f);
    if (!f)
        return SL_ERR_MEMORY;
    *f = (coupling_field){.rows = rows, .columns = columns};
    return sl_view_wrap("u", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(rows + 2, columns + 2), u, &f->u);
}

int coupling_release(coupling_field **field)
{
    coupling_field *f = *field;
    *field = NULL;
    if (!f)
        return 0;
    /* The memory has the values of the last loop once the view is gone. */
    const sl_status status = f->u ? sl_view_wait(f->u) : SL_SUCCESS;
    sl_view_destroy(&f->u);
    free(f);
    return status;
}

int coupling_borrow(coupling_field *f)
{
    return SL_HOST_RDWR(double, f->u) ? SL_SUCCESS : sl_last_status();
}

int coupling_return(coupling_field *f)
{
    return sl_host_end(f->u);
}

/* One row, as a view of its own. */
static sl_status row_of(coupling_field *f, int64_t row, sl_view **view)
{
    return sl_subview(f->u, view, row, SL_PAIR(1, f->columns + 1));
}

/* A copy was queued, or something before has failed: it is made, or will not be. */
static sl_status end_copy(sl_status status, sl_view *view)
{
    if (status == SL_SUCCESS)
        status = sl_view_wait(view);
    sl_view_destroy(&view);
    return status;
}

int coupling_get_row(coupling_field *f, int64_t row, double *values)
{
    sl_view *view = NULL;
    sl_status status = row_of(f, row, &view);
    if (status == SL_SUCCESS)
        status = sl_deep_copy_to_host(SL_DOUBLE, SL_LAYOUT_RIGHT, values, view);
    return end_copy(status, view);
}

int coupling_put_row(coupling_field *f, int64_t row, const double *values)
{
    sl_view *view = NULL;
    sl_status status = row_of(f, row, &view);
    if (status == SL_SUCCESS)
        status = sl_deep_copy_from_host(view, SL_DOUBLE, SL_LAYOUT_RIGHT, values);
    return end_copy(status, view);
}

int coupling_diffuse(coupling_field *from, coupling_field *to, double k)
{
    return sl_forall(coupling_kernel_diffuse, cells_of(from), k, from->u, to->u);
}

int coupling_react(coupling_field *u, double r)
{
    return sl_forall(coupling_kernel_react, cells_of(u), r, u->u);
}

int coupling_sum(coupling_field *u, double *sum)
{
    return sl_reduce(coupling_kernel_sum, cells_of(u), u->u, sum);
}

const char *coupling_error(void)
{
    return sl_last_error();
}
