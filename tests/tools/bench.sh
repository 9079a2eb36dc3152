#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# sl-bench: every case runs at a tiny size, has right results on both sides and prints valid CSV, on cores and on a GPU
# where there is one; each case as processes of its two sides, more sizes in one process. Not timed. The quick form
# (SL_TEST_QUICK) runs one size of each case, some of them as processes.
# SL_BENCH names the program; the build's own otherwise.

bench=${SL_BENCH:-./bench/sl-bench}
count=0
failed=0

report() # status, sentence
{
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        failed=1
    fi
}

if [ ! -x "$bench" ]; then
    echo "1..0 # SKIP sl-bench is not built"
    exit 0
fi

out=$(mktemp) && err=$(mktemp) || exit 99
trap 'rm -f "$out" "$err"' EXIT

header='case,size,device,starloop_seconds,native_seconds,ratio'

# The header, then one row: the case, the size, the device, two positive times, and a ratio that is their quotient.
valid()
{
    [ "$(head -n 1 "$out")" = "$header" ] && [ "$(wc -l < "$out")" -eq 2 ] &&
        tail -n 1 "$out" | awk -F, -v name="$1" -v size="$2" -v device="$device" '
            { q = $5 > 0 ? $4 / $5 : 0; d = q - $6; if (d < 0) d = -d
              good = NF == 6 && $1 == name && $2 == size && $3 == device && $4 > 0 && $5 > 0 && d <= 0.001 * q + 1e-4 }
            END { exit !good }'
}

# Whether --device=cuda says that there is none, and why: $reason.
no_gpu()
{
    "$bench" --device=cuda --case=launch --repeat=1 --csv > "$out" 2> "$err"
    [ $? -eq 3 ] || return 1
    reason=$(sed -n 's/^sl-bench: --device=cuda: //p' "$err")
    [ -n "$reason" ] && [ ! -s "$out" ]
}

device=cpu
ran=
apart="triad dot stream_chain heat_cg launch metg vertexsum waits" # as processes in the quick form, too
run() # case, size, further options
{
    name=$1
    size=$2
    shift 2
    how=--together
    case " $ran " in
    *" $name "*) case ${SL_TEST_QUICK:-0}/$device in 0/* | */cuda) ;; *) return ;; esac ;;
    *) case " $apart " in *" $name "*) how=--separate ;; *) [ ${SL_TEST_QUICK:-0} = 1 ] || how=--separate ;; esac ;;
    esac
    [ $device = cpu ] || how=--together
    ran="$ran $name"
    if [ -n "$reason" ]; then
        count=$((count + 1))
        echo "ok $count - $name of size $size${*:+ ($*)} on $device # SKIP $reason"
        return
    fi
    "$bench" --case="$name" --size="$size" --device=$device $how --repeat=1 --calls=1 --csv "$@" > "$out" 2> "$err" &&
        valid "$name" "$size"
    status=$?
    [ $status -eq 0 ] || sed 's/^/# /' "$out" "$err"
    report $status "$name of size $size ($how${*:+ $*}) on $device runs, has right results and prints valid CSV"
}

names=$("$bench" --list | awk '{ print $1 }')
for want in triad axpy dot reduce3 reduce6 sum_right sum_left sum_tall sum_flat \
    jacobi2d jacobi2d_left matmul matmul_blocked transpose_mixed stream_chain \
    jacobi_sweeps heat_cg launch subview_call auto_call subview_inline1 auto_inline1 region10 metg inline1 \
    layout_lj_right layout_lj_left layout_lj_auto minimd_full_right minimd_full_left minimd_full_auto \
    minimd_half_right minimd_half_left minimd_half_auto scan copy_if histogram_1e3 histogram_1e6 sort sort_pairs \
    color vertexsum assembly list_forall matmul_blocks auto_copy gather_random \
    contention_0 contention_2 contention_5 halo_packing packs_region packs_loop packs_tasks \
    minloc minmax statistics rows_right rows_left spmv_rows \
    waits waits_copy8 waits_planck waits_corners waits_volume waits_integers waits_sweep waits_columns \
    waits_mass waits_branches waits_tiles matmul_nest matmul_nest_collapsed matmul_nest_order matmul_nest_tiled \
    transpose transpose_local transpose_indices stencil7 wavefront 2mm ltimes spmv_teams spmv_sum \
    triad_gpus jacobi2d_gpus stencil3d_gpus; do
    echo "$names" | grep -qx "$want"
    report $? "--list names $want"
done
[ "$(echo "$names" | wc -l)" -eq 87 ]
report $? "--list names nothing else"

run_all()
{
    for name in triad axpy dot reduce3 scan stream_chain; do
        run "$name" 1
        run "$name" 100003
    done
    for name in jacobi2d jacobi2d_left transpose_mixed jacobi_sweeps; do
        run "$name" 3
        run "$name" 131
    done
    for name in minloc copy_if; do
        run $name 1
        run $name 100003
    done
    for name in rows_right rows_left spmv_rows; do
        run $name 1
        run $name 19
    done
    run matmul 67
    run matmul_blocked 96
    run matmul_blocks 150
    run gather_random 1003
    run heat_cg 16 --steps=2
    run launch 1
    run subview_call 3
    run auto_call 3
    for name in layout_lj_right layout_lj_left layout_lj_auto; do run $name 7; done
    for layout in right left auto; do
        run minimd_full_$layout 5
        run minimd_half_$layout 6
    done
    run triad 1000 --wait
    run triad 1000 --chain=1
    run stream_chain 100003 --chain=0
    run launch 1 --wait
    run region10 1
    run region10 1000
    run region10 100003 --wait
}

reason=
run_all
run sort 1
run sort 100003
run sort_pairs 100003
run histogram_1e3 1
for name in reduce6 minmax statistics sum_tall sum_flat; do
    run $name 1
    run $name 100003
done
run sum_right 131
run sum_left 131
run histogram_1e3 100003
run histogram_1e6 1000
run color 131
run list_forall 1
run list_forall 100003
run vertexsum 4
run vertexsum 131
for name in matmul_nest matmul_nest_collapsed matmul_nest_order matmul_nest_tiled transpose transpose_local \
    transpose_indices stencil7 wavefront 2mm ltimes; do
    run $name 67
done
run wavefront 1
run stencil7 3
run spmv_teams 1
run spmv_teams 1003
run spmv_sum 1003
run assembly 1
run assembly 13
run contention_0 1
run contention_2 1048576
run halo_packing 1
run halo_packing 9
for name in packs_region packs_loop packs_tasks; do
    run $name 1
    run $name 33
done
run waits 100003
for name in copy8 planck corners volume integers sweep columns mass branches tiles; do run waits_$name 1003; done
run metg 2
run inline1 1
run subview_inline1 3
run auto_inline1 3
run inline1 100 --inline=0
STARLOOP_CPU_WORKERS=core
export STARLOOP_CPU_WORKERS
for split in 4 auto; do
    run stream_chain 100003 --split=$split
    run jacobi_sweeps 131 --split=$split
    run triad_gpus 100003 --split=$split
    run jacobi2d_gpus 131 --split=$split
    run stencil3d_gpus 33 --split=$split
done
unset STARLOOP_CPU_WORKERS
device=cuda
if no_gpu; then report 0 "--device=cuda has an exit status of its own where there is none: $reason"; fi
run_all
run_gpus()
{
    for name in triad_gpus jacobi2d_gpus stencil3d_gpus; do
        run $name 3 "$@"
        run $name 131 "$@"
    done
}
run_gpus
gpus=1
while [ -z "$reason" ] && [ $gpus -lt 4 ] && "$bench" --case=triad_gpus --size=1 --device=cuda --gpus=$((gpus + 1)) \
    --repeat=1 --csv > "$out" 2> "$err"; do
    gpus=$((gpus + 1))
    run_gpus --gpus=$gpus
    run jacobi2d_gpus 131 --gpus=$gpus --split=5
done
run launch 1000
run heat_cg 150 --steps=2
run histogram_1e3 100003
run histogram_1e6 1000
run contention_0 1
run contention_2 1048576
run spmv_teams 1003

# A row of --placement: positive times, a GPU's or "-", and the ratio of the open one to the better place.
placement() # case, size, options
{
    name=$1
    size=$2
    shift 2
    "$bench" --placement --case="$name" --size="$size" --repeat=1 --csv "$@" > "$out" 2> "$err" &&
        [ "$(wc -l < "$out")" -eq 2 ] && tail -n 1 "$out" | awk -F, -v name="$name" -v size="$size" '
            function off(x, y) { return x > y ? x - y : y - x }
            { better = $5 == "-" || $4 < $5 ? $4 : $5
              good = NF == 7 && $1 == name && $2 == size && $3 > 0 && $4 > 0 && ($5 == "-" || $5 > 0) && $6 > 0 &&
                     off($6 / better, $7) <= 0.001 * $7 + 1e-4 }
            END { exit !good }'
    status=$?
    [ $status -eq 0 ] || sed 's/^/# /' "$out" "$err"
    report $status "--placement: $name of size $size runs, has right results and prints valid CSV"
}
placement triad 1000 --calls=50
placement launch 1 --calls=50
placement heat_cg 16 --calls=2 --steps=2

fails() # expected exit status, expected words, sentence, options
{
    code=$1
    words=$2
    sentence=$3
    shift 3
    "$bench" "$@" > "$out" 2> "$err"
    [ $? -eq "$code" ] && grep -q "$words" "$err" && [ ! -s "$out" ]
    report $? "$sentence"
}

STARLOOP_GPUS=0
export STARLOOP_GPUS
fails 3 'device=cuda: \(this build has no CUDA\|no GPU can be used\)' "without GPUs --device=cuda says so" \
    --case=triad --device=cuda
unset STARLOOP_GPUS
fails 2 'expected cpu or cuda, got "tpu"' "an unknown device is refused" --device=tpu
fails 2 'got "nothing"' "an unknown case is refused" --case=nothing
fails 2 'whole number' "a size that is no number is refused" --case=triad --size=many
fails 2 'whole number' "a size of 0 is refused" --case=triad --size=0
fails 2 'expected 0 or 1, got "yes"' "a switch that is neither 0 nor 1 is refused" --chain=yes
fails 2 'expected a case that is for GPUs' "a case without a twin on GPUs is refused there" --case=metg --device=cuda
fails 2 'expected --case' "a size without a case is refused" --size=10
fails 2 'expected a case whose views can be split, got "triad"' "a case that knows no split views refuses them" \
    --case=triad --split=4
fails 2 'gpus: expected a case for several GPUs, got "triad"' "a case of one GPU refuses several" \
    --case=triad --device=cuda --gpus=2
fails 2 'gpus: expected --device=cuda' "several GPUs are refused for cores" --case=triad_gpus --gpus=2
fails 2 'gpus: expected a whole number from 1 to 16' "more GPUs than a host has are refused" --gpus=17
fails 3 'device=cuda: this build\|device=cuda: no GPU\|gpus: expected [0-9]* or fewer' "and more than there are" \
    --case=triad_gpus --device=cuda --gpus=16
fails 2 'placement: expected a case for one GPU' "a case of several GPUs has no placement" --case=triad_gpus --placement
fails 2 'split: expected --case' "a split without a case is refused" --split=4
fails 2 'split: expected no --placement' "a split of a placement is refused" --case=stream_chain --split=4 --placement
fails 2 'split: expected auto or a whole number' "a split of 0 parts is refused" --case=stream_chain --split=0
fails 2 'options only' "a word that is no option is refused" triad

fails 2 'separate: expected --device=cpu' "processes of their own are refused on a GPU" --separate --device=cuda

for how in --together --separate; do
    "$bench" --case=jacobi2d --size=2 --csv $how > "$out" 2> "$err"
    [ $? -eq 1 ] && grep -q 'expected 3 or more' "$err" && [ "$(wc -l < "$out")" -eq 1 ]
    report $? "a size too small for the case fails and prints no row, $how"
done
grep -q 'jacobi2d of size 2: the process of both sides: expected a result, got exit status 1' "$err"
report $? "a process that fails is named by its case, size and side"

# Seconds of a processor that each process may take: the first one, of both sides, takes less, but where the machine is
# very slow; the next one takes a minute.
(ulimit -t 2 && exec "$bench" --case=triad --size=1000 --repeat=10000 --calls=10000 --csv) > "$out" 2> "$err"
[ $? -eq 1 ] && [ "$(wc -l < "$out")" -eq 1 ] &&
    grep -qE 'triad of size 1000: the process of (Starloop|both sides): expected a result, got signal' "$err"
report $? "so is one that is ended by a signal, and no row is printed"

"$bench" --case=matmul_blocked --size=40 --csv > "$out" 2> "$err"
[ $? -eq 1 ] && grep -q 'multiple of 32' "$err"
report $? "a size that does not divide into blocks fails"

curve=${abs_top_srcdir:?}/bench/contention-curve
{
    echo "case,size,device,starloop_seconds,native_seconds,ratio"
    for size in 1 16 1048576; do echo "contention_0,$size,cpu,1.1e-2,1.2e-1,0.1"; done
    echo "contention_5,1,cpu,4e-1,5e-1,0.8"
} > "$out.csv"
bash "$curve" --read="$out.csv" > "$out" 2> "$err" && [ "$(grep -c '<polyline' "$out")" -eq 4 ] &&
    [ "$(grep -c '<svg' "$out")" -eq 1 ] && [ "$(tail -n 1 "$out")" = "</svg>" ] &&
    grep -q 'points="70.0,[0-9.]* 158.0,[0-9.]* 510.0,' "$out"
report $? "contention-curve draws a line a side and amount of work, over the logarithm of the stride"
bash "$curve" --read=/dev/null > "$out" 2> "$err"
[ $? -eq 1 ] && grep -q 'expected rows of contention cases, got none' "$err"
report $? "and says where there are no rows"
bash "$curve" --device=cups > "$out" 2> "$err"
[ $? -eq 2 ] && grep -q 'got --device=cups' "$err"
report $? "or what option it does not know"
rm -f "$out.csv"

for how in --together --separate; do
    "$bench" --case=triad --size=1000 --repeat=3 --calls=9 $how > "$out" 2> "$err" &&
        grep -q '^triad  *1000 .* 3 x 9$' "$out" && grep -q ', [1-9][0-9]* cores\?, ' "$out"
    report $? "without --csv a readable table is printed, $how"
done

echo "1..$count"
exit $failed
