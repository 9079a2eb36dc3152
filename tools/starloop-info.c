/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief starloop-info: prints the machine, the worker groups, GPUs, versions and the STARLOOP_ variables. */
#include <stdio.h>
#include <string.h>

#include <starloop/runtime.h>

static const char usage[] =
    "Usage: starloop-info [--help] [--version]\n"
    "Prints the machine as Starloop sees it, its CPU worker groups and GPUs, StarPU's workers, the versions,\n"
    "the scheduler, and every STARLOOP_ variable with its value in force. The variables act on it, too:\n"
    "    STARLOOP_CPU_WORKERS=numa STARLOOP_GPUS=1 starloop-info\n";

/* Errors are printed once, in main(). */
static void show(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file;
    (void)line;
    (void)arg;
    if (level > SL_LOG_ERROR)
        fprintf(stderr, "starloop-info: %s\n", text);
}

int main(int argc, char **argv)
{
    sl_status status;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return fputs(usage, stdout) < 0;
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return printf("starloop-info %s\n", sl_version()) < 0;
    if (argc > 1) {
        fprintf(stderr, "starloop-info: expected --help, --version or nothing, got \"%s\"\n%s", argv[argc > 2 ? 2 : 1],
                usage);
        return 2;
    }
    sl_log_set_handler(show, NULL);
    status = sl_init(NULL);
    if (status != SL_SUCCESS) {
        fprintf(stderr, "starloop-info: %s: %s\n", sl_status_message(status), sl_last_error());
        return 1;
    }
    status = sl_info_print(stdout);
    if (status != SL_SUCCESS)
        fprintf(stderr, "starloop-info: %s: %s\n", sl_status_message(status), sl_last_error());
    return sl_finalize() != SL_SUCCESS || status != SL_SUCCESS;
}
