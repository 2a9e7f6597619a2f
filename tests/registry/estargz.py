#!/usr/bin/env python3
"""estargz.py - an OCI layout of one image again, its layers as eStargz.

    estargz.py [--chunk N] SOURCE DESTINATION

By stargz-snapshotter's docs/estargz.md: each file, in chunks of N bytes,
begins a gzip member; a table of contents and a footer follow.  The table is in
the tar, so diffIDs and the image's id change.
"""
import argparse
import gzip
import hashlib
import io
import json
import os
import struct
import tarfile

TOC_DIGEST = "containerd.io/snapshot/stargz/toc.digest"
TYPES = {tarfile.REGTYPE: "reg", tarfile.AREGTYPE: "reg",
         tarfile.DIRTYPE: "dir", tarfile.SYMTYPE: "symlink",
         tarfile.LNKTYPE: "hardlink", tarfile.CHRTYPE: "char",
         tarfile.BLKTYPE: "block", tarfile.FIFOTYPE: "fifo"}


def sha256(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def member(data):
    return gzip.compress(data, 4, mtime=0)


def footer(offset):
    extra = b"SG" + struct.pack("<H", 22) + b"%016x" % offset + b"STARGZ"
    return (b"\x1f\x8b\x08\x04" + bytes(5) + b"\xff" +
            struct.pack("<H", len(extra)) + extra +
            b"\x01\x00\x00\xff\xff" + bytes(8))


class Blob:
    """What is written so far, and the table of it."""

    def __init__(self):
        self.out = io.BytesIO()
        self.plain = hashlib.sha256()
        self.pending = b""
        self.entries = []

    def write(self, data):
        """Bytes of the tar that need no member of their own."""
        self.plain.update(data)
        self.pending += data

    def flush(self):
        if self.pending:
            self.out.write(member(self.pending))
        self.pending = b""

    def add_file(self, entry, data, chunk):
        self.flush()
        for at in range(0, len(data), chunk):
            piece = data[at:at + chunk]
            entry.update(offset=self.out.tell(), chunkDigest=sha256(piece))
            if at:
                entry["chunkOffset"] = at
            if at + chunk < len(data):
                entry["chunkSize"] = len(piece)
            self.entries.append(entry)
            self.write(piece)
            self.flush()
            entry = {"name": entry["name"], "type": "chunk"}

    def finish(self):
        self.flush()
        offset = self.out.tell()
        toc = json.dumps({"version": 1, "entries": self.entries},
                         indent="\t").encode()
        inner = io.BytesIO()
        with tarfile.open(fileobj=inner, mode="w") as t:
            info = tarfile.TarInfo("stargz.index.json")
            info.size = len(toc)
            t.addfile(info, io.BytesIO(toc))
        self.write(inner.getvalue())
        self.flush()
        self.out.write(footer(offset))
        return (self.out.getvalue(), "sha256:" + self.plain.hexdigest(),
                sha256(toc))


def convert(tar, chunk):
    """A plain layer: (blob, diffID, digest of the table)."""
    blob = Blob()
    with tarfile.open(fileobj=io.BytesIO(tar)) as t:
        for m in t:
            entry = {"name": m.name, "type": TYPES[m.type], "mode": m.mode}
            if m.linkname:
                entry["linkName"] = m.linkname
            data = tar[m.offset_data:m.offset_data + m.size]
            blob.write(tar[m.offset:m.offset_data])
            if not m.isreg() or not data:
                blob.entries.append(entry)
                continue
            entry.update(size=m.size, digest=sha256(data))
            blob.add_file(entry, data, chunk)
            blob.write(bytes(-m.size % 512))
    return blob.finish()


class Layout:
    """An OCI layout with one manifest."""

    def __init__(self, path):
        self.path = path

    def read(self, digest):
        with open(os.path.join(self.path, "blobs", "sha256",
                               digest.split(":")[1]), "rb") as f:
            return f.read()

    def write(self, data):
        digest = sha256(data)
        folder = os.path.join(self.path, "blobs", "sha256")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, digest.split(":")[1]), "wb") as f:
            f.write(data)
        return {"digest": digest, "size": len(data)}

    def write_json(self, name, value):
        with open(os.path.join(self.path, name), "w") as f:
            json.dump(value, f)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--chunk", type=int, default=4 << 20)
    parser.add_argument("source")
    parser.add_argument("destination")
    args = parser.parse_args()
    old, new = Layout(args.source), Layout(args.destination)
    with open(os.path.join(args.source, "index.json")) as f:
        index = json.load(f)
    manifest = json.loads(old.read(index["manifests"][0]["digest"]))
    config = json.loads(old.read(manifest["config"]["digest"]))
    for i, layer in enumerate(manifest["layers"]):
        blob, diff_id, toc = convert(old.read(layer["digest"]), args.chunk)
        layer.update(new.write(blob))
        layer["mediaType"] = "application/vnd.oci.image.layer.v1.tar+gzip"
        layer["annotations"] = {TOC_DIGEST: toc}
        config["rootfs"]["diff_ids"][i] = diff_id
    manifest["config"].update(new.write(json.dumps(config).encode()))
    index["manifests"][0].update(new.write(json.dumps(manifest).encode()))
    new.write_json("index.json", index)
    new.write_json("oci-layout", {"imageLayoutVersion": "1.0.0"})


main()
