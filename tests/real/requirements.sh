#!/bin/sh
# Versions, specifiers and requirements, as PyPA's packaging reads them.
suite=requirements
. "$(dirname "$0")/lib.sh"
need python3
python3 -c 'import packaging' 2>/dev/null ||
	{ skip "$suite" "no python3 packaging"; exit 0; }

${CC:-cc} -std=c17 -D_POSIX_C_SOURCE=200809L -Isrc -o "$work/answer" \
  tests/real/requirements.c "$B/libcudalint.a" || exit 1
python3 tests/real/requirements.py "$work/answer"
