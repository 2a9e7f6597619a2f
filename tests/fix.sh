#!/bin/sh
# Every pair of fixtures/dockerfile: NAME.Dockerfile, what `cudalint fix` makes
# of it (NAME.fixed), and what it says (NAME.txt).  git takes the diff, and a
# second run changes nothing.  -u writes what is expected anew.
set -u
bin=$(cd "${B:-build}" && pwd)/cudalint
dir=$PWD/fixtures/dockerfile
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
update=${1:-}

# same WHAT FILE EXPECTED
same()
{
	[ "$update" = -u ] && cp "$2" "$3"
	if cmp -s "$2" "$3"; then return 0; fi
	echo "not ok fix $key: $1 differs"
	diff "$3" "$2" | head -20
	return 1
}

check()
{
	rm -rf "$tmp/w"; mkdir "$tmp/w" && cd "$tmp/w" || return 1
	cp "$dir/$name.Dockerfile" Dockerfile
	cp "$dir/requirements.txt" .
	"$bin" fix --fleet "$dir/$fleet.fleet.json" $opts Dockerfile \
		>../diff 2>../said
	got=$?
	if [ "$got" != "$status" ]; then
		echo "not ok fix $key: status $got, not $status"
		sed 's/^/  /' ../said | head -20
		return 1
	fi
	same "what it says" ../said "$dir/$key.txt" || return 1
	[ "$status" = 1 ] || { [ ! -s ../diff ]; return; }
	if ! git apply --check ../diff || ! git apply ../diff; then
		echo "not ok fix $key: git apply"; return 1
	fi
	same "the file" Dockerfile "$dir/$key.fixed" || return 1
	"$bin" fix --fleet "$dir/$fleet.fleet.json" $opts Dockerfile \
		>../again 2>../said
	if [ $? != 0 ] || [ -s ../again ]; then
		echo "not ok fix $key: a second run changes it"
		cat ../again; return 1
	fi
}

tab=$(printf '\t')
while IFS="$tab" read -r name fleet opts status; do
	case $name in '#'*|'') continue ;; esac
	key=$name-$fleet$(echo "$opts" | tr -d ' ')
	if (check); then echo "ok fix $key"; else echo "not ok fix $key"; fi
done <<END
$(awk -F'\t' -v OFS='\t' '{ if ($3 == "") $3 = " "; print }' "$dir/pairs.tsv")
END
