#!/usr/bin/env python3
"""cases.py - run cudalint over fixtures/cases.tsv and compare.

    cases.py [-b BUILD] [-s SHAPE] [CASE-GLOB...]

CUDALINT names the program (default BUILD/cudalint). Images are built once,
under BUILD/fixtures, and again when a recipe or the builder is newer.
Prints 'ok CASE' or 'not ok CASE: want ... got ...', then 'N passed, N failed'.
"""
import argparse
import concurrent.futures
import fnmatch
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import mkimage  # noqa: E402

FIXTURES = os.path.join(HERE, "..", "fixtures")
FLEET = os.path.join(FIXTURES, "cases.fleet.json")
COLUMNS = ("case", "recipe", "pool", "outcome", "route", "libcuda", "source",
           "note")


def read_rows(patterns):
    with open(os.path.join(FIXTURES, "cases.tsv"), encoding="utf-8") as f:
        lines = [x.rstrip("\n") for x in f if not x.startswith("#")]
    rows = [dict(zip(COLUMNS, x.split("\t"))) for x in lines if x]
    return [r for r in rows if not patterns or any(
        fnmatch.fnmatch(r["case"], p) for p in patterns)]


def newest_input():
    paths = [os.path.join(HERE, "mkimage.py"), mkimage.GATES]
    for pattern in ("base/*", "cases/*.img"):
        paths += glob.glob(os.path.join(FIXTURES, pattern))
    return max(os.path.getmtime(p) for p in paths)


def build_images(names, shape, out):
    """Write OUT/NAME.tar (a directory for oci-dir) where it is stale."""
    os.makedirs(out, exist_ok=True)
    stamp, paths = newest_input(), {}
    for name in names:
        path = os.path.join(out, f"{name}.{shape}")
        paths[name] = path
        if os.path.exists(path) and os.path.getmtime(path) > stamp:
            continue
        recipe = os.path.join(FIXTURES, "cases", name + ".img")
        made = mkimage.build(recipe, shape)
        if isinstance(made, dict):
            mkimage.write_dir(path, made)
        else:
            mkimage.write_file(path, made)
    return paths


def predictions(program, row, image):
    """The predictions for the row's pool, or a line saying why not."""
    command = [program, "image", "--fleet", FLEET, "--pool", row["pool"],
               "--format", "json", image]
    try:
        done = subprocess.run(command, capture_output=True, timeout=60)
        report = json.loads(done.stdout)
        found = report["images"][0]["predictions"]
        return [p for p in found if p["pool"] == row["pool"]], None
    except (OSError, subprocess.TimeoutExpired) as e:
        return [], str(e)
    except (ValueError, LookupError, TypeError):
        lines = done.stderr.decode(errors="replace").strip().split("\n")
        return [], f"no report (exit {done.returncode}): {lines[0]}"


def shown(prediction):
    libcuda = prediction.get("libcuda") or {}
    return (prediction.get("outcome") or "-", prediction.get("route") or "-",
            libcuda.get("origin") or "-")


def same(want, got):
    """Outcome and route must match; libcuda only where the row names one."""
    return want[:2] == got[:2] and want[2] in ("-", got[2])


def check(program, row, image):
    want = (row["outcome"], row["route"], row["libcuda"])
    found, error = predictions(program, row, image)
    got = [shown(p) for p in found]
    if got and all(same(want, g) for g in got):
        return True, f"ok {row['case']}"
    said = error or "; ".join(sorted({" ".join(g) for g in got}))
    return False, (f"not ok {row['case']}: want {' '.join(want)} "
                   f"got {said or 'no prediction for the pool'}")


def arguments():
    p = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    p.add_argument("-b", dest="build", default=os.environ.get("B", "build"))
    p.add_argument("-s", dest="shape", default="docker25",
                   choices=mkimage.SHAPES)
    p.add_argument("cases", nargs="*")
    return p.parse_args()


def main():
    a = arguments()
    program = os.environ.get("CUDALINT", os.path.join(a.build, "cudalint"))
    rows = read_rows(a.cases)
    images = build_images({r["recipe"] for r in rows}, a.shape,
                          os.path.join(a.build, "fixtures"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda r: check(program, r, images[r["recipe"]]),
                             rows))
    for _, line in done:
        print(line)
    failed = sum(not good for good, _ in done)
    print(f"{len(done) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
