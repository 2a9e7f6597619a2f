#!/usr/bin/env python3
"""mkimage.py - build a container image from a text recipe.

    mkimage.py [--shape SHAPE]
               [--layers plain|gzip|gzip-multi|zstd|zstd-skippable]
               [--order written|lexical|first|last|reverse]
               [--outer none|gzip|zstd] [--platforms P,P] [--ids] [-o OUT]
               RECIPE...

The config JSON and the diffIDs follow from the recipe alone: every shape and
every compression gives the same image id. --ids prints the image id and the
diffIDs instead of building anything. Output is deterministic. Several recipes
become several images in one archive. Shapes, after who writes them:

  v1           docker before 1.10: only 'repositories' (another image id)
  docker24     docker with graph drivers, up to 24
  docker25     docker with graph drivers, from 25 on
  containerd   ctr, nerdctl, docker with containerd's store
  buildkit     buildx --output type=oci
  podman       podman save, skopeo docker-archive
  crane        crane, ko, kaniko
  jib          jib
  nix          dockerTools
  oci-archive  skopeo oci-archive
  oci-dir      skopeo oci:; a directory
  dir          skopeo dir:; a directory

A recipe is read line by line; '#' starts a comment line; paths are relative
to the image's root (a leading '/' is dropped) and hold no blanks.

Config
  platform linux/amd64[/variant]     created DATE        tag NAME:TAG
  env K=V       unset K              label K=V
  user U        workdir D
  entrypoint JSON-ARRAY              cmd JSON-ARRAY
  gate ID                            NVIDIA_REQUIRE_CUDA from gates.tsv
  include FILE                       another recipe, without its tags
  also PLATFORM RECIPE               a second platform (OCI shapes only)
History and layers
  empty TEXT                         history entry without a layer
  layer TEXT                         starts a layer; TEXT is its created_by
In a layer, in archive order (parent directories are added as needed)
  prefix ./                          names of this layer start with ./
  noparents                          this layer names no parent directories
  dir PATH [MODE]
  file PATH [mode=0644] [size=N] [random=SEED] [text=... | text<<EOF]
  elf PATH [mode=] [soname=] [needed=A,B] [runpath=] [size=N] [note=JSON]
      [code=sm_80,sm_90a,compute_90:8.4]        device code; PTX with its ISA
  link PATH -> TARGET                hard PATH => TARGET
  whiteout PATH                      opaque DIR
  raw DIRECTIVE                      one of the above, its name taken as it is
  deb NAME VERSION [ARCH] [owns=PATH,...]       purge NAME
  rpm NAME VERSION-RELEASE [ARCH] [owns=PATH,...]     in SUSE's Packages.db
  wheel NAME VERSION [site=DIR] [requires=A==1,B==2]
  osrelease ID VERSION_ID [PRETTY]   usrmerge    ldcache
CUDA
  cuda-link X.Y [direct]             /usr/local/cuda and its alternatives
  compat X.Y DRIVER [note=JSON]      what deb cuda-compat-X-Y installs
  cudart X.Y.Z [DIR]                 libcudart and its deb
  stub X.Y                           stubs/libcuda.so of the dev package
  nvidia-conf                        ld.so.conf and /usr/local/nvidia/lib*
  app PATH needed=A,B [code=]        an executable that links A and B
  torch V[+cuNNN] [cuda=X.Y] [runtime=NAME==V] [site=DIR] [code=]
"""
import argparse
import calendar
import gzip
import hashlib
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
GATES = os.path.join(HERE, "..", "fixtures", "gates.tsv")
SITE = "usr/local/lib/python3.10/dist-packages"
NVIDIA_CONF = "/usr/local/nvidia/lib\n/usr/local/nvidia/lib64\n"

INDEX = "application/vnd.oci.image.index.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar"
SUFFIX = {"plain": "", "gzip": "+gzip", "gzip-multi": "+gzip",
          "zstd": "+zstd", "zstd-skippable": "+zstd"}


class RecipeError(Exception):
    """A recipe is wrong."""


class Located(RecipeError):
    """The same, with file and line."""


def dump(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=False).encode()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def digest(data):
    return "sha256:" + sha256(data)


# ---------------------------------------------------------------- tar

class Entry:
    """One member: kind is 'file', 'dir', 'link' or 'hard'."""

    def __init__(self, kind, name, data=b"", mode=0o644, target=""):
        self.kind, self.name, self.data = kind, name, data
        self.mode, self.target = mode, target


TYPES = {"file": tarfile.REGTYPE, "dir": tarfile.DIRTYPE,
         "link": tarfile.SYMTYPE, "hard": tarfile.LNKTYPE}


def tar_member(entry, mtime):
    info = tarfile.TarInfo(entry.name)
    info.type, info.mode, info.mtime = TYPES[entry.kind], entry.mode, mtime
    info.linkname, info.size = entry.target, len(entry.data)
    head = info.tobuf(tarfile.PAX_FORMAT, "utf-8", "surrogateescape")
    return head + entry.data + b"\0" * (-len(entry.data) % 512)


def tar_bytes(entries, mtime):
    """Like Go's archive/tar: two zero blocks at the end, no padding."""
    return b"".join(tar_member(e, mtime) for e in entries) + b"\0" * 1024


# --------------------------------------------------------- compression

def zstd(data):
    return subprocess.run(["zstd", "-q", "-c", "-3", "--single-thread"],
                          input=data, stdout=subprocess.PIPE,
                          check=True).stdout


def gzip_multi(data):
    """Three members, the middle one empty."""
    half = len(data) // 2
    parts = [data[:half], b"", data[half:]]
    return b"".join(gzip.compress(p, 6, mtime=0) for p in parts)


def skippable(payload):
    return struct.pack("<II", 0x184D2A50, len(payload)) + payload


def compress(data, how):
    if how == "gzip":
        return gzip.compress(data, 6, mtime=0)
    if how == "gzip-multi":
        return gzip_multi(data)
    if how == "zstd":
        return zstd(data)
    if how == "zstd-skippable":
        return skippable(b"made") + zstd(data) + skippable(b"table")
    return data


# ---------------------------------------------------------------- ELF

def align(data, n):
    return data + b"\0" * (-len(data) % n)


def elf_note(text):
    name, desc = b"NVIDIA Corporation\0", text.encode()
    head = struct.pack("<III", len(name), len(desc), 0)
    return head + align(name, 4) + align(desc, 4)


def fatbin_entry(name):
    """sm_90a, compute_75:8.4: an entry without anything behind its header
    but a few bytes."""
    arch, _, isa = name.partition(":")
    kind, _, number = arch.partition("_")
    flags = {"a": 1 << 20, "f": 1 << 21}.get(number[-1], 0)
    major, minor = (isa or "1.7").split(".")
    return struct.pack("<HHIQIIHHIIIQQQ", 1 if kind == "compute" else 2, 0x101,
                       64, 16, 16, 0, int(minor), int(major),
                       int(number.rstrip("af")), 0, 0, 0x2011 | flags, 0,
                       4096) + b"payload of code."


def fatbin(code):
    """What nvcc makes of one source file; "" if code is empty."""
    if not code:
        return b""
    body = b"".join(fatbin_entry(name) for name in code.split(","))
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


class Strings:
    """A string table; add() gives the offset."""

    def __init__(self):
        self.data = b"\0"

    def add(self, text):
        at = len(self.data)
        self.data += text.encode() + b"\0"
        return at


def elf_dynamic(strings, soname, needed, runpath):
    """(tag, value) pairs; DT_STRTAB and DT_SYMTAB are patched in later."""
    tags = [(1, strings.add(n)) for n in needed]
    if soname:
        tags.append((14, strings.add(soname)))
    if runpath:
        tags.append((29, strings.add(runpath)))
    return tags


def elf_sections(strings, note, tags, filler, code):
    """Lay the sections out: (name, type, flags, offset, data, link, align,
    entsize), in file order."""
    out, at = [], 64 + 56 * 3

    def put(name, kind, flags, data, link=0, al=8, ent=0):
        nonlocal at
        at += -at % al
        out.append((name, kind, flags, at, data, link, al, ent))
        at += len(data)
        return out[-1][3]

    if note is not None:
        put(".note.cuda.fwd_compatibility", 7, 2, elf_note(note), al=4)
    first = 1 + len(out)
    symtab = put(".dynsym", 11, 2, b"\0" * 24, link=first + 1, ent=24)
    strtab = put(".dynstr", 3, 2, strings.data, al=1)
    tags = tags + [(5, strtab), (6, symtab), (10, len(strings.data)),
                   (11, 24), (0, 0)]
    data = b"".join(struct.pack("<QQ", *t) for t in tags)
    put(".dynamic", 6, 3, data, link=first + 1, ent=16)
    if filler:
        put(".rodata", 1, 2, filler, al=16)
    if code:
        put(".nv_fatbin", 1, 2, fatbin(code))
    return out


def elf_section_table(sections):
    """.shstrtab and the section headers, which end the file."""
    names = Strings()
    heads = [b"\0" * 64]
    for name, kind, flags, at, data, link, al, ent in sections:
        info = 1 if kind == 11 else 0
        heads.append(struct.pack("<IIQQQQIIQQ", names.add(name), kind, flags,
                                 at, at, len(data), link, info, al, ent))
    own = names.add(".shstrtab")
    last = sections[-1]
    at = last[3] + len(last[4])
    body = names.data
    heads.append(struct.pack("<IIQQQQIIQQ", own, 3, 0, 0, at, len(body),
                             0, 0, 1, 0))
    return at, body + b"\0" * (-(at + len(body)) % 8), heads


def elf_program_headers(sections):
    by_name = {s[0]: s for s in sections}
    end = sections[-1][3] + len(sections[-1][4])
    dyn = by_name[".dynamic"]
    heads = [(1, 5, 0, end, 0x1000), (2, 6, dyn[3], len(dyn[4]), 8)]
    note = by_name.get(".note.cuda.fwd_compatibility")
    if note:
        heads.append((4, 4, note[3], len(note[4]), 4))
    return [struct.pack("<IIQQQQQQ", kind, flags, at, at, at, size, size, al)
            for kind, flags, at, size, al in heads]


def elf_header(machine, n_program, section_at, n_section):
    ident = b"\x7fELF\x02\x01\x01" + b"\0" * 9
    return ident + struct.pack("<HHIQQQIHHHHHH", 3, machine, 1, 0, 64,
                               section_at, 0, 64, 56, n_program, 64,
                               n_section, n_section - 1)


def elf_build(machine, soname, needed, runpath, note, filler, code):
    strings = Strings()
    tags = elf_dynamic(strings, soname, needed, runpath)
    sections = elf_sections(strings, note, tags, filler, code)
    programs = elf_program_headers(sections)
    names_at, names, heads = elf_section_table(sections)
    image = bytearray(names_at)
    image[0:64] = elf_header(machine, len(programs),
                             names_at + len(names), len(heads))
    for i, head in enumerate(programs):
        image[64 + 56 * i:120 + 56 * i] = head
    for section in sections:
        image[section[3]:section[3] + len(section[4])] = section[4]
    return bytes(image) + names + b"".join(heads)


def elf_file(machine, soname="", needed=(), runpath="", note=None, size=0,
             code=""):
    """A shared object of at least size bytes; the padding is .rodata."""
    small = elf_build(machine, soname, needed, runpath, note, b"\0" * 16,
                      code)
    filler = b"\0" * (16 + max(0, size - len(small)) // 8 * 8)
    return elf_build(machine, soname, needed, runpath, note, filler, code)


# ------------------------------------------------------------- recipe

class Layer:
    def __init__(self):
        self.entries = []
        self.prefix = ""
        self.parents = True
        self.seen = set()          # directories named in this layer
        self.dpkg_changed = False
        self.rpm_changed = False


class Recipe:
    """What a recipe says. Image-wide state is kept across its layers."""

    def __init__(self):
        self.platform = ["linux", "amd64"]
        self.fixed = False         # the platform came from an 'also' line
        self.created = "2021-08-01T00:00:00Z"
        self.tags, self.also = [], []
        self.env, self.labels = {}, {}
        self.entrypoint = self.cmd = None
        self.user = self.workdir = ""
        self.history = []          # (text, Layer or None)
        self.links = set()         # symlinks of all layers so far
        self.debs = {}             # name -> (version, arch, [path])
        self.rpms = {}             # the same

    @property
    def layer(self):
        if not self.history or self.history[-1][1] is None:
            raise RecipeError("no 'layer' yet")
        return self.history[-1][1]

    @property
    def layers(self):
        return [layer for _, layer in self.history if layer]

    @property
    def machine(self):
        return {"amd64": 62, "arm64": 183, "ppc64le": 21}[self.platform[1]]

    @property
    def triplet(self):
        return {"amd64": "x86_64-linux", "arm64": "sbsa-linux",
                "ppc64le": "ppc64le-linux"}[self.platform[1]]

    @property
    def mtime(self):
        when = time.strptime(self.created[:19], "%Y-%m-%dT%H:%M:%S")
        return calendar.timegm(when)

    def add_parents(self, name):
        parts = name.split("/")[:-1]
        for i in range(1, len(parts) + 1):
            path = "/".join(parts[:i])
            if path in self.links:
                raise RecipeError(f"{name}: {path} is a symlink")
            if path not in self.layer.seen:
                self.layer.seen.add(path)
                self.put("dir", path, mode=0o755)

    def put(self, kind, name, **rest):
        entry = Entry(kind, self.layer.prefix + name, **rest)
        self.layer.entries.append(entry)

    def add(self, kind, path, **rest):
        """Add an entry under its normal name, after its parents."""
        name = path.strip("/")
        if self.layer.parents:
            self.add_parents(name)
        self.links.discard(name)
        if kind == "dir":
            self.layer.seen.add(name)
        if kind == "link":
            self.links.add(name)
        self.put(kind, name, **rest)

    def link(self, path, target):
        self.add("link", path, mode=0o777, target=target)

    def text(self, path, text, mode=0o644):
        self.add("file", path, data=text.encode(), mode=mode)

    def elf(self, path, mode=0o644, **rest):
        data = elf_file(self.machine, **rest)
        self.add("file", path, data=data, mode=mode)


def options(words, *names):
    """Split words into positional ones and NAME=VALUE ones."""
    plain, named = [], {}
    for word in words:
        key, eq, value = word.partition("=")
        if eq and key in names:
            named[key] = value
        else:
            plain.append(word)
    return plain, named


def unescape(text):
    known = {"\\n": "\n", "\\t": "\t", "\\\\": "\\"}
    return re.sub(r"\\[nt\\]", lambda m: known[m.group()], text)


def file_data(opts):
    data = unescape(opts.get("text", "")).encode()
    size = int(opts.get("size", len(data)))
    missing = max(0, size - len(data))
    if "random" in opts:
        return data + random.Random(opts["random"]).randbytes(missing)
    return data + b"\0" * missing


# directives: config

def do_platform(r, words):
    if not r.fixed:
        r.platform = words[0].split("/")


def do_created(r, words):
    r.created = words[0]


def do_tag(r, words):
    r.tags.append(words[0])


def do_env(r, words):
    key, _, value = words[0].partition("=")
    r.env[key] = value


def do_unset(r, words):
    r.env.pop(words[0], None)


def do_label(r, words):
    key, _, value = words[0].partition("=")
    r.labels[key] = value


def do_user(r, words):
    r.user = words[0]


def do_workdir(r, words):
    r.workdir = words[0]


def do_entrypoint(r, words):
    r.entrypoint = json.loads(words[0])


def do_cmd(r, words):
    r.cmd = json.loads(words[0])


def gate_text(number_):
    with open(GATES, encoding="utf-8") as rows:
        for row in rows:
            key, _, text = row.rstrip("\n").partition("\t")
            if key == number_:
                return text
    raise RecipeError(f"no gate {number_}")


def do_gate(r, words):
    r.env["NVIDIA_REQUIRE_CUDA"] = gate_text(words[0])


def do_empty(r, words):
    finish_layer(r)
    r.history.append((words[0], None))


def do_layer(r, words):
    finish_layer(r)
    r.history.append((words[0], Layer()))


# directives: entries

def do_prefix(r, words):
    r.layer.prefix = words[0]


def do_noparents(r, _words):
    r.layer.parents = False


def do_dir(r, words):
    mode = int(words[1], 8) if len(words) > 1 else 0o755
    r.add("dir", words[0], mode=mode)


def do_file(r, words):
    plain, opts = options(words, "mode", "size", "random", "text")
    mode = int(opts.get("mode", "0644"), 8)
    r.add("file", plain[0], data=file_data(opts), mode=mode)


def do_elf(r, words):
    plain, opts = options(words, "mode", "soname", "needed", "runpath",
                          "size", "note", "code")
    r.elf(plain[0], mode=int(opts.get("mode", "0644"), 8),
          soname=opts.get("soname", ""), runpath=opts.get("runpath", ""),
          needed=list(filter(None, opts.get("needed", "").split(","))),
          note=opts.get("note"), size=int(opts.get("size", 0)),
          code=opts.get("code", ""))


def do_app(r, words):
    do_elf(r, ["mode=0755"] + words)


def do_link(r, words):
    path, arrow, target = words
    if arrow != "->":
        raise RecipeError("link PATH -> TARGET")
    r.link(path, target)


def do_hard(r, words):
    path, arrow, target = words
    if arrow != "=>":
        raise RecipeError("hard PATH => TARGET")
    r.add("hard", path, target=r.layer.prefix + target.strip("/"))


def do_whiteout(r, words):
    head, _, base = words[0].strip("/").rpartition("/")
    name = f"{head}/.wh.{base}" if head else f".wh.{base}"
    gone = words[0].strip("/")
    r.links = {x for x in r.links if x != gone and
               not x.startswith(gone + "/")}
    r.add("file", name, mode=0)


def do_opaque(r, words):
    r.add("file", words[0].strip("/") + "/.wh..wh..opq", mode=0)


def do_raw(r, words):
    """Run a directive, then put back the name as it was written."""
    name = words[1].encode().decode("unicode_escape").encode("latin-1")
    had, r.layer.parents = r.layer.parents, False
    run(r, words)
    r.layer.parents = had
    r.layer.entries[-1].name = name.decode("utf-8", "surrogateescape")


# directives: packages

def dpkg_stanza(name, version, arch):
    nvidia = name.startswith(("cuda", "libcudnn", "libnccl", "libcublas"))
    who = ("cudatools <cudatools@nvidia.com>" if nvidia else
           "Ubuntu Developers <ubuntu-devel-discuss@lists.ubuntu.com>")
    return (f"Package: {name}\nStatus: install ok installed\n"
            f"Priority: optional\nSection: libs\nInstalled-Size: 100\n"
            f"Maintainer: {who}\nArchitecture: {arch}\n"
            f"Multi-Arch: same\nVersion: {version}\n"
            f"Description: {name}\n fixture package\n .\n"
            f" Long text of {name}.\n\n")


def add_deb(r, name, version, arch=None, owns=()):
    arch = arch or r.platform[1].replace("ppc64le", "ppc64el")
    owns = [p.strip("/") for p in owns]
    r.debs[name] = (version, arch, owns)
    r.layer.dpkg_changed = True
    listed = "".join(f"/{p}\n" for p in owns)
    r.text(f"var/lib/dpkg/info/{name}.list", "/.\n" + listed)


def do_deb(r, words):
    plain, opts = options(words, "owns")
    owns = list(filter(None, opts.get("owns", "").split(",")))
    add_deb(r, *plain, owns=owns)


def outermost(paths):
    """Drop paths that lie under another path of the list."""
    return [p for p in paths
            if not any(p.startswith(q + "/") for q in paths)]


def do_purge(r, words):
    _, _, owns = r.debs.pop(words[0])
    for path in outermost(owns):
        do_whiteout(r, [path])
    do_whiteout(r, [f"var/lib/dpkg/info/{words[0]}.list"])
    r.layer.dpkg_changed = True


def rpm_header(name, version, arch, owns):
    """Tags, types and values; then the counts and the index in front."""
    dirs = sorted({os.path.dirname(p) for p in owns})
    number, release = version.rsplit("-", 1)
    rows = [(1000, 6, [name]), (1001, 6, [number]), (1002, 6, [release]),
            (1022, 6, [arch])]
    if owns:
        rows += [(1116, 4, [dirs.index(os.path.dirname(p)) for p in owns]),
                 (1117, 8, [os.path.basename(p) for p in owns]),
                 (1118, 8, [f"/{d}/" for d in dirs])]
    index, store = b"", b""
    for tag, kind, values in rows:
        store += b"\0" * (-len(store) % 4)
        index += struct.pack(">IIII", tag, kind, len(store), len(values))
        store += b"".join(struct.pack(">I", v) if kind == 4 else
                          v.encode() + b"\0" for v in values)
    return struct.pack(">II", len(rows), len(store)) + index + store


def rpm_ndb(headers):
    """One page of slots, then the headers as blobs of 16-byte blocks."""
    slots, blobs = b"", b""
    for i, header in enumerate(headers):
        blob = struct.pack("<4sIII", b"BlbS", i + 1, 1, len(header)) + header
        blob += b"\0" * (-(len(blob) + 12) % 16)
        blob += struct.pack("<II4s", zlib.adler32(blob), len(header), b"BlbE")
        slots += struct.pack("<4sIII", b"Slot", i + 1,
                             (4096 + len(blobs)) // 16, len(blob) // 16)
        blobs += blob
    free = b"Slot" + b"\0" * 12
    head = struct.pack("<4sIIII12x", b"RpmP", 0, 1, 1, len(headers) + 1)
    return head + slots + free * (254 - len(headers)) + blobs


def do_rpm(r, words):
    plain, opts = options(words, "owns")
    name, version = plain[:2]
    arch = plain[2] if len(plain) > 2 else "x86_64"
    owns = [p.strip("/") for p in opts.get("owns", "").split(",") if p]
    r.rpms[name] = (version, arch, owns)
    r.layer.rpm_changed = True


def finish_layer(r):
    """Write the package databases that this layer changed."""
    if not r.history or not r.history[-1][1]:
        return
    if r.layer.dpkg_changed:
        rows = [dpkg_stanza(n, v, a) for n, (v, a, _) in sorted(
            r.debs.items())]
        r.text("var/lib/dpkg/status", "".join(rows))
    if r.layer.rpm_changed:
        r.add("file", "usr/lib/sysimage/rpm/Packages.db", data=rpm_ndb(
            [rpm_header(n, *rest) for n, rest in sorted(r.rpms.items())]))


WHEEL_SUMMARY = {"torch": "Tensors and Dynamic neural networks in Python "
                          "with strong GPU acceleration"}


def add_wheel(r, name, version, site=SITE, files=(), requires=()):
    info = f"{site}/{name.replace('-', '_')}-{version}.dist-info"
    needs = "".join(f"Requires-Dist: {q.replace('==', ' (==')})\n"
                    for q in requires)
    meta = (f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            f"Summary: {WHEEL_SUMMARY.get(name, name)}\n"
            f"License: see LICENSE\nRequires-Python: >=3.7.0\n{needs}\n"
            f"{name}: long description.\n")
    r.text(f"{info}/INSTALLER", "pip\n")
    r.text(f"{info}/METADATA", meta)
    r.text(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: bdist_wheel "
           "(0.37.1)\nRoot-Is-Purelib: false\n"
           "Tag: cp310-cp310-linux_x86_64\n\n")
    short = info[len(site) + 1:]
    own = [f"{short}/{f}" for f in ("INSTALLER", "METADATA", "WHEEL")]
    rows = [f"{f},," for f in list(files) + own + [f"{short}/RECORD"]]
    r.text(f"{info}/RECORD", "\n".join(rows) + "\n")


def do_wheel(r, words):
    plain, opts = options(words, "site", "requires")
    requires = list(filter(None, opts.get("requires", "").split(",")))
    add_wheel(r, plain[0], plain[1], opts.get("site", SITE),
              requires=requires)


# directives: the operating system

DEBIAN_VERSION = {"18.04": "buster/sid", "20.04": "bullseye/sid",
                  "22.04": "bookworm/sid", "24.04": "trixie/sid"}


def do_osrelease(r, words):
    ident, version = words[:2]
    pretty = " ".join(words[2:]) or f"{ident.capitalize()} {version}"
    like = {"ubuntu": "ID_LIKE=debian\n", "rocky": 'ID_LIKE="rhel"\n'}
    r.text("usr/lib/os-release",
           f'NAME="{ident.capitalize()}"\nID={ident}\n{like.get(ident, "")}'
           f'VERSION_ID="{version}"\nPRETTY_NAME="{pretty}"\n')
    r.link("etc/os-release", "../usr/lib/os-release")
    if ident in ("debian", "ubuntu"):
        text = DEBIAN_VERSION.get(version, version)
        r.text("etc/debian_version", text + "\n")


def do_usrmerge(r, _words):
    for name in ("bin", "lib", "lib64", "sbin"):
        r.add("dir", f"usr/{name}", mode=0o755)
        r.link(name, f"usr/{name}")


def do_ldcache(r, _words):
    r.text("etc/ld.so.cache", "glibc-ld.so.cache1.1")


# directives: CUDA

def parts(version):
    return tuple(int(x) for x in version.split(".")[:2])


def dashed(version):
    return "-".join(version.split(".")[:2])


def do_cuda_link(r, words):
    version = words[0]
    major = version.split(".")[0]
    if words[1:] == ["direct"]:
        r.link("usr/local/cuda", f"cuda-{version}")
        return
    for name in ("cuda", f"cuda-{major}"):
        r.link(f"etc/alternatives/{name}", f"/usr/local/cuda-{version}")
        r.link(f"usr/local/{name}", f"/etc/alternatives/{name}")


def compat_libraries(version):
    """(stem, soname) of the libraries of cuda-compat-X-Y."""
    libs = [("libcuda.so", "libcuda.so.1"),
            ("libnvidia-ptxjitcompiler.so", "libnvidia-ptxjitcompiler.so.1")]
    if parts(version) >= (11, 5):
        libs.append(("libnvidia-nvvm.so", "libnvidia-nvvm.so.4"))
    if parts(version) >= (11, 8):
        libs.append(("libcudadebugger.so", "libcudadebugger.so.1"))
    return libs


def deb_compat_version(driver):
    """<driver>-1 once, <driver>-0ubuntu1 since about R570."""
    new = int(driver.split(".")[0]) >= 570
    return driver + ("-0ubuntu1" if new else "-1")


def do_compat(r, words):
    plain, opts = options(words, "note")
    version, driver = plain
    base = f"usr/local/cuda-{version}/compat"
    owns = [base]
    for stem, soname in compat_libraries(version):
        note = opts.get("note") if stem == "libcuda.so" else None
        if stem != "libcudadebugger.so":
            r.link(f"{base}/{stem}", soname)
            owns.append(f"{base}/{stem}")
        r.link(f"{base}/{soname}", f"{stem}.{driver}")
        r.elf(f"{base}/{stem}.{driver}", soname=soname, note=note)
        owns += [f"{base}/{soname}", f"{base}/{stem}.{driver}"]
    add_deb(r, f"cuda-compat-{dashed(version)}", deb_compat_version(driver),
            owns=owns)


def cudart_soname(version):
    """libcudart.so.11.0 for 11.x, .so.12, .so.13; .so.10.2 before 11."""
    major, minor = parts(version)
    if major >= 12:
        return f"libcudart.so.{major}"
    return f"libcudart.so.{major}.{0 if major == 11 else minor}"


def do_cudart(r, words):
    version = words[0]
    short = ".".join(version.split(".")[:2])
    home = f"usr/local/cuda-{short}"
    where = words[1].strip("/") if words[1:] else (
        f"{home}/targets/{r.triplet}/lib")
    soname = cudart_soname(version)
    real = f"{where}/libcudart.so.{version}"
    r.elf(real, soname=soname, needed=["libc.so.6", "libdl.so.2"])
    r.link(f"{where}/{soname}", f"libcudart.so.{version}")
    if words[1:]:
        return
    if f"{home}/lib64" not in r.links:
        r.link(f"{home}/lib64", f"targets/{r.triplet}/lib")
    add_deb(r, f"cuda-cudart-{dashed(version)}", version + "-1",
            owns=[real, f"{where}/{soname}"])


def do_stub(r, words):
    version = words[0]
    path = f"usr/local/cuda-{version}/targets/{r.triplet}/lib/stubs"
    r.elf(f"{path}/libcuda.so", soname="libcuda.so.1")
    add_deb(r, f"cuda-driver-dev-{dashed(version)}", f"{version}.58-1",
            owns=[f"{path}/libcuda.so"])


def do_nvidia_conf(r, _words):
    r.text("etc/ld.so.conf", "include /etc/ld.so.conf.d/*.conf\n\n")
    r.text("etc/ld.so.conf.d/nvidia.conf", NVIDIA_CONF)


def torch_version_py(version, cuda):
    git = hashlib.sha1(version.encode()).hexdigest()
    hint = ": Optional[str]" if parts(version)[0] >= 2 else ""
    head = "from typing import Optional\n\n" if hint else ""
    names = "'__version__', 'debug', 'cuda', 'git_version', 'hip'"
    every = f"__all__ = [{names}]\n" if hint else ""
    return (f"{head}{every}__version__ = '{version}'\ndebug = False\n"
            f"cuda{hint} = '{cuda}'\ngit_version = '{git}'\n"
            f"hip{hint} = None\n")


def torch_runtime(r, site, runtime):
    """The cudart wheel that newer torch wheels pull; gives its SONAME."""
    name, _, version = runtime.partition("==")
    major = parts(version)[0]
    home = "nvidia/cu13" if major >= 13 else "nvidia/cuda_runtime"
    soname = cudart_soname(version)
    path = f"{home}/lib/{soname}"
    r.elf(f"{site}/{path}", soname=soname)
    add_wheel(r, name, version, site, files=[path])
    return soname


def torch_bundled(r, site, cuda):
    """The cudart that older torch wheels carry, under a hashed name."""
    tag = sha256(cuda.encode())[:8]
    name = cudart_soname(cuda).replace("libcudart", f"libcudart-{tag}")
    r.elf(f"{site}/torch/lib/{name}", soname=name)
    return name


def do_torch(r, words):
    plain, opts = options(words, "cuda", "runtime", "site", "code")
    version, _, local = plain[0].partition("+")
    site = opts.get("site", SITE).strip("/")
    cuda = opts.get("cuda") or f"{local[2:-1]}.{local[-1]}"
    full = f"{version}+cu{cuda.replace('.', '')}"
    runtime = opts.get("runtime")
    soname = (torch_runtime(r, site, runtime) if runtime else
              torch_bundled(r, site, cuda))
    r.text(f"{site}/torch/__init__.py", "from .version import __version__\n")
    r.text(f"{site}/torch/version.py", torch_version_py(full, cuda))
    r.elf(f"{site}/torch/lib/libtorch_cuda.so", soname="libtorch_cuda.so",
          needed=["libc10_cuda.so", soname], runpath="$ORIGIN",
          code=opts.get("code", ""))
    files = ["torch/__init__.py", "torch/version.py",
             "torch/lib/libtorch_cuda.so"]
    if not runtime:
        files.append(f"torch/lib/{soname}")
    add_wheel(r, "torch", plain[0], site, files=files,
              requires=[runtime] if runtime else [])


DIRECTIVES = {
    "platform": do_platform, "created": do_created, "tag": do_tag,
    "env": do_env, "unset": do_unset, "label": do_label, "user": do_user,
    "workdir": do_workdir, "entrypoint": do_entrypoint, "cmd": do_cmd,
    "gate": do_gate, "empty": do_empty, "layer": do_layer,
    "prefix": do_prefix, "noparents": do_noparents, "dir": do_dir,
    "file": do_file, "elf": do_elf, "app": do_app, "link": do_link,
    "hard": do_hard, "whiteout": do_whiteout, "opaque": do_opaque,
    "raw": do_raw, "deb": do_deb, "purge": do_purge, "wheel": do_wheel,
    "rpm": do_rpm,
    "osrelease": do_osrelease, "usrmerge": do_usrmerge,
    "ldcache": do_ldcache, "cuda-link": do_cuda_link, "compat": do_compat,
    "cudart": do_cudart, "stub": do_stub, "nvidia-conf": do_nvidia_conf,
    "torch": do_torch,
}


def run(r, words):
    if words[0] not in DIRECTIVES:
        raise RecipeError(f"unknown directive '{words[0]}'")
    DIRECTIVES[words[0]](r, words[1:])


# these take the rest of the line as one word
WHOLE = ("env", "label", "entrypoint", "cmd", "empty", "layer")


def split(line):
    """Words; text= and note= keep the rest of the line, blanks and all."""
    head, _, rest = line.strip().partition(" ")
    if head in WHOLE:
        return [head, rest]
    found = re.search(r"(?<= )(text|note)=", line)
    if not found:
        return line.split()
    return line[:found.start()].split() + [line[found.start():]]


def heredoc(line, lines):
    """'... text<<END' takes the lines up to END."""
    head, mark, end = line.partition("text<<")
    if not mark:
        return line
    text = ""
    for _, row in lines:
        if row == end.strip():
            return f"{head}text={text}"
        text += row.replace("\\", "\\\\") + "\n"
    raise RecipeError(f"no {end.strip()}")


def read_lines(r, path):
    with open(path, encoding="utf-8") as f:
        lines = iter(list(enumerate(f.read().split("\n"), 1)))
    for at, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            one_line(r, path, split(heredoc(line, lines)))
        except Located:
            raise
        except (RecipeError, ValueError, LookupError, TypeError,
                OSError) as e:
            raise Located(f"{path}:{at}: {type(e).__name__}: {e}") from e


def one_line(r, path, words):
    near = os.path.dirname(path)
    if words[0] == "include":
        tags = r.tags
        r.tags = []
        read_lines(r, os.path.join(near, words[1]))
        r.tags = tags
    elif words[0] == "also":
        r.also.append((words[1], os.path.join(near, words[2])))
    else:
        run(r, words)


def read_recipe(path, platform=None):
    r = Recipe()
    if platform:
        r.platform, r.fixed = platform.split("/"), True
    read_lines(r, path)
    finish_layer(r)
    return r


# -------------------------------------------------------------- image

class Image:
    """Bytes that every shape shares: config, layer tars, compressed blobs."""

    def __init__(self, recipe, how):
        self.recipe, self.how = recipe, how
        self.tars = [tar_bytes(layer.entries, recipe.mtime)
                     for layer in recipe.layers]
        self.diff_ids = [digest(t) for t in self.tars]
        self.config = dump(image_config(recipe, self.diff_ids))
        self.blobs = [compress(t, how) for t in self.tars]

    def layer_descriptor(self, i):
        return {"mediaType": LAYER + SUFFIX[self.how],
                "digest": digest(self.blobs[i]), "size": len(self.blobs[i])}

    def manifest(self):
        layers = [self.layer_descriptor(i) for i in range(len(self.blobs))]
        return dump({"schemaVersion": 2, "mediaType": MANIFEST,
                     "config": descriptor(CONFIG, self.config),
                     "layers": layers})

    def oci_platform(self):
        names = ("os", "architecture", "variant")
        p = dict(zip(names, self.recipe.platform))
        return {k: p[k] for k in ("architecture", "os", "variant") if k in p}


def descriptor(media_type, data, **more):
    return {"mediaType": media_type, "digest": digest(data),
            "size": len(data), **more}


def image_config(r, diff_ids):
    config = {"Env": [f"{k}={v}" for k, v in r.env.items()]}
    if r.user:
        config["User"] = r.user
    config["Cmd"] = r.cmd
    if r.workdir:
        config["WorkingDir"] = r.workdir
    config["Entrypoint"] = r.entrypoint
    config["Labels"] = r.labels or None
    names = dict(zip(("os", "architecture", "variant"), r.platform))
    history = []
    for text, layer in r.history:
        row = {"created": r.created, "created_by": text}
        history.append(row if layer else {**row, "empty_layer": True})
    return {"architecture": names.pop("architecture"), **{
        k: v for k, v in names.items() if k == "variant"},
        "config": config, "created": r.created, "history": history,
        "os": names["os"],
        "rootfs": {"type": "layers", "diff_ids": diff_ids}}


# shapes: each gives {member name: bytes | ('link', target) | None for a dir}

def v1_ids(image):
    """Ids of the legacy per-layer images, base first."""
    ids, parent = [], ""
    for i, diff_id in enumerate(image.diff_ids):
        last = image.config.decode() if i == len(image.diff_ids) - 1 else ""
        parent = sha256(dump([parent, diff_id, last]))
        ids.append(parent)
    return ids


def v1_json(image, ids, i):
    value = {"id": ids[i]}
    if i:
        value["parent"] = ids[i - 1]
    value["created"] = "1970-01-01T00:00:00Z"
    if i == len(ids) - 1:
        whole = json.loads(image.config)
        value["created"] = whole["created"]
        value["config"] = whole["config"]
        value["architecture"] = whole["architecture"]
    value["os"] = image.recipe.platform[0]
    return dump(value)


def repositories(image, ids):
    table = {}
    for tag in image.recipe.tags:
        name, _, short = tag.rpartition(":")
        table.setdefault(name, {})[short] = ids[-1] if ids else ""
    return {"repositories": dump(table)} if table else {}


def v1_config(image):
    """What a reader makes of it: only of layers, and of what matters."""
    whole = json.loads(image.config)
    run = whole["config"]
    keys = ("User", "WorkingDir", "Env", "Entrypoint", "Cmd", "Labels")
    made = {"architecture": whole["architecture"],
            "config": {k: run[k] for k in keys if run.get(k)},
            "created": whole["created"],
            "history": [{"created_by": h["created_by"]}
                        for h in whole["history"] if "empty_layer" not in h],
            "os": whole["os"], "rootfs": whole["rootfs"]}
    if "variant" in whole:
        made["variant"] = whole["variant"]
    return dump(made)


def shape_v1(images):
    """Without the layers of ENV, CMD and so on, which were empty."""
    image = images[0]
    ids, members = v1_ids(image), {}
    texts = [text for text, layer in image.recipe.history if layer]
    for i, ident in enumerate(ids):
        value = json.loads(v1_json(image, ids, i))
        value["docker_version"] = "1.9.1"
        value["container_config"] = {"Cmd": [texts[i]], "Env": ["HOME=/"]}
        members[f"{ident}/"] = None
        members[f"{ident}/VERSION"] = b"1.0"
        members[f"{ident}/json"] = dump(value)
        members[f"{ident}/layer.tar"] = image.blobs[i]
    members.update(repositories(image, ids))
    return members


def shape_podman(images):
    """Layers first; then the config, links for old readers, the manifest."""
    image = images[0]
    ids, members = v1_ids(image), {}
    names = [d.partition(":")[2] + ".tar" for d in image.diff_ids]
    members.update(zip(names, image.blobs))
    config = sha256(image.config) + ".json"
    members[config] = image.config
    for i, ident in enumerate(ids):
        members[f"{ident}/layer.tar"] = ("link", "../" + names[i])
        members[f"{ident}/VERSION"] = b"1.0"
        members[f"{ident}/json"] = v1_json(image, ids, i)
    members["manifest.json"] = dump([{
        "Config": config, "RepoTags": full_tags(image), "Layers": names}])
    members.update(repositories(image, ids))
    return members


def full_tags(image):
    """As tools say them that know of several registries."""
    return ["docker.io/" + ("" if "/" in t else "library/") + t
            for t in image.recipe.tags]


def shape_crane(images):
    """go-containerregistry: the config has no suffix."""
    image = images[0]
    config = digest(image.config)
    members, names = {config: image.config}, []
    for blob in image.blobs:
        names.append(sha256(blob) + ".tar.gz")
        members[names[-1]] = blob
    members["manifest.json"] = dump([{
        "Config": config, "RepoTags": image.recipe.tags or None,
        "Layers": names}])
    return members


def shape_jib(images):
    image = images[0]
    members = {sha256(b) + ".tar.gz": b for b in image.blobs}
    members["config.json"] = image.config
    members["manifest.json"] = dump([{
        "Config": "config.json", "RepoTags": image.recipe.tags,
        "Layers": [sha256(b) + ".tar.gz" for b in image.blobs]}])
    return members


def shape_nix(images):
    """Names begin with ./; the whole is most often compressed."""
    image = images[0]
    members, names = {"./": None}, []
    for diff_id, blob in zip(image.diff_ids, image.blobs):
        names.append(diff_id.partition(":")[2] + "/layer.tar")
        members[f"./{os.path.dirname(names[-1])}/"] = None
        members["./" + names[-1]] = blob
    config = sha256(image.config) + ".json"
    members["./" + config] = image.config
    members["./manifest.json"] = dump([{
        "Config": config, "RepoTags": image.recipe.tags, "Layers": names}])
    return members


def shape_docker24(images):
    image = images[0]
    ids, members, first = v1_ids(image), {}, {}
    for i, ident in enumerate(ids):
        members[f"{ident}/"] = None
        members[f"{ident}/VERSION"] = b"1.0"
        members[f"{ident}/json"] = v1_json(image, ids, i)
        twin = first.setdefault(image.diff_ids[i], ident)
        members[f"{ident}/layer.tar"] = (
            image.blobs[i] if twin == ident
            else ("link", f"../{twin}/layer.tar"))
    name = sha256(image.config) + ".json"
    members[name] = image.config
    row = {"Config": name, "RepoTags": image.recipe.tags or None,
           "Layers": [f"{x}/layer.tar" for x in ids]}
    members["manifest.json"] = dump([row])
    members.update(repositories(image, ids))
    return members


def oci_members(index, blobs):
    members = {"blobs/": None, "blobs/sha256/": None}
    for blob in blobs:
        members["blobs/sha256/" + sha256(blob)] = blob
    members["index.json"] = dump(index)
    members["oci-layout"] = dump({"imageLayoutVersion": "1.0.0"})
    return members


def image_blobs(image):
    return [image.config, image.manifest()] + image.blobs


def ref_annotations(image, long_name=False):
    if not image.recipe.tags:
        return {}
    tag = image.recipe.tags[0]
    short = {"org.opencontainers.image.ref.name": tag.rpartition(":")[2]}
    if not long_name:
        return {"annotations": short}
    full = full_tags(image)[0]
    return {"annotations": {"io.containerd.image.name": full, **short}}


def docker_manifest(image):
    path = "blobs/sha256/"
    layers = [path + sha256(b) for b in image.blobs]
    sources = {d: image.layer_descriptor(i)
               for i, d in enumerate(image.diff_ids)}
    return [{"Config": path + sha256(image.config),
             "RepoTags": image.recipe.tags or None,
             "Layers": layers, "LayerSources": sources}]


def shape_docker25(images):
    image = images[0]
    ids = v1_ids(image)
    legacy = [v1_json(image, ids, i) for i in range(len(ids))]
    entry = descriptor(MANIFEST, image.manifest(),
                       **ref_annotations(image, long_name=True))
    index = {"schemaVersion": 2, "mediaType": INDEX, "manifests": [entry]}
    members = oci_members(index, image_blobs(image) + legacy)
    members["manifest.json"] = dump(docker_manifest(image))
    members.update(repositories(image, ids))
    return members


def platform_rows(images):
    """Index rows and blobs of several images."""
    rows = [descriptor(MANIFEST, image.manifest(),
                       platform=image.oci_platform()) for image in images]
    return rows, [b for image in images for b in image_blobs(image)]


def shape_oci(images):
    """Several platforms stand side by side in index.json."""
    rows, blobs = platform_rows(images)
    if len(images) == 1:
        del rows[0]["platform"]
    rows = [{**row, **ref_annotations(images[0])} for row in rows]
    return oci_members({"schemaVersion": 2, "manifests": rows}, blobs)


def nested_index(images, rows, blobs, long_name):
    """index.json names one index, which holds the rows."""
    nested = dump({"schemaVersion": 2, "mediaType": INDEX, "manifests": rows})
    top = descriptor(INDEX, nested, **ref_annotations(images[0], long_name))
    index = {"schemaVersion": 2, "manifests": [top]}
    return oci_members(index, blobs + [nested])


def shape_oci_dir(images):
    """As skopeo and buildx lay it out: several platforms are nested."""
    if len(images) == 1:
        return shape_oci(images)
    rows, blobs = platform_rows(images)
    return nested_index(images, rows, blobs, long_name=False)


def attestation(manifest):
    """A BuildKit attestation of manifest: (index row, blobs)."""
    statement = dump({"_type": "https://in-toto.io/Statement/v0.1",
                      "predicateType": "https://slsa.dev/provenance/v0.2",
                      "subject": [], "predicate": {}})
    config = dump({"architecture": "unknown", "os": "unknown", "config": {},
                   "rootfs": {"type": "layers",
                              "diff_ids": [digest(statement)]}})
    layer = descriptor("application/vnd.in-toto+json", statement, annotations={
        "in-toto.io/predicate-type": "https://slsa.dev/provenance/v0.2"})
    body = dump({"schemaVersion": 2, "mediaType": MANIFEST,
                 "config": descriptor(CONFIG, config), "layers": [layer]})
    row = descriptor(MANIFEST, body, annotations={
        "vnd.docker.reference.digest": digest(manifest),
        "vnd.docker.reference.type": "attestation-manifest"},
        platform={"architecture": "unknown", "os": "unknown"})
    return row, [statement, config, body]


def shape_buildkit(images):
    rows, blobs = platform_rows(images)
    for image in images:
        row, more = attestation(image.manifest())
        rows.append(row)
        blobs += more
    return nested_index(images, rows, blobs, long_name=True)


def shape_containerd(images):
    members = shape_buildkit(images)
    members["manifest.json"] = dump(docker_manifest(images[0]))
    return members


def shape_dir(images):
    """The manifest as a registry has it; several: an index over files."""
    members = {"version": b"Directory Transport Version: 1.1\n"}
    for image in images:
        members.update((sha256(b), b) for b in [image.config] + image.blobs)
    if len(images) == 1:
        members["manifest.json"] = images[0].manifest()
        return members
    rows, _ = platform_rows(images)
    for image in images:
        name = sha256(image.manifest()) + ".manifest.json"
        members[name] = image.manifest()
    members["manifest.json"] = dump({"schemaVersion": 2, "mediaType": INDEX,
                                     "manifests": rows})
    return members


def together(parts):
    """Several images in one archive: lists are joined."""
    out, lists = {}, {}
    for name, value in ((n, v) for p in parts for n, v in p.items()):
        if name.removeprefix("./") in HEADS:
            lists.setdefault(name, []).append(json.loads(value))
        else:
            out[name] = value
    for name, values in lists.items():
        base = values[0]
        for value in values[1:]:
            if isinstance(base, list):
                base += value
            elif "manifests" in base:
                base["manifests"] += value["manifests"]
            else:
                base.update({k: {**base.get(k, {}), **v} if isinstance(v, dict)
                             else v for k, v in value.items()})
        out[name] = dump(base)
    return out


# how it is made, its layers' compression, the order of its members
SHAPES = {"v1": (shape_v1, "plain", "lexical"),
          "docker24": (shape_docker24, "plain", "lexical"),
          "docker25": (shape_docker25, "plain", "lexical"),
          "containerd": (shape_containerd, "gzip", "lexical"),
          "buildkit": (shape_buildkit, "gzip", "lexical"),
          "podman": (shape_podman, "plain", "written"),
          "crane": (shape_crane, "gzip", "written"),
          "jib": (shape_jib, "gzip", "written"),
          "nix": (shape_nix, "plain", "written"),
          "oci-archive": (shape_oci, "gzip", "lexical"),
          "oci-dir": (shape_oci_dir, "gzip", "lexical"),
          "dir": (shape_dir, "gzip", "lexical")}
DIRS = ("oci-dir", "dir")
HEADS = ("index.json", "manifest.json", "oci-layout", "repositories")


# ------------------------------------------------------------- output

def ordered(members, order):
    if order == "written":
        return list(members)
    names = sorted(members)
    if order == "lexical":
        return names
    if order == "reverse":
        return names[::-1]
    heads = [n for n in names if n in HEADS]
    rest = [n for n in names if n not in HEADS]
    return heads + rest if order == "first" else rest + heads


def archive(members, order):
    entries = []
    for name in ordered(members, order):
        value = members[name]
        if value is None:
            entries.append(Entry("dir", name, mode=0o755))
        elif isinstance(value, tuple):
            entries.append(Entry("link", name, mode=0o777, target=value[1]))
        else:
            entries.append(Entry("file", name, data=value))
    return tar_bytes(entries, 0)


def write_file(path, data):
    if path == "-":
        sys.stdout.buffer.write(data)
        return
    with open(path + ".part", "wb") as f:
        f.write(data)
    os.replace(path + ".part", path)


def write_dir(path, members):
    shutil.rmtree(path, ignore_errors=True)
    for name, value in members.items():
        full = os.path.join(path, name)
        if value is None:
            os.makedirs(full, exist_ok=True)
            continue
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as f:
            f.write(value)


def read_images(path, how, platforms=None):
    """The recipe's image, then those of its 'also' lines."""
    first = read_recipe(path)
    recipes = [first] + [read_recipe(p, name) for name, p in first.also]
    if platforms:
        byname = {"/".join(r.platform): r for r in recipes}
        recipes = [byname[p] for p in platforms.split(",")]
    return [Image(r, how) for r in recipes]


def build(path, shape="docker25", layers=None, order=None,
          outer="none", platforms=None, more=()):
    """Archive bytes, or for the shapes of DIRS the members."""
    make, natural, written = SHAPES[shape]
    parts = [make(read_images(p, layers or natural, platforms))
             for p in (path, *more)]
    members = together(parts) if more else parts[0]
    if shape in DIRS:
        return members
    return compress(archive(members, order or written),
                    "plain" if outer == "none" else outer)


def print_ids(path):
    for image in read_images(path, "plain"):
        print(digest(image.config), "/".join(image.recipe.platform))
        for diff_id in image.diff_ids:
            print(" ", diff_id)


def arguments():
    p = argparse.ArgumentParser(
        usage=__doc__.split("\n\n")[1], add_help=True)
    p.add_argument("--shape", choices=SHAPES, default="docker25")
    p.add_argument("--layers", choices=SUFFIX)
    p.add_argument("--order", choices=("written", "lexical", "first", "last",
                                       "reverse"))
    p.add_argument("--outer", choices=("none", "gzip", "zstd"),
                   default="none")
    p.add_argument("--platforms")
    p.add_argument("--ids", action="store_true")
    p.add_argument("-o", dest="out", default="-")
    p.add_argument("recipe")
    p.add_argument("more", nargs="*")
    return p.parse_args()


def main():
    a = arguments()
    try:
        if a.ids:
            return print_ids(a.recipe)
        made = build(a.recipe, a.shape, a.layers, a.order, a.outer,
                     a.platforms, a.more)
    except RecipeError as e:
        sys.exit(f"mkimage.py: {e.args[0]}")
    if isinstance(made, dict):
        return write_dir(a.out, made)
    write_file(a.out, made)


if __name__ == "__main__":
    main()
