#!/usr/bin/env python3
"""twins.py - the RUN lines of an image, as a Dockerfile, predict the same.

    twins.py [-b BUILD] [RECIPE-GLOB...]

For each recipe of fixtures/cases whose layers were made by pip, uv or conda:
what those lines alone say of Python takes the place of what was read from the
image, and the predictions of fixtures/cases.tsv must still come out. Where a
line leaves something open the facts must have a gap, and the prediction is
unknown or the same.
"""
import fnmatch
import glob
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import cases  # noqa: E402

RUN = re.compile(r"^layer RUN (?:/bin/sh -c )?((?:\S*/)?"
                 r"(?:pip\d?|python\d? -m pip|uv|conda|mamba) .*?)"
                 r"(?: # buildkit)?$", re.M)
GROUPS = ("python", "runtime", "code", "all")


def facts(program, *args):
    done = subprocess.run([program, "facts", *args], capture_output=True,
                          timeout=60)
    return json.loads(done.stdout)


def twin(program, out, name):
    """Facts of the image, with the Dockerfile's word on Python."""
    with open(os.path.join(cases.FIXTURES, "cases", name + ".img"),
              encoding="utf-8") as f:
        lines = RUN.findall(f.read())
    path = os.path.join(out, name + ".Dockerfile")
    with open(path, "w", encoding="utf-8") as f:
        f.write("FROM ubuntu:20.04\n"
                + "".join(f"RUN {x}\n" for x in lines))
    image = facts(program, os.path.join(out, name + ".docker25"))
    made = facts(program, "--dockerfile", path)
    for key in ("torch", "wheels"):
        image[key] = [dict(x, layer=0) for x in made.get(key, [])]
    image["cudart"] = [c for c in image.get("cudart", [])
                       if not c.get("consumer")] + [
        dict(c, layer=0) for c in made.get("cudart", [])
        if c.get("consumer")]
    gaps = [g for g in made.get("gaps", []) if g["group"] in GROUPS]
    image["gaps"] = [g for g in image.get("gaps", [])
                     if g["group"] not in GROUPS] + gaps
    path = os.path.join(out, name + ".twin.json")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(image, f)
    return path, [g["reason"] for g in gaps]


def check(program, row, path, gaps):
    done = subprocess.run(
        [program, "image", "--fleet", cases.FLEET, "--pool", row["pool"],
         "--format", "json", "--facts", path], capture_output=True, timeout=60)
    try:
        found = [p for p in json.loads(done.stdout)["images"][0]["predictions"]
                 if p["pool"] == row["pool"]]
    except (ValueError, LookupError):
        return f"not ok {row['case']}: {done.stderr.decode().strip()}"
    want = (row["outcome"], row["route"])
    got = {cases.shown(p)[:2] for p in found}
    if got == {want}:
        return f"ok {row['case']}"
    if gaps and {g[0] for g in got} == {"unknown"}:
        return f"ok {row['case']}: unknown, for {gaps[0]}"
    return f"not ok {row['case']}: want {want} got {sorted(got)} gaps {gaps}"


def main():
    args = sys.argv[1:]
    build = os.environ.get("B", "build")
    if args[:1] == ["-b"]:
        build, args = args[1], args[2:]
    program = os.environ.get("CUDALINT", os.path.join(build, "cudalint"))
    out = os.path.join(build, "fixtures")
    names = []
    for path in sorted(glob.glob(os.path.join(cases.FIXTURES, "cases",
                                              "*.img"))):
        name = os.path.basename(path)[:-len(".img")]
        with open(path, encoding="utf-8") as f:
            if RUN.search(f.read()) and (not args or any(
                    fnmatch.fnmatch(name, p) for p in args)):
                names.append(name)
    cases.build_images(names, "docker25", out)
    twins = {n: twin(program, out, n) for n in names}
    lines = [check(program, r, *twins[r["recipe"]])
             for r in cases.read_rows([]) if r["recipe"] in twins]
    print("\n".join(lines))
    failed = sum(x.startswith("not ok") for x in lines)
    print(f"{len(lines) - failed} passed, {failed} failed")
    return 1 if failed or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
