#!/bin/sh
# One table of options: each row belongs to a command, each command's words are
# rows; --help fits a screen; the parser knows what --help lists; the README
# names no other.
set -u
B=${B:-build}
CUDALINT=${CUDALINT:-$B/cudalint}
commands=$("$CUDALINT" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' |
  grep -v cudalint; echo manual)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT || exit 2
say() { # STATUS NAME REASON
	if [ "$1" -eq 0 ]; then echo "ok $2"; else echo "not ok $2: $3"; fi
}

fits() { # NAME FILE: at most 24 columns by 80 would be best; 44 lines are let
	lines=$(wc -l <"$2")
	wide=$(LC_ALL=C tr -d '\200-\277' <"$2" | LC_ALL=C grep '.\{81\}' | head -1)
	why=''
	[ "$lines" -le 44 ] || why="$lines lines"
	[ -z "$wide" ] || why="wide: $wide"
	! grep -qE '[[:space:]]$' "$2" || why="blanks at the end of a line"
	[ -z "$why" ]; say $? "help fits: $1" "$why"
}

# Rows of the table, from the source; an option may take more than one line.
sed -n 's/^.*OPTION("\([a-z-]*\)".*/\1/p' src/cli/options.c | sort >"$work/table"
[ -s "$work/table" ]; say $? "table read" "no OPTION( rows"
[ -z "$(uniq -d "$work/table")" ]; say $? "no row twice" "$(uniq -d "$work/table")"

"$CUDALINT" --help >"$work/help"
fits cudalint "$work/help"
for c in $commands; do
	"$CUDALINT" "$c" --help >"$work/help" || echo "not ok $c --help"
	fits "$c" "$work/help"
	"$CUDALINT" "$c" --help=all >"$work/help" || echo "not ok $c --help=all"
	sed -n 's/^  --\([a-z-]*\)\(.*\)/\1 \2/p' "$work/help" |
	while read -r name arg _; do
		echo "$name" >>"$work/used"
		if [ "$name" = help ]; then continue; fi
		case $arg in
		[A-Z]*) want="--$name wants $arg" set -- "--$name" ;;
		'[='*) word=${arg#?} word=${word%]}
			want="--$name takes $word or nothing" set -- "--$name=x" ;;
		*) want="--$name takes no value" set -- "--$name=x" ;;
		esac
		got=$("$CUDALINT" "$c" "$@" 2>&1 </dev/null); status=$?
		[ $status -eq 2 ] && [ "$got" = "cudalint: $want" ]
		say $? "$c --$name" "[$status] $got"
	done
done
sort -u "$work/used" >"$work/seen"
left=$(comm -3 "$work/table" "$work/seen" | tr '\n\t' '  ')
[ -z "$left" ]; say $? "every row has a command" "$left"

# Words of a command that no row has would vanish from its --help silently.
tr '\n' ' ' <src/cli/main.c | sed 's/const size_t commands_n.*//
s/.*const struct command commands//
s/"[[:space:]]*"//g' | grep -o '"[a-z -]*",[[:space:]]*run_[a-z]*' |
  cut -d'"' -f2 | tr ' ' '\n' | grep . | sort -u >"$work/words"
left=$(comm -23 "$work/words" "$work/table" | tr '\n' ' ')
[ -s "$work/words" ] && [ -z "$left" ]
say $? "every word has a row" "$left"

# docker's and nvidia-smi's own options stand in the README as well.
left=$(grep -o -- '--[a-z][a-z-]*' README.md | sed 's/--//' | sort -u |
  grep -vx -e gpus -e runtime -e version | comm -23 - "$work/table" |
  tr '\n' ' ')
[ -z "$left" ]; say $? "options in the README" "$left"
