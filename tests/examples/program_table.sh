#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench/program-table, at sizes of no use: its rows, what it says of programs that fail, its options.
. "$(dirname "$0")/../tap.bash"
table=$srcdir/bench/program-table

bash "$table" --examples="$builddir/examples" --minife=5,6 --shallow=10 --runs=2 > "$work/rows" 2> "$work/errors"
ok $? "both programs run, on both sides" "$work/errors"
number='[0-9.]+(e-[0-9]+)?'
row="^\| (minife \| [56]|shallow \| 10) \| [a-zD, ]+ \| $number \| $number \| [0-9.-]+ \|\$"
[ "$(grep -cE "$row" "$work/rows")" = 17 ]
ok $? "each phase has a row with both times and their ratio" "$work/rows"
mkdir -p "$work/bad/minife" "$work/bad/shallow"
printf '#!/bin/sh\nexit 1\n' > "$work/bad/minife/minife"
cp "$work/bad/minife/minife" "$work/bad/shallow/shallow"
chmod +x "$work/bad/minife/minife" "$work/bad/shallow/shallow"
says "a program that fails is told, and by the exit status" 1 '| minife | 5 | failed |' \
    bash "$table" --examples="$work/bad" --minife=5 --shallow=10 --runs=1
says "a size that is no number is refused" 2 'program-table: --minife: expected a whole number from 1, got "big"' \
    bash "$table" --minife=big
says "so is an unknown option" 2 'program-table: expected --examples, --minife, --shallow or --runs, got --fast' \
    bash "$table" --fast
done_testing
