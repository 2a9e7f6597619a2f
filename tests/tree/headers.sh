#!/bin/sh
# Every header compiles alone and opens with the five lines of style.md.
set -u
for h in src/*/*.h; do
	if ! ${CC:-cc} -std=c17 -D_POSIX_C_SOURCE=200809L -Isrc -fsyntax-only -x c "$h"; then
		echo "not ok $h does not compile alone"
	elif ! head -1 "$h" | grep -q '^/\*' ||
	     ! sed -n '2p' "$h" | grep -q "^ \* ${h##*/} - "; then
		echo "not ok $h: no '${h##*/} - what it is' at the top"
	elif [ "$(wc -l <"$h")" -gt 120 ]; then
		echo "not ok $h is too long"
	else
		echo "ok $h"
	fi
done
