#!/usr/bin/env python3
"""dockerbase.py - facts are the same when a Dockerfile builds nothing on them.

`FROM x` with --base IMAGE must have the facts of IMAGE, for every recipe of
fixtures/cases: the files that are made again from facts are all that facts
are made from. Prints 'ok NAME' or 'not ok NAME: …'.
"""
import concurrent.futures
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import cases  # noqa: E402

B = os.environ.get("B", "build")
CUDALINT = os.environ.get("CUDALINT", os.path.join(B, "cudalint"))
SHAPE = "docker25"


def facts(*args):
    done = subprocess.run([CUDALINT, "facts", *args], input=b"FROM x\n",
                          capture_output=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace").strip())
    out = json.loads(done.stdout)
    out.pop("digest", None)  # of the image that it came from
    out.pop("sizes", None)  # nobody knows what the instructions will weigh
    return out


def compare(path):
    try:
        image = facts(path)
        again = facts("--dockerfile", "--base", path, "-")
    except (RuntimeError, ValueError, subprocess.TimeoutExpired) as e:
        return str(e)
    if image == again:
        return ""
    return "differ in " + " ".join(k for k in sorted(image.keys() | again.keys())
                                   if image.get(k) != again.get(k))


def main():
    recipes = glob.glob(os.path.join(HERE, "..", "fixtures", "cases", "*.img"))
    names = sorted(os.path.basename(r)[:-len(".img")] for r in recipes)
    paths = cases.build_images(names, SHAPE, os.path.join(B, "fixtures"))
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = pool.map(lambda name: compare(paths[name]), names)
        for name, why in zip(names, found):
            print(f"not ok {name}: {why}" if why else f"ok {name}")
            bad += bool(why)
    return bad > 0 or not names


if __name__ == "__main__":
    sys.exit(main())
