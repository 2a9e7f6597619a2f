Several images in one archive are all judged, each by its name.

$ python3 tests/mkimage.py --shape docker25 -o $IMG/several.tar fixtures/cases/a1.img fixtures/cli/second.img

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json - <$IMG/several.tar
FAIL -:acme/cases:a1 (linux/amd64): 1 of 2 pools fails
PASS -:acme/second:2 (linux/amd64): works on all 2 pools
2 images: 1 fail, 1 pass
[1]

$ cd $IMG && $CUDALINT image --quiet --fleet $OLDPWD/fixtures/cli/fleet.json several.tar
FAIL several.tar:acme/cases:a1 (linux/amd64): 1 of 2 pools fails
PASS several.tar:acme/second:2 (linux/amd64): works on all 2 pools
2 images: 1 fail, 1 pass
[1]

A name of this form chooses one; so do skopeo's words in front, a number, a
short name.

$ cd $IMG && $CUDALINT image --quiet --fleet $OLDPWD/fixtures/cli/fleet.json several.tar:acme/second:2 docker-archive:several.tar:docker.io/acme/second:2 docker-archive:several.tar:@0
PASS several.tar:acme/second:2 (linux/amd64): works on all 2 pools
PASS docker-archive:several.tar:docker.io/acme/second:2 (linux/amd64): works on
  all 2 pools
FAIL docker-archive:several.tar:@0 (linux/amd64): 1 of 2 pools fails
3 images: 1 fail, 2 pass
[1]

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json docker-archive:-:acme/second:2 <$IMG/several.tar
PASS docker-archive:-:acme/second:2 (linux/amd64): works on all 2 pools

$ cd $IMG && $CUDALINT image --quiet docker-archive:several.tar:acme/third
cudalint: docker-archive:several.tar:acme/third: several.tar: no image 'acme/third'; it has acme/cases:a1, acme/second:2
[2]

$ cd $IMG && $CUDALINT facts several.tar
cudalint: several.tar: several images; choose one, as docker-archive:PATH:NAME: acme/cases:a1, acme/second:2
[2]

$ cd $IMG && $CUDALINT code several.tar
cudalint: several.tar: several images; choose one, as docker-archive:PATH:NAME: acme/cases:a1, acme/second:2
[2]

$ cd $IMG && $CUDALINT facts several.tar:acme/second:2 | grep created_by
        "created_by": "ADD rootfs.tar.gz in /"
        "created_by": "RUN apt-get install -y cuda-cudart-11-2"
        "created_by": "RUN touch /second"
      "created_by": "ADD rootfs.tar.gz in /",
      "created_by": "RUN apt-get install -y cuda-cudart-11-2",
      "created_by": "RUN touch /second",

$ cd $IMG && $CUDALINT scan --format jsonl --quiet several.tar several.tar:acme/second:2 | sed 's/.*"ref":"\([^"]*\)".*"verdict":"\([a-z]*\)","pools".*/\1 \2/'
several.tar:acme/cases:a1 fail
several.tar:acme/second:2 fail
several.tar:acme/second:2 fail

An OCI layout has tags.

$ python3 tests/mkimage.py --shape oci-dir -o $IMG/several fixtures/cases/a1.img fixtures/cli/second.img

$ cd $IMG && $CUDALINT image --quiet --fleet $OLDPWD/fixtures/cli/fleet.json oci:several oci:several:2
FAIL oci:several:a1 (linux/amd64): 1 of 2 pools fails
PASS oci:several:2 (linux/amd64): works on all 2 pools
PASS oci:several:2 (linux/amd64): works on all 2 pools
3 images: 1 fail, 2 pass
[1]

$ cd $IMG && $CUDALINT image --quiet oci:several:3
cudalint: oci:several:3: several: no image '3'; it has a1, 2
[2]

A path that is there is a path, whatever is in it; what is nowhere is one too.

$ cd $IMG && cp several.tar odd:name.tar && $CUDALINT facts odd:name.tar:acme/second:2 2>&1; $CUDALINT facts ./odd:name.tar 2>&1 | cut -c1-60; rm odd:name.tar
cudalint: odd:name.tar:acme/second:2: No such file or directory
cudalint: ./odd:name.tar: several images; choose one, as doc

$ $CUDALINT facts oci-archive:no.tar:x
cudalint: no.tar:x: No such file or directory
[2]

Docker before 1.10 wrote no manifest.

$ python3 tests/mkimage.py --shape v1 -o $IMG/v1.tar fixtures/cases/a1.img

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json - <$IMG/v1.tar
FAIL - (linux/amd64): 1 of 2 pools fails
[1]

A platform that the index names, but that was left out, is unknown; of the
built-in fleet it is only said.

$ python3 tests/mkimage.py --shape containerd -o $IMG/left-out.tar fixtures/cli/both.img

$ cd $IMG && rm -rf left-out && mkdir left-out && tar -C left-out -xf left-out.tar && cp left-out/index.json . && python3 -c 'import json,os; b="left-out/blobs/sha256/"; i=json.load(open(b + json.load(open("index.json"))["manifests"][0]["digest"][7:])); [os.unlink(b + m["digest"][7:]) for m in i["manifests"] if m["platform"]["architecture"] == "arm64"]'

$ cd $IMG && $CUDALINT image --quiet --fleet $OLDPWD/fixtures/cli/odd.json --pool any-3090 --pool gh200 left-out 2>/dev/null | sed 's/sha256[^ ]*/…/'
PASS left-out (linux/amd64): works on the one pool
ERROR left-out: its image for linux/arm64 is not in it:
  blobs/…
  is missing
2 images: 1 pass, 1 could not be read

$ cd $IMG && $CUDALINT image --quiet left-out 2>&1 | sed 's/sha256[^ ]*/…/'
cudalint: left-out: its image for linux/arm64 is not in it: blobs/… is missing; no pool of that platform is judged
PASS left-out (linux/amd64): works on all 9 pools

$ cd $IMG && $CUDALINT image --quiet --allow-gaps --format json left-out 2>/dev/null | grep -c '"pool": "gb10'
0
[1]

$ cd $IMG && $CUDALINT facts --platform linux/arm64 left-out 2>&1 | sed 's/sha256[^ ]*/…/'
cudalint: left-out: linux/arm64: blobs/… is missing

All platforms, whatever the fleet has.

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json --all-platforms - <$IMG/left-out.tar
PASS - (linux/amd64): works on all 2 pools
UNKNOWN - (linux/arm64): no pool to judge it for
2 images: 1 unknown, 1 pass
[2]

$ python3 tests/mkimage.py --shape containerd -o $IMG/systems.tar fixtures/cli/systems.img

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json --all-platforms - <$IMG/systems.tar
PASS - (linux/amd64): works on all 2 pools
UNKNOWN - (windows/amd64): no pool to judge it for
2 images: 1 unknown, 1 pass
[2]

$ $CUDALINT image --all-platforms --platform linux/amd64 - <$IMG/left-out.tar
cudalint: --all-platforms and --platform exclude each other
[2]

What else is no image.

$ printf '%32sSIF_MAGIC' '#!/usr/bin/env run-singularity' | $CUDALINT facts -
cudalint: standard input: not an image: an Apptainer (SIF) image; what can be read is a 'docker save' archive, an OCI archive (both also as gzip or zstd) or an OCI layout directory
[2]

$ printf 'hsqs%100s' '' | $CUDALINT facts -
cudalint: standard input: not an image: a squashfs image; what can be read is a 'docker save' archive, an OCI archive (both also as gzip or zstd) or an OCI layout directory
[2]
