#!/usr/bin/env python3
"""inflate.py - ISA-L and zlib make the same of the same gzip streams, on
the same thread or on another.

Runs $B/inflate-isal and $B/inflate-zlib (tests/inflate/main.c) on what they
make themselves and on the layers of all fixtures, whole, damaged and cut, and
compares what they say line by line.

One thing differs: ISA-L reads a Huffman code that has unused codes, which
zlib refuses (no compressor makes one). What comes out is still what the
checksum of the stream is of, and that is asked for here.

Prints 'ok NAME' or 'not ok NAME' for every stream.
"""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import mkimage  # noqa: E402

B = os.environ.get("B", "build")
HEADER = 10  # bytes of one that says nothing more


def layers():
    """Files: the layers of an image one after another, in several members."""
    for path in sorted(glob.glob("fixtures/**/*.img", recursive=True)):
        blobs = mkimage.read_images(path, "gzip-multi")[0].blobs
        name = path[len("fixtures/"):-len(".img")].replace("/", "-")
        if not blobs:
            continue
        with open(os.path.join(B, "inflate", name), "wb") as f:
            f.write(b"".join(blobs))
        yield f.name


def lines(backend, *argv):
    done = subprocess.run([os.path.join(B, "inflate-" + backend), *argv],
                          capture_output=True, timeout=600, check=True)
    print("    " + done.stderr.decode().strip())
    return done.stdout.decode().splitlines()


def differ(isal, zlib, whole):
    what, said = isal.rsplit(": ", 1)
    flipped = re.search(r" flip (\d+)\d by", what)
    return not (zlib == what + ": bad" and said == whole and
                flipped and int(flipped.group(1)) >= HEADER)


def main():
    if not os.path.exists(os.path.join(B, "inflate-isal")):
        print("SKIP inflate: built without ISA-L")
        return 0
    os.makedirs(os.path.join(B, "inflate"), exist_ok=True)
    files = list(layers())
    isal, zlib = lines("isal", *files), lines("zlib", *files)
    threads = 0
    for backend, alone in ("isal", isal), ("zlib", zlib):
        same = lines(backend, "-t", *files) == alone
        print("ok" if same else "not ok", backend, "on another thread")
        threads += same
    whole, bad, lenient = {}, {}, 0
    for i, z in zip(isal, zlib):
        name = i.split()[0]
        if " whole " in i:
            said = i.rsplit(": ", 1)[1]
            whole.setdefault(name, said)
            bad.setdefault(name, [])
            if said != whole[name] or not said.startswith("ok "):
                bad[name].append(i)
        if i == z:
            continue
        if differ(i, z, whole[name]):
            bad[name].append("%s\n    zlib: %s" % (i, z))
        else:
            lenient += 1
    for name in bad:
        print("not ok" if bad[name] else "ok", name.rsplit("/", 1)[-1])
        print("".join("    isal: %s\n" % b for b in bad[name][:5]), end="")
    same = len(isal) == len(zlib) and len(bad) >= len(files) + 20
    print("ok" if same else "not ok", "as many lines")
    print("    %d streams, %d lines; %d only ISA-L reads" %
          (len(bad), len(isal), lenient))
    return not same or threads != 2 or any(bad.values())


sys.exit(main())
