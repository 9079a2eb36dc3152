/* SPDX-License-Identifier: BSD-3-Clause */
/* For where: a program that includes one header of the library alone. */
#include <starloop/view.h>

int where_header(void);

int where_header(void)
{
    const int line = __LINE__ + 1;
    (void)sl_view_rank(NULL);
    return line;
}
