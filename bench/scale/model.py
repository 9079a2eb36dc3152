#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the cases of bench/scale would do on many nodes, from times of one node and a model of the network.

doc/notes/scaling.md derives the formulas and states every assumption. The times are rows of `scale --csv` of one rank,
for several sizes of each case; of rows of one size the fastest counts. The tables have the efficiency: the time of one
node over that of N, and over N besides where the size is that of all together (strong). With "bar" it is that of each
node, and dimension 0 grows; with "cube" all dimensions do. 1D, 2D, 3D: so many dimensions are cut. Behind the number
stands what costs most besides computing at full speed:

  l latency of messages    b bytes on the wire    r reductions    m memory, for faces that are not contiguous
  f starts of loops, and that pieces are slower than the whole    j waits for the slowest    - no row for each node
"""
import argparse
import csv
import math
import os
import sys

WORD = 8  # bytes of a double
LINE = 64  # bytes of a line of the cache

# Dimensions; reductions of a pass; its loops, where inner rows and the others are two; bytes of memory that it moves
# for a cell: each array once, and what is written is read before.
CASES = {"stencil3d": (3, 0, 2, 24), "jacobi2d": (2, 0, 2, 24), "heat": (2, 2, 4, 104)}
NODES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000)


def read_times(path):
    """{case: [(cells, seconds), ...]} by cells, of rows of one rank."""
    times = {}
    with open(path, newline="", encoding="ascii") as file:
        for row in csv.DictReader(file):
            if row["case"] not in CASES or row["ranks"] != "1":
                sys.exit(f"model.py: {path}: expected rows of {', '.join(CASES)} by one rank, got {row['case']} by "
                         f"{row['ranks']}")
            cells, seconds = float(row["cells"]), float(row["seconds_a_pass"])
            sizes = times.setdefault(row["case"], {})
            sizes[cells] = min(seconds, sizes.get(cells, math.inf))
    if not times:
        raise ValueError("there are none")
    return {case: sorted(sizes.items()) for case, sizes in times.items()}


def one_node(times, cells):
    """Seconds of a pass over so many cells on the node that was measured: between two sizes by a power law, below the
    smallest as long as that takes, above the largest by its time a cell."""
    if cells <= times[0][0]:
        return times[0][1]
    for (c0, t0), (c1, t1) in zip(times, times[1:]):
        if cells <= c1:
            return t0 * (cells / c0) ** (math.log(t1 / t0) / math.log(c1 / c0))
    return times[-1][1] * cells / times[-1][0]


def grid_of(nodes, cut):
    """So many nodes along `cut` dimensions, as equal as can be, the most along dimension 0."""
    if cut == 1:
        return (nodes,)
    best = None
    for first in range(1, nodes + 1):
        if nodes % first == 0:
            grid = tuple(sorted((first,) + grid_of(nodes // first, cut - 1), reverse=True))
            if best is None or sum(grid) < sum(best):
                best = grid
    return best


def faces_of(box, grid):
    """[(dimension, elements)] of the faces through which the node with the most neighbours exchanges."""
    return [(d, math.prod(box) / box[d]) for d, p in enumerate(grid) for _ in range(min(p - 1, 2))]


def seconds_a_byte(a, times, case):
    """Of memory, as the largest size has it, whose arrays are in no cache."""
    cells, seconds = times[-1]
    return seconds / (cells * CASES[case][3]) / a.speed


def pass_of(a, times, case, box, grid):
    """Seconds of a pass over a box of cells on each node of a grid, and {letter: seconds of these}; f is what computing
    takes longer than at the speed of the largest size."""
    dimensions, reductions, loops, _ = CASES[case]
    cells, nodes = math.prod(box), math.prod(grid)
    ideal = cells * times[-1][1] / times[-1][0] / a.speed
    compute = one_node(times, cells) / a.speed + loops * a.fork
    faces = faces_of(box, grid)
    # Packed by the one node, unpacked by the other; across the last dimension each element has a line of its own.
    moved = 0
    for d, elements in faces:
        if d == dimensions - 1:
            moved += elements * (3 * LINE + 3 * WORD)
        elif d > 0:
            moved += elements * 6 * WORD
    inner = math.prod(max(0.0, n - min(p - 1, 2)) for n, p in zip(box, grid + (1,) * dimensions)) / cells
    wire = sum(elements for _, elements in faces) * WORD / a.bandwidth
    latency = a.latency if faces else 0.0
    way = wire + latency
    seen = 1.0 - min(a.overlap, inner * compute / way) if way > 0.0 else 0.0  # the part of it that is not hidden
    costs = {"f": compute - ideal,
             "l": seen * latency + 2 * len(faces) * a.overhead,
             "b": seen * wire,
             "m": moved * seconds_a_byte(a, times, case),
             "r": reductions * math.ceil(math.log2(nodes)) * a.hop,
             "j": a.jitter * math.sqrt(2.0 * math.log(nodes))}
    return ideal + sum(costs.values()), costs


def efficiency(a, times, case, kind, cut, size, nodes):
    """(efficiency, letter of the largest cost), or None where a node has no row of its own."""
    dimensions = CASES[case][0]
    grid = grid_of(nodes, cut)
    each = (size,) * dimensions
    if kind == "bar":
        box = each
    else:
        length = size * nodes ** (1.0 / dimensions) if kind == "cube" else size
        box = tuple(length / p for p in grid + (1,) * (dimensions - cut))
    if min(box) < 1.0:
        return None
    one, of_one = pass_of(a, times, case, each, (1,))
    many, costs = pass_of(a, times, case, box, grid)
    less = nodes if kind == "strong" else 1
    costs["f"] -= of_one["f"] / less
    return one / less / many, max(costs, key=costs.get)


def table(a, times, case):
    dimensions = CASES[case][0]
    size = a.points if dimensions == 3 else a.cells
    columns = [("strong", cut) for cut in range(1, dimensions + 1)] + [("bar", 1)]
    columns += [("cube", cut) for cut in range(1, dimensions + 1)]
    seconds = one_node(times, size ** dimensions) / a.speed
    print(f"\n{case}, {' x '.join([str(size)] * dimensions)}: {seconds:.3g} s a pass on one node, memory at "
          f"{1e-9 / seconds_a_byte(a, times, case):.0f} GB/s\n")
    print("| nodes | " + " | ".join(f"{kind}, {cut}D" for kind, cut in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for nodes in NODES:
        row = []
        for kind, cut in columns:
            got = efficiency(a, times, case, kind, cut, size, nodes)
            row.append("-" if got is None else f"{got[0]:.2f}" + (f" {got[1]}" if nodes > 1 else ""))
        print(f"| {nodes} | " + " | ".join(row) + " |")


def positive(text):
    value = float(text)
    if not value > 0.0:
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text}")
    return value


def not_negative(text):
    value = float(text)
    if not 0.0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number from 0, got {text}")
    return value


def share(text):
    value = float(text)
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, got {text}")
    return value


def side(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, got {text}")
    return value


def main():
    parser = argparse.ArgumentParser(prog="model.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.abspath(__file__))
    add = parser.add_argument
    add("--read", default=os.path.join(here, "one-node.csv"), help="rows of `scale --csv` of one rank (one-node.csv)")
    add("--speed", type=positive, default=1.0, help="a node is so many times as fast as the one measured (1)")
    add("--fork", type=not_negative, default=0.0, help="seconds that a loop takes longer to start there (0)")
    add("--latency", type=not_negative, default=1.7e-6, help="seconds of a small message from node to node (1.7e-6)")
    add("--overhead", type=not_negative, default=0.5e-6, help="seconds of a core to send or receive one (0.5e-6)")
    add("--bandwidth", type=positive, default=12e9, help="bytes a second of a node, in each direction (12e9)")
    add("--hop", type=not_negative, default=1.5e-6, help="seconds of one of the log2(N) hops of a reduction (1.5e-6)")
    add("--overlap", type=share, default=0.8, help="share of the way of messages that inner rows can hide (0.8)")
    add("--jitter", type=not_negative, default=0.0, help="standard deviation of a node's pass in seconds (0)")
    add("--points", type=side, default=256, help="points along a side of stencil3d (256)")
    add("--cells", type=side, default=4096, help="points or cells along a side of jacobi2d and heat (4096)")
    a = parser.parse_args()
    try:
        times = read_times(a.read)
    except (OSError, KeyError, ValueError) as error:
        sys.exit(f"model.py: {a.read}: expected rows of `scale --csv`: {error}")
    print(f"Node: {a.speed:g} times the one of {os.path.basename(a.read)}, {a.fork:g} s more a loop. Network: latency "
          f"{a.latency:g} s, {a.overhead:g} s of a core a message, {1e-9 * a.bandwidth:g} GB/s, {a.hop:g} s a hop, "
          f"overlap {a.overlap:g}, jitter {a.jitter:g} s.")
    for case in CASES:
        if case in times:
            table(a, times[case], case)


main()
