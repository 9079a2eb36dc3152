#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Starloop from Python: its structures are those of the headers, loops agree with numpy, mistakes are sentences, and the
# program of the guide's page does what the page says.
. "$(dirname "$0")/../tap.bash"
. "$(dirname "$0")/../pages.bash"
sentence="loops over numpy arrays"
not_with_sanitizers "the sanitizers want their run-time library first" "$sentence"
needs_shared_libraries "$sentence"
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import numpy, sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    skip "there is no python3 of 3.9 or later with numpy (python3-numpy)" "$sentence"
    done_testing
    exit
fi
cd "$work" || exit 99
unset ${!STARLOOP_@}
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$srcdir/python STARLOOP_LIBRARY=$libs/libstarloop.so
page=$srcdir/doc/guide/python.md
kernels() # FILE: makes libNAME.so of NAME.c
{
    sh "$builddir/tools/starloop-cc" --cc="$cc" --headers="$srcdir/include" --no-cuda $flags -fPIC -c "$1.c" \
        -o "$1.o" &&
        $cc -shared "$1.o" -o "lib$1.so"
}

# ---- the structures ------------------------------------------------------------------------------------------
cat > layout.py <<'EOF'
"""Prints a C program that says what Python's structures must be, or with the argument "mine" what they are."""
import ctypes, sys
from starloop import _kernel, _library, _view

structs = {"KernelHead": "struct sl_kernel", "ArgInfo": "sl__arg_info"}
names = {"reducer": "reducer_"}
c, mine = [], []
for name, kind in vars(_library).items():
    if isinstance(kind, type) and issubclass(kind, ctypes.Structure) and kind is not ctypes.Structure:
        struct = structs.get(name) or kind.__doc__
        if name != "KernelHead":
            c.append('printf("{0} %zu\\n", sizeof({1}));'.format(name, struct))
            mine.append("{0} {1}".format(name, ctypes.sizeof(kind)))
        for field, _ in kind._fields_:
            member = names.get(field, field)
            c.append('printf("{0}.{1} %zu %zu\\n", offsetof({2}, {3}), sizeof((({2} *)0)->{3}));'.format(
                name, field, struct, member))
            got = getattr(kind, field)
            mine.append("{0}.{1} {2} {3}".format(name, field, got.offset, got.size))
values = {
    "SL__ABI": _library.ABI, "SL_MAX_RANK": _library.MAX_RANK, "SL__ABI_PLAIN": _kernel._ABI_PLAIN,
    "SL_ARG_SCALAR": _library.SCALAR, "SL_ARG_VIEW": _library.VIEW, "SL_ARG_INTO": _library.INTO,
    "SL_ARG_HOST": _library.HOST, "SL_ARG_PACK": _library.PACK, "SL__SCALAR": _kernel._SCALAR,
    "SL__REDUCTION": _kernel._REDUCTION, "SL__LAYOUT_RIGHT": _view.RIGHT, "SL__LAYOUT_LEFT": _view.LEFT,
    "SL_READ": _view.READ, "SL_WRITE": _view.WRITE, "SL_RDWR": _view.RDWR,
    "SL_WORKERS_DEFAULT": 0, "SL_WORKERS_MACHINE": 1,
}
for level, number in _library._LEVELS.items():
    values["SL_WORKERS_" + level.upper()] = number
for name, words in _kernel._WORDS.items():
    prefix = {"scatter": "SL_SCATTER_", "iterate_outer": "SL_ITERATE_", "iterate_inner": "SL_ITERATE_"}.get(name, "SL_")
    for number, word in enumerate(words):
        values[prefix + word.upper()] = number
ctypes_names = {"f": {4: "float", 8: "double"}}
for word, number in _view.TYPES.items():
    size = int(word[1:])
    name = {"f": {4: "float", 8: "double"}.get(size), "i": "int%d_t" % (8 * size), "u": "uint%d_t" % (8 * size),
            "b": "_Bool"}[word[0]]
    values["SL_TYPE(%s)" % name] = number
for name, value in values.items():
    c.append('printf("{0} %lld\\n", (long long)({0}));'.format(name))
    mine.append("{0} {1}".format(name, value))
if sys.argv[1:] == ["mine"]:
    print("VERSION", _library.VERSION, *["\n" + line for line in mine], sep="")
else:
    print("#include <stddef.h>\n#include <stdio.h>\n#include <starloop.h>\n#include <starloop/kernel.h>")
    print("int main(void)\n{")
    print('printf("VERSION%s\\n", SL_VERSION);', *c, "return 0;\n}", sep="\n")
EOF
"$python" layout.py > layout.c 2> errors && "$python" layout.py mine > mine 2>> errors
ok $? "Python loads the library and names its structures" errors
$cc -std=gnu11 -I"$srcdir/include" layout.c -o layout "$libs/libstarloop.so" -Wl,-rpath,"$libs" > errors 2>&1 &&
    ./layout > theirs
ok $? "a program in C says what they are" errors
[ "$(wc -l < theirs)" -gt 120 ] && diff theirs mine > difference
ok $? "sizes, places and numbers are those of the headers, and so is the version" difference

# ---- loops ---------------------------------------------------------------------------------------------------
cat > all.c <<'EOF'
#include <starloop/kernel.h>
struct body { float mass; double x[2]; };
SL_KERNEL(axpy, (i), scalar(double, a), in(double, 1, x, own), inout(double, 1, y, own))
{
    SL_AT(y, i) += a * SL_AT(x, i);
}
SL_KERNEL(turn, (i, j), in(int32_t, 2, a), out(int32_t, 2, b, own)) { SL_AT(b, i, j) = SL_AT(a, j, i); }
SL_KERNEL(look, (i), in(double, 1, x, own), reduce(double, sum, s), reduce(double, min, least)) {
    *s += SL_AT(x, i);
    if (SL_AT(x, i) < *least) *least = SL_AT(x, i);
}
SL_KERNEL(total, (i), in(uint8_t, 1, x, own), reduce(int64_t, sum, s)) { *s += SL_AT(x, i); }
SL_KERNEL(join, (i), in(float, 1, p, own, pack(3)), out(float, 1, q, own)) {
    SL_AT(q, i) = SL_AT(p, 0, i) + 10 * SL_AT(p, 1, i) + 100 * SL_AT(p, 2, i);
}
SL_KERNEL(shift, (i), scalar(int8_t, k), inout(int64_t, 1, x, own)) { SL_AT(x, i) += k; }
SL_KERNEL(weigh, (i), scalar(struct body, by), inout(struct body, 1, b, own))
{
    SL_AT(b, i).mass *= by.mass;
    SL_AT(b, i).x[1] += by.x[1];
}
SL_KERNEL(twice, (i), inout(sl_complex, 1, z, own), reduce(sl_complex, sum, s)) {
    SL_AT(z, i) = sl_complex_add(SL_AT(z, i), SL_AT(z, i));
    *s = sl_complex_add(*s, SL_AT(z, i));
}
SL_KERNEL(bins, (i), in(int32_t, 1, k, own), scatter(double, sum, 1, h)) { SL_SCATTER(h, SL_AT(k, i), 1); }
SL_KERNEL(fails, (i), inout(double, 1, x, own)) { if (SL_AT(x, i) == 7) SL_RAISE(3); }
EOF
cat > all.py <<'EOF'
import ctypes, gc, os, sys, threading
import numpy
import starloop as sl


def ok(passed, sentence, *got):
    print("ok" if passed else "not ok", sentence)
    if not passed:
        print("#", *got)


def refused(kind, words, function, *arguments, **named):
    """Whether the call raises this exception with these words, which are returned otherwise."""
    try:
        function(*arguments, **named)
    except kind as reason:
        text = str(reason)
    except Exception as reason:
        text = repr(reason)
    else:
        text = "nothing was raised"
    ok(all(w in text for w in words), "a sentence has " + ", ".join(words), text)


def write(view):
    with view.write():
        pass


random = numpy.random.default_rng(int(os.environ.get("SL_TEST_SEED", 1)))
refused(sl.Error, ["sl_view_create"], sl.zeros, 3)
sl.init(cpu_cores=2)
k = sl.Kernels("./liball.so")
ok(sl.version().startswith("0."), "the version is a text", sl.version())
ok(sl.cpu_cores() == 2 and sl.concurrency() >= 2, "two cores were asked for and are used", sl.cpu_cores())
ok(k.axpy.arguments == ("a", "x", "y") and k.turn.rank == 2, "a kernel knows its arguments", k.axpy)

n = 10007
x, y = random.random(n), random.random(n)
want = y + 2.5 * x
vx, vy = sl.view(x, "x"), sl.view(y, "y")
k.axpy(sl.range(0, n), 2.5, vx, vy)
with vy.read() as a:
    ok(numpy.allclose(a, want, rtol=1e-14) and not a.flags.writeable, "a loop over arrays agrees with numpy", a, want)
    ok(a.ctypes.data == y.ctypes.data, "the view lies over the array: nothing is copied")
k.axpy(sl.range(1, n, 3), 1.0, vx, vy, policy=sl.policy(schedule="dynamic", chunk=64, where="cpu", label="strided"))
want[1::3] += x[1::3]
ok(numpy.allclose(vy.copy(), want, rtol=1e-14), "so does one with a stride and a policy")
vy.destroy()
ok(numpy.allclose(y, want, rtol=1e-14), "after destroy() the array has what the loops wrote", y)
refused(sl.Error, ["axpy", "argument y"], k.axpy, sl.range(0, n), 1.0, vx, vy)

s, least = k.look(sl.range(0, n), vx)
ok(abs(s - x.sum()) < 1e-9 and least == x.min(), "results of reductions are returned", s, least)
t, m = sl.zeros(4), sl.zeros(())
k.look(sl.range(0, n), vx, sl.into(t, 2), sl.into(m))
ok(t.copy()[2] == s and t.copy()[1] == 0 and m.copy() == least, "or go into views", t.copy(), m.copy())
flags = random.random(500) < 0.3
ok(k.total(sl.range(0, 500), sl.view(flags)) == flags.sum(), "numpy's bool is a uint8_t, and int64_t a whole number")

left = numpy.asfortranarray(random.integers(-1000, 1000, (13, 29), dtype=numpy.int32))
va, vb = sl.view(left), sl.zeros((29, 13), numpy.int32)
ok(va.layout == "left" and vb.layout == "right", "Fortran order is layout left, C order right", va, vb)
k.turn(sl.box(0, 29, 0, 13), va, vb)
ok(numpy.array_equal(vb.copy(), left.T), "elements of both layouts have their indices", vb.copy())
made = sl.zeros((3, 5), numpy.float32, order="F", label="made")
with made.write() as a:
    ok(a.flags.f_contiguous and a.shape == (3, 5) and a.dtype == numpy.float32, "a view may be made in Fortran order")
    a[:] = numpy.arange(15).reshape(3, 5)
ok(made.copy()[2, 1] == 11, "what write() wrote read() finds")
with made.rdwr() as a:
    a[2, 1] += 1
ok(made.copy()[2, 1] == 12 and made.copy()[2, 2] == 12, "and rdwr() changes")

p = [sl.view(random.integers(0, 9, 100).astype(numpy.float32)) for _ in range(3)]
q = sl.zeros(100, numpy.float32)
k.join(sl.range(0, 100), p, q)
want = sum(10**c * p[c].copy() for c in range(3))
ok(numpy.array_equal(q.copy(), want), "a list of views is a pack", q.copy())
record = numpy.dtype([("mass", "f4"), ("x", "f8", 2)], align=True)
bodies = numpy.zeros(50, record)
bodies["mass"] = random.random(50)
mass = bodies["mass"].copy()
by = numpy.zeros((), record)
by["mass"], by["x"][1] = 3, 0.5
vbody = sl.view(bodies, "bodies", ctype="struct body")
k.weigh(sl.range(0, 50), by[()], vbody)
got = vbody.copy()
moved = (got["x"][:, 1] == 0.5).all() and not got["x"][:, 0].any()
ok(numpy.array_equal(got["mass"], mass * numpy.float32(3)) and moved,
   "records are structs, as elements and as a number", got)
z = random.random(64) + 1j * random.random(64)
want = 2 * z
vz = sl.view(z)
sum_z = k.twice(sl.range(0, 64), vz)
ok(abs(sum_z - want.sum()) < 1e-12 and numpy.array_equal(vz.copy(), want), "complex numbers, too", sum_z, want.sum())
which = random.integers(0, 10, 1000, dtype=numpy.int32)
h = sl.zeros(10)
k.bins(sl.range(0, 1000), sl.view(which), h)
ok(numpy.array_equal(h.copy(), numpy.bincount(which, minlength=10)), "a scatter counts as numpy does", h.copy())
low = sl.zeros(5, numpy.int64)
k.shift(sl.range(0, 5), -128, low)
ok((low.copy() == -128).all(), "the smallest int8_t is one", low.copy())
ok(sl.size(sl.range(0, 10, 3)) == 4 and sl.size(sl.box(0, 2, 0, 3, 0, 4)) == 24, "a space has its size")

refused(sl.Error, ["axpy", "[0, 10007)", "[0, 20000)", "(called at ", "/all.py:"],
        k.axpy, sl.range(0, 20000), 1.0, vx, sl.zeros(20000))
refused(sl.Error, ["turn", "argument a"], k.turn, sl.box(0, 2, 0, 2), vx, vb)
refused(TypeError, ['axpy: argument "x": expected a view', "starloop.view(array)"], k.axpy, sl.range(0, n), 1.0, x, vx)
refused(TypeError, ["axpy(space, a, x, y): expected 3 arguments", "got 2"], k.axpy, sl.range(0, n), 1.0, vx)
refused(TypeError, ["or 1 to have the results returned"], k.look, sl.range(0, n), vx, 1.0)
refused(TypeError, ["expected a space first"], k.axpy, n, 1.0, vx, vx)
refused(TypeError, ['argument "k"', "int8_t", "128"], k.shift, sl.range(0, 5), 128, low)
refused(TypeError, ['argument "k"', "0.5"], k.shift, sl.range(0, 5), 0.5, low)
refused(TypeError, ['argument "a"', "a real number"], k.axpy, sl.range(0, n), 1j, vx, vx)
refused(TypeError, ['argument "by"', "struct body, 24 bytes"], k.weigh, sl.range(0, 50), 1.0, vbody)
refused(AttributeError, ["no kernel nothing"], getattr, k, "nothing")
refused(ImportError, ["libmissing.so"], sl.Kernels, "./libmissing.so")
gaps = numpy.zeros((4, 4))[:, ::2]
refused(ValueError, ["contiguous in C or Fortran order", "strides", "ascontiguousarray"], sl.view, gaps)
refused(ValueError, ["read-only"], sl.view, numpy.broadcast_to(numpy.zeros(1), (1,)))
refused(TypeError, ["dtype", "U3"], sl.view, numpy.array(["abc"]))
refused(TypeError, ["byte order"], sl.view, numpy.zeros(3, ">f8" if sys.byteorder == "little" else "<f8"))
refused(TypeError, ["a numpy array, got list"], sl.view, [1.0])
refused(ValueError, ["at most 6 dimensions, got 7"], sl.zeros, (1,) * 7)
refused(ValueError, ["schedule", "dynamic", "'fast'"], sl.policy, schedule="fast")
refused(TypeError, ["got 'tiles'"], sl.policy, tiles=3)
refused(ValueError, ["combine", "into"], k.look, sl.range(0, n), vx, policy=sl.policy(combine=1))
refused(sl.Error, ["overlap"], sl.view, x)

bad = sl.view(numpy.arange(10.0), "bad")
k.fails(sl.range(0, 10), bad, policy=sl.policy(where="cpu"))
try:
    sl.wait()
    ok(False, "a wait raises the failure of a body")
except sl.Error as error:
    ok(error.name == "SL_ERR_RAISED" and error.status == 12 and "fails" in str(error),
       "a wait raises the failure of a body", error)
refused(sl.Error, ["fails"], bad.copy)
event = sl.Event()
event.wait()
ok(event.done(), "an event that was waited for has come")
vx.wait()
low.wait()
with vx.read() as a:
    with vx.read() as b:
        ok(numpy.array_equal(a, b), "two readers may overlap")
    refused(sl.Error, ["open for reading by View.read", "called at", "/all.py:"], write, vx)
array = numpy.ones(100)
v = sl.view(array)
k.axpy(sl.range(0, 100), 1.0, v, sl.zeros(100))
del v
gc.collect()
again = sl.view(array)
ok((again.copy() == 1).all(), "a view that nothing holds gives its array back")
threads = [threading.Thread(target=lambda: k.shift(sl.range(0, 5), 1, low)) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
ok((low.copy() == -120).all(), "threads may call, too", low.copy())
try:
    sl.finalize()
except sl.Error as error: # of what nobody has waited for
    print("#", error)
refused(sl.Error, ["sl_wait"], sl.wait)
with sl.init():
    v = sl.zeros(3)
    k.axpy(sl.range(0, 3), 1.0, sl.view(numpy.ones(3)), v)
    ok((v.copy() == 1).all(), "the library may be started again, with the same kernels")
del v, vx
gc.collect()
print("done")
EOF
runs "starloop-cc and cc make a library of kernels" kernels all
"$python" all.py > said 2> errors </dev/null
ok $? "the program ends well" errors
while read -r line; do
    case $line in
        "ok "*) ok 0 "${line#ok }" ;;
        "not ok "*) ok 1 "${line#not ok }" ;;
        "#"*) echo "$line" ;;
    esac
done < said
[ "$(tail -n 1 said)" = done ]
ok $? "to its last line" said
! grep -v '^starloop: error: ' errors | grep -q .
ok $? "the library logs errors alone: no warning, no leak" errors

# ---- the page ------------------------------------------------------------------------------------------------
mkdir page && cd page || exit 99
blocks "$page" "c kernels=kernels.c" > kernels.c
driver="sh '$builddir/tools/starloop-cc' --cc='$cc' --headers='$srcdir/include' --no-cuda"
blocks "$page" "text commands" | sed "s|^starloop-cc|$driver|" > commands
runs "the page's commands make the library of its kernels" sh -e ./commands
blocks "$page" "python program" > program.py
blocks "$page" "text output" > want
"$python" program.py > got 2> errors </dev/null
ok $? "the page's program runs" errors
[ -s want ] && diff want got > difference
ok $? "and prints what the page says" difference

# ---- the package ---------------------------------------------------------------------------------------------
cd "$work" || exit 99
tools="import setuptools, pip, wheel; assert int(setuptools.__version__.split('.')[0]) >= 61"
if "$python" -c "$tools" 2>/dev/null; then
    cp -r "$srcdir/python" package && chmod -R u+w package
    runs "pip installs it from the tree" "$python" -m pip install --quiet --disable-pip-version-check --no-index \
        --no-deps --no-build-isolation --target "$work/site" ./package
    version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' "$builddir/config.h")
    says "it runs from there" 0 "$version $work/site/" \
        env PYTHONPATH="$work/site" "$python" -c 'import starloop; print(starloop.version(), starloop.__file__)'
else
    skip "pip, setuptools 61 or wheel is missing (python3-pip, python3-setuptools, python3-wheel)" \
        "pip installs it from the tree"
fi
says "info() prints what starloop-info does" 0 "STARLOOP_LIBRARY" \
    "$python" -c 'import starloop; starloop.init(); starloop.info()'
says "without the library Python says how to name it" 1 "STARLOOP_LIBRARY: /nonexistent" \
    env STARLOOP_LIBRARY=/nonexistent "$python" -c 'import starloop'
done_testing
