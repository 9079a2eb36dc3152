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
#include <time.h>

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

/** same_array(got, want, n, sentence, ...): passes when the @p n elements of two arrays are the same numbers, or the
 * same bits. Prints the index, got and want of the first that differ. Arrays of integers, float or double. */
#define same_array(got, want, n, ...) \
    tap_same_array((got), (want), sizeof *(want) + 0 * sizeof(&(got)[0] == &(want)[0]), TAP_KIND(*(want)), \
                   (long long)(n), __FILE__, __LINE__, __VA_ARGS__)
#define TAP_KIND(x) ((__typeof__(x))0.5 > 0 ? 'f' : (__typeof__(x))-1 < 1 ? 'i' : 'u')
/** A number as a text, the same for 0 and -0. @param[in] kind  'f' floating, 'i' signed, 'u' unsigned */
__attribute__((unused)) static const char *tap_number(const void *at, size_t size, int kind, char text[32])
{
    union {
        float f;
        double d;
        int8_t i1;
        int16_t i2;
        int32_t i4;
        int64_t i8;
        uint64_t u8;
    } x = {.u8 = 0};
    memcpy(&x, at, size);
    if (kind == 'f')
        snprintf(text, 32, "%.17g", (size == sizeof x.f ? (double)x.f : x.d) + 0.0);
    else if (kind == 'i')
        snprintf(text, 32, "%" PRId64, size == 1 ? x.i1 : size == 2 ? x.i2 : size == 4 ? x.i4 : x.i8);
    else /* the lower bytes come first on every machine that this is for */
        snprintf(text, 32, "%" PRIu64, x.u8);
    return text;
}
__attribute__((format(printf, 8, 9), unused)) static int tap_same_array(const void *got, const void *want, size_t size,
                                                                        int kind, long long n, const char *file,
                                                                        int line, const char *format, ...)
{
    enum { SHOWN = 4 };
    char text[512], a[32], b[32];
    long long wrong = 0, first[SHOWN];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (long long k = 0; got && k < n; k++) {
        const char *p = (const char *)got + (size_t)k * size, *q = (const char *)want + (size_t)k * size;
        if (memcmp(p, q, size) != 0 && strcmp(tap_number(p, size, kind, a), tap_number(q, size, kind, b)) != 0 &&
            wrong++ < SHOWN)
            first[wrong - 1] = k;
    }
    if (tap_ok(got && wrong == 0, "%s", text))
        return 1;
    diag("%s:%d: %lld of %lld elements differ%s", file, line, wrong, n, got ? "" : ": there is no array");
    for (int k = 0; k < SHOWN && k < wrong; k++)
        diag("[%lld]: got %s, want %s", first[k],
             tap_number((const char *)got + (size_t)first[k] * size, size, kind, a),
             tap_number((const char *)want + (size_t)first[k] * size, size, kind, b));
    return 0;
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

/** Whether to try fewer sizes, policies and repetitions: SL_TEST_QUICK, for the legs of continuous integration beside
 * the one that runs all, and for tools that make everything slow. A test says at the place what is left out then. */
__attribute__((unused)) static int quick(void)
{
    const char *value = getenv("SL_TEST_QUICK");
    return value && *value && *value != '0';
}

/** Where random cases begin: SL_TEST_SEED, else @p otherwise. Says so, for they must be found again. */
__attribute__((unused)) static uint64_t test_seed(uint64_t otherwise)
{
    const char *value = getenv("SL_TEST_SEED");
    uint64_t seed = value && *value ? strtoull(value, NULL, 10) : otherwise;
    diag("random cases from SL_TEST_SEED=%" PRIu64, seed);
    return seed;
}

/** The time that random cases have. */
typedef struct test_clock {
    double end; /**< seconds of CLOCK_MONOTONIC */
} test_clock;

__attribute__((unused)) static double test_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/** A clock for @p share of the seconds that the random cases of a program have: SL_TEST_RANDOM_SECONDS, else 20, and 4
 *  in the quick form. `do ... while (test_time_left(&clock))` tries one case at
 *  least. */
__attribute__((unused)) static test_clock test_time(double share)
{
    const char *value = getenv("SL_TEST_RANDOM_SECONDS");
    const double seconds = value && *value ? strtod(value, NULL) : quick() ? 4 : 20;
    return (test_clock){test_now() + share * seconds};
}

/** 1 until the clock has run down. */
__attribute__((unused)) static int test_time_left(const test_clock *clock)
{
    return test_now() < clock->end;
}

/** The folder of the sources, for a test that reads files of it: `srcdir`, which `make check` sets. Ends the program
 *  with a sentence where it is not set. */
__attribute__((unused)) static const char *test_srcdir(void)
{
    const char *folder = getenv("srcdir");
    if (folder && *folder)
        return folder;
    printf("Bail out! this test reads files of the source folder: run it by `make check TESTS=...`, or set srcdir to "
           "the folder that has configure.ac\n");
    exit(1);
}

/** Prints the plan; what main() returns. */
__attribute__((unused)) static int done_testing(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
