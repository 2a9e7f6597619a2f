"""slices.py - images of one layer and of two equal ones, from a real layer.

Files of the largest layer of a docker-archive, as many as there is room for, go
to two layers that are equal but for the first name in them; files that would be
more than half of one are left out. OCI archives of the first one and of both,
in gzip and zstd, are made once and kept.
"""
import hashlib
import io
import json
import os
import subprocess
import tarfile

OCI = "application/vnd.oci.image."


def deal(archive, paths, size):
    """The same files to each, behind one that tells them apart."""
    made = [tarfile.open(p, "w", format=tarfile.PAX_FORMAT) for p in paths]
    for i, tar in enumerate(made):
        tar.addfile(tarfile.TarInfo("layer-%d" % i))
    used = 0
    with tarfile.open(archive) as outer:
        layer = max(outer, key=lambda member: member.size)
        given = tarfile.open(fileobj=outer.extractfile(layer))
        for entry in given:
            entry.pax_headers = {}
            if entry.islnk() or entry.size > min(size // 2, size - used):
                continue
            data = given.extractfile(entry).read() if entry.isreg() else b""
            used += len(data)
            for tar in made:
                tar.addfile(entry, io.BytesIO(data))
    for tar in made:
        tar.close()


def digest_of(path):
    with open(path, "rb") as f:
        return "sha256:" + hashlib.file_digest(f, "sha256").hexdigest()


def put(blobs, data):
    name = hashlib.sha256(data).hexdigest()
    with open(os.path.join(blobs, name), "wb") as f:
        f.write(data)
    return {"digest": "sha256:" + name, "size": len(data)}


def oci_archive(path, plain, packed, how):
    """An OCI archive of these layers; packed are plain, compressed."""
    where = path + ".layout"
    blobs = os.path.join(where, "blobs", "sha256")
    os.makedirs(blobs, exist_ok=True)
    layers = []
    for blob in packed:
        name = digest_of(blob)
        os.link(blob, os.path.join(blobs, name.split(":")[1]))
        layers.append({"mediaType": OCI + "layer.v1.tar+" + how,
                       "digest": name, "size": os.path.getsize(blob)})
    config = put(blobs, json.dumps({
        "os": "linux", "architecture": "amd64", "config": {}, "rootfs": {
            "type": "layers", "diff_ids": [digest_of(p) for p in plain]},
    }).encode())
    manifest = put(blobs, json.dumps({
        "schemaVersion": 2, "mediaType": OCI + "manifest.v1+json",
        "config": {"mediaType": OCI + "config.v1+json", **config},
        "layers": layers}).encode())
    with open(os.path.join(where, "index.json"), "w") as f:
        json.dump({"schemaVersion": 2, "manifests": [
            {"mediaType": OCI + "manifest.v1+json", **manifest}]}, f)
    with open(os.path.join(where, "oci-layout"), "w") as f:
        f.write('{"imageLayoutVersion":"1.0.0"}')
    subprocess.run(["bsdtar", "-cf", path, "-C", where, "oci-layout",
                    "index.json", "blobs"], check=True)
    subprocess.run(["rm", "-r", where], check=True)


def pack(plain, how):
    """Compressed, side by side; the files."""
    argv = {"gzip": ["gzip", "-6nkf"], "zstd": ["zstd", "-qkf"]}[how]
    for process in [subprocess.Popen(argv + [p]) for p in plain]:
        if process.wait():
            raise SystemExit("bench: %s failed" % argv[0])
    return [p + {"gzip": ".gz", "zstd": ".zst"}[how] for p in plain]


def make(archive, where, size):
    """{how: (layers, OCI archive of the first, OCI archive of both)}"""
    plain = [os.path.join(where, "half%d.tar" % i) for i in range(2)]
    made = {how: ([p + end for p in plain],
                  os.path.join(where, "one-%s.tar" % how),
                  os.path.join(where, "two-%s.tar" % how))
            for how, end in (("gzip", ".gz"), ("zstd", ".zst"))}
    done = os.path.join(where, "done-%d" % size)
    if os.path.exists(done):
        return made
    subprocess.run(["rm", "-rf", where], check=True)
    os.makedirs(where)
    deal(archive, plain, size)
    for how, (packed, one, two) in made.items():
        pack(plain, how)
        oci_archive(one, plain[:1], packed[:1], how)
        oci_archive(two, plain, packed, how)
    for p in plain:
        os.remove(p)
    with open(done, "w"):
        return made
