/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Test Anything Protocol for the C tests: every ok() is a sentence, done() prints the plan. */
#ifndef STARLOOP_TESTS_TAP_H
#define STARLOOP_TESTS_TAP_H

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One of each in a program, whatever the number of its sources. */
extern int tap_count, tap_failed;
__attribute__((weak)) int tap_count, tap_failed;

/** Reports one test whose name is the formatted sentence; gives @p passed back. */
__attribute__((format(printf, 2, 3), unused)) static int tap_ok(int passed, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("%sok %d - ", passed ? "" : "not ", ++tap_count);
    vprintf(format, list);
    printf("\n");
    va_end(list);
    if (!passed)
        tap_failed++;
    fflush(stdout);
    return passed;
}

/** A line of diagnosis under a failed test. */
__attribute__((format(printf, 1, 2), unused)) static void diag(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("# ");
    vprintf(format, list);
    printf("\n");
    va_end(list);
    fflush(stdout);
}

/** ok(condition, sentence, ...): passes when the condition holds. */
#define ok(condition, ...) \
    (tap_ok((condition) ? 1 : 0, __VA_ARGS__) || (diag("%s:%d: false: %s", __FILE__, __LINE__, #condition), 0))

/** is_int(got, want, sentence, ...): passes when the two integers are equal. */
#define is_int(got, want, ...) tap_is_int((long long)(got), (long long)(want), __FILE__, __LINE__, __VA_ARGS__)
__attribute__((format(printf, 5, 6), unused)) static int tap_is_int(long long got, long long want, const char *file,
                                                                    int line, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!tap_ok(got == want, "%s", text))
        diag("%s:%d: got %lld, want %lld", file, line, got, want);
    return got == want;
}

/** is_str(got, want, sentence, ...): passes when the two strings are equal. */
#define is_str(got, want, ...) tap_is_str((got), (want), __FILE__, __LINE__, __VA_ARGS__)
__attribute__((format(printf, 5, 6), unused)) static int tap_is_str(const char *got, const char *want, const char *file,
                                                                    int line, const char *format, ...)
{
    char text[512];
    int same = got && want && strcmp(got, want) == 0;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!tap_ok(same, "%s", text))
        diag("%s:%d: got \"%s\", want \"%s\"", file, line, got ? got : "(null)", want ? want : "(null)");
    return same;
}

/** like(text, part, sentence, ...): passes when @p text contains @p part. */
#define like(text, part, ...) tap_like((text), (part), __FILE__, __LINE__, __VA_ARGS__)
__attribute__((format(printf, 5, 6), unused)) static int tap_like(const char *text, const char *part, const char *file,
                                                                  int line, const char *format, ...)
{
    char name[512];
    int found = text && part && strstr(text, part) != NULL;
    va_list list;
    va_start(list, format);
    vsnprintf(name, sizeof name, format, list);
    va_end(list);
    if (!tap_ok(found, "%s", name))
        diag("%s:%d: \"%s\" is not in \"%s\"", file, line, part ? part : "(null)", text ? text : "(null)");
    return found;
}

/** is_close(got, want, relative, sentence, ...): passes when |got - want| <= relative x max(|want|, tiny). */
#define is_close(got, want, relative, ...) \
    tap_is_close((double)(got), (double)(want), (relative), __FILE__, __LINE__, __VA_ARGS__)
__attribute__((format(printf, 6, 7), unused)) static int
tap_is_close(double got, double want, double relative, const char *file, int line, const char *format, ...)
{
    char text[512];
    int close = fabs(got - want) <= relative * fmax(fabs(want), 1e-300);
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!tap_ok(close, "%s", text))
        diag("%s:%d: got %.17g, want %.17g within %g", file, line, got, want, relative);
    return close;
}

/** skip(reason, sentence, ...): a test that cannot run here. */
__attribute__((format(printf, 2, 3), unused)) static void skip(const char *reason, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("ok %d - ", ++tap_count);
    vprintf(format, list);
    printf(" # SKIP %s\n", reason);
    va_end(list);
    fflush(stdout);
}

/** Prints the plan; what main() returns. */
__attribute__((unused)) static int done_testing(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
