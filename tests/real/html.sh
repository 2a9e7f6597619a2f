#!/bin/sh
# The page of --format html in a browser: headless Chromium, driven by
# puppeteer-core from npm.  Two sizes, two colour schemes, only the keyboard.
# KEEP=DIR keeps the screenshots.
suite=html
. "$(dirname "$0")/lib.sh"

need node npm python3
browser=
for name in chromium chromium-browser google-chrome; do
	browser=${browser:-$(command -v $name || :)}
done
[ -n "$browser" ] || { skip html "no Chromium"; exit 0; }
mkdir -p "$work/npm"
if ! (cd "$work/npm" && npm install --no-save --silent \
  puppeteer-core@23) >"$work/log" 2>&1; then
	skip html "no puppeteer-core to be had"; exit 0
fi

# One image, and a scan of 1,000 rows by 10 pools.
recipe "$work/a1.tar" fixtures/cases/a1.img --shape docker25
recipe "$work/clean.tar" fixtures/cli/clean.img --shape docker25
"$CUDALINT" image --fleet fixtures/cli/fleet.json --fail-on never --allow-gaps \
  --format html="$work/image.html" "$work/a1.tar" >/dev/null 2>&1
i=0
mkdir "$work/many"
while [ $i -lt 500 ]; do
	ln "$work/a1.tar" "$work/many/app-$i.tar"
	ln "$work/clean.tar" "$work/many/clean-$i.tar"
	i=$((i + 1))
done
find "$work/many" -name '*.tar' | sort >"$work/list"
"$CUDALINT" scan --quiet --no-cache --fail-on never --allow-gaps \
  --from-file "$work/list" --format html="$work/scan.html" >/dev/null 2>&1
cp tests/real/html.mjs "$work/npm/"
(cd "$work/npm" && timeout 300 node html.mjs "$browser" "$work" \
  "${KEEP:-$work}")
