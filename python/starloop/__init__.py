# SPDX-License-Identifier: BSD-3-Clause
"""Starloop for Python: views over numpy arrays, and kernels in C that run as tasks of StarPU.

    import numpy, starloop as sl
    sl.init()
    kernels = sl.Kernels("./libkernels.so")
    x, y = sl.view(numpy.ones(1000)), sl.zeros(1000)
    kernels.axpy(sl.range(0, 1000), 2.0, x, y)    # queued, returns at once
    total = kernels.sum(sl.range(0, 1000), y)     # waits for its result
    with y.read() as values:
        print(values[0], total)
    sl.finalize()

doc/guide/python.md is the page of the guide.
"""
from ._library import Error, Event, concurrency, cpu_cores, finalize, gpus, info, init, version, wait
from ._kernel import Kernel, Kernels, into, policy
from ._space import box, range, size
from ._view import View, empty, view, zeros

__version__ = version()
__all__ = [
    "Error", "Event", "Kernel", "Kernels", "View", "box", "concurrency", "cpu_cores", "empty", "finalize", "gpus",
    "info", "init", "into", "policy", "range", "size", "version", "view", "wait", "zeros",
]  # fmt: skip
