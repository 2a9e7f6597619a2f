#!/usr/bin/env python3
"""limits.py - what an image of very many files, and one of very many layers,
cost: seconds, and the most memory that was held.

    limits.py [--cudalint PROGRAM] [--work DIR] [--results FILE] [CASE...]

Each case is fixtures/hostile/base.img with layers on top whose entries match
nothing, read as a file and from a pipe, plain and gzip. The images are made in
DIR, 5.2 GB at a time, and removed. Fails when a case holds more memory than
the budget, or is judged otherwise than the base image alone; says what is slow.
"""
import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(TOP, "tests"))
sys.dont_write_bytecode = True
import mkimage  # noqa: E402

BASE = os.path.join(TOP, "fixtures", "hostile", "base.img")
BUDGET = 64         # MiB, beside what an image of nothing takes
NS_PER_ENTRY = 1000  # of CPU, plain tar in a file
FOLDER = 1000       # files in each directory
RUNS = 3            # of which the best counts

# name: layers, entries in each, budget, how it is read. Each entry is held in 8
# bytes; more than facts-bytes are a gap, so ten million want room for them.
CASES = {"million": (1, 1_000_000, BUDGET, []),
         "five-million": (1, 5_000_000, BUDGET, []),
         "ten-million": (1, 10_000_000, 96, ["--limit", "facts-bytes=90M"]),
         "layers-127": (127, 8_000, BUDGET, [])}


# ------------------------------------------------------------------ images

def header(name, kind, mode):
    """A ustar header without its sum; and the sum of its bytes."""
    block = bytearray(512)
    block[0:len(name)] = name
    block[100:108] = b"%07o\0" % mode
    block[108:116] = block[116:124] = b"%07o\0" % 0
    block[124:136] = block[136:148] = b"%011o\0" % 0
    block[148:156] = b" " * 8
    block[156:157] = kind
    block[257:265] = b"ustar\x0000"
    return block, sum(block)


def whole(name, kind, mode):
    block, total = header(name, kind, mode)
    block[148:156] = b"%06o\0 " % total
    return bytes(block)


FILES = [(b"f%07d" % i, sum(b"f%07d" % i)) for i in range(FOLDER)]


def folder(name, n):
    """A directory of n files of no bytes."""
    block, total = header(name, b"0", 0o644)
    room = 100 - len(name) - len(FILES[0][0])
    head, middle = bytes(name), bytes(room) + bytes(block[100:148])
    tail = bytes(block[156:])
    return whole(name, b"5", 0o755) + b"".join(
        head + file + middle + b"%06o\0 " % (total + more) + tail
        for file, more in FILES[:n])


def layer(number, entries):
    """Its bytes, in pieces."""
    made = 0
    while made < entries:
        n = min(FOLDER, entries - made - 1)
        yield folder(b"srv/l%03d/d%06d/" % (number, made // FOLDER), n)
        made += n + 1
    yield bytes(1024)


def squeezed(pieces):
    squeeze = zlib.compressobj(1, zlib.DEFLATED, 31)
    for piece in pieces:
        yield squeeze.compress(piece)
    yield squeeze.flush()


def hashed(sha, pieces):
    for piece in pieces:
        sha.update(piece)
        yield piece


def compressed(path, pieces):
    """(size, pieces) of what is written to a file first."""
    with open(path, "wb") as out:
        for piece in squeezed(pieces):
            out.write(piece)
    size = os.path.getsize(path)

    def read():
        with open(path, "rb") as blob:
            yield from iter(lambda: blob.read(1 << 20), b"")
        os.remove(path)
    return size, read()


def write_image(path, how, layers, entries):
    """A docker-archive; the blobs come before manifest.json."""
    base = mkimage.read_images(BASE, "plain")[0]
    diff_ids, names = list(base.diff_ids), []
    with open(path, "wb") as out:
        def member(name, size, pieces):
            block, _ = header(name.encode(), b"0", 0o644)
            block[124:136] = b"%011o\0" % size
            block[148:156] = b"%06o\0 " % sum(block)
            out.write(block)
            for piece in pieces:
                out.write(piece)
            out.write(bytes(-size % 512))

        for tar in base.tars:
            names.append(mkimage.sha256(tar) + ".tar")
            member(names[-1], len(tar), [tar])
        for i in range(layers):
            diff = hashlib.sha256()
            pieces = hashed(diff, layer(i, entries))
            size = 512 * entries + 1024
            if how == "gzip":
                size, pieces = compressed(path + ".layer", pieces)
            names.append("layer-%d.tar" % i)
            member(names[-1], size, pieces)
            diff_ids.append("sha256:" + diff.hexdigest())
        recipe = base.recipe
        recipe.history = [*recipe.history, *[("RUN files", True)] * layers]
        config = mkimage.dump(mkimage.image_config(recipe, diff_ids))
        name = mkimage.sha256(config) + ".json"
        member(name, len(config), [config])
        rows = mkimage.dump([{"Config": name, "RepoTags": recipe.tags,
                              "Layers": names}])
        member("manifest.json", len(rows), [rows])
        out.write(bytes(1024))


# ----------------------------------------------------------------- measure

def run(program, path, pipe, options=()):
    """What it said, seconds of its own and of the clock, MiB it held."""
    argv = [program, "image", "--no-cache", "--format", "json", "--quiet",
            *options, "-" if pipe else path]
    begun, feed = time.monotonic(), None
    if pipe:
        feed = subprocess.Popen(["cat", path], stdout=subprocess.PIPE)
    process = subprocess.Popen(
        argv, stdin=feed.stdout if feed else subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if feed:
        feed.stdout.close()
    said = process.stdout.read()
    trouble = process.stderr.read().decode()
    usage = os.wait4(process.pid, 0)[2]
    if feed:
        feed.wait()
    if not said:
        sys.exit("limits: %s: %s" % (path, trouble))
    return (json.loads(said)["images"][0], usage.ru_utime + usage.ru_stime,
            time.monotonic() - begun, usage.ru_maxrss / 1024)


def judged(image):
    """What may not change; the pools' verdicts, and whether there are gaps."""
    return (image["verdict"], image["gaps"],
            [[p["pool"], p["gpu"], p["outcome"]] for p in image["predictions"]])


def rows_of(program, name, work):
    """One row a road; True if all is as it should be."""
    layers, entries, budget, options = CASES[name]
    bare = os.path.join(work, "bare.tar")
    write_image(bare, "plain", 0, 0)
    want, _, _, floor = run(program, bare, False)
    os.remove(bare)
    for how in "plain", "gzip":
        path = os.path.join(work, name + "." + how + ".tar")
        write_image(path, how, layers, entries)
        size = os.path.getsize(path) / 1e6
        for pipe in (False, True):
            got, cpu, clock, peak = min(
                (run(program, path, pipe, options) for _ in range(
                    1 if pipe or how == "gzip" else RUNS)),
                key=lambda one: one[1])
            ns = cpu * 1e9 / (layers * entries)
            bad = [word for word, wrong in (
                ("judged otherwise", judged(got) != judged(want)),
                ("memory", peak > floor + budget),
                ("slow", how == "plain" and not pipe and ns > NS_PER_ENTRY),
            ) if wrong]
            yield (name, how + (" pipe" if pipe else ""), layers + 2,
                   layers * entries, size, clock, cpu, ns, peak, floor + budget,
                   ", ".join(bad))
        os.remove(path)


HEAD = """\
| case | road | layers | entries | MB | s | CPU s | ns per entry | peak MiB | budget | |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|"""
ROW = "| %s | %s | %d | %d | %.0f | %.1f | %.1f | %.0f | %.1f | %.0f | %s |"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    build = os.environ.get("B", "build")
    parser.add_argument("--cudalint", default=os.path.join(build, "cudalint"))
    parser.add_argument("--work", default=os.path.join(build, "limits"))
    parser.add_argument("--results", help="write the table here as well")
    parser.add_argument("cases", nargs="*", default=list(CASES))
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    lines, bad = [HEAD], False
    print(HEAD, flush=True)
    for name in args.cases:
        for row in rows_of(args.cudalint, name, args.work):
            lines.append(ROW % row)
            bad |= row[-1] not in ("", "slow")  # machines have other work
            print(lines[-1], flush=True)
    if args.results:
        with open(args.results, "w") as out:
            out.write("\n".join(lines) + "\n")
    return bad


if __name__ == "__main__":
    sys.exit(main())
