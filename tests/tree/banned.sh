#!/bin/sh
# Functions and habits that style.md bans.
set -u
bad=0
check() { # MESSAGE PATTERN FILES...
	msg=$1 pat=$2; shift 2
	if grep -nE "$pat" "$@" /dev/null; then echo "not ok $msg"; bad=1; else echo "ok $msg"; fi
}
all=$(ls src/*/*.c src/*/*.h)
rest=$(printf '%s\n' "$all" | grep -v '^src/cli/')
memory=$(printf '%s\n' "$all" | grep -vE '^src/base/(arena|buf)\.c$')
# shellcheck disable=SC2086
{
check "no banned function" '\b(strcpy|strcat|strncpy|strncat|sprintf|vsprintf|strtok|atoi|atol|gets|scanf|gmtime|localtime|alloca|setjmp|system|popen)\(' $all
check "getenv and printf only in cli" '(^|[^a-z_>.])(getenv|printf|puts)\(' $rest
check "malloc only in arena and buf" '(^|[^a-z_])(malloc|calloc|realloc|strdup|strndup|asprintf)\(' $memory
check "no leftovers" '(TODO|FIXME|XXX|HACK)' $all
}
for f in src/*/*.c; do
	n=$(wc -l <"$f")
	[ "$n" -le 600 ] || echo "not ok $f has $n lines"
done
exit 0
