/* SPDX-License-Identifier: BSD-3-Clause */
#include "data/edges.h"

#include "base/reserve.h"
#include "base/starpu.h"
#include "data/interface.h"

enum {
    ALIGNED = 256,     /* bytes: what CUDA's allocator aligns to */
    USUAL_ROWS = 2,    /* room that parts get unasked, */
    USUAL_BYTES = 256, /* so many bytes of it at least, */
    USUAL_SHARE = 8    /* as long as that is no more than an eighth of a part */
};

/* ---- room ---------------------------------------------------------------------------------------------------- */

static size_t row_bytes(const sl_view *v, int cut)
{
    return (size_t)v->s[cut] * v->elem;
}

/* Room for more than is asked for: a loop with a wider halo would need other parts, and all of them moved. */
sl_index sl__edges_room(const sl_view *v, int cut, sl_index shortest, sl_index rows)
{
    const sl_index few = (sl_index)((USUAL_BYTES + row_bytes(v, cut) - 1) / row_bytes(v, cut));
    const sl_index usual = few > USUAL_ROWS ? few : USUAL_ROWS;
    return usual <= shortest / USUAL_SHARE && rows < usual ? usual : rows;
}

/* A row more: the last one of a part need not reach to where the next begins. */
size_t sl__edges_room_bytes(const sl_view *v, int cut, sl_index rows)
{
    return rows > 0 ? ((size_t)(rows + 1) * row_bytes(v, cut) + ALIGNED - 1) / ALIGNED * ALIGNED : 0;
}

/* ---- handles ------------------------------------------------------------------------------------------------- */

static sl_index edge_first(const sl__grid_part *part, int cut, int stretch, sl_index rows)
{
    return stretch == SL__STRETCH_LOW ? part->lo[cut] : part->hi[cut] - rows;
}

/* All elements of so many rows. */
static struct sl__interface edge_box(const sl__grid *grid, sl_index rows)
{
    const sl_view *v = grid->view;
    sl_index n[SL_MAX_RANK];
    for (int d = 0; d < v->rank; d++)
        n[d] = d == grid->cut ? rows : v->n[d];
    return sl__interface_of_box(v, n);
}

/* An edge has no home: StarPU makes copies where tasks need them. The old one ends when the last task that uses it has.
 */
static void edge_register(const sl__grid *grid, sl__grid_part *part, int stretch, sl_index rows)
{
    const sl_view *v = grid->view;
    const int cut = grid->cut;
    struct sl__interface itf = edge_box(grid, rows);
    itf.edge = 1;
    itf.home = (uintptr_t)v->data + (size_t)edge_first(part, cut, stretch, rows) * row_bytes(v, cut);
    sl__stretch *edge = &part->stretch[stretch];
    if (edge->handle != NULL)
        starpu_data_unregister_submit(edge->handle);
    starpu_data_register(&edge->handle, -1, &itf, &sl__interface_ops);
    starpu_data_set_name(edge->handle, v->label);
    edge->fresh = edge->wanted = edge->sent = 0;
    edge->renewed++;
}

int sl__edge_reserve(sl__grid *grid, int part, int stretch, sl_index rows)
{
    const starpu_data_handle_t handle = grid->part[part].stretch[stretch].handle;
    if (handle != NULL) {
        const struct sl__interface *itf = starpu_data_get_interface_on_node(handle, STARPU_MAIN_RAM);
        if (itf->n[grid->cut] >= rows)
            return 1;
    }
    if (!sl__reserve_ask(SL__RESERVE_HANDLE))
        return 0;
    edge_register(grid, &grid->part[part], stretch, rows);
    return 1;
}

static int edges_renew(sl__grid *grid, int stretch, sl_index rows)
{
    if (rows <= grid->rows[stretch])
        return 1;
    if (!sl__reserve_ask((size_t)grid->parts * SL__RESERVE_HANDLE))
        return 0;
    grid->rows[stretch] = rows;
    for (int p = 0; p < grid->parts; p++)
        edge_register(grid, &grid->part[p], stretch, rows);
    return 1;
}

int sl__edges_reserve(sl__grid *grid, sl_index low, sl_index high)
{
    return edges_renew(grid, SL__STRETCH_LOW, low) && edges_renew(grid, SL__STRETCH_HIGH, high);
}

void sl__edges_outdate(sl__grid *grid)
{
    for (int p = 0; p < grid->parts; p++)
        for (int e = SL__STRETCH_LOW; e <= SL__STRETCH_HIGH; e++)
            grid->part[p].stretch[e].fresh = 0;
}

void sl__edges_free(sl__grid_part *part)
{
    for (int e = SL__STRETCH_LOW; e <= SL__STRETCH_HIGH; e++)
        if (part->stretch[e].handle != NULL)
            starpu_data_unregister_no_coherency(part->stretch[e].handle);
}

/* ---- copies -------------------------------------------------------------------------------------------------- */

/* An edge may have had fewer rows when its task was submitted: its interface has those. */
sl__edge_copy sl__edge_copy_of(const sl__grid *grid, int number, int stretch, const void *edge, uintptr_t whole,
                               int saves)
{
    const struct sl__interface *itf = edge;
    const sl__grid_part *part = &grid->part[number];
    const sl_index first = edge_first(part, grid->cut, stretch, itf->n[grid->cut]);
    void *in_part = (void *)(whole + (uintptr_t)first * row_bytes(grid->view, grid->cut));
    void *in_edge = (void *)itf->ptr;
    return (sl__edge_copy){saves ? in_edge : in_part, saves ? in_part : in_edge, itf->span};
}

sl__edge_copy sl__edge_copy_between(const sl__grid *grid, int number, int stretch, sl_index rows, uintptr_t there,
                                    uintptr_t whole)
{
    const sl_index first = edge_first(&grid->part[number], grid->cut, stretch, rows);
    const uintptr_t before = (uintptr_t)first * row_bytes(grid->view, grid->cut);
    return (sl__edge_copy){(void *)(whole + before), (const void *)(there + before), edge_box(grid, rows).span};
}
