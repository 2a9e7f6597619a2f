#!/bin/sh
# Every rule that the program cites, "model 5.2, 6#3", is a section of
# cudalint-model(7), where no number stands twice.
set -u
page=man/cudalint-model.7
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT || exit 2

sed -n 's/^\.S[hs] \([0-9][0-9.]*b\{0,1\}\(#[0-9]*\)\{0,1\}\) .*/\1/p' $page \
  >"$work/sections"
twice=$(sort "$work/sections" | uniq -d | tr '\n' ' ')
if [ -s "$work/sections" ] && [ -z "$twice" ]; then
	echo "ok numbers of $page"
else
	echo "not ok numbers of $page: none, or twice: $twice"
fi

# A citation is a list: "model 2.2-2.7, 1.3".
number='[0-9]+(\.[0-9]+)*b?(#[0-9]+)?'
grep -rhoE "\bmodel $number((, ?|-)$number)*" src rules |
  sed 's/^model //' | tr -s ', -' '\n' | sort -u >"$work/cited"
[ -s "$work/cited" ] || echo "not ok citations: none in src"
while read -r n; do
	if grep -qFx "$n" "$work/sections"; then
		echo "ok model $n"
	else
		echo "not ok model $n: cited in $(grep -rlF "$n" src rules |
		  tr '\n' ' ')but not in $page"
	fi
done <"$work/cited"

# The design document that the numbers came from is not in the repository.
gone=$(grep -rlE '"[^"]*\b(runtime|architecture|images|dockerfile)\.md' src/*/*.c |
  tr '\n' ' ')
if [ -z "$gone" ]; then echo "ok no citation of what is not here"; else
	echo "not ok a string cites a document that is not here: $gone"
fi
