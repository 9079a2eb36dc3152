# SPDX-License-Identifier: BSD-3-Clause
# Test Anything Protocol for the scripts among the tests, which source it. It gives a scratch folder $work, empty and
# of the test's own, and $srcdir and $builddir, absolute.
tap_count=0 tap_failed=0
shopt -s lastpipe
srcdir=${abs_top_srcdir:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
builddir=${abs_top_builddir:-$srcdir}
if [ -z "${abs_top_builddir:-}" ] && [ -f "$srcdir/build/config.status" ]; then builddir=$srcdir/build; fi
if [ ! -f "$builddir/config.status" ] && [ -z "${TAP_WORK:-}" ]; then # installcheck knows no build
    echo "Bail out! this script needs the build: run it by \`make check TESTS=...\`, or set abs_top_builddir to the" \
        "folder in which configure ran"
    exit 99
fi
work=${TAP_WORK:-$builddir/tests/work}/$(basename "$0" .sh)
rm -rf "$work"
mkdir -p "$work"

# ok STATUS SENTENCE [FILE]: passes when STATUS is 0; else shows the end of FILE.
ok()
{
    tap_count=$((tap_count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $tap_count - $2"
    else
        tap_failed=$((tap_failed + 1))
        echo "not ok $tap_count - $2"
        if [ -n "${3:-}" ] && [ -f "$3" ]; then tail -n 30 "$3" | sed 's/^/# /'; fi
    fi
    return 0
}

# runs SENTENCE command...: passes when the command succeeds; its output is in $work/out.
runs()
{
    local sentence=$1
    shift
    "$@" > "$work/out" 2>&1 </dev/null
    ok $? "$sentence" "$work/out"
}

# says SENTENCE STATUS TEXT command...: passes when the command ends with STATUS and its output contains TEXT.
says()
{
    local sentence=$1 want=$2 text=$3 status=0
    shift 3
    "$@" > "$work/out" 2>&1 </dev/null || status=$?
    if [ $status -ne "$want" ]; then echo "exit status $status, expected $want" >> "$work/out"; fi
    [ $status -eq "$want" ] && grep -qF -- "$text" "$work/out"
    ok $? "$sentence" "$work/out"
}

# quick: whether to try less, by SL_TEST_QUICK, as the function of that name in tests/tap.h.
quick() { case ${SL_TEST_QUICK:-0} in 0) return 1 ;; esac; }

# some N WORD...: the words, one a line; in the quick form every Nth, beginning with another one for each SL_TEST_SEED,
# so that over time all are tried.
some()
{
    local each=$1 k=0
    shift
    quick || each=1
    for word in "$@"; do
        if [ $(((k + ${SL_TEST_SEED:-0}) % each)) = 0 ]; then echo "$word"; fi
        k=$((k + 1))
    done
}

# in_turn N: whether one of many cases has its turn: every Nth time that it is asked, others for each SL_TEST_SEED. That
# is for what compilers say of sources: .ci/run takes the date, so that in some days all have it. Without a seed all do.
in_turn_asked=0
in_turn()
{
    in_turn_asked=$((in_turn_asked + 1))
    [ -z "${SL_TEST_SEED:-}" ] || [ $(((in_turn_asked + SL_TEST_SEED) % $1)) -eq 0 ]
}

skip() { tap_count=$((tap_count + 1)); echo "ok $tap_count - $2 # SKIP $1"; }

with_sanitizers() { case ${SL_TEST_FLAGS:-} in *-fsanitize=*) ;; *) return 1 ;; esac; }

# not_with_sanitizers WHY SENTENCE: ends the script in a build with sanitizers, with this test skipped.
not_with_sanitizers()
{
    with_sanitizers || return 0
    skip "$1" "$2"
    done_testing
    exit
}
only_compiles="sanitizers change nothing in what it looks at: sources, and what compilers say of them"

# needs_shared_libraries SENTENCE: sets $libs, the folder of the library; ends the script where there is no shared one,
# with this test skipped.
needs_shared_libraries()
{
    libs=$builddir/lib/.libs
    [ ! -f "$libs/libstarloop.so" ] || return 0
    skip "configured without shared libraries" "$1"
    done_testing
    exit
}

# not_when_quick SENTENCE: ends the script in the quick form, with this test skipped. For scripts of many seconds
# that run compilers alone, whose answers hardly depend on the build: the leg "quickstart" of .ci/run has them.
not_when_quick()
{
    quick || return 0
    skip "the quick form leaves it out" "$1"
    done_testing
    exit
}

# needs_ranks PROGRAM SENTENCE: for a program of ranks of MPI; ends the script where it was not built or cannot be
# started, with this test skipped. `ranks N WORD...` runs it by N ranks.
needs_ranks()
{
    local why=
    if [ ! -x "$1" ]; then
        why=${SL_TEST_NO_MPI:-${SL_TEST_NO_STARPU_MPI:-the program was not built}}
    elif ! command -v mpirun > /dev/null; then
        why="no mpirun"
    fi
    if [ -n "$why" ]; then
        skip "$why" "$2"
        done_testing
        exit
    fi
    unset STARLOOP_CPU_CORES STARLOOP_CPU_WORKERS STARLOOP_SHARE
    # Results are compared with those of CPUs: tests/mpi/gpus.sh is for GPUs.
    case $1 in */tests/mpi/*) export STARLOOP_WHERE=cpu ;; esac
    # MPI's own memory is not ours to free.
    export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
    ranks_program=$1
    mpi_settings
}
# mpi_settings: sets $oversubscribe, the words for mpirun. Open MPI refuses root and more ranks than cores unless it is
# told, and binds ranks to cores; others do not know the words.
mpi_settings()
{
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    oversubscribe=
    if mpirun --version 2>&1 | grep -q 'Open MPI\|OpenRTE'; then oversubscribe='--oversubscribe --bind-to none'; fi
}
ranks()
{
    local n=$1
    shift
    timeout -k 2 120 mpirun $oversubscribe -np "$n" "$ranks_program" "$@" < /dev/null
}

# on_ranks N [NAME=VALUE...]: runs that program by N ranks with these variables. It says TAP by rank 0
# (tests/mpi/ranks.h): each of its checks is one here.
on_ranks()
{
    local n=$1 how="$*" status=0 line planned= before=$tap_count
    shift
    how=${how/ /, } how=${how/$n/$n rank$([ "$n" = 1 ] || echo s)}
    ( [ $# -eq 0 ] || export "$@"; ranks "$n") > "$work/out" 2> "$work/errors" || status=$?
    while IFS= read -r line; do
        case $line in
            'ok '*) tap_count=$((tap_count + 1)); line="ok $tap_count - $how: ${line#* - }" ;;
            'not ok '*)
                tap_count=$((tap_count + 1)) tap_failed=$((tap_failed + 1))
                line="not ok $tap_count - $how: ${line#* - }" ;;
            1..*) planned=${line#1..}; continue ;;
        esac
        echo "$line"
    done < "$work/out"
    [ $status = 0 ] && [ "$planned" = $((tap_count - before)) ]
    ok $? "$how: the program ends well, with all its checks" "$work/errors"
}

# on_all_ranks: by 1 and 3 ranks; unless it is the quick form by 2 and 4, too, and by 2 under other schedulers.
on_all_ranks()
{
    local scheduler
    on_ranks 1
    on_ranks 3
    quick && return
    on_ranks 2
    on_ranks 4
    for scheduler in eager lws dmda; do on_ranks 2 STARPU_SCHED=$scheduler; done
}

# links_with_lto COMPILER [FLAG...]: whether it can link what it compiled with -flto: it may lack the programs for it.
links_with_lto()
{
    echo 'int main(void) { return 0; }' > "$work/lto.c"
    "$@" -flto "$work/lto.c" -o "$work/lto" 2>/dev/null
}

# side_by_side JOBS COMMAND ARGUMENT...: runs the command with each argument, so many at a time, each in a shell of its
# own.
side_by_side()
{
    local jobs=$1 command=$2 argument running=0
    shift 2
    for argument in "$@"; do
        if [ "$running" -ge "$jobs" ]; then
            wait -n
            running=$((running - 1))
        fi
        "$command" "$argument" &
        running=$((running + 1))
    done
    wait
}

done_testing()
{
    echo "1..$tap_count"
    [ $tap_failed -eq 0 ]
}
