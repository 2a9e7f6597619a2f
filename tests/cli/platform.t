An index with amd64 and arm64: each pool is judged on its own.

$ python3 tests/mkimage.py --shape oci-archive -o $IMG/both-oci.tar fixtures/cli/both.img

$ $CUDALINT image --fleet fixtures/cli/odd.json --pool any-3090 --pool gh200 - <$IMG/both-oci.tar | grep -e '(linux' -e '^  pass' -e images
PASS - (linux/amd64): works on the one pool
  pass  any-3090  RTX 3090  460.67  ok, native
PASS - (linux/arm64): works on the one pool
  pass  gh200  GH200 480GB  550.144.03  ok, native
2 images: 2 pass

$ $CUDALINT image --format json --fleet fixtures/cli/odd.json --pool any-3090 --pool gh200 - <$IMG/both-oci.tar | grep -e '"platform"' -e '"pool"'
      "platform": "linux/amd64",
          "pool": "any-3090",
      "platform": "linux/arm64",
          "pool": "gh200",

A fleet without arm64 does not need that half.

$ $CUDALINT image --quiet --fleet fixtures/cli/fleet.json - <$IMG/both-oci.tar
PASS - (linux/amd64): works on all 2 pools

--platform chooses.

$ $CUDALINT image --quiet --platform linux/arm64 --fleet fixtures/cli/odd.json --pool '*3090' --pool gh200 - <$IMG/both-oci.tar
PASS - (linux/arm64): works on the one pool

$ $CUDALINT facts - <$IMG/both-oci.tar | grep '"architecture"'
    "architecture": "amd64",

$ $CUDALINT facts --platform linux/arm64 - <$IMG/both-oci.tar | grep '"architecture"'
    "architecture": "arm64",

What it does not have, it says.

$ $CUDALINT facts --platform linux/riscv64 - <$IMG/both-oci.tar
cudalint: standard input: no image for linux/riscv64; it has linux/amd64, linux/arm64
[2]

$ $CUDALINT image --platform linux/riscv64 - <$IMG/both-oci.tar
cudalint: standard input: no image for linux/riscv64; it has linux/amd64, linux/arm64
[2]

It is asked of an archive with a single image as well.

$ $CUDALINT facts --platform linux/arm64 - <$IMG/clean.tar
cudalint: standard input: no image for linux/arm64; it has linux/amd64
[2]

$ $CUDALINT image --platform linux/arm64 - <$IMG/clean.tar
cudalint: standard input: no image for linux/arm64; it has linux/amd64
[2]

$ $CUDALINT image --quiet --platform linux/amd64 --fleet fixtures/cli/odd.json --pool '*3090' --pool gh200 - <$IMG/clean.tar
PASS - (linux/amd64): works on the one pool

One image for one platform: a pool of another is told so.

$ $CUDALINT image --fleet fixtures/cli/odd.json --pool gh200 - <$IMG/clean.tar | grep -e '(linux' -e '^  fail' -e CL026
FAIL - (linux/amd64): 1 of 1 pool fails
  fail  gh200  GH200 480GB  550.144.03  wrong CPU
  error CL026 wrong-arch

$ $CUDALINT image --quiet --fleet fixtures/cli/odd.json --pool gh200 - <$IMG/clean.tar
FAIL - (linux/amd64): 1 of 1 pool fails
[1]
