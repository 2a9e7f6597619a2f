#!/bin/sh
# Fail when a file includes a header its folder may not see (src/LAYERS).
set -u
if awk '
	FNR == NR && /^[a-z]+:/ { d = $1; sub(":", "", d); ok[d, d] = 1
		for (i = 2; i <= NF; i++) ok[d, $i] = 1; next }
	FNR == NR && /^</ { h = $1; sub(":$", "", h); lib[h] = 1
		for (i = 2; i <= NF; i++) only[h, $i] = 1; next }
	FNR == NR { next }
	/^#[ \t]*include "/ {
		split(FILENAME, p, "/"); split($2, q, "[\"/]")
		if (!((p[2], q[2]) in ok)) {
			printf "%s:%d: %s may not include %s\n", FILENAME, FNR, p[2], $2
			bad = 1
		}
	}
	/^#[ \t]*include </ && ($2 in lib) && !(($2, FILENAME) in only) {
		printf "%s:%d: %s belongs elsewhere\n", FILENAME, FNR, $2; bad = 1
	}
	END { exit bad }
' src/LAYERS src/*/*.c src/*/*.h; then echo "ok layers"; else echo "not ok layers"; fi
