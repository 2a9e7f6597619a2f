"""images.py - images for the registry suite, and how they get there."""
import hashlib
import http.client
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import threading

building = threading.Lock()
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar"
CONFIG = "application/vnd.oci.image.config.v1+json"


def sha256(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def run(*args):
    subprocess.run(args, check=True, timeout=900, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def build(folder, recipe, layers="gzip", shape="oci-dir"):
    """The path of a recipe's image."""
    out = os.path.join(folder, f"{recipe}-{shape}-{layers}")
    with building:
        if os.path.exists(out):
            return out
        run(sys.executable, os.path.join(ROOT, "tests", "mkimage.py"),
            "--shape", shape, "--layers", layers, "-o", out,
            os.path.join(ROOT, "fixtures", "cases", recipe + ".img"))
        return out


def estargz(source, out, chunk=700):
    run(sys.executable, os.path.join(HERE, "estargz.py"), "--chunk",
        str(chunk), source, out)
    return out


def add_layer(source, out, files):
    """The layout with one plain layer more: {name: bytes}."""
    shutil.copytree(source, out)
    lay, data = Layout(out), io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as t:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            t.addfile(info, io.BytesIO(content))
    layer = lay.write(data.getvalue())
    lay.manifest["layers"].append({"mediaType": LAYER, **layer})
    lay.config["rootfs"]["diff_ids"].append(layer["digest"])
    lay.config["history"].append({"created_by": "COPY many"})
    lay.manifest["config"].update(lay.write(json.dumps(lay.config).encode()))
    lay.index["manifests"][0].update(
        lay.write(json.dumps(lay.manifest).encode()))
    with open(os.path.join(out, "index.json"), "w") as f:
        json.dump(lay.index, f)
    return out


def zstd_chunked(folder, recipe):
    """By skopeo, which compresses only on its way to a directory."""
    out = os.path.join(folder, recipe + "-chunked")
    run("skopeo", "copy", "-q", "--dest-compress", "--dest-compress-format",
        "zstd:chunked", "oci:" + build(folder, recipe, "plain"), "dir:" + out)
    return "dir:" + out


def skopeo_push(source, host, name, *options):
    if ":" not in source:
        source = "oci:" + source
    run("skopeo", "copy", "-q", "--preserve-digests", "--dest-tls-verify=false",
        *options, source, f"docker://{host}/{name}")


class Pusher:
    """By the registry's own API: quicker for many, and for odd ones."""

    def __init__(self, host):
        self.connection = http.client.HTTPConnection(host, timeout=60)

    def request(self, method, path, body=None, **headers):
        self.connection.request(method, path, body, {
            k.replace("_", "-"): v for k, v in headers.items()})
        r = self.connection.getresponse()
        r.read()
        if r.status >= 300:
            raise RuntimeError(f"{method} {path}: {r.status}")
        return r

    def blob(self, name, data):
        r = self.request("POST", f"/v2/{name}/blobs/uploads/")
        path = r.getheader("Location").split("/v2/", 1)[1]
        joint = "&" if "?" in path else "?"
        self.request("PUT", f"/v2/{path}{joint}digest={sha256(data)}", data,
                     Content_Type="application/octet-stream")
        return {"digest": sha256(data), "size": len(data)}

    def manifest(self, name, reference, value, kind=MANIFEST):
        data = json.dumps(value).encode()
        self.request("PUT", f"/v2/{name}/manifests/{reference}", data,
                     Content_Type=kind)
        return {"digest": sha256(data), "size": len(data), "mediaType": kind}


class Layout:
    def __init__(self, path):
        self.path = path
        with open(os.path.join(path, "index.json")) as f:
            self.index = json.load(f)
        digest = self.index["manifests"][0]["digest"]
        self.manifest = json.loads(self.read(digest))
        self.config = json.loads(self.read(self.manifest["config"]["digest"]))

    def write(self, data):
        digest = sha256(data)
        with open(os.path.join(self.path, "blobs", "sha256",
                               digest.split(":")[1]), "wb") as f:
            f.write(data)
        return {"digest": digest, "size": len(data)}

    def read(self, digest):
        with open(os.path.join(self.path, "blobs", "sha256",
                               digest.split(":")[1]), "rb") as f:
            return f.read()
