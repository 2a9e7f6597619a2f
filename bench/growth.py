#!/usr/bin/env python3
"""growth.py - what one more costs: an entry, a layer, an image, a pool.

Each case is run RUNS times, and the least CPU time counts (user and system, of
the process and its children); memory is the largest that one process held.
Prints a table; --results FILE writes it as Markdown. Called by run.sh.
"""
import argparse
import datetime
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import bench  # noqa: E402
import limits  # noqa: E402

RUNS = 3
TOP = os.path.dirname(HERE)
DRIVERS = ["%d.%d.%02d" % (branch, minor, patch)
           for branch in (450, 460, 470, 515, 525, 535, 545, 550, 560, 570, 580)
           for minor in range(20, 70) for patch in range(20)]


def cost(argv):
    best, peak = None, 0
    for _ in range(RUNS):
        pid = os.fork()
        if pid == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1, 2):
                os.dup2(null, fd)
            os.execv(argv[0], argv)
        _, status, used = os.wait4(pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            raise SystemExit("growth: %s ended with %d" % (argv, status))
        cpu = used.ru_utime + used.ru_stime
        best = min(best or cpu, cpu)
        peak = max(peak, used.ru_maxrss)
    return best, peak


def image(work, layers, entries):
    path = os.path.join(work, "g-%d-%d.tar" % (layers, entries))
    limits.write_image(path, "gzip" if layers * entries > 2e6 else "plain",
                       layers, entries)
    return path


def fleet(work, n, equal):
    path = os.path.join(work, "fleet-%d-%d.json" % (n, equal))
    pools = [{"name": "p%d" % i, "driver": DRIVERS[0 if equal else i],
              "gpus": [{"product": "NVIDIA GeForce RTX 3090"}]}
             for i in range(n)]
    with open(path, "w") as f:
        json.dump({"schema": "cudalint/fleet/1", "name": "x", "pools": pools},
                  f)
    return path


def cases(program, work):
    """(what grows, how many, command); the first of each is the floor."""
    lint = [program, "image", "--no-config", "--no-cache", "--jobs", "1",
            "--fail-on", "never", "--allow-gaps", "--format", "json"]
    for n in (0, 10**3, 10**4, 10**5, 10**6, 10**7):
        more = ["--limit", "facts-bytes=90M"] if n > 10**6 else []
        yield "entries of a layer", n, lint + more + [image(work, 1, n)]
    for n in (1, 8, 32, 127):
        yield "layers of 100 files", n, lint + [image(work, n, 100)]
    one = image(work, 4, 100)
    for n in (1, 10, 100, 1000):
        yield "images of one run", n, lint + [one] * n
    for equal in (True, False):
        for n in (1, 10, 100, 1000, 10000):
            yield ("pools, all equal" if equal else "pools, none equal", n,
                   lint + ["--fleet", fleet(work, n, equal), one])


ABOUT = """\
# What one more costs

Made by `python3 bench/growth.py --results FILE` (part of `make bench`) on %s, %s, commit %s.
CPU seconds are the least of three runs; what is told for each is above the first row of its kind. No peak is below
what Python held when it started the program. Ten million entries want `--limit facts-bytes=90M`; beyond a million the
layer is gzip.

"""


def machine():
    m = bench.machine()
    return "%s, %d cores, load %.1f" % (m["cpu"], m["cores"], m["load"])


HEAD = """\
| what | how many | CPU s | us for each | peak MiB | KiB for each |
|---|--:|--:|--:|--:|--:|"""


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    build = os.environ.get("B", "build")
    parser.add_argument("--cudalint", default=os.path.join(build, "cudalint"))
    parser.add_argument("--work", default=os.path.join(build, "growth"))
    parser.add_argument("--results", help="write the table here as well")
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    lines, floor = [HEAD], {}
    print(HEAD, flush=True)
    for what, n, argv in cases(os.path.abspath(args.cudalint), args.work):
        cpu, kib = cost(argv)
        first, n0, kib0 = floor.setdefault(what, (cpu, n, kib))
        more = n - n0
        lines.append("| %s | %d | %.2f | %s | %.1f | %s |" % (
            what, n, cpu, "%.2f" % ((cpu - first) * 1e6 / more) if more else "",
            kib / 1024, "%.2f" % ((kib - kib0) / more) if more else ""))
        print(lines[-1], flush=True)
        for path in argv[-1:]:
            if path.startswith(os.path.join(args.work, "g-1-1000")):
                os.remove(path)
    if args.results:
        with open(args.results, "w") as out:
            out.write(ABOUT % (datetime.date.today(), machine(),
                               bench.commit()))
            out.write("\n".join(lines) + "\n")


main()
