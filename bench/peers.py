"""peers.py - cudalint beside other tools that read whole images.

syft and trivy list packages, dive weighs layers: each reads the same archives
as cudalint, offline, and is looked at as cudalint is. Where one fails, its row
says so.
"""
import collections
import os
import re
import shutil
import statistics
import subprocess

import processes

MIB = 1 << 20
LIMIT = 20 * 60         # seconds
SECTION = "## Beside syft, trivy and dive"

# roads: how it names a docker-archive, an OCI archive and an OCI layout
Tool = collections.namedtuple("Tool", "name argv roads shown")

TRIVY = ["image", "--offline-scan", "--skip-db-update",
         "--skip-java-db-update", "--skip-version-check", "--disable-telemetry",
         "--no-progress", "--format", "cyclonedx", "--input"]

KNOWN = [
    Tool("syft", ["scan", "-o", "json"],
         ("docker-archive:%s", "oci-archive:%s", "oci-dir:%s"),
         "syft scan -o json"),
    Tool("trivy", TRIVY, ("%s", "%s", "%s"),
         "trivy image --offline-scan --format cyclonedx --input"),
    Tool("dive", ["--ci"], ("docker-archive://%s",) * 3, "dive --ci"),
]

os.environ.setdefault("SYFT_CHECK_FOR_APP_UPDATE", "false")
os.environ.setdefault("SYFT_SOURCE_IMAGE_MAX_LAYER_SIZE", "64GB")


def installed():
    """Peers named by SYFT, TRIVY and DIVE, or else on PATH."""
    for tool in KNOWN:
        program = shutil.which(os.environ.get(tool.name.upper()) or tool.name)
        if program:
            yield tool._replace(argv=[program] + tool.argv)


def version(tool):
    done = subprocess.run([tool.argv[0], "--version"], capture_output=True,
                          text=True)
    found = re.search(r"\d+\.\d+\.\d+\S*", done.stdout + done.stderr)
    return tool.name + " " + (found.group(0) if found else "?")


def inputs(image):
    """What is read: (words, path, whether it comes by a pipe, road)."""
    docker = os.path.join(image, "docker.tar")
    return [("plain docker-archive, file", docker, False, 0),
            ("plain docker-archive, pipe", docker, True, 0),
            ("gzip OCI archive, file", os.path.join(image, "oci.tar"), False,
             1),
            ("gzip OCI layout", os.path.join(image, "oci"), False, 2)]


def warm(path):
    """Into the page cache, as far as it goes."""
    subprocess.run(["find", path, "-type", "f", "-exec", "cat", "{}", "+"],
                   stdout=subprocess.DEVNULL, check=True)


def last_words(out, image):
    """What a failed run said: the first of its listed causes, or else its last
    line, without names of this machine."""
    with open(out, "rb") as f:
        said = f.read().decode(errors="replace")
    said = re.sub(r"\x1b\[[0-9;]*m", "", said).replace(image + "/", "")
    lines = [line.strip() for line in said.split("\n") if line.strip()]
    causes = [line[2:] for line in lines if line.startswith("* ")]
    return (causes or lines[-1:] or [""])[0]


def measure(tool, given, image, runs, work):
    words, path, piped, road = given
    argv = tool.argv + [tool.roads[road] % (
        (tool.name == "cudalint" and "-" or "/dev/stdin") if piped else path)]
    feed = path if piped else None
    seen = [processes.observe(argv, feed, work, LIMIT) for _ in range(runs)]
    row = {key: statistics.median(one[key] for one in seen)
           for key in seen[0] if seen[0][key] is not None}
    row.update(input=words, tool=tool.name, runs=runs,
               status=seen[-1]["status"],
               said=last_words(os.path.join(work, "output"), image)
               if seen[-1]["status"] else "")
    return row


def compare(lint, image, work, runs, peer_runs):
    """Rows of cudalint and of each peer, for every input."""
    image = os.path.abspath(image)
    lint = [os.path.abspath(lint[0])] + lint[1:]
    tools = [Tool("cudalint", lint, ("%s",) * 3, " ".join(lint[1:]))]
    tools += installed()
    for given in inputs(image):
        warm(given[1])
        for tool in tools:
            yield measure(tool, given, image,
                          peer_runs if tool in tools[1:] else runs, work)


# ----------------------------------------------------------------- report

HEAD = ["input", "tool", "s", "CPU s", "peak MiB", "temporary MiB at once",
        "written MiB", "outcome"]


def outcome(row):
    if row["status"] == 0:
        return "done"
    if row["seconds"] >= LIMIT:
        return "stopped after %d minutes" % (LIMIT // 60)
    if row["status"] < 0:
        return "killed by signal %d" % -row["status"]
    said = re.sub(r"([0-9a-f]{8})[0-9a-f]{56}", r"\1...", row["said"])
    said = re.sub(r"^\[\d+\] ", "", said)
    said = said.replace("|", "\\|").replace("`", "'")
    return "exit %d: `%s`" % (row["status"], said[:300])


def cells(row):
    return [row["input"], row["tool"], "%.2f" % row["seconds"],
            "%.2f" % row["cpu_seconds"]] + [
                "%.1f" % (row[key] / MIB) if key in row else "?"
                for key in ("peak_bytes", "held_bytes", "written_bytes")] + [
                    outcome(row)]


def print_row(row):
    print("%-26s  %-8s %8s %8s %9s %21s %11s  %s" % tuple(row), flush=True)


def section(report, machine):
    """The section of RESULTS.md."""
    lines = [
        SECTION, "",
        "By `BENCH_SET=peers sh bench/run.sh -w` on %s at %s: %s, %d cores, "
        "%d GiB, load %s when it began" % (
            report["date"], report["commit"], machine["cpu"],
            machine["cores"], machine["memory_gib"], machine["load"]),
        "and %s when it ended; medians of %d runs of cudalint and %d of each "
        "peer, page cache warm as far" % (
            report["load_after"], report["runs"], report["peer_runs"]),
        "as memory goes. The %s image, %s. Peers: %s." % (
            report["size"], report["peer_input"],
            ", ".join(report["peer_versions"])), "",
        "They answer other questions: syft and trivy list every package "
        "(and find what is vulnerable, which was not",
        "asked here), dive weighs what layers waste; cudalint looks for what "
        "CUDA needs and for nothing else. The figures",
        "are what one look at the same image takes, each way.", "",
        "| " + " | ".join(HEAD) + " |", "|---|---|" + "--:|" * 5 + "---|"]
    lines += ["| " + " | ".join(cells(r)) + " |" for r in report["peers"]]
    lines += [
        "", "Run offline as " + ", ".join("`%s`" % t.shown for t in KNOWN) +
        ",", "`cudalint image --fail-on never`; a pipe is `cat docker.tar |` "
        "with `/dev/stdin` as the file. syft was let read",
        "layers of any size (SYFT_SOURCE_IMAGE_MAX_LAYER_SIZE); unasked it "
        "refuses compressed ones of 2 GiB in an OCI archive.",
        "Temporary is the most that files in TMPDIR and HOME took at once, "
        "written all that was written beside the report.", ""]
    return "\n".join(lines)


def replaced(text, made):
    """text with its section of peers made anew, or at the end."""
    found = re.search(r"^%s$.*?(?=^## |\Z)" % re.escape(SECTION), text,
                      re.M | re.S)
    if not found:
        return text.rstrip("\n") + "\n\n" + made
    rest = text[found.end():]
    return text[:found.start()] + made + ("\n" + rest if rest else "")
