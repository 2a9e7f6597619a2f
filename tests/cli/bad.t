What goes wrong is one line on standard error, and status 2.

$ $CUDALINT image no/such/file.tar
cudalint: no/such/file.tar: No such file or directory
[2]

$ $CUDALINT facts no/such/file.tar
cudalint: no/such/file.tar: No such file or directory
[2]

$ $CUDALINT facts fixtures
cudalint: fixtures: not an image: a directory without index.json; what can be read is a 'docker save' archive, an OCI archive (both also as gzip or zstd) or an OCI layout directory
[2]

$ $CUDALINT facts README.md
cudalint: README.md: not an image: text; what can be read is a 'docker save' archive, an OCI archive (both also as gzip or zstd) or an OCI layout directory
[2]

$ $CUDALINT facts /dev/null
cudalint: /dev/null: not an image: nothing (it is empty); what can be read is a 'docker save' archive, an OCI archive (both also as gzip or zstd) or an OCI layout directory
[2]

$ $CUDALINT facts - </dev/null
cudalint: standard input: not an image: nothing (it is empty); what can be read is a 'docker save' archive, an OCI archive (both also as gzip or zstd) or an OCI layout directory
[2]

$ head -c 40000 $IMG/a1.tar | $CUDALINT facts -
cudalint: standard input: truncated tar archive
[2]

$ head -c 100 $IMG/a1.tar | $CUDALINT facts -
cudalint: standard input: not an image: data of an unknown format; what can be read is a 'docker save' archive, an OCI archive (both also as gzip or zstd) or an OCI layout directory
[2]

$ gzip -c $IMG/a1.tar | head -c 2000 | $CUDALINT facts -
cudalint: standard input: truncated gzip data
[2]

$ tar -cf - Makefile | $CUDALINT facts -
cudalint: standard input: not an image: a tar archive without manifest.json or index.json; what can be read is a 'docker save' archive, an OCI archive (both also as gzip or zstd) or an OCI layout directory
[2]

JSON has it in the report.

$ $CUDALINT image --fleet fixtures/cli/fleet.json --format json no.tar 2>/dev/null | grep -e verdict -e error
      "verdict": "unknown",
      "error": "No such file or directory"

Fleet profiles.

$ $CUDALINT image --fleet no.json - <$IMG/a1.tar
cudalint: no.json: No such file or directory
[2]

$ printf '{ "schema": "cudalint/fleet/1",\n  "pools": [ { "name": "a",, } ] }' | $CUDALINT fleet check -
cudalint: standard input: line 2, column 28: string or '}' expected near ','
[2]

$ echo '{ "schema": "cudalint/fleet/1", "pools": [ { "name": "a", "driver": "460.67", "gpuz": [] } ] }' | $CUDALINT fleet check -
cudalint: standard input: /pools/0: unknown key 'gpuz'
[2]

$ echo '{ "schema": "cudalint/fleet/1", "pools": [ { "name": "a", "driver": "460.67", "gpus": [ { "product": 3090 } ] } ] }' | $CUDALINT fleet check -
cudalint: standard input: /pools/0/gpus/0/product: want a string, got an integer
[2]

$ echo '{ "schema": "cudalint/fleet/1", "pools": [ { "name": "a", "driver": "460.67" } ] }' | $CUDALINT fleet check -
cudalint: standard input: /pools/0: missing key 'gpus'
[2]

$ echo '{ "schema": "cudalint/fleet/1", "pools": [ { "name": "a", "gpus": [ { "product": "Tesla T4" } ] } ] }' | $CUDALINT fleet check -
cudalint: standard input: pool 'a': /pools/0: missing key 'driver' (or 'cuda'), as nvidia-smi on the host prints it
[2]

$ echo '{ "schema": "cudalint/fleet/1", "pools": [ { "name": "a", "driver": "new", "gpus": [ { "product": "Tesla T4" } ] } ] }' | $CUDALINT fleet check -
cudalint: standard input: pool 'a': /pools/0/driver: 'new' is not a whole version such as "535.183.01", as nvidia-smi prints it
[2]

$ echo '{ "schema": "cudalint/fleet/1", "pools": [ { "name": "a", "driver": "460.67", "os": "bsd", "gpus": [ { "product": "Tesla T4" } ] } ] }' | $CUDALINT fleet check -
cudalint: standard input: /pools/0/os: 'bsd' is not one of linux, wsl2
[2]

$ echo '{ "schema": "cudalint/fleet/9", "pools": [] }' | $CUDALINT fleet check -
cudalint: standard input: /schema: want 'cudalint/fleet/1', got 'cudalint/fleet/9'
[2]

$ echo '{ "schema": "cudalint/fleet/1", "name": "x", "name": "y", "pools": [] }' | $CUDALINT fleet check -
cudalint: standard input: line 1, column 51: duplicate object key near '"name"'
[2]

$ echo '{ "pools": [] }' | $CUDALINT fleet check -
cudalint: standard input: /pools: want at least one pool
[2]

$ echo '{ "schema": "cudalint/fleet/1", "pools": [] }' | $CUDALINT fleet check -
cudalint: standard input: /pools: want at least one pool
[2]

$ $CUDALINT fleet check README.md
cudalint: README.md: line 1, column 1: '[' or '{' expected near '#'
[2]

$ $CUDALINT fleet import Makefile
cudalint: Makefile: nothing in it tells of a host; cudalint fleet --help names what does
[2]

The command line.

$ $CUDALINT
cudalint: a command is missing; try: cudalint --help
[2]

$ $CUDALINT lint
cudalint: no command 'lint'; try: cudalint --help
[2]

$ $CUDALINT --verbose
cudalint: no command '--verbose'; try: cudalint --help
[2]

$ $CUDALINT image
cudalint: image wants an archive, a directory or - ; try: docker save NAME | cudalint image -
[2]

$ $CUDALINT image --speed fast a.tar
cudalint: image has no option --speed; try: cudalint image --help
[2]

$ $CUDALINT image -q a.tar
cudalint: no option -q
[2]

$ $CUDALINT image --pool
cudalint: --pool wants GLOB
[2]

$ $CUDALINT image --why=yes a.tar
cudalint: --why takes no value
[2]

$ $CUDALINT facts --why a.tar
cudalint: facts has no option --why; try: cudalint facts --help
[2]

$ $CUDALINT image --format yaml a.tar
cudalint: no format yaml; there are text, json, sarif, github, github-summary, gitlab, junit, checkstyle, rdjson, rdjsonl, markdown, csv, prometheus, cyclonedx, k8s, html and diff
[2]

$ $CUDALINT image --fail-on high a.tar
cudalint: --fail-on wants error, warning, note or never, not high
[2]

$ $CUDALINT image --pool tpu a.tar
cudalint: no pool of the built-in fleet is named like --pool tpu
[2]

$ $CUDALINT image --fleet fixtures/cli/fleet.json --pool tpu a.tar
cudalint: no pool of fixtures/cli/fleet.json is named like --pool tpu
[2]

$ $CUDALINT image --assume newest a.tar
cudalint: --assume: no stack newest; there are gpus-mount, gpus-none, gpus-ldconfig, gpus-mount-mode, gpus-disabled, runtime-mount, runtime-none, runtime-hook, runtime-ldconfig, runtime-jit-cache, runtime-jit-major, runtime-jit-note, cdi-none, cdi-cache, cdi-major, cdi-note, hostpath, wsl2, csv, legacy-mount-old, legacy-strict, cdi-old, runtime-legacy, runtime-mount-mode, runtime-disabled, runtime-hook-mode, runtime-before-1
[2]

$ $CUDALINT image --platform windows a.tar
cudalint: a.tar: No such file or directory
[2]

$ $CUDALINT image --knowledge fixtures a.tar
cudalint: fixtures: no knowledge table in it
[2]

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json --format json=no/such/dir/x - <$IMG/clean.tar
cudalint: no/such/dir/x: No such file or directory
[2]

$ $CUDALINT explain
cudalint: explain wants a rule or an error code: cudalint explain 804
[2]

$ $CUDALINT explain CL999
cudalint: no rule or outcome is called CL999; see: cudalint rules
[2]

$ $CUDALINT explain 804 803
cudalint: explain wants a rule or an error code: cudalint explain 804
[2]

$ $CUDALINT fleet
cudalint: fleet wants check, show, diff or import; try: cudalint fleet --help
[2]

$ $CUDALINT fleet list
cudalint: fleet wants check, show, diff or import; try: cudalint fleet --help
[2]

$ $CUDALINT fleet check a b
cudalint: fleet takes one file
[2]

$ $CUDALINT manual page
cudalint: manual wants rules, fleet, report or policy
[2]

$ $CUDALINT rules all
cudalint: rules takes no argument; for one rule: cudalint explain all
[2]

$ $CUDALINT help all
cudalint: no command 'all'; try: cudalint --help
[2]

$ $CUDALINT rules >/dev/full
cudalint: standard output: No space left on device
[2]
