/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* renameat2 */
#endif
#include "place/records.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "base/starpu.h"

enum { VERSION = 1, TRIES = 256 };

static const char magic[8] = "SLtimes";

/* Of the machine's own byte order: the file stays with it. */
struct header {
    char magic[8];
    uint32_t version, bytes;  /* bytes of a record */
    uint32_t count, checksum; /* of all that follows this word */
    char signature[SL__RECORDS_SIGNATURE];
};

/* A whole file. */
struct image {
    struct header header;
    sl__record record[SL__RECORDS_MOST];
};

_Static_assert(sizeof(sl__record) == 24, "no bytes between the members, which would be part of the checksum");

static size_t bytes_of(uint32_t count)
{
    return sizeof(struct header) + (size_t)count * sizeof(sl__record);
}

static uint32_t checksum_of(const struct image *image)
{
    const char *from = image->header.signature;
    return starpu_hash_crc32c_be_n(from, bytes_of(image->header.count) - (size_t)(from - (const char *)image),
                                   image->header.count);
}

/* ---- sets of records ----------------------------------------------------------------------------------- */

int sl__records_compare(const sl__record *a, const sl__record *b)
{
    if (a->kernel != b->kernel)
        return a->kernel < b->kernel ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->footprint < b->footprint ? -1 : a->footprint > b->footprint;
}

static int by_key(const void *a, const void *b)
{
    const sl__record *x = a, *y = b;
    int order = sl__records_compare(x, y);
    return order ? order : (x->when > y->when) - (x->when < y->when);
}

static int newest_first(const void *a, const void *b)
{
    const sl__record *x = a, *y = b;
    return x->when != y->when ? (x->when < y->when) - (x->when > y->when) : sl__records_compare(x, y);
}

int sl__records_merge(const sl__record a[], int na, const sl__record b[], int nb, sl__record out[], int most)
{
    int n = 0, kept = 0;
    for (int i = 0; i < na; i++)
        out[n++] = a[i];
    qsort(out, (size_t)n, sizeof *out, by_key);
    for (int j = 0; j < nb; j++) { /* those of b into their places, or behind */
        sl__record *same =
            bsearch(&b[j], out, (size_t)na, sizeof *out, (int (*)(const void *, const void *))sl__records_compare);
        if (same == NULL)
            out[n++] = b[j];
        else if (b[j].when >= same->when)
            *same = b[j];
    }
    qsort(out, (size_t)n, sizeof *out, newest_first);
    kept = n < most ? n : most;
    qsort(out, (size_t)kept, sizeof *out, by_key);
    return kept;
}

/* ---- reading ------------------------------------------------------------------------------------------- */

static int is_sound(const sl__record *r)
{
    if (r->kind >= SL__RECORD_KINDS || !isfinite(r->value))
        return 0;
    return r->kind == SL__RECORD_SETTLED ? fabsf(r->value) <= 1 : r->value > 0;
}

/* @return what is wrong with a file of so many bytes; NULL */
static const char *check(const struct image *image, size_t bytes, const char *signature)
{
    const struct header *h = &image->header;
    if (bytes < sizeof *h || memcmp(h->magic, magic, sizeof magic) != 0)
        return "it is something else";
    if (h->version != VERSION || h->bytes != sizeof(sl__record))
        return "it has another format";
    if (h->count > SL__RECORDS_MOST || bytes != bytes_of(h->count))
        return "it has another length than it says";
    if (checksum_of(image) != h->checksum)
        return "its checksum is another";
    if (strncmp(h->signature, signature, sizeof h->signature) != 0)
        return "it was measured on another machine";
    for (uint32_t i = 0; i < h->count; i++)
        if (!is_sound(&image->record[i]) ||
            (i > 0 && sl__records_compare(&image->record[i - 1], &image->record[i]) >= 0))
            return "its records make no sense";
    return NULL;
}

/* Reads as much as there is, up to one byte more than any file has. @return bytes; less than 0: errno, negative */
static ssize_t read_all(int file, void *to, size_t most)
{
    size_t done = 0;
    while (done < most) {
        ssize_t got = read(file, (char *)to + done, most - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -errno;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* Which file a name stood for: open, so that no other gets its number. */
struct identity {
    int file; /* -1: there was none */
    dev_t device;
    ino_t number;
};

static const struct identity nobody = {.file = -1};

static void leave(struct identity *who)
{
    if (who->file >= 0)
        close(who->file);
    *who = nobody;
}

/* @return the number of records of the file in the image; 0, with *why where there is a file that cannot be used.
 * *who is to be left. */
static int read_image(const char *path, const char *signature, struct image *image, const char **why,
                      struct identity *who)
{
    struct stat info;
    char more;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    *why = file < 0 && errno != ENOENT ? strerror(errno) : NULL;
    *who = nobody;
    if (file < 0)
        return 0;
    if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(file);
        *why = "it is no file";
        return 0;
    }
    *who = (struct identity){file, info.st_dev, info.st_ino};
    ssize_t got = read_all(file, image, sizeof *image);
    if (got == (ssize_t)sizeof *image && read(file, &more, 1) > 0)
        got++;
    *why = got < 0 ? strerror((int)-got) : check(image, (size_t)got, signature);
    return *why ? 0 : (int)image->header.count;
}

int sl__records_read(const char *path, const char *signature, sl__record out[], const char **why)
{
    struct identity who;
    struct image *image = malloc(sizeof *image);
    *why = "there is no memory";
    if (image == NULL)
        return 0;
    int n = read_image(path, signature, image, why, &who);
    leave(&who);
    memcpy(out, image->record, (size_t)n * sizeof *out);
    free(image);
    return n;
}

/* ---- writing ------------------------------------------------------------------------------------------- */

static int write_all(int file, const void *from, size_t bytes)
{
    while (bytes > 0) {
        ssize_t put = write(file, from, bytes);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return -1;
        from = (const char *)from + put;
        bytes -= (size_t)put;
    }
    return 0;
}

/* Writes an image to a new file beside @p path. @return 0 with its name, and *who to be left; or -1 */
static int write_beside(const char *path, const struct image *image, char name[], size_t size, struct identity *who)
{
    struct stat info;
    *who = nobody;
    if (snprintf(name, size, "%s.XXXXXX", path) >= (int)size)
        return errno = ENAMETOOLONG, -1;
    int file = mkstemp(name);
    if (file < 0)
        return -1;
    if (write_all(file, image, bytes_of(image->header.count)) || fstat(file, &info) || fchmod(file, 0644)) {
        int error = errno;
        close(file);
        unlink(name);
        return errno = error, -1;
    }
    *who = (struct identity){file, info.st_dev, info.st_ino};
    return 0;
}

static int is_named(const char *name, const struct identity *who)
{
    struct stat info;
    return lstat(name, &info) == 0 && info.st_dev == who->device && info.st_ino == who->number;
}

/* Puts the file @p name in the place of @p path, of which @p seen was read. @return 1; 0 when another one was there by
 * then, which has the name @p name now and holds records that were not seen; -1 */
static int exchange(const char *name, const char *path, const struct identity *seen)
{
    if (seen->file < 0) {
        if (link(name, path) == 0)
            return unlink(name), 1;
        if (errno == EEXIST)
            return unlink(name), 0;
    } else if (renameat2(AT_FDCWD, name, AT_FDCWD, path, RENAME_EXCHANGE) == 0) {
        return is_named(name, seen) ? unlink(name), 1 : 0;
    } else if (errno == ENOENT) { /* somebody has removed it */
        return unlink(name), 0;
    }
    return rename(name, path) == 0 ? 1 : -1; /* a file system that cannot do better */
}

static void fill(struct image *image, const char *signature, int count)
{
    struct header *h = &image->header;
    memset(h, 0, sizeof *h);
    memcpy(h->magic, magic, sizeof magic);
    h->version = VERSION;
    h->bytes = sizeof(sl__record);
    h->count = (uint32_t)count;
    snprintf(h->signature, sizeof h->signature, "%s", signature);
    h->checksum = checksum_of(image);
}

/* Room for what an update works on. */
struct work {
    struct image image;
    sl__record old[SL__RECORDS_MOST], ours[SL__RECORDS_MOST], all[2 * SL__RECORDS_MOST];
};

/* Merges what was read into our records, and writes them all beside the path. */
static int merge_beside(struct work *w, const char *path, const char *signature, int read, int *n, char name[],
                        size_t size, struct identity *who)
{
    memcpy(w->old, w->image.record, (size_t)read * sizeof *w->old);
    *n = sl__records_merge(w->old, read, w->ours, *n, w->all, SL__RECORDS_MOST);
    memcpy(w->ours, w->all, (size_t)*n * sizeof *w->ours);
    memcpy(w->image.record, w->all, (size_t)*n * sizeof *w->ours);
    fill(&w->image, signature, *n);
    return write_beside(path, &w->image, name, size, who);
}

/* One try. What another process put there after we had looked is taken out by the exchange: then it is to be merged,
 * and put in its turn. So nothing is lost, and nobody waits for anybody. @return as exchange(); -1 with errno */
static int try_once(struct work *w, const char *path, const char *signature, int *read, int *n, struct identity *seen)
{
    char name[PATH_MAX + 40];
    const char *why;
    struct identity own, displaced;
    if (merge_beside(w, path, signature, *read, n, name, sizeof name, &own) != 0)
        return -1;
    int done = exchange(name, path, seen);
    if (done != 0) {
        int error = errno;
        leave(&own);
        if (done < 0)
            unlink(name);
        return errno = error, done;
    }
    leave(seen);
    *read = read_image(name, signature, &w->image, &why, &displaced);
    if (displaced.file >= 0) { /* ours stands in its place */
        unlink(name);
        *seen = own;
    } else {
        leave(&own);
        *read = read_image(path, signature, &w->image, &why, seen);
    }
    leave(&displaced);
    return 0;
}

/* Lets others finish, the longer the more often they were in the way, and each for a time of its own: processes on
 * cores of their own that all try again at once would take one another's files out for ever. */
static void back_off(int tries, uint32_t *random)
{
    const uint32_t most = 50000u << (tries < 7 ? tries : 7); /* nanoseconds */
    nanosleep(&(struct timespec){.tv_nsec = (long)((uint64_t)sl__random(random) * most >> 32)}, NULL);
}

static const char *update(struct work *w, const char *path, const char *signature, int n)
{
    const char *why;
    struct identity seen;
    int done = 0, read = read_image(path, signature, &w->image, &why, &seen);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now); /* containers that share a folder may have the same process numbers */
    uint32_t random = ((uint32_t)getpid() + (uint32_t)now.tv_nsec) * 2654435761u;
    for (int k = 0; k < TRIES && done == 0; k++) {
        if (k > 0)
            back_off(k, &random);
        done = try_once(w, path, signature, &read, &n, &seen);
    }
    why = done > 0 ? NULL : done < 0 ? strerror(errno) : "others keep writing it";
    leave(&seen);
    return why;
}

const char *sl__records_update(const char *path, const char *signature, const sl__record records[], int n)
{
    struct work *w = malloc(sizeof *w);
    if (w == NULL)
        return "there is no memory";
    if (n > SL__RECORDS_MOST)
        n = SL__RECORDS_MOST;
    memcpy(w->ours, records, (size_t)n * sizeof *records);
    const char *why = update(w, path, signature, n);
    free(w);
    return why;
}
