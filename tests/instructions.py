#!/usr/bin/env python3
"""instructions.py - what reading and judging costs, counted, with 10 % slack.

usage: instructions.py [-u]     -u writes tests/instructions.tsv anew.

Three inputs: a plain docker-archive, the same with gzip layers on a pipe, and a
Dockerfile. Only instructions of our own objects count (callgrind's file names
below src/), of a build with zlib's backend and -O2 -g that is made here; another
compiler than the recorded one makes other code, so then the test is skipped.
"""
import os
import re
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(TOP, "tests", "instructions.tsv")
B = os.path.abspath(os.environ.get("B", "build"))
CC = os.environ.get("CC", "cc")
OWN = os.path.join(B, "counted")
WORK = os.path.join(B, "instructions")
SLACK = 1.10
FLEET = os.path.join(TOP, "fixtures/cli/fleet.json")
DOCKERFILE = os.path.join(TOP, "fixtures/dockerfile")


def build():
    """zlib's backend, whatever this tree is built with"""
    done = subprocess.run(["make", "-s", "-C", TOP, "-j2", "B=" + OWN,
                           "INFLATE=zlib", "CFLAGS=-O2 -g", "CC=" + CC,
                           "all"], capture_output=True, text=True, timeout=580)
    if done.returncode:
        sys.exit("not ok build: " + done.stderr[-400:])
    return os.path.join(OWN, "cudalint")


def image(recipe, *more):
    path = os.path.join(WORK, os.path.basename(recipe) + "".join(more) + ".tar")
    subprocess.run([sys.executable, TOP + "/tests/mkimage.py", *more, "-o",
                    path, os.path.join(TOP, recipe)], check=True)
    return path


def inputs():
    options = ["--fleet", FLEET, "--no-config", "--fail-on", "never",
               "--allow-gaps", "--jobs", "1", "--format", "json"]
    plain = image("fixtures/cases/k-cu121.img", "--shape", "docker25")
    gzip = image("fixtures/cases/k-cu121.img", "--shape", "containerd",
                 "--layers", "gzip")
    docker = sorted(f for f in os.listdir(DOCKERFILE)
                    if f.endswith(".Dockerfile"))[0]
    return [("plain archive, file", ["image", *options, plain], None),
            ("gzip layers, pipe", ["image", *options, "-"], gzip),
            ("Dockerfile", ["dockerfile", *options,
                            os.path.join(DOCKERFILE, docker)], None)]


def count(program, arguments, stdin):
    """instructions of functions whose source is ours"""
    out = os.path.join(WORK, "callgrind.out")
    with open(stdin or os.devnull, "rb") as source:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out,
             program, *arguments], stdin=source, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, timeout=300, cwd=TOP,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": WORK})
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode()[-300:])
    return own(out)


def own(path):
    """The file's lines of costs stand below fl=/fi=/fe= names; calls= lines
    have the cost of what was called behind them, which counts there."""
    names, ours, total, skip = {}, False, 0, False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            head = re.match(r"(c?f[lie])=\((\d+)\)(?: (.*))?$", line.rstrip())
            if head:
                if head.group(3):
                    names[head.group(2)] = head.group(3)
                if head.group(1)[0] != "c":
                    ours = "src/" in names[head.group(2)]
            elif line.startswith("calls="):
                skip = True
            elif line[:1].isdigit() or line[:1] in "+-*":
                if ours and not skip:
                    total += int(line.split()[1])
                skip = False
    return total


def compiler():
    text = subprocess.run(CC.split() + ["--version"], capture_output=True,
                          text=True, timeout=60).stdout
    machine = subprocess.run(CC.split() + ["-dumpmachine"], capture_output=True,
                             text=True, timeout=60).stdout
    return text.splitlines()[0].split(" ", 1)[1] + ", " + machine.strip()


def recorded():
    if not os.path.exists(TABLE):
        return "", {}
    with open(TABLE) as f:
        lines = [line.rstrip("\n") for line in f]
    return lines[0][2:], {name: int(n) for name, n in
                          (line.split("\t") for line in lines[1:])}


def main():
    update = "-u" in sys.argv[1:]
    if not shutil.which("valgrind"):
        print("SKIP instructions: no valgrind")
        return 0
    by, budget = recorded()
    if not update and by != compiler():
        print("SKIP instructions: counted for %s, this is %s" % (by, compiler()))
        return 0
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    program = build()
    bad, found = 0, {}
    for name, arguments, stdin in inputs():
        found[name] = count(program, arguments, stdin)
        fine = update or found[name] <= budget.get(name, 0) * SLACK
        bad += not fine
        print("%s %s: %d of %d instructions" % (
            "ok" if fine else "not ok", name, found[name],
            budget.get(name, 0)))
    if update:
        with open(TABLE, "w") as f:
            f.write("# %s\n" % compiler())
            f.writelines("%s\t%d\n" % row for row in found.items())
    return bad > 0


sys.exit(main())
