/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies past the caches, for loops whose output is far larger than they are. */
#include <string.h>

#include <starloop/kernel/abi.h>

#include "base/stream.h"

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx512f"))) static size_t stream64(char *to, const char *from, size_t bytes)
{
    size_t done = 0;
    for (; done + 64 <= bytes; done += 64)
        _mm512_stream_si512((void *)(to + done), _mm512_loadu_si512((const void *)(from + done)));
    return done;
}

__attribute__((target("avx"))) static size_t stream32(char *to, const char *from, size_t bytes)
{
    size_t done = 0;
    for (; done + 32 <= bytes; done += 32)
        _mm256_stream_si256((void *)(to + done), _mm256_loadu_si256((const void *)(from + done)));
    return done;
}

static size_t stream16(char *to, const char *from, size_t bytes)
{
    size_t done = 0;
    for (; done + 16 <= bytes; done += 16)
        _mm_stream_si128((void *)(to + done), _mm_loadu_si128((const void *)(from + done)));
    return done;
}

static size_t (*streamer)(char *, const char *, size_t) = stream16;

void sl__stream_init(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f"))
        streamer = stream64;
    else if (__builtin_cpu_supports("avx"))
        streamer = stream32;
}

void sl__stream_end(void)
{
    _mm_sfence();
}
#else
static size_t streamer(char *to, const char *from, size_t bytes)
{
    (void)to, (void)from, (void)bytes;
    return 0;
}

void sl__stream_init(void)
{
}

void sl__stream_end(void)
{
}
#endif

void sl__stream(void *to, const void *from, size_t bytes)
{
    char *t = to;
    const char *f = from;
    size_t head = (size_t)(-(uintptr_t)t & 63);
    if (head > bytes)
        head = bytes;
    memcpy(t, f, head);
    size_t done = head + streamer(t + head, f + head, bytes - head);
    memcpy(t + done, f + done, bytes - done);
}
