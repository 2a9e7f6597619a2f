#!/bin/sh
# One image through the tools that write images: tests/real/roads.py.
# CRANE, KO, BUILDKITD and BUILDCTL name programs that no Debian package has.
suite=roads
. "$(dirname "$0")/lib.sh"
need python3 zstd
exec python3 tests/real/roads.py "$@"
