# SPDX-License-Identifier: BSD-3-Clause
# BEGIN LISTS (tools/update-lists)
# END LISTS
