#!/usr/bin/env python3
"""Make rules/*.json from collected knowledge tables.

usage: curate.py TABLES RULES

TABLES holds the collected tables (see README.md); RULES is the folder to
write to.  rules/stacks.json is written by hand and is not touched.
"""
import collections
import re
import sys

import catalogue
from rows import COLLECTED, Sources, load, version_key, write

CLASSES = {"workstation-rtx": "workstation"}
ARM = re.compile(r"^(NVIDIA )?(GH200|GB200|GB300|GB10|Tegra|Xavier|Orin|Thor)\b")
LAST_DAY = {"2020-10": "31", "2020-11": "30", "2026-08": "31"}

# What the collected tables state in prose only.
FC_CLASSES = [
    ("datacenter", "yes", "guide"),
    ("workstation", "select", "guide"),
    ("geforce", "no", "guide"),
    ("titan", "no", "guide"),
    ("nvs", "no", "note"),
    ("mining", "no", "mining"),
    ("jetson", "yes", "guide"),
    ("spark", "select", "spark"),
    ("vgpu", "yes", "note"),
    ("other", "unknown", "other"),
]
FC_SOURCES = {
    "guide": "NVIDIA CUDA Compatibility guide, edition with cuda-compat-13-4 "
             "(Sep 2026): data center GPUs, select NGC-Ready RTX SKUs, Jetson",
    "note": "device lists [1,2,7-14] in the ELF notes of libcuda.so.575.57.08 "
            "and 590.44.01, read as NVML brands",
    "mining": "NVML brand GeForce; the guide as for GeForce",
    "spark": "field reports disagree: compat 615 on 580 works through the NGC "
             "entrypoint, and was reported unavailable",
    "other": "in no list that was read",
}
SHIFTS = [{
    "now": "nvidia", "gpu_class": "datacenter", "then": "tesla",
    "until": 460, "from": 530,
    "source": "A100 and T4 read Tesla under R450 and R460, T4 reads NVIDIA "
              "under R530; nothing seen in between",
}]
SOLD = [  # the first: most cards on current drivers
    {"gpu_class": kind, "words": words, "source": "sold"} for kind, words in (
        ("datacenter", ["nvidia", "tesla"]),
        ("workstation", ["nvidiartx", "quadro", "quadrortx", "nvidia"]),
        ("geforce", ["geforce", "geforcertx"]),
        ("titan", ["titan", "titanrtx"]), ("nvs", ["nvs"]))]
PROFILES = {  # vGPU: letter of the profile, as nvidia-smi prints the brand
    "vws": ("q", ["NVIDIA RTX Virtual Workstation"]),
    "vcs": ("c", ["NVIDIA Virtual Compute Server"]),
    "vpc": ("b", ["NVIDIA Virtual PC"]),
    "vapps": ("a", ["NVIDIA Virtual Applications"]),
    "cloudgaming": ("-", ["NVIDIA Cloud Gaming", "NVIDIA vGaming"]),
}
FEW_BRANDS = 6  # libnvidia-container before 1.9.0 knows values 1..6
ELF_NOTE_DEVICES = {1, 2} | set(range(7, 15))


def branches(tables, out):
    rows, api = [], {}
    for b in load(tables, "driver-branches"):
        eol = b["eol_date"] or ""
        api[b["branch"]] = b["cuda_driver_api"]
        rows.append({
            "branch": b["branch"], "cuda": b["cuda_driver_api"],
            "first": b["first_version_known"], "last": b["last_version_known"],
            "eol": f"{eol}-{LAST_DAY[eol]}" if len(eol) == 7 else eol,
            "min_cc": b["min_compute_capability"],
            "max_cc": b["max_compute_capability"].split()[0],
            "confidence": b["confidence"],
            "source": f"driver branch R{b['branch']} has CUDA "
                      f"{b['cuda_driver_api']}: {b['sources']}",
        })
    odd = [{"version": d["version"], "cuda": d["cuda_driver_api"],
            "source": f"nvidia-smi of {d['version']} prints CUDA "
                      f"{d['cuda_driver_api']}, its branch {api[d['branch']]}"}
           for d in load(tables, "driver-versions")
           if d["cuda_driver_api"] and d["branch"] in api
           and d["cuda_driver_api"] != api[d["branch"]]]
    write(out, "branches", COLLECTED, {
        "branches": sorted(rows, key=lambda r: r["branch"]),
        "driver_versions": odd})


def toolkits(tables, out):
    """Returns {toolkit: cudart}.  12.7 never was a toolkit; low rows go."""
    rows, cudart = [], {}
    src = {"notes": "CUDA release notes 13.2 Update 2 and 13.4 Update 1 "
                    "(Table 2, Table 3), PTX release history, nvidia/cuda "
                    "Dockerfiles",
           "inferred": "installer name and nvidia/cuda Dockerfiles; not in "
                       "the copies of Table 3 that were read",
           "preview": "Developer Preview, not a general release: "
                      "packages.nvidia.com/prerelease",
           "lower": "installer name; a later edition of Table 3 names a "
                    "newer driver than the installer carries"}
    for t in load(tables, "cuda-toolkits"):
        version = t["cuda_version"]
        if version == "12.7.0" or t["confidence"] == "low":
            continue
        key = "notes" if t["confidence"] == "high" else "inferred"
        if "Developer Preview" in (t["note"] or ""):
            key = "preview"
        elif t["driver_branch"] == 615:
            key = "notes"
        driver = t["toolkit_driver_linux_x86_64"]
        runfile = t["runfile_bundled_driver_linux_x86_64"]
        if runfile and version_key(runfile) < version_key(driver):
            driver, key = runfile, "lower"
        cudart[version] = t["cudart_version"] or ""
        rows.append({
            "cuda": version, "cudart": t["cudart_version"],
            "driver": driver, "windows": t["toolkit_driver_windows"],
            "floor": t["min_driver_minor_compat"], "ptx": t["ptx_isa"],
            "compat": t["compat_libcuda_at_release"],
            "confidence": t["confidence"], "source": key})
    rows.sort(key=lambda r: version_key(r["cuda"]))
    write(out, "toolkits", COLLECTED, {"toolkits": rows}, src)
    return cudart


def fc_rank(row):
    """ELF note, then NVIDIA's documents, then gates, then old gates."""
    source = row["source"]
    if row["confidence"] == "low":
        return 0
    if source.startswith("ELF note"):
        return 5
    if not source.startswith("NVIDIA_REQUIRE_CUDA"):
        return 4
    return 3 if "any Dockerfile revision" not in source else 2


def forward_compat(tables, out):
    cells = collections.defaultdict(list)
    for r in load(tables, "forward-compat")["matrix"]:
        cells[version_key(r["compat_cuda"])[0],
              version_key(r["compat_cuda"])[1],
              r["kernel_driver_branch"]].append(r)
    sources, rows = Sources("s"), []
    for key in sorted(cells):
        best = max(cells[key], key=fc_rank)
        if fc_rank(best) == 0:
            continue
        verdicts = {r["compatible"] for r in cells[key] if fc_rank(r)}
        assert not {"yes", "no"} <= verdicts, key
        source = best["source"].replace(
            "nvidia-docs-2026-09", "NVIDIA CUDA Compatibility guide, "
            "forward compatibility table (Sep 2026)")
        rows.append({"cuda": f"{key[0]}.{key[1]}", "branch": key[2],
                     "compatible": best["compatible"],
                     "confidence": best["confidence"],
                     "source": sources.key(source)})
    classes = [{"gpu_class": c, "support": s, "source": k}
               for c, s, k in FC_CLASSES]
    write(out, "forward-compat", COLLECTED,
          {"cells": rows, "classes": classes},
          {**sources.table(), **FC_SOURCES})


def canonical(name):
    """As the feature-discovery label, in lower case, without the vendor."""
    words = re.sub(r"[^a-z0-9_. -]", "", name.lower()).split()
    return re.sub(r"^nvidia-", "", "-".join(words))


def gpu_class(row):
    if row["nvidia_smi_name"] == "NVIDIA GB10":
        return "spark"
    if row["nvml_brand"] == "grid":
        return "other"  # GRID K1 and kin: not in any forward-compat list
    return CLASSES.get(row["gpu_class"], row["gpu_class"])


CHIPS = [(r"GF1[01]0", "2.0"), (r"GF", "2.1"), (r"GK10", "3.0"),
         (r"GK210", "3.7"), (r"GK", "3.5"), (r"GM10", "5.0"),
         (r"GM", "5.2"), (r"GP100", "6.0"), (r"GP", "6.1"), (r"TU", "7.5"),
         (r"GA100", "8.0"), (r"GA", "8.6"), (r"AD", "8.9"), (r"GB2", "12.0")]


def gpu_confidence(row):
    """Low where one name was sold on chips of several capabilities.

    A GeForce is never one of the GL chips that PCI ids list beside it.
    """
    if row["n_cc_candidates"] == 1:
        return row["confidence"]
    chips = [c for c in (row["chips"] or "").split(",")
             if not re.search(r"GL[MW]?$", c)]
    ccs = {next(cc for p, cc in CHIPS if re.match(p, c)) for c in chips}
    return "low" if len(ccs) > 1 else row["confidence"]


def gpus(tables, out):
    sources, rows, boards = Sources("g"), {}, {}
    profile = re.compile(r"^(.*?)-\d+(-\d+)?([ABCQ](\d|ME)?)?$")
    for g in load(tables, "gpus"):
        name = g["nvidia_smi_name"]
        arch = "arm64" if ARM.match(name) else ""
        if g["gpu_class"] == "vgpu":
            board = profile.match(name).group(1)
            boards[board] = {
                "name": board, "cc": g["compute_capability"],
                "gpu_class": "geforce" if g["nvml_brand"] == "geforce"
                else "vgpu", "arch": arch,
                "confidence": g["confidence"],
                "source": sources.key(g["source"])}
            continue
        key = canonical(name), g["compute_capability"]
        if key in rows and not name.startswith("NVIDIA "):
            continue  # the name before R470 of a row that is there
        rows[key] = {"name": name, "cc": g["compute_capability"],
                     "gpu_class": gpu_class(g), "brand": g["nvml_brand"],
                     "arch": arch, "confidence": gpu_confidence(g),
                     "source": sources.key(g["source"])}
    order = sorted(rows.values(), key=lambda r: (
        version_key(r["cc"]), r["gpu_class"], r["name"]))
    write(out, "gpus", COLLECTED,
          {"gpus": order,
           "vgpu_boards": sorted(boards.values(), key=lambda r: (
               version_key(r["cc"]), r["name"]))}, sources.table())


def brands(tables, out):
    rows = [{"value": b["value"], "word": b["require_name"],
             "since_1_9": b["value"] > FEW_BRANDS,
             "forward_compat": b["value"] in ELF_NOTE_DEVICES,
             "profile": PROFILES.get(b["require_name"], ("", []))[0],
             "printed": PROFILES.get(b["require_name"], ("", []))[1],
             "source": "nvml" if b["value"] in ELF_NOTE_DEVICES
             else "nvml-not"}
            for b in load(tables, "nvml-brands")]
    write(out, "brands", COLLECTED, {"brands": rows, "shifts": SHIFTS,
                                      "sold": SOLD}, {
        "nvml": "nvml.h; libnvidia-container 6845f41 (1.9.0); in the device "
                "lists of the ELF notes of libcuda 575.57.08 and 590.44.01",
        "nvml-not": "nvml.h; libnvidia-container 6845f41 (1.9.0); not in the "
                    "device lists of the ELF notes",
        "sold": "nvml.h, by product line; spot checks against nvidia-smi -q"})


def arch_list(text):
    """'8.0;9.0+PTX' as cubins and PTX."""
    parts = [p for p in (text or "").split(";") if p]
    bare = [p.replace("+PTX", "").replace(".", "") for p in parts]
    return (["sm_" + b for b in bare],
            ["compute_" + b for p, b in zip(parts, bare) if p.endswith("+PTX")])


def split(text):
    return text.split(",") if text else []


def runtime(wheel, cudart):
    """The runtime it loads: the wheel it asks for, else what it bundles."""
    asks = wheel["nvidia_runtime_requirement"] or ""
    found = re.search(r"nvidia-cuda-runtime(?:-cu\d+)?==([\d.]+)", asks)
    if found:
        return found.group(1)
    return cudart.get(wheel["cuda_toolkit_patch"] or "", "")


def torch(tables, out, cudart):
    sources, rows, conda = Sources("t"), [], []
    data = load(tables, "torch")
    for w in data["wheels"]:
        arm_sass, arm_ptx = arch_list(w["arch_list_aarch64"])
        rows.append({
            "version": w["torch_version"], "tag": w["cuda_tag"],
            "cuda": w["cuda_version"],
            "pypi_default": w["is_pypi_default_linux_x86_64"],
            "sass": split(w["sm_cubins"]), "ptx": split(w["ptx_for"]),
            "arm_sass": arm_sass, "arm_ptx": arm_ptx,
            "cudart": runtime(w, cudart),
            "vision": w["torchvision_version"],
            "audio": w["torchaudio_version"],
            "python_min": w["python_min"], "python_max": w["python_max"],
            "cudnn": w["cudnn_version"], "confidence": w["arch_confidence"],
            "source": sources.key(w["source"])})
    for c in data["conda_builds"]:
        sass, ptx = arch_list(c["arch_list"])
        first, _, last = c["torch_series"].partition("-")
        conda.append({"first": first, "last": last or first,
                      "cuda": c["cuda_version"], "sass": sorted(
                          sass, key=version_key), "ptx": ptx,
                      "confidence": c["confidence"],
                      "source": sources.key(c["source"])})
    write(out, "torch", COLLECTED, {"torch": rows, "conda": conda},
          sources.table())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tables, out = sys.argv[1:]
    branches(tables, out)
    cudart = toolkits(tables, out)
    forward_compat(tables, out)
    gpus(tables, out)
    brands(tables, out)
    torch(tables, out, cudart)
    catalogue.main(tables, out)


if __name__ == "__main__":
    main()
