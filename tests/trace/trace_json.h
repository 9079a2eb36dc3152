/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief JSON, strictly by RFC 8259, for the test of traces. */
#ifndef STARLOOP_TESTS_TRACE_JSON_H
#define STARLOOP_TESTS_TRACE_JSON_H

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

/** A value. Those of an array or object are a list. Never freed. */
struct json {
    enum json_type type;
    double number;
    const char *string; /**< with its escapes resolved; characters up to 0x7f only are */
    const char *key;    /**< in an object */
    struct json *first, *next;
};

/** @return the value of a whole text; NULL when it is no JSON: then @p *at is where. */
struct json *json_parse(const char *text, const char **at);

/** The same without keeping anything. @return 1 when the text is JSON. */
int json_valid(const char *text);

/** @return the member of an object; NULL when there is none. */
const struct json *json_get(const struct json *object, const char *key);
/** @return the member's string, "" when there is none; its number, -1 when there is none. */
const char *json_string(const struct json *object, const char *key);
double json_number(const struct json *object, const char *key);

#endif
