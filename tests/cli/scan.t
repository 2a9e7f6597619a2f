Many images at once: a line for each, a column for each pool; blank lines left out.

$ cd $IMG && $CUDALINT scan --no-cache --fleet $OLDPWD/fixtures/cli/fleet.json a1.tar clean.tar gone.tar 2>&1 | grep .
cudalint: gone.tar: No such file or directory
cudalint: 3 of 3 images judged; 0 layers read, 0 from the cache; 0 bytes received
1=ws-3090 2=train-a100
F fails, w fails on stacks out of support, ? unknown, . works
12  IMAGE
F.  a1.tar (linux/amd64): 804
..  clean.tar (linux/amd64)
CL001 compat-on-unsupported-gpu: 1 image
ERROR gone.tar: No such file or directory
3 images under 3 names: 1 fail, 1 pass, 1 could not be read

$ cd $IMG && printf '# two\n\n a1.tar\nclean.tar\n' | $CUDALINT scan --no-cache --quiet --fleet $OLDPWD/fixtures/cli/fleet.json --from-file -
12  IMAGE
F.  a1.tar (linux/amd64): 804
2 images under 2 names: 1 fail, 1 pass
[1]

A line of JSON for each, in the order in which they were named.

$ cd $IMG && $CUDALINT scan --no-cache --quiet --fleet $OLDPWD/fixtures/cli/fleet.json --format jsonl clean.tar gone.tar
cudalint: gone.tar: No such file or directory
{"schema":"cudalint/scan/1","ref":"clean.tar","digest":null,"image":"sha256:e41bad288eb4c9057f84500a4150886657506d4cc852dc59898e848ac16dd46d","platform":"linux/amd64","verdict":"pass","pools":[{"pool":"ws-3090","verdict":"pass","outcomes":["ok"]},{"pool":"train-a100","verdict":"pass","outcomes":["ok"]}],"findings":[],"gaps":0,"error":null}
{"schema":"cudalint/scan/1","ref":"gone.tar","digest":null,"image":null,"platform":null,"verdict":"unknown","pools":[],"findings":[],"gaps":0,"error":"No such file or directory"}
[2]

Metrics.

$ cd $IMG && $CUDALINT scan --no-cache --quiet --fleet $OLDPWD/fixtures/cli/fleet.json --format prometheus a1.tar clean.tar gone.tar
cudalint: gone.tar: No such file or directory
# HELP cudalint_images Images by the verdict of their worst pool.
# TYPE cudalint_images gauge
cudalint_images{verdict="unknown"} 0
cudalint_images{verdict="pass"} 1
cudalint_images{verdict="warn"} 0
cudalint_images{verdict="fail"} 1
# HELP cudalint_images_unread Images that could not be read.
# TYPE cudalint_images_unread gauge
cudalint_images_unread 1
# HELP cudalint_pool_images Images by pool and verdict.
# TYPE cudalint_pool_images gauge
cudalint_pool_images{pool="ws-3090",verdict="unknown"} 0
cudalint_pool_images{pool="ws-3090",verdict="pass"} 1
cudalint_pool_images{pool="ws-3090",verdict="warn"} 0
cudalint_pool_images{pool="ws-3090",verdict="fail"} 1
cudalint_pool_images{pool="train-a100",verdict="unknown"} 0
cudalint_pool_images{pool="train-a100",verdict="pass"} 2
cudalint_pool_images{pool="train-a100",verdict="warn"} 0
cudalint_pool_images{pool="train-a100",verdict="fail"} 0
# HELP cudalint_finding_images Images with a finding.
# TYPE cudalint_finding_images gauge
cudalint_finding_images{id="CL001",name="compat-on-unsupported-gpu"} 1
# HELP cudalint_image_fails 1 for an image and a pool that it fails on.
# TYPE cudalint_image_fails gauge
cudalint_image_fails{image="a1.tar",platform="linux/amd64",pool="ws-3090",outcome="804"} 1
[2]

The two together, of which metrics go to a file that is complete or not there.

$ cd $IMG && $CUDALINT scan --no-cache --quiet --fail-on never --format text --format prometheus=scan.prom clean.tar; grep unread scan.prom; ls scan.prom*
         1
1234567890  IMAGE
.........F  clean.tar (linux/amd64): wrong-arch
1 image under 1 name: 1 fail
# HELP cudalint_images_unread Images that could not be read.
# TYPE cudalint_images_unread gauge
cudalint_images_unread 0
scan.prom

What was remembered, and where.

$ cd $IMG && rm -rf scan.cache && $CUDALINT scan --cache scan.cache --format prometheus=/dev/null clean.tar
cudalint: 1 of 1 images judged; 2 layers read, 0 from the cache; 0 bytes received

$ cd $IMG && $CUDALINT scan --cache scan.cache --format prometheus=/dev/null clean.tar
cudalint: 1 of 1 images judged; 2 layers read, 0 from the cache; 0 bytes received

$ cd $IMG && XDG_CACHE_HOME=$PWD/scan.cache/new $CUDALINT scan --format prometheus=/dev/null clean.tar; ls scan.cache/new
cudalint: 1 of 1 images judged; 2 layers read, 0 from the cache; 0 bytes received
cudalint

$ cd $IMG && XDG_CACHE_HOME=$PWD/clean.tar $CUDALINT scan --quiet --format prometheus=/dev/null clean.tar 2>&1 | sed "s|$PWD/||"
cudalint: cannot make clean.tar/cudalint: Not a directory; nothing is remembered

A share of the images.

$ cd $IMG && for i in 1 2 3; do $CUDALINT scan --no-cache --quiet --fail-on never --shard $i/3 a1.tar clean.tar broken.tar; done 2>&1 | grep .
0 images under 0 names
0 images under 0 names
cudalint: broken.tar: No such file or directory
         1
1234567890  IMAGE
F..F...FFF  a1.tar (linux/amd64): depends, 209, wrong-arch
.........F  clean.tar (linux/amd64): wrong-arch
ERROR broken.tar: No such file or directory
3 images under 3 names: 2 fail, 1 could not be read

The same as the pods of an Indexed Job do it: they count from 0.

$ cd $IMG && for i in 0 1 2; do JOB_COMPLETION_INDEX=$i $CUDALINT scan --no-cache --quiet --fail-on never --shard auto/3 a1.tar clean.tar; done 2>&1 | grep .
0 images under 0 names
0 images under 0 names
         1
1234567890  IMAGE
F..F...FFF  a1.tar (linux/amd64): depends, 209, wrong-arch
.........F  clean.tar (linux/amd64): wrong-arch
2 images under 2 names: 2 fail

$ $CUDALINT scan --shard auto/3 x.tar
cudalint: --shard auto/3 wants JOB_COMPLETION_INDEX to be a number, as an Indexed Job sets it
[2]

$ JOB_COMPLETION_INDEX=3 $CUDALINT scan --shard auto/3 x.tar
cudalint: --shard wants I/N, such as 1/4, not 4/3
[2]

Wrong command lines.

$ $CUDALINT scan
cudalint: scan wants a repository or --from-file; try: cudalint scan --help
[2]

$ $CUDALINT scan --shard 5/4 x.tar
cudalint: --shard wants I/N, such as 1/4, not 5/4
[2]

$ $CUDALINT scan --newest 0 x.tar
cudalint: --newest wants a number, not 0
[2]

$ $CUDALINT scan --jobs many x.tar
cudalint: --jobs wants a number, not many
[2]

$ $CUDALINT scan --format yaml x.tar
cudalint: no format yaml; there are text, jsonl, prometheus, html, sarif, github, github-summary, gitlab, junit, checkstyle, rdjson, rdjsonl, markdown and csv
[2]

$ $CUDALINT scan --cache-size 0 x.tar
cudalint: --cache-size wants a number of MiB, not 0
[2]

$ $CUDALINT scan --cache /dev/null/x x.tar
cudalint: cannot make /dev/null/x: Not a directory
[2]

$ $CUDALINT scan --state /nowhere/state x.tar
cudalint: /nowhere/state: No such file or directory
[2]

$ $CUDALINT scan --from-file /nowhere/list
cudalint: /nowhere/list: No such file or directory
[2]

More pools than columns.

$ python3 -c 'import json, sys; f = json.load(sys.stdin); f["pools"] = [dict(f["pools"][0], name="p%d" % i) for i in range(1, 54)]; print(json.dumps(f))' <fixtures/cli/fleet.json >$IMG/many.json; cd $IMG && $CUDALINT scan --no-cache --fleet many.json --fail-on never clean.tar 2>&1 | grep -e p50 -e ^123 -e '^[.]'
48=p48 49=p49 50=p50, and 3 pools without a column
12345678901234567890123456789012345678901234567890  IMAGE
..................................................  clean.tar (linux/amd64)
