/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"

int sl__folder_make(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        mkdir(path, 0777); /* where it cannot be made, neither can the last one */
        *at = '/';
    }
    return (mkdir(path, 0777) == 0 || errno == EEXIST) && access(path, W_OK | X_OK) == 0;
}

/* A folder of this user alone below the system's folder for temporary files. */
static int make_own(const char *path)
{
    struct stat info;

    mkdir(path, 0700);
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == getuid() &&
           access(path, W_OK | X_OK) == 0;
}

/* The folder base/middle/below, of an absolute path @p base. NULL is allowed. */
static int folder_try(const char *base, const char *middle, const char *below, char *path, size_t size)
{
    int length = base && *base == '/' ? snprintf(path, size, "%s/%s%s%s", base, middle, *below ? "/" : "", below) : 0;

    return length > 0 && (size_t)length < size && sl__folder_make(path);
}

int sl__folder_cache(const char *below, char *path, size_t size)
{
    const char *temporary = getenv("TMPDIR");
    char own[1024];

    if (folder_try(getenv("XDG_CACHE_HOME"), "starloop", below, path, size) ||
        folder_try(getenv("HOME"), ".cache/starloop", below, path, size))
        return 1;
    if (!temporary || *temporary != '/')
        temporary = P_tmpdir;
    int length = snprintf(own, sizeof own, "%s/starloop-%lu", temporary, (unsigned long)getuid());
    if (length > 0 && (size_t)length < sizeof own && make_own(own) && folder_try(own, "starloop", below, path, size))
        return 2;
    snprintf(path, size, "%s", temporary);
    return 0;
}

int sl__file_close(FILE *f)
{
    int error = 0;
    if (fflush(f) != 0 || ferror(f))
        error = errno != 0 ? errno : EIO;
    if (f == stderr)
        clearerr(f);
    else if (fclose(f) != 0 && error == 0)
        error = errno;
    return error;
}
