/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STARLOOP_TESTS_CREW_H
#define STARLOOP_TESTS_CREW_H

/** Called by bodies of cw_call. */
void crew_called(void);

#endif
