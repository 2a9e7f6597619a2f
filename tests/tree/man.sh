#!/bin/sh
# The manual pages: those that the program makes are what is committed, lint
# clean, and complete; cudalint.1 has every command, option, and stack.
set -u
B=${B:-build}
CUDALINT=${CUDALINT:-$B/cudalint}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT || exit 2
page=man/cudalint.1

same() { # NAME WANT GOT: two lists of lines
	if cmp -s "$2" "$3"; then echo "ok $1"; else
		echo "not ok $1: $(diff "$2" "$3" | grep '^[<>]' | tr '\n' ' ')"
	fi
}

for p in rules.7 fleet.5 report.5 policy.5; do
	"$CUDALINT" manual "${p%.*}" >"$work/page"
	if cmp -s "$work/page" "man/cudalint-$p"; then
		echo "ok cudalint-$p is up to date"
	else
		diff "man/cudalint-$p" "$work/page" | head -10
		echo "not ok cudalint-$p is up to date: run 'make man'"
	fi
done

if command -v mandoc >/dev/null; then
	for p in man/*; do
		if mandoc -Tlint -Wwarning "$p" >"$work/lint" 2>&1; then
			echo "ok lint ${p#man/}"
		else
			echo "not ok lint ${p#man/}: $(head -3 "$work/lint")"
		fi
	done
else
	echo "SKIP lint of manual pages: no mandoc"
fi

# Options: of all commands as --help has them, and as the page has them.
commands=$("$CUDALINT" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' |
  grep -v cudalint; echo manual)
{
	echo --version
	for c in $commands; do
		"$CUDALINT" "$c" --help=all | sed -n 's/^  \(--[a-z-]*\).*/\1/p'
	done
} | sort -u >"$work/help"
sed -n '/^\.Sh OPTIONS/,/^\.Sh CONTAINER/s/^\.It Fl -\([a-z-]*\).*/--\1/p' \
  $page >"$work/listed"
sort -u "$work/listed" >"$work/sorted"
same "options of cudalint.1" "$work/help" "$work/sorted"
same "options are in order" "$work/sorted" "$work/listed"

# The synopsis of a command has the command's options.
for c in $commands; do
	sed -n '/^\.Sh SYN/,/^\.Sh DESC/p' $page | awk -v c="$c" '
		/^\.Nm/ { own = 0 }
		/^\.Cm/ { own = $2 == c }
		own && /^\.Op Fl/ { print "-" $3 }' | sort -u >"$work/page"
	"$CUDALINT" "$c" --help=all | sed -n 's/^  \(--[a-z-]*\).*/\1/p' |
	  grep -vx -e --help | sort -u >"$work/help"
	same "synopsis of $c" "$work/help" "$work/page"
	grep -q "^\.It Cm $c" $page || echo "not ok $c: not in $page"
done

# --assume takes what the page lists.
sed -n 's/.*"id": "\([^"]*\)".*/\1/p' rules/stacks.json >"$work/known"
sed -n '/^\.Sh CONTAINER/,/^\.Sh ENV/s/^\.It Li \([a-z0-9-]*\).*/\1/p' \
  $page >"$work/listed"
same "stacks of cudalint.1" "$work/known" "$work/listed"

# Limits are what the page lists, and as large.
"$CUDALINT" image --limit help | awk '{ print $1, $2 }' >"$work/limits"
sed -n '/^\.Sh LIMITS/,/^\.Sh THE/s/^\.It Cm \([a-z-]*\) , No \(.*\)/\1 \2/p' \
  $page >"$work/listed"
same "limits of cudalint.1" "$work/limits" "$work/listed"

# Rules: each id has its section.
"$CUDALINT" rules | awk '{ print $1, $2 }' >"$work/rules"
sed -n 's/^\.Ss \(CL[0-9]* [a-z-]*\).*/\1/p' man/cudalint-rules.7 >"$work/page"
same "rules of cudalint-rules.7" "$work/rules" "$work/page"

# What the environment changes is in the page.
for v in $(grep -ho 'getenv("[A-Z_]*")' src/*/*.c | sed 's/.*"\(.*\)".*/\1/'); do
	if grep -q "^\.It Ev $v" $page; then echo "ok $v"; else
		echo "not ok $v: not in $page"
	fi
done
