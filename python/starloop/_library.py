# SPDX-License-Identifier: BSD-3-Clause
"""The shared library, its structures, errors, begin and end."""
import atexit
import contextlib
import ctypes
import ctypes.util
import os
import sys
import weakref

VERSION = "0.1.0"  # SL_VERSION of the headers that the structures here are those of
ABI = 20  # SL__ABI of types.h
GPU = 1 << 16  # SL__GPU, what a policy's number of a GPU begins with
MAX_RANK = 6
SCALAR, VIEW, INTO, HOST, PACK = 1, 2, 3, 4, 5  # sl_arg_kind

index_t = ctypes.c_int64
Indices = index_t * MAX_RANK


class Extents(ctypes.Structure):
    """sl_extents"""

    _fields_ = [("rank", ctypes.c_int), ("n", Indices)]


class Layout(ctypes.Structure):
    """sl_layout"""

    _fields_ = [
        ("kind", ctypes.c_int),
        ("count", ctypes.c_int),
        ("stride", Indices),
        ("pad", index_t),
        ("firsts", ctypes.c_int),
        ("first", Indices),
    ]


class Config(ctypes.Structure):
    """sl_config"""

    _fields_ = [
        ("cpu_workers", ctypes.c_int),
        ("cpu_cores", ctypes.c_int),
        ("scheduler", ctypes.c_char_p),
        ("gpus", ctypes.c_int),
    ]


class Space(ctypes.Structure):
    """sl_space"""

    _fields_ = [
        ("rank", ctypes.c_int),
        ("kind", ctypes.c_int),
        ("lo", Indices),
        ("hi", Indices),
        ("object", ctypes.c_void_p * MAX_RANK),
        ("step", Indices),
        ("position", index_t),
    ]


class Occupancy(ctypes.Structure):
    """sl_occupancy"""

    _fields_ = [
        ("kind", ctypes.c_int),
        ("num", ctypes.c_int),
        ("den", ctypes.c_int),
        ("offset", ctypes.c_int),
        ("custom", ctypes.c_void_p),
    ]


class Policy(ctypes.Structure):
    """sl_policy"""

    _fields_ = [
        ("where", ctypes.c_int),
        ("schedule", ctypes.c_int),
        ("chunk", index_t),
        ("order", ctypes.c_int * MAX_RANK),
        ("tile", Indices),
        ("iterate_outer", ctypes.c_int),
        ("iterate_inner", ctypes.c_int),
        ("collapse", ctypes.c_int),
        ("block", ctypes.c_int),
        ("min_blocks", ctypes.c_int),
        ("gpu", ctypes.c_int),
        ("grid", index_t),
        ("occupancy", Occupancy),
        ("priority", ctypes.c_int),
        ("synchronous", ctypes.c_int),
        ("combine", ctypes.c_int),
        ("split", ctypes.c_int * MAX_RANK),
        ("scatter", ctypes.c_int),
        ("reproducible", ctypes.c_int),
        ("segments", ctypes.c_int),
        ("label", ctypes.c_char_p),
        ("nest", ctypes.c_char_p),
        ("league", index_t),
        ("leagues", Extents),
        ("team", ctypes.c_int),
        ("vector", ctypes.c_int),
        ("scratch_bytes", ctypes.c_size_t),
    ]


class Arg(ctypes.Structure):
    """sl_arg"""

    _fields_ = [
        ("kind", ctypes.c_int),
        ("view", ctypes.c_void_p),
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int),
        ("index", Indices),
    ]


class ArgInfo(ctypes.Structure):
    """sl__arg_info: a row of a kernel's table"""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("kind", ctypes.c_int),
        ("type", ctypes.c_int32),
        ("type_name", ctypes.c_char_p),
        ("size", ctypes.c_size_t),
        ("align", ctypes.c_size_t),
        ("rank", ctypes.c_int),
        ("op", ctypes.c_int),
        ("modifiers", ctypes.c_char_p),
        ("offset", ctypes.c_size_t),
        ("reducer", ctypes.c_void_p),
    ]


class KernelHead(ctypes.Structure):
    """The first members of sl_kernel"""

    _fields_ = [
        ("abi", ctypes.c_uint),
        ("name", ctypes.c_char_p),
        ("file", ctypes.c_char_p),
        ("line", ctypes.c_int),
        ("rank", ctypes.c_int),
        ("nargs", ctypes.c_int),
        ("bounds_checked", ctypes.c_int),
        ("args", ctypes.POINTER(ArgInfo)),
    ]


class Error(Exception):
    """A call of the library failed: status is its number, name its name, such as "SL_ERR_RANK"; the text is the
    library's own."""

    def __init__(self, status, name, text):
        super().__init__(text)
        self.status = status
        self.name = name


def _open():
    asked = os.environ.get("STARLOOP_LIBRARY")
    name = asked or ctypes.util.find_library("starloop") or "libstarloop.so.0"
    try:
        # Libraries of kernels find the functions of this one, whether they were linked with it or not.
        return ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
    except OSError as reason:
        source = "STARLOOP_LIBRARY" if asked else "its name; STARLOOP_LIBRARY=/path/libstarloop.so says where it is"
        raise ImportError("starloop: the library could not be loaded by {0}: {1}".format(source, reason)) from None


_pointer, _int, _text = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
_handle = ctypes.POINTER(_pointer)
# Results and parameters of the functions that are called; without a word on errors the result is no status.
_SIGNATURES = {
    "sl__init": (_int, [ctypes.c_uint, ctypes.POINTER(Config)]),
    "sl_finalize": (_int, []),
    "sl_is_initialized": (_int, []),
    "sl_wait": (_int, []),
    "sl_cpu_cores": (_int, []),
    "sl_gpus": (_int, []),
    "sl_concurrency": (index_t, []),
    "sl_info_print": (_int, [_pointer]),
    "sl_version": (_text, []),
    "sl_last_error": (_text, []),
    "sl_last_status": (_int, []),
    "sl_clear_error": (None, []),
    "sl_status_name": (_text, [_int]),
    "sl__from_begin": (_pointer, [_text]),
    "sl__from_end": (None, [_pointer]),
    "sl_type_struct": (ctypes.c_int32, [_text, ctypes.c_size_t, ctypes.c_size_t]),
    "sl_view_create": (_int, [_text, ctypes.c_int32, Layout, Extents, _handle]),
    "sl_view_wrap": (_int, [_text, ctypes.c_int32, Layout, Extents, _pointer, _handle]),
    "sl_view_destroy": (None, [_handle]),
    "sl_view_wait": (_int, [_pointer]),
    "sl_host_begin": (_pointer, [_pointer, _int, ctypes.c_int32, _text]),
    "sl_host_end": (_int, [_pointer]),
    "sl_space_box": (Space, [_int, ctypes.POINTER(index_t)]),
    "sl_space_stride": (Space, [index_t, index_t, index_t]),
    "sl_space_size": (index_t, [ctypes.POINTER(Space)]),
    "sl_submit": (_int, [_pointer, ctypes.POINTER(Policy), ctypes.POINTER(Space), ctypes.POINTER(Arg), _int]),
    "sl_event_record": (_int, [_handle]),
    "sl_event_wait": (_int, [_pointer]),
    "sl_event_test": (_int, [_pointer]),
    "sl_event_destroy": (None, [_handle]),
}

library = _open()
for _name, (_result, _parameters) in _SIGNATURES.items():
    _function = getattr(library, _name)
    _function.restype, _function.argtypes = _result, _parameters

_ours = (os.path.dirname(os.path.abspath(__file__)) + os.sep, contextlib.__file__)
_positions = {}  # "file:line" as the library keeps it: the bytes stay


def _position():
    """Where the program calls: the first frame that is not of this package, nor of the `with` that calls it."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_ours):
        frame = frame.f_back
    where = (frame.f_code.co_filename, frame.f_lineno)
    if where not in _positions:
        _positions[where] = ctypes.c_char_p("{0}:{1}".format(*where).encode())
    return _positions[where]


def said(name, *words):
    """Calls a function of the library, which hears where the program stands, and returns what that returns."""
    outer = library.sl__from_begin(_position())
    try:
        return getattr(library, name)(*words)
    finally:
        library.sl__from_end(outer)


def error(status):
    """The error of this status, with the library's last text."""
    text = library.sl_last_error().decode(errors="replace")
    name = library.sl_status_name(status).decode()
    return Error(status, name, text or name)


def call(name, *words):
    """Calls a function that returns a status; raises Error unless it is SL_SUCCESS."""
    status = said(name, *words)
    if status != 0:
        raise error(status)


class _Running:
    """What init() returns: `with starloop.init():` ends with finalize()."""

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        finalize()


# Views of this start of the library that are alive; those of an earlier one have ended with it.
views = weakref.WeakSet()
_LEVELS = {"default": 0, "machine": 1, "package": 2, "numa": 3, "l3": 4, "core": 5}
_started = 0


def init(cpu_workers="default", cpu_cores=0, scheduler=None, gpus=0):
    """Starts the library and StarPU, as sl_init() does; each init() wants one finalize(). May be used by `with`.
    cpu_workers is "machine", "package", "numa", "l3" or "core"; the others are as in sl_config."""
    global _started
    if cpu_workers not in _LEVELS:
        words = "starloop.init: cpu_workers: expected one of {0}, got {1!r}"
        raise ValueError(words.format(list(_LEVELS), cpu_workers))
    config = Config(_LEVELS[cpu_workers], cpu_cores, scheduler.encode() if scheduler else None, gpus)
    call("sl__init", ABI, ctypes.byref(config))
    _started += 1
    return _Running()


def finalize():
    """Waits for all tasks and, at the outermost level, ends the library and its views. Raises the first failure that no
    wait has reported."""
    global _started
    if _started == 1 and not any(view.opened for view in views):
        _end_views()
    status = said("sl_finalize")
    if _started > 0 and (_started > 1 or not library.sl_is_initialized()):
        _started -= 1
    if status != 0:
        raise error(status)


def _end_views():
    """Destroys the views that are alive, which sl_finalize() would warn of. The first failure is left for it."""
    for view in list(views):
        view.end()


@atexit.register
def _finalize_at_exit():
    """A program that ends without finalize(), perhaps by an exception, still waits for its tasks."""
    global _started
    if _started > 0:
        _end_views()
    while _started > 0 and library.sl_is_initialized():
        _started -= 1
        library.sl_finalize()


def wait():
    """Waits for every task that was queued before; raises the first failure that no other wait has reported."""
    call("sl_wait")


def version():
    """The version of the library."""
    return library.sl_version().decode()


def cpu_cores():
    """Cores that CPU loops run on."""
    return library.sl_cpu_cores()


def gpus():
    """GPUs in use."""
    return library.sl_gpus()


def concurrency():
    """The largest number of iterations that can run at the same time."""
    return library.sl_concurrency()


def info():
    """Prints machine, worker groups, versions and variables on standard output."""
    sys.stdout.flush()
    call("sl_info_print", ctypes.c_void_p.in_dll(ctypes.CDLL(None), "stdout"))
    ctypes.CDLL(None).fflush(None)


class Event:
    """The completion of what was queued before Event() was called."""

    def __init__(self):
        self._handle = ctypes.c_void_p()
        call("sl_event_record", ctypes.byref(self._handle))

    def wait(self):
        """Waits until it has come; raises the failure of its tasks."""
        call("sl_event_wait", self._handle)

    def done(self):
        """Whether it has come. Does not wait."""
        came = said("sl_event_test", self._handle)
        if came < 0:
            raise error(library.sl_last_status())
        return came == 1

    def __del__(self):
        if getattr(self, "_handle", None):
            library.sl_event_destroy(ctypes.byref(self._handle))
