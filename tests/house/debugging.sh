#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The guide's page of debugging: its programs have faults, and the commands of each block "sh session=NAME" print its
# block "text session=NAME", in which ... stands for anything. Commands are run as a user types them: cc, starloop-cc
# and pkg-config are those of this build. What depends on how threads meet is tried five times. The quick form has the
# sessions without tools.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../pages.bash"
sentence="the sessions of debugging.md print what it says"
not_with_sanitizers "the library itself has them" "$sentence"
needs_shared_libraries "$sentence"
page=$srcdir/doc/guide/debugging.md
export STARLOOP_GPUS=0 PREFIX=$work/prefix PATH=$work/bin:$PATH
unset DEBUGINFOD_URLS
mkdir -p "$work/bin" "$PREFIX/share"
ln -s "$srcdir/share" "$PREFIX/share/starloop"
# program NAME: an executable of the text on standard input.
program()
{
    { echo '#!/bin/bash' && cat; } > "$work/bin/$1"
    chmod +x "$work/bin/$1"
}
program cc <<< "exec $cc -I'$srcdir/include' \"\$@\""
program starloop-cc <<< "exec sh '$builddir/tools/starloop-cc' --cc='$cc' --headers='$srcdir/include' --no-cuda \"\$@\""
program pkg-config <<< "echo '-L$libs' '-Wl,-rpath,$libs' -lstarloop -lm"
cd "$work" || exit 99
take_files "$page" fault

# lacks SESSION: prints what it needs that is not here.
lacks()
{
    local sanitizer
    sanitizer=$(grep -o -m 1 'fsanitize=[a-z]*' "$1.sh")
    if [ -n "$sanitizer" ]; then
        echo 'int main(void) { return 0; }' > works.c
        { $cc "-$sanitizer" works.c -o works && ./works; } > /dev/null 2>&1 || echo "$cc has no -$sanitizer"
    elif grep -q valgrind "$1.sh"; then
        command -v valgrind > /dev/null || echo "valgrind is not installed"
    elif grep -q gdb "$1.sh"; then
        gdb -batch -ex run -ex 'print 6 * 7' true > works.out 2>&1
        grep -q '= 42' works.out && grep -q 'exited normally' works.out || echo "gdb is not installed, or may not trace"
        if grep -q 'gdb.* -p' "$1.sh"; then
            tail -f /dev/null &
            gdb -batch -p $! 2>&1 | grep -q 'detached' || echo "gdb may not attach"
            kill $!
        fi
    fi
}

# matches SESSION: whether its output is what the page says.
matches()
{
    local want
    want=$(sed -e 's/[][\\*?(){}|!+@^$]/\\&/g' -e 's/\.\.\./*/g' "$1.want")
    [[ $(cat "$1.got") == $want ]]
}

sed -n 's/^```sh session=\([a-z]*\)$/\1/p' "$page" > sessions
[ "$(wc -l < sessions)" -ge 9 ]
ok $? "the page has its sessions"
while read -r session; do
    blocks "$page" "sh session=$session" > "$session.sh"
    blocks "$page" "text session=$session" > "$session.want"
    [ -s "$session.want" ]
    ok $? "session $session says what it prints"
    if quick && grep -qE 'gdb|valgrind|sanitize' "$session.sh"; then
        skip "the quick form leaves it out" "session $session prints that"
        continue
    fi
    why=$(lacks "$session" | head -n 1)
    if [ -n "$why" ]; then
        skip "$why" "session $session prints that"
        continue
    fi
    for try in 1 2 3 4 5; do
        timeout 400 bash "$session.sh" > "$session.got" 2>&1 < /dev/null
        matches "$session" && break
        case $session in thread | endless) ;; *) break ;; esac
    done
    matches "$session"
    ok $? "session $session prints that" "$session.got"
done < sessions
done_testing
