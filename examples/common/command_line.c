/* SPDX-License-Identifier: BSD-3-Clause */
#include "command_line.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20, HELP = 256 /* and then the options, each with a number that is no letter */ };

int read_command_line(int argc, char **argv, const char *program, const char *help, const struct setting *options,
                      const char **file)
{
    struct option table[MOST + 2] = {{"help", no_argument, NULL, HELP}};
    char error[300];
    for (int i = 0; options[i].word && i < MOST; i++)
        table[i + 1] = (struct option){.name = options[i].word,
                                       .has_arg = options[i].kind == SETTING_FLAG ? no_argument : required_argument,
                                       .val = HELP + 1 + i};
    for (int c; (c = getopt_long(argc, argv, "h", table, NULL)) != -1;) {
        if (c == HELP || c == 'h') {
            printf("Usage: %s%s", program, help);
            return EXIT_SUCCESS;
        }
        const int i = c - HELP - 1;
        if (c == '?')
            fprintf(stderr, "%s: --help lists the options\n", program);
        else if (setting_read(&options[i], optarg, error, sizeof error))
            fprintf(stderr, "%s: --%s: %s\n", program, options[i].word, error);
        else
            continue;
        return EXIT_USAGE;
    }
    if (file && argc == optind + 1)
        *file = argv[optind];
    else if (file)
        fprintf(stderr, "%s: expected one file, got %d; --help says more\n", program, argc - optind);
    else if (argc > optind)
        fprintf(stderr, "%s: expected options only, got \"%s\"; --help lists them\n", program, argv[optind]);
    return argc - optind == (file != NULL) ? -1 : EXIT_USAGE;
}

int end_output(const char *program, int result)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return result;
    fprintf(stderr, "%s: standard output: %s\n", program, strerror(errno));
    return EXIT_FAILURE;
}
