#!/usr/bin/env python3
"""registry.py - what an image from a registry costs, in bytes and seconds.

    registry.py [-w] [--runs N] [--bytes N] [--only-beside]

One image with a layer of real files (at least --bytes of /usr, default 1.2
GB), as gzip, zstd:chunked (by skopeo) and eStargz (by tests/registry), in
docker-registry on loopback; beside it `skopeo copy` to a directory. Bytes are
what the registry's own log says it sent. Then an image of eight layers, by
several threads, from a server that gives each connection so much and no more.
-w writes bench/REGISTRY.md.
"""
import argparse
import copy
import datetime
import gzip
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
import beside  # noqa: E402
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
BESIDE = "\n## Layers side by side\n"
EIGHT, EACH, RATE = 8, 60 * 10 ** 6, 20 * 10 ** 6


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


def eight(shop):
    """An image of so many layers of real files; their sizes."""
    files = (f for f in files_of("/usr", 1 << 62)
             if os.lstat(f).st_size < 4 << 20)
    blobs = []
    for _ in range(EIGHT):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w") as t:
            while t.offset < EACH:
                path = next(files)
                t.add(path, path.lstrip("/"), recursive=False)
        blobs.append((gzip.compress(out.getvalue(), 6, mtime=0),
                      images.sha256(out.getvalue())))
    shop.image("1", blobs)
    return [len(blob) for blob, _ in blobs]


def slowly(h, data):
    """RATE bytes a second, by the clock."""
    h.begin(data)
    begun = time.monotonic()
    for at in range(0, len(data), 1 << 18):
        time.sleep(max(0, begun + at / RATE - time.monotonic()))
        h.give(data[at:at + (1 << 18)])


def side_by_side(folder, runs):
    env = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C"}
    out = io.StringIO()
    with beside.Shop() as shop:
        sizes = eight(shop)
        out.write(f"{BESIDE}\nMade by `python3 bench/registry.py "
                  f"--only-beside -w`, median of {runs}; commit {commit()}, "
                  f"{datetime.date.today()}, load {os.getloadavg()[0]:.1f} on "
                  f"{os.cpu_count()} cores. {EIGHT} gzip layers of "
                  f"{min(sizes) / 1e6:.0f} to {max(sizes) / 1e6:.0f} MB "
                  f"({EACH / 1e6:.0f} MB plain), from a server on loopback; "
                  "`cudalint facts`.\n\n| server | --jobs | connections at "
                  "once | MB sent | s |\n|---|--:|--:|--:|--:|\n")
        for name, how in ((f"{RATE / 1e6:.0f} MB/s a connection", slowly),
                          ("as fast as it can", beside.whole)):
            for jobs in "1", "2", "4":
                took = []
                for _ in range(runs):
                    shop.reset({d: how for d in shop.blobs})
                    shop.layers = set(shop.blobs)
                    begun = time.monotonic()
                    subprocess.run([
                        CUDALINT, "facts", "--no-cache", "--jobs", jobs,
                        f"{shop.host}/t/eight:1"], env=env, check=True,
                        capture_output=True, timeout=300)
                    took.append(time.monotonic() - begun)
                out.write(f"| {name} | {jobs} | {shop.most} | "
                          f"{shop.sent / 1e6:.0f} | "
                          f"{statistics.median(took):.1f} |\n")
    return out.getvalue()


def write(text, more):
    """Without text what is there stays."""
    path = os.path.join(HERE, "REGISTRY.md")
    with open(path) as f:
        old = f.read().partition(BESIDE)[0]
    with open(path, "w") as f:
        f.write((text or old) + more)


def depths(folder, args):
    if not servers.registry_program():
        sys.exit("registry.py: no docker-registry")
    with servers.Registry(folder, "bench") as registry:
        size = push_all(folder, registry.host, args.bytes)
        kinds = ["gzip", "zstd:chunked", "estargz"]
        sizes = {k: layer_size(registry, k) for k in kinds}
        rows = []
        for kind in kinds:
            rows += measure(registry, folder, kind, args.runs)
        return table(size, sizes, rows, args.runs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-w", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--bytes", type=int, default=1200 * 10 ** 6)
    parser.add_argument("--only-beside", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = "" if args.only_beside else depths(folder, args)
        more = side_by_side(folder, args.runs)
    print(text + more)
    if args.w:
        write(text, more)


main()
