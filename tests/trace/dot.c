/* SPDX-License-Identifier: BSD-3-Clause */
/* STARLOOP_DOT: the whole file against what the program did, written down by hand: loops in the calling thread, on
 * workers, in a region, in parts, a reduction into a view, a host task, and names with quotes. Files that cannot be
 * written. */
#include <unistd.h>

#include "loop_testing.h"
#include "misuse.h"

SL_KERNEL_DECLARE(dot_fill, (i), scalar(double, a), out(double, 1, y, own));
SL_KERNEL_DECLARE(dot_axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own));
SL_KERNEL_DECLARE(dot_sum, (i), in(double, 1, y, own), reduce(double, sum, s));

static int nothing(void *arg)
{
    (void)arg;
    return 0;
}

static void program(int n)
{
    sl_view *x = view_of("x", SL_DOUBLE, RIGHT, SL_EXTENTS(n)),
            *y = view_of("a \"y\"\\", SL_DOUBLE, RIGHT, SL_EXTENTS(n)),
            *s = view_of("s", SL_DOUBLE, RIGHT, SL_EXTENTS());
    sl_region *region = NULL;
    must(sl_forall(dot_fill, SL_RANGE(0, n), 1.0, x));
    must(sl_forall_with(SL_POLICY(.label = "clear"), dot_fill, SL_RANGE(0, n), 0.0, y));
    for (int k = 0; k < 3; k++)
        must(sl_forall(dot_axpy, SL_RANGE(0, n), 2.0, x, y));
    must(sl_region_begin(&region));
    must(sl_forall(dot_axpy, SL_RANGE(0, n), 2.0, x, y));
    must(sl_forall_with(SL_POLICY(.label = "total"), dot_sum, SL_RANGE(0, n), y, SL_INTO(s)));
    must(sl_region_end(region));
    must(sl_region_run(region));
    must(sl_region_run(region));
    must(sl_forall_with(SL_POLICY(.label = "in parts", .split = SL_SPLIT(4)), dot_axpy, SL_RANGE(0, n), 2.0, x, y));
    must(sl_task_with(SL_POLICY(.label = "look"), nothing, NULL, SL_R(s), SL_RW(x)));
    must(sl_wait());
    sl_region_destroy(&region);
    sl_view_destroy(&x);
    sl_view_destroy(&y);
    sl_view_destroy(&s);
}

/* What that is; the views are filled with zeros when they are made, and that is no loop. */
static const char wanted[] = "digraph starloop {\n"
                             "    \"loop clear of dot_fill\" [shape=box, label=\"clear\\ndot_fill\\n1 run\"];\n"
                             "    \"loop dot_axpy\" [shape=box, label=\"dot_axpy\\n5 runs\"];\n"
                             "    \"loop dot_fill\" [shape=box, label=\"dot_fill\\n1 run\"];\n"
                             "    \"loop in parts of dot_axpy\" [shape=box, label=\"in parts\\ndot_axpy\\n1 run\"];\n"
                             "    \"loop total of dot_sum\" [shape=box, label=\"total\\ndot_sum\\n2 runs\"];\n"
                             "    \"task look\" [shape=parallelogram, label=\"look\\n1 run\"];\n"
                             "    \"view a \\\"y\\\"\\\\\" [shape=ellipse, label=\"a \\\"y\\\"\\\\\"];\n"
                             "    \"loop clear of dot_fill\" -> \"view a \\\"y\\\"\\\\\";\n"
                             "    \"view a \\\"y\\\"\\\\\" -> \"loop dot_axpy\" [dir=both];\n"
                             "    \"view x\" [shape=ellipse, label=\"x\"];\n"
                             "    \"view x\" -> \"loop dot_axpy\";\n"
                             "    \"loop dot_fill\" -> \"view x\";\n"
                             "    \"view a \\\"y\\\"\\\\\" -> \"loop in parts of dot_axpy\" [dir=both];\n"
                             "    \"view x\" -> \"loop in parts of dot_axpy\";\n"
                             "    \"view a \\\"y\\\"\\\\\" -> \"loop total of dot_sum\";\n"
                             "    \"view s\" [shape=ellipse, label=\"s\"];\n"
                             "    \"loop total of dot_sum\" -> \"view s\";\n"
                             "    \"view s\" -> \"task look\";\n"
                             "    \"view x\" -> \"task look\" [dir=both];\n"
                             "}\n";

static void read_all(const char *path, char *text, size_t size)
{
    FILE *f = fopen(path, "r");
    size_t n = f != NULL ? fread(text, 1, size - 1, f) : 0;
    text[n] = '\0';
    if (f != NULL)
        fclose(f);
}

int main(void)
{
    static char text[65536];
    char path[64], later[64];
    snprintf(path, sizeof path, "dot-%d.gv", (int)getpid());
    sl_log_set_handler(misuse_count, NULL);
    setenv("STARLOOP_DOT", path, 1);
    for (int round = 1; round <= 4; round++) { /* short and long loops, one worker group and several */
        snprintf(later, sizeof later, round > 1 ? "dot-%d-%d.gv" : "dot-%d.gv", (int)getpid(), round);
        must(sl_init(&(sl_config){.cpu_workers = round > 2 ? SL_WORKERS_CORE : SL_WORKERS_DEFAULT}));
        program(round % 2 ? 100 : 300000);
        must(sl_finalize());
        read_all(later, text, sizeof text);
        is_str(text, wanted, "the graph of round %d", round);
        (void)remove(later);
    }
    setenv("STARLOOP_DOT", "/no such folder/graph.gv", 1);
    refused(sl_init(NULL), SL_ERR_SYSTEM, "a file that cannot be written",
            "sl_init: STARLOOP_DOT: expected a file that can be written, got \"/no such folder/graph", "No such file");
    return done_testing();
}
