#!/bin/sh
# usage: tests/cli.sh [-u] FILE.t...
# A .t file is a transcript: "$ command" lines, each followed by what the
# command printed and, if it failed, its status as "[N]"; an empty line ends
# it.  All other lines are prose.  -u accepts what the commands print now.
# Commands find the program as $CUDALINT, and images as $IMG/NAME.
set -u
update='' bad=0
if [ "${1-}" = -u ]; then update=1; shift; fi
B=${B:-build}
CUDALINT=${CUDALINT:-$B/cudalint} IMG=${IMG:-$B/img}
case $CUDALINT in /*) ;; *) CUDALINT=$PWD/$CUDALINT ;; esac # some change directory
LC_ALL=C TZ=UTC; export LC_ALL TZ CUDALINT IMG B
unset NO_COLOR CUDALINT_CONFIG CUDALINT_FLEET CUDALINT_FAIL_ON
new=$(mktemp) && trap 'rm -f "$new"' EXIT || exit 2

# Images that transcripts name: one for each recipe, made when it changed.
mkdir -p "$IMG"
for r in fixtures/cli/*.img fixtures/cases/a1.img; do
	[ -e "$r" ] || continue
	o=$IMG/$(basename "$r" .img).tar
	[ "$o" -nt "$r" ] && [ "$o" -nt tests/mkimage.py ] && continue
	python3 tests/mkimage.py --shape docker25 -o "$o" "$r" || exit 2
done

replay() {
	skip=''
	while IFS= read -r line; do
		case $line in
		'$ '*)
			printf '%s\n' "$line"
			sh -c "${line#??}" </dev/null 2>&1 || echo "[$?]"
			skip=1 ;;
		'')	skip=''; echo ;;
		*)	[ "$skip" ] || printf '%s\n' "$line" ;;
		esac
	done <"$1"
}

for t; do
	replay "$t" >"$new"
	if cmp -s "$t" "$new"; then echo "ok cli ${t##*/}"
	elif [ "$update" ]; then cp "$new" "$t"; echo "updated $t"
	else diff -u "$t" "$new"; echo "not ok cli ${t##*/}"; bad=1
	fi
done
exit $bad
