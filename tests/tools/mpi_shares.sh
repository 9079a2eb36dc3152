#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Ranks that mpirun starts on this node: starloop-info of 2 and 4 of them shows disjoint cores where there are as many,
# and what mpirun has bound where it has; for each --bind-to that works here.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
unset STARLOOP_CPU_CORES STARLOOP_CPU_WORKERS STARLOOP_SHARE
export STARLOOP_GPUS=0 # the threads of a GPU have a core, which would be missing among those of the groups
launch="mpirun --allow-run-as-root --oversubscribe"
cores=$(LC_ALL=C lscpu -p=CORE,SOCKET 2> /dev/null | grep -v '^#' | sort -u | wc -l)
# shellcheck disable=SC2016
cat > rank.sh <<END
taskset -cp \$\$ | sed 's/.*: //' > mask.\$OMPI_COMM_WORLD_RANK
"$builddir/tools/starloop-info" > info.\$OMPI_COMM_WORLD_RANK 2> log.\$OMPI_COMM_WORLD_RANK
END

# pus LIST: the numbers of "0-2,5", one a line
pus() { tr , '\n' <<< "$1" | while IFS=- read -r a b; do seq "$a" "${b:-$a}"; done; }
# used RANK: the PUs of its worker groups
used() { sed -n 's/^ *group .* PUs* \([0-9,-]*\).*/\1/p' "info.$1" | while read -r l; do pus "$l"; done; }

# ranks N WORD...: starts them. @return that of mpirun
ranks()
{
    local n=$1
    shift
    rm -f info.* mask.* log.*
    # shellcheck disable=SC2086
    timeout -k 2 120 $launch "$@" -np "$n" sh rank.sh > mpirun.log 2>&1 </dev/null
}

# disjoint N: whether no core is used by two of the ranks, or each by as many as need be
disjoint()
{
    local n=$1 r
    for ((r = 0; r < n; r++)); do used "$r"; done | sort | uniq -c |
        awk -v most=$(((n + cores - 1) / cores)) '$1 > most { bad = 1 } END { exit bad || NR == 0 }'
}

# inside N: whether each rank uses what it is bound to, and nothing else
inside()
{
    local n=$1 r
    for ((r = 0; r < n; r++)); do
        [ -n "$(used "$r")" ] && [ -z "$(comm -23 <(used "$r" | sort) <(pus "$(cat "mask.$r")" | sort))" ] || return 1
    done
}

if ! command -v mpirun > /dev/null; then
    skip "no mpirun" "ranks of a node have disjoint shares"
    done_testing
    exit
fi
if ! ranks 2 --bind-to none || ! grep -q 'of 2 on this node' info.0; then
    if grep -q '(Open MPI)' info.0 2> /dev/null || ! mpirun --version 2>&1 | grep -q 'Open MPI'; then
        skip "this mpirun is not Open MPI's, whose options the test uses" "ranks of a node have disjoint shares"
    else
        ok 1 "mpirun starts two ranks, which know each other" mpirun.log
    fi
    done_testing
    exit
fi
for n in 2 4; do
    for bind in none core socket hwthread numa; do
        words="--bind-to $bind"
        # Open MPI binds two ranks to one core only if it is told so.
        if [ $bind != none ]; then words="$words:overload-allowed"; fi
        # shellcheck disable=SC2086
        if ! ranks $n $words; then
            skip "mpirun: $(grep -m1 '[a-z]' mpirun.log)" "$n ranks, --bind-to $bind"
            continue
        fi
        inside $n
        ok $? "$n ranks, --bind-to $bind: each uses what it may" info.0
        disjoint $n
        status=$?
        for ((r = 0; r < n; r++)); do
            grep -q "rank $r of $n on this node (Open MPI)" info.$r || status=1
        done
        ok $status "and cores of its own, as far as there are, and says so" info.1
    done
done
if [ "$cores" -ge 2 ]; then
    STARLOOP_CPU_CORES=1 ranks 2 --bind-to none -x STARLOOP_CPU_CORES && disjoint 2
    ok $? "with STARLOOP_CPU_CORES=1 each has one core, another one" info.1
    STARLOOP_SHARE=none ranks 2 --bind-to none -x STARLOOP_SHARE && cmp -s <(used 0) <(used 1)
    ok $? "STARLOOP_SHARE=none: both have all"
    [ "$(used 0 | wc -l)" -eq "$cores" ]
    ok $? "which are $cores"
    ranks $((2 * cores)) --bind-to none && [ "$(cat log.* | grep -c 'in turn')" -eq 1 ]
    ok $? "$((2 * cores)) ranks: one line says that they take cores in turn" log.0
else
    skip "one core" "two ranks have a core each"
fi
done_testing
