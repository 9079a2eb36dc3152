#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench/heat-sweep, at sizes of no use: its rows, its checks of the answers, its options.
. "$(dirname "$0")/../tap.bash"

sweep=$srcdir/bench/heat-sweep
heat=$builddir/examples/heat/heat

bash "$sweep" --heat="$heat" --sizes=16,21 --solvers=cg,jacobi,chebyshev,ppcg --preconditioner=jac_block --steps=2 \
    --rounds=3 > "$work/rows" 2> "$work/errors"
ok $? "each solver runs at two sizes, on both sides" "$work/errors"
row='^\| (16|21) \| 2 \| (cg|jacobi|chebyshev|ppcg) \| [0-9]+, [0-9]+ '
row="$row"'\| [0-9.e-]+ \| [0-9.e-]+ \| [0-9.-]+ \| [0-9.e+]+, right \|$'
[ "$(grep -cE "$row" "$work/rows")" -eq 8 ]
ok $? "a row has iterations, both times, their ratio and the answer, which is right" "$work/rows"

# A program whose answers depend on the side.
cat > "$work/liar" << 'END'
#!/bin/sh
case "$*" in *--twin*) u=1.0 ;; *) u=1.1 ;; esac
printf 'U = %s\niterations = 7\nwall time = 0.5 s\n' $u
END
chmod +x "$work/liar"
says "answers that differ are told, and by the exit status" 1 \
    '| 8 | 1 | cg | 7, 7 | 0.5 | 0.5 | 1.00 | 1.1, wrong |' \
    bash "$sweep" --heat="$work/liar" --sizes=8 --solvers=cg --steps=1 --rounds=2
says "so is a program that fails" 1 '| 8 | 1 | cg | failed |' \
    bash "$sweep" --heat=false --sizes=8 --solvers=cg --steps=1 --rounds=2
says "CG by teams has a row" 0 '| 16 | 1 | cg/teams |' \
    bash "$sweep" --heat="$heat" --sizes=16 --solvers=cg/teams --steps=1 --rounds=1
says "a size that is no number is refused" 2 \
    'heat-sweep: --sizes: expected a whole number from 1, got "big"' \
    bash "$sweep" --heat="$work/liar" --sizes=8,big
says "so is an unknown option" 2 \
    'heat-sweep: expected --heat, --sizes, --solvers, --preconditioner, --steps or --rounds, got --fast' \
    bash "$sweep" --fast
done_testing
