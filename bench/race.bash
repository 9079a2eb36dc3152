# SPDX-License-Identifier: BSD-3-Clause
# For scripts that race a program against its twin in plain C: medians of the seconds that both print. A script that
# has them run in turns sets `work`, a folder.
export LC_ALL=C

# whole SCRIPT OPTION VALUE: ends the script where the value is no whole number from 1.
whole()
{
    [[ $3 =~ ^[1-9][0-9]*$ ]] && return
    echo "$1: $2: expected a whole number from 1, got \"$3\"" >&2
    exit 2
}

# in_turns RUNS OURS TWIN: runs two commands, a string each, in turns; what each prints is added to $work/ours and
# $work/twin. @return 1 where a run failed
in_turns()
{
    local k
    : > "$work/ours"
    : > "$work/twin"
    for ((k = 0; k < $1; k++)); do
        $3 >> "$work/twin" < /dev/null || return 1
        $2 >> "$work/ours" < /dev/null || return 1
    done
}

# median FILE PATTERN: of the numbers that PATTERN, of sed and with one group, finds in a file; - where there is none.
median()
{
    sed -n "s/$2/\1/p" "$1" | sort -g |
        awk '{ v[NR] = $1 } END { if (NR) print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2; else print "-" }'
}

# quotient A B: A / B with two digits.
quotient() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.2f", a / b; else printf "-" }'; }
