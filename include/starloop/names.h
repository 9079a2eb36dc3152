/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A macro of the program that would hit a member of starloop.h is an error. Made by tools/make-names.
 *
 * All other words are the program's. After the inclusion these are, too: macros of ours name no members. */
#ifndef STARLOOP_NAMES_H
#define STARLOOP_NAMES_H

#ifndef SL__NO_NAMES
#ifdef access
#error "the macro access hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef balance
#error "the macro balance hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef bandwidth
#error "the macro bandwidth hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef block
#error "the macro block hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef blocks_needed
#error "the macro blocks_needed hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef blocks_per_sm
#error "the macro blocks_per_sm hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef calls
#error "the macro calls hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef captures
#error "the macro captures hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef chunk
#error "the macro chunk hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef collapse
#error "the macro collapse hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef colors
#error "the macro colors hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef combine
#error "the macro combine hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef count
#error "the macro count hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef cpu_cores
#error "the macro cpu_cores hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef cpu_workers
#error "the macro cpu_workers hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef custom
#error "the macro custom hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef data
#error "the macro data hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef den
#error "the macro den hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef first
#error "the macro first hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef firsts
#error "the macro firsts hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef gpu
#error "the macro gpu hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef gpus
#error "the macro gpus hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef grid
#error "the macro grid hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef hi
#error "the macro hi hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef hi_index
#error "the macro hi_index hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef im
#error "the macro im hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef index
#error "the macro index hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef iterate_inner
#error "the macro iterate_inner hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef iterate_outer
#error "the macro iterate_outer hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef joined
#error "the macro joined hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef keys
#error "the macro keys hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef kind
#error "the macro kind hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef label
#error "the macro label hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef laned
#error "the macro laned hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef largest
#error "the macro largest hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef league
#error "the macro league hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef leagues
#error "the macro leagues hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef lo
#error "the macro lo hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef lo_index
#error "the macro lo_index hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef lost
#error "the macro lost hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef mean_span
#error "the macro mean_span hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef min_blocks
#error "the macro min_blocks hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef multiprocessors
#error "the macro multiprocessors hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef n
#error "the macro n hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef nest
#error "the macro nest hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef num
#error "the macro num hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef object
#error "the macro object hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef occupancy
#error "the macro occupancy hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef offset
#error "the macro offset hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef order
#error "the macro order hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef pad
#error "the macro pad hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef policy
#error "the macro policy hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef position
#error "the macro position hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef priority
#error "the macro priority hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef rank
#error "the macro rank hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef re
#error "the macro re hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef replays
#error "the macro replays hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef reproducible
#error "the macro reproducible hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef reused
#error "the macro reused hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef runs
#error "the macro runs hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef scatter
#error "the macro scatter hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef schedule
#error "the macro schedule hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef scheduler
#error "the macro scheduler hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef scratch_bytes
#error "the macro scratch_bytes hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef segments
#error "the macro segments hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef slots
#error "the macro slots hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef smallest
#error "the macro smallest hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef split
#error "the macro split hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef starloop
#error "the macro starloop hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef step
#error "the macro step hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef stride
#error "the macro stride hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef synchronous
#error "the macro synchronous hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef tasks
#error "the macro tasks hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef team
#error "the macro team hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef threads
#error "the macro threads hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef threads_per_sm
#error "the macro threads_per_sm hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef tile
#error "the macro tile hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef tile_auto
#error "the macro tile_auto hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef updates
#error "the macro updates hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef value
#error "the macro value hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef vector
#error "the macro vector hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef view
#error "the macro view hits a member of Starloop: define it after #include <starloop.h>"
#endif
#ifdef where
#error "the macro where hits a member of Starloop: define it after #include <starloop.h>"
#endif
#endif

#endif
