#!/bin/sh
# Each format as its own readers take it: validators from npm, reviewdog and
# Kubernetes' own code from the Go module proxy, promtool where it is.  What
# they read is all that tests/formats.py makes, hostile names included.
suite=formats
. "$(dirname "$0")/lib.sh"
need python3 node npm git
out=$work/out tools=$PWD/$B/tools
case $B in /*) tools=$B/tools ;; esac
case $CUDALINT in /*) ;; *) CUDALINT=$PWD/$CUDALINT; export CUDALINT ;; esac
mkdir -p "$out" "$tools/npm" "$tools/go"

python3 tests/formats.py -k "$out" | grep '^not ok'
equal "all formats are there" 14 \
  "$(find "$out" -name 'hostile-image.*' | wc -l)"

packages='@cyclonedx/cyclonedx-library@10.3.0 ajv@8.20.0 ajv-formats@3.0.1
  ajv-formats-draft2019@1.6.1 @microsoft/sarif-multitool@5.7.0 micromark@4.0.2
  micromark-extension-gfm@3.0.0 junit2json@3.1.12'
# shellcheck disable=SC2086
[ -d "$tools/npm/node_modules/ajv" ] ||
  (cd "$tools/npm" && echo '{"private": true}' >package.json &&
   timeout 400 npm install --no-audit --no-fund --ignore-scripts $packages) \
   >"$work/npm" 2>&1 || rm -rf "$tools/npm/node_modules"

# SARIF: Microsoft's validator, with GitHub's rules; of its warnings only that
# there is no address to read more at.
multitool=$(find "$tools/npm/node_modules/@microsoft" -name Sarif.Multitool \
  2>/dev/null | head -1)
if [ -n "$multitool" ]; then
	chmod +x "$multitool"
	for f in "$out"/*.sarif; do
		DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 timeout 60 "$multitool" \
		  validate --rule-kind 'Sarif;Ghas' "$f" >"$work/log" 2>&1
		if grep -q 'completed successfully' "$work/log" &&
		   ! grep -E ' (error|warning) ' "$work/log" | grep -v SARIF2005 |
		   grep -q .; then ok "${f##*/}"
		else not_ok "${f##*/}" "$work/log"; fi
	done
else skip sarif "no @microsoft/sarif-multitool"; fi

if [ -d "$tools/npm/node_modules/ajv" ]; then
	cp tests/real/formats/check.mjs "$tools/npm/"
	timeout 120 node "$tools/npm/check.mjs" "$out" || not_ok check.mjs
else skip "cyclonedx junit markdown" "npm installs nothing here"; fi

promtool=$(command -v promtool || :)
for f in "$out"/*.prometheus; do
	[ -n "$promtool" ] || { skip prometheus "no promtool"; break; }
	if "$promtool" check metrics <"$f" >"$work/log" 2>&1; then ok "${f##*/}"
	else not_ok "${f##*/}" "$work/log"; fi
done
for f in "$out"/*.junit "$out"/*.checkstyle; do
	command -v xmllint >/dev/null || { skip xml "no xmllint"; break; }
	check "${f##*/}" xmllint --noout "$f"
done

# The proxy has no checksum database behind it; the versions are named.
PATH=$PATH:/usr/local/go/bin
GOFLAGS=-mod=mod GOSUMDB=off GOBIN=$tools/go; export GOFLAGS GOSUMDB GOBIN
command -v go >/dev/null || { skip "reviewdog kubernetes" "no go"; exit 0; }
[ -x "$tools/go/reviewdog" ] ||
  timeout 500 go install github.com/reviewdog/reviewdog/cmd/reviewdog@v0.20.3 \
    >"$work/log" 2>&1
if [ -x "$tools/go/reviewdog" ]; then
	repo=$work/repo && git init -q "$repo" && cp -r "$out" "$repo/" &&
	  cd "$repo" || exit 1
	for f in out/*.rdjson out/*.rdjsonl out/*.sarif out/*.checkstyle; do
		if timeout 60 "$tools/go/reviewdog" -f="${f##*.}" -reporter=rdjson \
		   -filter-mode=nofilter <"$f" >"$work/rd" 2>"$work/log"; then
			ok "reviewdog reads ${f##*/}"
		else not_ok "reviewdog reads ${f##*/}" "$work/log"; fi
		case $f in */dockerfile.*json* | */dockerfile.sarif)
			equal "reviewdog has the edit of ${f##*/}" 1 \
			  "$(grep -c '"suggestions"' "$work/rd")" ;;
		esac
	done
	cd - >/dev/null || exit 1
else skip reviewdog "it can't be built here: $(tail -1 "$work/log")"; fi

cp tests/real/formats/main.go "$tools/go/"
(cd "$tools/go" || exit 1
 [ -x kubernetes ] && [ kubernetes -nt main.go ] && exit 0
 printf 'module formats\n\ngo 1.22\n' >go.mod
 timeout 300 go get k8s.io/api@v0.31.4 k8s.io/apimachinery@v0.31.4 \
   k8s.io/component-helpers@v0.31.4 sigs.k8s.io/yaml@v1.4.0 \
   github.com/google/cel-go@v0.22.1 &&
   timeout 500 go build -o kubernetes main.go) >"$work/log" 2>&1
if [ -x "$tools/go/kubernetes" ]; then
	"$tools/go/kubernetes" "$out/fail.k8s" contrib/kubernetes/policy.yaml \
	  contrib/kubernetes/kyverno.yaml
else skip kubernetes "it can't be built here: $(tail -1 "$work/log")"; fi
