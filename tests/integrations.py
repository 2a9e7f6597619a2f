#!/usr/bin/env python3
"""integrations.py - what contrib/ offers, run as its users run it.

  pre-commit   the hooks, by pre-commit itself
  pre-push     the hook, by `git push` to a bare repository
  action       the steps of the GitHub action, as plain shell
  gitlab       the script of the GitLab job
  kubernetes   the arguments of the CronJob and of the Indexed Job
  systemd      the command of the service; the units by systemd-analyze
  trivy        the plugin's script
  deb          built, installed and removed in an empty root by dpkg

Prints 'ok WHAT' or 'not ok WHAT', and 'SKIP ...' where a program is missing.
"""
import json
import os
import re
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
B = os.path.abspath(os.environ.get("B", "build"))
CUDALINT = os.path.abspath(os.environ.get(
    "CUDALINT", os.path.join(B, "cudalint")))
WORK = os.path.join(B, "integrations")
BIN = os.path.join(WORK, "bin")
ENV = {"PATH": BIN + ":" + os.environ["PATH"], "HOME": WORK, "LC_ALL": "C",
       "TZ": "UTC", "GIT_CONFIG_GLOBAL": "/dev/null",
       "GIT_CONFIG_SYSTEM": "/dev/null", "PRE_COMMIT_HOME": WORK + "/pc",
       "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@localhost",
       "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@localhost",
       "GIT_ALLOW_PROTOCOL": "file"}
# Fails on the pool below with the compat package that its base has.
BAD = "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\nCMD [\"nvidia-smi\"]\n"
GOOD = "FROM nvidia/cuda:11.8.0-base-ubuntu22.04\nCMD [\"nvidia-smi\"]\n"
FLEET = {"schema": "cudalint/fleet/1", "name": "t", "pools": [
    {"name": "ws", "driver": "535.183.01",
     "gpus": [{"product": "NVIDIA GeForce RTX 3090"}],
     "container": {"toolkit": "1.14.0", "request": "gpus",
                   "mode": "legacy"}}]}

# An image of CUDA 11.3 with its compat package: 804.
OLD = json.loads(json.dumps(FLEET).replace("535.183.01", "460.67"))


def say(fine, name, why=""):
    print("ok" if fine else "not ok", name + (
        "" if fine else ": " + " ".join(why.split())[-600:]), flush=True)


def run(command, cwd=WORK, env=None, stdin=""):
    done = subprocess.run(command, cwd=cwd, env=dict(ENV, **(env or {})),
                          input=stdin, capture_output=True, text=True,
                          timeout=120)
    return done.returncode, done.stdout, done.stderr


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def repository(name, files):
    path = os.path.join(WORK, name)
    os.makedirs(path)
    for file, text in files.items():
        write(os.path.join(path, file), text)
    write(os.path.join(path, "cudalint.fleet.json"), json.dumps(FLEET))
    run(["git", "init", "-q", "-b", "main"], path)
    commit(path, "first")
    return path


def commit(path, message):
    run(["git", "add", "-A"], path)
    code, out, err = run(["git", "commit", "-q", "-m", message], path)
    assert code == 0, out + err


def documents(name):
    """YAML documents; None where there is no reader."""
    try:
        import yaml
    except ImportError:
        return None
    with open(os.path.join(TOP, name)) as f:
        return list(yaml.safe_load_all(f))


def pre_commit():
    if not shutil.which("pre-commit"):
        print("SKIP pre-commit: no pre-commit")
        return
    hooks = os.path.join(WORK, "hooks")
    os.makedirs(hooks + "/contrib")
    shutil.copy(TOP + "/.pre-commit-hooks.yaml", hooks)
    shutil.copytree(TOP + "/contrib/git", hooks + "/contrib/git")
    run(["git", "init", "-q", "-b", "main"], hooks)
    commit(hooks, "hooks")
    rev = run(["git", "rev-parse", "HEAD"], hooks)[1].strip()
    repo = repository("pc-user", {"Dockerfile": GOOD, "a/Dockerfile.gpu": GOOD,
                                  "notes.txt": "x\n"})

    def hook(which, what=("--all-files",)):
        write(repo + "/.pre-commit-config.yaml", "repos:\n- repo: %s\n"
              "  rev: %s\n  hooks:\n  - id: %s\n" % (hooks, rev, which))
        return run(["pre-commit", "run", "--verbose", *what], repo)

    code, out, err = hook("cudalint-dockerfile")
    say(code == 0 and "Passed" in out and "a/Dockerfile.gpu" in out,
        "pre-commit passes good files", out + err)
    write(repo + "/a/Dockerfile.gpu", BAD)
    run(["git", "add", "-A"], repo)
    code, out, err = hook("cudalint-dockerfile")
    say(code == 1 and "Failed" in out and "CL001" in out,
        "pre-commit fails a bad file", out + err)
    code, out, err = hook("cudalint-fix")
    text = open(repo + "/a/Dockerfile.gpu").read()
    say(code == 1 and "files were modified by this hook" in out and
        "purge" in text, "pre-commit: the fixing hook edits", out + err)
    run(["git", "add", "-A"], repo)
    code, out, err = hook("cudalint-fix")
    say(code == 0 and open(repo + "/a/Dockerfile.gpu").read() == text,
        "pre-commit: a second time it has nothing to do", out + err)
    code, out, err = hook("cudalint-dockerfile")
    say(code == 0, "pre-commit passes what was fixed", out + err)
    code, out, err = hook("cudalint-dockerfile",
                          ("--files", "notes.txt"))
    say(code == 0 and "no files to check" in out,
        "pre-commit leaves other files alone", out + err)


def pre_push():
    remote = os.path.join(WORK, "remote.git")
    run(["git", "init", "-q", "--bare", remote])
    repo = repository("push-user", {"Dockerfile": GOOD, "notes.txt": "x\n"})
    run(["git", "remote", "add", "origin", remote], repo)
    os.symlink(TOP + "/contrib/git/pre-push", repo + "/.git/hooks/pre-push")

    def push(name, fine, words, *arguments, env=None):
        code, out, err = run(["git", "push", "-q", "origin"] + list(arguments),
                             repo, env)
        say((code == 0) == fine and all(w in err for w in words), name,
            "exit %d: %s" % (code, out + err))
        return err

    push("pre-push: a new branch", True, ["1 changed"], "main")
    write(repo + "/notes.txt", "y\n")
    commit(repo, "notes")
    err = push("pre-push: no Dockerfile changed", True, [], "main")
    say("cudalint" not in err, "pre-push: nothing is linted then", err)
    write(repo + "/my images/Dockerfile.gpu", BAD)
    commit(repo, "bad")
    write(repo + "/my images/Dockerfile.gpu", GOOD)  # in the working tree only
    push("pre-push: a bad file is refused", False,
         ["CL001", "my images/Dockerfile.gpu"], "main")
    run(["git", "config", "cudalint.options", "--fail-on=never"], repo)
    push("pre-push: options of git config", True, ["CL001"], "main")
    run(["git", "config", "--unset", "cudalint.options"], repo)
    run(["git", "checkout", "-q", "-f", "-b", "topic"], repo)
    write(repo + "/Dockerfile", GOOD + "# more\n")
    commit(repo, "more")
    push("pre-push: of a new branch only what is new", True, ["1 changed"],
         "topic")
    push("pre-push: a branch is deleted", True, [], "--delete", "topic")
    write(repo + "/Dockerfile", BAD)
    commit(repo, "worse")
    push("pre-push: --no-verify", True, [], "--no-verify", "topic:other")
    if not shutil.which("cudalint"):
        push("pre-push: without cudalint it says so", False, ["not on PATH"],
             "topic", env={"PATH": os.environ["PATH"]})


def action():
    told = documents("contrib/github/action.yml")
    if told is None:
        print("SKIP action: no python3-yaml")
        return
    steps = told[0]["runs"]["steps"]
    say(all("shell" in s for s in steps if "run" in s) and
        not any("${{" in s.get("run", "") for s in steps),
        "action: each step has a shell, no expression in a script")
    repo = repository("action-user", {"Dockerfile": BAD,
                                      "ok/Dockerfile": GOOD})
    temp = os.path.join(WORK, "runner")
    os.makedirs(temp)
    files = {k: os.path.join(temp, k) for k in
             ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_PATH")}
    for path in files.values():
        write(path, "")
    inputs = {k: str(v.get("default", "")) for k, v in
              told[0]["inputs"].items()}
    done = {}
    for step in steps:
        if "run" not in step:
            continue
        env = {"GITHUB_ACTION_PATH": TOP + "/contrib/github",
               "RUNNER_TEMP": temp, **files}
        for name, value in step.get("env", {}).items():
            which = re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", value)
            env[name] = inputs[which.group(1)]
        done[step["id"]] = run(["bash", "-e", "-c", step["run"]], repo, env)
    code, out, err = done["build"]
    say(code == 0 and "cudalint" in out, "action: build", out + err)
    code, out, err = done["suggest"]
    write(temp + "/patch", out)
    applied = run(["git", "apply", "--check", temp + "/patch"], repo)
    say(code == 0 and "+++ b/Dockerfile" in out and applied[0] == 0,
        "action: suggest prints a diff that git applies", out + err +
        applied[2])
    code, out, err = done["lint"]
    say(code == 1 and "::error file=Dockerfile,line=1," in out,
        "action: lint annotates", "exit %d: %s" % (code, out + err))
    summary = open(files["GITHUB_STEP_SUMMARY"]).read()
    say("804" in summary and "Dockerfile" in summary, "action: summary",
        summary)
    output = open(files["GITHUB_OUTPUT"]).read()
    sarif = json.load(open(re.search(r"sarif=(.*)", output).group(1)))
    say(sarif["version"] == "2.1.0" and sarif["runs"][0]["results"],
        "action: SARIF", output)


def gitlab():
    told = documents("contrib/gitlab/cudalint.yml")
    if told is None:
        print("SKIP gitlab: no python3-yaml")
        return
    spec, job = told[0]["spec"]["inputs"], told[1]["cudalint"]
    repo = repository("gitlab-user", {"Dockerfile": BAD})

    def value(text):
        return re.sub(r"\$\[\[ inputs\.(\w+) \]\]",
                      lambda m: spec[m.group(1)]["default"], text)
    env = {k: value(v) for k, v in job["variables"].items()}
    code, out, err = run(["sh", "-e", "-c", "\n".join(job["script"])], repo,
                         env)
    reports = job["artifacts"]["reports"]
    quality = json.load(open(os.path.join(repo, reports["codequality"])))
    say(code == 1 and quality and
        quality[0]["location"]["path"] == "Dockerfile" and
        "<testsuite" in open(os.path.join(repo, reports["junit"])).read(),
        "gitlab: the job's script", "exit %d: %s" % (code, out + err))


def image():
    path = os.path.join(WORK, "app.tar")
    if not os.path.exists(path):
        subprocess.run([sys.executable, os.path.join(TOP, "tests/mkimage.py"),
                        "--shape", "docker25", "--layers", "plain", "--outer",
                        "none", "-o", path,
                        os.path.join(TOP, "fixtures/cases/a1.img")],
                       check=True)
    return path


def kubernetes():
    nightly = documents("contrib/kubernetes/scan-cronjob.yaml")
    once = documents("contrib/kubernetes/scan-job.yaml")
    if nightly is None:
        print("SKIP kubernetes: no python3-yaml")
        return
    here = os.path.join(WORK, "k8s")
    config = next(d for d in nightly if d["kind"] == "ConfigMap")
    for name, text in config["data"].items():
        write(os.path.join(here, "etc", name), text)
    code, out, err = run([CUDALINT, "fleet", "check",
                          here + "/etc/fleet.json"])
    say(code == 0, "kubernetes: the fleet of the ConfigMap", out + err)
    write(here + "/etc/repositories", image() + "\n")

    def scan(job, env=None):
        pod = job["spec"]["template"]["spec"]
        arguments = [a.replace("/etc/cudalint", here + "/etc")
                     .replace("/var/cache", here) for a in
                     pod["containers"][0]["args"]]
        mounts = {m["name"] for m in pod["containers"][0]["volumeMounts"]}
        volumes = {v["name"] for v in pod["volumes"]}
        say(mounts == volumes, "kubernetes: volumes of " +
            job["spec"].get("completionMode", "the CronJob"))
        return run([CUDALINT] + arguments, env=env)

    job = next(d for d in nightly if d["kind"] == "CronJob")["spec"]
    os.makedirs(here + "/cudalint")
    code, out, err = scan(job["jobTemplate"])
    say(code == 0 and json.loads(out)["verdict"] == "pass",
        "kubernetes: the CronJob scans", out + err)
    found = 0
    for i in range(once[0]["spec"]["completions"]):
        code, out, err = scan(once[0], {"JOB_COMPLETION_INDEX": str(i)})
        found += len([line for line in out.splitlines() if line])
        if code != 0:
            break
    say(code == 0 and found == 1, "kubernetes: one pod of eight has it",
        "%d: %s" % (found, err))


def systemd():
    service = open(TOP + "/contrib/systemd/cudalint-scan.service").read()
    here = os.path.join(WORK, "systemd")
    write(here + "/etc/repositories", image() + "\n")
    write(here + "/etc/fleet.json", json.dumps(OLD))
    command = re.search(r"^ExecStart=(.*)", service, re.M).group(1)
    command = command.replace("/usr/bin/cudalint", CUDALINT)
    command = command.replace("/etc/cudalint", here + "/etc")
    code, out, err = run(["sh", "-c", command], env={
        "CACHE_DIRECTORY": here + "/cache", "STATE_DIRECTORY": here,
        "CUDALINT_OPTIONS": "--allow-gaps"})
    metrics = open(here + "/cudalint.prom").read() if code < 2 else ""
    say(code == 1 and "app.tar" in out and "cudalint_" in metrics,
        "systemd: the service's command", "exit %d: %s" % (code, out + err))
    if not shutil.which("systemd-analyze"):
        print("SKIP systemd-analyze: not here")
        return
    for unit in ("service", "timer"):
        text = open(TOP + "/contrib/systemd/cudalint-scan." + unit).read()
        write(here + "/units/cudalint-scan." + unit,
              text.replace("/usr/bin/cudalint", CUDALINT))
    code, out, err = run(["systemd-analyze", "verify", "--man=no",
                          here + "/units/cudalint-scan.service",
                          here + "/units/cudalint-scan.timer"])
    err = "\n".join(line for line in err.splitlines() if "cudalint" in line)
    say(code == 0 and not err, "systemd: verified", out + err)


def trivy():
    told = documents("contrib/trivy/plugin.yaml")
    if told is None:
        print("SKIP trivy: no python3-yaml")
        return
    program = os.path.join(TOP, "contrib/trivy", told[0]["platforms"][0]["bin"])
    fleet = os.path.join(WORK, "trivy.json")
    write(fleet, json.dumps(OLD))
    for arguments in (["--fleet", fleet, image()],
                      ["image", "--fleet", fleet, image()],
                      ["--input", image(), "--fleet", fleet],
                      ["--input=" + image(), "--fleet", fleet]):
        code, out, err = run([program] + arguments)
        say(code == 1 and "804" in out, "trivy: " + " ".join(
            a.replace(WORK, "") for a in arguments), out + err)


def deb():
    if not shutil.which("dpkg-shlibdeps"):
        print("SKIP deb: no dpkg-dev")
        return
    out = os.path.join(WORK, "deb")
    code, path, err = run(["sh", TOP + "/contrib/debian/build.sh", out],
                          TOP, {"B": B, "PATH": os.environ["PATH"]})
    path = path.strip().splitlines()[-1] if code == 0 else ""
    say(code == 0 and path.endswith(".deb"), "deb: built", err)
    if code:
        return
    root = os.path.join(WORK, "root")
    for d in ("info", "updates", "triggers"):
        os.makedirs(root + "/var/lib/dpkg/" + d)
    write(root + "/var/lib/dpkg/status", "")
    write(root + "/var/lib/dpkg/available", "")
    dpkg = ["dpkg", "--root=" + root, "--force-depends", "--force-not-root",
            "--log=/dev/null"]

    def files():
        return sorted(os.path.relpath(os.path.join(d, f), root)
                      for d, _, names in os.walk(root) for f in names
                      if "/var/lib/dpkg" not in d)
    code, _, err = run(dpkg + ["--install", path])
    there = files()
    say(code == 0 and "usr/bin/cudalint" in there and
        "usr/share/man/man1/cudalint.1.gz" in there and
        "usr/lib/systemd/system/cudalint-scan.timer" in there,
        "deb: installed", err + str(there))
    code, out, err = run([root + "/usr/bin/cudalint", "--version"])
    say(code == 0 and "knowledge" in out, "deb: runs", out + err)
    code, _, err = run(dpkg + ["--purge", "cudalint"])
    say(code == 0 and files() == [], "deb: removed", err + str(files()))


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(BIN)
    os.symlink(CUDALINT, BIN + "/cudalint")
    parts = [pre_commit, pre_push, action, gitlab, kubernetes, systemd, trivy,
             deb]
    for part in parts:
        if len(sys.argv) > 1 and part.__name__ not in sys.argv[1:]:
            continue
        try:
            part()
        except (OSError, KeyError, ValueError, AttributeError, IndexError,
                AssertionError, subprocess.SubprocessError) as e:
            say(False, part.__name__, repr(e))


main()
