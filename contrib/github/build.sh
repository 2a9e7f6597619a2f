#!/bin/bash
# Puts cudalint on PATH for the steps behind: the one that is there, else
# built from the action's own sources.
set -euo pipefail
if command -v cudalint >/dev/null; then
	cudalint --version
	exit 0
fi
top=$(cd "$(dirname "$0")/../.." && pwd)
bin=${RUNNER_TEMP:-/tmp}/cudalint-bin
make -C "$top" deps
make -C "$top" -j"$(nproc)" B="$bin/build" all
cp "$bin/build/cudalint" "$bin/"
echo "$bin" >>"$GITHUB_PATH"
"$bin/cudalint" --version
