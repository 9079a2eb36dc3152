#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Starts of the library where StarPU would end the program: many at once, files that are damaged, folders that cannot be
# written, full disks, too few threads, too little address space.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 99
info=$builddir/tools/starloop-info
if [ -x "$builddir/tools/.libs/starloop-info" ]; then # not libtool's script, which starts processes
    info=$builddir/tools/.libs/starloop-info
    export LD_LIBRARY_PATH=$builddir/lib/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
fi
unset STARPU_PERF_MODEL_DIR STARPU_HOME TMPDIR
export XDG_CACHE_HOME=$work/cache STARLOOP_LOG=error
fresh() { chmod -R u+w cache 2> /dev/null; rm -rf cache && mkdir cache; }
# starts SENTENCE [COMMAND...]: the library starts and ends
starts()
{
    local sentence=$1 rc=0
    shift
    "$@" "$info" > out 2> err || rc=$?
    [ $rc -eq 0 ] || sed 's/^/# /' err | tail -3
    so "$sentence" test $rc -eq 0
}
so() { runs "$@"; }

fresh
starts "the library starts with an empty folder"
kept=$(find cache -name 'bus-*')
so "it keeps one file" test -f "$kept"
so "and leaves no folder behind" test -z "$(find cache -name 'starloop-start-*')"
cp "$kept" good
before=$(stat -c %i:%Y "$kept")
starts "it starts with that file"
so "which it leaves as it is" test "$before" = "$(stat -c %i:%Y "$kept")"

# Damage: what was measured is measured again.
damage()
{
    starts "it starts when the file is $1"
    so "and the file is good again" test "$(head -c 14 "$kept")" = "starloop-bus 1"
    before=$(stat -c %i "$kept")
    starts "and taken the next time"
    so "as it is" test "$before" = "$(stat -c %i "$kept")"
}
: > "$kept"
damage "empty"
head -c $(($(stat -c %s good) / 2)) good > "$kept"
damage "cut short"
head -c 5 good > "$kept"
damage "cut short in its first line"
head -c 4096 /dev/urandom > "$kept"
damage "garbage"
sed 's/[0-9]\./7./' good > "$kept"
damage "changed in one place"
{ head -1 good; echo "../../escaped 3"; echo abc; } > "$kept"
damage "one with other names"
rm "$kept" && mkfifo "$kept"
damage "a pipe"
rm -f "$kept" && mkdir "$kept"
starts "it starts when a folder is in place of the file"
rmdir "$kept"
mkdir -p "$(dirname "$kept")/bus"
for f in config latency bandwidth affinity; do : > "$(dirname "$kept")/bus/$(hostname).$f"; done
starts "it starts when files of StarPU's own are empty"
rm -rf "$(dirname "$kept")/codelets" && : > "$(dirname "$kept")/codelets"
starts "and when a file is in place of the folder of models"

# What a start that was killed has left.
mkdir "$(dirname "$kept")/starloop-start-abcdef" && : > "$(dirname "$kept")/starloop-start-abcdef/lock"
touch -d '1 hour ago' "$(dirname "$kept")/starloop-start-abcdef"
starts "it starts when another start was killed"
so "and removes what that has left" test ! -e "$(dirname "$kept")/starloop-start-abcdef"

# Many first starts at once.
rounds=3 # in the quick form 1
quick && rounds=1
failed=0
for ((round = 0; round < rounds; round++)); do
    fresh
    pids=
    for i in {1..12}; do
        "$info" > /dev/null 2>> many &
        pids="$pids $!"
    done
    for p in $pids; do wait "$p" || failed=$((failed + 1)); done
done
so "12 first starts at once, $rounds times over" test $failed -eq 0

# Nowhere to write.
starts "it starts without a home" env -u HOME -u XDG_CACHE_HOME
starts "and with one that is not there" env -u XDG_CACHE_HOME HOME=/dev/null/none
starts "and where TMPDIR is not there either" env -u XDG_CACHE_HOME HOME=/dev/null/none TMPDIR=/dev/null/none
if [ "$(id -u)" = 0 ] && mkdir -p full && mount -t tmpfs -o size=16k none full 2> /dev/null; then
    head -c 1000000 /dev/zero > full/rest 2> /dev/null
    starts "it starts when the disk is full" env XDG_CACHE_HOME="$work/full"
    mkdir -p full/starloop 2> /dev/null
    mount -o remount,ro full
    starts "and when it is read-only" env XDG_CACHE_HOME="$work/full"
    starts "and when STARPU_PERF_MODEL_DIR is" env STARPU_PERF_MODEL_DIR="$work/full"
    umount full
else
    skip "no small disk can be mounted here" "it starts when the disk is full, or read-only"
fi

# Too little of what threads need: an error, or a start, and never a signal.
refuses()
{
    local sentence=$1 rc=0
    shift
    "$@" > out 2> err || rc=$?
    [ $rc -le 2 ] || sed 's/^/# /' err | tail -3
    so "$sentence (exit status $rc)" test $rc -le 2
}
with_room() { bash -c 'ulimit -v $(($1 * 1024)); shift; exec "$@"' - "$1" "$info" "${@:2}"; }
if with_sanitizers; then
    skip "a program with sanitizers starts only where address space has no limit" \
        "with little address space it starts, or says why not"
else
    # Below this the system does not load the program and its libraries, or a constructor of these (CUDA has some) ends
    # it: --help does not start the library.
    least=20
    while ! with_room $least --help > /dev/null 2>&1 && [ $least -lt 4000 ]; do
        least=$((least + 20))
    done
    refused=0
    for more in 0 20 40 80 120 200 300 500 1000 2000; do
        refuses "with $more MiB of address space beside what loading takes it starts, or says why not" \
            with_room $((least + more))
        grep -q "address space\|room for" err && refused=1
    done
    so "too little is told as such" test $refused -eq 1
fi
if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null && setpriv --reuid=65534 --clear-groups test -x "$info"; then
    for n in 1 2 3 5 8; do
        refuses "where a user may have $n threads it starts, or says why not" setpriv --reuid=65534 --clear-groups \
            env HOME=/tmp XDG_CACHE_HOME=/dev/null/none bash -c 'ulimit -u $1; exec "$2"' - $n "$info"
        if [ $n = 1 ]; then so "one is too few" grep -q "room for" err; fi
    done
else
    skip "no other user to be here" "where a user may have few threads it starts, or says why not"
fi
done_testing
