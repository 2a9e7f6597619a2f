#!/bin/sh
# Run the suites with real image tools, real packages and a real loader.
# Each prints lines that begin with "ok ", "not ok " or "skip "; the last line
# here counts them.  usage: all.sh [SUITE...]
set -u
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build}
export B
mkdir -p "$B"
log=$B/real.log
: >"$log"

[ $# -gt 0 ] || set -- writers roads debian ldconfig wheels code purge requirements scan packages formats packaging html
for name; do
	sh "tests/real/$name.sh" >"$B/real-suite.log" 2>&1
	status=$?
	sed -E "s/^(ok|not ok|skip) /&$name: /" "$B/real-suite.log" | tee -a "$log"
	[ $status -eq 0 ] || grep -q '^not ok ' "$B/real-suite.log" ||
		echo "not ok $name: exit status $status" | tee -a "$log"
done

passed=$(grep -c '^ok ' "$log") failed=$(grep -c '^not ok ' "$log")
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
