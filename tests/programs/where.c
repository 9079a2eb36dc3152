/* SPDX-License-Identifier: BSD-3-Clause */
/* Whatever is refused or fails says where in the program its call stands: calls of kernels of every form, each way a
 * loop can go, and all other public functions, of which a table is walked. */
#include "where_places.h"

static void read_source(const char *path, char *text, size_t size)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", test_srcdir(), path);
    FILE *file = fopen(whole, "r");
    const size_t bytes = file != NULL ? fread(text, 1, size - 1, file) : 0;
    ok(bytes > 0 && bytes < size - 1, "%s can be read", path);
    text[bytes] = '\0';
    if (file != NULL)
        fclose(file);
}

/* Each public function that returns a status has a macro that tells where it is called, and stands in the table. */
static void test_complete(void)
{
    static char macros[65536], table[65536], header[65536];
    static const char *const headers[] = {"algorithm", "arena",        "color",  "copy",     "dual_view", "index_set",
                                          "list",      "loop",         "region", "renumber", "resize",    "runtime",
                                          "scan",      "scatter_view", "sort",   "subview",  "tools",     "view"};
    read_source("include/starloop/called_at.h", macros, sizeof macros);
    read_source("tests/programs/where_calls.h", table, sizeof table);
    int found = 0;
    for (size_t h = 0; h < sizeof headers / sizeof *headers; h++) {
        char path[256], name[64], macro[96];
        snprintf(path, sizeof path, "include/starloop/%s.h", headers[h]);
        read_source(path, header, sizeof header);
        for (const char *at = header; (at = strstr(at, "SL_API sl_status sl_")) != NULL; at++) {
            if (sscanf(at, "SL_API sl_status %63[a-z_](", name) != 1 || strncmp(name, "sl__", 4) == 0)
                continue;
            snprintf(macro, sizeof macro, "#define %s(", name);
            ok(strstr(macros, macro) != NULL || strstr(header, macro) != NULL, "a macro tells where %s is called",
               name);
            snprintf(macro, sizeof macro, "REFUSED_HERE(%s(", name);
            ok(strstr(table, macro) != NULL, "it is called wrong in where_calls.h");
            found++;
        }
    }
    ok(found > 90, "%d functions were found in the headers", found);
}

/* where_header.c: calls that are refused, in a file that includes starloop/view.h alone. @return the line */
int where_header(void);

int main(void)
{
    char want[64];
    sl_log_set_level(SL_LOG_NONE);
    ok(sl_init(NULL) == SL_SUCCESS, "sl_init");
    where_loops();
    where_calls();
    where_places();
    snprintf(want, sizeof want, "where_header.c:%d)", where_header());
    ok(strstr(sl_last_error(), want) != NULL, "a program that includes one header: %s", sl_last_error());
    ok(sl_finalize() == SL_SUCCESS, "sl_finalize");
    where_ended();
    where_started();
    test_complete();
    return done_testing();
}
