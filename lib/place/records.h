/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief The file in which measured times are kept: records under keys, of which the newest counts.
 *
 * A header (magic, version of the format, number of records, the signature of what was measured with, a checksum of all
 * the rest), then the records in the order of their keys. A file is never changed: a new one takes its place, so that
 * who reads one sees it whole. */
#ifndef STARLOOP_LIB_PLACE_RECORDS_H
#define STARLOOP_LIB_PLACE_RECORDS_H

#include <stddef.h>
#include <stdint.h>

enum {
    SL__RECORDS_MOST = 4096,    /**< in a file, of 24 bytes each: about 100 KB */
    SL__RECORDS_SIGNATURE = 256 /**< bytes of a signature, with its 0 */
};

/** What a record says. The value of a time is in seconds. */
typedef enum sl__record_kind {
    SL__RECORD_TIME = 0,     /**< + device: the time of a call with the footprint */
    SL__RECORD_FACTOR = 8,   /**< + device: sl__history.factor */
    SL__RECORD_POINT = 16,   /**< sl__model.per_point */
    SL__RECORD_SETTLED = 17, /**< sl__model.settled */
    SL__RECORD_KINDS
} sl__record_kind;

/** One record. Kernel, kind and footprint are its key. */
typedef struct sl__record {
    uint32_t kernel;    /**< the kernel's hash */
    uint32_t footprint; /**< of a call; 0 where the kind needs none */
    uint16_t kind;
    uint16_t samples; /**< how often it was measured, up to some number */
    float value;
    int64_t when; /**< seconds since 1970 */
} sl__record;

/** Orders records by their keys. @return less than, equal to, more than 0 */
int sl__records_compare(const sl__record *a, const sl__record *b);

/** Joins two sets: of two records with one key the newer stays, of equal age that of @p b; where there are too many,
 *  the oldest go.
 *  @param[in]  a, b  [na], [nb] in any order, each key once in each
 *  @param[out] out   [na + nb] in the order of keys, overlapping neither
 *  @return how many are left, at most @p most. */
int sl__records_merge(const sl__record a[], int na, const sl__record b[], int nb, sl__record out[], int most);

/** Reads a file.
 *  @param[in]  signature  what its records must have been measured with
 *  @param[out] out        [SL__RECORDS_MOST]
 *  @param[out] why        what is wrong, as part of a sentence; NULL where nothing is, and where there is no file
 *  @return the number of records; 0 when there is no file, or when it cannot be used. */
int sl__records_read(const char *path, const char *signature, sl__record out[], const char **why);

/** Merges records into a file, or makes it. What other processes write meanwhile is merged, too. The folder exists.
 *  @return NULL; what went wrong, as part of a sentence. */
const char *sl__records_update(const char *path, const char *signature, const sl__record records[], int n);

#endif
