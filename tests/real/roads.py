#!/usr/bin/env python3
"""roads.py - one image, through tools that nobody here wrote.

    roads.py [--matrix]      as tests/roads.py, whose recipe and rules these are

Each writer gets the image as an OCI layout, and writes it in its own way; what
it wrote is read as it is and within gzip and zstd, as a file and on a pipe.
A writer whose tool is absent is skipped, with the reason.
CRANE, KO, BUILDKITD, BUILDCTL: programs, where they are not in PATH.
"""
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.dont_write_bytecode = True
import mkimage  # noqa: E402
import roads  # noqa: E402

TAG = "acme/cases:a1"                   # as the recipe has it
PATIENCE = 300                          # seconds, for a tool


class Absent(Exception):
    """A writer's tool is not here."""


class Failed(Exception):
    """A tool did not do what it was asked for."""


def tool(name):
    found = os.environ.get(name.upper()) or shutil.which(
        name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if not found:
        raise Absent("no " + name)
    return found


def sh(*words, **more):
    """What a command prints; Failed with what it said."""
    done = subprocess.run(words, capture_output=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, **more)
    if done.returncode:
        raise Failed("%s: exit %d: %s" % (
            " ".join(words), done.returncode,
            done.stderr.decode(errors="replace")[-400:]))
    return done.stdout.decode(errors="replace").strip()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(ready, process, what):
    """Until it is, or its process has ended, or half a minute."""
    for _ in range(300):
        if process.poll() is not None:
            raise Failed("%s ended: exit %d" % (what, process.returncode))
        with contextlib.suppress(OSError, Failed):
            ready()
            return
        time.sleep(0.1)
    raise Failed("%s does not answer" % what)


class Shop:
    """A scratch directory, the image in it, and what is started for it."""

    def __init__(self, work):
        self.work, self.ports, self.ended = work, {}, contextlib.ExitStack()
        self.want = roads.wanted(roads.FIRST)

    def path(self, *parts):
        return os.path.join(self.work, *parts)

    def layout(self, layers="gzip", recipe=roads.FIRST):
        """The image as an OCI layout, made once."""
        out = self.path("source-%s-%s" % (os.path.basename(recipe)[:-4],
                                          layers))
        if not os.path.exists(out):
            mkimage.write_dir(out, mkimage.build(recipe, "oci-dir", layers))
        return out

    def start(self, what, words, ready):
        with open(self.path(what.replace(" ", "-") + ".log"), "wb") as log:
            process = subprocess.Popen(words, stdout=log, stderr=log,
                                       stdin=subprocess.DEVNULL)
        self.ended.callback(process.wait, 60)
        self.ended.callback(process.terminate)
        wait_for(ready, process, what)

    def registry(self):
        """crane's own, with the image in each compression: HOST:PORT."""
        if "registry" not in self.ports:
            crane, port = tool("crane"), free_port()
            self.start("registry", [crane, "registry", "serve", "--address",
                                    "127.0.0.1:%d" % port],
                       lambda: socket.create_connection(
                           ("127.0.0.1", port), 1).close())
            self.ports["registry"] = "127.0.0.1:%d" % port
            for layers in ("plain", "gzip", "zstd"):
                sh(crane, "--insecure", "push", self.layout(layers),
                   self.reference(layers))
        return self.ports["registry"]

    def reference(self, layers):
        return "%s/acme/%s:1" % (self.ports["registry"], layers)


# ------------------------------------------------------------------ writers
# Each yields (layers' compression, path), or more: the image's name, then what
# the report has to be, where the tool makes an image of its own.

def storage(shop):
    """Of podman and buildah, apart from this machine's own."""
    return ["--storage-driver", "vfs", "--root", shop.path("storage"),
            "--runroot", shop.path("storage-run")]


def podman(shop):
    need_root()
    return [tool("podman"), *storage(shop), "--tmpdir", shop.path("podman")]


def need_root():
    if os.getuid():
        raise Absent("not root")


def pulled(shop, recipe=roads.FIRST):
    """The image in podman's storage: its id; it has its tag."""
    ident = sh(*podman(shop), "pull", "-q", "oci:" + shop.layout(
        recipe=recipe))
    tag = mkimage.read_images(recipe, "plain")[0].recipe.tags[0]
    sh(*podman(shop), "tag", ident, "docker.io/" + tag)
    return ident


def podman_format(shop, name, layers):
    pulled(shop)
    out = shop.path("podman-" + name)
    sh(*podman(shop), "save", "-q", "--format", name, "-o", out,
       "docker.io/" + TAG)
    yield layers, out


def podman_many(shop):
    pulled(shop)
    other = pulled(shop, roads.BESIDE)
    out = shop.path("podman-many")
    sh(*podman(shop), "save", "-q", "-m", "-o", out, "docker.io/" + TAG, other)
    yield "plain", out, TAG


def buildah(shop):
    ident, words = pulled(shop), [tool("buildah"), *storage(shop), "push",
                                  "-q", "--disable-compression=false"]
    for transport, layers, tag in (("docker-archive", "plain", ":" + TAG),
                                   ("oci-archive", "gzip", ":a1")):
        out = shop.path("buildah-" + transport)
        sh(*words, ident, "%s:%s%s" % (transport, out, tag))
        yield layers, out


def buildah_oci(shop):
    ident, out = pulled(shop), shop.path("buildah-oci")
    sh(tool("buildah"), *storage(shop), "push", "-q", ident,
       "oci:%s:a1" % out)
    yield "gzip", out


def skopeo_archive(shop, transport, tag):
    for layers in ("plain",) if transport == "docker-archive" else (
            "gzip", "zstd"):
        out = shop.path("skopeo-%s-%s" % (transport, layers))
        words = ["--dest-compress-format", layers] if layers != "plain" else []
        sh(tool("skopeo"), "copy", "-q", *words,
           "oci:" + shop.layout("plain"), "%s:%s%s" % (transport, out, tag))
        yield layers, out


def skopeo_oci(shop):
    for layers in ("plain", "gzip", "zstd"):
        out = shop.path("skopeo-oci-" + layers)
        words = ["--dest-compress-format", layers] if layers != "plain" \
            else ["--dest-oci-accept-uncompressed-layers"]
        sh(tool("skopeo"), "copy", "-q", *words,
           "oci:" + shop.layout("plain"), "oci:%s:a1" % out)
        yield layers, out


def skopeo_dir(shop):
    for layers in ("plain", "gzip", "zstd"):
        out = shop.path("skopeo-dir-" + layers)
        words = ["--dest-decompress"] if layers == "plain" else []
        sh(tool("skopeo"), "copy", "-q", *words,
           "oci:" + shop.layout("zstd" if layers == "zstd" else "gzip"),
           "dir:" + out)
        yield layers, out


def umoci(shop):
    """A second name for it, and what nobody refers to removed."""
    for layers in ("plain", "gzip"):
        out = shop.path("umoci-" + layers)
        shutil.copytree(shop.layout(layers), out)
        sh(tool("umoci"), "tag", "--image", out + ":a1", "again")
        sh(tool("umoci"), "gc", "--layout", out)
        yield layers, out


def crane(shop, name):
    shop.registry()
    for layers in ("plain", "gzip", "zstd"):
        out = shop.path("crane-%s-%s" % (name, layers))
        sh(tool("crane"), "--insecure", "pull", "--format", name,
           shop.reference(layers), out)
        yield "plain" if name == "legacy" else layers, out


def registry(shop):
    shop.registry()
    for layers in ("plain", "gzip", "zstd"):
        yield layers, "docker://" + shop.reference(layers)


def ctr(shop):
    """Words for the client of a containerd of our own."""
    need_root()
    words = [tool("ctr"), "--address", shop.path("containerd", "socket")]
    if "containerd" not in shop.ports:
        server = tool("containerd")
        os.makedirs(shop.path("containerd"))
        with open(shop.path("containerd.toml"), "w", encoding="utf-8") as f:
            f.write('version = 2\nroot = "%s"\nstate = "%s"\n'
                    'disabled_plugins = ["io.containerd.grpc.v1.cri"]\n'
                    '[grpc]\n  address = "%s"\n' % (
                        shop.path("containerd", "root"),
                        shop.path("containerd", "state"), words[2]))
        shop.ports["containerd"] = words[2]
        shop.start("containerd", [server, "--config",
                                  shop.path("containerd.toml")],
                   lambda: sh(*words, "version"))
    return words


def tar_of(shop, directory):
    sh("tar", "-cf", directory + ".tar", "-C", directory, ".")
    return directory + ".tar"


def containerd(shop):
    words = ctr(shop)
    for layers in ("plain", "gzip", "zstd"):
        name, out = "acme/%s" % layers, shop.path("ctr-" + layers)
        sh(*words, "images", "import", "--no-unpack", "--base-name", name,
           tar_of(shop, shop.layout(layers)))
        sh(*words, "images", "export", out, name + ":a1")
        yield layers, out


def containerd_part(shop):
    """Of an index, the one platform that is there: the other is named only."""
    words, both = ctr(shop), shop.path("both")
    mkimage.write_dir(both, beside_arm(shop))
    sh(*words, "images", "import", "--no-unpack", "--platform", "linux/amd64",
       "--base-name", "acme/both", tar_of(shop, both))
    out = shop.path("ctr-part")
    sh(*words, "images", "export", "--platform", "linux/amd64", out,
       "acme/both:a1")
    yield "gzip", out


def beside_arm(shop):
    """The image and one for arm64 in a nested index."""
    first = mkimage.read_images(roads.FIRST, "gzip")
    arm = mkimage.read_recipe(roads.BESIDE, "linux/arm64")
    return mkimage.shape_oci_dir(first + [mkimage.Image(arm, "gzip")])


def ko(shop):
    """Builds a program upon the image; its own layout says what comes out."""
    base = shop.registry()
    module, layout = shop.path("module"), shop.path("ko-layout")
    os.makedirs(module)
    for name, text in (("go.mod", "module example.com/x\n\ngo 1.19\n"),
                       ("main.go", "package main\n\nfunc main() {}\n")):
        with open(os.path.join(module, name), "w", encoding="utf-8") as f:
            f.write(text)
    go = os.path.dirname(tool("go"))
    sh(tool("ko"), "build", "--push=false", "--bare", "--sbom", "none",
       "--platform", "linux/amd64", "--oci-layout-path", layout,
       "--tarball", shop.path("ko"), ".", cwd=module,
       env={**os.environ, "PATH": go + ":" + os.environ["PATH"],
            "KO_DOCKER_REPO": "example.com/ko", "GOFLAGS": "-mod=mod",
            "KO_DEFAULTBASEIMAGE": base + "/acme/gzip:1"})
    want = roads.run([layout])
    if want == shop.want:
        raise Failed("ko: its program is not in the image")
    yield "gzip", shop.path("ko"), "", want
    sh(tool("skopeo"), "copy", "-q", "oci:" + layout,
       "docker-archive:" + shop.path("ko-skopeo"))
    yield "plain", shop.path("ko-skopeo"), "", want


def buildkit(shop):
    """Builds FROM the image and nothing more; the first it writes is what all
    it writes has to be."""
    need_root()
    base, root = shop.registry(), shop.path("buildkit")
    address = "unix://" + shop.path("buildkit.socket")
    client = [tool("buildctl"), "--addr", address]
    os.makedirs(shop.path("context"))
    with open(shop.path("buildkit.toml"), "w", encoding="utf-8") as f:
        f.write('[registry."%s"]\n  http = true\n' % base)
    with open(shop.path("context", "Dockerfile"), "w", encoding="utf-8") as f:
        f.write("FROM %s/acme/gzip:1\n" % base)
    shop.start("buildkit", [
        tool("buildkitd"), "--addr", address, "--root", root, "--config",
        shop.path("buildkit.toml"), "--containerd-worker=false",
        "--oci-worker-snapshotter=native"],
        lambda: sh(*client, "debug", "workers"))
    want = None
    for kind, layers in (("oci", "gzip"), ("oci", "zstd"), ("oci", "plain"),
                         ("docker", "gzip"), ("docker", "plain")):
        out = shop.path("buildkit-%s-%s" % (kind, layers))
        how = layers.replace("plain", "uncompressed")
        beside = ["--opt", "attest:provenance=mode=min"] if kind == "oci" \
            else []
        sh(*client, "build", *beside, "--frontend", "dockerfile.v0", "--local",
           "context=" + shop.path("context"), "--local",
           "dockerfile=" + shop.path("context"), "--output",
           "type=%s,name=acme/x:1,force-compression=true,compression=%s,"
           "dest=%s" % (kind, how, out))
        want = want or roads.run([out])
        yield layers, out, "", want


WRITERS = {
    "podman archive": lambda s: podman_format(s, "docker-archive", "plain"),
    "podman oci-arch": lambda s: podman_format(s, "oci-archive", "gzip"),
    "podman oci-dir": lambda s: podman_format(s, "oci-dir", "gzip"),
    "podman dir": lambda s: podman_format(s, "docker-dir", "gzip"),
    "podman save -m": podman_many,
    "buildah archive": buildah,
    "buildah oci": buildah_oci,
    "skopeo archive": lambda s: skopeo_archive(s, "docker-archive", ":" + TAG),
    "skopeo oci-arch": lambda s: skopeo_archive(s, "oci-archive", ":a1"),
    "skopeo oci": skopeo_oci,
    "skopeo dir": skopeo_dir,
    "umoci": umoci,
    "crane tarball": lambda s: crane(s, "tarball"),
    "crane legacy": lambda s: crane(s, "legacy"),
    "crane oci": lambda s: crane(s, "oci"),
    "registry": registry,
    "ctr export": containerd,
    "ctr one of two": containerd_part,
    "ko": ko,
    "buildkit": buildkit,
}


# -------------------------------------------------------------------- roads

def compressed(path, outer):
    """What is in path, within gzip or zstd."""
    out = "%s.%s" % (path, outer)
    with open(path, "rb") as f, open(out, "wb") as to:
        to.write(mkimage.compress(f.read(), outer))
    return out


def travel(shop, row, layers, path, name="", want=None):
    """As it is; if it is a file, wrapped too."""
    def go(outer, at):
        road = roads.Road(row, (layers, outer), at, want or shop.want, name)
        if not at.startswith("docker://"):
            return road.travel()
        road.judge("file", roads.run([at], more=["--plain-http",
                                                 "--no-cache"]))
        return road

    yield go("none", path)
    if os.path.isfile(path):
        for outer in ("gzip", "zstd"):
            yield go(outer, compressed(path, outer))


def one_writer(shop, row, write):
    try:
        for written in write(shop):
            yield from travel(shop, row, *written)
    except Absent as why:
        print("skip %s: %s" % (row, why), flush=True)
    except (Failed, OSError, subprocess.TimeoutExpired) as why:
        road = roads.Road(row, ("plain", "none"), row, shop.want)
        road.got["file"] = str(why)
        yield road


def all_roads():
    os.makedirs(roads.WORK, exist_ok=True)
    work = tempfile.mkdtemp(prefix="real-roads.", dir=roads.WORK)
    shop = Shop(os.path.abspath(work))
    try:
        for row, write in WRITERS.items():
            yield from one_writer(shop, row, write)
    finally:
        shop.ended.close()
        shutil.rmtree(work, ignore_errors=True)


def main():
    if sys.argv[1:] == ["--matrix"]:
        return roads.matrix(all_roads()) > 0
    return roads.tell(all_roads()) > 0


if __name__ == "__main__":
    sys.exit(main())
