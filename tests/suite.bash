# SPDX-License-Identifier: BSD-3-Clause
# Test programs run once more, under other settings: sourced by scripts after tap.bash. Each program is one test. They
# run several at a time where there are many cores. SL_TEST_WRAPPER is a command put before each.
cd "$builddir" || exit 99
export srcdir
suite_jobs=$(($(nproc) / 4))
[ "$suite_jobs" -ge 1 ] || suite_jobs=1

# Called before a program, with its name, in a shell of its own: a script's own settings.
suite_settings() { :; }

# program NAME: where it lies in the build, in whichever folder of tests.
program()
{
    local path
    for path in tests/*/"$1"; do
        if [ -f "$path" ] && [ -x "$path" ]; then echo "$path" && return; fi
    done
    return 1
}

suite_one()
{
    local status=0 start=$SECONDS path
    path=$(program "$1") || path="tests/*/$1" # which the log names
    suite_settings "$1"
    timeout --kill-after=10 300 "$builddir/libtool" --mode=execute ${SL_TEST_WRAPPER:-} \
        "$path" > "$work/$1.log" 2>&1 </dev/null || status=$?
    echo "$status $((SECONDS - start))" > "$work/$1.status"
}

# suite_run NAME...: runs these programs.
suite_run() { side_by_side "$suite_jobs" suite_one "$@"; }

# suite_passed NAME: whether it did, with all that it planned.
suite_passed()
{
    local log=$work/$1.log
    [ "$(cut -d ' ' -f 1 "$work/$1.status")" = 0 ] && grep -q '^1\.\.[1-9]' "$log" &&
        ! grep -qE '^(not ok|Bail out!)' "$log"
}

suite_count() { grep -c '^ok ' "$work/$1.log"; }

# suite_show NAME: what went wrong.
suite_show()
{
    echo "# exit status, seconds: $(cat "$work/$1.status")"
    { grep -E -A 4 '^(not ok|Bail out!)|starloop: error' "$work/$1.log" | head -n 60; tail -n 15 "$work/$1.log"; } |
        sed 's/^/# /'
}

# suite HOW NAME...: runs these programs, and tells of each. Where SL_TEST_SHARE says that some of the programs were
# built, those of them.
suite()
{
    local how=$1 name names=()
    shift
    for name; do
        if [ -n "${SL_TEST_SHARE:-}" ] && ! program "$name" > /dev/null; then
            skip "it was not built" "$name passes $how"
        else
            names+=("$name")
        fi
    done
    set -- "${names[@]}"
    suite_run "$@"
    for name in "$@"; do
        if suite_passed "$name"; then
            ok 0 "$name: all $(suite_count "$name") pass $how"
        else
            ok 1 "$name passes $how"
            suite_show "$name"
        fi
    done
}
