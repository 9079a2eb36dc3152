/* SPDX-License-Identifier: BSD-3-Clause */
#include "options.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native_cuda.h"

enum { EXIT_USAGE = 2 };

static const char help[] =
    "Usage: sl-bench [options]\n"
    "Races Starloop against native twins. Without --case: every case at its default sizes.\n"
    "\n"
    "  --list         the cases, one a line\n"
    "  --case=NAME    one case\n"
    "  --size=N       its size (elements, rows, cells a side); 1e8 is a number\n"
    "  --device=cpu   where both sides run: cpu or cuda\n"
    "  --where=anywhere  Starloop's loops run where the scheduler likes; the twin stays on the device\n"
    "  --repeat=R     rounds of each side\n"
    "  --steps=N      time steps of heat_cg (20; 10 from 2000 cells a side)\n"
    "  --split=N      splits the views of stream_chain, jacobi_sweeps or a case of several GPUs into N parts, or auto\n"
    "  --gpus=N       so many GPUs for a case of several (triad_gpus, jacobi2d_gpus, stencil3d_gpus): a part on each\n"
    "  --chain=0      STARLOOP_CHAIN for all cases: 0 or 1, instead of what each case is about\n"
    "  --inline=0     STARLOOP_INLINE for all cases: 0 or 1, instead of what each case is about\n"
    "  --wait         the time of one call with its wait, instead of queued calls with one wait\n"
    "  --separate     each side in processes of its own, in turns: so on CPUs if nothing is said\n"
    "  --together     both sides in one process, round by round: so on a GPU\n"
    "  --placement    a program of many calls on CPUs, on a GPU, and left open: first run, and second run\n"
    "  --calls=N      its number of calls; of other races the calls of a round\n"
    "  --csv          case,size,device,starloop_seconds,native_seconds,ratio\n"
    "  --help         this text\n"
    "\n"
    "Seconds are per call, medians over alternating rounds or processes; ratio is Starloop over native: lower is "
    "better.\n"
    "Exit status: 0 success; 1 some case failed, had a wrong result or a slow twin; 2 bad command line; 3 no such\n"
    "device in this build or machine.\n";

static int is_number(const char *text, double most, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && *value >= 1.0 && *value <= most && *value == floor(*value);
}

static int read_number(const char *option, const char *text, double most, double *value)
{
    if (is_number(text, most, value))
        return 0;
    fprintf(stderr, "sl-bench: --%s: expected a whole number from 1 to %.0f, got \"%s\"\n", option, most, text);
    return -1;
}

static int read_device(const char *text, enum bench_device *device)
{
    *device = strcmp(text, "cuda") == 0 ? BENCH_CUDA : BENCH_CPU;
    if (*device == BENCH_CUDA || strcmp(text, "cpu") == 0)
        return 0;
    fprintf(stderr, "sl-bench: --device: expected cpu or cuda, got \"%s\"\n", text);
    return -1;
}

static int read_where(const char *text, const char **where)
{
    *where = text;
    if (strcmp(text, "anywhere") == 0)
        return 0;
    fprintf(stderr, "sl-bench: --where: expected anywhere, got \"%s\"\n", text);
    return -1;
}

static int read_switch(const char *option, const char *text, int *value)
{
    *value = strcmp(text, "1") == 0;
    if (*value || strcmp(text, "0") == 0)
        return 0;
    fprintf(stderr, "sl-bench: --%s: expected 0 or 1, got \"%s\"\n", option, text);
    return -1;
}

static int read_split(const char *text, sl_split *split)
{
    double parts = 0.0;
    const int is_auto = strcmp(text, "auto") == 0;
    if (!is_auto && !is_number(text, SL__SPLIT_MOST, &parts)) {
        fprintf(stderr, "sl-bench: --split: expected auto or a whole number from 1 to %d, got \"%s\"\n", SL__SPLIT_MOST,
                text);
        return -1;
    }
    *split = is_auto ? SL_SPLIT_AUTO : SL_SPLIT((int)parts);
    return 0;
}

static int take(struct bench_options *o, int option, const char *text)
{
    double value = 0.0;
    switch (option) {
    case 'c': o->name = text; return 0;
    case 'd': return read_device(text, &o->device);
    case 'a': return read_where(text, &o->where);
    case 'k': return read_switch("chain", text, &o->chain);
    case 'i': return read_switch("inline", text, &o->here);
    case 'S': return read_split(text, &o->split);
    case 'v': o->csv = 1; return 0;
    case 'w': o->wait = 1; return 0;
    case 'l': o->list = 1; return 0;
    case 'p': o->placement = 1; return 0;
    case 'e':
    case 'g': o->separate = option == 'e'; return 0;
    case 'n':
        if (read_number("calls", text, 1e9, &value))
            return -1;
        o->calls = (long)value;
        return 0;
    case 's':
        if (read_number("size", text, 1e12, &value))
            return -1;
        o->size = (sl_index)value;
        return 0;
    case 'r':
        if (read_number("repeat", text, 10000.0, &value))
            return -1;
        o->repeat = (int)value;
        return 0;
    case 'G':
        if (read_number("gpus", text, NATIVE_GPUS, &value))
            return -1;
        o->gpus = (int)value;
        return 0;
    case 't':
        if (read_number("steps", text, 1e6, &value))
            return -1;
        o->steps = (long)value;
        return 0;
    default: fprintf(stderr, "sl-bench: --help lists the options\n"); return -1;
    }
}

int bench_options_read(int argc, char **argv, struct bench_options *o)
{
    static const struct option table[] = {{"case", required_argument, NULL, 'c'},
                                          {"size", required_argument, NULL, 's'},
                                          {"device", required_argument, NULL, 'd'},
                                          {"repeat", required_argument, NULL, 'r'},
                                          {"steps", required_argument, NULL, 't'},
                                          {"chain", required_argument, NULL, 'k'},
                                          {"inline", required_argument, NULL, 'i'},
                                          {"where", required_argument, NULL, 'a'},
                                          {"csv", no_argument, NULL, 'v'},
                                          {"wait", no_argument, NULL, 'w'},
                                          {"list", no_argument, NULL, 'l'},
                                          {"placement", no_argument, NULL, 'p'},
                                          {"calls", required_argument, NULL, 'n'},
                                          {"separate", no_argument, NULL, 'e'},
                                          {"together", no_argument, NULL, 'g'},
                                          {"split", required_argument, NULL, 'S'},
                                          {"gpus", required_argument, NULL, 'G'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    *o = (struct bench_options){.device = BENCH_CPU, .separate = -1, .chain = -1, .here = -1};
    for (int c; (c = getopt_long(argc, argv, "h", table, NULL)) != -1;) {
        if (c == 'h') {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        }
        if (take(o, c, optarg))
            return EXIT_USAGE;
    }
    if (optind < argc) {
        fprintf(stderr, "sl-bench: expected options only, got \"%s\"; --help lists them\n", argv[optind]);
        return EXIT_USAGE;
    }
    if (o->separate > 0 && o->device == BENCH_CUDA) {
        fprintf(stderr, "sl-bench: --separate: expected --device=cpu with it, got cuda\n");
        return EXIT_USAGE;
    }
    if (o->separate < 0)
        o->separate = o->device == BENCH_CPU;
    if (o->size && !o->name) {
        fprintf(stderr, "sl-bench: --size: expected --case=NAME with it\n");
        return EXIT_USAGE;
    }
    if (o->gpus && (!o->name || o->device == BENCH_CPU)) {
        fprintf(stderr, "sl-bench: --gpus: expected --device=cuda and --case=NAME with it\n");
        return EXIT_USAGE;
    }
    if (o->split.n[0] && !o->name) {
        fprintf(stderr, "sl-bench: --split: expected --case=NAME with it\n");
        return EXIT_USAGE;
    }
    if (o->split.n[0] && o->placement) {
        fprintf(stderr, "sl-bench: --split: expected no --placement with it\n");
        return EXIT_USAGE;
    }
    return -1;
}
