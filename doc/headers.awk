# SPDX-License-Identifier: BSD-3-Clause
# Doxygen's filter of a header, line by line. An enumeration that is made from a table, TABLE(X) of rows
# X(NAME, value, ..., "text"), is shown with its enumerators, and each text as the comment. Parameters end in an
# underscore, so that no macro of a program hits them; they are shown without it, as the comments name them.
function plain(line,    done, before, length_)
{
    done = ""
    while (match(line, /[a-z][A-Za-z0-9_]*_([^A-Za-z0-9_]|$)/)) {
        before = RSTART > 1 ? substr(line, RSTART - 1, 1) : (done == "" ? " " : substr(done, length(done)))
        length_ = RLENGTH - (substr(line, RSTART + RLENGTH - 1, 1) != "_")
        done = done substr(line, 1, RSTART + length_ - 1 - (before !~ /[A-Za-z0-9_]/))
        line = substr(line, RSTART + length_)
    }
    return done line
}
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
{ print plain($0) }
