/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief A macro of the program that would hit a member of starloop/kernel.h is an error. Made by tools/make-names.
 *
 * All other words are the program's. After the inclusion these are, too: macros of ours name no members. */
#ifndef STARLOOP_KERNEL_NAMES_H
#define STARLOOP_KERNEL_NAMES_H

#ifndef SL__NO_NAMES
#ifdef abi
#error "the macro abi hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef align
#error "the macro align hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef args
#error "the macro args hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef args_size
#error "the macro args_size hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef bounds_checked
#error "the macro bounds_checked hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef by_pointer
#error "the macro by_pointer hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef cpu
#error "the macro cpu hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef cuda
#error "the macro cuda hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef file
#error "the macro file hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef form
#error "the macro form hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef function
#error "the macro function hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef joins
#error "the macro joins hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef line
#error "the macro line hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef modifiers
#error "the macro modifiers hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef name
#error "the macro name hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef nargs
#error "the macro nargs hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef op
#error "the macro op hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef raise_first
#error "the macro raise_first hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef raise_last
#error "the macro raise_last hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef size
#error "the macro size hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef state
#error "the macro state hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef turns
#error "the macro turns hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef type
#error "the macro type hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#ifdef type_name
#error "the macro type_name hits a member of Starloop: define it after #include <starloop/kernel.h>"
#endif
#endif

#endif
