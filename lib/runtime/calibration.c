/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* nftw */
#endif
#include "runtime/calibration.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/folder.h"
#include "base/log.h"

enum { PATH = 1200, MOST = 4 << 20, PROBE = 256 << 10, OLD_SECONDS = 60 };

#define PREFIX "starloop-start-"
#define MAGIC "starloop-bus 1"

static char folder[PATH];   /* of this start; "": none */
static char bus_file[PATH]; /* the file of measurements; "": none */
static int lock = -1;       /* says that the folder is in use */
static uint64_t known;      /* checksum of what was read from it; 0: nothing */

/* Some bytes of a file, or of several. */
typedef struct text {
    char *bytes;
    size_t used, room;
} text;

/* ---- files ---------------------------------------------------------------------------------------------- */

static int text_add(text *t, const void *bytes, size_t count)
{
    if (count > MOST || t->used + count > MOST)
        return 0;
    if (t->used + count > t->room) {
        size_t room = 2 * (t->used + count) + 4096;
        char *more = realloc(t->bytes, room);
        if (more == NULL)
            return 0;
        t->bytes = more;
        t->room = room;
    }
    memcpy(t->bytes + t->used, bytes, count);
    t->used += count;
    return 1;
}

/* Adds all of a plain file. @return 0: it is none, too large, or cannot be read. */
static int text_read(text *t, const char *path)
{
    char some[4096];
    struct stat info;
    ssize_t got = -1;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int good = file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode);
    while (good && (got = read(file, some, sizeof some)) > 0)
        good = text_add(t, some, (size_t)got);
    if (file >= 0)
        close(file);
    return good && got == 0;
}

/* Writes a file, all of it. @return 0: there is none then, and errno says why. */
static int write_file(const char *path, const char *bytes, size_t count)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), error = file < 0 ? errno : 0;
    while (error == 0 && count > 0) {
        ssize_t done = write(file, bytes, count);
        if (done <= 0)
            error = done < 0 ? errno : ENOSPC;
        bytes += done > 0 ? done : 0;
        count -= done > 0 ? (size_t)done : 0;
    }
    if (file >= 0 && close(file) != 0 && error == 0) /* a quota may be told of here */
        error = errno;
    if (error != 0 && file >= 0)
        unlink(path);
    errno = error;
    return error == 0;
}

static int join(char *path, const char *base, const char *name)
{
    int length = snprintf(path, PATH, "%s/%s", base, name);
    return length > 0 && length < PATH;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    remove(path);
    return 0;
}

static void remove_tree(const char *path)
{
    nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- the file of measurements: a line with magic and checksum, then of each file a line and its bytes ------- */

static uint64_t checksum(const char *bytes, size_t count)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u;
    return hash != 0 ? hash : 1;
}

/* All files of the folder's part on the bus. */
static int gather_files(text *t)
{
    char bus[PATH], path[PATH], line[400];
    DIR *dir = join(bus, folder, "bus") ? opendir(bus) : NULL;
    struct dirent **entries = NULL;
    int count = dir != NULL ? scandir(bus, &entries, NULL, alphasort) : 0, good = count > 0;
    if (dir != NULL)
        closedir(dir);
    for (int i = 0; i < count; i++) {
        text one = {0};
        if (good && entries[i]->d_name[0] != '.' && join(path, bus, entries[i]->d_name) && text_read(&one, path)) {
            int length = snprintf(line, sizeof line, "%s %zu\n", entries[i]->d_name, one.used);
            good = text_add(t, line, (size_t)length) && text_add(t, one.bytes, one.used);
        }
        free(one.bytes);
        free(entries[i]);
    }
    free(entries);
    return good && t->used > 0;
}

/* Puts the files of a good text into the folder. */
static int spread_files(const char *at, const char *end)
{
    char bus[PATH], path[PATH], name[256];
    if (!join(bus, folder, "bus") || mkdir(bus, 0777) != 0)
        return 0;
    while (at < end) {
        size_t bytes;
        int used = 0;
        if (sscanf(at, "%255[^/ \n] %zu%n", name, &bytes, &used) != 2 || at[used] != '\n' || name[0] == '.' ||
            bytes > (size_t)(end - at - used - 1) || !join(path, bus, name) || !write_file(path, at + used + 1, bytes))
            return 0;
        at += (size_t)used + 1 + bytes;
    }
    return 1;
}

/* Takes over what was measured before. What is damaged is as if it were not there. */
static void read_bus_file(void)
{
    text t = {0};
    uint64_t sum;
    int used = 0;
    known = 0;
    if (bus_file[0] != '\0' && text_read(&t, bus_file) && text_add(&t, "", 1) &&
        sscanf(t.bytes, MAGIC " %" SCNx64 "%n", &sum, &used) == 1 && t.bytes[used] == '\n') {
        const char *files = t.bytes + used + 1, *end = t.bytes + t.used - 1;
        if (checksum(files, (size_t)(end - files)) == sum && spread_files(files, end))
            known = sum;
    }
    if (known == 0 && t.used > 0) {
        char bus[PATH];
        SL_LOG(SL_LOG_INFO, "sl_init: %s is damaged: the bus is measured again", bus_file);
        if (join(bus, folder, "bus"))
            remove_tree(bus);
    }
    free(t.bytes);
}

void sl__calibration_keep(void)
{
    char line[80], fresh[PATH + 8];
    text t = {0}, all = {0};
    if (bus_file[0] != '\0' && folder[0] != '\0' && gather_files(&t)) {
        uint64_t sum = checksum(t.bytes, t.used);
        int length = snprintf(line, sizeof line, MAGIC " %016" PRIx64 "\n", sum);
        snprintf(fresh, sizeof fresh, "%s.XXXXXX", bus_file);
        int file = sum != known && text_add(&all, line, (size_t)length) && text_add(&all, t.bytes, t.used)
                       ? mkostemp(fresh, O_CLOEXEC)
                       : -1;
        if (file >= 0) {
            close(file);
            if (!write_file(fresh, all.bytes, all.used) || rename(fresh, bus_file) != 0)
                unlink(fresh);
        }
    }
    free(t.bytes);
    free(all.bytes);
}

/* ---- the folder ------------------------------------------------------------------------------------------- */

/* Removes what starts have left that never came to an end. */
static void sweep(const char *base)
{
    char path[PATH], file[PATH];
    struct stat info;
    DIR *dir = opendir(base);
    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        if (strncmp(e->d_name, PREFIX, sizeof PREFIX - 1) != 0 || !join(path, base, e->d_name) ||
            lstat(path, &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != getuid() ||
            info.st_mtime > time(NULL) - OLD_SECONDS || !join(file, path, "lock"))
            continue;
        int held = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (held < 0 || flock(held, LOCK_EX | LOCK_NB) == 0)
            remove_tree(path);
        if (held >= 0)
            close(held);
    }
    if (dir != NULL)
        closedir(dir);
}

/* Whether a file of some size can be written in a folder: a disk may be full. @return 0: errno says why not */
static int has_room(const char *base)
{
    char path[PATH];
    char *zeros = calloc(1, PROBE);
    int good = zeros != NULL && join(path, base, "lock") && write_file(path, zeros, PROBE), error = errno;
    free(zeros);
    errno = error;
    return good;
}

/* Makes the folder below a base. @return 0: it cannot be there, and errno says why */
static int make_folder(const char *base)
{
    char file[PATH];
    errno = ENOENT;
    if (base == NULL || base[0] != '/' || !join(folder, base, PREFIX "XXXXXX"))
        return 0;
    sweep(base);
    if (mkdtemp(folder) != NULL) {
        if (has_room(folder) && join(file, folder, "lock") && (lock = open(file, O_RDWR | O_TRUNC | O_CLOEXEC)) >= 0) {
            (void)flock(lock, LOCK_EX | LOCK_NB); /* where it cannot be locked it is left to lie */
            return 1;
        }
        const int error = errno;
        remove_tree(folder);
        errno = error;
    }
    folder[0] = '\0';
    return 0;
}

/* Models of the program's own codelets stay where they are, if they can be written there. */
static void link_models(const char *shared)
{
    char models[PATH], link[PATH], probe[PATH];
    if (!join(models, shared, "codelets") || !join(link, folder, "codelets") || !join(probe, models, "probe-XXXXXX"))
        return;
    mkdir(models, 0777);
    if (mkdtemp(probe) == NULL)
        return;
    const int good = has_room(probe);
    remove_tree(probe);
    if (good && symlink(models, link) != 0)
        SL_LOG(SL_LOG_INFO, "sl_init: models of StarPU codelets are not kept: %s", strerror(errno));
}

/* Makes the folder below the first base where it can be. @param[out] why  a list of those where it cannot
 * @return which; count: none */
static int find_base(const char *const bases[], int count, char *why, size_t size)
{
    size_t used = 0;
    int at = 0;
    why[0] = '\0';
    while (at < count && !make_folder(bases[at])) {
        const char *reason = strerror(errno), *name = bases[at];
        int listed = name == NULL;
        for (int i = 0; i < at && !listed; i++)
            listed = bases[i] != NULL && strcmp(bases[i], name) == 0;
        if (!listed && used < size)
            used += (size_t)snprintf(why + used, size - used, "%s%.200s: %s", used > 0 ? ", " : "", name, reason);
        at++;
    }
    return at;
}

static sl_status no_folder(const char *why)
{
    struct rlimit most;
    if (getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur < PROBE)
        return SL_FAIL(SL_ERR_SYSTEM,
                       "sl_init: expected that files of %d bytes can be written, which StarPU does, got a limit of %ju "
                       "(see ulimit -f)",
                       (int)PROBE, (uintmax_t)most.rlim_cur);
    return SL_FAIL(SL_ERR_SYSTEM,
                   "sl_init: expected a folder for StarPU's files that can be written, got none: %s: set "
                   "STARPU_PERF_MODEL_DIR or TMPDIR",
                   why);
}

sl_status sl__calibration_begin(const char *shared, char *path, size_t size)
{
    const char *bases[] = {shared, getenv("TMPDIR"), P_tmpdir, "/var/tmp", "/dev/shm"};
    char host[200] = "", name[256], why[SL__ERROR_TEXT / 2];
    const char *named = getenv("STARPU_HOSTNAME");
    const int bases_count = (int)(sizeof bases / sizeof bases[0]);
    const int at = find_base(bases, bases_count, why, sizeof why);
    if (at == bases_count)
        return no_folder(why);
    if (at > 0)
        SL_LOG(SL_LOG_INFO, "sl_init: %s cannot be written: StarPU has its files in %s", shared ? shared : "HOME",
               folder);
    gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "bus-%.200s", named && *named && !strchr(named, '/') ? named : host);
    if (shared == NULL || !join(bus_file, shared, name))
        bus_file[0] = '\0';
    read_bus_file();
    if (at == 0)
        link_models(shared);
    snprintf(path, size, "%s", folder);
    return SL_SUCCESS;
}

void sl__calibration_end(void)
{
    if (folder[0] == '\0')
        return;
    remove_tree(folder);
    close(lock);
    lock = -1;
    folder[0] = bus_file[0] = '\0';
}
