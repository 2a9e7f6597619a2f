#!/bin/bash
# What would cure each Dockerfile, as suggestions on the lines of the pull
# request.  reviewdog reads the diff that `cudalint fix` proves; without it the
# diff is printed.  Never fails the run: lint.sh does.
set -uo pipefail
read -ra files <<<"${FILES:-}"
read -ra options <<<"${OPTIONS:-}"
pattern='(^|/)(Dockerfile|Containerfile)([._ -][^/]*)?$|\.(dockerfile|containerfile)$'
diff=$(mktemp) || exit 0
trap 'rm -f "$diff"' EXIT

# `fix` takes one file and fewer options than `dockerfile`.
kept=()
for ((i = 0; i < ${#options[@]}; i++)); do
	case ${options[i]} in
	--fleet | --pool | --build-arg | --target | --platform | --context)
		kept+=("${options[i]}" "${options[i + 1]:-}") ;;
	--fleet=* | --pool=* | --build-arg=* | --target=* | --platform=* | \
	  --context=*) kept+=("${options[i]}") ;;
	esac
done
git ls-files -z -- "${files[@]}" | grep -zE "$pattern" |
  while IFS= read -r -d '' file; do
	cudalint fix "${kept[@]}" -- "$file" >>"$diff" 2>/dev/null
	[ $? -lt 2 ] || echo "no suggestion for $file: see cudalint fix" >&2
done
[ -s "$diff" ] || exit 0
if command -v reviewdog >/dev/null; then
	reviewdog -f=diff -f.diff.strip=1 -name=cudalint \
	  -reporter="${REPORTER:-github-pr-review}" -filter-mode=added \
	  -level=warning <"$diff" || true
else
	cat "$diff"
fi
exit 0
