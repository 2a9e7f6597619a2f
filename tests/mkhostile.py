#!/usr/bin/env python3
"""mkhostile.py - archives that a reader must survive.

    mkhostile.py -o DIR [NAME...]     write DIR/NAME for every case
    mkhostile.py -r [-o DIR] [NAME..] and run cudalint over them, comparing
                                      with fixtures/hostile/expect.tsv

expect.tsv holds: name, exit statuses that are right ('2' or '0|1|2'), and a
regexp for the line on stderr, or for the report where there is none ('-': any).
Every case must end by itself, by no signal, within a minute, with one line at
most. 2 is an error or a gap; 0 is a pass, for what harms nobody.
CUDALINT names the program (default build/cudalint).
"""
import argparse
import base64
import fnmatch
import gzip
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import mkimage  # noqa: E402
from mkimage import Entry, dump, digest, sha256, tar_bytes  # noqa: E402

HOSTILE = os.path.join(HERE, "..", "fixtures", "hostile")
BASE = os.path.join(HOSTILE, "base.img")
BLOB = "blobs/sha256/"
POOL = "b200-r580"    # on which the sound image passes
LINE = re.compile(r"(cudalint: [^\x00-\x1f\x7f]{1,800}\n)?")


# ------------------------------------------------------------- material

def base(how="plain"):
    return mkimage.read_images(BASE, how)[0]


def docker24():
    return mkimage.shape_docker24([base()])


def docker25():
    return mkimage.shape_docker25([base()])


def pack(members, order="lexical"):
    return mkimage.archive(members, order)


def one_layer(blob, diff_id=None, media="", config=None):
    """A docker25 archive with the single layer blob as it is."""
    image = base()
    recipe = image.recipe
    recipe.history = recipe.history[:1]
    image.blobs, image.diff_ids = [blob], [diff_id or digest(blob)]
    image.config = config or dump(
        mkimage.image_config(recipe, image.diff_ids))
    image.layer_descriptor = lambda i: {
        "mediaType": mkimage.LAYER + media, "digest": digest(blob),
        "size": len(blob)}
    return mkimage.shape_docker25([image])


def layer_of(*entries):
    return pack(one_layer(tar_bytes(entries, 0)))


def docker_archive(manifest, **files):
    """Members of a bare docker-archive: manifest.json and some files."""
    members = {name.replace("__", "/"): data for name, data in files.items()}
    members["manifest.json"] = manifest
    return pack(members)


def with_config(config):
    """The base image with another config, everything else in step."""
    image = base()
    image.config = config
    members = mkimage.shape_oci([image])
    members["manifest.json"] = dump(mkimage.docker_manifest(image))
    return pack(members)


def config_with(change):
    value = json.loads(base().config)
    change(value)
    return with_config(dump(value))


def flip(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def damaged(members, blob, at):
    """Flip one bit in a blob that keeps its name."""
    name = BLOB + sha256(blob)
    members[name] = flip(blob, at % len(blob))
    return pack(members)


# ---------------------------------------------------------------- cases

def case_empty():
    return b""


def case_text():
    return b"FROM nvidia/cuda:12.8.1-base-ubuntu22.04\n" * 40


def case_noise():
    return b"".join(hashlib.sha256(bytes([i])).digest() for i in range(256))


def case_json_object():
    return b'{"schemaVersion": 2}\n'


def case_no_manifest():
    return pack({"etc/": None, "etc/passwd": b"root:x:0:0::/:/bin/sh\n"})


def case_truncated_header():
    return pack(docker25())[:200]


def case_truncated_blob():
    data = pack(docker25())
    return data[:len(data) * 2 // 3]


def case_truncated_boundary():
    """Cut between two members, where tar itself sees nothing wrong."""
    members = docker25()
    names = sorted(members)
    half = {n: members[n] for n in names[:4]}
    return pack(half)[:-1024]


def case_truncated_first():
    """The manifest comes first, the last blobs are gone."""
    data = pack(docker25(), "first")
    return data[:len(data) * 3 // 4]


def case_truncated_outer_gzip():
    return mkimage.compress(pack(docker25()), "gzip")[:-40]


def case_truncated_outer_zstd():
    return mkimage.compress(pack(docker25()), "zstd")[:-40]


def case_truncated_layer_gzip():
    """The blob's digest is right; its gzip stream ends early."""
    tar = base().tars[1]
    return pack(one_layer(gzip.compress(tar, mtime=0)[:-300],
                          digest(tar), "+gzip"))


def case_truncated_layer_tar():
    return pack(one_layer(base().tars[1][:2000]))


def case_gzip_garbage():
    tar = base().tars[1]
    blob = gzip.compress(tar, mtime=0) + b"trailing garbage" * 8
    return pack(one_layer(blob, digest(tar), "+gzip"))


def case_digest_layer():
    image = base("gzip")
    return damaged(mkimage.shape_oci([image]), image.blobs[1], -30)


def case_digest_layer_plain():
    image = base()
    blob = image.blobs[1]
    return damaged(mkimage.shape_docker25([image]), blob, len(blob) // 2)


def case_digest_config():
    image = base()
    config = image.config.replace(b"compute,utility", b"compute,utilitz")
    members = mkimage.shape_oci([image])
    members[BLOB + sha256(image.config)] = config
    return pack(members)


def case_digest_manifest():
    image = base()
    members = mkimage.shape_oci([image])
    members[BLOB + sha256(image.manifest())] = image.manifest() + b" "
    return pack(members)


def diff_id_wrong(shape):
    image = base("gzip")
    config = json.loads(image.config)
    config["rootfs"]["diff_ids"][1] = "sha256:" + "0" * 64
    image.config = dump(config)
    return pack(shape([image]))


def case_diff_id_wrong():
    """The compressed blob is as announced, its content is not."""
    return diff_id_wrong(mkimage.shape_oci)


def case_diff_id_wrong_docker():
    """Here nothing else says what the layer is to be."""
    return diff_id_wrong(mkimage.shape_docker24)


def case_manifest_malformed():
    members = docker24()
    members["manifest.json"] = members["manifest.json"][:40]
    return pack(members)


def case_manifest_empty_array():
    return docker_archive(b"[]")


def case_manifest_wrong_types():
    return docker_archive(b'[{"Config":7,"RepoTags":"x","Layers":{}}]')


def case_manifest_duplicate_keys():
    members = docker24()
    config = [n for n in members if n.endswith(".json")][0]
    twice = b'[{"Config":"other.json",' + members["manifest.json"][2:]
    members["manifest.json"] = twice
    return pack(members) if config else b""


def case_config_duplicate_keys():
    body = base().config.replace(b'"config":{', b'"config":{"Env":[],', 1)
    return with_config(body)


def case_index_malformed():
    members = mkimage.shape_oci([base()])
    members["index.json"] = b'{"schemaVersion":2,"manifests":[{]}'
    return pack(members)


def case_config_malformed():
    return with_config(base().config[:-9])


def case_config_array():
    return with_config(b"[1,2,3]")


def case_config_not_utf8():
    return with_config(base().config.replace(b"utility", b"util\xff\xfety"))


def case_config_deep():
    return with_config(b'{"x":' + b"[" * 200000 + b"]" * 200000 + b"}")


def case_layers_fewer():
    return config_with(lambda c: c["rootfs"]["diff_ids"].append(
        "sha256:" + "1" * 64))


def case_layers_more():
    return config_with(lambda c: c["rootfs"]["diff_ids"].pop())


def case_missing_layer():
    image = base()
    members = mkimage.shape_docker25([image])
    del members[BLOB + sha256(image.blobs[1])]
    return pack(members)


def case_missing_config():
    image = base()
    members = mkimage.shape_docker25([image])
    del members[BLOB + sha256(image.config)]
    return pack(members)


def case_missing_manifest_blob():
    image = base()
    members = mkimage.shape_oci([image])
    del members[BLOB + sha256(image.manifest())]
    return pack(members)


def case_manifest_path_escape():
    """Layers that point outside the archive."""
    members = docker24()
    row = json.loads(members["manifest.json"])
    row[0]["Layers"] = ["../../../etc/passwd", "/etc/passwd"]
    members["manifest.json"] = dump(row)
    return pack(members)


def case_path_escape():
    return layer_of(Entry("file", "../../evil", b"x"),
                    Entry("file", "usr/../../../etc/ld.so.conf", b"/evil\n"),
                    Entry("link", "usr/local/cuda", target="../../../../.."))


def case_symlink_loop():
    return layer_of(
        Entry("link", "usr/local/cuda", target="/etc/alternatives/cuda"),
        Entry("link", "etc/alternatives/cuda", target="/usr/local/cuda"),
        Entry("link", "usr/lib64", target="lib64/x"))


def case_archive_symlink_loop():
    """layer.tar -> ../other/layer.tar -> back."""
    members = docker24()
    a, b = [n for n in members if n.endswith("/layer.tar")]
    members[a], members[b] = ("link", "../" + b), ("link", "../" + a)
    return pack(members)


def case_hard_link_loop():
    return layer_of(
        Entry("hard", "usr/lib/libcuda.so.1", target="usr/lib/libcuda.so.2"),
        Entry("hard", "usr/lib/libcuda.so.2", target="usr/lib/libcuda.so.1"))


def case_hard_link_hides():
    """Its data is a header: an entry for Docker, not for libarchive."""
    info = tarfile.TarInfo("first")
    hidden = tarfile.TarInfo("usr/lib/x86_64-linux-gnu/libcuda.so.999.1")
    link = tarfile.TarInfo("link")
    link.pax_headers = {"comment": "libarchive believes the size then"}
    head = bytearray(link.tobuf(tarfile.PAX_FORMAT))
    at = len(head) - 512
    head[at + 156:at + 162] = b"1first"
    head[at + 124:at + 136] = b"%011o\0" % 512
    head[at + 148:at + 156] = b" " * 8
    head[at + 148:at + 156] = b"%06o\0 " % sum(head[at:])
    return pack(one_layer(
        info.tobuf(tarfile.USTAR_FORMAT) + head +
        hidden.tobuf(tarfile.USTAR_FORMAT) + b"\0" * 1024))


def case_gzip_bomb():
    """1.25 GiB of zeros in one small layer."""
    size = 20 << 26
    info = tarfile.TarInfo("usr/lib/x86_64-linux-gnu/libcuda.so.999.1")
    info.size = size
    head, step = info.tobuf(tarfile.GNU_FORMAT), b"\0" * (1 << 26)
    block, sha = gzip.compress(step, 9, mtime=0), hashlib.sha256(head)
    for _ in range(20):
        sha.update(step)
    sha.update(b"\0" * 1024)
    blob = (gzip.compress(head, mtime=0) + block * 20 +
            gzip.compress(b"\0" * 1024, mtime=0))
    return pack(one_layer(blob, "sha256:" + sha.hexdigest(), "+gzip"))


def sparse_member(name, real_size):
    """An old GNU sparse entry: no data, a huge logical size."""
    info = tarfile.TarInfo(name)
    info.type = tarfile.GNUTYPE_SPARSE
    head = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    head[386:398] = b"%011o\0" % (real_size & 0o77777777777)
    head[398:410] = b"%011o\0" % 0
    head[483:495] = b"\x80" + real_size.to_bytes(11, "big")
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


def case_sparse_bomb():
    tar = (sparse_member("usr/local/cuda-12.8/version.json", 1 << 40) +
           sparse_member("etc/ld.so.conf", 1 << 50) + b"\0" * 1024)
    return pack(one_layer(tar))


def case_pax_sparse_bomb():
    """GNU sparse 1.0 by pax headers: the map says 1 TiB of hole."""
    info = tarfile.TarInfo("usr/lib/libcuda.so.999.1")
    info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0",
                        "GNU.sparse.name": "usr/lib/libcuda.so.999.1",
                        "GNU.sparse.realsize": str(1 << 40)}
    data = mkimage.align(b"1\n%d\n0\n" % (1 << 40), 512)
    info.size = len(data)
    tar = info.tobuf(tarfile.PAX_FORMAT) + data + b"\0" * 1024
    return pack(one_layer(tar))


def case_huge_size():
    """A member of 2^62 bytes."""
    info = tarfile.TarInfo("var/lib/dpkg/status")
    info.size = 1 << 62
    return pack(one_layer(info.tobuf(tarfile.GNU_FORMAT) + b"x" * 512))


def case_bad_checksum():
    return pack(one_layer(flip(base().tars[1], 3)))


def case_zstd_window():
    """A zstd frame that asks for a window of 2 GiB."""
    tar = base().tars[1]
    parts = [struct.pack("<IBB", 0xFD2FB528, 0, 21 << 3)]
    step = 1 << 16
    for at in range(0, len(tar), step):
        piece = tar[at:at + step]
        last = at + step >= len(tar)
        parts.append(struct.pack("<I", len(piece) << 3 | last)[:3] + piece)
    return pack(one_layer(b"".join(parts), digest(tar), "+zstd"))


def case_whiteout_alone():
    return layer_of(Entry("file", "usr/lib/.wh."), Entry("file", ".wh.."),
                    Entry("file", "usr/.wh..wh.plnk"))


def case_not_utf8_path():
    name = b"usr/lib/\xff\xfe/libcuda.so.1".decode("utf-8",
                                                   "surrogateescape")
    return layer_of(Entry("file", name, b"\x7fELF"))


def case_index_loop():
    """An index that lists its own name: no digest can be right."""
    body = dump({"schemaVersion": 2, "mediaType": mkimage.INDEX,
                 "manifests": [{"mediaType": mkimage.INDEX, "size": 1,
                                "digest": "sha256:" + "ab" * 32}]})
    members = mkimage.oci_members(json.loads(body), [])
    members[BLOB + "ab" * 32] = body
    return pack(members)


def case_index_deep():
    """A hundred indexes in one another, each with its right digest."""
    image = base()
    row = mkimage.descriptor(mkimage.MANIFEST, image.manifest())
    blobs = mkimage.image_blobs(image)
    for _ in range(100):
        body = dump({"schemaVersion": 2, "mediaType": mkimage.INDEX,
                     "manifests": [row]})
        blobs.append(body)
        row = mkimage.descriptor(mkimage.INDEX, body)
    index = {"schemaVersion": 2, "manifests": [row]}
    return pack(mkimage.oci_members(index, blobs))


def case_artifact():
    """A helm chart: a manifest whose config is no image config."""
    config, layer = b'{"name":"chart","version":"1.0.0"}', b"chart"
    body = dump({"schemaVersion": 2, "mediaType": mkimage.MANIFEST,
                 "config": mkimage.descriptor(
                     "application/vnd.cncf.helm.config.v1+json", config),
                 "layers": [mkimage.descriptor(
                     "application/vnd.cncf.helm.chart.content.v1.tar+gzip",
                     layer)]})
    row = mkimage.descriptor(mkimage.MANIFEST, body)
    index = {"schemaVersion": 2, "manifests": [row]}
    return pack(mkimage.oci_members(index, [config, layer, body]))


def case_encrypted_layer():
    return pack(one_layer(case_noise(), "sha256:" + "2" * 64,
                          "+gzip+encrypted"))


def case_elf_lies():
    """Section and program headers that point far outside the file."""
    elf = bytearray(mkimage.elf_file(62, "libcuda.so.1", size=4096))
    struct.pack_into("<Q", elf, 40, 1 << 60)
    for at in range(64, 64 + 56 * 2, 56):
        struct.pack_into("<QQQQ", elf, at + 8, *[(1 << 63) - 8] * 4)
    name = "usr/local/cuda-12.8/compat/libcuda.so.570.86.10"
    return layer_of(Entry("file", name, bytes(elf)))


def case_elf_note_lies():
    """A forward-compat note whose sizes wrap around."""
    elf = bytearray(mkimage.elf_file(62, "libcuda.so.1", note='{"format":1}'))
    at = bytes(elf).index(b"NVIDIA Corporation") - 12
    struct.pack_into("<II", elf, at, 0xFFFFFFFF, 0xFFFFFFF0)
    name = "usr/local/cuda-12.8/compat/libcuda.so.570.86.10"
    return layer_of(Entry("file", name, bytes(elf)))


def legacy(change):
    """What Docker saved before 1.10, with one thing wrong."""
    members = mkimage.shape_v1([base()])
    ids = mkimage.v1_ids(base())         # base first
    change(members, ids)
    return pack(members)


def v1_parent(members, ident, parent):
    value = json.loads(members[ident + "/json"])
    members[ident + "/json"] = dump({**value, "parent": parent})


def case_legacy_parent_loop():
    return legacy(lambda m, ids: v1_parent(m, ids[0], ids[-1]))


def case_legacy_own_parent():
    return legacy(lambda m, ids: v1_parent(m, ids[-1], ids[-1]))


def case_legacy_no_parent():
    return legacy(lambda m, ids: m.pop(ids[0] + "/json"))


def case_legacy_parent_escape():
    return legacy(lambda m, ids: v1_parent(m, ids[0], "../../etc"))


def case_legacy_no_layer():
    return legacy(lambda m, ids: m.pop(ids[0] + "/layer.tar"))


def case_legacy_short_layer():
    """No digest says that a layer is all there; its end does."""
    def change(members, ids):
        name = ids[0] + "/layer.tar"
        members[name] = members[name][:-1024]
    return legacy(change)


def case_legacy_many_tags():
    """100,000 names for one image."""
    def change(members, ids):
        members["repositories"] = dump({
            "acme/x": {"%05d" % i: ids[-1] for i in range(100000)}})
    return legacy(change)


def case_legacy_many_images():
    """As many tops as JSON allows, each upon the same chain."""
    def change(members, ids):
        tops = ["%064x" % i for i in range(5000)]
        for top in tops:
            members[top + "/json"] = dump({"parent": ids[-1],
                                            "created": top})
            members[top + "/layer.tar"] = ("link",
                                           "../%s/layer.tar" % ids[0])
        members["repositories"] = dump({"x": dict(zip(tops, tops))})
    return legacy(change)


def case_legacy_not_utf8():
    return legacy(lambda m, ids: m.update(
        repositories=b'{"\xff\xfe":{"1":"' + ids[-1].encode() + b'"}}'))


def case_legacy_wrong_types():
    return legacy(lambda m, ids: m.update(repositories=b'{"x":[1]}'))


def case_several_one_broken():
    """Two images; the second one's config is gone."""
    first, second = docker25(), mkimage.shape_oci([mkimage.read_images(
        os.path.join(HOSTILE, "..", "cli", "clean.img"), "plain")[0]])
    rows = json.loads(second["index.json"])["manifests"]
    config = json.loads(second[BLOB + rows[0]["digest"][7:]])["config"]
    del second[BLOB + config["digest"][7:]]
    return pack(mkimage.together([first, second]))


def case_inline_data_lies():
    """A config in its descriptor, of the right size and another content."""
    image = base()
    manifest = json.loads(image.manifest())
    other = image.config.replace(b"compute,utility", b"compute,utilitz")
    manifest["config"]["data"] = base64.b64encode(other).decode()
    body = dump(manifest)
    index = {"schemaVersion": 2,
             "manifests": [mkimage.descriptor(mkimage.MANIFEST, body)]}
    return pack(mkimage.oci_members(index, [body] + image.blobs))


def case_nydus():
    """A layer that is a tar archive, and not of the image's files."""
    image = base()
    manifest = json.loads(image.manifest())
    for row in manifest["layers"]:
        row["annotations"] = {"containerd.io/snapshot/nydus-bootstrap": "true"}
    body = dump(manifest)
    index = {"schemaVersion": 2,
             "manifests": [mkimage.descriptor(mkimage.MANIFEST, body)]}
    return pack(mkimage.oci_members(index, [body, image.config] +
                                    image.blobs))


def other_layer(at, magic):
    data = bytearray(case_noise()[:4096])
    data[at:at + len(magic)] = magic
    return pack(one_layer(bytes(data), "sha256:" + "2" * 64))


def case_erofs_layer():
    return other_layer(1024, b"\xe2\xe1\xf5\xe0")


def case_squashfs_layer():
    return other_layer(0, b"hsqs")


def case_squashfs():
    return b"hsqs" + case_noise()


def case_sif():
    return b"#!/usr/bin/env run-singularity\n\0SIF_MAGIC\0" + case_noise()


CASES = {name[5:].replace("_", "-"): make
         for name, make in sorted(globals().items())
         if name.startswith("case_")}


# -------------------------------------------------------------- running

def expectations():
    with open(os.path.join(HOSTILE, "expect.tsv"), encoding="utf-8") as f:
        rows = [x.rstrip("\n").split("\t") for x in f
                if x.strip() and not x.startswith("#")]
    return {name: (status.split("|"), pattern, options)
            for name, status, pattern, *options in rows}


def check(program, path, statuses, pattern, options):
    """None, or what is wrong."""
    try:
        done = subprocess.run([program, "image", "--no-cache", "--pool", POOL]
                              + options + [path],
                              timeout=60, capture_output=True)
    except subprocess.TimeoutExpired:
        return "still running after 60 s"
    except OSError as e:
        return str(e)
    said, out = done.stderr.decode(errors="replace"), done.stdout.decode()
    if str(done.returncode) not in statuses:
        return f"exit {done.returncode}: {said.strip()[:200]}"
    if not LINE.fullmatch(said) or not (said or out):
        return f"not one clear line: {said[:900]!r}"
    if pattern != "-" and not re.search(pattern, said or out, re.I):
        return f"/{pattern}/ is not in: {(said or out).strip()[:400]}"
    return None


def run_all(names, out, program):
    expect, failed = expectations(), 0
    for name in names:
        wrong = (check(program, os.path.join(out, name), *expect[name])
                 if name in expect else "not in expect.tsv")
        print(f"not ok {name}: {wrong}" if wrong else f"ok {name}")
        failed += bool(wrong)
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


def write_all(names, out):
    os.makedirs(out, exist_ok=True)
    for name in names:
        mkimage.write_file(os.path.join(out, name), CASES[name]())


def main():
    build = os.environ.get("B", "build")
    p = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    p.add_argument("-r", dest="run", action="store_true")
    p.add_argument("-o", dest="out", default=os.path.join(build, "hostile"))
    p.add_argument("names", nargs="*")
    a = p.parse_args()
    import hostile_cases  # which has our material  # noqa: E402
    CASES.update(hostile_cases.CASES)
    names = [n for n in CASES if not a.names or any(
        fnmatch.fnmatch(n, x) for x in a.names)]
    write_all(names, a.out)
    program = os.environ.get("CUDALINT", os.path.join(build, "cudalint"))
    return run_all(names, a.out, program) if a.run else 0


if __name__ == "__main__":
    sys.exit(main())
