/* SPDX-License-Identifier: BSD-3-Clause */
/* minife: finite elements in one process. README.md says how and what. */
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "program.h"

static int run(const struct options *o, const struct box *box)
{
    struct outcome outcome;
    sl_view *x = NULL;
    int result = EXIT_FAILURE;
    sl_status status = sl_init(NULL);
    if (status == SL_SUCCESS)
        status = run_phases(o, box, NULL, &outcome, &x);
    const double *values = status == SL_SUCCESS ? SL_HOST_READ(double, x) : NULL;
    if (values) {
        result = report_run(o, box, &outcome, values);
        sl_host_end(x);
    } else {
        fprintf(stderr, "minife: %s\n", sl_last_error());
    }
    sl_view_destroy(&x);
    return sl_finalize() == SL_SUCCESS ? result : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct options o;
    const int result = read_options(argc, argv, "minife", &o);
    if (result >= 0)
        return result;
    const struct box box = box_part(o.nx, o.ny, o.nz, 0, 1);
    return o.plain ? run_plain(&o, &box) : run(&o, &box);
}
