/* SPDX-License-Identifier: BSD-3-Clause */
/* The host opens parts of a view that is on a GPU: a row, a column, the plane of a cube. Main memory shows that the
 * rest of the view was not copied; loops on the GPU and on CPUs go on with what the host wrote. */
#include <starloop.h>

#include "base/starpu.h"
#include "cuda_memory.h"
#include "data/view.h"
#include "loop_testing.h"

SL_KERNEL_DECLARE(cm_rank3, (i, j, k), inout(double, 3, u, own));

enum { N = 20 };

static double model[N][N][N];

static void loop(sl_view *u, sl_where where)
{
    must(sl_forall_with(SL_POLICY(.where = where), cm_rank3, SL_BOX(0, N, 0, N, 0, N), u));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                model[i][j][k] = 2 * model[i][j][k] + i + 7 * j + 49 * k;
}

static int is_in_main(const sl_view *u)
{
    int allocated, valid, requested;
    starpu_data_query_status(u->handle, STARPU_MAIN_RAM, &allocated, &valid, &requested);
    return valid;
}

/* Opens [i, i_end) x [j, j_end) x [k, k_end), looks at what is there, where it is read, and writes it, where it is
 * written.
 * @return elements that are not the model's */
static int visit(sl_view *u, sl_access access, int i, int i_end, int j, int j_end, int k, int k_end)
{
    sl_view *box = NULL;
    int wrong = 0;
    must(sl_subview(u, &box, SL_PAIR(i, i_end), SL_PAIR(j, j_end), SL_PAIR(k, k_end)));
    double *p = sl_host_begin(box, access, SL_DOUBLE, "visit");
    if (p == NULL)
        return N * N * N;
    for (int a = i; a < i_end; a++)
        for (int b = j; b < j_end; b++)
            for (int c = k; c < k_end; c++) {
                double *at = p + ((a - i) * N + b - j) * N + c - k;
                wrong += access != SL_WRITE && *at != model[a][b][c];
                if (access != SL_READ)
                    *at = model[a][b][c] = a + 2 * b + 3 * c;
            }
    must(sl_host_end(box));
    sl_view_destroy(&box);
    return wrong;
}

void test_boxes(void)
{
    static const sl_access access[] = {SL_READ, SL_WRITE, SL_RDWR};
    static const char *const name[] = {"read", "written", "read and written"};
    sl_view *u = NULL;
    must(sl_view_create("u", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(N, N, N), &u));
    is_int(visit(u, SL_RDWR, 0, N, 0, N, 0, N), 0, "the view is zero at first, and then has the model's values");
    loop(u, SL_CUDA);
    must(sl_wait());
    ((double *)u->data)[(5 * N + 5) * N + 5] = -1; /* main memory, which has no valid copy */
    for (int k = 0; k < 3; k++) {
        is_int(visit(u, access[k], 3, 4, 0, N, 0, N), 0, "a plane is %s while the view is on the GPU", name[k]);
        is_int(visit(u, access[k], 0, N, 7, 8, 0, N), 0, "a plane of rows is %s", name[k]);
        is_int(visit(u, access[k], 1, N - 1, 2, 9, N - 1, N), 0, "a box of single elements is %s", name[k]);
        is_int(visit(u, access[k], 9, 10, 9, 10, 9, 10), 0, "and one element");
        ok(!is_in_main(u) && ((double *)u->data)[(5 * N + 5) * N + 5] == -1, "the rest stays there");
        loop(u, SL_CUDA);
    }
    loop(u, SL_CPU);
    is_int(visit(u, SL_RDWR, 4, 6, 0, N, 0, N), 0, "what was on the GPU is right on the CPU");
    loop(u, SL_CUDA);
    is_int(visit(u, SL_READ, 0, N, 0, N, 0, N), 0, "and on the GPU again");
    sl_view_destroy(&u);
}
