What is in an image.

$ $CUDALINT facts $IMG/clean.tar
{
  "schema": "cudalint/facts/1",
  "digest": "sha256:e41bad288eb4c9057f84500a4150886657506d4cc852dc59898e848ac16dd46d",
  "config": {
    "os": "linux",
    "architecture": "amd64",
    "created": "2021-08-01T00:00:00Z",
    "env": [
      "NVIDIA_VISIBLE_DEVICES=all",
      "NVIDIA_DRIVER_CAPABILITIES=compute,utility",
      "NVIDIA_REQUIRE_CUDA=cuda>=11.2"
    ],
    "history": [
      {
        "created_by": "ADD rootfs.tar.gz in /"
      },
      {
        "created_by": "RUN apt-get install -y cuda-cudart-11-2"
      }
    ]
  },
  "layers": [
    {
      "diff_id": "sha256:defece60b429f87dd0fffae9fb55125f5a6921dff5bdf1d61caa92cb02308875",
      "created_by": "ADD rootfs.tar.gz in /",
      "bytes": 178,
      "files": 4
    },
    {
      "diff_id": "sha256:d71b261d3ce768321ab2ad8eaf4db45478e9cf7cdb97745cff90b4510412af60",
      "created_by": "RUN apt-get install -y cuda-cudart-11-2",
      "bytes": 1308,
      "files": 3
    }
  ],
  "cudart": [
    {
      "path": "usr/local/cuda-11.2/targets/x86_64-linux/lib/libcudart.so.11.2.152",
      "version": "11.2.152",
      "minor_known": true,
      "from": "file",
      "package": "cuda-cudart-11-2",
      "layer": 1
    },
    {
      "path": "var/lib/dpkg/status",
      "version": "11.2.152",
      "minor_known": true,
      "from": "package",
      "package": "cuda-cudart-11-2",
      "layer": 1
    }
  ],
  "packages": [
    {
      "name": "cuda-cudart-11-2",
      "version": "11.2.152-1",
      "arch": "amd64",
      "path": "var/lib/dpkg/status",
      "layer": 1
    }
  ],
  "loader": {
    "conf": [
      {
        "dir": "/usr/local/nvidia/lib",
        "file": "etc/ld.so.conf.d/nvidia.conf",
        "layer": 0
      },
      {
        "dir": "/usr/local/nvidia/lib64",
        "file": "etc/ld.so.conf.d/nvidia.conf",
        "layer": 0
      }
    ],
    "conf_files": [
      "nvidia.conf"
    ],
    "has_conf": true,
    "has_conf_d": true,
    "cuda_link": [
      "usr/local/cuda",
      "/etc/alternatives/cuda",
      "/usr/local/cuda-11.2"
    ],
    "cuda_link_absolute": true,
    "cuda_dir": "usr/local/cuda-11.2"
  },
  "os": {
    "id": "ubuntu",
    "version": "22.04",
    "pretty": "Ubuntu 22.04",
    "debian": true
  },
  "code": {
    "scanned": true
  },
  "sizes": {
    "measured": true,
    "rows": [
      {
        "component": "cudart",
        "place": "usr/local/cuda-11.2/targets/x86_64-linux/lib",
        "layer": 1,
        "bytes": 880,
        "files": 1
      }
    ]
  }
}

An image and its facts give the same predictions.

$ $CUDALINT facts $IMG/a1.tar >$B/cli-facts.json

$ $CUDALINT image --now 2026-11-21 --format json $IMG/a1.tar >$B/cli-image.json; $CUDALINT image --now 2026-11-21 --format json --facts $B/cli-facts.json >$B/cli-facts-image.json; diff $B/cli-image.json $B/cli-facts-image.json | sed 's/^\([<>] *"[a-z_]*"\).*/\1/'
10c10
<       "ref"
---
>       "ref"
12c12
<       "manifest_digest"
---
>       "manifest_digest"

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json --facts - <$B/cli-facts.json
FAIL - (linux/amd64): 1 of 2 pools fails
[1]

Facts beside images: they come first.

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json --facts - $IMG/clean.tar <$B/cli-facts.json | sed "s|$IMG/||"
FAIL - (linux/amd64): 1 of 2 pools fails
PASS clean.tar (linux/amd64): works on all 2 pools
2 images: 1 fail, 1 pass

By a pipe, compressed, and checked: the same.

$ $CUDALINT facts - <$IMG/a1.tar | cmp - $B/cli-facts.json

$ cat $IMG/a1.tar | $CUDALINT facts - | cmp - $B/cli-facts.json

$ gzip -c $IMG/a1.tar | $CUDALINT facts --verify - | cmp - $B/cli-facts.json

What is no facts is said.

$ $CUDALINT image --facts fixtures/cli/fleet.json
cudalint: fixtures/cli/fleet.json: /schema: want 'cudalint/facts/1', got 'cudalint/fleet/1'
[2]

$ $CUDALINT image --facts README.md
cudalint: README.md: line 1, column 1: '[' or '{' expected near '#'
[2]

$ $CUDALINT facts
cudalint: facts wants one image; try: cudalint facts --help
[2]

$ $CUDALINT facts $IMG/a1.tar $IMG/clean.tar
cudalint: facts wants one image; try: cudalint facts --help
[2]

A Dockerfile has facts of the same kind.

$ printf 'FROM ubuntu:22.04\nRUN apt-get update && apt-get install -y cuda-compat-12-4\n' | $CUDALINT facts --dockerfile - | grep '"package"' | uniq -c | tr -s ' '
 11 "package": "cuda-compat-12-4",
