/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Statuses, the last error, SL_TRY and SL_FAIL. */
#include "config.h"

#include <pthread.h>

#include <starloop/runtime.h>
#include <starloop/status.h>

#include "base/error.h"
#include <tap.h>

static char logged[1024];
static int log_calls;

static void keep(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)arg;
    log_calls++;
    snprintf(logged, sizeof logged, "%d %s %d %s", (int)level, file, line, text);
}

static sl_status fails(void)
{
    return SL_FAIL(SL_ERR_RANK, "fails: rank: expected %d, got %d", 2, 3);
}

static sl_status propagates(int *after)
{
    SL_TRY(SL_SUCCESS);
    SL_TRY(fails());
    *after = 1;
    return SL_SUCCESS;
}

static void *other_thread(void *arg)
{
    *(int *)arg = sl_last_status() == SL_SUCCESS && sl_last_error()[0] == '\0';
    SL_FAIL(SL_ERR_TYPE, "other");
    return NULL;
}

static void names(void)
{
    /* Written out by hand from the documentation, not from the table. */
    is_str(sl_status_name(SL_SUCCESS), "SL_SUCCESS", "0 is named SL_SUCCESS");
    is_str(sl_status_name((sl_status)3), "SL_ERR_RANK", "3 is named SL_ERR_RANK");
    is_str(sl_status_name(SL_ERR_FORKED), "SL_ERR_FORKED", "that of a forked process has its name");
    is_int(SL_ERR_STALLED, 15, "SL_ERR_STALLED keeps its value");
    is_str(sl_status_name((sl_status)14), "SL_ERR_?", "though 14 is no status: nothing has ever returned it");
    is_str(sl_status_name((sl_status)999), "SL_ERR_?", "999 has the name of no status");
    is_str(sl_status_name((sl_status)-1), "SL_ERR_?", "-1 has the name of no status");
    ok(strlen(sl_status_message((sl_status)999)) > 0, "999 has a message all the same");
    int distinct = 1;
    for (int i = 0; i <= SL_ERR_REACH; i++)
        for (int j = 0; j < i; j++)
            distinct &= strcmp(sl_status_message((sl_status)i), sl_status_message((sl_status)j)) != 0 &&
                        strcmp(sl_status_name((sl_status)i), sl_status_name((sl_status)j)) != 0;
    ok(distinct, "the statuses have different names and messages");
}

int main(void)
{
    int after = 0, clean = 0;
    pthread_t thread;
    char text[2048];

    names();
    is_int(sl_last_status(), SL_SUCCESS, "there is no last error at first");
    is_str(sl_last_error(), "", "and it has no text");
    sl_log_set_handler(keep, NULL);
    is_int(propagates(&after), SL_ERR_RANK, "SL_TRY returns the status that it meets");
    is_int(after, 0, "SL_TRY skips what follows");
    is_str(sl_last_error(), "fails: rank: expected 2, got 3", "the text is kept");
    is_int(sl_last_status(), SL_ERR_RANK, "the status is kept");
    is_int(log_calls, 1, "the error was logged once, not again by those who propagate");
    ok(strstr(logged, "status.c") == NULL, "the log names no file of the library below level debug: %s", logged);
    like(logged, "1 ", "the log has the level of an error");

    pthread_create(&thread, NULL, other_thread, &clean);
    pthread_join(thread, NULL);
    ok(clean, "another thread does not see this thread's error");
    is_str(sl_last_error(), "fails: rank: expected 2, got 3", "nor this thread the other's");

    is_int(sl__fail_again(SL_ERR_TASK, "the task failed"), SL_ERR_TASK, "a logged failure can be recorded again");
    is_str(sl_last_error(), "the task failed", "with its text");
    is_int(log_calls, 2, "without a second line in the log");
    SL_FAIL(SL_ERR_STATE, "wrapped: %s", sl_last_error());
    is_str(sl_last_error(), "wrapped: the task failed", "a text may be made of the last one");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    SL_FAIL(SL_ERR_STATE, "%s", text);
    is_int(strlen(sl_last_error()), SL__ERROR_TEXT - 1, "a text that is too long is cut");
    sl__fail_again(SL_ERR_STATE, text);
    is_int(strlen(sl_last_error()), SL__ERROR_TEXT - 1, "here, too");
    sl_clear_error();
    is_int(sl_last_status(), SL_SUCCESS, "an error can be forgotten");
    is_str(sl_last_error(), "", "with its text");
    is_int(strncmp(sl_version(), SL_VERSION, strlen(SL_VERSION)), 0, "the library has the version of its headers");
    is_str(sl_version(), PACKAGE_VERSION, "and that of the package");
    return done_testing();
}
