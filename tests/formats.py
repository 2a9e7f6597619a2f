#!/usr/bin/env python3
"""formats.py - every format is what its readers take, whatever an image says.

usage: formats.py [-u] [-k DIR]
-u accepts what is printed now: read the diff.  -k keeps all output in DIR, for
tests/real/formats.sh.

Compares each format of four fixtures with fixtures/formats/, checks the shape
of each, applies the edits that some carry, and does it all again with an image
whose names are hostile. Prints 'ok NAME' or 'not ok NAME: why'.
"""
import csv
import html.parser
import io
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as ET

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
B = os.path.abspath(os.environ.get("B", "build"))
CUDALINT = os.path.abspath(os.environ.get("CUDALINT", B + "/cudalint"))
GOLDEN = ROOT + "/fixtures/formats/"
IMAGES = {"fail": "cases/a1.img", "pass": "cli/clean.img",
          "unknown": "cases/v-torch-no-cuda.img"}
FORMATS = ["sarif", "github", "github-summary", "gitlab", "junit", "checkstyle",
           "rdjson", "rdjsonl", "markdown", "csv", "prometheus", "cyclonedx",
           "k8s", "diff", "html"]
SCANS = [f for f in FORMATS
         if f not in ("prometheus", "cyclonedx", "k8s", "diff")]
SEVERITIES = ("note", "warning", "error")
failed = 0
update = "-u" in sys.argv[1:]
keep = sys.argv[sys.argv.index("-k") + 1] if "-k" in sys.argv else None


def tell(name, why=None):
    global failed
    failed += why is not None
    print("ok %s" % name if why is None else "not ok %s: %s" % (name, why))


def run(args, stdin=None, **how):
    return subprocess.run([CUDALINT] + args, input=stdin, capture_output=True,
                          timeout=120, **how)


def want(true, why):
    if not true:
        raise AssertionError(why)


# ---- what each format is, by its own specification

def u16(line, column):
    """bytes in front of a column of UTF-16 code units"""
    return len(line.decode().encode("utf-16-le")[:2 * (column - 1)]
               .decode("utf-16-le").encode())


def apply(text, edits):
    """edits: (line, column, end line, end column, text), columns from 1"""
    starts = [0] + [m.end() for m in re.finditer(b"\n", text)]
    spans = sorted((starts[a - 1] + b, starts[c - 1] + d, new)
                   for a, b, c, d, new in edits)
    for at, end, new in reversed(spans):
        text = text[:at] + new + text[end:]
    return text


def lines_of(text):
    return text.split(b"\n")


def sarif_edits(fix, text):
    lines = lines_of(text)
    for r in fix["artifactChanges"][0]["replacements"]:
        d = r["deletedRegion"]
        yield (d["startLine"], u16(lines[d["startLine"] - 1], d["startColumn"]),
               d["endLine"], u16(lines[d["endLine"] - 1], d["endColumn"]),
               r.get("insertedContent", {}).get("text", "").encode())


def check_sarif(out, fixed, text):
    log = json.loads(out)
    want(log["version"] == "2.1.0" and len(log["runs"]) == 1, "log")
    one = log["runs"][0]
    rules = one["tool"]["driver"]["rules"]
    want(one["columnKind"] == "utf16CodeUnits", "columnKind")
    prints = [r["partialFingerprints"]["primaryLocationLineHash"]
              for r in one["results"]]
    want(len(set(prints)) == len(prints), "fingerprints are not unique")
    for r in one["results"]:
        want(rules[r["ruleIndex"]]["id"] == r["ruleId"], "ruleIndex")
        want(r["level"] in SEVERITIES and r["message"]["text"], "result")
        want(isinstance(r["suppressions"], list), "suppressions")
        for place in r["locations"]:
            uri = place["physicalLocation"]["artifactLocation"]["uri"]
            want(re.fullmatch(r"(file://)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})+",
                              uri), "uri " + uri)
            urllib.parse.unquote_to_bytes(uri).decode()
            want(place["physicalLocation"]["region"]["startLine"] >= 1, "line")
    fixes = [f for r in one["results"] for f in r.get("fixes", [])]
    want(bool(fixes) == (fixed is not None), "%d fixes" % len(fixes))
    for fix in fixes:
        want(apply(text, sarif_edits(fix, text)) == fixed, "fix")


def rdjson(diagnostics, fixed, text):
    fixes = [d["suggestions"] for d in diagnostics if "suggestions" in d]
    want(len(fixes) == (fixed is not None), "%d suggestions" % len(fixes))
    for d in diagnostics:
        want(set(d) <= {"message", "location", "severity", "source", "code",
                        "suggestions"}, "member of rdjson")
        want(d["severity"] in ("INFO", "WARNING", "ERROR"), "severity")
        want(d["location"]["path"] and d["code"]["value"], "location")
    for fix in fixes:
        edits = [(s["range"]["start"]["line"], s["range"]["start"]["column"] - 1,
                  s["range"]["end"]["line"], s["range"]["end"]["column"] - 1,
                  s["text"].encode()) for s in fix]
        want(apply(text, edits) == fixed, "suggestions")


def check_rdjson(out, fixed, text):
    rdjson(json.loads(out)["diagnostics"], fixed, text)


def check_rdjsonl(out, fixed, text):
    rdjson([json.loads(line) for line in out.splitlines()], fixed, text)


COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def unescape(s, more=()):
    for code, c in (("%0D", "\r"), ("%0A", "\n")) + more + (("%25", "%"),):
        s = s.replace(code, c)
    return s


def github(out):
    """as the runner reads it: actions/toolkit, "command.ts" the other way"""
    for line in out.decode().split("\n")[:-1]:
        m = COMMAND.fullmatch(line)
        want(m, "no command: %.80s" % line)
        props = dict(p.split("=", 1) for p in m.group(2).split(","))
        for key, value in props.items():
            want(key in ("file", "line", "endLine", "col", "endColumn", "title"),
                 "property " + key)
            props[key] = unescape(value, (("%3A", ":"), ("%2C", ",")))
        want("col" not in props or props["line"] == props["endLine"], "col")
        yield m.group(1), props, unescape(m.group(3))


def check_github(out, fixed, text):
    found = list(github(out))
    want(found[-1][1]["title"] == "cudalint", "summary")


def check_gitlab(out, fixed, text):
    issues = json.loads(out)
    prints = [i["fingerprint"] for i in issues]
    want(isinstance(issues, list), "no array")
    want(len(set(prints)) == len(prints), "fingerprints are not unique")
    for i in issues:
        want(set(i) == {"description", "check_name", "fingerprint", "severity",
                        "location"}, "members")
        want(i["severity"] in ("info", "minor", "major", "critical", "blocker"),
             "severity")
        want(not i["location"]["path"].startswith("./"), "path")
        want(i["location"]["lines"]["begin"] >= 1, "line")


def xml(out):
    if shutil.which("xmllint"):
        done = subprocess.run(["xmllint", "--noout", "-"], input=out,
                              capture_output=True, timeout=60)
        want(done.returncode == 0, done.stderr.decode()[:200])
    return ET.fromstring(out)


def check_junit(out, fixed, text):
    top = xml(out)
    want(top.tag == "testsuites", top.tag)
    for suite in [top] + list(top):
        cases = list(suite.iter("testcase"))
        want(suite is top or cases, "a suite without cases")
        for count, tag in (("failures", "failure"), ("errors", "error"),
                           ("skipped", "skipped")):
            want(int(suite.get(count)) == len(list(suite.iter(tag))), count)
        want(int(suite.get("tests")) == len(cases), "tests")
        want(all(c.get("name") and c.get("classname") for c in cases), "name")


def check_checkstyle(out, fixed, text):
    top = xml(out)
    want(top.tag == "checkstyle" and top.get("version"), top.tag)
    for error in top.iter("error"):
        want(error.get("severity") in ("info", "warning", "error"), "severity")
        want(int(error.get("line")) >= 1 and error.get("message"), "error")


TAG = re.compile(r"<!-- -->|</?(code|details|summary)>")


def check_markdown(out, fixed, text):
    page = out.decode()
    fences = re.findall(r"(?m)^(`{3,})(diff)?$", page)
    want([f[1] for f in fences] == ["diff", ""] * (len(fences) // 2), "fences")
    want(bool(fences) == (fixed is not None), "no diff")
    prose = re.sub(r"(?ms)^(`{3,})diff\n.*?^\1$", "", page)
    want("<" not in TAG.sub("", prose), "a tag of somebody else's")
    want(not re.search(r"@(?!<!-- -->)|://|www\.|[`*]{2,}(?<!\*\*)", prose),
         "a mention or an address")
    want(prose.count("<details>") == prose.count("</details>"), "details")
    for row in re.findall(r"(?m)^\|.*$", prose):
        want(row.count("|") == 6, "row: " + row[:80])
    want(page.startswith("**") and len(page) < 65536, "verdict first")


check_github_summary = check_markdown
HEAD = ("image,platform,digest,pool,gpu,nodes,verdict,outcome,message,rules,"
        "error").split(",")


def check_csv(out, fixed, text):
    rows = list(csv.reader(io.StringIO(out.decode(), newline="")))
    want(rows[0] == HEAD and len(rows) > 1, "head")
    for row in rows[1:]:
        want(len(row) == len(HEAD), "columns")
        want(row[6] in ("pass", "warn", "fail", "unknown"), row[6])
        want(not any(cell[:1] in ("=", "+", "-", "@") for cell in row), "formula")


def check_prometheus(out, fixed, text):
    label = r'[a-z]+="(?:[^"\\\n]|\\[\\"n])*"'
    for line in out.decode().split("\n")[:-1]:
        want(re.fullmatch(r"# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{%s(,%s)*\})? \d+"
                          % (label, label), line), line)
    if shutil.which("promtool"):
        done = subprocess.run(["promtool", "check", "metrics"], input=out,
                              capture_output=True, timeout=60)
        want(done.returncode == 0, done.stderr.decode()[:200])


def components(parts):
    for c in parts:
        yield c
        yield from components(c.get("components", []))


def check_cyclonedx(out, fixed, text):
    bom = json.loads(out)
    want((bom["bomFormat"], bom["specVersion"]) == ("CycloneDX", "1.6"), "head")
    tops = [bom["metadata"]["component"]] if "component" in bom["metadata"] \
        else []
    all_ = list(components(tops + bom["components"]))
    refs = [c["bom-ref"] for c in all_]
    want(len(set(refs)) == len(refs), "bom-ref")
    for c in all_:
        want(c["type"] in ("container", "library", "file") and c["name"], "type")
        want(len(c.get("version", "")) <= 1024, "version")
        want(re.match(r"pkg:[a-z]+/[!-~]+$", c.get("purl", "pkg:x/y")), "purl")
        for p in c.get("properties", []):
            want(re.fullmatch(r"cudalint:[a-z:-]+", p["name"]), p["name"])


def check_k8s(out, fixed, text):
    for doc in out.decode().split("---\n")[1:]:
        body = "".join(line + "\n" for line in doc.split("\n")
                       if not line.startswith("#"))
        if not body.strip():
            continue
        spec = json.loads(body)["spec"]["template"]["spec"]
        node = spec["affinity"]["nodeAffinity"]
        terms = node["requiredDuringSchedulingIgnoredDuringExecution"][
            "nodeSelectorTerms"]
        want(terms, "no term")
        for m in (m for t in terms for m in t["matchExpressions"]):
            want(re.fullmatch(r"([a-z.]+/)?[a-z][a-z.-]*", m["key"]), m["key"])
            want(m["operator"] == "In" and m["values"], m["key"])
            for v in m["values"]:
                want(re.fullmatch(r"([A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?)", v),
                     "label " + v)


VOID = {"meta", "input"}
ELEMENTS = VOID | set("""html head title style body header h1 div span form label
    select option p kbd noscript code main table thead tbody tr th td small
    section footer script""".split())


class Page(html.parser.HTMLParser):
    """what stands in it, and nothing that a page of ours has not"""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.cells, self.names, self.scripts = [], [], [], {}

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        want(tag in ELEMENTS, "element %s" % tag)
        want(not [a for a in attrs if a.startswith("on") or a in
                  ("src", "href", "style")], attrs)
        if tag not in VOID:
            self.open.append((tag, attrs))
        if tag == "td":
            self.cells.append(attrs.get("data-verdict"))

    def handle_endtag(self, tag):
        want(self.open and self.open.pop()[0] == tag, "</%s>" % tag)

    def handle_data(self, data):
        if self.open and self.open[-1][0] == "script":
            self.scripts[self.open[-1][1].get("id", "")] = data
        if self.open and self.open[-1] == ("th", dict(
                self.open[-1][1], scope="row")):
            self.names.append(data)


def check_html(out, fixed, text):
    page = Page()
    page.feed(out.decode())
    page.close()
    want(not page.open, page.open)
    want("default-src 'none'" in out.decode(), "no policy")
    fleet = json.loads(page.scripts.pop("fleet"))
    want("use strict" in page.scripts.pop(""), "no script")
    told = [json.loads(data) for data in page.scripts.values()]
    want(page.names and len(told) == len(page.names), len(told))
    judged = [i for i in told if not i["error"]]
    unread = len(told) - len(judged)
    want(len(page.cells) == len(judged) * len(fleet["pools"]) + unread,
         len(page.cells))
    want(sum(v == "fail" for v in page.cells) == sum(len(
        {p["pool"] for p in i["predictions"] if p["verdict"] == "fail"})
        for i in judged), "cells that fail")


def check_diff(out, fixed, text):
    want(bool(out) == (fixed is not None), "diff")


CHECKS = {f: globals()["check_" + f.replace("-", "_")] for f in FORMATS}


# ---- what the fixtures are

def build(work):
    for name, recipe in IMAGES.items():
        subprocess.run([sys.executable, ROOT + "/tests/mkimage.py", "--shape",
                        "docker25", "-o", work + "/%s.tar" % name,
                        ROOT + "/fixtures/" + recipe], check=True)
    shutil.copy(ROOT + "/fixtures/cli/fleet.json", work)
    shutil.copy(ROOT + "/fixtures/dockerfile/geforce.fleet.json", work)


# Wide characters and CRLF in front of the place, and the last line has no end.
DOCKERFILE = ("# caf\u00e9 \U0001f600 \u4e2d\r\n"
              "FROM nvidia/cuda:12.4.1-runtime-ubuntu22.04 AS \U0001f600\r\n"
              "RUN <<EOF\r\n"
              "echo \U0001f600 caf\u00e9\r\n"
              "EOF\r\n"
              "CMD [\"python3\"]").replace("AS \U0001f600", "AS last").encode()


def stable(text):
    """version and dates of the tables are not the formats' business"""
    done = run(["--version"]).stdout.decode()
    version, date = re.match(r"cudalint (\S+)\nknowledge (\S+)", done).groups()
    text = text.replace(date.encode(), b"DATE")
    return text.replace(('"version": "%s"' % version).encode(),
                        b'"version": "VERSION"').replace(
        ("cudalint " + version).encode(), b"cudalint VERSION")


def against_golden(name, fmt, out):
    if fmt == "html":  # its data are the json format's
        return
    path = GOLDEN + "%s.%s" % (name, fmt)
    out = stable(out)
    old = open(path, "rb").read() if os.path.exists(path) else None
    if out != old and update:
        open(path, "wb").write(out)
        print("updated %s" % path)
    elif out != old:
        tell("%s %s" % (name, fmt), "differs from %s: formats.py -u" % path)
        subprocess.run(["diff", "-u", path, "-"], input=out)
    else:
        tell("%s %s" % (name, fmt))


def checked(name, fmt, out, fixed=None, text=b""):
    if keep:
        path = "%s/%s.%s" % (keep, name.replace(" ", "-"), fmt)
        open(path, "wb").write(out)
    try:
        CHECKS[fmt](out, fixed, text)
        tell("%s is %s" % (name, fmt))
    except (AssertionError, LookupError, ValueError, ET.ParseError) as e:
        tell("%s is %s" % (name, fmt), repr(e)[:300])


def golden(work):
    for name in IMAGES:
        for fmt in FORMATS:
            done = run(["image", "--fleet", "fleet.json", "--format", fmt,
                        name + ".tar"], cwd=work)
            against_golden(name, fmt, done.stdout)
            checked(name, fmt, done.stdout)


def dockerfile(work):
    open(work + "/Dockerfile", "wb").write(DOCKERFILE)
    diff = run(["fix", "--fleet", "geforce.fleet.json", "--quiet", "Dockerfile"],
               cwd=work).stdout
    subprocess.run(["git", "init", "-q"], cwd=work, check=True)
    done = subprocess.run(["git", "apply", "-"], input=diff, cwd=work,
                          capture_output=True, timeout=60)
    fixed = open(work + "/Dockerfile", "rb").read()
    tell("git apply takes the diff", None if done.returncode == 0 and
         fixed != DOCKERFILE else done.stderr.decode())
    open(work + "/Dockerfile", "wb").write(DOCKERFILE)
    for fmt in FORMATS:
        args = ["--fleet", "geforce.fleet.json", "--format", fmt, "Dockerfile"]
        out = run(["dockerfile"] + args, cwd=work).stdout
        against_golden("dockerfile", fmt, out)
        checked("dockerfile", fmt, out, fixed, DOCKERFILE)
        same = run(["fix", "--quiet"] + args, cwd=work).stdout
        tell("fix prints the same %s" % fmt, None if same == out else "no")
    done = run(["dockerfile", "--fleet", "geforce.fleet.json", "--format",
                "diff", "Dockerfile"], cwd=work).stdout
    tell("dockerfile --format diff is fix's", None if done == diff else "no")


def names(work):
    """./ goes, and one stack alone is no reason for an edit"""
    for command, more, name in (("image", ["--fleet", "fleet.json"],
                                 "fail.tar"),
                                ("dockerfile", ["--fleet",
                                                "geforce.fleet.json"],
                                 "Dockerfile")):
        out = run([command] + more + ["--format", "gitlab", "./" + name],
                  cwd=work).stdout
        paths = {i["location"]["path"] for i in json.loads(out)}
        tell("the path of %s" % name, None if paths == {name} else str(paths))
    out = run(["dockerfile", "--fleet", "geforce.fleet.json", "--assume",
               "gpus-ldconfig", "--format", "diff", "Dockerfile"], cwd=work)
    tell("no edit with --assume", None if out.stdout == b"" and
         out.returncode == 1 else repr(out))


def ignored(work):
    """what its author does not want is in SARIF, with the reason"""
    text = b"# cudalint ignore=CL001 reason=\"not on desks\"\n" + \
        DOCKERFILE.split(b"\n", 1)[1]
    open(work + "/Dockerfile", "wb").write(text)
    args = ["dockerfile", "--fleet", "geforce.fleet.json", "Dockerfile",
            "--format"]
    out = run(args + ["sarif"], cwd=work).stdout
    results = json.loads(out)["runs"][0]["results"]
    tell("an ignored finding is suppressed",
         None if [r["suppressions"] for r in results] ==
         [[{"kind": "inSource", "status": "accepted",
            "justification": "not on desks"}]] else str(results)[:300])
    prints = [r["partialFingerprints"] for r in results]
    old = json.loads(open(GOLDEN + "dockerfile.sarif").read())["runs"][0]
    tell("and is the same finding as before",
         None if prints == [r["partialFingerprints"] for r in old["results"]]
         else str(prints))
    tell("and not told to GitLab", None if
         json.loads(run(args + ["gitlab"], cwd=work).stdout) == [] else "it is")
    open(work + "/Dockerfile", "wb").write(DOCKERFILE)


# ---- images and hosts that mean harm

EVIL = ("]]>&<!--\"'\n::error::pwned%0A%\n```\n</details>-->\x1b[31m\x07 "
        "=cmd|x @someone #1 https://evil.example www.evil.example [a](b) "
        "![i](j) |p| $$m$$ ${{ secrets.X }} \\n \\ \u202e\u200b\ud7ff\ufffe "
        "\uf7ff ")


def hostile(work):
    facts = run(["facts", "fail.tar"], cwd=work).stdout.decode()
    evil = json.dumps(EVIL + "x" * 3000)[1:-1]
    facts = facts.replace("/cuda-11.3/", "/%s/" % evil)
    facts = facts.replace("465.19.01-1", evil)
    fleet = json.load(open(work + "/fleet.json"))
    plain = "".join(c for c in EVIL if " " <= c < "\u2000")  # or is refused
    fleet["pools"][0]["name"] = plain
    fleet["pools"][1]["gpus"][0]["product"] = plain
    open(work + "/evil.json", "w").write(facts)
    open(work + "/evil.fleet.json", "w").write(json.dumps(fleet))
    name = EVIL.replace("/", "").encode()[:180] + b"\xff\xfe"
    shutil.copy(work + "/evil.json", os.path.join(os.fsencode(work), name))
    outs = {}
    for fmt in FORMATS:
        done = run(["image", "--fleet", "evil.fleet.json", "--format", fmt,
                    "--facts", name, "missing " + EVIL.replace("\n", "")],
                   cwd=work)
        out = outs[fmt] = done.stdout
        if not out and fmt != "diff":
            tell("hostile image", done.stderr.decode()[:300])
        checked("hostile image", fmt, out)
        bad = re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", out)
        tell("hostile image: no control byte in " + fmt,
             bad and "at %d" % bad.start())
    same_words("hostile image", outs)
    hostile_scan(work, name)


def unmarked(s):
    """undo what JSON has for bytes that are not UTF-8: base/record.h"""
    return b"".join(bytes([ord(c) & 0xff]) if 0xf700 <= ord(c) <= 0xf7ff
                    else c.encode() for c in s).decode()


def same_words(name, outs):
    """each format's own unescaping gives the same sentences"""
    words = {}
    one = json.loads(outs["sarif"])["runs"][0]
    notes = one["results"] + one["invocations"][0]["toolExecutionNotifications"]
    words["sarif"] = [unmarked(n["message"]["text"]) for n in notes]
    words["checkstyle"] = [e.get("message") for e in
                           ET.fromstring(outs["checkstyle"]).iter("error")]
    words["rdjson"] = [unmarked(d["message"]) for d in
                       json.loads(outs["rdjson"])["diagnostics"]]
    words["gitlab"] = [unmarked(i["description"]) for i in
                       json.loads(outs["gitlab"])]
    words["github"] = [m for _, _, m in github(outs["github"])][:-1]
    for fmt, said in words.items():
        want(len(said) == len(words["sarif"]), "%s has %d" % (fmt, len(said)))
        for sentence in words["sarif"]:
            if fmt == "checkstyle": # a character that XML can't have
                sentence = sentence.replace("\ufffe", "\ufffd")
            want(any(sentence in s for s in said),
                 "%s lacks: %.200s" % (fmt, sentence))
    tell(name + ": the same words in each format")


def hostile_scan(work, name):
    shutil.copy(work + "/fail.tar", os.path.join(os.fsencode(work), name))
    for fmt in SCANS:
        out = run(["scan", "--quiet", "--no-cache", "--fleet", "evil.fleet.json",
                   "--format", fmt, "pass.tar", "fail.tar", name, "missing.tar"],
                  cwd=work).stdout
        checked("hostile scan", fmt, out)


def hostile_file(work):
    text = (b"FROM nvidia/cuda:12.4.1-runtime-ubuntu22.04\n"
            b"ENV A=\"```\n</details>\n::error::x\xff ]]> %0A -->\"\n"
            b"RUN pip install torch==2.4.0 'a]]>&<b'\n")
    text = text.replace(b"```\n<", b"``` <").replace(b">\n::", b"> ::")
    name = b"Docker\nfile```]]>::error::x,y:z%0A \xff"
    os.mkdir(work + "/evil")
    open(os.path.join(os.fsencode(work), b"evil", name), "wb").write(text)
    for fmt in FORMATS:
        out = run(["dockerfile", "--fleet", "../geforce.fleet.json", "--format",
                   fmt, name], cwd=work + "/evil").stdout
        told = fmt in ("diff", "markdown", "github-summary")
        checked("hostile Dockerfile", fmt, out, b"" if told else None, text)


# ---- the manual, and several at once, whole or not at all

def manual():
    page = open(ROOT + "/man/cudalint.1", encoding="utf-8").read()
    told = re.findall(r"(?m)^\.It Cm ([a-z0-9 ,-]+)$",
                      page.split(".Sh FORMATS")[1].split("\n.Sh ")[0])
    told = {name for names in told for name in names.split(" , ")}
    have = set()
    for command in ("image", "scan"):
        text = run([command, "--help"]).stdout.decode().split("formats: ")[1]
        have |= set(re.findall(r"[a-z0-9-]+", text)) - {"and"}
    tell("the manual has each format", None if told == have
         else str(told ^ have))
    tell("each format is tested here", None if have ==
         set(FORMATS) | {"text", "json", "jsonl"} else str(have))


def files(work):
    done = run(["image", "--fleet", "fleet.json", "--format", "sarif=a.sarif",
                "--format", "text", "--format", "junit=a.xml", "fail.tar"],
               cwd=work)
    text = run(["image", "--fleet", "fleet.json", "fail.tar"], cwd=work).stdout
    tell("two files and one on standard output",
         None if done.returncode == 1 and done.stdout == text and
         os.path.exists(work + "/a.xml") else done.stderr.decode())
    old = open(work + "/a.sarif", "rb").read()

    def no_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
    done = run(["image", "--fleet", "fleet.json", "--no-cache", "--format",
                "sarif=a.sarif", "pass.tar", "fail.tar"], cwd=work,
               preexec_fn=no_room)
    left = [f for f in os.listdir(work) if f.endswith(".tmp")]
    tell("a file that can't be written stays as it was",
         None if done.returncode == 2 and not left and
         open(work + "/a.sarif", "rb").read() == old else
         "%s %s" % (left, done.stderr))


def main():
    with tempfile.TemporaryDirectory() as work:
        build(work)
        golden(work)
        dockerfile(work)
        names(work)
        ignored(work)
        hostile(work)
        hostile_file(work)
        files(work)
    manual()
    return failed > 0


sys.exit(main())
