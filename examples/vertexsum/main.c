/* SPDX-License-Identifier: BSD-3-Clause */
/* vertexsum: each vertex of a mesh gets an equal part of the area of each element around it. README.md says how. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "vertexsum.h"

enum { EXIT_USAGE = 2, MOST = 30000 /* elements along a side: vertices are numbered in 32 bits */ };

static sl_status create(struct problem *p)
{
    const struct mesh *m = &p->mesh;
    SL_TRY(sl_view_wrap("corner", SL_INT32, SL_LAYOUT_RIGHT, SL_EXTENTS(m->elements, m->sides), m->corner, &p->corner));
    SL_TRY(sl_view_wrap("x", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(m->vertices), m->x, &p->x));
    SL_TRY(sl_view_wrap("y", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(m->vertices), m->y, &p->y));
    SL_TRY(sl_view_create("area", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(m->elements), &p->area));
    SL_TRY(sl_view_create("sum", SL_DOUBLE, SL_LAYOUT_RIGHT, SL_EXTENTS(m->vertices), &p->sum));
    return sl_forall(vertexsum_area, SL_RANGE(0, m->elements), p->corner, p->x, p->y, p->area);
}

static void destroy(struct problem *p)
{
    sl_view_destroy(&p->corner);
    sl_view_destroy(&p->x);
    sl_view_destroy(&p->y);
    sl_view_destroy(&p->area);
    sl_view_destroy(&p->sum);
    free(p->want);
    mesh_free(&p->mesh);
}

/* Compares the sums, and begins anew. */
static sl_status compare(struct problem *p, const char *way)
{
    double largest = 0;
    const double *sum = SL_HOST_READ(double, p->sum);
    if (!sum)
        return sl_last_status();
    for (int64_t v = 0; v < p->mesh.vertices; v++) {
        const double d = fabs(sum[v] - p->want[v]) / p->want[v];
        largest = d > largest || isnan(d) ? d : largest;
    }
    SL_TRY(sl_host_end(p->sum));
    const int right = largest < 1e-14;
    printf("%s: %s\n", way, right ? "as plain C" : "wrong");
    if (!right)
        fprintf(stderr, "vertexsum: %s: expected the sums of plain C to 1e-14, got a difference of %g\n", way, largest);
    p->wrong |= !right;
    return SL_VIEW_FILL(double, p->sum, 0);
}

/* Four segments, as the mesh has rows and columns. */
static sl_status colors_by_hand(const struct mesh *m, sl_index_set **colors)
{
    int64_t count[4], begin = 0;
    int32_t *element = malloc((size_t)m->elements * sizeof *element);
    sl_status status = element ? sl_index_set_create("four colours", 0, NULL, colors) : SL_ERR_MEMORY;
    if (status == SL_SUCCESS)
        mesh_colors(m, element, count);
    for (int c = 0; c < 4 && status == SL_SUCCESS; c++) {
        sl_list *list = NULL;
        status = sl_list_create("colour", SL_INT32, element + begin, count[c], &list);
        if (status == SL_SUCCESS)
            status = sl_index_set_push(*colors, SL_LIST(list));
        sl_list_destroy(&list);
        begin += count[c];
    }
    free(element);
    return status;
}

/* One colour after another; the elements of each in parallel, as any loop. */
static sl_status sum_by(struct problem *p, const sl_index_set *colors, const char *way)
{
    sl_color_stats stats;
    char text[128];
    SL_TRY(sl_color_check(p->corner, p->mesh.vertices, colors));
    SL_TRY(sl_color_statistics(colors, &stats));
    SL_TRY(sl_forall(vertexsum_add, SL_INDEX_SET(colors), p->corner, p->area, p->sum));
    snprintf(text, sizeof text, "%s, %d of %lld to %lld elements", way, stats.colors, (long long)stats.smallest,
             (long long)stats.largest);
    return compare(p, text);
}

/* A mesh in no order gets new numbers first. Its sums come back to the old ones. */
static sl_status sum_renumbered(struct problem *p)
{
    char text[128];
    struct renumbered r;
    sl_status status = renumber(p, &r);
    if (status == SL_SUCCESS)
        status = sl_forall(vertexsum_scatter, SL_RANGE(0, p->mesh.elements), r.corner, r.area, r.sum);
    if (status == SL_SUCCESS)
        status = sl_forall(vertexsum_move_back, SL_RANGE(0, p->mesh.vertices), r.vertex, r.sum, p->sum);
    renumbered_free(&r);
    SL_TRY(status);
    snprintf(text, sizeof text, "scatter after renumbering, corners of an element %.0f apart, %.0f before",
             r.after.mean_span, r.before.mean_span);
    return compare(p, text);
}

static sl_status run(struct problem *p)
{
    sl_index_set *by_hand = NULL, *found = NULL;
    SL_TRY(create(p));
    SL_TRY(SL_VIEW_FILL(double, p->sum, 0));
    sl_status status = SL_SUCCESS;
    if (p->mesh.rows > 0)
        status = colors_by_hand(&p->mesh, &by_hand);
    if (status == SL_SUCCESS && by_hand)
        status = sum_by(p, by_hand, "colours by hand");
    if (status == SL_SUCCESS)
        status = sl_color(p->corner, p->mesh.vertices, &found);
    if (status == SL_SUCCESS)
        status = sum_by(p, found, "colours of sl_color");
    if (status == SL_SUCCESS && p->picture)
        status = draw_colors(p, found);
    sl_index_set_destroy(&by_hand);
    sl_index_set_destroy(&found);
    SL_TRY(status);
    SL_TRY(sl_forall(vertexsum_scatter, SL_RANGE(0, p->mesh.elements), p->corner, p->area, p->sum));
    SL_TRY(compare(p, "scatter"));
    return p->mesh.rows > 0 ? SL_SUCCESS : sum_renumbered(p);
}

/* @return the number, or -1 after a message */
static int64_t read_count(const char *what, const char *text)
{
    char *end;
    errno = 0;
    const long got = strtol(text, &end, 10);
    if (end != text && !*end && !errno && got >= 1 && got <= MOST)
        return got;
    fprintf(stderr, "vertexsum: %s: expected a whole number from 1 to %d, got \"%s\"\n", what, MOST, text);
    return -1;
}

static int solve(struct problem *p)
{
    sl_status status = sl_init(NULL);
    if (status != SL_SUCCESS) {
        fprintf(stderr, "vertexsum: %s\n", sl_last_error());
        return EXIT_FAILURE;
    }
    status = run(p);
    if (status == SL_SUCCESS)
        status = sl_wait();
    if (status != SL_SUCCESS)
        fprintf(stderr, "vertexsum: %s\n", sl_last_error());
    destroy(p);
    if (sl_finalize() != SL_SUCCESS)
        status = sl_last_status();
    return status == SL_SUCCESS && !p->wrong ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Makes or reads what the command line asks for. @return 0; -1 after a message; EXIT_USAGE, likewise */
static int get_mesh(int argc, char **argv, struct mesh *m)
{
    const int triangles = argc > 1 && strcmp(argv[1], "--triangles") == 0, first = 1 + triangles;
    if (argc == 2 && !triangles)
        return mesh_read(argv[1], m);
    if (argc != 1 && (triangles ? argc != 4 && argc != 5 : argc != 3)) {
        fprintf(stderr, "Usage: vertexsum [--picture file] [rows columns]\n"
                        "       vertexsum [--picture file] --triangles rows columns [file to write]\n"
                        "       vertexsum [--picture file] file\n");
        return EXIT_USAGE;
    }
    const int64_t rows = argc > 1 ? read_count("rows", argv[first]) : 512;
    const int64_t columns = argc > 1 ? read_count("columns", argv[first + 1]) : 512;
    if (rows < 0 || columns < 0)
        return EXIT_USAGE;
    const int made = triangles ? mesh_make_triangles(rows, columns, m) : mesh_make(rows, columns, m);
    if (made != 0)
        fprintf(stderr, "vertexsum: no memory for %lld elements\n", (long long)m->elements);
    return made == 0 && argc == 5 ? mesh_write(argv[4], m) : made;
}

int main(int argc, char **argv)
{
    struct problem p = {.wrong = 0};
    if (argc > 2 && strcmp(argv[1], "--picture") == 0) {
        p.picture = argv[2];
        argc -= 2;
        argv += 2;
    }
    const int made = get_mesh(argc, argv, &p.mesh);
    p.want = made == 0 ? malloc((size_t)p.mesh.vertices * sizeof *p.want) : NULL;
    if (!p.want) {
        if (made == 0)
            fprintf(stderr, "vertexsum: no memory for %lld vertices\n", (long long)p.mesh.vertices);
        destroy(&p);
        return made == EXIT_USAGE ? EXIT_USAGE : EXIT_FAILURE;
    }
    mesh_vertex_sum(&p.mesh, p.want);
    return solve(&p);
}
