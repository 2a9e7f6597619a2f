# lib.sh - what the suites of tests/real share.  Sourced first, with $suite set.
#
# A suite prints "ok NAME", "not ok NAME" with indented lines below it, or
# "skip NAME: why".  $work is its scratch directory, removed at its end.
# Environment: B (build directory), CUDALINT, REAL_IMAGES (where small/ and
# full/ of mkreal.sh are, default $B/real).
# shellcheck shell=sh
set -u
cd "$(dirname "$0")/../.." || exit 2
LC_ALL=C TZ=UTC PYTHONDONTWRITEBYTECODE=1
export LC_ALL TZ PYTHONDONTWRITEBYTECODE
PATH=$PATH:/usr/sbin:/sbin
B=${B:-build}
CUDALINT=${CUDALINT:-$B/cudalint}
REAL_IMAGES=${REAL_IMAGES:-$B/real}
FLEET=tests/real/fleet.json
mkdir -p "$B"
work=$(mktemp -d "$B/real-test.XXXXXX") || exit 2
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

ok() { echo "ok $1"; }
skip() { echo "skip $1: $2"; }

not_ok() { # NAME [FILE]: what the file says goes below
	echo "not ok $1"
	[ -z "${2:-}" ] || head -20 "$2" | sed 's/^/    /'
}

check() { # NAME COMMAND...: the command succeeds
	name=$1; shift
	if "$@" >"$work/log" 2>&1; then ok "$name"; else not_ok "$name" "$work/log"; fi
}

same() { # NAME WANT GOT: two files are equal, and not empty
	if [ -s "$2" ] && diff "$2" "$3" >"$work/log" 2>&1; then ok "$1"
	else not_ok "$1" "$work/log"; fi
}

equal() { # NAME WANT GOT: two strings are equal
	if [ "$2" = "$3" ]; then ok "$1"; return; fi
	printf 'want %s\ngot  %s\n' "$2" "$3" >"$work/log"
	not_ok "$1" "$work/log"
}

need() { # TOOL...: ends the suite where one is absent
	for tool; do
		command -v "$tool" >/dev/null 2>&1 && continue
		skip "$suite" "no $tool"; exit 0
	done
}

need_root() {
	[ "$(id -u)" -eq 0 ] && return
	skip "$suite" "not root"; exit 0
}

small_image() { # the real image, made on first use; ends the suite without it
	small=$REAL_IMAGES/small
	[ -e "$small/docker.tar" ] || echo "    building $small, minutes" >&2
	if sh tests/real/mkreal.sh -s small "$small" >"$work/log" 2>&1; then
		return
	else
		status=$?
	fi
	if [ $status -eq 3 ]; then skip "$suite" "$(tail -1 "$work/log")"; exit 0; fi
	not_ok "the small image is built" "$work/log"; exit 1
}

lint() { # IMAGE [OPTION...]: the report as JSON
	ref=$1; shift
	"$CUDALINT" image --fleet "$FLEET" --format json --fail-on never \
	  --allow-gaps "$@" "$ref"
}

nameless() { # drops what a report may say about the road its image took
	sed -e '/^ *"ref": /d' -e '/^ *"manifest_digest": /d'
}

value() { # FILE EXPRESSION: Python over the JSON in FILE, as d
	python3 -c 'import json, sys
try:
    with open(sys.argv[1]) as f:
        d = json.load(f)
except ValueError:
    sys.exit(print("no JSON in", sys.argv[1]))
found = eval(sys.argv[2])
print(*found if isinstance(found, (list, tuple)) else [found])' "$1" "$2"
}

recipe() { # OUT RECIPE [OPTION...]: an image by tests/mkimage.py
	out=$1 from=$2; shift 2
	python3 tests/mkimage.py "$@" -o "$out" "$from"
}
