#!/usr/bin/env python3
"""bench.py - time cudalint beside the tools it is compared with.

Each case runs in alternation with its yardstick, after one run of each that is
not counted (it fills the page cache). One more run of cudalint that is not
timed gives what it read, wrote and held. Called by run.sh.
"""
import argparse
import datetime
import hashlib
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tarfile

import peers
import slices
from processes import files_created, timed, watch

MIB = 1 << 20


class Case:
    """argv reads the image by name, or from feed on standard input; it and
    its yardstick have these CPUs."""

    def __init__(self, name, argv, yardstick, label, feed=None, ratio=None,
                 seconds=None, share=None, cpus=None):
        self.name, self.argv, self.feed = name, argv, feed
        self.cpus = cpus
        self.yardstick, self.label = yardstick, label   # argv lists; words
        self.ratio, self.seconds = ratio, seconds       # targets, or None
        self.share = share       # of the last argument's bytes, to be read


def measure(case, runs, work):
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, case.cpus or before)
    try:
        return measure_there(case, runs, work)
    finally:
        os.sched_setaffinity(0, before)


def measure_there(case, runs, work):
    ours, theirs = [], []
    fed = case.feed if case.yardstick[0][-1] == "-" else None
    for i in range(runs + 1):
        mine = timed([case.argv], case.feed)
        other = timed(case.yardstick, fed)
        if i:
            ours.append(mine)
            theirs.append(other)
    a, a_cpu = (statistics.median(x) for x in zip(*ours))
    b, b_cpu = (statistics.median(x) for x in zip(*theirs))
    return {"name": case.name, "yardstick": case.label,
            "seconds": a, "cpu_seconds": a_cpu,
            "yardstick_seconds": b, "yardstick_cpu_seconds": b_cpu,
            "ratio": a / b, "cpu_ratio": a_cpu / b_cpu,
            "target_ratio": case.ratio, "target_seconds": case.seconds,
            "target_share": case.share,
            "input_bytes": os.path.getsize(case.argv[-1]) if case.share else 0,
            "runs": ours, "yardstick_runs": theirs,
            **watch(case.argv, case.feed, work),
            "files_created": files_created(case.argv, case.feed, work)}


# ----------------------------------------------------------------- images

def layout_blobs(layout):
    """Layer blobs of an OCI layout with one image, base first."""
    def blob(descriptor):
        return os.path.join(layout, "blobs",
                            *descriptor["digest"].split(":"))
    with open(os.path.join(layout, "index.json")) as f:
        row = json.load(f)["manifests"][0]
    with open(blob(row)) as f:
        return [blob(layer) for layer in json.load(f)["layers"]]


def plain_layers(archive, where):
    """Layers of a docker-archive, each as a file."""
    if not os.path.exists(os.path.join(where, "manifest.json")):
        shutil.rmtree(where, ignore_errors=True)
        os.makedirs(where)
        subprocess.run(["bsdtar", "-xf", archive, "-C", where,
                        "--exclude", "manifest.json"], check=True)
        subprocess.run(["bsdtar", "-xf", archive, "-C", where,
                        "manifest.json"], check=True)
    with open(os.path.join(where, "manifest.json")) as f:
        return [os.path.join(where, n) for n in json.load(f)[0]["Layers"]]


def zstd_layout(layout, where):
    if not os.path.exists(os.path.join(where, "index.json")):
        shutil.rmtree(where, ignore_errors=True)
        subprocess.run(["skopeo", "copy", "-q", "--dest-compress-format",
                        "zstd", "oci:" + layout, "oci:" + where], check=True)
    return layout_blobs(where)


class Nameless:
    """A layer whose libraries and programs have neither name nor mode of any:
    the same bytes, in which no device code is looked for."""

    def __init__(self, path):
        self.path, self.hash = path, hashlib.sha256()

    def write(self, data):
        self.hash.update(data)
        return self.out.write(data)

    def make(self, layer):
        with open(self.path, "wb") as self.out, tarfile.open(layer) as given:
            with tarfile.open(fileobj=self, mode="w|",
                              format=tarfile.PAX_FORMAT) as made:
                for entry in given:
                    entry.pax_headers = {}
                    if entry.isreg():
                        entry.mode &= ~0o111
                        entry.name = entry.name.replace(".so", "_so")
                        made.addfile(entry, given.extractfile(entry))
                    elif not entry.islnk():
                        made.addfile(entry)
        return self.hash.hexdigest()


def nameless_archive(layers, plain, where):
    """A docker-archive of such layers, and its OCI layout in gzip."""
    layout = where + "-oci"
    if os.path.exists(os.path.join(layout, "index.json")):
        return layout
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(where)
    with open(os.path.join(plain, "manifest.json")) as f:
        row = json.load(f)[0]
    with open(os.path.join(plain, row["Config"])) as f:
        config = json.load(f)
    names = ["%d.tar" % i for i in range(len(layers))]
    config["rootfs"]["diff_ids"] = [
        "sha256:" + Nameless(os.path.join(where, n)).make(layer)
        for n, layer in zip(names, layers)]
    with open(os.path.join(where, "config.json"), "w") as f:
        json.dump(config, f)
    with open(os.path.join(where, "manifest.json"), "w") as f:
        json.dump([{"Config": "config.json", "RepoTags": ["bench:nameless"],
                    "Layers": names}], f)
    subprocess.run(["bsdtar", "-cf", where + ".tar", "-C", where,
                    "manifest.json", "config.json"] + names, check=True)
    oci_copy("docker-archive:" + where + ".tar", layout, "gzip")
    shutil.rmtree(where)
    os.remove(where + ".tar")
    return layout


def oci_copy(source, where, how):
    """An OCI layout with layers compressed again."""
    if not os.path.exists(os.path.join(where, "index.json")):
        shutil.rmtree(where, ignore_errors=True)
        subprocess.run(["skopeo", "copy", "-q", "--dest-compress-format", how,
                        source, "oci:" + where], check=True)
    return where


def code_cases(lint, docker, work, plain):
    """What looking for device code costs: the same bytes without names."""
    twin = nameless_archive(plain, os.path.join(work, "plain"),
                            os.path.join(work, "nameless"))
    made = []
    for how in "gzip", "zstd":
        ours = oci_copy("docker-archive:" + docker,
                        os.path.join(work, "code-" + how), how)
        theirs = oci_copy("oci:" + twin,
                          os.path.join(work, "nameless-" + how), how)
        made.append(Case("device code, %s layout" % how, lint + [ours],
                         [lint + [theirs]],
                         "cudalint on the same bytes without names of "
                         "libraries", ratio=1.15))
    return made


def lint_argv(cudalint):
    return [cudalint, "image", "--quiet", "--fail-on", "never",
            "--allow-gaps"]


def engine_cases(cudalint, image, work, size):
    """How close it comes to inflating alone, on one core and on two."""
    lint = lint_argv(cudalint)
    made = slices.make(os.path.join(image, "docker.tar"),
                       os.path.join(work, "slices"),
                       (1000 if size == "full" else 200) * 10**6)
    gz, one, two = made["gzip"]
    zst, one_zstd, _ = made["zstd"]
    igzip = [["igzip", "-dc", b] for b in gz]
    label = "igzip -dc of the layer"
    return [
        Case("gzip, 1 core", lint + [one], igzip[:1], label, ratio=1.3,
             cpus={0}),
        Case("gzip, 2 cores", lint + [one], igzip[:1], label, ratio=1.1,
             cpus={0, 1}),
        Case("gzip, 2 equal layers, 2 cores", lint + [two], igzip,
             "igzip -dc of one after the other", ratio=0.65, cpus={0, 1}),
        Case("gzip, pipe, 2 cores", lint + ["-"], igzip[:1], label, feed=one,
             ratio=1.2, cpus={0, 1}),
        Case("zstd, 2 cores", lint + [one_zstd], [["zstd", "-dcq", zst[0]]],
             "zstd -dc of the layer", ratio=1.3, cpus={0, 1}),
    ]


def cases(cudalint, image, work, size):
    docker = os.path.join(image, "docker.tar")
    layout = os.path.join(image, "oci")
    zstd = os.path.join(work, "zstd")
    lint = lint_argv(cudalint)
    plain = plain_layers(docker, os.path.join(work, "plain"))
    gzip = [["gzip", "-dc", b] for b in layout_blobs(layout)]
    digest = (["openssl", "dgst", "-sha256"] if shutil.which("openssl")
              else ["sha256sum"])
    unzstd = [["zstd", "-dcq", b] for b in zstd_layout(layout, zstd)]
    return [
        Case("plain docker-archive, file", lint + [docker],
             [["bsdtar", "-tf", b] for b in plain], "bsdtar -tf of each layer",
             ratio=2, seconds=1 if size == "full" else None, share=0.02),
        Case("plain docker-archive, pipe", lint + ["-"],
             [["bsdtar", "-tf", "-"]], "cat | bsdtar -tf - of the archive",
             feed=docker),
        Case("plain docker-archive, --verify", lint + ["--verify", docker],
             [digest + [b] for b in plain],
             " ".join(digest) + " of each layer"),
        Case("gzip OCI archive, file", lint + [os.path.join(image, "oci.tar")],
             gzip, "gzip -dc of each layer", ratio=1.3),
        Case("gzip OCI layout", lint + [layout], gzip,
             "gzip -dc of each layer", ratio=1.3),
        Case("zstd OCI layout", lint + [zstd], unzstd,
             "zstd -dc of each layer"),
    ] + code_cases(lint, docker, work, plain)


# ---------------------------------------------------------------- machine

def first_line(*argv):
    try:
        done = subprocess.run(argv, capture_output=True, text=True)
        return (done.stdout + done.stderr).strip().split("\n")[0]
    except OSError:
        return ""


def machine():
    with open("/proc/cpuinfo") as f:
        cpu = re.search(r"model name\s*: (.*)", f.read())
    with open("/proc/meminfo") as f:
        memory = int(re.search(r"MemTotal:\s+(\d+)", f.read()).group(1))
    return {"cpu": cpu.group(1) if cpu else platform.machine(),
            "cores": os.cpu_count(), "memory_gib": round(memory / MIB),
            "kernel": platform.release().split("-")[0],
            "load": round(os.getloadavg()[0], 2)}


def tools():
    return [first_line(t, "--version")
            for t in ("bsdtar", "gzip", "zstd", "skopeo", "strace")]


def commit():
    changed = first_line("git", "status", "--porcelain", "src", "rules")
    name = first_line("git", "rev-parse", "--short", "HEAD")
    return name + (" and uncommitted changes" if changed else "")


# ----------------------------------------------------------------- report

def mib(n):
    return "?" if n is None else "%.1f" % (n / MIB)


def verdict(r):
    """Whether the targets of a case are met; empty without one."""
    words = []
    if r["target_ratio"]:
        met = r["ratio"] <= r["target_ratio"]
        words.append("%s %gx" % ("within" if met else "OVER",
                                   r["target_ratio"]))
    if r["target_seconds"]:
        met = r["seconds"] <= r["target_seconds"]
        words.append("%s %.1f s" % ("within" if met else "OVER",
                                    r["target_seconds"]))
    if r["target_share"] and r["bytes_read"] is not None:
        met = r["bytes_read"] <= r["target_share"] * r["input_bytes"]
        words.append("%s %.0f %% read" % ("within" if met else "OVER",
                                          100 * r["target_share"]))
    return ", ".join(words)


HEAD = ["case", "cudalint s", "yardstick s", "ratio", "ratio of CPU",
        "target", "read MiB", "peak MiB", "temporary bytes"]


def cells(r):
    created = r["files_created"]
    temporary = "?" if r["temporary_bytes"] is None else (
        str(r["temporary_bytes"]))
    if created:
        temporary += ", %d files" % created
    return [r["name"], "%.3f" % r["seconds"],
            "%.3f" % r["yardstick_seconds"], "%.2f" % r["ratio"],
            "%.2f" % r["cpu_ratio"], verdict(r), mib(r["bytes_read"]),
            mib(r["peak_bytes"]), temporary]


def print_row(row):
    widths = (31, 10, 11, 5, 12, 26, 8, 8, 15)
    print("  ".join(c.ljust(w) if i in (0, 5) else c.rjust(w) for i, (c, w)
                    in enumerate(zip(row, widths))).rstrip(), flush=True)


def markdown(report):
    m, rows = report["machine"], report["cases"]
    lines = ["# What it costs", "",
             "Made by `sh bench/run.sh -w`; medians of %d runs, each case in "
             "alternation with its yardstick, page" % report["runs"],
             "cache warm.", "",
             "| | |", "|---|---|",
             "| date | %s |" % report["date"],
             "| commit | %s |" % report["commit"],
             "| machine | %s, %d cores, %d GiB, Linux %s |" % (
                 m["cpu"], m["cores"], m["memory_gib"], m["kernel"]),
             "| load when it began | %s |" % m["load"],
             "| load when it ended | %s |" % report["load_after"],
             "| image | %s: Debian 12 with its CUDA 11.8 packages, %d layers,"
             " %d entries; %s MB plain, %s MB gzip |" % (
                 report["size"], report["layers"], report["entries"],
                 report["plain_mb"], report["gzip_mb"]),
             "| yardsticks | %s |" % "; ".join(
                 t.split(" - ")[0] for t in report["tools"] if t), "",
             "| " + " | ".join(HEAD) + " |",
             "|---|" + "--:|" * 4 + "---|" + "--:|" * 3]
    lines += ["| " + " | ".join(cells(r)) + " |" for r in rows]
    lines += ["", "Yardsticks: " + "; ".join(
        "*%s*: `%s`" % (r["name"], r["yardstick"]) for r in rows) + ".", ""]
    lines += ["Where the machine had other work, the ratio of CPU time is the "
              "steadier one.", "",
              "Peak memory counts the program, its libraries and the "
              "knowledge tables; the target is 64 MiB plus knowledge.",
              "Read counts every byte that the program read "
              "(`/proc/PID/io`, rchar), not those of the page cache;",
              "temporary counts what it wrote beside its report (wchar), "
              "with files created as strace saw them.", ""]
    return "\n".join(lines)


def count_entries(layers):
    return sum(subprocess.run(["bsdtar", "-tf", b], check=True,
                              stdout=subprocess.PIPE).stdout.count(b"\n")
               for b in layers)


def arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("cudalint", "image", "size", "work", "json"):
        p.add_argument("--" + name, required=True)
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--peer-runs", type=int, default=1)
    p.add_argument("--set", choices=("all", "engine", "peers"), default="all")
    p.add_argument("--results")
    return p.parse_args()


def run_cases(a, work, report):
    todo = (engine_cases(a.cudalint, a.image, work, a.size)
            if shutil.which("igzip") else [])
    plain = []
    if a.set == "all":
        todo += cases(a.cudalint, a.image, work, a.size)
        plain = plain_layers(None, os.path.join(work, "plain"))
    report.update(layers=len(plain), entries=count_entries(plain),
                  plain_mb=sum(map(os.path.getsize, plain)) // 10**6,
                  gzip_mb=sum(os.path.getsize(b) for b in layout_blobs(
                      os.path.join(a.image, "oci"))) // 10**6,
                  cases=[])
    print_row(HEAD)
    for case in todo:
        row = measure(case, a.runs, work)
        report["cases"].append(row)
        print_row(cells(row))


def run_peers(a, work, report):
    tools = list(peers.installed())
    sizes = [os.path.getsize(os.path.join(a.image, name)) // 10**6
             for name in ("docker.tar", "oci.tar")]
    report.update(peer_runs=a.peer_runs, peers=[],
                  peer_versions=[peers.version(t) for t in tools],
                  peer_input="%d MB plain and %d MB gzip" % tuple(sizes))
    peers.print_row(peers.HEAD)
    for row in peers.compare(lint_argv(a.cudalint), a.image, work, a.runs,
                             a.peer_runs):
        report["peers"].append(row)
        peers.print_row(peers.cells(row))


def write_results(path, a, report):
    """The whole page, or of a set of peers its section alone."""
    text = markdown(report) if a.set != "peers" else ""
    if not text and os.path.exists(path):
        with open(path) as f:
            text = f.read()
    if report.get("peers"):
        text = peers.replaced(text, peers.section(report, report["machine"]))
    with open(path, "w") as f:
        f.write(text)


def main():
    a = arguments()
    work = os.path.join(a.work, a.size)
    os.makedirs(work, exist_ok=True)
    found = list(peers.installed())
    if a.set == "peers" and not found:
        sys.exit("bench: none of syft, trivy, dive is on PATH, nor named by "
                 "SYFT, TRIVY or DIVE")
    report = {"schema": "cudalint/bench/1", "size": a.size, "runs": a.runs,
              "date": datetime.date.today().isoformat(), "commit": commit(),
              "machine": machine(), "tools": tools()}
    if a.set != "peers":
        run_cases(a, work, report)
    if a.set != "engine" and found:
        run_peers(a, work, report)
    report["load_after"] = round(os.getloadavg()[0], 2)
    with open(a.json, "w") as f:
        json.dump(report, f, indent=1)
        f.write("\n")
    if a.results:
        write_results(a.results, a, report)


if __name__ == "__main__":
    main()
