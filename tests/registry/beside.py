#!/usr/bin/env python3
"""beside.py - layers of a registry's image, several at once.

  overlap   --jobs N has up to N layers on their way at once, 6 at most
  same      whatever the server does, any number of threads says the same
  little    the same requests and bytes, tokens and credentials; few connections
  stopped   a layer that fails ends the others, also those that wait

A server of its own on loopback, which needs no registry; that two requests
met is read from its log, and only what would hang is timed. Prints 'ok NAME'
or 'not ok NAME'.
"""
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.dirname(HERE))
sys.dont_write_bytecode = True
import mkimage  # noqa: E402
import servers  # noqa: E402

B = os.environ.get("B", "build")
CUDALINT = os.path.abspath(
    os.environ.get("CUDALINT", os.path.join(B, "cudalint")))
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
FOREIGN = "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip"
CONFIG = "application/vnd.oci.image.config.v1+json"
HANGS = 90  # seconds
PATIENCE = 60  # of the server, for somebody to come
JOBS = "1", "2", "4"
bad = 0


def check(name, good, detail=""):
    global bad
    print("ok" if good else "not ok", name, flush=True)
    if not good:
        bad = 1
        print("    ", str(detail)[:1500].replace("\n", "\n     "))


def sha256(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


class ShopHandler(servers.Handler):
    def setup(self):
        super().setup()
        with self.server.owner.bell:
            self.server.owner.connections += 1

    def do_GET(self):
        shop = self.server.owner
        kind, name = self.path.split("/")[-2:]
        if self.path.startswith("/token"):
            return shop.grant(self)
        if not shop.admits(self):
            return self.answer(401, WWW_Authenticate=(
                f'Bearer realm="{shop.url}/token",service="shop"'))
        if kind == "manifests":
            data = shop.manifests.get(name)
            return self.answer(200, data[1], Content_Type=data[0],
                               Docker_Content_Digest=sha256(data[1]))
        shop.enter(name)
        try:
            shop.how.get(name, whole)(self, shop.blobs.get(name, b""))
        finally:
            shop.leave(name)

    do_HEAD = do_GET

    def begin(self, data, size=None):
        """The head of an answer with what is asked of data."""
        at = 0
        if "Range" in self.headers:
            at = int(self.headers["Range"][6:].split("-")[0])
            self.send_response(206)
            self.send_header("Content-Range",
                             f"bytes {at}-{len(data) - 1}/{len(data)}")
        else:
            self.send_response(200)
        self.send_header("Content-Length", str((size or len(data)) - at))
        self.end_headers()
        return at

    def give(self, data):
        with self.server.owner.bell:
            self.server.owner.sent += len(data)
        self.wfile.write(data)


class Shop(servers.Server):
    """Images without a registry; how says what is done with a blob."""

    handler = ShopHandler

    def __init__(self):
        super().__init__()
        self.manifests, self.blobs = {}, {}
        self.bell = threading.Condition()
        self.tokens = False
        self.reset()

    def reset(self, how=(), want=0):
        """want: blobs that are to be on their way before any of them is
        given; how: {digest: action}"""
        self.how, self.want = dict(how), want
        self.now = self.most = self.sent = self.connections = 0
        self.asked, self.granted, self.served = [], [], 0
        self.lives = 1 << 30  # requests, of the first token

    def enter(self, name):
        with self.bell:
            self.asked.append(name)
            if name not in self.layers:
                return
            self.now += 1
            self.most = max(self.most, self.now)
            self.bell.notify_all()
            self.bell.wait_for(lambda: self.most >= self.want, PATIENCE)

    def leave(self, name):
        with self.bell:
            self.now -= name in self.layers

    def admits(self, h):
        with self.bell:
            self.served += 1
            valid = "Bearer t1" if self.served <= self.lives else "Bearer t2"
            return not self.tokens or h.headers.get("Authorization") == valid

    def grant(self, h):
        with self.bell:
            self.granted.append(h.path)
            token = "t1" if self.served <= self.lives else "t2"
        h.answer(200, json.dumps({"token": token, "expires_in": 3000}).encode())

    def add(self, data):
        self.blobs[sha256(data)] = data
        return {"digest": sha256(data), "size": len(data)}

    def image(self, name, blobs, **change):
        """change: {"media": {layer: type}, "size": {layer: bytes}}"""
        config = {"os": "linux", "architecture": "amd64", "config": {},
                  "rootfs": {"type": "layers", "diff_ids": [
                      diff for _, diff in blobs]}}
        layers = [{"mediaType": change.get("media", {}).get(i, LAYER),
                   **self.add(blob)} for i, (blob, _) in enumerate(blobs)]
        for i, more in change.get("size", {}).items():
            layers[i]["size"] += more
        return self.manifest(name, MANIFEST, {"schemaVersion": 2, "config": {
            "mediaType": CONFIG, **self.add(json.dumps(config).encode())},
            "layers": layers})

    def manifest(self, name, kind, value):
        data = json.dumps({"mediaType": kind, **value}).encode()
        self.manifests[name] = self.manifests[sha256(data)] = kind, data
        return {"mediaType": kind, "digest": sha256(data), "size": len(data)}


def whole(h, data):
    at = h.begin(data)
    h.give(data[at:])


def status(code, times=1 << 30, **headers):
    """The first times."""
    def action(h, data):
        asked = h.server.owner.asked.count(h.path.split("/")[-1])
        if asked > times:
            return whole(h, data)
        return h.answer(code, **headers)
    return action


def broken(h, data):
    """Half of what is asked, unless little is left."""
    at = h.begin(data)
    n = len(data) - at
    h.give(data[at:at + (n // 2 if n > 1000000 else n)])
    h.close_connection = True


def changed(change):
    def action(h, data):
        whole(h, change(data))
    return action


def waits(h, data):
    """A little, and then nothing until the other side is gone."""
    h.close_connection = True
    h.begin(data)
    h.give(data[:100000])
    h.wfile.flush()
    h.connection.settimeout(PATIENCE)
    try:
        h.connection.recv(1)
    except OSError:
        pass


def flip(data):
    at = len(data) // 2
    return data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1:]


def layer(i, how="gzip"):
    """3 MiB, half of it when compressed; also its diffID."""
    noise = random.Random(i).randbytes(3 << 19)
    tar = mkimage.tar_bytes([
        mkimage.Entry("file", f"opt/{i}", noise + bytes(3 << 19)),
        mkimage.Entry("file", f"etc/ld.so.conf.d/{i}.conf", b"/opt/%d" % i),
        mkimage.Entry("file", f"usr/lib/libcuda.so.{i}.1", noise[:999])], 0)
    return mkimage.compress(tar, how), sha256(tar)


def run(command, *args, **env):
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": "/nonexistent",
           **env}
    done = subprocess.run([CUDALINT, command, *args], env=env,
                          stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=HANGS)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def facts(shop, name, jobs, *args, **env):
    return run("facts", "--jobs", jobs, *(args or ["--no-cache"]),
               f"{shop.host}/{name}", **env)


def overlap(shop):
    for depth in (), ("--verify",):
        for jobs in JOBS:
            shop.reset(want=int(jobs))
            got = run("image", "--no-cache", "--fail-on", "never",
                      "--allow-gaps", "--jobs", jobs, *depth,
                      f"{shop.host}/t/six:1")
            check(f"{jobs} at once {' '.join(depth)}".strip(),
                  shop.most == int(jobs) and got[0] == 0, (shop.most, got))
    shop.reset(want=6)
    got = facts(shop, "t/dozen:dozen", "32")
    check("no more than 6 at once, whatever --jobs",
          shop.most == 6 and got[0] == 0, (shop.most, got[::2]))


def layers(shop, name):
    """Layers in the manifest's order."""
    return [d["digest"] for d in
            json.loads(shop.manifests[name][1])["layers"]]


def cases(shop):
    """(name, reference, how, options, does it fail?)"""
    six = layers(shop, "1")
    yield "whole", "t/six:1", {}, (), False
    yield "of zstd and plain ones", "t/mixed:mixed", {}, (), False
    yield "two platforms", "t/two:two", {}, (), None
    for i in 0, 1, 5:
        yield f"bad bytes in {i}", "t/six:1", {
            six[i]: changed(flip)}, (), True
        yield f"{i} is not there", "t/six:1", {six[i]: status(404)}, (), True
    yield "bad digests", "t/mixed:mixed", {
        d: changed(flip) for d in layers(shop, "mixed")[2:]}, (), True
    yield "two fail", "t/six:1", {six[3]: status(403),
                                  six[4]: changed(flip)}, (), True
    yield "cut off when it was made", "t/cut:cut", {}, (), True
    yield "longer than is said", "t/long:long", {}, (), True
    yield "given up", "t/six:1", {
        six[2]: status(503, Retry_After="0")}, (), True
    yield "an hour", "t/six:1", {
        six[2]: status(429, Retry_After="3600")}, (), True
    yield "too many requests", "t/six:1", {
        d: status(429, 2, Retry_After="0") for d in six}, (), False
    yield "connections that break", "t/six:1", {
        d: broken for d in six}, (), False
    yield "a foreign layer", "t/foreign:foreign", {
        layers(shop, "foreign")[1]: status(404)}, (), False
    yield "limit of the image", "t/six:1", {}, (
        "--limit", "image-bytes=10M"), True
    yield "limit of a layer", "t/six:1", {}, (
        "--max-layer-bytes", "2000000"), True
    yield "little room for facts", "t/six:1", {}, (
        "--limit", "facts-bytes=3500"), None


def same(shop):
    for name, ref, how, options, fails in cases(shop):
        runs = []
        for jobs in JOBS:
            shop.reset(how)
            command = "image" if "two" in ref else "facts"
            runs.append(run(command, "--no-cache", "--jobs", jobs, *options,
                            f"{shop.host}/{ref}"))
        good = all(r == runs[0] for r in runs) and runs[0][0] in (0, 1, 2) \
            and (fails is None or fails == (runs[0][0] == 2))
        check("same: " + name, good, [
            (r[0], len(r[1]), r[2][-300:]) for r in runs])


def little(shop):
    shop.tokens = True
    seen = []
    for jobs in JOBS:
        shop.reset()
        got = facts(shop, "t/dozen:dozen", jobs)
        seen.append((got, sorted(shop.asked), shop.sent))
        check(f"one token for --jobs {jobs}", len(shop.granted) == 1,
              shop.granted)
        check(f"connections of --jobs {jobs}",
              shop.connections <= 2 + (int(jobs) + 1) * (jobs != "1"),
              shop.connections)  # one spoke TLS
    check("the same requests and bytes", seen[0] == seen[1] == seen[2] and
          seen[0][0][0] == 0, [(s[0][0], len(s[1]), s[2]) for s in seen])
    for jobs in JOBS:
        shop.reset()
        shop.lives = 7
        got = facts(shop, "t/dozen:dozen", jobs)
        most = 2 + (int(jobs) + 1) * (jobs != "1")
        check(f"a token that ends, --jobs {jobs}", got == seen[0][0] and
              2 <= len(shop.granted) <= most, (got[0], shop.granted))
    known(shop)
    helper(shop)
    shop.tokens = False
    shop.reset()
    got = facts(shop, "t/again:again", "4")
    check("a layer that comes twice is fetched once",
          got[0] == 0 and len(shop.asked) == len(set(shop.asked)), shop.asked)


def helper(shop):
    """A program that knows the password is asked once."""
    with tempfile.TemporaryDirectory() as folder:
        program, count, auth = (os.path.join(folder, f) for f in (
            "docker-credential-tests", "count", "auth.json"))
        with open(program, "w") as f:
            f.write(f"#!/bin/sh\necho x >>{count}\n"
                    'echo \'{"Username": "u", "Secret": "p"}\'\n')
        os.chmod(program, 0o755)
        with open(auth, "w") as f:
            json.dump({"credsStore": "tests"}, f)
        for jobs in JOBS:
            shop.reset()
            got = facts(shop, "t/six:1", jobs, "--no-cache", "--authfile",
                        auth, PATH=folder + ":" + os.environ["PATH"])
            with open(count) as f:
                times = len(f.readlines())
            os.unlink(count)
            check(f"one question to a helper, --jobs {jobs}",
                  got[0] == 0 and times == 1, (got, times))


def known(shop):
    """What is in the cache is not fetched, nor is a token for it."""
    with tempfile.TemporaryDirectory() as cache:
        shop.reset()
        facts(shop, "t/three:three", "4", "--cache", cache)
        shop.reset()
        facts(shop, "t/six:1", "4", "--cache", cache)
        new = [d for d in shop.asked if d in shop.layers]
        check("layers that the cache has", sorted(new) == sorted(
            layers(shop, "1")[3:]), new)
        shutil.rmtree(cache)
        digest = sha256(shop.manifests["1"][1])
        facts(shop, f"t/six@{digest}", "4", "--cache", cache, "--depth",
              "config")
        shop.reset()
        got = facts(shop, f"t/six@{digest}", "4", "--cache", cache)
        check("one token where the manifest was known", got[0] == 0 and
              len(shop.granted) == 1 and sorted(shop.asked) == sorted(
                  layers(shop, "1")), (got, shop.granted, shop.asked))


def stopped(shop):
    """The first fails when others are on their way: they end as well."""
    six = layers(shop, "1")
    for name, action in (("that wait for bytes", waits), (
            "that are told to wait", status(429, Retry_After="115")),
            ("that never end", endless)):
        shop.reset({d: action for d in six[1:]}, want=4)
        shop.how[six[0]] = status(404)
        try:
            got = facts(shop, "t/six:1", "4")
        except subprocess.TimeoutExpired as e:
            got = e
        check(f"it ends others {name}", isinstance(got, tuple) and
              got[0] == 2 and "answered 404" in got[2] and
              six[4] not in shop.asked and six[5] not in shop.asked,
              (got, shop.asked))
    shop.reset({d: waits for d in six})
    got = facts(shop, "t/six:1", "4", "--no-cache", "--timeout", "2")
    check("--timeout", got[0] == 2 and "not done in time" in got[2], got)


def endless(h, data):
    """As much as somebody takes, slowly: nobody may want all of it."""
    h.close_connection = True
    h.begin(data, 1 << 40)
    try:
        while True:
            h.wfile.write(bytes(1000))
            threading.Event().wait(0.01)
    except OSError:
        pass


def fill(shop):
    blobs = [layer(i) for i in range(12)]
    shop.image("1", blobs[:6])
    shop.image("three", blobs[:3])
    shop.image("dozen", blobs)
    shop.image("again", [blobs[i] for i in (0, 1, 0, 2, 1, 2)])
    shop.image("mixed", [layer(i, ("zstd", "gzip", "plain")[i % 3])
                         for i in range(6)])
    cut = [blobs[0], blobs[1], (blobs[2][0][:-2000], blobs[2][1]), blobs[3]]
    shop.image("cut", cut)
    shop.image("long", blobs[:4], size={2: -5000})
    shop.image("foreign", blobs[:4], media={1: FOREIGN})
    first = shop.image("two-a", blobs[:5])
    second = shop.image("two-b", blobs[:4] + blobs[6:8])
    shop.manifest("two", INDEX, {"schemaVersion": 2, "manifests": [
        dict(m, platform={"os": "linux", "architecture": "amd64",
                          "variant": v})
        for m, v in ((first, "v2"), (second, "v3"))]})
    shop.layers = {d["digest"] for _, m in shop.manifests.values()
                   for d in json.loads(m).get("layers", [])}


def main():
    with Shop() as shop:
        fill(shop)
        for part in overlap, same, little, stopped:
            try:
                part(shop)
            except Exception as e:  # a part that dies is one failure
                check(part.__name__, False, repr(e))
    return bad


if __name__ == "__main__":
    sys.exit(main())
