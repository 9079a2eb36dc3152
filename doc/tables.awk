# SPDX-License-Identifier: BSD-3-Clause
# Doxygen's filter of a header: an enumeration that is made from a table, TABLE(X) of rows X(NAME, value, ..., "text"),
# is shown with its enumerators, and each text as the comment; in one line, so that lines keep their numbers.
/^#define SL_[A-Z]+_TABLE\(X\)/ {
    table = $2
    sub(/\(.*/, "", table)
}
table != "" && /^    X\(/ {
    row = $0
    sub(/^    X\(/, "", row)
    sub(/\)[ \\]*$/, "", row)
    text = row
    sub(/^[^"]*"/, "", text)
    sub(/"$/, "", text)
    split(row, part, /, */)
    rows[table] = rows[table] part[1] " = " part[2] ", /**< " text " */ "
}
table != "" && !/\\$/ { table = "" }
/^    SL_[A-Z]+_TABLE\(SL__[A-Z]+_ENUM\)$/ {
    name = $1
    sub(/\(.*/, "", name)
    print rows[name]
    next
}
{ print }
