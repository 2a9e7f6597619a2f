#!/bin/sh
# usage: run.sh [-w]    Measure cudalint beside the tools it is compared with.
#
# B             where cudalint was built (default build)
# BENCH_IMAGES  where small/ and full/ are, or are to be built (default $B/real)
# BENCH_SIZE    full (default, 6 GB) or small (0.9 GB)
# BENCH_SET     all (default) or engine: only what has a ratio to inflating,
#               on layers of 0.5 GB; minutes; or peers: only the comparison
#               with syft, trivy and dive, which all makes where one is there
# BENCH_RUNS    runs of each case, in alternation with its yardstick (default 5)
# BENCH_PEER_RUNS  runs of each peer on each input (default 1)
# SYFT, TRIVY, DIVE  where the peers are (default: on PATH)
# -w            write bench/RESULTS.md as well; with peers its section alone
#
# Prints a table, and writes all figures to $B/bench.json.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
images=${BENCH_IMAGES:-$B/real} size=${BENCH_SIZE:-full}
results=
[ "${1:-}" = -w ] && results=bench/RESULTS.md

[ -x "$B/cudalint" ] || { echo "run.sh: no $B/cudalint; run make" >&2; exit 2; }
for tool in bsdtar gzip zstd skopeo python3; do
	command -v "$tool" >/dev/null || { echo "run.sh: no $tool" >&2; exit 2; }
done
if [ ! -e "$images/$size/docker.tar" ]; then
	echo "building the $size image of Debian's CUDA packages in" \
	  "$images/$size; this takes minutes"
fi
sh tests/real/mkreal.sh -s "$size" "$images/$size"

exec python3 bench/bench.py --cudalint "$B/cudalint" \
  --image "$images/$size" --size "$size" --work "$B/bench" \
  --set "${BENCH_SET:-all}" --runs "${BENCH_RUNS:-5}" \
  --peer-runs "${BENCH_PEER_RUNS:-1}" --json "$B/bench.json" \
  ${results:+--results "$results"}
