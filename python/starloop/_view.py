# SPDX-License-Identifier: BSD-3-Clause
"""Views over numpy arrays, and views whose memory is the library's."""
import contextlib
import ctypes

import numpy

from ._library import MAX_RANK, Extents, Layout, call, error, library, said, views

RIGHT, LEFT = 0, 1  # SL__LAYOUT_*
READ, WRITE, RDWR = 1, 2, 3  # sl_access
# SL_TYPE_TABLE. numpy's bool is C's, which is a uint8_t.
TYPES = {
    "f4": 1, "f8": 2, "i1": 3, "i2": 4, "i4": 5, "i8": 6, "u1": 7, "u2": 8, "u4": 9, "u8": 10, "b1": 7,
}  # fmt: skip
DTYPES = {number: numpy.dtype(word) for word, number in TYPES.items() if word != "b1"}
# Structs that the library has itself: name in C, alignment.
STRUCTS = {"c8": ("sl_complexf", 4), "c16": ("sl_complex", 8)}


def type_of(function, dtype, ctype=None):
    """The sl_type of a dtype; ctype is the name in C where the elements are a struct of the program's."""
    word = dtype.str[1:]
    if not dtype.isnative:
        raise TypeError("{0}: expected numbers in this machine's byte order, got {1}".format(function, dtype))
    if ctype is not None:
        number = library.sl_type_struct(ctype.encode(), dtype.itemsize, dtype.alignment)
    elif word in STRUCTS:
        name, align = STRUCTS[word]
        number = library.sl_type_struct(name.encode(), dtype.itemsize, align)
    elif word in TYPES:
        number = TYPES[word]
    else:
        raise TypeError(
            "{0}: expected a dtype of floats, integers, bool or complex, got {1}; for a struct of the program's "
            'say its name in C: ctype="struct particle"'.format(function, dtype)
        )
    if number == 0:
        raise error(library.sl_last_status())
    return number


def _extents(function, shape):
    if len(shape) > MAX_RANK:
        raise ValueError("{0}: expected at most {1} dimensions, got {2}".format(function, MAX_RANK, len(shape)))
    extents = Extents(len(shape))
    for d, n in enumerate(shape):
        extents.n[d] = n
    return extents


class View:
    """A view; starloop.view(), zeros() and empty() make one. shape, dtype, label and layout ("right" or "left") tell
    what it is."""

    def __init__(self, function, shape, dtype, left, label, ctype, array):
        self.shape, self.dtype, self.label = tuple(shape), numpy.dtype(dtype), label or "view"
        self.layout = "left" if left else "right"
        self._array = array  # whose memory it is: it stays as long as the view
        self._handle = ctypes.c_void_p()
        self.opened = 0  # host accesses that have not ended
        self._type = type_of(function, self.dtype, ctype)
        text, layout, extents = self.label.encode(), Layout(LEFT if left else RIGHT), _extents(function, self.shape)
        out = ctypes.byref(self._handle)
        if array is None:
            call("sl_view_create", text, self._type, layout, extents, out)
        else:
            call("sl_view_wrap", text, self._type, layout, extents, array.ctypes.data, out)
        views.add(self)

    def __repr__(self):
        return "<starloop.View {0!r} {1} {2} {3}>".format(self.label, self.shape, self.dtype, self.layout)

    @contextlib.contextmanager
    def _open(self, access, name):
        address = said("sl_host_begin", self._handle, access, self._type, name.encode())
        if address is None:
            raise error(library.sl_last_status())
        self.opened += 1
        try:
            yield self._as_array(address, access != READ)
        finally:
            self.opened -= 1
            call("sl_host_end", self._handle)

    def _as_array(self, address, writable):
        count = int(numpy.prod(self.shape, dtype=numpy.int64))
        memory = (ctypes.c_char * (count * self.dtype.itemsize)).from_address(address)
        memory.owner = self  # an array that is kept too long finds memory, if not the view's data
        order = "F" if self.layout == "left" else "C"
        array = numpy.ndarray(self.shape, self.dtype, memory, order=order)
        array.flags.writeable = writable
        return array

    def read(self):
        """`with x.read() as a:` waits for the tasks that write the view; a is a numpy array to read, until the end of
        the block."""
        return self._open(READ, "View.read")

    def write(self):
        """The same, to write every element: nothing is read or moved for it."""
        return self._open(WRITE, "View.write")

    def rdwr(self):
        """The same, to read and to write."""
        return self._open(RDWR, "View.rdwr")

    def copy(self):
        """A numpy array with what the view has once the tasks that write it are done."""
        with self.read() as array:
            return array.copy(order="K")

    def wait(self):
        """Waits until no queued task uses the view; raises the failure that left it without its data."""
        call("sl_view_wait", self._handle)

    def destroy(self):
        """Ends the view. A view over an array waits for its tasks: then the array is the program's again."""
        library.sl_clear_error()
        self.end()
        if library.sl_last_status() != 0:
            raise error(library.sl_last_status())

    def end(self):
        """destroy() that leaves a failure in the library."""
        if self._handle:
            said("sl_view_destroy", ctypes.byref(self._handle))
            self._handle = ctypes.c_void_p()
            self._array = None
            views.discard(self)

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.destroy()

    def __del__(self):
        if getattr(self, "_handle", None):
            self.end()


def view(array, label=None, ctype=None):
    """A view over a numpy array, whose memory it uses: C order is layout right, Fortran order layout left. The array is
    the view's until View.destroy(), but for what read(), write() and rdwr() give. Nothing is copied: an array with gaps
    or other strides is refused."""
    if not isinstance(array, numpy.ndarray):
        raise TypeError("starloop.view: expected a numpy array, got {0}".format(type(array).__name__))
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        raise ValueError(
            "starloop.view: expected an array that is contiguous in C or Fortran order, got one of shape {0} with "
            "strides of {1} bytes: numpy.ascontiguousarray() makes a copy that is".format(array.shape, array.strides)
        )
    if not array.flags.writeable:
        raise ValueError("starloop.view: expected an array that may be written, got one that is read-only")
    left = not array.flags.c_contiguous
    return View("starloop.view", array.shape, array.dtype, left, label, ctype, array)


def zeros(shape, dtype=numpy.float64, order="C", label=None, ctype=None):
    """A view over memory of the library's, all zero: order "C" is layout right, "F" layout left."""
    if order not in ("C", "F"):
        raise ValueError('starloop.zeros: order: expected "C" or "F", got {0!r}'.format(order))
    shape = (shape,) if isinstance(shape, (int, numpy.integer)) else tuple(shape)
    return View("starloop.zeros", shape, dtype, order == "F", label, ctype, None)


empty = zeros  # the library's memory is zero at first
