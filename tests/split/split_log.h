/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief What tests of split views hear of the log. */
#ifndef STARLOOP_TESTS_SPLIT_LOG_H
#define STARLOOP_TESTS_SPLIT_LOG_H

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <starloop.h>

/** What the log says of loops that run whole: how often, and last. */
static _Atomic int messages;
static char said[400];

static void hear(sl_log_level level, const char *file, int line, const char *text, void *arg)
{
    (void)file, (void)line, (void)arg;
    if (level != SL_LOG_INFO || strstr(text, "runs whole") == NULL)
        return;
    snprintf(said, sizeof said, "%s", text);
    atomic_fetch_add(&messages, 1);
}

#endif
