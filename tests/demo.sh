#!/bin/sh
# usage: demo.sh BUILD    Lint the bundled image against the built-in fleet.
# The image is the one of a well-known report: nvidia/cuda:11.3.0-cudnn8-devel
# with torch 1.12.1+cu113, made here from its recipe.
set -eu
B=${1:-build}
mkdir -p "$B/img"
python3 tests/mkimage.py --shape docker25 -o "$B/img/demo.tar" fixtures/cases/a1.img
echo "\$ cudalint image $B/img/demo.tar"
"$B/cudalint" image "$B/img/demo.tar"
