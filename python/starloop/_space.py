# SPDX-License-Identifier: BSD-3-Clause
"""Iteration spaces."""
import ctypes

from ._library import Space, index_t, library


def range(lo, hi, step=1):
    """The indices lo <= i < hi, or every step-th one, downwards with a negative step."""
    if step == 1:
        return box(lo, hi)
    return library.sl_space_stride(lo, hi, step)


def box(*bounds):
    """The box lo0, hi0, lo1, hi1, ... of rank 1 to 6: lo0 <= i < hi0, lo1 <= j < hi1, ..."""
    numbers = (index_t * max(len(bounds), 1))(*bounds)
    return library.sl_space_box(len(bounds), numbers)


def size(space):
    """How many points a space has."""
    if not isinstance(space, Space):
        raise TypeError("starloop.size: expected a space of range() or box(), got {0!r}".format(space))
    return library.sl_space_size(ctypes.byref(space))
