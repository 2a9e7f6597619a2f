#!/usr/bin/env python3
"""suite.py - images from Debian's docker-registry on loopback.

Roads and depths, credentials and tokens, TLS, mirrors, faults, and servers
that mean no good. Prints 'ok NAME' or 'not ok NAME'; SKIP with a reason where
the package is not there.
"""
import base64
import concurrent.futures
import contextlib
import copy
import io
import json
import os
import random
import re
import subprocess
import sys
import tarfile
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import images  # noqa: E402
import servers  # noqa: E402
from servers import PASSWORD, USER, Rule  # noqa: E402

B = os.environ.get("B", "build")
CUDALINT = os.path.abspath(
    os.environ.get("CUDALINT", os.path.join(B, "cudalint")))
FLEET = os.path.join(images.ROOT, "fixtures", "cases.fleet.json")
SECRETS = [PASSWORD, "s3cret", base64.b64encode(
    f"{USER}:{PASSWORD}".encode()).decode()]
LAYERS = ["plain", "gzip", "gzip-multi", "zstd", "zstd-skippable"]
bad = 0
said = []  # all that was ever printed
printing = threading.Lock()


def check(name, good, detail=""):
    global bad
    with printing:
        print("ok" if good else "not ok", name, flush=True)
        if not good:
            bad = 1
            print("    ", str(detail)[:1500].replace("\n", "\n     "))


def run(*args, stdin=b"", home=None, **env):
    """Without the proxies and credentials of whoever runs the tests."""
    clean = {"PATH": os.environ["PATH"], "LC_ALL": "C",
             "HOME": home or "/nonexistent", **env}
    done = subprocess.run([CUDALINT, *args], input=stdin, env=clean,
                          capture_output=True, timeout=120)
    done.out = done.stdout.decode("utf-8", "replace")
    done.err = done.stderr.decode("utf-8", "replace")
    said.append(done.out + done.err)
    return done


def report(ref, *args, **env):
    """The report without what differs between roads, or why there is none."""
    done = run("image", "--fleet", FLEET, "--pool", "*3090*", "--format",
               "json", "--fail-on", "never", "--allow-gaps", "--no-cache",
               *args, ref, **env)
    if done.returncode:
        return f"[{done.returncode}] {done.err}"
    return re.sub(r'"(ref|manifest_digest|depth)": .*', "", done.out)


def facts(ref, *args, **env):
    done = run("facts", "--no-cache", *args, ref, **env)
    return json.loads(done.out) if done.returncode == 0 else done.err


def verdict(ref, *args, **env):
    done = run("image", "--fleet", FLEET, "--pool", "*3090*", "--no-cache",
               "--fail-on", "never", "--allow-gaps", "--quiet", *args, ref,
               **env)
    return done.out + done.err


class World:
    """The servers and images that most tests share."""

    def __init__(self, stack):
        self.stack = stack
        self.tmp = stack.enter_context(tempfile.TemporaryDirectory())
        self.open = self.start("open")
        self.proxy = stack.enter_context(servers.Proxy(self.open.host))
        self.open_url = f"http://{self.open.host}"
        self.htpasswd = os.path.join(self.tmp, "htpasswd")
        with open(self.htpasswd, "w") as f:
            f.write(servers.HTPASSWD)
        self.a1 = images.build(self.tmp, "a1")
        images.skopeo_push(self.a1, self.open.host, "t/a1:1")
        self.local = report(self.a1)

    def start(self, name, lines="", tls=None):
        return self.stack.enter_context(
            servers.Registry(self.tmp, name, lines, tls))

    def server(self, s):
        return self.stack.enter_context(s)

    def apart(self):
        """The same with a proxy of its own."""
        other = copy.copy(self)
        other.proxy = self.server(servers.Proxy(self.open.host))
        return other

    def folder(self, name):
        path = os.path.join(self.tmp, name)
        os.makedirs(path, exist_ok=True)
        return path


def roads(w):
    for layers in LAYERS:
        path = images.build(w.tmp, "a1", layers)
        images.skopeo_push(path, w.open.host, "t/roads:" + layers)
        ref = f"{w.open.host}/t/roads:{layers}"
        got = report(ref, "--depth", "full")
        check(f"road {layers}", got == w.local and len(got) > 500, got)
        got = report(ref, "--verify")
        check(f"road {layers} verify", got == w.local, got)
    got = report(f"docker://{w.open.host}/t/roads:plain")
    check("docker:// in front", got == w.local, got)
    got = report("oci:" + w.a1)
    check("oci: in front", got == w.local, got)
    digest = servers_digest(w, "t/a1", "1")
    got = report(f"{w.open.host}/t/a1:gone@{digest}")
    check("a digest decides", got == w.local, got)


def servers_digest(w, name, tag):
    p = images.Pusher(w.open.host)
    r = p.request("HEAD", f"/v2/{name}/manifests/{tag}",
                  Accept=images.MANIFEST)
    return r.getheader("Docker-Content-Digest")


def platforms(w):
    path = os.path.join(w.tmp, "multi.img")
    with open(path, "w") as f:
        f.write("include %s/fixtures/cases/a1.img\n"
                "also linux/arm64 %s/fixtures/cases/a2.img\n"
                % (images.ROOT, images.ROOT))
    out = os.path.join(w.tmp, "multi")
    images.run(sys.executable, os.path.join(images.ROOT, "tests",
                                            "mkimage.py"),
               "--shape", "oci-dir", "-o", out, path)
    images.skopeo_push(out, w.open.host, "t/multi:1", "--all")
    w.proxy.plan()
    ref = f"{w.proxy.host}/t/multi:1"
    got, want = (report(r, "--platform", "linux/arm64", "--depth", "full")
                 for r in (ref, out))
    check("platform of an index", got == want and "arm64" in got, got)
    asked = {p for m, p, _ in w.proxy.log
             if m == "GET" and "/manifests/" in p}
    check("only its manifest is fetched", len(asked) == 2, asked)
    got = report(ref, "--platform", "linux/s390x")
    check("no such platform", "no image for linux/s390x" in got and
          "linux/arm64" in got, got)


def strip(value):
    """Facts without what tells the layers' depth or the image's id."""
    return {k: v for k, v in value.items()
            if k not in ("gaps", "digest", "layers")}


def tables(w):
    plain = images.build(w.tmp, "a1", "plain")
    made = {"estargz": images.estargz(plain, os.path.join(w.tmp, "estargz")),
            "zstd:chunked": images.zstd_chunked(w.tmp, "a1")}
    for kind, path in made.items():
        name = kind.replace(":", "")
        images.skopeo_push(path, w.open.host, f"t/{name}:1")
        w.proxy.plan()
        ref = f"{w.proxy.host}/t/{name}:1"
        full = facts(ref, "--depth", "full")
        local = facts(w.a1)
        check(f"{kind} full", isinstance(full, dict) and
              strip(full) == strip(local), full)
        w.proxy.plan()
        files = facts(ref, "--depth", "files")
        check(f"{kind} files", isinstance(files, dict) and
              strip(files) == strip(local) and
              {g["group"] for g in files["gaps"]} == {"code"}, files)
        whole = [p for m, p, h in w.proxy.log
                 if "/blobs/" in p and "Range" not in h]
        check(f"{kind} by ranges", len(whole) == 1, whole)
        names = facts(ref, "--depth", "toc")
        check(f"{kind} names", isinstance(names, dict) and
              names["umd"] and "packages" not in names and
              any(g["reason"] == "only its name was read"
                  for g in names["gaps"]), names)
        w.proxy.plan(Rule("blobs", servers.ignore_range(), -1))
        got = facts(ref, "--depth", "files")
        check(f"{kind} from a server without ranges", got == full, got)
        w.proxy.plan(Rule("blobs", corrupt_ranges(), -1))
        got = facts(ref, "--depth", "files")
        check(f"{kind} with broken ranges", isinstance(got, dict) and
              strip(got) == strip(local), got)


def large_table(w):
    """A table that does not come with the end of its blob."""
    rng = random.Random(3)
    files = {f"opt/{i}/{rng.randbytes(20).hex()}": rng.randbytes(10)
             for i in range(18000)}
    files["usr/local/lib/python3.10/dist-packages/torch/version.py"] = \
        b"__version__ = '2.1.0+cu121'\ncuda: Optional[str] = '12.1'\n"
    plain = images.add_layer(images.build(w.tmp, "a1", "plain"),
                             os.path.join(w.tmp, "large"), files)
    made = images.estargz(plain, os.path.join(w.tmp, "large-estargz"))
    images.skopeo_push(made, w.open.host, "t/large:1")
    w.proxy.plan()
    got = facts(f"{w.proxy.host}/t/large:1", "--depth", "files")
    local = facts(plain)
    check("a large table", isinstance(got, dict) and
          strip(got) == strip(local) and "torch" in got, got)
    ranges = [h.get("Range", "") for _, p, h in w.proxy.log if "/blobs/" in p]
    sizes = [int(b) - int(a) for a, b in
             re.findall(r"bytes=(\d+)-(\d+)", " ".join(ranges))]
    check("is fetched by ranges", ranges.count("") == 1 and
          max(sizes) > 1 << 20, ranges)


def corrupt_ranges():
    """Only answers to ranges are damaged: the layer as a whole is good."""
    def action(h):
        change = servers.corrupt() if "Range" in h.headers else None
        return change(h) if change else h.forward()
    return action


def depths(w):
    ref = f"{w.open.host}/t/a1:1"
    got = report(ref, "--depth", "config")
    check("a config alone does not pass", '"verdict": "pass"' not in got and
          '"reason": "not read: only the config was"' in got, got)
    got = report(ref, "--depth", "toc")
    check("no table of contents",
          "not read: it has no table of contents" in got, got)
    done = run("image", "--depth", "deep", ref)
    check("--depth is checked", done.returncode == 2 and
          "--depth wants config" in done.err, done.err)
    w.proxy.plan()
    got = verdict(f"{w.proxy.host}/t/a1:1", "--platform", "linux/amd64",
                  "--depth", "auto")
    check("auto goes on", "unknown" not in got.lower(), got)
    wrong = wrong_arch(w)
    w.proxy.plan()
    done = run("image", "--fleet", FLEET, "--pool", "*3090*", "--no-cache",
               f"{w.proxy.host}/{wrong}")
    blobs = [p for _, p, _ in w.proxy.log if "/blobs/" in p]
    check("a config alone can prove a failure",
          "depth config" in done.out and len(blobs) == 1,
          done.out + done.err + str(blobs))


def wrong_arch(w):
    """An image for a CPU that the pool has not."""
    lay, p = images.Layout(w.a1), images.Pusher(w.open.host)
    config = dict(lay.config, architecture="s390x")
    manifest = dict(lay.manifest)
    for layer in manifest["layers"]:
        p.blob("t/wrong", lay.read(layer["digest"]))
    manifest["config"] = dict(manifest["config"], **p.blob(
        "t/wrong", json.dumps(config).encode()))
    p.manifest("t/wrong", "1", manifest)
    return "t/wrong:1"


def auth_file(w, name, value):
    path = os.path.join(w.tmp, name)
    with open(path, "w") as f:
        json.dump(value, f)
    return path


def basic(w):
    r = w.start("basic", "auth:\n  htpasswd:\n    realm: r\n"
                f"    path: {w.htpasswd}\n")
    pair = f"{USER}:{PASSWORD}"
    images.skopeo_push(w.a1, r.host, "t/a1:1", "--dest-creds", pair)
    ref = f"{r.host}/t/a1:1"
    got = report(ref)
    check("no credentials", "[2]" in got and "credentials are needed" in got,
          got)
    who = ["--username", USER, "--password-stdin"]
    got = report(ref, *who, stdin=PASSWORD.encode() + b"\n")
    check("--username", got == w.local, got)
    got = report(ref, *who, stdin=b"wrong-s3cret\n")
    check("a wrong password", "were refused" in got, got)
    cache = os.path.join(w.tmp, "kept")
    run("image", "--cache", cache, *who, ref, stdin=PASSWORD.encode())
    kept = subprocess.run(["grep", "-rlF", *(x for s in SECRETS
                                             for x in ("-e", s)), cache],
                          capture_output=True, text=True).stdout
    check("no secret in the cache", os.listdir(cache) and not kept, kept)
    auth = base64.b64encode(pair.encode()).decode()
    entry = {"auths": {r.host: {"auth": auth}}}
    named = auth_file(w, "auth.json", entry)
    got = report(ref, "--authfile", named)
    check("--authfile", got == w.local, got)
    got = report(ref, REGISTRY_AUTH_FILE=named)
    check("REGISTRY_AUTH_FILE", got == w.local, got)
    got = report(ref, DOCKER_AUTH_CONFIG=json.dumps(entry))
    check("DOCKER_AUTH_CONFIG", got == w.local, got)
    home = w.folder("home/.docker")
    auth_file(w, "home/.docker/config.json", entry)
    got = report(ref, home=os.path.dirname(home))
    check("~/.docker/config.json", got == w.local, got)
    xdg = w.folder("xdg/containers")
    auth_file(w, "xdg/containers/auth.json", entry)
    got = report(ref, XDG_RUNTIME_DIR=os.path.dirname(xdg))
    check("podman's auth.json", got == w.local, got)
    helpers(w, r, ref)
    other = f"{w.open.host}/t/a1:1"
    done = run("image", *who, ref, other, stdin=PASSWORD.encode())
    check("--username is for one host", done.returncode == 2 and
          "is for one registry" in done.err, done.err)
    done = run("scan", *who, f"{r.host}/t/*", f"{w.open.host}/t/*",
               stdin=PASSWORD.encode())
    check("--username of a scan is for one host", done.returncode == 2 and
          "is for one registry" in done.err, done.err)
    broken = os.path.join(w.tmp, "broken.json")
    with open(broken, "w") as f:
        f.write('{"auths": {"%s": {"auth": "x" "s3cret"}}}' % r.host)
    got = report(ref, "--authfile", broken)
    check("a broken file of credentials", "broken.json" in got and
          "line 1" in got, got)


def helpers(w, r, ref):
    folder = w.folder("bin")
    path = os.path.join(folder, "docker-credential-tests")
    with open(path, "w") as f:
        f.write(f"""#!/bin/sh
[ "$1" = get ] && [ "$(cat)" = "{r.host}" ] || {{
	echo credentials not found in native keychain
	exit 1
}}
echo '{{"ServerURL":"x","Username":"{USER}","Secret":"{PASSWORD}"}}'
""")
    os.chmod(path, 0o755)
    where = folder + ":" + os.environ["PATH"]
    for name, value in (("credHelpers", {r.host: "tests"}),
                        ("credsStore", "tests")):
        named = auth_file(w, "helper.json", {name: value})
        got = report(ref, "--authfile", named, PATH=where)
        check(name, got == w.local, got)
    named = auth_file(w, "helper.json", {"credsStore": "missing"})
    got = report(ref, "--authfile", named, PATH=where)
    check("a helper that is not there",
          "docker-credential-missing cannot be run" in got, got)


def tokens(w):
    issuer = w.server(servers.Issuer(w.tmp))
    r = w.start("token", issuer.lines())
    pair = f"{USER}:{PASSWORD}"
    for name in ("public/a1:1", "private/a1:1"):
        images.skopeo_push(w.a1, r.host, name, "--dest-creds", pair)
    got = report(f"{r.host}/public/a1:1")
    check("a token for anybody", got == w.local, got)
    issuer.log.clear()
    got = report(f"{r.host}/private/a1:1")
    check("a token that does not do", "[2]" in got and
          "UNAUTHORIZED" in got or "credentials are needed" in got, got)
    who = ["--username", USER, "--password-stdin"]
    issuer.log.clear()
    got = report(f"{r.host}/private/a1:1", *who, stdin=PASSWORD.encode())
    check("a token by password", got == w.local, got)
    check("one token for all requests", len(issuer.log) == 1, issuer.log)
    check("its scope", "scope=repository%3Aprivate%2Fa1%3Apull" in
          issuer.log[0][1] and "service=tests" in issuer.log[0][1],
          issuer.log[0][1])
    got = report(f"{r.host}/private/a1:1", *who, stdin=b"wrong-s3cret")
    check("a wrong password for a token", "were refused" in got, got)
    identity = auth_file(w, "identity.json", {"auths": {r.host: {
        "identitytoken": "identity-s3cret"}}})
    got = report(f"{r.host}/private/a1:1", "--authfile", identity)
    check("an identity token", got == w.local, got)
    issuer.knows_refresh = False
    got = report(f"{r.host}/private/a1:1", "--authfile", identity)
    check("a service without OAuth 2", "[2]" in got, got)
    issuer.knows_refresh = True
    expiry(w, r, issuer, who)
    foreign_realm(w, who)


def expiry(w, r, issuer, who):
    """In mid-scan the token is refused: another is got, once."""
    proxy = w.server(servers.Proxy(r.host))
    challenge = f'Bearer realm="{issuer.url}/token",service="tests",' \
        'error="invalid_token"'
    refuse = servers.status(401, WWW_Authenticate=challenge)
    proxy.plan(Rule("blobs", refuse), Rule("blobs", after(2, refuse), 3))
    issuer.log.clear()
    issuer.refresh = True
    got = report(f"{proxy.host}/private/a1:1", *who, stdin=PASSWORD.encode())
    check("a token that expires", got == w.local, got)
    kinds = [m for m, _, _ in issuer.log]
    check("the second by a refresh token", kinds[0] == "GET" and
          "POST" in kinds, kinds)
    issuer.refresh = False


def foreign_realm(w, who):
    """127.0.0.1 is not localhost: no password for its token service."""
    issuer = w.server(servers.Issuer(w.folder("foreign")))
    r = w.start("foreign-realm", issuer.lines(f"localhost:{issuer.port}"))
    got = report(f"{r.host}/private/a1:1", *who, stdin=PASSWORD.encode())
    sent = [h for _, _, h in issuer.log if "Authorization" in h]
    check("no password for a token service of another host",
          issuer.log and not sent, (issuer.log, got))


def tls(w):
    folder = w.folder("tls")
    ca = servers.make_key(folder, "ca", "tests-ca")
    key = servers.make_key(folder, "server", "127.0.0.1", ca,
                           "IP:127.0.0.1,DNS:localhost")
    r = w.start("tls-registry", tls=key)
    images.skopeo_push(w.a1, r.host, "t/a1:1")
    ref = f"{r.host}/t/a1:1"
    got = report(ref)
    check("an unknown certificate", "[2]" in got and
          "certificate" in got.lower(), got)
    got = report(ref, "--ca-file", ca + ".crt")
    check("--ca-file", got == w.local, got)
    got = report(ref, SSL_CERT_FILE=ca + ".crt")
    check("SSL_CERT_FILE", got == w.local, got)
    certs = w.folder(f"tlshome/.config/containers/certs.d/{r.host}")
    with open(ca + ".crt") as f, open(certs + "/ca.crt", "w") as to:
        to.write(f.read())
    got = report(ref, home=os.path.join(w.tmp, "tlshome"))
    check("certs.d", got == w.local, got)
    got = report(ref, "--insecure")
    check("--insecure", got == w.local, got)
    used = [q for q, _, _ in r.requests()]
    check("HTTP/2", "HTTP/2" in used[-1], used[-3:])
    got = report(ref, "--plain-http")
    check("--plain-http is not TLS", "[2]" in got, got)


def mirrors(w):
    gone = f"127.0.0.1:{servers.free_port()}"
    w.proxy.plan()
    got = report("registry.invalid/t/a1:1", "--mirror",
                 f"registry.invalid={w.proxy.url}")
    check("a mirror", got == w.local and w.proxy.log, got)
    got = report(f"{w.open.host}/t/a1:1", "--mirror",
                 f"{w.open.host}=http://{gone}")
    check("a mirror that is gone", got == w.local, got)
    done = run("image", "--mirror", "nonsense", f"{w.open.host}/t/a1:1")
    check("--mirror is checked", "--mirror wants HOST=URL" in done.err,
          done.err)


def proxies(w):
    """As http_proxy, which this machine's own servers never go through."""
    w.proxy.plan()
    got = report("registry.invalid/t/a1:1", "--plain-http",
                 http_proxy=w.proxy.url)
    asked = w.proxy.log[0][1] if w.proxy.log else ""
    check("http_proxy", got == w.local and
          asked.startswith("http://registry.invalid/v2/"), (asked, got))
    got = report("registry.invalid/t/a1:1", "--plain-http",
                 http_proxy=w.proxy.url, no_proxy="registry.invalid")
    check("no_proxy", "name is not known" in got, got)
    got = report(f"{w.open.host}/t/a1:1", http_proxy="http://127.0.0.1:1",
                 https_proxy="http://127.0.0.1:1")
    check("no proxy for this machine", got == w.local, got)


def pages(w):
    """Lists that come in pieces, which lead to this host only."""
    spy = w.server(servers.Proxy(w.open.host))
    for i in range(5):
        images.skopeo_push(w.a1, w.open.host, f"t/pages:p{i}")

    def action(h):
        at = int((re.findall(r"last=p(\d)", h.path) or ["-1"])[0]) + 1
        link = f'<{spy.url}/v2/t/pages/tags/list?last=p{at}&n=1>; rel="next"'
        more = {"Link": link} if at < 4 else {}
        h.answer(200, json.dumps({"tags": [f"p{at}", "x" * 300]}).encode(),
                 **more)
    w.proxy.plan(Rule("tags/list", action, -1))
    done = run("scan", "--format", "jsonl", "--no-cache", "--fail-on",
               "never", "--allow-gaps", f"{w.proxy.host}/t/pages")
    lines = [json.loads(line) for line in done.out.splitlines()]
    tags = {t.split(":")[-1] for x in lines for t in
            x.get("tags", []) + [x["ref"]]}
    check("tags on five pages", tags == {f"p{i}" for i in range(5)} and
          not spy.log, (tags, done.err, spy.log))


def failing(w, name, want, *rules, ref=None, args=()):
    w.proxy.plan(*rules)
    got = report(ref or f"{w.proxy.host}/t/a1:1", *args)
    check(name, want in got, got)
    return got


def faults(w):
    s = servers
    for name, rule in (
            ("429", Rule("blobs", s.status(429, Retry_After="0"), 2)),
            ("503", Rule("manifests", s.status(503, Retry_After="0"), 3)),
            ("500 without a word", Rule("blobs", s.status(500), 1)),
            ("a reset", Rule("blobs", s.reset(), 1)),
            ("a body that breaks", Rule("GET.*blobs", s.cut(300), 3)),
            ("a redirect", Rule("blobs", s.redirect(w.open_url), 2)),
            ("303", Rule("blobs", s.redirect(w.open_url, 303), 1)),
            ("200 for a range", Rule("GET.*blobs", broken_once(), -1))):
        w.proxy.plan(rule)
        got = report(f"{w.proxy.host}/t/a1:1")
        check("through " + name, got == w.local, got)
    resumed(w)
    failing(w, "429 without end", "given up", Rule(
        "manifests", s.status(429, Retry_After="0"), -1))
    failing(w, "Retry-After of an hour", "come back in 3600 seconds", Rule(
        "manifests", s.status(429, Retry_After="3600"), -1))
    failing(w, "404", "answered 404", Rule("manifests", s.status(404), -1))
    failing(w, "403", "answered 403 SOME_CODE", Rule("blobs", s.status(403), -1))
    failing(w, "a broken config", "digest mismatch", Rule(
        "GET.*blobs", s.corrupt(), 1))
    failing(w, "a broken layer", "layer 0", Rule(
        "GET.*blobs", after(1, s.corrupt()), -1),
        args=("--depth", "full"))
    failing(w, "a broken manifest", "mismatch", Rule(
        "GET.*manifests", s.corrupt(), -1))
    failing(w, "redirects without end", "more than 10 redirects", Rule(
        "blobs", s.redirect(""), -1))
    failing(w, "a redirect to a file", "no http or https", Rule(
        "blobs", s.redirect("file:///etc/passwd?"), -1))
    failing(w, "a redirect to a link-local address", "link-local", Rule(
        "blobs", s.redirect("http://169.254.169.254"), -1))
    gone = f"127.0.0.1:{servers.free_port()}/t/a1:1"
    failing(w, "nobody there", "given up", ref=gone)


def after(n, action):
    """The first n go through."""
    left = [n]

    def act(h):
        left[0] -= 1
        return h.forward() if left[0] >= 0 else action(h)
    return act


def broken_once():
    """Breaks each first time, and has never heard of ranges."""
    seen = set()

    def action(h):
        if h.path in seen:
            return h.forward(drop=("range",))
        seen.add(h.path)
        return h.forward(cut=200)
    return action


def resumed(w):
    w.proxy.plan(Rule("GET.*blobs", after(1, servers.cut(300)), 2))
    got = report(f"{w.proxy.host}/t/a1:1", "--depth", "full")
    ranges = [h["Range"] for _, _, h in w.proxy.log if "Range" in h]
    check("what broke is taken up again where it was", got == w.local and
          ranges and ranges[0].startswith("bytes=300-"), (ranges, got))


def secrets(w):
    """Who gets the password of whom."""
    r = w.start("watched", "auth:\n  htpasswd:\n    realm: r\n"
                f"    path: {w.htpasswd}\n")
    images.skopeo_push(w.a1, r.host, "t/a1:1", "--dest-creds",
                       f"{USER}:{PASSWORD}")
    front = w.server(servers.Proxy(r.host))
    elsewhere = w.server(servers.Proxy(w.open.host))
    named = auth_file(w, "front.json", {"auths": {front.host: {
        "username": USER, "password": PASSWORD}}})
    front.plan(Rule("blobs", servers.redirect(elsewhere.url), -1))
    got = report(f"{front.host}/t/a1:1", "--authfile", named)
    sent = [h for _, _, h in elsewhere.log if "Authorization" in h]
    check("a redirect to another host gets no password",
          got == w.local and elsewhere.log and not sent, (got, sent))
    elsewhere.plan(Rule("blobs", servers.status(
        401, WWW_Authenticate='Basic realm="r"'), -1))
    got = report(f"{front.host}/t/a1:1", "--authfile", named)
    sent = [h for _, _, h in elsewhere.log if "Authorization" in h]
    check("nor one that asks for it", "[2]" in got and elsewhere.log and
          not sent, (got, sent))
    front.plan(Rule("manifests", servers.status(
        401, WWW_Authenticate='Bearer realm="http://169.254.169.254/t"'), -1))
    got = report(f"{front.host}/t/a1:1", "--authfile", named)
    check("nor a token service on a link-local address", "link-local" in got,
          got)
    echo(w, front, named)
    foreign_layer(w)


def echo(w, front, named):
    """A server that prints what it was sent: our message does not."""
    def action(h):
        auth = h.headers.get("Authorization", "")
        if not auth:
            return h.answer(401, WWW_Authenticate='Basic realm="r"')
        h.answer(403, json.dumps({"errors": [{
            "code": "DENIED", "message": auth + " " + PASSWORD}]}).encode(),
            Warning=f'299 - "{PASSWORD}"')
    front.plan(Rule("manifests", action, -1))
    digest = servers_digest(w, "t/a1", "1")
    got = report(f"{front.host}/t/a1@{digest}", "--authfile", named)
    check("an error that has the password in it", "DENIED" in got, got)


def digest_of(manifest):
    return images.sha256(json.dumps(manifest).encode())


def given(manifest):
    """A manifest that docker-registry would not take."""
    return Rule("GET.*manifests", lambda h: h.answer(
        200, json.dumps(manifest).encode(), Content_Type=images.MANIFEST), -1)


def foreign_layer(w):
    """urls[] are not followed at all."""
    spy = w.server(servers.Proxy(w.open.host))
    lay, p = images.Layout(w.a1), images.Pusher(w.open.host)
    manifest = json.loads(json.dumps(lay.manifest))
    p.blob("t/foreign", lay.read(manifest["config"]["digest"]))
    for layer in manifest["layers"]:
        p.blob("t/foreign", lay.read(layer["digest"]))
    manifest["layers"][0]["mediaType"] = \
        "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip"
    manifest["layers"][0]["urls"] = [spy.url + "/layer"]
    layer = manifest["layers"][0]["digest"]
    w.proxy.plan(Rule("blobs/" + layer, servers.status(404), -1),
                 given(manifest))
    got = report(f"{w.proxy.host}/t/foreign@{digest_of(manifest)}",
                 "--depth", "full")
    check("urls of a foreign layer", "foreign: its bytes are elsewhere" in got
          and not spy.log, (got, spy.log))


def endless(size, **headers):
    """A body that goes on for as long as somebody listens."""
    def action(h):
        h.send_response(200)
        for name, value in headers.items():
            h.send_header(name.replace("_", "-"), value)
        h.send_header("Content-Length", str(size))
        h.end_headers()
        h.close_connection = True
        sent, block = 0, b"{" + b" " * 65535
        with contextlib.suppress(OSError):
            while sent < size:
                h.wfile.write(block)
                sent += len(block)
        h.server.owner.sent = sent
    return action


def hostile(w):
    s = servers
    for name, pattern in (("manifest", "GET.*manifests"), ("config",
                                                           "GET.*blobs")):
        w.proxy.sent = 0
        got = failing(w, f"an endless {name}", "limit", Rule(
            pattern, endless(1 << 30), -1), args=("--depth", "full"))
        check(f"an endless {name} is left early", w.proxy.sent < 32 << 20,
              (w.proxy.sent, got))
    w.proxy.plan(Rule("manifests", s.status(
        401, WWW_Authenticate=f'Bearer realm="{w.proxy.url}/token"'), -1),
        Rule("token", endless(1 << 30), -1))
    w.proxy.sent = 0
    got = report(f"{w.proxy.host}/t/a1:1")
    check("an endless token", "limit" in got and w.proxy.sent < 32 << 20, got)
    for name, body in (("no token", b"{}"), ("a token with a line end",
                                             b'{"token": "a\\r\\nX: y"}'),
                       ("a token that is no JSON", b"s3cret")):
        w.proxy.plan(Rule("manifests", s.status(
            401, WWW_Authenticate=f'Bearer realm="{w.proxy.url}/token"'), -1),
            Rule("token", lambda h, b=body: h.answer(200, b), -1))
        got = report(f"{w.proxy.host}/t/a1:1")
        check(name, "token service's answer" in got, got)
    failing(w, "a head without end", "limit", Rule("manifests", lambda h: (
        h.answer(200, b"", X_Filler="x" * 60000, X_More="y" * 60000)), -1))
    failing(w, "no HTTP", "", Rule("manifests", lambda h: (
        h.wfile.write(b"\0\1\2 nonsense\r\n\r\n"), h.reset()), -1))
    nested(w)
    bomb(w)


def nested(w):
    """Indexes of indexes, deeper than anybody needs."""
    p = images.Pusher(w.open.host)
    kind = "application/vnd.oci.image.index.v1+json"
    lay = images.Layout(w.a1)
    for d in [lay.manifest["config"], *lay.manifest["layers"]]:
        p.blob("t/nested", lay.read(d["digest"]))
    inner = p.manifest("t/nested", "0", lay.manifest)
    for i in range(12):
        inner = p.manifest("t/nested", str(i + 1), {
            "schemaVersion": 2, "mediaType": kind, "manifests": [inner]},
            kind)
    got = report(f"{w.open.host}/t/nested:3")
    check("an index in an index", got == w.local, got)
    got = report(f"{w.open.host}/t/nested:12")
    check("indexes without end", "nested deeper" in got, got)


def bomb(w):
    """A layer that unpacks to more than is agreed."""
    import gzip
    p = images.Pusher(w.open.host)
    lay = images.Layout(w.a1)
    manifest, config = dict(lay.manifest), json.loads(json.dumps(lay.config))
    data = gzip.compress(bytes(64 << 20), 9)
    layer = p.blob("t/bomb", data)
    config["rootfs"]["diff_ids"] = [images.sha256(bytes(64 << 20))]
    manifest["layers"] = [dict(manifest["layers"][0], **layer)]
    manifest["config"] = dict(manifest["config"], **p.blob(
        "t/bomb", json.dumps(config).encode()))
    p.manifest("t/bomb", "1", manifest)
    got = report(f"{w.open.host}/t/bomb:1", "--max-layer-bytes", "1000000")
    check("a layer that is a bomb", "limit" in got, got)
    manifest["layers"][0]["size"] -= 100
    w.proxy.plan(given(manifest))
    got = report(f"{w.proxy.host}/t/bomb@{digest_of(manifest)}", "--depth",
                 "full")
    check("a layer longer than its manifest says", "limit: longer" in got,
          got)


def stalled(w):
    """Takes STALL_S seconds."""
    w.proxy.plan(Rule("GET.*blobs", after(2, servers.stall(100)), 3))
    got = report(f"{w.proxy.host}/t/a1:1", "--depth", "full")
    ranges = [h.get("Range") for _, _, h in w.proxy.log]
    check("a server that stalls", got == w.local and
          any(r and r.startswith("bytes=100-") for r in ranges), (got, ranges))


def daemon(w):
    path = images.build(w.tmp, "a1", "plain", "docker24")
    with open(path, "rb") as f:
        saved = f.read()
    for engine in (servers.Engine(os.path.join(w.tmp, "engine.sock")),
                   servers.Engine()):
        w.server(engine)
        engine.images["some/app:1"] = saved
        kind = engine.address.split(":")[0]
        got = report("daemon:some/app:1", DOCKER_HOST=engine.address)
        check(f"a daemon by {kind}", got == w.local, got)
        got = report("daemon:none", CONTAINER_HOST=engine.address)
        check(f"no such image by {kind}",
              "the daemon has no image none" in got, got)
        engine.images["x%/ä"] = saved
        got = report("daemon:x%/ä", DOCKER_HOST=engine.address)
        check(f"an odd name by {kind}", got == w.local, got)
        engine.whole = False
        got = report("daemon:some/app:1", DOCKER_HOST=engine.address)
        check(f"a daemon that dies by {kind}", "[2]" in got and
              "broke" in got, got)
    for address, want in (("unix:///nonexistent/x", "does the daemon run"),
                          ("ssh://host", "not by ssh"),
                          ("nonsense", "no address of a daemon")):
        got = report("daemon:app", DOCKER_HOST=address)
        check(f"DOCKER_HOST={address}", want in got, got)
    got = report("daemon:")
    check("a daemon's image without a name", "wants a name" in got, got)


IMAGES, FAULTS = 100, 200


def push_many(w):
    """Images that differ in their config and one layer."""
    p, lay = images.Pusher(w.open.host), images.Layout(w.a1)
    for layer in lay.manifest["layers"]:
        p.blob("many/app", lay.read(layer["digest"]))
    for i in range(IMAGES):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w") as t:
            info = tarfile.TarInfo(f"opt/app/{i}")
            info.size = 5000
            t.addfile(info, io.BytesIO(random.Random(i).randbytes(5000)))
        config = json.loads(json.dumps(lay.config))
        config["rootfs"]["diff_ids"].append(images.sha256(out.getvalue()))
        manifest = json.loads(json.dumps(lay.manifest))
        manifest["layers"].append({
            "mediaType": images.LAYER,
            **p.blob("many/app", out.getvalue())})
        manifest["config"].update(p.blob(
            "many/app", json.dumps(config).encode()))
        p.manifest("many/app", f"t{i}", manifest)


def scan(w, host):
    """{tag: what was said of it}"""
    names = "".join(f"{host}/many/app:t{i}\n" for i in range(IMAGES))
    done = run("scan", "--fleet", FLEET, "--pool", "*3090*", "--format",
               "jsonl", "--fail-on", "never", "--allow-gaps", "--no-cache",
               "--depth", "full", "--jobs", "4", "--from-file", "-",
               stdin=names.encode())
    lines = [json.loads(line) for line in done.out.splitlines()]
    return {x["ref"].split(":")[-1]: x for x in lines}


def scripted(w):
    """Faults at random places of a scan: right, or failed with a reason."""
    s = servers
    push_many(w)
    want = scan(w, w.open.host)
    check("a scan without faults", len(want) == IMAGES and
          not any(x.get("error") for x in want.values()), want)
    kinds = [s.status(429, Retry_After="0"), s.status(503, Retry_After="0"),
             s.status(500), s.status(401), s.status(404), s.reset(), s.cut(50),
             s.corrupt(), s.redirect(w.open_url), s.ignore_range()]
    rng = random.Random(2)
    places = set(rng.sample(range(IMAGES * 7), FAULTS))
    lock, seen = threading.Lock(), [0, 0]

    def action(h):
        with lock:
            hit = seen[0] in places
            seen[0] += 1
            seen[1] += hit
            kind = kinds[seen[1] % len(kinds)]
        return kind(h) if hit else h.forward()
    w.proxy.plan(Rule(".", action, -1))
    got = scan(w, w.proxy.host)
    check("200 faults in a scan", seen[1] == FAULTS, seen)
    check("each image is told of", set(got) == set(want), got)
    wrong = [x for t, x in got.items() if not x.get("error") and
             (x["verdict"], x["pools"]) != (want[t]["verdict"],
                                            want[t]["pools"])]
    check("right or failed", not wrong, wrong)
    failed = [x["error"] for x in got.values() if x.get("error")]
    check("most are right", len(failed) < IMAGES * 2 // 3, failed[:3])
    print(f"    {len(failed)} of {IMAGES} failed of {FAULTS} faults")


PARTS = (stalled, scripted, tables, large_table, faults, hostile, tokens, basic, tls, depths, roads,
         platforms, mirrors, proxies, pages, secrets, daemon)


def attempt(part, w):
    try:
        part(w)
    except Exception as e:  # a part that dies is one failure
        check(part.__name__, False, repr(e))


def main():
    if not servers.registry_program():
        print("SKIP registry: no docker-registry (Debian's package)")
        return 0
    wanted = [p for p in PARTS if len(sys.argv) < 2 or
              p.__name__ in sys.argv[1:]]
    with contextlib.ExitStack() as stack:
        w = World(stack)
        check("the local image", len(w.local) > 500, w.local)
        worlds = [w.apart() for _ in wanted]
        with concurrent.futures.ThreadPoolExecutor(5) as pool:
            list(pool.map(attempt, wanted, worlds))
        leaks = [s for s in said if any(x in s for x in SECRETS)]
        check("no secret was ever printed", not leaks, leaks)
    return bad


if __name__ == "__main__":
    sys.exit(main())
