#!/usr/bin/env python3
"""cache.py - what was remembered is what would have been read.

  same      facts of every fixture: read, remembered, taken from memory
  unread    a layer that is remembered is not read; --verify reads it
  damage    whatever happens to the cache's files, the answer stays
  killed    killed at any moment, the next run is right and completes
  together  several at once share a directory
  crowd     it takes no more room than what is read
  version   the same layer says the same, or CACHE_VERSION was raised

Prints 'ok WHAT' or 'not ok WHAT'. With -u, what layers say now becomes what is
compared next time; it asks for a new CACHE_VERSION where that is due.
"""
import glob
import gzip
import hashlib
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import mkimage  # noqa: E402

TOP = os.path.dirname(HERE)
B = os.path.abspath(os.environ.get("B", "build"))
CUDALINT = os.path.abspath(os.environ.get(
    "CUDALINT", os.path.join(B, "cudalint")))
WORK = os.path.join(B, "cache")
CACHE = os.path.join(WORK, "dir")
SEED = os.path.join(CACHE, "cudalint-seed")
SAID = os.path.join(TOP, "fixtures", "cache.tsv")
HEADER = os.path.join(TOP, "src", "facts", "cache.h")
KILLS = 20
bad = 0


def say(fine, name, why=""):
    global bad
    bad |= not fine
    print("ok" if fine else "not ok", name + (": " + why if why else ""))


def start(*argv):
    return subprocess.Popen([CUDALINT, *argv], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process):
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def run(*argv):
    """(exit status, stdout, stderr)"""
    return finish(start(*argv))


def facts(path, *options):
    return run("facts", *options, path)


def build(recipe):
    """Compressed layers: these are read whole, so that their digests count."""
    name = os.path.relpath(recipe, os.path.join(TOP, "fixtures"))
    path = os.path.join(WORK, name.replace("/", "-")[:-4] + ".tar")
    image = mkimage.build(recipe, "oci-archive", "gzip")
    with open(path, "wb") as f:
        f.write(image)
    return path


def entries():
    return sorted(glob.glob(os.path.join(CACHE, "*", "??", "*")))


def check_same(paths):
    differ = []
    for path in paths:
        want = facts(path)
        cold = facts(path, "--cache", CACHE)
        warm = facts(path, "--cache", CACHE)
        if want != cold or want != warm or want[0] or not want[1]:
            differ.append(os.path.basename(path))
    say(paths and not differ, "same: facts of %d images" % len(paths),
        " ".join(differ))


def spoil(path):
    """Every layer's bytes: those of its end, behind all files."""
    data = bytearray(open(path, "rb").read())
    for m in re.finditer(rb"\x1f\x8b\x08", bytes(data)):
        data[m.start() + 12:m.start() + 20] = b"\xff" * 8
    spoilt = path + ".spoilt"
    with open(spoilt, "wb") as f:
        f.write(data)
    return spoilt


def check_unread(path):
    spoilt = spoil(path)
    want = facts(path)
    say(facts(spoilt)[0] == 2, "unread: the spoilt image can't be read")
    say(facts(spoilt, "--cache", CACHE) == want,
        "unread: but for what is remembered")
    say(facts(spoilt, "--cache", CACHE, "--verify")[0] == 2,
        "unread: --verify reads it")
    say(facts(spoilt, "--cache", CACHE, "--no-cache")[0] == 2,
        "unread: --no-cache as well")


def check_plain(recipe):
    """Of a plain layer only headers are read: that proves no digest."""
    path = os.path.join(WORK, "plain.tar")
    with open(path, "wb") as f:
        f.write(mkimage.build(recipe, "docker25", "plain"))
    shutil.rmtree(CACHE, ignore_errors=True)
    want = facts(path)
    say(facts(path, "--cache", CACHE) == want and not entries(),
        "plain: what was not verified does not enter")
    say(facts(path, "--cache", CACHE, "--verify") == want and entries(),
        "plain: what was verified does")
    say(facts(path, "--cache", CACHE) == want, "plain: and is found")


def crowd(layers, files):
    """An image of layers with many files of no interest."""
    members, diff_ids = [], []
    for at in range(layers):
        layer = io.BytesIO()
        for i in range(files):
            layer.write(tarfile.TarInfo("d%d/%06d" % (at, i)).tobuf(
                tarfile.USTAR_FORMAT))
        layer.write(bytes(1024))
        diff_ids.append(
            "sha256:" + hashlib.sha256(layer.getvalue()).hexdigest())
        members.append(("%d.tar" % at, gzip.compress(layer.getvalue(), 1)))
    config = json.dumps({"os": "linux", "architecture": "amd64", "config": {},
                         "rootfs": {"diff_ids": diff_ids}}).encode()
    manifest = json.dumps([{"Config": "config.json", "RepoTags": ["x:1"],
                            "Layers": [m[0] for m in members]}]).encode()
    path = os.path.join(WORK, "crowd.tar")
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as out:
        for name, data in [("manifest.json", manifest),
                           ("config.json", config)] + members:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            out.addfile(member, io.BytesIO(data))
    return path


def check_crowd():
    """What is remembered takes no more room than what is read; what somebody
    else remembered, none."""
    path = crowd(3, 20000)
    for room in ("500000", "700000", "1000000"):
        limit = ("--limit", "facts-bytes=" + room)
        want = facts(path, *limit)
        shutil.rmtree(CACHE, ignore_errors=True)
        got = [facts(path, *limit, "--cache", CACHE) for _ in range(2)]
        os.remove(SEED)
        got += [facts(path, *limit, "--cache", CACHE) for _ in range(2)]
        say(want[0] == 0 and b"too many entries" not in want[1] and
            all(g == want for g in got), "crowd: in %s bytes" % room)


def damage(path, how):
    data = open(path, "rb").read()
    os.unlink(path)
    with open(path, "wb") as f:
        f.write(how(data))


def check_damage(path):
    rng = random.Random(5)
    hows = {
        "empty": lambda d: b"",
        "cut": lambda d: d[:rng.randrange(len(d))],
        "flipped": lambda d: flipped(d, rng.randrange(len(d))),
        "longer": lambda d: d + b"x",
        "foreign": lambda d: b"SQLite format 3\0" + d,
    }
    shutil.rmtree(CACHE)
    want = facts(path, "--cache", CACHE)
    for name, how in hows.items():
        for entry in entries():
            damage(entry, how)
        got = facts(path, "--cache", CACHE)
        healed = facts(spoil(path), "--cache", CACHE)
        say(got == want and healed == want, "damage: " + name)


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 0x20]) + data[at + 1:]


def check_killed(paths):
    rng = random.Random(9)
    want = [facts(p) for p in paths]
    shutil.rmtree(CACHE, ignore_errors=True)
    wrong = 0
    for i in range(KILLS):
        process = start("image", "--cache", CACHE, *paths)
        time.sleep(rng.uniform(0, 0.05))
        process.kill()
        finish(process)
        at = i % len(paths)
        wrong += facts(paths[at], "--cache", CACHE) != want[at]
    say(not wrong, "killed: %d times" % KILLS, "%d wrong" % wrong
        if wrong else "")


def check_together(paths):
    want = [facts(p) for p in paths]
    shutil.rmtree(CACHE, ignore_errors=True)
    both = [start("facts", "--cache", CACHE, p) for p in paths + paths]
    say([finish(p) for p in both] == want + want,
        "together: %d at once" % len(both))


def said_now():
    """{diffID: digest of what is remembered of it}"""
    out = {}
    for path in glob.glob(os.path.join(CACHE, "layer-*-full-*", "??", "*")):
        head, payload = open(path, "rb").read().split(b"\n", 1)
        out[head.split()[2].decode()] = hashlib.sha256(payload).hexdigest()
    return out


def read_said():
    rows = [line.split() for line in open(SAID, encoding="ascii")
            if not line.startswith("#")]
    return rows[0][1], dict(rows[1:])


def write_said(version, said):
    with open(SAID, "w", encoding="ascii") as f:
        f.write("# What the layers of the fixtures said, as digests; tests/"
                "cache.py -u writes it.\n")
        f.write("version %s\n" % version)
        for diff_id in sorted(said):
            f.write("%s %s\n" % (diff_id, said[diff_id]))


def check_version(update):
    version = re.search(r'CACHE_VERSION "(\w+)"', open(HEADER).read()).group(1)
    now = said_now()
    was_version, was = (read_said() if os.path.exists(SAID) else
                        (version, {}))
    changed = [d for d in now if d in was and now[d] != was[d]]
    if changed and version == was_version:
        say(False, "version", "%d layers say something else than when it was "
            "%s: raise CACHE_VERSION in src/facts/cache.h, then run "
            "tests/cache.py -u" % (len(changed), version))
    elif update:
        write_said(version, now)
        print("updated", SAID)
    else:
        say(now == was and version == was_version, "version",
            "" if now == was else "the fixtures changed: run tests/cache.py "
            "-u")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(CACHE)
    with open(SEED, "w", encoding="ascii") as f:
        f.write("%016x\n" % 0)  # what is remembered is the same every time
    recipes = sorted(glob.glob(os.path.join(TOP, "fixtures", "*", "*.img")))
    paths = [build(r) for r in recipes]
    check_same(paths)
    check_version("-u" in sys.argv)
    some = [p for p in paths if "cases-" in p][:4]
    check_unread(some[0])
    check_damage(some[0])
    check_killed(some)
    check_together(some)
    check_plain(recipes[0])
    check_crowd()
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
