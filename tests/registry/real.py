"""real.py - Debian's docker-registry on loopback, and images pushed to it.

    with Registry(folder) as r:
        r.push_image("team/app", config, [layer, ...], tags=["1", "2"])
        r.requests("GET", "/blobs/")    # what it was asked for since mark()

A registry is a process of ours with its storage and its log in the folder.
"""
import base64
import gzip
import hashlib
import http.client
import io
import json
import os
import re
import shutil
import socket
import subprocess
import tarfile
import time

PROGRAM = "docker-registry"
OCI = "application/vnd.oci.image."
CONFIG = """version: 0.1
log: {level: warn, accesslog: {disabled: false}}
storage: {filesystem: {rootdirectory: %s}}
http: {addr: "127.0.0.1:%d", secret: test}
"""
AUTH = """auth: {htpasswd: {realm: test, path: %s}}
"""


def is_there():
    return shutil.which(PROGRAM) is not None


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def dump(value):
    return json.dumps(value, separators=(",", ":")).encode()


def layer(files):
    """{name: content} as a tar; a content may be ("->", target)."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            if isinstance(content, tuple):
                info.type, info.linkname = tarfile.SYMTYPE, content[1]
                tar.addfile(info)
            else:
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
    return out.getvalue()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Registry:
    def __init__(self, folder, user=None, line=None):
        """user is (name, password), line what an htpasswd file has of it."""
        self.folder, self.port = folder, free_port()
        self.user, self.line = user, line
        self.host = "127.0.0.1:%d" % self.port
        self.log = os.path.join(folder, "log")
        self.process = self.http = None
        self.seen = 0

    def __enter__(self):
        os.makedirs(self.folder, exist_ok=True)
        config = os.path.join(self.folder, "config.yml")
        with open(config, "w", encoding="ascii") as f:
            f.write(CONFIG % (os.path.join(self.folder, "data"), self.port))
            if self.user:
                f.write(AUTH % os.path.join(self.folder, "htpasswd"))
        if self.user:
            with open(os.path.join(self.folder, "htpasswd"), "w",
                      encoding="ascii") as f:
                f.write(self.line + "\n")
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "serve", config], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log)
        self.wait()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def wait(self):
        for _ in range(200):
            try:
                self.ask("GET", "/v2/")
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("docker-registry does not start: see " + self.log)

    def ask(self, method, path, body=None, **headers):
        if self.user:
            headers["Authorization"] = "Basic " + base64.b64encode(
                ":".join(self.user).encode()).decode()
        if self.http is None:
            self.http = http.client.HTTPConnection(self.host, timeout=30)
        try:
            self.http.request(method, path, body, headers)
            reply = self.http.getresponse()
            reply.read()
        except (OSError, http.client.HTTPException):
            self.http = None
            raise
        if reply.status >= 400:
            raise RuntimeError("%s %s: %d" % (method, path, reply.status))
        return reply

    def push_blob(self, name, data):
        to = self.ask("POST", "/v2/%s/blobs/uploads/" % name).headers[
            "Location"]
        to = re.sub("^http://[^/]*", "", to)
        self.ask("PUT", "%s&digest=%s" % (to, digest(data)), data,
                 **{"Content-Type": "application/octet-stream"})

    def push_manifest(self, name, manifest, tags, kind="manifest"):
        for tag in tags:
            self.ask("PUT", "/v2/%s/manifests/%s" % (name, tag), manifest,
                     **{"Content-Type": OCI + kind + ".v1+json"})

    def push_index(self, name, images, tags):
        """{architecture: (config, layers)} as one image."""
        entries = []
        for arch, (config, layers) in images.items():
            was = self.push_image(name, {**config, "architecture": arch},
                                  layers, [arch])
            entries.append({"mediaType": OCI + "manifest.v1+json",
                            "digest": was, "size": self.size_of(name, was),
                            "platform": {"os": "linux", "architecture": arch}})
        index = dump({"schemaVersion": 2, "manifests": entries,
                      "mediaType": OCI + "index.v1+json"})
        self.push_manifest(name, index, tags, "index")
        return digest(index)

    def size_of(self, name, was):
        reply = self.ask("HEAD", "/v2/%s/manifests/%s" % (name, was), None,
                         Accept=OCI + "manifest.v1+json")
        return int(reply.headers["Content-Length"])

    def push_image(self, name, config, layers, tags, blobs=None):
        """Layers are tars; blobs, where they were compressed before."""
        packed = [(blobs or {}).get(l) or gzip.compress(l, 1, mtime=0)
                  for l in layers]
        config = dump({"os": "linux", "architecture": "amd64", **config,
                       "rootfs": {"type": "layers", "diff_ids":
                                  [digest(l) for l in layers]}})
        for blob in packed + [config]:
            self.push_blob(name, blob)
        manifest = dump({
            "schemaVersion": 2, "mediaType": OCI + "manifest.v1+json",
            "config": {"mediaType": OCI + "config.v1+json",
                       "digest": digest(config), "size": len(config)},
            "layers": [{"mediaType": OCI + "layer.v1.tar+gzip",
                        "digest": digest(b), "size": len(b)}
                       for b in packed]})
        self.push_manifest(name, manifest, tags)
        return digest(manifest)

    def mark(self):
        time.sleep(0.1)
        self.seen = os.path.getsize(self.log)

    def requests(self, method, part):
        """Paths that it answered since mark()."""
        time.sleep(0.1)
        with open(self.log, "rb") as f:
            f.seek(self.seen)
            text = f.read().decode(errors="replace")
        return [p for p in re.findall(r'"%s (\S+) HTTP' % method, text)
                if part in p]
