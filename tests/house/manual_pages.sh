#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The manual pages have no mistakes that groff sees, and name the options that the programs name, and no others.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "the manual pages are right"
export LC_ALL=C
pages=$srcdir/doc/man

# options: those in a text on standard input, one a line; those of pkg-config, which a text may name, and those in a
# default, "(now: nvcc --threads=2)", are not meant.
options()
{
    sed -e 's/pkg-config --[a-z]*//g' -e 's/(now:[^)]*)//g' | grep -oE '(^|[^[:alnum:]-])--?[[:alpha:]][[:alnum:]+-]*' |
        sed -E 's/^[^-]//' | sort -u
}

# options_of PAGE: those that its section OPTIONS lists, which stand in the lines in bold.
options_of()
{
    sed -e '1,/^\.SH OPTIONS/d' "$1" | sed -e '/^\.SH/,$d' |
        awk '/^\.TP/ { tag = 1; next } tag && /^\.B/ { print } { tag = 0 }' |
        sed -e 's/\\f[A-Z]/ /g' -e 's/\\//g' | options
}

# same_options PROGRAM command...: what the program's --help names.
same_options()
{
    local program=$1 sentence="starloop-$1.1 has the options of starloop-$1 --help"
    shift
    if ! "$@" > "$work/$program.help" 2>&1 </dev/null; then
        cp "$work/$program.help" "$work/$program.differ"
        ok 1 "$sentence" "$work/$program.differ"
        return
    fi
    options < "$work/$program.help" > "$work/$program.says"
    options_of "$pages/starloop-$program.1" > "$work/$program.page"
    [ -s "$work/$program.says" ] && diff "$work/$program.says" "$work/$program.page" > "$work/$program.differ"
    ok $? "$sentence" "$work/$program.differ"
}

for page in "$pages"/*.1; do
    name=${page##*/}
    if command -v groff >/dev/null; then
        groff -man -ww -z -Tascii "$page" > "$work/$name.messages" 2>&1 && [ ! -s "$work/$name.messages" ]
        ok $? "$name has no warnings of groff" "$work/$name.messages"
    else
        skip "groff is not installed" "$name has no warnings of groff"
    fi
done
for program in "$builddir"/tools/starloop-cc "$builddir"/tools/starloop-info "$srcdir"/tools/starloop-gantt; do
    [ -f "$pages/${program##*/}.1" ]
    ok $? "${program##*/} has a manual page"
done
same_options cc "$builddir/tools/starloop-cc" --help
same_options info "$builddir/tools/starloop-info" --help
if command -v python3 >/dev/null; then
    same_options gantt python3 "$srcdir/tools/starloop-gantt" --help
else
    skip "python3 is not installed" "starloop-gantt.1 has the options of starloop-gantt --help"
fi
done_testing
