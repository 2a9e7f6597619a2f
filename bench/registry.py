#!/usr/bin/env python3
"""registry.py - what an image from a registry costs, in bytes and seconds.

    registry.py [-w] [--runs N] [--bytes N]

One image with a layer of real files (at least --bytes of /usr, default 1.2
GB), as gzip, zstd:chunked (by skopeo) and eStargz (by tests/registry), in
docker-registry on loopback; beside it `skopeo copy` to a directory. Bytes are
what the registry's own log says it sent. -w writes bench/REGISTRY.md.
"""
import argparse
import copy
import datetime
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(TOP, "tests", "registry"))
sys.dont_write_bytecode = True
import images  # noqa: E402
import servers  # noqa: E402

CUDALINT = os.path.abspath(os.environ.get("CUDALINT", os.path.join(
    os.environ.get("B", "build"), "cudalint")))
CASES = [("config", ["--depth", "config", "--no-cache"]),
         ("toc", ["--depth", "toc", "--no-cache"]),
         ("files", ["--depth", "files", "--no-cache"]),
         ("full, cold", ["--depth", "full"]),
         ("full, warm", ["--depth", "full"]),
         ("auto", ["--no-cache"])]


def files_of(root, limit):
    """Paths below root, until they have limit bytes together."""
    total = 0
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names) + [d for d in folders if os.path.islink(
                os.path.join(folder, d))]:
            path = os.path.join(folder, name)
            yield path
            total += os.lstat(path).st_size
            if total >= limit:
                return


def big_layer(path, limit):
    """Ended by two blocks: skopeo 1.9 drops what a tar is padded with."""
    with tarfile.open(path, "w") as t:
        for each in files_of("/usr", limit):
            t.add(each, each.lstrip("/"), recursive=False)
        end = t.offset
    os.truncate(path, end + 1024)


def big_image(folder, limit):
    """The layout of fixtures/cases/a1 with one layer more."""
    out = images.build(folder, "a1", "plain")
    lay = images.Layout(out)
    tar = os.path.join(folder, "big.tar")
    big_layer(tar, limit)
    digest = "sha256:" + subprocess.run(
        ["sha256sum", tar], capture_output=True, check=True,
        text=True).stdout.split()[0]
    size = os.path.getsize(tar)
    blobs = os.path.join(out, "blobs", "sha256")
    os.rename(tar, os.path.join(blobs, digest[7:]))
    manifest, config = copy.deepcopy(lay.manifest), copy.deepcopy(lay.config)
    manifest["layers"].append({"mediaType": images.LAYER, "digest": digest,
                               "size": size})
    config["rootfs"]["diff_ids"].append(digest)
    config["history"].append({"created_by": "COPY /usr /usr"})

    def add(value):
        data = json.dumps(value).encode()
        with open(os.path.join(blobs, images.sha256(data)[7:]), "wb") as f:
            f.write(data)
        return {"digest": images.sha256(data), "size": len(data)}
    manifest["config"].update(add(config))
    lay.index["manifests"][0].update(add(manifest))
    with open(os.path.join(out, "index.json"), "w") as f:
        json.dump(lay.index, f)
    return out, size


def push_all(folder, host, limit):
    """{kind: (reference, bytes of the big layer as it is sent)}"""
    plain, size = big_image(folder, limit)
    for kind, form in (("gzip", "gzip"), ("zstd:chunked", "zstd:chunked")):
        out = os.path.join(folder, form.replace(":", ""))
        images.run("skopeo", "copy", "-q", "--dest-compress",
                   "--dest-compress-format", form, "oci:" + plain,
                   "dir:" + out)
        images.skopeo_push("dir:" + out, host, f"big/{kind[:4]}:1")
        shutil.rmtree(out)
    out = os.path.join(folder, "estargz")
    images.run(sys.executable, os.path.join(TOP, "tests", "registry",
                                            "estargz.py"), plain, out)
    images.skopeo_push(out, host, "big/esta:1")
    shutil.rmtree(out)
    return size


def sent(registry):
    """Bytes of bodies so far, by its log."""
    return sum(int(n) for line, _, n in registry.requests()
               if line.startswith("GET"))


def timed(registry, argv, env):
    before, begun = sent(registry), time.monotonic()
    done = subprocess.run(argv, env=env, capture_output=True, timeout=600,
                          stdin=subprocess.DEVNULL)
    took = time.monotonic() - begun
    time.sleep(0.1)
    if done.returncode not in (0, 1, 2) or b"cudalint: " in done.stderr:
        sys.exit(f"{argv}: [{done.returncode}] {done.stderr.decode()}")
    return took, sent(registry) - before, len(registry.requests())


def measure(registry, folder, kind, runs):
    ref = f"{registry.host}/big/{kind[:4]}:1"
    env = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C"}
    rows = []
    cache = os.path.join(folder, "cache")
    base = [CUDALINT, "image", "--fail-on", "never", "--allow-gaps",
            "--quiet"]
    for name, options in CASES:
        took, bytes_ = [], 0
        for _ in range(runs):
            if name == "full, cold":
                shutil.rmtree(cache, ignore_errors=True)
            more = [] if "--no-cache" in options else ["--cache", cache]
            seconds, bytes_, _ = timed(registry, base + options + more +
                                       [ref], env)
            took.append(seconds)
        rows.append((kind, "cudalint, " + name, bytes_,
                     statistics.median(took)))
    took = []
    for _ in range(runs):
        out = os.path.join(folder, "copied")
        shutil.rmtree(out, ignore_errors=True)
        seconds, bytes_, _ = timed(registry, [
            "skopeo", "copy", "-q", "--src-tls-verify=false",
            "docker://" + ref, "dir:" + out], env)
        took.append(seconds)
    shutil.rmtree(out)
    rows.append((kind, "skopeo copy to dir:", bytes_,
                 statistics.median(took)))
    return rows


def layer_size(registry, kind):
    p = images.Pusher(registry.host)
    p.connection.request("GET", f"/v2/big/{kind[:4]}/manifests/1",
                         headers={"Accept": images.MANIFEST})
    layers = json.loads(p.connection.getresponse().read())["layers"]
    return layers[-1]["size"]


def commit():
    return subprocess.run(["git", "-C", TOP, "rev-parse", "--short", "HEAD"],
                          capture_output=True, text=True).stdout.strip()


def table(size, sizes, rows, runs):
    out = io.StringIO()
    out.write("# What a registry costs\n\nMade by `python3 bench/registry.py "
              f"-w`, {runs} run(s) each; docker-registry 2.8 on "
              "loopback.\n\n| | |\n|---|---|\n"
              f"| date | {datetime.date.today()} |\n"
              f"| commit | {commit()} |\n"
              f"| load | {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores "
              "|\n"
              f"| image | fixtures/cases/a1 and a layer of real files, "
              f"{size / 1e6:.0f} MB plain |\n")
    for kind, n in sizes.items():
        out.write(f"| that layer as {kind} | {n / 1e6:.0f} MB |\n")
    out.write("\nBytes are bodies that the registry sent.\n\n"
              "| layers | what | MB | of that layer | s |\n"
              "|---|---|--:|--:|--:|\n")
    for kind, what, n, seconds in rows:
        out.write(f"| {kind} | {what} | {n / 1e6:.3f} | "
                  f"{100 * n / sizes[kind]:.2f} % | {seconds:.2f} |\n")
    return out.getvalue()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-w", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--bytes", type=int, default=1200 * 10 ** 6)
    args = parser.parse_args()
    if not servers.registry_program():
        sys.exit("registry.py: no docker-registry")
    with tempfile.TemporaryDirectory() as folder, \
            servers.Registry(folder, "bench") as registry:
        size = push_all(folder, registry.host, args.bytes)
        kinds = ["gzip", "zstd:chunked", "estargz"]
        sizes = {k: layer_size(registry, k) for k in kinds}
        rows = []
        for kind in kinds:
            rows += measure(registry, folder, kind, args.runs)
        text = table(size, sizes, rows, args.runs)
    print(text)
    if args.w:
        with open(os.path.join(HERE, "REGISTRY.md"), "w") as f:
            f.write(text)


main()
