#!/usr/bin/env python3
"""scan.py - a registry of many images, scanned: nothing twice, nothing lost.

  cold      every layer, config and manifest is fetched once
  warm      an unchanged registry is asked for its tags only; with a state
            nothing is judged again; other tables judge all without a layer
  shards    four at once fetch each image once, and together tell the same
  killed    a scan that is killed loses nothing that it had recorded
  both      two scans at once share a cache
  names     patterns, lists, the newest; credentials of one host
  damaged   a layer that is gone fails its images only; so does a process

Prints 'ok WHAT' or 'not ok WHAT'; with --figures what it cost as well. The
numbers of images are those of a quick check; --full takes those of a bench.
"""
import glob
import http.server
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import real  # noqa: E402
import servers  # noqa: E402

B = os.path.abspath(os.environ.get("B", "build"))
CUDALINT = os.path.abspath(os.environ.get(
    "CUDALINT", os.path.join(B, "cudalint")))
TOP = os.path.dirname(os.path.dirname(HERE))
RULES = os.path.join(TOP, "rules")
FLEET = os.path.join(TOP, "fixtures", "cli", "fleet.json")
WORK = os.path.join(B, "scan")
FULL = "--full" in sys.argv
TAGS, IMAGES, LAYERS, REPOSITORIES, KILLS = (
    (2000, 300, 60, 10, 50) if FULL else (120, 24, 10, 4, 9))
TRIES = 20
# Without the proxies and credentials of whoever runs the tests.
ENV = {"PATH": os.environ["PATH"], "HOME": WORK, "LC_ALL": "C", "TZ": "UTC"}
MEMORY = 64  # MiB, of all its processes
bad = 0
took = {}  # seconds, by what was done


def say(fine, name, why=""):
    global bad
    bad |= not fine
    print("ok" if fine else "not ok", name + (": " + why.strip() if why and
                                              not fine else ""), flush=True)


def figure(name, **values):
    if "--figures" in sys.argv:
        print("   ", name, " ".join("%s=%s" % v for v in values.items()))


# The registry's content.

def library(i):
    minor = "12.%d" % (i % 9)
    where = "usr/local/cuda-%s/lib64/libcudart.so" % minor
    return {where + ".12": ("->", "libcudart.so.%s.99" % minor),
            where + ".%s.99" % minor: b"\x7fELF" + b"x" * 100}


def a_layer(i):
    files = {"opt/part%d/file%d" % (i, k): b"%d %d" % (i, k)
             for k in range(40)}
    if i % 3 == 0:
        files["etc/os-release"] = b"ID=debian\nVERSION_ID=%d\n" % (9 + i % 4)
    if i % 3 == 1:
        files.update(library(i))
    return real.layer(files)


def push_all(registry):
    """{repository: tags}; {digest} of all manifests; {digest} of layers."""
    rng = random.Random(5)
    layers = [a_layer(i) for i in range(LAYERS)]
    blobs = {l: real.gzip.compress(l, 1, mtime=0) for l in layers}
    digests, names = set(), {}
    for i in range(IMAGES):
        name = "team%d/app" % (i % REPOSITORIES)
        tags = ["v%d.%d" % (i, k)
                for k in range(TAGS // IMAGES + (i < TAGS % IMAGES))]
        own = [layers[i % LAYERS]] + rng.sample(layers, 5)
        config = {"created": "2024-01-01T00:00:%02dZ" % (i % 60),
                  "config": {"Env": ["IMAGE=%d" % i,
                                     "NVIDIA_VISIBLE_DEVICES=all",
                                     "NVIDIA_REQUIRE_CUDA=cuda>=12.%d" %
                                     (i % 9)]}}
        digests.add(registry.push_image(name, config, own, tags, blobs))
        names.setdefault(name, []).extend(tags)
    return names, digests, {real.digest(b) for b in blobs.values()}


# The program.

def arguments(registry, name, state=True):
    """A scan of everything with a cache and a state of this name."""
    out = [CUDALINT, "scan", "--cache", os.path.join(WORK, "cache-" + name),
           "--format", "jsonl=" + os.path.join(WORK, name + ".jsonl"),
           "--format", "text=" + os.path.join(WORK, name + ".txt"),
           "--fail-on", "never", "--allow-gaps", "--fleet", FLEET]
    if state:
        out += ["--state", os.path.join(WORK, name + ".state")]
    return out + [registry.host + "/"]


def start(argv):
    return subprocess.Popen(argv, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            cwd=WORK, env=ENV)


def children(pid):
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid),
                  encoding="ascii") as f:
            return [int(w) for w in f.read().split()]
    except OSError:
        return []


def memory(pid):
    """MiB of a process and its children, what they share counted once."""
    total = 0
    for each in [pid] + children(pid):
        try:
            with open("/proc/%d/smaps_rollup" % each, encoding="ascii") as f:
                total += int(re.search(r"Pss:\s+(\d+)", f.read()).group(1))
        except (OSError, AttributeError):
            continue
    return total / 1024


def peak(process):
    """The most that it has while it runs."""
    most = 0
    while process.poll() is None:
        most = max(most, memory(process.pid))
        time.sleep(0.05)
    return most


def finish(process, seconds=600):
    out, err = process.communicate(timeout=seconds)
    return process.returncode, out.decode(), err.decode()


def run(argv):
    return finish(start(argv))


def cost(err):
    """(judged, of, layers read, from the cache, bytes)"""
    found = re.search(r"(\d+) of (\d+) images judged; (\d+) layers read, (\d+)"
                      r" from the cache; (\d+) bytes", err)
    return tuple(map(int, found.groups())) if found else (-1,) * 5


def read(name):
    with open(os.path.join(WORK, name), "rb") as f:
        return f.read()


def rows(name):
    return [json.loads(line) for line in read(name + ".jsonl").splitlines()]


def recorded(name):
    """Digests in a state file, without what was cut off."""
    path = os.path.join(WORK, name + ".state")
    out = []
    for line in open(path, "rb") if os.path.exists(path) else ():
        try:
            out.append(json.loads(line)["digest"])
        except ValueError:
            continue
    return out


def blobs_asked(registry, of):
    """How often each blob of these was fetched."""
    out = {}
    for path in registry.requests("GET", "/blobs/"):
        digest = path.rsplit("/", 1)[1]
        if digest in of:
            out[digest] = out.get(digest, 0) + 1
    return out


def each_once(counts, of):
    return set(counts) == set(of) and set(counts.values()) == {1}


def sound_cache(name):
    """Entries of a cache that are not what their first line says."""
    wrong = []
    for path in glob.glob(os.path.join(WORK, "cache-" + name, "*", "??", "*")):
        if "." in os.path.basename(path):
            continue
        head, payload = open(path, "rb").read().split(b"\n", 1)
        if head.split()[3].decode() != real.digest(payload):
            wrong.append(path)
    return not wrong


# The checks.

def check_cold(registry, content):
    names, digests, layers = content
    registry.mark()
    began = time.time()
    process = start(arguments(registry, "cold"))
    most = peak(process)
    status, _, err = finish(process)
    took["cold"] = time.time() - began
    got = rows("cold")
    say(status == 0 and len(got) == IMAGES and
        {r["digest"] for r in got} == digests and
        not any(r["error"] for r in got), "cold: %d images" % IMAGES, err[:300])
    say(sum(1 + len(r.get("tags", [])) for r in got) ==
        sum(map(len, names.values())), "cold: under %d names" % TAGS)
    say(each_once(blobs_asked(registry, layers), layers),
        "cold: %d layers, each fetched once" % LAYERS)
    asked = [p.rsplit("/", 1)[1]
             for p in registry.requests("GET", "/manifests/")]
    say(sorted(asked) == sorted(digests), "cold: each manifest once")
    if b"__asan_init" in open(CUDALINT, "rb").read():
        print("SKIP cold: memory: built with a sanitizer")
    else:
        say(0 < most < MEMORY, "cold: within %d MiB" % MEMORY, "%.1f" % most)
    figure("cold", seconds="%.1f" % took["cold"], cost=cost(err),
           peak_mib="%.1f" % most)


def check_warm(registry, content):
    def same(name, what, judged, argv):
        registry.mark()
        began = time.time()
        status, _, err = run(argv)
        took[name] = time.time() - began
        figure(what, seconds="%.1f" % took[name], cost=cost(err))
        fetched = (registry.requests("GET", "/blobs/") +
                   registry.requests("GET", "/manifests/"))
        say(status == 0 and cost(err)[0] == judged and not fetched and
            read("warm.txt") == read("cold.txt"), "warm: " + what,
            "%d judged, %d fetched" % (cost(err)[0], len(fetched)))
    again = arguments(registry, "cold")
    again = [a.replace("cold.txt", "warm.txt").replace("cold.jsonl",
                                                       "warm.jsonl")
             for a in again]
    same("names", "nothing is judged again", 0, again)
    os.unlink(os.path.join(WORK, "cold.state"))
    same("judged", "nor fetched without a state", IMAGES, again)
    tables = os.path.join(WORK, "rules")
    shutil.copytree(RULES, tables)
    path = os.path.join(tables, "toolkits.json")
    text = open(path, encoding="utf-8").read() + "\n"
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    same("tables", "other tables, without a layer", IMAGES,
         again + ["--knowledge", tables])


def check_shards(registry, content):
    _, digests, layers = content
    registry.mark()
    began = time.time()
    running = []
    for i in range(1, 5):
        argv = arguments(registry, "shard%d" % i) + ["--shard", "%d/4" % i]
        argv[3] = os.path.join(WORK, "cache-shards")
        running.append(start(argv))
    done = [finish(p) for p in running]
    figure("shards", seconds="%.1f" % (time.time() - began),
           costs=[cost(d[2])[:4] for d in done])
    say([d[0] for d in done] == [0] * 4, "shards: four at once",
        done[0][2][:200])
    parts = [{r["digest"] for r in rows("shard%d" % i)} for i in range(1, 5)]
    say(set().union(*parts) == digests and
        sum(map(len, parts)) == len(digests), "shards: every image in one of them: " +
        "+".join(str(len(p)) for p in parts))
    say(each_once(blobs_asked(registry, layers), layers),
        "shards: each layer fetched once")
    asked = [p.rsplit("/", 1)[1]
             for p in registry.requests("GET", "/manifests/")]
    say(sorted(asked) == sorted(digests), "shards: each manifest once")
    with open(os.path.join(WORK, "merged.state"), "wb") as f:
        for i in range(1, 5):
            f.write(read("shard%d.state" % i))
    status, _, err = run(arguments(registry, "merged"))
    say(status == 0 and cost(err)[0] == 0 and
        read("merged.txt") == read("cold.txt") and
        read("merged.jsonl") == read("cold.jsonl"),
        "shards: together the same report")
    lines = b"".join(read("shard%d.jsonl" % i) for i in range(1, 5))
    say(sorted(lines.splitlines()) == sorted(read("cold.jsonl").splitlines()),
        "shards: and the same lines")


def wait_somewhere(process, rng):
    """A third of the times while it looks for names, else while it judges."""
    if rng.random() < 0.33:
        time.sleep(rng.uniform(0, took["names"]))
        return
    while process.poll() is None and not children(process.pid):
        time.sleep(0.01)
    time.sleep(rng.uniform(0, 3 * took["cold"] / KILLS))


def check_killed(registry, content):
    rng = random.Random(11)
    lost, had, kills = 0, [], 0
    argv = arguments(registry, "killed")
    for _ in range(KILLS):
        process = start(argv)
        wait_somewhere(process, rng)
        kills += process.poll() is None
        process.kill()
        finish(process)
        now = recorded("killed")
        lost += now[:len(had)] != had or len(set(now)) != len(now)
        had = now
    status, _, err = run(argv)
    say(not lost, "killed: %d times, nothing recorded is lost" % kills,
        "%d times" % lost)
    say(status == 0 and cost(err)[0] == IMAGES - len(had) and
        read("killed.txt") == read("cold.txt"), "killed: the next one goes on",
        "%d were recorded" % len(had))
    say(sound_cache("killed"), "killed: the cache is sound")
    figure("killed", kills=kills, recorded=len(had), last=cost(err))


def check_both(registry, content):
    _, _, layers = content
    registry.mark()
    first, second = arguments(registry, "first"), arguments(registry, "second")
    second[3] = first[3]
    done = [finish(p) for p in [start(first), start(second)]]
    figure("both", costs=[cost(d[2])[:4] for d in done])
    say([d[0] for d in done] == [0, 0] and
        read("first.txt") == read("cold.txt") and
        read("second.txt") == read("cold.txt"), "both: the same report")
    say(each_once(blobs_asked(registry, layers), layers),
        "both: each layer fetched once")
    say(sound_cache("first"), "both: the cache is sound")


def kill_worker(process):
    """A process that judges, while it does."""
    while process.poll() is None:
        workers = children(process.pid)
        if workers:
            time.sleep(0.02)
            os.kill(workers[0], signal.SIGKILL)
            return


def check_worker(registry):
    """One of its processes is killed: that is one image's trouble at most."""
    argv = arguments(registry, "worker")
    name = "damaged: a process that is killed"
    for _ in range(TRIES):
        process = start(argv)
        kill_worker(process)
        status, _, err = finish(process)
        failed = [r for r in rows("worker") if r["error"]]
        if failed:
            break
        os.unlink(os.path.join(WORK, "worker.state"))
    say(status == 2 and len(failed) == 1 and len(rows("worker")) == IMAGES and
        "died of signal 9" in failed[0]["error"], name, err[-300:])
    status, _, err = run(argv)
    say(status == 0 and cost(err)[0] == 1 and
        read("worker.txt") == read("cold.txt"), name + ", the next scan")


def names_of(*argv, stdin=b""):
    """Status, all names of images that were not wrong, what was said."""
    done = subprocess.run(
        [CUDALINT, "scan", "--no-cache", "--quiet", "--fleet", FLEET,
         "--fail-on", "never", "--allow-gaps", "--format", "jsonl", *argv],
        input=stdin, capture_output=True, timeout=120, cwd=WORK, env=ENV)
    out = [json.loads(line) for line in done.stdout.splitlines()]
    names = [n.split("/", 1)[1] for r in out if not r["error"]
             for n in [r["ref"]] + r.get("tags", [])]
    return done.returncode, names, done.stderr.decode()


def push_few(registry):
    layer = real.layer({"a": b"a"})
    for name, tag, when in (("a/x", "v1.9", "2024-03"), ("a/x", "v1.10",
                                                         "2024-03"),
                            ("a/x", "old", "2025-01"), ("a/y", "v1", "2020-01"),
                            ("b", "v1.1", "2021-01")):
        registry.push_image(
            name, {"created": when + "-01T00:00:00Z",
                   "config": {"Env": ["T=" + name + tag]}}, [layer],
            [tag] + (["latest"] if tag == "v1.10" else []))


def check_names(registry):
    h = registry.host
    rows_ = [
        ("tags", [h + "/a/x"], ["a/x:v1.10", "a/x:latest", "a/x:v1.9",
                                "a/x:old"]),
        ("a pattern of tags", [h + "/a/x:v1.*"], ["a/x:v1.10", "a/x:v1.9"]),
        ("one tag", [h + "/a/x:old"], ["a/x:old"]),
        ("all repositories", [h + "/:v*"],
         ["a/x:v1.10", "a/x:v1.9", "a/y:v1", "b:v1.1"]),
        ("some repositories", [h + "/a/*:v1"], ["a/y:v1"]),
        ("the newest", ["--newest", "1", h + "/*"],
         ["a/x:old", "a/y:v1", "b:v1.1"]),
        ("the newest two", ["--newest", "2", h + "/a/x:v*"],
         ["a/x:v1.10", "a/x:v1.9"]),
        ("a name twice", [h + "/b:v1.1", h + "/b"], ["b:v1.1"]),
    ]
    for what, argv, want in rows_:
        status, got, err = names_of(*argv)
        say(status == 0 and sorted(got) == sorted(want), "names: " + what,
                "%s %s" % (got, err))
    text = "# a list\n\n%s/b\n  %s/a/y:v1\n%s/gone\n" % (h, h, h)
    status, got, err = names_of("--from-file", "-", stdin=text.encode())
    say(status == 2 and sorted(got) == ["a/y:v1", "b:v1.1"] and
        "gone" in err, "names: a list, with one that is not there", err[:200])


def check_user(registry):
    h = registry.host
    login = ["--username", servers.USER, "--password-stdin"]
    word = (servers.PASSWORD + "\n").encode()
    registry.push_image("x", {}, [real.layer({"a": b"a"})], ["1", "2"])
    status, got, err = names_of(*login, h + "/", stdin=word)
    say(status == 0 and sorted(got) == ["x:1", "x:2"],
        "names: with a password, in every process", err[:200])
    status, got, err = names_of(h + "/x")
    say(status == 2 and not got, "names: and not without")
    status, _, err = names_of(*login, h + "/x", "other.example/x", stdin=word)
    say(status == 2 and "for both" in err and servers.PASSWORD not in err,
        "names: a password is for one host", err[:100])


def check_index(registry):
    """One digest, an image for each platform; the state has both."""
    layer = [real.layer({"a": b"a"})]
    digest = registry.push_index("both", {"amd64": ({}, layer),
                                          "arm64": ({}, layer)}, ["1", "2"])
    argv = ["--platform", "linux/amd64", "--platform", "linux/arm64",
            "--state", os.path.join(WORK, "both.state"),
            registry.host + "/both:?"]
    first, again = names_of(*argv), names_of(*argv)
    say(first == again and first[0] == 0 and
        sorted(first[1]) == ["both:1", "both:1", "both:2", "both:2"] and
        recorded("both") == [digest], "names: an image for two platforms",
        str(first))


class Silent(http.server.BaseHTTPRequestHandler):
    """Says what it has, and then nothing more."""
    asked = 0

    def do_GET(self):
        tags = self.path.endswith("/tags/list?n=1000")
        body = json.dumps({"name": "x", "tags": [
            "%d" % i for i in range(50)]}).encode() if tags else b""
        Silent.asked += not tags
        self.send_response(200 if tags else 503)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


def check_silent():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Silent) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        status, got, err = names_of("127.0.0.1:%d/x" % server.server_port)
        server.shutdown()
    say(status == 2 and not got and len(err.splitlines()) == 50 and
        err.count("answered 503") == 3 and err.count("not asked for") == 47,
        "names: a registry that is silent is not asked for ever", err[-300:])
    figure("silent", asked=Silent.asked)


def check_gone(registry, content):
    """A blob that the registry lost."""
    _, _, layers = content
    gone = sorted(layers)[0]
    name = gone.split(":")[1]
    for path in glob.glob(os.path.join(registry.folder, "data", "**", name,
                                       "data"), recursive=True):
        os.unlink(path)
    status, _, err = run(arguments(registry, "gone"))
    failed = [r for r in rows("gone") if r["error"]]
    good = {r["digest"]: r for r in rows("cold")}
    say(status == 2 and failed and len(rows("gone")) == IMAGES,
        "damaged: a layer that is gone", "%d images fail" % len(failed))
    say(all(r == good[r["digest"]] for r in rows("gone") if not r["error"]),
        "damaged: all others are as they were")
    say(len(recorded("gone")) == IMAGES - len(failed),
        "damaged: what failed is tried again")


def main():
    if not real.is_there():
        print("SKIP scan of a registry: no docker-registry")
        return 0
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    with real.Registry(os.path.join(WORK, "registry")) as registry:
        content = push_all(registry)
        check_cold(registry, content)
        check_warm(registry, content)
        check_shards(registry, content)
        check_both(registry, content)
        check_killed(registry, content)
        check_worker(registry)
        check_gone(registry, content)
    with real.Registry(os.path.join(WORK, "few")) as registry:
        push_few(registry)
        check_names(registry)
        check_index(registry)
    with real.Registry(os.path.join(WORK, "user"),
                       (servers.USER, servers.PASSWORD),
                       servers.HTPASSWD) as registry:
        check_user(registry)
    if FULL:
        check_silent()
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
