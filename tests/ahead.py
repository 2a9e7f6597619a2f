#!/usr/bin/env python3
"""ahead.py - images that are read side by side say the same.

Many images in one command, sound and not, with --jobs 1, 2, 3 and 8: text,
JSON, messages and exit status are compared byte for byte. The program is one
that starts threads for whatever there is to read ($B/cudalint-eager).

Prints 'ok NAME' or 'not ok NAME' for every list of images.
"""
import glob
import itertools
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import mkhostile  # noqa: E402
import mkimage  # noqa: E402

B = os.environ.get("B", "build")
EAGER = os.environ.get("EAGER", os.path.join(B, "cudalint-eager"))
OUT = os.path.join(B, "ahead")
CACHE = os.path.join(OUT, "cache")
FORMS = ("docker24", "gzip"), ("oci-archive", "gzip"), ("oci-dir", "zstd"), \
    ("containerd", "zstd"), ("docker25", "plain"), ("oci-archive", "plain")
JOBS = "1", "2", "3", "8"
RUNS = 3
failed = 0


def say(good, what, *why):
    global failed
    failed += not good
    print("ok" if good else "not ok", what)
    if not good:
        print("   ", *why)


def keep(name, data):
    path = os.path.join(OUT, name)
    if isinstance(data, dict):
        mkimage.write_dir(path, data)
    else:
        mkimage.write_file(path, data)
    return path


def build(recipe, form):
    name = "-".join([os.path.basename(recipe)[:-len(".img")], *form])
    return keep(name, mkimage.build(recipe, *form))


def said(jobs, options, paths, stdin):
    """Status, text, messages and JSON."""
    report = os.path.join(OUT, "report.json")
    argv = [EAGER, "image", "--jobs", jobs, "--format", "text", "--format",
            "json=" + report, *options, *paths]
    with open(stdin or os.devnull, "rb") as f:
        feed = subprocess.Popen(["cat"], stdin=f, stdout=subprocess.PIPE)
        done = subprocess.run(argv, stdin=feed.stdout, capture_output=True,
                              timeout=300)
        feed.stdout.close()
        feed.wait()
    with open(report, "rb") as f:
        return done.returncode, done.stdout, done.stderr, f.read()


def compare(what, paths, *options, stdin=None, before=lambda: None, runs=1):
    answers = []
    for jobs in JOBS[:1] + JOBS[1:] * runs:
        before()
        answers.append(said(jobs, options, paths, stdin))
    wrong = [i for i, a in enumerate(answers) if a != answers[0]]
    names = "status", "text", "messages", "json"
    say(not wrong and answers[0][0] in (0, 1, 2), what,
        "status %d" % answers[0][0],
        [[n for n, a, b in zip(names, answers[i], answers[0]) if a != b]
         for i in wrong])
    return answers[0]


def bad_ones(sound):
    with open(sound, "rb") as f:
        data = f.read()
    hostile = os.path.join(OUT, "hostile")
    mkhostile.write_all(mkhostile.CASES, hostile)
    return [
        os.path.join(OUT, "missing.tar"), "nosuch:latest.tar", OUT,
        keep("cut.tar", data[:len(data) // 2]), keep("empty.tar", b""),
        keep("noise.tar", b"x" * 4096), os.devnull,
        *sorted(glob.glob(os.path.join(hostile, "*")))]


def mixed(one, other):
    """So that neighbours are of different kinds."""
    pairs = itertools.zip_longest(one, other)
    return [p for pair in pairs for p in pair if p]


def spoil(path):
    """Every layer's bytes; the digests stay."""
    with open(path, "rb") as f:
        data = f.read()
    parts = data.split(b"\x1f\x8b\x08")
    return keep(os.path.basename(path) + ".spoilt", b"\x1f\x8b\x08".join(
        parts[:1] + [p[:9] + b"\xff" * 8 + p[17:] for p in parts[1:]]))


def liar(recipe, other):
    """Has another's layers in place of its own; these are plain, so that
    nobody looks at digests."""
    image = mkimage.read_images(recipe, "plain")[0]
    blob = mkimage.read_images(other, "plain")[0].blobs[-1]
    image.blobs = [blob] * len(image.blobs)
    make, _, written = mkimage.SHAPES["docker24"]
    return keep("liar.tar", mkimage.archive(make([image]), written))


def check_cache(recipes):
    """What one image put there must not be seen before its turn, nor missed
    then."""
    def forget():
        shutil.rmtree(CACHE, ignore_errors=True)

    use = "--cache", CACHE
    one, two = (build(r, ("oci-archive", "gzip")) for r in recipes[:2])
    lie = liar(recipes[0], recipes[1])
    odd = [spoil(one), one, one, lie, spoil(one), spoil(two), two, lie, two,
           build(recipes[1], ("docker25", "plain"))]
    for name, paths in ("cold", odd), ("cold, backwards", odd[::-1]):
        compare("cache, " + name, paths, *use, before=forget, runs=RUNS)
        warm = compare("cache, warm after " + name, paths, *use)
    forget()
    alone = said("1", use, [lie], None)
    with_one = said("1", use, [one, lie], None)
    say(alone[1] and alone[1] not in with_one[1] and b"spoilt" not in warm[2],
        "cache: it makes a difference to these")
    for room in "4000", "9000", "15000":
        compare("cache, little room", odd[1:5], *use, "--limit",
                "facts-bytes=" + room, before=forget)
    compare("cache, a pipe", ["-", one, "-", two], *use, stdin=one,
            before=forget)


def check_streams(one, two):
    pipe = os.path.join(OUT, "pipe")
    if not os.path.exists(pipe):
        os.mkfifo(pipe)

    def feed():
        subprocess.Popen(["sh", "-c", 'cat "$0" >"$1"', two, pipe])

    for paths in (["-", two, "-"], [two, "-", "/dev/stdin", two],
                  ["docker-archive:-", "-", one], ["-", pipe, one],
                  [pipe, two, "-"]):
        compare("streams: " + " ".join(map(os.path.basename, paths)), paths,
                stdin=one, before=feed if pipe in paths else lambda: None)


def main():
    os.makedirs(OUT, exist_ok=True)
    recipes = sorted(glob.glob("fixtures/cases/*.img"))
    sound = [build(r, f) for r, f in zip(recipes, itertools.cycle(FORMS))]
    bad = bad_ones(sound[1])
    compare("all", mixed(sound, bad))
    compare("all, one of them from a pipe",
            mixed(sound[:20] + ["-"] + sound[20:40], bad[:9]), stdin=sound[1])
    compare("all, verified", mixed(sound[::3], bad), "--verify")
    compare("all, all platforms", sound[::3], "--all-platforms", "--sizes")
    compare("another platform", sound[::5], "--platform", "linux/arm64")
    compare("little room", sound[::5], "--limit", "facts-bytes=3500")
    compare("few entries", sound[::5], "--max-entries", "20")
    compare("one, many times", sound[1:2] * 20 + sound[2:3] * 5)
    compare("two", sound[3:5])
    compare("one", sound[4:5])
    compare("explained", sound[5:9], "--why", "--fail-on", "note")
    compare("nothing to read", ["missing.tar", "absent/"])
    check_streams(sound[1], sound[7])
    check_cache(recipes)
    return failed > 0


sys.exit(main())
