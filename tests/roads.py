#!/usr/bin/env python3
"""roads.py - the same image by every road gives the same report.

Builds one recipe in every shape, layer compression and outer compression,
reads each as a file and on a pipe, and compares the JSON reports byte for
byte but for `ref` and `manifest_digest`. Prints 'ok ROAD' or 'not ok ROAD'.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

B = os.environ.get("B", "build")
CUDALINT = os.environ.get("CUDALINT", os.path.join(B, "cudalint"))
RECIPES = ["fixtures/cases/a1.img", "fixtures/cases/a1-rm.img",
           "fixtures/cases/k-plugin.img"]
SHAPES = ["docker24", "docker25", "oci-archive", "oci-dir", "containerd"]
LAYERS = ["plain", "gzip", "gzip-multi", "zstd", "zstd-skippable"]
FLEET = "fixtures/cases.fleet.json"


def build(recipe, shape, layers, outer):
    name = "-".join([os.path.basename(recipe)[:-4], shape, layers, outer])
    path = os.path.join(B, "roads", name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run([sys.executable, os.path.join(HERE, "mkimage.py"),
                    "--shape", shape, "--layers", layers, "--outer", outer,
                    "-o", path, recipe], check=True)
    return path


def report(path, pipe, verify):
    command = [CUDALINT, "image", "--fleet", FLEET, "--pool", "*3090*",
               "--format", "json", "--fail-on", "never", "--allow-gaps"]
    if verify:
        command.append("--verify")
    if pipe:
        cat = subprocess.Popen(["cat", path], stdout=subprocess.PIPE)
        done = subprocess.run(command + ["-"], stdin=cat.stdout,
                              capture_output=True, timeout=60)
        cat.stdout.close()
        cat.wait(60)
    else:
        done = subprocess.run(command + [path], capture_output=True, timeout=60)
    if done.returncode != 0:
        return "exit %d: %s" % (done.returncode, done.stderr.decode())
    return re.sub(rb'"(ref|manifest_digest)": .*', b"", done.stdout)


def roads(recipe):
    for shape in SHAPES:
        for layers in LAYERS:
            outers = ["none"]
            if shape != "oci-dir" and layers in ("plain", "gzip"):
                outers += ["gzip", "zstd"]
            for outer in outers:
                path = build(recipe, shape, layers, outer)
                name = os.path.basename(path)
                yield name + " file", path, False, False
                yield name + " verify", path, False, True
                if shape != "oci-dir":
                    yield name + " pipe", path, True, False


def main():
    bad = 0
    for recipe in RECIPES:
        want = None
        for name, path, pipe, verify in roads(recipe):
            got = report(path, pipe, verify)
            want = want or got
            same = got == want and isinstance(got, bytes) and len(got) > 500
            print("ok" if same else "not ok", name)
            if not same:
                bad = 1
                print("    ", got[:300])
    return bad


sys.exit(main())
