#!/bin/bash
# Annotations on standard output, the summary of the step, and SARIF; exits
# with cudalint's status. FILES, IMAGES and OPTIONS are the action's inputs.
set -uo pipefail
read -ra files <<<"${FILES:-}"
read -ra images <<<"${IMAGES:-}"
read -ra options <<<"${OPTIONS:-}"
sarif=${RUNNER_TEMP:-/tmp}/cudalint.sarif
worst=0

lint() { # COMMAND SARIF ARGUMENT...
	local command=$1 sarif=$2 status
	shift 2
	cudalint "$command" "${options[@]}" --format github \
	  --format "github-summary=$RUNNER_TEMP/cudalint.md" \
	  --format "sarif=$sarif" -- "$@"
	status=$?
	((status <= worst)) || worst=$status
	cat "$RUNNER_TEMP/cudalint.md" >>"$GITHUB_STEP_SUMMARY"
}

RUNNER_TEMP=${RUNNER_TEMP:-/tmp}
((${#files[@]} == 0)) || lint dockerfile "$sarif" "${files[@]}"
((${#images[@]} == 0)) ||
  lint image "${sarif%.sarif}-images.sarif" "${images[@]}"
echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
exit "$worst"
