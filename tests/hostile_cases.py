"""Cases of mkhostile.py: headers of tar, media types, and what is only large.

Each is a sound image, which passes on the pool that mkhostile.py asks for, with
one thing wrong, mostly in a layer on top."""
import gzip
import hashlib
import json
import struct
import tarfile
import zlib

import mkhostile
import mkimage
from mkhostile import base, flip, pack
from mkimage import Entry, digest, dump, sha256, tar_bytes

END = bytes(1024)
# So that nothing but the file says that there is a runtime.
NO_PACKAGES = (Entry("file", "var/lib/dpkg/status", b""),
               Entry("file", "var/lib/dpkg/info/.wh..wh..opq", b""))
CUDART = "usr/local/cuda-12.8/targets/x86_64-linux/lib/libcudart.so.12.8.90"


# ------------------------------------------------------------- material

def with_layers(*tars, blobs=None, change=None):
    """The sound image with layers on top; blobs: as they are in the archive."""
    image = base()
    blobs = blobs or tars
    image.blobs += blobs
    image.diff_ids += [digest(t) for t in tars]
    recipe = image.recipe
    recipe.history += [("RUN", True)] * len(tars)
    config = mkimage.image_config(recipe, image.diff_ids)
    if change:
        change(config)
    image.config = dump(config)
    return image


def on_top(*tars, blobs=None):
    image = with_layers(*tars, blobs=blobs)
    return pack(mkimage.shape_docker25([image]))


def runtime_gone(tar):
    return on_top(tar_bytes(NO_PACKAGES, 0)[:-1024] + tar)


def files_on_top(*entries):
    return on_top(tar_bytes(entries, 0))


def member(name, kind=b"0", size=0, data=b"", link="", at=None):
    """A header as it is written nowhere, and its data; at: bytes to set."""
    head = bytearray(512)
    head[:len(name[:100])] = name[:100].encode()
    head[100:108] = b"0000644\0"
    head[108:116] = head[116:124] = b"0000000\0"
    head[124:136] = b"%011o\0" % size
    head[136:148] = b"%011o\0" % 0
    head[156:157] = kind
    head[157:157 + len(link)] = link.encode()
    head[257:265] = b"ustar\x0000"
    for offset, value in (at or {}).items():
        head[offset:offset + len(value)] = value
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head) + mkimage.align(data, 512)


def pax(records, kind=b"x"):
    text = b""
    for key, value in records:
        body = b" " + key + b"=" + value + b"\n"
        n = len(body)
        while len(b"%d" % n) + len(body) != n:
            n = len(b"%d" % n) + len(body)
        text += b"%d" % n + body
    return member("PaxHeaders/x", kind, len(text), text)


def oci(index, blobs):
    return pack(mkimage.oci_members(index, blobs))


def index_of(*rows, **more):
    return {"schemaVersion": 2, "manifests": list(rows), **more}


# ---------------------------------------------------------------- cases

def case_sound():
    return on_top()


def case_sound_without_packages():
    return runtime_gone(END)


def case_gzip_in_gzip():
    """Unpacked once it is no tar."""
    tar = tar_bytes([Entry("file", "a", b"x")], 0)
    twice = gzip.compress(gzip.compress(tar, mtime=0), mtime=0)
    return on_top(gzip.compress(tar, mtime=0), blobs=[twice])


def case_gzip_twice_bomb():
    """The archive and the layer in it are both small."""
    squeeze, sha = zlib.compressobj(9, zlib.DEFLATED, 31), hashlib.sha256()
    head = member("zeros", size=1200 << 20)
    blob, zeros = squeeze.compress(head), bytes(1 << 20)
    sha.update(head)
    for _ in range(1200):
        blob += squeeze.compress(zeros)
        sha.update(zeros)
    blob += squeeze.compress(END) + squeeze.flush()
    sha.update(END)
    image = with_layers(b"", blobs=[blob], change=lambda c: c["rootfs"][
        "diff_ids"].__setitem__(-1, "sha256:" + sha.hexdigest()))
    return gzip.compress(pack(mkimage.shape_docker25([image])), mtime=0)


def case_zstd_bomb():
    """Blocks of one byte that stands for 128 KiB."""
    n = 10240
    head = member("zeros", size=n << 17)
    parts = [struct.pack("<IBB", 0xFD2FB528, 0, 7 << 3),
             struct.pack("<I", len(head) << 3)[:3] + head]
    parts += [struct.pack("<I", (1 << 17) << 3 | 1 << 1)[:3] + b"\0"] * n
    parts += [struct.pack("<I", len(END) << 3 | 1)[:3] + END]
    return on_top(b"", blobs=[b"".join(parts)])


def case_entries():
    return files_on_top(*[Entry("file", f"f{i}", b"") for i in range(99)])


def case_members():
    return pack({**mkimage.shape_docker25([base()]),
                 **{f"m{i}": b"" for i in range(99)}})


def case_link_chain_archive():
    members = mkimage.shape_docker24([base()])
    name = [n for n in members if n.endswith("/layer.tar")][0]
    members["x20"] = members[name]
    for i in range(20):
        members[f"x{i}"] = ("link", f"x{i + 1}")
    members[name] = ("link", "../x0")
    return pack(members)


def case_link_chain_root():
    """/usr/local/cuda is 50 links away."""
    links = [Entry("link", f"c{i}", target=f"c{i + 1}") for i in range(50)]
    return files_on_top(
        *links, Entry("link", "c50", target="usr/local/cuda-12.8"),
        Entry("link", "etc/ld.so.conf", target="/c0/ld.so.conf"))


def case_name_absolute():
    return files_on_top(Entry("file", "/etc/motd", b"x"),
                        Entry("file", "/usr/./share//x/../y", b"x"))


def case_name_long():
    """A path of a megabyte."""
    return on_top(pax([(b"path", b"d/" * (1 << 19) + b"libcuda.so.1")]) +
                  member("x") + END)


def case_name_long_gnu():
    name = b"d/" * (1 << 19) + b"libcuda.so.1\0"
    return on_top(member("././@LongLink", b"L", len(name), name) +
                  member("x") + END)


def case_name_deep():
    """Two thousand directories in each other, with a library at the end."""
    return on_top(pax([(b"path", b"d/" * 2000 + b"libcuda.so.1")]) +
                  member("x") + END)


def case_longname_chain():
    """A thousand names for one file."""
    one = member("././@LongLink", b"L", 8, b"etc/xxx\0")
    return on_top(one * 1000 + member("etc/motd") + END)


def case_longname_huge():
    """A name of a gigabyte, that is not there."""
    return on_top(member("././@LongLink", b"L", 1 << 30, b"x") + END)


def case_pax_bomb():
    """Ten megabytes of records in front of one file."""
    return on_top(pax([(b"SCHILY.xattr.user.%d" % i, b"x" * 1000)
                       for i in range(10000)]) + member("etc/motd") + END)


def case_pax_huge():
    return on_top(member("PaxHeaders/x", b"x", 1 << 40, b"x") + END)


def case_pax_globals():
    """A hundred thousand headers for what follows, which is nothing."""
    one = pax([(b"comment", b"x")], b"g")
    return on_top(one * 20000 + END)


def case_pax_records():
    """Records whose lengths are not theirs."""
    bad = b"99999999999999999999 path=x\n-5 size=1\n3\n"
    return on_top(member("PaxHeaders/x", b"x", len(bad), bad) +
                  member("etc/motd") + END)


def case_pax_size():
    """The header says 1 KiB; the record says none of it is the file's, so that
    there is another file."""
    inner = member(CUDART, b"5") + member("x")
    return runtime_gone(pax([(b"size", b"0")]) +
                        member("etc/motd", size=1024, data=inner) + END)


def case_pax_path():
    """The record's name counts: the runtime is a directory now."""
    return runtime_gone(pax([(b"path", CUDART.encode())]) +
                        member("etc/motd", b"5") + END)


def case_pax_hard_link():
    return on_top(pax([(b"linkpath", CUDART.encode())]) +
                  member(CUDART, b"1", link="x") + END)


def case_size_negative():
    return on_top(member("etc/motd", at={124: b"\xff" * 12}) + END)


def case_size_of_directory():
    return on_top(member("usr/", b"5", size=1 << 33) + END)


def case_sparse_overlap():
    """An old GNU map that goes back and forth."""
    def number(n):
        return b"%011o\0" % n
    return on_top(member(
        "usr/local/cuda-12.8/version.json", b"S", 1024, b"x" * 1024,
        at={257: b"ustar  \0", 386: number(4096), 398: number(512),
            410: number(0), 422: number(512), 483: number(8192)}) + END)


def case_sparse_long_map():
    """A map of 1.0 with a million pieces, that are not there."""
    text = b"1000000\n" + b"0\n0\n" * 100
    return on_top(pax([(b"GNU.sparse.major", b"1"), (b"GNU.sparse.minor", b"0"),
                       (b"GNU.sparse.name", b"etc/ld.so.conf"),
                       (b"GNU.sparse.realsize", b"1000")]) +
                  member("x", size=len(text), data=text) + END)


def case_type_changes():
    """A file, a directory, and the link that it was."""
    return files_on_top(
        Entry("file", "usr/local/cuda", b"x"),
        Entry("dir", "usr/local/cuda", mode=0o755),
        Entry("file", "usr/local/cuda/x", b"x"),
        Entry("link", "usr/local/cuda", target="/etc/alternatives/cuda"))


def case_type_changes_over_runtime():
    """The runtime becomes a directory and then a device."""
    return runtime_gone(member(CUDART, b"5") + member(CUDART + "/x") +
                        member(CUDART, b"3") + END)


def case_devices():
    return on_top(member("dev/nvidia0", b"3") + member("dev/sda", b"4") +
                  member("run/x", b"6") + member("var/lib/dpkg/status", b"6") +
                  END)


def case_device_for_runtime():
    return runtime_gone(member(CUDART, b"4") + END)


def case_hard_link_itself():
    return on_top(member(CUDART, b"1", link=CUDART) +
                  member("usr/lib/libcuda.so.1", b"1",
                         link="usr/lib/libcuda.so.1") + END)


def case_unknown_type():
    return on_top(member(CUDART, b"Z", 3, b"abc") + END)


def case_whiteout_dots():
    return files_on_top(Entry("file", "usr/lib/.wh...", b""))


def case_whiteout_dot():
    return files_on_top(Entry("file", "usr/lib/.wh..", b""))


def case_whiteout_root():
    return files_on_top(Entry("file", ".wh..wh..opq", b""))


def case_gzip_then_noise():
    return on_top(b"", blobs=[b"\x1f\x8b\x08\0" + mkhostile.case_noise()])


def case_zstd_then_noise():
    """A frame that is whole, and no other behind it."""
    tar = tar_bytes([Entry("file", "a", b"x")], 0)
    return on_top(tar, blobs=[mkimage.zstd(tar) + mkhostile.case_noise()])


def case_two_archives():
    """Who unpacks it stops at the end of the first; so do we."""
    a = tar_bytes([Entry("file", "a", b"x")], 0)
    b = tar_bytes([Entry("file", ".wh..wh..opq", b"")], 0)
    return on_top(a + b)


def case_noise_behind():
    return on_top() + mkhostile.case_noise()


def case_noise_behind_layer():
    return on_top(tar_bytes([Entry("file", "a", b"x")], 0) +
                  mkhostile.case_noise())


def case_sizes_wrong():
    """As some versions of Docker write them."""
    image = base()
    right = image.layer_descriptor
    image.layer_descriptor = lambda i: {**right(i), "size": 1 << 40}
    return pack(mkimage.shape_oci([image]))


def case_layers_127():
    return on_top(*[tar_bytes([Entry("file", f"f{i}", b"")], 0)
                    for i in range(127)])


def case_layers_501():
    return on_top(*[tar_bytes([], 0)] * 499)


def case_history_huge():
    return pack(mkimage.shape_docker25([with_layers(change=lambda c: c.update(
        history=[{"created_by": "x", "empty_layer": True}] * 150000))]))


def case_env_million():
    return pack(mkimage.shape_docker25([with_layers(
        change=lambda c: c["config"].update(
            Env=[f"A{i}=" for i in range(1000000)]))]))


def case_env_large():
    """A value of seven megabytes."""
    return pack(mkimage.shape_docker25([with_layers(
        change=lambda c: c["config"]["Env"].append(
            "NVIDIA_REQUIRE_CUDA=" + "cuda>=1.0 " * 700000))]))


def case_config_large():
    return pack(mkimage.shape_docker25([with_layers(
        change=lambda c: c.update(comment="x" * (9 << 20)))]))


def case_config_nul():
    return pack(mkimage.shape_docker25([with_layers(
        change=lambda c: c["config"]["Env"].append("A=b\0c"))]))


def case_config_of_bom():
    image = with_layers()
    image.config = b"\xef\xbb\xbf" + image.config
    return pack(mkimage.shape_docker25([image]))


def case_config_is_layer():
    image = with_layers()
    image.config = image.blobs[0]
    return pack(mkimage.shape_oci([image]))


def case_layer_is_config():
    return on_top(b"{}")


def case_layer_is_index():
    image = base()
    return on_top(dump(index_of(mkimage.descriptor(
        mkimage.MANIFEST, image.manifest()))))


def both(kind):
    """A manifest and an index in one."""
    image = base()
    body = json.loads(image.manifest())
    body.update(mediaType=kind, manifests=[
        mkimage.descriptor(mkimage.MANIFEST, image.manifest())])
    body = dump(body)
    return oci(index_of(mkimage.descriptor(kind, body)),
               mkimage.image_blobs(image) + [body])


def case_index_and_manifest():
    return both(mkimage.INDEX)


def case_manifest_and_index():
    return both(mkimage.MANIFEST)


def case_index_called_manifest():
    image = base()
    body = dump(index_of(mkimage.descriptor(mkimage.MANIFEST, image.manifest()),
                         mediaType=mkimage.MANIFEST))
    return oci(index_of(mkimage.descriptor(mkimage.MANIFEST, body)),
               mkimage.image_blobs(image) + [body])


def case_manifest_called_index():
    image = base()
    body = dump({**json.loads(image.manifest()), "mediaType": mkimage.INDEX})
    return oci(index_of(mkimage.descriptor(mkimage.INDEX, body)),
               mkimage.image_blobs(image) + [body])


def case_index_nine_deep():
    image = base()
    row = mkimage.descriptor(mkimage.MANIFEST, image.manifest())
    blobs = mkimage.image_blobs(image)
    for _ in range(9):
        body = dump(index_of(row))
        blobs.append(body)
        row = mkimage.descriptor(mkimage.INDEX, body)
    return oci(index_of(row), blobs)


def case_index_wide():
    """Fifty thousand manifests, none of which is there."""
    return oci(index_of(*[{"mediaType": mkimage.MANIFEST, "size": 1,
                           "digest": "sha256:%064x" % i}
                          for i in range(50000)]), [])


def case_digest_is_path():
    return oci(index_of({"mediaType": mkimage.MANIFEST, "size": 1,
                         "digest": "sha256:../../../../etc/passwd"}), [])


def case_manifest_is_link():
    members = mkimage.shape_docker25([base()])
    members["manifest.json"] = ("link", "manifest.json")
    return pack(members)


def case_rpm_noise():
    """A database of rpm that is none."""
    return files_on_top(Entry("file", "var/lib/rpm/rpmdb.sqlite",
                              b"SQLite format 3\0" +
                              mkhostile.case_noise() * 8))


def case_dpkg_noise():
    text = b"Package: " + b"\xff" * 70000 + b"\nVersion: \0\n"
    return files_on_top(Entry("file", "var/lib/dpkg/status", text * 20))


def case_truncated_trailer():
    """Half an end marker; the digest says that this is all."""
    return on_top(tar_bytes([Entry("file", "a", b"x")], 0)[:1024 + 512])


def case_layer_bit():
    """A bit of a name in the layer, which keeps its digest."""
    image = with_layers()
    members = mkimage.shape_docker25([image])
    name = mkhostile.BLOB + sha256(image.blobs[1])
    members[name] = flip(members[name], 700)
    return pack(members)


CASES = {name[5:].replace("_", "-"): make
         for name, make in sorted(globals().items())
         if name.startswith("case_")}
