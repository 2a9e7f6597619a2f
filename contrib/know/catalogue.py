"""The tables that an ordinary run does not need: architectures, gates, base
images, frameworks, packages.  curate.py calls main()."""
import collections
import re

from rows import COLLECTED, Sources, dump, load, version_key, write

KINDS = {"baseline": "baseline", "architecture-specific": "specific",
         "family-specific": "family"}
STATUS = {"supported": "supported", "eol": "eol",
          "removed-from-lists": "removed", "unknown": "unknown"}
ARCHS = {"x86_64": "amd64", "arm64": "arm64", "ppc64le": "ppc64le"}


def arches(tables, out):
    rows = [{"sm": a["sm"], "cc": a["compute_capability"],
             "name": a["architecture"], "kind": KINDS[a["variant"]],
             "tegra": a["tegra_only"], "first": a["min_cuda_toolkit"],
             "removed": a["removed_in"], "ptx": a["min_ptx_isa"],
             "first_branch": a["first_driver_branch"],
             "last_branch": a["last_driver_branch"],
             "confidence": a["confidence"]}
            for a in load(tables, "arch-cuda")]
    rows.sort(key=lambda r: (version_key(r["cc"]), r["sm"]))
    write(out, "arches", "PTX ISA release history; NVIDIA's architecture "
          "matrix page; clang Cuda.cpp; CMake CMakeCUDAArchitecturesAll "
          "(2026-08-22); nixpkgs cuda.nix; 13.4 notes", {"arches": rows})


# The two that nvidia-container-cli cannot parse, and the factor.
BAD_GATES = {71: "cuda>=10_0", 73: "cuda>=10_1"}


def gates(tables, out):
    data = load(tables, "nvidia-cuda-image-env")
    low = {e["require_id"] for e in data["image_env"]
           if e["confidence"] == "low"}
    rows = []
    for r in data["require_strings"]:
        text = r["nvidia_require_cuda"]
        cuda = re.search(r"(?i)cuda>=([\d.]+)", text)
        number = r["require_id"]
        rows.append({
            "id": number,
            "cuda": "" if number in BAD_GATES else cuda.group(1),
            "expr": text, "error": BAD_GATES.get(number),
            "confidence": "low" if number in low else "high",
            "source": "replica" if number in low else None})
    write(out, "gates", "Dockerfiles of nvidia/cuda, all revisions: gitlab "
          "nvidia/container-images/cuda (mirror pdtgct/cuda e3c1b680, "
          "2025-12-15); 13.1.1 to 13.2.1: pranavmishra90 mirror",
          {"gates": sorted(rows, key=lambda r: r["id"])},
          {"replica": "kserve Dockerfile that replicates "
                      "nvidia/cuda:13.3.0-base-ubuntu26.04; contradicts "
                      "13.2.1 and the forward compatibility table"})


# Read again in mirror e3c1b680 with collect.py: the amd64 stage of these has
# the list of brands, where the collected table has the text of ppc64le.
REREAD = {f"dist/end-of-life/{where}/base/Dockerfile": gate
          for gate, places in {
              39: "10.0/centos7 10.0/ubi7",
              40: "10.1/centos7 10.1/rockylinux8 10.1/ubi7 10.1/ubi8",
              60: "10.1/centos8",
              41: "10.2/centos7 10.2/rockylinux8 10.2/ubi7 10.2/ubi8",
              61: "10.2/centos8"}.items()
          for where in places.split()}

# In both lists of the mirror: supported and unsupported.
BOTH_LISTS = {"11.0.3", "11.1.1", "11.2.2"}
BOTH_SOURCE = ("gitlab nvidia/container-images/cuda mirror (pdtgct/cuda "
               "e3c1b680): both in doc/supported-tags.md and in "
               "doc/unsupported-tags.md")


def distro(name):
    """ubuntu2204 and ubuntu18 as tags have them."""
    found = re.fullmatch(r"ubuntu(\d\d)(\d\d)?", name or "")
    if not found:
        return name or ""
    return f"ubuntu{found.group(1)}.{found.group(2) or '04'}"


def flavour(tag):
    """'12.4.1-cudnn-devel-ubuntu22.04' without version and distribution."""
    middle = tag["tag"][len(tag["cuda_version"]) + 1:]
    if tag["distro"]:
        middle = middle[:-len(tag["distro"]) - 1]
    return middle


class Env:
    """What the Dockerfiles of one (CUDA, distribution) set, newest last."""

    def __init__(self, data):
        self.by = collections.defaultdict(list)
        self.history = collections.defaultdict(list)
        self.foreign = collections.defaultdict(set)
        native = collections.defaultdict(set)
        for e in data["image_env"]:
            if e["confidence"] == "low":
                continue
            if e["arch"] == "x86_64":
                e["require_id"] = REREAD.get(e["path"], e["require_id"])
            self.by[e["cuda_version"], distro(e["distro"])].append(e)
            to = native if e["arch"] == "x86_64" else self.foreign
            to[e["cuda_version"]].add(e["require_id"])
        for cuda, ids in self.foreign.items():
            ids -= native[cuda]
        for h in data["require_history"]:
            for d in h["distros"].split(","):
                self.history[h["cuda_version"], distro(d)].append(h)

    def newest(self, key, arch):
        rows = [e for e in self.by[key] if e["arch"] == arch]
        return max(rows, key=lambda e: e["dockerfile_last"] or "9999",
                   default=None)

    def gates(self, key):
        """Ids seen on amd64, oldest first; the present one last."""
        seen = {}
        for h in sorted(self.history[key],
                        key=lambda h: (h["first_seen"], h["last_seen"])):
            if h["require_id"] not in self.foreign[key[0]]:
                seen[h["require_id"]] = None
        now = self.newest(key, "x86_64")
        if now and now["require_id"] is not None:
            seen.pop(now["require_id"], None)
            seen[now["require_id"]] = None
        return list(seen)

    def row(self, key):
        amd, arm = self.newest(key, "x86_64"), self.newest(key, "arm64")
        some = amd or arm
        out = {"gates": self.gates(key)}
        if arm:
            out["arm_no_gate"] = arm["require_id"] is None
            if amd and arm["require_id"] not in (None, amd["require_id"]):
                out["arm_gates"] = [arm["require_id"]]
        if some:
            out["archs"] = sorted({ARCHS[e["arch"]] for e in self.by[key]})
            cudart = some["nv_cuda_cudart_version"]
            out["cudart"] = re.sub(r"-1$", "", cudart or "")
            out["compat"] = (amd or some)["nv_cuda_compat_package"]
        return out


def nvidia_cuda(tables, env, sources):
    groups = collections.defaultdict(list)
    for t in load(tables, "nvidia-cuda-images")["tags"]:
        if t["extra"] == "rc":
            continue  # release candidates: in no list any more
        groups[t["cuda_version"], t["distro"] or ""].append(t)
    rank = ["low", "medium", "high"]
    rows = {}
    for key, tags in sorted(groups.items(), key=lambda g: g[0][1]):
        worst = min(tags, key=lambda t: rank.index(t["confidence"]))
        row = {"cuda": key[0], "distros": [],
               "flavours": sorted(flavour(t) for t in tags),
               "status": STATUS[tags[0]["status"]]}
        row.update(env.row(key) if key[1] else {})
        row.update(confidence=worst["confidence"],
                   source=sources.key(worst["source"]))
        if key[0] in BOTH_LISTS and row["status"] == "supported":
            row.update(status="eol", confidence="medium",
                       source="both")
        # Distributions of which the same is said share a row.
        rows.setdefault(dump(row), row)["distros"].append(key[1])
    for row in rows.values():
        row["distros"] = [d for d in row["distros"] if d]
    return sorted(rows.values(), key=lambda r: (
        version_key(r["cuda"]), r["distros"]))


def revisions(data):
    rows = [{"cuda": h["cuda_version"], "gate": h["require_id"],
             "first": h["first_seen"], "last": h["last_seen"],
             "distros": sorted({distro(d) for d in h["distros"].split(",")
                                if d}),
             "confidence": "high", "source": "history"}
            for h in data["require_history"]]
    return sorted(rows, key=lambda r: (version_key(r["cuda"]), r["first"],
                                       r["last"], r["gate"]))


# pytorch/pytorch says both versions in the tag: one row for all tags.
PYTORCH_TAG = {
    "image": "pytorch/pytorch", "tag": "{version}-cuda{cuda}-cudnn*",
    "framework": "pytorch", "confidence": "medium",
    "source": "form of the tags in public FROM lines (2.13.0, 2.14.0)"}


def release(cuda):
    """Four numbers, as NGC writes it, are three and a build."""
    return ".".join((cuda or "").split(".")[:3])


def framework_images(tables, sources):
    rows = [dict(PYTORCH_TAG, source=sources.key(PYTORCH_TAG["source"]))]
    for f in load(tables, "framework-images"):
        if "memory" in f["source"] or f["image"] == "pytorch/pytorch":
            continue
        tag = f["tag"]
        if f["image"] == "tensorflow/tensorflow":
            tag += "*"  # -gpu, -gpu-py3, -gpu-jupyter
        branch = re.match(r"R?(\d+)", f["driver_shipped_with_cuda"] or "")
        rows.append({
            "image": f["image"], "tag": tag,
            "framework": f["framework"].replace(" (NGC)", ""),
            "version": f["framework_version"],
            "cuda": release(f["cuda_version"]),
            "branch": int(branch.group(1)) if branch else 0,
            "confidence": f["confidence"],
            "source": sources.key(f["source"].strip())})
    return sorted(rows, key=lambda r: (r["image"], version_key(r["tag"]),
                                       r["tag"]))


def images(tables, out):
    data = load(tables, "nvidia-cuda-image-env")
    sources = Sources("i")
    lists = {"nvidia_cuda": nvidia_cuda(tables, Env(data), sources),
             "revisions": revisions(data),
             "frameworks": framework_images(tables, sources)}
    write(out, "images", COLLECTED, lists, {
        **sources.table(), "both": BOTH_SOURCE,
        "history": "gitlab nvidia/container-images/cuda, all revisions of "
                   "its Dockerfiles (mirror pdtgct/cuda e3c1b680)"})


def span(text):
    """'4.5.0-4.6.0', '1.27+', '<=0.1.71', 'v4..v7', '3.x' as (first, last)."""
    text = text.replace("v", "").replace(".x", "").replace(" ", "")
    if text.startswith("<="):
        return "", text[2:]
    if text.endswith("+"):
        return text[:-1], ""
    first, _, last = re.sub(r"\.\.|-", "|", text).partition("|")
    return first, last or first


def names(text):
    return re.findall(r"(?:compute|sm)_\d+[af]?", text or "")


def minor(version):
    return ".".join(version.split(".")[:2])


def fw_tensorflow(f):
    """One row per minor release.  Architectures only where they were read
    from get_build_info()."""
    told = "get_build_info" in (f["note"] or "")
    where = "system"
    if "[and-cuda]" in f["package"]:
        where = "pip"
    return [{"first": minor(f["version"]), "last": minor(f["version"]),
             "cuda": [f["cuda"]], "from": where,
             "sass": names(f["sm_list"]) if told else [],
             "ptx": names(f["ptx"]) if told else []}]


JAXLIB = {  # local version tag, CUDA it was built for: by the change log
    "<=0.1.71": [("cuda101", "10.1"), ("cuda102", "10.2"),
                 ("cuda110", "11.0"), ("cuda111", "11.1")],
    "0.1.72": [("cuda111", "11.1")],
    "0.1.73..0.3.25": [("cuda11.cudnn805", "11"), ("cuda11.cudnn82", "11")],
    "0.4.1..0.4.7": [("cuda11.cudnn82", "11.4"), ("cuda11.cudnn86", "11.4"),
                     ("cuda12.cudnn88", "12")],
    "0.4.8..0.4.12": [("cuda11.cudnn86", "11.8"), ("cuda12.cudnn88", "12.0")],
    "0.4.13..0.4.16": [("cuda11.cudnn86", "11.8"), ("cuda12.cudnn89", "12")],
    "0.4.17..0.4.23": [("cuda11.cudnn86", "11.8"),
                       ("cuda12.cudnn89", "12.2")],
    "0.4.24..0.4.25": [("cuda11.cudnn86", "11.8"),
                       ("cuda12.cudnn89", "12.3")],
    "0.4.26..0.4.29": [("cuda12.cudnn89", "12.1")],
}


def fw_jaxlib(f):
    first, last = span(f["version"])
    return [{"first": first, "last": last, "tag": tag, "cuda": [cuda],
             "from": "system"} for tag, cuda in JAXLIB[f["version"]]]


def fw_jax_plugin(f):
    first, last = span(f["version"])
    cuda = re.match(r"built with ([\d.]+)(\.\.)?", f["cuda"])
    built = cuda.group(1).rstrip(".")
    if cuda.group(2) or ".." in f["cuda"].split(",")[0]:
        built = built.split(".")[0]
    return [{"name": name, "first": first, "last": last, "cuda": [built],
             "from": "pip", "sass": names(f["sm_list"]),
             "ptx": names(f["ptx"])}
            for name in f["package"].split(" / ")]


def fw_cupy(f):
    first, last = span(f["version"])
    cuda = f["cuda"]
    if "-" in cuda:
        cuda = cuda.split(".")[0]
    return [{"first": first, "last": last, "cuda": [cuda], "from": "system"}]


def fw_pinned(f, where="wheel"):
    """xformers, vllm: built for one torch."""
    first, last = span(f["version"])
    pin = re.match(r"torch==([\d.]+)", f["needs"] or "")
    return [{"first": first, "last": last, "cuda": [f["cuda"]], "from": where,
             "sass": names(f["sm_list"]), "ptx": names(f["ptx"]),
             "torch": pin.group(1) if pin else ""}]


def fw_xformers(f):
    return [dict(r, **{"from": "torch"}) for r in fw_pinned(f)]


def fw_flash(f):
    """One row per tag that the release has."""
    first, last = span(f["version"])
    tags = {"11.3 or 11.6 by tag": [("cu113", "11.3"), ("cu116", "11.6")],
            "11.6, 11.7, 11.8, 12.1 (12.2 from 2.1.2) by tag": [
                ("cu116", "11.6"), ("cu117", "11.7"), ("cu118", "11.8"),
                ("cu121", "12.1"), ("cu122", "12.2")],
            "11.8 or 12.2 by tag (cu118, cu122)": [
                ("cu118", "11.8"), ("cu122", "12.2")],
            "11.8 or 12.3 by tag (cu118, cu123)": [
                ("cu118", "11.8"), ("cu123", "12.3")],
            "11.8 or 12.3/12.4 by tag (cu11, cu12)": [
                ("cu11", "11.8"), ("cu12", "12")],
            "12.4 (cu12)": [("cu12", "12.4")],
            "12.9 (cu12)": [("cu12", "12.9")]}[f["cuda"]]
    sass = [] if "(" in f["sm_list"] else names(f["sm_list"])
    return [{"first": first, "last": last, "tag": tag, "cuda": [cuda],
             "from": "torch", "sass": sass} for tag, cuda in tags]


def many(text):
    """'11.7, 12.0-12.3' as single versions."""
    out = []
    for part in text.split(", "):
        first, _, last = part.partition("-")
        major, low = first.split(".")
        high = last.split(".")[1] if last else low
        out += [f"{major}.{m}" for m in range(int(low), int(high) + 1)]
    return out


def fw_bitsandbytes(f):
    first, last = span(f["version"])
    return [{"first": first, "last": last, "cuda": many(f["cuda"]),
             "from": "torch"}]


def fw_one(f):
    first, last = span(f["version"])
    cuda = re.match(r"[\d.]+", f["cuda"].replace(".x", "")).group(0)
    return [{"first": first, "last": last, "cuda": [cuda], "from": "system"}]


def fw_xgboost(f):
    return [dict(r, **{"from": "wheel"}) for r in fw_one(f)]


def fw_triton(f):
    first, last = span(f["version"])
    cuda = [v for v in re.findall(r"\b\d\d\.\d+(?!\.?\d)", f["cuda"])]
    return [{"first": first, "last": last, "cuda": cuda[:1],
             "from": "ptxas"}]


def fw_paddle(f):
    post = re.search(r"\.post(\d+)$", f["version"])
    if post and post.group(1) not in ("112", "116", "117", "118", "120"):
        return []  # from memory
    if post:
        return [{"first": "", "last": "2.6", "tag": "post" + post.group(1),
                 "cuda": [f["cuda"]], "from": "system"}]
    if f["version"].startswith("2.0"):
        return [{"first": "2.0", "last": "2.5", "cuda": ["10.2"],
                 "from": "system"}]
    return [{"first": "3.0", "last": "", "cuda": f["cuda"].split("/"),
             "from": "pip"}]


def fw_pyg(_):
    return [{"from": "torch"}]


def fw_by_version(f):
    name = f["package"].split(" (")[0]
    return [{"name": name, "from": "version"}]


FRAMEWORKS = {
    "tensorflow": fw_tensorflow, "tensorflow-gpu": fw_tensorflow,
    "tensorflow[and-cuda]": fw_tensorflow, "jaxlib": fw_jaxlib,
    "jax-cuda12-plugin / jax-cuda12-pjrt": fw_jax_plugin,
    "jax-cuda13-plugin / jax-cuda13-pjrt": fw_jax_plugin,
    "xformers": fw_xformers, "vllm": fw_pinned, "flash-attn": fw_flash,
    "bitsandbytes": fw_bitsandbytes, "onnxruntime-gpu": fw_one,
    "ctranslate2": fw_one, "xgboost": fw_xgboost, "triton": fw_triton,
    "paddlepaddle-gpu": fw_paddle, "torch-scatter": fw_pyg,
    "torch-sparse": fw_pyg, "torch-cluster": fw_pyg,
    "torch-spline-conv": fw_pyg, "pyg-lib": fw_pyg,
    "conda:cudatoolkit": fw_by_version, "conda:cuda-version": fw_by_version,
    "conda:pytorch-cuda": fw_by_version,
    "cuda-toolkit (pip meta-package)": fw_by_version,
}


def from_memory(f):
    """The first half of some sources was read, the rest is not needed."""
    source = f["source"].split(" / memory")[0]
    return "memory" in source


def frameworks(tables, out):
    sources, rows = Sources("f"), []
    wheels = collections.OrderedDict()
    for f in load(tables, "frameworks"):
        package = f["package"]
        source = f["source"].split(" / memory")[0].strip()
        if package.startswith("nvidia-cuda-runtime"):
            wheel = wheels.setdefault((package, f["version"]), {
                "name": package, "version": f["version"], "cuda": [],
                "confidence": f["confidence"],
                "source": sources.key(source)})
            wheel["cuda"].append(f["cuda"])
            continue
        make = FRAMEWORKS.get(package)
        if package.startswith("cupy-"):
            make = fw_cupy
        if not make or from_memory(f) or f["confidence"] == "low":
            continue
        for part in make(f):
            row = {"name": package, "first": "", "last": "", "tag": "",
                   "cuda": [], "from": "", "sass": [], "ptx": [], "torch": ""}
            row.update(part)
            row.update(confidence=f["confidence"],
                       source=sources.key(source))
            rows.append(row)
    rows.sort(key=lambda r: (r["name"], version_key(r["first"]), r["first"],
                             r["tag"]))
    wheels = sorted(wheels.values(),
                    key=lambda w: (w["name"], version_key(w["version"])))
    write(out, "frameworks", COLLECTED,
          {"frameworks": rows, "cudart": wheels}, sources.table())


PACKAGE_SOURCES = {
    "guide": "NVIDIA CUDA Compatibility guide; Dockerfiles of nvidia/cuda",
    "docker": "Dockerfiles of nvidia/cuda (gitlab nvidia/container-images/"
              "cuda, mirror pdtgct/cuda e3c1b680)",
    "ubuntu": "canonical/nvidia-graphics-drivers issue 26 (provides libcuda1 "
              "and libnvidia-ml1); packages.ubuntu.com, libnvidia-ml-dev",
    "rename": "NVIDIA Driver Installation Guide, Recent Updates: Ubuntu 590 "
              "package renames",
    "debian": "contents of the Debian bookworm packages of 535.309.01, "
              "inspected",
    "tesla": "apt-cache of Debian bookworm (names); contents by analogy with "
             "libcuda1",
    "cudart": "contents of the Debian bookworm package 11.8.89~11.8.0-5, "
              "inspected; Ubuntu archive index (multiverse) for 12",
    "spec": "NVIDIA/yum-packaging-nvidia-driver 015ac1c, nvidia-driver.spec, "
            "%files",
    "suse": "openSUSE nvidia-driver-G06.spec, %files -n nvidia-compute-G06",
    "conda": "conda-forge/cuda-compat-feedstock meta.yaml b36f15b",
    "feedstock": "conda-forge/cudatoolkit-feedstock",
    "rpath": "pytorch build_cuda.sh, list of RPATHs",
    "apt": "apt-cache of Debian bookworm",
}

# pattern, ecosystems, kind, libcuda, dir, does, confidence, source
PACKAGES = [
    ("cuda-compat-{cuda}", "deb rpm", "compat", True,
     "/usr/local/cuda-{cuda}/compat",
     "libcuda, libcudadebugger, libnvidia-nvvm, libnvidia-ptxjitcompiler of "
     "one driver", "high", "guide"),
    ("cuda-compat-orin-{cuda}", "deb", "compat", True, "",
     "the same for Jetson Orin", "medium", "docker"),
    ("cuda-compat", "conda", "compat", False, "",
     "asks for cuda-compat-impl of its toolkit", "high", "conda"),
    ("cuda-compat-impl", "conda", "compat", True, "cuda-compat",
     "libcuda and companions below the prefix", "high", "conda"),
    ("cuda-cudart-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libcudart", "high", "docker"),
    ("cuda-cudart-dev-{cuda}", "deb rpm", "dev", False,
     "/usr/local/cuda-{cuda}/targets",
     "static libcudart; stubs, which are no driver", "medium", "docker"),
    ("cuda-libraries-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "asks for the mathematical libraries",
     "high", "docker"),
    ("cuda-libraries-dev-{cuda}", "deb rpm", "dev", False,
     "/usr/local/cuda-{cuda}/targets", "the same for compiling", "high",
     "docker"),
    ("cuda-nvtx-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libnvToolsExt", "high", "docker"),
    ("cuda-nvrtc-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libnvrtc", "high", "docker"),
    ("cuda-toolkit-{cuda}-config-common", "deb rpm", "config", False,
     "/etc/ld.so.conf.d", "loader configuration", "high", "docker"),
    ("cuda-toolkit-{major}-config-common", "deb rpm", "config", False,
     "/etc/ld.so.conf.d", "loader configuration", "high", "docker"),
    ("cuda-toolkit-config-common", "deb rpm", "config", False,
     "/etc/ld.so.conf.d", "loader configuration", "high", "docker"),
    ("cuda-drivers", "deb rpm", "driver-meta", False, "",
     "asks for the whole driver", "high", "rename"),
    ("cuda-drivers-{branch}", "deb rpm", "driver-meta", False, "",
     "asks for the whole driver of a branch", "high", "rename"),
    ("libcublas-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libcublas", "high", "docker"),
    ("libcuda1", "deb", "driver", True,
     "/usr/lib/x86_64-linux-gnu/nvidia/current", "libcuda", "high", "debian"),
    ("libcudart11.0", "deb", "runtime", False, "/usr/lib/x86_64-linux-gnu",
     "libcudart 11", "high", "cudart"),
    ("libcudart12", "deb", "runtime", False, "/usr/lib/x86_64-linux-gnu",
     "libcudart 12", "medium", "cudart"),
    ("libcufft-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libcufft", "high", "docker"),
    ("libcurand-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libcurand", "high", "docker"),
    ("libcusolver-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libcusolver", "high", "docker"),
    ("libcusparse-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libcusparse", "high", "docker"),
    ("libnpp-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libnpp*", "high", "docker"),
    ("libnvidia-compute", "deb", "driver", True, "/usr/lib/x86_64-linux-gnu",
     "libcuda, libnvidia-ml and companions; from R590 on", "medium",
     "rename"),
    ("libnvidia-compute-{branch}", "deb", "driver", True,
     "/usr/lib/x86_64-linux-gnu", "libcuda, libnvidia-ml and companions",
     "high", "ubuntu"),
    ("libnvidia-compute-{branch}-server", "deb", "driver", True,
     "/usr/lib/x86_64-linux-gnu", "libcuda, libnvidia-ml and companions",
     "high", "ubuntu"),
    ("libnvidia-ml1", "deb", "driver", False,
     "/usr/lib/x86_64-linux-gnu/nvidia/current", "libnvidia-ml", "high",
     "debian"),
    ("libnvidia-nvvm4", "deb", "driver", False,
     "/usr/lib/x86_64-linux-gnu/nvidia/current", "libnvidia-nvvm", "high",
     "debian"),
    ("libnvidia-ptxjitcompiler1", "deb", "driver", False,
     "/usr/lib/x86_64-linux-gnu/nvidia/current", "libnvidia-ptxjitcompiler",
     "high", "debian"),
    ("libnvidia-tesla-cuda1", "deb", "driver", True,
     "/usr/lib/x86_64-linux-gnu/nvidia", "libcuda", "medium", "tesla"),
    ("libnvidia-tesla-{branch}-cuda1", "deb", "driver", True,
     "/usr/lib/x86_64-linux-gnu/nvidia", "libcuda", "medium", "tesla"),
    ("libnvjitlink-{cuda}", "deb rpm", "runtime", False,
     "/usr/local/cuda-{cuda}/targets", "libnvJitLink", "high", "docker"),
    ("nvidia-compute-G06", "rpm", "driver", True, "/usr/lib64",
     "libcuda, libnvidia-ml and companions (SUSE)", "high", "suse"),
    ("nvidia-compute-utils-G06", "rpm", "driver-tool", False, "/usr/bin",
     "nvidia-smi, MPS (SUSE)", "high", "suse"),
    ("nvidia-cublas*", "pip", "runtime", False, "nvidia/*/lib", "libcublas",
     "high", "rpath"),
    ("nvidia-cuda-cupti*", "pip", "runtime", False, "nvidia/*/lib",
     "libcupti", "high", "rpath"),
    ("nvidia-cuda-nvrtc*", "pip", "runtime", False, "nvidia/*/lib",
     "libnvrtc", "high", "rpath"),
    ("nvidia-cuda-runtime", "pip", "runtime", False, "nvidia/cu13/lib",
     "libcudart.so.13", "high", "rpath"),
    ("nvidia-cuda-runtime-cu11", "pip", "runtime", False,
     "nvidia/cuda_runtime/lib", "libcudart.so.11.0", "high", "rpath"),
    ("nvidia-cuda-runtime-cu12", "pip", "runtime", False,
     "nvidia/cuda_runtime/lib", "libcudart.so.12", "high", "rpath"),
    ("nvidia-cuda-toolkit", "deb", "toolkit", False, "/usr/bin", "nvcc",
     "high", "apt"),
    ("nvidia-cudnn*", "pip", "runtime", False, "nvidia/*/lib", "libcudnn",
     "high", "rpath"),
    ("nvidia-cufft*", "pip", "runtime", False, "nvidia/*/lib", "libcufft",
     "high", "rpath"),
    ("nvidia-cufile*", "pip", "runtime", False, "nvidia/*/lib", "libcufile",
     "high", "rpath"),
    ("nvidia-curand*", "pip", "runtime", False, "nvidia/*/lib", "libcurand",
     "high", "rpath"),
    ("nvidia-cusolver*", "pip", "runtime", False, "nvidia/*/lib",
     "libcusolver", "high", "rpath"),
    ("nvidia-cusparse*", "pip", "runtime", False, "nvidia/*/lib",
     "libcusparse, libcusparseLt", "high", "rpath"),
    ("nvidia-driver-NVML", "rpm", "driver", False, "/usr/lib64",
     "libnvidia-ml", "high", "spec"),
    ("nvidia-driver-cuda", "rpm", "driver-tool", False, "/usr/bin",
     "nvidia-smi, MPS", "high", "spec"),
    ("nvidia-driver-cuda-libs", "rpm", "driver", True, "/usr/lib64",
     "libcuda, libnvidia-nvvm, libnvidia-ptxjitcompiler and companions",
     "high", "spec"),
    ("nvidia-driver-libs", "rpm", "driver", False, "/usr/lib64",
     "OpenGL, EGL and Vulkan libraries", "high", "spec"),
    ("nvidia-nccl*", "pip", "runtime", False, "nvidia/*/lib", "libnccl",
     "high", "rpath"),
    ("nvidia-nvjitlink*", "pip", "runtime", False, "nvidia/*/lib",
     "libnvJitLink", "high", "rpath"),
    ("nvidia-nvshmem*", "pip", "runtime", False, "nvidia/*/lib", "libnvshmem",
     "high", "rpath"),
    ("nvidia-nvtx*", "pip", "runtime", False, "nvidia/*/lib", "libnvToolsExt",
     "high", "rpath"),
    ("nvidia-smi", "deb", "driver-tool", False, "/usr/lib/nvidia/current",
     "nvidia-smi", "high", "debian"),
    ("cudatoolkit", "conda", "runtime", False, "lib", "libcudart and the "
     "mathematical libraries below the prefix", "high", "feedstock"),
]


def packages(_, out):
    keys = ("pattern", "ecosystems", "kind", "libcuda", "dir", "does",
            "confidence", "source")
    rows = [dict(zip(keys, p)) for p in PACKAGES]
    for row in rows:
        row["ecosystems"] = row["ecosystems"].split()
    rows.sort(key=lambda r: r["pattern"])
    write(out, "packages", "package contents and package sources as named "
          "per row", {"packages": rows}, PACKAGE_SOURCES)


def main(tables, out):
    arches(tables, out)
    gates(tables, out)
    images(tables, out)
    frameworks(tables, out)
    packages(tables, out)
