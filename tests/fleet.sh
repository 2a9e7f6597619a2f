#!/bin/sh
# usage: tests/fleet.sh [-u] [SAMPLE...]
# Each sample of fixtures/fleet, a file or a folder of files about the same
# fleet, is imported: SAMPLE.out is what that says and its exit status.  What
# was imported is shown, and imported again it is the same bytes.  -u accepts.
set -u
update=''
if [ "${1-}" = -u ]; then update=1; shift; fi
B=${B:-build}
CUDALINT=${CUDALINT:-$B/cudalint}
LC_ALL=C TZ=UTC; export LC_ALL TZ
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT || exit 2
[ $# -gt 0 ] || set -- fixtures/fleet/*

one() { # SAMPLE: its output into $tmp/out, its profile into $tmp/a
	if [ -d "$1" ]; then set -- "$1"/*; fi
	"$CUDALINT" fleet import "$@" >"$tmp/a" 2>"$tmp/err"
	status=$?
	{ sed "s|fixtures/fleet/||g" "$tmp/err"; cat "$tmp/a"
	  echo "[$status]"; } >"$tmp/out"
}

stable() { # what was imported, shown and imported again
	"$CUDALINT" fleet import <"$tmp/a" >"$tmp/b" 2>/dev/null || return 1
	cmp "$tmp/a" "$tmp/b" || return 1
	"$CUDALINT" fleet show "$tmp/a" >"$tmp/show" || return 1
	"$CUDALINT" fleet show "$tmp/b" | cmp "$tmp/show" - || return 1
	awk 'length($0) > 80 { exit 1 }' "$tmp/show"
}

for s; do
	case $s in *.out) continue ;; esac
	one "$s"
	if [ "$update" ]; then cp "$tmp/out" "$s.out"; fi
	if ! diff -u "$s.out" "$tmp/out"; then
		echo "not ok $s"
	elif [ -s "$tmp/a" ] && ! stable; then
		echo "not ok $s: not the same when imported again"
	elif [ ! -s "$tmp/a" ] && [ "$(wc -l <"$tmp/err")" -ne 1 ]; then
		echo "not ok $s: wants one clear line"
	else
		echo "ok $s"
	fi
done
