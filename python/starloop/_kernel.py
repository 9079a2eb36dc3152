# SPDX-License-Identifier: BSD-3-Clause
"""Kernels: those of a shared library that starloop-cc or the C compiler has made from a kernel file."""
import ctypes
import os

import numpy

from . import _library
from ._library import ABI, Arg, KernelHead, Policy, Space, call
from ._view import DTYPES, STRUCTS, View

_SCALAR, _REDUCTION = 1, 5  # SL__SCALAR, SL__REDUCTION of kernel/kinds.h
_ABI_PLAIN = 0x80000000
_WORDS = {
    "where": ("anywhere", "cpu", "cuda", "caller"),
    "schedule": ("auto", "seq", "simd", "static", "dynamic", "guided", "runtime"),
    "scatter": ("auto", "atomic", "duplicate", "color"),
    "reproducible": ("no", "yes", "across_devices"),
    "segments": ("in_order", "parallel"),
    "iterate_outer": ("default", "left", "right"),
    "iterate_inner": ("default", "left", "right"),
}


def _set(function, made, name, value):
    """Sets one member of a policy."""
    kinds = dict(Policy._fields_)
    if name not in kinds or name == "occupancy":
        known = ", ".join(field for field, kind in Policy._fields_ if field != "occupancy")
        raise TypeError("{0}: expected one of {1}, got {2!r}".format(function, known, name))
    if name in _WORDS:
        if value not in _WORDS[name]:
            raise ValueError("{0}: {1}: expected one of {2}, got {3!r}".format(function, name, _WORDS[name], value))
        setattr(made, name, _WORDS[name].index(value))
    elif name == "gpu":  # SL_GPU(value)
        made.gpu = _library.GPU + value
    elif name in ("label", "nest"):
        setattr(made, name, value.encode())
    elif name in ("order", "tile", "split"):
        numbers = [value] if isinstance(value, int) else list(value)
        if len(numbers) > _library.MAX_RANK:
            raise ValueError(
                "{0}: {1}: expected at most {2} numbers, got {3}".format(
                    function, name, _library.MAX_RANK, len(numbers)
                )
            )
        for d, n in enumerate(numbers):
            getattr(made, name)[d] = n
    else:
        setattr(made, name, value)


def policy(**members):
    """How a loop runs, by the names of sl_policy: policy(schedule="dynamic", chunk=64, label="first")."""
    made = Policy()
    for name, value in members.items():
        _set("starloop.policy", made, name, value)
    return made


class into:
    """The target of a reduction in the graph: into(view) of rank 0, or into(view, i, ...) for one element."""

    def __init__(self, view, *index):
        if not isinstance(view, View):
            raise TypeError("starloop.into: expected a view, got {0}".format(type(view).__name__))
        if len(index) > _library.MAX_RANK:
            most = _library.MAX_RANK
            raise ValueError("starloop.into: expected at most {0} indices, got {1}".format(most, len(index)))
        self.view, self.index = view, index


class Kernel:
    """A kernel. kernel(space, arguments...) queues a loop, with one argument for each word of SL_KERNEL: a number for
    scalar, a view for in, out and inout (a list of them for pack), into(view) for reduce. Where the arguments of reduce
    are all left out, the call waits and returns the results: a number, or a tuple of them. policy=starloop.policy(...)
    says how it runs."""

    def __init__(self, name, head, address):
        self.name, self.rank = name, head.rank
        self._address = address
        self._args = [head.args[i] for i in range(head.nargs)]
        self.arguments = tuple(a.name.decode() for a in self._args)
        self._results = [i for i, a in enumerate(self._args) if a.kind == _REDUCTION]

    def __repr__(self):
        return "<starloop.Kernel {0}(space, {1})>".format(self.name, ", ".join(self.arguments))

    def _refuse(self, i, expected, got):
        words = '{0}: argument "{1}": expected {2}, got {3}'
        return TypeError(words.format(self.name, self.arguments[i], expected, got))

    def _scalar(self, i, value):
        """The value as the argument's type, in memory."""
        info = self._args[i]
        type_name = info.type_name.decode()
        dtype = _dtype_of(info)
        if dtype is None:  # a struct of the program's
            data = bytes(value) if isinstance(value, (numpy.void, numpy.ndarray, bytes, ctypes.Structure)) else b""
            if len(data) != info.size:
                raise self._refuse(i, "{0}, {1} bytes of a numpy record".format(type_name, info.size), repr(value))
            return ctypes.create_string_buffer(data, info.size)
        wanted = numpy.asarray(value)
        if wanted.ndim != 0 or wanted.dtype.kind not in "biufc":
            raise self._refuse(i, "a number, " + type_name, repr(value))
        if dtype.kind in "iu":
            bounds = numpy.iinfo(dtype)
            if wanted.dtype.kind not in "biu" or not bounds.min <= int(wanted) <= bounds.max:
                raise self._refuse(i, "a whole number that fits " + type_name, repr(value))
        elif dtype.kind == "f" and wanted.dtype.kind == "c":
            raise self._refuse(i, "a real number, " + type_name, repr(value))
        data = wanted.astype(dtype).tobytes()
        return ctypes.create_string_buffer(data, len(data))

    def _argument(self, i, value, keep):
        """The sl_arg of a value; what it points to is put into keep."""
        if self._args[i].kind == _SCALAR:
            keep.append(self._scalar(i, value))
            return Arg(_library.SCALAR, None, ctypes.addressof(keep[-1]))
        if self._args[i].kind == _REDUCTION:
            if not isinstance(value, into):
                raise self._refuse(i, "starloop.into(view), or no target at all", type(value).__name__)
            arg = Arg(_library.INTO, value.view._handle, None, len(value.index))
            for d, n in enumerate(value.index):
                arg.index[d] = n
            return arg
        if isinstance(value, View):
            return Arg(_library.VIEW, value._handle)
        if isinstance(value, (list, tuple)) and all(isinstance(v, View) for v in value):
            keep.append((ctypes.c_void_p * max(len(value), 1))(*[v._handle.value for v in value]))
            return Arg(_library.PACK, None, ctypes.addressof(keep[-1]), len(value))
        hint = ": starloop.view(array) makes one" if isinstance(value, numpy.ndarray) else ""
        raise self._refuse(i, "a view", type(value).__name__ + hint)

    def __call__(self, space, *arguments, policy=None):
        if not isinstance(space, Space):
            raise TypeError(
                "{0}: expected a space first, starloop.range(lo, hi) or box(...), got {1}".format(
                    self.name, type(space).__name__
                )
            )
        if policy is not None and not isinstance(policy, Policy):
            raise TypeError("{0}: policy: expected starloop.policy(...), got {1!r}".format(self.name, policy))
        given = list(arguments)
        returns = bool(self._results) and len(given) == len(self._args) - len(self._results)
        if not returns and len(given) != len(self._args):
            raise TypeError(
                "{0}(space, {1}): expected {2} arguments after the space{3}, got {4}".format(
                    self.name, ", ".join(self.arguments), len(self._args),
                    ", or {0} to have the results returned".format(len(self._args) - len(self._results))
                    if self._results else "", len(given),
                )
            )  # fmt: skip
        if returns and policy is not None and policy.combine:
            words = "{0}: policy: expected targets by starloop.into() with combine, got none"
            raise ValueError(words.format(self.name))
        return self._submit(space, given, policy, returns)

    def _submit(self, space, given, policy, returns):
        keep, results = [], []
        args = (Arg * max(len(self._args), 1))()
        for i, info in enumerate(self._args):
            if returns and i in self._results:
                results.append(ctypes.create_string_buffer(info.size))
                args[i] = Arg(_library.HOST, None, ctypes.addressof(results[-1]))
            else:
                args[i] = self._argument(i, given.pop(0), keep)
        chosen = None if policy is None else ctypes.byref(policy)
        call("sl_submit", self._address, chosen, ctypes.byref(space), args, len(self._args))
        if not returns:
            return None
        values = tuple(_value(self._args[i], room) for i, room in zip(self._results, results))
        return values[0] if len(values) == 1 else values


def _dtype_of(info):
    """The numpy dtype of a row of the table; None for a struct of the program's."""
    if info.type in DTYPES:
        return DTYPES[info.type]
    for word, (name, _) in STRUCTS.items():
        if info.type_name.decode() == name:
            return numpy.dtype(word)
    return None


def _value(info, room):
    """A result as a number; bytes for a struct of the program's."""
    dtype = _dtype_of(info)
    return room.raw if dtype is None else numpy.frombuffer(room.raw, dtype)[0].item()


class Kernels:
    """The kernels of a shared library: Kernels("./libkernels.so").axpy is its kernel axpy."""

    def __init__(self, path):
        self._path = os.fspath(path)
        try:
            self._library = ctypes.CDLL(self._path)
        except OSError as reason:
            raise ImportError("starloop.Kernels: {0}".format(reason)) from None

    def __repr__(self):
        return "<starloop.Kernels {0!r}>".format(self._path)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            head = KernelHead.in_dll(self._library, name + "__kernel")
        except ValueError:
            raise AttributeError(
                "starloop.Kernels: {0} has no kernel {1}: there is no symbol {1}__kernel".format(self._path, name)
            ) from None
        if head.abi & ~_ABI_PLAIN != ABI:
            raise ImportError(
                "starloop.Kernels: {0}: kernel {1}: expected one of the interface {2}, got {3}: compile its file again "
                "with these headers".format(self._path, name, ABI, head.abi & ~_ABI_PLAIN)
            )
        made = Kernel(name, head, ctypes.addressof(head))
        setattr(self, name, made)
        return made
