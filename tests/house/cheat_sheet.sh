#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The cheat sheet: its names are those of headers, variables and programs, and it is two pages.
# Beside others.
. "$(dirname "$0")/../tap.bash"
not_with_sanitizers "$only_compiles" "the cheat sheet is right"
sheet=$srcdir/doc/cheat-sheet.roff
cd "$work" || exit 99
# The text without what sets it: requests that are not ours, escapes, comments.
sed -e '/^\.\\"/d' -e '/^\.[a-z]/d' -e 's/\\-/-/g' -e 's/\\e/\\/g' -e 's/\\(lq\|\\(rq/"/g' "$sheet" |
    awk '/^.H "A program"/ { on = 1 } on' > text
ok $([ "$(wc -l < text)" -gt 200 ]; echo $?) "the sheet has its text"

# absent WHAT: the lines of `named` that `known` has not.
absent()
{
    sort -u named > named.sorted
    sort -u known | comm -23 named.sorted - > absent
    [ -s named.sorted ] && [ ! -s absent ]
    ok $? "$1" absent
}
grep -ohE '\b(sl_[a-z_0-9]+|SL_[A-Z_0-9]+)\b' text > named
grep -rhoE '\b(sl_[a-z_0-9]+|SL_[A-Z_0-9]+)\b' "$srcdir/include" > known
absent "each sl_ and SL_ name stands in the headers"

# "sl_view_rank _extent" and "SL_SCATTER_AUTO, _ATOMIC" leave out what is as before.
awk '{ line = $0; head = ""
       while (match(line, /(^|[^A-Za-z_0-9])(sl|SL)?_[A-Za-z_0-9]+/)) {
           name = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
           sub(/^[^A-Za-z_0-9]/, "", name)
           if (name ~ /^_(Generic|Atomic)$/) continue
           if (name ~ /^_/) print head name
           else { head = name; sub(/_[A-Za-z0-9]+$/, "", head) } } }' text > named
absent "so does each that is shortened by the one before it"

sed -n '/^.H "Policies/,/^.H "Views/p' text | sed -n 's/^\.C "\(\.[^"]*\)".*/\1/p' | tr ' ' '\n' > named
grep -ohE '\.[a-z_]+ =' text | tr -d ' =' >> named
sed -nE 's/^    [a-z_ ]+ \**([a-z_]+)(\[.*\])?;.*/.\1/p' "$srcdir/include/starloop/policy.h" > known
absent "each field of a policy is one"

# Words of kernels and their modifiers: SL_WORD_SL_IN and its like in the headers.
sed -n '/^.H "Arguments of/,/^.H "In a body/p' text | sed -n 's/^\.C "\([a-z_]*\)[("].*/\1/p' > named
grep -rhoE 'SL_(WORD|MODIFIER)_(SL_)?[A-Za-z_]+' "$srcdir/include" | sed -E 's/^SL_(WORD|MODIFIER)_(SL_)?//' |
    tr '[:upper:]' '[:lower:]' > known
absent "each word and modifier of kernels is one"

grep -ohE '\bSTARLOOP_[A-Z_]+' text > named
sed -n 's/^    X(\([A-Z_]*\), .*/STARLOOP_\1/p' "$srcdir"/lib/*/env.h > known
absent "each variable is the library's"

sed -n '/^.H "Compile/,/^.H "Arguments of/p' text | grep -oE '^\.C "--[a-z+-]+' | cut -c5- > named
grep -oE -- '--[a-z+-]+' "$srcdir/tools/starloop-cc.in" > known
absent "each option is starloop-cc's"

if command -v gropdf > /dev/null; then
    groff -Tpdf -ww -P-p21c,29.7c "$sheet" > sheet.pdf 2> errors
    [ $? -eq 0 ] && [ ! -s errors ]
    ok $? "groff sets it without a warning" errors
    grep -a '/MediaBox' sheet.pdf | head -n 1 > box
    [ "$(grep -ac '^/Type /Page$' sheet.pdf)" = 2 ] && grep -qE '\[0 0 84[12] 595 \]' box
    ok $? "it is two pages, A4, landscape" box
    # Lines that are set as they are fit the column: 8.9 cm at 7.2 points, of which Courier takes 0.6 each.
    awk '/^\.V/ { on = 1; next } /^\.E/ { on = 0 } on { gsub(/\\[-e]/, "x") } on && length($0) > 58' "$sheet" > wide
    [ ! -s wide ]
    ok $? "no line of code is wider than its column" wide
else
    skip "groff is not installed" "the sheet is two pages"
fi
if [ -f "$builddir/Makefile" ]; then
    runs "make cheat-sheet.pdf works, or says what is missing" make -s -C "$builddir" cheat-sheet.pdf
    if command -v gropdf > /dev/null; then
        cmp -s <(grep -av Date "$builddir/cheat-sheet.pdf") <(grep -av Date sheet.pdf)
        ok $? "and makes that"
    else
        grep -q 'groff is not installed' "$work/out"
        ok $? "and says what is missing" "$work/out"
    fi
    rm -f "$builddir/cheat-sheet.pdf"
fi
done_testing
