/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The table of variables: defaults, good and bad values, unknown names, printing. */
#include <starloop/policy.h>

#include "base/env.h"
#include "base/log.h"
#include <tap.h>

static char warned[4096];

static void keep(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file;
    (void)line;
    (void)arg;
    if (level == SL_LOG_WARN)
        strncat(warned, text, sizeof warned - strlen(warned) - 1);
}

static const struct {
    sl__env variable;
    const char *name, *text;
    int good;
    int64_t value;
} cases[] = {
    {SL__ENV_CPU_WORKERS, "STARLOOP_CPU_WORKERS", "machine", 1, 0},
    {SL__ENV_CPU_WORKERS, "STARLOOP_CPU_WORKERS", "package", 1, 1},
    {SL__ENV_CPU_WORKERS, "STARLOOP_CPU_WORKERS", "numa", 1, 2},
    {SL__ENV_CPU_WORKERS, "STARLOOP_CPU_WORKERS", "l3", 1, 3},
    {SL__ENV_CPU_WORKERS, "STARLOOP_CPU_WORKERS", "core", 1, 4},
    {SL__ENV_CPU_WORKERS, "STARLOOP_CPU_WORKERS", "cor", 0, 0},
    {SL__ENV_CPU_WORKERS, "STARLOOP_CPU_WORKERS", "cores", 0, 0},
    {SL__ENV_CPU_WORKERS, "STARLOOP_CPU_WORKERS", "machine|package", 0, 0},
    {SL__ENV_CPU_WORKERS, "STARLOOP_CPU_WORKERS", "0", 0, 0},
    {SL__ENV_CPU_CORES, "STARLOOP_CPU_CORES", "12", 1, 12},
    {SL__ENV_CPU_CORES, "STARLOOP_CPU_CORES", "-1", 0, 0},
    {SL__ENV_CPU_CORES, "STARLOOP_CPU_CORES", "3x", 0, 0},
    {SL__ENV_CPU_CORES, "STARLOOP_CPU_CORES", " 3", 0, 0},
    {SL__ENV_CPU_CORES, "STARLOOP_CPU_CORES", "99999999999999999999", 0, 0},
    {SL__ENV_SHARE, "STARLOOP_SHARE", "launcher", 1, 0},
    {SL__ENV_SHARE, "STARLOOP_SHARE", "even", 1, 1},
    {SL__ENV_SHARE, "STARLOOP_SHARE", "none", 1, 2},
    {SL__ENV_SHARE, "STARLOOP_SHARE", "all", 0, 0},
    {SL__ENV_GPUS, "STARLOOP_GPUS", "-1", 1, -1},
    {SL__ENV_GPUS, "STARLOOP_GPUS", "0", 1, 0},
    {SL__ENV_GPUS, "STARLOOP_GPUS", "8", 1, 8},
    {SL__ENV_GPUS, "STARLOOP_GPUS", "-2", 0, 0},
    {SL__ENV_GPUS, "STARLOOP_GPUS", "all", 0, 0},
    {SL__ENV_GPUS, "STARLOOP_GPUS", "1,2", 0, 0},
    {SL__ENV_WHERE, "STARLOOP_WHERE", "anywhere", 1, SL__WHERE_ANYWHERE},
    {SL__ENV_WHERE, "STARLOOP_WHERE", "cpu", 1, SL__WHERE_CPU},
    {SL__ENV_WHERE, "STARLOOP_WHERE", "cuda", 1, SL__WHERE_DEVICE},
    {SL__ENV_WHERE, "STARLOOP_WHERE", "gpu", 0, 0},
    {SL__ENV_WHERE, "STARLOOP_WHERE", "CUDA", 0, 0},
    {SL__ENV_INLINE, "STARLOOP_INLINE", "0", 1, 0},
    {SL__ENV_INLINE, "STARLOOP_INLINE", "2", 0, 0},
    {SL__ENV_MAX_QUEUED, "STARLOOP_MAX_QUEUED", "0", 0, 0},
    {SL__ENV_MAX_QUEUED, "STARLOOP_MAX_QUEUED", "1", 1, 1},
    {SL__ENV_STALL_SECONDS, "STARLOOP_STALL_SECONDS", "0", 1, 0},
    {SL__ENV_HUGE_PAGES, "STARLOOP_HUGE_PAGES", "2", 0, 0},
    {SL__ENV_HUGE_PAGES, "STARLOOP_HUGE_PAGES", "0", 1, 0},
    {SL__ENV_NONTEMPORAL, "STARLOOP_NONTEMPORAL", "auto", 1, SL__NONTEMPORAL_AUTO},
    {SL__ENV_NONTEMPORAL, "STARLOOP_NONTEMPORAL", "0", 1, SL__NONTEMPORAL_NEVER},
    {SL__ENV_NONTEMPORAL, "STARLOOP_NONTEMPORAL", "1", 1, SL__NONTEMPORAL_ALWAYS},
    {SL__ENV_NONTEMPORAL, "STARLOOP_NONTEMPORAL", "yes", 0, 0},
    {SL__ENV_SERIAL_BELOW, "STARLOOP_SERIAL_BELOW", "5000000000", 1, 5000000000},
    {SL__ENV_LOG, "STARLOOP_LOG", "info", 1, 3},
    {SL__ENV_LOG, "STARLOOP_LOG", "verbose", 0, 0},
};

static void one_case(int i)
{
    char text[24];
    int64_t before = sl__env_int(cases[i].variable), serial = sl__env_int(SL__ENV_SERIAL_BELOW);

    setenv(cases[i].name, cases[i].text, 1);
    if (cases[i].good) {
        is_int(sl__env_read(), SL_SUCCESS, "%s=%s is accepted", cases[i].name, cases[i].text);
        is_int(sl__env_int(cases[i].variable), cases[i].value, "and has its value");
        is_str(sl__env_str(cases[i].variable, text), cases[i].text, "and is written as it was");
    } else {
        setenv("STARLOOP_SERIAL_BELOW", "17", 1);
        is_int(sl__env_read(), SL_ERR_ARGUMENT, "%s=%s is refused", cases[i].name, cases[i].text);
        like(sl_last_error(), cases[i].name, "the error names the variable");
        like(sl_last_error(), cases[i].text, "and what it got");
        like(sl_last_error(), "expected", "and what was expected");
        ok(sl__env_int(cases[i].variable) == before && sl__env_int(SL__ENV_SERIAL_BELOW) == serial,
           "and all values are as before");
        unsetenv("STARLOOP_SERIAL_BELOW");
    }
    unsetenv(cases[i].name);
    sl__env_read();
}

static void texts(void)
{
    char text[24];

    is_str(sl__env_text(SL__ENV_TRACE), "", "a text that is not set is empty");
    setenv("STARLOOP_TRACE", "a folder/a file.json", 1);
    is_int(sl__env_read(), SL_SUCCESS, "any text is accepted");
    is_str(sl__env_text(SL__ENV_TRACE), "a folder/a file.json", "and kept");
    is_int(sl__env_int(SL__ENV_TRACE), 1, "as a number it says that it is there");
    is_str(sl__env_str(SL__ENV_TRACE, text), "a folder/a file.json", "and is written as it was");
    setenv("STARLOOP_TRACE", "another", 1);
    setenv("STARLOOP_CPU_CORES", "none", 1);
    is_int(sl__env_read(), SL_ERR_ARGUMENT, "beside a bad value");
    is_str(sl__env_text(SL__ENV_TRACE), "a folder/a file.json", "a text stays as it is");
    unsetenv("STARLOOP_CPU_CORES");
    unsetenv("STARLOOP_TRACE");
    sl__env_read();
    is_str(sl__env_text(SL__ENV_TRACE), "", "and goes with the variable");
}

static void table(void)
{
    FILE *file = tmpfile();
    static char text[16384];
    int all = 1;

    setenv("STARLOOP_CPU_WORKERS", "numa", 1);
    sl__env_read();
    sl__env_print(file);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    like(text, "STARLOOP_CPU_WORKERS=numa (set)", "the table shows a value from the environment");
    like(text, "STARLOOP_STALL_SECONDS=30\n", "and a default");
    for (int i = 0; i < SL__ENV_COUNT; i++)
        all &= strstr(text, sl__env_name((sl__env)i)) != NULL;
    ok(all, "and every variable");
    like(text, "machine|package|numa|l3|core", "and the choices");
    unsetenv("STARLOOP_CPU_WORKERS");
}

int main(void)
{
    sl_log_set_handler(keep, NULL);
    for (int i = 0; i < SL__ENV_COUNT; i++)
        unsetenv(sl__env_name((sl__env)i));
    is_int(sl__env_int(SL__ENV_MAX_QUEUED), 20000, "there are defaults before anything is read");
    is_int(sl__env_read(), SL_SUCCESS, "an empty environment is good");
    is_int(sl__env_int(SL__ENV_SERIAL_BELOW), 8192, "and gives the defaults");
    is_int(sl__env_int(SL__ENV_GPUS), -1, "all GPUs");
    is_int(sl__env_int(SL__ENV_WHERE), SL__WHERE_ANYWHERE, "and loops anywhere");
    ok((int)SL__WHERE_ANYWHERE == (int)SL_ANYWHERE && (int)SL__WHERE_CPU == (int)SL_CPU &&
           (int)SL__WHERE_DEVICE == (int)SL_CUDA,
       "the words of STARLOOP_WHERE stand for the places of a policy");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        one_case((int)i);
    setenv("STARLOOP_CPU_CORES", "", 1);
    is_int(sl__env_read(), SL_SUCCESS, "an empty value is none");
    is_int(sl__env_int(SL__ENV_CPU_CORES), 0, "and means the default");

    is_str(warned, "", "nothing was warned of so far");
    setenv("STARLOOP_CPU_WORKER", "numa", 1);
    is_int(sl__env_read(), SL_SUCCESS, "an unknown STARLOOP_ variable is no error");
    like(warned, "STARLOOP_CPU_WORKER ", "but warned of by name");
    ok(!strstr(warned, "STARLOOP_CPU_CORES"), "and the known ones are not");
    unsetenv("STARLOOP_CPU_WORKER");

    setenv("STARLOOP_LOG", "debug", 1);
    sl__env_read();
    ok(sl__log_enabled(SL_LOG_DEBUG), "STARLOOP_LOG sets the level");
    unsetenv("STARLOOP_LOG");
    texts();
    table();
    return done_testing();
}
