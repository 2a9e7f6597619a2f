#!/bin/sh
# rules.def = the rule files in src/lint; ids ascend in its order, none twice.
set -u
def=src/lint/rules.def
named=$(sed -n 's/^RULE(\([a-z0-9_]*\))$/\1/p' $def)
say() { # STATUS NAME REASON
	if [ "$1" -eq 0 ]; then echo "ok $2"; else echo "not ok $2: $3"; fi
}
member() { # FILE MEMBER: the string after ".MEMBER =", once
	sed -n "s/^[[:space:]]*\.$2 = \"\([^\"]*\)\",*\$/\1/p" "$1"
}

n=$(grep -vc '^RULE([a-z0-9_]*)$' $def)
say "$n" "rules.def has rules only" "$n lines are none"
[ -n "$named" ]; say $? "rules.def names rules" "it names none"

last=CL000
for r in $named; do
	f=src/lint/$r.c
	if [ ! -e "$f" ]; then echo "not ok $r: no $f"; continue; fi
	id=$(member "$f" id) name=$(member "$f" name) why=''
	grep -q "^const struct rule rule_$r = {" "$f" || why="no rule_$r in $f"
	case $id in
	CL[0-9][0-9][0-9]) ;;
	*) why="id is '$id'" ;;
	esac
	[ "$name" = "$(echo "$r" | tr _ -)" ] || why="its name is '$name'"
	[ "$(printf '%s\n%s\n' "$last" "$id" | sort -u | tail -1)" = "$id" ] &&
	  [ "$last" != "$id" ] || why="$id does not follow $last"
	[ -z "$why" ]; say $? "rule $r" "$why"
	last=$id
done

# The other way round: a file with a rule is in rules.def.
for f in $(grep -lE '^[[:space:]]*\.id = "|^const struct rule rule_' src/lint/*.c); do
	r=$(basename "$f" .c)
	printf '%s\n' "$named" | grep -qx "$r" ||
	  echo "not ok $f: not in rules.def"
done

# What the program lists is what is in rules.def, in that order.
CUDALINT=${CUDALINT:-${B:-build}/cudalint}
listed=$("$CUDALINT" rules | awk '{ print $2 }' | tr - _)
[ "$listed" = "$named" ]; say $? "cudalint rules = rules.def" "they differ"
