#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# starloop-gantt draws the trace of a program, and says what is missing or wrong.
# Beside others.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 99
gantt=$srcdir/tools/starloop-gantt

if ! command -v python3 >/dev/null; then
    skip "python3 is not installed" "starloop-gantt"
    done_testing
    exit
fi
# The system's python3 has the system's matplotlib, when another one comes first in PATH.
python=
for p in python3 /usr/bin/python3; do
    if [ -z "$python" ] && $p -c 'import matplotlib' 2>/dev/null; then python=$p; fi
done
export MPLCONFIGDIR="$work/mpl"

runs "a program writes a trace" env STARLOOP_TRACE=daxpy.json "$builddir/examples/step-01-daxpy"
runs "which Python reads as JSON" python3 -m json.tool daxpy.json /dev/null
says "starloop-gantt --help says what it does" 0 "--arrows" python3 "$gantt" --help
mkdir -p none/matplotlib && echo 'raise ImportError("not here")' > none/matplotlib/__init__.py
says "without matplotlib it says which package has it" 1 "python3-matplotlib" \
    env PYTHONPATH=none python3 "$gantt" daxpy.json
says "a file that is not there is named" 1 "nothing.json cannot be read" python3 "$gantt" nothing.json
echo '{"traceEvents": [' > cut.json
says "what is no JSON is refused" 1 "cut.json: expected a trace" python3 "$gantt" cut.json
echo '{"traceEvents": []}' > empty.json
says "a trace without loops, too" 1 "expected loops, got none" python3 "$gantt" empty.json

if [ -z "$python" ]; then
    skip "matplotlib is not installed (python3-matplotlib)" "starloop-gantt draws a picture"
    done_testing
    exit
fi
says "it draws a picture" 0 "daxpy.png" "$python" "$gantt" daxpy.json
cat > look.py <<'END'
import sys
import matplotlib.image
picture = matplotlib.image.imread(sys.argv[1])[:, :, :3]
# The colour of the kernel that took most time, and where there is some of it: bars and legend.
blue = (abs(picture - (0x1f / 255, 0x77 / 255, 0xb4 / 255)) < 0.02).all(axis=2)
rows, columns = blue.any(axis=1).sum(), blue.any(axis=0).sum()
print(picture.shape, blue.sum(), rows, columns)
sys.exit(not (picture.shape[1] == 1400 and rows > 20 and columns > 20))
END
runs "with bars in it" "$python" look.py daxpy.png
cat > wait.json <<'END'
{"traceEvents": [
{"ph":"X","pid":1,"tid":1,"ts":0,"dur":100,"cat":"loop","name":"k",
 "args":{"task":0,"label":"k","kernel":"k","iterations":1}},
{"ph":"X","pid":1,"tid":2,"ts":0,"dur":900,"cat":"wait","name":"sl_wait","args":{}},
{"ph":"X","pid":1,"tid":2,"ts":0,"dur":950,"cat":"phase","name":"solve","args":{}}]}
END
says "a wait is no loop, a phase no bar" 0 "2 rows, 2 spans" "$python" "$gantt" wait.json
runs "the loop has the first colour, whatever the wait took" "$python" look.py wait.png
says "with arrows, of a part, by labels, to another file" 0 "part.pdf" \
    "$python" "$gantt" daxpy.json --arrows --from 0 --to 100000 --by label -o part.pdf
# 500 tasks in two rows read what one has written, and one reads what they write.
python3 - > many.json <<'END'
import json
events, n = [], 0
def span(row, begin, name):
    events.append({"ph": "X", "pid": 1, "tid": row, "ts": begin, "dur": 7, "cat": "loop", "name": name, "args": {}})
def arrow(number, row, begin, to, end):
    events.append({"ph": "s", "pid": 1, "tid": row, "ts": begin, "id": number})
    events.append({"ph": "f", "pid": 1, "tid": to, "ts": end, "id": number})
span(0, 0, "write")
span(1, 4000, "sum")
for i in range(500):
    span(i % 2, 100 + 5 * i, "read")
    arrow(2 * i, 0, 7, i % 2, 100 + 5 * i)
    arrow(2 * i + 1, i % 2, 107 + 5 * i, 1, 4000)
print(json.dumps({"traceEvents": events}))
END
says "500 arrows from one writer to two rows are two, and those to one reader" 0 "502 spans, 4 arrows for 1000" \
    "$python" "$gantt" many.json --arrows
says "a folder that is not there is named" 1 "no/part.png cannot be written" \
    "$python" "$gantt" daxpy.json -o no/part.png
done_testing
