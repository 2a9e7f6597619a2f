#!/usr/bin/env python3
"""roads.py - the same image by every road gives the same report.

    roads.py            every shape, layer compression and outer compression,
                        each as a file and on a pipe: 'ok ROAD' or 'not ok'
    roads.py --matrix   the same as a table

The JSON reports must be equal byte for byte but for `ref` and
`manifest_digest`. (An image of Docker before 1.10 has an id of its own: it
must be the one that tests/mkimage.py computes.) tests/real/roads.py does this
for the tools that write images.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import mkimage  # noqa: E402
from mkimage import dump  # noqa: E402

B = os.environ.get("B", "build")
CUDALINT = os.environ.get("CUDALINT", os.path.join(B, "cudalint"))
WORK = os.path.join(B, "roads")
FLEET = "fixtures/cases.fleet.json"
FIRST = "fixtures/cases/a1.img"          # by every road
OTHERS = ["fixtures/cases/a1-rm.img", "fixtures/cases/k-plugin.img"]
BESIDE = "fixtures/cases/b1-1111.img"    # another one in the same archive
LAYERS = ["plain", "gzip", "zstd", "gzip-multi", "zstd-skippable"]
OUTERS = ["none", "gzip", "zstd"]
# gzip in several members and zstd behind a skippable frame: not outside too
COLUMNS = [(la, o) for la in LAYERS[:3] for o in OUTERS] + \
          [(la, "none") for la in LAYERS[3:]]


def run(words, pipe=None, more=()):
    """A report without what may differ; str: why there is none."""
    command = [CUDALINT, "image", "--fleet", FLEET, "--pool", "*3090*",
               "--format", "json", "--fail-on", "never", "--allow-gaps",
               "--quiet", *more, *words]
    cat = pipe and subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
    done = subprocess.run(command, capture_output=True, timeout=120,
                          stdin=cat.stdout if cat else subprocess.DEVNULL)
    if cat:
        cat.stdout.close()
        cat.wait(60)
    if done.returncode != 0:
        return "exit %d: %s" % (done.returncode, done.stderr.decode())
    return re.sub(rb'"(ref|manifest_digest)": .*', b"", done.stdout)


def by_file(path, name=""):
    return ["docker-archive:%s:%s" % (path, name) if name else path]


class Road:
    """One image at one place, and what its report has to be."""

    def __init__(self, row, column, path, want, name="", ids=None):
        self.row, self.column, self.path = row, column, path
        self.want, self.name, self.ids = want, name, ids
        self.first = True                # of the image that the table is about
        self.got = {}                    # how -> why it is wrong; "": it is not

    def judge(self, how, got):
        if isinstance(got, bytes) and self.ids:
            theirs, ours = (i.encode() for i in self.ids)
            got = got.replace(theirs, ours) if got.count(theirs) == 1 else \
                "the id is not %s" % self.ids[0]
        same = got == self.want and isinstance(got, bytes) and len(got) > 500
        self.got[how] = "" if same else str(got)[:300]

    def travel(self, verify=True):
        self.judge("file", run(by_file(self.path, self.name)))
        if verify:
            self.judge("verify", run(by_file(self.path, self.name),
                                     more=["--verify"]))
        if not os.path.isdir(self.path):
            self.judge("stdin", run(by_file("-", self.name), self.path))
        return self


# ------------------------------------------------------------ the archives

def no_layers(members):
    """moby#47065: the OCI manifest has lost its layers."""
    return rewrite(members, lambda m: m.update(layers=[]))


def wrong_sizes(members):
    """moby#47072: descriptors tell other sizes."""
    def change(m):
        for row in [m["config"]] + m["layers"]:
            row["size"] += 512
    return rewrite(members, change)


def rewrite(members, change):
    """The manifest of the only image, changed."""
    index = json.loads(members["index.json"])
    row = index["manifests"][0]
    old = "blobs/sha256/" + row["digest"].partition(":")[2]
    manifest = json.loads(members[old])
    change(manifest)
    body = dump(manifest)
    out = {k: v for k, v in members.items() if k != old}
    out["blobs/sha256/" + mkimage.sha256(body)] = body
    row.update(digest=mkimage.digest(body), size=len(body))
    out["index.json"] = dump(index)
    return out


def null_index(members):
    """moby#47210: saved by digest, an index without a list."""
    return {**members, "index.json": dump({"schemaVersion": 2,
                                           "manifests": None})}


def without_tags(members):
    """moby#51389: of images without tags the index keeps one, here the other;
    manifest.json has them all."""
    index = json.loads(members["index.json"])
    index["manifests"] = index["manifests"][1:]
    rows = json.loads(members["manifest.json"])
    for row in rows:
        row["RepoTags"] = None
    return {**members, "manifest.json": dump(rows),
            "index.json": dump(index)}


def layer_sources(members):
    """ggcr#1870: LayerSources is there, and names nothing that is."""
    rows = json.loads(members["manifest.json"])
    rows[0]["LayerSources"] = {"sha256:" + "0" * 64: {"size": -1}}
    return {**members, "manifest.json": dump(rows)}


def inline(members):
    """The manifest and the config stand in their descriptors."""
    import base64
    index = json.loads(members["index.json"])
    row, out = index["manifests"][0], dict(members)
    manifest = json.loads(out.pop(blob_of(row)))
    config = manifest["config"]
    config["data"] = base64.b64encode(out.pop(blob_of(config))).decode()
    body = dump(manifest)
    row.update(digest=mkimage.digest(body), size=len(body),
               data=base64.b64encode(body).decode())
    out["index.json"] = dump(index)
    return out


def blob_of(row):
    return "blobs/sha256/" + row["digest"].partition(":")[2]


# row: the shape, what is changed in it, what else is in the archive
ROWS = {shape: (shape, None, ()) for shape in mkimage.SHAPES}
ROWS.update({
    "docker save A B": ("docker25", None, (BESIDE,)),
    "podman save -m": ("podman", None, (BESIDE,)),
    "v1 A B": ("v1", None, (BESIDE,)),
    "moby 47065": ("docker25", no_layers, ()),
    "moby 47072": ("docker25", wrong_sizes, ()),
    "moby 47210": ("docker25", null_index, ()),
    "moby 51389": ("docker25", without_tags, (BESIDE,)),
    "ggcr 1870": ("crane", layer_sources, ()),
    "inline data": ("oci-archive", inline, ()),
})


def pack(shape, members, outer, path):
    if shape in mkimage.DIRS:
        mkimage.write_dir(path, members)
        return
    data = mkimage.archive(members, mkimage.SHAPES[shape][2])
    mkimage.write_file(path, mkimage.compress(
        data, "plain" if outer == "none" else outer))


def members_of(row, recipe, layers):
    shape, change, beside = ROWS[row]
    make = mkimage.SHAPES[shape][0]
    parts = [make(mkimage.read_images(p, layers)) for p in (recipe, *beside)]
    members = mkimage.together(parts) if beside else parts[0]
    return change(members) if change else members


def name_of(row, recipe):
    """The image's, where the archive has another."""
    shape, change, beside = ROWS[row]
    if not beside or change:
        return "@0" if beside else ""
    image = mkimage.read_images(recipe, "plain")[0]
    tags = mkimage.full_tags(image) if shape == "podman" else image.recipe.tags
    return tags[0]


def ids_of(row, recipe):
    """What the report calls the image, and what it is called elsewhere."""
    if ROWS[row][0] != "v1":
        return None
    image = mkimage.read_images(recipe, "plain")[0]
    return (mkimage.digest(mkimage.v1_config(image)),
            mkimage.digest(image.config))


def travel(row, recipe, column, want):
    layers, outer = column
    shape = ROWS[row][0]
    path = os.path.join(WORK, "-".join(
        [os.path.basename(recipe)[:-4], row.replace(" ", "-"), layers, outer]))
    pack(shape, members_of(row, recipe, layers), outer, path)
    road = Road(row, column, path, want, name_of(row, recipe),
                ids_of(row, recipe))
    road.first = recipe == FIRST
    return road.travel(verify=outer == "none")


def columns_of(row):
    """Of a directory nothing stands outside; a variant goes the plain way."""
    shape = ROWS[row][0]
    if row != shape:
        return [(mkimage.SHAPES[shape][1], outer) for outer in OUTERS]
    return [c for c in COLUMNS if shape not in mkimage.DIRS or c[1] == "none"]


def wanted(recipe):
    """By the plainest road of all."""
    path = os.path.join(WORK, os.path.basename(recipe)[:-4] + "-first")
    mkimage.write_file(path, mkimage.build(recipe, "docker24"))
    return run([path])


def roads():
    os.makedirs(WORK, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = []
        for recipe in [FIRST] + OTHERS:
            want = wanted(recipe)
            for row in ROWS:
                columns = columns_of(row)
                if recipe != FIRST:
                    columns = [c for c in columns if c[1] == "none"][:2]
                jobs += [pool.submit(travel, row, recipe, c, want)
                         for c in columns]
        for job in jobs:
            yield job.result()


# ------------------------------------------------------------- what is told

def tell(all_roads):
    """A line for each; how many were wrong."""
    bad = 0
    for road in all_roads:
        for how, wrong in road.got.items():
            print("not ok" if wrong else "ok", os.path.basename(road.path),
                  how, flush=True)
            if wrong:
                bad += 1
                print("    ", wrong)
    return bad


def mark(road, how):
    if road is None or how not in road.got:
        return "—"
    return "NO" if road.got[how] else "ok"


def matrix(all_roads):
    """Rows: who wrote it; columns: layers, around them; file, stdin."""
    cells, bad = {}, 0
    for road in all_roads:
        if road.first:
            cells[road.row, road.column] = road
        bad += sum(map(bool, road.got.values()))
    heads = {"gzip-multi": "gzip*", "zstd-skippable": "zstd*"}
    print("each as a file and on standard input; gzip* in several members, "
          "zstd* with\nskippable frames")
    for n, title in ((0, "layers"), (1, "outside")):
        print("%-16s" % title + "".join(
            "%-6s" % heads.get(c[n], c[n].replace("none", "-"))
            for c in COLUMNS).rstrip())
    rows = list(dict.fromkeys(row for row, _ in cells))
    for row in rows:
        print("%-16s" % row + "".join("%-6s" % " ".join(
            mark(cells.get((row, c)), how) for how in ("file", "stdin"))
            for c in COLUMNS).rstrip())
    for road in cells.values():
        for how, wrong in road.got.items():
            if wrong:
                print("%s, %s: %s" % (road.row, how, wrong))
    done = [w for r in cells.values() for w in r.got.values()]
    print("%d writers and shapes, %d of %d roads give the same report" % (
        len(rows), done.count(""), len(done)))
    return bad


def main():
    if sys.argv[1:] == ["--matrix"]:
        return matrix(roads()) > 0
    return tell(roads()) > 0


if __name__ == "__main__":
    sys.exit(main())
