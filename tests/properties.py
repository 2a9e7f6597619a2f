#!/usr/bin/env python3
"""properties.py - what must not change an answer.

  same      run again, other locales, time zones and working directories: the
            same report and facts, byte for byte
  members   the archive's members in any order: the same report
  entries   a layer's entries in any order: the same facts, but for digests
  several   several images in one run: each as when it is alone
  fixtures  of every recipe in fixtures: members and entries in another order,
            and cut somewhere it is refused in one line

Prints 'ok WHAT' or 'not ok WHAT'.
"""
import glob
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import mkimage  # noqa: E402

B = os.path.abspath(os.environ.get("B", "build"))
CUDALINT = os.path.abspath(os.environ.get(
    "CUDALINT", os.path.join(B, "cudalint")))
WORK = os.path.join(B, "properties")
CASES = os.path.join(HERE, "..", "fixtures", "cases")
FLEET = os.path.abspath(os.path.join(CASES, "..", "cases.fleet.json"))
RECIPES = ["a1", "b3", "a1-rm-opaque", "a1-rm-files", "c1-purged", "r05",
           "r10-off", "r18", "r25", "e3"]
SHUFFLES = 6
CUTS = 4
bad = 0


def say(fine, name, why=""):
    global bad
    bad |= not fine
    print("ok" if fine else "not ok", name + (": " + why if why else ""))


def recipe(name):
    return name if "/" in name else os.path.join(CASES, name + ".img")


def write(name, data):
    path = os.path.join(WORK, name)
    with open(path, "wb") as f:
        f.write(data)
    return path


def run(*argv, env=None, cwd=WORK):
    """(exit status, stdout, stderr)"""
    done = subprocess.run([CUDALINT, *argv], capture_output=True, timeout=60,
                          cwd=cwd, stdin=subprocess.DEVNULL,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout, done.stderr


def report(*paths, fmt="json", **how):
    return run("image", "--fleet", FLEET, "--format", fmt, *paths, **how)


def is_sound(got):
    return got[0] in (0, 1, 2) and len(got[1]) > 500 and not got[2]


def locales():
    found = subprocess.run(["locale", "-a"], capture_output=True, text=True,
                           check=False).stdout.split()
    return ["C", "C.UTF-8"] + [x for x in found if x[:5] in (
        "tr_TR", "de_DE", "ja_JP")]


def surroundings():
    for name in locales():
        yield "LC_ALL=" + name, {"LC_ALL": name}, WORK
    for zone in ("UTC", "Pacific/Kiritimati", "EST5EDT", "nonsense"):
        yield "TZ=" + zone, {"TZ": zone}, WORK
    yield "HOME unset", {"HOME": "", "USER": "", "TMPDIR": "/nonexistent"}, WORK
    yield "NO_COLOR", {"NO_COLOR": "1"}, WORK
    yield "TERM", {"TERM": "xterm-256color", "COLUMNS": "40"}, WORK
    yield "cwd /", {}, "/"
    yield "again", {}, WORK


def check_same(path):
    want = report(path), report(path, fmt="text"), run("facts", path)
    say(all(map(is_sound, want)), "same: reports to compare")
    for name, env, cwd in surroundings():
        got = (report(path, env=env, cwd=cwd),
               report(path, fmt="text", env=env, cwd=cwd),
               run("facts", path, env=env, cwd=cwd))
        say(got == want, "same: " + name)


def check_members(name):
    for shape, how in (("docker24", "plain"), ("oci-archive", "gzip")):
        members = mkimage.SHAPES[shape][0](
            mkimage.read_images(recipe(name), how))
        want = None
        for i in range(SHUFFLES):
            rows = sorted(members)
            random.Random(i).shuffle(rows)
            path = write("members.tar", packed(members, rows))
            got = report(path)
            want = want or got
            if got != want or not is_sound(got):
                say(False, "members: %s %s" % (name, shape),
                    "order %d differs" % i)
                break
        else:
            say(True, "members: %s %s" % (name, shape))


def packed(members, names):
    real = mkimage.ordered
    mkimage.ordered = lambda _members, _order: names
    try:
        return mkimage.archive(members, "")
    finally:
        mkimage.ordered = real


def shuffled(layer, seed):
    """Directories and links stay before what needs them: hard links last."""
    rest = [e for e in layer.entries if e.kind != "hard"]
    hard = [e for e in layer.entries if e.kind == "hard"]
    if seed:
        random.Random(seed).shuffle(rest)
    layer.entries = rest + hard


def facts_of(name, seed):
    first = mkimage.read_recipe(recipe(name))
    for layer in first.layers:
        shuffled(layer, seed)
    image = mkimage.Image(first, "plain")
    path = write("entries.tar", mkimage.archive(
        mkimage.shape_docker25([image]), "lexical"))
    status, out, err = run("facts", path)
    if status or err:
        return "exit %d: %s" % (status, err.decode())
    facts = json.loads(out)
    facts["digest"] = None
    for row in facts["layers"]:
        row["diff_id"] = None
    return facts


def difference(a, b, where=""):
    """Where two JSON values part."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in list(a) + list(b):
            if a.get(key) != b.get(key):
                return difference(a.get(key), b.get(key), where + "/" + key)
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            if x != y:
                return difference(x, y, "%s/%d" % (where, i))
    return "%s: %.200r / %.200r" % (where, a, b)


def check_entries(name):
    want = facts_of(name, 0)
    if isinstance(want, str):
        return say(False, "entries: " + name, want)
    for seed in range(1, SHUFFLES + 1):
        got = facts_of(name, seed)
        if got != want:
            return say(False, "entries: " + name, "seed %d: %s" % (
                seed, got if isinstance(got, str) else
                difference(want, got)))
    return say(True, "entries: " + name)


def is_refused(got):
    status, out, err = got
    return (status == 2 and not out and err.count(b"\n") == 1 and
            err.startswith(b"cudalint: "))


def cuts(data, name):
    """Prefixes that end in front of the end marker; some on a boundary."""
    dice = random.Random(name)
    end = len(data.rstrip(b"\0"))
    for i in range(CUTS):
        n = dice.randrange(end)
        yield n & ~511 if i % 2 else n


def check_fixture(name):
    """One word for what does not hold, or ''."""
    members = mkimage.shape_docker25(mkimage.read_images(recipe(name), "gzip"))
    whole = packed(members, sorted(members))
    want = report(write("fixture.tar", whole))
    if not is_sound(want):
        return "it is judged: %r" % (want[2],)
    if report(write("fixture.tar", packed(members, sorted(
            members, reverse=True)))) != want:
        return "members"
    for n in cuts(whole, name):
        if not is_refused(run("facts", write("fixture.tar", whole[:n]))):
            return "cut at %d" % n
    facts, other = facts_of(name, 0), facts_of(name, 1)
    return "" if facts == other else "entries: " + difference(facts, other)


def check_fixtures():
    names = sorted(glob.glob(os.path.join(CASES, "..", "c*", "*.img")))
    for name in names:
        wrong = check_fixture(name)
        if wrong:
            say(False, "fixtures: " + os.path.basename(name), wrong)
    say(len(names) > 100, "fixtures: %d" % len(names))


def check_several(paths):
    alone = [report(p) for p in paths]
    say(all(map(is_sound, alone)), "several: each alone")
    for word, order in (("as given", paths), ("reversed", paths[::-1])):
        status, out, _ = report(*order)
        images = json.loads(out)["images"]
        want = [json.loads(alone[paths.index(p)][1])["images"][0]
                for p in order]
        say(images == want, "several: images " + word)
        say(status == max(a[0] for a in alone), "several: exit status " + word)


def main():
    os.makedirs(WORK, exist_ok=True)
    paths = [write(n + ".tar", mkimage.build(recipe(n))) for n in RECIPES]
    check_same(paths[0])
    for name in RECIPES[:3]:
        check_members(name)
    for name in RECIPES:
        check_entries(name)
    check_several(paths[:4])
    check_fixtures()
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
