/* SPDX-License-Identifier: BSD-3-Clause */
/* A tool that makes NVTX ranges of loops, copies, waits and phases, for Nsight Systems and all else that reads NVTX:
 *     cc -O2 -shared -fPIC $(pkg-config --cflags starloop) -I/usr/local/cuda/include nvtx.c -o nvtx.so -ldl
 *     STARLOOP_TOOLS=./nvtx.so nsys profile ./program
 * NVTX is a header of the CUDA toolkit; no library of CUDA's is linked with. Loops overlap, and those on GPUs end in
 * another function than they begin in: ranges are those with an identifier, not pushed and popped. */
#include <string.h>

#include <nvtx3/nvToolsExt.h>
#include <starloop/tools.h>

static nvtxDomainHandle_t domain;

/* @param[in] what  with @p number, which NVTX shows beside the text; the text is copied */
static void begin(uint32_t color, const char *text, uint64_t number, uint64_t *id)
{
    nvtxEventAttributes_t event;
    memset(&event, 0, sizeof event);
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.colorType = NVTX_COLOR_ARGB;
    event.color = color;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = text;
    event.payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
    event.payload.ullValue = number;
    *id = nvtxDomainRangeStartEx(domain, &event);
}

static void end(void *data, uint64_t id)
{
    (void)data;
    nvtxDomainRangeEnd(domain, id);
}

static void init(void *data, const sl_tool_start *start)
{
    (void)data;
    (void)start;
    domain = nvtxDomainCreateA("starloop");
}

static void begin_loop(void *data, const sl_tool_loop *loop, uint64_t *id)
{
    (void)data;
    begin(loop->where == SL_TOOL_GPU ? 0xff76b900 : 0xff3b78c3, loop->label,
          loop->kernel != NULL ? (uint64_t)loop->iterations : 0, id);
}

static void begin_copy(void *data, const sl_tool_copy *copy, uint64_t *id)
{
    (void)data;
    begin(0xffe08b2c, *copy->label ? copy->label : "copy", copy->bytes, id);
}

static void begin_wait(void *data, const char *function, uint64_t *id)
{
    (void)data;
    begin(0xff999999, function, 0, id);
}

static void begin_phase(void *data, const char *name, uint64_t *id)
{
    (void)data;
    begin(0xff8e44ad, name, 0, id);
}

static void fini(void *data)
{
    (void)data;
    nvtxDomainDestroy(domain);
}

const sl_tools sl_tools_table = {.version = SL_TOOLS_VERSION,
                                 .init = init,
                                 .begin_loop = begin_loop,
                                 .end_loop = end,
                                 .begin_copy = begin_copy,
                                 .end_copy = end,
                                 .begin_wait = begin_wait,
                                 .end_wait = end,
                                 .begin_phase = begin_phase,
                                 .end_phase = end,
                                 .fini = fini};
