/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 *  @brief Devices, and the launches that are on them. */
#ifndef STARLOOP_LIB_EXEC_CUDA_STATE_H
#define STARLOOP_LIB_EXEC_CUDA_STATE_H

#include "exec/cuda/cuda.h"

/** The device of the calling CUDA worker, made ready at its first task. @return NULL with *failure set.
 *  @param[in] at  where in the program the call of the task stands, for that failure: base/position.h */
sl__cuda_device *sl__cuda_device_current(sl__at at, sl__failure **failure);

/** The device of a worker, in whose context the calling thread is. As above. */
sl__cuda_device *sl__cuda_device_ready(int worker, sl__at at, sl__failure **failure);

/** The device of the calling thread, where it is a CUDA worker that has run a task; NULL else. Async-signal-safe. */
const sl__cuda_device *sl__cuda_device_of_thread(void);

/** The device of a worker, from any thread; NULL: it has run no task, or is none. */
sl__cuda_device *sl__cuda_device_of_worker(int worker);

/** Puts the calling thread into the device's context. @return what sl__cuda_leave() takes */
int sl__cuda_enter(const sl__cuda_device *device);
/** And back. */
void sl__cuda_leave(int before);

/** Has StarPU's stream wait for what was launched: for a task that is to end when that has passed. */
void sl__cuda_join(sl__cuda_device *device);

/** Frees what all devices hold. Outside tasks. */
void sl__cuda_devices_free(void);

/** Makes so many records that are idle, where there are not as many. @return 0 without memory. */
int sl__cuda_flights_reserve(sl__cuda_device *device, int count);

/** A record for a task about to be launched. @return NULL without memory. */
sl__flight *sl__cuda_flight_take(sl__cuda_device *device, sl__task *task);

/** @return the next batch's word, which is 0 when its first launch begins; NULL without memory. */
unsigned *sl__cuda_next_word(sl__cuda_device *device);

/** The task has ended, or was not launched. */
void sl__cuda_flight_give(sl__flight *flight);

/** Makes a record that is not in flight. @return NULL without memory. */
sl__flight *sl__cuda_flight_new(sl__cuda_device *device);

/** A record goes into flight with a task. */
void sl__cuda_flight_enter(sl__flight *flight, sl__task *task);

/** Whether it is in flight. */
int sl__cuda_flight_flies(sl__flight *flight);
void sl__cuda_flight_free(sl__flight *flight);

#endif
