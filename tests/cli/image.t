The image of a well-known report: CUDA 11.3 with its compat package, on
RTX 3090 hosts with driver 460.67. Blank lines are left out.

$ $CUDALINT image --now 2026-11-21 --fleet fixtures/cli/fleet.json - <$IMG/a1.tar | grep .
FAIL - (linux/amd64): 1 of 2 pools fails
  needs  workstation, geforce: driver 465.19.01 or later (native); with --gpus
         ≥1.17.7 (disabled): driver 450.80.02 or later (minor-version)
         datacenter: driver 418.39 or later (forward-compat); with --gpus
         ≥1.17.7 (disabled): driver 450.80.02 or later (minor-version)
  fail  ws-3090     RTX 3090        460.67      804 compat
  pass  train-a100  A100-SXM4-80GB  535.183.01  ok, native
  error CL001 compat-on-unsupported-gpu
    the image's libcuda 465.19.01 replaces the host's on GPUs that do not
    support forward compatibility: CUDA error 804 on pool ws-3090 (NVIDIA
    GeForce RTX 3090, driver 460.67)
    in    layer 1, /usr/local/cuda-11.3/compat/libcuda.so.465.19.01
            apt-get update && apt-get install -y --no-install-recommends
            cuda-cudart-11-3 cuda-compat-11-3 && rm...
    pools ws-3090
    cure  apt-get purge -y cuda-compat-11-3, or rm -rf
          /usr/local/cuda-11.3/compat [safe]

$ $CUDALINT image --fleet fixtures/cli/fleet.json $IMG/a1.tar >/dev/null
[1]

The name of the file is in the report.

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json $IMG/a1.tar | sed "s|$IMG/||"
FAIL a1.tar (linux/amd64): 1 of 2 pools fails

Why?

$ $CUDALINT image --why --fleet fixtures/cli/fleet.json --pool ws-3090 - <$IMG/a1.tar | sed -n '/^  [a-z]* ws-3090, /,/^  error/p' | grep .
  fail ws-3090, NVIDIA GeForce RTX 3090
    804 compat; --gpus or runtime 1.3.1–1.8.1 (mount, six brands)
      message             forward compatibility was attempted on non supported
                          HW
      stack        info   --gpus or runtime 1.3.1–1.8.1 (mount, six brands)
                          (legacy) [S, libnvidia-container 5ae7360 (1.3.1):
                          compat libraries of another major are mounted; brands
                          7 to 16 since 6845f41 (1.9.0)]
      require      pass   NVIDIA_REQUIRE_CUDA is met by driver 460.67 (CUDA
                          11.2) [S, model 2.5]
      compat       info   the toolkit mounts
                          /usr/local/cuda-11.3/compat/libcuda.so.465.19.01
                          beside the host's library [S, model 3.3]
      loader       info   libcuda.so.1 is
                          /usr/local/cuda-11.3/compat/libcuda.so.465.19.01
                          (image), first in ld.so.cache by
                          /usr/lib/x86_64-linux-gnu [X, model 5.2]
      driver       fail   libcuda 465.19.01 on kernel driver 460.67: forward
                          compatibility, which NVIDIA GeForce RTX 3090 does not
                          support [T, model 6#3]
  error CL001 compat-on-unsupported-gpu

As JSON.

$ $CUDALINT image --format json --fleet fixtures/cli/fleet.json - <$IMG/a1.tar | python3 -c 'import json,sys; [print(p["pool"], p["verdict"], p["outcome"], p["route"], p["libcuda"]["origin"]) for i in json.load(sys.stdin)["images"] for p in i["predictions"]]'
ws-3090 fail 804 None image
train-a100 pass ok native host

$ $CUDALINT image --format json --fleet fixtures/cli/fleet.json - <$IMG/a1.tar | python3 -c 'import json,sys; r = json.load(sys.stdin); print(r["schema"], *[(i["ref"], i["verdict"], [f["id"] for f in i["findings"]]) for i in r["images"]])'
cudalint/report/1 ('-', 'fail', ['CL001'])

Several formats in one run; the file of one leaves standard output to the
other.

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json --format text --format json=$B/cli-report.json - <$IMG/a1.tar
FAIL - (linux/amd64): 1 of 2 pools fails
[1]

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json --format json - <$IMG/a1.tar | cmp - $B/cli-report.json

Exit statuses: 0 without findings ...

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json - <$IMG/clean.tar
PASS - (linux/amd64): works on all 2 pools

... or with none that matters, ...

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json --pool 'train-*' - <$IMG/a1.tar
PASS - (linux/amd64): works on the one pool

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json --fail-on never - <$IMG/a1.tar
FAIL - (linux/amd64): 1 of 2 pools fails

... 1 from --fail-on on, ...

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json - <$IMG/a1.tar
FAIL - (linux/amd64): 1 of 2 pools fails
[1]

$ $CUDALINT image --quiet --fleet fixtures/cli/odd.json --pool new - <$IMG/clean.tar
PASS - (linux/amd64): works on the one pool

$ $CUDALINT image --quiet --fleet fixtures/cli/odd.json --pool new --fail-on note - <$IMG/clean.tar
PASS - (linux/amd64): works on the one pool
[1]

$ $CUDALINT image --quiet --fleet fixtures/cli/odd.json --pool new --fail-on warning - <$IMG/clean.tar
PASS - (linux/amd64): works on the one pool

... 2 for what is unknown, unless gaps are accepted; a finding beats a gap.

$ $CUDALINT image --fleet fixtures/cli/odd.json --pool hpc - <$IMG/clean.tar | grep -i unknown
UNKNOWN - (linux/amd64): 1 of 1 pool unknown
  unknown  hpc  A100-SXM4-80GB  535.183.01  unknown
  unknown hpc: how apptainer with this toolkit, request and mode hands over GPUs

$ $CUDALINT image --quiet --fleet fixtures/cli/odd.json --pool hpc - <$IMG/clean.tar
UNKNOWN - (linux/amd64): 1 of 1 pool unknown
[2]

$ $CUDALINT image --quiet --allow-gaps --fleet fixtures/cli/odd.json --pool hpc - <$IMG/clean.tar
UNKNOWN - (linux/amd64): 1 of 1 pool unknown

$ $CUDALINT image --quiet --fleet fixtures/cli/odd.json --pool hpc --pool any-3090 - <$IMG/a1.tar
FAIL - (linux/amd64): 1 of 2 pools fails, 1 unknown
[1]

Several images: each is judged, the worst status counts.

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json $IMG/clean.tar $IMG/a1.tar | sed "s|$IMG/||"
PASS clean.tar (linux/amd64): works on all 2 pools
FAIL a1.tar (linux/amd64): 1 of 2 pools fails
2 images: 1 fail, 1 pass

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json $IMG/clean.tar $IMG/a1.tar >/dev/null
[1]

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json $IMG/a1.tar no.tar $IMG/clean.tar 2>/dev/null | sed "s|$IMG/||"
FAIL a1.tar (linux/amd64): 1 of 2 pools fails
ERROR no.tar: No such file or directory
PASS clean.tar (linux/amd64): works on all 2 pools
3 images: 1 fail, 1 pass, 1 could not be read

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json $IMG/a1.tar no.tar $IMG/clean.tar >/dev/null
cudalint: no.tar: No such file or directory
[2]

Without a fleet the first line says what it was judged for, and what depends
on hosts is at most a warning.

$ $CUDALINT image - <$IMG/a1.tar | sed -n '1,3p; /^  fail/p; /^  [a-z]* CL/p'
No fleet profile given: judged for the default fleet of 10 pools, so what
depends on hosts is at most a warning.
FAIL - (linux/amd64): 5 of 10 pools fail
  fail  rtx3090-r460  RTX 3090        460.67      804 | ok
  fail  rtx5090-r580  RTX 5090        580.126.09  209 no kernel
  fail  h100-r570     H100 80GB HBM3  570.211.01  209 no kernel
  fail  b200-r580     B200            580.126.09  209 no kernel
  fail  gb10-r580     GB10            580.126.09  wrong CPU
  warning CL001 compat-on-unsupported-gpu
  warning CL014 no-kernel-for-gpu
  warning CL019 outcome-depends
  warning CL026 wrong-arch

$ $CUDALINT image --quiet - <$IMG/a1.tar
FAIL - (linux/amd64): 5 of 10 pools fail

$ $CUDALINT image --quiet --fail-on warning - <$IMG/a1.tar
FAIL - (linux/amd64): 5 of 10 pools fail
[1]

What the fleet does not say is played through; --assume settles it.

$ $CUDALINT image --now 2026-11-21 --fleet fixtures/cli/odd.json --pool any-3090 - <$IMG/a1.tar | sed -n '/^  fail/p; /CL019/,$p' | grep .
  fail  any-3090  RTX 3090  460.67  804 | ok
  error CL019 outcome-depends
    on pool any-3090 (NVIDIA GeForce RTX 3090, driver 460.67) the outcome is 804
    or ok (minor-version), depending on container.toolkit and container.request
    pools any-3090
    cure  say it in the fleet profile (container.toolkit and container.request),
          or try one stack with --assume

  error CL001 compat-on-unsupported-gpu
    the image's libcuda 465.19.01 replaces the host's on GPUs that do not
    support forward compatibility: CUDA error 804 on pool any-3090 (NVIDIA
--
  error CL019 outcome-depends
    on pool any-3090 (NVIDIA GeForce RTX 3090, driver 460.67) the outcome is 804
    or ok (minor-version), depending on container.toolkit and container.request
    pools any-3090
    cure  say it in the fleet profile (container.toolkit and container.request),

$ $CUDALINT image --assume gpus-disabled --fleet fixtures/cli/odd.json --pool any-3090 - <$IMG/a1.tar | grep '^  [pf]'
  pass  any-3090  RTX 3090  460.67  ok, minor-version

$ $CUDALINT image --assume gpus-ldconfig --fleet fixtures/cli/odd.json --pool any-3090 - <$IMG/a1.tar | grep '^  [pf]'
  fail  any-3090  RTX 3090  460.67  804 compat

$ $CUDALINT image --assume '--gpus ≥1.17.7 (disabled)' --quiet --fleet fixtures/cli/odd.json --pool any-3090 - <$IMG/a1.tar
PASS - (linux/amd64): works on the one pool

An image may say itself which pools it is for.

$ $CUDALINT image --fleet fixtures/cli/fleet.json - <$IMG/pools.tar | sed -n '1p; /^  [pf]/p'
PASS - (linux/amd64): works on the one pool
  pass  train-a100  A100-SXM4-80GB  535.183.01  ok, native

$ $CUDALINT image --fleet fixtures/cli/odd.json - <$IMG/pools.tar | sed -n 1p
UNKNOWN - (linux/amd64): no pool to judge it for

Compressed from outside, and every byte checked.

$ gzip -c $IMG/a1.tar | $CUDALINT image --quiet --fleet fixtures/cli/fleet.json -
FAIL - (linux/amd64): 1 of 2 pools fails
[1]

$ $CUDALINT image --quiet --verify --fleet fixtures/cli/fleet.json - <$IMG/a1.tar
FAIL - (linux/amd64): 1 of 2 pools fails
[1]

Output is coloured on a terminal only.

$ $CUDALINT image --fleet fixtures/cli/fleet.json - <$IMG/a1.tar | LC_ALL=C grep '[[:cntrl:]]'
[1]

What takes the room: a library twice, what is only built with, what was written
again and what was removed too late. It is told from 100 MB on; the images of
these tests are smaller.

$ mkdir -p $B/know-sizes && sed 's/"bytes": 100000000/"bytes": 1000000/' rules/libraries.json >$B/know-sizes/libraries.json
$ $CUDALINT image --sizes --now 2026-11-21 --knowledge $B/know-sizes --fleet fixtures/cli/fleet.json --pool ws-3090 - <$IMG/sizes.tar | sed -n '/^  sizes/,$p' | grep .
  sizes  9.6 MB of files in 4 layers; at least 3.0 MB are hidden by later layers
         torch               4.1 MB   layers 2, 3; 2.0 MB hidden
         cudnn               2.3 MB   layers 1, 2
         static-libs         1.1 MB   layer 1
         compiler            1.0 MB   layer 1
         layer 2             4.2 MB   pip install torch
         layer 1             3.3 MB   apt-get install -y cuda-nvcc-12-4
                                      libcublas-dev-12-4 libcudnn9-cuda-12
         layer 3             2.0 MB   chown -R app /opt/venv && rm -rf
                                      /root/.cache
         layer 0             1 kB     ADD rootfs.tar in /
  note CL060 static-libs
    static libraries of CUDA take 1.1 MB
    in    layer 1, /usr/local/cuda-12.4/targets/x86_64-linux/lib
            apt-get install -y cuda-nvcc-12-4 libcublas-dev-12-4
            libcudnn9-cuda-12
    cure  build in a stage of its own; in this one, remove lib*_static.a in the
          RUN that installs them
  note CL061 devel-in-final
    CUDA's compiler, headers and profilers take 1.0 MB
    in    layer 1, /usr/local/cuda-12.4/nvvm
            apt-get install -y cuda-nvcc-12-4 libcublas-dev-12-4
            libcudnn9-cuda-12
    in    layer 1, /usr/local/cuda-12.4/bin
            apt-get install -y cuda-nvcc-12-4 libcublas-dev-12-4
            libcudnn9-cuda-12
    cure  build in a stage on the -devel image and ship one on -runtime or
          -base, unless programs compile CUDA when they run
  note CL062 files-written-again
    at least 2.0 MB are in the image twice: files that a later layer wrote
    again, of the same name and size
    in    layer 3, /opt/venv/lib/python3.10/site-packages/torch
            chown -R app /opt/venv && rm -rf /root/.cache
    in    layer 2, /opt/venv/lib/python3.10/site-packages/torch
            pip install torch
    cure  change owner and mode in the instruction that makes the files: COPY
          --chown, or chown in the same RUN
  note CL063 removed-in-later-layer
    at least 1.0 MB are pulled and never seen: layer 3 removed or replaced them
    in    layer 2, /root/.cache
            pip install torch
    cure  remove in the RUN that made them, or mount a cache there (RUN
          --mount=type=cache)
  note CL064 library-in-two-places
    cudnn in more than one place: what is beside the largest copy takes 1.1 MB
    in    layer 1, /usr/lib/x86_64-linux-gnu
            apt-get install -y cuda-nvcc-12-4 libcublas-dev-12-4
            libcudnn9-cuda-12
    in    layer 2, /opt/venv/lib/python3.10/site-packages/nvidia/cudnn
            pip install torch
    cure  with a framework that brings its own CUDA libraries take a base image
          without them (nvidia/cuda:…-base); purge a package cache in the RUN
          that fills it
$ $CUDALINT image --fleet fixtures/cli/fleet.json --pool ws-3090 - <$IMG/sizes.tar | grep note
[1]

As JSON: who brought what, and what later layers hide of it.

$ $CUDALINT image --format json --fleet fixtures/cli/fleet.json - <$IMG/sizes.tar | python3 -c 'import json,sys; [print(l["index"], l["bytes"], l.get("hidden", 0), *(c["name"] for c in l.get("components", [])), "|", l["created_by"]) for i in json.load(sys.stdin)["images"] for l in i["layers"]]'
0 98 0 | ADD rootfs.tar in /
1 3330000 0 cudnn static-libs compiler | RUN apt-get install -y cuda-nvcc-12-4 libcublas-dev-12-4 libcudnn9-cuda-12
2 4273900 3093000 torch cudnn | RUN pip install torch
3 2080900 0 torch | RUN chown -R app /opt/venv && rm -rf /root/.cache
