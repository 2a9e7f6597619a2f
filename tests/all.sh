#!/bin/sh
# Run every test that needs no network and little time.  Each prints lines that
# begin with "ok " or "not ok "; the last line here counts them.
set -u
B=${B:-build}
CUDALINT=${CUDALINT:-$B/cudalint}
LC_ALL=C TZ=UTC; export B CUDALINT LC_ALL TZ
log=$B/test.log
: >"$log"

run() { # NAME COMMAND...: a suite that dies without a word is one failure
	name=$1; shift
	out=$B/suite.log
	if "$@" >"$out" 2>&1; then status=0; else status=$?; fi
	grep -E '^(ok|not ok) ' "$out" | sed "s|^\(ok\|not ok\) |&$name: |" >>"$log"
	if grep -q '^not ok ' "$out" || [ $status -ne 0 ]; then
		sed 's/^/    /' "$out" | tail -60
		grep -q '^not ok ' "$out" || {
			echo "not ok $name: exit status $status" | tee -a "$log"
		}
	fi
	printf '%-28s %s\n' "$name" \
	  "$(grep -c '^ok ' "$out") ok, $(grep -c '^not ok ' "$out") not ok"
	grep -i '^skip' "$out" | sed 's/^/    /'
}

for t in tests/tree/*.sh; do run "tree/$(basename "$t" .sh)" sh "$t"; done
for t in "$B"/unit/test_*; do
	case $t in *.d) continue ;; esac
	run "unit/${t##*/test_}" env CMOCKA_MESSAGE_OUTPUT=TAP "$t"
done
for t in "$B"/fuzz/fuzz_*; do
	case $t in *.d) continue ;; esac
	n=${t##*/fuzz_}
	run "fuzz/$n" sh -c "$t tests/fuzz/corpus/$n/* && echo ok replay"
done
run conformance "$B/test_conformance" fixtures/conformance
run inflate python3 tests/inflate.py
run cli sh tests/cli.sh tests/cli/*.t
run fix sh tests/fix.sh
run fleet sh tests/fleet.sh
run instructions python3 tests/instructions.py
run growth python3 tests/growth.py
run cases python3 tests/cases.py -b "$B"
[ -e tests/twins.py ] && run twins python3 tests/twins.py
run hostile python3 tests/mkhostile.py -r
run hostile/replay sh -c "find '$B/hostile' -type f -size -64k -exec \
  '$B/fuzz/fuzz_manifest' {} + && echo ok replay"
run builder bash tests/selftest_mkimage.sh
run roads python3 tests/roads.py
run jobs python3 tests/jobs.py
run ahead python3 tests/ahead.py
run dockerbase python3 tests/dockerbase.py
run formats python3 tests/formats.py
run cache python3 tests/cache.py
run integrations python3 tests/integrations.py
run completion bash tests/completion.sh
run cage sh tests/cage.sh
run scan python3 tests/registry/scan.py
run registry python3 tests/registry/suite.py
run registry/eager env CUDALINT="$B/cudalint-eager" \
  python3 tests/registry/suite.py roads tokens basic tls mirrors faults secrets
run beside python3 tests/registry/beside.py
[ -e tests/know-check.sh ] && run know-check sh tests/know-check.sh
for t in prefix properties; do
	[ -e "tests/$t.py" ] && run $t python3 "tests/$t.py"
done

passed=$(grep -c '^ok ' "$log") failed=$(grep -c '^not ok ' "$log")
grep '^not ok ' "$log"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
