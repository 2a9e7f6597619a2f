#!/usr/bin/env python3
"""jobs.py - any number of threads says the same.

Reads all fixtures, in several shapes and compressions, from files and pipes,
and what tests/mkhostile.py makes, with --jobs 1, 2 and 8, and compares
reports, messages and exit statuses byte for byte. The program is one that
starts threads for whatever there is to read ($B/cudalint-eager); layers that
are as large as real ones are read by $B/cudalint as well.

Prints 'ok NAME' or 'not ok NAME' for every input.
"""
import glob
import itertools
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import mkhostile  # noqa: E402
import mkimage  # noqa: E402

B = os.environ.get("B", "build")
EAGER = os.environ.get("EAGER", os.path.join(B, "cudalint-eager"))
CUDALINT = os.environ.get("CUDALINT", os.path.join(B, "cudalint"))
OUT = os.path.join(B, "jobs")
FORMS = [("docker24", "gzip", "none"), ("oci-archive", "gzip-multi", "none"),
         ("containerd", "zstd", "none"), ("docker25", "plain", "gzip"),
         ("oci-archive", "zstd", "zstd")]
JOBS = "1", "2", "8"
failed = 0


def build(recipe, form):
    shape, layers, outer = form
    path = os.path.join(OUT, "-".join(
        [os.path.basename(recipe)[:-len(".img")], *form]))
    mkimage.write_file(path, mkimage.build(recipe, shape, layers,
                                           outer=outer))
    return path


def said(program, command, path, jobs, *options):
    """Status, output and messages, from the file and from a pipe."""
    argv = [program, command, "--jobs", jobs, *options]
    for name, feed in (path, None), ("-", path):
        with open(feed or os.devnull, "rb") as f:
            done = subprocess.run(argv + [name], stdin=f, capture_output=True,
                                  timeout=300)
        yield done.returncode, done.stdout, done.stderr


def compare(path, program, command, *options):
    global failed
    runs = [list(said(program, command, path, jobs, *options))
            for jobs in JOBS]
    what = " ".join([command, *options, os.path.basename(path)])
    wrong = [j for j, run in zip(JOBS, runs) if run != runs[0]]
    crashed = [r[0] for run in runs for r in run if r[0] not in (0, 1, 2)]
    good = not wrong and not crashed
    failed += not good
    print("ok" if good else "not ok", what)
    for jobs, run in zip(JOBS, runs):
        if not good:
            print("    --jobs %s: %s" % (jobs, [
                (status, len(out), err[-300:]) for status, out, err in run]))


def layer(i):
    """3 MiB that compress to half of it; what matters stands at the end."""
    noise = random.Random(i).randbytes(3 << 19)
    return mkimage.tar_bytes([
        mkimage.Entry("file", "opt/%d" % i, noise + bytes(3 << 19)),
        mkimage.Entry("file", "etc/ld.so.conf.d/%d.conf" % i, b"/opt/%d" % i),
        mkimage.Entry("file", "usr/lib/libcuda.so.%d.1" % i, noise[:999])], 0)


def large(how, damage):
    """An OCI archive of six such layers; damage: {layer: what happens to its
    compressed bytes}, before or, if it is a pair, after they get a name."""
    image = mkimage.read_images("fixtures/cases/a1.img", "plain")[0]
    tars = [layer(i) for i in range(6)]
    blobs = [mkimage.compress(t, how) for t in tars]
    for i, change in damage.items():
        if callable(change):
            blobs[i] = change(blobs[i])
    image.blobs, image.diff_ids = blobs, [mkimage.digest(t) for t in tars]
    image.recipe.history = image.recipe.history[:1] * len(tars)
    image.config = mkimage.dump(
        mkimage.image_config(image.recipe, image.diff_ids))
    image.layer_descriptor = lambda i: mkimage.descriptor(
        mkimage.LAYER + "+" + how, blobs[i])
    members = mkimage.shape_oci([image])
    for i, change in damage.items():
        if not callable(change):
            members["blobs/sha256/" + mkimage.sha256(blobs[i])] = change[0](
                blobs[i])
    return mkimage.archive(members, "lexical")


def flip(blob):
    at = len(blob) // 2
    return blob[:at] + bytes([blob[at] ^ 0x55]) + blob[at + 1:]


def cut(blob):
    return blob[:-2000]


DAMAGE = {"whole": {}, "first": {0: flip}, "last": {5: flip},
          "two": {2: cut, 4: flip}, "named": {3: (flip,)},
          "early-and-named": {1: (flip,), 0: cut}}


def main():
    os.makedirs(OUT, exist_ok=True)
    recipes = sorted(glob.glob("fixtures/cases/*.img"))
    for recipe, form in zip(recipes, itertools.cycle(FORMS)):
        compare(build(recipe, form), EAGER, "facts")
    for recipe, form in zip(recipes[::7], itertools.cycle(FORMS[1:])):
        compare(build(recipe, form), EAGER, "image", "--verify")
    hostile = os.path.join(OUT, "hostile")
    mkhostile.write_all(mkhostile.CASES, hostile)
    for name in mkhostile.CASES:
        compare(os.path.join(hostile, name), EAGER, "image")
    for how in "gzip", "zstd":
        for name, damage in DAMAGE.items():
            path = os.path.join(OUT, "large-%s-%s" % (how, name))
            mkimage.write_file(path, large(how, damage))
            for program in EAGER, CUDALINT:
                compare(path, program, "facts")
            compare(path, CUDALINT, "image", "--limit", "image-bytes=10M")
            compare(path, CUDALINT, "facts", "--limit", "facts-bytes=3500")
    return failed > 0


sys.exit(main())
