/* SPDX-License-Identifier: BSD-3-Clause */
/* The page doc/guide/features.md: its rows are read, compared with what the library did, and written. */
#include "feature_table_rows.h"

#include "tap.h"

static const char *const column_name[COLUMNS] = {"CPUs", "GPUs", "split loops", "regions", "chains"};

/* A row of the page. @return whether there is one: its cells. */
static int page_row(const char *path, int f, char row[COLUMNS][32])
{
    char line[512], group[64] = "", *at;
    int found = 0;
    FILE *page = fopen(path, "r");
    while (page != NULL && !found && fgets(line, sizeof line, page) != NULL) {
        char name[128];
        if (sscanf(line, "## %63[^\n]", group) == 1 || strcmp(group, features[f].group) != 0)
            continue;
        if (sscanf(line, "| %127[^|]", name) != 1)
            continue;
        name[strcspn(name, "|")] = '\0';
        for (size_t n = strlen(name); n > 0 && name[n - 1] == ' '; n--)
            name[n - 1] = '\0';
        if (strcmp(name, features[f].name) != 0)
            continue;
        found = 1;
        at = strchr(line + 1, '|');
        for (int c = 0; c < COLUMNS; c++) {
            row[c][0] = '\0';
            if (at == NULL || sscanf(at, "| %31[^|]", row[c]) != 1)
                found = 0;
            for (size_t n = strlen(row[c]); n > 0 && row[c][n - 1] == ' '; n--)
                row[c][n - 1] = '\0';
            at = at ? strchr(at + 1, '|') : NULL;
        }
    }
    if (page != NULL)
        fclose(page);
    return found;
}

static void print_head(const char *path)
{
    char line[512];
    FILE *page = fopen(path, "r");
    while (page != NULL && fgets(line, sizeof line, page) != NULL && strncmp(line, "## ", 3) != 0)
        fputs(line, stdout);
    if (page != NULL)
        fclose(page);
}

/* What stands behind the last table. */
static void print_tail(const char *path)
{
    char line[512];
    long tail = 0;
    FILE *page = fopen(path, "r");
    while (page != NULL && fgets(line, sizeof line, page) != NULL)
        if (line[0] == '|')
            tail = ftell(page);
    if (page != NULL)
        fseek(page, tail, SEEK_SET);
    while (page != NULL && fgets(line, sizeof line, page) != NULL)
        fputs(line, stdout);
    if (page != NULL)
        fclose(page);
}

void print_page(const char *path)
{
    print_head(path);
    for (int f = 0; f < feature_count; f++) {
        char row[COLUMNS][32] = {{0}};
        int old = page_row(path, f, row);
        if (f == 0 || strcmp(features[f].group, features[f - 1].group) != 0) {
            printf("%s## %s\n\n|", f ? "\n" : "", features[f].group);
            for (int c = 0; c < COLUMNS; c++)
                printf(" | %s", column_name[c]);
            printf(" |\n|---|---|---|---|---|---|\n");
        }
        printf("| %s", features[f].name);
        for (int c = 0; c < COLUMNS; c++)
            printf(" | %s", cell[f][c] ? cell[f][c] : old ? row[c] : "?");
        printf(" |\n");
    }
    print_tail(path);
}

void compare_page(const char *path)
{
    int unknown = 0;
    for (int f = 0; f < feature_count; f++) {
        char row[COLUMNS][32];
        if (!ok(page_row(path, f, row), "%s, %s: doc/guide/features.md has the row", features[f].group,
                features[f].name))
            continue;
        int same = 1;
        for (int c = 0; c < COLUMNS; c++) {
            unknown += cell[f][c] == NULL;
            if (cell[f][c] != NULL && strcmp(cell[f][c], row[c]) != 0) {
                diag("%s: got \"%s\", the page has \"%s\"", column_name[c], cell[f][c], row[c]);
                same = 0;
            }
        }
        ok(same, "%s, %s: its cells are what the library does", features[f].group, features[f].name);
    }
    diag("%d cells were not looked at: this machine, or this build, has nothing to try them on", unknown);
    unsigned operators = 0, kinds = 0;
    for (int f = 0; f < feature_count; f++)
        for (int i = 0; i < features[f].kernel->nargs; i++) {
            kinds |= 1u << features[f].kernel->args[i].kind;
            operators |= 1u << SL__JOINS_OP(features[f].kernel->args[i].op);
        }
    is_int(operators >> 1, (1u << (SL__OPERATORS_END - 1)) - 1, "each operator that the library knows has a row");
    is_int(kinds >> 1, (1u << (SL__KINDS_END - 1)) - 1, "each kind of argument has a row");
}
