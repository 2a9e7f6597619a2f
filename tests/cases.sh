#!/bin/sh
# cases.sh - the known cases: see cases.py, which takes the same arguments.
cd "$(dirname "$0")/.." || exit 2
exec python3 tests/cases.py "$@"
