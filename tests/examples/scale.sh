#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench/scale with 1 and 3 ranks, by either side: its own checks of results, which are closed forms and the serial twin
# of examples/heat; messages and bytes, which are known, and which StarPU counts as well; what it says of wrong results
# and options.
. "$(dirname "$0")/../tap.bash"
cd "$work" || exit 1
scale=$builddir/bench/scale/scale
needs_ranks "$scale" "problems cut among ranks by plain MPI have the right answers"
export OMP_NUM_THREADS=1

# Heat that crosses every border of ranks: the left and the right of all rows differ, and so do rows.
cat > deck << 'END'
*tea
state 1 density=2.0 energy=0.1
state 2 density=0.5 energy=25.0 geometry=rectangle xmin=2.0 xmax=4.0 ymin=1.0 ymax=99.0
state 3 density=0.1 energy=9.0 geometry=circle xmin=5.0 ymin=3.5 radius=1.5
x_cells=10
y_cells=10
xmin=0.0
ymin=0.0
xmax=10.0
ymax=10.0
initial_timestep=0.04
end_step=1
max_iters=10000
use_cg
eps 1.0e-20
*endtea
END

# right SENTENCE N OPTION...: N ranks run the case, the result is right, and the last OPTION is a line that is printed.
right()
{
    local sentence=$1 n=$2 line=${!#}
    set -- "${@:3:$#-3}"
    ranks "$n" "$@" > got 2> errors && grep -q '^largest error: .*, right$' got && grep -qF -- "$line" got
    ok $? "$sentence" got
}
nothing='bytes sent: 0 for each'
OMP_NUM_THREADS=2 right "the 7-point stencil of one rank is the known wave" 1 --size=20 --steps=9 "$nothing"
OMP_NUM_THREADS=2 right "so is the 5-point one" 1 --case=jacobi2d --size=33 --steps=800 "$nothing"
OMP_NUM_THREADS=2 right "heat of one rank is the serial twin's" 1 --case=heat --deck=deck --check --size=21 --steps=2 \
    "$nothing"
right "the 7-point stencil in 6, 6 and 5 planes sends four of them" 3 --size=19 --steps=9 \
    "bytes sent: 11552 for each step, 1.0000 of the halo surface"
right "the 5-point one sends four messages" 3 --case=jacobi2d --size=1500 --steps=4 \
    "messages: 4 for each step, at most 2 of a rank"
right "with one row for each rank it is right, too" 3 --case=jacobi2d --size=5 --steps=5 \
    "bytes sent: 160 for each step, 1.0000 of the halo surface"
right "heat of three ranks is the serial twin's" 3 --case=heat --deck=deck --check --size=31 --steps=3 \
    "1.0000 of the halo surface"
right "with --weak the domain grows" 3 --case=heat --deck=deck --check --size=8 --steps=2 --weak \
    "heat, weak: 24 x 8 cells, 3 ranks of 1 thread"

ranks 3 --size=10 --steps=5 --weak --csv > got 2> errors
[ "$(cut -d , -f 1-7,9-12 got | tail -n 1)" = stencil3d,weak,3,1,10,1536,4,3200,4,0,1.0000 ] &&
    [ "$(head -n 1 got | tr , '\n' | wc -l)" = "$(tail -n 1 got | tr , '\n' | wc -l)" ]
ok $? "--csv has a row: three times 8 x 8 x 8 points, four planes sent" got

# Starloop's side. Rows are sent whole, edges included, as plain MPI's are; with heat of few rows also some for its
# reductions.
starloop()
{
    local halo="1.0000 of the halo surface"
    right "the 7-point stencil of one rank by Starloop is the known wave" 1 --side=starloop --size=20 --steps=9 \
        "$nothing"
    right "so is that of three, which send planes of 66 KiB and no more" 3 --side=starloop --size=92 --steps=5 "$halo"
    grep -q '^messages: 4 for each step, at most 2 of a rank$' got
    ok $? "in four messages" got
    right "with --weak, too" 3 --side=starloop --size=10 --steps=5 --weak "$halo"
    right "with one row for each rank it is right" 3 --side=starloop --case=jacobi2d --size=5 --steps=5 \
        "at most 1 of a rank"
    sed 's/initial_timestep=.*/initial_timestep=0.001/; s/^eps .*/eps 1.0e-12/' deck > short # of few iterations
    right "heat of three ranks is the serial twin's" 3 --side=starloop --case=heat --deck=short --check --size=128 \
        --steps=1 "reductions over all ranks: 2 for each iteration"
    right "so is that of one rank" 1 --side=starloop --case=heat --deck=deck --check --size=31 --steps=3 "$nothing"
    sed 's/initial_timestep=.*/initial_timestep=0.00004/' short > few
    right "heat of 512 x 512 cells sends one on each side of a border, edges included, and none for its reductions" 3 \
        --side=starloop --case=heat --deck=few --size=512 --steps=1 "1.0039 of the halo surface"
    ( export STARPU_COMM_STATS=1 STARPU_MPI_STATS=1 # StarPU 1.3 knows the first, 1.4 the other
      ranks 3 --side=starloop --case=jacobi2d --size=1500 --steps=4 > got 2>&1 )
    grep -q "^bytes sent: 48000 for each step, $halo\$" got &&
        [ "$(awk '$2 == "TOTAL:" { bytes += $3 } END { print bytes }' got)" = $((4 * 48000)) ]
    ok $? "StarPU counts the same bytes: four rows in each of four steps" got
    sed 's/max_iters=.*/max_iters=2/' deck > short
    says "what did not converge by Starloop is a wrong result" 1 'scale: heat: error inf' "$scale" --side=starloop \
        --case=heat --deck=short
}
if [ -n "${SL_TEST_NO_STARPU_MPI:-}" ]; then
    says "Starloop's side needs libstarloop-mpi" 1 'expected a build with libstarloop-mpi' "$scale" --side=starloop
else
    starloop
fi

sed 's/max_iters=.*/max_iters=1/' deck > short
says "what did not converge is a wrong result" 1 'scale: heat: error inf' "$scale" --case=heat --deck=short
says "fewer rows than ranks are refused" 2 \
    'scale: --size: expected a row beside the edges for each rank, of which there are 3, got 4' ranks 3 --size=4
says "so is heat without a deck" 2 'scale: heat: expected --deck=FILE' "$scale" --case=heat
says "so is a case that there is not" 2 'scale: --case: expected stencil3d, jacobi2d or heat, got "x"' "$scale" --case=x
says "so is a box too large" 2 'scale: --size: expected at most 4000 for stencil3d, got 4001' "$scale" --size=4001
says "so is a single step" 2 'scale: --steps: expected a second step to time' "$scale" --size=9 --steps=1

# The model, with numbers that are known by hand. A pass of 1000 x 1000 cells takes 10 us, as long as any smaller one;
# with two nodes 1 us is the way of 1000 doubles, 1 the latency, 2 those of two reductions; with 1000 nodes they are
# 2, 1 and 20.
model=$srcdir/bench/scale/model.py
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2> errors; then
    skip "no python3" "the model of many nodes"
    done_testing
    exit
fi
head -n 1 "$srcdir/bench/scale/one-node.csv" > times
echo heat,strong,1,1,1000,1000000,9,1e-5,0,0,2,0,0,0 >> times
python3 "$model" --read=times --cells=1000 --latency=1e-6 --hop=1e-6 --overhead=0 --bandwidth=8e9 --overlap=0 > got 2>&1
grep -qF '| 2 | 0.36 f | 0.36 f | 0.71 r |' got && grep -q '^| 1000 |.*| 0.30 r | [^|]* | [^|]* |$' got
ok $? "the model's efficiency is that by hand" got
python3 "$model" --read=times --cells=1000 --latency=1e-6 --hop=0 --overhead=0 --bandwidth=8e9 --overlap=1 > got 2>&1
[ "$(grep -cE '^\| [0-9]+ \|( [^|]*\|){2} 1\.00 ' got)" = 11 ]
ok $? "what is hidden behind the inner rows costs nothing" got
python3 "$model" > got 2>&1
[ "$(grep -cE '^\| [0-9]+ (\| ([0-9.]+( [blrmfj])?|-) )+\|$' got)" = 33 ] &&
    [ "$(grep -cE '^\| 1 (\| 1\.00 )+\|$' got)" = 3 ]
ok $? "the times in the tree give three tables up to 1000 nodes" got
sed 's/strong,1/strong,2/' times > two
says "rows of two ranks are refused" 1 'model.py: two: expected rows of stencil3d, jacobi2d, heat by one rank' \
    python3 "$model" --read=two
says "so is a file that is not there" 1 'model.py: nowhere: expected rows of `scale --csv`' \
    python3 "$model" --read=nowhere
says "so is a file of no rows" 1 'model.py: errors: expected rows of `scale --csv`: there are none' \
    python3 "$model" --read=errors
says "so is an overlap above 1" 2 'expected a number from 0 to 1, got 2' python3 "$model" --overlap=2
done_testing
