A Dockerfile is judged as the image that it will build.

$ $CUDALINT dockerfile --fleet fixtures/dockerfile/article-a.fleet.json fixtures/dockerfile/article-a1.Dockerfile | grep .
FAIL fixtures/dockerfile/article-a1.Dockerfile (linux/amd64): 1 of 1 pool fails
  needs  workstation, geforce: driver 465.19.01 or later (native); with --gpus
         ≥1.17.7 (disabled): driver 450.80.02 or later (minor-version)
         datacenter: driver 418.39 or later (forward-compat); with --gpus
         ≥1.17.7 (disabled): driver 450.80.02 or later (minor-version)
  fail  ws-3090  RTX 3090  460.67  804 compat
  error CL001 compat-on-unsupported-gpu
    the image's libcuda 465.19.01 replaces the host's on GPUs that do not
    support forward compatibility: CUDA error 804 on pool ws-3090 (NVIDIA
    GeForce RTX 3090, driver 460.67)
    at    fixtures/dockerfile/article-a1.Dockerfile:1:6
            FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04
    pools ws-3090
    cure  apt-get purge -y cuda-compat-11-3, or rm -rf
          /usr/local/cuda-11.3/compat [safe]
  warning CL054 base-unsupported
    nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04 is in NVIDIA's lists no more:
    the build may fail to pull it
    at    fixtures/dockerfile/article-a1.Dockerfile:1:6
            FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04
    cure  take a supported tag; `cudalint fix --fix-review` says which ones the
          fleet runs [review]

In JSON a finding has its place.

$ $CUDALINT dockerfile --format json --fleet fixtures/dockerfile/article-a.fleet.json fixtures/dockerfile/article-a1.Dockerfile | grep -A7 '"place"' | head -8
          "place": {
            "line": 1,
            "column": 6,
            "end_line": 1,
            "end_column": 49,
            "offset": 5,
            "size": 43
          },

What the file does not settle is asked for.

$ printf 'ARG BASE\nFROM $BASE\n' | $CUDALINT dockerfile --fleet fixtures/dockerfile/geforce.fleet.json - | grep .
UNKNOWN - (linux/amd64): 1 of 1 pool unknown
  needs  datacenter, workstation, geforce: not known
  unknown  desk-4090  RTX 4090  535.104.05  unknown
  unknown desk-4090: part of the image's configuration is not known
  unseen FROM: line 2: FROM $BASE: "" gives no name: an argument has no value;
         give --build-arg BASE=… (may change: all)

$ printf 'ARG BASE\nFROM $BASE\n' | $CUDALINT dockerfile --fleet fixtures/dockerfile/geforce.fleet.json --build-arg BASE=nvidia/cuda:12.4.1-base-ubuntu22.04 --quiet -
FAIL - (linux/amd64): 1 of 1 pool fails
[1]

Other targets that fare otherwise are told, unless one is named.

$ printf 'FROM nvidia/cuda:12.4.1-base-ubuntu22.04 AS gpu\nFROM ubuntu:22.04 AS plain\n' | $CUDALINT dockerfile --fleet fixtures/dockerfile/geforce.fleet.json - | grep -A3 CL057
  warning CL057 targets-differ
    target gpu does otherwise than plain, which is judged here, on desk-4090
    at    Dockerfile:1:1
            FROM nvidia/cuda:12.4.1-base-ubuntu22.04 AS gpu

One without a name, or whose name is taken again, goes by its number.  Not all of thousands are judged.

$ printf 'FROM nvidia/cuda:12.4.1-base-ubuntu22.04\nFROM ubuntu:22.04\n' | $CUDALINT dockerfile --fleet fixtures/dockerfile/geforce.fleet.json - | grep -A5 CL057
  warning CL057 targets-differ
    target stage 0 does otherwise than stage 1, which is judged here, on
    desk-4090
    at    Dockerfile:1:1
            FROM nvidia/cuda:12.4.1-base-ubuntu22.04
    pools desk-4090

$ printf 'FROM nvidia/cuda:12.4.1-base-ubuntu22.04 AS a\nFROM ubuntu:22.04 AS a\n' | $CUDALINT dockerfile --fleet fixtures/dockerfile/geforce.fleet.json - | grep -A5 CL057 | grep cure
    cure  judge it as well: --target 0

$ (yes 'FROM ubuntu:22.04' | head -n 20; echo FROM alpine) | $CUDALINT dockerfile --fleet fixtures/dockerfile/geforce.fleet.json - | grep -A5 CL057
  note CL057 targets-differ
    4 more targets were not judged
    at    Dockerfile:21:1
            FROM alpine
    cure  judge those that are shipped, by --target

$ printf 'FROM nvidia/cuda:12.4.1-base-ubuntu22.04 AS gpu\nFROM ubuntu:22.04 AS plain\n' | $CUDALINT dockerfile --target gpu --quiet --fleet fixtures/dockerfile/geforce.fleet.json - | grep .
FAIL - (linux/amd64): 1 of 1 pool fails

$ printf 'FROM ubuntu:22.04 AS plain\n' | $CUDALINT dockerfile --target gpu -
cudalint: standard input: no stage gpu; there are plain
[2]

Comments keep a rule silent; one that silences nothing is told.

$ printf '# cudalint ignore=CL054 reason="mirrored"\nFROM nvidia/cuda:10.2-base-ubuntu18.04\n# cudalint ignore=CL001\nCMD ["true"]\n' | $CUDALINT dockerfile --fleet fixtures/dockerfile/rack.fleet.json - | grep -A3 "CL05"
  note CL053 compat-unused
    no pool of the fleet uses the compat libraries (libcuda 440.33.01)
    at    Dockerfile:2:6
            FROM nvidia/cuda:10.2-base-ubuntu18.04
--
  note CL059 ignore-unused
    line 3 ignores CL001, which finds nothing there
    at    Dockerfile:3:1
            # cudalint ignore=CL001

A folder stands for the Dockerfiles below it; templates are passed over.

$ C=$(realpath $CUDALINT); rm -rf $B/t && mkdir -p $B/t/tree/a $B/t/tree/.git && cd $B/t && for f in a/gpu.Dockerfile .git/Dockerfile Containerfile Dockerfile.j2; do printf 'FROM ubuntu:22.04\n' >tree/$f; done; $C dockerfile --allow-gaps --platform linux/amd64 tree 2>&1 | grep -E "^(UNKNOWN|cudalint)"
cudalint: tree/Dockerfile.j2: skipped, a template: check what is made from it
UNKNOWN tree/Containerfile (linux/amd64): 9 of 9 pools unknown
UNKNOWN tree/a/gpu.Dockerfile (linux/amd64): 9 of 9 pools unknown

$ $CUDALINT dockerfile none
cudalint: none: No such file or directory
[2]

$ $CUDALINT dockerfile
cudalint: dockerfile wants files, a directory, or -
[2]
