#!/usr/bin/env python3
"""Turn what was downloaded into rows of a collected table, as JSON.

usage: collect.py env CHECKOUT        nvidia/container-images/cuda, one revision
       collect.py tags FILE...        its doc/supported-tags.md and kin
       collect.py wheels FILE...      saved index pages that list torch wheels

Uses no network.  Compare the rows with the table that is there, then merge.
"""
import json
import os
import re
import sys

STAGE = re.compile(r"^FROM\s+\S+\s+(?:AS|as)\s+base-(amd64|arm64|ppc64le)")
SETTING = re.compile(r"^ENV\s+(\w+)[=\s]\s*(.*)$")
ARCHS = {"amd64": "x86_64", "arm64": "arm64", "ppc64le": "ppc64le"}
TAG = re.compile(r"`([0-9][\w.]*-[\w.-]+)`|\[`([0-9][\w.]*-[\w.-]+)`")
WHEEL = re.compile(r"torch-(\d[\w.]*?)(?:(?:\+|%2B)(\w+))?-(cp\d+t?)-[\w.]+-"
                   r"([\w.]+)\.whl")


def unquote(text):
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    return text


def stages(path):
    """Settings of each platform; those outside a stage hold for all."""
    common, by_arch, at = {}, {}, None
    with open(path, encoding="utf-8") as f:
        for line in f:
            stage = STAGE.match(line)
            if stage:
                at = by_arch.setdefault(stage.group(1), {})
            elif line.startswith("FROM"):
                at = None
            to = common if at is None else at
            setting = SETTING.match(line)
            compat = re.search(r"\b(cuda-compat-\d+-\d+)\b", line)
            if compat:
                to["compat"] = compat.group(1)
            if setting:
                to[setting.group(1)] = unquote(setting.group(2))
    return common, by_arch or {"amd64": {}}


def env(folders):
    rows = []
    for top, _, files in os.walk(folders[0]):
        if "Dockerfile" not in files or os.path.basename(top) != "base":
            continue
        path = os.path.join(top, "Dockerfile")
        where = os.path.relpath(top, folders[0]).split(os.sep)
        common, by_arch = stages(path)
        for arch, own in by_arch.items():
            has = {**common, **own}
            rows.append({
                "cuda_version": where[-3],
                "distro": re.sub(r"-x86_64$", "", where[-2]),
                "arch": ARCHS[arch],
                "nv_cuda_cudart_version": has.get("NV_CUDA_CUDART_VERSION"),
                "nv_cuda_compat_package": has.get("compat"),
                "env_cuda_version": has.get("CUDA_VERSION"),
                "nvidia_require_cuda": has.get("NVIDIA_REQUIRE_CUDA"),
                "path": os.path.relpath(path, folders[0])})
    return sorted(rows, key=lambda r: (r["path"], r["arch"]))


def tags(files):
    seen = set()
    for name in files:
        status = "eol" if "unsupported" in os.path.basename(name) \
            else "supported"
        with open(name, encoding="utf-8") as f:
            for found in TAG.finditer(f.read()):
                seen.add((found.group(1) or found.group(2), status))
    return [{"tag": t, "cuda_version": t.split("-")[0], "status": s}
            for t, s in sorted(seen)]


def python_key(tag):
    digits = tag[2:].rstrip("tm")
    return int(digits[0]), int(digits[1:] or 0)


def wheels(files):
    by = {}
    for name in files:
        with open(name, encoding="utf-8") as f:
            for found in WHEEL.finditer(f.read()):
                version, local, python, platform = found.groups()
                row = by.setdefault((version, local), (set(), set()))
                row[0].add(python_key(python))
                row[1].add(platform)
    return [{"torch_version": v, "cuda_tag": local,
             "python_min": ".".join(map(str, min(p))),
             "python_max": ".".join(map(str, max(p))),
             "platforms": " ".join(sorted(platforms))}
            for (v, local), (p, platforms) in sorted(
                by.items(), key=lambda i: (i[0][0], i[0][1] or ""))]


def main():
    readers = {"env": env, "tags": tags, "wheels": wheels}
    if len(sys.argv) < 3 or sys.argv[1] not in readers:
        sys.exit(__doc__)
    rows = readers[sys.argv[1]](sys.argv[2:])
    if not rows:
        sys.exit("collect.py: nothing found in it")
    json.dump(rows, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
